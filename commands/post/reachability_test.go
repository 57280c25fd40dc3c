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
)

// asking is an event in its first round with a Poller; the time is that of a bubble.
type asking struct {
	*postedEvent
	log   bytes.Buffer
	hears bool
	still time.Duration // the process stands still in its next look at the clock
	mu    sync.Mutex
	stop  func()
	dead  atomic.Bool // the process has crashed: it records nothing
}

// mortal are the clocks of a process that may crash.
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

// crash ends the life of a bot without a word.
func (a *asking) crash() {
	a.dead.Store(true)
	a.stop()
	a.dead.Store(false)
}

func newAsking(t *testing.T) *asking {
	t.Helper()
	a := &asking{postedEvent: newPostedEvent(t, true), hears: true, stop: func() {}}
	cmds := tournament.All{}
	for i := range 4 {
		cmds = append(cmds, &tournament.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
	}
	a.do(append(cmds, &tournament.Start{}, &tournament.Pair{}, &tournament.Publish{}, &tournament.StartRound{}))
	return a
}

func (a *asking) do(c tournament.Command) *tournament.Snapshot {
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
	s := a.do(&tournament.ReportResult{Player: 1, Text: "2-0"}).State
	return a.row(fmt.Sprintf("r1.%d.call.%d", s.Round(1).PublishedSeq, s.Seq))
}

// posted says that a question is in its channel.
func (a *asking) posted(row tournament.OutboxRow) {
	a.Helper()
	if err := a.store.Posted(a.Context(), row.ID, row.Channel, "5", row.Want, time.Time{}); err != nil {
		a.Fatal(err)
	}
}

// start begins the life of a bot; it ends with stop.
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
// be heard for fifty minutes, for one reason or another. Nothing is decided by their
// silence in it, and after it they have the seven minutes that were left.
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

// TestAClockThatIsSetTakesNobodysTime: the host's clock, and with it the event's time,
// is set three minutes after a report. Put forward it confirms nothing; put back it
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

// TestAProcessThatDiedAtOnceTookNobodysTime: a report was taken by a process that died
// before it recorded that it can be reached. The player who is asked has the whole time
// when there is a bot again.
func TestAProcessThatDiedAtOnceTookNobodysTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		a.posted(a.reported())
		began := time.Now()
		time.Sleep(50 * time.Minute)
		a.hear(false) // the clock is looked at before the connection stands
		a.start()
		time.Sleep(2 * time.Second)
		a.hear(true)
		a.until(began, time.Hour)
	})
}

// TestAStopIsNoted: a bot that is stopped records until when people could be heard, so that
// the next one gives back only time in which they could not.
func TestAStopIsNoted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		a.start()
		time.Sleep(100 * time.Second) // not just after one of its records, 15 seconds apart
		a.stop()
		last, err := a.store.LastReachable(t.Context())
		if ago := time.Since(last); err != nil || ago > 2*time.Second {
			t.Errorf("people were heard until %v before the stop, %v", ago, err)
		}
	})
}

// TestACrashLoopDoesNotStopTime: after a report the bot crashes every few seconds and is
// started again. Silence confirms the report when the bot has lived for ten minutes: of
// the time that it lived hardly any is given back, of the time that it was away no more
// than that.
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

// noteShare is the part of its life that a crashed process gives back at most.
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

// until holds the report to being confirmed by silence so long after it began.
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

// TestNobodyIsSilentWhoWasNotAsked: the question about a report is not posted for
// fifty minutes, since Discord takes no posts. The time for an answer begins when it
// is.
func TestNobodyIsSilentWhoWasNotAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsking(t)
		a.start()
		time.Sleep(time.Minute)
		row := a.reported()
		began := time.Now()
		time.Sleep(20 * time.Minute)
		a.stop() // and the bot is started anew meanwhile
		a.start()
		time.Sleep(30 * time.Minute)
		a.posted(row)
		a.until(began, time.Hour)
	})
}
