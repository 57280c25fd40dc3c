package sim

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"topcut/sim/internal/kernel"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rating"
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
	// State is the event if a round robin is under way, otherwise nil. The pairings to
	// come are read from it, and the chances are those of entering the stage after it.
	State *tournament.State
	// Reported is the same ledger with the results entered that wait for confirmation,
	// nil if there are none. Estimates use them; facts, advice and the player's own
	// what-if do not.
	Reported *ledger.Ledger
	// Standings replace the ledger if only a pasted table is known, after Played rounds
	// (docs/rules/lorcana.md#lor-56, LOR-60); Ledger is nil then.
	Standings []Standing
	Played    int
	Rounds    int       // planned Swiss rounds, those of a second day included
	Cut       rules.Cut // as in PlanConfig; that of each group is in Shape
	Shape     Shape     // divisions, flights, pods, days, early places
	// Members is how many boards of a match each crew can take, nil if all; those that it
	// cannot are lost without play in matches to come. Facts hold for any number of members.
	Members []int

	DrawChance Percent
	IDs        IDMode
	Habit      *Habit  // of agreed draws with IDsUsual; nil = that of real events
	PlayChance Percent // 0 = 50 %
	Strength   Strength
	Ratings    []rating.Glicko // of the players before the event, for StrengthRating

	// Player is the index of the player of interest, and If a result of this player's
	// open table, or next match: "" or one of IfWin to IfID.
	Player int32
	If     string

	// Brief leaves out Records, Seeds and Watch: those of 400 players take megabytes.
	Brief bool

	Trials  int // 0 = DefaultTrials
	Threads int // 0 = 1
	Seed    [32]byte

	// Now, First and Budget limit the time: after First, Update gets an answer from the
	// trials so far and, if Every is set, again and again; after Budget the simulation
	// stops. Without Now all trials are played, and the result depends only on seed and
	// trials.
	Now                  func() time.Time
	First, Every, Budget time.Duration
	Update               func(*OddsResult)
	// Enough is called after First with the trials so far and the chance of Player; true
	// ends the simulation.
	Enough func(trials int, chance Estimate) bool
	// Slots, if set, has a slot taken while a chunk of trials is played: simulations that
	// share it use no more cores than it has slots.
	Slots chan struct{}
	// Progress is called from time to time, never concurrently; may be nil.
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
	// Reason is why the fact holds; zero without one.
	Reason notice.Notice `json:"-"`
}

// RecordOdds is the chance to end with a record, and of the cut in that case
// (docs/rules/lorcana.md#lor-57, LOR-58).
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
	Player int32 `json:"player"` // index in the ledger
	// Group is the number of the player's group among OddsResult.Groups, 0 if there are
	// none.
	Group int     `json:"group,omitempty"`
	Cut   CutOdds `json:"cut"` // zero if the group has no cut
	// DayTwo is the chance to play on after the day under way, nil if none ends.
	DayTwo  *CutOdds     `json:"day_two,omitempty"`
	Records []RecordOdds `json:"records"`
	Seeds   []SeedOdds   `json:"seeds"`           // only those that came up
	Watch   []Watch      `json:"watch,omitempty"` // tables of others that matter most
}

// WhatIf is the result for OddsConfig.If.
type WhatIf struct {
	If string `json:"if"`
	PlayerOdds
}

// Advice is whether an intentional draw now is safe, in the strict sense.
type Advice struct {
	Safe     bool          `json:"safe"`     // for that player
	Opponent bool          `json:"opponent"` // for the opponent
	Threats  int           `json:"threats"`  // players who could end level or ahead
	Reason   notice.Notice `json:"-"`
}

// OddsGroup is a group of players with a separate cut.
type OddsGroup struct {
	Name string `json:"name"`
	// Title is the name for users; zero if Name was typed by them.
	Title notice.Notice `json:"-"`
	Cut   rules.Cut     `json:"cut"` // zero if the Swiss rounds decide
}

// OddsResult is the chances of all players, including those who left.
type OddsResult struct {
	Trials  int                       `json:"trials"`
	Model   notice.Notice             `json:"-"`                // of the players' strength
	NoCut   bool                      `json:"no_cut,omitempty"` // only a second day is played for
	Groups  []OddsGroup               `json:"groups,omitempty"` // nil if one cut is for all
	Players numbered.List[PlayerOdds] `json:"players"`
	WhatIf  *WhatIf                   `json:"what_if,omitempty"`
	Advice  *Advice                   `json:"advice,omitempty"` // where the player has an open table
	Notes   []notice.Notice           `json:"-"`
}

