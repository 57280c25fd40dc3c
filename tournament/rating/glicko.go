package rating

import "math"

// Constants of Glicko-2. Ratings are on the scale of Elo's; inside, they are on that
// of section 2 of the paper, where the difference of two ratings is one of log-odds.
const (
	Mean       = 1500.0
	Unrated    = 350.0 // deviation of an unknown player
	Volatility = 0.06
	Tau        = 0.5 // how much volatility may change, section 1
	scale      = 173.7178
	tolerance  = 1e-6
)

// Glicko is the rating of one player.
type Glicko struct {
	Rating, Deviation float64
	Volatility        float64
}

// Game is a match of a rating period: the opponent as before it, and 1 for a win,
// 0.5 for a draw, 0 for a loss.
type Game struct {
	Opponent Glicko
	Score    float64
}

// mu and phi are rating and deviation on the inner scale (step 2).
func (g Glicko) mu() float64  { return (g.Rating - Mean) / scale }
func (g Glicko) phi() float64 { return g.Deviation / scale }

// weight is g(φ) of step 3: the factor by which an uncertain difference in rating is
// reduced.
func weight(phi float64) float64 {
	return 1 / math.Sqrt(1+float64(3*phi*phi)/(math.Pi*math.Pi))
}

// LogOdds returns the logarithm of the odds that g beats o, with the deviations of both:
// that of E in step 3 with g(√(φ²+φ'²)), the form for two players whose next match is
// to be forecast.
func (g Glicko) LogOdds(o Glicko) float64 {
	return weight(hypot(g.phi(), o.phi())) * (g.mu() - o.mu())
}

// After returns g after a rating period (steps 3 to 8). Without a game only the
// deviation grows.
func (g Glicko) After(games []Game, tau float64) Glicko {
	list := make([]game, len(games))
	for i, m := range games {
		list[i] = game{m.Opponent.standing(), m.Score}
	}
	return g.after(list, tau)
}

// Together returns the strength of a team: the mean of its members' ratings and that of their
// deviations. It is computed in billionths, so that it does not depend on their order.
func Together(members []Glicko) Glicko {
	var ratings, deviations int64
	for _, g := range members {
		ratings += int64(math.Round(g.Rating * ratingParts))
		deviations += int64(math.Round(g.Deviation * ratingParts))
	}
	n := float64(len(members)) * ratingParts
	return Glicko{Rating: float64(ratings) / n, Deviation: float64(deviations) / n}
}

// instead returns whom a member of a team meets in its match: an opponent who is as much
// stronger or weaker than the member as the other team is than their own.
func (g Glicko) instead(own, other Glicko) standing {
	other.Rating = g.Rating + (other.Rating - own.Rating)
	return other.standing()
}

// standing is the rating of an opponent in the form that a match needs.
type standing struct{ mu, weight float64 }

func (g Glicko) standing() standing { return standing{g.mu(), weight(g.phi())} }

type game struct {
	standing
	score float64
}

func (g Glicko) after(games []game, tau float64) Glicko {
	mu, phi := g.mu(), g.phi()
	if len(games) == 0 {
		g.Deviation = scale * hypot(phi, g.Volatility)
		return g
	}
	var information, surplus float64
	for _, m := range games {
		w := m.weight
		expected := 1 / (1 + exp(-w*(mu-m.mu)))
		information += float64(w * w * expected * (1 - expected))
		surplus += float64(w * (m.score - expected))
	}
	v := 1 / information // step 3
	delta := v * surplus // step 4
	g.Volatility = volatility(g.Volatility, delta, phi, v, tau)
	phi = hypot(phi, g.Volatility) // step 6
	phi = 1 / math.Sqrt(1/float64(phi*phi)+1/v)
	mu += float64(phi * phi * surplus) // step 7
	g.Rating, g.Deviation = float64(mu*scale)+Mean, phi*scale
	return g
}

// volatility solves the equation of step 5 by the Illinois algorithm.
func volatility(sigma, delta, phi, v, tau float64) float64 {
	a := log(float64(sigma * sigma))
	delta2, phi2, tau2 := float64(delta*delta), float64(phi*phi), float64(tau*tau)
	f := func(x float64) float64 {
		e := exp(x)
		d := phi2 + v + e
		return float64(e*(delta2-d))/float64(2*d*d) - (x-a)/tau2
	}
	low := a
	var high float64
	if d := delta2 - phi2 - v; d > 0 {
		high = log(d)
	} else {
		k := 1.0
		for f(a-float64(k*tau)) < 0 {
			k++
		}
		high = a - float64(k*tau)
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		next := low + float64((low-high)*fLow)/(fHigh-fLow)
		fNext := f(next)
		if float64(fNext*fHigh) <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return exp(low / 2)
}
