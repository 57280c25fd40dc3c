package sim

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/random"
	"topcut/tournament/rat"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// meets are the chances of a round robin, in groups or not. Who is still to meet whom is
// known, so the matches are played as they stand, and the event's own standings and entry
// say who enters the next stage.
type meets struct {
	runner
	real  *meetings // what facts hold for
	pools []pool
	of    []int // by player, the pool; -1 = has left, or is not in this stage
	next  []int // by player, the own open match of real that comes first; -1
	// start is where estimates begin: with the reports that wait.
	start  *meetings
	model  notice.Notice
	tally  *meetTally
	what   *meetTally // with the supposed result; nil without one
	proofs [][3]proofs
}

// pool are players who compete for the same places.
type pool struct {
	players []int // by index
	in, out int   // so many go on surely, and at most; as many where places alone decide
	target  *rat.Rat
	race    *units // nil where points are too fine
	at      []int  // by player, the index in players; -1
	opened  map[int]int
}

// exact reports whether nothing but places in the pool decides who goes on.
func (p *pool) exact() bool { return p.target == nil && p.in == p.out }

// proofs is what was proved of a player after a result of the next match.
type proofs struct {
	in, out bool
	why     notice.Notice
}

// meeting returns the shape and the cut of a round robin under way: who enters the stage
// after it. cut is for one that nothing follows.
func meeting(s *tournament.State, cut rules.Cut) (Shape, rules.Cut, error) {
	var shape Shape
	if _, err := newMeetings(s); err != nil {
		return shape, cut, err
	}
	if next := s.Next(); next != nil {
		e := next.Entry()
		if next.Kind().Eliminates() && e.By != stage.Points && e.By != stage.Equal {
			e = stage.TopN(next.Size)
		}
		if e.By == stage.Equal && e.N == 0 {
			e.N = next.Size
		}
		if cut = goOn(e, 1); e.By == stage.All || cut.IsZero() {
			return shape, rules.Cut{}, nil
		}
	}
	groups := s.GroupCount()
	if !s.InGroups() || !cut.IsTop() || cut.Top%groups != 0 {
		groups = 1
	}
	if groups == 1 && cut.Top == s.CutRule().Top && cut.Points == s.CutRule().Points {
		return shape, cut, nil
	}
	for g := range groups {
		name, title := "", notice.Notice{}
		if groups > 1 {
			name, title = groupTitle(s, g)
		}
		c := cut
		c.Top /= groups
		shape.Names, shape.Titles, shape.Cuts = append(shape.Names, name), append(shape.Titles, title), append(shape.Cuts, c)
	}
	for i := range s.Ledger.Players {
		g := 0
		if groups > 1 {
			g = groupOf(s, i)
		}
		shape.Of = append(shape.Of, min(max(g, 0), groups-1))
	}
	return shape, rules.Cut{}, nil
}

// groupOf is the group of a player by index, from 0: drawn ones are numbered from 1, the
// pods of a draft from 0.
func groupOf(s *tournament.State, i int) int {
	g := int(s.Ledger.Players[i].Flight)
	if s.Draft == nil {
		g--
	}
	return g
}

// groupTitle names a group of a round robin.
func groupTitle(s *tournament.State, g int) (string, notice.Notice) {
	if s.Draft != nil {
		return podName(g), notice.New("group.pod", "number", g+1)
	}
	return groupName(g), notice.New("group.group", "number", g+1)
}

// newMeets prepares the question of OddsConfig.State.
func newMeets(c OddsConfig) (*meets, error) {
	s := c.State
	m := &meets{runner: runner{c: c}}
	var err error
	if m.real, err = newMeetings(s); err != nil {
		return nil, err
	}
	m.start = m.real
	edge, model, err := c.Strength.edges(c.Rules, c.Ledger, c.Ratings)
	if err != nil {
		return nil, err
	}
	m.model = model
	m.of, m.next = slices.Repeat([]int{-1}, len(s.Players)), slices.Repeat([]int{-1}, len(s.Players))
	for i, at := range slices.Backward(m.real.open) {
		for _, p := range m.real.at(at).Players() {
			m.next[p] = i
		}
	}
	if c.Reported != nil {
		then := *s
		then.Ledger = *m.withReports()
		if m.start, err = newMeetings(&then); err != nil {
			return nil, err
		}
	}
	m.real.edge, m.start.edge = edge, edge
	for _, g := range []*meetings{m.real, m.start} {
		g.drawn = float64(c.DrawChance) / 200
	}
	return m, m.pooled()
}

