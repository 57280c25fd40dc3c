// Package simulator runs the simulations behind /odds, /simulate and /status: those that
// ask the same share one, the members take turns, and the latest answers are kept.
package simulator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"topcut/commands/allowance"
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

// Simulator runs simulations. Users who ask the same question about the same state share
// one simulation. All simulations together use one core fewer than the machine has, but
// at least one.
type Simulator struct {
	log   *slog.Logger
	most  func() int
	slots chan struct{}
	turns *allowance.Turns

	mu     sync.Mutex
	runs   map[Question]*Run
	order  []Question // the keys of runs, oldest first
	status map[tournament.ID]*statusOdds
	plans  map[string]*Planned
	shapes []string // the keys of plans, oldest first
}

// New returns a simulator. most returns the most trials of an answer; 0 means enough for a
// good one.
func New(log *slog.Logger, most func() int) *Simulator {
	return &Simulator{
		log: log, most: most, slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), turns: allowance.NewTurns(atOnce),
		runs: map[Question]*Run{}, status: map[tournament.ID]*statusOdds{}, plans: map[string]*Planned{},
	}
}

// Question identifies a simulation. A what-if names a player; the plain question is the
// same for all players.
type Question struct {
	Event  tournament.ID
	Seq    int64
	Player int
	Result string
	Brief  bool // for /status and the course of a chance: no more than chances
	// Strength is the model of the players.
	Strength sim.Strength
}

// Run is one simulation with its watchers.
type Run struct {
	cancel context.CancelFunc

	mu       sync.Mutex
	watchers int
	answer   *sim.OddsResult
	err      error
	version  int
	done     bool
	changed  chan struct{} // closed at every change
}

// Ask starts or joins the simulation of a question. The caller must leave the run when it
// needs no more answers.
func (d *Simulator) Ask(ctx context.Context, who allowance.Member, q Question, c sim.OddsConfig) *Run {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.joined(ctx, who, q, c)
}

// joined is Ask for callers that hold d.mu.
func (d *Simulator) joined(ctx context.Context, who allowance.Member, q Question, c sim.OddsConfig) *Run {
	if r := d.runs[q]; r != nil && r.join() {
		return r
	}
	// A simulation is shared, so it outlives the call that started it. It ends when it has
	// no watchers.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r := &Run{cancel: cancel, watchers: 1, changed: make(chan struct{})}
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

func (d *Simulator) simulate(ctx context.Context, r *Run, who allowance.Member, q Question, c sim.OddsConfig) {
	defer r.cancel()
	defer func() {
		if p := recover(); p != nil {
			r.publish(nil, d.broken(fmt.Sprintf("%+v", q), fmt.Errorf("%w: %v\n%s", sim.ErrPanic, p, debug.Stack())), true)
		}
	}()
	if err := d.turns.Enter(ctx, who); err != nil {
		r.publish(nil, err, true)
		return
	}
	defer d.turns.Leave()
	c.Trials, c.Threads, c.Slots = d.upTo(oddsTrials), cap(d.slots), d.slots
	c.Now, c.First, c.Every, c.Budget = time.Now, firstAnswer, nextAnswer, lastAnswer
	c.Update = func(res *sim.OddsResult) { r.publish(res, nil, false) }
	c.Enough = func(int, sim.Estimate) bool { return d.turns.Wanted() }
	if q.Brief {
		c.Trials, c.Update, c.Brief = d.upTo(statusTrials), nil, true
	}
	res, err := sim.Odds(ctx, c)
	r.publish(res, d.broken(fmt.Sprintf("%+v", q), err), true)
}

// upTo returns n, or the configured maximum if that is less.
func (d *Simulator) upTo(n int) int {
	if most := d.most(); most > 0 {
		return min(n, most)
	}
	return n
}

// broken logs that a simulation failed, with its question: users who have an earlier
// answer do not see the error.
func (d *Simulator) broken(asked string, err error) error {
	if errors.Is(err, sim.ErrPanic) {
		d.log.Error("a simulation ended for a fault of the bot", "asked", asked, "error", err)
	}
	return err
}

// join adds a watcher. It returns false if the run was given up.
func (r *Run) join() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done && r.err != nil || !r.done && r.watchers == 0 {
		return false
	}
	r.watchers++
	return true
}

