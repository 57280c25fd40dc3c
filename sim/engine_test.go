package sim_test

import (
	"encoding/hex"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/pairing"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

var (
	enginePositions = flag.Int("engine-positions", 6, "positions of TestOddsAgainstTheEngine")
	continuations   = flag.Int("continuations", 400, "continuations of each position of TestOddsAgainstTheEngine")
	engineFirst     = flag.Int("engine-first", 0, "number of the first position of TestOddsAgainstTheEngine")
)

// course plays an event on from a ledger, with the engine that pairs live rounds and the
// standings of package standings. The results are those that /odds supposes at its
// default settings: what is here is written from the package comment alone.
type course struct {
	c      sim.OddsConfig
	set    tournament.Settings
	rs     *rules.Ruleset
	start  *ledger.Ledger
	groups bool // divisions have places of their own
	agreed ledger.Result
}

// way is what became of the players on the way through one continuation.
type way struct {
	ended []bool  // a day ended without them
	early []int32 // who has an early place, in order
}

// playsOn reports whether a player takes part in the next round.
func (w *way) playsOn(l *ledger.Ledger, p int32) bool {
	q := &l.Players[p]
	return !q.Absent && !q.Disqualified && q.DroppedAfter == ledger.Active && !w.ended[p]
}

// ruled translates the ruleset's policy.
func (x *course) ruled(unit int64, sizes []int) pairing.Policy {
	p := pairing.Policy{PointUnit: unit, Bye: pairing.ByeLowestRanked, FirstRoundBye: pairing.ByeRandomAll}
	for _, name := range x.rs.Pairing.Hard {
		if name == "noRematch" {
			p.Hard = append(p.Hard, pairing.Rematches)
		}
	}
	for _, name := range x.rs.Pairing.Cost {
		if t, err := pairing.ParseTerm(name); err == nil && name != "random" {
			p.Cost = append(p.Cost, t)
		}
	}
	words := map[string]pairing.ByeRule{"lowest": pairing.ByeLowestRanked, "random_lowest": pairing.ByeRandomLowest, "random": pairing.ByeRandomAll}
	if r, ok := words[x.rs.Bye.Who]; ok {
		p.Bye = r
	}
	if r, ok := words[x.rs.Bye.FirstRound]; ok {
		p.FirstRoundBye = r
	}
	switch x.rs.DivisionMode(sizes) {
	case "separate":
		p.SeparateDivisions = true
	case "modified":
		if !slices.Contains(p.Cost, pairing.CrossDivision) {
			p.Cost = append([]pairing.Term{pairing.CrossDivision}, p.Cost...)
		}
	}
	return p
}

// input describes the field of the next round to the engine.
func (x *course) input(t testing.TB, l *ledger.Ledger, w *way, seed [32]byte, lots uint64) pairing.Input {
	round := len(l.Rounds) + 1
	table, err := standings.Compute(l, x.rs, standings.Options{After: len(l.Rounds), Seed: lots})
	if err != nil {
		t.Fatal(err)
	}
	unit := int64(1)
	for i := range table.Rows {
		if _, den, _ := table.Rows[i].Points.Parts(); den > unit {
			unit = den // 1 or 2 here
		}
	}
	rank, score := make([]int32, len(l.Players)), make([]int64, len(l.Players))
	for i := range table.Rows {
		p := table.Rows[i].Player
		rank[p], score[p] = int32(i+1), table.Rows[i].Points.Mul(fraction.Int(unit)).Floor()
	}
	sizes := make([]int, max(len(x.set.Divisions), 1))
	for i := range l.Players {
		if p := &l.Players[i]; !p.Absent && p.DroppedAfter != 0 {
			sizes[p.Division]++
		}
	}
	in := pairing.Input{Seed: seed, Round: round, Policy: x.ruled(unit, sizes)}
	had := make([]pairing.Player, len(l.Players))
	points := make([]int, len(l.Players)) // halves, before the round looked at
	for r := range l.Rounds {
		now := slices.Clone(points)
		for i := range l.Rounds[r].Matches {
			m := &l.Rounds[r].Matches[i]
			worth := standings.Score(x.rs, r+1, m)
			a := m.Seats[0]
			points[a] += int(worth[0].Mul(fraction.Int(2)).Floor())
			if m.Kind == ledger.Bye && !l.Players[a].AwardedBye(r+1) && !slices.Contains(w.early, a) {
				had[a].Byes++
			}
			if m.N != 2 {
				continue
			}
			b := m.Seats[1]
			points[b] += int(worth[1].Mul(fraction.Int(2)).Floor())
			had[a].Opponents, had[b].Opponents = append(had[a].Opponents, b+1), append(had[b].Opponents, a+1)
			if r < len(l.Rounds)-max(x.rs.Pairing.AvoidFloat, 1) || now[a] == now[b] {
				continue
			}
			if now[a] < now[b] {
				a, b = b, a
			}
			had[a].Floated |= pairing.FloatDown
			had[b].Floated |= pairing.FloatUp
		}
	}
	for i := range l.Players {
		p := &l.Players[i]
		if !w.playsOn(l, int32(i)) || round <= int(p.LateRounds) || p.Away(round) {
			continue
		}
		had[i].ID, had[i].Rank, had[i].Score, had[i].Division = int32(i+1), rank[i], score[i], int32(p.Division)
		in.Players = append(in.Players, had[i])
		if p.AwardedBye(round) || p.FullBye(round) || slices.Contains(w.early, int32(i)) {
			in.Byes = append(in.Byes, int32(i+1))
		}
	}
	return in
}

func single(kind ledger.Kind, p int32) ledger.Match {
	return ledger.Match{Kind: kind, N: 1, Seats: [4]int32{p, ledger.None, ledger.None, ledger.None}}
}

// pair adds the next round.
func (x *course) pair(t testing.TB, l *ledger.Ledger, w *way, rng *rand.Rand) {
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rng.Uint32())
	}
	in := x.input(t, l, w, seed, rng.Uint64())
	res, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	r := ledger.Round{Number: int16(in.Round)}
	for _, table := range res.Tables {
		r.Matches = append(r.Matches, ledger.Match{N: 2, Seats: [4]int32{table.A - 1, table.B - 1, ledger.None, ledger.None}})
	}
	for _, p := range res.Byes {
		r.Matches = append(r.Matches, single(ledger.Bye, p-1))
	}
	for i := range l.Players {
		if p := &l.Players[i]; p.DroppedAfter == ledger.Active && !p.Absent && (in.Round <= int(p.LateRounds) || p.Away(in.Round)) {
			r.Matches = append(r.Matches, single(ledger.AssignedLoss, int32(i)))
		}
	}
	l.Rounds = append(l.Rounds, r)
}

