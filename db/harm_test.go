package db

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"topcut/tournament"
)

var harms = flag.Int("harms", 40, "in how many ways TestNoHarmIsSilent harms a database")

// files are the files of a database by suffix.
type files map[string]string

// ofDatabase reads the files of a database from disk, as kill -9 would leave them.
func ofDatabase(t *testing.T, path string) files {
	t.Helper()
	all := files{}
	for _, end := range []string{"", "-wal", counterEnd} {
		data, err := os.ReadFile(path + end)
		if err == nil && (end != "-wal" || len(data) > 0) { // a reader may create an empty journal
			all[end] = string(data)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return all
}

func (f files) put(t *testing.T, path string) {
	t.Helper()
	for end, data := range f {
		if err := os.WriteFile(path+end, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// eventOf commits an event with much text, so that the file has many pages.
func eventOf(t *testing.T, d *DB, id tournament.ID) {
	t.Helper()
	for seq := range int64(4) {
		c := step(id, seq)
		c.Texts = []tournament.Text{{No: int(seq) + 1, Kind: tournament.TextDeck, Person: 1, Body: fmt.Sprintf("%5000d", id)}}
		c.People = []tournament.Person{{No: int(seq) + 1, User: fmt.Sprint("u", seq), Name: "Ann"}}
		c.Posts = []tournament.Post{{Key: fmt.Sprint(seq), Kind: "card", Channel: "c", Seq: seq + 1}}
		mustCommit(t, d, c)
	}
}

// history is the material for harms: a database at several times, and another one.
type history struct {
	older, closed, killed, other files
	events                       int    // in closed and killed
	copied                       string // the counter among the backups, which no harm reaches
}

// put lays out one of the databases, and the counter among the backups.
func (h *history) put(t *testing.T, f files, path string) {
	t.Helper()
	f.put(t, path)
	files{reachedEnd: h.copied}.put(t, path)
}

func newHistory(t *testing.T) *history {
	t.Helper()
	make := func(old bool) (h history) {
		d := openTest(t)
		for id := tournament.ID(1); id <= 4; id++ {
			eventOf(t, d, id)
		}
		d.Close()
		h.older = ofDatabase(t, d.path)
		d = reopen(t, d.path)
		if old {
			eventOf(t, d, 5)
		}
		for id := tournament.ID(6); id <= 8; id++ {
			eventOf(t, d, id)
		}
		h.killed = ofDatabase(t, d.path)
		d.Close()
		h.closed = ofDatabase(t, d.path)
		copied, err := os.ReadFile(d.path + reachedEnd)
		if err != nil {
			t.Fatal(err)
		}
		h.copied = string(copied)
		return h
	}
	h, other := make(false), make(true)
	h.other, h.events = other.killed, 28
	return &h
}

// harm is one way to damage a database, on disk or under the bot.
type harm struct {
	name string
	do   func(path string) error
}

// ofFile returns a way to damage the file with a suffix.
func (h *history) ofFile(r *rand.Rand, end string) harm {
	name := map[string]string{"": "file", "-wal": "journal", counterEnd: "counter"}[end]
	cut := r.Float64()
	anew := func(data string) func(path string) error {
		return func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte(data), 0o600), os.Rename(path+".new", path+end))
		}
	}
	over := func(data string) func(path string) error {
		return func(path string) error { return os.WriteFile(path+end, []byte(data), 0o600) }
	}
	ways := []harm{
		{"emptied", func(path string) error { return os.Truncate(path+end, 0) }},
		{"deleted", func(path string) error { return os.Remove(path + end) }},
		{fmt.Sprintf("cut to %.0f%%", 100*cut), func(path string) error {
			info, err := os.Stat(path + end)
			if err != nil {
				return err
			}
			return os.Truncate(path+end, int64(cut*float64(info.Size())))
		}},
		{fmt.Sprintf("zeroed at %.0f%%", 100*cut), func(path string) error {
			f, err := os.OpenFile(path+end, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil || info.Size() == 0 {
				return err
			}
			at := int64(cut*float64(info.Size())) &^ 4095
			_, err = f.WriteAt(make([]byte, min(4096, info.Size()-at)), at)
			return err
		}},
		{"of another server", anew(h.other[end])},
		{"overwritten with that of another server", over(h.other[end])},
		{"nonsense", over("nonsense, nonsense, nonsense")},
	}
	ways = append(ways, harm{"rolled back", anew(h.older[end])}, harm{"overwritten with an old copy", over(h.older[end])})
	w := ways[r.IntN(len(ways))]
	return harm{name + " " + w.name, w.do}
}

// pick returns one harm to the file or its journal, and sometimes one to the counter too.
func (h *history) pick(r *rand.Rand) []harm {
	ends := []string{"", "", "-wal", counterEnd}
	all := []harm{h.ofFile(r, ends[r.IntN(len(ends))])}
	if r.IntN(3) == 0 {
		all = append(all, h.ofFile(r, counterEnd))
	}
	return all
}

// TestNoHarmIsSilent: whatever happens to file, journal, counter and mark, under the
// running bot or between two starts, the result is a specific refusal, reported damage,
// or a database with everything that was confirmed. A refusal changes none of the files.
func TestNoHarmIsSilent(t *testing.T) {
	h := newHistory(t)
	came := map[string]int{}
	for n := range *harms {
		r := rand.New(rand.NewPCG(uint64(n), 27))
		all := h.pick(r)
		name := fmt.Sprint(n, ": ", all[0].name)
		for _, x := range all[1:] {
			name += ", " + x.name
		}
		path := filepath.Join(t.TempDir(), "topcut.db")
		var what string
		if r.IntN(2) == 0 {
			name, what = name+", under the bot", h.running(t, r, path, all)
		} else {
			what = h.stopped(t, r, path, all)
		}
		if came[what]++; what == "" {
			t.Errorf("%s: nothing is said, and less is there", name)
		}
		t.Logf("%s: %s", name, what)
	}
	for _, what := range slices.Sorted(maps.Keys(came)) {
		t.Logf("%4d %s", came[what], what)
	}
}

// stopped damages a database that was closed or killed and returns what the next start
// reports.
func (h *history) stopped(t *testing.T, r *rand.Rand, path string, all []harm) string {
	t.Helper()
	h.put(t, []files{h.closed, h.killed}[r.IntN(2)], path)
	for _, x := range all {
		if err := x.do(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return started(t, path, h.events)
}

// running damages the database of a bot that goes on committing, and returns what it or
// the next start reports.
func (h *history) running(t *testing.T, r *rand.Rand, path string, all []harm) string {
	t.Helper()
	unmarked := r.IntN(2) == 0 // the mark of a loss is removed before the next start
	h.put(t, h.closed, path)
	d := reopen(t, path)
	eventOf(t, d, 20)
	for _, x := range all {
		if err := x.do(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Skip("this system does not let anybody: ", err)
		}
	}
	confirmed := h.events + 4
	var refused error
	for seq := range int64(3) {
		if refused = events(d).Commit(t.Context(), step(21, seq)); refused != nil {
			break
		}
		confirmed++
	}
	_, lost := errors.AsType[*LostError](refused)
	if !lost {
		d.Close()
		return started(t, path, confirmed)
	}
	to, _ := d.Rescue(t.Context(), noon)
	d.Close()
	if to != "" {
		if c, err := Verify(t.Context(), to); err != nil || c.Events < confirmed {
			t.Errorf("rescued %+v, %v, confirmed were %d", c, err, confirmed)
		}
	}
	if unmarked {
		if err := os.Remove(path + lostMark); err != nil {
			t.Error(err)
		}
		if what := started(t, path, confirmed); what != "" {
			return "lost under the bot, its mark removed, " + what
		}
		return ""
	}
	_, err := Open(t.Context(), Config{Path: path})
	if problemOf(err) != WasLost {
		t.Errorf("after a loss a start says %v", err)
	}
	if to == "" {
		return "lost under the bot, start refused"
	}
	return "lost under the bot, all of it rescued, start refused"
}

// started opens a database and returns the reported fault; "" if none is reported
// although data is missing.
func started(t *testing.T, path string, confirmed int) string {
	t.Helper()
	before := ofDatabase(t, path)
	d, err := Open(t.Context(), Config{Path: path})
	if err != nil {
		if problemOf(err) == Unreadable {
			t.Errorf("a refusal without a name: %v", err)
		}
		if after := ofDatabase(t, path); !maps.Equal(before, after) {
			t.Errorf("the refusal %v changed what is left", err)
		}
		what := "refused: " + problemOf(err).String()
		if b, ok := errors.AsType[*BehindError](err); ok {
			what += ": " + b.What
		}
		return what
	}
	defer d.Close()
	c, err := d.Verify(context.WithoutCancel(t.Context())) // as the bot does when it starts
	switch {
	case err != nil:
		return "opened, damage named"
	case c.Events >= confirmed:
		return "opened, whole"
	}
	return ""
}
