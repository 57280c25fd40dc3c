package command

import (
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/ruling"
)

// live reports whether a place is a match of a live round.
func (d *decision) live(at tournament.Place) bool {
	m, _ := d.after.Match(at.Round, at.Match)
	return m != nil && m.Fixture == nil && !d.after.Arranged()
}

// claimLive says that the opponent of a player in a live round is not there. A player who is
// missed themselves says with it that they are there.
func (d *decision) claimLive(c *ClaimForfeit) error {
	s, of, against := d.after, c.Of, 0
	switch _, l := s.Match(c.At.Round, c.At.Match); {
	case l.N > 2 && of == 0:
		return tournament.Refuse(tournament.BadInput, "absence.which")
	case l.N > 2:
		against = l.Seat(int32(of-1)) + 1
	case l.N == 2 && l.Seat(int32(c.Player-1)) >= 0:
		of = s.PlayerAt(c.At, s.SideOf(c.At, c.Player).Other())
	}
	if err := s.MayClaim(c.At, c.Player, of); err != nil {
		return err
	}
	if own := s.ClaimOn(c.At, c.Player); own != nil {
		err := d.comeLive(&BePresent{Player: c.Player, At: c.At})
		if cancel := own.By == s.SideOf(c.At, of); err != nil || cancel || s.ClaimOn(c.At, c.Player) != nil {
			return err
		}
	}
	return d.emit(&tournament.ForfeitClaimed{Place: c.At, Player: c.Player, Objected: s.AsksOrganisers(c.At, of), Against: against})
}

// comeLive records that a player who is missed in a live round is there. The match is
// played, also if it was lost already, as long as the round has time.
func (d *decision) comeLive(c *BePresent) error {
	s := d.after
	m, _ := s.Match(c.At.Round, c.At.Match)
	absent := s.AbsentFrom(c.At, c.Player)
	switch {
	case m.Unanswered() && !absent:
		return d.emit(&tournament.PlayerPresent{Place: c.At, Player: c.Player})
	case s.ClaimOn(c.At, c.Player) == nil || m.Confirmed && !m.LostByClaim() && !absent:
		return tournament.Refuse(tournament.NoChange, "absence.not_missed")
	case s.Rounds.At(c.At.Round).Status != tournament.Started:
		return tournament.Refuse(tournament.WrongPhase, "absence.late", "round", c.At.Round)
	}
	if err := d.emit(&tournament.PlayerPresent{Place: c.At, Player: c.Player}); err != nil {
		return err
	}
	if (m.LostByClaim() || absent) && !s.MayReturn(c.At, c.Player, d.now) {
		return nil // it is lost, but the player goes on
	}
	return d.emit(&tournament.ClaimWithdrawn{Place: c.At, Player: c.Player})
}

// sits returns a refusal if a table of three or four has played without a player who answers
// for it now. As long as the player may come, they come with that.
func (d *decision) sits(at tournament.Place, player int) error {
	if !d.after.AbsentFrom(at, player) {
		return nil
	}
	if !d.after.MayReturn(at, player, d.now) {
		return tournament.Refuse(tournament.NotAllowed, "absence.without")
	}
	return d.comeLive(&BePresent{Player: player, At: at})
}

// graceOver ends the time to come of players at a table of three or four. Who is left alone
// has won.
func (d *decision) graceOver(at tournament.Place) error {
	for _, n := range d.after.Missed(at) {
		if end := d.after.GraceEnds(at, n); end.IsZero() || end.After(d.now) {
			continue
		}
		if err := d.emit(&tournament.PlayerAbsent{Place: at, Player: n}); err != nil {
			return err
		}
	}
	if won := ruling.LeftAlone(d.after, at); won != nil {
		return d.settle(won)
	}
	return nil
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
	case m.Claimed() && !m.Unanswered(): // the one who is missed is asked with who claims
		return d.emit(&tournament.AbsenceAsked{Round: at.Round, Matches: []int{at.Match}})
	case !m.Unanswered():
		return d.settle(ruling.Settlement(s, at))
	}
	ev := ruling.Silence(s, at, d.now)
	for _, n := range ruling.NotCome(s, at) {
		if err := d.emit(&tournament.PlayerAbsent{Place: at, Player: n}); err != nil {
			return err
		}
	}
	if ev != nil {
		return d.settle(ev)
	}
	return d.emit(&tournament.AbsenceAsked{Round: at.Round, Matches: []int{at.Match}})
}
