package db

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"topcut/tournament"
)

var crashes = flag.Int("crashes", 8, "how often TestKilledWritersLoseNothing kills the writer")

// crashEnv holds the path of the database in the process to be killed.
const crashEnv = "TOPCUT_CRASH_DB"

// lanes is the number of tournaments to which the killed process writes at once. Beside
// them it begins others with so many events that they are written in pieces.
const (
	lanes    = 4
	inPieces = 1000
)

// TestDoomedWriter is the process to be killed: it commits forever and prints each
// confirmed commit.
func TestDoomedWriter(t *testing.T) {
	path := os.Getenv(crashEnv)
	if path == "" {
		t.Skip("only for TestKilledWritersLoseNothing")
	}
	ctx := context.Background()
	d, err := Open(ctx, Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			id, err := d.Reserve(ctx)
			if err != nil {
				t.Error(err)
				return
			}
			id += lanes
			if err := events(d).Commit(ctx, imported(id, inPieces)); err != nil {
				t.Error(err)
				return
			}
			fmt.Fprintf(os.Stdout, "done %d %d\n", id, inPieces)
		}
	})
	for id := tournament.ID(1); id <= lanes; id++ {
		wg.Go(func() {
			seq := int64(0)
			if s, err := events(d).Load(ctx, id); err == nil {
				seq = int64(len(s.Log))
			}
			for ; ; seq++ {
				if err := events(d).Commit(ctx, doomedStep(id, seq)); err != nil {
					t.Error(err)
					return
				}
				fmt.Fprintf(os.Stdout, "done %d %d\n", id, seq+1)
				o, err := d.Post(ctx, id, fmt.Sprint(seq+1))
				if err == nil {
					err = d.Posted(ctx, o.ID, o.Channel, "m", seq+1, time.Time{})
				}
				if err != nil {
					t.Error(err)
					return
				}
				fmt.Fprintf(os.Stdout, "posted %d %d\n", id, seq+1)
			}
		})
	}
	wg.Wait()
}

// doomedStep returns a commit that writes to every table.
func doomedStep(id tournament.ID, seq int64) *tournament.Commit {
	c, n := step(id, seq), int(seq)+1
	key := fmt.Sprint(n)
	c.People = []tournament.Person{{No: n, User: "u" + key, Name: "Player " + key}}
	c.Texts = []tournament.Text{{No: n, Kind: tournament.TextDeck, Person: n, Body: "deck " + key}}
	c.Read.Row.Players = n
	c.Deadlines = []tournament.Deadline{{Key: key, At: noon}}
	c.Posts = []tournament.Post{{Key: key, Kind: "card", Channel: fmt.Sprint(id), Seq: seq + 1}}
	c.Answer = &tournament.Answer{Cause: fmt.Sprint(id, "/", n), Body: []byte("answer " + key), At: noon}
	return c
}

// TestKilledWritersLoseNothing kills a writing process repeatedly without warning.
// Afterwards every confirmed commit must be there, an unconfirmed one must be there
// completely or not at all, and the next process must be able to open the file. (Power
// cuts are covered by synchronous=FULL, which needs hardware to test.)
func TestKilledWritersLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topcut.db")
	done, posted := map[tournament.ID]int64{}, map[string]bool{}
	for n := range *crashes {
		killWriter(t, path, time.Duration(3+n*7%40)*time.Millisecond, done, posted)
		checkAfterCrash(t, path, done, posted)
	}
	t.Logf("%d kills, acknowledged events by tournament: %v", *crashes, done)
}

// killWriter lets a writer run for a while after its first commit and records its output.
func killWriter(t *testing.T, path string, after time.Duration, done map[tournament.ID]int64, posted map[string]bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDoomedWriter$", "-test.v=false")
	cmd.Env = append(os.Environ(), crashEnv+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var what string
		var id tournament.ID
		var seq int64
		if n, _ := fmt.Sscanf(lines.Text(), "%s %d %d", &what, &id, &seq); n != 3 {
			t.Log(lines.Text())
			continue
		}
		if acknowledged++; acknowledged == 1 {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		switch what {
		case "done":
			done[id] = max(done[id], seq)
		case "posted":
			posted[fmt.Sprint(id, "/", seq)] = true
		}
	}
	if err := cmd.Wait(); err == nil || acknowledged == 0 {
		t.Fatalf("the writer was not killed at work: %d commits, %v", acknowledged, err)
	}
}

func checkAfterCrash(t *testing.T, path string, done map[tournament.ID]int64, posted map[string]bool) {
	t.Helper()
	if _, err := Verify(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for id, last := range done {
		s, err := events(d).Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		n := int64(len(s.Log))
		if n < last {
			t.Fatalf("tournament %d has %d events, %d were acknowledged", id, n, last)
		}
		if int64(len(s.Book.People)) != n || int64(len(s.Book.Texts)) != n {
			t.Fatalf("tournament %d: %d events, %d people, %d texts", id, n, len(s.Book.People), len(s.Book.Texts))
		}
		if id > lanes {
			continue
		}
		for seq := int64(1); seq <= n; seq++ {
			o, err := d.Post(t.Context(), id, fmt.Sprint(seq))
			if err != nil || posted[fmt.Sprint(id, "/", seq)] && o.Shown != seq {
				t.Fatalf("post %d of tournament %d: %+v, %v", seq, id, o, err)
			}
			body, err := d.Answer(t.Context(), fmt.Sprint(id, "/", seq))
			if err != nil || string(body) != fmt.Sprint("answer ", seq) {
				t.Fatalf("answer %d of tournament %d: %q, %v", seq, id, body, err)
			}
		}
		found, err := d.ByUser(t.Context(), "g", fmt.Sprint("u", n))
		ours := 0
		for _, f := range found {
			if f.ID == id && int64(f.Players) == n {
				ours++
			}
		}
		if err != nil || ours != 1 {
			t.Fatalf("read row of tournament %d after %d events: %v, %v", id, n, found, err)
		}
	}
	checkPieces(t, d)
	due, err := d.DueDeadlines(t.Context(), noon, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range due {
		if x.Log.ID > lanes {
			continue
		}
		if s, err := events(d).Load(t.Context(), x.Log.ID); err != nil || x.Key != fmt.Sprint(len(s.Log)) {
			t.Fatalf("deadline %v, %v", x, err)
		}
	}
}

// checkPieces checks that each log that is written in pieces is there as a whole.
func checkPieces(t *testing.T, d *DB) {
	t.Helper()
	logs, err := d.Listed(t.Context(), tournament.Log.Name, "g")
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range logs {
		if log.ID <= lanes {
			continue
		}
		if s, err := events(d).Load(t.Context(), log.ID); err != nil || len(s.Log) != inPieces || len(s.Book.Texts) != inPieces {
			t.Fatalf("tournament %d: %v", log.ID, err)
		}
	}
	raw := openRaw(t, d.path)
	defer raw.Close()
	var left int
	err = raw.QueryRow("SELECT count(*) FROM (SELECT log FROM events UNION SELECT id FROM logs) WHERE log NOT IN (SELECT log FROM tournaments)").Scan(&left)
	if err != nil || left > 0 {
		t.Fatalf("of %d logs there is only a beginning, %v", left, err)
	}
}
