package db

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// hosted returns a director on d and an open event.
func hosted(t *testing.T, d *DB) (*command.Director, tournament.ID) {
	t.Helper()
	director := command.NewDirector(command.Config{
		Store: StoreOf(d, tournament.Log), Now: func() time.Time { return noon }, Secret: func() []byte { return make([]byte, 32) },
	})
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	out, err := director.Create(t.Context(), command.Request{
		Actor: tournament.Actor{User: "1", Name: "Olga"}, Cause: "create",
		Command: command.All{&command.Create{Guild: "g", Channel: "c", Settings: tournament.DefaultSettings("Friday"), Ruleset: rs}, &command.OpenRegistration{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return director, out.ID
}

func joining(cause, user string) command.Request {
	return command.Request{
		Actor: tournament.Actor{User: user, Name: "Player of " + user}, Cause: cause, Command: &command.Join{User: user, Name: "Player of " + user},
		Answer: func(_, _ *tournament.Snapshot, _ []tournament.Envelope) ([]byte, error) {
			return []byte("welcome"), nil
		},
	}
}

// TestNobodyIsShownWhatIsNotStored: after a failed commit the director shows the state on
// disk.
func TestNobodyIsShownWhatIsNotStored(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	pragma := func(text string) {
		t.Helper()
		if err := d.writer.writeAlone(t.Context(), func(t *tx) error {
			_, err := t.conn.ExecContext(context.Background(), text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	players := func() int {
		t.Helper()
		s, err := director.Snapshot(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return len(s.State.Players)
	}
	pragma("PRAGMA query_only = 1")
	if _, err := director.Do(t.Context(), id, joining("i1", "2")); err == nil {
		t.Fatal("a disk that takes nothing took a join")
	}
	if n := players(); n != 0 {
		t.Errorf("%d players are shown, none is stored", n)
	}
	pragma("PRAGMA query_only = 0")
	if _, err := director.Do(t.Context(), id, joining("i1", "2")); err != nil || players() != 1 {
		t.Errorf("the same press again: %v, %d players", err, players())
	}
}

// TestAnInteractionDeliveredTwiceGetsItsAnswer: the answer is the same from a director
// that has just started.
func TestAnInteractionDeliveredTwiceGetsItsAnswer(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	if _, err := director.Do(t.Context(), id, joining("i1", "2")); err != nil {
		t.Fatal(err)
	}
	again := command.NewDirector(command.Config{Store: StoreOf(d, tournament.Log), Now: func() time.Time { return noon }})
	for name, director := range map[string]*command.Director{"the same": director, "after a restart": again} {
		out, err := director.Do(t.Context(), id, joining("i1", "2"))
		if err != nil || !out.Repeated || string(out.Answer) != "welcome" {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
}

// TestACreationDeliveredTwiceAtOnceIsOne: both deliveries find that nothing is stored yet
// before either stores; there is one event, and both get its answer.
func TestACreationDeliveredTwiceAtOnceIsOne(t *testing.T) {
	d := openTest(t)
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int32
	var both sync.WaitGroup
	both.Add(2)
	director := command.NewDirector(command.Config{
		Store: StoreOf(d, tournament.Log), Now: func() time.Time { return noon },
		Secret: func() []byte { // called after the check for a stored answer
			if calls.Add(1) <= 2 {
				both.Done()
				both.Wait()
			}
			return make([]byte, 32)
		},
	})
	req := joining("i1", "1")
	req.Command = &command.Create{Guild: "g", Channel: "c", Settings: tournament.DefaultSettings("Friday"), Ruleset: rs}
	var running sync.WaitGroup
	for range 2 {
		running.Go(func() {
			if out, err := director.Create(t.Context(), req); err != nil || string(out.Answer) != "welcome" {
				t.Errorf("got %+v, %v", out, err)
			}
		})
	}
	running.Wait()
	if all, err := d.ByGuild(t.Context(), "g"); err != nil || len(all) != 1 {
		t.Errorf("%d events, %v", len(all), err)
	}
}

// TestADecisionOnAnOldLogIsMadeAnew: another process has written to the log meanwhile;
// both commands take effect.
func TestADecisionOnAnOldLogIsMadeAnew(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	other := command.NewDirector(command.Config{Store: StoreOf(d, tournament.Log), Now: func() time.Time { return noon }})
	for i, who := range []*command.Director{director, other, director, other} {
		cause, user := string(rune('a'+i)), string(rune('2'+i))
		if out, err := who.Do(t.Context(), id, joining(cause, user)); err != nil || len(out.After.State.Players) != i+1 {
			t.Fatalf("join %d: %v", i+1, err)
		}
	}
}

// TestNobodyDecidesOnWhatTheyHaveNotSeen: a command is refused if the state that the user
// saw has changed when it runs.
func TestNobodyDecidesOnWhatTheyHaveNotSeen(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	req := joining("i1", "2")
	req.Expect = func(*tournament.Snapshot) error { return tournament.Refuse(tournament.WrongPhase, "stale.round") }
	if _, err := director.Do(t.Context(), id, req); tournament.ClassOf(err) != tournament.WrongPhase {
		t.Errorf("got %v", err)
	}
}

// TestTheWriterWritesThrough: a confirmed commit is on disk.
func TestTheWriterWritesThrough(t *testing.T) {
	d := openTest(t)
	for pragma, want := range map[string]int{"PRAGMA synchronous": 2, "PRAGMA secure_delete": 1, "PRAGMA foreign_keys": 1, "PRAGMA temp_store": 2} {
		var got int
		if err := d.writer.writeAlone(t.Context(), func(t *tx) error {
			return t.conn.QueryRowContext(context.Background(), pragma).Scan(&got)
		}); err != nil || got != want {
			t.Errorf("%s is %d, want %d, %v", pragma, got, want, err)
		}
	}
}

// TestWhatWasDecidedOnAnOldLogIsNotWritten: this includes decisions without events.
func TestWhatWasDecidedOnAnOldLogIsNotWritten(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	mustCommit(t, d, step(1, 1))
	c := &tournament.Commit{Log: 1, Expect: 1, People: []tournament.Person{{No: 1, Name: "Ann"}}}
	if err := events(d).Commit(t.Context(), c); err == nil {
		t.Error("it was written")
	}
	if s, err := events(d).Load(t.Context(), 1); err != nil || len(s.Book.People) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestARefusedCommandLeavesNobodyBehind: the user who gave it is not in the event's book,
// neither in memory nor, after the next command, on disk.
func TestARefusedCommandLeavesNobodyBehind(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	stranger := joining("i1", "3")
	stranger.Command = &command.Drop{Player: 1}
	if _, err := director.Do(t.Context(), id, stranger); tournament.ClassOf(err) == "" {
		t.Fatalf("not refused: %v", err)
	}
	if _, err := director.Do(t.Context(), id, joining("i2", "2")); err != nil {
		t.Fatal(err)
	}
	kept, err := director.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := StoreOf(d, tournament.Log).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if kept.Book.ByUser("3") != 0 || stored.Book.ByUser("3") != 0 || len(stored.Book.People) != len(kept.Book.People) {
		t.Errorf("in memory are %v, on disk %v", kept.Book.People, stored.Book.People)
	}
}
