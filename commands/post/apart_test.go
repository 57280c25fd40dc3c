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
	"sync"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
)

// crashIn names the database of a process that must crash.
const crashIn = "TOPCUT_TEST_CRASH_IN"

// postIn names the database of a process that posts.
const postIn = "TOPCUT_TEST_POST_IN"

// poisonName is the event whose deadline ends the process.
const poisonName = "Poisoned"

// later returns a time at which the test's deadlines are due.
func later() time.Time { return time.Now().Add(45 * time.Minute) }

// crash ends the process as a panic that is not recovered from does: exit code 2.
func crash() {
	go panic("poisoned")
	select {}
}

// opened opens a database in a process that may crash.
func opened(file string) (*db.DB, error) {
	return db.Open(context.Background(), db.Config{Path: file})
}

// guarding returns a Guard for the process that has a database open. As in the bot, the
// crash of the process before is counted before the trace of it is overwritten.
func guarding(store *db.DB, version string, log *slog.Logger) *post.Guard {
	g := &post.Guard{Attempts: store, Version: version, Wary: store.Interrupted, Crash: store.Crash, Log: log}
	if err := g.Learn(context.Background()); err != nil {
		panic(err)
	}
	if err := store.CatchCrash(); err != nil {
		panic(err)
	}
	return g
}

// polling returns a Poller on a database; with poison it ends the process in events of
// that name.
func polling(store *db.DB, poison bool, now func() time.Time, log *bytes.Buffer) (*post.Poller, *command.Director) {
	director := command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Now: now, Secret: func() []byte { return make([]byte, 32) },
		Posts: func(_, after *tournament.Snapshot, _ []tournament.Envelope) []tournament.Post {
			if poison && after.State.Settings.Name == poisonName && after.State.Phase >= tournament.CheckIn {
				crash()
			}
			return nil
		},
	})
	logger := slog.New(slog.NewTextHandler(log, nil))
	return &post.Poller{Clocks: store, Guard: guarding(store, "1", logger), Director: director, Now: now, Log: logger}, director
}

// pollOnce is the life of a process, which fires what is due.
func pollOnce(file string) int {
	store, err := opened(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	p, _ := polling(store, true, later, &bytes.Buffer{})
	p.Poll(context.Background())
	if err := store.Close(); err != nil {
		return 1
	}
	return 0
}

// crashThrice runs processes of this test, which TestMain tells what to do by a variable,
// on a database: three crash, and the fourth ends well.
func crashThrice(t *testing.T, variable, file string) {
	t.Helper()
	for life, want := range []int{2, 2, 2, 0} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), variable+"="+file)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Fatalf("process %d ends with %d, want %d: %s", life+1, got, want, out)
		}
	}
}

// eventsIn returns a director of events in a store, which draws the same every time.
func eventsIn(t *testing.T, store *db.DB) *postedEvent {
	return &postedEvent{T: t, store: store, director: command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Now: time.Now, Secret: func() []byte { return make([]byte, 32) },
	})}
}