// reach is what a player has before the last round of the ledger, and the rounds that
// are still open.
type reach struct{ points, left float64 }

// finish ends the tables of the last round: two agree on a draw as in the package
// comment, and otherwise a match is drawn by time, or a coin decides it.
func (x *course) finish(l *ledger.Ledger, w *way, rng *rand.Rand) {
	round := &l.Rounds[len(l.Rounds)-1]
	left := x.c.Rounds - len(l.Rounds) + 1
	agreeing := map[int]bool{}
	if x.c.IDs == sim.IDsUsual && left <= 2 {
		agreeing = x.agreeing(l, w, left, rng)
	}
	for i := range round.Matches {
		m := &round.Matches[i]
		switch {
		case m.Finished():
		case agreeing[i]:
			m.Kind, m.Result = ledger.IntentionalDraw, x.agreed
		case rng.IntN(200) < int(x.c.DrawChance):
			m.Result = ledger.Result{Form: ledger.Games, V: [4]int32{1, 1, 1}}
			if x.rs.Match.Games == 1 {
				m.Result.V = [4]int32{0, 0, 1}
			}
		default:
			v := [4]int32{2, int32(rng.IntN(2))}
			if x.rs.Match.Games == 1 {
				v = [4]int32{1, 0}
			}
			if rng.IntN(2) == 0 {
				v[0], v[1] = v[1], v[0]
			}
			m.Result = ledger.Result{Form: ledger.Games, V: v}
		}
	}
}

