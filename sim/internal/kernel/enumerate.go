package kernel

import (
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Possible is whether a player can be in and out: [outcome of the open table, or of the
// next match of a player without one], all the same for a player with neither.
type Possible struct{ In, Out [NoTable]bool }

// Enumerate tries every pairing of the rounds to come, rematches included, with every
// result of every table, and returns what can become of each player with a cut of the
// given places. Players level after the tiebreaks that do not depend on single games
// may be in or out. ok is false if more than limit tables are unfinished or it would
// take too long.
func Enumerate(s *Start, places, limit int) (possible []Possible, ok bool) {
	n := &enumeration{places: places, limit: limit, first: s.paired()}
	whole := s.rules.ends()
	n.later, n.tables = [2]*ends{whole, whole}, s.tables()
	_, n.examples = s.rules.vocabulary()
	if !n.affordable(s) {
		return nil, false
	}
	n.e = NewSimulator(s, Options{})
	n.e.reset()
	n.places = min(places, len(n.e.active))
	n.at = make([]Outcome, s.players)
	n.possible = make([][NoTable + 1]fate, s.players)
	for p := range n.at {
		n.at[p] = NoTable
	}
	if s.source != nil {
		n.steps = s.rules.leading()
		n.keepLedger(s)
	}
	n.sort(s)
	n.tryOpen(0)
	n.settle()
	possible = make([]Possible, s.players)
	for p := range possible {
		x, all := &possible[p], n.possible[p][NoTable]
		for o := range x.In {
			x.In[o], x.Out[o] = n.possible[p][o].in || all.in, n.possible[p][o].out || all.out
		}
	}
	return possible, true
}

// mostWork is the number of players with matches to play times ends that Enumerate
// looks at: a few tenths of a second at most.
const mostWork = 1_500_000

type fate struct{ in, out bool }

type enumeration struct {
	e        *Simulator
	places   int
	limit    int
	first    int        // round that is not paired
	later    [2]*ends   // of a table that is not paired yet
	tables   [][2]*ends // of each open table, for its first and its second player
	steps    []*step
	at       []Outcome
	possible [][NoTable + 1]fate
	work     float64 // movers times ends

	movers []uint16   // still in, with a match to play
	idle   [][]uint16 // the others who are still in, by points
	count  []int      // of idle
	lines  []bool     // points that the last place of the cut may have

	// Where tiebreaks are beyond the kernel, every end is written down and ranked.
	examples examples
	ledger   *ledger.Ledger // nil if none is kept
	rules    *rules.Ruleset // without a lot at the end
	ended    []Outcome      // [round*players+player], of the player in the first seat
}

// affordable reports whether all ends can be tried.
func (n *enumeration) affordable(s *Start) bool {
	in := 0
	for _, out := range s.out {
		if !out {
			in++
		}
	}
	work, tables := float64(in), len(s.open)
	if n.first == s.rules.Rounds {
		work = 2 * float64(len(s.open)+1)
	}
	results := float64(len(n.later[0].outcomes))
	for _, table := range n.tables {
		work *= float64(len(table[0].outcomes))
	}
	for range s.rules.Rounds - n.first {
		tables += in / 2
		for left := in; left > 1; left -= 2 {
			if left%2 == 1 {
				work *= float64(left)
				left--
			}
			work *= float64(left-1) * results
		}
	}
	late := false
	for p := range s.players {
		late = late || s.lateRounds(p) > n.first
	}
	n.work = work
	return tables <= n.limit && work <= mostWork && !late
}

// sort separates players with a match to play from the others.
func (n *enumeration) sort(s *Start) {
	n.idle, n.count, n.lines = make([][]uint16, n.e.totals), make([]int, n.e.totals), make([]bool, n.e.totals)
	for _, p := range n.e.active {
		if s.seated[p] || n.first < s.rules.Rounds {
			n.movers = append(n.movers, p)
			continue
		}
		v := s.words[p].Points()
		n.idle[v] = append(n.idle[v], p)
		n.count[v]++
	}
}

// settle decides which players without a match are above and below the line.
func (n *enumeration) settle() {
	for line, seen := range n.lines {
		for v := range n.idle {
			if seen && v != line {
				for _, p := range n.idle[v] {
					n.set(p, v > line, v < line)
				}
			}
		}
	}
}

// tryOpen goes through the results of the open tables from k on.
func (n *enumeration) tryOpen(k int) {
	open := n.e.from.open
	if k == len(open) {
		n.tryRound(n.first)
		return
	}
	row := n.e.opp[(n.first-1)*n.e.players:]
	row[open[k][0]], row[open[k][1]] = open[k][1], open[k][0]
	n.tryTable(n.tables[k], open[k][0], open[k][1], n.first-1, func() { n.tryOpen(k + 1) })
}

// tryTable tries every result of a table and what comes after it.
func (n *enumeration) tryTable(sides [2]*ends, a, b uint16, round int, after func()) {
	e := n.e
	x, y := e.words[a], e.words[b]
	atA, atB := n.at[a], n.at[b]
	for _, o := range sides[0].outcomes {
		if atA == NoTable {
			n.at[a] = o
		}
		if atB == NoTable {
			n.at[b] = o.Mirror()
		}
		n.note(round, a, b, o)
		e.words[a], e.words[b] = x+sides[0].endings[o][0], y+sides[1].endings[o.Mirror()][0]
		after()
	}
	e.words[a], e.words[b] = x, y
	n.at[a], n.at[b] = atA, atB
}

// tryRound tries every pairing of a round and of the rounds after it.
func (n *enumeration) tryRound(round int) {
	e := n.e
	if round == e.rules.Rounds {
		n.judge()
		return
	}
	left := make([]uint16, 0, len(e.active))
	for _, p := range e.active {
		if e.from.known(int(p))>>(round+1)&1 == 0 {
			left = append(left, p)
			continue
		}
		x := e.words[p]
		worth, _ := e.from.alone(p, round)
		e.words[p] += worth
		e.opp[round*e.players+int(p)] = none
		defer func() { e.words[p] = x }()
	}
	if len(left)%2 == 0 {
		n.pair(left, round)
		return
	}
	for i, p := range left {
		x := e.words[p]
		e.words[p] += e.rules.byeIn(round, false)
		e.opp[round*e.players+int(p)] = none
		rest := append(append(make([]uint16, 0, len(left)), left[:i]...), left[i+1:]...)
		n.pair(rest, round)
		e.words[p] = x
	}
}

// pair pairs the first player with every other.
func (n *enumeration) pair(left []uint16, round int) {
	if len(left) == 0 {
		n.tryRound(round + 1)
		return
	}
	a, row := left[0], n.e.opp[round*n.e.players:]
	for i := 1; i < len(left); i++ {
		b := left[i]
		row[a], row[b] = b, a
		rest := append(append(make([]uint16, 0, len(left)), left[1:i]...), left[i+1:]...)
		n.tryTable(n.later, a, b, round, func() { n.pair(rest, round) })
	}
}

// judge decides who is in and who is out now.
func (n *enumeration) judge() {
	if n.ledger != nil {
		n.judgeLedger()
		return
	}
	e := n.e
	for v, k := range n.count {
		e.count[v] = uint32(k)
	}
	for _, p := range n.movers {
		e.count[e.words[p].Points()]++
	}
	line, above := e.totals-1, 0
	for ; above+int(e.count[line]) < n.places; line-- {
		above += int(e.count[line])
	}
	n.lines[line] = true
	level := append(e.tied[:0], n.idle[line]...)
	for _, p := range n.movers {
		switch v := e.words[p].Points(); {
		case v > line:
			n.set(p, true, false)
		case v < line:
			n.set(p, false, true)
		default:
			level = append(level, p)
		}
	}
	for _, p := range level {
		if !n.open(p) {
			n.judgeLevel(level, n.places-above, 0)
			return
		}
	}
}

// open reports whether it is known already that a player can be in and can be out.
func (n *enumeration) open(p uint16) bool {
	f := &n.possible[p][n.at[p]]
	return f.in && f.out
}

func (n *enumeration) set(p uint16, in, out bool) {
	f := &n.possible[p][n.at[p]]
	f.in, f.out = f.in || in, f.out || out
}

// judgeLevel decides which of the players level so far take one of the places, by the
// tiebreaks from k on.
func (n *enumeration) judgeLevel(level []uint16, places, k int) {
	e := n.e
	if places <= 0 || places >= len(level) {
		for _, p := range level {
			n.set(p, places > 0, places <= 0)
		}
		return
	}
	if k == len(n.steps) || !n.steps[k].settledByMatches() {
		for _, p := range level {
			n.set(p, true, true)
		}
		return
	}
	s := n.steps[k]
	e.prepare(s, level, e.rules.Rounds)
	better := func(p, q uint16) int { return e.compare(s, p, q, e.rules.Rounds) }
	// The values of the last one in decide; few are level, so they are counted.
	var line uint16
	for _, p := range level {
		ahead, with := 0, 0
		for _, q := range level {
			switch c := better(q, p); {
			case c < 0:
				ahead++
			case c == 0:
				with++
			}
		}
		if ahead < places && places <= ahead+with {
			line = p
			break
		}
	}
	ahead := 0
	still := make([]uint16, 0, len(level))
	for _, p := range level {
		switch c := better(p, line); {
		case c < 0:
			ahead++
			n.set(p, true, false)
		case c > 0:
			n.set(p, false, true)
		default:
			still = append(still, p)
		}
	}
	n.judgeLevel(still, places-ahead, k+1)
}

// settledByMatches reports whether a tiebreak depends on winners, not on games or on
// the number of level players.
func (s *step) settledByMatches() bool {
	switch s.fn {
	case onTime, ownShare, meanShare, meanMean:
		return true
	case ownGames, meanGames, headToHead:
	}
	return false
}
