package growth

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
)

// Players are the sizes of events that are measured.
func Players() []int { return []int{32, 256, 1024, 4096} }

// Event is an event as it grows, without a store.
type Event struct {
	testing.TB
	Snap *tournament.Snapshot
	n    int
}

// Do carries out a command of an organiser and returns what it caused.
func (e *Event) Do(cmd command.Command) []tournament.Envelope {
	e.Helper()
	e.n++
	req := command.Request{
		Actor: tournament.Actor{User: "organiser", Name: "Olga"}, Cause: fmt.Sprint(e.n), Command: cmd, Fresh: make([]byte, 32),
	}
	after, caused, err := command.Decide(e.Snap, req, e.Now())
	if err != nil {
		e.Fatal(err)
	}
	e.Snap = after
	return caused
}

// Now returns the time of the event.
func (e *Event) Now() time.Time {
	return time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC).Add(time.Duration(e.n) * time.Second)
}

// Joined returns an event of so many players whose registration is open.
func Joined(tb testing.TB, players int) *Event {
	tb.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		tb.Fatal(err)
	}
	e := &Event{TB: tb, Snap: tournament.Begin(1, make([]byte, 32))}
	settings := tournament.DefaultSettings("Growth")
	e.Do(command.All{&command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs}, &command.OpenRegistration{}})
	var all command.All
	for i := range players {
		all = append(all, &command.Join{Name: fmt.Sprintf("%s %d", histories.Name(i%50+1), i), ByOrganiser: true})
	}
	e.Do(all)
	return e
}

// Begun returns an event of so many players in round 1, without a result.
func Begun(tb testing.TB, players int) *Event {
	tb.Helper()
	e := Joined(tb, players)
	e.Do(&command.Start{KeepAll: true})
	if e.Snap.State.Preview == nil {
		e.Do(&command.Pair{})
	}
	e.Do(&command.Publish{})
	if e.Snap.State.Rounds[0].Status == tournament.Published {
		e.Do(&command.StartRound{})
	}
	return e
}

// Played returns an event of so many players after round 1.
func Played(tb testing.TB, players int) *Event {
	tb.Helper()
	e := Begun(tb, players)
	var all command.All
	for i := range e.Snap.State.Rounds[0].Matches {
		all = append(all, &command.Correct{Round: 1, Match: i + 1, Text: "2-1"})
	}
	e.Do(all)
	return e
}
