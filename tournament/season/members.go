package season

import (
	"slices"
	"time"

	"topcut/tournament/division"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Add makes a person a member by an organiser's decision, also one who had left. In a
// league whose divisions play, the member enters one of them.
type Add struct {
	Person   Person
	Division int // 0 = none or, if one division plays, that
}

func (c Add) decide(d *Decision) error {
	if err := d.After.open(); err != nil {
		return err
	}
	count := d.After.Count()
	if c.Division == 0 && d.After.Listed() && count == 1 {
		c.Division = 1
	}
	if c.Division < 0 || c.Division > count || c.Division == 0 && d.After.Listed() {
		return journal.Refuse(journal.BadInput, "season.which_division", "n", count)
	}
	m := d.After.PlayerOf(c.Person.known(d.Book))
	switch {
	case m == 0:
		var err error
		if m, err = memberOf(d, c.Person); err != nil {
			return err
		}
	case d.After.Members.At(m).Left:
		if err := d.Emit(&MemberJoined{Member: m, Person: d.After.PersonOf(m)}); err != nil {
			return err
		}
	case c.Division == 0, d.After.DivisionOf(m) == c.Division:
		return journal.Refuse(journal.NoChange, "season.member_in", "player", notice.Player(m))
	case d.After.DivisionOf(m) > 0:
		return journal.Refuse(journal.WrongPhase, "season.other_division", "player", notice.Player(m), "number", d.After.DivisionOf(m))
	}
	if c.Division == 0 {
		return nil
	}
	return d.Emit(&Divided{Members: []Placed{{Member: m, Division: c.Division, Why: division.Moved}}})
}

// MembersSeated records that the events of the league have the places that follow from
// what was decided about members: who was put into a division is in its event, and who
// left is out.
type MembersSeated struct {
	Members []int `json:"members"` // numbers
}

func (f *MembersSeated) apply(s *State, _ *Envelope) error {
	s.Seating = slices.DeleteFunc(slices.Clone(s.Seating), func(m int) bool { return slices.Contains(f.Members, m) })
	return nil
}

// seat notes that the place of a member in the events of divisions may have to change.
func (s *State) seat(member int, at time.Time) {
	if s.Begun > 0 && !slices.Contains(s.Seating, member) {
		s.Seating, s.SeatingAt = append(slices.Clone(s.Seating), member), at
	}
}

// DueSeats is the key of the deadline at which members enter and leave the events of
// divisions.
const DueSeats = "seats"

// seatDeadline returns the deadline for the places of members in events.
func (s *State) seatDeadline() (journal.Deadline, bool) {
	return journal.Deadline{Key: DueSeats, At: s.SeatingAt}, len(s.Seating) > 0
}

// SeatMembers records that members have their places in the events.
type SeatMembers struct{ Members []int }

func (c SeatMembers) decide(d *Decision) error {
	if !slices.ContainsFunc(c.Members, func(m int) bool { return slices.Contains(d.After.Seating, m) }) {
		return journal.Refuse(journal.NoChange, "deadline.not_due")
	}
	return d.Emit(&MembersSeated{c.Members})
}
