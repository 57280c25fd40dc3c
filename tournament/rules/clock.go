package rules

import (
	"time"

	"topcut/tournament/ledger"
)

// IsElimination reports whether every match of the stage must have a winner.
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

// Clock returns the length of a round of the stage, 0 if it is untimed.
func (r *Ruleset) Clock(stage ledger.Stage) time.Duration {
	return time.Duration(r.clock(stage).Round)
}

// ClockRange returns how long rounds of the stage may last by the documents; 0 if
// they set no such limit.
func (r *Ruleset) ClockRange(stage ledger.Stage) (least, most time.Duration) {
	c := r.clock(stage)
	return time.Duration(c.Min), time.Duration(c.Max)
}

// HardStop returns how long after the end of a round its matches end, whatever is on
// the table; 0 if they go on.
func (r *Ruleset) HardStop(stage ledger.Stage) time.Duration {
	return time.Duration(r.clock(stage).HardStop)
}

// Warnings returns how long before the end of a round people are reminded,
// longest first: as the ruleset has it for the stage, else as for the Swiss
// rounds, else five minutes (docs/rules/magic.md#mtg-32). A stage that the ruleset leaves
// untimed has them too, since an organiser may give it a clock.
func (r *Ruleset) Warnings(stage ledger.Stage) []time.Duration {
	for _, warn := range [][]Duration{r.clock(stage).Warn, r.Clocks.Swiss.Warn} {
		if len(warn) == 0 {
			continue
		}
		out := make([]time.Duration, len(warn))
		for i, w := range warn {
			out[i] = time.Duration(w)
		}
		return out
	}
	return []time.Duration{5 * time.Minute}
}

// EndOfMatch returns the text for players when the clock reaches zero.
func (r *Ruleset) EndOfMatch(stage ledger.Stage) string { return r.clock(stage).Text }

// AtTime returns what becomes of a match without a result when the round is
// closed: "draw", "leader" (of the games), "double_loss", or "text" where people
// decide by the end-of-match text.
func (r *Ruleset) AtTime(stage ledger.Stage) string { return r.clock(stage).AtTime }
