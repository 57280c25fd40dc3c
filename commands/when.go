package commands

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/stage"
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

func over(s *tournament.State) bool { return s.Phase >= tournament.Finished }

func waiting(s *tournament.State) bool { return announced(s) && s.Phase < tournament.Running }

// ranked is an event with standings.
func ranked(s *tournament.State) bool { return s.Phase >= tournament.Running && s.PlannedRounds() > 0 }

// cutting is a running event whose cut is to come.
func cutting(s *tournament.State) bool {
	return running(s) && s.CutSize() > 0 && s.Elimination() == nil
}

// drafting is a running event whose draft is to come or goes on.
func drafting(s *tournament.State) bool {
	return running(s) && s.Settings.Stages.Prepares(stage.Draft) && len(s.Rounds) == 0
}

func splitting(s *tournament.State) bool {
	return running(s) && s.Rules.Divisions.Flights != nil && len(s.Rounds) == 0 && s.CutSize() > 0
}

// in is an event in one of these phases.
func in(phases ...tournament.Phase) func(*tournament.State) bool {
	return func(s *tournament.State) bool { return slices.Contains(phases, s.Phase) }
}

// when says of a command when it makes sense.
func (r Route) when(when func(*tournament.State) bool) Route {
	r.When = when
	return r
}

// helps says of a command where /help names it, and in which of these events (none =
// where it makes sense).
func (r Route) helps(place int, when ...func(*tournament.State) bool) Route {
	r.Help.Place = place
	if len(when) > 0 {
		r.Help.When = func(s *tournament.State) bool {
			return slices.ContainsFunc(when, func(is func(*tournament.State) bool) bool { return is(s) })
		}
	}
	return r
}

// playing is a running event whose draft, if it has one, is over.
func playing(s *tournament.State) bool { return running(s) && !drafting(s) }

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
