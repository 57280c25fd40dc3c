package pods

import "slices"

// search is the exact search: it seats the first player without a seat with every
// choice of companions, and leaves a branch that cannot become better than the best
// round so far.
type search struct {
	*pairing
	best  cost
	found [][]int
	left  []int // tables to fill by size: index 0 for three, 1 for four players
	nodes int   // steps left
}

// Limits of the exact search.
const (
	exactPlayers = 24
	exactSteps   = 300_000
)

// exact looks for a round better than best and keeps it in p. It reports whether
// it came to an end, which proves that p is as good as can be.
func (p *pairing) exact(best cost) bool {
	if len(p.order) > exactPlayers {
		return false
	}
	s := &search{pairing: p, best: best, left: make([]int, 2), nodes: exactSteps}
	for _, size := range p.sizes {
		s.left[size-Preferred+1]++
	}
	seated := make([]bool, len(p.order))
	done := s.extend(seated, nil, cost{})
	if s.found != nil {
		p.seats = s.found
	}
	return done
}

// extend fills the tables that are left. It reports false if the search had to
// be given up.
func (s *search) extend(seated []bool, tables [][]int, spent cost) bool {
	first := slices.Index(seated, false)
	if first < 0 {
		s.best, s.found = spent, tables
		return true
	}
	seated[first] = true
	defer func() { seated[first] = false }()
	for kind := range s.left {
		if s.left[kind] == 0 {
			continue
		}
		s.left[kind]--
		size := Preferred - 1 + kind
		done := s.fill(seated, tables, []int{s.order[first]}, first+1, size, spent)
		s.left[kind]++
		if !done {
			return false
		}
	}
	return true
}

// fill adds players from position from of the order on to a table until it has
// its size.
func (s *search) fill(seated []bool, tables [][]int, table []int, from, size int, spent cost) bool {
	if spent.compare(s.best) >= 0 {
		return true
	}
	if s.nodes--; s.nodes < 0 {
		return false
	}
	if len(table) == size {
		return s.extend(seated, append(tables[:len(tables):len(tables)], slices.Clone(table)), spent)
	}
	for i := from; i < len(s.order); i++ {
		if seated[i] {
			continue
		}
		seated[i] = true
		player := s.order[i]
		next := spent.plus(s.joining(player, table, -1))
		done := s.fill(seated, tables, append(table[:len(table):len(table)], player), i+1, size, next)
		seated[i] = false
		if !done {
			return false
		}
	}
	return true
}
