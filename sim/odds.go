package sim

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"topcut/sim/internal/kernel"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Results that a what-if may assume.
const (
	IfWin  = "win"
	IfDraw = "draw"
	IfLoss = "loss"
	IfID   = "id" // an agreed draw
)

// OddsConfig is a running event.
type OddsConfig struct {
	Rules  *rules.Ruleset
	Ledger *ledger.Ledger // not changed; its last round may have open tables
	// Reported is the same ledger with the results entered that wait for
	// confirmation, nil where there are none: estimates take them as they are, facts,
	// advice and the player's own what-if do not.
	Reported *ledger.Ledger
	// Standings stand in for a ledger where only a pasted table is known, after
	// Played rounds (LOR-56, LOR-60); Ledger is nil then.
	Standings []Standing
	Played    int
	Rounds    int       // planned Swiss rounds
	Cut       rules.Cut // as in PlanConfig

	DrawChance Percent
	IDs        IDMode
	PlayChance Percent // 0 = 50 %
	Strength   Strength

	// Player is the index of the player asked about, and If a result of this
	// player's open table, or next match: "" or one of IfWin to IfID.
	Player int32
	If     string

	Trials  int // 0 = DefaultTrials
	Threads int // 0 = 1
	Seed    [32]byte

	// With Now, First and Budget limit the time: after First, Update gets an answer
	// from what was played so far, and, where Every is set, again and again; after
	// Budget no more is played. Without Now all trials are played, and the result
	// depends on seed and trials only.
	Now                  func() time.Time
	First, Every, Budget time.Duration
	Update               func(*OddsResult)
	// Enough is asked after First with the trials so far and the chance of Player;
	// true ends the simulation.
	Enough func(trials int, asked Estimate) bool
	// Slots, where set, has a place taken while a chunk of trials is played:
	// simulations that share it use no more cores than it has places.
	Slots chan struct{}
	// Progress is called now and then, never twice at a time; may be nil.
	Progress func(done, total int)
}

