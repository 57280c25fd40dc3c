package tournament_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// watched is a store that counts what is loaded and may hold up commits.
type watched struct {
	tournament.Store
	loads atomic.Int32
	hold  atomic.Pointer[hold]
}

// hold stops a commit before it is written.
type hold struct{ reached, free chan struct{} }

func (w *watched) Load(ctx context.Context, id tournament.ID) (*tournament.Stored, error) {
	w.loads.Add(1)
	return w.Store.Load(ctx, id)
}

func (w *watched) Commit(ctx context.Context, c *tournament.Commit) error {
	if h := w.hold.Swap(nil); h != nil {
		close(h.reached)
		<-h.free
	}
	return w.Store.Commit(ctx, c)
}

// harness is a Director with its store.
type harness struct {
	*testing.T
	*command.Director
	store *watched
	db    *db.DB
	n     int
	ahead time.Duration // of the clock
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	d, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	store := &watched{Store: db.StoreOf(d, tournament.Log)}
	s := &harness{T: t, store: store, db: d}
	s.Director = command.NewDirector(command.Config{
		Store: store, Now: func() time.Time { return time.Now().Add(s.ahead) }, Secret: func() []byte { return make([]byte, 32) },
	})
	return s
}

func (s *harness) request(steps ...command.Command) command.Request {
	s.n++
	return command.Request{Actor: tournament.Actor{User: "ann", Name: "Ann"}, Cause: fmt.Sprint(s.n), Command: command.All(steps)}
}

// begin creates an event that Ann organises and does more steps in it.
func (s *harness) begin(steps ...command.Command) tournament.ID {
	s.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		s.Fatal(err)
	}
	create := &command.Create{Guild: "1", Channel: "2", Settings: tournament.DefaultSettings("Friday Night"), Ruleset: rs}
	out, err := s.Create(s.Context(), s.request(append([]command.Command{create}, steps...)...))
	if err != nil {
		s.Fatal(err)
	}
	return out.ID
}

// loaded reports whether looking at an event takes it from the store.
func (s *harness) loaded(id tournament.ID) bool {
	s.Helper()
	before := s.store.loads.Load()
	if _, err := s.Snapshot(s.Context(), id); err != nil {
		s.Fatal(err)
	}
	return s.store.loads.Load() > before
}

// TestIdleEventsLeaveMemory: an event that goes on, but in which nothing has happened for
// an hour, is loaded again at its next use, and everything is as it was.
func TestIdleEventsLeaveMemory(t *testing.T) {
	s := newHarness(t)
	idle, used := s.begin(&command.OpenRegistration{}, &command.Join{User: "bob", Name: "Bob"}), s.begin()
	s.ahead = 59 * time.Minute
	if s.loaded(used) {
		t.Error("an event that was used within the hour has left memory")
	}
	s.ahead = 61 * time.Minute
	if s.loaded(used) {
		t.Error("an event that was just used has left memory")
	}
	out, err := s.Do(t.Context(), idle, s.request(&command.Join{User: "eve", Name: "Eve"}))
	if err != nil || len(out.After.State.Players) != 2 || s.store.loads.Load() != 1 {
		t.Errorf("the idle event was loaded %d times and has %d players: %v", s.store.loads.Load(), len(out.After.State.Players), err)
	}
	if s.loaded(idle) {
		t.Error("an event that came back is not kept")
	}
}

// TestEventsThatAreOverLeaveMemory: the latest stay for those who look at them;
// one that goes on stays beside them.
func TestEventsThatAreOverLeaveMemory(t *testing.T) {
	s := newHarness(t)
	running, first := s.begin(), s.begin(&command.Cancel{Reason: "rain"})
	var last tournament.ID
	for range 40 {
		last = s.begin(&command.Cancel{Reason: "rain"})
	}
	if s.loaded(running) || s.loaded(last) {
		t.Error("an event that goes on, or has just ended, has left memory")
	}
	if !s.loaded(first) {
		t.Error("an event that ended long ago is still in memory")
	}
	if s.loaded(first) {
		t.Error("an event that was just asked for has left memory")
	}
	if _, err := s.Snapshot(t.Context(), 9999); err == nil {
		t.Error("there is an event that nobody created")
	}
}

// TestForgettingWaitsForADecision: a decision that has seen the book before a person
// was forgotten does not bring the name back.
func TestForgettingWaitsForADecision(t *testing.T) {
	s := newHarness(t)
	id := s.begin(&command.OpenRegistration{}, &command.Join{User: "bob", Name: "Bob"}, &command.Cancel{Reason: "rain"})
	h := &hold{reached: make(chan struct{}), free: make(chan struct{})}
	s.store.hold.Store(h)
	decided := make(chan error)
	req := s.request(&command.Announce{Text: "See you next week."})
	go func() {
		_, err := s.Do(s.Context(), id, req)
		decided <- err
	}()
	<-h.reached
	if n, err := s.db.Forget(t.Context(), "bob"); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	dropped := make(chan struct{})
	go func() { s.Forgotten(id); close(dropped) }()
	select {
	case <-dropped: // it did not wait: the decision ends after it
	case <-time.After(50 * time.Millisecond):
	}
	close(h.free)
	if err := <-decided; err != nil {
		t.Fatal(err)
	}
	<-dropped
	snap, err := s.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if name := snap.Name(1); name == "Bob" {
		t.Error("somebody who was forgotten is back in memory")
	}
}
