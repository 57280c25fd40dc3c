package tournament

import (
	"math/bits"
	"slices"

	"topcut/tournament/notice"
)

// SitOut says which coming rounds a player sits out by their own wish: Rounds and no other
// of SitOutRounds. What they get for a round follows from the ruleset.
type SitOut struct {
	Player int
	Rounds []int
}

func (c *SitOut) decide(d *decision) error {
	s := d.after
	if err := d.notOver(); err != nil {
		return err
	}
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	may := s.SitOutRounds(c.Player)
	if len(may) == 0 {
		return Refuse(NotAllowed, "sit_out.none")
	}
	ev := &PlayerSitsOut{Player: c.Player}
	l := *s.Ledger.Players.At(c.Player) // without the rounds that are taken back
	for _, r := range may {
		if l.SitsOut(r) && !slices.Contains(c.Rounds, r) {
			ev.Plays = append(ev.Plays, r)
			l.ByeRounds &^= 1 << uint(r)
		}
	}
	for _, r := range c.Rounds {
		switch {
		case r <= s.lastPaired():
			return Refuse(WrongPhase, "sit_out.paired", "round", r)
		case !slices.Contains(may, r):
			return Refuse(BadInput, "sit_out.round", "round", r)
		case l.SitsOut(r):
		case bits.OnesCount64(l.ByeRounds) < s.Rules.Bye.Requests && r <= s.lastOfStage()-s.Rules.Bye.NotInLast:
			ev.Byes = append(ev.Byes, r)
			l.ByeRounds |= 1 << uint(r)
		case s.Rules.Absent.OnRequest:
			ev.Away = append(ev.Away, r)
		default:
			return Refuse(NotAllowed, "sit_out.most", "n", s.Rules.Bye.Requests, "last", s.Rules.Bye.NotInLast)
		}
	}
	if len(ev.Byes)+len(ev.Away)+len(ev.Plays) == 0 {
		return Refuse(NoChange, "sit_out.same")
	}
	return d.emit(ev)
}

// SitOutRounds returns the coming rounds about which player n may say by themselves
// whether they sit them out, in order. There are none where the ruleset does not let
// players ask, and in stages in which an opponent would lose a match by it. A bye with all
// points is the organisers' alone.
func (s *State) SitOutRounds(n int) (out []int) {
	if s.Rules.Bye.Requests == 0 && !s.Rules.Absent.OnRequest || s.Arranged() || !s.seats(n) {
		return nil
	}
	l := s.Ledger.Players.At(n)
	for r := s.lastPaired() + 1; r <= s.lastOfStage(); r++ {
		if !l.FullBye(r) && (!l.AwardedBye(r) || len(s.Rules.Bye.AwardedPts) > 0) {
			out = append(out, r)
		}
	}
	return out
}

// withoutLateByes makes a bye that a player asked for an absence if the stage turns out to
// have so few rounds that the bye is in one for which players cannot ask: in the last round
// of chess, after the field has become smaller or an organiser has chosen fewer rounds. A
// round that is not played any more is forgotten. Byes given by an organiser stay.
func (d *decision) withoutLateByes() error {
	s := d.after
	st := s.Stage()
	if st == nil || s.Rules.Bye.NotInLast == 0 || st.lastRound() < st.FirstRound {
		return nil
	}
	for n := range s.Players {
		ev := &PlayerChanged{Player: n + 1}
		for r := max(s.lastPaired(), st.lastRound()-s.Rules.Bye.NotInLast) + 1; r <= MaxRounds; r++ {
			if s.Players[n].Asked>>uint(r)&1 == 0 {
				continue
			}
			ev.Plays = append(ev.Plays, r)
			if r <= st.lastRound() {
				ev.Away = append(ev.Away, r)
			}
		}
		if len(ev.Plays) == 0 {
			continue
		}
		if err := d.emit(ev); err != nil {
			return err
		}
	}
	return nil
}

// allOut returns the refusal to pair a round that fewer than two of the players in the
// event play because the others are known to sit it out, or nil.
func (s *State) allOut(round int) error {
	var out []int
	there := 0
	for n := 1; n <= len(s.Players); n++ {
		switch {
		case !s.Taking(n):
		case s.Ledger.Players.At(n).SitsOut(round):
			out = append(out, n)
		default:
			there++
		}
	}
	if there > 1 || there+len(out) < 2 {
		return nil
	}
	return Refuse(WrongPhase, "round.all_out", "round", round, "n", len(out), "players", notice.Players(out[:min(10, len(out))]))
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

// lastPaired returns the newest round that has pairings, published or not.
func (s *State) lastPaired() int {
	if s.Preview != nil {
		return s.Preview.Number
	}
	return len(s.Rounds)
}

// lastOfStage returns the last round of the present stage, before the start of the first
// one as the present number of players would play it.
func (s *State) lastOfStage() int {
	if st := s.Stage(); st != nil {
		return st.lastRound()
	}
	if plan, err := s.planWithout(nil); err == nil && len(plan) > 0 && plan[0].Rounds > 0 {
		return plan[0].Rounds
	}
	return s.Rules.Rounds.Min
}
