package sim_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

var boardPositions = flag.Int("board-positions", 40, "random positions of the tests of matches on boards")

// onBoards returns a ruleset of matches on so many boards without a lot at the end, so that
// those it would separate are level.
func onBoards(t testing.TB, id string, boards int) *rules.Ruleset {
	t.Helper()
	rs := *load(t, id).OfBoards(boards)
	rs.Ranking.Final = "shared"
	return &rs
}

// boardScores lists the scores of so many boards; fewer than all are where a board was lost by
// both.
func boardScores(boards, least int) (list [][4]int32) {
	for won := range boards + 1 {
		for lost := range boards + 1 - won {
			for drawn := range boards + 1 - won - lost {
				if n := won + lost + drawn; n >= least && n > 0 {
					list = append(list, [4]int32{int32(won), int32(lost), int32(drawn)})
				}
			}
		}
	}
	return list
}

// shortCrews returns how many members crews have, at least one of them fewer than there are
// boards.
func shortCrews(rng *rand.Rand, crews, boards int) []int {
	members := make([]int, crews)
	for i := range members {
		members[i] = 1 + rng.IntN(boards)
	}
	members[rng.IntN(crews)] = 1 + rng.IntN(boards-1)
	return members
}

// vacated returns the score with which a match begins of crews with so many members, and how
// many boards are played.
func vacated(boards, first, second int) (v [4]int32, played int) {
	for b := 1; b <= boards; b++ {
		switch {
		case b <= first && b <= second:
			played++
		case b <= first:
			v[0]++
		case b <= second:
			v[1]++
		}
	}
	return v, played
}

// vacate ends a board as tournament.State does if one of the crews, or both, have no member for
// it.
func vacate(board *ledger.Match, b int, members []int) {
	a, z := board.Seats[0], board.Seats[1]
	switch {
	case members == nil || b <= members[a] && b <= members[z]:
	case b > members[a] && b > members[z]:
		board.Kind, board.Result = ledger.DoubleLoss, ledger.Result{Form: ledger.Games}
	default:
		board.Kind, board.Result = ledger.Forfeit, ledger.Result{Form: ledger.Games, V: [4]int32{2}}
		if b > members[a] {
			board.Seats[0], board.Seats[1] = z, a
		}
	}
}

// boardEvent is a smallEvent of matches on boards, of which some of the open ones are under way.
// members is how many each crew has, nil if enough.
func boardEvent(rng *rand.Rand, boards, players, rounds int, members []int) *ledger.Ledger {
	var all []report
	for _, v := range boardScores(boards, boards) {
		all = append(all, report{result: ledger.Result{Form: ledger.Games, V: v}})
	}
	l := smallEvent(rng, all, players, rounds)
	last := &l.Rounds[len(l.Rounds)-1]
	last.Boards = make([]numbered.List[ledger.Match], len(last.Matches))
	for i, m := range numbered.All(last.Matches) {
		if m.N < 2 || m.Finished() {
			continue
		}
		list := make(numbered.List[ledger.Match], boards)
		left := boards
		for b := range numbered.All(list) {
			board := list.At(b)
			*board = ledger.Match{N: 2, Seats: m.Seats}
			if rng.IntN(2) == 0 {
				board.Seats[0], board.Seats[1] = board.Seats[1], board.Seats[0]
			}
			vacate(board, b, members)
			switch n := rng.IntN(12); {
			case board.Finished():
			case n < 4:
				board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{2, int32(rng.IntN(2))}}
			case n == 4:
				board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{1, 1, 1}}
			case n == 5:
				board.Kind, board.Result = ledger.DoubleLoss, ledger.Result{Form: ledger.Games}
			default:
				continue
			}
			if left--; left == 0 { // or the match would be over
				board.Kind, board.Result = ledger.Played, ledger.Result{}
			}
		}
		*last.Boards.At(i) = list
	}
	return l
}

// soFar returns the score of a match under way, and how many boards are left, counted here
// without what the simulator uses.
func soFar(boards int, list numbered.List[ledger.Match], m *ledger.Match) (v [4]int32, left int) {
	left = boards
	for b := range list {
		if !list[b].Finished() {
			continue
		}
		left--
		is := list[b].Result.V
		switch {
		case list[b].Kind == ledger.DoubleLoss:
		case is[0] == is[1]:
			v[2]++
		case (is[0] > is[1]) == (list[b].Seats[0] == m.Seats[0]):
			v[0]++
		default:
			v[1]++
		}
	}
	return v, left
}