// Estimate is a chance with its 95 % interval.
type Estimate struct {
	P    float64 `json:"p"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// CutOdds is the chance of the cut. With a fact of Clinched or Eliminated it is
// no estimate: Low = P = High.
type CutOdds struct {
	Estimate
	Fact string `json:"fact,omitempty"` // Clinched, Eliminated, WinAndIn, DrawAndIn or ""
}

// RecordOdds is the chance to end with a record, and of the cut in that case
// (LOR-57, LOR-58).
type RecordOdds struct {
	Record Record `json:"record"`
	Estimate
	Cut Estimate `json:"cut"`
}

// SeedOdds is the chance of a seed.
type SeedOdds struct {
	Seed int `json:"seed"`
	Estimate
}

// PlayerOdds are the chances of one player. Records sum to 1.
type PlayerOdds struct {
	Player  int32        `json:"player"` // index in the ledger
	Cut     CutOdds      `json:"cut"`
	Records []RecordOdds `json:"records"`
	Seeds   []SeedOdds   `json:"seeds"`           // only those that came up
	Watch   []Watch      `json:"watch,omitempty"` // tables of others that matter most
}

// WhatIf is the answer to OddsConfig.If.
type WhatIf struct {
	If string `json:"if"`
	PlayerOdds
}

// Advice says whether an intentional draw now is safe, in the strict sense.
type Advice struct {
	Safe     bool   `json:"safe"`     // for the player asked about
	Opponent bool   `json:"opponent"` // for the opponent
	Threats  int    `json:"threats"`  // players who could end level or ahead
	Reason   string `json:"reason"`
}

// OddsResult are the chances of everybody. Players who left are in it.
type OddsResult struct {
	Trials  int          `json:"trials"`
	Model   string       `json:"model"`   // of the players' strength, for people
	Players []PlayerOdds `json:"players"` // by index in the ledger
	WhatIf  *WhatIf      `json:"what_if,omitempty"`
	Advice  *Advice      `json:"advice,omitempty"` // where the player has an open table
	Notes   []string     `json:"notes,omitempty"`
}

// Odds plays the rest of a running event many times from its real position
// (LOR-56) and proves what can be proved. It fails on an event it cannot
// simulate, and with ctx's error when cancelled before the first answer.
func Odds(ctx context.Context, c OddsConfig) (*OddsResult, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	r, err := kernel.Compile(c.Rules, c.Rounds)
	if err != nil {
		return nil, err
	}
	s, err := c.position(r)
	if err != nil {
		return nil, err
	}
	o := &odds{c: c, rules: r, start: s, position: newPosition(r, s, c.Cut)}
	if c.Reported != nil {
		if o.start, err = kernel.FromLedger(r, c.reported()); err != nil {
			return nil, err
		}
	}
	if o.edge, o.model, err = c.Strength.edges(c.Rules, c.Ledger); err != nil {
		return nil, err
	}
	for p := range s.Players() {
		o.facts = append(o.facts, o.position.fact(p))
	}
	o.tally = newOddsTally(o)
	if c.If != "" {
		if !s.In(int(c.Player)) || s.Played() == c.Rounds || o.position.paired && o.position.table[c.Player] < 0 {
			return nil, fmt.Errorf("the player has no open match, so there is nothing to suppose")
		}
		o.what = newOddsTally(o)
	}
	if err := o.run(ctx); err != nil {
		return nil, err
	}
	return o.result(), nil
}

// reported is the ledger that estimates start from; the table of somebody whose
// result is supposed is open.
func (c *OddsConfig) reported() *ledger.Ledger {
	if c.If == "" || len(c.Reported.Rounds) == 0 {
		return c.Reported
	}
	l := c.Reported.Clone()
	last := len(l.Rounds) - 1
	for i := range l.Rounds[last].Matches {
		if c.Ledger.Rounds[last].Matches[i].Seat(c.Player) >= 0 {
			l.Rounds[last].Matches[i] = c.Ledger.Rounds[last].Matches[i]
		}
	}
	return l
}

// players returns the size of the field.
func (c *OddsConfig) players() int {
	if c.Ledger == nil {
		return len(c.Standings)
	}
	return len(c.Ledger.Players)
}

func (c *OddsConfig) position(r *kernel.Rules) (*kernel.Start, error) {
	if c.Ledger != nil {
		return kernel.FromLedger(r, c.Ledger)
	}
	records, dropped := make([]kernel.Record, len(c.Standings)), make([]bool, len(c.Standings))
	for i, s := range c.Standings {
		records[i], dropped[i] = kernel.NewRecord(s.Record.Wins, s.Record.Losses, s.Record.Draws), s.Dropped
	}
	return kernel.FromRecords(r, c.Played, records, dropped)
}

func (c *OddsConfig) check() error {
	plan := PlanConfig{
		Rules: c.Rules, Players: 2, Rounds: c.Rounds, DrawChance: c.DrawChance, IDs: c.IDs,
		PlayChance: c.PlayChance, Trials: c.Trials,
	}
	switch {
	case c.Ledger == nil && len(c.Standings) == 0:
		return fmt.Errorf("there is no event to look at")
	case c.Cut.PerFlight > 0 || len(c.Cut.PerDivision) > 0:
		return fmt.Errorf("chances are not computed for cuts by division or flight")
	case c.Cut.Top < 0 || c.Cut.Points < 0 || c.Cut.Max < 0:
		return fmt.Errorf("a cut cannot be negative")
	case c.Cut.Top > c.players():
		return fmt.Errorf("a cut of %d is larger than the field of %d players", c.Cut.Top, c.players())
	case c.If != "" && !slices.Contains([]string{IfWin, IfDraw, IfLoss, IfID}, c.If):
		return fmt.Errorf("%q cannot be supposed; choose win, draw, loss or id", c.If)
	case c.If != "" && (c.Player < 0 || int(c.Player) >= c.players()):
		return fmt.Errorf("player number %d does not exist", c.Player+1)
	}
	return plan.check()
}

type odds struct {
	c        OddsConfig
	rules    *kernel.Rules
	start    *kernel.Start
	position *position
	facts    []string // by player
	edge     func(a, b int) float64
	model    string

	next    atomic.Int64 // chunk
	stopped atomic.Bool
	mu      sync.Mutex
	began   time.Time
	told    time.Duration // when Update was called last
	first   bool          // the first answer was given
	tally   *oddsTally
	what    *oddsTally
}

// oddsChunk is the number of trials that share a stream of random numbers.
const oddsChunk = 64

func (o *odds) trials() int {
	if o.c.Trials == 0 {
		return DefaultTrials
	}
	return o.c.Trials
}

func (o *odds) options() kernel.Options {
	k := kernel.Options{
		DrawChance: int(o.c.DrawChance), PlayChance: int(o.c.PlayChance),
		Agreed: kernel.Draws(o.c.IDs), Cut: o.c.Cut.Top, CutPoints: o.c.Cut.Points * int(o.rules.Unit),
		Detail: o.position.paired && o.position.future > 0, // watchTally looks at the round under way
		Edge:   o.edge,
	}
	if o.c.PlayChance == 0 {
		k.PlayChance = int(EvenPlayChance)
	}
	return k
}

func (o *odds) run(ctx context.Context) error {
	if o.c.Now != nil {
		o.began = o.c.Now()
	}
	g, ctx := errgroup.WithContext(ctx)
	for range max(o.c.Threads, 1) {
		g.Go(func() error { return o.work(ctx) })
	}
	if err := g.Wait(); err != nil {
		return fmt.Errorf("the simulation was stopped: %w", err)
	}
	return nil
}

func (o *odds) work(ctx context.Context) error {
	e := kernel.NewEvent(o.start, o.options())
	t := newOddsTally(o)
	var supposed *kernel.Event
	var w *oddsTally
	if o.what != nil {
		k := o.options()
		k.Forced = &kernel.Forced{
			Player: int(o.c.Player), Agreed: o.c.If == IfID,
			Outcome: map[string]int{IfWin: 1, IfLoss: -1}[o.c.If],
		}
		supposed, w = kernel.NewEvent(o.start, k), newOddsTally(o)
	}
	for !o.stopped.Load() {
		chunk := int(o.next.Add(1)) - 1
		n := min(oddsChunk, o.trials()-chunk*oddsChunk)
		if n <= 0 {
			break
		}
		if err := take(ctx, o.c.Slots); err != nil {
			return err
		}
		t.play(e, n, chunk, &o.c)
		if supposed != nil {
			w.play(supposed, n, chunk, &o.c)
		}
		give(o.c.Slots)
		o.collect(t, w)
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
func (o *odds) collect(t, w *oddsTally) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.tally.take(t)
	if w != nil {
		o.what.take(w)
	}
	if o.c.Progress != nil {
		o.c.Progress(int(o.tally.trials), o.trials())
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
	if !o.first || o.c.Every > 0 && spent-o.told >= o.c.Every {
		o.first, o.told = true, spent
		o.c.Update(o.result())
	}
}

func (o *odds) enough() bool {
	if o.c.Enough == nil {
		return false
	}
	var asked Estimate
	if p := int(o.c.Player); p >= 0 && p < len(o.tally.made) {
		var in int64
		for _, n := range o.tally.made[p] {
			in += int64(n)
		}
		asked = wilson(in, o.tally.trials)
	}
	return o.c.Enough(int(o.tally.trials), asked)
}

// oddsTally counts what became of every player.
type oddsTally struct {
	trials  int64
	places  int
	left    int       // rounds
	records [][]int32 // by player, then by wins*(left+1)+losses that were added
	made    [][]int32 // the same, in the cut
	seeds   [][]int32 // by player
	pasted  *pastedOrder
	watch   *watchTally
}

func newOddsTally(o *odds) *oddsTally {
	n := o.start.Players()
	t := &oddsTally{left: o.rules.Rounds - o.start.Played(), places: o.c.Cut.Top}
	if o.c.Cut.Points > 0 || o.c.Cut.EqualPoints {
		t.places = n
	}
	t.pasted, t.watch = newPastedOrder(o.rules, &o.c), newWatchTally(o)
	side := t.left + 1
	for range n {
		t.records = append(t.records, make([]int32, side*side))
		t.made = append(t.made, make([]int32, side*side))
		t.seeds = append(t.seeds, make([]int32, t.places))
	}
	return t
}

func (t *oddsTally) play(e *kernel.Event, n, chunk int, c *OddsConfig) {
	e.Seed(c.Seed, "odds", uint64(chunk))
	if t.pasted != nil {
		t.pasted.begin(c.Seed, chunk)
	}
	side := t.left + 1
	for range n {
		e.Play()
		t.trials++
		line := e.Line(c.Cut)
		cell := func(p int) int {
			a, b := e.Before(p), e.Words()[p].Record()
			return (b.Wins()-a.Wins())*side + b.Losses() - a.Losses()
		}
		for p := range t.records {
			t.records[p][cell(p)]++
		}
		var seeds []uint16
		if t.pasted != nil {
			seeds = t.pasted.seeds(e, line)
		} else {
			seeds = e.Seeds(line)
		}
		for seed, p := range seeds {
			t.made[p][cell(int(p))]++
			t.seeds[p][seed]++
		}
		if t.watch != nil {
			t.watch.add(e, seeds)
		}
	}
}

// take adds the counts of another tally and empties it.
func (t *oddsTally) take(o *oddsTally) {
	t.trials += o.trials
	o.trials = 0
	if t.watch != nil {
		t.watch.take(o.watch)
	}
	for p := range t.records {
		for _, x := range [][2][]int32{{t.records[p], o.records[p]}, {t.made[p], o.made[p]}, {t.seeds[p], o.seeds[p]}} {
			for i, v := range x[1] {
				x[0][i] += v
			}
			clear(x[1])
		}
	}
}

// wilson is a share of n observations with its 95 % interval.
func wilson(in, n int64) Estimate {
	if n == 0 {
		return Estimate{High: 1}
	}
	p, m := float64(in)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return Estimate{P: p, Low: min(max(middle-half, 0), p), High: max(min(middle+half, 1), p)}
}

func (o *odds) result() *OddsResult {
	res := &OddsResult{Trials: int(o.tally.trials), Model: o.model}
	for p := range o.tally.records {
		x := o.tally.of(o, p)
		x.Cut.Fact = o.facts[p]
		x.Cut.settle()
		if w := o.tally.watch; w != nil && x.Cut.Fact != Clinched && x.Cut.Fact != Eliminated {
			x.Watch = w.of(p)
		}
		res.Players = append(res.Players, x)
	}
	if o.what != nil {
		p := int(o.c.Player)
		w := &WhatIf{If: o.c.If, PlayerOdds: o.what.of(o, p)}
		result := map[string]int{IfWin: resultWin, IfDraw: resultDraw, IfID: resultDraw, IfLoss: resultLoss}[o.c.If]
		switch {
		case o.c.Cut.IsZero():
		case o.position.clinchedIf(p, result):
			w.Cut.Fact = Clinched
		case o.position.eliminatedIf(p, result):
			w.Cut.Fact = Eliminated
		}
		w.Cut.settle()
		res.WhatIf = w
	}
	res.Advice = o.advice()
	if o.rules.Varied {
		res.Notes = append(res.Notes, variedNote)
	}
	if len(o.rules.Beyond) > 0 && o.c.Ledger == nil {
		res.Notes = append(res.Notes, fmt.Sprintf("Players whom only %v would separate are put in order by lot.", o.rules.Beyond))
	}
	return res
}

// settle replaces the estimate by the fact.
func (c *CutOdds) settle() {
	switch c.Fact {
	case Clinched:
		c.Estimate = Estimate{1, 1, 1}
	case Eliminated:
		c.Estimate = Estimate{}
	}
}

func (t *oddsTally) of(o *odds, p int) PlayerOdds {
	x := PlayerOdds{Player: int32(p)}
	have := o.start.Record(p)
	side := t.left + 1
	var in int64
	for i, n := range t.records[p] {
		if n == 0 {
			continue
		}
		made := int64(t.made[p][i])
		in += made
		wins, losses := i/side, i%side
		draws := max(o.start.Left(p)-wins-losses, 0)
		if !o.start.In(p) {
			draws = 0
		}
		x.Records = append(x.Records, RecordOdds{
			Record:   Record{have.Wins() + wins, have.Losses() + losses, have.Draws() + draws},
			Estimate: wilson(int64(n), t.trials), Cut: wilson(made, int64(n)),
		})
	}
	slices.Reverse(x.Records)
	x.Cut.Estimate = wilson(in, t.trials)
	for i, n := range t.seeds[p] {
		if n > 0 {
			x.Seeds = append(x.Seeds, SeedOdds{Seed: i + 1, Estimate: wilson(int64(n), t.trials)})
		}
	}
	return x
}

// advice judges an intentional draw at the player's open table in the strict
// sense of EX-23, nil where there is none or no cut by places.
func (o *odds) advice() *Advice {
	pos := o.position
	p := int(o.c.Player)
	if p < 0 || p >= len(pos.table) || pos.table[p] < 0 || !o.c.Cut.IsTop() || !o.c.Rules.Draws.Intentional || o.rules.Varied {
		return nil
	}
	t := pos.open[pos.table[p]]
	q := int(t[0]) + int(t[1]) - p
	mine, theirs := o.threats(p, q), o.threats(q, p)
	a := &Advice{Safe: mine < o.c.Cut.Top, Opponent: theirs < o.c.Cut.Top, Threats: mine}
	points := float64(pos.start.Points(p)+(pos.future+1)*o.rules.Draw) / float64(o.rules.Unit)
	switch {
	case a.Safe && a.Opponent:
		a.Reason = fmt.Sprintf("Both of you can draw: with %g points at most %d others can end level or ahead of you, and the cut takes %d.", points, mine, o.c.Cut.Top)
	case a.Safe:
		a.Reason = fmt.Sprintf("A draw is safe for you, at most %d others can end level or ahead; but not for your opponent, whom %d can reach.", mine, theirs)
	default:
		a.Reason = fmt.Sprintf("A draw is not safe: with %g points %d others can still end level or ahead of you, and the cut takes %d.", points, mine, o.c.Cut.Top)
	}
	return a
}

// threats is DrawThreats in a round of which some tables are finished.
func (o *odds) threats(me, opponent int) int {
	pos := o.position
	var points []int
	at := map[int]int{}
	for q := range pos.table {
		if !pos.start.In(q) {
			continue
		}
		at[q] = len(points)
		have := pos.start.Points(q)
		if pos.table[q] < 0 {
			have -= o.rules.Win // has played already, what DrawThreats adds again
		}
		points = append(points, have)
	}
	return DrawThreats(points, at[me], at[opponent], pos.future+1, o.rules.Win, o.rules.Draw, true)
}
