package rehearse

import (
	"context"
	"errors"
	"time"
)

// turnLimit is how long it may take until what is due is done, after a week of a league too.
const turnLimit = 5 * time.Minute

// onward moves a stopped clock to the next deadline, or to until if none comes sooner, and
// waits until the bot has done what is due by then. It reports whether there was a deadline.
func (p *play) onward(ctx context.Context, until time.Time) (more bool, err error) {
	due, err := p.bot.read().DueDeadlines(ctx, until, 1)
	if err != nil {
		return false, err
	}
	to := until
	if more = len(due) > 0; more {
		to = due[0].At
	}
	if to.After(p.clock.now()) {
		if err := p.clock.jump(to); err != nil {
			return more, err
		}
	}
	return more, p.done(ctx)
}

// done waits until nothing is due.
func (p *play) done(ctx context.Context) error {
	for began := time.Now(); time.Since(began) < turnLimit; {
		due, err := p.bot.read().DueDeadlines(ctx, p.clock.now(), 1)
		switch {
		case err != nil:
			return err
		case len(due) == 0:
			return p.settle(ctx)
		}
		if err := p.bot.died(); err != nil {
			return err
		}
		select {
		case <-time.After(idleWait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.New("what was due did not happen")
}