// HasCut reports whether a player, by index, plays for a place in a cut.
func (r *OddsResult) HasCut(player int) bool {
	if len(r.Groups) > 0 {
		return !r.Groups[r.Players[player].Group].Cut.IsZero()
	}
	return !r.NoCut
}

// Odds plays the rest of a running event many times from its real position
// (docs/rules/lorcana.md#lor-56) and proves what can be proved. It fails on an event it
// cannot simulate, and with ctx's error when cancelled before the first answer.
func Odds(ctx context.Context, c OddsConfig) (*OddsResult, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.State != nil {
		return meetOdds(ctx, c)
	}
	o, err := newOdds(c)
	if err != nil {
		return nil, err
	}
	for _, f := range o.fields {
		f.prepare(o)
	}
	for p := range o.facts {
		o.reasons = append(o.reasons, o.reason(p))
	}
	if c.If != "" && o.what() == nil {
		return nil, o.unsupposed()
	}
	o.workers, o.played, o.subject, o.answers = o.players, o.trialsPlayed, o.subjectChance, o.result
	if err := o.run(ctx); err != nil {
		return nil, err
	}
	return o.result(), nil
}

// newOdds prepares the question and proves what is certain.
func newOdds(c OddsConfig) (*odds, error) {
	r, err := kernel.Compile(c.Rules, c.Rounds)
	if err != nil {
		return nil, err
	}
	real, err := c.position(r)
	if err != nil {
		return nil, err
	}
	start := real
	if c.Reported != nil {
		if start, err = kernel.FromLedger(r, c.reported()); err != nil {
			return nil, err
		}
	}
	o := &odds{runner: runner{c: c}, rules: r, places: make([]*rivals, real.Players()), facts: make([]string, real.Players())}
	if o.edge, o.model, err = c.Strength.edges(c.Rules, c.Ledger, c.Ratings); err != nil {
		return nil, err
	}
	if o.days, err = c.dayProofs(); err != nil {
		return nil, err
	}
	for p := range len(o.places) * min(len(o.days), 1) {
		o.on = append(o.on, o.days.join(Clinched, func(d *dayProof) string { return d.fact(p) }))
	}
	o.fields = o.split(real, start)
	for _, f := range o.fields {
		for _, x := range f.rivals {
			for _, p := range x.players {
				o.places[p] = x
				o.facts[p] = o.fact(x, int(p), x.position.fact(int(p)))
			}
		}
	}
	return o, nil
}

