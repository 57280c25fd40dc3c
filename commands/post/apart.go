package post

import (
	"context"
	"errors"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// mostCrashes is how often in a row the process may end while it fires the deadlines of
// a log, until that log is set apart: its deadlines wait and those of others go on.
const mostCrashes = 3

// apart are the logs in whose deadlines earlier processes ended. The Poller's lock
// guards it.
type apart struct {
	read    bool
	crashes map[journal.ID]int // in a row
}

// learn reads once what earlier processes left behind.
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

// guarded does something in a log by itself, with a record for the next process in case
// that this one ends in it.
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

// Retry tries at once what is stuck in the events of a server, those that are set apart
// too: if that crashes, they are set apart again by the next process.
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
