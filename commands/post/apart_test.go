package post_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
)

// crashIn names the database of a process that is made to crash.
const crashIn = "TOPCUT_TEST_CRASH_IN"

// poisonName is the event whose deadline ends the process.
const poisonName = "Poisoned"

// later is when what the test has begun is due.
func later() time.Time { return time.Now().Add(45 * time.Minute) }

// polling returns a Poller on a database; with poison it ends the process in one event.
func polling(store *db.DB, poison bool, log *bytes.Buffer) (*post.Poller, *tournament.Director) {
	director := tournament.NewDirector(tournament.Config{
		Store: db.StoreOf(store, tournament.Log), Now: later, Secret: func() []byte { return make([]byte, 32) },
		Posts: func(_, after *tournament.Snapshot, _ []tournament.Envelope) []tournament.Post {
			if poison && after.State.Settings.Name == poisonName && after.State.Phase >= tournament.CheckIn {
				os.Exit(3)
			}
			return nil
		},
	})
	return &post.Poller{Clocks: store, Director: director, Now: later, Log: slog.New(slog.NewTextHandler(log, nil))}, director
}

// pollOnce is the life of a process: it fires what is due.
func pollOnce(file string) int {
	store, err := db.Open(context.Background(), db.Config{Path: file})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	p, _ := polling(store, true, &bytes.Buffer{})
	p.Poll(context.Background())
	if err := store.Close(); err != nil {
		return 1
	}
	return 0
}

// TestAnEventThatCrashesTheProcessIsSetApart: real processes end while they fire the
// deadline of one event. After three the event is set apart, named with its reason, and
// what is due in another event happens; when it is taken back in and the fault is gone, it
// goes on.
func TestAnEventThatCrashesTheProcessIsSetApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.db")
	store, err := db.Open(t.Context(), db.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	e := &postedEvent{T: t, store: store}
	e.director = tournament.NewDirector(tournament.Config{
		Store: db.StoreOf(store, tournament.Log), Now: time.Now, Secret: func() []byte { return make([]byte, 32) },
	})
	begin := func(name string, start time.Duration) tournament.ID {
		s := tournament.DefaultSettings(name)
		s.StartAt, s.AutoStart, s.CheckInMinutes = time.Now().Add(start).Unix(), true, 30
		e.create("1", mainChannel, s)
		return e.id
	}
	poisoned, well := begin(poisonName, 50*time.Minute), begin("Friday Night", time.Hour) // in the order in which they are due
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for life, want := range []int{3, 3, 3, 0} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), crashIn+"="+file)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Fatalf("process %d ends with %d, want %d: %s", life+1, got, want, out)
		}
	}
	if store, err = db.Open(t.Context(), db.Config{Path: file}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var log bytes.Buffer
	p, director := polling(store, false, &log)
	phase := func(id tournament.ID) tournament.Phase {
		snap, err := director.Snapshot(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return snap.State.Phase
	}
	p.Poll(t.Context())
	if a, b := phase(poisoned), phase(well); a >= tournament.CheckIn || b != tournament.CheckIn {
		t.Errorf("the event that is set apart is in phase %v, the other in %v", a, b)
	}
	if stuck := p.Stuck(); len(stuck) != 1 || stuck[0].Tournament != poisoned || !strings.Contains(stuck[0].Why.Error(), "crashed") {
		t.Errorf("stuck: %+v", stuck)
	}
	if !strings.Contains(log.String(), "times=3 apart=true") {
		t.Errorf("logged:\n%s", &log)
	}
	p.Retry(t.Context(), "1")
	p.Poll(t.Context())
	if got := phase(poisoned); got != tournament.CheckIn || len(p.Stuck()) > 0 {
		t.Errorf("taken back in, the event is in phase %v; stuck: %+v", got, p.Stuck())
	}
	if left, err := store.Attempts(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
}