// reported returns the ledger that estimates start from; the table of a player with a
// supposed result is open.
func (c *OddsConfig) reported() *ledger.Ledger {
	if c.If == "" || len(c.Reported.Rounds) == 0 {
		return c.Reported
	}
	l := c.Reported.Clone()
	last := len(l.Rounds) - 1
	for i := range l.Rounds[last].Matches {
		if c.Ledger.Rounds[last].Matches[i].Seat(c.Player) >= 0 {
			l.Rounds[last].Matches[i] = c.Ledger.Rounds[last].Matches[i]
			if boards := c.Ledger.Rounds[last].Boards; i < len(boards) {
				l.Rounds[last].Boards[i] = boards[i]
			}
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
		return notice.Err("chances.no_event")
	case c.Cut.PerFlight > 0 || len(c.Cut.PerDivision) > 0:
		return notice.Err("chances.cut_groups")
	case c.Cut.Top < 0 || c.Cut.Points < 0 || c.Cut.Max < 0:
		return notice.Err("sim.cut_negative")
	case c.Cut.Top > c.players():
		return notice.Err("sim.cut_large", "cut", c.Cut.Top, "players", c.players())
	case c.If != "" && !slices.Contains([]string{IfWin, IfDraw, IfLoss, IfID}, c.If):
		return notice.Err("chances.suppose", "result", notice.Text(c.If))
	case c.If != "" && (c.Player < 0 || int(c.Player) >= c.players()):
		return notice.Err("chances.no_player", "number", c.Player+1)
	}
	if err := c.Shape.check(c); err != nil {
		return err
	}
	return plan.check()
}

type odds struct {
	runner
	rules  *kernel.Rules
	fields []*field
	places []*rivals // by player: the rivals
	facts  []string  // by player, of the cut
	// reasons are those of facts; nil if only facts are needed.
	reasons []notice.Notice
	days    dayProofs // nil if none is to end
	on      []string  // by player, the fact of playing on after all days
	edge    func(a, b int) float64
	model   notice.Notice
}

// what returns the field of the player with a supposed result, or nil if there is no
// such field or no open match.
func (o *odds) what() *field {
	p := o.c.Player
	for _, f := range o.fields {
		if f.what == nil {
			continue
		}
		pos := o.places[p].position
		if pos.start.In(int(p)) && pos.start.Played() < o.c.Rounds && (!pos.paired || pos.table[p] >= 0) && pos.can(int(p), o.c.supposes()) && !slices.Contains(o.c.Shape.Early, int(p)) {
			return f
		}
	}
	return nil
}

// errRuledOut is that of a result which the boards on record do not allow any more.
var errRuledOut = notice.Err("chances.ruled_out")

// unsupposed returns why the result cannot be supposed.
func (o *odds) unsupposed() error {
	if r := o.places[o.c.Player]; r != nil && !r.position.can(int(o.c.Player), o.c.supposes()) {
		return errRuledOut
	}
	return notice.Err("chances.no_match")
}

// supposes returns the assumed result.
func (c *OddsConfig) supposes() int {
	return map[string]int{IfWin: resultWin, IfDraw: resultDraw, IfID: resultDraw, IfLoss: resultLoss}[c.If]
}

func (o *odds) options(f *field) kernel.Options {
	cut := f.rivals[0].cut
	k := kernel.Options{
		DrawChance: int(o.c.DrawChance), PlayChance: int(o.c.PlayChance),
		Agreed: kernel.Draws(o.c.IDs), Habit: o.c.habit(), Cut: cut.Top, CutPoints: cut.Points * int(o.rules.Unit),
		Lock: cut.Lock * int(o.rules.Unit), Detail: f.detail, Edge: o.edge, Members: o.c.Members, Exact: true,
	}
	for i := range o.c.Shape.Days {
		k.Days = append(k.Days, o.c.Shape.Days[i].kernel(o.rules))
	}
	if o.c.PlayChance == 0 {
		k.PlayChance = int(EvenPlayChance)
	}
	return k
}

// players returns one worker's simulations.
func (o *odds) players() []player {
	var players []player
	for i, f := range o.fields {
		players = append(players, newFieldPlayer(o, f, f.tally, o.options(f), i))
		if f.what == nil {
			continue
		}
		k := o.options(f)
		k.Forced = &kernel.Forced{
			Player: int(o.c.Player), Agreed: o.c.If == IfID,
			Outcome: map[string]int{IfWin: 1, IfLoss: -1}[o.c.If],
		}
		players = append(players, newFieldPlayer(o, f, f.what, k, i))
	}
	return players
}

// fieldPlayer is one worker's simulation of a field.
type fieldPlayer struct {
	c     *OddsConfig
	event *kernel.Simulator
	tally *oddsTally // of one chunk
	into  *oddsTally
}

func newFieldPlayer(o *odds, f *field, into *oddsTally, k kernel.Options, field int) *fieldPlayer {
	t := newOddsTally(o, f)
	t.label = "odds"
	if field > 0 {
		t.label = fmt.Sprintf("odds %d", field)
	}
	return &fieldPlayer{c: &o.c, event: kernel.NewSimulator(f.start, k), tally: t, into: into}
}

func (p *fieldPlayer) play(n, chunk int) error {
	p.tally.play(p.event, n, chunk, p.c)
	return nil
}

func (p *fieldPlayer) collect() { p.into.take(p.tally) }

// trialsPlayed returns the number of trials so far.
func (o *odds) trialsPlayed() int { return int(o.fields[0].tally.trials) }

// subjectChance returns the chance so far of the player of interest.
func (o *odds) subjectChance() (chance Estimate) {
	if p := o.c.Player; p >= 0 && int(p) < len(o.places) {
		for _, f := range o.fields {
			if f.has(p) {
				chance = f.tally.chance(int(p))
			}
		}
	}
	return chance
}

// wilson returns a share of n observations with its 95 % interval.
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
	res := &OddsResult{Trials: o.played(), Model: o.model, Players: make([]PlayerOdds, len(o.places))}
	if s := &o.c.Shape; s.Cuts != nil {
		for g, cut := range s.Cuts {
			res.Groups = append(res.Groups, s.Group(g, cut))
		}
	}
	res.NoCut = res.Groups == nil && o.c.Cut.IsZero()
	for _, f := range o.fields {
		for _, x := range f.rivals {
			for _, p := range x.players {
				res.Players[p] = o.answer(f, f.tally, x, int(p))
			}
		}
	}
	if f := o.what(); f != nil {
		p := int(o.c.Player)
		res.WhatIf = &WhatIf{If: o.c.If, PlayerOdds: o.supposed(f, o.places[p], p)}
	}
	res.Advice = o.advice()
	res.Notes = append(res.Notes, o.c.Shape.Notes...)
	if o.rules.Varied {
		res.Notes = append(res.Notes, variedNote)
	}
	if len(o.rules.Beyond) > 0 && o.c.Ledger == nil {
		res.Notes = append(res.Notes, notice.New("chances.beyond", "tiebreaks", notice.Texts(o.rules.Beyond)))
	}
	return res
}

