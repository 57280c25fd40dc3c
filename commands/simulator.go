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

// A simulation gives its first answer after firstAnswer, a better one every nextAnswer,
// and its last after lastAnswer or oddsTrials trials, which give ±0.5 % at worst. A plan
// has one quick answer and one good one.
const (
	firstAnswer = 350 * time.Millisecond
	firstPlan   = 700 * time.Millisecond
	nextAnswer  = 2500 * time.Millisecond
	lastAnswer  = 9 * time.Second
	oddsTrials  = 40_000
	planTrials  = 100_000
)

// Limits of the odds in /status: the trials for the whole event, how often they are
// computed, how long to wait for the first result, and how long an event that is not
// viewed is kept.
const (
	statusTrials = 1000
	statusEvery  = 5 * time.Second
	statusWait   = 150 * time.Millisecond
	statusKept   = time.Hour
)

// atOnce bounds the simulations that run at the same time, because each has its own
// memory. Others wait; meanwhile no answer is refined.
const atOnce = 4

// keptRuns bounds the finished simulations that are kept for repeated questions.
const keptRuns = 32

// simulator runs simulations. Users who ask the same question about the same state share
// one simulation. All simulations together use one core fewer than the machine has, but
// at least one.
type simulator struct {
	log   *slog.Logger
	most  func() int // the most trials of an answer; 0 means enough for a good one
	slots chan struct{}
	turns *turns

	mu     sync.Mutex
	runs   map[question]*run
	order  []question // the keys of runs, oldest first
	status map[tournament.ID]*statusOdds
	plans  map[string]*planned
	shapes []string // the keys of plans, oldest first
}

func newSimulator(log *slog.Logger, most func() int) *simulator {
	return &simulator{
		log: log, most: most, slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), turns: newTurns(atOnce),
		runs: map[question]*run{}, status: map[tournament.ID]*statusOdds{}, plans: map[string]*planned{},
	}
}

// question identifies a simulation. A what-if names a player; the plain question is the
// same for all players.
type question struct {
	event  tournament.ID
	seq    int64
	player int
	result string
	brief  bool // for /status and the course of a chance: no more than chances
	// strength is the model of the players.
	strength sim.Strength
}

// run is one simulation with its watchers.
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

// ask starts or joins the simulation of a question. The caller must leave the run when it
// needs no more answers.
func (d *simulator) ask(ctx context.Context, who member, q question, c sim.OddsConfig) *run {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.joined(ctx, who, q, c)
}

// joined is ask for callers that hold d.mu.
func (d *simulator) joined(ctx context.Context, who member, q question, c sim.OddsConfig) *run {
	if r := d.runs[q]; r != nil && r.join() {
		return r
	}
	// A simulation is shared, so it outlives the call that started it. It ends when it has
	// no watchers.
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
		c.Trials, c.Update, c.Brief = d.upTo(statusTrials), nil, true
	}
	res, err := sim.Odds(ctx, c)
	r.publish(res, d.broken(fmt.Sprintf("%+v", q), err), true)
}

// upTo returns n, or the configured maximum if that is less.
func (d *simulator) upTo(n int) int {
	if most := d.most(); most > 0 {
		return min(n, most)
	}
	return n
}

// broken logs that a simulation failed, with its question: users who have an earlier
// answer do not see the error.
func (d *simulator) broken(asked string, err error) error {
	if errors.Is(err, sim.ErrPanic) {
		d.log.Error("a simulation ended for a fault of the bot", "asked", asked, "error", err)
	}
	return err
}

// join adds a watcher. It returns false if the run was given up.
func (r *run) join() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done && r.err != nil || !r.done && r.watchers == 0 {
		return false
	}
	r.watchers++
	return true
}

// leave removes a watcher. A simulation without watchers ends.
func (r *run) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watchers--; r.watchers == 0 && !r.done {
		r.cancel()
	}
}

// ended reports whether the run has its final answer.
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

// update is an answer of a run. done means that no better one follows.
type update struct {
	result  *sim.OddsResult
	version int
	done    bool
}

// next waits for an answer newer than version, or until ctx is done.
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

// statusOdds has the recent odds of an event for /status, and those of an earlier state
// until the new ones are ready.
type statusOdds struct {
	round  int
	at     time.Time
	run    *run
	before *sim.OddsResult // of the same round; may be nil
}

// statusResult returns the newest available odds of the event for this round, or nil. If
// there are none yet, it waits for them a moment.
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

// statusOddsOf returns the statusOdds of an event and starts new ones if they are too
// old.
func (d *simulator) statusOddsOf(ctx context.Context, s *tournament.State, c sim.OddsConfig) *statusOdds {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.status[s.ID]
	if g != nil && g.round == len(s.Rounds) && (time.Since(g.at) <= statusEvery || !g.run.ended()) {
		return g // new, or still running
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
	next.run = d.joined(ctx, member{}, question{event: s.ID, seq: s.Seq, brief: true}, c) // watched by the simulator until it is replaced
	if g != nil {
		g.run.leave()
	}
	d.status[s.ID] = next
	return next
}

// newest returns the newest result without waiting, or nil.
func (g *statusOdds) newest() *sim.OddsResult {
	g.run.mu.Lock()
	defer g.run.mu.Unlock()
	if g.run.answer != nil {
		return g.run.answer
	}
	return g.before
}

// planned is a simulated plan, kept so that showing another of its tables costs nothing.
type planned struct {
	result *sim.PlanResult
	final  bool
}

// plan simulates a plan, or returns an earlier result for its shape. quick limits it to a
// short simulation.
func (d *simulator) plan(ctx context.Context, who member, shape string, c sim.PlanConfig, quick bool) (*planned, error) {
	if kept := d.keptPlan(shape, quick); kept != nil {
		return kept, nil
	}
	if err := d.turns.enter(ctx, who); err != nil {
		return nil, err
	}
	defer d.turns.leave()
	if kept := d.keptPlan(shape, quick); kept != nil { // another call was faster
		return kept, nil
	}
	c.Trials, c.Threads, c.Slots = d.upTo(sim.DefaultTrials), cap(d.slots), d.slots
	c.Now, c.Budget = time.Now, firstPlan
	if !quick {
		c.Trials, c.Budget = d.upTo(planTrials), lastAnswer-firstPlan
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

// keptPlan returns the earlier result for a shape, or nil if there is none that is good
// enough.
func (d *simulator) keptPlan(shape string, quick bool) *planned {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept := d.plans[shape]; kept != nil && (quick || kept.final) {
		return kept
	}
	return nil
}
