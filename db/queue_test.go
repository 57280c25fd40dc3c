package db

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/stores"
)

// line is the line of a writer that writes nothing until it is freed.
type line struct {
	t    *testing.T
	w    *writer
	free func()
}

// hold stops the writer of d. before runs when the writer goes on, unless it is nil.
func hold(t *testing.T, d *DB, before func(*tx) error) *line {
	t.Helper()
	reached, free, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- d.writer.writeAlone(context.Background(), func(t *tx) error {
			close(reached)
			<-free
			if before != nil {
				return before(t)
			}
			return nil
		})
	}()
	<-reached
	l := &line{t, d.writer, sync.OnceFunc(func() {
		close(free)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})}
	t.Cleanup(l.free)
	return l
}

func (l *line) length() int {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	return len(l.w.line)
}

// result is what a command returned.
type result struct {
	out *tournament.Outcome
	err error
}

// give gives a command and waits until n writes are in line, but not for its result.
func (l *line) give(ctx context.Context, director *command.Director, id tournament.ID, req command.Request, n int) chan result {
	done := make(chan result, 1)
	go func() {
		out, err := director.Do(ctx, id, req)
		done <- result{out, err}
	}()
	for began := time.Now(); l.length() < n; time.Sleep(time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			l.t.Fatalf("%d writes are in line, want %d", l.length(), n)
		}
	}
	return done
}

// silent fails the test if there is a result soon.
func (l *line) silent(what string, done chan result) {
	l.t.Helper()
	select {
	case r := <-done:
		l.t.Errorf("%s: answered before it was stored: %+v, %v", what, r.out, r.err)
		done <- r
	case <-time.After(20 * time.Millisecond):
	}
}

// same fails the test if the director does not show what is stored. It returns the
// number of players.
func same(t *testing.T, d *DB, director *command.Director, id tournament.ID) int {
	t.Helper()
	shown, err := director.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := events(d).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(len(shown.Log), shown.Book.People), fmt.Sprint(len(stored.Log), stored.Book.People); got != want {
		t.Errorf("shown are %s, stored %s", got, want)
	}
	return len(shown.State.Players)
}

// TestCommandsOfOneEventShareATransaction: each is decided while those before it wait to
// be written, and nothing of it is shown or answered before it is stored.
func TestCommandsOfOneEventShareATransaction(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	l := hold(t, d, nil)
	before := d.writer.count.n
	var all []chan result
	for i := range 5 {
		all = append(all, l.give(t.Context(), director, id, joining(fmt.Sprint("i", i), fmt.Sprint(i+2)), i+1))
	}
	again := l.give(t.Context(), director, id, joining("i4", "6"), 5)
	for i, done := range append(all, again) {
		l.silent(fmt.Sprint("join ", i+1), done)
	}
	if n := same(t, d, director, id); n != 0 {
		t.Errorf("%d players are shown, none is stored", n)
	}
	l.free()
	for i, done := range all {
		if r := <-done; r.err != nil || len(r.out.After.State.Players) != i+1 {
			t.Errorf("join %d: %+v, %v", i+1, r.out, r.err)
		}
	}
	if r := <-again; r.err != nil || !r.out.Repeated || string(r.out.Answer) != "welcome" {
		t.Errorf("the same press again: %+v, %v", r.out, r.err)
	}
	if n := d.writer.count.n - before; n != 1 || same(t, d, director, id) != 5 {
		t.Errorf("%d transactions, %d players", n, same(t, d, director, id))
	}
}

// TestWhatWasDecidedOnAFailedWriteIsDecidedAgain: so are refusals, and a repeated press
// of what was not written takes effect.
func TestWhatWasDecidedOnAFailedWriteIsDecidedAgain(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	l := hold(t, d, nil)
	ctx, cancel := context.WithCancel(t.Context())
	gone := l.give(ctx, director, id, joining("i1", "2"), 1)
	next := l.give(t.Context(), director, id, joining("i2", "3"), 2)
	refused := l.give(t.Context(), director, id, joining("i3", "2"), 2)
	l.silent("a refusal", refused)
	cancel()
	if r := <-gone; !errors.Is(r.err, context.Canceled) {
		t.Errorf("a caller who has gone: %+v, %v", r.out, r.err)
	}
	l.free()
	for name, done := range map[string]chan result{"decided on what failed": next, "refused for what failed": refused} {
		if r := <-done; r.err != nil || string(r.out.Answer) != "welcome" {
			t.Errorf("%s: %+v, %v", name, r.out, r.err)
		}
	}
	if n := same(t, d, director, id); n != 2 {
		t.Errorf("%d players, want 2", n)
	}
}

