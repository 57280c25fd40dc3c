package db

import (
	"bytes"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
)

var flips = flag.Int("flips", 40, "how many bytes TestEveryChangeOfALogIsFound flips, one at a time")

// evenings fills a database with events of several lengths, every third of them finished,
// and closes it.
func evenings(t *testing.T) string {
	t.Helper()
	d := openTest(t)
	for id := tournament.ID(1); id <= 9; id++ {
		for seq := range int64(id) * 12 {
			c := step(id, seq)
			c.Events[0].Cause = fmt.Sprint("interaction ", id, ".", seq)
			if id%3 == 0 {
				c.Read.Row.Phase = tournament.Finished
			}
			if n := int(seq) + 1; n <= 8 {
				c.People = []tournament.Person{{No: n, User: fmt.Sprint(n), Name: fmt.Sprint("Player ", n)}}
				c.Texts = []tournament.Text{{No: n, Kind: tournament.TextDeck, Person: n, Body: strings.Repeat("4 Forest\n", 15)}}
			}
			mustCommit(t, d, c)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return d.path
}

// asRead returns the content of a file by tournament, log and book, without any check.
// Read errors are part of the result.
func asRead(t *testing.T, path string) map[tournament.ID]string {
	t.Helper()
	raw := openRaw(t, path)
	defer raw.Close()
	out := map[tournament.ID]string{}
	for id := tournament.ID(1); id <= 9; id++ {
		var text strings.Builder
		for _, q := range []string{
			"SELECT seq, batch, time, actor, cause, kind, version, data FROM events WHERE log = ? ORDER BY seq",
			"SELECT no, user, name FROM people WHERE log = ? ORDER BY no",
			"SELECT no, kind, person, body FROM texts WHERE log = ? ORDER BY no",
		} {
			if err := printRows(&text, raw, q, id); err != nil {
				fmt.Fprintln(&text, "unreadable:", err)
			}
			text.WriteByte(0)
		}
		out[id] = text.String()
	}
	return out
}

func printRows(to *strings.Builder, raw *sql.DB, q string, id tournament.ID) error {
	rows, err := raw.Query(q, id)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			return err
		}
		for _, v := range values {
			value := *v.(*any)
			if b, ok := value.([]byte); ok { // compare text and blobs by their bytes
				value = string(b)
			}
			fmt.Fprintf(to, "%#v ", value)
		}
		to.WriteByte('\n')
	}
	return rows.Err()
}

// TestEveryChangeOfALogIsFound flips one bit of a closed file at a time. Opening it
// reports every damaged log and no other: each of the others loads, and accepts a commit
// if SQLite can write at all.
func TestEveryChangeOfALogIsFound(t *testing.T) {
	path := evenings(t)
	sound, want := []byte(content(t, path)), asRead(t, path)
	rng := rand.New(rand.NewPCG(16, 9))
	copied := filepath.Join(t.TempDir(), "flipped.db")
	var changed, refused, harmless int
	for range *flips {
		data := bytes.Clone(sound)
		at, bit := rng.IntN(len(data)), rng.IntN(8)
		data[at] ^= 1 << bit
		for _, end := range []string{"-wal", "-shm"} {
			_ = os.Remove(copied + end)
		}
		if err := os.WriteFile(copied, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got := asRead(t, copied)
		d, err := Open(t.Context(), Config{Path: copied})
		if err != nil {
			var open *OpenError
			if !errors.As(err, &open) {
				t.Fatalf("byte %d bit %d: %v", at, bit, err)
			}
			refused++
			continue
		}
		all := checkFlipped(t, d, fmt.Sprintf("byte %d bit %d", at, bit), got, want)
		d.Close()
		if all {
			harmless++
		} else {
			changed++
		}
	}
	t.Logf("%d flips: %d refused at the start, %d changed an event and were found, %d changed none", *flips, refused, changed, harmless)
}

// checkFlipped reports whether every event of d is intact.
func checkFlipped(t *testing.T, d *DB, name string, got, want map[tournament.ID]string) bool {
	t.Helper()
	_ = d.CheckLogs(t.Context(), AllLogs) // logs that cannot be listed are found when they are loaded
	all := true
	for id := tournament.ID(1); id <= 9; id++ {
		s, err := events(d).Load(t.Context(), id)
		log, _, _ := strings.Cut(got[id], "\x00")
		whole, _, _ := strings.Cut(want[id], "\x00")
		var damage *Damage
		switch {
		case got[id] == want[id] && err != nil:
			t.Errorf("%s: event %d is whole and refused: %v", name, id, err)
		case log != whole && err == nil:
			t.Errorf("%s: the log of event %d has changed and nobody noticed", name, id)
		case log != whole && !errors.As(err, &damage):
			t.Errorf("%s: event %d is refused without being called damaged: %v", name, id, err)
		case err != nil:
			all = false
			listed := slices.ContainsFunc(d.damaged(), func(d *Damage) bool { return d.Log == id })
			if err := events(d).Commit(t.Context(), step(id, int64(id)*12)); !listed || tournament.ClassOf(err) != tournament.Corrupt {
				t.Errorf("%s: event %d is damaged; listed: %v, and a commit says %v", name, id, listed, err)
			}
		default:
			if err := events(d).Commit(t.Context(), step(id, int64(len(s.Log)))); err != nil && code(err) == 0 {
				t.Errorf("%s: event %d is whole and takes no commit: %v", name, id, err)
			} else if _, again := events(d).Load(t.Context(), id); err == nil && again != nil {
				t.Errorf("%s: event %d is whole and its next commit breaks it: %v", name, id, again)
			}
		}
	}
	return all
}

// tampered opens a database with three events of three entries whose file was changed, as
// a failing disk might.
func tampered(t *testing.T, change string) *DB {
	t.Helper()
	d := openTest(t)
	for id := tournament.ID(1); id <= 3; id++ {
		for seq := range int64(3) {
			mustCommit(t, d, step(id, seq))
		}
	}
	d.Close()
	raw := openRaw(t, d.path)
	tamper(t, raw, change)
	raw.Close()
	return reopen(t, d.path)
}

// tamper changes a file while the triggers of the log are dropped, and restores them.
func tamper(t *testing.T, raw *sql.DB, change string) {
	t.Helper()
	var triggers string
	err := raw.QueryRow("SELECT group_concat(sql, '; ') FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'events'").Scan(&triggers)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"DROP TRIGGER events_no_update; DROP TRIGGER events_no_delete; DROP TRIGGER events_in_order", change, triggers} {
		if _, err := raw.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
}

func TestADamagedEventIsNamedAndSetApart(t *testing.T) {
	for name, tt := range map[string]struct {
		change string
		seq    int64
	}{
		"data":      {`UPDATE events SET data = '{"text":2}' WHERE log = 2 AND seq = 2`, 2},
		"envelope":  {`UPDATE events SET actor = 9 WHERE log = 2 AND seq = 1`, 1},
		"nonsense":  {`UPDATE events SET data = '{' WHERE log = 2 AND seq = 3`, 3},
		"hole":      {`DELETE FROM events WHERE log = 2 AND seq = 2`, 2},
		"end lost":  {`DELETE FROM events WHERE log = 2 AND seq = 3`, 3},
		"all lost":  {`DELETE FROM events WHERE log = 2`, 1},
		"no person": {`INSERT INTO people (log, no, user, name) VALUES (2, 2, 'u', 'Bob')`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := tampered(t, tt.change)
			err := d.CheckLogs(t.Context(), AllLogs)
			found, ok := errors.AsType[*DamageError](err)
			if !ok || len(found.Logs) != 1 || found.Logs[0].Log != 2 || found.Logs[0].Seq != tt.seq {
				t.Fatalf("found %v, want event 2 from entry %d", err, tt.seq)
			}
			if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "tournament 2") || !strings.Contains(err.Error(), d.path) {
				t.Errorf("%q does not say in one line which event of which file", err)
			}
			if _, err := events(d).Load(t.Context(), 2); tournament.ClassOf(err) != tournament.Corrupt {
				t.Errorf("it is loaded: %v", err)
			}
			if err := events(d).Commit(t.Context(), step(2, 3)); tournament.ClassOf(err) != tournament.Corrupt {
				t.Errorf("it takes a commit: %v", err)
			}
			mustCommit(t, d, step(1, 3))
			mustCommit(t, d, step(3, 3))
		})
	}
}

