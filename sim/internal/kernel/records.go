package kernel

import "topcut/tournament/notice"

// FromRecords returns the position after a number of rounds from match records alone
// (docs/rules/lorcana.md#lor-60): games are assumed as an average 2-1 a match, 1-1-1
// for a draw; opponents are unknown, so opponents' percentages come from the rounds
// that follow.
func FromRecords(r *Rules, played int, records []Record, dropped []bool) (*Start, error) {
	n := len(records)
	switch {
	case n < 2 || n > MaxPlayers:
		return nil, notice.Err("sim.players", "players", n, "most", MaxPlayers)
	case played > r.Rounds:
		return nil, notice.Err("sim.played_more", "played", played, "planned", r.Rounds)
	}
	s := NewStart(r, n)
	s.played, s.source = played, nil
	won, lost, drawn := [3]int{2, 1}, [3]int{1, 2}, [3]int{1, 1, 1}
	if r.Set.Match.Games == 1 {
		won, lost, drawn = [3]int{1, 0}, [3]int{0, 1}, [3]int{0, 0, 1}
	}
	for p, rec := range records {
		if rec.Wins()+rec.Losses()+rec.Draws() > played {
			return nil, notice.Err("sim.results_more", "player", p+1, "played", played)
		}
		s.words[p] = Word(rec.Wins())*r.match(1, won) + Word(rec.Losses())*r.match(-1, lost) + Word(rec.Draws())*r.match(0, drawn)
		if dropped[p] {
			s.out[p], s.left[p] = true, uint8(rec.Wins()+rec.Losses()+rec.Draws())
		}
	}
	return s, nil
}
