package post

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// mostCrashes is how many times in a row the process may crash in one kind of work on a
// log before that work is set apart: it then waits while all other work goes on.
const mostCrashes = 3

// waryFor is how long posts and presses are recorded after a process that crashed. Who is
// at fault shows in the first moments: what was to be done then is done again.
const waryFor = 10 * time.Minute

// Kinds of work on a log.
const (
	workDeadlines = "deadlines"
	workPosts     = "posts"
	// WorkPresses is what people do by commands, buttons, selects and forms.
	WorkPresses = "presses"
)

// ErrApart says that work is set apart because the process crashed in it.
var ErrApart = notice.Err("cause.crashed")

// Guard finds out in which work the process crashes, and sets that work apart: one kind of
// work on one log. Work is recorded before it begins and the record is removed after it.
// Deadlines are recorded always, other work only after a crash, because a record costs a
// transaction.
type Guard struct {
	Attempts tournament.Attempts
	Version  string // of the program: what another version crashed in is tried again
	Wary     bool   // the process before crashed, or was killed
	Log      *slog.Logger

	// turn is held by the work that a process crashed in before, so that it is not done
	// beside other work that would be blamed too.
	turn sync.RWMutex

	mu      sync.Mutex
	began   time.Time         // when the records were read; zero = not yet
	crashes map[guarded]int   // in a row
	freed   []journal.Attempt // that another version was apart for
}

// guarded is one kind of work on a log.
type guarded struct {
	log  journal.ID
	work string
}

// learn reads the records of earlier processes, once.
func (g *Guard) learn(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.began.IsZero() {
		return nil
	}
	all, err := g.Attempts.Attempts(ctx)
	if err != nil {
		return err
	}
	g.crashes = map[guarded]int{}
	for _, a := range all {
		if a.Version != g.Version {
			g.Log.Info("what an earlier version crashed in is tried again", "id", a.Log, "work", a.Work, "key", a.Key, "times", a.N)
			if err := g.Attempts.Attempt(ctx, journal.Attempt{Log: a.Log, Work: a.Work}); err != nil {
				return err
			}
			g.freed = append(g.freed, a)
			continue
		}
		g.crashes[guarded{a.Log, a.Work}] = a.N
		g.Log.Error("the process ended in some work", "id", a.Log, "work", a.Work, "key", a.Key, "times", a.N, "apart", a.N >= most(a.Work))
	}
	g.began = time.Now()
	return nil
}

// most returns how often in a row the process may crash in recorded work. Of posts and
// presses the first crash is not recorded.
func most(work string) int {
	if work == workDeadlines {
		return mostCrashes
	}
	return mostCrashes - 1
}

// Do does some work on a log unless that is set apart, which is ErrApart. A nil Guard
// does everything.
func (g *Guard) Do(ctx context.Context, id journal.ID, work, key string, do func() error) (err error) {
	if g == nil {
		return do()
	}
	if err := g.learn(ctx); err != nil {
		return err
	}
	g.mu.Lock()
	n, wary := g.crashes[guarded{id, work}], work == workDeadlines || g.Wary && time.Since(g.began) < waryFor
	g.mu.Unlock()
	switch {
	case n >= most(work):
		return ErrApart
	case n == 0 && !wary:
		return do()
	case n > 0:
		g.turn.Lock()
		defer g.turn.Unlock()
	default:
		g.turn.RLock()
		defer g.turn.RUnlock()
	}
	if err := g.Attempts.Attempt(ctx, journal.Attempt{Log: id, Work: work, Key: key, N: n + 1, Version: g.Version}); err != nil {
		return err
	}
	defer func() { // also after a panic, from which the caller recovers
		if ended := g.Attempts.Attempt(context.WithoutCancel(ctx), journal.Attempt{Log: id, Work: work}); ended != nil {
			err = errors.Join(err, ended)
			return
		}
		g.mu.Lock()
		delete(g.crashes, guarded{id, work})
		g.mu.Unlock()
	}()
	return do()
}

// retry lets the work on some logs be done once more: if the process crashes in it, the
// next one sets it apart again.
func (g *Guard) retry(is func(journal.ID) bool) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for w, n := range g.crashes {
		if n >= most(w.work) && is(w.log) {
			g.crashes[w] = most(w.work) - 1
		}
	}
}

// Apart returns the logs of which a kind of work, or any work if it is empty, is set apart.
func (g *Guard) Apart(work string) (ids []journal.ID) {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for w, n := range g.crashes {
		if n >= most(w.work) && (work == "" || w.work == work) {
			ids = append(ids, w.log)
		}
	}
	slices.SortFunc(ids, cmp.Compare)
	return slices.Compact(ids)
}

// freedPosts returns the logs whose posts crashed an earlier version, once.
func (g *Guard) freedPosts(ctx context.Context) (ids []journal.ID) {
	if g == nil || g.learn(ctx) != nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, a := range g.freed {
		if a.Work == workPosts {
			ids = append(ids, a.Log)
		}
	}
	g.freed = nil
	return ids
}

// Retry tries at once what is stuck in the events of a server, including those that are
// set apart.
func (p *Poller) Retry(ctx context.Context, guild string) {
	for _, s := range p.Stuck() {
		if of(ctx, p.Director, s.Tournament) != guild {
			continue
		}
		p.mu.Lock()
		delete(p.stuck, dueKey{int64(s.Tournament), s.Key})
		p.mu.Unlock()
	}
	p.Guard.retry(func(id journal.ID) bool { return of(ctx, p.Director, id) == guild })
}

// of returns the server of an event, empty if it cannot be read.
func of(ctx context.Context, d *tournament.Director, id journal.ID) string {
	snap, err := d.Snapshot(ctx, id)
	if err != nil {
		return ""
	}
	return snap.State.Guild
}
