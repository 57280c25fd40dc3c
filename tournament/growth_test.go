package tournament_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
)

// crowd is an event as it grows, without a store.
type crowd struct {
	testing.TB
	snap *tournament.Snapshot
	n    int
}

// do carries out a command of an organiser.
func (c *crowd) do(command tournament.Command) {
	c.Helper()
	c.n++
	req := tournament.Request{
		Actor: tournament.Actor{User: "organiser", Name: "Olga"}, Cause: fmt.Sprint(c.n), Command: command, Fresh: make([]byte, 32),
	}
	after, _, err := tournament.Decide(c.snap, req, time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC).Add(time.Duration(c.n)*time.Second))
	if err != nil {
		c.Fatal(err)
	}
	c.snap = after
}

// joined returns an event of so many players whose registration is open.
func joined(tb testing.TB, players int) *crowd {
	tb.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		tb.Fatal(err)
	}
	c := &crowd{TB: tb, snap: tournament.Begin(1, make([]byte, 32))}
	settings := tournament.DefaultSettings("Growth")
	c.do(tournament.All{&tournament.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs}, &tournament.OpenRegistration{}})
	var all tournament.All
	for i := range players {
		all = append(all, &tournament.Join{Name: fmt.Sprintf("%s %d", histories.Name(i%50+1), i), ByOrganiser: true})
	}
	c.do(all)
	return c
}

// played returns an event of so many players after a round.
func played(tb testing.TB, players int) *crowd {
	tb.Helper()
	c := joined(tb, players)
	c.do(&tournament.Start{KeepAll: true})
	if c.snap.State.Preview == nil {
		c.do(&tournament.Pair{})
	}
	c.do(&tournament.Publish{})
	if c.snap.State.Rounds[0].Status == tournament.Published {
		c.do(&tournament.StartRound{})
	}
	var all tournament.All
	for i := range c.snap.State.Rounds[0].Matches {
		all = append(all, &tournament.Correct{Round: 1, Match: i + 1, Text: "2-1"})
	}
	c.do(all)
	return c
}

var sizes = []int{32, 256, 1024, 4096}

func BenchmarkJoin(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := joined(b, n-1)
			before := *c
			for b.Loop() {
				*c = before
				c.do(&tournament.Join{Name: "Newcomer", ByOrganiser: true})
			}
		})
	}
}

func BenchmarkFold(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := played(b, n)
			for b.Loop() {
				if _, err := tournament.Fold(1, c.snap.Log); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
