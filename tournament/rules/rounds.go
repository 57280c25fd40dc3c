package rules

import (
	"math/bits"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// Row returns the row of the named table for the given number of players; ok is false
// if the table has no such row, so that the organiser must decide. An empty name is the
// table in use.
func (r *Ruleset) Row(table string, players int) (row RoundRow, ok bool) {
	if table == "" {
		table = r.Rounds.Table
	}
	for _, t := range r.Rounds.Tables {
		if t.Name == table {
			return findRow(t.Rows, players)
		}
	}
	return RoundRow{}, false
}

func findRow(rows []RoundRow, players int) (RoundRow, bool) {
	for _, row := range rows {
		if players >= row.Min && (row.Max == 0 || players <= row.Max) {
			return row, true
		}
	}
	return RoundRow{}, false
}

// RoundsFor returns the number of rounds and the cut (0 = none) for an attendance as
// Attendance counts it. If the document leaves a choice, it returns the most rounds and
// the largest cut, with a note; if its table has no row, the rounds are ceil(log2 n) as
// a suggestion, the cut is 0 and a note reports that the event is outside the table.
func (r *Ruleset) RoundsFor(attendance int) (rounds, cut int, notes []notice.Notice) {
	row, ok := r.Row("", attendance)
	if !ok {
		return r.roundsWithoutTable(attendance)
	}
	if row.Note != "" {
		notes = append(notes, notice.New("rounds.note", "text", notice.Quote(row.Note)))
	}
	for _, n := range row.Rounds {
		rounds = max(rounds, n)
	}
	if len(row.Cuts) > 0 {
		cut = row.Cuts[0]
	}
	if len(row.Rounds) > 1 || len(row.Cuts) > 1 {
		notes = append(notes, notice.New("rounds.choice", "rounds", choices(row.Rounds), "cut", choices(row.Cuts)))
	}
	return rounds, cut, notes
}

func (r *Ruleset) roundsWithoutTable(attendance int) (int, int, []notice.Notice) {
	if r.Rounds.Fixed > 0 {
		return r.Rounds.Fixed, 0, nil
	}
	n := max(CeilLog2(attendance), r.Rounds.Min)
	if attendance < 2 {
		return 0, 0, []notice.Notice{notice.New("rounds.too_few")}
	}
	if len(r.Rounds.Tables) == 0 {
		return n, 0, nil
	}
	return n, 0, []notice.Notice{notice.New("rounds.outside", "players", attendance, "n", n)}
}

// choices returns the values of which one is taken.
func choices(values []int) notice.Value {
	if len(values) == 0 {
		return notice.Word("rounds.none")
	}
	var out notice.List
	for _, n := range values {
		out = append(out, notice.Int(n))
	}
	return out
}

// CeilLog2 returns the rounds in which one of n players stays unbeaten: 0 for
// fewer than two.
func CeilLog2(n int) int {
	if n < 2 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// Attendance returns the number of players by which the ruleset's tables are
// read: all entrants, the largest division (docs/rules/pokemon.md#pkm-23), or entrants of
// whom one with k awarded byes counts as 2^k players (MTR appendix E). Stand-ins and
// players who left before round 1 do not count.
func (r *Ruleset) Attendance(l *ledger.Ledger) int {
	total := 0
	divisions := map[int16]int{}
	for _, p := range l.Players {
		if p.StandIn || p.Absent || p.DroppedAfter == 0 {
			continue
		}
		weight := 1
		if r.Rounds.CountBy == "bye_weighted" {
			weight = 1 << min(bits.OnesCount64(p.ByeRounds), 10)
		}
		total += weight
		divisions[p.Division]++
	}
	if r.Rounds.CountBy != "largest_division" {
		return total
	}
	largest := 0
	for _, n := range divisions {
		largest = max(largest, n)
	}
	return largest
}

// DivisionMode returns how divisions of the given sizes play their Swiss rounds:
// "separate" if each has enough players, "modified" (together, own division first) if
// one has too few, "" if the ruleset has no divisions. Empty divisions are ignored
// (docs/rules/pokemon.md#pkm-88).
func (r *Ruleset) DivisionMode(sizes []int) string {
	if r.Divisions.MinSeparate == 0 {
		return ""
	}
	for _, n := range sizes {
		if n > 0 && n < r.Divisions.MinSeparate {
			return "modified"
		}
	}
	return "separate"
}

// LargestCut returns the largest cut that the ruleset allows for a division (or
// event) of n players by its share and shape, 0 if no cut of two fits
// (docs/rules/pokemon.md#pkm-27, PKM-29). Without such limits it is n.
func (r *Ruleset) LargestCut(n int) int {
	limit := n
	share := r.Advance.MaxShare
	if r.Advance.LargeFrom > 0 && n >= r.Advance.LargeFrom {
		share = r.Advance.LargeShare
	}
	if share.Sign() > 0 {
		limit = int(share.Mul(fraction.Int(int64(n))).Floor())
	}
	if r.Advance.PowerOfTwo && limit > 0 {
		limit = 1 << (bits.Len(uint(limit)) - 1)
	}
	if limit < 2 {
		return 0
	}
	return limit
}

// EqualCut returns the fixed places of the cut that also includes all players level on
// points with the last of them, and the most players it may have; ok is false if the
// ruleset has no such cut for n players.
func (r *Ruleset) EqualCut(n int) (places, most int, ok bool) {
	row, ok := findRow(r.Advance.Equal, n)
	if !ok || len(row.Cuts) == 0 {
		return 0, 0, false
	}
	return row.Cuts[0], r.Advance.EqualMax, true
}
