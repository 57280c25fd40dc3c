package tournament

// SitOutRounds returns the coming rounds about which player n may say by themselves
// whether they sit them out, in order. There are none where the ruleset does not let
// players ask, and in stages in which an opponent would lose a match by it. A bye with all
// points is the organisers' alone.
func (s *State) SitOutRounds(n int) (out []int) {
	if s.Rules.Bye.Requests == 0 && !s.Rules.Absent.OnRequest || s.Arranged() || !s.seats(n) {
		return nil
	}
	l := s.Players.At(n)
	for r := s.LastPaired() + 1; r <= s.LastOfStage(); r++ {
		if !l.FullBye(r) && (!l.AwardedBye(r) || len(s.Rules.Bye.AwardedPts) > 0) {
			out = append(out, r)
		}
	}
	return out
}

// seats reports whether player n is to be paired in coming Swiss rounds.
func (s *State) seats(n int) bool {
	switch p := s.Player(n); {
	case p == nil || p.Status != Registered || s.Rules.Seats.Max > 2:
		return false
	case s.Phase == Running:
		return s.Taking(n) && s.Stage().Kind.ByPoints()
	}
	return s.Phase < Running && s.Settings.Stages.First().Kind.ByPoints()
}

// LastPaired returns the newest round that has pairings, published or not.
func (s *State) LastPaired() int {
	if s.Preview != nil {
		return s.Preview.Number
	}
	return len(s.Rounds)
}

// LastOfStage returns the last round of the present stage, before the start of the first
// one as the present number of players would play it.
func (s *State) LastOfStage() int {
	if st := s.Stage(); st != nil {
		return st.LastRound()
	}
	if plan, err := s.PlanWithout(nil); err == nil && len(plan) > 0 && plan[0].Rounds > 0 {
		return plan[0].Rounds
	}
	return s.Rules.Rounds.Min
}
