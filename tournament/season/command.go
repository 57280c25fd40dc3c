package season

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament"
	"topcut/tournament/division"
	"topcut/tournament/door"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Reason is the kind of text for the reason of an adjustment.
const Reason journal.TextKind = "season reason"

// Command is a command on a season.
type Command interface{ decide(d *Decision) error }

// All carries out commands in order as one: either all take effect or none.
type All []Command

func (a All) decide(d *Decision) error {
	for _, c := range a {
		if err := c.decide(d); err != nil {
			return err
		}
	}
	return nil
}

// Create begins a season.
type Create struct {
	Guild    string
	Settings Settings
	Next     time.Time // start of the first event of the series; zero = none is scheduled

	Previous journal.ID // the season that this one continues
	Entrants []Entrant  // the members who continue from it, with their divisions
}

// Entrant is a member who continues from the season before.
type Entrant struct {
	Person   Person
	Division int
	Away     int // seasons paused; 0 = plays
	Why      division.Why
	Reason   string // the organisers' reason, if they decided the division
}

func (c Create) decide(d *Decision) error {
	if err := c.Settings.check(); err != nil {
		return err
	}
	created := &Created{Guild: c.Guild, Settings: c.Settings, Previous: c.Previous}
	if len(d.Book.Secret) > 0 {
		created.Commitment = commitment(d.Book.Secret)
	}
	if err := d.Emit(created); err != nil {
		return err
	}
	if err := c.enter(d); err != nil || c.Next.IsZero() {
		return err
	}
	return d.Emit(&Scheduled{Start: c.Next.Unix()})
}

// enter makes the entrants members.
func (c Create) enter(d *Decision) error {
	f := &Divided{}
	for _, e := range c.Entrants {
		m, err := memberOf(d, e.Person)
		if err != nil {
			return err
		}
		p := Placed{Member: m, Division: e.Division, Away: e.Away, Why: e.Why}
		if e.Reason != "" {
			p.Reason = d.Book.AddText(Reason, d.After.PersonOf(m), e.Reason)
		}
		f.Members = append(f.Members, p)
	}
	if len(f.Members) == 0 {
		return nil
	}
	return d.Emit(f)
}

// maxName bounds the name of a league.
const maxName = 60

func (s *Settings) check() error {
	if names.Clean(s.Name) == "" || len([]rune(s.Name)) > maxName {
		return journal.Refuse(journal.BadInput, "season.name", "most", maxName)
	}
	if s.Planned < 0 || s.Planned > MaxEvents {
		return journal.Refuse(journal.BadInput, "season.events_many", "most", MaxEvents)
	}
	if x := s.Series; x != nil {
		if x.OpenHours < 0 || x.OpenHours > maxOpenHours {
			return journal.Refuse(journal.BadInput, "league.open_hours", "most", maxOpenHours)
		}
		if err := x.Event.Validate(); err != nil {
			return err
		}
	}
	if s.Divisions != nil {
		if err := s.Divisions.Check(); err != nil {
			return err
		}
	}
	return s.Rules.Check()
}

// Change replaces name, rules and the other settings of the organisers.
type Change struct {
	Settings Settings
	Next     time.Time // start of the next event of the series
}

func (c Change) decide(d *Decision) error {
	if err := c.Settings.check(); err != nil {
		return err
	}
	if err := d.Emit(&SettingsChanged{c.Settings}); err != nil || c.Next.Equal(d.After.Next) {
		return err
	}
	next := &Scheduled{}
	if !c.Next.IsZero() {
		next.Start = c.Next.Unix()
	}
	return d.Emit(next)
}

// Person is a person outside the season: a Discord user, or a guest by name.
type Person struct {
	User string
	Name string
	// Handle is the user name of a member who is shown by their display name; "" if it is
	// not known. See apart.
	Handle string
}

// known returns the number of a person in the book, or 0. Guests with the same name are
// one person; a forgotten person, whose name is now a number, matches no name.
func (p Person) known(b *journal.Book) int {
	if p.User != "" {
		return b.ByUser(p.User)
	}
	key := names.Key(p.Name)
	for i := range b.People {
		if q := &b.People[i]; q.User == "" && names.Key(q.Name) == key && q.Name != journal.ForgottenName(q.No) {
			return q.No
		}
	}
	return 0
}

// memberOf returns the member for a person, adding one if there is none.
func memberOf(d *Decision, p Person) (int, error) {
	no := p.known(d.Book)
	switch {
	case p.User != "":
		no = d.PersonFor(p.User, p.Name)
	case no == 0:
		no = d.Book.AddPerson("", p.Name)
	}
	if m := d.After.PlayerOf(no); m > 0 {
		return m, nil
	}
	p.apart(d, no)
	m := len(d.After.Members) + 1
	return m, d.Emit(&MemberJoined{Member: m, Person: no})
}

