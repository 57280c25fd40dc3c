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
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// Poller fires what is due: deadlines of events and of leagues. Each takes effect in the transaction of its events, so that it
// happens once whatever crashes; what was due while the bot was down fires
// once, late.
type Poller struct {
	Clocks   tournament.Clocks
	Director *tournament.Director
	Leagues  Leagues
	Now      func() time.Time
	Log      *slog.Logger
	// Every is how often it looks, in real time; 0 = one second.
	Every    time.Duration
	Panicked func() // a fault of our own; may be nil
	// Reachable reports whether people can reach the bot now: it is connected and can store
	// what they say. Nil = always.
	Reachable func() bool
	// Host is the host's clock, which can be set; nil = time.Now. Durations are
	// measured by the monotonic clock.
	Host func() time.Time
	// Brief is how long people may be unable to reach the bot without getting the time
	// back, in real time; 0 = five seconds. If the event's time is moved on by days, a
	// machine that is busy for that long has taken no time from them.
	Brief time.Duration
	// Outcome is called after each look at the deadlines, with what could not be fired or
	// read, or nil; may be nil.
	Outcome func(error)
	Posts   tournament.Outbox // to see which questions are not posted; nil = all are

	hearing reachability
	apart   apart

	mu    sync.Mutex
	stuck map[dueKey]*Stuck
}

// Leagues keeps the leagues of servers; *league.Office does.
type Leagues interface {
	// Fire lets a deadline of a league take effect.
	Fire(ctx context.Context, id journal.ID, key string) error
	// Hear tells leagues how an event stands, by the deadline of the event.
	Hear(ctx context.Context, id journal.ID, key string) error
}

// dueKey is what is due: a deadline of a log.
type dueKey struct {
	id  int64
	key string
}

// Stuck is a deadline that cannot be fired.
type Stuck struct {
	Tournament tournament.ID
	Key        string
	Why        error
	Since      time.Time

	attempts int
	next     time.Time
}

// Stuck returns the deadlines that cannot be fired, oldest first.
func (p *Poller) Stuck() []Stuck {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Stuck
	for _, s := range p.stuck {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Stuck) int { return a.Since.Compare(b.Since) })
	return out
}

// maxStuck bounds the wait between attempts at something that cannot be done.
const maxStuck = 5 * time.Minute

// once does what is due. What fails, by an error or a panic, costs that one thing
// only: it is logged with its key and tried again after longer and longer waits.
func (p *Poller) once(k dueKey, what string, do func() error) {
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
		s = &Stuck{Tournament: tournament.ID(k.id), Key: k.key, Since: now}
		if p.stuck == nil {
			p.stuck = map[dueKey]*Stuck{}
		}
		p.stuck[k] = s
	}
	s.Why, s.next = err, now.Add(min(time.Second<<min(s.attempts, 9), maxStuck))
	s.attempts++
	p.Log.Error(what, "id", k.id, "deadline", k.key, "error", err)
}

// freed forgets what was stuck and is not due any more.
func (p *Poller) freed(due []tournament.DueDeadline) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := range p.stuck {
		if !slices.ContainsFunc(due, func(d tournament.DueDeadline) bool { return k == dueKey{int64(d.Log.ID), d.Key} }) {
			delete(p.stuck, k)
		}
	}
}

// contained makes a panic an error.
func (p *Poller) contained(do func() error) (err error) {
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

// fault is a panic that was contained. The log has what it says.
type fault struct {
	what  string
	stack []byte
}

func (f *fault) Error() string { return fmt.Sprintf("panic: %s\n%s", f.what, f.stack) }

// Unwrap returns the reason as people are told it.
func (f *fault) Unwrap() error { return notice.Err("cause.fault") }

// dueBatch is how many deadlines are fired at once.
const dueBatch = 500

// every returns how often the Poller looks.
func (p *Poller) every() time.Duration { return cmp.Or(p.Every, time.Second) }

// Run polls until ctx ends.
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

// poll fires everything that is due at a moment.
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
		p.once(dueKey{int64(d.Log.ID), d.Key}, "deadline: not fired", func() error {
			return p.guarded(ctx, d.Log.ID, d.Key, func() error { return p.fire(ctx, d) })
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

// fire carries out a deadline.
func (p *Poller) fire(ctx context.Context, d tournament.DueDeadline) (err error) {
	switch {
	case d.Log.Kind == season.Log.Name:
		err = p.Leagues.Fire(ctx, d.Log.ID, d.Key)
	case tournament.KindOf(d.Key) == tournament.DueLeague:
		err = p.Leagues.Hear(ctx, d.Log.ID, d.Key)
	default:
		_, err = p.Director.Do(ctx, d.Log.ID, tournament.Request{Cause: d.Key, Command: &tournament.Fire{Key: d.Key}})
	}
	switch {
	case ctx.Err() != nil, tournament.ClassOf(err) == tournament.NoChange:
		return nil // stopping, or overtaken by events between reading and deciding
	case err != nil:
		return err
	}
	if late := p.Now().Sub(d.At); late > time.Minute {
		p.Log.Warn("a deadline fired late", "tournament", d.Log.ID, "deadline", d.Key, "late", late)
	}
	return nil
}
