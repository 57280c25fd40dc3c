package command

import (
	"math/bits"
	"slices"

	"topcut/tournament"
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
		return tournament.Refuse(tournament.NotAllowed, "sit_out.none")
	}
	ev := &tournament.PlayerSitsOut{Player: c.Player}
	l := s.Players.At(c.Player).Player // without the rounds that are taken back
	for _, r := range may {
		if l.SitsOut(r) && !slices.Contains(c.Rounds, r) {
			ev.Plays = append(ev.Plays, r)
			l.ByeRounds &^= 1 << uint(r)
		}
	}
	for _, r := range c.Rounds {
		switch {
		case r <= s.LastPaired():
			return tournament.Refuse(tournament.WrongPhase, "sit_out.paired", "round", r)
		case !slices.Contains(may, r):
			return tournament.Refuse(tournament.BadInput, "sit_out.round", "round", r)
		case l.SitsOut(r):
		case bits.OnesCount64(l.ByeRounds) < s.Rules.Bye.Requests && r <= s.LastOfStage()-s.Rules.Bye.NotInLast:
			ev.Byes = append(ev.Byes, r)
			l.ByeRounds |= 1 << uint(r)
		case s.Rules.Absent.OnRequest:
			ev.Away = append(ev.Away, r)
		default:
			return tournament.Refuse(tournament.NotAllowed, "sit_out.most", "n", s.Rules.Bye.Requests, "last", s.Rules.Bye.NotInLast)
		}
	}
	if len(ev.Byes)+len(ev.Away)+len(ev.Plays) == 0 {
		return tournament.Refuse(tournament.NoChange, "sit_out.same")
	}
	return d.emit(ev)
}

// withoutLateByes makes a bye that a player asked for an absence if the stage turns out to
// have so few rounds that the bye is in one for which players cannot ask: in the last round
// of chess, after the field has become smaller or an organiser has chosen fewer rounds. A
// round that is not played any more is forgotten. Byes given by an organiser stay.
func (d *decision) withoutLateByes() error {
	s := d.after
	st := s.Stage()
	if st == nil || s.Rules.Bye.NotInLast == 0 || st.LastRound() < st.FirstRound {
		return nil
	}
	for n := range s.Players {
		ev := &tournament.PlayerChanged{Player: n + 1}
		for r := max(s.LastPaired(), st.LastRound()-s.Rules.Bye.NotInLast) + 1; r <= tournament.MaxRounds; r++ {
			if s.Players[n].Asked>>uint(r)&1 == 0 {
				continue
			}
			ev.Plays = append(ev.Plays, r)
			if r <= st.LastRound() {
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
