package kernel

import (
	"cmp"
	"math"
	"slices"

	"topcut/tournament/notice"
)

// Bounds compares players who end level on points, whatever the results still to
// come: the most that a tiebreak of one can be above that of the other. Tiebreaks
// that are means over opponents are linear in the opponents' shares, so that the
// largest difference of two of them is found table by table, each with the result
// that suits best; an opponent whom both have counts once. Where rounds are still to
// be paired, every share is taken between its extremes, and an unknown opponent is
// the best or the worst that there can be. All comparisons are exact, but for means
// of games, of which a difference within rounding counts as none.
//
// A Bounds is not safe for concurrent use.
type Bounds struct {
	start    *Start
	rules    *Rules
	future   int // rounds that are not paired
	known    int // rounds of which the opponents are known
	sitOut   bool
	byes     []Word
	endings  endings
	tables   [][2]*ends // of each of start.open, for its first and its second player
	table    []int32    // of a player in start.open; -1
	measures []measure

	weight  []int64 // by player, of the comparison under way
	touched []uint16
	event   *Simulator // for values of players who left; nil until needed
}

// Path is a player with the outcome of the open table; NoTable where there is none.
type Path struct {
	Player  int
	Outcome Outcome
	Any     bool // the rounds that are not paired may end in any way
}

// spread is between what a share can be.
type spread[T int64 | float64] struct{ low, high T }

func (s *spread[T]) take(v T) { s.low, s.high = min(s.low, v), max(s.high, v) }

type byOutcome[T int64 | float64] [NoTable + 1]spread[T]

// shares are one share of all players, by outcome of the open table.
type shares[T int64 | float64] struct {
	free   []byOutcome[T]
	upward []byOutcome[T] // of who wins all rounds that are not paired
	down   []byOutcome[T] // of who loses them all
	beaten extreme[T]     // the highest share of players who lose to another later
	victor extreme[T]     // the lowest of players who do not
	best   extreme[T]     // the highest of all who are still in
	worst  extreme[T]
	empty  T // the mean over no opponents
}

// extreme is the most extreme share of all who are still in, and that of all but
// one of them.
type extreme[T int64 | float64] struct {
	of         int
	best, next T
}

// extremeOf finds the extreme of the values of players.
func extremeOf[T int64 | float64](players []int, values []T, better func(a, b T) bool) (x extreme[T]) {
	x.of = -1
	for i, p := range players {
		switch v := values[i]; {
		case i == 0:
			x = extreme[T]{p, v, v}
		case better(v, x.best):
			x = extreme[T]{p, v, x.best}
		case i == 1 || better(v, x.next):
			x.next = v
		}
	}
	return x
}

func (x *extreme[T]) without(p int) T {
	if p == x.of {
		return x.next
	}
	return x.best
}

func above[T int64 | float64](a, b T) bool { return a > b }
func below[T int64 | float64](a, b T) bool { return a < b }

// measure is a tiebreak with the data to compare it, made when first needed.
type measure struct {
	*step
	made  bool
	whole shares[int64]
	games shares[float64]
}

// NewBounds returns the bounds of a position. ok is false where tiebreaks cannot be
// bounded: of pasted standings, which have no opponents, where not every win is
// worth the same, and where the first tiebreak is beyond the kernel.
func NewBounds(s *Start) (b *Bounds, ok bool) {
	if s.source == nil || s.rules.Varied {
		return nil, false
	}
	b = &Bounds{
		start: s, rules: s.rules, known: s.paired(), sitOut: s.SitOuts() > 0, endings: s.rules.endings(), tables: s.tables(),
		table: make([]int32, s.players), weight: make([]int64, s.players),
	}
	b.future = s.rules.Rounds - b.known
	if b.sitOut {
		b.byes = append(append(append(b.byes, s.rules.byes...), s.rules.award...), s.rules.absence())
	}
	for p := range b.table {
		b.table[p] = -1
	}
	for i, t := range s.open {
		b.table[t[0]], b.table[t[1]] = int32(i), int32(i)
	}
	for _, st := range s.rules.leading() {
		b.measures = append(b.measures, measure{step: st})
	}
	return b, len(b.measures) > 0
}

// leading returns the tiebreaks before the first that is beyond the kernel.
func (r *Rules) leading() []*step {
	var list []*step
	for i := range r.Set.Ranking.Tiebreaks {
		t := &r.Set.Ranking.Tiebreaks[i]
		switch {
		case t.ShowOnly:
		case len(list) < len(r.steps) && r.steps[len(list)].rule == t:
			list = append(list, &r.steps[len(list)])
		default:
			return list
		}
	}
	return list
}

