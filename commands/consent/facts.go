package consent

import (
	"slices"
	"strings"

	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// maxFacts bounds how many players with changed facts are listed.
const maxFacts = 10

// proved returns what is certain about each player's place in the cut, or nil if nothing
// can be said.
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

// FactsMoved returns which facts about the cut begin or cease to hold if an event becomes
// after, in the words of a printer that names its players.
func FactsMoved(p text.Printer, was, after *tournament.State) []string {
	before, then := proved(was), proved(after)
	if before == nil || then == nil {
		return nil
	}
	var out []string
	more := 0
	for i := range before {
		if before[i] == then[i] || len(then) <= i {
			continue
		}
		if len(out) == maxFacts {
			more++
			continue
		}
		player := notice.Player(i + 1)
		var parts []string
		if was := before[i]; was == sim.Clinched || was == sim.Eliminated || then[i] == "" {
			parts = append(parts, p.Say("facts.was_"+factKey(was), "player", player))
		}
		if then[i] != "" {
			parts = append(parts, p.Say("facts.now_"+factKey(then[i]), "player", player))
		}
		out = append(out, "- "+strings.Join(parts, " "))
	}
	if len(out) > 0 {
		out = slices.Insert(out, 0, p.Say("facts.title"))
	}
	if more > 0 {
		out = append(out, "- "+p.Say("list.left", "n", more))
	}
	return out
}

// factKey returns the part of a text key that names a fact.
func factKey(fact string) notice.Code { return notice.Code(strings.ReplaceAll(fact, "-", "_")) }
