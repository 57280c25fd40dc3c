package transfer

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// writeTRF writes a TRF16 file, or one of TRF-2026 where teams play on boards. With a template
// it keeps every line but those of the players, and of those the columns before the points.
func writeTRF(t *file.Tournament, to Target) ([]byte, []notice.Notice, error) {
	if sc := &t.GameRules().Scoring; !sc.Win.Equal(fraction.Int(1)) || !sc.Draw.Equal(fraction.New(1, 2)) || t.Rules.Seats.Max != 2 {
		return nil, nil, failed(finding("transfer.refused.game", "format", string(TRF)))
	}
	if t.Boards > 0 {
		return writeTRFTeams(t, to)
	}
	var lost []notice.Notice
	numbers, own := trfNumbers(t, 9999)
	if own > 0 {
		lost = append(lost, finding("transfer.missing.ids", "n", own))
	}
	rounds := trfRanked(t)
	if rounds < len(t.Ledger.Rounds) {
		lost = append(lost, finding("transfer.lost.elimination"))
	}
	table, err := standings.Compute(t.Ledger, t.Rules, standings.Options{After: rounds, Seed: t.SeedNumber()})
	if err != nil {
		return nil, nil, err
	}
	tails := make([]string, len(t.Players))
	cells := trfCells(t, rounds, numbers)
	if rounds == len(t.Ledger.Rounds) {
		trfComing(t, rounds, cells)
	}
	for i := range tails {
		rank := ""
		points := fraction.Fraction{}
		if row := table.Row(int32(i)); row != nil {
			rank, points = strconv.Itoa(row.Rank), row.Points
		}
		tails[i] = fmt.Sprintf("%4s %4s", points.Decimal(1), rank) + strings.TrimRight(strings.Join(cells[i], ""), " ")
	}
	if len(to.Template) > 0 {
		out, err := trfTemplate(t, to.Template, numbers, tails)
		return out, lost, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "012 %s\n062 %d\n092 Individual: %s\n", t.Name, len(t.Players), trfSystem(t))
	if t.RoundsPlanned > 0 {
		fmt.Fprintf(&b, "XXR %d\n", t.RoundsPlanned)
	}
	for i := range t.Players {
		rating := ""
		if r := t.Ledger.Players[i].Rating; r > 0 && r < 10_000 {
			rating = strconv.Itoa(int(r))
		}
		name := []rune(playerLabel(t, int32(i)))
		fmt.Fprintf(&b, "001 %4d      %-33s %4s%27s %s\n", numbers[i], string(name[:min(len(name), 33)]), rating, "", tails[i])
	}
	trfApart(&b, t, numbers)
	return []byte(b.String()), lost, nil
}

// trfApart writes who is not to be paired with each other.
func trfApart(b *strings.Builder, t *file.Tournament, numbers []int) {
	for _, a := range t.Ledger.Apart {
		if a.From == 0 && a.To == 0 {
			fmt.Fprintf(b, "XXP %4d %4d\n", numbers[a.A], numbers[a.B])
		} else {
			fmt.Fprintf(b, "260 %3d %3d %4d %4d\n", max(a.From, 1), cmp.Or(a.To, maxRounds), numbers[a.A], numbers[a.B])
		}
	}
}

// trfRanked returns how many rounds there are up to the last before an elimination.
func trfRanked(t *file.Tournament) int {
	rounds := 0
	for i := range t.Ledger.Rounds {
		if s := t.Ledger.Rounds[i].Stage; s == ledger.Swiss || s == ledger.RoundRobin {
			rounds = i + 1
		}
	}
	return rounds
}

// trfSystem names the way the rounds are paired.
func trfSystem(t *file.Tournament) string {
	switch robin := func(r ledger.Round) bool { return r.Stage == ledger.RoundRobin }; {
	case !slices.ContainsFunc(t.Ledger.Rounds, robin):
		return "Swiss-System"
	case slices.ContainsFunc(t.Stages.Stages, func(st stage.Stage) bool { return st.Kind == stage.RoundRobin && st.Twice }):
		return "Double Round-Robin"
	}
	return "Round-Robin"
}