// Leave removes a watcher. A simulation without watchers ends.
func (r *Run) Leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watchers--; r.watchers == 0 && !r.done {
		r.cancel()
	}
}

// ended reports whether the run has its final answer.
func (r *Run) ended() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

func (r *Run) publish(res *sim.OddsResult, err error, done bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer, r.err, r.done = res, err, done
	r.version++
	close(r.changed)
	r.changed = make(chan struct{})
}

// Update is an answer of a run. Done means that no better one follows.
type Update struct {
	Result  *sim.OddsResult
	Version int
	Done    bool
}

// Next waits for an answer newer than version, or until ctx is done.
func (r *Run) Next(ctx context.Context, version int) (Update, error) {
	for {
		r.mu.Lock()
		h, err, changed := Update{r.answer, r.version, r.done}, r.err, r.changed
		r.mu.Unlock()
		if err != nil {
			return Update{}, err
		}
		if h.Version > version {
			return h, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Update{}, ctx.Err()
		}
	}
}

// statusOdds has the recent odds of an event for /status, and those of an earlier state
// until the new ones are ready.
type statusOdds struct {
	round  int
	at     time.Time
	run    *Run
	before *sim.OddsResult // of the same round; may be nil
}

// StatusResult returns the newest available odds of the event for this round, or nil. If
// there are none yet, it waits for them a moment.
func (d *Simulator) StatusResult(ctx context.Context, s *tournament.State) *sim.OddsResult {
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
	h, err := g.run.Next(ctx, 0)
	if err != nil {
		return nil
	}
	return h.Result
}

// statusOddsOf returns the statusOdds of an event and starts new ones if they are too
// old.
func (d *Simulator) statusOddsOf(ctx context.Context, s *tournament.State, c sim.OddsConfig) *statusOdds {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.status[s.ID]
	if g != nil && g.round == len(s.Rounds) && (time.Since(g.at) <= statusEvery || !g.run.ended()) {
		return g // new, or still running
	}
	for id, old := range d.status {
		if id != s.ID && time.Since(old.at) > statusKept {
			old.run.Leave()
			delete(d.status, id)
		}
	}
	next := &statusOdds{round: len(s.Rounds), at: time.Now()}
	if g != nil && g.round == next.round {
		next.before = g.newest()
	}
	next.run = d.joined(ctx, allowance.Member{}, Question{Event: s.ID, Seq: s.Seq, Brief: true}, c) // watched by the simulator until it is replaced
	if g != nil {
		g.run.Leave()
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

// Planned is a simulated plan, kept so that showing another of its tables costs nothing.
type Planned struct {
	Result *sim.PlanResult
	Final  bool
}

// Plan simulates a plan, or returns an earlier result for its shape. quick limits it to a
// short simulation.
func (d *Simulator) Plan(ctx context.Context, who allowance.Member, shape string, c sim.PlanConfig, quick bool) (*Planned, error) {
	if kept := d.keptPlan(shape, quick); kept != nil {
		return kept, nil
	}
	if err := d.turns.Enter(ctx, who); err != nil {
		return nil, err
	}
	defer d.turns.Leave()
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
	p := &Planned{res, !quick}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch kept := d.plans[shape]; {
	case kept == nil:
		d.shapes = append(d.shapes, shape)
	case kept.Final:
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
func (d *Simulator) keptPlan(shape string, quick bool) *Planned {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept := d.plans[shape]; kept != nil && (quick || kept.Final) {
		return kept
	}
	return nil
}
