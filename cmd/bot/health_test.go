package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/wording"
	"topcut/db"
	"topcut/tournament/journal"
)

// newMonitor returns the monitor of a healthy bot.
func newMonitor() *monitor {
	return &monitor{
		stats:   func(context.Context) (db.Stats, error) { return db.Stats{}, nil },
		gateway: func() discord.Status { return discord.Status{Connected: true} }, started: time.Now(), now: time.Now, metrics: newMetrics(),
		database: func() string { return "" }, commands: func() error { return nil }, bars: func() []wording.Bar { return nil },
	}
}

// TestHealthSeesWhatPeopleDoNotGet: a bot is reported as degraded within a minute if it
// has no slash commands, may not post in a channel, or does not send its posts; short
// faults are not reported.
func TestHealthSeesWhatPeopleDoNotGet(t *testing.T) {
	now := time.Now()
	is := func(what string, m *monitor, after time.Duration, want string) {
		t.Helper()
		if got := m.health(t.Context(), now.Add(after)); got.Status != want {
			t.Errorf("%s, after %v: %+v, want %s", what, after, got, want)
		}
	}
	for after, want := range map[time.Duration]string{5 * time.Second: "ok", time.Minute: "degraded"} {
		m := newMonitor()
		m.started, m.commands = now, func() error { return errors.New("no answer") }
		is("no commands", m, after, want)
		m = newMonitor()
		m.bars = func() []wording.Bar { return []wording.Bar{{Channel: "1", Since: now}} }
		is("kept out", m, after, want)
		m = newMonitor()
		m.stats = func(context.Context) (db.Stats, error) {
			return db.Stats{PostsWaiting: 1, Oldest: db.Oldest{Message: now.Add(-time.Hour)}}, nil
		}
		is("a post waits", m, 0, "ok")
		is("it still does", m, after, want)
	}
	// The queue does not get shorter: each post is sent late, or none is sent and the newest
	// change is always young.
	for name, backlog := range map[string]struct {
		waiting func(second int) int
		age     time.Duration // of the oldest; 0 if it is always the same
		moved   int64         // per second
		want    string
	}{
		"it grows and is late":           {func(s int) int { return 5 + s/10 }, time.Minute, 1, "degraded"},
		"nothing goes out":               {func(int) int { return 3 }, time.Second, 0, "degraded"},
		"it shrinks, and is late":        {func(s int) int { return 90 - s }, time.Minute, 1, "ok"},
		"as much comes as goes, at once": {func(int) int { return 3 }, time.Second, 1, "ok"},
		"it comes and goes":              {func(s int) int { return 2 + s/10%2 }, time.Minute, 1, "ok"},
		"others come and go, one waits":  {func(s int) int { return 2 + s/10%2 }, 0, 1, "degraded"},
	} {
		m := newMonitor()
		for s := 0; s <= 60; s += 10 {
			at := now.Add(time.Duration(s) * time.Second)
			m.now = func() time.Time { return at }
			m.moved.Add(backlog.moved)
			st := db.Stats{PostsWaiting: backlog.waiting(s), Oldest: db.Oldest{Edit: at.Add(-backlog.age)}}
			if backlog.age == 0 {
				st.Oldest.Edit = now
			}
			m.stats = func(context.Context) (db.Stats, error) {
				return st, nil
			}
			want := "ok"
			if s == 60 {
				want = backlog.want
			}
			if got := m.health(t.Context(), at); (s == 0 || s == 60) && got.Status != want {
				t.Errorf("%s, after %d s: %+v, want %s", name, s, got, want)
			}
			if late := m.late(&st, at); s == 60 && late.IsZero() != (want == "ok") {
				t.Errorf("%s: late since %v", name, late)
			}
		}
	}
	m := newMonitor()
	m.database = func() string { return "event 3 is damaged" }
	is("damage", m, 0, "degraded")
}

