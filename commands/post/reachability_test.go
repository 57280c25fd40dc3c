package post_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/post"
	"topcut/tournament"
	"topcut/tournament/command"
)

// asking is an event in its first round with a Poller; it uses the time of a synctest
// bubble.
type asking struct {
	*postedEvent
	log   bytes.Buffer
	hears bool
	still time.Duration // the process is suspended in its next poll for this long
	mu    sync.Mutex
	stop  func()
	dead  atomic.Bool // the process has crashed and records nothing
}

// mortal is the clocks of a process that may crash.
type mortal struct {
	tournament.Clocks
	dead *atomic.Bool
}

func (m mortal) NoteReachable(ctx context.Context, at time.Time) error {
	if m.dead.Load() {
		return nil
	}
	return m.Clocks.NoteReachable(ctx, at)
}

// crash stops a bot without notice.
func (a *asking) crash() {
	a.dead.Store(true)
	a.stop()
	a.dead.Store(false)
}

func newAsking(t *testing.T) *asking {
	t.Helper()
	a := &asking{postedEvent: newPostedEvent(t, true), hears: true, stop: func() {}}
	cmds := command.All{callingAtOnce}
	for i := range 4 {
		cmds = append(cmds, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
	}
	a.do(append(cmds, &command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}))
	return a
}

func (a *asking) do(c command.Command) *tournament.Snapshot {
	a.Helper()
	out, err := a.director.Do(a.Context(), a.id, a.request(c))
	if err != nil {
		a.Fatal(err)
	}
	return out.After
}

// reported lets the first player report and returns the row of the question.
func (a *asking) reported() tournament.OutboxRow {
	a.Helper()
	s := a.do(&command.ReportResult{Player: 1, Text: "2-0"}).State
	return a.row(fmt.Sprintf("r1.%d.call.%d", s.Round(1).PublishedSeq, s.Seq))
}

// posted records that a question was posted.
func (a *asking) posted(row tournament.OutboxRow) {
	a.Helper()
	if err := a.store.Posted(a.Context(), row.ID, row.Channel, "5", row.Want, time.Time{}); err != nil {
		a.Fatal(err)
	}
}

// start starts a bot, which runs until stop.
func (a *asking) start() {
	ctx, cancel := context.WithCancel(a.Context())
	p := &post.Poller{
		Clocks: mortal{a.store, &a.dead}, Posts: a.store, Director: a.director, Now: a.now, Host: a.now, Log: slog.New(slog.NewTextHandler(&a.log, nil)),
		Reachable: func() bool {
			a.mu.Lock()
			still := a.still
			a.still = 0
			a.mu.Unlock()
			time.Sleep(still)
			a.mu.Lock()
			defer a.mu.Unlock()
			return a.hears
		},
	}
	var running sync.WaitGroup
	running.Go(func() { p.Run(ctx) })
	a.stop = func() { cancel(); running.Wait() }
}

func (a *asking) hear(yes bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hears = yes
}

// TestWhoeverCannotBeHeardHasTheTimeBack: three minutes after a report people cannot
// reach the bot for fifty minutes, for various reasons. Silence decides nothing during
// that time, and afterwards they have the remaining seven minutes.
func TestWhoeverCannotBeHeardHasTheTimeBack(t *testing.T) {
	const outage = 50 * time.Minute
	for name, tc := range map[string]struct{ from, until func(*asking) }{
		"the gateway is away": {func(a *asking) { a.hear(false) }, func(a *asking) { time.Sleep(10 * time.Minute); a.hear(true) }},
		"the bot is stopped":  {func(a *asking) { a.stop() }, func(a *asking) { time.Sleep(10 * time.Minute); a.start() }},
		"the bot is stopped, and the gateway is away for a part of it": {
			func(a *asking) { a.stop() },
			func(a *asking) { a.hear(false); a.start(); time.Sleep(10 * time.Minute); a.hear(true) },
		},
		"the process stands still": {
			func(a *asking) { a.mu.Lock(); a.still = outage; a.mu.Unlock() },
			func(a *asking) { time.Sleep(10 * time.Minute) },
		},
		"the bot is stopped twice": {
			func(a *asking) { a.stop() },
			func(a *asking) {
				a.hear(false)
				a.start()
				time.Sleep(time.Minute)
				a.stop()
				a.hear(true)
				time.Sleep(9 * time.Minute)
				a.start()
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newAsking(t)
				a.start()
				time.Sleep(time.Minute)
				a.posted(a.reported())
				began := time.Now()
				time.Sleep(3 * time.Minute)
				tc.from(a)
				time.Sleep(outage - 10*time.Minute)
				tc.until(a)
				a.until(began, outage+10*time.Minute)
			})
		})
	}
}