// TestAFailedTransactionLeavesNothingInMemory: all commands of the transaction fail, what
// is shown is what is stored, and each can be given again.
func TestAFailedTransactionLeavesNothingInMemory(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	pragma := func(text string) func(*tx) error {
		return func(t *tx) error { _, err := t.conn.ExecContext(context.Background(), text); return err }
	}
	l := hold(t, d, pragma("PRAGMA query_only = 1"))
	var all []chan result
	for i := range 3 {
		all = append(all, l.give(t.Context(), director, id, joining(fmt.Sprint("i", i), fmt.Sprint(i+2)), i+1))
	}
	l.free()
	for i, done := range all {
		if r := <-done; r.err == nil || errors.Is(r.err, tournament.ErrConflict) {
			t.Errorf("join %d: %+v, %v", i+1, r.out, r.err)
		}
	}
	if n := same(t, d, director, id); n != 0 {
		t.Errorf("%d players are shown, none is stored", n)
	}
	if err := d.writer.writeAlone(t.Context(), pragma("PRAGMA query_only = 0")); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if out, err := director.Do(t.Context(), id, joining(fmt.Sprint("i", i), fmt.Sprint(i+2))); err != nil || out.Repeated {
			t.Errorf("join %d again: %+v, %v", i+1, out, err)
		}
	}
	if n := same(t, d, director, id); n != 3 {
		t.Errorf("%d players, want 3", n)
	}
}

// TestACommandWithoutEventsIsWaitedFor: the log ends where it did, so a commit after it
// would be written even if this one was not. Nothing is decided on it before it is
// stored.
func TestACommandWithoutEventsIsWaitedFor(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	l := hold(t, d, nil)
	ctx, cancel := context.WithCancel(t.Context())
	renamed := l.give(ctx, director, id, command.Request{Actor: tournament.Actor{User: "1", Name: "Olga II"}, Cause: "i1", Command: command.All{}}, 1)
	next := l.give(t.Context(), director, id, joining("i2", "2"), 1)
	l.silent("the next command", next)
	cancel()
	if r := <-renamed; !errors.Is(r.err, context.Canceled) {
		t.Errorf("a caller who has gone: %+v, %v", r.out, r.err)
	}
	l.free()
	if r := <-next; r.err != nil || r.out.After.Book.Person(1).Name != "Olga" {
		t.Errorf("the next command was decided on %+v, %v", r.out, r.err)
	}
	same(t, d, director, id)
}

// outOfOrder is a store whose first commit returns late.
type outOfOrder struct {
	tournament.Store
	stored, proceed chan struct{} // of the first commit; nil = returns at once
}

// Commit implements tournament.Store.
func (s *outOfOrder) Commit(ctx context.Context, c *tournament.Commit) error {
	stored, proceed := s.stored, s.proceed
	s.stored, s.proceed = nil, nil
	err := s.Store.Commit(ctx, c)
	if stored != nil {
		close(stored)
		<-proceed
	}
	return err
}

// TestCommandsEndInOrder: what is shown never goes back, though commits that share a
// transaction may return in any order.
func TestCommandsEndInOrder(t *testing.T) {
	d := openTest(t)
	_, id := hosted(t, d)
	store := &outOfOrder{Store: events(d)}
	director := command.NewDirector(command.Config{Store: store, Now: func() time.Time { return noon }})
	l := hold(t, d, nil)
	stored, proceed := make(chan struct{}), make(chan struct{})
	store.stored, store.proceed = stored, proceed
	first := l.give(t.Context(), director, id, joining("i1", "2"), 1)
	second := l.give(t.Context(), director, id, joining("i2", "3"), 2)
	l.free()
	<-stored
	l.silent("the second", second)
	close(proceed)
	for i, done := range []chan result{first, second} {
		if r := <-done; r.err != nil || len(r.out.After.State.Players) != i+1 {
			t.Errorf("join %d: %+v, %v", i+1, r.out, r.err)
		}
	}
	if n := same(t, d, director, id); n != 2 {
		t.Errorf("%d players, want 2", n)
	}
}

// TestWritesInLineFailWhenTheDatabaseCloses: those that were not begun are not written.
func TestWritesInLineFailWhenTheDatabaseCloses(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	l := hold(t, d, nil)
	waiting := l.give(t.Context(), director, id, joining("i1", "2"), 1)
	closed := make(chan error, 1)
	go func() { closed <- d.Close() }()
	for open := true; open; {
		l.w.mu.Lock()
		open = !l.w.closed
		l.w.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	l.free()
	if r := <-waiting; !errors.Is(r.err, errClosed) {
		t.Errorf("a join in line: %+v, %v", r.out, r.err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if err := d.Writable(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("a write afterwards: %v", err)
	}
}

// TestAListIsReadAgainWhenItHasChanged: lists are kept in memory, and what a caller does
// with one changes no other.
func TestAListIsReadAgainWhenItHasChanged(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	list := func() []stores.Found {
		t.Helper()
		found, err := d.ByGuild(t.Context(), "g")
		stored, storedErr := d.Reader.ByGuild(t.Context(), "g")
		if err != nil || storedErr != nil || !reflect.DeepEqual(found, stored) {
			t.Errorf("kept is %v, stored %v, %v, %v", found, stored, err, storedErr)
		}
		return found
	}
	first := list()
	list()[0].Name = "changed by a caller"
	for i := range 3 {
		if _, err := director.Do(t.Context(), id, joining(fmt.Sprint("i", i), fmt.Sprint(i+2))); err != nil {
			t.Fatal(err)
		}
		if got := list()[0].Players; got != i+1 {
			t.Errorf("%d players are listed, want %d", got, i+1)
		}
	}
	if first[0].Players != 0 {
		t.Errorf("a list that was handed out changed to %v", first)
	}
	if _, err := d.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	list()
	if d.writer.lists.kept["g"] == nil {
		t.Error("the list is not kept")
	}
}
