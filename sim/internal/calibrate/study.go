package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// folds is the number of parts into which the events are dealt.
const folds = 5

// Models that are compared: the answer of /odds, with what was fitted on other events,
// and what the parts of it are worth.
const (
	asked      = iota // exactly what /odds answers
	heldOut           // the same, all that is fitted of draws fitted on the other folds
	noDraws           // no draws
	literal           // players who are sure by the literal count draw
	strict            // by the strict count
	glicko            // strength by the results of the event
	glickoHeld        // the same, it and the draws fitted on the other folds
	byPoints          // points only
	byRank            // rank only
	byFit             // logistic regression on points
	models
)

var modelNames = [models]string{
	"`/odds`", "the same, draws fitted on other events", "without draws", "agreed draws by the literal count", "agreed draws by the strict count",
	"`/odds`, strength glicko2", "the same, it and draws fitted on other events", "points only", "rank only", "logistic fit on points, other events",
}

// study is the comparison of many events.
type study struct {
	simulated bool // what /odds answers is compared with rules that need no simulation only

	trials, threads int
	note            func(done, of int)

	events  []*event
	refused []refusal
	learned []*learned // by fold, from the events of the others
	rows    []row
}

type refusal struct{ event, reason string }

// row is the forecast for one player at one moment, and the outcome.
type row struct {
	event, left int
	paired      bool
	fact        string
	made        float64
	chances     [models]float64
	x           [5]float64
}

// compared lists the models that answer.
func (s *study) compared() []int {
	if s.simulated {
		return []int{asked, byPoints, byRank, byFit}
	}
	all := make([]int, models)
	for m := range all {
		all[m] = m
	}
	return all
}

