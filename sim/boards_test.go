package sim_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
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

// boardEvent is a smallEvent of matches on boards, of which some of the open ones are under way.
func boardEvent(rng *rand.Rand, boards, players, rounds int) *ledger.Ledger {
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
			switch rng.IntN(12) {
			case 0, 1, 2, 3:
				board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{2, int32(rng.IntN(2))}}
			case 4:
				board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{1, 1, 1}}
			case 5:
				board.Kind, board.Result = ledger.DoubleLoss, ledger.Result{Form: ledger.Games}
			default:
				continue
			}
			if left--; left == 0 {
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
		l := boardEvent(rng, rs.Boards, players, rounds)
		x := newTruth(rs, players)
		x.cut = cut
		x.tryOpen(t, l, more)
		proved, err := sim.Prove(sim.OddsConfig{Rules: rs, Ledger: l, Rounds: rounds + more, Cut: rules.Cut{Top: cut}, Player: -1})
		if err != nil {
			t.Fatal(err)
		}
		for p, fact := range proved.Facts {
			said[fact]++
			if !x.holds(p, fact) {
				t.Errorf("position %d, %s on %d boards, %d more rounds, cut of %d: crew %d is said to be %s, which is false: %v", i, rs.ID, rs.Boards, more, cut, p, fact, x.fate[p])
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

// exactly computes the chances of the cut of an event of which only rounds that are
// paired are left, or in which all can still only be paired in one way.
type exactly struct {
	t      testing.TB
	rs     *rules.Ruleset
	cut    int
	drawn  float64
	edge   func(a, b int32) float64
	rounds int
	chance []float64
	wanted func(m *ledger.Match, v [4]int32) bool // ends to look at; nil = all
	over   bool                                   // the round under way is
}

// play goes through the scores of the open matches of the last round from match i on.
func (x *exactly) play(l *ledger.Ledger, i int, chance float64) {
	last := &l.Rounds[len(l.Rounds)-1]
	if i == len(last.Matches) {
		x.next(l, chance)
		return
	}
	m := &last.Matches[i]
	if m.N < 2 || m.Finished() {
		x.play(l, i+1, chance)
		return
	}
	win := 0.5
	if x.edge != nil {
		win = 1 / (1 + math.Exp(-x.edge(m.Seats[0], m.Seats[1])))
	}
	ends := map[[4]int32]float64{}
	var board func(v [4]int32, left int, chance float64)
	board = func(v [4]int32, left int, chance float64) {
		if left == 0 {
			ends[v] += chance
			return
		}
		for seat, p := range [3]float64{(1 - x.drawn) * win, (1 - x.drawn) * (1 - win), x.drawn} {
			after := v
			after[seat]++
			board(after, left-1, chance*p)
		}
	}
	v, left := soFar(x.rs.Boards, numbered.Get(last.Boards, i+1), m)
	board(v, left, 1)
	for v, p := range ends {
		if x.wanted == nil || x.wanted(m, v) {
			m.Result = ledger.Result{Form: ledger.Games, V: v}
			x.play(l, i+1, chance*p)
		}
	}
	m.Result = ledger.Result{}
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
		l.Rounds, x.over = append(l.Rounds, round), true
		x.play(l, 0, chance)
		x.over = false
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
// are halfway played, and a third that can be paired in one way only.
func halfway(rng *rand.Rand, boards int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, 4)}
	for i := range l.Players {
		l.Players[i].DroppedAfter, l.Players[i].Rating = ledger.Active, int32(1400+rng.IntN(300))
	}
	l.Rounds = append(l.Rounds, crewRound(1, [2]int32{0, 1}, [2]int32{2, 3}), crewRound(2, [2]int32{0, 2}, [2]int32{1, 3}))
	list := boardScores(boards, boards)
	for i := range l.Rounds[0].Matches {
		l.Rounds[0].Matches[i].Result = ledger.Result{Form: ledger.Games, V: list[rng.IntN(len(list))]}
	}
	for _, m := range l.Rounds[1].Matches {
		var on numbered.List[ledger.Match]
		for b := range boards {
			board := ledger.Match{N: 2, Seats: m.Seats}
			if b < boards/2 {
				board.Result = ledger.Result{Form: ledger.Games, V: [][4]int32{{2, 1}, {0, 2}, {1, 1, 1}}[rng.IntN(3)]}
			}
			on = append(on, board)
		}
		l.Rounds[1].Boards = append(l.Rounds[1].Boards, on)
	}
	return l
}

// The chances of crews are those of every board to come being won, drawn and lost as likely
// as it is, all taken together: events of 4 crews on 2 to 4 boards, the second of three rounds
// halfway played, between equals and by ratings, and by each supposed result.
func TestBoardOddsAreExact(t *testing.T) {
	const trials = 8_000
	worst, cells := 0.0, 0
	for i := range max(*boardPositions/13, 3) {
		rng := rand.New(rand.NewPCG(uint64(i), 66))
		rs := onBoards(t, []string{"magic", "chess-casual", "lorcana"}[i%3], 2+i%3)
		l := halfway(rng, rs.Boards)
		cut := 1 + rng.IntN(3)
		for _, strength := range []sim.Strength{sim.StrengthEqual, sim.StrengthElo} {
			x := &exactly{t: t, rs: rs, cut: cut, drawn: 0.1, rounds: 3, chance: make([]float64, 4)}
			if strength == sim.StrengthElo {
				x.edge = func(a, b int32) float64 {
					return float64(l.Players[a].Rating-l.Players[b].Rating) * math.Ln10 / 400
				}
			}
			x.play(l.Clone(), 0, 1)
			c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: 3, Cut: rules.Cut{Top: cut}, DrawChance: 20, Strength: strength, Trials: trials, Player: -1}
			c.Seed[0] = byte(i)
			got := oddsOf(t, c)
			whatIf(t, x, c, int32(rng.IntN(4)))
			for p, want := range x.chance {
				have := got.Players[p].Cut.P
				off, limit := math.Abs(have-want), 4.5*math.Sqrt(want*(1-want)/trials)+1e-9
				if cells++; limit > 1e-6 {
					worst = max(worst, off/limit)
				}
				if off > limit {
					t.Errorf("%s on %d boards, %v, cut of %d: crew %d has %.4f, by all ends %.4f ± %.4f", rs.ID, rs.Boards, strength, cut, p, have, want, limit)
				}
			}
		}
	}
	t.Logf("%d chances; the largest difference is %.2f of what is allowed", cells, worst)
}

// whatIf holds the chances of a crew after each result of its match under way against all ends
// with that result; one that its boards do not allow any more is refused.
func whatIf(t *testing.T, x *exactly, c sim.OddsConfig, crew int32) {
	t.Helper()
	for _, word := range []string{sim.IfWin, sim.IfDraw, sim.IfLoss} {
		y := *x
		y.chance = make([]float64, len(x.chance))
		y.wanted = func(m *ledger.Match, v [4]int32) bool {
			seat := m.Seat(crew)
			if seat < 0 || y.over {
				return true
			}
			lead := v[seat] - v[1-seat]
			return word == sim.IfWin && lead > 0 || word == sim.IfDraw && lead == 0 || word == sim.IfLoss && lead < 0
		}
		y.play(c.Ledger.Clone(), 0, 1)
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
		if off, limit := math.Abs(have-want), 4.5*math.Sqrt(want*(1-want)/float64(c.Trials))+1e-9; off > limit {
			t.Errorf("%s on %d boards: crew %d has %.4f if %s, by all ends %.4f ± %.4f", c.Rules.ID, c.Rules.Boards, crew, have, word, want, limit)
		}
	}
}

// crewEvening returns an event of crews on boards under way.
func crewEvening(t *testing.T, ruleset string, set tournament.Settings, crews int) *evening {
	set.Crew = max(set.Crew, set.Boards)
	return begun(t, ruleset, set, crews)
}

// finishBoards enters results of so many boards of each match of the round under way.
func (e *evening) finishBoards(rng *rand.Rand, boards int) {
	e.t.Helper()
	r := len(e.snap.State.Rounds)
	for m, match := range numbered.All(e.snap.State.Rounds.At(r).Matches) {
		for b := range min(boards, len(match.Boards)) {
			text := []string{"2-0", "2-1", "1-2", "0-2", "1-1-1"}[rng.IntN(5)]
			e.do(&command.Correct{Round: r, Match: tournament.BoardNumber(m, b+1), Text: text})
		}
	}
}

// eachEnd goes through the scores of the open matches of a ledger, with how likely they are
// between equals of whom as many draw as in events of the game.
func eachEnd(rs *rules.Ruleset, l *ledger.Ledger, drawn float64, chance float64, call func(chance float64)) {
	at := 0
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			m := &l.Rounds[r].Matches[i]
			if m.N < 2 || m.Finished() {
				continue
			}
			if at++; at > 1 {
				continue
			}
			v, left := soFar(rs.Boards, numbered.Get(l.Rounds[r].Boards, i+1), m)
			defer func() { m.Result = ledger.Result{} }()
			for _, add := range append(boardScores(left, left), [4]int32{}) {
				if int(add[0]+add[1]+add[2]) != left {
					continue
				}
				p := 1.0
				for k, n := range []int32{add[0], add[1], add[2]} {
					for j := range n {
						p *= []float64{(1 - drawn) / 2, (1 - drawn) / 2, drawn}[k]
						p *= float64(j+1+map[int]int32{1: add[0], 2: add[0] + add[1]}[k]) / float64(j+1)
					}
				}
				m.Result = ledger.Result{Form: ledger.Games, V: [4]int32{v[0] + add[0], v[1] + add[1], v[2] + add[2]}}
				eachEnd(rs, l, drawn, chance*p, call)
			}
			return
		}
	}
	call(chance)
}

