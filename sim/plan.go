package sim

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"topcut/sim/internal/kernel"
)

// Tournaments whose rounds, turns and tiebreakers are counted one by one, which costs
// as much as playing them: the first ones, up to a number of players in all, and then
// one in detailEvery.
const (
	detailPlayers = 1 << 16
	detailEvery   = 32
)

func (p *plan) detailed(trial int) bool {
	return trial%detailEvery == 0 || trial*p.c.Players < detailPlayers
}

// chunkOf returns how many tournaments share a stream of random numbers. It
// depends on the number of tournaments alone, and leaves enough chunks to judge
// their spread.
func chunkOf(trials int) int { return min(max(trials/128, 1), 256) }

// Plan plays an event of the given shape many times (docs/rules/lorcana.md#lor-01). It
// fails on a configuration that makes no sense, and with ctx's error when cancelled.
func Plan(ctx context.Context, c PlanConfig) (*PlanResult, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	r, err := kernel.Compile(c.Rules, c.Rounds)
	if err != nil {
		return nil, err
	}
	p := &plan{c: c, rules: r, trials: c.trials(), of: c.of()}
	p.chunk = chunkOf(p.trials)
	p.sum = newTotals(r, p)
	if c.Now != nil {
		p.began = c.Now()
	}
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	p.trials = p.done // fewer than requested if the time was up
	return p.result(), nil
}

// plan is a plan under way.
type plan struct {
	c      PlanConfig
	rules  *kernel.Rules
	trials int
	chunk  int
	of     []int // by player, the group; nil if all are one field

	next    atomic.Int64 // chunk
	stopped atomic.Bool  // the time is up
	began   time.Time
	mu      sync.Mutex
	done    int
	sum     *totals
}

func (p *plan) options() kernel.Options {
	o := kernel.Options{
		DrawChance: int(p.c.DrawChance), PlayChance: int(p.c.PlayChance),
		Agreed: kernel.Draws(p.c.IDs), Habit: UsualHabit.kernel(), PlainDraws: !p.c.RecordedIDs, Cut: p.c.Cut.Top, CutPoints: p.c.Cut.Points * int(p.rules.Unit),
		DropLosses: p.c.DropLosses, Detail: true, Alike: true,
		Lock: p.c.Cut.Lock * int(p.rules.Unit), Days: p.c.days(p.rules), Robins: p.c.Robins,
	}
	if p.c.PlayChance == 0 {
		o.PlayChance = int(EvenPlayChance)
	}
	return o
}

func (p *plan) run(ctx context.Context) error {
	start := kernel.NewStart(p.rules, p.c.Players)
	for _, round := range p.c.Byes {
		start.Award(0, round)
	}
	if p.of != nil {
		start.Apart(p.of, p.c.Until)
	}
	g, ctx := errgroup.WithContext(ctx)
	for range max(p.c.Threads, 1) {
		g.Go(contained(func() error { return p.work(ctx, start) }))
	}
	if err := g.Wait(); err != nil {
		return fmt.Errorf("the simulation was stopped: %w", err)
	}
	return nil
}

// work plays chunks until none is left.
func (p *plan) work(ctx context.Context, start *kernel.Start) error {
	e := kernel.NewSimulator(start, p.options())
	t := newTotals(p.rules, p)
	for !p.stopped.Load() {
		chunk := int(p.next.Add(1)) - 1
		from, to := chunk*p.chunk, min((chunk+1)*p.chunk, p.trials)
		if from >= p.trials {
			break
		}
		if err := take(ctx, p.c.Slots); err != nil {
			return err
		}
		e.Seed(p.c.Seed, "plan", uint64(chunk))
		p.trialsOf(e, t, from, to)
		p.report(to - from)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sum.merge(t)
	return nil
}

// trialsOf plays a chunk in the slot that was taken for it.
func (p *plan) trialsOf(e *kernel.Simulator, t *totals, from, to int) {
	defer give(p.c.Slots)
	for trial := from; trial < to; trial++ {
		detailed := p.detailed(trial)
		e.Detail(detailed)
		e.Play()
		t.add(e, detailed)
	}
	t.endChunk(to - from)
}

func (p *plan) report(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.c.Progress != nil {
		p.c.Progress(p.done, p.trials)
	}
	if p.c.Now != nil && p.c.Budget > 0 && p.c.Now().Sub(p.began) >= p.c.Budget {
		p.stopped.Store(true)
	}
}
