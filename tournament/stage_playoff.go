package tournament

import (
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// playoff is a stage among players whom all criteria left level at the top
// (docs/rules/meccg.md#mec-59). An organiser starts it; no chain has it.
type playoff struct{}

var _ = playedAs(playoff{}, stage.Declare(stage.Playoff, stage.Traits{Aside: true}))

func (playoff) fits(*rules.Ruleset) bool { return true }

func (playoff) plan(*State, stage.Chain, int, int, int) (Planned, bool, error) {
	return Planned{}, false, nil
}

func (playoff) over(s *State, st *Stage) bool { return len(s.Rounds) >= st.LastRound() }

func (playoff) title(_ *State, st *Stage, r int) notice.Notice {
	return notice.New("round.playoff", "round", r-st.FirstRound+1)
}

func (playoff) late(*State, *Stage) error {
	return Refuse(WrongPhase, "late.playoff")
}

// TieShared makes level players co-champions, who pool and share the prizes of
// their places (docs/rules/meccg.md#mec-60).
type TieShared struct {
	Players []int `json:"players"`
}

func (ev *TieShared) apply(s *State, _ *Envelope) error {
	if err := s.TieOpen(); err != nil {
		return err
	}
	s.CoChampions = ev.Players
	return nil
}

// TieOpen returns a refusal if no tie can be settled now, or nil.
func (s *State) TieOpen() error {
	switch r := s.Current(); {
	case s.Phase != Running || s.Elimination() != nil:
		return Refuse(WrongPhase, "tie.when")
	case r != nil && r.Status != Done || s.Preview != nil:
		return Refuse(WrongPhase, "round.running")
	case s.PlayoffOpen():
		return Refuse(WrongPhase, "playoff.open")
	case len(s.Rounds) < s.PlannedRounds():
		return Refuse(WrongPhase, "rounds.left", "played", len(s.Rounds), "n", s.PlannedRounds())
	}
	return nil
}

// PlayoffOpen reports whether play-off rounds are still to be played.
func (s *State) PlayoffOpen() bool {
	st := s.Playoff()
	return st != nil && !s.StageOver()
}

// TopTie returns the two or more players left level at the top of a ruleset that
// settles such ties by a play-off, unless they are co-champions; otherwise none.
func (s *State) TopTie() ([]int, error) {
	if s.Rules.Ranking.Final != "playoff" || s.Elimination() != nil || len(s.CoChampions) > 0 {
		return nil, nil
	}
	t, err := s.Table(-1)
	if err != nil {
		return nil, err
	}
	var tied []int
	for i := range t.Rows {
		n := int(t.Rows[i].Player) + 1
		if i > 0 && !t.Level(i) || !s.Taking(n) {
			break
		}
		tied = append(tied, n)
	}
	if len(tied) < 2 {
		return nil, nil
	}
	return tied, nil
}

// PlayedOff returns the beginning of a play-off among tied players.
func (s *State) PlayedOff(tied []int) *StageBegan {
	rounds, _, _ := s.Rules.RoundsFor(len(tied))
	return &StageBegan{Kind: stage.Playoff, Plan: -1, Players: tied, Rounds: max(rounds, 1)}
}