// Behind reports whether a, who wins all rounds that are not paired, ranks behind
// c, who loses them all, if both end level on points. Both are still in.
func (b *Bounds) Behind(a, c Path) bool {
	for i := range b.measures {
		switch sign := b.compare(i, a, c); {
		case sign < 0:
			return true
		case sign > 0:
			return false
		}
	}
	return false
}

// Apart returns the tiebreak by which a is behind c, as in Behind, the most that a can
// have of it and the least that c can; ok is false if these overlap and only the
// difference is known.
func (b *Bounds) Apart(a, c Path) (title notice.Value, high, low float64, ok bool) {
	for i := range b.measures {
		m := &b.measures[i]
		switch sign := b.compare(i, a, c); {
		case sign > 0:
			return nil, 0, 0, false
		case sign == 0:
			continue
		}
		switch m.fn {
		case meanShare:
			scale := float64(m.scale)
			high, low = most(b, &m.whole, a)/scale, least(b, &m.whole, c)/scale
		case meanGames:
			high, low = most(b, &m.games, a), least(b, &m.games, c)
		case ownGames:
			high, low = m.games.high(a), m.games.low(c)
		case onTime, ownShare, meanMean, headToHead:
		}
		return m.rule.Called(), high, low, high < low
	}
	return nil, 0, 0, false
}

// compare returns the sign of the most that a tiebreak of a can be above that of c.
func (b *Bounds) compare(i int, a, c Path) int {
	m := &b.measures[i]
	if !m.made {
		m.made = true
		b.prepare(m)
	}
	if m.lower {
		return 1
	}
	switch m.fn {
	case onTime:
		return b.lateness(c.Player) - b.lateness(a.Player)
	case ownShare:
		return cmp.Compare(m.whole.high(a), m.whole.low(c))
	case ownGames:
		return cmp.Compare(m.games.high(a), m.games.low(c))
	case meanShare:
		if !b.fits(m.step, b.rules.Rounds) {
			return 1
		}
		return cmp.Compare(difference(b, &m.whole, a, c), 0)
	case meanGames:
		if difference(b, &m.games, a, c) < -closeGames*float64(b.rules.Rounds*b.rules.Rounds) {
			return -1
		}
		return 1 // level cannot be told from a lead within rounding
	case meanMean:
		if !b.fits(m.step, b.rules.Rounds*int(min(b.rules.means, math.MaxInt32))) {
			return 1
		}
		if b.future > 0 {
			return cmp.Compare(difference(b, &m.whole, a, c), 0)
		}
		return cmp.Compare(b.twice(m, a, c), 0)
	case headToHead:
		if b.future > 0 || b.table[a.Player] >= 0 && b.table[a.Player] == b.table[c.Player] {
			return 1
		}
		return max(b.met(a.Player, c.Player), 0)
	}
	return 1
}

// fits reports whether sums of times Rounds shares fit 63 bits.
func (b *Bounds) fits(s *step, times int) bool {
	top := max(float64(s.scale)*float64(max(b.rules.most, b.rules.Win))/float64(max(b.rules.Win, 1)), float64(s.empty)/float64(b.rules.means), float64(s.floor))
	return top*float64(times)*float64(b.rules.Rounds)*2 < 1<<62
}

func (b *Bounds) lateness(p int) int {
	if b.start.late[p] {
		return 1
	}
	return 0
}

// met returns the matches that a won against c so far less those that c won, as far
// as they are over.
func (b *Bounds) met(a, c int) int {
	e := b.played()
	return e.wins(uint16(a), uint16(c), b.start.played) - e.wins(uint16(c), uint16(a), b.start.played)
}

// played returns the position as a Simulator that is not played on.
func (b *Bounds) played() *Simulator {
	if b.event == nil {
		b.event = NewSimulator(b.start, Options{})
		b.event.reset()
	}
	return b.event
}

// prepare computes the shares of a measure.
func (b *Bounds) prepare(m *measure) {
	switch m.fn {
	case ownShare, meanShare:
		b.wholeShares(m)
	case meanMean:
		b.wholeShares(m)
		if b.future > 0 {
			b.meanShares(m)
		}
	case ownGames, meanGames:
		value := func(w Word, _ int) float64 { return b.rules.gameShare(m.step, w) }
		m.games = survey(b, 1<<firstAt-1, value)
		m.games.empty = m.emptyF
	case onTime, headToHead:
	}
}

func (b *Bounds) wholeShares(m *measure) {
	rounds := b.rules.Rounds
	value := func(w Word, p int) int64 { return int64(m.share(w, int(b.start.left[p]) <= rounds)) }
	m.whole = survey(b, math.MaxUint64>>roundsAt<<roundsAt, value)
	m.whole.empty = int64(m.step.empty / b.rules.means)
}

