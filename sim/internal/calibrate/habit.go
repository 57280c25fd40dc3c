package main

import (
	"math"

	"topcut/sim"
	"topcut/tournament/ledger"
)

// A habit is what is fitted: how often matches are drawn by time, and by agreement.
type habit struct {
	byTime, safe, likely count
	lastElse             count // of the last round, all others
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

func (h *habit) take(o *habit) {
	for _, x := range [][2]*count{{&h.byTime, &o.byTime}, {&h.safe, &o.safe}, {&h.likely, &o.likely}, {&h.lastElse, &o.lastElse}} {
		x[0].n += x[1].n
		x[0].drawn += x[1].drawn
	}
}

// set has a question answered with the habit.
func (h *habit) set(c *sim.OddsConfig) {
	c.Usual()
	shipped := sim.UsualHabit()
	c.DrawChance = h.byTime.share(c.DrawChance)
	c.Habit = &sim.Habit{Safe: h.safe.share(shipped.Safe), Likely: h.likely.share(shipped.Likely)}
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
			if left > 2 {
				h.byTime.add(drawn)
				continue
			}
			certain, expected := e.stakes(points, in, m, left)
			switch {
			case e.made: // nobody knew of this cut
			case certain || expected < 0.75:
				h.safe.add(drawn)
			case expected < 1:
				h.likely.add(drawn)
			case left == 1:
				h.lastElse.add(drawn)
			}
		}
		e.score(points, r+1)
	}
	return h
}

// playing lists who takes part in a round, from 0.
func (e *event) playing(round int) []int32 {
	var list []int32
	for i := range e.Ledger.Rounds[round].Matches {
		list = append(list, e.Ledger.Rounds[round].Matches[i].Players()...)
	}
	return list
}

// stakes says whether both of a match are sure of the cut by the literal count if they
// draw all that is left, and how many places those are expected to take who end ahead.
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
