package journal

import (
	"container/list"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Actor is the person who gives a command.
type Actor struct {
	User string // Discord id; empty = the bot itself
	Name string // shown name at this moment
}

// Request is one command C for one aggregate.
type Request[S Roster, E, C any] struct {
	Actor   Actor
	Cause   string // interaction id or key of a deadline; a cause from a person takes effect once
	Command C
	Fresh   []byte // 32 random bytes; a Director with secrets sets them itself
	// Expect returns a refusal if what the person saw when deciding no longer holds,
	// since others may have been faster. It is called with the state that the command
	// is decided on. Optional.
	Expect func(now *Snapshot[S, E]) error
	// Answer renders the reply to the interaction from the state after the command. The
	// reply is stored with the events, so that the same interaction delivered again
	// gets the same reply. Optional.
	Answer func(before, after *Snapshot[S, E], events []Envelope[E]) ([]byte, error)
}

// Outcome is the result of a command.
type Outcome[S Roster, E any] struct {
	ID       ID
	Before   *Snapshot[S, E] // nil for a creation
	After    *Snapshot[S, E] // if Repeated what is stored now, or nil for a creation
	Events   []Envelope[E]
	Answer   []byte
	Repeated bool // the cause took effect before; Answer is the reply of that time
}

// Planner returns the posts that events cause. It is called before the commit and must
// not change anything.
type Planner[S Roster, E any] func(before, after *Snapshot[S, E], events []Envelope[E]) []Post

// Domain is a stored aggregate on which a Director carries out commands C.
type Domain[S Roster, E, C, R any] interface {
	StoredAggregate[S, E, R]
	// Decide emits the events of the command or returns a Refusal.
	Decide(d *Decision[S, E], c C) error
}

// StoredAggregate is an aggregate whose log is stored. R is kept beside the log.
type StoredAggregate[S Roster, E, R any] interface {
	Aggregate[S, E]
	// Read returns the rows that lists show.
	Read(s *Snapshot[S, E]) R
	// Deadlines returns every deadline of s, future or overdue.
	Deadlines(s S) []Deadline
	// Over reports whether no more events are expected in s.
	Over(s S) bool
	// Traces returns the part of the book of a log that belongs to a person; see
	// LogKind.
	Traces(log []Envelope[E], b *Book, user string) (people, texts []int)
}

// Config configures a Director.
type Config[S Roster, E, C, R any] struct {
	Domain Domain[S, E, C, R]
	Store  Store[E, R]
	Posts  Planner[S, E]    // nil = no posts
	Now    func() time.Time // the domain's time
	Secret func() []byte    // 32 random bytes for a new log; nil = it has no secret
	// Committed is called after each commit, when Snapshot has it, for example to wake the
	// sender. Optional.
	Committed func(id ID)
}

// Director carries out commands: it decides one at a time for each log, commits each in
// one transaction and answers. What it reports as done survives a crash.
type Director[S Roster, E, C, R any] struct {
	cfg Config[S, E, C, R]

	mu     sync.Mutex
	queues map[ID]*queue[S, E]
	over   []ID      // queues of logs that are over and not in use, least recently used first
	idle   list.List // of idleLog: the other logs not in use, least recently used first
}

// idleLog is a log that is not over and not in use.
type idleLog struct {
	id    ID
	since time.Time
}

// keptOver is the number of logs in memory that are over: an event is still looked at
// after its end.
const keptOver = 32

// keptIdle is how long a log that is not over stays in memory unused. Loading it again
// takes some milliseconds, and leagues and abandoned events would fill the memory.
const keptIdle = time.Hour

// NewDirector returns a Director with the given configuration.
func NewDirector[S Roster, E, C, R any](cfg Config[S, E, C, R]) *Director[S, E, C, R] {
	return &Director[S, E, C, R]{cfg: cfg, queues: map[ID]*queue[S, E]{}}
}

// queue returns the queue of a log. The caller must give it back with release.
func (d *Director[S, E, C, R]) queue(id ID) *queue[S, E] {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = slices.DeleteFunc(d.over, func(o ID) bool { return o == id })
	q := d.queues[id]
	if q == nil {
		q = newQueue[S, E]()
		d.queues[id] = q
	}
	if q.idle != nil {
		d.idle.Remove(q.idle)
		q.idle = nil
	}
	q.users++
	return q
}

// release gives a queue back. It drops a queue without a snapshot, of the logs that
// are over the least recently used ones beyond keptOver, and of the others those unused
// for keptIdle.
func (d *Director[S, E, C, R]) release(id ID, q *queue[S, E]) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if q.users--; q.users > 0 {
		return
	}
	switch s := q.snapshot(); {
	case s == nil:
		delete(d.queues, id)
	case d.cfg.Domain.Over(s.State):
		if d.over = append(d.over, id); len(d.over) > keptOver {
			delete(d.queues, d.over[0])
			d.over = slices.Delete(d.over, 0, 1)
		}
	default:
		q.idle = d.idle.PushBack(idleLog{id, d.cfg.Now()})
	}
	d.dropIdle()
}

