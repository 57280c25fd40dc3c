package kernel

// Open returns the tables of the round under way that have no result.
func (s *Start) Open() [][2]uint16 { return s.open }

// Points returns the points of a player in units.
func (s *Start) Points(p int) int { return s.words[p].Points() }

// Record returns the record of a player.
func (s *Start) Record(p int) Record { return s.words[p].Record() }

// In reports whether a player is still in the event.
func (s *Start) In(p int) bool { return !s.out[p] }

// Left returns the rounds that a player still in has to play.
func (s *Start) Left(p int) int {
	left := s.rules.Rounds - s.played
	if s.inPlay && !s.seated[p] {
		left--
	}
	return left
}

// Most is the most points of one round, byes included, in units.
func (r *Rules) Most() int { return r.most }

// Possible says what can become of a player: [result of the open table: won,
// drawn, lost], or all three alike for somebody who sits at none.
type Possible struct{ In, Out [3]bool }

// Enumerate tries every result (win, draw, loss) of the open tables of the last
// round and tells what can become of each player with a cut of so many places.
// Points and the first tiebreak decide, where that does not depend on games;
// players whom they do not separate may be in or out. ok is false where more than
// one round is left, more than limit tables are open, or the field is so large
// that it would take long.
func Enumerate(s *Start, places, limit int) (possible []Possible, ok bool) {
	left := s.rules.Rounds - s.played
	if left > 1 || left == 1 && !s.inPlay || len(s.open) > limit {
		return nil, false
	}
	work := s.players
	for range s.open {
		work *= 3
	}
	if work > mostWork {
		return nil, false
	}
	e := NewEvent(s, Options{})
	e.reset()
	for _, t := range s.open {
		e.opp[s.played*s.players+int(t[0])], e.opp[s.played*s.players+int(t[1])] = t[1], t[0]
	}
	n := &enumeration{e: e, places: min(places, len(e.active)), at: make([]uint8, s.players), possible: make([]Possible, s.players)}
	n.results = []int{0}
	if s.rules.Set.Draws.Allowed {
		n.results = []int{0, 1}
	}
	n.try(0)
	for p := range n.possible {
		if !s.seated[p] {
			x := &n.possible[p]
			x.In[1], x.In[2], x.Out[1], x.Out[2] = x.In[0], x.In[0], x.Out[0], x.Out[0]
		}
	}
	return n.possible, true
}

// mostWork is the number of players times results that Enumerate looks at: a few
// tenths of a second.
const mostWork = 50_000_000

type enumeration struct {
	e        *Event
	places   int
	results  []int // won by the first (the second is its mirror), drawn
	at       []uint8
	possible []Possible
}

// try goes through the results of the tables from k on.
func (n *enumeration) try(k int) {
	open := n.e.from.open
	if k == len(open) {
		n.judge()
		return
	}
	a, b := open[k][0], open[k][1]
	x, y := n.e.words[a], n.e.words[b]
	for result := range 3 {
		if result == 1 && len(n.results) == 1 {
			continue
		}
		n.at[a], n.at[b] = uint8(result), uint8(2-result)
		outcome := [3]uint64{starterWins | firstSeatStarts, isDraw, firstSeatStarts}[result]
		n.e.words[a], n.e.words[b] = x+n.e.rules.seats[outcome][0], y+n.e.rules.seats[outcome][1]
		n.try(k + 1)
	}
	n.e.words[a], n.e.words[b] = x, y
}

// judge says who is in and out now.
func (n *enumeration) judge() {
	e := n.e
	clear(e.count[:e.totals])
	for _, p := range e.active {
		e.count[e.words[p].Points()]++
	}
	line, above := -1, 0
	for v := e.totals - 1; v >= 0 && n.places > 0; v-- {
		if above+int(e.count[v]) >= n.places {
			line = v
			break
		}
		above += int(e.count[v])
	}
	level := e.tied[:0]
	for _, p := range e.active {
		switch v := e.words[p].Points(); {
		case v > line:
			n.possible[p].In[n.at[p]] = true
		case v < line:
			n.possible[p].Out[n.at[p]] = true
		default:
			level = append(level, p)
		}
	}
	n.judgeLevel(level, n.places-above)
}

func (n *enumeration) judgeLevel(level []uint16, places int) {
	e := n.e
	decided := len(e.rules.steps) > 0
	if decided {
		switch s := &e.rules.steps[0]; s.fn {
		case onTime, ownShare, meanShare:
			e.prepare(s, level, e.rules.Rounds)
			if s.lower {
				for _, p := range level {
					e.mean[p] = ^e.mean[p]
				}
			}
		case meanMean, ownGames, meanGames, headToHead:
			decided = false
		}
	}
	for _, p := range level {
		better, equal := 0, len(level)
		if decided {
			equal = 0
			for _, q := range level {
				if e.mean[q] > e.mean[p] {
					better++
				} else if e.mean[q] == e.mean[p] {
					equal++
				}
			}
		}
		x := &n.possible[p]
		if better < places {
			x.In[n.at[p]] = true
		}
		if better+equal > places {
			x.Out[n.at[p]] = true
		}
	}
}
