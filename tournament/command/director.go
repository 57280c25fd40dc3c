package command

import (
	"time"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/journal"
)

// Types of package journal for commands on a tournament.
type (
	Request  = journal.Request[*tournament.State, tournament.Event, Command]
	Planner  = journal.Planner[*tournament.State, tournament.Event]
	Director = journal.Director[*tournament.State, tournament.Event, Command, tournament.ReadRows]
)

// Config configures a Director.
type Config struct {
	Store  tournament.Store
	Posts  Planner          // nil for no posts
	Now    func() time.Time // tournament time
	Secret func() []byte    // 32 random bytes for a new event
	Bans   door.Lists       // who may not enter; nil = no person is banned
	// Committed, if set, is called after each commit, in order within a tournament, for
	// example to wake the sender.
	Committed func(id tournament.ID)
}

// NewDirector returns a Director.
func NewDirector(cfg Config) *Director {
	return journal.NewDirector(journal.Config[*tournament.State, tournament.Event, Command, tournament.ReadRows]{
		Domain: domain{bans: cfg.Bans}, Store: cfg.Store, Posts: cfg.Posts, Now: cfg.Now, Secret: cfg.Secret, Committed: cfg.Committed,
	})
}

// Decide decides req on before without storing anything. It is pure and leaves before
// unchanged.
func Decide(before *tournament.Snapshot, req Request, now time.Time) (after *tournament.Snapshot, events []tournament.Envelope, err error) {
	return journal.Decide(domain{}, before, req, now)
}

// domain is the aggregate with the commands that are decided on it.
type domain struct {
	tournament.Aggregate
	bans door.Lists
}

// Decide implements journal.Domain.
func (x domain) Decide(d *journal.Decision[*tournament.State, tournament.Event], c Command) error {
	return c.decide(deciding(d, &door.Keeper{
		Lists: x.bans, Now: d.Now,
		Guild: func() string { return d.After.Guild }, Actor: func() string { return d.Book.Person(d.Person).User },
	}))
}

// decision is a journal.Decision whose parts have the names that commands use.
type decision struct {
	*journal.Decision[*tournament.State, tournament.Event]
	after  *tournament.State
	book   book
	now    time.Time
	person int
	alike  alike
	keeper *door.Keeper
}

func deciding(d *journal.Decision[*tournament.State, tournament.Event], keeper *door.Keeper) *decision {
	return &decision{Decision: d, after: d.After, book: book{d.Book}, now: d.Now, person: d.Person, keeper: keeper}
}

// emit checks an event, applies it and adds it to the decision. An event that gives a
// person a place passes the conditions of entry, the gate and the ban list.
func (d *decision) emit(ev tournament.Event) error {
	if err := d.after.AdmitsBy(ev); err != nil {
		return err
	}
	if tournament.Newcomer(ev) {
		if err := d.throughGate(); err != nil {
			return err
		}
	}
	for _, person := range d.after.Entrants(ev) {
		if err := d.admit(person); err != nil {
			return err
		}
	}
	if _, joins := ev.(*tournament.PlayerRegistered); !joins {
		d.alike.changed()
	}
	return d.Emit(ev)
}

// attempt carries out a step of the decision completely or, if it is refused, not at all.
// It returns the refusal.
func (d *decision) attempt(step func(*decision) error) error {
	err := d.Attempt(func(trial *journal.Decision[*tournament.State, tournament.Event]) error {
		return step(deciding(trial, d.keeper))
	})
	d.after = d.After
	d.alike.changed()
	return err
}

func (d *decision) personFor(user, name string) int {
	d.alike.changed()
	return d.PersonFor(user, name)
}
