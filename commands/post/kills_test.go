package post_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
)

var kills = flag.Int("kills", 12, "how often TestDeadlinesAreLateByNoMoreThanTheCrashes kills the process")

const (
	// liveIn names the database of a process that fires deadlines at the times it reads.
	liveIn = "TOPCUT_TEST_LIVE_IN"
	// hangIn names the database of a process in which a press never comes to its end.
	hangIn = "TOPCUT_TEST_HANG_IN"
)

// live is the life of a process that polls at each time that it reads, in milliseconds,
// and writes it back when the poll has ended.
func live(file string) int {
	store, err := opened(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var now atomic.Int64
	p, _ := polling(store, true, func() time.Time { return time.UnixMilli(now.Load()) }, &bytes.Buffer{})
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		at, err := strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			return 1
		}
		now.Store(at)
		p.Poll(context.Background())
		fmt.Println(at)
	}
	if err := store.Close(); err != nil {
		return 1
	}
	return 0
}

// hang is the life of a process in which a press of event 1 does not come to its end. The
// process crashes in it when it reads a line.
func hang(file string) int {
	store, err := opened(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer store.Close()
	err = guarding(store, "1", slog.New(slog.DiscardHandler)).Do(context.Background(), 1, post.WorkPresses, "/report", func() error {
		fmt.Println("begun")
		if _, err := fmt.Scanln(); err == nil || err.Error() == "unexpected newline" {
			crash()
		}
		select {}
	})
	fmt.Println(err)
	return 0
}

// process is a running process of this test.
type process struct {
	*exec.Cmd
	in    io.Writer
	lines *bufio.Scanner
}

// spawn starts a process of this test, which TestMain tells what to do by a variable.
func spawn(t *testing.T, variable, file string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+file)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &process{cmd, in, bufio.NewScanner(out)}
}

// read returns the next line that the process writes, or reports false when it has ended.
func (p *process) read() (line string, alive bool) {
	alive = p.lines.Scan()
	return p.lines.Text(), alive
}

// end waits for the end of the process and returns its exit code, which is -1 if it was
// killed.
func (p *process) end() int {
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// kill kills the process, and returns its exit code, which is another if it crashed before.
func (p *process) kill() int {
	_ = p.Process.Kill()
	return p.end()
}

// crash lets the process crash.
func (p *process) crash() int {
	fmt.Fprintln(p.in)
	return p.end()
}

// TestAKillFromOutsideSetsNothingApart: a process that is killed (k) during the same press
// three times is not ended by that press, which is done again; if no process survives it,
// it is set apart after ten kills. Three crashes (c) set it apart, whatever kills come
// between. The first process is not wary, so it records no press.
func TestAKillFromOutsideSetsNothingApart(t *testing.T) {
	for _, ends := range []string{"ccc", "kkkkkkkkkkk", "kckcc", "ckkckkc"} {
		t.Run(ends, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "e.db")
			store, err := db.Open(t.Context(), db.Config{Path: file})
			if err != nil {
				t.Fatal(err)
			}
			e := eventsIn(t, store)
			e.create("1", mainChannel, tournament.DefaultSettings("Friday Night"))
			if err := store.Close(); err != nil {
				t.Fatal(err)
			}
			for i, how := range ends {
				p := spawn(t, hangIn, file)
				if got, _ := p.read(); got != "begun" {
					t.Fatalf("process %d says %q", i+1, got)
				}
				end, want := p.kill, -1
				if how == 'c' {
					end, want = p.crash, 2
				}
				if got := end(); got != want {
					t.Fatalf("process %d ends with %d, want %d", i+1, got, want)
				}
			}
			p := spawn(t, hangIn, file)
			defer p.kill()
			if got, _ := p.read(); got != post.ErrApart.Error() {
				t.Errorf("after all of them the press is done: %q", got)
			}
		})
	}
}

// doomed is a database that one process after the other has open, with the time in which
// they poll.
type doomed struct {
	*postedEvent
	file  string
	at    time.Time
	due   []tournament.DueDeadline // of the events that crash no process
	bad   []time.Time              // when the others crash a process
	polls []time.Time              // that came to their end

	killed, crashed int
}

// step is the time between two polls.
const step = time.Minute

// newDoomed returns a database with events whose reminders are due three minutes apart
// for three days, and events whose check-in crashes the process.
func newDoomed(t *testing.T, long time.Duration) *doomed {
	t.Helper()
	d := &doomed{file: filepath.Join(t.TempDir(), "e.db"), at: time.Now().Truncate(time.Second)}
	store, err := opened(d.file)
	if err != nil {
		t.Fatal(err)
	}
	d.postedEvent = &postedEvent{T: t, store: store}
	d.director = command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Now: func() time.Time { return d.at }, Secret: func() []byte { return make([]byte, 32) },
	})
	const events, days = 40, 3
	for i := range events {
		s := tournament.DefaultSettings(fmt.Sprint("Well ", i))
		s.RoundDays = days
		for h := days*24 - 1; h > 0; h -= 2 {
			s.ReminderHours = append(s.ReminderHours, h)
		}
		d.create("1", mainChannel, s)
		round := command.All{&command.Join{User: "70", Name: "Ann"}, &command.Join{User: "71", Name: "Bob"}, &command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}}
		if _, err := d.director.Do(t.Context(), d.id, d.request(round)); err != nil {
			t.Fatal(err)
		}
		d.at = d.at.Add(2 * time.Hour / events)
	}
	if d.due, err = store.DueDeadlines(t.Context(), d.at.AddDate(1, 0, 0), 1e6); err != nil {
		t.Fatal(err)
	}
	for after := 5 * time.Minute; after < long; after += 40 * time.Minute {
		s := tournament.DefaultSettings(poisonName)
		s.StartAt, s.AutoStart, s.CheckInMinutes = d.at.Add(after+time.Hour).Unix(), true, 60
		d.create("1", mainChannel, s)
		d.bad = append(d.bad, d.at.Add(after))
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return d
}

