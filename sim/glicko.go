package sim

import (
	"math"
	"slices"

	"topcut/tournament/ledger"
)

// Glicko-2 as in Mark E. Glickman, "Example of the Glicko-2 system" (2022). Ratings
// are on the scale of Elo's; inside, they are on that of section 2, where the
// difference of two ratings is a difference of log-odds.
const (
	glickoMean       = 1500.0
	glickoScale      = 173.7178
	glickoUnrated    = 350.0 // deviation of somebody of whom nothing is known, among players with ratings
	glickoAlike      = 70.0  // the same where nobody has a rating: players of one event, fitted on real ones
	glickoRated      = 100.0 // deviation of a rating whose own is not on file
	glickoVolatility = 0.06
	glickoTau        = 0.5 // how much volatility may change, section 1
	glickoTolerance  = 1e-6
)

// glicko is what is known of one player.
type glicko struct {
	rating, deviation float64
	volatility        float64
}

// glickoMatch is a match of a rating period: the opponent before it, and 1 for a
// win, 0.5 for a draw, 0 for a loss.
type glickoMatch struct {
	opponent glicko
	score    float64
}

// mu and phi are rating and deviation on the inner scale (step 2).
func (g glicko) mu() float64  { return (g.rating - glickoMean) / glickoScale }
func (g glicko) phi() float64 { return g.deviation / glickoScale }

// glickoWeight is g(φ) of step 3: what is left of a difference in rating when it is
// not sure.
func glickoWeight(phi float64) float64 {
	return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
}

// logOdds is the logarithm of the odds that g beats o, with the deviations of both:
// that of E in step 3 with g(√(φ²+φ'²)), the form for two players whose next match is
// to be forecast.
func (g glicko) logOdds(o glicko) float64 {
	return glickoWeight(math.Hypot(g.phi(), o.phi())) * (g.mu() - o.mu())
}

// after is g after a rating period (steps 3 to 8).
func (g glicko) after(matches []glickoMatch) glicko {
	mu, phi := g.mu(), g.phi()
	if len(matches) == 0 {
		g.deviation = glickoScale * math.Hypot(phi, g.volatility)
		return g
	}
	var information, surplus float64
	for _, m := range matches {
		w := glickoWeight(m.opponent.phi())
		expected := 1 / (1 + math.Exp(-w*(mu-m.opponent.mu())))
		information += w * w * expected * (1 - expected)
		surplus += w * (m.score - expected)
	}
	v := 1 / information // step 3
	delta := v * surplus // step 4
	g.volatility = newVolatility(g.volatility, delta, phi, v)
	phi = math.Hypot(phi, g.volatility) // step 6
	phi = 1 / math.Sqrt(1/(phi*phi)+1/v)
	mu += phi * phi * surplus // step 7
	g.rating, g.deviation = mu*glickoScale+glickoMean, phi*glickoScale
	return g
}

// newVolatility solves the equation of step 5 by the Illinois algorithm.
func newVolatility(sigma, delta, phi, v float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low := a
	var high float64
	if d := delta*delta - phi*phi - v; d > 0 {
		high = math.Log(d)
	} else {
		k := 1.0
		for f(a-k*glickoTau) < 0 {
			k++
		}
		high = a - k*glickoTau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > glickoTolerance {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}

// glickoStart is the deviation of players without a rating.
func glickoStart(l *ledger.Ledger) float64 {
	if slices.ContainsFunc(l.Players, func(p ledger.Player) bool { return p.Rating > 0 }) {
		return glickoUnrated
	}
	return glickoAlike
}

// glickoOf is everybody after the finished matches of the event, which count as one
// rating period. Byes, forfeits and agreed draws say nothing about strength.
func glickoOf(l *ledger.Ledger, winner func(m *ledger.Match) int) []glicko {
	before, start := make([]glicko, len(l.Players)), glickoStart(l)
	for i := range before {
		before[i] = glicko{glickoMean, start, glickoVolatility}
		if r := l.Players[i].Rating; r > 0 {
			before[i].rating, before[i].deviation = float64(r), glickoRated
		}
	}
	matches := make([][]glickoMatch, len(before))
	eachResult(l, winner, func(a, b int32, score float64) {
		matches[a] = append(matches[a], glickoMatch{before[b], score})
		matches[b] = append(matches[b], glickoMatch{before[a], 1 - score})
	})
	after := make([]glicko, len(before))
	for i := range after {
		after[i] = before[i]
		if len(matches[i]) > 0 {
			after[i] = before[i].after(matches[i])
		}
	}
	return after
}

// eachResult calls with every match that was played, in order, and the score of its
// first player: 1, 1/2 or 0.
func eachResult(l *ledger.Ledger, winner func(m *ledger.Match) int, with func(a, b int32, score float64)) {
	for i := range l.Rounds {
		for j := range l.Rounds[i].Matches {
			m := &l.Rounds[i].Matches[j]
			if m.N != 2 || m.Kind != ledger.Played || !m.Finished() {
				continue
			}
			score := 0.5
			switch winner(m) {
			case 0:
				score = 1
			case 1:
				score = 0
			}
			with(m.Seats[0], m.Seats[1], score)
		}
	}
}