// TestAnEventThatCrashesTheProcessIsSetApart: real processes crash while they fire the
// deadline of one event. After three crashes the event is set apart and reported with the
// reason, and the deadlines of another event fire. When it is retried after the fault is
// gone, it goes on.
func TestAnEventThatCrashesTheProcessIsSetApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.db")
	store, err := db.Open(t.Context(), db.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	e := eventsIn(t, store)
	begin := func(name string, start time.Duration) tournament.ID {
		s := tournament.DefaultSettings(name)
		s.StartAt, s.AutoStart, s.CheckInMinutes = time.Now().Add(start).Unix(), true, 30
		e.create("1", mainChannel, s)
		return e.id
	}
	poisoned, well := begin(poisonName, 50*time.Minute), begin("Friday Night", time.Hour) // in the order of their deadlines
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	crashThrice(t, crashIn, file)
	if store, err = db.Open(t.Context(), db.Config{Path: file}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var log bytes.Buffer
	p, director := polling(store, false, later, &log)
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
	if stuck := p.Stuck(); len(stuck) != 1 || stuck[0].Log.ID != poisoned || !strings.Contains(stuck[0].Why.Error(), "crashed") {
		t.Errorf("stuck: %+v", stuck)
	}
	if !strings.Contains(log.String(), "crashes=3 kills=0 apart=true") {
		t.Errorf("logged:\n%s", &log)
	}
	p.Retry("1")
	p.Poll(t.Context())
	if got := phase(poisoned); got != tournament.CheckIn || len(p.Stuck()) > 0 {
		t.Errorf("taken back in, the event is in phase %v; stuck: %+v", got, p.Stuck())
	}
	if left, err := store.Attempts(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
}

// loading is a store of events in which loading one of them, as drawing its posts does,
// ends the process.
type loading struct {
	tournament.Store
	poison tournament.ID // 0 = none
}

func (l loading) Load(ctx context.Context, id tournament.ID) (*tournament.Stored, error) {
	if id == l.poison {
		crash()
	}
	return l.Store.Load(ctx, id)
}

// sending runs a Sender of a version on a database until done reports true or it has had
// a minute; drawing the posts of poison ends the process.
func sending(store *db.DB, version string, poison tournament.ID, to *channels, log *bytes.Buffer, done func() bool) {
	director := command.NewDirector(command.Config{
		Store: loading{db.StoreOf(store, tournament.Log), poison}, Posts: post.Plan, Now: time.Now, Secret: func() []byte { return make([]byte, 32) },
	})
	logger := slog.New(slog.NewTextHandler(log, nil))
	s := post.NewSender(post.Config{
		Outbox: store, Director: director, Channels: to, Now: time.Now, Log: logger,
		Guard: guarding(store, version, logger),
	})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	for !done() && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	running.Wait()
}

// postOnce is the life of a process: it posts until the posts of event 1, which end it, are
// given up and event 2 has its card.
func postOnce(file string) int {
	store, err := opened(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	sending(store, "1", 1, &channels{}, &bytes.Buffer{}, func() bool {
		lost, err := store.GivenUp(context.Background(), "1")
		if err != nil {
			return true
		}
		well, err := store.Post(context.Background(), 2, "card")
		return err != nil || len(lost) > 0 && well.Shown > 0
	})
	if err := store.Close(); err != nil {
		return 1
	}
	return 0
}

// TestPostsThatCrashTheProcessAreSetApart: real processes end when they draw the posts of
// one event. After three these are set apart and told as given up, and another event has
// its posts; the next version of the program posts them.
func TestPostsThatCrashTheProcessAreSetApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.db")
	store, err := db.Open(t.Context(), db.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	e := &postedEvent{T: t, store: store}
	e.director = command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Posts: post.Plan, Now: time.Now, Secret: func() []byte { return make([]byte, 32) },
	})
	e.create("1", mainChannel, tournament.DefaultSettings(poisonName))
	poisoned := e.id
	e.create("1", "3", tournament.DefaultSettings("Friday Night"))
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	crashThrice(t, postIn, file)
	if store, err = db.Open(t.Context(), db.Config{Path: file}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	e.store = store
	if row := e.row("card"); row.Shown == 0 {
		t.Errorf("the other event is not posted: %+v", row)
	}
	lost, err := store.GivenUp(t.Context(), "1")
	if err != nil || len(lost) == 0 || lost[0].Log != tournament.Log.Ref(poisoned) || lost[0].Dead != "crashed" {
		t.Errorf("given up: %+v, %v", lost, err)
	}
	var log bytes.Buffer
	e.id = poisoned
	sending(store, "2", 0, &channels{}, &log, func() bool { return e.row("card").Shown > 0 })
	if e.row("card").Shown == 0 || !strings.Contains(log.String(), "an earlier version") {
		t.Errorf("the next version does not post it: %s", &log)
	}
	if left, err := store.Attempts(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %+v, %v", left, err)
	}
}
