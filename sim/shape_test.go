package sim_test

import (
	"flag"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var everySize = flag.Bool("every-size", false, "divisions of every size in TestPKM19_OddsOfDivisionsTogether, not of one only")

var chainEvenings = flag.Int("chain-evenings", 0, "evenings of each moment of TestOddsOfChains, of every round; 0 = a few of one round")

// evening is an event in the live engine.
type evening struct {
	t    testing.TB
	snap *tournament.Snapshot
	now  time.Time
	n    int
}

// begun starts an event whose players enter the divisions in turn, the first named
// ones until they have as many as sizes says.
func begun(t testing.TB, ruleset string, set tournament.Settings, sizes ...int) *evening {
	t.Helper()
	e := &evening{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: time.Unix(1_700_000_000, 0)}
	e.do(&command.Create{Guild: "g", Channel: "c", Settings: set, Ruleset: load(t, ruleset)}, &command.OpenRegistration{})
	for d, size := range sizes {
		division := ""
		if len(set.Divisions) > 0 {
			division = set.Divisions[d]
		}
		for i := range size {
			name := fmt.Sprintf("u%d-%d", d, i)
			e.do(&command.Join{User: name, Name: name, Division: division, ByOrganiser: true})
		}
	}
	e.do(&command.Start{KeepAll: true})
	return e
}

func (e *evening) do(cs ...command.Command) {
	e.t.Helper()
	for _, c := range cs {
		e.n++
		e.now = e.now.Add(time.Second)
		next, _, err := command.Decide(e.snap, command.Request{Actor: tournament.Actor{User: "organiser", Name: "Organiser"}, Cause: fmt.Sprint("i", e.n), Command: c}, e.now)
		if err != nil {
			e.t.Fatalf("%T: %v", c, err)
		}
		e.snap = next
	}
}

func (e *evening) pair() {
	e.t.Helper()
	e.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
}

// finish enters results at random, of the given number of tables (-1 = all).
func (e *evening) finish(rng *rand.Rand, tables int) {
	e.t.Helper()
	r := len(e.snap.State.Rounds)
	for i, m := range e.snap.State.Blocking(r) {
		if i != tables {
			e.do(&command.Correct{Round: r, Match: m, Text: []string{"2-0", "2-1", "1-2", "0-2"}[rng.IntN(4)]})
			continue
		}
		return
	}
}

// fork returns the same moment with other secrets, so that other pairings follow.
func (e *evening) fork(i int) *evening {
	state, book := *e.snap.State, *e.snap.Book
	book.Secret = []byte(fmt.Sprintf("%032d", i))
	state.Commitment = fmt.Sprint("fork ", i)
	f := *e
	f.snap = &tournament.Snapshot{State: &state, Book: &book, Log: e.snap.Log}
	return &f
}

// playOn plays to the cut, or to the end of the rounds where there is none, and returns
// who made it, and who entered the next stage.
func (e *evening) playOn(rng *rand.Rand) (cut, dayTwo []int) {
	begun := len(e.snap.State.Stages)
	for {
		s := e.snap.State
		switch {
		case s.Elimination() != nil:
			return s.Elimination().Players, dayTwo
		case len(s.Stages) > begun && dayTwo == nil:
			dayTwo = s.Stages[begun].Players
		}
		if r := s.Current(); r != nil && r.Status != tournament.Done {
			e.finish(rng, -1)
			continue
		}
		if s.RoundsOver() {
			if s.CutSize() == 0 {
				return nil, dayTwo
			}
			e.do(&command.MakeCut{})
			continue
		}
		e.pair()
	}
}

func eveningSettings(rounds, cut int, divisions ...string) tournament.Settings {
	s := tournament.DefaultSettings("Friday Night")
	s.Stages, s.Decks, s.Divisions = s.Stages.WithRounds(rounds), tournament.DecksOptional, divisions
	s.AutoAdvance, s.CheckInMinutes = false, 0
	s.Stages = s.Stages.WithCut(stage.Entry{})
	if cut > 0 {
		s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: cut})
	}
	return s
}