// dropIdle drops the queues of logs that are not over and unused for keptIdle. The
// caller holds d.mu.
func (d *Director[S, E, C, R]) dropIdle() {
	for first := d.idle.Front(); first != nil; first = d.idle.Front() {
		log := first.Value.(idleLog)
		if d.cfg.Now().Sub(log.since) < keptIdle {
			return
		}
		d.idle.Remove(first)
		delete(d.queues, log.id)
	}
}

// Snapshot returns the newest snapshot of a log that is stored, or ErrNotFound.
func (d *Director[S, E, C, R]) Snapshot(ctx context.Context, id ID) (*Snapshot[S, E], error) {
	return d.SnapshotAt(ctx, id, 0)
}

// SnapshotAt is like Snapshot, but the snapshot includes the event with sequence number
// seq, which the caller has read from the store. It waits for the decision that stored
// the event, which may not have returned yet.
func (d *Director[S, E, C, R]) SnapshotAt(ctx context.Context, id ID, seq int64) (*Snapshot[S, E], error) {
	q := d.queue(id)
	defer d.release(id, q)
	if s := q.snapshot(); s != nil && d.cfg.Domain.Last(s.State) >= seq {
		return s, nil
	}
	if err := q.enter(ctx); err != nil {
		return nil, err
	}
	defer q.leave()
	if err := q.settle(ctx); err != nil {
		return nil, err
	}
	return d.load(ctx, q, id)
}

// Forgotten drops the snapshot of a log from memory after /privacy forget has changed its book
// in the store. It waits for a decision under way, which has seen the old book.
func (d *Director[S, E, C, R]) Forgotten(id ID) {
	q := d.queue(id)
	defer d.release(id, q)
	<-q.turn
	_ = q.settle(context.Background()) // which does not end
	q.keep(nil)
	q.leave()
}

// load returns the stored snapshot of a log. The caller has its turn, and nothing is
// being written.
func (d *Director[S, E, C, R]) load(ctx context.Context, q *queue[S, E], id ID) (*Snapshot[S, E], error) {
	if s := q.snapshot(); s != nil {
		return s, nil
	}
	stored, err := d.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	s, err := open(d.cfg.Domain, id, stored)
	if err != nil {
		return nil, err
	}
	q.keep(s)
	return s, nil
}

// open returns the snapshot of a stored log.
func open[S Roster, E any](a Aggregate[S, E], id ID, stored *Stored[E]) (*Snapshot[S, E], error) {
	state, err := Fold(a, id, stored.Log)
	if err != nil {
		return nil, err
	}
	return &Snapshot[S, E]{State: state, Book: &stored.Book, Log: stored.Log}, nil
}

