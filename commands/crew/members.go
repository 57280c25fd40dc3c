package crew

import (
	"slices"
	"strings"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
)

// Named returns the name of a player in Markdown, with those of the members in brackets if it
// is a team.
func Named(e wording.Event, player int) string {
	name, p := e.Player(player), e.Snap.State.Player(player)
	if p == nil || len(p.Members()) == 0 {
		return name
	}
	return e.Say("crew.of", "team", text.Raw(name), "members", text.Raw(strings.Join(people(e, p.Members()), e.Say("list.comma"))))
}

// people returns the names of persons in Markdown.
func people(e wording.Event, persons []int) []string {
	out := make([]string, len(persons))
	for i, no := range persons {
		out[i] = e.Person(no)
	}
	return out
}

// Asking returns the teams that have asked a person, in order.
func Asking(s *tournament.State, person int) (players []int) {
	for i := range s.Players {
		if waitsFor(s, i+1, person) {
			players = append(players, i+1)
		}
	}
	return players
}

// waitsFor reports whether a team waits for the answer of a person whom it has asked.
func waitsFor(s *tournament.State, player, person int) bool {
	return asks(s, player) && slices.Contains(s.Player(player).Invited(), person) && free(s, person)
}

// asks reports whether a team waits for answers.
func asks(s *tournament.State, player int) bool {
	return takesPart(s, player) && slices.ContainsFunc(s.Player(player).Invited(), func(person int) bool { return free(s, person) })
}

// takesPart reports whether a team has a place in an event that is not over, or waits for one.
func takesPart(s *tournament.State, player int) bool {
	p := s.Player(player)
	return p != nil && s.Phase < tournament.Finished && (p.Status == tournament.Registered || p.Status == tournament.Waiting)
}

// free reports whether a person plays in no team.
func free(s *tournament.State, person int) bool {
	n := s.PlayerOf(person)
	return n == 0 || s.Player(n).Status == tournament.Left
}

// Asked reports whether a team of the event waits for answers.
func Asked(s *tournament.State) bool {
	for i := range s.Players {
		if asks(s, i+1) {
			return true
		}
	}
	return false
}
