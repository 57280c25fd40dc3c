package tournament

import (
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// ClockWaits reports whether a round is being played and its clock has not been started
// by an organiser.
func (s *State) ClockWaits() bool {
	r := s.Current()
	return r != nil && s.Settings.ClockApart && r.Status == Started && r.Deadline.IsZero() && (s.Correspondence() || s.RoundLength(r.Stage) > 0)
}

// RoundLength returns how long a round of the stage lasts; 0 means untimed. An
// elimination round lasts as long as the others unless the cut has a time of its own.
func (s *State) RoundLength(stage ledger.Stage) time.Duration {
	minutes := s.Settings.RoundMinutes
	if rules.IsElimination(stage) && s.Settings.CutMinutes != 0 {
		minutes = s.Settings.CutMinutes
	}
	switch {
	case minutes == Untimed:
		return 0
	case minutes > 0:
		return time.Duration(minutes) * time.Minute
	}
	return s.Rules.Clock(stage)
}

// Resolution determines how tables without a result end when an organiser closes a
// round by force.
type Resolution string

// Resolutions.
const (
	ResolveNone       Resolution = ""
	ResolveDraw       Resolution = "draw"
	ResolveDoubleLoss Resolution = "double_loss"
	ResolveRules      Resolution = "rules" // the ruleset's resolution for a match not finished in time
)

// AtTime returns the ruleset's resolution of a match not finished in time, or
// ResolveNone if people decide by its end-of-match text.
func (s *State) AtTime(stage ledger.Stage) Resolution {
	switch s.Rules.AtTime(stage) {
	case "draw":
		return ResolveDraw
	case "double_loss":
		return ResolveDoubleLoss
	}
	return ResolveNone
}
