package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"topcut/tournament/journal"
)

// workPatience is how long a kind of work may fail before /healthz reports it: most
// faults disappear with the next attempt.
const workPatience = 30 * time.Second

// The monitored kinds of work.
const (
	workCommits   = "commits"       // of events and leagues
	workSending   = "sending"       // of posts
	workBackups   = "backups"       // made by backup.cron
	workDeadlines = "deadlines"     // that were due
	workFolder    = "backup_folder" // checks that backups can be written
	workLateness  = "lateness"      // checks for late posts and deadlines; a late one counts as a failure
)

// works lists the kinds in order of display.
var works = []string{workCommits, workSending, workBackups, workFolder, workDeadlines, workLateness}

// outcomes records the latest outcomes of each kind of work. The zero value is ready to
// use.
type outcomes struct {
	mu  sync.Mutex
	all map[string]*workHealth
}

// workHealth is the state of one kind of work. A zero time means never.
type workHealth struct {
	LastSuccess  time.Time `json:"last_success,omitzero"`
	LastFailure  time.Time `json:"last_failure,omitzero"`
	FailingSince time.Time `json:"failing_since,omitzero"` // the first failure since the last success
	Failure      string    `json:"failure,omitempty"`      // the latest failure
	failures     int
}

// note records the outcome of an attempt.
func (o *outcomes) note(work string, err error, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all == nil {
		o.all = map[string]*workHealth{}
	}
	w := o.all[work]
	if w == nil {
		w = &workHealth{}
		o.all[work] = w
	}
	if err == nil {
		w.LastSuccess, w.FailingSince = now, time.Time{}
		return
	}
	w.LastFailure, w.Failure = now, faultText(err)
	w.failures++
	if w.FailingSince.IsZero() {
		w.FailingSince = now
	}
}

// read returns the state of each kind of work.
func (o *outcomes) read() map[string]workHealth {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := map[string]workHealth{}
	for _, work := range works {
		out[work] = workHealth{}
		if w := o.all[work]; w != nil {
			out[work] = *w
		}
	}
	return out
}

// failing reports whether the work has failed for longer than workPatience.
func (w *workHealth) failing(now time.Time) bool {
	return !w.FailingSince.IsZero() && now.Sub(w.FailingSince) > workPatience
}

// text describes the state on one line.
func (w *workHealth) text() string {
	at := func(t time.Time) string {
		if t.IsZero() {
			return "never"
		}
		return t.Local().Format(time.DateTime)
	}
	text := fmt.Sprintf("last success %s, last failure %s", at(w.LastSuccess), at(w.LastFailure))
	if w.Failure != "" {
		text += ": " + w.Failure
	}
	return text
}

// write writes the outcomes as metrics; the time 0 means never.
func (o *outcomes) write(w io.Writer) {
	all := o.read()
	seconds := func(t time.Time) int64 {
		if t.IsZero() {
			return 0
		}
		return t.Unix()
	}
	for _, work := range works {
		h := all[work]
		fmt.Fprintf(w, "topcut_failures_total{work=%q} %d\n", work, h.failures)
		fmt.Fprintf(w, "topcut_last_success_seconds{work=%q} %d\n", work, seconds(h.LastSuccess))
		fmt.Fprintf(w, "topcut_last_failure_seconds{work=%q} %d\n", work, seconds(h.LastFailure))
	}
}

// notedStore is a store that records the outcome of each commit.
type notedStore[E, R any] struct {
	journal.Store[E, R]
	note func(error)
}

// Commit implements journal.Store. Conflicts and cancelled contexts are not recorded:
// after a conflict the caller decides again, and a cancellation says nothing about the
// database.
func (s notedStore[E, R]) Commit(ctx context.Context, c *journal.Commit[E, R]) error {
	err := s.Store.Commit(ctx, c)
	if !errors.Is(err, journal.ErrConflict) && ctx.Err() == nil {
		s.note(err)
	}
	return err
}
