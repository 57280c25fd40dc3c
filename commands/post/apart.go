package post

import (
	"context"
	"errors"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// mostCrashes is how many times in a row the process may crash while firing the deadlines
// of a log before that log is set apart: its deadlines then wait while other logs go on.
const mostCrashes = 3

// apart tracks the logs whose deadlines crashed earlier processes. The Poller's lock
// guards it.
type apart struct {
	read    bool
	crashes map[journal.ID]int // in a row
}

// learn reads the records of earlier processes, once.
func (p *Poller) learn(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.apart.read {
		return nil
	}
	all, err := p.Clocks.Attempts(ctx)
	if err != nil {
		return err
	}
	p.apart.read, p.apart.crashes = true, map[journal.ID]int{}
	for _, a := range all {
		p.apart.crashes[a.Log] = a.N
		p.Log.Error("the process ended while it fired a deadline", "id", a.Log, "deadline", a.Key, "times", a.N, "apart", a.N >= mostCrashes)
	}
	return nil
}

// guarded runs do for a log and keeps a record of it meanwhile, so that the next process
// learns if this one crashes.
func (p *Poller) guarded(ctx context.Context, id journal.ID, key string, do func() error) error {
	if err := p.learn(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	n := p.apart.crashes[id]
	p.mu.Unlock()
	if n >= mostCrashes {
		return notice.Err("cause.crashed")
	}
	if err := p.Clocks.Attempt(ctx, journal.Attempt{Log: id, Key: key, N: n + 1}); err != nil {
		return err
	}
	err := p.contained(do)
	if ended := p.Clocks.Attempt(context.WithoutCancel(ctx), journal.Attempt{Log: id}); ended != nil {
		return errors.Join(err, ended)
	}
	p.mu.Lock()
	delete(p.apart.crashes, id)
	p.mu.Unlock()
	return err
}

// Retry retries at once what is stuck in the events of a server, including those that are
// set apart. If that crashes again, the next process sets them apart again.
func (p *Poller) Retry(ctx context.Context, guild string) {
	for _, s := range p.Stuck() {
		snap, err := p.Director.Snapshot(ctx, s.Tournament)
		if err != nil || snap.State.Guild != guild {
			continue
		}
		p.mu.Lock()
		delete(p.stuck, dueKey{int64(s.Tournament), s.Key})
		if p.apart.crashes[s.Tournament] >= mostCrashes {
			p.apart.crashes[s.Tournament] = mostCrashes - 1
		}
		p.mu.Unlock()
	}
}
