package tournament

import (
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// bestIn returns the function that says of how many games the matches of a round are, best of
// N; 0 = as the game has it. The stage says so, and of its last rounds each by itself.
func (s *State) bestIn(round int) func(*Match) uint8 {
	st := s.StageOf(round)
	if st == nil || !st.planned() || st.Plan >= len(s.Plan) {
		return func(*Match) uint8 { return 0 }
	}
	best := s.Plan[st.Plan].Stage.Best
	if !best.Late() || !st.Kind.Eliminates() {
		return func(*Match) uint8 { return uint8(best.All) }
	}
	title := st.slotTitles()
	return func(m *Match) uint8 { return uint8(best.Of(title(m.Slot).Code)) }
}

// fitsBest returns why a game does not have the lengths of matches of a chain, or nil.
func fitsBest(rs *rules.Ruleset, c stage.Chain) (err error) {
	for _, st := range c.Stages {
		st.Best.Each(func(_ notice.Code, n int) {
			if rs.BestOf(n) == nil {
				err = Refuse(BadInput, "stages.best_game", "game", notice.Text(rs.Name), "n", n)
			}
		})
	}
	return err
}