// onRecord is reports for a match on boards of which some are over: of each outcome the
// scores with the most and the fewest boards, or all scores.
func (x *truth) onRecord(r *ledger.Round, i int, all bool) (list []report) {
	n := x.rs.Boards
	v, left := soFar(n, numbered.Get(r.Boards, i+1), &r.Matches[i])
	seen := map[int32]int{}
	for _, add := range append(boardScores(left, 0), [4]int32{}) {
		end := [4]int32{v[0] + add[0], v[1] + add[1], v[2] + add[2]}
		if end == [4]int32{} {
			continue // lost by both on every board
		}
		is := int32(0)
		if end[0] != end[1] {
			is = (end[0] - end[1]) / max(end[0]-end[1], end[1]-end[0])
		}
		if seen[is]++; all || seen[is] == 1 {
			list = append(list, report{result: ledger.Result{Form: ledger.Games, V: end}})
		}
	}
	return list
}

// No fact about crews is false: all ways are tried in which events of up to 6 crews with 2 to 4
// boards a match can end, from positions with matches under way, boards lost by both among them.
// In a third of them crews have fewer members than boards.
func TestBoardFactsAgainstBruteForce(t *testing.T) {
	found, there := 0, 0
	said := map[string]int{}
	for i := range *boardPositions {
		rng := rand.New(rand.NewPCG(uint64(i), 55))
		rs := onBoards(t, []string{"magic", "lorcana", "pokemon", "chess-casual", "flesh-and-blood"}[i%5], 2+rng.IntN(3))
		players, more := 3+rng.IntN(4), 0
		if rng.IntN(3) == 0 {
			players, more = 3+rng.IntN(2), 1
		}
		rounds, cut := 2+rng.IntN(2), 1+rng.IntN(players-1)
		var members []int
		if i/5%3 == 1 {
			members = shortCrews(rng, players, rs.Boards)
		}
		l := boardEvent(rng, rs.Boards, players, rounds, members)
		x := newTruth(rs, players)
		x.cut = cut
		x.tryOpen(t, l, more)
		proved, err := sim.Prove(sim.OddsConfig{Rules: rs, Ledger: l, Rounds: rounds + more, Cut: rules.Cut{Top: cut}, Members: members, Player: -1})
		if err != nil {
			t.Fatal(err)
		}
		for p, fact := range proved.Facts {
			said[fact]++
			if !x.holds(p, fact) {
				t.Errorf("position %d, %s on %d boards with members %v, %d more rounds, cut of %d: crew %d is said to be %s, which is false: %v", i, rs.ID, rs.Boards, members, more, cut, p, fact, x.fate[p])
			}
			if want := x.fact(p); want != "" && l.Players[p].DroppedAfter == ledger.Active {
				there++
				if fact == want {
					found++
				}
			}
		}
	}
	t.Logf("%d of %d facts found; said: %v", found, there, said)
	for _, fact := range []string{sim.Clinched, sim.Eliminated, sim.WinAndIn, sim.DrawAndIn} {
		if said[fact] == 0 {
			t.Errorf("no crew was ever %s", fact)
		}
	}
}

// exactly goes through all ends of an event of which only rounds that are paired are left, or in
// which all can still only be paired in one way, and adds up how likely each is.
type exactly struct {
	t       testing.TB
	rs      *rules.Ruleset
	cut     int
	drawn   float64
	edge    func(a, b int32) float64
	first   float64 // log-odds of who has the first side of a board
	members []int   // of each crew; nil = enough
	rounds  int
	chance  []float64
	wanted  func(m *ledger.Match, v [4]int32) bool // ends to look at; nil = all
	coming  bool                                   // the round is one that was not paired
	end     func(l *ledger.Ledger, chance float64)
	known   map[[2]int32]map[[4]int32]float64 // ends, by the two crews, who meet once
}

