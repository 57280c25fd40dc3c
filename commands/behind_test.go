package commands_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// lagging is a store that reports a commit late, when others can already see it.
type lagging struct {
	tournament.Store
	stored  chan struct{}
	proceed chan struct{}
}

// Commit implements tournament.Store.
func (l *lagging) Commit(ctx context.Context, c *tournament.Commit) error {
	err := l.Store.Commit(ctx, c)
	if l.stored != nil {
		l.stored <- struct{}{}
		<-l.proceed
	}
	return err
}

// TestAPostIsNotDrawnFromTheStateBeforeIt: a post that is read from the outbox as soon as
// it is stored is rendered from the state that caused it. In the state before, it would
// have nothing to say and be given up.
func TestAPostIsNotDrawnFromTheStateBeforeIt(t *testing.T) {
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "topcut.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	slow := &lagging{Store: db.StoreOf(store, tournament.Log)}
	director := command.NewDirector(command.Config{Store: slow, Now: time.Now, Secret: func() []byte { return make([]byte, 32) }})
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	organiser := tournament.Actor{User: "1", Name: "Olga"}
	out, err := director.Create(t.Context(), command.Request{
		Actor: organiser, Cause: "create",
		Command: &command.Create{Guild: "1", Channel: "2", Settings: tournament.DefaultSettings("Friday"), Ruleset: rs},
	})
	if err != nil {
		t.Fatal(err)
	}
	seq := out.After.State.Seq
	slow.stored, slow.proceed = make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		_, err := director.Do(t.Context(), out.ID, command.Request{Actor: organiser, Cause: "open", Command: &command.OpenRegistration{}})
		done <- err
	}()
	<-slow.stored // the post can be read now; the decision has not returned
	seen := make(chan int64, 1)
	go func() {
		snap, err := director.SnapshotAt(t.Context(), out.ID, seq+1)
		if err != nil {
			t.Error(err)
		}
		seen <- snap.State.Seq
	}()
	select {
	case got := <-seen:
		t.Errorf("event %d is known, want to wait for event %d", got, seq+1)
		close(slow.proceed)
	case <-time.After(50 * time.Millisecond):
		close(slow.proceed)
		if got := <-seen; got <= seq {
			t.Errorf("event %d is known, want at least %d", got, seq+1)
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
