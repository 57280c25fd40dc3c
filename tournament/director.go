package tournament

import (
	"time"

	"topcut/tournament/journal"
)

// Types of package journal for a tournament.
type (
	Snapshot = journal.Snapshot[*State, Event]
	Actor    = journal.Actor
	Request  = journal.Request[*State, Event, Command]
	Outcome  = journal.Outcome[*State, Event]
	Planner  = journal.Planner[*State, Event]
	Director = journal.Director[*State, Event, Command, ReadRows]
)

// Config configures a Director.
type Config struct {
	Store  Store
	Posts  Planner          // nil for no posts
	Now    func() time.Time // tournament time
	Secret func() []byte    // 32 random bytes for a new event
	// Committed, if set, is called after each commit, in order within a tournament, for
	// example to wake the sender.
	Committed func(id ID)
}

// NewDirector returns a Director.
func NewDirector(cfg Config) *Director {
	return journal.NewDirector(journal.Config[*State, Event, Command, ReadRows]{
		Domain: aggregate{}, Store: cfg.Store, Posts: cfg.Posts, Now: cfg.Now, Secret: cfg.Secret, Committed: cfg.Committed,
	})
}

// Begin returns the snapshot of a tournament that does not exist yet. Only a Create can
// be decided on it. secret is the bot's part of the joint seed.
func Begin(id ID, secret []byte) *Snapshot { return journal.Begin(aggregate{}, id, secret) }

// Decide decides req on before without storing anything. It is pure and leaves before
// unchanged.
func Decide(before *Snapshot, req Request, now time.Time) (after *Snapshot, events []Envelope, err error) {
	return journal.Decide(aggregate{}, before, req, now)
}

func readRows(s *Snapshot) ReadRows {
	out := ReadRows{Row: Row{
		Guild: s.State.Guild, Channel: s.State.Channel, Name: s.State.Settings.Name, Ruleset: s.State.Rules.ID,
		Phase: s.State.Phase, Round: len(s.State.Rounds), Players: s.State.Count(Registered), CreatedAt: s.State.CreatedAt,
		OpenToServer: s.State.Settings.OpenToServer,
	}, Players: make([]PlayerRow, 0, len(s.State.Players))}
	if s.State.Phase == Finished {
		out.Record, _ = s.State.Record() // a finished event has standings
		out.Seq = s.State.Seq
	}
	for i := range s.State.Players {
		if user := s.User(i + 1); user != "" && s.State.Players[i].Status != Void {
			out.Players = append(out.Players, PlayerRow{User: user, Player: i + 1, Status: s.State.Players[i].Status})
		}
	}
	return out
}

// decision is a journal.Decision whose parts have the names that commands use.
type decision struct {
	*journal.Decision[*State, Event]
	after  *State
	book   book
	now    time.Time
	person int
	alike  alike
}

func deciding(d *journal.Decision[*State, Event]) *decision {
	return &decision{Decision: d, after: d.After, book: book{d.Book}, now: d.Now, person: d.Person}
}

// emit checks an event, applies it and adds it to the decision. An event that gives a
// person a place passes the conditions of entry.
func (d *decision) emit(ev Event) error {
	if in, ok := ev.(entering); ok {
		if err := d.after.Admits(in.entrant(d.after)); err != nil {
			return err
		}
	}
	if _, joins := ev.(*PlayerRegistered); !joins {
		d.alike.changed()
	}
	return d.Emit(ev)
}

// attempt carries out a step of the decision completely or, if it is refused, not at all.
// It returns the refusal.
func (d *decision) attempt(step func(*decision) error) error {
	err := d.Attempt(func(trial *journal.Decision[*State, Event]) error { return step(deciding(trial)) })
	d.after = d.After
	d.alike.changed()
	return err
}

func (d *decision) personFor(user, name string) int {
	d.alike.changed()
	return d.PersonFor(user, name)
}
