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
	nothing // an absence that is no loss, a bye that is no win
)

// index counts outcomes from 0, for arrays of four.
func (o outcome) index() int { return int(o-lost) & 3 }

// entry is one player's round. The zero value, with kind missing, is a round in which
// the player did not take part.
type entry struct {
	points  int64    // in units
	seats   [3]int32 // the others at the table
	n       uint8    // how many of seats are opponents in tiebreakers
	kind    uint8
	outcome outcome
	games   [3]uint8 // won, lost, drawn
}

// opponents returns the others at the table who are known, or ledger.None.
func (e *entry) opponents() []int32 {
	if e.kind == elsewhere {
		return nil
	}
	return e.seats[:e.n]
}

// Kinds of entries.
const (
	missing uint8 = iota
	played
	bye
	absent
	forfeit
	elsewhere
	open // a match without a result: it counts nowhere
)

// history holds the counted rounds by player. Matches are first written into entries,
// then each player's entries are added up: both passes access memory in order, which
// halves the time for a large field.
type history struct {
	rs      *rules.Ruleset
	rows    *ledger.Ledger // the ledger
	tbs     []criterion
	seed    uint64 // of the draw
	players []ledger.Player
	scorer  *Scorer
	after   int // last counted round
	finals  int // rounds of final tables among the counted ones

	rounds  []int   // numbers of the counted rounds
	entries []entry // player by player, len(rounds) each
	tallies []tally
	matches []int32 // numbers of the matches of entries, where crews play on boards
}

// tally is the sum of a player's entries.
type tally struct {
	points            int64 // in units
	pctPoints         int64 // in rounds that count for the own percentage
	gamePoints        int64 // in units
	best              int64 // best session, in units
	rawDiff           int64 // mahjong: table points over the start; MECCG, Netrunner: own minus theirs
	wins, draws, loss int32 // record
	boardWins         int32 // wins of matches that were played
	rounds            int32 // rounds with an entry
	pctRounds         int32 // rounds that count for the own percentage
	pctHalves         int32 // twice the wins plus the draws in them
	pctWins, pctLoss  int32
	games, gameDiff   int32
	gameWins          int32
	firsts, sessions  int32
	byes              int32
}

// counts reports whether rounds of the stage enter the standings.
func counts(stage ledger.Stage) bool {
	return !rules.IsElimination(stage) && stage != ledger.Playoff
}

// newHistory reads the rounds of l up to round after.
func newHistory(l *ledger.Ledger, rs *rules.Ruleset, tbs []criterion, after int, seed uint64) *history {
	h := &history{rs: rs, rows: l, tbs: tbs, seed: seed, players: l.Players, scorer: NewScorer(rs, l.Players), after: after}
	for i := range l.Rounds {
		r := &l.Rounds[i]
		if int(r.Number) > after || !counts(r.Stage) {
			continue
		}
		h.rounds = append(h.rounds, int(r.Number))
		if r.Stage == ledger.FinalTables {
			h.finals++
		}
	}
	h.entries = make([]entry, len(l.Players)*len(h.rounds))
	h.tallies = make([]tally, len(l.Players))
	var totals []int64 // wager scoring depends on them
	if w := rs.Scoring.Wager; w != nil {
		totals = make([]int64, len(l.Players))
		for i := range totals {
			totals[i] = w.Start
		}
	}
	for at, number := range h.rounds {
		matches := l.Rounds.At(number).Matches
		for i := range matches {
			h.read(at, number, &matches[i], totals)
		}
	}
	for p := range h.tallies {
		h.add(p)
	}
	h.findMatches()
	return h
}

// of returns the rounds of a player.
func (h *history) of(player int) []entry {
	n := len(h.rounds)
	return h.entries[player*n : (player+1)*n]
}

// dropped reports whether the player has left by the end of the round.
func (h *history) dropped(player, round int) bool {
	d := h.players[player].DroppedAfter
	return d != ledger.Active && int(d) <= round
}