// TestALogWhoseEndCannotBeReadVouchesForItself: if the row with the end of a log is
// unreadable, its events are still there, each with its hash.
func TestALogWhoseEndCannotBeReadVouchesForItself(t *testing.T) {
	d := tampered(t, `SELECT 1`)
	tamper(t, openRaw(t, d.path), `PRAGMA foreign_keys = 0; CREATE TABLE copied AS SELECT * FROM logs; DROP TABLE logs;
		CREATE TABLE logs (id INTEGER PRIMARY KEY, kind, seq, hash, guild, name, over, looked); INSERT INTO logs SELECT * FROM copied; DROP TABLE copied;
		CREATE INDEX logs_guild ON logs (guild); CREATE INDEX logs_running ON logs (id) WHERE over = 0; CREATE INDEX logs_grown ON logs (id) WHERE seq > looked;
		UPDATE logs SET seq = 'damaged', hash = x'00' WHERE id = 2`)
	s, err := events(d).Load(t.Context(), 2)
	if err != nil || len(s.Log) != 3 {
		t.Fatalf("%v, %v", s, err)
	}
}

// TestAWrongHashRefusesNobody: hashes exist to find damaged events; a damaged hash must
// not make an intact event fail.
func TestAWrongHashRefusesNobody(t *testing.T) {
	for name, change := range map[string]string{
		"in the middle":       `UPDATE events SET hash = x'00' WHERE log = 2 AND seq = 2`,
		"at the end":          `UPDATE events SET hash = x'00' WHERE log = 2 AND seq = 3`,
		"of the log":          `UPDATE logs SET hash = x'00' WHERE id = 2`,
		"number of the end":   `UPDATE logs SET seq = 7 WHERE id = 2`,
		"no end is known":     `PRAGMA foreign_keys = 0; DELETE FROM logs WHERE id = 2`,
		"another log's entry": `PRAGMA foreign_keys = 0; UPDATE logs SET id = 77 WHERE id = 2`,
	} {
		t.Run(name, func(t *testing.T) {
			d := tampered(t, change)
			for seq := int64(3); seq < 6; seq++ {
				s, err := events(d).Load(t.Context(), 2)
				if err != nil || int64(len(s.Log)) != seq {
					t.Fatalf("after %d entries: %v, %v", seq, s, err)
				}
				mustCommit(t, d, step(2, seq))
			}
		})
	}
}

// damaged returns the logs that were found damaged since the file was
// opened, oldest first.
func (r *Reader) damaged() []*Damage {
	r.apart.mu.Lock()
	defer r.apart.mu.Unlock()
	out := make([]*Damage, 0, len(r.apart.logs))
	for _, d := range r.apart.logs {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *Damage) int { return int(a.Log - b.Log) })
	return out
}
