package season

import (
	"slices"
	"time"

	"topcut/tournament/division"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/numbered"
)

// Types of package journal for a season.
type (
	Envelope = journal.Envelope[Fact]
	Snapshot = journal.Snapshot[*State, Fact]
	Decision = journal.Decision[*State, Fact]
	Director = journal.Director[*State, Fact, Command, Read]
	Request  = journal.Request[*State, Fact, Command]
	Outcome  = journal.Outcome[*State, Fact]
)

// Config configures a Director of seasons.
type Config struct {
	Store     journal.Store[Fact, Read]
	Posts     journal.Planner[*State, Fact] // nil = no posts
	Now       func() time.Time
	Secret    func() []byte // 32 random bytes for a new season, for ties by lot
	Bans      door.Lists    // who may not enter; nil = no person is banned
	Committed func(id journal.ID)
}

// NewDirector returns a Director with the given configuration.
func NewDirector(cfg Config) *Director {
	return journal.NewDirector(journal.Config[*State, Fact, Command, Read]{
		Domain: domain{bans: cfg.Bans}, Store: cfg.Store, Posts: cfg.Posts, Now: cfg.Now, Secret: cfg.Secret, Committed: cfg.Committed,
	})
}

// State is the fold of the log of a season.
type State struct {
	ID         journal.ID
	Seq        int64
	At         time.Time // of the last line that counts
	Guild      string
	Settings   Settings
	Commitment string
	Members    numbered.List[Member]
	Events     numbered.List[Counted]
	Adjusted   []Adjustment
	Joins      string // digest of the joins, part of the season's seed
	Closed     *Closed
	Final      Final
	Creator    int          // person
	Next       time.Time    // start of the next event of the series; zero = none is scheduled
	Opened     int          // how many events the series has created
	Ended      bool         // the series has ended
	Held       []journal.ID // corrected events that would move the closed table
	Page       journal.Page
	Ratings    map[int]int // of members when the season was closed
	Previous   journal.ID  // the season that this one continues; 0 = none
	Pausing    []int       // members who do not play the next season, in the order of their requests
	Divided    time.Time   // when members were last put into divisions
	Begun      int         // how many divisions have their events
	Signup     *Signup     // for the next season; nil = not open; never changed in place
	Seating    []int       // members whose places in these events may have to change
	SeatingAt  time.Time   // when the last of them was noted
	Transfers  []Transfer  // changes of the plan for the coming divisions by organisers
	UnderWay   []int       // numbers of the events that have not ended; see AsItStands
}

// Final is the event that decides who is the champion of the season.
type Final struct {
	Log       journal.ID // 0 = it was not played
	Champions []int      // members; empty = it is not over
}

// Champions returns the champions: those of the final or, in a closed season without one,
// the first of the table, that of the highest division. It returns nil while they are not
// known, or if nothing was decided.
func (s *State) Champions() (members []int) {
	for _, m := range s.Final.Champions {
		members = append(members, s.now(m))
	}
	if len(members) > 0 || s.Closed == nil || s.Settings.Rules.Final > 1 {
		return members
	}
	t := s.Division(min(1, s.Count()))
	for i := range t.Rows {
		if t.Rows[i].Place == 1 && t.Decided() {
			members = append(members, t.Rows[i].Member)
		}
	}
	return members
}

// Settings are what organisers choose.
type Settings struct {
	Name     string  `json:"name"`
	Rules    Rules   `json:"rules"`
	Channel  string  `json:"channel,omitempty"`  // Discord channel of the table and the events
	Language string  `json:"language,omitempty"` // of posts, a BCP 47 tag; empty = English
	Planned  int     `json:"planned,omitempty"`  // number of events; 0 = not set
	Series   *Series `json:"series,omitempty"`   // nil = organisers choose the events

	Divisions *division.Rules `json:"divisions,omitempty"` // nil = all play in one
}

// Gate says whom the league lets in by themselves: those whom its events do.
func (s *Settings) Gate() door.Gate {
	if s.Series == nil {
		return door.Gate{}
	}
	return s.Series.Event.Gate
}