// agreeing draws which open tables of the last round agree on a draw.
func (x *course) agreeing(l *ledger.Ledger, w *way, left int, rng *rand.Rand) map[int]bool {
	round := &l.Rounds[len(l.Rounds)-1]
	have := map[int32]*reach{}
	for i := range l.Players {
		if w.playsOn(l, int32(i)) && !slices.Contains(w.early, int32(i)) {
			have[int32(i)] = &reach{left: float64(left - 1)}
		}
	}
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			m := &l.Rounds[r].Matches[i]
			worth := standings.Score(x.rs, r+1, m)
			for seat, p := range m.Players() {
				switch h := have[p]; {
				case h == nil:
				case !m.Finished():
					h.left = float64(left)
				default:
					h.points += worth[seat].Float64()
				}
			}
		}
	}
	win, draw := x.rs.Scoring.Win.Float64(), x.rs.Scoring.Draw.Float64()
	out := map[int]bool{}
	for i := range round.Matches {
		m := &round.Matches[i]
		if m.Finished() {
			continue
		}
		certain, expected := true, 0.0
		for _, me := range m.Players() {
			other := m.Seats[0] + m.Seats[1] - me
			cut := x.c.Cut.Top - len(w.early)
			if x.groups {
				cut = x.c.Shape.Cuts[x.c.Shape.Of[me]].Top
			}
			if have[me] == nil || have[other] == nil {
				certain, expected = false, math.Inf(1)
				continue
			}
			mine, worst, ahead := have[me].points+float64(left)*draw, 0, 0.0
			for p, h := range have {
				if p == me || x.groups && x.c.Shape.Of[p] != x.c.Shape.Of[me] {
					continue
				}
				best := h.points + h.left*win
				if p == other {
					best += draw - win
				}
				if best > mine {
					worst++
				}
				for wins, ways := 0.0, 1.0; wins <= h.left; wins++ {
					end := h.points + wins*win
					chance := ways / math.Pow(2, h.left)
					if p == other {
						end, chance = h.points+float64(left)*draw, 1
					}
					if end > mine {
						ahead += chance
					} else if end == mine {
						ahead += chance / 2
					}
					if p == other {
						break
					}
					ways *= (h.left - wins) / (wins + 1)
				}
			}
			certain = certain && worst < cut
			if expected = max(expected, ahead/float64(cut)); cut == 0 {
				expected = math.Inf(1)
			}
		}
		switch {
		case certain || expected < 0.75:
			out[i] = rng.Float64() < 0.85
		case expected < 1:
			out[i] = rng.Float64() < 0.25
		}
	}
	return out
}

// play plays one event to its end and returns who makes the cut.
func (x *course) play(t testing.TB, rng *rand.Rand) (in []int32) {
	l, w := x.start.Clone(), &way{ended: make([]bool, len(x.start.Players))}
	copy(w.ended, x.c.Shape.Ended)
	for _, p := range x.c.Shape.Early {
		w.early = append(w.early, int32(p))
	}
	for {
		if len(l.Rounds) > 0 {
			x.finish(l, w, rng)
		}
		if len(l.Rounds) == x.c.Rounds {
			break
		}
		if len(l.Rounds) > 0 {
			x.settle(t, l, w, rng)
		}
		x.pair(t, l, w, rng)
	}
	for g := range max(len(x.c.Shape.Cuts), 1) {
		places, of := x.c.Cut.Top, w.early
		if x.groups {
			places = x.c.Shape.Cuts[g].Top
		}
		for _, p := range x.order(t, l, rng) {
			if w.playsOn(l, p) && !slices.Contains(w.early, p) && len(of) < places && (!x.groups || x.c.Shape.Of[p] == g) {
				of = append(of, p)
			}
		}
		if len(of) > 1 {
			in = append(in, of...)
		}
	}
	return in
}