// sees compares the odds of a moment with many evenings that the live engine plays
// on from it.
func (e *evening) sees(name string, evenings int) *sim.OddsResult {
	e.t.Helper()
	c, err := sim.Live(e.snap.State)
	if err != nil {
		e.t.Fatalf("%s: %v", name, err)
	}
	c.Trials, c.DrawChance, c.IDs = 20*evenings, 0, sim.IDsOff // finish enters no draws
	res, err := sim.Odds(e.t.Context(), c)
	if err != nil {
		e.t.Fatalf("%s: %v", name, err)
	}
	n := len(e.snap.State.Players)
	cut, dayTwo := make([]int, n), make([]int, n)
	for i := range evenings {
		in, on := e.fork(i).playOn(rand.New(rand.NewPCG(uint64(i), 77)))
		for _, p := range in {
			cut[p-1]++
		}
		for _, p := range on {
			dayTwo[p-1]++
		}
	}
	near := 4.5 * math.Sqrt(0.25/float64(evenings))
	worst := 0.0
	check := func(what string, p int, got sim.CutOdds, count int) {
		want := float64(count) / float64(evenings)
		worst = max(worst, math.Abs(got.P-want))
		if math.Abs(got.P-want) > near || got.Fact == sim.Clinched && want < 1 || got.Fact == sim.Eliminated && want > 0 {
			e.t.Errorf("%s, player %d: the chance of %s is %.3f (%s), %.3f of the evenings in the live engine", name, p+1, what, got.P, got.Fact, want)
		}
	}
	for p := range n {
		if e.snap.State.CutSize() > 0 {
			check("the cut", p, res.Players[p].Cut, cut[p])
		}
		if x := res.Players[p].DayTwo; x != nil {
			check("the second day", p, *x, dayTwo[p])
		}
	}
	e.t.Logf("%s: the largest difference is %.3f, %.3f allowed", name, worst, near)
	return res
}

// sums compares the chances of groups with their places.
func sums(t *testing.T, name string, res *sim.OddsResult, want ...float64) {
	t.Helper()
	got := make([]float64, max(len(res.Groups), 1))
	for _, p := range res.Players {
		got[p.Group] += p.Cut.P
	}
	for g := range got {
		if math.Abs(got[g]-want[g]) > 1e-6 {
			t.Errorf("%s: the chances of group %d sum to %.4f, want %v", name, g, got[g], want[g])
		}
	}
}

// Divisions that play apart (docs/rules/pokemon.md#pkm-17), and those that play together
// with the own division first (PKM-19, PKM-20), have the odds of their own cut.
func TestPKM17_OddsByDivision(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	e := begun(t, "pokemon-2009", eveningSettings(3, 2, "junior", "senior", "masters"), 8, 0, 9)
	e.pair()
	e.finish(rng, -1)
	e.pair()
	e.finish(rng, 2)
	res := e.sees("apart", 200)
	sums(t, "apart", res, 2, 0, 2)
	if res.Groups[2].Name != "masters" || res.Groups[2].Cut.Top != 2 || !res.Groups[1].Cut.IsZero() || res.Players[16].Group != 2 {
		t.Errorf("groups %+v, the last player is in %d", res.Groups, res.Players[14].Group)
	}
}

func TestPKM19_OddsOfDivisionsTogether(t *testing.T) {
	for i, sizes := range [][]int{{4, 0, 9}, {5, 3, 8}, {3, 0, 8}, {5, 0, 12}, {4, 8, 8}} {
		if i > 0 && !*everySize {
			break
		}
		name := fmt.Sprint("together ", sizes)
		rng := rand.New(rand.NewPCG(2, uint64(i)))
		e := begun(t, "pokemon-2009", eveningSettings(4, 2, "junior", "senior", "masters"), sizes...)
		e.pair()
		e.finish(rng, -1)
		e.pair()
		e.finish(rng, 2)
		if res := e.sees(name, 150); len(res.Notes) > 0 {
			t.Errorf("%s: small divisions are paired as the bot does it, but the answer notes %q", name, res.Notes)
		}
	}
	c, err := sim.Live(begun(t, "pokemon-2009", eveningSettings(4, 2, "junior", "senior", "masters"), 5, 0, 40).snap.State)
	if err != nil || len(c.Shape.Notes) == 0 || !strings.Contains(english(c.Shape.Notes[0]), "nearly as the bot does") {
		t.Errorf("of large divisions nothing says that the pairings are approximate: %q, %v", c.Shape.Notes, err)
	}
}

// docs/rules/pokemon.md#pkm-66, PKM-77: rounds inside the flight, and the same number
// of each flight.
func TestPKM77_OddsByFlight(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	e := begun(t, "pokemon-2009", eveningSettings(0, 8, "masters"), 64)
	e.do(&command.SplitFlights{Flights: 2})
	for range 4 {
		e.pair()
		e.finish(rng, -1)
	}
	e.pair()
	e.finish(rng, 20)
	res := e.sees("flights", 80)
	sums(t, "flights", res, 4, 4)
	if g := res.Groups[1]; g.Name != "masters, flight 2" || english(g.Title) != "masters, flight 2" {
		t.Errorf("the second group is %q, for people %q", g.Name, english(g.Title))
	}
}