// play goes through the scores of the open matches, from match i of round r on, both from 0.
func (x *exactly) play(l *ledger.Ledger, r, i int, chance float64) {
	switch {
	case r == len(l.Rounds):
		x.end(l, chance)
		return
	case i == len(l.Rounds[r].Matches):
		x.play(l, r+1, 0, chance)
		return
	}
	m := &l.Rounds[r].Matches[i]
	if m.N < 2 || m.Finished() {
		x.play(l, r, i+1, chance)
		return
	}
	for v, p := range x.ends(m, numbered.Get(l.Rounds[r].Boards, i+1)) {
		m.Result = ledger.Result{Form: ledger.Games, V: v}
		x.play(l, r, i+1, chance*p)
	}
	m.Result = ledger.Result{}
}

// ends returns the wanted scores of a match, of which some boards may be on record. If its crews
// are too short for all that are wanted, they are those between full ones.
func (x *exactly) ends(m *ledger.Match, list numbered.List[ledger.Match]) map[[4]int32]float64 {
	if x.known == nil {
		x.known = map[[2]int32]map[[4]int32]float64{}
	}
	key := [2]int32{m.Seats[0], m.Seats[1]}
	if ends := x.known[key]; ends != nil {
		return ends
	}
	members := [2]int{x.rs.Boards, x.rs.Boards}
	if x.members != nil && len(list) == 0 {
		members = [2]int{x.members[m.Seats[0]], x.members[m.Seats[1]]}
	}
	ends := x.wantedOf(m, list, members)
	if len(ends) == 0 && len(list) == 0 {
		ends = x.wantedOf(m, list, [2]int{x.rs.Boards, x.rs.Boards})
	}
	x.known[key] = ends
	return ends
}

// wantedOf plays the boards of a match one after the other.
func (x *exactly) wantedOf(m *ledger.Match, list numbered.List[ledger.Match], members [2]int) map[[4]int32]float64 {
	ends := map[[4]int32]float64{}
	starters := []int{0} // who may have the first side on board 1
	if x.coming {
		starters = []int{0, 1}
	}
	for _, starter := range starters {
		var board func(b int, v [4]int32, chance float64)
		board = func(b int, v [4]int32, chance float64) {
			if b > x.rs.Boards {
				if chance > 0 && (x.wanted == nil || x.wanted(m, v)) {
					ends[v] += chance
				}
				return
			}
			won, lost, drawn := v, v, v
			won[0], lost[1], drawn[2] = won[0]+1, lost[1]+1, drawn[2]+1
			switch {
			case numbered.Has(list, b) && list.At(b).Finished(), b > members[0] && b > members[1]:
				board(b+1, v, chance)
			case b > members[0]:
				board(b+1, lost, chance)
			case b > members[1]:
				board(b+1, won, chance)
			default:
				win := x.win(m, (b%2 == 1) == (starter == 0))
				board(b+1, won, chance*(1-x.drawn)*win)
				board(b+1, lost, chance*(1-x.drawn)*(1-win))
				board(b+1, drawn, chance*x.drawn)
			}
		}
		v, _ := soFar(x.rs.Boards, list, m)
		board(1, v, 1/float64(len(starters)))
	}
	return ends
}

// win returns the chance of the first seat of a match to win a board that is not drawn, with the
// first side of it or without.
func (x *exactly) win(m *ledger.Match, first bool) float64 {
	edge := 0.0
	if x.edge != nil {
		edge = x.edge(m.Seats[0], m.Seats[1])
	}
	with, without := 1/(1+math.Exp(-edge-x.first)), 1/(1+math.Exp(-edge+x.first))
	switch {
	case len(x.rs.Seats.Sides) == 0:
		return (with + without) / 2
	case first:
		return with
	}
	return without
}

