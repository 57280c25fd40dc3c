package sim

import (
	"slices"

	"topcut/sim/internal/kernel"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// variedNote is added in games in which a win can be worth more or less.
var variedNote = notice.New("chances.varied")

// Facts are certain as long as every table ends with a win, a draw or a loss, and no
// player joins, leaves, is penalised or disqualified.
const (
	Clinched   = "clinched"
	Eliminated = "eliminated"
	WinAndIn   = "win-and-in"
	DrawAndIn  = "draw-and-in"
)

// enumerated is the number of unfinished tables up to which all results, and all
// pairings, are tried.
const enumerated = 10

// Results of a player's table, numbered as kernel.Outcome.
const (
	resultWin = iota
	resultDraw
	resultLoss
)

// position is the state from which facts are proved. It is not safe for concurrent use.
type position struct {
	rules  *kernel.Rules
	start  *kernel.Start
	cut    rules.Cut
	future int   // rounds after the one under way
	table  []int // of a player, in open; -1
	open   [][2]uint16
	paired bool
	closed bool // no other player takes part in the rounds to come, and none leaves before them

	outcomes    []kernel.Outcome   // of a table that is not paired
	tables      [][]kernel.Outcome // of each of open, for its first player
	results     []int              // of outcomes, a player's own: no double loss
	worth       [kernel.NoTable]int
	most, least int // of a round that is not paired
	sitOuts     int
	in          int // players still in

	ready  bool              // the fields below are computed
	tried  []kernel.Possible // nil if there are too many results to try
	bounds *kernel.Bounds    // nil where tiebreaks are not bounded
	early  *earlyPlaces      // nil if there are none
	passed bool              // some players behind may play on and some ahead may not, so being behind proves nothing
	reach  census            // how many players can have how many points
	floor  census            // how many players surely have how many points
}

func newPosition(r *kernel.Rules, s *kernel.Start, cut rules.Cut) *position {
	p := &position{
		rules: r, start: s, cut: cut, future: r.Rounds - s.Played(), open: s.Open(), table: make([]int, s.Players()),
		closed: s.Closed(), outcomes: r.Outcomes(), tables: s.OutcomesAt(), sitOuts: s.SitOuts(),
	}
	for i := range p.table {
		p.table[i] = -1
		if s.In(i) {
			p.in++
		}
	}
	for i, t := range p.open {
		p.table[t[0]], p.table[t[1]] = i, i
	}
	if p.paired = len(p.open) > 0; p.paired {
		p.future--
	}
	p.most, p.least = r.Most(), r.Most()
	for _, o := range p.outcomes {
		p.worth[o] = r.Worth(o)
		p.least = min(p.least, p.worth[o])
		if o != kernel.BothLost {
			p.results = append(p.results, int(o))
		}
	}
	if p.sitOuts > 0 {
		p.least = min(p.least, r.LeastAlone())
	}
	return p
}

// leaving marks that players may leave before the last round, as at the end of a first
// day, or that there may be more byes than an odd number of players causes: then only
// counts of points hold for rounds to come.
func (p *position) leaving() { p.closed = false }

// prepare computes what the proofs need. Tiebreaks and future pairings prove nothing if
// other players take part in them.
func (p *position) prepare() {
	if p.ready {
		return
	}
	p.ready = true
	if p.future == 0 || p.closed {
		if p.cut.IsTop() {
			p.tried, _ = kernel.Enumerate(p.start, p.cut.Top, enumerated)
		}
		p.bounds, _ = kernel.NewBounds(p.start)
	}
	p.reach, p.floor = p.census(p.most, higher), p.census(p.least, lower)
}

// next returns the points that a result now adds for a player, and the number of rounds
// after it. A player without an open table gets the result in the next round.
func (p *position) next(player, result int) (points, left int) {
	if p.table[player] < 0 {
		if p.future == 0 {
			return 0, 0
		}
		return p.worth[result], p.future - 1
	}
	return p.worth[result], p.future
}

// path returns a player with the outcome of the open table.
func (p *position) path(player, result int) kernel.Path {
	if p.table[player] < 0 {
		return kernel.Path{Player: player, Outcome: kernel.NoTable}
	}
	return kernel.Path{Player: player, Outcome: kernel.Outcome(result)}
}

// outcomesOf lists how the player's table can end with a result: a loss may be one of both.
func (p *position) outcomesOf(result int) []kernel.Outcome {
	list := []kernel.Outcome{kernel.Outcome(result)}
	if result == resultLoss && len(p.results) < len(p.outcomes) {
		list = append(list, kernel.BothLost)
	}
	return list
}

// possible returns whether the player can be in, and out, after a result, by trying all
// ends.
func (p *position) possible(player, result int) (in, out bool) {
	for _, o := range p.outcomesOf(result) {
		in, out = in || p.tried[player].In[o], out || p.tried[player].Out[o]
	}
	return in, out
}

// clinchedIf reports whether the player is sure of the cut after a result now,
// even losing everything later.
func (p *position) clinchedIf(player, result int) bool {
	_, ok := p.secure(player, result)
	return ok
}

// eliminatedIf reports whether the player cannot make the cut after a result now,
// even winning everything later.
func (p *position) eliminatedIf(player, result int) bool {
	_, ok := p.hopeless(player, result)
	return ok
}

// secure proves clinchedIf.
func (p *position) secure(player, result int) (a argument, ok bool) {
	switch {
	case !p.start.In(player) || p.cut.IsZero():
		return a, false
	case p.early.has(player):
		return argument{by: byEarly}, true
	case p.rules.Varied || p.cut.Lock > 0:
		return a, false
	}
	p.prepare()
	if a, ok = p.bounded(player, result); ok {
		return a, ok
	}
	if p.early != nil && p.soon(player, result) {
		return argument{by: byEarly}, true
	}
	if p.tried == nil {
		return a, false
	}
	in, out := p.possible(player, result)
	return argument{by: byTrying}, in && !out
}

// bounded proves clinchedIf by bounds on points and tiebreaks.
func (p *position) bounded(player, result int) (a argument, ok bool) {
	points, left := p.next(player, result)
	if p.table[player] < 0 && p.sitOuts > 0 { // who sits out has no such result, and what it is worth may be less
		points = min(points, p.rules.LeastAlone())
	}
	a.points = p.start.Points(player) + points + left*p.least
	if p.cut.Points > 0 && a.points >= p.target() {
		a.by = byTarget
		return a, true
	}
	switch c := p.cut; {
	case c.Top == 0:
		return a, false
	case c.EqualPoints && p.ahead(player, result, a.points+1, higher) < c.Top && c.Max == 0:
		a.by, a.others = byLevel, p.ahead(player, result, a.points+1, higher)
		return a, true
	case c.EqualPoints && p.ahead(player, result, a.points+1, higher) < c.Top && p.fewer(player, result, max(c.Top, c.Max), &a):
		return a, true
	}
	return a, p.fewer(player, result, p.cut.Top, &a)
}

// hopeless proves eliminatedIf.
func (p *position) hopeless(player, result int) (a argument, ok bool) {
	switch {
	case p.cut.IsZero():
		return a, false
	case !p.start.In(player):
		return argument{by: byAbsence}, true
	case p.early.has(player):
		return a, false
	case p.early.full():
		return argument{by: byFull}, true
	case p.rules.Varied || p.cut.Lock > 0 || p.passed:
		return a, false
	}
	p.prepare()
	if a, ok = p.outdone(player, result); ok || p.tried == nil {
		return a, ok
	}
	in, out := p.possible(player, result)
	return argument{by: byTrying}, out && !in
}

// outdone proves eliminatedIf by bounds on points and tiebreaks.
func (p *position) outdone(player, result int) (a argument, ok bool) {
	points, left := p.next(player, result)
	a.points = p.start.Points(player) + points + left*p.most
	if p.cut.Points > 0 && a.points >= p.target() {
		return a, false
	}
	switch c := p.cut; {
	case c.Top == 0:
		a.by = byTarget
		return a, true
	case c.EqualPoints:
		if a.others = p.ahead(player, result, a.points+1, lower); a.others >= c.Top {
			a.by = byCount
			return a, true
		}
		return a, c.Max > 0 && p.enough(player, result, max(c.Top, c.Max), &a)
	}
	return a, p.enough(player, result, p.cut.Top, &a)
}

// target returns the cut's number of points in units.
func (p *position) target() int { return p.cut.Points * int(p.rules.Unit) }

// can reports whether a result of a player's next match is possible.
func (p *position) can(player, result int) bool {
	if p.table[player] < 0 {
		return true
	}
	return slices.ContainsFunc(p.tables[p.table[player]], func(o kernel.Outcome) bool {
		return p.ends(p.table[player], player, result, o)
	})
}

// resultsOf lists the results that a player's next match can have, the best first.
func (p *position) resultsOf(player int) (list []int) {
	for _, r := range p.results {
		if p.can(player, r) {
			list = append(list, r)
		}
	}
	return list
}

// fact returns the strongest fact about a player, or "".
func (p *position) fact(player int) string {
	results := p.resultsOf(player)
	all := func(holds func(player, result int) bool) bool {
		for _, r := range slices.Backward(results) { // a loss is least likely to suffice
			if !holds(player, r) {
				return false
			}
		}
		return true
	}
	best := slices.Min(results)
	out := p.eliminatedIf(player, best)
	switch {
	case out && all(p.eliminatedIf):
		return Eliminated
	case out || !p.clinchedIf(player, best):
		return ""
	case all(p.clinchedIf):
		return Clinched
	case p.levels() && p.can(player, resultDraw) && p.clinchedIf(player, resultDraw):
		return DrawAndIn
	case best == resultWin:
		return WinAndIn
	}
	return ""
}

// levels reports whether a match can be drawn.
func (p *position) levels() bool { return p.rules.Set.Draws.Allowed || p.rules.Set.Boards > 0 }

// DrawThreats counts the players who may end up ahead of me when I draw all my
// remaining rounds and my opponent draws this one with me
// (docs/rules/lorcana.md#lor-33): those who, winning everything, have more points then,
// or as many in strict mode. points are the match points of all players who are still
// in.
func DrawThreats(points []int, me, opponent, roundsLeft, win, draw int, strict bool) int {
	mine := points[me] + roundsLeft*draw
	n := 0
	for q, have := range points {
		if q == me {
			continue
		}
		reach := have + roundsLeft*win
		if q == opponent {
			reach += draw - win
		}
		if reach > mine || strict && reach == mine {
			n++
		}
	}
	return n
}
