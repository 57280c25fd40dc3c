package rating

import "math"

// luce is the rating of a player at tables: mean and deviation of a normal distribution
// of strength.
type luce struct{ Mu, Sigma float64 }

// Constants of OpenSkill.
const (
	luceMean  = 25.0
	luceSigma = luceMean / 3
	luceKappa = 0.0001 // what a variance keeps at least
)

// luceTable returns the new ratings of the players at a table from their places; equal
// places are shared. beta is the spread of a single game, tau the growth of the
// deviation before each game.
func luceTable(seats []luce, places []int8, beta, tau float64) []luce {
	out := make([]luce, len(seats))
	copy(out, seats)
	if len(seats) < 2 {
		return out
	}
	c := 0.0
	for i := range out {
		out[i].Sigma = hypot(out[i].Sigma, tau)
		c += float64(out[i].Sigma*out[i].Sigma) + float64(beta*beta)
	}
	c = math.Sqrt(c)
	// left[q] is the strength of all who were not placed before q; level[q] how many
	// share the place of q.
	strength, left, level := make([]float64, len(out)), make([]float64, len(out)), make([]float64, len(out))
	for i := range out {
		strength[i] = exp(out[i].Mu / c)
	}
	for q := range out {
		for i := range out {
			if places[i] >= places[q] {
				left[q] += strength[i]
			}
			if places[i] == places[q] {
				level[q]++
			}
		}
	}
	before := make([]luce, len(out))
	copy(before, out)
	for i, s := range before {
		omega, delta := 0.0, 0.0
		for q := range before {
			if places[q] > places[i] {
				continue
			}
			share := strength[i] / left[q]
			if i == q {
				omega += (1 - share) / level[q]
			} else {
				omega -= share / level[q]
			}
			delta += float64(share*(1-share)) / level[q]
		}
		variance := float64(s.Sigma * s.Sigma)
		gamma := s.Sigma / c
		out[i].Mu = s.Mu + float64(variance/c*omega)
		out[i].Sigma = s.Sigma * math.Sqrt(math.Max(1-float64(variance/float64(c*c)*gamma*delta), luceKappa))
	}
	return out
}
