package commands

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/stage"
)

// When commands make sense, see Route.When.

func running(s *tournament.State) bool { return s.Phase == tournament.Running }

// announced reports whether players can see the event.
func announced(s *tournament.State) bool { return s.Phase != tournament.Draft }

func joinable(s *tournament.State) bool {
	return !s.Entry.Listed && (s.Phase == tournament.Open || s.Phase == tournament.CheckIn || s.TakesLate())
}

func takesDecks(s *tournament.State) bool { return s.Settings.Decks != tournament.DecksNone }

func eliminates(s *tournament.State) bool { return s.Elimination() != nil }

func over(s *tournament.State) bool { return s.Phase >= tournament.Finished }

func waiting(s *tournament.State) bool { return announced(s) && s.Phase < tournament.Running }

// ranked reports whether an event has standings.
func ranked(s *tournament.State) bool { return s.Phase >= tournament.Running && s.PlannedRounds() > 0 }

// cutting reports whether the event is running and has its cut ahead.
func cutting(s *tournament.State) bool {
	return running(s) && s.CutSize() > 0 && s.Elimination() == nil
}

// drafting reports whether the event is running and its draft is not over.
func drafting(s *tournament.State) bool {
	return running(s) && s.Settings.Stages.Prepares(stage.Draft) && len(s.Rounds) == 0
}

func splitting(s *tournament.State) bool {
	return running(s) && s.Rules.Divisions.Flights != nil && len(s.Rounds) == 0 && s.CutSize() > 0
}

// in returns a condition that holds in the given phases.
func in(phases ...tournament.Phase) func(*tournament.State) bool {
	return func(s *tournament.State) bool { return slices.Contains(phases, s.Phase) }
}

// playing reports whether the event is running and has no draft in progress.
func playing(s *tournament.State) bool { return running(s) && !drafting(s) }

// whileRunning limits the commands of the routes to running events.
func whileRunning(routes []Route) []Route {
	for i := range routes {
		if routes[i].Path != "" {
			routes[i].When = running
		}
	}
	return routes
}
