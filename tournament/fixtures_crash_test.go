package tournament_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
)

var killedWeeks = flag.Int("killed-weeks", 16, "weeks of arranged matches that TestEveryFixtureEndsInANamedWayUnderKills plays")

// doomedLeague holds the path of the database, the number of the league and how many
// play in it, for the process that is to be killed.
const doomedLeague = "TOPCUT_DOOMED_LEAGUE"

var errFault = errors.New("the store was out of reach")

// openLeague opens the league of a database, or begins it, as the bot would after a crash.
func openLeague(t *testing.T, path string, i, players int) (w *simulated, close func()) {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	w = &simulated{table: &table{t: t, now: begin.AddDate(0, 0, 7*(i%52))}, waits: map[tournament.Place]time.Time{}}
	d := command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Now: func() time.Time { return w.now }, Secret: func() []byte { return make([]byte, 32) },
	})
	w.rng = rand.New(rand.NewPCG(uint64(i), 20)) // who they are; what they do depends on when it died
	w.meet(players)
	w.carries = func(req command.Request) (*tournament.Snapshot, error) {
		ctx := t.Context()
		if w.rng.IntN(20) == 0 && req.Actor.User != "organiser" && req.Actor.User != "" {
			out, stop := context.WithCancel(ctx)
			stop()
			if _, err := d.Do(out, 1, req); err == nil || tournament.ClassOf(err) == "" {
				return nil, errFault
			}
		}
		out, err := d.Do(ctx, 1, req)
		if err != nil {
			return nil, err
		}
		return out.After, nil
	}
	if w.snap, err = d.Snapshot(t.Context(), 1); err != nil {
		set := arranged([]string{"roundrobin", "swiss 5 > single 4", "groups 2 roundrobin > single 2"}[i%3])
		steps := command.All{&command.Create{Guild: "g", Channel: "c", Settings: set, Ruleset: load(t, "magic")}, &command.OpenRegistration{}}
		for n := range players {
			steps = append(steps, &command.Join{User: fmt.Sprint("u", n+1), Name: fmt.Sprint("Player ", n+1), ByOrganiser: true})
		}
		out, err := d.Create(t.Context(), command.Request{Actor: tournament.Actor{User: "organiser", Name: "organiser"}, Cause: "created", Command: append(steps, &command.Start{})})
		if err != nil {
			t.Fatal(err)
		}
		w.snap = out.After
	}
	seq := w.snap.State.Seq
	w.now, w.n = w.snap.Log[seq-1].Time, int(seq)*1000 // causes of its own
	w.rng = rand.New(rand.NewPCG(uint64(i), uint64(seq)))
	return w, func() { _ = store.Close() }
}

// TestDoomedLeague is the process that is killed: it plays a league on from where it is
// and writes on standard output what it knows is done.
func TestDoomedLeague(t *testing.T) {
	var i, players int
	var path string
	if n, _ := fmt.Sscanf(os.Getenv(doomedLeague), "%d %d %s", &i, &players, &path); n != 3 {
		t.Skip("only for TestEveryFixtureEndsInANamedWayUnderKills")
	}
	w, close := openLeague(t, path, i, players)
	defer close()
	do := w.carries
	w.carries = func(req command.Request) (*tournament.Snapshot, error) {
		asked := 0
		if _, ok := req.Command.(*command.Verdict); ok {
			asked = 1
		}
		out, err := do(req)
		if err == nil {
			fmt.Fprintf(os.Stdout, "done %d %d\n", out.State.Seq, asked)
		}
		return out, err
	}
	fmt.Fprintf(os.Stdout, "done %d 0\n", w.snap.State.Seq)
	w.weeks()
}

// Weeks of arranged matches as in TestEveryFixtureEndsInANamedWay, each league in a
// separate process with a database on disk: 5 % of what players do finds the store out
// of reach, and the process is killed again and again in the middle of a write and goes
// on from its file. What was confirmed is there, every match ends in a named way, every
// reminder comes once, no player loses without a claim and the time to object to it.
// -killed-weeks 10000 for more.
func TestEveryFixtureEndsInANamedWayUnderKills(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	ends := map[fixture.End]int{}
	weeks, matches, asked, kills, confirmed := 0, 0, 0, 0, 0
	for i := 0; weeks < *killedWeeks; i++ {
		path, players, seq, done := filepath.Join(t.TempDir(), "league.db"), 8+rng.IntN(5), int64(0), false
		for !done {
			var confirmations int
			if confirmations, done = playUntilKilled(t, fmt.Sprintf("%d %d %s", i, players, path), 1+rng.IntN(80), &seq, &asked); !done {
				kills++
			}
			confirmed += confirmations
		}
		w, close := openLeague(t, path, i, players)
		if w.snap.State.Seq < seq {
			t.Fatalf("the log ends at %d, %d was confirmed", w.snap.State.Seq, seq)
		}
		matches += w.checked(ends)
		weeks += int(w.now.Sub(w.snap.State.Rounds[0].StartedAt).Hours()/24/7) + 1
		close()
		_ = os.RemoveAll(filepath.Dir(path)) // ten thousand weeks fill a disk
	}
	t.Logf("%d weeks, %d matches: %v, %d actions of organisers; %d commits confirmed, %d kills", weeks, matches, ends, asked, confirmed, kills)
	if 50*asked > matches && matches > 1000 {
		t.Errorf("organisers acted %d times in %d matches", asked, matches)
	}
	if kills == 0 || ends[fixture.Played] < matches/2 {
		t.Error("hardly anything happened")
	}
}

// playUntilKilled plays a league until it has confirmed the given number of commits,
// and kills it then; done reports that it ended before.
func playUntilKilled(t *testing.T, league string, after int, seq *int64, asked *int) (confirmations int, done bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDoomedLeague$")
	cmd.Env = append(os.Environ(), doomedLeague+"="+league)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	other := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var now int64
		var acted int
		if n, _ := fmt.Sscanf(lines.Text(), "done %d %d", &now, &acted); n != 2 {
			other += lines.Text() + "\n"
			continue
		}
		if confirmations == 0 && now < *seq {
			t.Errorf("%d was confirmed before the kill, the log ends at %d", *seq, now)
		}
		*seq = max(*seq, now)
		*asked += acted
		if confirmations++; confirmations == after {
			_ = cmd.Process.Kill()
		}
	}
	err = cmd.Wait()
	if done = err == nil; !done && (confirmations < after || strings.Contains(other, "FAIL")) {
		t.Fatalf("the league failed by itself: %v\n%s", err, other)
	}
	return confirmations, done
}