// Create starts a new log with req.Command, which must begin with a creating event.
func (d *Director[S, E, C, R]) Create(ctx context.Context, req Request[S, E, C]) (*Outcome[S, E], error) {
	if out, err := d.repeated(ctx, req); out != nil || err != nil {
		return out, err
	}
	id, err := d.cfg.Store.Reserve(ctx)
	if err != nil {
		return nil, err
	}
	q := d.queue(id)
	defer d.release(id, q)
	if err := q.enter(ctx); err != nil {
		return nil, err
	}
	leave := sync.OnceFunc(q.leave)
	defer leave()
	var secret []byte
	if d.cfg.Secret != nil {
		secret = d.cfg.Secret()
	}
	out, err := d.decide(ctx, q, Begin(d.cfg.Domain, id, secret), nil, req, leave)
	if errors.Is(err, ErrConflict) { // the same interaction, delivered twice at once
		if out, err := d.repeated(ctx, req); out != nil || err != nil {
			return out, err
		}
	}
	if err != nil {
		return nil, err
	}
	out.Before = nil
	return out, nil
}

// Do carries out req on a log. A Refusal changes nothing.
func (d *Director[S, E, C, R]) Do(ctx context.Context, id ID, req Request[S, E, C]) (*Outcome[S, E], error) {
	q := d.queue(id)
	defer d.release(id, q)
	out, err := d.once(ctx, q, id, req, false)
	if errors.Is(err, ErrConflict) { // decide again on the newer log
		out, err = d.once(ctx, q, id, req, true)
	}
	if err == nil && out.Repeated { // the caller may have read the log before
		out.ID = id
		out.After, err = d.Snapshot(ctx, id)
	}
	return out, err
}

// once carries out req in the next turn. With settled, it is decided on what is stored,
// otherwise on the newest decision. It returns ErrConflict if the log is another than the
// one that req was decided on.
func (d *Director[S, E, C, R]) once(ctx context.Context, q *queue[S, E], id ID, req Request[S, E, C], settled bool) (*Outcome[S, E], error) {
	if err := q.enter(ctx); err != nil {
		return nil, err
	}
	leave := sync.OnceFunc(q.leave)
	defer leave()
	prior, err := q.prior(ctx, req.Cause, settled)
	if err != nil {
		return nil, err
	}
	if out, err := d.repeated(ctx, req); out != nil || err != nil {
		return out, err
	}
	if prior != nil {
		return d.decide(ctx, q, prior.after, prior, req, leave)
	}
	before, err := d.load(ctx, q, id)
	if err != nil {
		return nil, err
	}
	return d.decide(ctx, q, before, nil, req, leave)
}

// Try decides req without storing anything. It returns the preview of a command.
func (d *Director[S, E, C, R]) Try(ctx context.Context, id ID, req Request[S, E, C]) (*Outcome[S, E], error) {
	before, err := d.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	after, events, _, err := decide(d.cfg.Domain, before, d.freshly(req), d.cfg.Now())
	if err != nil {
		return nil, err
	}
	return &Outcome[S, E]{ID: id, Before: before, After: after, Events: events}, nil
}

// TryCreate decides a creation without storing anything.
func (d *Director[S, E, C, R]) TryCreate(req Request[S, E, C]) (*Snapshot[S, E], error) {
	req = d.freshly(req)
	after, _, _, err := decide(d.cfg.Domain, Begin(d.cfg.Domain, 0, req.Fresh), req, d.cfg.Now())
	return after, err
}

func (d *Director[S, E, C, R]) repeated(ctx context.Context, req Request[S, E, C]) (*Outcome[S, E], error) {
	if req.Cause == "" || req.Actor.User == "" {
		return nil, nil // a deadline needs no check: once it has fired, the state no longer has it
	}
	body, err := d.cfg.Store.Answer(ctx, req.Cause)
	if err != nil || body == nil {
		return nil, err
	}
	return &Outcome[S, E]{Answer: body, Repeated: true}, nil
}

// freshly returns req with new random bytes.
func (d *Director[S, E, C, R]) freshly(req Request[S, E, C]) Request[S, E, C] {
	if d.cfg.Secret != nil {
		req.Fresh = d.cfg.Secret()
	}
	return req
}

