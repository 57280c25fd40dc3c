package commands

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// oddsBudget is how long one question may be simulated. An answer comes within
// two seconds of the click, the simulation shares the machine with the bot.
const oddsBudget = 1200 * time.Millisecond

// oddsRoutes are the chances from the real position of the event.
func oddsRoutes() []Route {
	return []Route{{
		Path: "odds", About: "Your chance of the cut from where the event stands", Role: Everyone, Scope: OneEvent, Public: true,
		Options: []discord.CommandOption{
			playerOption("Whose chance; your own if left out"),
			choiceOption("if", "Suppose a result of the current match",
				choice("I win", sim.IfWin), choice("We draw", sim.IfDraw), choice("I lose", sim.IfLoss), choice("We agree on a draw", sim.IfID)),
			publicOption(), eventOption(),
		},
		Complete: completePlayers(), Run: odds,
	}}
}

func odds(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.someone()
	if err != nil {
		return Reply{}, err
	}
	s := c.Snap.State
	switch {
	case s.Phase < tournament.Running:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "The event has not started; odds come with the first round.")
	case s.Phase != tournament.Running || s.Cut != nil:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "The Swiss rounds are over; nothing is left to estimate. See /standings and /bracket.")
	case s.CutSize == 0:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "This event has no cut.")
	case !s.Taking(n):
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "%s has left the event.", discord.Escape(c.Snap.Name(n)))
	}
	select {
	case c.App.thinking <- struct{}{}:
		defer func() { <-c.App.thinking }()
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
	res, err := sim.Odds(ctx, sim.OddsConfig{
		Rules: s.Rules, Ledger: &s.Ledger, Rounds: s.SwissRounds, Cut: cutOf(s), IDs: sim.IDsOff,
		Player: int32(n - 1), If: c.Text("if"), Threads: max(1, runtime.GOMAXPROCS(0)-1),
		Seed: sha256.Sum256(fmt.Appendf(nil, "odds %s %d", s.Commitment, s.Seq)),
		Now:  time.Now, First: oddsBudget, Budget: oddsBudget,
	})
	if err != nil {
		return Reply{}, tournament.Refuse(tournament.BadInput, "There are no odds for this event: %s.", err)
	}
	return c.Shown(view.Text(oddsText(c, n, res))), nil
}

// cutOf returns the cut of a running event as the simulator takes it.
func cutOf(s *tournament.State) rules.Cut {
	switch s.Settings.Cut.Kind {
	case tournament.CutPoints:
		return rules.Cut{Points: s.Settings.Cut.N}
	case tournament.CutEqual:
		return rules.Cut{Top: s.CutSize, EqualPoints: true, Max: s.Settings.Cut.Max}
	case tournament.CutAuto, tournament.CutNone, tournament.CutTop:
	}
	return rules.Cut{Top: s.CutSize}
}

// oddsText puts the answer into words first and numbers second. What is proved
// is said as a fact, what is not is an estimate with its interval.
func oddsText(c *Call, n int, res *sim.OddsResult) string {
	s := c.Snap.State
	me := &res.Players[n-1]
	name := discord.Escape(c.Snap.Name(n))
	var b strings.Builder
	fmt.Fprintf(&b, "### %s: chance of the cut\n", name)
	switch me.Cut.Fact {
	case sim.Clinched:
		b.WriteString("**In, proved:** no result of the remaining matches can take the cut away.")
	case sim.Eliminated:
		b.WriteString("**Out, proved:** no result of the remaining matches can bring the cut.")
	default:
		fmt.Fprintf(&b, "**About %s** to play in the cut.", percent(me.Cut.Estimate))
		switch me.Cut.Fact {
		case sim.WinAndIn:
			b.WriteString(" Proved: win this match and you are in.")
		case sim.DrawAndIn:
			b.WriteString(" Proved: a draw in this match is enough.")
		}
	}
	if w := res.WhatIf; w != nil {
		fmt.Fprintf(&b, "\nIf it is a %s: ", map[string]string{sim.IfWin: "win", sim.IfDraw: "draw", sim.IfLoss: "loss", sim.IfID: "agreed draw"}[w.If])
		switch w.Cut.Fact {
		case sim.Clinched:
			b.WriteString("**in, proved**.")
		case sim.Eliminated:
			b.WriteString("**out, proved**.")
		default:
			fmt.Fprintf(&b, "about %s.", percent(w.Cut.Estimate))
		}
	}
	b.WriteString("\n```\nfinal record  chance   then the cut\n")
	for _, r := range me.Records {
		if r.P >= 0.0005 {
			fmt.Fprintf(&b, "%-12s  %6s   %6s\n", r.Record, short(r.P), short(r.Cut.P))
		}
	}
	b.WriteString("```")
	if a := res.Advice; a != nil && s.Rules.Draws.Intentional {
		fmt.Fprintf(&b, "\n**A draw by agreement now:** %s", discord.Escape(a.Reason))
	}
	fmt.Fprintf(&b, "\n-# Every player equally strong, matches that are open drawn by lot, %d trials; ± is the 95 %% interval. /standings has the facts.", res.Trials)
	return b.String()
}

// percent writes a chance with half its interval.
func percent(e sim.Estimate) string {
	return fmt.Sprintf("%s ± %.1f", short(e.P), math.Max(0.1, 50*(e.High-e.Low)))
}

// short writes a chance; what is merely likely never reads as certain.
func short(p float64) string {
	switch {
	case p > 0.999 && p < 1:
		return ">99.9 %"
	case p < 0.001 && p > 0:
		return "<0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}