// next pairs the next round by the only pairing without a rematch, or ends the event.
func (x *exactly) next(l *ledger.Ledger, chance float64) {
	if len(l.Rounds) < x.rounds {
		met := map[[2]int32]bool{}
		for r := range l.Rounds {
			for _, m := range l.Rounds[r].Matches {
				met[[2]int32{m.Seats[0], m.Seats[1]}], met[[2]int32{m.Seats[1], m.Seats[0]}] = true, true
			}
		}
		round := ledger.Round{Number: int16(len(l.Rounds) + 1)}
		for a := range int32(len(l.Players)) {
			for b := range a {
				if !met[[2]int32{a, b}] {
					round.Matches = append(round.Matches, ledger.Match{N: 2, Seats: seats(b, a)})
				}
			}
		}
		l.Rounds, x.coming = append(l.Rounds, round), true
		x.play(l, len(l.Rounds)-1, 0, chance)
		x.coming = false
		l.Rounds = l.Rounds[:len(l.Rounds)-1]
		return
	}
	table, err := standings.Compute(l, x.rs, standings.Options{After: standings.All})
	if err != nil {
		x.t.Fatal(err)
	}
	ahead := 0
	for i := 0; i < len(table.Rows); {
		j := i
		for ; j < len(table.Rows) && table.Rows[j].Place == table.Rows[i].Place; j++ {
		}
		share := min(max(float64(x.cut-ahead)/float64(j-i), 0), 1)
		for k := i; k < j; k++ {
			x.chance[table.Rows[k].Player] += chance * share
		}
		ahead, i = j, j
	}
}

// crewRound returns a round of matches of crews, all of them open.
func crewRound(number int, pairs ...[2]int32) ledger.Round {
	r := ledger.Round{Number: int16(number)}
	for _, p := range pairs {
		r.Matches = append(r.Matches, ledger.Match{N: 2, Seats: seats(p[0], p[1])})
	}
	return r
}

// halfway returns an event of 4 crews with one round over and one under way, the boards of which
// are halfway played, and a third that can be paired in one way only. members is how many each
// crew has, nil if enough.
func halfway(rng *rand.Rand, boards int, members []int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, 4)}
	for i := range l.Players {
		l.Players[i].DroppedAfter, l.Players[i].Rating = ledger.Active, int32(1400+rng.IntN(300))
	}
	l.Rounds = append(l.Rounds, crewRound(1, [2]int32{0, 1}, [2]int32{2, 3}), crewRound(2, [2]int32{0, 2}, [2]int32{1, 3}))
	endRound(rng, &l.Rounds[0], boards)
	for _, m := range l.Rounds[1].Matches {
		if members != nil && rng.IntN(3) == 0 {
			l.Rounds[1].Boards = append(l.Rounds[1].Boards, nil) // nothing is known of them
			continue
		}
		var on numbered.List[ledger.Match]
		for b := range boards {
			board := ledger.Match{N: 2, Seats: m.Seats}
			if vacate(&board, b+1, members); !board.Finished() && b < (boards+1)/2 {
				board.Result = ledger.Result{Form: ledger.Games, V: [][4]int32{{2, 1}, {0, 2}, {1, 1, 1}}[rng.IntN(3)]}
			}
			on = append(on, board)
		}
		l.Rounds[1].Boards = append(l.Rounds[1].Boards, on)
	}
	return l
}

// endRound enters scores of a round at random.
func endRound(rng *rand.Rand, r *ledger.Round, boards int) {
	list := boardScores(boards, boards)
	for i := range r.Matches {
		r.Matches[i].Result = ledger.Result{Form: ledger.Games, V: list[rng.IntN(len(list))]}
	}
}

