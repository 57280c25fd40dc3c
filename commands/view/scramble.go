package view

import (
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/seating"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// splitNote says under the standings after the last session of a scramble how the field
// is split and what the totals count from then on (docs/rules/riichi.md#rii-23 to
// RII-32); it is empty after every other round. A field too small for a split plays on
// together (RII-42).
func (e Env) splitNote(after int) string {
	s := e.state()
	if s.Schedule() == nil || finalsOf(s) == 0 || after != len(s.Schedule().Schedule.Sessions) || s.Rules.Tables == nil {
		return ""
	}
	out := e.say("scramble.over", "n", finalsOf(s))
	if len(s.Field()) > seating.TopCut {
		out += " " + e.say("scramble.top", "places", seating.TopCut)
	}
	switch carry := s.Rules.Tables.Carry; {
	case carry.Equal(fraction.New(1, 2)):
		out += " " + e.say("scramble.halved")
	case !carry.Equal(fraction.Int(1)) && carry.Sign() > 0:
		out += " " + e.say("scramble.carried", "factor", carry)
	}
	return out
}

// finalsOf returns how many final sessions follow a schedule.
func finalsOf(s *tournament.State) int {
	if p := finals(s); p != nil {
		return p.Rounds
	}
	return 0
}

// finals returns the plan of the final sessions of a schedule, or nil.
func finals(s *tournament.State) *tournament.Planned {
	for i := range s.Plan {
		if p := &s.Plan[i]; p.Kind() == stage.Final {
			return p
		}
	}
	return nil
}

// parted reports whether a table is of final sessions, for which the field is split.
func (e Env) parted(t *standings.Table) bool {
	st := e.state().StageOf(t.After)
	return finals(e.state()) != nil && st != nil && st.Kind == stage.Final
}

// sessions describes the course of a scramble: the sessions by schedule and those after
// them.
func (e Env) sessions() string {
	s := e.state()
	n, finals := 0, 0
	switch {
	case s.Schedule() != nil:
		n, finals = len(s.Schedule().Schedule.Sessions), finalsOf(s)
	case s.Rules.Tables != nil:
		if n = s.Settings.Stages.First().Rounds; n == 0 {
			n = s.Rules.Tables.Sessions
		}
		if len(s.Settings.Stages.Stages) > 1 {
			finals = len(s.Rules.Tables.Finals)
		}
	}
	out := e.say("structure.hanchan", "n", n)
	if finals == 0 {
		return out
	}
	return out + " + " + e.say("structure.final_hanchan", "n", finals)
}
