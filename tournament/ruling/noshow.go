package ruling

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/rules"
)

// NoShows returns the players who lost a match of a round by a claim and did not come until
// its end: they are dropped before the next pairing, if there is one and the rules say so,
// but no more of them than leave the players that a round or the cut takes. In a bracket it
// is the better seed of a table where neither came, whose next opponent so has no one to
// wait for. In a round robin what becomes of their matches is State.AnnouncedLeaving. Other
// stages need stand-ins.
func NoShows(s *tournament.State, round int) (out []int) {
	st := s.StageOf(round)
	if !s.Rules.Drop.NoShow || s.NextStep() == tournament.StepFinish || st == nil {
		return nil
	}
	if rules.IsElimination(s.Rounds.At(round).Stage) {
		return absentWinners(s, round)
	}
	if !st.Kind.ByPoints() && !st.Kind.MeetsAll() {
		return nil
	}
	missed, played := map[int]int{}, map[int]int{} // of a crew, its boards
	for number := range s.Contests(round) {
		m, l := s.Match(round, number)
		if m.Live == nil {
			for _, p := range l.Players() {
				if _, board := tournament.OfBoard(number); board == 0 || m.ConfirmBy != tournament.ByRule {
					played[int(p)+1]++
				}
			}
			continue
		}
		at := tournament.Place{Round: round, Match: number}
		pressed := came(s, at)
		for side := range fixture.Side(l.N) {
			n, c := s.PlayerAt(at, side), m.Live.Missed[side]
			never := m.Live.Asks == 1 && m.ConfirmBy == tournament.ByRule && !pressed[side]
			if c != nil {
				never = (m.LostByClaim() || c.Settled > 0) && m.Live.Here[side].Before(c.At)
			}
			if played[n]++; never && s.Taking(n) {
				if missed[n]++; missed[n] == 1 {
					out = append(out, n)
				}
			}
		}
	}
	out = slices.DeleteFunc(out, func(n int) bool { return missed[n] < played[n] })
	room := len(s.Field()) - max(s.CutSize(), s.Rules.Seats.Min, s.Rules.Seats.MinField, 2)
	return out[:min(len(out), max(0, room))]
}

// absentWinners returns who goes on in a bracket from tables of a round where neither came.
func absentWinners(s *tournament.State, round int) (out []int) {
	for i := range s.Rounds.At(round).Matches {
		m, l := s.Match(round, i+1)
		if m.Live == nil || m.Live.Asks != 1 || m.ConfirmBy != tournament.ByRule || came(s, tournament.Place{Round: round, Match: i + 1}) != [4]bool{} {
			continue
		}
		if won := s.Rules.Winner(l); won >= 0 && s.Taking(int(l.Seats[won])+1) {
			out = append(out, int(l.Seats[won])+1)
		}
	}
	return out
}
