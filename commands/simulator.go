package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"topcut/sim"
	"topcut/tournament"
)

// How long a question may be simulated: a first answer after firstAnswer, better
// ones every nextAnswer, the last after lastAnswer or oddsTrials trials, which are
// ±0.5 % at worst. A plan has one quick answer and one good one.
const (
	firstAnswer = 350 * time.Millisecond
	firstPlan   = 700 * time.Millisecond
	nextAnswer  = 2500 * time.Millisecond
	lastAnswer  = 9 * time.Second
	oddsTrials  = 40_000
	planTrials  = 100_000
)

// Limits of the chances in /status: the number of trials for the whole event, how often
// they are computed, how long the first are waited for, and how long an event that is
// not looked at is remembered.
const (
	statusTrials = 1000
	statusEvery  = 5 * time.Second
	statusWait   = 150 * time.Millisecond
	statusKept   = time.Hour
)

// atOnce is how many questions are simulated at the same time; each has memory of its
// own. Others wait, and while they do no answer is refined.
const atOnce = 4

// keptRuns is how many finished simulations are kept for those who ask the same.
const keptRuns = 32

// simulator answers questions about chances. People who ask the same about the same
// moment share one simulation, and all simulations together use one core fewer
// than the machine has, at least one.
type simulator struct {
	log   *slog.Logger
	most  func() int // trials of an answer; 0 = as many as make it good
	slots chan struct{}
	turns *turns

	mu     sync.Mutex
	runs   map[question]*run
	order  []question // of runs, oldest first
	status map[tournament.ID]*statusOdds
	plans  map[string]*planned
	shapes []string // of plans, oldest first
}

func newSimulator(log *slog.Logger, most func() int) *simulator {
	return &simulator{
		log: log, most: most, slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), turns: newTurns(atOnce),
		runs: map[question]*run{}, status: map[tournament.ID]*statusOdds{}, plans: map[string]*planned{},
	}
}

// question is a question about chances: a what-if has a player, the plain question is
// the same for all.
type question struct {
	event  tournament.ID
	seq    int64
	player int
	result string
	brief  bool // for /status
	// strength is the model of the players.
	strength sim.Strength
}

// run is one simulation and those who wait for it.
type run struct {
	cancel context.CancelFunc

	mu       sync.Mutex
	watchers int
	answer   *sim.OddsResult
	err      error
	version  int
	done     bool
	changed  chan struct{} // closed at every change
}

// ask joins the simulation of a question or begins it. The caller leaves the run
// when it needs no more answers.
func (d *simulator) ask(ctx context.Context, who member, q question, c sim.OddsConfig) *run {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.joined(ctx, who, q, c)
}

// joined is ask with d.mu held.
func (d *simulator) joined(ctx context.Context, who member, q question, c sim.OddsConfig) *run {
	if r := d.runs[q]; r != nil && r.join() {
		return r
	}
	// A simulation is shared, so it outlives the call that began it; it ends when it
	// has no watchers.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r := &run{cancel: cancel, watchers: 1, changed: make(chan struct{})}
	if d.runs[q] == nil {
		d.order = append(d.order, q)
	}
	d.runs[q] = r
	for len(d.order) > keptRuns {
		delete(d.runs, d.order[0])
		d.order = d.order[1:]
	}
	go d.simulate(ctx, r, who, q, c)
	return r
}

func (d *simulator) simulate(ctx context.Context, r *run, who member, q question, c sim.OddsConfig) {
	defer r.cancel()
	defer func() {
		if p := recover(); p != nil {
			r.publish(nil, d.broken(fmt.Sprintf("%+v", q), fmt.Errorf("%w: %v\n%s", sim.ErrPanic, p, debug.Stack())), true)
		}
	}()
	if err := d.turns.enter(ctx, who); err != nil {
		r.publish(nil, err, true)
		return
	}
	defer d.turns.leave()
	c.Trials, c.Threads, c.Slots = d.upTo(oddsTrials), cap(d.slots), d.slots
	c.Now, c.First, c.Every, c.Budget = time.Now, firstAnswer, nextAnswer, lastAnswer
	c.Update = func(res *sim.OddsResult) { r.publish(res, nil, false) }
	c.Enough = func(int, sim.Estimate) bool { return d.turns.wanted() }
	if q.brief {
		c.Trials, c.Update = d.upTo(statusTrials), nil
	}
	res, err := sim.Odds(ctx, c)
	r.publish(res, d.broken(fmt.Sprintf("%+v", q), err), true)
}

// upTo returns n, or the configured maximum of trials if that is less.
func (d *simulator) upTo(n int) int {
	if most := d.most(); most > 0 {
		return min(n, most)
	}
	return n
}

// broken logs that a simulation ended for a fault of the bot, with the question: those
// who asked may have an answer already, and then see no error.
func (d *simulator) broken(asked string, err error) error {
	if errors.Is(err, sim.ErrPanic) {
		d.log.Error("a simulation ended for a fault of the bot", "asked", asked, "error", err)
	}
	return err
}