// docs/rules/magic.md#mtg-55: the rounds of a draft inside a pod, or across pods after
// the first; one cut for all.
func TestMTG55_OddsOfADraft(t *testing.T) {
	for _, cross := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(4, 4))
		set := eveningSettings(3, 4)
		if set.Stages = stage.MustParse("draft > swiss 3 > single 4"); cross {
			set.Stages = stage.MustParse("draft > swiss 3 across > single 4")
		}
		e := begun(t, "magic", set, 13)
		if _, err := sim.Live(e.snap.State); err == nil || !strings.Contains(fault(err), "seats of the draft") {
			t.Errorf("before the seats are drawn: %v", err)
		}
		e.do(&command.SeatDraft{}, &command.OpenPack{First: true}, &command.OpenPack{}, &command.OpenPack{}, &command.BuildDecks{})
		e.sees(fmt.Sprintf("draft before round 1, across pods %v", cross), 150)
		e.pair()
		e.finish(rng, -1)
		e.pair()
		e.finish(rng, 3)
		res := e.sees(fmt.Sprintf("draft in round 2, across pods %v", cross), 200)
		sums(t, "draft", res, 4)
	}
}

// docs/rules/lorcana.md#lor-40: the chance to play on after the first day, and of the cut
// after the second; by points, by places, by both, and without a cut.
func TestLOR40_OddsOverTwoDays(t *testing.T) {
	for _, x := range []struct {
		who         stage.Entry
		rounds, cut int
	}{
		{stage.Entry{By: stage.Points, N: 6}, 2, 2},
		{stage.TopN(5), 1, 4},
		{stage.Entry{By: stage.Points, N: 9, Least: 4}, 2, 0},
	} {
		set := eveningSettings(3, x.cut)
		set.Stages = set.Stages.WithSecond(x.who, x.rounds)
		rng := rand.New(rand.NewPCG(5, 5))
		e := begun(t, "magic", set, 12)
		for range 2 {
			e.pair()
			e.finish(rng, -1)
		}
		e.pair()
		e.finish(rng, 2)
		name := x.who.String()
		res := e.sees(name, 200)
		sums(t, name, res, float64(x.cut))
		if x.who.By == stage.Top {
			on := 0.0
			for _, p := range res.Players {
				on += p.DayTwo.P
			}
			if math.Abs(on-5) > 1e-6 {
				t.Errorf("%s: %.4f players play on", name, on)
			}
		}
		e.finish(rng, -1) // the first day is over, the second not begun
		res = e.sees(name+", after the first day", 100)
		for p, o := range res.Players {
			if o.DayTwo.P > 0 && o.DayTwo.P < 1 && x.who.By == stage.Points && x.who.Least == 0 {
				t.Errorf("%s: player %d plays on with a chance of %v although the first day is over", name, p+1, o.DayTwo.P)
			}
		}
		if x.cut == 0 {
			continue
		}
		e.pair()
		e.finish(rng, 1)
		if res = e.sees(name+", on the second day", 100); res.Players[0].DayTwo != nil {
			t.Errorf("%s: the first day is over, but the result has %v", name, res.Players[0].DayTwo)
		}
	}
}

// Chains of Swiss stages with every kind of entry, with groups
// and pods that end with a stage, divisions and early places, have the chances that the
// live engine brings about. At every moment, with many evenings:
//
//	go test ./sim -run TestOddsOfChains -v -chain-evenings 2000
func TestOddsOfChains(t *testing.T) {
	for i, x := range []struct {
		game, chain string
		divisions   []string
		sizes       []int
	}{
		{"lorcana", "swiss 5 > single 4 lock 9", nil, []int{13}},
		{"magic", "swiss 3 > top 8 swiss 2 > single 4 lock 9", nil, []int{14}},
		{"yugioh", "swiss 4 > single 4 lock 6", nil, []int{11}},
		{"pokemon-2009", "swiss 3 > top 10 swiss 2 > single 2", []string{"junior", "masters"}, []int{8, 9}},
		{"pokemon-2009", "swiss 3 > points 6 min 6 swiss 1 > single 2", []string{"junior", "masters"}, []int{4, 10}},
		{"magic", "swiss 2 > equal 6 max 9 swiss 1 > top 4 swiss 1 > single 2", nil, []int{12}},
		{"magic", "groups 2 swiss 2 > top 6 swiss 2 > single 2", nil, []int{11}},
		{"magic", "groups 2 swiss 2 > swiss 1 > single 4", nil, []int{9}},
	} {
		set := eveningSettings(0, 0, x.divisions...)
		set.Stages = stage.MustParse(x.chain)
		rng := rand.New(rand.NewPCG(uint64(i), 8))
		e := begun(t, x.game, set, x.sizes...)
		for round := 1; !e.snap.State.RoundsOver(); round++ {
			e.pair()
			e.finish(rng, 1)
			switch name := fmt.Sprintf("%s, in round %d", x.chain, round); {
			case *chainEvenings > 0:
				e.sees(name, *chainEvenings)
			case round == 2+i%2:
				e.sees(name, 10)
			}
			e.finish(rng, -1)
		}
	}
}

