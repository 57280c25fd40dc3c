package main

import (
	"math/bits"

	"topcut/tournament/random"
	"topcut/tournament/seating/internal/climb"
)

// starter looks for one session whose images under a cyclic group are a
// schedule without repeats.
//
// The players are three orbits of the group and one, two or three more:
// players = 3·sessions + fixed. In sessions·fixed + … pairs of a session every
// orbit of pairs may occur once, which for one or two fixed players uses up all
// of them. The session is required to have a symmetry of order three as well,
// the turn: it moves orbit to orbit and multiplies places in the orbits by a
// cube root of one. So only a third of the tables has to be found, five or
// fewer, by backtracking.
type starter struct {
	sessions, fixed, multiplier int
	turn                        []int
	orbit                       [][]int // of pairs; -1 for short orbits, which would repeat
	steps                       int
	tables                      [][climb.Seats]int
	order                       []int // random order of the players
}

// Limits of one try, and tries of each starter.
const (
	starterSteps = 200_000
	starterTries = 20
)

// startersFor returns the starters that fit, one for each cube root of one.
func startersFor(players, sessions int) []*starter {
	fixed := players - 3*sessions
	if fixed < 1 || fixed > 3 {
		return nil
	}
	var all []*starter
	for w := 1; w < sessions; w++ {
		if w*w*w%sessions == 1 {
			all = append(all, newStarter(sessions, fixed, w))
		}
	}
	return all
}

func newStarter(sessions, fixed, multiplier int) *starter {
	s := &starter{sessions: sessions, fixed: fixed, multiplier: multiplier}
	g := s.group()
	n := g.Players()
	moved := 3 * sessions
	for p := range n {
		switch {
		case p < moved:
			s.turn = append(s.turn, (p/sessions+1)%3*sessions+p%sessions*multiplier%sessions)
		case fixed == 3:
			s.turn = append(s.turn, moved+(p-moved+1)%3)
		default:
			s.turn = append(s.turn, p)
		}
		s.orbit = append(s.orbit, make([]int, n))
	}
	next := 1
	for p := range n {
		for q := range p {
			if s.orbit[p][q] != 0 {
				continue
			}
			id := next
			next++
			for k := 1; k < sessions; k++ {
				if x, y := g.Image(p, k), g.Image(q, k); x == p && y == q || x == q && y == p {
					id = -1
				}
			}
			for k := range sessions {
				x, y := g.Image(p, k), g.Image(q, k)
				s.orbit[x][y], s.orbit[y][x] = id, id
			}
		}
	}
	return s
}

func (s *starter) group() climb.Group {
	return climb.Group{Order: s.sessions, Orbits: 3, Fixed: s.fixed}
}

// orbits is a set of orbits of pairs.
type orbits [2]uint64

// add adds the orbits of the pair p, q and of its turns; it reports false if one
// of them is in the set already or is short.
func (s *starter) add(used *orbits, p, q int) bool {
	x, y := p, q
	for range 3 {
		id := s.orbit[x][y]
		if id < 0 || used[id/64]>>(id%64)&1 == 1 {
			return false
		}
		used[id/64] |= 1 << (id % 64)
		if x, y = s.turn[x], s.turn[y]; x == p && y == q {
			break
		}
	}
	return true
}

// turns returns the set of a player and its images under the turn.
func (s *starter) turns(p int) uint64 {
	q := s.turn[p]
	return 1<<p | 1<<q | 1<<s.turn[q]
}

// solve tries once and returns the schedule, or nil.
func (s *starter) solve(src *random.Source) climb.Schedule {
	s.steps, s.tables = 0, nil
	s.order = src.Perm(len(s.turn))
	if !s.extend(0, orbits{}) {
		return nil
	}
	var base []int
	for _, table := range s.tables {
		turned := table
		for range 3 {
			base = append(base, turned[:]...)
			for i, p := range turned {
				turned[i] = s.turn[p]
			}
			if s.turn[table[0]] == table[0] { // a table that the turn does not move
				break
			}
		}
	}
	var out climb.Schedule
	for k := range s.sessions {
		session := make([]int, len(base))
		for i, p := range base {
			session[i] = s.group().Image(p, k)
		}
		out = append(out, session)
	}
	return out
}

// extend seats the last player who is not seated, in every way that fits.
func (s *starter) extend(seated uint64, used orbits) bool {
	n := len(s.turn)
	p := bits.Len64(^seated&(1<<n-1)) - 1
	if p < 0 {
		return true
	}
	if s.turn[p] == p {
		return s.extendFixed(p, seated, used)
	}
	return s.choose([]int{p}, seated|s.turns(p), used, 0)
}

// extendFixed seats a player whom the turn does not move: with some other
// player and its turns.
func (s *starter) extendFixed(p int, seated uint64, used orbits) bool {
	for _, q := range s.order {
		next := used
		if seated>>q&1 == 1 || s.turn[q] == q || !s.add(&next, p, q) || !s.add(&next, q, s.turn[q]) {
			continue
		}
		if s.try([climb.Seats]int{p, q, s.turn[q], s.turn[s.turn[q]]}, seated|1<<p|s.turns(q), next) {
			return true
		}
	}
	return false
}

// choose fills up a table with players from position from of the order on.
func (s *starter) choose(table []int, seated uint64, used orbits, from int) bool {
	if len(table) == climb.Seats {
		return s.try([climb.Seats]int(table), seated, used)
	}
	for i := from; i < len(s.order) && s.steps < starterSteps; i++ {
		q := s.order[i]
		if seated>>q&1 == 1 || s.turn[q] == q {
			continue
		}
		next, fits := used, true
		for _, p := range table {
			fits = fits && s.add(&next, p, q)
		}
		if fits && s.choose(append(table, q), seated|s.turns(q), next, i+1) {
			return true
		}
	}
	return false
}

// try goes on with one more table.
func (s *starter) try(table [climb.Seats]int, seated uint64, used orbits) bool {
	s.steps++
	s.tables = append(s.tables, table)
	if s.extend(seated, used) {
		return true
	}
	s.tables = s.tables[:len(s.tables)-1]
	return false
}