// Tiers returns the rules of the divisions. A season without them whose members arrange
// their matches is one division of any size. Tiers returns nil if members are not put into
// divisions, since everyone may play in the events.
func (s *Settings) Tiers() *division.Rules {
	if s.Divisions == nil && s.Series.arranged() {
		return &division.Rules{Target: MaxMembers, Min: MaxMembers, Max: MaxMembers, Pause: division.Default().Pause}
	}
	return s.Divisions
}

// Member is a member of the season.
type Member struct {
	Person int  // 0 = the number is unused
	Into   int  // the member who has these results now, after a merge; 0 = none
	Left   bool // plays no more; the results stay

	Division int // from 1, the highest; 0 = none yet
	Away     int // seasons paused without coming back
}

// placed reports whether the member plays in a division of the season.
func (m Member) placed() bool { return m.plays() && m.Division > 0 && m.Away == 0 }

// plays reports whether the member is in use and has not left.
func (m Member) plays() bool { return m.Person > 0 && m.Into == 0 && !m.Left }

// Counted is an event that counts.
type Counted struct {
	Log     journal.ID // its own log
	Removed bool       // no longer counts
	Leg
}

// PersonOf returns the person of a member, or 0 if there is none.
func (s *State) PersonOf(member int) int {
	return numbered.Get(s.Members, member).Person
}

// MembersOf returns the person of a member.
func (s *State) MembersOf(member int) []int { return []int{s.PersonOf(member)} }

// PlayerOf returns the member of a person, or 0. After a merge it is the remaining
// member.
func (s *State) PlayerOf(person int) int {
	i := slices.IndexFunc(s.Members, func(m Member) bool { return m.Person == person })
	if person == 0 || i < 0 {
		return 0
	}
	return s.now(i + 1)
}

// now returns the member who has the results of a member now.
func (s *State) now(member int) int {
	for s.Members.At(member).Into > 0 {
		member = s.Members.At(member).Into
	}
	return member
}

// EventOf returns the number of the event with the given log, or 0 if it does not
// count.
func (s *State) EventOf(log journal.ID) int {
	return slices.IndexFunc(s.Events, func(e Counted) bool { return e.Log == log && !e.Removed }) + 1
}

// placeOf returns the number of the event with the given log, or, if it does not count,
// the one it had; 0 if it has never counted.
func (s *State) placeOf(log journal.ID) int {
	if n := s.EventOf(log); n > 0 {
		return n
	}
	for n := len(s.Events); n > 0; n-- {
		if s.Events.At(n).Log == log {
			return n
		}
	}
	return 0
}

// Input returns the input of the table: the results of merged members are those of the
// remaining one, and a removed event has none.
func (s *State) Input() *Input {
	in := &Input{Rules: s.Settings.Rules, Single: s.Single()}
	merged := false
	for i, m := range s.Members {
		merged = merged || m.Into > 0
		if m.plays() {
			in.Members = append(in.Members, i+1)
		}
	}
	for i := range s.Events {
		e := s.Events[i].Leg
		switch {
		case s.Events[i].Removed:
			e = Leg{}
		case merged:
			e = s.unified(e)
		}
		in.Events = append(in.Events, e)
	}
	for _, a := range s.Adjusted {
		a.Member = s.now(a.Member)
		in.Adjustments = append(in.Adjustments, a)
	}
	if s.Closed != nil {
		in.Seed = s.Closed.seed(s.Joins)
	}
	in.Ratings = s.Ratings
	return in
}

// unified returns an event with the members as they are after merges.
func (s *State) unified(e Leg) Leg {
	e.Results, e.Meetings = slices.Clone(e.Results), slices.Clone(e.Meetings)
	for i := range e.Results {
		e.Results[i].Member = s.now(e.Results[i].Member)
	}
	for i := range e.Meetings {
		m := &e.Meetings[i]
		m.A, m.B = s.now(m.A), s.now(m.B)
		if m.Winner > 0 {
			m.Winner = s.now(m.Winner)
		}
	}
	return e
}

// Table returns the standings of all members together, also if they play in divisions.
func (s *State) Table() *Table { return Compute(s.Input()) }

