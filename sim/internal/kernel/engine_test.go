package kernel

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/pairing"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

var (
	drawnPositions = flag.Int("drawn-positions", 12, "positions in the test of who meets whom (200 for all)")
	draws          = flag.Int("draws", 3000, "draws of each position (20000 for all)")
)

// livePolicy returns the policy of most games: no rematches, equal points, no player floats
// the same way twice running, all else random.
func livePolicy() pairing.Policy {
	return pairing.Policy{
		Hard:          []pairing.Term{pairing.Rematches},
		Cost:          []pairing.Term{pairing.PointGap, pairing.RepeatFloat},
		FirstRoundBye: pairing.ByeRandomAll,
	}
}

// liveInput describes the next round of a ledger to the live engine as an event does.
// All players are still in, and all points are whole.
func liveInput(t testing.TB, rs *rules.Ruleset, l *ledger.Ledger) pairing.Input {
	t.Helper()
	table, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	in := pairing.Input{Round: len(l.Rounds) + 1, Policy: livePolicy(), Players: make([]pairing.Player, len(l.Players))}
	if rs.Bye.Who == "random_lowest" {
		in.Policy.Bye = pairing.ByeRandomLowest
	}
	for i := range table.Rows {
		row := &table.Rows[i]
		in.Players[row.Player] = pairing.Player{ID: row.Player + 1, Rank: int32(i + 1), Score: row.Points.Floor()}
	}
	points := make([]int64, len(l.Players))
	for r := range l.Rounds {
		before := append([]int64(nil), points...)
		for i := range l.Rounds[r].Matches {
			m := &l.Rounds[r].Matches[i]
			score := standings.Score(rs, r+1, m)
			for seat, p := range m.Players() {
				points[p] += score[seat].Floor()
			}
			if m.Kind == ledger.Bye {
				in.Players[m.Seats[0]].Byes++
				continue
			}
			a, b := m.Seats[0], m.Seats[1]
			pa, pb := &in.Players[a], &in.Players[b]
			pa.Opponents, pb.Opponents = append(pa.Opponents, b+1), append(pb.Opponents, a+1)
			if r < len(l.Rounds)-max(rs.Pairing.AvoidFloat, 1) {
				continue
			}
			switch {
			case before[a] > before[b]:
				pa.Floated, pb.Floated = pa.Floated|pairing.FloatDown, pb.Floated|pairing.FloatUp
			case before[a] < before[b]:
				pa.Floated, pb.Floated = pa.Floated|pairing.FloatUp, pb.Floated|pairing.FloatDown
			}
		}
	}
	return in
}

// playedLedger returns an event of the given rounds, paired by the live engine.
func playedLedger(t testing.TB, rng *rand.Rand, rs *rules.Ruleset, players, rounds int) *ledger.Ledger {
	t.Helper()
	l := &ledger.Ledger{Players: make([]ledger.Player, players)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	for number := 1; number <= rounds; number++ {
		in := liveInput(t, rs, l)
		binary.BigEndian.PutUint64(in.Seed[:], rng.Uint64())
		res, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		round := ledger.Round{Number: int16(number)}
		for _, x := range res.Tables {
			m := ledger.Match{N: 2, Seats: [4]int32{x.A - 1, x.B - 1, ledger.None, ledger.None}}
			m.Result = ledger.Result{Form: ledger.Games, V: [][4]int32{{2, 0}, {2, 1}, {1, 2}, {0, 2}}[rng.IntN(4)]}
			if rng.IntN(20) == 0 {
				m.Result.V = [4]int32{1, 1, 1}
			}
			round.Matches = append(round.Matches, m)
		}
		for _, p := range res.Byes {
			round.Matches = append(round.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{p - 1, ledger.None, ledger.None, ledger.None}})
		}
		l.Rounds = append(l.Rounds, round)
	}
	return l
}

// meetings counts who met whom: [player][opponent, or the player for a bye].
type meetings [][]float64

func newMeetings(players int) meetings {
	m := make(meetings, players)
	for p := range m {
		m[p] = make([]float64, players)
	}
	return m
}

func (m meetings) add(a, b int) {
	m[a][b]++
	if a != b {
		m[b][a]++
	}
}

