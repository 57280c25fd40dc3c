package commands

import (
	"fmt"
	"slices"

	"topcut/commands/discord"
	"topcut/sim"
	"topcut/tournament"
)

// maxFacts is how many players of whom something proved changes are listed.
const maxFacts = 10

// proved returns what is certain about each player's place in the cut, nil where
// nothing can be said.
func proved(s *tournament.State) []string {
	c, err := sim.Live(s)
	if err != nil {
		return nil
	}
	p, err := sim.Prove(c)
	if err != nil {
		return nil
	}
	return p.Facts
}

// factsMoved says what becomes or ceases to be certain about the cut when the
// event is as in after.
func (c *Call) factsMoved(after *tournament.Snapshot) []string {
	before, then := proved(c.Snap.State), proved(after.State)
	if before == nil || then == nil {
		return nil
	}
	var out []string
	more := 0
	for i := range before {
		if before[i] == then[i] || len(then) <= i {
			continue
		}
		name := discord.Escape(c.Snap.Name(i + 1))
		words := map[string][2]string{
			sim.Clinched: {"has no longer clinched the cut", "has clinched the cut"}, sim.Eliminated: {"is back in the running", "is out of the running"},
			sim.WinAndIn: {"", "is in with a win"}, sim.DrawAndIn: {"", "is in with a draw"},
		}
		text := words[then[i]][1]
		if was := words[before[i]][0]; was != "" {
			text = was
			if now := words[then[i]][1]; now != "" {
				text += " and " + now
			}
		}
		if text == "" {
			text = "is no longer in with a " + map[string]string{sim.WinAndIn: "win", sim.DrawAndIn: "draw"}[before[i]]
		}
		if len(out) == maxFacts {
			more++
			continue
		}
		out = append(out, fmt.Sprintf("- %s %s.", name, text))
	}
	if len(out) > 0 {
		out = slices.Insert(out, 0, "**Proved about the cut:**")
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("- and %s", plural(more, "more player", "more players")))
	}
	return out
}