// apart adds to the name of a new member what tells it from that of another member, which
// looks the same: the user name, or a number. A guest may be the same person.
func (p Person) apart(d *Decision, no int) {
	name := d.Book.Person(no).Name
	taken := func(name string) bool {
		same := names.Alike(name)
		return slices.ContainsFunc(d.After.Members, func(m Member) bool {
			q := d.Book.Person(m.Person)
			return q.User != "" && q.No != no && same(q.Name)
		})
	}
	if p.User == "" || name == "" || !taken(name) {
		return
	}
	for n := 1; n < 100; n++ {
		part := p.Handle
		if n > 1 {
			part = strconv.Itoa(n)
		}
		if both := names.Apart(name, part, tournament.MaxPersonal); both != "" && !taken(both) {
			d.Book.People.At(no).Name = both
			return
		}
	}
}

// Listed reports whether only members count: from when the divisions have events of
// their own. In other leagues a person becomes a member by playing.
func (s *State) Listed() bool { return s.Begun > 0 }

// counted returns the member to whom the results of a person belong, or 0 if they do not
// count.
func counted(d *Decision, p Person) (int, error) {
	if d.After.Listed() {
		return d.After.PlayerOf(p.known(d.Book)), nil
	}
	return memberOf(d, p)
}

// Join makes the actor a member before they have played. After the season it takes back
// a member's pause.
type Join struct {
	Person Person
	Facts  door.Facts // of the person, for the gate of the league
}

func (c Join) decide(d *Decision) error {
	if no := d.After.PlayerOf(d.Book.ByUser(c.Person.User)); no > 0 && d.After.Closed != nil && slices.Contains(d.After.Pausing, no) {
		return d.Emit(&Paused{Member: no, Back: true})
	}
	if err := d.After.open(); err != nil {
		return err
	}
	m := d.After.PlayerOf(d.Book.ByUser(c.Person.User))
	switch {
	case m == 0:
		_, err := memberOf(d, c.Person)
		return err
	case d.After.Listed() && d.After.Members.At(m).Left && d.After.Members.At(m).Away == 0:
		return journal.Refuse(journal.NotAllowed, "season.left_list")
	}
	return d.Emit(&MemberJoined{Member: m, Person: d.After.PersonOf(m)})
}

// Leave takes a member out of future events; after the season, out of the next one.
type Leave struct{ Member int }

func (c Leave) decide(d *Decision) error {
	if d.After.Closed != nil && d.After.Settings.Tiers() != nil {
		return d.Emit(&Paused{Member: c.Member})
	}
	if err := d.After.open(); err != nil {
		return err
	}
	if d.After.member(c.Member) == nil && d.After.Members.At(c.Member).Left {
		return journal.Refuse(journal.NoChange, "season.left_already", "player", notice.Player(c.Member))
	}
	return d.Emit(&MemberLeft{c.Member})
}

// Count counts an event, or counts it again after a correction there. Event refers to
// people by their index in People, from 1.
type Count struct {
	Log    journal.ID
	People numbered.List[Person]
	Event  Leg
	Insist bool   // also if a closed table changes
	Final  bool   // it only decides the champion
	Office string // channel of the event's organisers
}

func (c Count) decide(d *Decision) error {
	if c.Final {
		return c.crown(d)
	}
	number := d.After.EventOf(c.Log)
	closed := d.After.Closed
	if number == 0 {
		if err := d.After.open(); err != nil {
			return err
		}
	}
	members := make(numbered.List[int], len(c.People))
	for i, p := range c.People {
		m, err := counted(d, p)
		if err != nil {
			return err
		}
		members[i] = m
	}
	e := Leg{Weight: c.Event.Weight, Playoff: c.Event.Playoff, Undecided: c.Event.Undecided}
	outside := func(n int) bool { return numbered.Has(members, n) && numbered.Get(members, n) == 0 }
	for _, r := range c.Event.Results {
		if !outside(r.Member) {
			r.Member = numbered.Get(members, r.Member)
			e.Results = append(e.Results, r)
		}
	}
	for _, m := range c.Event.Meetings {
		if !outside(m.A) && !outside(m.B) {
			e.Meetings = append(e.Meetings, Meeting{numbered.Get(members, m.A), numbered.Get(members, m.B), numbered.Get(members, m.Winner)})
		}
	}
	switch {
	case number == 0 && d.After.placeOf(c.Log) > 0: // its end was taken back
		return d.Emit(&EventCorrected{Log: c.Log, Event: e})
	case number == 0:
		return d.Emit(&EventCounted{Log: c.Log, Event: e})
	}
	if same(&e, &d.After.Events.At(number).Leg) {
		return journal.Refuse(journal.NoChange, "season.counts_so", "event", number)
	}
	before := d.After.Tables()
	if err := d.Emit(&EventCorrected{Log: c.Log, Event: e}); err != nil || closed == nil {
		return err
	}
	if moves := Moves(before, d.After.Tables()); len(moves) > 0 && !c.Insist {
		return journal.Refuse(journal.NeedsForce, "season.closed_moves", "n", len(moves))
	}
	return closing(d)
}

