package tournament

import (
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// Length returns how long a live event is planned to last: starting up, decks to
// build, rounds at their time and the breaks between them (CHECKLIST MEC-46).
// Rounds without a clock count as nothing; open reports that there are any.
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
	if s.Settings.Stages.Prepares(stage.Draft) {
		planned += time.Duration(s.Rules.Clocks.DraftBuild)
	} else if s.Settings.Stages.Prepares(stage.Build) {
		planned += time.Duration(s.Rules.Clocks.DeckBuild)
	}
	return planned + time.Duration(s.Rules.Clocks.StartUp) + time.Duration(max(0, rounds-1))*s.Between(), open
}

// Between returns the planned break between two rounds: the one that is kept
// where rounds follow by themselves, else the ruleset's.
func (s *State) Between() time.Duration {
	if s.Settings.AutoAdvance {
		return time.Duration(s.Settings.BreakMinutes) * time.Minute
	}
	return time.Duration(s.Rules.Clocks.Between)
}
