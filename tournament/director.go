package tournament

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Snapshot is one moment of a tournament. It is immutable: views may keep it.
type Snapshot struct {
	State *State
	Book  *Book
	Log   []Envelope
}

// Name returns the shown name of player n.
func (s *Snapshot) Name(n int) string {
	p := s.State.Player(n)
	if p == nil {
		return ""
	}
	return s.Book.Person(p.Person).Name
}

// User returns the Discord id of player n, empty for a guest.
func (s *Snapshot) User(n int) string {
	p := s.State.Player(n)
	if p == nil {
		return ""
	}
	return s.Book.Person(p.Person).User
}

// PlayerByUser returns the number of the player with the Discord id, or 0.
func (s *Snapshot) PlayerByUser(user string) int {
	return s.State.PlayerOf(s.Book.ByUser(user))
}

// Actor is who gives a command.
type Actor struct {
	User string // Discord id; empty = the bot itself
	Name string // shown name at this moment
}

// Request is one command to one tournament.
type Request struct {
	Actor   Actor
	Cause   string // interaction id, or the key of a deadline; from a person the same cause takes effect once
	Command Command
	// Expect refuses where what the person saw when deciding no longer holds: others
	// may have been faster. It is asked about the very moment the command is decided
	// on. Nil expects nothing.
	Expect func(now *Snapshot) error
	// Answer renders the reply to the interaction from the state after the
	// command. It is stored with the events, so that the same interaction
	// delivered again is answered the same. Nil where nobody waits.
	Answer func(before, after *Snapshot, events []Envelope) ([]byte, error)
}

// Outcome is what a command did.
type Outcome struct {
	ID       ID
	Before   *Snapshot // nil for a creation
	After    *Snapshot
	Events   []Envelope
	Answer   []byte
	Repeated bool // the cause took effect before; Answer is what was said then
}

// Planner says which posts events cause. It is called before the commit and
// must not change anything.
type Planner func(before, after *Snapshot, events []Envelope) []Post

// Config is what a Director needs.
type Config struct {
	Store  Store
	Posts  Planner          // nil = no posts
	Now    func() time.Time // tournament time
	Secret func() []byte    // 32 random bytes for a new event
	// Committed is called after each commit, in order within a tournament, e.g.
	// to wake the sender. Optional.
	Committed func(id ID)
}

// Director carries out commands, one at a time for each tournament: decide, one
// transaction, answer. Whatever it reports as done survives a crash.
type Director struct {
	cfg Config

	mu    sync.Mutex
	halls map[ID]*hall
	over  []ID // halls of events that are over and in nobody's hands, least recently used first
}

// keptOver is how many events that are over stay in memory: people look at what
// has just ended, and later at their leisure.
const keptOver = 32

// hall is the queue of one tournament and its newest snapshot.
type hall struct {
	queue   chan struct{} // holds one token: whoever has it may decide
	users   int           // who has it in hand; guarded by Director.mu
	mu      sync.Mutex
	current *Snapshot
	waiting int
}

// maxWaiting bounds the queue of one tournament: a longer one means that
// something is stuck, and people are better told so than kept waiting.
const maxWaiting = 2000

// NewDirector returns a Director.
func NewDirector(cfg Config) *Director {
	return &Director{cfg: cfg, halls: map[ID]*hall{}}
}

// hall returns the hall of a tournament; whoever has it in hand gives it back
// with release.
func (d *Director) hall(id ID) *hall {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = slices.DeleteFunc(d.over, func(o ID) bool { return o == id })
	h := d.halls[id]
	if h == nil {
		h = &hall{queue: make(chan struct{}, 1)}
		h.queue <- struct{}{}
		d.halls[id] = h
	}
	h.users++
	return h
}