// Now returns the member who has the results of a member now: after a merge, the
// remaining one.
func (s *State) Now(member int) int { return s.now(member) }

// Read is the data that lists keep of a season.
type Read struct {
	Guild   string
	Name    string
	Members int
	Events  int
	Closed  bool
}

// Heading implements journal.Rows.
func (r Read) Heading() journal.Heading {
	return journal.Heading{Guild: r.Guild, Name: r.Name, Over: r.Closed}
}

// Log is the kind of the logs of seasons.
var Log = journal.LogKindOf("season", journal.StoredAggregate[*State, Fact, Read](Aggregate{}))

// Aggregate implements journal.Domain for seasons.
type Aggregate struct{}

// Kinds returns the kinds of facts.
func (Aggregate) Kinds() *journal.Kinds[Fact] { return kinds }

// Empty returns a season before its first fact.
func (Aggregate) Empty(id journal.ID) *State { return &State{ID: id} }

// ID returns the number of the season.
func (Aggregate) ID(s *State) journal.ID { return s.ID }

// Last returns the sequence number of the last line.
func (Aggregate) Last(s *State) int64 { return s.Seq }

// Clone returns a copy to which facts can be applied.
func (Aggregate) Clone(s *State) *State {
	c := *s
	c.Members, c.Events, c.Adjusted = slices.Clone(s.Members), slices.Clone(s.Events), slices.Clone(s.Adjusted)
	c.Pausing, c.Transfers = slices.Clone(s.Pausing), slices.Clone(s.Transfers)
	return &c
}

// Folded records how far s is folded.
func (Aggregate) Folded(s *State, seq int64, at time.Time) { s.Seq, s.At = seq, at }

// Skipped records how far s is folded.
func (Aggregate) Skipped(s *State, e *Envelope) { s.Seq = e.Seq }

// Apply changes s by the fact of e.
func (Aggregate) Apply(s *State, e *Envelope) error { return e.Event.apply(s, e) }

// Creates reports whether f begins a season.
func (Aggregate) Creates(f Fact) bool { _, ok := f.(*Created); return ok }

// Retracts returns the lines that f takes back.
func (Aggregate) Retracts(f Fact) []int64 {
	if r, ok := f.(*Retracted); ok {
		return r.Seqs
	}
	return nil
}

// Retraction returns the fact that takes lines back.
func (Aggregate) Retraction(seqs []int64) Fact { return &Retracted{Seqs: seqs} }

// Decide carries out a command.
func (Aggregate) Decide(d *Decision, c Command) error { return c.decide(d) }

// Read returns the data for lists.
func (Aggregate) Read(s *Snapshot) Read {
	r := Read{Guild: s.State.Guild, Name: s.State.Settings.Name, Closed: s.State.Closed != nil}
	for _, m := range s.State.Members {
		if m.plays() {
			r.Members++
		}
	}
	for i := range s.State.Events {
		if !s.State.Events[i].Removed {
			r.Events++
		}
	}
	return r
}

// Deadlines returns the deadlines of the next events.
func (Aggregate) Deadlines(s *State) []journal.Deadline { return s.deadlines() }

// Traces returns the part of a book that belongs to a user, including the guest merged
// with them, who had their name.
func (Aggregate) Traces(log []Envelope, b *journal.Book, user string) (people, texts []int) {
	people = b.Known(user)
	if s, err := Fold(0, log); err == nil {
		for i, m := range s.Members {
			if m.Into > 0 && !slices.Contains(people, m.Person) && slices.Contains(people, s.PersonOf(s.now(i+1))) {
				people = append(people, m.Person)
			}
		}
	}
	return people, b.TextsOf(people)
}

// Over reports whether the table is closed.
func (Aggregate) Over(s *State) bool { return s.Closed != nil }

// ReadLog reads the log of an export.
func ReadLog(id journal.ID, data []byte) ([]Envelope, error) { return kinds.Read(id, data) }

// Fold returns the state of a whole log.
func Fold(id journal.ID, log []Envelope) (*State, error) {
	return journal.Fold(Aggregate{}, id, log)
}
