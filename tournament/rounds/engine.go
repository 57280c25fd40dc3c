package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// EngineVersion is written into every RoundPaired. It is increased when the same seed
// and history would be paired differently. Replay recomputes the rounds of its own
// version and counts the others as skipped.
const EngineVersion = 1

// podsEngine is the version that seats tables of three and four by where players sat in
// the three rounds before: version 1 drew the order of the seats without regard to that.
// evenEngine looks at all rounds. Replay pairs the rounds of each as that version did.
const (
	podsEngine = 2
	evenEngine = 3
)

// restEngine is the version that plans what is left of a round robin together: version 1
// chose one round after another of a schedule that it did not know, and kept to one that
// an organiser had changed.
const restEngine = 2

// unmetEngine is the version of such a plan that takes a round that a player is known to
// sit out for no match with one who has left. Version 3 did, and no more players met.
const unmetEngine = 4

// forfeitEngine is the version for which players of a forfeited match have not met, if
// the ruleset says so. Version 1 never paired them again.
const forfeitEngine = 2

// neitherEngine is the version for which players of a match to which neither came have
// not met either.
const neitherEngine = 3

// Engine returns the version that pairs the stage being played.
func Engine(s *tournament.State) int {
	switch st := s.Stage(); {
	case st == nil:
	case st.Kind == stage.Pods:
		return evenEngine
	case st.Kind == stage.RoundRobin && knownOut(s, st):
		return unmetEngine
	case st.Kind == stage.RoundRobin && replanned(s, st):
		return restEngine
	case st.Kind == stage.Swiss && unmetBy(s, ledger.DoubleLoss):
		return neitherEngine
	case st.Kind == stage.Swiss && unmetBy(s, ledger.Forfeit):
		return forfeitEngine
	}
	return EngineVersion
}

// OldestEngine is the oldest version whose rounds of the stage being played can be
// paired again.
func OldestEngine(s *tournament.State) int {
	if st := s.Stage(); st != nil && st.Kind != stage.Pods {
		return Engine(s)
	}
	return EngineVersion
}

// unmetBy reports whether a match of the event that ended so leaves its players such that
// have not met.
func unmetBy(s *tournament.State, kind ledger.Kind) bool {
	return slices.ContainsFunc(s.Ledger.Rounds, func(r ledger.Round) bool {
		return slices.ContainsFunc(r.Matches, func(m ledger.Match) bool { return m.Kind == kind && !s.Rules.Met(&m) })
	})
}
