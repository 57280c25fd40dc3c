package tournament

import (
	"slices"

	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// Entry says who may enter an event. The zero value is an event that is open to all.
type Entry struct {
	Listed   bool // only the people of List may enter
	League   ID   // whose organisers decide about the list; 0 = those of the event
	Division int  // of the league, whose members the list follows; 0 = it follows none
	List     []int
}

// Admits returns why a person may not enter the event, or nil. It is the only condition
// of entry that depends on who the person is: emit asks it before each event that gives
// a person a place, so that no command can pass it by. Further conditions belong here.
func (s *State) Admits(person int) error {
	if s.Entry.Listed && !slices.Contains(s.Entry.List, person) {
		return Refuse(NotAllowed, "door.closed", "event", notice.Text(s.Settings.Name))
	}
	return nil
}

// entering is an event that gives a person a place. SeatClaimed is none: there the
// person of a place gets an account.
type entering interface {
	entrant(s *State) int // the person
}

func (ev *PlayerRegistered) entrant(*State) int   { return ev.Person }
func (ev *PlayerPromoted) entrant(s *State) int   { return s.personOf(ev.Player) }
func (ev *PlayerReinstated) entrant(s *State) int { return s.personOf(ev.Player) }
func (ev *SeatTaken) entrant(s *State) int        { return s.personOf(ev.Player) }

// personOf returns the person of a player, or 0 if there is no such player.
func (s *State) personOf(player int) int {
	if p := s.Player(player); p != nil {
		return p.Person
	}
	return 0
}

// EntryClosed closes the event to all people but its players, who are the first of its
// list.
type EntryClosed struct {
	League   ID  `json:"league,omitempty"`   // number of the season whose organisers decide about the list; 0 = those of the event
	Division int `json:"division,omitempty"` // of the league, whose members the list follows; 0 = none
}

func (ev *EntryClosed) apply(s *State, _ *Envelope) error {
	s.Entry = Entry{Listed: true, League: ev.League, Division: ev.Division}
	for i := range s.Players {
		if p := &s.Players[i]; p.Status == Registered || p.Status == Waiting {
			s.Entry.List = append(s.Entry.List, p.Person)
		}
	}
	return nil
}

// EntryOpened opens the event to all people again.
type EntryOpened struct{}

func (*EntryOpened) apply(s *State, _ *Envelope) error {
	s.Entry = Entry{}
	return nil
}

// PersonListed puts a person on the list of the event, or takes the person off it. It
// changes no place that the person has.
type PersonListed struct {
	Person int  `json:"person"`
	Off    bool `json:"off,omitempty"`
}

func (ev *PersonListed) apply(s *State, _ *Envelope) error {
	if !s.Entry.Listed || slices.Contains(s.Entry.List, ev.Person) != ev.Off {
		return Refuse(NoChange, "door.listed_so")
	}
	s.Entry.List = slices.DeleteFunc(slices.Clone(s.Entry.List), func(p int) bool { return p == ev.Person })
	if !ev.Off {
		s.Entry.List = append(s.Entry.List, ev.Person)
	}
	return nil
}

// CloseEntry closes the event to all but its players.
type CloseEntry struct {
	League   ID
	Division int
}

func (c *CloseEntry) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	return d.emit(&EntryClosed{League: c.League, Division: c.Division})
}

// AdmitPlayer puts a person on the closed list and into the event, as an organiser
// decides, also one who has dropped. Without a user it is a guest of the name.
type AdmitPlayer struct{ User, Name string }

func (c *AdmitPlayer) decide(d *decision) error {
	join := &Join{User: c.User, Name: c.Name, ByOrganiser: true}
	person := d.listed(c.User, c.Name)
	if person == 0 {
		if c.User == "" {
			person = d.book.addPerson("", cleanName(c.Name))
		} else {
			person = d.personFor(c.User, cleanName(c.Name))
		}
	}
	if d.after.Entry.Listed && d.after.Admits(person) != nil {
		if err := d.emit(&PersonListed{Person: person}); err != nil {
			return err
		}
	}
	if n := d.after.PlayerOf(person); n > 0 && d.after.Phase == Running && d.after.Players.At(n).Status == Registered && !d.after.Taking(n) {
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
	if d.after.Admits(d.after.personOf(c.Player)) == nil && d.after.Entry.Listed {
		if err := d.emit(&PersonListed{Person: d.after.personOf(c.Player), Off: true}); err != nil {
			return err
		}
	}
	switch p := *d.after.Players.At(c.Player); {
	case d.after.Phase >= Finished, d.after.Phase == Running && p.Status == Registered && !d.after.Taking(c.Player):
		return nil
	case d.after.Phase < Running || p.Status == Waiting:
		return (&Leave{Player: c.Player}).decide(d)
	}
	return (&Drop{Player: c.Player, Reason: c.Reason}).decide(d)
}