// survey computes the range of each player's share. A share is a quotient of two sums
// over rounds, which is most extreme if all similar rounds end the same way. Results that do not
// differ in what is read of a word are one.
func survey[T int64 | float64](b *Bounds, read Word, value func(w Word, p int) T) shares[T] {
	n := len(b.table)
	s := shares[T]{free: make([]byOutcome[T], n), upward: make([]byOutcome[T], n), down: make([]byOutcome[T], n)}
	join := func(lists ...[]Word) (out []Word) {
		for _, l := range lists {
			for _, w := range l {
				if !slices.Contains(out, w&read) {
					out = append(out, w&read)
				}
			}
		}
		return out
	}
	k := &b.endings
	lose := join(k[Lost])
	wins, losses := join(k[Won], b.byes), join(k[Lost], k[BothLost], b.byes)
	all, unbeaten := join(k[Won], k[Drawn], losses), join(k[Won], k[BothLost])
	var in []int
	var beaten, victor, best, worst []T
	for p := range n {
		of := func(w Word) T { return value(w, p) }
		var later [3]spread[T] // after a loss to another, after no loss, after anything
		for i, o := range b.outcomesOf(p) {
			starts := []Word{b.start.words[p]}
			if o != NoTable {
				starts = sums(starts, join(b.atTable(p).endings[o]))
			}
			if b.start.out[p] || b.future == 0 {
				sp := over(starts, nil, 0, of)
				s.free[p][o], s.upward[p][o], s.down[p][o] = sp, sp, sp
				continue
			}
			s.free[p][o], s.upward[p][o], s.down[p][o] = over(starts, all, b.future, of), over(starts, wins, b.future, of), over(starts, losses, b.future, of)
			lost, won := over(sums(starts, lose), all, b.future-1, of), over(sums(starts, unbeaten), all, b.future-1, of)
			if i == 0 {
				later = [3]spread[T]{lost, won, s.free[p][o]}
			}
			later[2].take(s.free[p][o].low)
			later[2].take(s.free[p][o].high)
			later[0].take(lost.high)
			later[1].take(won.low)
		}
		if !b.start.out[p] && b.future > 0 {
			in, beaten, victor = append(in, p), append(beaten, later[0].high), append(victor, later[1].low)
			best, worst = append(best, later[2].high), append(worst, later[2].low)
		}
	}
	s.beaten, s.victor = extremeOf(in, beaten, above), extremeOf(in, victor, below)
	s.best, s.worst = extremeOf(in, best, above), extremeOf(in, worst, below)
	return s
}

// high returns the highest share of a player who wins all rounds that are not paired,
// and low the lowest of one who loses them, unless the path has other outcomes.
func (s *shares[T]) high(a Path) T { return s.rising(a).high }

func (s *shares[T]) low(c Path) T { return s.falling(c).low }

func (s *shares[T]) rising(a Path) *spread[T] {
	if a.Any {
		return &s.free[a.Player][a.Outcome]
	}
	return &s.upward[a.Player][a.Outcome]
}

func (s *shares[T]) falling(c Path) *spread[T] {
	if c.Any {
		return &s.free[c.Player][c.Outcome]
	}
	return &s.down[c.Player][c.Outcome]
}

// strongest returns the highest share of a player whom a player on the path can still
// meet, weakest the lowest.
func (s *shares[T]) strongest(a Path) T {
	if a.Any {
		return s.best.without(a.Player)
	}
	return s.beaten.without(a.Player)
}

func (s *shares[T]) weakest(c Path) T {
	if c.Any {
		return s.worst.without(c.Player)
	}
	return s.victor.without(c.Player)
}

// outcomesOf lists how the open table of a player can end.
func (b *Bounds) outcomesOf(p int) []Outcome {
	if b.table[p] < 0 {
		return []Outcome{NoTable}
	}
	return b.atTable(p).outcomes
}

// atTable returns the results that the open table of a player can end with.
func (b *Bounds) atTable(p int) *ends {
	i := b.table[p]
	if int(b.start.open[i][0]) == p {
		return b.tables[i][0]
	}
	return b.tables[i][1]
}

func sums(a, b []Word) []Word {
	out := make([]Word, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return out
}

// over returns the range of a share from any of starts after the given number of rounds
// that end with one of options.
func over[T int64 | float64](starts, options []Word, rounds int, value func(Word) T) (sp spread[T]) {
	if rounds == 0 {
		options = []Word{0}
	}
	for i, w := range starts {
		for j, o := range options {
			v := value(w + Word(rounds)*o)
			if i == 0 && j == 0 {
				sp = spread[T]{v, v}
			}
			sp.take(v)
		}
	}
	return sp
}