func TestHealth(t *testing.T) {
	now := time.Date(2026, 3, 6, 20, 0, 0, 0, time.UTC)
	up := discord.Status{Connected: true, Since: now.Add(-time.Hour)}
	for _, tc := range []struct {
		name    string
		err     error
		gateway discord.Status
		started time.Time
		want    string
	}{
		{"all is well", nil, up, now.Add(-time.Hour), "ok"},
		{"the database is gone", errors.New("disk\nfull"), up, now.Add(-time.Hour), "degraded"},
		{"the gateway was lost just now", nil, discord.Status{Since: now.Add(-gatewayPatience / 2)}, now.Add(-time.Hour), "ok"},
		{"the gateway has been away", nil, discord.Status{Since: now.Add(-2 * gatewayPatience)}, now.Add(-time.Hour), "degraded"},
		{"not connected yet", nil, discord.Status{}, now.Add(-time.Second), "ok"},
		{"never connected", nil, discord.Status{}, now.Add(-2 * gatewayPatience), "degraded"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMonitor()
			m.stats = func(context.Context) (db.Stats, error) {
				return db.Stats{PostsWaiting: 3, PostsDead: map[string]int{"403": 2, "x: " + journal.Obsolete: 5}}, tc.err
			}
			m.gateway, m.started = func() discord.Status { return tc.gateway }, tc.started
			if got := m.health(t.Context(), now); got.Status != tc.want || got.Outbox.Dead != 2 {
				t.Errorf("%+v, want %s and 2 posts given up: what lapsed is no death", got, tc.want)
			}
		})
	}
}

func TestHealthzSays503WhenDegraded(t *testing.T) {
	m := newMonitor()
	m.stats = func(context.Context) (db.Stats, error) { return db.Stats{}, errors.New("no disk") }
	w := httptest.NewRecorder()
	m.handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestAThreadThatWaitsIsSeen: a thread that Discord does not let the bot open is in /healthz
// from the start and in /doctor after a while, apart from the posts, which are not late. The
// state is degraded only once it waits longer than Discord has ever told.
func TestAThreadThatWaitsIsSeen(t *testing.T) {
	now := time.Date(2026, 3, 6, 20, 0, 0, 0, time.UTC)
	for age, want := range map[time.Duration]struct {
		doctor bool
		status string
	}{20 * time.Second: {false, "ok"}, 219 * time.Second: {true, "ok"}, 280 * time.Second: {true, "ok"}, 7 * time.Minute: {true, "degraded"}} {
		m := newMonitor()
		m.stats, m.now = func(context.Context) (db.Stats, error) {
			return db.Stats{PostsWaiting: 1, Oldest: db.Oldest{Thread: now.Add(-age)}}, nil
		}, func() time.Time { return now }
		for _, seen := range []time.Time{now.Add(-age), now} {
			h := m.health(t.Context(), seen)
			if h.Status != want.status || h.Outbox.Lags["thread"] != age.Seconds() || len(h.Outbox.Lags) != 1 || h.Outbox.LagSeconds != age.Seconds() {
				t.Errorf("after %s: %s, %+v", age, h.Status, h.Outbox)
			}
		}
		if posts, threads := m.queue(t.Context()); !posts.IsZero() || threads.IsZero() == want.doctor {
			t.Errorf("after %s: posts late since %v, threads since %v", age, posts, threads)
		}
	}
}

// TestOutboxLag: the lag is the age of the oldest change that a post still has to show.
func TestOutboxLag(t *testing.T) {
	now := time.Date(2026, 3, 6, 20, 0, 0, 0, time.UTC)
	for oldest, want := range map[time.Time]float64{
		{}:                         0,
		now.Add(-90 * time.Second): 90,
		now.Add(time.Second):       0, // the clock was set back
	} {
		m := newMonitor()
		m.stats, m.now = func(context.Context) (db.Stats, error) { return db.Stats{Oldest: db.Oldest{Message: oldest}}, nil }, func() time.Time { return now }
		if got := m.health(t.Context(), now).Outbox.LagSeconds; got != want {
			t.Errorf("oldest %s: a lag of %v seconds, want %v", oldest, got, want)
		}
	}
}

// TestLateAnswersAreSeen: answers that came too late are counted for an hour, in /healthz, in
// the line of topcut health, and in the metrics; they do not make the bot degraded.
func TestLateAnswersAreSeen(t *testing.T) {
	m := newMonitor()
	late := m.metrics.hooks().Late
	for range 2 {
		late(4 * time.Second)
	}
	now := time.Now()
	h := m.health(t.Context(), now)
	if h.Status != "ok" || h.Answers.Late != 2 || h.Answers.Oldest != 4 {
		t.Errorf("%+v", h)
	}
	if line := h.Answers.line(); !strings.HasPrefix(line, "2 late answers in the last hour") {
		t.Errorf("the line is %q", line)
	}
	if n, _ := m.metrics.lateInHour(); n != 2 {
		t.Errorf("/doctor says %d", n)
	}
	var figures strings.Builder
	m.metrics.write(&figures)
	if !strings.Contains(figures.String(), "topcut_late_answers_total 2") {
		t.Error("the metrics have no late answers")
	}
	if h := m.health(t.Context(), now.Add(2*time.Hour)); h.Answers.Late != 0 || h.Answers.line() != "" {
		t.Errorf("two hours later: %+v", h.Answers)
	}
}
