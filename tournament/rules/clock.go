package rules

import (
	"time"

	"topcut/tournament/ledger"
)

// IsElimination reports whether somebody must win every match of the stage.
func IsElimination(stage ledger.Stage) bool {
	switch stage {
	case ledger.Elimination, ledger.ThirdPlace, ledger.Upper, ledger.Lower, ledger.Final:
		return true
	case ledger.Swiss, ledger.RoundRobin, ledger.Scramble, ledger.FinalTables, ledger.Playoff:
		return false
	}
	return false
}

// clock returns the time limits of a stage. A stage without its own has those
// of the stage before it: the final those of the elimination, the elimination
// those of the Swiss rounds.
func (r *Ruleset) clock(stage ledger.Stage) Clock {
	if stage == ledger.Final && r.Clocks.Final != nil {
		return *r.Clocks.Final
	}
	if IsElimination(stage) && r.Clocks.Elimination != nil {
		return *r.Clocks.Elimination
	}
	return r.Clocks.Swiss
}

// Clock returns the length of a round of the stage, 0 where it is untimed.
func (r *Ruleset) Clock(stage ledger.Stage) time.Duration {
	return time.Duration(r.clock(stage).Round)
}

// Warnings returns how long before the end of a round people are reminded,
// longest first; none where the stage is untimed.
func (r *Ruleset) Warnings(stage ledger.Stage) []time.Duration {
	c := r.clock(stage)
	if c.Round == 0 {
		return nil
	}
	var out []time.Duration
	for _, w := range c.Warn {
		out = append(out, time.Duration(w))
	}
	return out
}

// EndOfMatch returns what is said when the clock reaches zero.
func (r *Ruleset) EndOfMatch(stage ledger.Stage) string { return r.clock(stage).Text }

// AtTime returns what becomes of a match without a result when the round is
// closed: "draw", "leader" (of the games), "double_loss", or "text" where people
// decide by the end-of-match text.
func (r *Ruleset) AtTime(stage ledger.Stage) string { return r.clock(stage).AtTime }

// Estimate returns the planned length of so many Swiss rounds with start-up and
// breaks (CHECKLIST MEC-46). Untimed rounds count as nothing.
func (r *Ruleset) Estimate(rounds int) time.Duration {
	if rounds <= 0 {
		return 0
	}
	n := time.Duration(rounds)
	return time.Duration(r.Clocks.StartUp) + n*r.Clock(ledger.Swiss) + (n-1)*time.Duration(r.Clocks.Between)
}
