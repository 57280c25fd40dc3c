package db

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/tournament"
)

// reportStep returns what one report in a 400-player event commits: an event, the read
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

// BenchmarkCommit measures commits of reports in 400-player events, from one
// goroutine and from 16 with an event each.
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

// BenchmarkLoad400 measures loading an event of 400 players after nine rounds:
// 4,400 events, 400 people, 400 decks.
func BenchmarkLoad400(b *testing.B) {
	d := openTest(b)
	c := step(1, 0)
	c.Events = c.Events[:0]
	for seq := int64(1); seq <= 4400; seq++ {
		c.Events = append(c.Events, step(1, seq-1).Events[0])
	}
	for p := 1; p <= 400; p++ {
		c.People = append(c.People, tournament.Person{No: p, User: fmt.Sprint(1_000_000 + p), Name: fmt.Sprint("Player ", p)})
		c.Texts = append(c.Texts, tournament.Text{No: p, Kind: tournament.TextDeck, Person: p, Body: fmt.Sprintf("%1000d", p)})
	}
	mustCommit(b, d, c)
	for b.Loop() {
		if _, err := events(d).Load(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}
