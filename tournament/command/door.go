package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/names"
)

// CloseEntry closes the event to all but its players.
type CloseEntry struct {
	League   tournament.ID
	Division int
}

func (c *CloseEntry) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	if d.after.Crewed() {
		return tournament.Refuse(tournament.Conflict, "crew.listed")
	}
	return d.emit(&tournament.EntryClosed{League: c.League, Division: c.Division})
}

// AdmitPlayer puts a person on the closed list and into the event, as an organiser
// decides, also one who has dropped. Without a user it is a guest of the name.
type AdmitPlayer struct{ User, Name string }

func (c *AdmitPlayer) decide(d *decision) error {
	join := &Join{User: c.User, Name: c.Name, ByOrganiser: true, Pass: door.Pass{Anyway: true}, numbers: true}
	person := d.listed(c.User, c.Name)
	if person == 0 {
		if c.User == "" {
			person = d.book.addPerson("", cleanName(c.Name))
		} else {
			person = d.personFor(c.User, cleanName(c.Name))
		}
	}
	if d.after.Entry.Listed && d.after.Admits(person) != nil {
		if err := d.emit(&tournament.PersonListed{Person: person}); err != nil {
			return err
		}
	}
	if n := d.after.PlayerOf(person); n > 0 && d.after.Phase == tournament.Running && d.after.Players.At(n).Status == tournament.Registered && !d.after.Taking(n) {
		return (&Reinstate{Player: n}).decide(d)
	}
	return join.decide(d)
}

// listed returns the person of a user, or the guest of the list with the name, or 0.
func (d *decision) listed(user, name string) int {
	if user != "" {
		return d.book.ByUser(user)
	}
	key := names.Key(name)
	for _, no := range d.after.Entry.List {
		if p := d.book.Person(no); p.User == "" && names.Key(p.Name) == key {
			return no
		}
	}
	return 0
}

// Expel takes a person off the closed list and out of the event. Before the start it is
// like Leave; afterwards like Drop, whose rules say what becomes of the matches.
type Expel struct {
	Player int
	Reason string
}

func (c *Expel) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	for _, person := range d.after.MembersOf(c.Player) {
		if d.after.Entry.Listed && d.after.Admits(person) == nil {
			if err := d.emit(&tournament.PersonListed{Person: person, Off: true}); err != nil {
				return err
			}
		}
	}
	switch p := *d.after.Players.At(c.Player); {
	case d.after.Phase >= tournament.Finished, d.after.Phase == tournament.Running && p.Status == tournament.Registered && !d.after.Taking(c.Player):
		return nil
	case d.after.Phase < tournament.Running || p.Status == tournament.Waiting:
		return (&Leave{Player: c.Player, all: true}).decide(d)
	}
	return (&Drop{Player: c.Player, Reason: c.Reason, all: true}).decide(d)
}

// throughGate refuses a person whom the gate of the event does not let in.
func (d *decision) throughGate() error {
	return d.keeper.Through(d.after.Settings.Gate, d.after.Settings.Name)
}

// anyway runs what gives places that the gate has nothing to do with: to who has passed it,
// or by the decision of an organiser.
func (d *decision) anyway(run func() error) error { return d.with(door.Pass{Anyway: true}, run) }

// with runs what gives a place to the person of a pass.
func (d *decision) with(p door.Pass, run func() error) error {
	before := d.keeper.Pass
	d.keeper.Pass = p
	defer func() { d.keeper.Pass = before }()
	return run()
}

// admit refuses to give a place to a person who is banned in the server.
func (d *decision) admit(person int) error {
	if p := d.book.Person(person); p.User != "" {
		return d.keeper.Admit(p.User, p.Name)
	}
	return nil
}

// passes reports whether player n may be given a place without being asked for by name: who
// was banned while waiting stays where they are.
func (d *decision) passes(n int) (bool, error) {
	for _, person := range d.after.MembersOf(n) {
		p := d.book.Person(person)
		if p.User == "" {
			continue
		}
		if ban, err := d.keeper.Banned(p.User, p.Name); ban != nil || err != nil {
			return false, err
		}
	}
	return true, nil
}

// admitReturned refuses an undo that gives a place back to a person who is banned.
func (d *decision) admitReturned() error {
	for n := 1; n <= len(d.after.Players); n++ {
		before := d.Before.Seated(n)
		for _, person := range d.after.Seated(n) {
			if slices.Contains(before, person) {
				continue
			}
			if err := d.admit(person); err != nil {
				return err
			}
		}
	}
	return nil
}

// Enlist puts a member of a league into an event that is made for its members, seeded
// after those before. A banned person is left out.
type Enlist struct{ User, Name string }

func (c *Enlist) decide(d *decision) error {
	if ban, err := d.keeper.Banned(c.User, ""); ban != nil || err != nil {
		return err
	}
	if err := (&Join{User: c.User, Name: c.Name, ByOrganiser: true, Pass: door.Pass{Anyway: true}, member: true, numbers: true}).decide(d); err != nil {
		return err
	}
	n := len(d.after.Players)
	return (&Change{Player: n, Seed: &n}).decide(d)
}
