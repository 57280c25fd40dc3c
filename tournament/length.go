package tournament

import (
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// Length returns how long a live event is planned to last: starting up, packs to draft and
// decks to build, rounds at their time and the breaks between them
// (docs/rules/meccg.md#mec-46). Rounds without a clock count as nothing; open reports
// that there are any.
func (s *State) Length() (planned time.Duration, open bool) {
	if s.Correspondence() {
		return 0, true
	}
	rounds := 0
	for _, p := range s.Plan {
		n, of := p.Rounds, ledger.Swiss
		if p.Kind().Eliminates() {
			n, of = s.bracketRounds(p), ledger.Elimination
		}
		length := s.RoundLength(of)
		open = open || n > 0 && length == 0
		planned += time.Duration(n) * length
		rounds += n
	}
	if planned == 0 {
		return 0, true
	}
	draft, build := s.Preparation()
	return planned + draft + build + time.Duration(s.Rules.Clocks.StartUp) + time.Duration(max(0, rounds-1))*s.Between(), open
}

// Preparation returns how long a draft and the building of decks are planned to take before
// round 1 (docs/rules/magic.md#mtg-10 to MTG-13).
func (s *State) Preparation() (draft, build time.Duration) {
	c := &s.Rules.Clocks
	switch {
	case s.drafts():
		return time.Duration(c.Draft), time.Duration(c.DraftBuild)
	case s.Settings.Stages.Prepares(stage.Build):
		return 0, time.Duration(c.DeckBuild)
	}
	return 0, 0
}

// Between returns the planned break between two rounds: the one that is kept
// where rounds follow by themselves, else the ruleset's.
func (s *State) Between() time.Duration {
	if s.Settings.AutoAdvance {
		return time.Duration(s.Settings.BreakMinutes) * time.Minute
	}
	return time.Duration(s.Rules.Clocks.Between)
}
