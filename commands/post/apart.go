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
	"topcut/tournament/sorted"
)

const (
	// mostCrashes is how many times in a row the process may crash in one kind of work on a
	// log before that work is set apart: it then waits while all other work goes on.
	mostCrashes = 3
	// mostKills is the same for kills. A kill leaves no trace of its reason: a host or a
	// person that stops the bot has nothing to do with the work that happened to be done,
	// while a host that watches the memory may kill it for that work. So many in a row,
	// without that work ever coming to an end, are not by chance.
	mostKills = 10
)

// waryFor is how long posts and presses are recorded after a process that crashed or was
// killed. Who is at fault shows in the first moments: what was to be done then is done
// again.
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
// Deadlines are recorded always, other work only after a crash or kill, because a record
// costs a transaction.
//
// What is recorded when the process ends counts against that work only as far as its end
// shows: a panic, another fatal fault or want of memory is a crash (db.DB.Crash), a kill
// from outside weighs less (see mostKills), and a process that closed its database had no
// part in it.
type Guard struct {
	Attempts tournament.Attempts
	Version  string // of the program: what another version crashed in is tried again
	Wary     bool   // the process before crashed, or was killed
	Crash    string // why it crashed; empty if it did not
	Log      *slog.Logger

	// turn is held by the work that a process crashed in before, so that it is not done
	// beside other work that would be blamed too.
	turn sync.RWMutex

	mu     sync.Mutex
	began  time.Time                   // of this process
	blamed map[guarded]journal.Attempt // work that did not come to an end
	unseen int                         // crashes in work that was not recorded
	freed  []journal.Attempt           // that another version was apart for
}

// guarded is one kind of work on a log.
type guarded struct {
	log  journal.ID
	work string
}

// apart reports whether the work is set apart.
func apart(a *journal.Attempt) bool { return a.Crashes >= mostCrashes || a.Kills >= mostKills }

// Learn reads the records of earlier processes and counts the end of the last one. It must
// be called before Do.
func (g *Guard) Learn(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.Crash != "" {
		g.Log.Error("the process before crashed", "why", g.Crash)
	}
	all, err := g.Attempts.Attempts(ctx)
	if err != nil {
		return err
	}
	g.began, g.blamed = time.Now(), map[guarded]journal.Attempt{}
	seen := false
	for _, a := range all {
		seen = seen || a.Open
		if a.Version != g.Version {
			g.Log.Info("what an earlier version crashed in is tried again", "id", a.Log, "work", a.Work, "key", a.Key, "crashes", a.Crashes, "kills", a.Kills)
			g.freed = append(g.freed, a)
			a.Crashes, a.Kills = 0, 0
		} else if err := g.settle(ctx, &a); err != nil {
			return err
		}
		if a.Crashes+a.Kills > 0 {
			g.blamed[guarded{a.Log, a.Work}] = a
			g.Log.Error("the process ended in some work", "id", a.Log, "work", a.Work, "key", a.Key, "crashes", a.Crashes, "kills", a.Kills, "apart", apart(&a))
		} else if err := g.Attempts.EndAttempt(ctx, a.Log, a.Work); err != nil {
			return err
		}
	}
	if g.Crash != "" && !seen { // the crash was in work that was not recorded
		g.unseen = 1
	}
	return nil
}

// settle counts the end of the process before against work that was being done.
func (g *Guard) settle(ctx context.Context, a *journal.Attempt) error {
	if !a.Open {
		return nil
	}
	switch {
	case g.Crash != "":
		a.Crashes++
	case g.Wary:
		a.Kills++
	}
	a.Open = false
	return g.Attempts.Attempt(ctx, *a)
}

// Do does some work on a log unless that is set apart, which is ErrApart. A nil Guard
// does everything.
func (g *Guard) Do(ctx context.Context, id journal.ID, work, key string, do func() error) (err error) {
	if g == nil {
		return do()
	}
	g.mu.Lock()
	a, known := g.blamed[guarded{id, work}]
	wary := work == workDeadlines || g.Wary && time.Since(g.began) < waryFor
	g.mu.Unlock()
	switch {
	case apart(&a):
		return ErrApart
	case !known && !wary:
		return do()
	case known:
		g.turn.Lock()
		defer g.turn.Unlock()
	default:
		if work != workDeadlines { // whose first crash is recorded
			a.Crashes = g.unseen
		}
		g.turn.RLock()
		defer g.turn.RUnlock()
	}
	if err := g.Attempts.Attempt(ctx, journal.Attempt{Log: id, Work: work, Key: key, Crashes: a.Crashes, Kills: a.Kills, Open: true, Version: g.Version}); err != nil {
		return err
	}
	defer func() { // also after a panic, from which the caller recovers
		if ended := g.Attempts.EndAttempt(context.WithoutCancel(ctx), id, work); ended != nil {
			err = errors.Join(err, ended)
			return
		}
		g.mu.Lock()
		delete(g.blamed, guarded{id, work})
		g.mu.Unlock()
	}()
	return do()
}

// retry lets the work of a server be done once more: if the process crashes in it, the
// next one sets it apart again.
func (g *Guard) retry(guild string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for w, a := range g.blamed {
		if a.Guild == guild && apart(&a) {
			a.Crashes, a.Kills = min(a.Crashes, mostCrashes-1), min(a.Kills, mostKills-1)
			g.blamed[w] = a
		}
	}
}

// Apart returns what is set apart, by log.
func (g *Guard) Apart() (all []journal.Attempt) {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, a := range g.blamed {
		if apart(&a) {
			all = append(all, a)
		}
	}
	sorted.Stable(all, func(a, b journal.Attempt) int {
		return cmp.Or(cmp.Compare(a.Log, b.Log), cmp.Compare(a.Work, b.Work))
	})
	return all
}

// freedPosts returns the posts that crashed an earlier version, once.
func (g *Guard) freedPosts() []journal.Attempt {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	freed := slices.DeleteFunc(g.freed, func(a journal.Attempt) bool { return a.Work != workPosts })
	g.freed = nil
	return freed
}

// Retry tries at once what is stuck in a server, including what is set apart.
func (p *Poller) Retry(guild string) {
	p.mu.Lock()
	for k, s := range p.stuck {
		if s.Guild == guild {
			delete(p.stuck, k)
		}
	}
	p.mu.Unlock()
	p.Guard.retry(guild)
}
