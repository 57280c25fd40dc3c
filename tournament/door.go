package tournament

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Entry says who may enter an event. The zero value is an event that is open to all.
type Entry struct {
	Listed   bool // only the people of List may enter
	League   ID   // whose organisers decide about the list; 0 = those of the event
	Division int  // of the league, whose members the list follows; 0 = it follows none
	List     []int
}

// Admits returns why a person may not enter the event, or nil. It is the only condition
// of entry that depends on who the person is: AdmitsBy asks it before each event that
// gives a person a place. Further conditions belong here.
func (s *State) Admits(person int) error {
	if s.Entry.Listed && !slices.Contains(s.Entry.List, person) {
		return Refuse(NotAllowed, "door.closed", "event", notice.Text(s.Settings.Name))
	}
	return nil
}

// AdmitsBy returns why an event may not give a person a place, or nil. Every decision asks
// it for every event that it emits, so that no command can pass it by.
func (s *State) AdmitsBy(ev Event) error {
	if in, ok := ev.(entering); ok {
		for _, person := range in.entrants(s) {
			if err := s.Admits(person); err != nil {
				return err
			}
		}
	}
	return nil
}

// Entrants returns the persons to whom an event gives a place. The ban list is asked about
// them. A seat that is claimed is one too: its guest gets an account.
func (s *State) Entrants(ev Event) []int {
	switch ev := ev.(type) {
	case entering:
		return ev.entrants(s)
	case *SeatClaimed:
		return []int{ev.Person}
	}
	return nil
}

// Newcomer reports whether an event gives a place to a person who may have had none. The
// gate is asked about them; who waits for a place or has dropped has passed it.
func Newcomer(ev Event) bool {
	switch ev := ev.(type) {
	case *PlayerRegistered, *SeatClaimed:
		return true
	case *MemberAnswered:
		return ev.Yes
	case *BenchChanged:
		return !ev.Off
	}
	return false
}

// Seated returns the persons of player n, who hold a place or wait for one; none if they
// do not.
func (s *State) Seated(n int) []int {
	if p := s.Player(n); p != nil && (p.Status == Waiting || s.Taking(n)) {
		return s.MembersOf(n)
	}
	return nil
}

// entering is an event that gives persons a place. SeatClaimed is none: there the
// person of a place gets an account.
type entering interface {
	entrants(s *State) []int // the persons
}

func (ev *PlayerRegistered) entrants(*State) []int {
	if len(ev.Members) > 0 {
		return ev.Members
	}
	return []int{ev.Person}
}

func (ev *MemberAnswered) entrants(*State) []int {
	if ev.Yes {
		return []int{ev.Person}
	}
	return nil
}

func (ev *BenchChanged) entrants(*State) []int {
	if ev.Off {
		return nil
	}
	return []int{ev.Person}
}

func (ev *SubstituteAnswered) entrants(*State) []int {
	if ev.Yes {
		return []int{ev.Person}
	}
	return nil
}

func (ev *PlayerPromoted) entrants(s *State) []int   { return s.MembersOf(ev.Player) }
func (ev *PlayerReinstated) entrants(s *State) []int { return s.MembersOf(ev.Player) }
func (ev *SeatTaken) entrants(s *State) []int        { return s.MembersOf(ev.Player) }

// EntryClosed closes the event to all people but its players, who are the first of its
// list.
type EntryClosed struct {
	League   ID  `json:"league,omitempty"`   // number of the season whose organisers decide about the list; 0 = those of the event
	Division int `json:"division,omitempty"` // of the league, whose members the list follows; 0 = none
}

func (ev *EntryClosed) apply(s *State, _ *Envelope) error {
	s.Entry = Entry{Listed: true, League: ev.League, Division: ev.Division}
	for n, p := range numbered.All(s.Players) {
		if p.Status == Registered || p.Status == Waiting {
			s.Entry.List = append(s.Entry.List, s.MembersOf(n)...)
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
