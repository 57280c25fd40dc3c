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
			Store: store, Now: now, Secret: func() []byte { return make([]byte, 32) }, Committed: func(tournament.ID) { c.committed() },
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
