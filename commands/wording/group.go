package wording

import (
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament/field"
	"topcut/tournament/numbered"
)

// Group returns the name of a group in plain text; "" for the whole field.
func (e Event) Group(p field.Group) string {
	s := e.Snap.State
	var words []string
	if d := s.Settings.Divisions; len(d) > 1 && numbered.Has(d, p.Division) {
		words = append(words, numbered.Get(d, p.Division))
	}
	switch {
	case p.Flight > 0 && s.Draft != nil:
		words = append(words, e.Say("group.pod", "number", p.Flight))
	case p.Flight > 0:
		words = append(words, e.Flight(p.Flight))
	}
	return strings.Join(words, ", ")
}

// Division returns the name of a division by its index, in Markdown.
func (e Event) Division(division int) string {
	return discord.Escape(string(divisionName(e.Snap.State, division)))
}

// Winners names the winners in one line, with their divisions if each has its own.
func (e Event) Winners() text.Raw {
	winners := field.Winners(e.Snap.State)
	words := make([]string, len(winners))
	for i, n := range winners {
		words[i] = e.Player(n)
		if e.Snap.State.ByDivision() {
			words[i] += " (" + e.Division(int(e.Snap.State.Players.At(n).Division)) + ")"
		}
	}
	return Clipped(e.Printer, words, 10)
}

// Flight returns the name of a part into which a field is split; in a round robin the
// parts are groups.
func (e Event) Flight(number int) string {
	if e.Snap.State.InGroups() {
		return e.Say("group.group", "number", number)
	}
	return e.Say("group.flight", "number", number)
}
