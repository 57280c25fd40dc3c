package rehearse

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/db"
	"topcut/tournament"
)

var litestream = flag.String("litestream", "", "a built litestream (0.5) for TestTheDiskDies; without it the test skips")

const (
	// quiet is how long people do not act before the first disk is destroyed: longer than
	// Litestream may lag.
	quiet = 3 * time.Second
	// behind is how much a disk may lose: the second of packaging/litestream.yml, and the
	// time needed to kill two processes on two busy cores.
	behind = 2 * time.Second
)

// TestTheDiskDies plays an evening with Litestream beside the bot, as
// packaging/litestream.yml sets it up, and destroys the disk in the middle: once while
// everyone waits, once while they act. The log restored from the replica is complete up
// to the last second; the evening goes on, and no post and no timer is doubled.
func TestTheDiskDies(t *testing.T) {
	if *litestream == "" {
		t.Skip("no litestream is given: go test -litestream FILE")
	}
	for _, tc := range []struct {
		name  string
		still bool
	}{
		{"while everybody waits", true},
		{"while people act", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			disk := filepath.Join(t.TempDir(), "disk")
			if err := os.Mkdir(disk, 0o700); err != nil {
				t.Fatal(err)
			}
			r := prepared(t, "--players", "16", "--rounds", "3", "--speed", "600", "--keep", filepath.Join(disk, "topcut.db"))
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			if err := r.open(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.venue.srv.Tolerate(messageGone) // deletions of the last second are repeated
			side := &replication{t: t, disk: disk, replica: filepath.Join(t.TempDir(), "replica")}
			side.start()
			played := make(chan error, 1)
			go func() { played <- r.perform(ctx) }()
			truth, back := r.loseDisk(ctx, t, side, tc.still)
			if err := <-played; err != nil {
				t.Fatal(r.explain(err))
			}
			side.stop()

			missing := truth.Log[len(common(truth.Log, back.Log)):]
			if n := len(common(truth.Log, back.Log)); n != len(back.Log) {
				t.Fatalf("what was restored is not what was there: events %d and on differ", n+1)
			}
			for i := range missing {
				if tc.still && missing[i].Actor != 0 {
					t.Errorf("event %d is lost, although nobody had acted for %s", missing[i].Seq, quiet)
				}
			}
			gone := map[string]bool{}
			oldest := time.Duration(0)
			for i := range missing {
				gone[missing[i].Cause] = true
				// The event's clock runs faster than real time.
				oldest = max(oldest, time.Duration(float64(truth.died.Sub(missing[i].Time))/r.o.speed))
			}
			if oldest > behind {
				t.Errorf("an event is lost that was %s old", oldest)
			}
			// Results confirmed in the lost second are lost, and nothing else.
			r.play.claims = slices.DeleteFunc(r.play.claims, func(c promise) bool { return gone[c.interaction] })
			found, err := r.play.audit(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if !tc.still && len(missing) > 0 {
				// Messages about events of the lost second have no cause any more; but the same post
				// must not exist twice.
				found.Doubled = slices.DeleteFunc(found.Doubled, func(what string) bool { return strings.Contains(what, "that the log does not ask for") })
			}
			if len(found.Lost)+len(found.Doubled)+len(found.violations) > 0 {
				t.Errorf("lost %q, doubled %q, violations %q", found.Lost, found.Doubled, found.violations)
			}
			t.Logf("%d of %d events restored; %d lost, the oldest %s old; %d posts, none twice; %d timers",
				len(back.Log), len(truth.Log), len(missing), oldest.Round(time.Millisecond), found.Posts, found.fired)
		})
	}
}

// keptLog is a log with the time when its disk was destroyed, in the event's time.
type keptLog struct {
	Log  []tournament.Envelope
	died time.Time
}

// loseDisk waits for the middle of the event, kills bot and Litestream, destroys the
// disk, restores it from the replica and starts both again. It returns the log before and
// after.
func (r *rehearsal) loseDisk(ctx context.Context, t *testing.T, side *replication, still bool) (truth, back keptLog) {
	for {
		if r.play.id != 0 {
			snap, err := r.bot.snapshot(ctx, r.play.id)
			if err != nil {
				t.Fatal(err)
			}
			if len(snap.State.Rounds) >= 2 && len(snap.Log) > 100 {
				break
			}
		}
		select {
		case <-ctx.Done():
			t.Fatal("the event ends before its second round")
		case <-time.After(5 * time.Millisecond):
		}
	}
	var open func()
	if still {
		open = r.play.shut()
		time.Sleep(quiet)
	}
	side.kill()
	r.bot.kill()
	if !still {
		open = r.play.shut()
	}
	defer open()
	snap, err := r.bot.snapshot(ctx, r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	truth = keptLog{snap.Log, r.play.clock.now()}
	side.destroy()
	side.restore()
	if err := r.bot.open(ctx); err != nil {
		t.Fatal(err)
	}
	if snap, err = r.bot.snapshot(ctx, r.play.id); err != nil {
		t.Fatal(err)
	}
	back = keptLog{Log: snap.Log}
	if err := r.venue.srv.WaitOffline(ctx); err != nil {
		t.Fatal(err)
	}
	if err := r.bot.again(); err != nil {
		t.Fatal(err)
	}
	side.start()
	if err := r.back(ctx); err != nil {
		t.Fatal(err)
	}
	return truth, back
}

// common returns the common prefix of two logs.
func common(a, b []tournament.Envelope) []tournament.Envelope {
	n := 0
	for n < len(a) && n < len(b) && a[n].Seq == b[n].Seq && a[n].Cause == b[n].Cause && a[n].Time.Equal(b[n].Time) {
		n++
	}
	return a[:n]
}

// replication is Litestream beside the bot's disk.
type replication struct {
	t             *testing.T
	disk, replica string
	cmd           *exec.Cmd
}

func (s *replication) database() string { return filepath.Join(s.disk, "topcut.db") }

// config writes packaging/litestream.yml with the folders of this test.
func (s *replication) config() string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "packaging", "litestream.yml"))
	if err != nil {
		s.t.Fatal(err)
	}
	changed := strings.NewReplacer("/var/lib/topcut/topcut.db", s.database(), "/var/backups/topcut/replica", s.replica).Replace(string(text))
	name := filepath.Join(filepath.Dir(s.replica), "litestream.yml")
	if changed == string(text) {
		s.t.Fatal("packaging/litestream.yml names other folders than this test expects")
	}
	if err := os.WriteFile(name, []byte(changed), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return name
}

func (s *replication) start() {
	s.t.Helper()
	s.cmd = exec.Command(*litestream, "replicate", "-config", s.config())
	s.cmd.Stdout, s.cmd.Stderr = testWriter{s.t}, testWriter{s.t}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(s.kill)
}

// stop stops Litestream as an operator would, kill as a power cut would.
func (s *replication) stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
}

func (s *replication) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// destroy removes everything on the disk.
func (s *replication) destroy() {
	s.t.Helper()
	entries, err := os.ReadDir(s.disk)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(s.disk, e.Name())); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *replication) restore() {
	s.t.Helper()
	out, err := exec.Command(*litestream, "restore", "-config", s.config(), s.database()).CombinedOutput()
	if err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	info, err := os.Stat(s.database())
	if err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		s.t.Logf("Litestream restores the file with mode %s", mode)
	}
	if found, err := filepath.Glob(fmt.Sprintf("%s-*", s.database())); err != nil || len(found) > 0 {
		s.t.Errorf("beside what was restored lie %v, %v", found, err)
	}
	// topcut restore --as-is
	if _, err := db.Accept(s.t.Context(), s.database(), false); err != nil {
		s.t.Fatal(err)
	}
}
