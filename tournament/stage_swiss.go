package tournament

import (
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// swissRounds is a stage of Swiss rounds: all players play all of them, against players
// with about the same points.
type swissRounds struct{}

var _ = playedAs(swissRounds{}, stage.Swiss)

func (swissRounds) fits(rs *rules.Ruleset) bool { return rs.Tables == nil }

// plan takes the chosen rounds, or those of the ruleset for the attendance.
func (swissRounds) plan(s *State, c stage.Chain, i, field, attendance int) (Planned, bool, error) {
	if i > 0 {
		return s.planLater(c, i, field)
	}
	st := c.First()
	p := Planned{Stage: st}
	var err error
	switch {
	case c.Prepares(stage.Draft):
		p.Rounds, err = s.draftRounds(field)
	case st.Groups > 1:
		on := 0
		if len(c.Stages) > 1 {
			if on, err = groupCut(c.Stages[1], st.Groups); err != nil {
				return p, false, err
			}
		}
		_, err = groupRounds(min(field, maxGroup*st.Groups), st.Groups, on, 1)
		p.Rounds = rules.CeilLog2((field + st.Groups - 1) / st.Groups)
	default:
		p.Rounds, _, _ = s.Rules.RoundsFor(attendance)
	}
	if st.Rounds > 0 {
		p.Rounds = st.Rounds
	}
	return p, err == nil, err
}

func (swissRounds) enter(s *State, t *standings.Table, plan Planned) ([]int, int, error) {
	if plan.Entry().By == stage.All {
		return nil, plan.Rounds, nil
	}
	players, err := s.entrants(t, plan)
	return players, plan.Rounds, err
}

// secondByRule returns the second stage of rounds of the ruleset's table, if the
// settings leave the rounds to it (docs/rules/lorcana.md#lor-40).
func (s *State) secondByRule(c stage.Chain, attendance int) (stage.Stage, bool) {
	first := c.First()
	if _, chosen := c.Second(); chosen || first.Kind != stage.Swiss || first.Rounds > 0 || first.Groups > 1 || len(c.Prepare) > 0 {
		return stage.Stage{}, false
	}
	row, _ := s.Rules.Row("", attendance)
	return stage.Stage{Kind: stage.Swiss, Rounds: row.More, Entry: stage.Entry{By: stage.Points, N: row.GoOn}}, row.More > 0
}

// over reports whether all rounds are paired, or whether the stage ends with one
// unbeaten player and there is one.
func (swissRounds) over(s *State, st *Stage) bool {
	if len(s.Rounds) >= st.LastRound() {
		return true
	}
	early := st.Plan >= 0 && s.Settings.Stages.Stages[min(st.Plan, len(s.Settings.Stages.Stages)-1)].Unbeaten
	return early && s.LastDone() == len(s.Rounds) && s.oneUnbeaten()
}

func (swissRounds) title(_ *State, _ *Stage, r int) notice.Notice {
	return notice.New("round.number", "round", r)
}

func (swissRounds) late(s *State, st *Stage) error {
	switch {
	case st.FirstRound > 1 || len(st.Players) > 0:
		return Refuse(WrongPhase, "late.stage")
	case s.Draft != nil:
		return Refuse(WrongPhase, "late.draft")
	}
	return nil
}

// oneUnbeaten reports whether one player, or one of each division that plays apart, has
// won every round (docs/rules/pokemon.md#pkm-04, PKM-11, MTR 3.1). If the last unbeaten
// player has left, all rounds are played.
func (s *State) oneUnbeaten() bool {
	rounds := len(s.Rounds)
	t, err := s.Table(-1)
	if err != nil || rounds == 0 {
		return false
	}
	unbeaten := map[int16]int{}
	apart := s.Rules.DivisionMode(s.DivisionSizes()) == "separate"
	for i := range t.Rows {
		l := s.Players[t.Rows[i].Player].Player
		if t.Rows[i].Record[0] == rounds && s.PlaysOn(int(t.Rows[i].Player)+1) {
			if !apart {
				l.Division = 0
			}
			unbeaten[l.Division]++
		}
	}
	for _, n := range unbeaten {
		if n > 1 {
			return false
		}
	}
	return len(unbeaten) > 0
}
