package kernel

import (
	"math"
	"slices"
	"testing"
)

// seats are counts of an order before it is repaired.
type seats [3]float64

// What is counted in seats.
var counted = [len(seats{})]string{
	"neighbours of a group have met", "neighbours of a group have an opponent in common",
	"neighbours who were kept from meeting again are neighbours again",
}

// seatsOf counts the order of a round; before is that of the round before.
func (e *Simulator) seatsOf(points []Word, before []uint16, round int) (n seats) {
	at := make([]int, e.players)
	for i, p := range e.drawn {
		at[p] = i + 1
		if i == 0 || points[p] != points[e.drawn[i-1]] {
			continue
		}
		q := e.drawn[i-1]
		if e.inRows(p, q, round) {
			n[0]++
		}
		for r := range round {
			if x, ok := e.Opponent(int(p), r); ok && e.inRows(q, uint16(x), round) {
				n[1]++
			}
		}
	}
	for i := 1; i < len(before); i += 2 {
		p, q := before[i-1], before[i]
		if x, _ := e.Opponent(int(p), round-1); x != int(q) && e.inRows(p, q, round-1) && max(at[p]-at[q], at[q]-at[p]) == 1 {
			n[2]++
		}
	}
	return n
}

// seen adds up seats and their squares by round.
type seen struct{ sum, squares []seats }

// orders plays events and looks at the order of each round.
func orders(t *testing.T, e *Simulator, trials int) seen {
	t.Helper()
	s := seen{make([]seats, e.rules.Rounds), make([]seats, e.rules.Rounds)}
	e.Seed([32]byte{3}, "test", 0)
	points := make([]Word, e.players)
	var before []uint16
	for range trials {
		e.reset()
		for round := range e.rules.Rounds {
			for p := range points {
				points[p] = e.words[p] >> pointsAt
			}
			before = append(before[:0], e.drawn...)
			e.round(round)
			e.checkCount(t, round)
			if round == 0 {
				e.drawn = e.drawn[:0] // such a round is not repaired
				continue
			}
			for k, n := range e.seatsOf(points, before, round) {
				s.sum[round][k] += n
				s.squares[round][k] += n * n
			}
		}
	}
	return s
}

// checkCount fails unless players are counted by points, and each is in the order once.
func (e *Simulator) checkCount(t *testing.T, round int) {
	t.Helper()
	var count [maxPoints + 1]uint32
	for _, p := range e.active {
		count[e.words[p]>>pointsAt]++
	}
	if count != *e.count {
		t.Fatalf("round %d counts players by points as %v, they are %v", round+1, e.count[:e.totals], count[:e.totals])
	}
	sorted := slices.Clone(e.order)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(e.order) {
		t.Fatalf("round %d has a player twice: %v", round+1, e.order)
	}
}

// Piles put players in an order by lot, as sorting does: neighbours have met as often.
func TestPilesAreByLot(t *testing.T) {
	for _, c := range []struct {
		name          string
		players       int
		drop, rounds  int
		awarded, draw int
	}{
		{name: "even", players: 64, rounds: 7, draw: 10},
		{name: "odd, with byes", players: 25, rounds: 7, awarded: 2, draw: 10},
		{name: "many draws", players: 32, rounds: 6, draw: 80},
		{name: "drops", players: 48, rounds: 5, drop: 3, draw: 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Compile(load(t, "lorcana", nil), c.rounds)
			if err != nil {
				t.Fatal(err)
			}
			s := NewStart(r, c.players)
			if c.awarded > 0 {
				s.Award(0, c.awarded)
			}
			const trials = 4000
			o := Options{DrawChance: c.draw, PlayChance: 100, DropLosses: c.drop}
			want := orders(t, NewSimulator(s, o), trials)
			e := NewSimulator(s, o)
			e.piles = newPiles(r, e.wheel, c.players)
			e.piles.least = 1
			got := orders(t, e, trials)
			for round := 1; round < c.rounds; round++ {
				for k, what := range counted {
					x, y := got.sum[round][k]/trials, want.sum[round][k]/trials
					spread := math.Sqrt((got.squares[round][k]/trials - x*x + want.squares[round][k]/trials - y*y) / trials)
					if math.Abs(x-y) > 4.5*spread {
						t.Errorf("round %d: %s %.4f times, %.4f after sorting (%.1f spreads)", round+1, what, x, y, (x-y)/spread)
					}
				}
			}
		})
	}
}
