package post

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/sorted"
)

// Poller fires the due deadlines of events and leagues. Each takes effect in the
// transaction of its events, so it happens once whatever crashes. A deadline that was due
// while the bot was down fires once, late.
type Poller struct {
	Clocks   tournament.Clocks
	Director *command.Director
	Leagues  Leagues // nil on a server without leagues
	Now      func() time.Time
	Log      *slog.Logger
	// Every is the interval between polls in real time; 0 means one second.
	Every    time.Duration
	Panicked func() // called on a fault of the bot; may be nil
	// Reachable reports whether people can reach the bot now: it is connected and can store
	// their input. Nil means always.
	Reachable func() bool
	// Host returns the host's clock, which can be set; nil means time.Now. Durations are
	// measured by the monotonic clock.
	Host func() time.Time
	// Brief is the longest outage, in real time, for which people do not get the time back;
	// 0 means five seconds. When the event's time is moved by days, a machine that is busy
	// for that long has taken no time from them.
	Brief time.Duration
	// Outcome is called after each poll with the error of what could not be read or fired,
	// or nil; may be nil.
	Outcome func(error)
	Guard   *Guard            // sets apart events whose deadlines crash the process; nil = none
	Posts   tournament.Outbox // tells which questions are not posted; nil means all are

	hearing reachability

	mu    sync.Mutex
	stuck map[dueKey]*Stuck
}

// Leagues gives access to the leagues of servers. *league.Office implements it.
type Leagues interface {
	// Fire fires a deadline of a league.
	Fire(ctx context.Context, id journal.ID, key string) error
	// Hear passes the state of an event to the leagues, at a deadline of the event.
	Hear(ctx context.Context, id journal.ID, key string) error
	// Digest fires the deadline of an event's digest.
	Digest(ctx context.Context, id journal.ID, key string) error
}

// dueKey identifies a due deadline of a log.
type dueKey struct {
	id  int64
	key string
}

// Stuck is a deadline that fails to fire.
type Stuck struct {
	tournament.DueDeadline
	Why   error
	Since time.Time

	attempts int
	next     time.Time
}

// Stuck returns the deadlines that fail to fire, oldest first.
func (p *Poller) Stuck() []Stuck {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Stuck
	for _, s := range p.stuck {
		out = append(out, *s)
	}
	sorted.Stable(out, func(a, b Stuck) int { return a.Since.Compare(b.Since) })
	return out
}

// maxStuck bounds the wait between attempts.
const maxStuck = 5 * time.Minute

// once calls do for something that is due. A failure, by error or panic, affects only
// this one: it is logged with its key and retried after longer and longer waits.
func (p *Poller) once(d tournament.DueDeadline, do func() error) {
	k := dueKey{int64(d.Log.ID), d.Key}
	p.mu.Lock()
	s, now := p.stuck[k], time.Now()
	p.mu.Unlock()
	if s != nil && now.Before(s.next) {
		return
	}
	err := do()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil {
		delete(p.stuck, k)
		return
	}
	if s == nil {
		s = &Stuck{DueDeadline: d, Since: now}
		if p.stuck == nil {
			p.stuck = map[dueKey]*Stuck{}
		}
		p.stuck[k] = s
	}
	s.Why, s.next = err, now.Add(min(time.Second<<min(s.attempts, 9), maxStuck))
	s.attempts++
	p.Log.Error("deadline: not fired", "id", k.id, "deadline", k.key, "error", err)
}

// freed forgets what was stuck and is no longer due.
func (p *Poller) freed(due []tournament.DueDeadline) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := range p.stuck {
		if !slices.ContainsFunc(due, func(d tournament.DueDeadline) bool { return k == dueKey{int64(d.Log.ID), d.Key} }) {
			delete(p.stuck, k)
		}
	}
}

// catchPanic calls do and turns a panic into an error.
func (p *Poller) catchPanic(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			if p.Panicked != nil {
				p.Panicked()
			}
			err = &fault{fmt.Sprint(v), debug.Stack()}
		}
	}()
	return do()
}

// fault is a recovered panic. Its text is in the log.
type fault struct {
	what  string
	stack []byte
}

func (f *fault) Error() string { return fmt.Sprintf("panic: %s\n%s", f.what, f.stack) }

// Unwrap returns the reason to show to people.
func (f *fault) Unwrap() error { return notice.Err("cause.fault") }

// dueBatch bounds the deadlines fired per poll.
const dueBatch = 500

// every returns the interval between polls.
func (p *Poller) every() time.Duration { return cmp.Or(p.Every, time.Second) }

// Run polls until ctx is done.
func (p *Poller) Run(ctx context.Context) {
	ticker := time.NewTicker(p.every())
	defer ticker.Stop()
	for {
		p.poll(ctx, p.updateReach(ctx))
		select {
		case <-ticker.C:
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			p.note(last)
			return
		}
	}
}

// Poll fires everything that is due now.
func (p *Poller) Poll(ctx context.Context) { p.poll(ctx, p.Now()) }

// poll fires everything that is due at the given time.
func (p *Poller) poll(ctx context.Context, now time.Time) {
	due, err := p.Clocks.DueDeadlines(ctx, now, dueBatch)
	if err != nil && ctx.Err() == nil {
		p.Log.Error("deadlines cannot be read", "error", err)
	}
	for _, d := range due {
		if ctx.Err() != nil {
			return
		}
		if !p.mayFire(d) {
			continue
		}
		p.once(d, func() error {
			return p.Guard.Do(ctx, d.Log.ID, workDeadlines, d.Key, func() error {
				return p.catchPanic(func() error { return p.fire(ctx, d) })
			})
		})
	}
	if len(due) < dueBatch && err == nil {
		p.freed(due)
	}
	if p.Outcome == nil || ctx.Err() != nil {
		return
	}
	if stuck := p.Stuck(); err == nil && len(stuck) > 0 {
		err = stuck[0].Why
	}
	p.Outcome(err)
}

// fire fires a deadline.
func (p *Poller) fire(ctx context.Context, d tournament.DueDeadline) (err error) {
	switch {
	case d.Log.Kind == season.Log.Name:
		err = p.Leagues.Fire(ctx, d.Log.ID, d.Key)
	case tournament.KindOf(d.Key) == tournament.DueLeague:
		err = p.Leagues.Hear(ctx, d.Log.ID, d.Key)
	case tournament.KindOf(d.Key) == tournament.DueDigest && p.Leagues != nil:
		err = p.Leagues.Digest(ctx, d.Log.ID, d.Key)
	default:
		_, err = p.Director.Do(ctx, d.Log.ID, command.Request{Cause: d.Key, Command: &command.Fire{Key: d.Key}})
	}
	switch {
	case ctx.Err() != nil, tournament.ClassOf(err) == tournament.NoChange:
		return nil // stopping, or overtaken by events since the deadline was read
	case err != nil:
		return err
	}
	if late := p.Now().Sub(d.At); late > time.Minute {
		p.Log.Warn("a deadline fired late", "tournament", d.Log.ID, "deadline", d.Key, "late", late)
	}
	return nil
}