// A round robin of crews has the chances of all ends of its boards, those on record staying as
// they are, and no fact about it is false.
func TestBoardOddsOfARoundRobin(t *testing.T) {
	cells, said := 0, 0
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 77))
		set := eveningSettings(0, 0)
		set.Stages, set.Boards = stage.MustParse("roundrobin > single 2"), 2+int(seed%2)
		e := crewEvening(t, []string{"magic", "lorcana"}[seed/2], set, 4)
		e.pair()
		e.finishBoards(rng, set.Boards)
		e.pair()
		e.finishBoards(rng, 1)
		s := e.snap.State
		c, err := sim.Live(s)
		if err != nil {
			t.Fatal(err)
		}
		c.Trials = 4000
		res := oddsOf(t, c)
		want, can := make([]float64, 4), make([][2]bool, 4)
		l, _ := s.Scheduled()
		l = l.Clone()
		eachEnd(s.Rules, l, float64(c.DrawChance)/200, 1, func(chance float64) {
			then := s.With(l)
			table, err := then.Table(len(l.Rounds))
			if err != nil {
				t.Fatal(err)
			}
			on := then.Entering(table)
			for p := range want {
				in := slices.Contains(on, p+1)
				if in {
					want[p] += chance
				}
				can[p][0], can[p][1] = can[p][0] || in, can[p][1] || !in
			}
		})
		for p := range want {
			x := res.Players[p].Cut
			if off, limit := math.Abs(x.P-want[p]), 4.5*math.Sqrt(want[p]*(1-want[p])/float64(c.Trials))+0.004; off > limit {
				t.Errorf("event %d: crew %d has %.4f, by all ends %.4f ± %.4f", seed, p, x.P, want[p], limit)
			}
			if x.Fact == sim.Clinched && can[p][1] || x.Fact == sim.Eliminated && can[p][0] {
				t.Errorf("event %d: crew %d is said to be %s, which is false", seed, p, x.Fact)
			}
			if cells++; x.Fact != "" {
				said++
			}
		}
	}
	t.Logf("%d chances, %d facts", cells, said)
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
	e := crewEvening(t, "magic", set, 4)
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
