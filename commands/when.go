package commands

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/stage"
)

// When commands make sense, see Route.When.

func running(s *tournament.State) bool { return s.Phase == tournament.Running }

// announced reports whether players know of an event.
func announced(s *tournament.State) bool { return s.Phase != tournament.Draft }

func joinable(s *tournament.State) bool {
	return s.Phase == tournament.Open || s.Phase == tournament.CheckIn || s.TakesLate()
}

func takesDecks(s *tournament.State) bool { return s.Settings.Decks != tournament.DecksNone }

func eliminates(s *tournament.State) bool { return s.Elimination() != nil }

func over(s *tournament.State) bool { return s.Phase >= tournament.Finished }

func waiting(s *tournament.State) bool { return announced(s) && s.Phase < tournament.Running }

// ranked reports whether an event has standings.
func ranked(s *tournament.State) bool { return s.Phase >= tournament.Running && s.PlannedRounds() > 0 }

// cutting reports whether an event is running and its cut is to come.
func cutting(s *tournament.State) bool {
	return running(s) && s.CutSize() > 0 && s.Elimination() == nil
}

// drafting reports whether an event is running and its draft is not over.
func drafting(s *tournament.State) bool {
	return running(s) && s.Settings.Stages.Prepares(stage.Draft) && len(s.Rounds) == 0
}

func splitting(s *tournament.State) bool {
	return running(s) && s.Rules.Divisions.Flights != nil && len(s.Rounds) == 0 && s.CutSize() > 0
}

// in returns a condition that holds in these phases.
func in(phases ...tournament.Phase) func(*tournament.State) bool {
	return func(s *tournament.State) bool { return slices.Contains(phases, s.Phase) }
}

// when returns the route with the condition under which its command makes sense.
func (r Route) when(when func(*tournament.State) bool) Route {
	r.When = when
	return r
}

// helps returns the route with the place at which /help names its command, and the
// events in which it does (none = where the command makes sense).
func (r Route) helps(place int, when ...func(*tournament.State) bool) Route {
	r.Help.Place = place
	if len(when) > 0 {
		r.Help.When = func(s *tournament.State) bool {
			return slices.ContainsFunc(when, func(is func(*tournament.State) bool) bool { return is(s) })
		}
	}
	return r
}

// playing reports whether an event is running and its draft, if it has one, is over.
func playing(s *tournament.State) bool { return running(s) && !drafting(s) }

// whileRunning returns the routes with the condition that their commands make sense in
// a running event.
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