// decide decides req on before, which prior is writing unless it is nil, and commits it.
// It calls leave when the next command may be decided, and returns once everything that
// its result is based on is stored.
func (d *Director[S, E, C, R]) decide(ctx context.Context, q *queue[S, E], before *Snapshot[S, E], prior *write[S, E], req Request[S, E, C], leave func()) (*Outcome[S, E], error) {
	out, commit, err := d.prepare(before, req)
	if err != nil {
		leave()
		return nil, prior.confirm(ctx, err)
	}
	if len(out.Events) > 0 {
		commit.InLine = leave // without events, the next commit could not tell whether this one was written
	}
	w := q.begin(req.Cause, out.After)
	err = errPanic
	defer func() {
		q.end(w, prior, err)
		leave()
		if err == nil && d.cfg.Committed != nil {
			d.cfg.Committed(out.ID)
		}
	}()
	if err = d.cfg.Store.Commit(ctx, commit); err != nil {
		return nil, err
	}
	return out, nil
}

// prepare decides req on before and returns its result with what must be committed.
func (d *Director[S, E, C, R]) prepare(before *Snapshot[S, E], req Request[S, E, C]) (*Outcome[S, E], *Commit[E, R], error) {
	domain := d.cfg.Domain
	now := d.cfg.Now().UTC().Truncate(time.Millisecond)
	after, events, written, err := decide(domain, before, d.freshly(req), now)
	if err != nil {
		return nil, nil, err
	}
	id, read := domain.ID(after.State), domain.Read(after)
	out := &Outcome[S, E]{ID: id, Before: before, After: after, Events: events}
	commit := &Commit[E, R]{
		Log: id, Expect: domain.Last(before.State), Events: events, People: written.people, Texts: written.texts,
		Read: &read, Deadlines: domain.Deadlines(after.State),
	}
	if commit.Expect == 0 || written.renewed {
		commit.Secret = after.Book.Secret
	}
	if d.cfg.Posts != nil {
		commit.Posts = d.cfg.Posts(before, after, events)
	}
	if req.Answer != nil {
		if out.Answer, err = req.Answer(before, after, events); err != nil {
			return nil, nil, err
		}
	}
	if req.Cause != "" && req.Actor.User != "" {
		body := out.Answer
		if body == nil {
			body = []byte{}
		}
		commit.Answer = &Answer{Cause: req.Cause, Body: body, At: now}
	}
	return out, commit, nil
}

// Begin returns the snapshot of a log that does not exist yet. Only a creation can be
// decided on it. secret is the bot's part of a joint seed.
func Begin[S Roster, E any](a Aggregate[S, E], id ID, secret []byte) *Snapshot[S, E] {
	return &Snapshot[S, E]{State: a.Empty(id), Book: &Book{Secret: secret}}
}

// Decide decides req on before without storing anything. It is pure and leaves before
// unchanged.
func Decide[S Roster, E, C, R any](domain Domain[S, E, C, R], before *Snapshot[S, E], req Request[S, E, C], now time.Time) (after *Snapshot[S, E], events []Envelope[E], err error) {
	after, events, _, err = decide(domain, before, req, now)
	return after, events, err
}

// writing is the part of a book that a command added or changed.
type writing struct {
	people  []Person
	texts   []Text
	renewed bool // the secret was replaced
}

func decide[S Roster, E, C, R any](domain Domain[S, E, C, R], before *Snapshot[S, E], req Request[S, E, C], now time.Time) (*Snapshot[S, E], []Envelope[E], writing, error) {
	if req.Expect != nil {
		if err := req.Expect(before); err != nil {
			return nil, nil, writing{}, err
		}
	}
	book := before.Book.Clone()
	d := &Decision[S, E]{
		Before: before.State, After: domain.Clone(before.State), Book: book, Log: before.Log, Now: now, Cause: req.Cause, Fresh: req.Fresh,
		aggregate: domain, id: domain.ID(before.State),
	}
	if req.Actor.User != "" {
		d.Person = d.PersonFor(req.Actor.User, req.Actor.Name)
	}
	if err := domain.Decide(d, req.Command); err != nil {
		return nil, nil, writing{}, err
	}
	log, past := before.extended(d.Events)
	return &Snapshot[S, E]{State: d.After, Book: book, Log: log, past: past}, d.Events, book.since(before.Book), nil
}
