package post_test

import (
	"bytes"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// friday is when the league's next event starts; registration opens a day before.
var friday = time.Date(2026, 3, 6, 19, 0, 0, 0, time.UTC)

// calendar is a weekly league with its Poller.
type calendar struct {
	*post.Poller
	store     *db.DB
	id        int64
	log       bytes.Buffer
	committed func()
}

func newCalendar(t *testing.T, l tournament.League) *calendar {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "l.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	now := func() time.Time { return friday.Add(-20 * time.Hour) }
	c := &calendar{store: store, committed: func() {}}
	c.Poller = &post.Poller{
		Clocks: store, Servers: store, Now: now, Log: slog.New(slog.NewTextHandler(&c.log, nil)),
		Next: func(_ tournament.League, after time.Time) (time.Time, error) { return after.AddDate(0, 0, 7), nil },
		Director: tournament.NewDirector(tournament.Config{
			Store: db.StoreOf(store, tournament.Log), Now: now, Secret: func() []byte { return make([]byte, 32) }, Committed: func(tournament.ID) { c.committed() },
		}),
	}
	if c.Rulesets, err = rules.LoadDir(fstest.MapFS{}); err != nil {
		t.Fatal(err)
	}
	l.Guild, l.Channel, l.Name, l.Creator, l.Cron, l.OpenHours, l.NextStart = "1", "2", "Weekly", "7", "0 19 * * 5", 24, friday
	if c.id, err = store.AddLeague(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	return c
}

// league returns the league as it is stored, and how many events it has opened.
func (c *calendar) league(t *testing.T) (tournament.League, int) {
	t.Helper()
	leagues, err := c.store.Leagues(t.Context(), "1")
	if err != nil || len(leagues) != 1 {
		t.Fatal(leagues, err)
	}
	events, err := c.store.ByGuild(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	return leagues[0], len(events)
}

func weekly() tournament.League {
	s := tournament.DefaultSettings("Weekly")
	s.Stages = s.Stages.WithRounds(3)
	return tournament.League{Ruleset: "magic", Settings: s, TimeZone: "UTC"}
}

// TestALeagueThatIsEndedWhileItsEventOpensStaysEnded: an organiser ends it after
// the Poller has read it.
func TestALeagueThatIsEndedWhileItsEventOpensStaysEnded(t *testing.T) {
	c := newCalendar(t, weekly())
	c.committed = func() {
		if err := c.store.EndLeague(t.Context(), c.id); err != nil {
			t.Error(err)
		}
	}
	c.Poll(t.Context())
	if l, events := c.league(t); !l.Ended || events != 1 {
		t.Errorf("ended %t, %d events; want an ended league with one event\n%s", l.Ended, events, &c.log)
	}
}

// TestALeagueOpensItsNextEventOnce looks twice.
func TestALeagueOpensItsNextEventOnce(t *testing.T) {
	c := newCalendar(t, weekly())
	c.Poll(t.Context())
	c.Poll(t.Context())
	if l, events := c.league(t); events != 1 || !l.NextStart.Equal(friday.AddDate(0, 0, 7)) || c.log.Len() > 0 {
		t.Errorf("%d events, the next one %s:\n%s", events, l.NextStart, &c.log)
	}
}

// TestALeagueThatCannotOpenIsLeftOutOnce: one whose event is impossible waits for
// its next date and says why once; one that has no dates any more ends.
func TestALeagueThatCannotOpenIsLeftOutOnce(t *testing.T) {
	for name, tc := range map[string]struct {
		spoil func(*tournament.League)
		next  error
		ends  bool
	}{
		"the ruleset is gone":          {spoil: func(l *tournament.League) { l.Ruleset = "gone" }},
		"the time zone is gone":        {spoil: func(l *tournament.League) { l.TimeZone = "Atlantis/Capital" }},
		"the settings are refused now": {spoil: func(l *tournament.League) { l.Settings.Stages = stage.Chain{} }},
		"the calendar is not readable": {spoil: func(*tournament.League) {}, next: errors.New("five fields are needed"), ends: true},
	} {
		t.Run(name, func(t *testing.T) {
			l := weekly()
			tc.spoil(&l)
			c := newCalendar(t, l)
			if tc.next != nil {
				c.Next = func(tournament.League, time.Time) (time.Time, error) { return time.Time{}, tc.next }
			}
			c.Poll(t.Context())
			c.Poll(t.Context())
			got, events := c.league(t)
			if events != 0 || got.Ended != tc.ends || !tc.ends && !got.NextStart.Equal(friday.AddDate(0, 0, 7)) {
				t.Errorf("%d events, ended %t, the next one %s", events, got.Ended, got.NextStart)
			}
			if n := strings.Count(c.log.String(), "level=ERROR"); n != 1 {
				t.Errorf("%d errors are logged:\n%s", n, &c.log)
			}
		})
	}
}

// TestAPanicCostsOneDeadline: what is due in one event cannot be decided for a
// fault of the bot; it is logged with its key and not tried again at once, and what
// is due in another event happens.
func TestAPanicCostsOneDeadline(t *testing.T) {
	e := newEvening(t, false)
	now := time.Now()
	var poisoned tournament.ID
	director := tournament.NewDirector(tournament.Config{
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
		Clocks: e.store, Director: director, Servers: e.store, Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil)),
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
	if stuck := p.Stuck(); len(stuck) != 1 || stuck[0].Tournament != poisoned || stuck[0].Key != "checkin" {
		t.Errorf("stuck: %+v", stuck)
	}
}