// read writes a match into the entries of its players.
func (h *history) read(at, round int, m *ledger.Match, totals []int64) {
	if !m.Finished() || m.Kind == ledger.Elsewhere && m.Result.Form == ledger.Unfinished {
		if m.N > 1 || m.Against() != ledger.None {
			for _, p := range m.Players() {
				h.entries[int(p)*len(h.rounds)+at].kind = open
			}
		}
		return
	}
	if h.scorer.outcomes && m.Kind == ledger.Played && m.Result.Form == ledger.Games && !m.Result.HasWinner {
		h.readGames(at, m)
		return
	}
	winner := h.rs.Winner(m)
	pts := h.scorer.score(round, m, winner)
	if totals != nil {
		pts = h.wagered(m, winner, pts, totals)
	}
	games := h.gamesOf(m)
	n := int(m.N)
	for i, p := range m.Seats[:n] {
		e := &h.entries[int(p)*len(h.rounds)+at]
		e.points = pts[i]
		switch m.Kind {
		case ledger.Bye:
			e.kind, e.outcome = bye, h.byeOutcome(int(p), round, pts[i])
			continue
		case ledger.AssignedLoss:
			e.kind, e.outcome = absent, nothing
			if h.rs.Absent.Loss {
				e.outcome = lost
			}
			continue
		case ledger.Played, ledger.IntentionalDraw, ledger.Forfeit, ledger.DoubleLoss:
			if e.kind = played; m.Kind == ledger.Forfeit || !h.rs.Met(m) {
				e.kind = forfeit
			}
			if h.rs.Met(m) {
				e.n = uint8(n - 1)
			}
		case ledger.Elsewhere:
			e.kind = elsewhere
			if q := m.Against(); q != ledger.None {
				e.n, e.seats[0] = 1, q
			}
		}
		k := 0
		for j, q := range m.Seats[:n] {
			if j != i {
				e.seats[k] = q
				k++
			}
		}
		switch {
		case winner == i:
			e.outcome = won
		case winner != ledger.None || m.Kind == ledger.DoubleLoss:
			e.outcome = lost
		}
		e.games = games
		if i == 1 {
			e.games[0], e.games[1] = games[1], games[0]
		}
		if m.Result.Form != ledger.Games {
			h.addRaw(&h.tallies[p], m, i, pts[i])
		}
	}
}

// readGames is read for the most common match: two players, a score in games, plain
// points for the outcome. It takes half the time.
func (h *history) readGames(at int, m *ledger.Match) {
	// Results are as good as random, so branches on them would be mispredicted every
	// second time.
	v := &m.Result.V
	balance := outcome(flag(v[0] > v[1]) - flag(v[0] < v[1]))
	for i := range 2 {
		e := &h.entries[int(m.Seats[i])*len(h.rounds)+at]
		e.points, e.seats[0], e.n, e.kind, e.outcome = h.scorer.byOutcome[balance.index()], m.Seats[1-i], 1, played, balance
		e.games = [3]uint8{uint8(v[i]), uint8(v[1-i]), uint8(v[2])}
		balance = -balance
	}
}

// byeOutcome returns the outcome of a bye in the record. A bye requested beforehand and
// worth only a draw is a draw.
func (h *history) byeOutcome(player, round int, points int64) outcome {
	switch {
	case !h.rs.Bye.CountsAsWin:
		return nothing
	case len(h.scorer.awarded) > 0 && h.players[player].AwardedBye(round) && points < h.scorer.win:
		return drawn
	}
	return won
}

// gamesOf returns the games of a match that give game points.
func (h *history) gamesOf(m *ledger.Match) [3]uint8 {
	v := m.Result.V
	switch {
	case m.Kind == ledger.Forfeit:
		g := h.rs.Forfeit.Games
		return [3]uint8{uint8(g[0]), uint8(g[1]), uint8(g[2])}
	case m.Result.Form == ledger.Games:
	case m.Kind == ledger.IntentionalDraw && m.Result.Form == ledger.Unfinished:
		v = h.rs.IDResult().V
	default:
		return [3]uint8{}
	}
	return [3]uint8{uint8(v[0]), uint8(v[1]), uint8(v[2])}
}

