package standings

import (
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// outcome is how a round ended for a player.
type outcome int8

const (
	lost outcome = iota - 1
	drawn
	won
	nothing // an absence that is no loss
)

// entry is one player's round. The zero value with kind missing is a round in
// which the player had no part.
type entry struct {
	points  int64    // in units
	seats   [3]int32 // the others at the table
	n       uint8    // how many of seats are opponents in tiebreakers
	kind    uint8
	outcome outcome
}

// Kinds of entries.
const (
	missing uint8 = iota
	played
	bye
	absent
	forfeit
)

// history is what the counted rounds hold, by player.
type history struct {
	rs      *rules.Ruleset
	players []ledger.Player
	scorer  *Scorer
	after   int // last counted round
	finals  int // rounds of final tables among the counted ones

	rounds  []int   // numbers of the counted rounds
	entries []entry // player by player, len(rounds) each
	tallies []tally
}

// tally is what a player has collected.
type tally struct {
	points             int64 // in units
	pctPoints          int64 // in rounds that count for the own percentage
	gamePoints         int64 // in units
	wins, draws, loses int32 // record
	boardWins          int32 // wins of matches that were played
	pctRounds, rounds  int32 // rounds that count for the percentage; rounds with an entry
	pctHalves          int32 // twice the wins plus the draws in percentage rounds
	pctWins, pctLosses int32
	games              int32 // games played
	gameDiff           int32
	firsts, sessions   int32
	best               int64 // best session, in units
	rawDiff            int64
	byes               int32
}

// counts reports whether rounds of the stage enter the standings.
func counts(stage ledger.Stage) bool {
	return !rules.IsElimination(stage) && stage != ledger.Playoff
}

// newHistory reads the rounds of l up to round after.
func newHistory(l *ledger.Ledger, rs *rules.Ruleset, after int) *history {
	h := &history{rs: rs, players: l.Players, scorer: NewScorer(rs, l.Players), after: after}
	for i := range l.Rounds {
		if r := &l.Rounds[i]; int(r.Number) <= after && counts(r.Stage) {
			h.rounds = append(h.rounds, int(r.Number))
		}
	}
	h.entries = make([]entry, len(l.Players)*len(h.rounds))
	h.tallies = make([]tally, len(l.Players))
	at := 0
	for i := range l.Rounds {
		r := &l.Rounds[i]
		if int(r.Number) > after || !counts(r.Stage) {
			continue
		}
		if r.Stage == ledger.FinalTables {
			if h.finals == 0 {
				h.carryOver()
			}
			h.finals++
		}
		for j := range r.Matches {
			h.read(at, int(r.Number), &r.Matches[j])
		}
		at++
	}
	return h
}

// carryOver scales every total at the split (CHECKLIST RII-25).
func (h *history) carryOver() {
	if h.rs.Tables == nil {
		return
	}
	num, den, _ := h.rs.Tables.Carry.Parts()
	for i := range h.tallies {
		h.tallies[i].points = h.tallies[i].points * num / den
	}
}

// of returns the rounds of a player.
func (h *history) of(player int) []entry {
	n := len(h.rounds)
	return h.entries[player*n : (player+1)*n]
}

// dropped reports whether the player has left by the round: who took part in the
// last counted round and left after it counts as left.
func (h *history) dropped(player, round int) bool {
	d := h.players[player].DroppedAfter
	return d != ledger.Active && int(d) <= round
}

func (h *history) read(at, round int, m *ledger.Match) {
	if !m.Finished() {
		return
	}
	pts := h.scorer.score(round, m)
	winner := h.rs.Winner(m)
	n := int(m.N)
	if h.rs.Scoring.Mode == "wager" && m.Kind == ledger.Played {
		pts = h.wagered(m, winner)
	}
	for i, p := range m.Seats[:n] {
		e := &h.entries[int(p)*len(h.rounds)+at]
		t := &h.tallies[p]
		e.points = pts[i]
		t.points += pts[i]
		t.rounds++
		switch m.Kind {
		case ledger.Bye:
			h.readBye(e, t)
			continue
		case ledger.AssignedLoss:
			h.readAbsence(e, t)
			continue
		case ledger.Played, ledger.IntentionalDraw, ledger.Forfeit, ledger.DoubleLoss:
		}
		k := 0
		for j, q := range m.Seats[:n] {
			if j != i {
				e.seats[k] = q
				k++
			}
		}
		e.kind, e.n = played, uint8(k)
		if m.Kind == ledger.Forfeit {
			e.kind = forfeit
			if !h.rs.Forfeit.Opponent {
				e.n = 0
			}
		}
		switch {
		case winner == i:
			e.outcome = won
			t.wins++
			t.pctWins++
			t.pctHalves += 2
			if m.Kind == ledger.Played {
				t.boardWins++
			}
		case winner == ledger.None && m.Kind != ledger.DoubleLoss:
			e.outcome = drawn
			t.draws++
			t.pctHalves++
		default:
			e.outcome = lost
			t.loses++
			t.pctLosses++
		}
		t.pctPoints += pts[i]
		t.pctRounds++
		h.readGames(t, m, i)
	}
}

func (h *history) readBye(e *entry, t *tally) {
	b := &h.rs.Bye
	e.kind, e.outcome = bye, nothing
	t.byes++
	if b.CountsAsWin {
		e.outcome = won
		t.wins++
	}
	if b.InOwnPct {
		t.pctPoints += e.points
		t.pctRounds++
		t.pctWins++
		t.pctHalves += 2
	}
	if b.InOwnGames {
		t.addGames(h.scorer, b.Games)
	}
}

func (h *history) readAbsence(e *entry, t *tally) {
	e.kind, e.outcome = absent, nothing
	if h.rs.Absent.Loss {
		e.outcome = lost
		t.loses++
	}
	if h.rs.Absent.Round {
		t.pctPoints += e.points
		t.pctRounds++
		t.pctLosses++
	}
}

// readGames counts the games of a seat, and the table of a mahjong session.
func (h *history) readGames(t *tally, m *ledger.Match, seat int) {
	games := [3]int{}
	v := m.Result.V
	switch {
	case m.Kind == ledger.Forfeit:
		games = h.rs.Forfeit.Games
	case m.Result.Form == ledger.Games:
		games = [3]int{int(v[0]), int(v[1]), int(v[2])}
	case m.Result.Form == ledger.Unfinished && m.Kind == ledger.IntentionalDraw:
		id := h.rs.IDResult().V
		games = [3]int{int(id[0]), int(id[1]), int(id[2])}
	case m.Result.Form == ledger.Scores:
		t.addSession(h.scorer, m, seat)
		return
	default:
		if m.N == 2 {
			t.rawDiff += int64(v[seat]) - int64(v[1-seat])
		}
		return
	}
	if seat == 1 {
		games[0], games[1] = games[1], games[0]
	}
	t.addGames(h.scorer, games)
	t.rawDiff += int64(games[0] - games[1])
}

// addGames counts games from the player's side.
func (t *tally) addGames(s *Scorer, games [3]int) {
	t.games += int32(games[0] + games[1] + games[2])
	t.gameDiff += int32(games[0] - games[1])
	t.gamePoints += int64(games[0])*s.gameWin + int64(games[2])*s.gameDraw
}

// addSession counts first places (shared ones too) and keeps the best session.
func (t *tally) addSession(s *Scorer, m *ledger.Match, seat int) {
	first := true
	for _, v := range m.Result.V[:m.N] {
		if v > m.Result.V[seat] {
			first = false
		}
	}
	if first {
		t.firsts++
	}
	t.rawDiff += int64(m.Result.V[seat]) - s.rs.Tables.Start
	if pts := s.score(0, m)[seat]; t.sessions == 0 || pts > t.best {
		t.best = pts
	}
	t.sessions++
}

func (h *history) wagered(m *ledger.Match, winner int) [4]int64 {
	w := h.rs.Scoring.Wager
	before := make([]int64, m.N)
	for i, p := range m.Players() {
		before[i] = w.Start + h.tallies[p].points/h.scorer.unit
	}
	change := wager(w, before, winner)
	for i := range change {
		change[i] *= h.scorer.unit
	}
	return change
}