// withReports is the ledger with the reports that wait; the match whose result is supposed
// is open.
func (m *meets) withReports() *ledger.Ledger {
	l := m.c.Reported.Clone()
	if at := m.nextOf(int(m.c.Player)); m.c.If != "" && at >= 0 {
		open := m.real.at(m.real.open[at])
		for r := range l.Rounds {
			for i := range l.Rounds[r].Matches {
				if x := &l.Rounds[r].Matches[i]; r+1 == m.real.open[at].Round && x.N == 2 && x.Seats == open.Seats {
					*x = *open
				}
			}
		}
	}
	return l
}

// nextOf is the first open match of a player, -1 without one.
func (m *meets) nextOf(player int) int {
	if player < 0 || player >= len(m.next) {
		return -1
	}
	return m.next[player]
}

// pooled makes the pools.
func (m *meets) pooled() error {
	s, c := m.real.s, &m.c
	cut, groups := c.Cut, 1
	if c.Shape.Cuts != nil {
		cut = c.Shape.Cuts[0]
		cut.Top *= len(c.Shape.Cuts)
	}
	if s.InGroups() && cut.IsTop() {
		groups = s.GroupCount()
	}
	base, err := m.real.table(m.real.ledger)
	if err != nil {
		return err
	}
	m.pools = make([]pool, groups)
	for g := range m.pools {
		p := &m.pools[g]
		p.in, p.out = cut.Top/groups, (cut.Top+groups-1)/groups
		if cut.Points > 0 {
			target := rat.Int(int64(cut.Points))
			p.target = &target
		}
		p.at = slices.Repeat([]int{-1}, len(s.Players))
		var points []rat.Rat
		for i := range base.Rows {
			q := int(base.Rows[i].Player)
			if !s.PlaysOn(q+1) || s.Ledger.Players[q].StandIn || groups > 1 && groupOf(s, q) != g {
				continue
			}
			p.at[q], m.of[q] = len(p.players), g
			p.players, points = append(p.players, q), append(points, base.Rows[i].Points)
		}
		race := m.real.race(p.at, len(p.players), func(x *ledger.Match) [2]rat.Rat {
			w := standings.Score(s.Rules, 1, x)
			return [2]rat.Rat{w[0], w[1]}
		})
		race.base = points
		if u, ok := race.whole(); ok {
			p.race, p.opened = u, map[int]int{}
			for game, open := range race.opened {
				p.opened[open] = game
			}
		}
	}
	return nil
}

