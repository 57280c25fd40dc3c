package db

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

func seasonDirector(d *DB) *season.Director {
	return journal.NewDirector(journal.Config[*season.State, season.Fact, season.Command, season.Read]{
		Domain: season.Aggregate{}, Store: seasons(d), Now: func() time.Time { return noon },
	})
}

func seasonRequest(cause string, c season.Command) season.Request {
	return season.Request{
		Actor: journal.Actor{User: "1", Name: "Olga"}, Cause: cause, Command: c,
		Answer: func(_, after *season.Snapshot, _ []season.Envelope) ([]byte, error) {
			return []byte(after.State.Settings.Name), nil
		},
	}
}

func seasonNamed(name string) season.Create {
	return season.Create{Guild: "g", Settings: season.Settings{Name: name}}
}

// adjusted returns a command about the first member of a season.
func adjusted(points int64) season.Command {
	return season.Adjust{Member: 1, Points: fraction.Int(points), Reason: "a word about ann"}
}

// played creates a season on d with three entries and one member.
func played(t *testing.T, d *DB) journal.ID {
	t.Helper()
	director := seasonDirector(d)
	out, err := director.Create(t.Context(), seasonRequest("begin", seasonNamed("Winter")))
	if err == nil {
		_, err = director.Do(t.Context(), out.ID, seasonRequest("join", season.Join{Person: season.Person{User: "ann", Name: "Ann"}}))
	}
	if err == nil {
		_, err = director.Do(t.Context(), out.ID, seasonRequest("adjust", adjusted(25)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.ID
}

// total returns the points of the first member of a season.
func total(s *season.Snapshot) string { return s.State.Adjusted[0].Points.String() }

// TestLogsOfTwoKindsShareAFile: a tournament and a season share the numbering, an
// interaction takes effect in only one of them, neither can be loaded as the other, and a
// backup restores both completely.
func TestLogsOfTwoKindsShareAFile(t *testing.T) {
	d := openTest(t)
	_, event := hosted(t, d)
	winter := played(t, d)
	if event == winter {
		t.Fatalf("both are number %d", event)
	}
	for name, err := range map[string]error{
		"a season as a tournament":        second(events(d).Load(t.Context(), winter)),
		"a tournament as a season":        second(seasons(d).Load(t.Context(), event)),
		"a tournament's commit to it":     events(d).Commit(t.Context(), step(winter, 3)),
		"a director asked for the season": second(command.NewDirector(command.Config{Store: events(d), Now: time.Now}).Snapshot(t.Context(), winter)),
	} {
		if !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if found := d.damaged(); len(found) > 0 {
		t.Errorf("asked for as another kind, %v counts as damaged", found)
	}
	again, err := seasonDirector(d).Do(t.Context(), winter, seasonRequest("create", adjusted(1)))
	if err != nil || !again.Repeated {
		t.Errorf("an interaction that made the tournament took effect in the season too: %+v, %v", again, err)
	}
	if list, err := d.ByGuild(t.Context(), "g"); err != nil || len(list) != 1 || list[0].ID != event {
		t.Errorf("the tournaments of the server are %v, %v", list, err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	want := Contents{Schema: len(embeddedMigrations()), Logs: map[string]int{"tournament": 1, "season": 1}, Events: 2 + 3}
	if got, err := Verify(t.Context(), backup); err != nil || !cmp.Equal(got, want) {
		t.Errorf("the backup holds %+v, %v", got, err)
	}
	restored := filepath.Join(t.TempDir(), "new.db")
	if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: restored, Now: noon}); err != nil {
		t.Fatal(err)
	}
	to := reopen(t, restored)
	if n, err := to.Rebuild(t.Context()); n != 2 || err != nil {
		t.Errorf("rebuilt %d, %v", n, err)
	}
	s, err := seasonDirector(to).Snapshot(t.Context(), winter)
	if err != nil || total(s) != "25" || s.User(1) != "ann" {
		t.Errorf("the season is restored as %+v, %v", s, err)
	}
	if _, err := seasonDirector(to).Do(t.Context(), winter, seasonRequest("more", adjusted(5))); err != nil {
		t.Error(err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestDamageOfOneKindOfLogLeavesTheOtherAlone: a flipped bit in a season is found,
// reported and set apart, and the tournament goes on.
func TestDamageOfOneKindOfLogLeavesTheOtherAlone(t *testing.T) {
	d := openTest(t)
	director, event := hosted(t, d)
	winter := played(t, d)
	raw := openRaw(t, d.path)
	tamper(t, raw, fmt.Sprintf(`UPDATE events SET data = replace(data, '25', '26') WHERE log = %d AND kind = 'adjusted'`, winter))
	damage, ok := errors.AsType[*DamageError](d.CheckLogs(t.Context(), AllLogs))
	if !ok || len(damage.Logs) != 1 || damage.Logs[0].Kind != "season" || damage.Logs[0].Log != winter || damage.Logs[0].Seq != 3 {
		t.Fatalf("found %v", damage)
	}
	if _, err := seasonDirector(d).Do(t.Context(), winter, seasonRequest("more", adjusted(5))); journal.ClassOf(err) != journal.Corrupt {
		t.Errorf("it goes on: %v", err)
	}
	if n, err := d.Rebuild(t.Context()); n != 2 || !errors.As(err, &damage) || len(damage.Logs) != 1 {
		t.Errorf("rebuilt %d, %v", n, err)
	}
	if _, err := director.Do(t.Context(), event, joining("i1", "2")); err != nil {
		t.Error(err)
	}
}

// TestWhoIsForgottenIsForgottenInEveryKindOfLog: one call covers all finished logs.
func TestWhoIsForgottenIsForgottenInEveryKindOfLog(t *testing.T) {
	d := openTest(t)
	director, event := hosted(t, d)
	winter, spring := played(t, d), journal.ID(0)
	if _, err := director.Do(t.Context(), event, joining("i1", "ann")); err != nil {
		t.Fatal(err)
	}
	do(t, director, int(event), "1", &command.Cancel{})
	out, err := seasonDirector(d).Create(t.Context(), seasonRequest("another", seasonNamed("Spring")))
	if err == nil {
		spring = out.ID
		_, err = seasonDirector(d).Do(t.Context(), spring, seasonRequest("joins", season.Join{Person: season.Person{User: "ann", Name: "Ann"}}))
	}
	if err == nil {
		_, err = seasonDirector(d).Do(t.Context(), winter, seasonRequest("end", season.Close{}))
	}
	if err != nil {
		t.Fatal(err)
	}
	if p, err := d.Personal(t.Context(), "ann"); err != nil || len(p.Logs) != 3 || p.Logs[1].Kind != "season" || p.Logs[1].Title != "Winter" {
		t.Errorf("stored about ann: %+v, %v", p, err)
	}
	if n, err := d.Forget(t.Context(), "ann"); n != 2 || err != nil {
		t.Errorf("forgotten in %d, %v", n, err)
	}
	if p, err := d.Personal(t.Context(), "ann"); err != nil || len(p.Logs) != 1 || p.Logs[0].Log != int64(spring) {
		t.Errorf("still stored about ann: %+v, %v", p, err)
	}
	if s, err := seasonDirector(d).Snapshot(t.Context(), winter); err != nil || s.Name(1) != "Player 2" || total(s) != "25" || s.Book.Text(1) != "" {
		t.Errorf("the season is %+v, %v", s, err)
	}
}

// TestAKindOfLogThatIsNotKnownIsRefused: it may be from a newer version. A kind that is
// unknown only because of a flipped bit is still found.
func TestAKindOfLogThatIsNotKnownIsRefused(t *testing.T) {
	d := openTest(t)
	_, event := hosted(t, d)
	winter := played(t, d)
	raw := openRaw(t, d.path)
	for _, id := range []journal.ID{event, winter} {
		if _, err := raw.Exec(`UPDATE logs SET kind = 'tournamenu' WHERE id = ?`, id); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.CheckLogs(t.Context(), AllLogs); err != nil {
		t.Errorf("one bit in the name of a kind: %v", err)
	}
	if n, err := d.Rebuild(t.Context()); n != 2 || err != nil {
		t.Errorf("rebuilt %d, %v", n, err)
	}
	if _, err := seasonDirector(d).Do(t.Context(), winter, seasonRequest("more", adjusted(5))); err != nil {
		t.Error(err)
	}
	var kind string
	if err := raw.QueryRow(`SELECT kind FROM logs WHERE id = ?`, winter).Scan(&kind); err != nil || kind != "season" {
		t.Errorf("the next commit leaves it a %q, %v", kind, err)
	}

	known := kinds
	defer func() { kinds = known }()
	kinds = known[:1] // as in a version without seasons
	err := d.CheckLogs(t.Context(), AllLogs)
	damage, ok := errors.AsType[*DamageError](err)
	if !ok || len(damage.Logs) != 1 || damage.Logs[0].Log != winter || journal.ClassOf(damage.Logs[0].Err) != journal.Unsupported {
		t.Fatalf("the older program says %v", err)
	}
	if n, err := d.Forget(t.Context(), "ann"); n != 0 || err != nil {
		t.Errorf("forgotten in %d, %v", n, err)
	}
	if _, err := raw.Exec(`UPDATE logs SET over = 1`); err != nil {
		t.Fatal(err)
	}
	if n, err := d.Forget(t.Context(), "ann"); n != 1 || err != nil {
		t.Errorf("forgotten in %d, %v", n, err)
	}
	var left int
	if err := raw.QueryRow(`SELECT count(*) FROM people WHERE user = 'ann' OR name = 'Ann'`).Scan(&left); err != nil || left != 0 {
		t.Errorf("ann is still in %d rows, %v", left, err)
	}
}
