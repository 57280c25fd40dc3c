package journal

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// Snapshot is an aggregate at one moment. It is immutable, so views may keep it.
type Snapshot[S Roster, E any] struct {
	State S
	Book  *Book
	Log   Lines[E]

	past *past[E] // nil = none yet
}

// past is the log of a snapshot and of what was decided on it, and so on. They have one
// array in common, so that a command does not copy the whole log.
type past[E any] struct {
	mu  sync.Mutex
	log []Envelope[E]
}

// extended returns the log of s with events after it. The first to extend a snapshot
// continues its past, any other begins a new one.
func (s *Snapshot[S, E]) extended(events []Envelope[E]) ([]Envelope[E], *past[E]) {
	l := s.past
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
	}
	if l == nil || len(l.log) != len(s.Log) {
		l = &past[E]{log: slices.Clip(s.Log)}
	}
	l.log = append(l.log, events...)
	return slices.Clip(l.log), l
}

// Name returns the shown name of player n.
func (s *Snapshot[S, E]) Name(n int) string { return s.Book.Person(s.State.PersonOf(n)).Name }

// User returns the Discord id of player n, of a crew that of the first member who has an
// account. It is empty for a guest.
func (s *Snapshot[S, E]) User(n int) string {
	if user := s.Book.Person(s.State.PersonOf(n)).User; user != "" {
		return user
	}
	for _, user := range s.Users(n) {
		return user
	}
	return ""
}

// Users returns the Discord ids of all who hold the seat of player n, without guests.
func (s *Snapshot[S, E]) Users(n int) []string {
	var users []string
	for _, person := range s.State.MembersOf(n) {
		if user := s.Book.Person(person).User; user != "" {
			users = append(users, user)
		}
	}
	return users
}

// PlayerByUser returns the number of the player with the Discord id, or 0.
func (s *Snapshot[S, E]) PlayerByUser(user string) int {
	return s.State.PlayerOf(s.Book.ByUser(user))
}

// Decision is a command being decided. It holds the state before the command and the
// state after the events emitted so far.
type Decision[S Roster, E any] struct {
	Before S
	After  S
	Book   *Book         // may be added to
	Log    Lines[E]      // before the command
	Events []Envelope[E] // emitted so far
	Now    time.Time
	Person int // number of the actor; 0 = the bot
	Cause  string
	Fresh  []byte // random bytes for a new secret, once the old one is revealed

	aggregate Aggregate[S, E]
	id        ID
}

// Emit checks an event, applies it and adds it to the decision.
func (d *Decision[S, E]) Emit(ev E) error {
	a := d.aggregate
	e := Envelope[E]{
		Log: d.id, Seq: a.Last(d.After) + 1, Batch: a.Last(d.Before) + 1, Time: d.Now, Actor: d.Person,
		Cause: d.Cause, Kind: a.Kinds().NameOf(ev), Version: version, Event: ev,
	}
	if err := ApplyTo(a, d.After, &e); err != nil {
		return err
	}
	d.Events = append(d.Events, e)
	return nil
}

// Attempt carries out a step of the decision completely or, if it is refused, not at
// all. It returns the refusal.
func (d *Decision[S, E]) Attempt(step func(*Decision[S, E]) error) error {
	trial, book := *d, d.Book
	trial.After, trial.Book, trial.Events = d.aggregate.Clone(d.After), book.Clone(), slices.Clone(d.Events)
	if err := step(&trial); err != nil {
		return err
	}
	*book = *trial.Book
	*d = trial
	d.Book = book
	return nil
}

// PersonFor returns the number of the person with the Discord id user, adding or
// renaming the person as needed.
func (d *Decision[S, E]) PersonFor(user, name string) int {
	if no := d.Book.ByUser(user); no > 0 {
		// A player keeps the unique name chosen at registration. Organisers and others
		// get their present name.
		if name != "" && d.Before.PlayerOf(no) == 0 {
			d.Book.People.At(no).Name = name
		}
		return no
	}
	return d.Book.AddPerson(user, name)
}

// Undo takes back what one command did: all events of its batch. Nothing is erased: a
// retraction lists the events that no longer count, and the rest of the log is folded
// again. If a later event would no longer hold, Undo returns a Refusal that names it,
// unless later is set, which takes back everything after the batch too.
func (d *Decision[S, E]) Undo(batch int64, later bool) error {
	seqs := Retractable(d.aggregate, d.Log, batch, later)
	if len(seqs) == 0 {
		return Refuse(NoChange, "undo.already")
	}
	if err := d.Emit(d.aggregate.Retraction(seqs)); err != nil {
		return err
	}
	folded, err := Fold(d.aggregate, d.id, append(slices.Clip(d.Log), d.Events...))
	if r, ok := errors.AsType[*Refusal](err); ok {
		return Refuse(NeedsForce, "undo.rests", "why", r.Notice)
	} else if err != nil {
		return err
	}
	d.After = folded
	return nil
}

// Retractable returns the events of a batch that still count and, if later is set, all
// events after it. A creation and an undo cannot be taken back.
func Retractable[S Roster, E any](a Aggregate[S, E], log []Envelope[E], batch int64, later bool) []int64 {
	gone := Retracted(a, log)
	var out []int64
	for i := range log {
		e := &log[i]
		if e.Batch != batch && !(later && e.Batch > batch) || gone[e.Seq] || a.Creates(e.Event) || ofUndo(a, log, e) {
			continue
		}
		out = append(out, e.Seq)
	}
	return out
}

// ofUndo reports whether an event is an undo or belongs to the batch of one.
func ofUndo[S Roster, E any](a Aggregate[S, E], log Lines[E], e *Envelope[E]) bool {
	return e.Batch > 0 && e.Batch <= int64(len(log)) && a.Retracts(log.At(e.Batch).Event) != nil
}

// LastBatch returns the last command that still counts and can be taken back, or 0 if
// there is none. It skips undos and what followed from them, and events that minor
// reports.
func LastBatch[S Roster, E any](a Aggregate[S, E], log []Envelope[E], minor func(E) bool) int64 {
	gone := Retracted(a, log)
	for i := len(log) - 1; i >= 0; i-- {
		if e := &log[i]; !gone[e.Seq] && !a.Creates(e.Event) && !ofUndo(a, log, e) && !minor(e.Event) {
			return e.Batch
		}
	}
	return 0
}
