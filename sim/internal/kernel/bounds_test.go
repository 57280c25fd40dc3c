package kernel

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// halfway returns a ledger of the given rounds, whose last is partly open, and the same
// played on to the end with any pairings and results.
func halfway(rng *rand.Rand, rs *rules.Ruleset, players, played, rounds int) (half, full *ledger.Ledger) {
	half = randomLedger(rng, rs, players, played)
	last := &half.Rounds[played-1]
	for i := range last.Matches {
		if m := &last.Matches[i]; m.N == 2 && m.Kind == ledger.Played && rng.IntN(4) > 0 {
			m.Result = ledger.Result{}
		}
	}
	full = half.Clone()
	results := rs.Results(ledger.Swiss)
	for i := range full.Rounds[played-1].Matches {
		if m := &full.Rounds[played-1].Matches[i]; !m.Finished() {
			r := results[rng.IntN(len(results))]
			m.Kind, m.Result = r.Kind, r.Result
		}
	}
	for number := played + 1; number <= rounds; number++ {
		full.Rounds = append(full.Rounds, furtherRound(rng, rs, full.Players, number))
	}
	return half, full
}

// furtherRound has pairings and results that a fact must reckon with.
func furtherRound(rng *rand.Rand, rs *rules.Ruleset, players []ledger.Player, number int) ledger.Round {
	round := ledger.Round{Number: int16(number)}
	alone := func(p int, kind ledger.Kind) {
		round.Matches = append(round.Matches, ledger.Match{Kind: kind, N: 1, Seats: [4]int32{int32(p), ledger.None, ledger.None, ledger.None}})
	}
	var in []int32
	for _, i := range rng.Perm(len(players)) {
		switch p := players[i]; {
		case p.Out(number) || p.Disqualified || p.Absent:
		case int(p.LateRounds) >= number:
			alone(i, ledger.AssignedLoss)
		case p.AwardedBye(number):
			alone(i, ledger.Bye)
		default:
			in = append(in, int32(i))
		}
	}
	results := rs.Results(ledger.Swiss)
	for ; len(in) > 1; in = in[2:] {
		r := results[rng.IntN(len(results))]
		round.Matches = append(round.Matches, ledger.Match{Kind: r.Kind, N: 2, Seats: [4]int32{in[0], in[1], ledger.None, ledger.None}, Result: r.Result})
	}
	if len(in) == 1 {
		alone(int(in[0]), ledger.Bye)
	}
	return round
}

// outcomeOf returns how the open table of a player ended.
func outcomeOf(rs *rules.Ruleset, half, full *ledger.Ledger, played int, p int32) Outcome {
	for i := range half.Rounds[played-1].Matches {
		m := &half.Rounds[played-1].Matches[i]
		if m.Seat(p) < 0 || m.Finished() {
			continue
		}
		x := &full.Rounds[played-1].Matches[i]
		switch rs.Winner(x) {
		case m.Seat(p):
			return Won
		case ledger.None:
			if x.Kind == ledger.DoubleLoss {
				return BothLost
			}
			return Drawn
		}
		return Lost
	}
	return NoTable
}

// A player whom Behind puts behind another ends there, in any event that goes on from
// the position with that result: with points level, one winning and one losing all
// rounds that were not paired, or with these left open.
func TestBehindIsNeverFalse(t *testing.T) {
	sets := variants(t)
	level, behind := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		rs := sets[rapid.IntRange(0, len(sets)-1).Draw(t, "ruleset")]
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		played := rapid.IntRange(1, 5).Draw(t, "paired")
		rounds := played + rapid.IntRange(0, 2).Draw(t, "to come")
		winning, losing := rapid.Bool().Draw(t, "a wins on"), rapid.Bool().Draw(t, "c loses on")
		half, full := halfway(rng, rs, rapid.IntRange(4, 12).Draw(t, "players"), played, rounds)
		r, err := Compile(rs, rounds)
		if err != nil {
			t.Fatal(err)
		}
		s, err := FromLedger(r, half)
		if err != nil {
			t.Skip(err)
		}
		b, ok := NewBounds(s)
		if !ok {
			t.Skip("nothing is bounded")
		}
		shared := *rs
		shared.Ranking.Final = "shared"
		table, err := standings.Compute(full, &shared, standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		for i := range table.Rows {
			for j := range table.Rows {
				x, y := &table.Rows[i], &table.Rows[j]
				if i == j || !s.In(int(x.Player)) || !s.In(int(y.Player)) || !x.Points.Equal(y.Points) || winning && !swept(rs, full, played, x.Player, Won) || losing && !swept(rs, full, played, y.Player, Lost) {
					continue
				}
				level++
				a := Path{int(x.Player), outcomeOf(rs, half, full, played, x.Player), !winning}
				c := Path{int(y.Player), outcomeOf(rs, half, full, played, y.Player), !losing}
				if b.Behind(a, c) {
					if behind++; x.Place <= y.Place {
						t.Fatalf("%s: player %d is put behind %d, but ends at place %d against %d", rs.Name, a.Player, c.Player, x.Place, y.Place)
					}
				}
			}
		}
	})
	t.Logf("%d pairs level on points, %d of them proved apart", level, behind)
	if behind == 0 {
		t.Error("nobody was proved to be behind")
	}
}

// swept reports whether all matches after a round ended with one outcome.
func swept(rs *rules.Ruleset, l *ledger.Ledger, after int, p int32, want Outcome) bool {
	for _, round := range l.Rounds[after:] {
		for i := range round.Matches {
			m := &round.Matches[i]
			if m.Seat(p) < 0 {
				continue
			}
			w := rs.Winner(m)
			if m.N == 2 && (w == m.Seat(p)) != (want == Won) || m.N == 2 && w == ledger.None && m.Kind != ledger.DoubleLoss {
				return false
			}
		}
	}
	return true
}
