package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// ClockWaits reports whether a round is being played and its clock has not been started
// by an organiser.
func (s *State) ClockWaits() bool {
	r := s.Current()
	return r != nil && s.Settings.ClockApart && r.Status == Started && r.Deadline.IsZero() && (s.Correspondence() || s.RoundLength(s.ClockStage(r)) > 0)
}

// ClockStage returns the stage whose clock a round has: Final if a match for first place is
// played in it, whatever else is beside it, otherwise the round's own.
func (s *State) ClockStage(r *Round) ledger.Stage {
	if s.Rules.Clocks.Final != nil && slices.ContainsFunc(s.MatchTitles(r), func(t notice.Notice) bool { return stage.IsFinal(t.Code) }) {
		return ledger.Final
	}
	return r.Stage
}

// RoundLength returns how long a round of a stage lasts; 0 means untimed. An
// elimination round lasts as long as the others unless the cut has a time of its own.
func (s *State) RoundLength(of ledger.Stage) time.Duration {
	minutes := s.Settings.RoundMinutes
	if rules.IsElimination(of) && s.Settings.CutMinutes != 0 {
		minutes = s.Settings.CutMinutes
	}
	switch {
	case minutes == Untimed:
		return 0
	case minutes > 0:
		return time.Duration(minutes) * time.Minute
	}
	return s.Rules.Clock(of)
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
func (s *State) AtTime(of ledger.Stage) Resolution {
	switch s.Rules.AtTime(of) {
	case "draw":
		return ResolveDraw
	case "double_loss":
		return ResolveDoubleLoss
	}
	return ResolveNone
}
