package main

import "math"

// features returns what a logistic regression looks at: by how many wins a player is above
// the last place of the cut now, how many rounds are left, and both together.
func features(wins float64, left int) [5]float64 {
	root := math.Sqrt(float64(left))
	return [5]float64{1, wins, wins / root, root, wins * math.Abs(wins) / float64(left)}
}

// logistic is a fitted regression.
type logistic [5]float64

func (b *logistic) chance(x [5]float64) float64 {
	sum := 0.0
	for i := range x {
		sum += b[i] * x[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// fit finds the coefficients by Newton's method, with a little ridge so that what is
// perfectly separated stays finite.
func fit(xs [][5]float64, made []float64) *logistic {
	const ridge = 0.01
	b := &logistic{}
	for range 40 {
		var gradient [5]float64
		var h [5][6]float64
		for k, x := range xs {
			p := b.chance(x)
			for i := range x {
				gradient[i] += (made[k] - p) * x[i]
				for j := range x {
					h[i][j] += p * (1 - p) * x[i] * x[j]
				}
			}
		}
		for i := range gradient {
			h[i][i] += ridge
			h[i][5] = gradient[i] - ridge*b[i]
		}
		step := solve(h)
		size := 0.0
		for i := range step {
			b[i] += step[i]
			size = max(size, math.Abs(step[i]))
		}
		if size < 1e-9 {
			break
		}
	}
	return b
}

// solve is Gauss's elimination; the last column is the right side.
func solve(h [5][6]float64) (x [5]float64) {
	for c := range h {
		best := c
		for r := c; r < len(h); r++ {
			if math.Abs(h[r][c]) > math.Abs(h[best][c]) {
				best = r
			}
		}
		h[c], h[best] = h[best], h[c]
		for r := range h {
			if r == c || h[c][c] == 0 {
				continue
			}
			factor := h[r][c] / h[c][c]
			for k := c; k < 6; k++ {
				h[r][k] -= factor * h[c][k]
			}
		}
	}
	for i := range x {
		if h[i][i] != 0 {
			x[i] = h[i][5] / h[i][i]
		}
	}
	return x
}