// TestAClockThatIsSetTakesNobodysTime: three minutes after a report the host's clock, and
// with it the event's time, is set. Putting it forward confirms nothing; putting it back
// gives more time.
func TestAClockThatIsSetTakesNobodysTime(t *testing.T) {
	for by, want := range map[time.Duration]time.Duration{50 * time.Minute: 10 * time.Minute, -50 * time.Minute: time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newAsking(t)
				a.start()
				time.Sleep(time.Minute)
				a.posted(a.reported())
				began := time.Now()
				time.Sleep(3 * time.Minute)
				a.ahead.Store(int64(by))
				a.until(began, want)
			})
		})
	}
}

// TestAProcessThatDiedAtOnceTookNobodysTime: a report was accepted by a process that
// crashed before it recorded that people can reach it. Once there is a bot again, the
// player who is asked has the full time.
func TestAProcessThatDiedAtOnceTookNobodysTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		a.posted(a.reported())
		began := time.Now()
		time.Sleep(50 * time.Minute)
		a.hear(false) // the first poll comes before the connection is up
		a.start()
		time.Sleep(2 * time.Second)
		a.hear(true)
		a.until(began, time.Hour)
	})
}

// TestAStopIsNoted: a stopped bot records until when people could reach it, so that the
// next one gives back only the time after that.
func TestAStopIsNoted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		a.start()
		time.Sleep(100 * time.Second) // not just after one of its records, which are 15 seconds apart
		a.stop()
		last, err := a.store.LastReachable(t.Context())
		if ago := time.Since(last); err != nil || ago > 2*time.Second {
			t.Errorf("people were heard until %v before the stop, %v", ago, err)
		}
	})
}

// TestACrashLoopDoesNotStopTime: after a report the bot crashes every few seconds and is
// restarted. Silence confirms the report when the bot has run for ten minutes in total:
// hardly any of its running time is given back, and no more than its downtime.
func TestACrashLoopDoesNotStopTime(t *testing.T) {
	for _, tc := range []struct{ lives, away time.Duration }{
		{3 * time.Second, 500 * time.Millisecond},
		{3 * time.Second, 10 * time.Second},
		{2500 * time.Millisecond, 6 * time.Second},
		{19 * time.Second, 20 * time.Second},
	} {
		t.Run(fmt.Sprintf("%s alive, %s away", tc.lives, tc.away), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newAsking(t)
				a.start()
				time.Sleep(time.Minute)
				a.posted(a.reported())
				began, down := time.Now(), time.Duration(0)
				silence := 10 * time.Minute
				for end := began.Add(3 * time.Hour); time.Now().Before(end); down += tc.away {
					time.Sleep(tc.lives)
					if a.confirmed() {
						break
					}
					a.crash()
					time.Sleep(tc.away)
					a.start()
				}
				defer a.stop()
				took, latest := time.Since(began), silence+silence/noteShare+down+tc.lives+time.Second
				if !a.confirmed() || took < silence || took > latest {
					t.Errorf("confirmed (%v) after %v, %v of it away; want it by %v\n%s", a.confirmed(), took, down, latest, &a.log)
				}
				t.Logf("confirmed after %v, %v of it away", took, down)
			})
		})
	}
}

// noteShare: a crashed process gives back at most this fraction of its life.
const noteShare = 8

// confirmed reports whether silence has confirmed the report.
func (a *asking) confirmed() bool {
	a.Helper()
	snap, err := a.director.Snapshot(a.Context(), a.id)
	if err != nil {
		a.Fatal(err)
	}
	m, _ := snap.State.Match(1, snap.State.MatchOf(1, 1))
	return m.Confirmed
}

// until checks that silence confirms the report this long after began.
func (a *asking) until(began time.Time, want time.Duration) {
	a.Helper()
	defer func() { a.stop() }()
	for {
		snap, err := a.director.Snapshot(a.Context(), a.id)
		if err != nil {
			a.Fatal(err)
		}
		took := time.Since(began)
		if m, _ := snap.State.Match(1, snap.State.MatchOf(1, 1)); m.Confirmed {
			if took < want-15*time.Second || took > want+30*time.Second {
				a.Errorf("confirmed by %v after %v, want %v\n%s", m.ConfirmBy, took, want, &a.log)
			}
			return
		}
		if took > want+time.Hour {
			a.Fatalf("not confirmed after %v\n%s", took, &a.log)
		}
		time.Sleep(time.Second)
	}
}

// TestNobodyIsSilentWhoWasNotAsked: the question about a report is not posted for fifty
// minutes because Discord accepts no posts. The time to respond begins when it is posted.
func TestNobodyIsSilentWhoWasNotAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		a.start()
		time.Sleep(time.Minute)
		row := a.reported()
		began := time.Now()
		time.Sleep(20 * time.Minute)
		a.stop() // and the bot is restarted meanwhile
		a.start()
		time.Sleep(30 * time.Minute)
		a.posted(row)
		a.until(began, time.Hour)
	})
}
