package rehearse

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"topcut/db"
	"topcut/tournament"
)

var (
	startEvents = flag.Int("start.events", 50, "how many events are over in TestAStartAfterManyEvents")
	startTakes  = flag.Duration("start.takes", 0, "fail where half of the starts take longer; 0 = however long")
	startMB     = flag.Int("start.mb", 0, "fail where a start takes more memory; 0 = TestAStartAfterManyEvents is skipped")
)

// TestAStartAfterManyEvents: a bot whose server has had many events starts as fast as
// one that has had none, since finished events are read only on demand. For the figures
// at full size:
//
//	go test ./cmd/bot/rehearse -run TestAStartAfterManyEvents -v -start.events 1000 -start.takes 500ms -start.mb 60
func TestAStartAfterManyEvents(t *testing.T) {
	if *startMB == 0 {
		t.Skip("-start.mb says how much memory a start may take")
	}
	t.Parallel()
	ctx := t.Context()
	r := prepared(t, "--players", "16", "--rounds", "3", "--cut", "0")
	performed(t, r)
	r.bot.environ = append(r.bot.environ, "GOGC=") // as a host runs it, not as tests do
	snap, err := r.bot.snapshot(ctx, r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	times := 3
	if *startTakes > 0 {
		times = 9
	}
	starts := func() time.Duration {
		t.Helper()
		r.bot.mu.Lock()
		r.bot.starts, r.bot.peak = nil, 0
		r.bot.mu.Unlock()
		for range times {
			if err := r.bot.again(); err != nil {
				t.Fatal(err)
			}
			if err := r.back(ctx); err != nil {
				t.Fatal(r.explain(err))
			}
			time.Sleep(100 * time.Millisecond) // other work of a start
			if err := r.kill(ctx); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(r.bot.starts)
		return r.bot.starts[len(r.bot.starts)/2].Round(time.Millisecond)
	}
	if err := r.kill(ctx); err != nil {
		t.Fatal(err)
	}
	before := starts()
	_, peakBefore := r.bot.figures()

	store, err := db.Open(ctx, db.Config{Path: r.bot.database})
	if err != nil {
		t.Fatal(err)
	}
	logs := db.StoreOf(store, tournament.Log)
	for range *startEvents {
		id, err := logs.Reserve(ctx)
		if err != nil {
			t.Fatal(err)
		}
		stored := &tournament.Stored{Book: *snap.Book, Log: slices.Clone(snap.Log)}
		for i := range stored.Log {
			stored.Log[i].Log = id
		}
		rows, deadlines, err := tournament.Log.Read(id, stored)
		if err != nil {
			t.Fatal(err)
		}
		if err := logs.Commit(ctx, &tournament.Commit{
			Log: id, Events: stored.Log, People: stored.Book.People, Texts: stored.Book.Texts, Secret: stored.Book.Secret, Read: &rows, Deadlines: deadlines,
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	after := starts()
	_, peak := r.bot.figures()
	t.Logf("%s: ready again within %v (50 %%) of a start with at most %d MB; before, with one event that is over, %v and %d MB",
		filepath.Base(r.bot.database), after, peak>>20, before, peakBefore>>20)
	if *startTakes > 0 && after > *startTakes || peak>>20 >= int64(*startMB) {
		t.Errorf("a start with %d events that are over takes %v and %d MB, want at most %v and %d MB", *startEvents, after, peak>>20, *startTakes, *startMB)
	}
}
