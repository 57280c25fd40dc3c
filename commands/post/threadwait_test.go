package post_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/stage"
)

// tables is more than the channels of one server that are written to at once.
const tables = 12

// TestAWaitForAThreadHoldsUpNothingElse: Discord lets a bot open one thread in a channel and
// then makes it wait for minutes, as it has been seen to do. The other cards are posted and
// kept right, opponents are asked in the channel, and another channel is as fast as without.
func TestAWaitForAThreadHoldsUpNothingElse(t *testing.T) {
	for _, wait := range []time.Duration{20 * time.Second, 75 * time.Second, 219 * time.Second} {
		runInBubble(t, wait.String(), func(t *testing.T) {
			w := newTestServer(t, func(c *localdiscord.Config) {
				c.RateLimits.Threads = localdiscord.SharedBucket{Requests: 1, Window: wait}
			})
			w.srv.Tolerate(429)
			guild := w.srv.AddGuild("Hall")
			channel, beside := guild.AddChannel("open"), guild.AddChannel("beside")
			w.serve(nil)
			threaded, other := w.pairedWithThreads(guild, channel), w.open(guild, beside, nil)
			within := func(what string, most time.Duration, done func() bool) {
				t.Helper()
				w.sender.Wake()
				began := time.Now()
				w.until(what, done)
				if took := time.Since(began); took > most {
					t.Errorf("%s: only after %s", what, took)
				}
			}
			within("all cards are posted", 5*time.Second, func() bool {
				n := 0
				for _, m := range w.posts(channel) {
					if w.says(m, "Drop") {
						n++
					}
				}
				return n == tables
			})
			threads := func() (n int) {
				for _, c := range guild.Channels() {
					if c.ParentID() == channel.ID() {
						n++
					}
				}
				return n
			}
			w.until("one thread is opened", func() bool { return threads() > 0 })
			for match := 1; match <= tables; match++ {
				_, l := w.snapshot(threaded).State.Match(1, match)
				threaded.do(&command.ReportResult{Player: int(l.Seats[0]) + 1, Text: "2-0"})
			}
			within("all opponents but that of the thread are asked in the channel", 5*time.Second, func() bool {
				n := 0
				for _, m := range w.posts(channel) {
					if w.says(m, "Dispute") && !w.says(m, "Drop") {
						n++
					}
				}
				return n == tables-1
			})
			within("the cards show the reports", 5*time.Second, func() bool {
				n := 0
				for _, m := range w.posts(channel) {
					if w.says(m, "Drop") && w.says(m, "2–0") {
						n++
					}
				}
				return n == tables
			})
			other.do(&command.Join{User: "77", Name: "Player 77"})
			within("another channel is right", time.Second, func() bool { return w.says(w.posts(beside)[0], "1 player") })
			if n := threads(); n != 1 {
				t.Errorf("%d threads are open before the wait is over: the test shows nothing", n)
			}
			time.Sleep(wait)
			w.until("the next thread is opened", func() bool { return threads() > 1 })
		})
	}
}

// pairedWithThreads opens an event in which each match of the first round has a thread.
func (w *testServer) pairedWithThreads(guild *localdiscord.Guild, channel *localdiscord.Channel) *postedEvent {
	w.Helper()
	e := w.open(guild, channel, nil)
	join := command.All{&command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
		s.Stages, s.Threads = s.Stages.WithRounds(2).WithCut(stage.Entry{}), true
		return s, nil
	}}}
	for i := range 2 * tables {
		join = append(join, &command.Join{User: fmt.Sprint(100 + i), Name: fmt.Sprint("Player ", i)})
	}
	e.do(join)
	e.do(&command.Start{})
	e.do(&command.Pair{})
	e.do(&command.PublishAndStart{})
	return e
}

// snapshot returns the state of an event.
func (w *testServer) snapshot(e *postedEvent) *tournament.Snapshot {
	w.Helper()
	snap, err := w.director.Snapshot(w.Context(), e.id)
	if err != nil {
		w.Fatal(err)
	}
	return snap
}
