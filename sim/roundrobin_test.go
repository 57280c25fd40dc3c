package sim

import (
	"flag"
	"math/rand/v2"
	"testing"

	"topcut/tournament/fraction"
)

var racesLeft = flag.Int("race-facts", 300, "small round robins to play out in every way")

// TestRoundRobinFactsAgainstEveryEnd: the facts of round robins with some matches left
// are those of playing out every way, points deciding and ties open; with more matches
// left no fact is false.
func TestRoundRobinFactsAgainstEveryEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 14))
	truths, found, beyond := 0, 0, 0
	for i := range *racesLeft {
		r := &race{ends: [][2]fraction.Fraction{{fraction.Int(3)}, {{}, fraction.Int(3)}, {fraction.Int(1), fraction.Int(1)}, {}}}
		n := 3 + rng.IntN(4)
		for range n {
			r.base = append(r.base, fraction.New(int64(rng.IntN(20)), 2))
		}
		for range 1 + rng.IntN(6) {
			a := rng.IntN(n)
			r.games = append(r.games, [2]int{a, (a + 1 + rng.IntN(n-1)) % n})
		}
		lines := []int{1, 1 + rng.IntN(n)}
		in, out := everyEnd(r, lines)
		facts := r.facts(lines)
		short := *r
		short.ways = 1
		rough := short.facts(lines)
		for p := range facts {
			for k := range lines {
				if in[p][k] || out[p][k] {
					truths++
				}
				for _, fact := range []string{facts[p][k], rough[p][k]} {
					if fact == Clinched && !in[p][k] || fact == Eliminated && !out[p][k] {
						t.Fatalf("race %d: player %d is %s of the first %d", i, p, fact, lines[k])
					}
				}
				if facts[p][k] != "" {
					found++
				}
				if rough[p][k] != "" {
					beyond++
				}
			}
		}
	}
	if found != truths || truths == 0 {
		t.Errorf("%d of %d facts are found", found, truths)
	}
	t.Logf("%d facts, all of them found; %d by bounds alone", truths, beyond)
}

// everyEnd plays a race in every way with fractions.
func everyEnd(r *race, lines []int) (in, out [][]bool) {
	in, out = make([][]bool, len(r.base)), make([][]bool, len(r.base))
	for i := range in {
		in[i], out[i] = make([]bool, len(lines)), make([]bool, len(lines))
		for k := range lines {
			in[i][k], out[i][k] = true, true
		}
	}
	ways := 1
	for range r.games {
		ways *= len(r.ends)
	}
	for way := range ways {
		points := append([]fraction.Fraction(nil), r.base...)
		for _, g := range r.games {
			e := r.ends[way%len(r.ends)]
			way /= len(r.ends)
			points[g[0]], points[g[1]] = points[g[0]].Add(e[0]), points[g[1]].Add(e[1])
		}
		for i := range points {
			best, worst := 1, 0 // places, as ties may go
			for j := range points {
				if points[i].Less(points[j]) {
					best++
				}
				if !points[j].Less(points[i]) {
					worst++
				}
			}
			for k, line := range lines {
				in[i][k] = in[i][k] && worst <= line
				out[i][k] = out[i][k] && best > line
			}
		}
	}
	return in, out
}