// The chances of crews are those of every board to come being won, drawn and lost as likely
// as it is, all taken together: events of 4 crews on 2 to 4 boards, the second of three rounds
// halfway played or over, between equals and by ratings, and by each supposed result. The first
// side of a board is an advantage, and in a third of the events crews have fewer members than
// boards.
func TestBoardOddsAreExact(t *testing.T) {
	worst, cells := 0.0, 0
	for i := range max(*boardPositions/6, 6) {
		rng := rand.New(rand.NewPCG(uint64(i), 66))
		rs := onBoards(t, []string{"magic", "chess-casual", "lorcana"}[i%3], 2+i%3)
		var members []int
		if i%3 == i/3%3 {
			members = shortCrews(rng, 4, rs.Boards)
		}
		l := halfway(rng, rs.Boards, members)
		over := l.Clone()
		endRound(rng, &over.Rounds[1], rs.Boards)
		over.Rounds[1].Boards = nil
		cut := 1 + rng.IntN(3)
		for _, strength := range []sim.Strength{sim.StrengthEqual, sim.StrengthElo} {
			for _, l := range []*ledger.Ledger{l, over} {
				x := &exactly{t: t, rs: rs, cut: cut, drawn: 0.1, first: math.Log(1.5), members: members, rounds: 3, chance: make([]float64, 4)}
				x.end = x.next
				if strength == sim.StrengthElo {
					x.edge = func(a, b int32) float64 {
						return float64(l.Players[a].Rating-l.Players[b].Rating) * math.Ln10 / 400
					}
				}
				x.play(l.Clone(), 0, 0, 1)
				c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: 3, Cut: rules.Cut{Top: cut}, Members: members, DrawChance: 20, PlayChance: 120, Strength: strength, Trials: 3_000, Player: -1}
				c.Seed[0] = byte(i)
				off, n := x.holds(c, oddsOf(t, c))
				worst, cells = max(worst, off), cells+n
				whatIf(t, x, c, int32(rng.IntN(4)))
			}
		}
	}
	t.Logf("%d chances; the largest difference is %.2f of what is allowed", cells, worst)
}

// holds compares estimates with the chances of all ends. It returns the largest difference, as a
// part of what is allowed, and how many it looked at.
func (x *exactly) holds(c sim.OddsConfig, got *sim.OddsResult) (worst float64, cells int) {
	x.t.Helper()
	for p, want := range x.chance {
		have := got.Players[p].Cut.P
		off, limit := math.Abs(have-want), 4.5*math.Sqrt(max(want*(1-want), 0)/float64(c.Trials))+1e-9
		if cells++; limit > 1e-6 {
			worst = max(worst, off/limit)
		}
		if off > limit {
			x.t.Errorf("%s on %d boards with members %v, round %d, %v, cut of %d: crew %d has %.4f, by all ends %.4f ± %.4f", x.rs.ID, x.rs.Boards, x.members, len(c.Ledger.Rounds), c.Strength, x.cut, p, have, want, limit)
		}
	}
	return worst, cells
}

