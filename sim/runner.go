package sim

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// runner plays the trials of a question, chunk by chunk on several threads, and reports
// better answers as they come. Its players define a trial.
type runner struct {
	c       OddsConfig
	workers func() []player    // of one worker
	played  func() int         // trials so far
	subject func() Estimate    // so far, of the player of interest
	answers func() *OddsResult // of the trials so far

	next    atomic.Int64 // chunk
	stopped atomic.Bool
	mu      sync.Mutex
	began   time.Time
	updated time.Duration // when Update was called last
	first   bool          // the first answer was given
}

// player is one worker's simulation of something. What it collects is added up with the
// runner's lock held.
type player interface {
	play(n, chunk int) error
	collect()
}

// oddsChunk is the number of trials that share a stream of random numbers.
const oddsChunk = 64

func (o *runner) trials() int {
	if o.c.Trials == 0 {
		return DefaultTrials
	}
	return o.c.Trials
}

func (o *runner) run(ctx context.Context) error {
	if o.c.Now != nil {
		o.began = o.c.Now()
	}
	g, ctx := errgroup.WithContext(ctx)
	for range max(o.c.Threads, 1) {
		g.Go(contained(func() error { return o.work(ctx) }))
	}
	if err := g.Wait(); err != nil {
		return fmt.Errorf("the simulation was stopped: %w", err)
	}
	return nil
}

func (o *runner) work(ctx context.Context) error {
	players := o.workers()
	for !o.stopped.Load() {
		chunk := int(o.next.Add(1)) - 1
		n := min(oddsChunk, o.trials()-chunk*oddsChunk)
		if n <= 0 {
			break
		}
		if err := take(ctx, o.c.Slots); err != nil {
			return err
		}
		if err := o.chunk(players, n, chunk); err != nil {
			return err
		}
		o.collect(players)
	}
	return nil
}

// chunk plays a chunk in the slot that was taken for it.
func (o *runner) chunk(players []player, n, chunk int) error {
	defer give(o.c.Slots)
	for _, p := range players {
		if err := p.play(n, chunk); err != nil {
			return err
		}
	}
	return nil
}

// take waits for a place in slots, or for the end of ctx.
func take(ctx context.Context, slots chan struct{}) error {
	if slots == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func give(slots chan struct{}) {
	if slots != nil {
		<-slots
	}
}

// collect adds the counts of a chunk and looks at the clock.
func (o *runner) collect(players []player) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range players {
		p.collect()
	}
	if o.c.Progress != nil {
		o.c.Progress(o.played(), o.trials())
	}
	if o.c.Now == nil {
		return
	}
	spent := o.c.Now().Sub(o.began)
	if o.c.Budget > 0 && spent >= o.c.Budget || spent >= o.c.First && o.enough() {
		o.stopped.Store(true)
		return
	}
	if o.c.Update == nil || spent < o.c.First {
		return
	}
	if !o.first || o.c.Every > 0 && spent-o.updated >= o.c.Every {
		o.first, o.updated = true, spent
		o.c.Update(o.answers())
	}
}

func (o *runner) enough() bool { return o.c.Enough != nil && o.c.Enough(o.played(), o.subject()) }