// poll lets a process poll and reports whether it survives that.
func (d *doomed) poll(p *process) bool {
	fmt.Fprintln(p.in, d.at.UnixMilli())
	if _, alive := p.read(); !alive {
		return false
	}
	d.polls = append(d.polls, d.at)
	d.at = d.at.Add(step)
	return true
}

// life is the life of a process that polls some times and is then killed, at times in a
// poll or before its first.
func (d *doomed) life(r *rand.Rand) {
	p := spawn(d.T, liveIn, d.file)
	d.at = d.at.Add(time.Duration(1+r.IntN(180)) * time.Second)
	polls, alive := r.IntN(4), true
	for i := 0; i < polls && alive; i++ {
		alive = d.poll(p)
	}
	switch {
	case !alive:
	case polls == 0:
		fmt.Fprintln(p.in, d.at.UnixMilli())
		time.Sleep(time.Duration(r.IntN(150)) * time.Millisecond)
	case r.IntN(2) == 0:
		fmt.Fprintln(p.in, d.at.UnixMilli())
		time.Sleep(time.Duration(r.IntN(3000)) * time.Microsecond)
	}
	switch code := p.kill(); code {
	case -1:
		d.killed++
	case 2:
		d.crashed++
	default:
		d.Fatalf("a process ends with %d", code)
	}
}

// fired returns when the deadlines of a log fired.
func (d *doomed) fired(store *db.DB, id tournament.ID) map[string]time.Time {
	d.Helper()
	stored, err := db.StoreOf(store, tournament.Log).Load(d.Context(), id)
	if err != nil {
		d.Fatal(err)
	}
	at := map[string]time.Time{}
	for i := range stored.Log {
		e := &stored.Log[i]
		if e.Actor != 0 {
			continue
		}
		if _, twice := at[e.Cause]; twice {
			d.Errorf("event %d: %s fired twice", id, e.Cause)
		}
		at[e.Cause] = e.Time
	}
	return at
}

// TestDeadlinesAreLateByNoMoreThanTheCrashes: real processes are killed again and again,
// and between the kills some events crash them. Each other deadline fires once, at the
// latest in the first poll after it that comes to its end, so it is late by the time of
// the kills and crashes and no more. Each event that crashes the process costs three
// crashes and is set apart; no other event is. The full run is -kills 1000.
func TestDeadlinesAreLateByNoMoreThanTheCrashes(t *testing.T) {
	t.Parallel()
	d := newDoomed(t, time.Duration(*kills)*3*time.Minute)
	begun := d.at
	for r := rand.New(rand.NewPCG(1, 2)); d.killed < *kills; {
		if d.life(r); d.crashed > 3*len(d.bad) {
			t.Fatalf("%d crashes for %d events that crash", d.crashed, len(d.bad))
		}
	}
	for d.at = d.at.Add(step); ; d.crashed++ {
		p := spawn(t, liveIn, d.file)
		if survived := d.poll(p); p.kill() == -1 && survived {
			break
		}
	}
	store, err := opened(d.file)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	last := d.polls[len(d.polls)-1]
	fired, worst, n := map[tournament.ID]map[string]time.Time{}, time.Duration(0), 0
	for _, due := range d.due {
		if due.At.After(last) {
			continue
		}
		n++
		if fired[due.Log.ID] == nil {
			fired[due.Log.ID] = d.fired(store, due.Log.ID)
		}
		got, ok := fired[due.Log.ID][due.Key]
		i, _ := slices.BinarySearchFunc(d.polls, due.At, time.Time.Compare)
		if !ok || got.After(d.polls[i]) || got.Before(due.At) {
			t.Errorf("event %d: %s fired (%v) at %v, want it from %v to %v", due.Log.ID, due.Key, ok, got, due.At, d.polls[i])
		}
		if due.At.After(begun) {
			worst = max(worst, got.Sub(due.At))
		}
	}
	left, err := store.Attempts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	apart := 0
	for _, a := range left {
		well := slices.ContainsFunc(d.due, func(due tournament.DueDeadline) bool { return due.Log.ID == a.Log })
		switch {
		case well && a.Crashes == 0 && a.Kills < 3: // killed when it had fired, and nothing was due since
		case well || a.Crashes < 3:
			t.Errorf("blamed: %+v", a)
		default:
			apart++
		}
	}
	if due := len(slices.DeleteFunc(slices.Clone(d.bad), func(at time.Time) bool { return at.After(last) })); n == 0 || due == 0 || apart != due || d.crashed > 3*due {
		t.Errorf("%d deadlines; %d of %d events that crash are set apart after %d crashes", n, apart, due, d.crashed)
	}
	t.Logf("%d kills, %d crashes of %d events, %d polls in %v; %d deadlines, at most %v late", d.killed, d.crashed, apart, len(d.polls), last.Sub(begun), n, worst)
}