// whatIf holds the chances of a crew after each result of its match under way, or of its next
// one, against all ends with that result; one that its boards do not allow any more is refused.
func whatIf(t *testing.T, x *exactly, c sim.OddsConfig, crew int32) {
	t.Helper()
	last := c.Ledger.Rounds.At(len(c.Ledger.Rounds))
	paired := slices.ContainsFunc(last.Matches, func(m ledger.Match) bool { return !m.Finished() })
	for _, word := range []string{sim.IfWin, sim.IfDraw, sim.IfLoss} {
		y := *x
		y.chance, y.known = make([]float64, len(x.chance)), nil
		y.end = y.next
		y.wanted = func(m *ledger.Match, v [4]int32) bool {
			seat := m.Seat(crew)
			return seat < 0 || y.coming == paired || supposes(word, v[seat]-v[1-seat])
		}
		y.play(c.Ledger.Clone(), 0, 0, 1)
		c.Player, c.If = crew, word
		res, err := sim.Odds(t.Context(), c)
		all := 0.0
		for _, p := range y.chance {
			all += p / float64(x.cut)
		}
		if all == 0 {
			if err == nil {
				t.Errorf("%s was supposed of crew %d, which its boards rule out", word, crew)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		have, want := res.WhatIf.Cut.P, y.chance[crew]/all
		if off, limit := math.Abs(have-want), 4.5*math.Sqrt(max(want*(1-want), 0)/float64(c.Trials))+1e-9; off > limit {
			t.Errorf("%s on %d boards with members %v, round %d, %v: crew %d has %.4f if %s, by all ends %.4f ± %.4f", c.Rules.ID, c.Rules.Boards, x.members, len(c.Ledger.Rounds), c.Strength, crew, have, word, want, limit)
		}
	}
}

// supposes reports whether a lead in boards is a result.
func supposes(word string, lead int32) bool {
	return word == sim.IfWin && lead > 0 || word == sim.IfDraw && lead == 0 || word == sim.IfLoss && lead < 0
}

// crewEvening returns an event of crews on boards under way, with so many members each; of one
// with none they are not known.
func crewEvening(t *testing.T, ruleset string, set tournament.Settings, members ...int) *evening {
	t.Helper()
	set.Crew = max(set.Crew, set.Boards)
	e := &evening{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: time.Unix(1_700_000_000, 0)}
	e.do(&command.Create{Guild: "g", Channel: "c", Settings: set, Ruleset: load(t, ruleset)}, &command.OpenRegistration{})
	for i, n := range members {
		captain := &command.Join{Name: fmt.Sprint("crew ", i), ByOrganiser: true}
		if n > 0 {
			captain.User = fmt.Sprint("u", i)
		}
		e.do(captain)
		for k := 1; k < n; k++ {
			mate := fmt.Sprintf("u%d-%d", i, k)
			e.do(&command.InviteMates{Player: i + 1, Mates: []command.Mate{{User: mate, Name: mate}}, ByOrganiser: true})
		}
	}
	e.do(&command.Start{KeepAll: true})
	return e
}

// finishBoards enters results of so many boards of each match of the round under way, as far as
// they have none.
func (e *evening) finishBoards(rng *rand.Rand, boards int) {
	e.t.Helper()
	r, texts := len(e.snap.State.Rounds), []string{"2-0", "2-1", "1-2", "0-2", "1-1-1"}
	if e.snap.State.BoardRules.Match.Games == 1 {
		texts = []string{"1-0", "0-1", "0-0-1"}
	}
	for m, match := range numbered.All(e.snap.State.Rounds.At(r).Matches) {
		for b, board := range numbered.All(match.Boards) {
			if b <= boards && !board.Confirmed {
				e.do(&command.Correct{Round: r, Match: tournament.BoardNumber(m, b), Text: texts[rng.IntN(len(texts))]})
			}
		}
	}
}

// dealsAs holds the boards that the event deals in its next round against what is said here of
// crews with so many members.
func (e *evening) dealsAs(members []int) {
	e.t.Helper()
	e.pair()
	r := len(e.snap.State.Rounds)
	for m, match := range numbered.All(e.snap.State.Ledger.Rounds.At(r).Matches) {
		a, b := members[match.Seats[0]], members[match.Seats[1]]
		want, played := vacated(e.snap.State.Rules.Boards, a, b)
		won, drawn, open := e.snap.State.BoardsSoFar(tournament.Place{Round: r, Match: m})
		if [4]int32{int32(won[0]), int32(won[1]), int32(drawn)} != want || open != played {
			e.t.Errorf("a match of crews of %d and %d begins with %v, %d drawn and %d open", a, b, won, drawn, open)
		}
	}
}

// In an event that the engine runs, crews without enough members have the chances of all ends in
// which they lose the last boards of the next round, as they then do; one whose members are not
// known plays all.
func TestOddsOfShortCrewsAreThoseOfTheirEvent(t *testing.T) {
	for i, ruleset := range []string{"magic", "chess-casual"} {
		rng := rand.New(rand.NewPCG(uint64(i), 88))
		set := eveningSettings(3, 2)
		set.Boards = 3
		e := crewEvening(t, ruleset, set, 3, 1, 2, 0)
		members := []int{3, 1, 2, 3}
		for range 2 {
			e.dealsAs(members)
			e.finishBoards(rng, 3)
		}
		c, err := sim.Live(e.snap.State)
		if err != nil {
			t.Fatal(err)
		}
		rs := *c.Rules
		rs.Ranking.Final = "shared"
		c.Rules, c.Trials = &rs, 3_000
		x := &exactly{t: t, rs: &rs, cut: 2, drawn: float64(c.DrawChance) / 200, members: members, rounds: 3, chance: make([]float64, 4)}
		x.end = x.next
		x.play(c.Ledger.Clone(), 0, 0, 1)
		x.holds(c, oddsOf(t, c))
		for crew := range int32(4) {
			whatIf(t, x, c, crew)
		}
		e.dealsAs(members)
	}
}

// A final is won by either crew, and a level one by the crew that has won on the higher boards:
// on two boards of which the first-named crew, or the other, has won one, the chances of both
// are those of what the engine makes of each end.
func TestALevelFinalGoesByItsBoards(t *testing.T) {
	for n := range 4 {
		board, text := 1+n%2, []string{"2-0", "0-2"}[n/2]
		rng := rand.New(rand.NewPCG(uint64(n), 99))
		set := eveningSettings(1, 2)
		set.Boards = 2
		e := crewEvening(t, "magic", set, 2, 2, 2, 2)
		e.pair()
		e.finishBoards(rng, 2)
		e.do(&command.MakeCut{})
		e.pair()
		r := len(e.snap.State.Rounds)
		e.do(&command.Correct{Round: r, Match: tournament.BoardNumber(1, board), Text: text})
		cfg := e.leagueOf(nil)
		cfg.Lines, cfg.Trials, cfg.Seed = []int{1}, 4000, 7
		odds, err := sim.Season(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int]float64{}
		for _, text := range []string{"2-0", "0-2"} { // none is drawn in a bracket
			f := e.fork(0)
			f.do(&command.Correct{Round: r, Match: tournament.BoardNumber(1, 3-board), Text: text})
			table := f.table(cfg)
			for i := range table.Rows {
				if table.Rows[i].Place == 1 {
					want[table.Rows[i].Member] += 0.5
				}
			}
		}
		for i := range odds.Members {
			p, is := odds.Members[i].Lines[0].P, want[odds.Members[i].Member]
			if limit := 4.5*math.Sqrt(max(is*(1-is), 0)/float64(cfg.Trials)) + 1e-9; math.Abs(p-is) > limit {
				t.Errorf("board %d won by %s: crew %d has %.4f, by all ends %.4f ± %.4f", board, text, odds.Members[i].Member, p, is, limit)
			}
		}
	}
}

// A round robin of crews has the chances of all ends of its boards, those on record staying as
// they are, also by each supposed result, and no fact about it is false. In a third of the
// events crews have fewer members than boards.
func TestBoardOddsOfARoundRobin(t *testing.T) {
	cells, said := 0, 0
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 77))
		set := eveningSettings(0, 0)
		set.Stages, set.Boards, set.Crew = stage.MustParse("roundrobin > single 2"), 2+int(seed%2), 3
		members := []int{3, 3, 3, 3}
		if seed > 3 {
			members = []int{1, 3, 2, 1}
		}
		e := crewEvening(t, []string{"magic", "lorcana"}[seed/2%2], set, members...)
		e.pair()
		e.finishBoards(rng, set.Boards)
		e.pair()
		e.finishBoards(rng, 1)
		s := e.snap.State
		c, err := sim.Live(s)
		if err != nil {
			t.Fatal(err)
		}
		c.Trials = 2000
		res := oddsOf(t, c)
		want, can := make([]float64, 4), make([][2]bool, 4)
		l, _ := rounds.Scheduled(s)
		l = l.Clone()
		x := &exactly{t: t, rs: s.Rules, drawn: float64(c.DrawChance) / 200, members: members}
		in := func(l *ledger.Ledger) []int {
			then := s.With(l)
			table, err := then.Table(len(l.Rounds))
			if err != nil {
				t.Fatal(err)
			}
			return then.Entering(table)
		}
		x.end = func(l *ledger.Ledger, chance float64) {
			on := in(l)
			for p := range want {
				if slices.Contains(on, p+1) {
					want[p] += chance
				}
				can[p][0], can[p][1] = can[p][0] || slices.Contains(on, p+1), can[p][1] || !slices.Contains(on, p+1)
			}
		}
		x.play(l, 0, 0, 1)
		for p := range want {
			x := res.Players[p].Cut
			if off, limit := math.Abs(x.P-want[p]), 4.5*math.Sqrt(max(want[p]*(1-want[p]), 0)/float64(c.Trials))+0.004; off > limit {
				t.Errorf("event %d: crew %d has %.4f, by all ends %.4f ± %.4f", seed, p, x.P, want[p], limit)
			}
			if x.Fact == sim.Clinched && can[p][1] || x.Fact == sim.Eliminated && can[p][0] {
				t.Errorf("event %d: crew %d is said to be %s, which is false", seed, p, x.Fact)
			}
			if cells++; x.Fact != "" {
				said++
			}
		}
		crew := int32(seed % 4)
		for _, word := range []string{sim.IfWin, sim.IfDraw, sim.IfLoss} {
			c.Player, c.If = crew, word
			next := nextOf(l, crew)
			all, into := 0.0, 0.0
			x.known = nil
			x.wanted = func(m *ledger.Match, v [4]int32) bool {
				seat := m.Seat(crew)
				return m != next || supposes(word, v[seat]-v[1-seat])
			}
			x.end = func(l *ledger.Ledger, chance float64) {
				if all += chance; slices.Contains(in(l), int(crew)+1) {
					into += chance
				}
			}
			x.play(l, 0, 0, 1)
			res, err := sim.Odds(t.Context(), c)
			switch {
			case all == 0 && err == nil:
				t.Errorf("event %d: %s was supposed of crew %d, which its boards rule out", seed, word, crew)
			case all == 0:
				continue
			case err != nil:
				t.Fatal(err)
			}
			p := into / all
			if off, limit := math.Abs(res.WhatIf.Cut.P-p), 4.5*math.Sqrt(max(p*(1-p), 0)/float64(c.Trials))+0.004; off > limit {
				t.Errorf("event %d: crew %d has %.4f if %s, by all ends %.4f ± %.4f", seed, crew, res.WhatIf.Cut.P, word, p, limit)
			}
		}
	}
	t.Logf("%d chances, %d facts", cells, said)
}