// lowestShared reports whether the bye depends on a draw among players who are level,
// which the standings of an event make once and the kernel every time.
func lowestShared(t testing.TB, rs *rules.Ruleset, l *ledger.Ledger) bool {
	t.Helper()
	level := *rs
	level.Ranking.Final = "shared"
	table, err := standings.Compute(l, &level, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	n := len(table.Rows)
	return n%2 == 1 && len(l.Rounds) > 0 && rs.Bye.Who == "lowest" && table.Rows[n-1].Place == table.Rows[n-2].Place
}

// Who meets whom is distributed as in the live engine, wherever that meets its lower
// bound: for each player a chi-square test of homogeneity over the opponents. With
// -drawn-positions 200 -draws 20000 it has its full size.
func TestLOR28_MeetingsAsInTheLiveEngine(t *testing.T) {
	sets := []*rules.Ruleset{load(t, "lorcana", nil), load(t, "magic", nil), load(t, "pokemon", nil)}
	tested, skipped, players, small := 0, 0, 0, 0
	worst := 1.0
	for i := 0; tested < *drawnPositions; i++ {
		rng := rand.New(rand.NewPCG(uint64(i), 17))
		rs := sets[i%len(sets)]
		n := 8 + rng.IntN(57)
		rounds := 1 + rng.IntN(max(2, min(7, n/6)))
		l := playedLedger(t, rng, rs, n, rounds)
		if lowestShared(t, rs, l) {
			continue
		}
		live, ok := drawLive(t, liveInput(t, rs, l), *draws)
		if !ok {
			skipped++
			continue
		}
		tested++
		ours := drawKernel(t, rs, l, *draws)
		for p := range n {
			chance := homogeneous(ours[p], live[p])
			players++
			if chance < 0.01 {
				small++
			}
			worst = min(worst, chance)
			if chance < 1e-7 {
				t.Errorf("position %d (%s, %d players, after %d rounds): player %d meets others than in the live engine, p = %.2g", i, rs.ID, n, rounds, p, chance)
			}
		}
	}
	t.Logf("%d positions of %d draws, %d more in which the bound is not always met; %d players, smallest p %.2g, %.2f %% below 0.01",
		tested, *draws, skipped, players, worst, 100*float64(small)/float64(players))
	if small > players/50+10 {
		t.Errorf("%d of %d tests are below 0.01, which is too many", small, players)
	}
}

// drawLive returns false if the live engine does not meet its lower bound.
func drawLive(t testing.TB, in pairing.Input, draws int) (meetings, bool) {
	t.Helper()
	m := newMeetings(len(in.Players))
	for d := range draws {
		binary.BigEndian.PutUint64(in.Seed[8:], uint64(d))
		res, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		if res.Proof != pairing.ProofBound {
			return nil, false
		}
		for _, x := range res.Tables {
			m.add(int(x.A-1), int(x.B-1))
		}
		for _, p := range res.Byes {
			m.add(int(p-1), int(p-1))
		}
	}
	return m, true
}

func drawKernel(t testing.TB, rs *rules.Ruleset, l *ledger.Ledger, draws int) meetings {
	t.Helper()
	r, err := Compile(rs, len(l.Rounds)+1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := FromLedger(r, l)
	if err != nil {
		t.Fatal(err)
	}
	e := NewSimulator(s, Options{PlayChance: 100})
	e.Seed([32]byte{5}, "test", 0)
	m := newMeetings(len(l.Players))
	for range draws {
		e.reset()
		e.pair(len(l.Rounds))
		here := make([]bool, len(l.Players))
		for i := 1; i < len(e.order); i += 2 {
			m.add(int(e.order[i-1]), int(e.order[i]))
			here[e.order[i-1]], here[e.order[i]] = true, true
		}
		for p := range here {
			if !here[p] {
				m.add(p, p)
			}
		}
	}
	return m
}

// homogeneous returns the chance that two samples of one distribution differ as much
// as these. Rare categories are taken together.
func homogeneous(x, y []float64) float64 {
	sum, cells := 0.0, -1
	var restX, restY float64
	add := func(a, b float64) {
		sum += (a - b) * (a - b) / (a + b)
		cells++
	}
	for i := range x {
		if x[i]+y[i] < 20 {
			restX, restY = restX+x[i], restY+y[i]
			continue
		}
		add(x[i], y[i])
	}
	if restX+restY > 0 {
		add(restX, restY)
	}
	return chiSquare(sum, cells)
}

// chiSquare returns the chance of at least that value with the given degrees of
// freedom, by the approximation of Wilson and Hilferty.
func chiSquare(x float64, degrees int) float64 {
	if degrees < 1 {
		return 1
	}
	k := 2 / (9 * float64(degrees))
	z := (math.Cbrt(x/float64(degrees)) - 1 + k) / math.Sqrt(k)
	return math.Erfc(z/math.Sqrt2) / 2
}

// The share of rounds whose point differences are above the optimum is small; the
// live engine knows it.
func TestRoundsAboveTheOptimum(t *testing.T) {
	for _, shape := range [][2]int{{8, 3}, {16, 4}, {32, 5}, {64, 6}, {64, 8}, {128, 7}} {
		rounds, unproved, wide, floats := 0, 0, 0, 0
		r, err := Compile(load(t, "lorcana", nil), shape[1])
		if err != nil {
			t.Fatal(err)
		}
		e := NewSimulator(NewStart(r, shape[0]), Options{DrawChance: 10, PlayChance: 100})
		e.Seed([32]byte{6}, "test", 0)
		for range max(*draws*16/shape[0]/shape[1], 20) {
			e.reset()
			for round := range r.Rounds {
				in := e.asInput(round)
				was := e.Unproved
				e.pair(round)
				rounds++
				if e.Unproved > was {
					unproved++
					gap, again := e.against(t, in)
					wide += gap
					floats += again
				}
				e.results(round, false)
			}
		}
		share := float64(wide) / float64(rounds)
		t.Logf("%d players, %d rounds: %d rounds, %d without a proof, %d (%.2f %%) wider than the optimum, %d more with more repeated floats",
			shape[0], shape[1], rounds, unproved, wide, 100*share, floats)
		if share > 0.01 {
			t.Errorf("%d players, %d rounds: %.2f %% of the rounds are above the optimum", shape[0], shape[1], 100*share)
		}
	}
}

// asInput returns the position of an event that is being played, for the live engine.
func (e *Simulator) asInput(round int) pairing.Input {
	in := pairing.Input{Round: round + 1, Policy: livePolicy()}
	for p := range e.players {
		x := pairing.Player{ID: int32(p + 1), Rank: int32(p + 1), Score: int64(e.words[p].Points())}
		for r := range round {
			if q, ok := e.Opponent(p, r); ok {
				x.Opponents = append(x.Opponents, int32(q+1))
			}
		}
		recent := max(round-e.avoid, 0)
		if int(e.floats[p].down) > recent {
			x.Floated |= pairing.FloatDown
		}
		if int(e.floats[p].up) > recent {
			x.Floated |= pairing.FloatUp
		}
		in.Players = append(in.Players, x)
	}
	return in
}

// against holds e.order against the optimum: 1 for larger differences or more
// rematches, or for the same with more repeated floats.
func (e *Simulator) against(t testing.TB, in pairing.Input) (wide, floats int) {
	t.Helper()
	var mine pairing.Seating
	for i := 1; i < len(e.order); i += 2 {
		mine.Tables = append(mine.Tables, pairing.Table{Number: i/2 + 1, A: int32(e.order[i-1]) + 1, B: int32(e.order[i]) + 1})
	}
	got, err := pairing.Check(in, mine)
	if err != nil {
		t.Fatal(err)
	}
	best, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range best.Cost {
		switch {
		case got.Cost[i].Value < best.Cost[i].Value:
			t.Fatal(fmt.Errorf("the live engine is above the optimum: %v, and %v is possible", best.Cost, got.Cost))
		case got.Cost[i].Value == best.Cost[i].Value:
		case best.Cost[i].Term == pairing.RepeatFloat:
			return 0, 1
		default:
			return 1, 0
		}
	}
	return 0, 0
}