// What cannot be answered is refused with a sentence that gives the reason.
func TestShapesRefuse(t *testing.T) {
	flights := eveningSettings(0, 4, "masters")
	flights.Stages = stage.MustParse("swiss > top 16 swiss 2 > single 4")
	split := begun(t, "pokemon-2009", flights, 64)
	split.do(&command.SplitFlights{Flights: 2})
	robin := eveningSettings(0, 0)
	robin.Stages = stage.MustParse("roundrobin")
	single := eveningSettings(0, 0)
	single.Stages = stage.MustParse("single")
	for want, s := range map[string]*tournament.State{
		"can't follow flights into a second stage of Swiss rounds": split.snap.State,
		"This event has no cut":                 begun(t, "magic", robin, 6).snap.State,
		"played for elimination from the start": begun(t, "magic", single, 8).snap.State,
		"no odds for pod rounds":                begun(t, "commander-pods", eveningSettings(3, 4), 12).snap.State,
	} {
		if _, err := sim.Live(s); err == nil || !strings.Contains(fault(err), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	good := sim.OddsConfig{Rules: load(t, "lorcana"), Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, Player: 0}
	two := sim.Shape{Of: []int{0, 0, 0, 0, 1, 1, 1, 1}, Names: []string{"a", "b"}, Cuts: []rules.Cut{{Top: 2}, {Top: 2}}, Meeting: sim.Together}
	for want, change := range map[string]func(*sim.OddsConfig){
		"Every player is in one of the groups": func(c *sim.OddsConfig) { c.Shape = sim.Shape{Of: []int{0}, Names: []string{"a"}} },
		"2 groups have 1 cuts":                 func(c *sim.OddsConfig) { c.Shape = two; c.Shape.Cuts = two.Cuts[:1] },
		"nobody is in one":                     func(c *sim.OddsConfig) { c.Shape = sim.Shape{Cuts: two.Cuts} },
		"its own rounds and players who go on": func(c *sim.OddsConfig) { c.Shape.Days = []sim.Day{{Rounds: 3, Cut: rules.Cut{Points: 6}}} },
		"Early places are of players":          func(c *sim.OddsConfig) { c.Shape.Early = []int{8} },
		"Intentional draws aren't simulated":   func(c *sim.OddsConfig) { c.Shape = two; c.IDs = sim.IDsStrict },
		"known of 2 of 8 players":              func(c *sim.OddsConfig) { c.Shape.Ended = make([]bool, 2) },
	} {
		c := good
		change(&c)
		if _, err := sim.Odds(t.Context(), c); err == nil || !strings.Contains(fault(err), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A what-if is about the own division; the others keep their chances, and threads do
// not matter.
func TestSupposedResultsStayInTheDivision(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	e := begun(t, "pokemon-2009", eveningSettings(3, 4, "junior", "masters"), 8, 8)
	for range 2 {
		e.pair()
		e.finish(rng, -1)
	}
	e.pair()
	c, err := sim.Live(e.snap.State)
	if err != nil {
		t.Fatal(err)
	}
	c.Trials = 3000
	before, err := sim.Odds(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	p := slices.IndexFunc(before.Players, func(o sim.PlayerOdds) bool { return o.Group == 1 && o.Cut.Fact == sim.WinAndIn })
	if p < 0 {
		t.Skip("nobody of the second division is in with a win in this event")
	}
	c.Player, c.If, c.Threads = int32(p), sim.IfWin, 3
	after, err := sim.Odds(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if after.WhatIf == nil || after.WhatIf.Group != 1 || after.WhatIf.Cut.Fact != sim.Clinched {
		t.Errorf("after a win: %+v", after.WhatIf)
	}
	for q := range before.Players {
		if a, b := before.Players[q].Cut, after.Players[q].Cut; !cmp.Equal(a, b) {
			t.Errorf("player %d has %+v with one thread, %+v with three", q+1, a, b)
		}
	}
}

// inEveryWay yields the event after each way in which the three tables of a round can end.
func (e *evening) inEveryWay(round int) iter.Seq[*evening] {
	return func(yield func(*evening) bool) {
		results := []string{"2-0", "0-2", "1-1-1", ""}
		for way := range len(results) * len(results) * len(results) {
			f := *e
			for m := 1; m <= 3; m++ {
				c := &command.Correct{Round: round, Match: m, Text: results[way%len(results)]}
				if c.Text == "" {
					c.Kind = ledger.DoubleLoss
				}
				way /= len(results)
				f.do(c)
			}
			if !yield(&f) {
				return
			}
		}
	}
}
