package sim_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

var behindEvenings = flag.Int("behind-evenings", 40, "evenings of each moment of TestOddsBehindARoundRobinAgainstTheEngine")

// behindARoundRobin calls with events in the Swiss rounds behind a round robin, whole, in
// groups with odd ones and byes for those who have left, and behind other Swiss rounds: in
// each of these rounds with all but two of the tables open.
func behindARoundRobin(t *testing.T, call func(name string, rng *rand.Rand, e *evening)) {
	for i, x := range []struct {
		game, chain string
		players     int
		drop        bool
	}{
		{"magic", "groups 2 roundrobin > top 6 swiss 2 > single 2", 9, true},
		{"lorcana", "roundrobin > swiss 2 > single 4", 7, true},
		{"yugioh", "groups 2 roundrobin > points 6 min 4 swiss 2 > single 2", 8, false},
		{"pokemon-2009", "swiss 2 > top 6 roundrobin > top 5 swiss 2 > single 2", 10, false},
		{"magic", "groups 3 roundrobin > top 6 swiss 1 > top 5 swiss 1 > single 2", 11, false},
	} {
		rng := rand.New(rand.NewPCG(uint64(i), 21))
		set := eveningSettings(0, 0)
		set.Stages = stage.MustParse(x.chain)
		e := begun(t, x.game, set, x.players)
		robin := false
		for round := 1; !e.snap.State.RoundsOver(); round++ {
			e.pair()
			st := e.snap.State.Stage()
			if robin = robin || st.Kind == stage.RoundRobin; robin && st.Kind == stage.Swiss {
				e.finish(rng, 1)
				call(fmt.Sprintf("%s, in round %d", x.chain, round), rng, e)
			}
			e.finish(rng, -1)
			if field := e.snap.State.Field(); x.drop && round == 2 {
				e.do(&command.Drop{Player: field[rng.IntN(len(field))]})
			}
		}
	}
}

// TestOddsBehindARoundRobinAgainstTheEngine: in Swiss rounds behind a round robin the chances
// are those that the live engine brings about from the same moment.
func TestOddsBehindARoundRobinAgainstTheEngine(t *testing.T) {
	moments := 0
	behindARoundRobin(t, func(name string, _ *rand.Rand, e *evening) {
		moments++
		e.sees(name, *behindEvenings)
	})
	if moments < 10 {
		t.Errorf("only %d moments", moments)
	}
}

// TestFactsBehindARoundRobinAreNeverFalse: whatever the open tables of the last round bring,
// a draw and a loss of both too, nothing that was called certain fails.
func TestFactsBehindARoundRobinAreNeverFalse(t *testing.T) {
	facts, ends := 0, 0
	behindARoundRobin(t, func(name string, _ *rand.Rand, e *evening) {
		s := e.snap.State
		if s.StageRounds() > len(s.Rounds) || s.Next() == nil || !s.Next().Kind().Eliminates() {
			return
		}
		c, err := sim.Live(s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		proved, err := sim.Prove(c)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range proved.Facts {
			if f != "" {
				facts++
			}
		}
		then := s.With(s.Facts().Clone())
		last := &then.Ledger.Rounds[len(then.Ledger.Rounds)-1]
		options := s.Rules.Results(ledger.Swiss)
		var follow func(i int)
		follow = func(i int) {
			for i < len(last.Matches) && last.Matches[i].Finished() {
				i++
			}
			if i < len(last.Matches) {
				m := last.Matches[i]
				for _, o := range options {
					last.Matches[i].Kind, last.Matches[i].Result = o.Kind, o.Result
					follow(i + 1)
				}
				last.Matches[i] = m
				return
			}
			ends++
			table, err := then.Table(len(then.Ledger.Rounds))
			if err != nil {
				t.Fatal(err)
			}
			in := then.Entering(table)
			for p, fact := range proved.Facts {
				won, drawn := ended(then, p)
				on := slices.Contains(in, p+1)
				if fact == sim.Eliminated && on || !on && (fact == sim.Clinched || fact == sim.WinAndIn && won || fact == sim.DrawAndIn && (won || drawn)) {
					t.Fatalf("%s: player %d is %q, but among those who go on: %v", name, p+1, fact, on)
				}
			}
		}
		follow(0)
	})
	if facts < 15 || ends < 500 {
		t.Errorf("only %d facts and %d ends", facts, ends)
	}
	t.Logf("%d facts, %d ends", facts, ends)
}

// ended returns how the match of a player in the last round ended.
func ended(s *tournament.State, p int) (won, drawn bool) {
	for i := range s.Ledger.Rounds[len(s.Ledger.Rounds)-1].Matches {
		m := &s.Ledger.Rounds[len(s.Ledger.Rounds)-1].Matches[i]
		if seat := m.Seat(int32(p)); m.N == 2 && seat != ledger.None {
			w := s.Rules.Winner(m)
			return w == seat, w == ledger.None && m.Kind != ledger.DoubleLoss
		}
	}
	return false, false
}