// join counts one more who waits; it refuses a run that was given up.
func (r *run) join() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done && r.err != nil || !r.done && r.watchers == 0 {
		return false
	}
	r.watchers++
	return true
}

// leave removes a watcher, and ends a simulation without any.
func (r *run) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watchers--; r.watchers == 0 && !r.done {
		r.cancel()
	}
}

// ended reports whether no better answer follows.
func (r *run) ended() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

func (r *run) publish(res *sim.OddsResult, err error, done bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer, r.err, r.done = res, err, done
	r.version++
	close(r.changed)
	r.changed = make(chan struct{})
}

// update is an answer: done says that no better one follows.
type update struct {
	result  *sim.OddsResult
	version int
	done    bool
}

// next waits for an answer newer than a version, or for the end of ctx.
func (r *run) next(ctx context.Context, version int) (update, error) {
	for {
		r.mu.Lock()
		h, err, changed := update{r.answer, r.version, r.done}, r.err, r.changed
		r.mu.Unlock()
		if err != nil {
			return update{}, err
		}
		if h.version > version {
			return h, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return update{}, ctx.Err()
		}
	}
}

// statusOdds is what /status shows: chances of a moment not long ago, and until they
// are there those of the moment before.
type statusOdds struct {
	round  int
	at     time.Time
	run    *run
	before *sim.OddsResult // of the same round; may be nil
}

// statusResult returns the newest chances of the event that are at hand, of this round
// waiting a moment where none are there yet; nil where there are none.
func (d *simulator) statusResult(ctx context.Context, s *tournament.State) *sim.OddsResult {
	c, err := sim.Live(s)
	if err != nil {
		return nil
	}
	c.Seed = sim.SeedOf(s)
	g := d.statusOddsOf(ctx, s, c)
	if res := g.newest(); res != nil {
		return res
	}
	ctx, cancel := context.WithTimeout(ctx, statusWait)
	defer cancel()
	h, err := g.run.next(ctx, 0)
	if err != nil {
		return nil
	}
	return h.result
}

// statusOddsOf returns the statusOdds of an event, a new one where it is too old.
func (d *simulator) statusOddsOf(ctx context.Context, s *tournament.State, c sim.OddsConfig) *statusOdds {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.status[s.ID]
	if g != nil && g.round == len(s.Rounds) && (time.Since(g.at) <= statusEvery || !g.run.ended()) {
		return g // new, or still at work
	}
	for id, old := range d.status {
		if id != s.ID && time.Since(old.at) > statusKept {
			old.run.leave()
			delete(d.status, id)
		}
	}
	next := &statusOdds{round: len(s.Rounds), at: time.Now()}
	if g != nil && g.round == next.round {
		next.before = g.newest()
	}
	next.run = d.joined(ctx, member{}, question{event: s.ID, seq: s.Seq, brief: true}, c) // watched by the simulator until the next one
	if g != nil {
		g.run.leave()
	}
	d.status[s.ID] = next
	return next
}

// newest returns the newest known result without waiting, nil if there is none.
func (g *statusOdds) newest() *sim.OddsResult {
	g.run.mu.Lock()
	defer g.run.mu.Unlock()
	if g.run.answer != nil {
		return g.run.answer
	}
	return g.before
}

// planned is a simulated plan that is kept, so that looking at another of its
// tables costs nothing.
type planned struct {
	result *sim.PlanResult
	final  bool
}

// plan simulates a plan, or returns what was found out about its shape before:
// quickly, or for as long as a better answer may take.
func (d *simulator) plan(ctx context.Context, who member, shape string, c sim.PlanConfig, quick bool) (*planned, error) {
	if kept := d.keptPlan(shape, quick); kept != nil {
		return kept, nil
	}
	if err := d.turns.enter(ctx, who); err != nil {
		return nil, err
	}
	defer d.turns.leave()
	if kept := d.keptPlan(shape, quick); kept != nil { // found out meanwhile
		return kept, nil
	}
	c.Trials, c.Threads, c.Slots = sim.DefaultTrials, cap(d.slots), d.slots
	c.Now, c.Budget = time.Now, firstPlan
	if !quick {
		c.Trials, c.Budget = planTrials, lastAnswer-firstPlan
	}
	res, err := sim.Plan(ctx, c)
	if err != nil {
		return nil, d.broken(shape, err)
	}
	p := &planned{res, !quick}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch kept := d.plans[shape]; {
	case kept == nil:
		d.shapes = append(d.shapes, shape)
	case kept.final:
		return kept, nil
	}
	d.plans[shape] = p
	for len(d.shapes) > keptRuns {
		delete(d.plans, d.shapes[0])
		d.shapes = d.shapes[1:]
	}
	return p, nil
}

// keptPlan returns what is known of a shape, nil where it is not good enough.
func (d *simulator) keptPlan(shape string, quick bool) *planned {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept := d.plans[shape]; kept != nil && (quick || kept.final) {
		return kept
	}
	return nil
}
