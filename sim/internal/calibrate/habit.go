package main

import (
	"math"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rating"
)

// A habit is what is fitted: how often matches are drawn by time, and by agreement.
type habit struct {
	byTime       count
	safe, likely count // of the last two rounds, within the bounds
	lastElse     count // of the last round, all others
	earlyElse    count // of the round before
	// bounds are below which share of the places two are safe, and likely.
	bounds  [2]float64
	matches []stake // behind the counts of the last two rounds
}

// stake is what a match of the last two rounds was about.
type stake struct {
	certain  bool
	expected float64 // share of the places that is taken by who can be expected ahead
	last     bool    // round
	drawn    bool
}

// count is how many of n matches were drawn.
type count struct{ n, drawn int }

func (c *count) add(drawn bool) {
	c.n++
	if drawn {
		c.drawn++
	}
}

// share is in half percents; with nothing counted it is what is shipped.
func (c count) share(otherwise sim.Percent) sim.Percent {
	if c.n == 0 {
		return otherwise
	}
	return sim.Percent(math.Round(200 * float64(c.drawn) / float64(c.n)))
}

// likelihood returns the logarithm of the chance of the count at its own share.
func (c count) likelihood() (sum float64) {
	for _, k := range []int{c.drawn, c.n - c.drawn} {
		if k > 0 {
			sum += float64(k) * math.Log(float64(k)/float64(c.n))
		}
	}
	return sum
}

// shippedBounds are those of what is shipped.
func shippedBounds() [2]float64 {
	h := sim.UsualHabit
	return [2]float64{h.SafeBelow, h.LikelyBelow}
}

// within counts the matches of the last two rounds anew, with other bounds.
func (h *habit) within(bounds [2]float64) *habit {
	out := &habit{byTime: h.byTime, bounds: bounds, matches: h.matches}
	for _, m := range h.matches {
		switch {
		case m.certain || m.expected < bounds[0]:
			out.safe.add(m.drawn)
		case m.expected < bounds[1]:
			out.likely.add(m.drawn)
		case m.last:
			out.lastElse.add(m.drawn)
		default:
			out.earlyElse.add(m.drawn)
		}
	}
	return out
}

// fitted returns the habit with the bounds that tell its draws best, by eighths of the places.
func (h *habit) fitted() *habit {
	likelihood := func(h *habit) float64 {
		return h.safe.likelihood() + h.likely.likelihood() + h.lastElse.likelihood() + h.earlyElse.likelihood()
	}
	best := h.within(shippedBounds())
	for safe := 4; safe <= 10; safe++ {
		for likely := safe; likely <= 12; likely++ {
			if x := h.within([2]float64{float64(safe) / 8, float64(likely) / 8}); likelihood(x) > likelihood(best)+1e-9 {
				best = x
			}
		}
	}
	return best
}

// learned is everything fitted on some events.
type learned struct {
	*habit
	deviation float64 // with which Glicko-2 starts
}

// learn fits on events.
func learn(events []*event) *learned {
	h, of := &habit{}, make([]rating.Sample, 0, len(events))
	for _, e := range events {
		x := e.habitOf()
		h.byTime.n, h.byTime.drawn, h.matches = h.byTime.n+x.byTime.n, h.byTime.drawn+x.byTime.drawn, append(h.matches, x.matches...)
		of = append(of, rating.Sample{Members: len(e.Ledger.Players), Rounds: rating.Rounds(e.Rules, e.Ledger, nil)})
	}
	out, least := &learned{habit: h.fitted()}, math.Inf(1)
	for deviation := 20.0; deviation <= rating.Unrated; deviation += 10 {
		if loss := rating.ByGlicko.Judge(of, rating.Fit{Deviation: deviation, Scale: 1, Draws: 0.5}).OfThese; loss < least {
			out.deviation, least = deviation, loss
		}
	}
	return out
}

// draws sets the draws of a question to the fitted ones.
func (f *learned) draws(c *sim.OddsConfig) {
	c.Usual()
	shipped := sim.UsualHabit
	c.DrawChance = f.byTime.share(c.DrawChance)
	c.Habit = &sim.Habit{
		Safe: f.safe.share(shipped.Safe), SafeBelow: f.bounds[0],
		Likely: f.likely.share(shipped.Likely), LikelyBelow: f.bounds[1],
	}
}

// all also sets the fitted strength.
func (f *learned) all(c *sim.OddsConfig) {
	f.draws(c)
	c.Strength, c.Ratings = sim.StrengthRating, make([]rating.Glicko, len(c.Ledger.Players))
	for i := range c.Ratings {
		c.Ratings[i] = rating.Glicko{Rating: rating.Mean, Deviation: f.deviation, Volatility: rating.Volatility}
	}
}

// habitOf counts the draws of an event.
func (e *event) habitOf() *habit {
	h := &habit{}
	points := make([]float64, len(e.Ledger.Players))
	for r := range e.Ledger.Rounds {
		round := &e.Ledger.Rounds[r]
		left := len(e.Ledger.Rounds) - r
		in := e.playing(r)
		for i := range round.Matches {
			m := &round.Matches[i]
			if m.N != 2 || m.Kind != ledger.Played && m.Kind != ledger.IntentionalDraw {
				continue
			}
			drawn := e.Rules.Winner(m) == ledger.None
			switch {
			case left > 2:
				h.byTime.add(drawn)
			case !e.made: // otherwise this cut was unknown
				certain, expected := e.stakes(points, in, m, left)
				h.matches = append(h.matches, stake{certain, expected, left == 1, drawn})
			}
		}
		e.score(points, r+1)
	}
	return h.within(shippedBounds())
}

// playing lists who takes part in a round, from 0.
func (e *event) playing(round int) []int32 {
	var list []int32
	for i := range e.Ledger.Rounds[round].Matches {
		list = append(list, e.Ledger.Rounds[round].Matches[i].Players()...)
	}
	return list
}

// stakes returns whether both players of a match are sure of the cut by the literal
// count if they draw all that is left, and how many places are expected to go to
// players who end ahead.
func (e *event) stakes(points []float64, in []int32, m *ledger.Match, left int) (certain bool, expected float64) {
	win, draw := e.Rules.Scoring.Win.Float64(), e.Rules.Scoring.Draw.Float64()
	certain = true
	for _, me := range m.Players() {
		other := m.Seats[0] + m.Seats[1] - me
		mine, ahead, worst := points[me]+float64(left)*draw, 0.0, 0
		for _, q := range in {
			best := points[q] + float64(left)*win
			switch q {
			case me:
				continue
			case other:
				best += draw - win
				ahead += above(points[q]+float64(left)*draw, mine)
			default:
				for wins, ways := range [][]float64{{1}, {.5, .5}, {.25, .5, .25}}[left] {
					ahead += ways * above(points[q]+float64(wins)*win, mine)
				}
			}
			if best > mine {
				worst++
			}
		}
		certain = certain && worst < e.Cut.Top
		expected = max(expected, ahead/float64(e.Cut.Top))
	}
	return certain, expected
}

// above counts who is level by half.
func above(points, mine float64) float64 {
	switch {
	case points > mine:
		return 1
	case points == mine:
		return 0.5
	}
	return 0
}
