package league_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"topcut/commands/league"
	"topcut/commands/library"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/division"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

// friday is when the league's next event starts; registration opens a day before.
var friday = time.Date(2026, 3, 6, 19, 0, 0, 0, time.UTC)

// testLeague is an office with a weekly league.
type testLeague struct {
	*league.Service
	store     *db.DB
	id        journal.ID
	log       bytes.Buffer
	committed func()
	stored    func() // after an event's lines are in the store, before the decision returns
}

// slowStore returns from a commit a while after others can read it.
type slowStore struct {
	tournament.Store
	d *testLeague
}

func (s slowStore) Commit(ctx context.Context, c *tournament.Commit) error {
	err := s.Store.Commit(ctx, c)
	s.d.stored()
	return err
}

func newTestLeague(t *testing.T, s season.Series) *testLeague {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "l.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	now := func() time.Time { return friday.Add(-20 * time.Hour) }
	secret := func() []byte { return make([]byte, 32) }
	d := &testLeague{store: store, committed: func() {}, stored: func() {}}
	d.Service = &league.Service{
		Now: now, Log: slog.New(slog.NewTextHandler(&d.log, nil)),
		Events: command.NewDirector(command.Config{
			Store: slowStore{db.StoreOf(store, tournament.Log), d}, Now: now, Secret: secret, Committed: func(tournament.ID) { d.committed() },
		}),
		Seasons: season.NewDirector(season.Config{Store: db.StoreOf(store, season.Log), Now: now, Secret: secret}),
	}
	lib, err := rules.LoadDir(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	d.Rulesets = &library.Libraries{Rulesets: lib}
	s.OpenHours, s.Event = 24, tournament.DefaultSettings("Weekly")
	s.Event.Stages = s.Event.Stages.WithRounds(3)
	out, err := d.Seasons.Create(t.Context(), season.Request{
		Actor: journal.Actor{User: "7", Name: "Olga"}, Cause: "create",
		Command: season.Create{Guild: "1", Settings: season.Settings{Name: "Weekly", Channel: "2", Series: &s}, Next: friday},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.id = out.ID
	return d
}

// fire lets what is due of the league happen, as the poller does.
func (d *testLeague) fire(t *testing.T) error {
	t.Helper()
	due, err := d.store.DueDeadlines(t.Context(), d.Now(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range due {
		if x.Log.Kind == season.Log.Name {
			if err := d.Fire(t.Context(), x.Log.ID, x.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// state returns the league, and how many events it has opened.
func (d *testLeague) state(t *testing.T) (*season.State, int) {
	t.Helper()
	snap, err := d.Seasons.Snapshot(t.Context(), d.id)
	if err != nil {
		t.Fatal(err)
	}
	events, err := d.store.ByGuild(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	return snap.State, len(events)
}

func weekly() season.Series {
	return season.Series{Cron: "0 19 * * 5", Zone: "UTC", Ruleset: "magic"}
}

// TestALeagueThatIsEndedWhileItsEventOpensStaysEnded: an organiser ends it after the
// office has read it.
func TestALeagueThatIsEndedWhileItsEventOpensStaysEnded(t *testing.T) {
	d := newTestLeague(t, weekly())
	d.committed = func() {
		if _, err := d.Seasons.Do(t.Context(), d.id, season.Request{Command: season.End{}}); err != nil {
			t.Error(err)
		}
	}
	if err := d.fire(t); err != nil {
		t.Error(err)
	}
	if s, events := d.state(t); !s.Ended || events != 1 || !s.Next.IsZero() {
		t.Errorf("ended %t, %d events; want an ended league with one event\n%s", s.Ended, events, &d.log)
	}
}

// TestALeagueOpensItsNextEventOnce: twice by the clock, and once more as if a crash had
// come between the event and the league's next date.
func TestALeagueOpensItsNextEventOnce(t *testing.T) {
	d := newTestLeague(t, weekly())
	for range 2 {
		if err := d.fire(t); err != nil {
			t.Fatal(err)
		}
	}
	s, events := d.state(t)
	if events != 1 || s.Opened != 1 || !s.Next.Equal(friday.AddDate(0, 0, 7)) || d.log.Len() > 0 {
		t.Errorf("%d events, the next one %s:\n%s", events, s.Next, &d.log)
	}
	back := season.Change{Settings: s.Settings, Next: friday} // as it was before
	if _, err := d.Seasons.Do(t.Context(), d.id, season.Request{Command: back}); err != nil {
		t.Fatal(err)
	}
	if err := d.fire(t); err != nil {
		t.Fatal(err)
	}
	if s, events := d.state(t); events != 1 || !s.Next.Equal(friday.AddDate(0, 0, 7)) {
		t.Errorf("after a crash %d events, the next one %s", events, s.Next)
	}
}

// TestALeagueThatCannotOpenIsLeftOutOnce: one whose event is impossible waits for
// its next date and says why once; one that has no dates any more ends.
func TestALeagueThatCannotOpenIsLeftOutOnce(t *testing.T) {
	for name, tc := range map[string]struct {
		spoil func(*season.Series)
		ends  bool
	}{
		"the ruleset is gone":          {spoil: func(s *season.Series) { s.Ruleset = "gone" }},
		"the time zone is gone":        {spoil: func(s *season.Series) { s.Zone = "Atlantis/Capital" }, ends: true},
		"the calendar is not readable": {spoil: func(s *season.Series) { s.Cron = "banana" }, ends: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := weekly()
			tc.spoil(&s)
			d := newTestLeague(t, s)
			errs := 0
			for range 2 {
				if d.fire(t) != nil {
					errs++
				}
			}
			got, events := d.state(t)
			if events != 0 || got.Ended != tc.ends || !tc.ends && !got.Next.Equal(friday.AddDate(0, 0, 7)) {
				t.Errorf("%d events, ended %t, the next one %s", events, got.Ended, got.Next)
			}
			if errs != 1 {
				t.Errorf("%d errors:\n%s", errs, strings.TrimSpace(d.log.String()))
			}
		})
	}
}

// TestEachDivisionGetsItsEventOnce: also where a crash comes after the first event, and
// where one comes before the league has noted them.
func TestEachDivisionGetsItsEventOnce(t *testing.T) {
	d := newTestLeague(t, weekly()) // which opens an event of its own
	rules := division.Default()
	rules.Target = 8
	in := season.Create{Guild: "1", Settings: season.Settings{Name: "Tiers", Channel: "2", Divisions: &rules, Series: &season.Series{Zone: "UTC", Ruleset: "magic", OpenHours: 24, Event: tournament.DefaultSettings("Tiers")}}}
	in.Settings.Series.Event.Stages = in.Settings.Series.Event.Stages.WithRounds(3)
	for i := range 16 {
		in.Entrants = append(in.Entrants, season.Entrant{Person: season.Person{User: strconv.Itoa(100 + i), Name: fmt.Sprint("Member ", i)}, Division: i/8 + 1})
	}
	out, err := d.Seasons.Create(t.Context(), season.Request{Actor: journal.Actor{User: "7", Name: "Olga"}, Cause: "tiers", Command: in})
	if err != nil {
		t.Fatal(err)
	}
	d.id = out.ID
	crash, stop := context.WithCancel(t.Context())
	d.committed = stop
	if err := d.Fire(crash, d.id, season.DueDivisions); err == nil {
		t.Error("a crash after the first event is no error")
	}
	d.committed = func() {}
	if s, events := d.state(t); events != 1 || s.Begun != 0 {
		t.Fatalf("%d events, %d noted after the crash", events, s.Begun)
	}
	for range 2 {
		if err := d.fire(t); err != nil {
			t.Fatal(err)
		}
	}
	if s, events := d.state(t); events != 3 || s.Begun != 2 {
		t.Errorf("%d events, %d noted:\n%s", events, s.Begun, &d.log)
	}
}

// TestALeagueIsToldHowAnEventEnded: what is due is read in the store a moment before
// the decision that made it so returns. The league is told of the end, and no event is
// noted as heard that was not over when it was read.
func TestALeagueIsToldHowAnEventEnded(t *testing.T) {
	d := newTestLeague(t, weekly())
	d.Clocks = d.store
	if err := d.fire(t); err != nil {
		t.Fatal(err)
	}
	all, err := d.store.ByGuild(t.Context(), "1")
	if err != nil || len(all) != 1 {
		t.Fatalf("the league has opened %d events, %v", len(all), err)
	}
	do := func(c command.Command) {
		t.Helper()
		if _, err := d.Events.Do(t.Context(), all[0].ID, command.Request{Actor: tournament.Actor{User: "7", Name: "Olga"}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		do(&command.Join{User: strconv.Itoa(100 + i), Name: fmt.Sprint("Member ", i)})
	}
	do(&command.Start{KeepAll: true})
	told := make(chan error, 1)
	d.stored = func() {
		d.stored = func() {}
		go func() { told <- d.CatchUp(t.Context(), d.id) }()
		time.Sleep(50 * time.Millisecond) // it looks at the event before this decision returns
	}
	do(&command.Finish{Early: true})
	if err := <-told; err != nil {
		t.Fatal(err)
	}
	if s, _ := d.state(t); len(s.Events) != 1 {
		t.Errorf("%d events count, want the one that is over:\n%s", len(s.Events), &d.log)
	}
}
