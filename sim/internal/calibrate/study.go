package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"topcut/sim"
)

// study is the comparison of many events.
type study struct {
	first, trials int
	draws         sim.Percent
	ids           sim.IDMode
	strength      sim.Strength

	events, positions int
	refused           []refusal
	all               scores
	left              []scores // by rounds left, from 1
	bins              [10]bin
	sure, hopeless    bin // proved in, proved out
	drawn, matches    int
}

type refusal struct{ event, reason string }

// scores adds up squared distances.
type scores struct {
	n                      int
	ours, byPoints, byRank float64
}

func (s *scores) add(made, ours, points, rank float64) {
	s.n++
	s.ours += (ours - made) * (ours - made)
	s.byPoints += (points - made) * (points - made)
	s.byRank += (rank - made) * (rank - made)
}

// bin are the forecasts of about the same chance.
type bin struct {
	n         int
	sum, made float64
}

func (b *bin) add(chance, made float64) {
	b.n++
	b.sum += chance
	b.made += made
}

// add forecasts an event after each of its rounds.
func (s *study) add(ctx context.Context, e *event, threads int) error {
	rounds := len(e.Ledger.Rounds)
	final, _, err := order(e.Rules, e.after(rounds))
	if err != nil {
		return err
	}
	made := make([]float64, len(e.Ledger.Players))
	for _, p := range final[:min(e.Cut.Top, len(final))] {
		made[p] = 1
	}
	for _, r := range e.Ledger.Rounds {
		for i := range r.Matches {
			if m := &r.Matches[i]; m.N == 2 {
				s.matches++
				if v := m.Result.V; v[0] == v[1] {
					s.drawn++
				}
			}
		}
	}
	for round := 1; round < rounds; round++ {
		if err := s.forecast(ctx, e, round, made, threads); err != nil {
			return fmt.Errorf("%s after round %d: %w", e.name, round, err)
		}
	}
	return nil
}

// forecast compares the chances after a round with what came.
func (s *study) forecast(ctx context.Context, e *event, round int, made []float64, threads int) error {
	l := e.after(round)
	players, points, err := order(e.Rules, l)
	if err != nil {
		return err
	}
	res, err := sim.Odds(ctx, sim.OddsConfig{
		Rules: e.Rules, Ledger: l, Rounds: len(e.Ledger.Rounds), Cut: e.Cut, Player: -1,
		DrawChance: s.draws, IDs: s.ids, Strength: s.strength, Trials: s.trials, Threads: threads, Seed: [32]byte{byte(round)},
	})
	if err != nil {
		return err
	}
	s.positions++
	simple := byPoints(points, e.Cut.Top)
	for i, p := range players[:min(s.first, len(players))] {
		rank := 0.0
		if i < e.Cut.Top {
			rank = 1
		}
		cut := res.Players[p].Cut
		s.all.add(made[p], cut.P, simple[i], rank)
		for left := len(e.Ledger.Rounds) - round; len(s.left) < left; {
			s.left = append(s.left, scores{})
		}
		s.left[len(e.Ledger.Rounds)-round-1].add(made[p], cut.P, simple[i], rank)
		switch cut.Fact {
		case sim.Clinched:
			s.sure.add(1, made[p])
		case sim.Eliminated:
			s.hopeless.add(0, made[p])
		default:
			s.bins[min(int(cut.P*10), 9)].add(cut.P, made[p])
		}
	}
	return nil
}

// write writes the page.
func (s *study) write(w io.Writer, ids string) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	p("# Calibration\n")
	p("Written by `sim/calibrate.sh`; do not edit. It asks for the chances of the first %d\nplayers of the standings after every round of real events, as `topcut odds` would have\nanswered then, and looks who made the cut. The events lie beside the repository and\nare not part of it.\n", s.first)
	p("%d events, %d positions, %d chances, each from %d tournaments; %v draws by time\n(%.1f %% of these matches were drawn, agreed ones included), intentional draws %s,\nstrength of the players: %v (no ratings are known).\n",
		s.events, s.positions, s.all.n, s.trials, s.draws, 100*float64(s.drawn)/float64(max(s.matches, 1)), ids, s.strength)
	p("## Of those who were given so much, how many made it\n")
	p("| given | players | mean chance | made the cut | margin |\n|---|---|---|---|---|")
	p("%s", s.hopeless.row("proved out"))
	for i := range s.bins {
		p("%s", s.bins[i].row(fmt.Sprintf("%d to %d %%", 10*i, 10*i+10)))
	}
	p("%s", s.sure.row("proved in"))
	p("\nThe margin is half a 95 %% interval as if all players were independent. They are\nnot: one event gives many rows, and a player stands in several of them, so it is\ntoo small.\n")
	p("## Brier's score\n")
	p("The mean squared distance from what came; smaller is better. *Points only*: in with\nmore points than the last place of the cut has now, out with fewer, and level with\nit the share of the places left. *Rank only*: in on a place of the cut now.\n")
	p("| rounds left | chances | simulated | points only | rank only |\n|---|---|---|---|---|")
	for i := range s.left {
		p("%s", s.left[i].row(fmt.Sprint(i+1)))
	}
	p("%s\n", s.all.row("all"))
	p("## Events that say nothing\n")
	if len(s.refused) == 0 {
		p("None.")
		return
	}
	p("| event | why |\n|---|---|")
	for _, r := range s.refused {
		p("| %s | %s |", strings.ReplaceAll(r.event, "|", "/"), r.reason)
	}
}
