package post_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
)

// TestAPanicCostsOneDeadline: a deadline of one event panics. It is logged with its key
// and not retried at once, and the deadline of another event fires.
func TestAPanicCostsOneDeadline(t *testing.T) {
	e := newPostedEvent(t, false)
	now := time.Now()
	var poisoned tournament.ID
	director := command.NewDirector(command.Config{
		Store: db.StoreOf(e.store, tournament.Log), Now: func() time.Time { return now }, Secret: func() []byte { return make([]byte, 32) },
		Posts: func(before, after *tournament.Snapshot, events []tournament.Envelope) []tournament.Post {
			if after.State.ID == poisoned && after.State.Phase >= tournament.CheckIn {
				panic("poison")
			}
			return nil
		},
	})
	e.director = director
	begin := func() tournament.ID {
		s := tournament.DefaultSettings("Friday Night")
		s.StartAt, s.AutoStart, s.CheckInMinutes = now.Add(time.Hour).Unix(), true, 30
		e.create("1", mainChannel, s)
		return e.id
	}
	poisoned = begin()
	well := begin()
	now = now.Add(45 * time.Minute)
	var log bytes.Buffer
	p := &post.Poller{
		Clocks: e.store, Director: director, Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	}
	for range 3 {
		p.Poll(t.Context())
	}
	snap, err := director.Snapshot(t.Context(), well)
	if err != nil || snap.State.Phase != tournament.CheckIn {
		t.Errorf("the other event is in phase %v: %v", snap.State.Phase, err)
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "deadline=checkin ") {
		t.Errorf("%d errors are logged:\n%s", n, &log)
	}
	if stuck := p.Stuck(); len(stuck) != 1 || stuck[0].Log.ID != poisoned || stuck[0].Key != "checkin" {
		t.Errorf("stuck: %+v", stuck)
	}
}

// overtaken lets something happen after the due deadlines were read.
type overtaken struct {
	tournament.Clocks
	by func()
}

func (o overtaken) DueDeadlines(ctx context.Context, now time.Time, limit int) ([]tournament.DueDeadline, error) {
	due, err := o.Clocks.DueDeadlines(ctx, now, limit)
	o.by()
	return due, err
}

// TestADeadlineThatIsOvertakenIsNoFault: an organiser opens check-in just before the
// deadline does.
func TestADeadlineThatIsOvertakenIsNoFault(t *testing.T) {
	e := newPostedEvent(t, false)
	now := time.Now()
	e.director = command.NewDirector(command.Config{
		Store: db.StoreOf(e.store, tournament.Log), Now: func() time.Time { return now }, Secret: func() []byte { return make([]byte, 32) },
	})
	s := tournament.DefaultSettings("Friday Night")
	s.StartAt, s.AutoStart, s.CheckInMinutes = now.Add(time.Hour).Unix(), true, 30
	e.create("1", mainChannel, s)
	do := func(c command.Command) {
		t.Helper()
		if _, err := e.director.Do(t.Context(), e.id, e.request(c)); err != nil {
			t.Fatal(err)
		}
	}
	do(&command.Join{User: "70", Name: "Ann"})
	now = now.Add(45 * time.Minute)
	var log bytes.Buffer
	p := &post.Poller{
		Director: e.director, Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Clocks: overtaken{e.store, func() { do(&command.StartCheckIn{}) }},
	}
	p.Poll(t.Context())
	if stuck := p.Stuck(); len(stuck) != 0 || strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("stuck: %+v\n%s", stuck, &log)
	}
}