// crown names the champions of the season by the places of its final.
func (c Count) crown(d *Decision) error {
	f := &FinalDecided{Log: c.Log}
	for _, r := range c.Event.Results {
		if r.Place != 1 || r.Disqualified || c.Event.Undecided {
			continue
		}
		m, err := counted(d, numbered.Get(c.People, r.Member))
		if err != nil {
			return err
		}
		if m > 0 {
			f.Champions = append(f.Champions, m)
		}
	}
	if now := d.After.Final; now.Log == f.Log && slices.Equal(now.Champions, f.Champions) {
		return journal.Refuse(journal.NoChange, "season.counts_so", "event", 0)
	}
	return d.Emit(f)
}

// Remove stops counting an event, or takes back what the final has decided.
type Remove struct{ Log journal.ID }

func (c Remove) decide(d *Decision) error {
	if f := d.After.Final; f.Log == c.Log && len(f.Champions) > 0 {
		return d.Emit(&FinalDecided{Log: c.Log})
	}
	return d.Emit(&EventRemoved{c.Log})
}

// Adjust changes a member's total.
type Adjust struct {
	Member int
	Points fraction.Fraction
	Reason string
}

func (c Adjust) decide(d *Decision) error {
	switch {
	case c.Points.IsZero():
		return journal.Refuse(journal.NoChange, "season.adjust_nothing")
	case strings.TrimSpace(c.Reason) == "":
		return journal.Refuse(journal.BadInput, "season.adjust_why")
	}
	return d.Emit(&Adjusted{Member: c.Member, Points: c.Points, Reason: d.Book.AddText(Reason, d.After.PersonOf(c.Member), c.Reason)})
}

// Close freezes the table, with the ratings of members if ties need them.
type Close struct{ Ratings []MemberRating }

func (c Close) decide(d *Decision) error {
	if err := d.After.open(); err != nil {
		return err
	}
	if len(c.Ratings) > 0 && slices.Contains(d.After.Settings.Rules.Ties, ByRating) {
		if err := d.Emit(&Rated{c.Ratings}); err != nil {
			return err
		}
	}
	return closing(d)
}

// Reopen opens a closed season again. Next is the next start of its series, for one that
// has passed since: an event that was not missed by anyone is not made up for.
type Reopen struct{ Next time.Time }

func (c Reopen) decide(d *Decision) error {
	if err := d.Emit(&Reopened{}); err != nil || d.After.Next.IsZero() || d.After.Next.After(d.Now) {
		return err
	}
	next := &Scheduled{}
	if !c.Next.IsZero() {
		next.Start = c.Next.Unix()
	}
	return d.Emit(next)
}

// closing emits the event that freezes the present table.
func closing(d *Decision) error {
	f := &Closed{Secret: hex.EncodeToString(d.Book.Secret), Formula: tableFormula}
	closed := *d.After
	closed.Closed = f
	f.Hash = closed.hash()
	return d.Emit(f)
}

// Undo takes back what one command did or, with Later, also everything after it.
type Undo struct {
	Batch int64
	Later bool
}

func (c Undo) decide(d *Decision) error { return d.Undo(c.Batch, c.Later) }

// Adopt merges the guest of a name into a member with an account.
type Adopt struct {
	Guest  string
	Person Person
}

func (c Adopt) decide(d *Decision) error {
	guest, key := 0, names.Key(c.Guest)
	for i := range d.Book.People {
		if p := &d.Book.People[i]; p.User == "" && names.Key(p.Name) == key && p.Name != journal.ForgottenName(p.No) {
			guest = d.After.PlayerOf(p.No)
		}
	}
	if guest == 0 {
		return journal.Refuse(journal.NoChange, "season.no_guest")
	}
	into, err := memberOf(d, c.Person)
	if err != nil {
		return err
	}
	return d.Emit(&MembersMerged{guest, into})
}
