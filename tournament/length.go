package tournament

import (
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// Length returns the planned length of a live event: the start, packs to draft and
// decks to build, timed rounds and the breaks between them (docs/rules/meccg.md#mec-46). Rounds without a clock add nothing; open reports whether
// there are any.
func (s *State) Length() (planned time.Duration, open bool) {
	if s.Correspondence() {
		return 0, true
	}
	rounds := 0
	for _, p := range s.Plan {
		add := func(n int, of ledger.Stage) {
			length := s.RoundLength(of)
			open = open || n > 0 && length == 0
			planned += time.Duration(n) * length
			rounds += n
		}
		if !p.Kind().Eliminates() {
			add(p.Rounds, ledger.Swiss)
		} else if n := s.bracketRounds(p); n > 0 {
			add(n-1, ledger.Elimination)
			add(1, ledger.Final)
		}
	}
	if planned == 0 {
		return 0, true
	}
	draft, build := s.Preparation()
	return planned + draft + build + time.Duration(s.Rules.Clocks.StartUp) + time.Duration(max(0, rounds-1))*s.Between(), open
}

// Preparation returns the planned time of a draft and of deck building before round 1
// (docs/rules/magic.md#mtg-10 to MTG-13).
func (s *State) Preparation() (draft, build time.Duration) {
	c := &s.Rules.Clocks
	switch {
	case s.Drafts():
		return time.Duration(c.Draft), time.Duration(c.DraftBuild)
	case s.Settings.Stages.Prepares(stage.Build):
		return 0, time.Duration(c.DeckBuild)
	}
	return 0, 0
}

// Between returns the planned break between two rounds: the one of the settings if
// rounds follow automatically, otherwise the ruleset's.
func (s *State) Between() time.Duration {
	if s.Settings.AutoAdvance {
		return time.Duration(s.Settings.BreakMinutes) * time.Minute
	}
	return time.Duration(s.Rules.Clocks.Between)
}
