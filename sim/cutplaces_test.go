package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
)

// TestThePlacesOfASwissWithACutAgainstTheEngine: in a league that is one Swiss with a cut,
// in the middle of its rounds, before the cut, in the bracket and at its end, the chances
// of a line are as many as it has places, no fact is false in evenings that the engine
// plays to their end, and the chances are about as often right.
func TestThePlacesOfASwissWithACutAgainstTheEngine(t *testing.T) {
	lines := []int{1, 2, 4, 6}
	facts, far := 0, 0.0
	for i, tc := range []struct {
		players, rounds, played, tables, cut int
		bracket                              bool
	}{
		{8, 4, 3, 1, 4, false}, {9, 4, 3, 2, 2, false}, {8, 3, 3, 0, 4, false}, {8, 3, 3, 0, 4, true}, {9, 3, 3, 0, 8, true},
	} {
		name := fmt.Sprintf("%d players after %d rounds, in the bracket: %v", tc.players, tc.played, tc.bracket)
		rng := rand.New(rand.NewPCG(uint64(i), 80))
		e := begun(t, "magic", eveningSettings(tc.rounds, tc.cut), tc.players)
		for range tc.played {
			e.pair()
			e.finish(rng, -1)
		}
		if tc.tables > 0 {
			e.pair()
			e.finish(rng, tc.tables)
		}
		if tc.bracket {
			e.do(&command.MakeCut{})
			e.pair()
			e.finish(rng, 1)
		}
		cfg := e.leagueOf(nil)
		cfg.Lines, cfg.Trials, cfg.Seed = lines, 1000, 5
		odds, err := sim.Season(t.Context(), cfg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for k, line := range lines {
			sum := 0.0
			for i := range odds.Members {
				sum += odds.Members[i].Lines[k].P
			}
			if math.Abs(sum-float64(line)) > 1e-9 {
				t.Errorf("%s: the chances of the first %d places are %v", name, line, sum)
			}
		}
		const evenings = 120
		top := map[int]float64{}
		for n := range evenings {
			f := e.fork(n)
			f.toTheEnd(rng)
			table := f.table(cfg)
			for i := range odds.Members {
				m := &odds.Members[i]
				r := table.Row(m.Member)
				if r.Place == 1 {
					top[m.Member] += 1.0 / evenings
				}
				for k, line := range lines {
					switch fact := m.Lines[k].Fact; {
					case fact == "":
						continue
					case fact == sim.Clinched && r.Place > line, fact == sim.Eliminated && r.Place <= line:
						t.Fatalf("%s: player %d is %s of the first %d, and ends in place %d", name, m.Member, fact, line, r.Place)
					}
					facts++
				}
			}
		}
		for i := range odds.Members {
			far = max(far, math.Abs(odds.Members[i].Lines[0].P-top[odds.Members[i].Member]))
		}
	}
	t.Logf("%d facts, a chance is %.2f off", facts, far)
	if facts < 1000 {
		t.Errorf("only %d facts were tried", facts)
	}
	if far > 0.2 { // 120 evenings are within 0.14 of the truth; the engine pairs otherwise
		t.Errorf("a chance is %.2f off", far)
	}
}

// toTheEnd plays the rest of the rounds and the bracket.
func (e *evening) toTheEnd(rng *rand.Rand) {
	e.t.Helper()
	e.playOn(rng)
	for {
		if r := e.snap.State.Current(); r.Status != tournament.Done {
			e.finish(rng, -1)
			continue
		}
		_, b, err := e.snap.State.Bracket()
		if err != nil {
			e.t.Fatal(err)
		}
		if len(b.Ready) == 0 {
			return
		}
		e.pair()
	}
}