// nextOf returns the first open match of a crew.
func nextOf(l *ledger.Ledger, crew int32) *ledger.Match {
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			if m := &l.Rounds[r].Matches[i]; !m.Finished() && m.Seat(crew) >= 0 {
				return m
			}
		}
	}
	return nil
}

// A match that its boards have decided is decided in facts: of four crews the one with the match
// won that puts it out of reach is in, with a board still open.
func TestDecidedMatchesAreDecided(t *testing.T) {
	rs := onBoards(t, "magic", 3)
	l := &ledger.Ledger{Players: make([]ledger.Player, 4)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	l.Rounds = []ledger.Round{crewRound(1, [2]int32{0, 1}, [2]int32{2, 3}), crewRound(2, [2]int32{0, 2}, [2]int32{1, 3})}
	l.Rounds[0].Matches[0].Result = ledger.Result{Form: ledger.Games, V: [4]int32{2, 1}}
	l.Rounds[0].Matches[1].Result = ledger.Result{Form: ledger.Games, V: [4]int32{2, 1}}
	facts := func(won int) []string {
		boards := make(numbered.List[ledger.Match], 3)
		for b := range boards {
			if boards[b] = (ledger.Match{N: 2, Seats: seats(2, 0)}); b < won { // crew 0 sits second
				boards[b].Result = ledger.Result{Form: ledger.Games, V: [4]int32{0, 2}}
			}
		}
		l.Rounds[1].Boards = []numbered.List[ledger.Match]{boards}
		p, err := sim.Prove(sim.OddsConfig{Rules: rs, Ledger: l, Rounds: 2, Cut: rules.Cut{Top: 1}, Player: -1})
		if err != nil {
			t.Fatal(err)
		}
		return p.Facts
	}
	if got := facts(1); got[0] != sim.WinAndIn || got[2] != sim.WinAndIn {
		t.Errorf("with one board won: %v", got)
	}
	if got := facts(2); got[0] != sim.Clinched || got[2] != sim.Eliminated || got[3] != sim.Eliminated {
		t.Errorf("with two boards won of three: %v", got)
	}
}

// A report of a board that waits counts in estimates, and in no fact.
func TestReportedBoardsCount(t *testing.T) {
	set := eveningSettings(1, 2)
	set.Boards = 2
	e := crewEvening(t, "magic", set, 1, 1, 1, 1)
	e.pair()
	m := e.snap.State.Ledger.Rounds[0].Matches[0]
	e.do(&command.ReportResult{Round: 1, Match: tournament.BoardNumber(1, 1), Player: int(m.Seats[0]) + 1, Text: "2-0"}) // no member sits at board 2
	c, err := sim.Live(e.snap.State)
	if err != nil {
		t.Fatal(err)
	}
	c.Trials = 500
	if x := oddsOf(t, c).Players[m.Seats[0]].Cut; x.P != 1 || x.Fact != sim.WinAndIn {
		t.Errorf("who is reported to have won the board has %v and is %q", x.P, x.Fact)
	}
}
