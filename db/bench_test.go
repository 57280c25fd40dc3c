package db

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/journal"
)

// reportStep returns the commit of one report in a 400-player event: an event, the read
// rows of all players, the deadlines of all tables, one edit, one answer.
func reportStep(id tournament.ID, seq int64, players int) *tournament.Commit {
	c := step(id, seq)
	for p := 1; p <= players; p++ {
		c.Read.Players = append(c.Read.Players, tournament.PlayerRow{User: fmt.Sprint(1_000_000 + p), Player: p, Status: tournament.Registered})
	}
	tables := int64(players / 2)
	for m := range tables {
		at := noon.Add(time.Duration(m) * time.Second)
		if m == seq%tables {
			at = noon.Add(time.Duration(seq) * time.Minute)
		}
		c.Deadlines = append(c.Deadlines, tournament.Deadline{Key: fmt.Sprintf("r1.m%d.confirm", m), At: at})
	}
	c.Posts = []tournament.Post{{Key: fmt.Sprintf("r1.m%d", seq%tables), Kind: "card", Channel: "c", Seq: seq + 1}}
	c.Answer = &tournament.Answer{Cause: fmt.Sprint(id, "/", seq), Body: make([]byte, 300), At: noon}
	return c
}

// BenchmarkCommit measures commits of reports in 400-player events, from one goroutine
// and from 16 with an event each.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 16} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			d := openTest(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					for seq := int64(0); left.Add(-1) >= 0; seq++ {
						if err := events(d).Commit(b.Context(), reportStep(tournament.ID(w+1), seq, 400)); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

// nineRounds is an event of so many players after nine rounds: eleven events, a person
// and a deck for each.
func nineRounds(players int) *tournament.Commit {
	c := step(1, 0)
	c.Events = c.Events[:0]
	for seq := int64(1); seq <= int64(11*players); seq++ {
		c.Events = append(c.Events, step(1, seq-1).Events[0])
	}
	for p := 1; p <= players; p++ {
		c.People = append(c.People, tournament.Person{No: p, User: fmt.Sprint(1_000_000 + p), Name: fmt.Sprint("Player ", p)})
		c.Texts = append(c.Texts, tournament.Text{No: p, Kind: tournament.TextDeck, Person: p, Body: fmt.Sprintf("%1000d", p)})
	}
	return c
}

// BenchmarkLoad400 measures loading an event of 400 players after nine rounds.
func BenchmarkLoad400(b *testing.B) {
	d := openTest(b)
	mustCommit(b, d, nineRounds(400))
	for b.Loop() {
		if _, err := events(d).Load(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

// waiting returns a database in which this many posts wait behind each other in four
// channels, and as many were posted and given up in the series of a fifth.
func waiting(tb testing.TB, posts int) *DB {
	tb.Helper()
	d := openTest(tb)
	c := step(1, 0)
	for i := range posts {
		c.Posts = append(c.Posts, tournament.Post{Key: fmt.Sprint("w", i), Kind: "card", Channel: fmt.Sprint("c", i%4), Seq: 1})
	}
	mustCommit(tb, d, c)
	raw := openRaw(tb, d.path)
	if _, err := raw.Exec(`INSERT INTO outbox (log, key, kind, channel, parent, series, lane, round, match, page, seq, pings, want, shown, dead)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		SELECT 1, 's' || i, 'call', 'c9', '', 'call', 'c9', 1, 0, 0, 1, 1, 1, i % 2, iif(i % 2, '', 'obsolete') FROM n`, posts); err != nil {
		tb.Fatal(err)
	}
	return d
}

// TestLookingForDuePostsCostsWhatIsDue: however many posts wait behind those that are
// due, the same rows are looked at.
func TestLookingForDuePostsCostsWhatIsDue(t *testing.T) {
	d := waiting(t, 2000)
	var asked int
	due, err := d.DuePosts(t.Context(), noon, noon, 200, journal.Skip{Row: func(*journal.OutboxRow) bool { asked++; return false }})
	if err != nil || len(due) != 4 || asked != 4 {
		t.Errorf("%d rows were read for %d that are due: %v", asked, len(due), err)
	}
	var places int
	due, err = d.DuePosts(t.Context(), noon, noon, 200, journal.Skip{
		Place: func(string) bool { places++; return true },
		Row:   func(*journal.OutboxRow) bool { t.Error("a row of a place that is left out was read"); return false },
	})
	if err != nil || len(due) != 0 || places != 4 {
		t.Errorf("%d places were asked about and %d rows are due: %v", places, len(due), err)
	}
	var indexed int
	if err := openRaw(t, d.path).QueryRow("SELECT count(*) FROM outbox WHERE due <> ''").Scan(&indexed); err != nil || indexed != 4 {
		t.Errorf("%d rows are marked as due: %v", indexed, err)
	}
}
