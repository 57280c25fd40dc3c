package kernel

// Meetings that are found by a search are searched in at most this many steps.
const searchSteps = 4000

// groupSearch is the largest group that is searched for a pairing of its own.
const groupSearch = 16

// sendDown sees to it that the last of an odd group, who goes down, has not gone
// down before where the group has somebody else (LOR-65).
func (e *Event) sendDown() {
	end, above := 0, 0
	n := len(e.order)
	for v := len(e.groups) - 1; v >= 0 && end < n; v-- {
		start := end
		end = min(end+int(e.groups[v]), n)
		if end&1 == 0 || end == start || end == n {
			continue
		}
		above = start & 1 // one of this group meets somebody from above
		last := end - 1
		for k := last; k >= start+above && e.floats[e.order[last]]; k-- {
			if !e.floats[e.order[k]] {
				e.order[k], e.order[last] = e.order[last], e.order[k]
			}
		}
		e.floats[e.order[last]] = true
	}
}

// separate removes rematches among neighbours of e.order.
func (e *Event) separate(round int) {
	order, met := e.order, e.met
	for i := 1; i < len(order); i += 2 {
		a, b := order[i-1], order[i]
		if met[a]>>(b&63)&1 != 0 && e.haveMet(a, b, round) {
			e.resolve(i-1, round)
		}
	}
}

// haveMet looks two players up in the rounds that were played.
func (e *Event) haveMet(a, b uint16, round int) bool {
	if e.met[a]>>(b&63)&1 == 0 {
		return false
	}
	for at := int(a); at < round*e.players; at += e.players {
		if e.opp[at] == b {
			return true
		}
	}
	return false
}

// resolve finds another pairing for two neighbours who have met. Later pairs are
// still to be checked, so they may be changed freely.
func (e *Event) resolve(i, round int) {
	order := e.order
	a, b := order[i], order[i+1]
	group := e.words[b] >> pointsAt
	j := i + 2
	for ; j < len(order) && e.words[order[j]]>>pointsAt == group; j++ {
		if !e.haveMet(a, order[j], round) {
			order[i+1], order[j] = order[j], order[i+1]
			return
		}
	}
	if e.exchange(i, round, false) || e.searchGroup(i, round) {
		return
	}
	for ; j < len(order); j++ {
		if !e.haveMet(a, order[j], round) {
			order[i+1], order[j] = order[j], order[i+1]
			return
		}
	}
	if e.exchange(i, round, true) {
		return
	}
	for size := 8; ; size *= 2 {
		start := max(i+2-size, 0)
		if e.pairs.run(e, start, len(order), round) || start == 0 {
			return
		}
	}
}

// exchange swaps with an earlier pair, the nearest first. Without far it takes
// only what leaves point differences as small as they are.
func (e *Event) exchange(i, round int, far bool) bool {
	order := e.order
	a, b := order[i], order[i+1]
	before := e.gap(a, b)
	for k := i - 2; k >= 0; k -= 2 {
		c, d := order[k], order[k+1]
		if !far && !e.samePoints(d, a) && !e.samePoints(d, b) {
			return false
		}
		now := before + e.gap(c, d)
		for range 2 {
			if (far || e.gap(a, c)+e.gap(b, d) <= now) && !e.haveMet(a, c, round) && !e.haveMet(b, d, round) {
				order[k], order[k+1], order[i], order[i+1] = c, a, d, b
				return true
			}
			c, d = d, c
		}
	}
	return false
}

func (e *Event) gap(a, b uint16) int {
	d := e.words[a].Points() - e.words[b].Points()
	return d * d
}

// searchGroup looks for a pairing of the whole group, for small ones.
func (e *Event) searchGroup(i, round int) bool {
	order := e.order
	start, end := i, i+2
	for start >= 2 && e.samePoints(order[start-1], order[i]) && e.samePoints(order[start-2], order[i]) {
		start -= 2
	}
	for end+1 < len(order) && e.samePoints(order[end], order[i]) && e.samePoints(order[end+1], order[i]) {
		end += 2
	}
	return end-start <= groupSearch && e.pairs.exact(e, start, end, round)
}

// search is a depth-first search for a pairing of part of the order. It tries
// partners in order, so that the first pairing it finds is close to it.
type search struct {
	in, out []uint16
	used    []bool
	steps   int
}

// run searches order[start:end] and writes what it found. It returns false where
// there is nothing without a rematch; if the part is the whole order, the fewest
// rematches that the search finds are then allowed.
func (s *search) run(e *Event, start, end, round int) bool {
	if s.exact(e, start, end, round) {
		return true
	}
	if start > 0 {
		return false
	}
	for rematches := 1; rematches <= (end-start)/2; rematches++ {
		if s.find(e, start, end, round, rematches) {
			return true
		}
	}
	return false
}

func (s *search) exact(e *Event, start, end, round int) bool { return s.find(e, start, end, round, 0) }

func (s *search) find(e *Event, start, end, round, rematches int) bool {
	s.in = append(s.in[:0], e.order[start:end]...)
	s.out = s.out[:0]
	s.used = append(s.used[:0], make([]bool, len(s.in))...)
	s.steps = 0
	if !s.next(e, round, rematches, 0) {
		return false
	}
	copy(e.order[start:end], s.out)
	return true
}

func (s *search) next(e *Event, round, rematches, from int) bool {
	for from < len(s.in) && s.used[from] {
		from++
	}
	if from == len(s.in) {
		return true
	}
	if s.steps++; s.steps > searchSteps {
		return false
	}
	a := s.in[from]
	s.used[from] = true
	for j := from + 1; j < len(s.in); j++ {
		if s.used[j] {
			continue
		}
		again := 0
		if e.haveMet(a, s.in[j], round) {
			again = 1
		}
		if again > rematches {
			continue
		}
		s.used[j] = true
		s.out = append(s.out, a, s.in[j])
		if s.next(e, round, rematches-again, from+1) {
			return true
		}
		s.out = s.out[:len(s.out)-2]
		s.used[j] = false
	}
	s.used[from] = false
	return false
}
