package command

import (
	"topcut/tournament"
	"topcut/tournament/notice"
)

// live reports whether a place is a match of a live round.
func (d *decision) live(at tournament.Place) bool {
	m, _ := d.after.Match(at.Round, at.Match)
	return m != nil && m.Fixture == nil && !d.after.Arranged()
}

// claimLive says that the opponent of a player in a live round is not there. A player who is
// missed themselves says with it that they are there.
func (d *decision) claimLive(c *ClaimForfeit) error {
	if err := d.after.MayClaim(c.At, c.Player); err != nil {
		return err
	}
	if d.after.MissedAt(c.At) == c.Player {
		return d.comeLive(&BePresent{Player: c.Player, At: c.At})
	}
	m, _ := d.after.Match(c.At.Round, c.At.Match)
	return d.emit(&tournament.ForfeitClaimed{Place: c.At, Player: c.Player, Objected: m.AsksOrganisers()})
}

// comeLive records that a player who is missed in a live round is there. The match is
// played, also if it was lost already, as long as the round has time.
func (d *decision) comeLive(c *BePresent) error {
	s := d.after
	m, _ := s.Match(c.At.Round, c.At.Match)
	switch {
	case m.Unanswered():
		return d.emit(&tournament.PlayerPresent{Place: c.At, Player: c.Player})
	case s.MissedAt(c.At) != c.Player || m.Confirmed && !m.LostByClaim():
		return tournament.Refuse(tournament.NoChange, "absence.not_missed")
	case s.Rounds.At(c.At.Round).Status != tournament.Started:
		return tournament.Refuse(tournament.WrongPhase, "absence.late", "round", c.At.Round)
	}
	if err := d.emit(&tournament.PlayerPresent{Place: c.At, Player: c.Player}); err != nil {
		return err
	}
	if m.LostByClaim() && !s.MayReturn(c.At, d.now) {
		return nil // it is lost, but the player goes on
	}
	return d.emit(&tournament.ClaimWithdrawn{Place: c.At, Player: c.Player})
}

// ComeBack puts a player in again who was dropped because they did not come to a match.
type ComeBack struct{ Player int }

func (c *ComeBack) decide(d *decision) error {
	if p := d.after.Player(c.Player); p == nil || !p.NoShow {
		return tournament.Refuse(tournament.NotAllowed, "absence.not_dropped", "who", notice.Player(c.Player))
	}
	return (&Reinstate{Player: c.Player}).decide(d)
}

// stale settles what holds up a match of an unattended event.
func (d *decision) stale(at tournament.Place) error {
	s := d.after
	m, _ := s.Match(at.Round, at.Match)
	switch {
	case m.Claimed(): // the one who is missed is asked with who claims
		return d.emit(&tournament.AbsenceAsked{Round: at.Round, Matches: []int{at.Match}})
	case !m.Unanswered():
		return d.settle(s.Settlement(at))
	}
	if ev := s.SilenceSettles(at, d.now); ev != nil {
		return d.settle(ev)
	}
	return d.emit(&tournament.AbsenceAsked{Round: at.Round, Matches: []int{at.Match}})
}
