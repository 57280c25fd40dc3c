package db

import (
	"fmt"
	"testing"

	"topcut/tournament"
	"topcut/tournament/growth"
	"topcut/tournament/journal"
)

// BenchmarkGrowthCommit commits a report.
func BenchmarkGrowthCommit(b *testing.B) {
	growth.Bench(b, growth.Players(), func(n int) (int, func() func()) {
		d, seq := openTest(b), int64(0)
		return n, func() func() {
			mustCommit(b, d, reportStep(1, seq, n))
			seq++
			return nil
		}
	})
}

// BenchmarkGrowthLoad loads an event after nine rounds.
func BenchmarkGrowthLoad(b *testing.B) {
	growth.Bench(b, growth.Players(), func(n int) (int, func() func()) {
		d := openTest(b)
		mustCommit(b, d, nineRounds(n))
		return n, func() func() {
			if _, err := events(d).Load(b.Context(), 1); err != nil {
				b.Fatal(err)
			}
			return nil
		}
	})
}

// BenchmarkGrowthCalls commits a call while so many of its series wait: each of them is
// behind it from now on.
func BenchmarkGrowthCalls(b *testing.B) {
	growth.Bench(b, []int{4, 400, 4000, 40_000}, func(n int) (int, func() func()) {
		d, seq := openTest(b), int64(1)
		c := step(1, 0)
		for i := range n {
			c.Posts = append(c.Posts, call(fmt.Sprint("w", i), 1))
		}
		mustCommit(b, d, c)
		return n, func() func() {
			c := step(1, seq)
			seq++
			c.Posts = []tournament.Post{call(fmt.Sprint("call", seq), seq)}
			mustCommit(b, d, c)
			return nil
		}
	})
}

// call is a post of the series of calls.
func call(key string, seq int64) tournament.Post {
	return tournament.Post{Key: key, Kind: "call", Channel: "c9", Series: "call", Seq: seq, Pings: true}
}

// BenchmarkGrowthWaiting measures what is done beside posts that wait, were posted or
// given up, by their number: a look for due ones, a call, and an edit.
func BenchmarkGrowthWaiting(b *testing.B) {
	for name, do := range map[string]func(d *DB, seq int64){
		"due": func(d *DB, _ int64) {
			if _, err := d.DuePosts(b.Context(), noon, noon, 200, journal.Skip{}); err != nil {
				b.Fatal(err)
			}
		},
		"call": func(d *DB, seq int64) {
			c := step(1, seq)
			c.Posts = []tournament.Post{call(fmt.Sprint("call", seq), seq+1)}
			mustCommit(b, d, c)
		},
		"edit": func(d *DB, seq int64) {
			c := step(1, seq)
			c.Posts = []tournament.Post{{Key: "w1", Kind: "card", Channel: "c1", Seq: seq + 1}}
			mustCommit(b, d, c)
		},
	} {
		b.Run(name, func(b *testing.B) {
			growth.Bench(b, []int{4, 400, 4000, 40_000}, func(n int) (int, func() func()) {
				d, seq := waiting(b, n), int64(1)
				return n, func() func() { do(d, seq); seq++; return nil }
			})
		})
	}
}
