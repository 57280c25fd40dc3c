package view

import (
	"fmt"

	"topcut/tournament"
	"topcut/tournament/rat"
	"topcut/tournament/seating"
)

// splitNote says under the standings after the last session of a scramble how
// the field is split and what the totals count from then on (RII-23 to RII-32);
// it is empty after every other round. Fields too small for a split play on
// together (RII-42).
func (e Env) splitNote(after int) string {
	s := e.state()
	if s.Scramble == nil || s.Scramble.Finals == 0 || after != len(s.Scramble.Sessions) || s.Rules.Tables == nil {
		return ""
	}
	text := fmt.Sprintf("**The scramble is over.** %s, seated by these standings.", sentenceStart(plural(s.Scramble.Finals, "more session follows", "more sessions follow")))
	if len(s.Field()) > seating.TopCut {
		text += fmt.Sprintf(" The Top %d play for places 1 to %d among themselves, everybody else for the places behind.", seating.TopCut, seating.TopCut)
	}
	switch carry := s.Rules.Tables.Carry; {
	case carry.Equal(rat.New(1, 2)):
		text += " Every total is halved now, so that the last sessions weigh more."
	case !carry.Equal(rat.Int(1)) && carry.Sign() > 0:
		text += fmt.Sprintf(" Every total counts times %v from now on.", carry)
	}
	return text
}

// sessions says how a scramble runs: the sessions by schedule and those after
// them.
func (e Env) sessions() string {
	s := e.state()
	n, finals := 0, 0
	switch {
	case s.Scramble != nil:
		n, finals = len(s.Scramble.Sessions), s.Scramble.Finals
	case s.Rules.Tables != nil:
		if n = s.Settings.Rounds; n == 0 {
			n = s.Rules.Tables.Sessions
		}
		if s.Settings.Cut.Kind != tournament.CutNone {
			finals = len(s.Rules.Tables.Finals)
		}
	}
	text := plural(n, "session", "sessions") + " by a schedule"
	if finals == 0 {
		return text + ", no finals"
	}
	return text + ", then " + plural(finals, "final session", "final sessions")
}
