package sim_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

var positions = flag.Int("positions", 60, "random positions in the brute-force test of facts")

func seats(a, b int32) [4]int32 { return [4]int32{a, b, ledger.None, ledger.None} }

var scores = [][4]int32{{2, 0}, {2, 1}, {1, 1, 1}, {1, 2}, {0, 2}}

// smallEvent plays rounds of a small field at random; the last is only paired,
// and some of its tables have finished.
func smallEvent(rng *rand.Rand, players, rounds int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, players)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	if rng.IntN(4) == 0 {
		l.Players[rng.IntN(players)].DroppedAfter = int16(rng.IntN(rounds))
	}
	for number := 1; number <= rounds; number++ {
		r := ledger.Round{Number: int16(number)}
		var in []int32
		for _, p := range rng.Perm(players) {
			if !l.Players[p].Out(number) {
				in = append(in, int32(p))
			}
		}
		for ; len(in) > 1; in = in[2:] {
			m := ledger.Match{N: 2, Seats: seats(in[0], in[1])}
			if number < rounds || rng.IntN(4) == 0 {
				m.Result = ledger.Result{Form: ledger.Games, V: scores[rng.IntN(len(scores))]}
			}
			r.Matches = append(r.Matches, m)
		}
		if len(in) == 1 {
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{in[0], ledger.None, ledger.None, ledger.None}})
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l
}

// truth tells what can become of everybody by trying all results of the open
// tables, and of a round after them with every pairing where more is left.
type truth struct {
	rs      *rules.Ruleset
	cut     int
	in, out []bool
}

func (x *truth) tryOpen(t *testing.T, l *ledger.Ledger, more int) {
	last := &l.Rounds[len(l.Rounds)-1]
	for i := range last.Matches {
		m := &last.Matches[i]
		if m.Finished() {
			continue
		}
		for _, v := range scores {
			if more > 0 && (v[1] == 1 && v[0] == 2 || v[0] == 1 && v[1] == 2) {
				continue // the games of a match only matter at the very end
			}
			m.Result = ledger.Result{Form: ledger.Games, V: v}
			x.tryOpen(t, l, more)
		}
		m.Result = ledger.Result{}
		return
	}
	if more == 0 {
		x.judge(t, l)
		return
	}
	var in []int32
	for p := range l.Players {
		if !l.Players[p].Out(len(l.Rounds) + 1) {
			in = append(in, int32(p))
		}
	}
	l.Rounds = append(l.Rounds, ledger.Round{Number: int16(len(l.Rounds) + 1)})
	x.tryPairings(t, l, in, more-1)
	l.Rounds = l.Rounds[:len(l.Rounds)-1]
}

func (x *truth) tryPairings(t *testing.T, l *ledger.Ledger, in []int32, more int) {
	if len(in) == 0 {
		x.tryOpen(t, l, more)
		return
	}
	r := len(l.Rounds) - 1
	n := len(l.Rounds[r].Matches)
	for i := 1; i < len(in); i++ {
		l.Rounds[r].Matches = append(l.Rounds[r].Matches[:n], ledger.Match{N: 2, Seats: seats(in[0], in[i])})
		rest := append(append([]int32{}, in[1:i]...), in[i+1:]...)
		x.tryPairings(t, l, rest, more)
	}
	l.Rounds[r].Matches = l.Rounds[r].Matches[:n]
}

// judge notes who is in and who is out; by lot both can be.
func (x *truth) judge(t *testing.T, l *ledger.Ledger) {
	table, err := standings.Compute(l, x.rs, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	ahead := 0
	for i := 0; i < len(table.Rows); {
		j, level := i, 0
		for ; j < len(table.Rows) && table.Rows[j].Place == table.Rows[i].Place; j++ {
			if !table.Rows[j].Dropped {
				level++
			}
		}
		for ; i < j; i++ {
			row := &table.Rows[i]
			if row.Dropped {
				x.out[row.Player] = true
				continue
			}
			x.in[row.Player] = x.in[row.Player] || ahead < x.cut
			x.out[row.Player] = x.out[row.Player] || ahead+level > x.cut
		}
		ahead += level
	}
}

// No fact is false: all ways an event of up to 8 players can end are tried. What
// share of what is true was found is logged.
func TestFactsAgainstBruteForce(t *testing.T) {
	rs := *load(t, "lorcana")
	rs.Ranking.Final = "shared"
	found, there := map[int]int{}, map[int]int{}
	for i := range *positions {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		more, players := 0, 4+rng.IntN(5)
		if i%4 == 0 {
			more, players = 1, 4
		}
		rounds := 2 + rng.IntN(2)
		l := smallEvent(rng, players, rounds)
		if more == 1 {
			l = fullEvent(rng, players, rounds)
		}
		cut := 1 + rng.IntN(players-1)
		x := &truth{rs: &rs, cut: cut, in: make([]bool, players), out: make([]bool, players)}
		x.tryOpen(t, l, more)
		res, err := sim.Odds(t.Context(), sim.OddsConfig{Rules: &rs, Ledger: l, Rounds: rounds + more, Cut: rules.Cut{Top: cut}, Player: -1, DrawChance: 20, Trials: 200})
		if err != nil {
			t.Fatal(err)
		}
		for p, o := range res.Players {
			clinched, eliminated := !x.out[p], !x.in[p]
			if o.Cut.Fact == sim.Clinched && !clinched || o.Cut.Fact == sim.Eliminated && !eliminated {
				t.Errorf("position %d, %d more rounds, cut of %d: player %d is %s, but can be in: %v, out: %v", i, more, cut, p, o.Cut.Fact, x.in[p], x.out[p])
			}
			if clinched && o.Cut.P < 1 || eliminated && o.Cut.P > 0 {
				t.Errorf("position %d: player %d has a chance of %v, but can be in: %v, out: %v", i, p, o.Cut.P, x.in[p], x.out[p])
			}
			if clinched || eliminated {
				there[more]++
				if o.Cut.Fact == sim.Clinched || o.Cut.Fact == sim.Eliminated {
					found[more]++
				}
			}
		}
	}
	for more := range 2 {
		t.Logf("%d rounds after the one under way: %d of %d facts found", more, found[more], there[more])
		if found[more] == 0 {
			t.Errorf("no fact was found with %d more rounds", more)
		}
	}
}

// fullEvent is a smallEvent without drops, so that an even field stays even.
func fullEvent(rng *rand.Rand, players, rounds int) *ledger.Ledger {
	for {
		if l := smallEvent(rng, players, rounds); allIn(l) {
			return l
		}
	}
}

func allIn(l *ledger.Ledger) bool {
	for _, p := range l.Players {
		if p.DroppedAfter != ledger.Active {
			return false
		}
	}
	return true
}