// addRaw adds what the points are computed from: table points and first places of a
// mahjong session, including shared ones; marshalling points or reported points.
func (h *history) addRaw(t *tally, m *ledger.Match, seat int, points int64) {
	v := m.Result.V
	switch m.Result.Form {
	case ledger.Scores:
		first := true
		for _, x := range v[:m.N] {
			first = first && x <= v[seat]
		}
		if first {
			t.firsts++
		}
		if t.sessions == 0 || points > t.best {
			t.best = points
		}
		t.sessions++
		t.rawDiff += int64(v[seat]) - h.rs.Tables.Start
	case ledger.Marshalling, ledger.Points:
		t.rawDiff += int64(v[seat]) - int64(v[1-seat])
	case ledger.Unfinished, ledger.Games, ledger.Places:
	}
}

// add sums up the entries of a player. Outcomes are counted without branches, for
// the reason given at readGames.
func (h *history) add(p int) {
	t := &h.tallies[p]
	entries := h.of(p)
	split := len(entries) - h.finals
	var record, own [4]int32 // rounds and those of the own percentage, by outcome from lost on
	var ownPoints int64
	var games [3]int64
	for i := range entries {
		if i == split {
			h.carryOver(t)
		}
		e := &entries[i]
		if e.kind == missing || e.kind == open {
			continue
		}
		t.points += e.points
		record[e.outcome.index()]++
		switch e.kind {
		case bye:
			h.addBye(t, e)
			continue
		case absent:
			if h.rs.Absent.Round {
				t.pctRounds++
				t.pctPoints += e.points
				t.pctLoss++
			}
			continue
		case forfeit:
			t.boardWins -= int32(flag(e.outcome == won))
		}
		own[e.outcome.index()]++
		ownPoints += e.points
		games[0] += int64(e.games[0])
		games[1] += int64(e.games[1])
		games[2] += int64(e.games[2])
	}
	losses, draws, wins := own[lost.index()], own[drawn.index()], own[won.index()]
	t.loss, t.draws, t.wins = record[lost.index()], record[drawn.index()], record[won.index()]
	t.rounds = t.loss + t.draws + t.wins + record[nothing.index()]
	t.pctRounds += losses + draws + wins
	t.pctPoints += ownPoints
	t.pctHalves += 2*wins + draws
	t.pctWins += wins
	t.pctLoss += losses
	t.boardWins += wins
	t.addGames(h.scorer, games[0], games[1], games[2])
}

// carryOver scales the total at the split (docs/rules/riichi.md#rii-25).
func (h *history) carryOver(t *tally) {
	if h.finals > 0 && h.rs.Tables != nil {
		num, den, _ := h.rs.Tables.Carry.Parts()
		t.points = t.points * num / den
	}
}

func (h *history) addBye(t *tally, e *entry) {
	b := &h.rs.Bye
	t.byes++
	if b.InOwnPct {
		t.pctPoints += e.points
		t.pctRounds++
		t.pctWins++
		t.pctHalves += 2
	}
	if b.InOwnGames {
		t.addGames(h.scorer, int64(b.Games[0]), int64(b.Games[1]), int64(b.Games[2]))
	}
}

func (t *tally) addGames(s *Scorer, won, lost, drawn int64) {
	t.games += int32(won + lost + drawn)
	t.gameDiff += int32(won - lost)
	t.gameWins += int32(won)
	t.gamePoints += won*s.gameWin + drawn*s.gameDraw
}

// wagered returns the change of the totals by a match and applies it.
func (h *history) wagered(m *ledger.Match, winner int, pts [4]int64, totals []int64) [4]int64 {
	if m.Kind == ledger.Played {
		var before [4]int64
		for i, p := range m.Players() {
			before[i] = totals[p]
		}
		pts = wager(h.rs.Scoring.Wager, before[:m.N], winner)
		for i := range pts {
			pts[i] *= h.scorer.unit
		}
	}
	for i, p := range m.Players() {
		totals[p] += pts[i] / h.scorer.unit
	}
	return pts
}