// prove fills in what is certain of everybody.
func (m *meets) prove() error {
	m.proofs = make([][3]proofs, len(m.of))
	for g := range m.pools {
		p := &m.pools[g]
		open := false // to whom the points alone do not say it
		for _, q := range p.players {
			for result := range m.proofs[q] {
				m.proofs[q][result] = m.byPoints(p, q, result)
				open = open || !m.proofs[q][result].in && !m.proofs[q][result].out
			}
		}
		if open && p.exact() {
			if err := m.byTrying(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// after says after which result of the next match a proof holds; after all where there is
// no such match.
func (m *meets) after(player, result int) notice.Word {
	if m.next[player] < 0 {
		return afterAll
	}
	return [3]notice.Word{afterWin, afterDraw, afterLoss}[result]
}

// byPoints proves what points prove.
func (m *meets) byPoints(p *pool, player, result int) (x proofs) {
	if p.race == nil {
		return x
	}
	var s *supposed
	if open := m.next[player]; open >= 0 {
		s = &supposed{game: p.opened[open], player: p.at[player], result: result}
	}
	worst, best := p.race.worst(p.at[player], s), p.race.best(p.at[player], s)
	low, high := rat.New(worst.points, p.race.unit), rat.New(best.points, p.race.unit)
	switch {
	case p.target != nil && !low.Less(*p.target):
		x.in, x.why = true, notice.New("proof.in.target", "after", m.after(player, result), "points", pointsWord(*p.target))
	case worst.place <= p.in:
		x.in, x.why = true, notice.New("proof.in.count", "after", m.after(player, result), "others", atMost(worst.place-1), "points", pointsWord(low), "cut", p.in)
	case best.place > p.out && (p.target == nil || high.Less(*p.target)):
		x.out = true
		x.why = notice.New("proof.out.count", "points", pointsWord(high), "others", others(best.place-1), "cut", p.out)
		if p.target != nil {
			x.why = notice.New("proof.out.target", "points", pointsWord(high), "target", pointsWord(*p.target))
		}
	}
	return x
}

// mostTables bounds how many standings are looked at to prove what tiebreakers prove.
const mostTables = 1 << 12

// byTrying proves what tiebreakers prove too, by every way in which the matches that bear
// on a pool can end, where these are few.
func (m *meets) byTrying(p *pool) error {
	g := m.real
	var open []int
	for i := range g.open {
		if _, own := p.opened[i]; own || m.together() {
			open = append(open, i)
		}
	}
	ends := g.everyEnd()
	ways := 1
	for range open {
		if ways *= len(ends); ways > mostTables {
			return nil
		}
	}
	var can [2][][3]bool // by player and result: to be in, to be out
	for k := range can {
		can[k] = make([][3]bool, len(m.of))
	}
	chosen := make([]int, len(open))
	for way := range ways {
		for k := range chosen {
			chosen[k] = way % len(ends)
			way /= len(ends)
		}
		t, err := g.table(g.ended(open, chosen, ends))
		if err != nil {
			return err
		}
		m.see(p, t, func(player int, in, out bool) {
			for result := range 3 {
				if at := m.next[player]; at >= 0 && slices.Contains(open, at) {
					me := 0
					if int(g.at(g.open[at]).Seats[1]) == player {
						me = 1
					}
					if !ends[chosen[slices.Index(open, at)]].is(me, result) {
						continue
					}
				}
				can[0][player][result] = can[0][player][result] || in
				can[1][player][result] = can[1][player][result] || out
			}
		})
	}
	for _, q := range p.players {
		for result := range 3 {
			x, in, out := &m.proofs[q][result], can[0][q][result], can[1][q][result]
			switch {
			case x.in || x.out:
			case in && !out:
				*x = proofs{in: true, why: notice.New("proof.in.tried", "after", m.after(q, result), "cut", p.in)}
			case out && !in:
				*x = proofs{out: true, why: notice.New("proof.out.tried", "cut", p.in)}
			}
		}
	}
	return nil
}

// together reports whether what other groups play can order two of one: a tiebreaker looks
// at all who are level.
func (m *meets) together() bool {
	if len(m.pools) == 1 {
		return true
	}
	return slices.ContainsFunc(m.c.Rules.Ranking.Tiebreaks, func(t rules.Tiebreak) bool {
		b := standings.Lookup(t.Func)
		return b == nil || b.Group()
	})
}

// see says of everybody in a pool whether they can be among those who go on, and whether
// they can be left out, if the standings are so: those who are level may be in any order.
func (m *meets) see(p *pool, t *standings.Table, say func(player int, in, out bool)) {
	var block []int
	ahead := 0
	flush := func() {
		for _, q := range block {
			say(q, ahead < p.in, ahead+len(block) > p.in)
		}
		ahead += len(block)
		block = block[:0]
	}
	for i := range t.Rows {
		if !t.Level(i) {
			flush()
		}
		if q := int(t.Rows[i].Player); p.at[q] >= 0 {
			block = append(block, q)
		}
	}
	flush()
}

// fact is the strongest fact about a player, with why it holds.
func (m *meets) fact(player int) (string, notice.Notice) {
	if m.of[player] < 0 {
		return Eliminated, notice.New("proof.out.left")
	}
	x := &m.proofs[player]
	draws := len(m.real.draws) > 0
	all := func(holds func(proofs) bool) bool {
		return holds(x[resultWin]) && holds(x[resultLoss]) && (!draws || holds(x[resultDraw]))
	}
	in, out := func(x proofs) bool { return x.in }, func(x proofs) bool { return x.out }
	switch {
	case all(out):
		return Eliminated, x[resultWin].why
	case all(in):
		return Clinched, reworded(x[resultLoss].why)
	case m.next[player] < 0 || !x[resultWin].in:
		return "", notice.Notice{}
	case draws && x[resultDraw].in:
		return DrawAndIn, x[resultDraw].why
	}
	return WinAndIn, x[resultWin].why
}

// reworded is a reason that holds whatever happens.
func reworded(why notice.Notice) notice.Notice {
	args := slices.Clone(why.Args)
	for i := range args {
		if args[i].Name == "after" {
			args[i].Value = afterAll
		}
	}
	why.Args = args
	return why
}

// meetProved is Prove of a round robin.
func meetProved(c OddsConfig) (*Proved, error) {
	m, err := newMeets(c)
	if err != nil {
		return nil, err
	}
	if err := m.prove(); err != nil {
		return nil, err
	}
	out := &Proved{reasons: func(player int) notice.Notice {
		_, why := m.fact(player)
		return why
	}}
	for p := range m.of {
		fact, _ := m.fact(p)
		out.Facts = append(out.Facts, fact)
	}
	return out, nil
}

// meetOdds is Odds of a round robin.
func meetOdds(ctx context.Context, c OddsConfig) (*OddsResult, error) {
	m, err := newMeets(c)
	if err != nil {
		return nil, err
	}
	if err := m.prove(); err != nil {
		return nil, err
	}
	m.tally = newMeetTally(m)
	if c.If != "" {
		at := m.nextOf(int(c.Player))
		if at < 0 || c.If != IfWin && c.If != IfLoss && len(m.real.draws) == 0 {
			return nil, notice.Err("chances.no_match")
		}
		m.what = newMeetTally(m)
	}
	m.workers, m.answers = m.players, m.result
	m.played = func() int { return int(m.tally.trials) }
	m.asked = func() (e Estimate) {
		if p := int(c.Player); p >= 0 && p < len(m.of) {
			e = m.tally.chance(p)
		}
		return e
	}
	if err := m.run(ctx); err != nil {
		return nil, err
	}
	return m.result(), nil
}

// result is what is known so far.
func (m *meets) result() *OddsResult {
	shape := &m.c.Shape
	res := &OddsResult{Trials: m.played(), Model: m.model, Players: make([]PlayerOdds, len(m.of)), Notes: shape.Notes}
	for g := range shape.Cuts {
		res.Groups = append(res.Groups, shape.grouped(g, shape.Cuts[g]))
	}
	for p := range m.of {
		x := m.tally.of(p)
		x.Cut.Fact, x.Cut.Reason = m.fact(p)
		x.Cut.settle()
		if shape.Of != nil {
			x.Group = shape.Of[p]
		}
		if x.Cut.Fact != Clinched && x.Cut.Fact != Eliminated {
			x.Watch = m.tally.watch.of(p)
		}
		res.Players[p] = x
	}
	if m.what != nil {
		p := int(m.c.Player)
		x := m.what.of(p)
		x.Group = res.Players[p].Group
		if m.of[p] >= 0 {
			switch proved := m.proofs[p][m.supposes()]; {
			case proved.in:
				x.Cut.Fact, x.Cut.Reason = Clinched, proved.why
			case proved.out:
				x.Cut.Fact, x.Cut.Reason = Eliminated, proved.why
			}
		}
		x.Cut.settle()
		res.WhatIf = &WhatIf{If: m.c.If, PlayerOdds: x}
	}
	return res
}

// supposes is the result that is supposed.
func (m *meets) supposes() int {
	return map[string]int{IfWin: resultWin, IfDraw: resultDraw, IfID: resultDraw, IfLoss: resultLoss}[m.c.If]
}

// players are one worker's simulations.
func (m *meets) players() []player {
	out := []player{&meetPlayer{m: m, g: m.start.another(), tally: newMeetTally(m), into: m.tally}}
	if m.what != nil {
		out = append(out, &meetPlayer{m: m, g: m.start.another(), tally: newMeetTally(m), into: m.what, label: "if"})
	}
	return out
}

// meetPlayer is one worker's simulation of a round robin.
type meetPlayer struct {
	m           *meets
	g           *meetings
	tally, into *meetTally
	label       string
}

func (p *meetPlayer) play(n, chunk int) error {
	src := random.New(p.m.c.Seed, "meets"+p.label, uint64(chunk))
	rng := rand.New(rand.NewPCG(src.Uint64(), src.Uint64()))
	var forced func(open int) (int, bool)
	if p.into == p.m.what {
		forced = p.supposed()
	}
	for range n {
		t, err := p.g.table(p.g.play(rng, forced))
		if err != nil {
			return err
		}
		p.tally.add(p.g, t, p.m.entering(t))
	}
	return nil
}

func (p *meetPlayer) collect() { p.into.take(p.tally) }

// supposed decides the match of whom a result is supposed, as a result of its first seat.
func (p *meetPlayer) supposed() func(open int) (int, bool) {
	m := p.m
	at := m.real.open[m.nextOf(int(m.c.Player))]
	seats := m.real.at(at).Seats
	result := m.supposes()
	if int(seats[1]) == int(m.c.Player) {
		result = resultLoss - result
	}
	return func(open int) (int, bool) {
		if p.g.open[open].Round != at.Round {
			return 0, false
		}
		return result, p.g.at(p.g.open[open]).Seats == seats
	}
}

// entering says who goes on if the standings are so, best first.
func (m *meets) entering(t *standings.Table) []int {
	s := m.real.s
	if s.Next() != nil {
		return s.Entering(t)
	}
	players, err := s.Seeds(t, m.c.Cut.Top)
	if err != nil {
		return nil
	}
	return players
}

// meetTally counts what became of every player.
type meetTally struct {
	trials  int64
	records []map[Record][2]int32 // by player: how often, and how often with the cut
	seeds   [][]int32             // by player
	watch   *watchTally
	places  []int // of the open matches in meets.start that are watched
}

func newMeetTally(m *meets) *meetTally {
	n := len(m.of)
	t := &meetTally{records: make([]map[Record][2]int32, n), seeds: make([][]int32, n), watch: &watchTally{}}
	for p := range n {
		t.records[p], t.seeds[p] = map[Record][2]int32{}, make([]int32, n)
	}
	current := len(m.real.s.Rounds)
	if r := m.real.s.Current(); r == nil || r.Status == tournament.Done {
		current = 0 // nobody sits at a table
	}
	for i, at := range m.start.open {
		if at.Round == current && (len(t.places)+1)*n <= mostCells {
			x := m.start.at(at)
			t.places, t.watch.open = append(t.places, i), append(t.watch.open, [2]uint16{uint16(x.Seats[0]), uint16(x.Seats[1])})
		}
	}
	k := len(t.places)
	t.watch.happ, t.watch.made, t.watch.now = make([][3]int32, k), make([][3]int32, k*n), make([]uint8, k)
	return t
}

// add counts a trial, after which these go on.
func (t *meetTally) add(g *meetings, table *standings.Table, on []int) {
	t.trials++
	for k, i := range t.places {
		m := g.scratch.Rounds[g.open[i].Round-1].Matches[g.open[i].Match-1]
		result := uint8(resultDraw)
		switch w := g.s.Rules.Winner(&m); {
		case w >= 0 && uint16(m.Seats[w]) == t.watch.open[k][0]:
			result = resultWin
		case w >= 0:
			result = resultLoss
		}
		t.watch.now[k] = result
		t.watch.happ[k][result]++
	}
	made := make([]bool, len(t.records))
	seeds := make([]uint16, len(on))
	for seed, n := range on {
		made[n-1], seeds[seed] = true, uint16(n-1)
		t.seeds[n-1][seed]++
	}
	t.watch.add(seeds)
	for i := range table.Rows {
		r := &table.Rows[i]
		record := Record{r.Record[0], r.Record[1], r.Record[2]}
		n := t.records[r.Player][record]
		n[0]++
		if made[r.Player] {
			n[1]++
		}
		t.records[r.Player][record] = n
	}
}

// take adds the counts of another tally and empties it.
func (t *meetTally) take(o *meetTally) {
	t.trials += o.trials
	o.trials = 0
	t.watch.take(o.watch)
	for p := range t.records {
		for r, n := range o.records[p] {
			have := t.records[p][r]
			t.records[p][r] = [2]int32{have[0] + n[0], have[1] + n[1]}
		}
		clear(o.records[p])
		move(t.seeds[p], o.seeds[p])
	}
}

// chance is how often a player went on.
func (t *meetTally) chance(p int) Estimate {
	var in int64
	for _, n := range t.records[p] {
		in += int64(n[1])
	}
	return wilson(in, t.trials)
}

// of is what the trials say of a player.
func (t *meetTally) of(p int) PlayerOdds {
	x := PlayerOdds{Player: int32(p), Cut: CutOdds{Estimate: t.chance(p)}}
	for r, n := range t.records[p] {
		x.Records = append(x.Records, RecordOdds{Record: r, Estimate: wilson(int64(n[0]), t.trials), Cut: wilson(int64(n[1]), int64(n[0]))})
	}
	slices.SortFunc(x.Records, func(a, b RecordOdds) int {
		return cmp.Or(b.Record.Wins-a.Record.Wins, a.Record.Losses-b.Record.Losses, a.Record.Draws-b.Record.Draws)
	})
	for i, n := range t.seeds[p] {
		if n > 0 {
			x.Seeds = append(x.Seeds, SeedOdds{Seed: i + 1, Estimate: wilson(int64(n), t.trials)})
		}
	}
	return x
}
