package archive_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"topcut/commands/archive"
	"topcut/commands/library"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/record"
	"topcut/tournament/rules"
)

// stocked returns a file with so many events of 32 that are over, of five rounds each,
// among 200 members.
func stocked(tb testing.TB, events int) *archive.Archive {
	tb.Helper()
	store, err := db.Open(tb.Context(), db.Config{Path: filepath.Join(tb.TempDir(), "a.db")})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { store.Close() })
	lib, err := rules.LoadDir(fstest.MapFS{})
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	logs := db.StoreOf(store, tournament.Log)
	noon := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	for n := range events {
		id, err := logs.Reserve(tb.Context())
		if err != nil {
			tb.Fatal(err)
		}
		r := &record.Record{Game: "magic", Ended: noon.AddDate(0, 0, n)}
		c := &journal.Commit[tournament.Event, tournament.ReadRows]{Log: id, Events: []tournament.Envelope{{
			Log: id, Seq: 1, Batch: 1, Time: noon, Kind: "announced", Version: 1, Event: &tournament.Announced{},
		}}}
		for i, who := range rng.Perm(200)[:32] {
			c.People = append(c.People, journal.Person{No: i + 1, User: fmt.Sprint(who + 1), Name: fmt.Sprint("Member ", who+1)})
			r.Players = append(r.Players, record.Player{Person: i + 1, Place: i + 1})
		}
		for round := range 5 {
			order := rng.Perm(32)
			for k := 0; k < 32; k += 2 {
				r.Matches = append(r.Matches, record.Match{Round: round + 1, Players: order[k : k+2], Places: [4]int8{1, 2}})
			}
		}
		c.Read = &tournament.ReadRows{
			Row: tournament.Row{Guild: "g", Name: fmt.Sprint("Event ", n+1), Ruleset: "magic", Phase: tournament.Finished}, Record: r, Seq: 1,
		}
		if err := logs.Commit(tb.Context(), c); err != nil {
			tb.Fatal(err)
		}
	}
	return &archive.Archive{Records: store, Rulesets: &library.Libraries{Rulesets: lib}}
}

// BenchmarkProfile is /profile in a server with 1,000 events that are over: the first
// look reads all records, the next ones what has changed.
func BenchmarkProfile(b *testing.B) {
	a := stocked(b, 1000)
	look := func(b *testing.B) {
		h, err := a.Of(b.Context(), "g")
		if err != nil {
			b.Fatal(err)
		}
		n := h.User("7")
		r, _ := h.Ratings("magic")
		if p := h.Of(n, "", time.Now()); p.Events == 0 || len(r.Course(n)) != p.Events {
			b.Fatalf("%d events, %d ratings", p.Events, len(r.Course(n)))
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			a.Forgotten()
			look(b)
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			look(b)
		}
	})
}

// TestAnArchiveReadsWhatHasChanged: an event that was corrected is another record, and
// one that is not over any more is none.
func TestAnArchiveReadsWhatHasChanged(t *testing.T) {
	a := stocked(t, 3)
	h, err := a.Of(t.Context(), "g")
	if err != nil || len(h.Events) != 3 || h.Title(h.Events[2].ID) != "Event 3" {
		t.Fatal(err, len(h.Events))
	}
	again, err := a.Of(t.Context(), "g")
	if err != nil || again != h {
		t.Errorf("nothing has changed, and all is computed anew (%v)", err)
	}
	if none, err := a.Of(t.Context(), "elsewhere"); err != nil || none.Members() != 0 {
		t.Errorf("another server has %d members (%v)", none.Members(), err)
	}
}