// answer returns what is known of a player.
func (o *odds) answer(f *field, t *oddsTally, r *rivals, p int) PlayerOdds {
	x := t.of(f, p)
	x.Group = max(r.group, 0)
	x.Cut.Fact, x.Cut.Reason = o.facts[p], o.reasons[p]
	x.Cut.settle()
	if x.DayTwo != nil {
		x.DayTwo.Fact = o.days[0].fact(p)
		x.DayTwo.settle()
	}
	if t.watch != nil && x.Cut.Fact != Clinched && x.Cut.Fact != Eliminated {
		x.Watch = t.watch.of(p)
	}
	return x
}

// supposed is answer with the assumed result.
func (o *odds) supposed(f *field, r *rivals, p int) PlayerOdds {
	x := f.what.of(f, p)
	x.Group = max(r.group, 0)
	result, fact := o.c.supposes(), ""
	switch {
	case r.cut.IsZero():
	case r.position.clinchedIf(p, result):
		fact = Clinched
	case r.position.eliminatedIf(p, result):
		fact = Eliminated
	}
	if x.DayTwo != nil {
		x.DayTwo.Fact = o.days[0].factIf(p, result)
		x.DayTwo.settle()
		if !r.cut.IsZero() {
			fact = o.days.join(fact, func(d *dayProof) string { return d.factIf(p, result) })
		}
		if fact == Clinched && !o.accompanied(r, p) {
			fact = ""
		}
	}
	x.Cut.Fact = fact
	if o.days == nil {
		x.Cut.Reason = r.position.reasonAfter(p, result, fact)
	}
	x.Cut.settle()
	return x
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

// advice judges an intentional draw at the player's open table in the strict sense of
// docs/rules/lorcana.md#lor-33, or returns nil if there is none or no cut by places.
func (o *odds) advice() *Advice {
	p := int(o.c.Player)
	if p < 0 || p >= len(o.places) || o.days != nil {
		return nil
	}
	pos, cut := o.places[p].position, o.places[p].cut
	if pos.table[p] < 0 || !pos.cut.IsTop() || !o.c.Rules.Draws.Intentional || o.rules.Varied {
		return nil
	}
	t := pos.open[pos.table[p]]
	q := int(t[0]) + int(t[1]) - p
	if !pos.start.In(q) {
		return nil // plays for another division's places
	}
	mine, theirs := o.threats(pos, p, q), o.threats(pos, q, p)
	a := &Advice{Safe: mine < cut.Top, Opponent: theirs < cut.Top, Threats: mine}
	points := pos.worthOf(pos.start.Points(p) + (pos.future+1)*o.rules.Draw)
	switch {
	case a.Safe && a.Opponent:
		a.Reason = notice.New("advice.both", "points", points, "others", atMost(mine), "cut", cut.Top)
	case a.Safe:
		a.Reason = notice.New("advice.you", "others", atMost(mine), "theirs", theirs)
	default:
		a.Reason = notice.New("advice.unsafe", "points", points, "others", others(mine), "cut", cut.Top)
	}
	return a
}

// threats is DrawThreats in a round of which some tables are finished.
func (o *odds) threats(pos *position, me, opponent int) int {
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