// run asks about all events.
func (s *study) run(ctx context.Context) error {
	for f := range min(folds, len(s.events)) {
		var others []*event
		for i, e := range s.events {
			if i%folds != f {
				others = append(others, e)
			}
		}
		s.learned = append(s.learned, learn(others))
	}
	for i, e := range s.events {
		s.note(i+1, len(s.events))
		if err := s.add(ctx, i); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	s.regress()
	return nil
}

// add forecasts an event after each of its rounds, before and after the next is paired.
func (s *study) add(ctx context.Context, event int) error {
	e := s.events[event]
	rounds := len(e.Ledger.Rounds)
	final, _, err := order(e.Rules, e.after(rounds, false))
	if err != nil {
		return err
	}
	made := make([]float64, len(e.Ledger.Players))
	for _, p := range final[:min(e.Cut.Top, len(final))] {
		made[p] = 1
	}
	for round := max(1, e.from); round < rounds; round++ {
		for _, paired := range []bool{false, true} {
			if err := s.forecast(ctx, event, round, paired, made); err != nil {
				return fmt.Errorf("after round %d: %w", round, err)
			}
		}
	}
	return nil
}

// forecast notes the chances after a round and what came.
func (s *study) forecast(ctx context.Context, event, round int, paired bool, made []float64) error {
	e := s.events[event]
	players, points, err := order(e.Rules, e.after(round, false))
	if err != nil {
		return err
	}
	c := sim.OddsConfig{
		Rules: e.Rules, Ledger: e.after(round, paired), Rounds: len(e.Ledger.Rounds), Cut: e.Cut, Player: -1,
		Trials: s.trials, Threads: s.threads, Seed: [32]byte{byte(round), byte(event)},
	}
	if round < e.day.Rounds {
		c.Shape.Days = []sim.Day{e.day}
	}
	c.Usual()
	results := make([]*sim.OddsResult, byPoints)
	other := s.learned[event%folds]
	for m, change := range map[int]func(*sim.OddsConfig){
		asked:   func(*sim.OddsConfig) {},
		heldOut: other.draws,
		noDraws: func(c *sim.OddsConfig) { c.DrawChance, c.IDs = 0, sim.IDsOff },
		literal: func(c *sim.OddsConfig) { c.IDs = sim.IDsLiteral },
		strict:  func(c *sim.OddsConfig) { c.IDs = sim.IDsStrict },
		glicko:  func(c *sim.OddsConfig) { c.Strength = sim.StrengthGlicko2 },

		glickoHeld: other.all,
	} {
		if s.simulated && m != asked {
			continue
		}
		q := c
		change(&q)
		if results[m], err = sim.Odds(ctx, q); err != nil {
			return err
		}
	}
	simple := onPoints(points, e.Cut.Top)
	line := numbered.Get(points, min(e.Cut.Top, len(points)))
	win := e.Rules.Scoring.Win.Float64()
	for i, p := range players {
		r := row{event: event, left: c.Rounds - round, paired: paired, fact: results[asked].Players[p].Cut.Fact, made: made[p]}
		for m, res := range results {
			if res == nil {
				continue
			}
			// A count of 0 or of all trials is not quite never or always.
			r.chances[m] = (res.Players[p].Cut.P*float64(res.Trials) + 0.5) / (float64(res.Trials) + 1)
			if f := res.Players[p].Cut.Fact; f == sim.Clinched || f == sim.Eliminated {
				r.chances[m] = res.Players[p].Cut.P
			}
		}
		r.chances[byPoints] = simple[i]
		if i < e.Cut.Top {
			r.chances[byRank] = 1
		}
		r.x = features((points[i]-line)/win, r.left)
		s.rows = append(s.rows, r)
	}
	return nil
}

// regress fits the regression of each fold on the others.
func (s *study) regress() {
	for f := range folds {
		var xs [][5]float64
		var made []float64
		for _, r := range s.rows {
			if r.event%folds != f {
				xs, made = append(xs, r.x), append(made, r.made)
			}
		}
		b := fit(xs, made)
		for i := range s.rows {
			if r := &s.rows[i]; r.event%folds == f {
				r.chances[byFit] = b.chance(r.x)
			}
		}
	}
}

// scores returns the means of a model over some rows. Facts are left out of the log loss,
// where a false one would be infinite; there is none.
func scores(rows []row, model int) (brier, logLoss float64) {
	for _, r := range rows {
		p := r.chances[model]
		brier += (p - r.made) * (p - r.made)
		p = min(max(p, 1e-4), 1-1e-4)
		logLoss -= r.made*math.Log(p) + (1-r.made)*math.Log(1-p)
	}
	n := float64(max(len(rows), 1))
	return brier / n, logLoss / n
}

// bin is a line of the table of chances.
type bin struct {
	n           int
	given, came float64
	high        float64 // half the 95 % interval of came - given
}

// reliability puts what a model said into ten bins. The intervals are from drawing events
// again, since the players of one are not independent of each other.
func (s *study) reliability(model int) [10]bin {
	var bins [10]bin
	type sum struct{ n, given, came float64 }
	byEvent := make([][10]sum, len(s.events))
	for _, r := range s.rows {
		if r.fact == sim.Clinched || r.fact == sim.Eliminated {
			continue
		}
		x := &byEvent[r.event][min(int(r.chances[model]*10), 9)]
		x.n++
		x.given += r.chances[model]
		x.came += r.made
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range bins {
		off := func(pick func(i int) int) (n, given, came float64) {
			for i := range byEvent {
				x := byEvent[pick(i)][k]
				n, given, came = n+x.n, given+x.given, came+x.came
			}
			return n, given, came
		}
		n, given, came := off(func(i int) int { return i })
		bins[k].n = int(n)
		if n == 0 {
			continue
		}
		bins[k].given, bins[k].came = given/n, came/n
		var sum, squares, times float64
		for range 2000 {
			if n, given, came := off(func(int) int { return rng.IntN(len(byEvent)) }); n > 0 {
				d := (came - given) / n
				sum, squares, times = sum+d, squares+d*d, times+1
			}
		}
		bins[k].high = 1.96 * math.Sqrt(max(squares/times-(sum/times)*(sum/times), 0))
	}
	return bins
}

// drawn returns how many matches of an event were drawn.
func (e *event) drawn() (drawn, matches int) {
	for _, r := range e.Ledger.Rounds {
		for i := range r.Matches {
			if m := &r.Matches[i]; m.N == 2 {
				matches++
				if e.Rules.Winner(m) == ledger.None {
					drawn++
				}
			}
		}
	}
	return drawn, matches
}