// release gives a hall back. One that holds nothing is dropped, and of the events
// that are over those that nobody has asked for in a while.
func (d *Director) release(id ID, h *hall) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if h.users--; h.users > 0 {
		return
	}
	switch s := h.snapshot(); {
	case s == nil:
		delete(d.halls, id)
	case s.State.Phase >= Finished:
		if d.over = append(d.over, id); len(d.over) > keptOver {
			delete(d.halls, d.over[0])
			d.over = slices.Delete(d.over, 0, 1)
		}
	}
}

func (h *hall) snapshot() *Snapshot {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.current
}

func (h *hall) keep(s *Snapshot) {
	h.mu.Lock()
	h.current = s
	h.mu.Unlock()
}

// enter waits for the turn; leave must be called after it returned nil.
func (h *hall) enter(ctx context.Context) error {
	h.mu.Lock()
	if h.waiting >= maxWaiting {
		h.mu.Unlock()
		return Refuse(Unavailable, "event.busy")
	}
	h.waiting++
	h.mu.Unlock()
	defer func() { h.mu.Lock(); h.waiting--; h.mu.Unlock() }()
	select {
	case <-h.queue:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *hall) leave() { h.queue <- struct{}{} }

// Snapshot returns the newest snapshot of a tournament, or ErrNotFound.
func (d *Director) Snapshot(ctx context.Context, id ID) (*Snapshot, error) {
	h := d.hall(id)
	defer d.release(id, h)
	if s := h.snapshot(); s != nil {
		return s, nil
	}
	if err := h.enter(ctx); err != nil {
		return nil, err
	}
	defer h.leave()
	return d.load(ctx, h, id)
}

// SnapshotAt is Snapshot for somebody who has read in the store of the event
// with a sequence number: the decision that stored it may not have returned yet,
// and is waited for.
func (d *Director) SnapshotAt(ctx context.Context, id ID, seq int64) (*Snapshot, error) {
	h := d.hall(id)
	defer d.release(id, h)
	if s := h.snapshot(); s != nil && s.State.Seq >= seq {
		return s, nil
	}
	if err := h.enter(ctx); err != nil {
		return nil, err
	}
	defer h.leave()
	return d.load(ctx, h, id)
}

// Forgotten drops what is kept in memory of a tournament, after its book was
// changed in the store by /forget. It waits for a decision under way, which has
// seen the book as it was.
func (d *Director) Forgotten(id ID) {
	h := d.hall(id)
	defer d.release(id, h)
	<-h.queue
	h.keep(nil)
	h.leave()
}

func (d *Director) load(ctx context.Context, h *hall, id ID) (*Snapshot, error) {
	if s := h.snapshot(); s != nil {
		return s, nil
	}
	stored, err := d.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	state, err := Fold(id, stored.Log)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{State: state, Book: &stored.Book, Log: stored.Log}
	h.keep(s)
	return s, nil
}

// Create begins a tournament with req.Command, which must be a *Create or begin
// with one.
func (d *Director) Create(ctx context.Context, req Request) (*Outcome, error) {
	if out, err := d.repeated(ctx, req); out != nil || err != nil {
		return out, err
	}
	id, err := d.cfg.Store.Reserve(ctx)
	if err != nil {
		return nil, err
	}
	h := d.hall(id)
	defer d.release(id, h)
	if err := h.enter(ctx); err != nil {
		return nil, err
	}
	defer h.leave()
	before := Begin(id, d.cfg.Secret())
	out, err := d.decide(ctx, h, before, req)
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

// Do carries out req on a tournament. A refusal (see Refusal) changes nothing.
func (d *Director) Do(ctx context.Context, id ID, req Request) (*Outcome, error) {
	h := d.hall(id)
	defer d.release(id, h)
	if err := h.enter(ctx); err != nil {
		return nil, err
	}
	defer h.leave()
	if out, err := d.repeated(ctx, req); out != nil || err != nil {
		return out, err
	}
	for try := 0; ; try++ {
		before, err := d.load(ctx, h, id)
		if err != nil {
			return nil, err
		}
		out, err := d.decide(ctx, h, before, req)
		if errors.Is(err, ErrConflict) && try == 0 {
			if out, err := d.repeated(ctx, req); out != nil || err != nil {
				return out, err
			}
			h.keep(nil)
			continue
		}
		return out, err
	}
}

// Try decides req without storing anything: the preview of a command.
func (d *Director) Try(ctx context.Context, id ID, req Request) (*Outcome, error) {
	before, err := d.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	after, events, _, err := decideOn(before, req, d.cfg.Now())
	if err != nil {
		return nil, err
	}
	return &Outcome{ID: id, Before: before, After: after, Events: events}, nil
}

func (d *Director) repeated(ctx context.Context, req Request) (*Outcome, error) {
	if req.Cause == "" || req.Actor.User == "" {
		return nil, nil // a deadline is guarded by the state: once fired it is no longer due
	}
	body, err := d.cfg.Store.Answer(ctx, req.Cause)
	if err != nil || body == nil {
		return nil, err
	}
	return &Outcome{Answer: body, Repeated: true}, nil
}

func (d *Director) decide(ctx context.Context, h *hall, before *Snapshot, req Request) (*Outcome, error) {
	now := d.cfg.Now().UTC().Truncate(time.Millisecond)
	after, events, changes, err := decideOn(before, req, now)
	if err != nil {
		return nil, err
	}
	out := &Outcome{ID: before.State.ID, Before: before, After: after, Events: events}
	commit := &Commit{
		Tournament: before.State.ID, Expect: before.State.Seq, Events: events,
		People: changes.people, Texts: changes.texts,
		Row: rowOf(after), Players: playerRows(after), Deadlines: Deadlines(after.State),
	}
	if before.State.Seq == 0 {
		commit.Secret = after.Book.Secret
	}
	if d.cfg.Posts != nil {
		commit.Posts = d.cfg.Posts(before, after, events)
	}
	if req.Answer != nil {
		if out.Answer, err = req.Answer(before, after, events); err != nil {
			return nil, err
		}
	}
	if req.Cause != "" && req.Actor.User != "" {
		body := out.Answer
		if body == nil {
			body = []byte{}
		}
		commit.Answer = &Answer{Cause: req.Cause, Body: body, At: now}
	}
	if err := d.cfg.Store.Commit(ctx, commit); err != nil {
		// Whether it was written is unknown after a fault of the database: what is
		// kept in memory may be stale.
		h.keep(nil)
		return nil, err
	}
	h.keep(after)
	if d.cfg.Committed != nil {
		d.cfg.Committed(before.State.ID)
	}
	return out, nil
}

// Begin returns the snapshot of a tournament that does not exist yet, on which
// only a Create can be decided. secret is the bot's part of the joint seed.
func Begin(id ID, secret []byte) *Snapshot {
	return &Snapshot{State: &State{ID: id}, Book: &Book{Secret: secret}}
}

// Decide is the pure core: what req does to a tournament, without storing
// anything. before is left alone.
func Decide(before *Snapshot, req Request, now time.Time) (after *Snapshot, events []Envelope, err error) {
	after, events, _, err = decideOn(before, req, now)
	return after, events, err
}

// bookChanges are the parts of a book that a command added or changed.
type bookChanges struct {
	people []Person
	texts  []Text
}

// decideOn decides req on a snapshot and folds the outcome in. before is left
// alone.
func decideOn(before *Snapshot, req Request, now time.Time) (*Snapshot, []Envelope, bookChanges, error) {
	if req.Expect != nil {
		if err := req.Expect(before); err != nil {
			return nil, nil, bookChanges{}, err
		}
	}
	book := before.Book.Clone()
	dec := &decision{state: before.State, book: book, log: before.Log, now: now, actor: req.Actor, cause: req.Cause, seq: before.State.Seq}
	if before.State.Seq > 0 {
		dec.after = before.State.clone()
	} else {
		dec.after = &State{ID: before.State.ID}
	}
	if req.Actor.User != "" {
		dec.person = dec.personFor(req.Actor.User, req.Actor.Name)
	}
	if err := req.Command.decide(dec); err != nil {
		return nil, nil, bookChanges{}, err
	}
	log := append(slices.Clip(before.Log), dec.events...)
	after := dec.after
	if dec.retracts {
		folded, err := Fold(before.State.ID, log)
		if err != nil {
			return nil, nil, bookChanges{}, err
		}
		after = folded
	}
	var ch bookChanges
	for i, p := range book.People {
		if i >= len(before.Book.People) || before.Book.People[i] != p {
			ch.people = append(ch.people, p)
		}
	}
	for i, t := range book.Texts {
		if i >= len(before.Book.Texts) || before.Book.Texts[i] != t {
			ch.texts = append(ch.texts, t)
		}
	}
	return &Snapshot{State: after, Book: book, Log: log}, dec.events, ch, nil
}

func rowOf(s *Snapshot) Row {
	return Row{
		Guild: s.State.Guild, Channel: s.State.Channel, Name: s.State.Settings.Name, Ruleset: s.State.Rules.ID,
		Phase: s.State.Phase, Round: len(s.State.Rounds), Players: s.State.Count(Registered), CreatedAt: s.State.CreatedAt,
	}
}

func playerRows(s *Snapshot) []PlayerRow {
	out := make([]PlayerRow, 0, len(s.State.Players))
	for i := range s.State.Players {
		if user := s.User(i + 1); user != "" && s.State.Players[i].Status != Void {
			out = append(out, PlayerRow{User: user, Player: i + 1, Status: s.State.Players[i].Status})
		}
	}
	return out
}

// ReadRows returns the read rows that follow from a stored tournament, to
// rebuild them.
func ReadRows(id ID, stored *Stored) (Row, []PlayerRow, []Deadline, error) {
	state, err := Fold(id, stored.Log)
	if err != nil {
		return Row{}, nil, nil, err
	}
	s := &Snapshot{State: state, Book: &stored.Book, Log: stored.Log}
	return rowOf(s), playerRows(s), Deadlines(state), nil
}

// decision is a command being decided: it sees the state before and the state
// after the events so far.
type decision struct {
	state    *State // before the command
	after    *State // after the events emitted so far
	book     *Book  // may be added to
	log      []Envelope
	now      time.Time
	actor    Actor
	person   int // number of the actor; 0 = the bot
	cause    string
	seq      int64
	events   []Envelope
	retracts bool
}

// emit adds an event; it is checked and applied at once.
func (d *decision) emit(ev Event) error {
	e := Envelope{
		Tournament: d.state.ID, Seq: d.seq + 1, Batch: d.state.Seq + 1, Time: d.now, Actor: d.person,
		Cause: d.cause, Kind: kindOf(ev), Version: eventVersion, Event: ev,
	}
	if err := applyTo(d.after, &e); err != nil {
		return err
	}
	d.seq++
	d.events = append(d.events, e)
	return nil
}

// attempt carries out a step of the decision whole or, where it is refused, not
// at all, and returns the refusal.
func (d *decision) attempt(step func(*decision) error) error {
	trial, book := *d, d.book
	trial.after, trial.book, trial.events = d.after.clone(), book.Clone(), slices.Clone(d.events)
	if err := step(&trial); err != nil {
		return err
	}
	*book = *trial.book
	*d = trial
	d.book = book
	return nil
}

// personFor returns the number of the person with the Discord id, adding or
// renaming them as needed.
func (d *decision) personFor(user, name string) int {
	if no := d.book.ByUser(user); no > 0 {
		// A player keeps the name chosen at registration, which is unique; only
		// organisers and others are called what they are called at the moment.
		if name != "" && d.state.PlayerOf(no) == 0 {
			d.book.People[no-1].Name = name
		}
		return no
	}
	return d.book.addPerson(user, name)
}