// order ranks all players after the rounds of the ledger.
func (x *course) order(t testing.TB, l *ledger.Ledger, rng *rand.Rand) (order []int32) {
	table, err := standings.Compute(l, x.rs, standings.Options{After: len(l.Rounds), Seed: rng.Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	for i := range table.Rows {
		order = append(order, table.Rows[i].Player)
	}
	return order
}

// settle gives early places after a round, and ends a day.
func (x *course) settle(t testing.TB, l *ledger.Ledger, w *way, rng *rand.Rand) {
	order := x.order(t, l, rng)
	points := make([]float64, len(l.Players))
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			m := &l.Rounds[r].Matches[i]
			for seat, p := range m.Players() {
				points[p] += standings.Score(x.rs, r+1, m)[seat].Float64()
			}
		}
	}
	for _, p := range order {
		if lock := x.c.Cut.Lock; lock > 0 && points[p] >= float64(lock) && w.playsOn(l, p) && !slices.Contains(w.early, p) && len(w.early) < x.c.Cut.Top {
			w.early = append(w.early, p)
		}
	}
	for _, day := range x.c.Shape.Days {
		if day.Rounds != len(l.Rounds) {
			continue
		}
		on := 0
		for _, p := range order {
			if !w.playsOn(l, p) {
				continue
			}
			if on < day.Cut.Top || day.Cut.Points > 0 && points[p] >= float64(day.Cut.Points) {
				on++
			} else {
				w.ended[p] = true
			}
		}
	}
}

// somewhere returns a running event of a random size with byes had, awarded and to come, late
// entries, drops and divisions, at a random moment of its rounds.
func somewhere(t testing.TB, rng *rand.Rand) (*evening, string) {
	ruleset, divisions := "magic", []string(nil)
	sizes := []int{5 + rng.IntN(9)}
	switch rng.IntN(4) {
	case 0:
		ruleset = "lorcana"
	case 1:
		ruleset, divisions, sizes = "pokemon", []string{"junior", "masters"}, []int{6 + rng.IntN(4), 7 + rng.IntN(5)}
		if rng.IntN(2) == 0 {
			sizes[0] = 2 + rng.IntN(4)
		}
	}
	rounds := 3 + rng.IntN(2)
	open := rounds // in which players can still join
	set := eveningSettings(rounds, 2+2*rng.IntN(2), divisions...)
	switch kind := rng.IntN(4); {
	case kind == 0 && divisions == nil: // early places
		set.Stages = set.Stages.WithCut(stage.Entry{By: stage.Top, N: 2 + 2*rng.IntN(2), Lock: 3 * (1 + rng.IntN(2))})
	case kind == 1 || kind == 0: // a second day
		who := []stage.Entry{stage.TopN(sizes[0]), {By: stage.Points, N: 3, Least: 4}, {By: stage.Points, N: 3}}[rng.IntN(3)]
		set.Stages = set.Stages.WithRounds(rounds-1).WithSecond(who, 1+rng.IntN(2))
		open, rounds = rounds-1, rounds-1+set.Stages.Stages[1].Rounds
	}
	e := begun(t, ruleset, set, sizes...)
	n := len(e.snap.State.Players)
	if rng.IntN(3) == 0 {
		late := 1 + rng.IntN(2)
		e.do(&command.Change{Player: 1 + rng.IntN(n), Late: &late})
	}
	if rng.IntN(3) == 0 {
		out := []int{1 + rng.IntN(rounds)}
		sits := []command.Change{{Byes: out}, {Full: out}, {Away: out}}[rng.IntN(3)]
		sits.Player = 1 + rng.IntN(n)
		e.do(&sits)
	}
	for range 1 + rng.IntN(rounds-1) {
		e.pair()
		e.finish(rng, -1)
		s := e.snap.State
		if rng.IntN(4) == 0 && len(s.Rounds) < open {
			division := ""
			if divisions != nil {
				division = divisions[rng.IntN(2)]
			}
			name := fmt.Sprint("late ", len(s.Players))
			e.do(&command.Join{User: name, Name: name, Division: division, ByOrganiser: true})
		}
		if field := s.Field(); rng.IntN(3) == 0 && len(field) > 5 {
			e.do(&command.Drop{Player: field[rng.IntN(len(field))]})
		}
	}
	if len(e.snap.State.Rounds) < rounds && rng.IntN(2) == 0 {
		e.pair()
		e.finish(rng, rng.IntN(3))
	}
	return e, fmt.Sprintf("%s %v, %s, %d rounds paired", ruleset, sizes, set.Stages, len(e.snap.State.Rounds))
}