// trfNumbers returns a start number for each player: the id if all ids are start
// numbers up to the highest, otherwise the place in the list.
func trfNumbers(t *file.Tournament, most int) (numbers []int, own int) {
	numbers = make([]int, len(t.Players))
	for i, p := range t.Players {
		n := number(p.ID)
		if n == 0 || n > most || strconv.Itoa(n) != p.ID {
			for j := range numbers {
				numbers[j] = j + 1
			}
			return numbers, len(t.Players)
		}
		numbers[i] = n
	}
	return numbers, 0
}

// trfComing adds the rounds to come that players sit out, as far as any is known.
func trfComing(t *file.Tournament, rounds int, cells [][]string) {
	last := rounds
	for _, lp := range t.Ledger.Players {
		last = max(last, bits.Len64(lp.Known(rounds))-1)
	}
	for i := range cells {
		lp := &t.Ledger.Players[i]
		for r := rounds + 1; r <= last; r++ {
			cell := strings.Repeat(" ", trfCell)
			switch {
			case lp.Out(r):
				cell = "  0000 - -"
			case lp.AwardedBye(r):
				cell = "  0000 - H"
			case lp.FullBye(r):
				cell = "  0000 - F"
			case lp.Away(r):
				cell = "  0000 - Z"
			}
			cells[i] = append(cells[i], cell)
		}
	}
}

// trfCells writes every player's rounds.
func trfCells(t *file.Tournament, rounds int, numbers []int) [][]string {
	out := make([][]string, len(t.Players))
	for i := range out {
		out[i] = make([]string, rounds)
		for k := range out[i] {
			if lp := &t.Ledger.Players[i]; lp.Out(k + 1) {
				out[i][k] = strings.Repeat(" ", trfCell)
			} else {
				out[i][k] = "  0000 - Z"
			}
		}
	}
	for k := range rounds {
		r := &t.Ledger.Rounds[k]
		for j := range r.Matches {
			m := &r.Matches[j]
			codes := trfCodes(t, t.Rules, m, k+1)
			for seat, p := range m.Players() {
				if m.N == 1 {
					out[p][k] = "  0000 - " + codes[:1]
					continue
				}
				out[p][k] = fmt.Sprintf("  %4d %c %c", numbers[m.Seats[1-seat]], "wb"[seat], codes[seat])
			}
		}
	}
	return out
}

// trfCodes returns the results of the first and the second player by the rules of the match.
func trfCodes(t *file.Tournament, rs *rules.Ruleset, m *ledger.Match, round int) string {
	switch m.Kind {
	case ledger.Bye:
		if t.Ledger.Players[m.Seats[0]].AwardedBye(round) {
			return "H"
		}
		return "U"
	case ledger.AssignedLoss, ledger.Elsewhere:
		return "Z"
	case ledger.Forfeit:
		return "+-"
	case ledger.DoubleLoss:
		if m.Result.Form != ledger.Unfinished {
			return "00"
		}
		return "--"
	case ledger.IntentionalDraw:
		return "=="
	case ledger.Played:
	}
	switch {
	case !m.Finished():
		return "**"
	case rs.Winner(m) == 0:
		return "10"
	case rs.Winner(m) == 1:
		return "01"
	}
	return "=="
}

// trfTemplate replaces the columns behind the birth date in the lines of the players.
func trfTemplate(t *file.Tournament, template []byte, numbers []int, tails []string) ([]byte, error) {
	byNumber := map[int]int{}
	for i, n := range numbers {
		byNumber[n] = i
	}
	var b strings.Builder
	seen := 0
	for line := range strings.Lines(string(template)) {
		text := strings.TrimRight(line, "\r\n")
		if !strings.HasPrefix(text, "001 ") || len(text) < trfPoints {
			b.WriteString(line)
			continue
		}
		i, ok := byNumber[number(strings.TrimSpace(text[trfNumber:trfNumber+4]))]
		if !ok {
			return nil, failed(finding("transfer.refused.template", "player", clip(text[:trfName])))
		}
		seen++
		head := text[:trfPoints]
		if r := []rune(text); len(r) != len(text) && len(r) > trfPoints {
			if byRunes := string(r[:trfPoints]); strings.HasSuffix(byRunes, " ") {
				head = byRunes
			}
		}
		b.WriteString(head + tails[i] + line[len(text):])
	}
	if seen != len(t.Players) {
		return nil, failed(finding("transfer.refused.template", "player", ""))
	}
	return []byte(b.String()), nil
}
