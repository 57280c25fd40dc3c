package commands

import (
	"slices"

	"topcut/tournament"
)

// When commands make sense, see Route.When.

func running(s *tournament.State) bool { return s.Phase == tournament.Running }

// announced is an event that players know of.
func announced(s *tournament.State) bool { return s.Phase != tournament.Draft }

func joinable(s *tournament.State) bool {
	return s.Phase == tournament.Open || s.Phase == tournament.CheckIn || s.TakesLate()
}

func takesDecks(s *tournament.State) bool { return s.Settings.Decks != tournament.DecksNone }

func eliminates(s *tournament.State) bool { return s.Elimination() != nil }

// in is an event in one of these phases.
func in(phases ...tournament.Phase) func(*tournament.State) bool {
	return func(s *tournament.State) bool { return slices.Contains(phases, s.Phase) }
}

// when says of a command when it makes sense.
func (r Route) when(when func(*tournament.State) bool) Route {
	r.When = when
	return r
}

// whileRunning says of all commands among routes that they make sense in a running
// event.
func whileRunning(routes []Route) []Route {
	for i := range routes {
		if routes[i].Path != "" {
			routes[i].When = running
		}
	}
	return routes
}

// timely reports whether a command makes sense in an event that is not over.
func (r *Route) timely(s *tournament.State) bool { return r == nil || r.When == nil || r.When(s) }