// pairsAlike holds the course's reading of a position against the engine of the running
// event: both pair the next round alike.
func (x *course) pairsAlike(t *testing.T, name string, e *evening) {
	t.Helper()
	s := e.snap.State
	if r := s.Current(); r != nil && r.Status != tournament.Done || len(s.Rounds) == x.c.Rounds {
		return
	}
	f := e.fork(1)
	f.do(&command.Pair{})
	after := f.snap.State
	var seed [32]byte
	if _, err := hex.Decode(seed[:], []byte(after.Preview.Seed)); err != nil {
		t.Fatal(err)
	}
	// Lots that decide a bye are drawn from another seed, so that only cases without
	// them can be compared: ranks are those of the running event.
	table, err := after.Table(len(after.Rounds))
	if err != nil {
		t.Fatal(err)
	}
	w := &way{ended: make([]bool, len(s.Players))}
	for n := range s.Players {
		w.ended[n] = !after.PlaysOn(n + 1)
	}
	for _, lock := range s.Locks {
		w.early = append(w.early, int32(lock.Player-1))
	}
	in := x.input(t, x.start, w, seed, 1)
	for i := range in.Players {
		for k := range table.Rows {
			if table.Rows[k].Player == in.Players[i].ID-1 {
				in.Players[i].Rank = int32(k + 1)
			}
		}
	}
	res, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	met := map[[2]int32]bool{}
	for _, table := range res.Tables {
		met[[2]int32{min(table.A, table.B) - 1, max(table.A, table.B) - 1}] = true
	}
	for _, m := range after.PreviewMatches {
		if m.N == 2 && !met[[2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}] {
			t.Errorf("%s: the running event has %d against %d, the course does not", name, m.Seats[0]+1, m.Seats[1]+1)
		}
	}
}

// TestOddsAgainstTheEngine prevents chances that the live engine would not bring about:
// with earlier byes, late entries, drops, divisions, early places and a second day,
// with divisions too, each chance is that of many continuations which the engine pairs.
// At full size:
//
//	go test ./sim -run TestOddsAgainstTheEngine -v -engine-positions 200 -continuations 20000 -timeout 2h
func TestOddsAgainstTheEngine(t *testing.T) {
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	var mu sync.Mutex
	worst, where, chances, kinds := 0.0, "", 0, map[string]int{}
	for i := range *enginePositions {
		i += *engineFirst
		e, name := somewhere(t, rand.New(rand.NewPCG(uint64(i), 12)))
		name = fmt.Sprintf("%d: %s", i, name)
		c, err := sim.Live(e.snap.State)
		if err != nil {
			continue // the rounds are over
		}
		x := &course{c: c, set: e.snap.State.Settings, rs: c.Rules, start: c.Ledger, groups: c.Shape.Cuts != nil, agreed: c.Rules.IDResult()}
		x.pairsAlike(t, name, e)
		for kind, is := range map[string]bool{
			"early places": c.Cut.Lock > 0, "early places taken": len(c.Shape.Early) > 0, "a day to come": len(c.Shape.Days) > 0,
			"divisions and a day to come": x.groups && len(c.Shape.Days) > 0, "divisions on the second day": x.groups && c.Shape.Ended != nil,
		} {
			if is {
				kinds[kind]++
			}
		}
		c.Trials = max(5**continuations, 2000)
		res, err := sim.Odds(t.Context(), c)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			made := make([]int, len(res.Players))
			rng := rand.New(rand.NewPCG(uint64(i), 77))
			for range *continuations {
				for _, p := range x.play(t, rng) {
					made[p]++
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for p := range made {
				want := float64(made[p]) / float64(*continuations)
				got := res.Players[p].Cut
				off := math.Abs(got.P - want)
				chances++
				if off > worst {
					worst, where = off, fmt.Sprintf("%s, player %d", name, p+1)
				}
				if got.Fact == sim.Clinched && want < 1 || got.Fact == sim.Eliminated && want > 0 {
					t.Errorf("%s, player %d is %s, but makes the cut in %.4f of the continuations", name, p+1, got.Fact, want)
				}
				if off > 0.02+enginePlay() {
					t.Errorf("%s, player %d: the chance is %.4f, %.4f of the continuations", name, p+1, got.P, want)
				}
			}
		})
	}
	wg.Wait()
	t.Logf("positions with %v; %d chances; the largest difference is %.4f (%s)", kinds, chances, worst, where)
}

// enginePlay returns what chance alone may add to a difference; nothing at full size.
func enginePlay() float64 {
	if *continuations >= 20_000 {
		return 0
	}
	return 4.5 * math.Sqrt(0.25/float64(*continuations))
}
