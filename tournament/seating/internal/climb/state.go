package climb

import (
	"slices"

	"topcut/tournament/random"
)

// state is a schedule in the making. Only one session of each set of images is
// kept, and meetings are counted for orbits of pairs: all pairs of an orbit have
// met equally often.
type state struct {
	problem   Problem
	pairs     *pairs
	seats     int           // players at tables in a session
	rotating  [][]int       // players table by table, then those who sit out
	invariant []transversal // one table of each set of images
	meetings  []int         // of each orbit of pairs
	met       []int         // number of orbits of pairs by meetings
	distinct  []int         // different opponents of each class of players
	having    []int         // number of classes by different opponents
	cost      int
}

// transversal is an invariant session. The orbits are in groups of four; each four is a
// table with the given member of each orbit, and its images.
type transversal struct {
	orbit, member []int
}

// pairs holds the orbits of pairs under a group.
type pairs struct {
	orbit [][]int     // of two players
	times []int       // meetings of each pair of the orbit when one of them meets in a rotating session
	ends  [][2]ending // the classes of the two players and how many partners the orbit gives each
}

type ending struct{ class, partners int }

// class returns the orbit of a player; fixed players are classes of their own.
func (g Group) class(p int) int {
	if moved := g.Order * g.Orbits; p >= moved {
		return g.Orbits + p - moved
	}
	return p / g.Order
}

func pairsOf(g Group) *pairs {
	n := g.Players()
	t := &pairs{orbit: make([][]int, n)}
	for p := range t.orbit {
		t.orbit[p] = make([]int, n)
		for q := range t.orbit[p] {
			t.orbit[p][q] = -1
		}
	}
	for p := range n {
		for q := p + 1; q < n; q++ {
			if t.orbit[p][q] < 0 {
				t.add(g, p, q)
			}
		}
	}
	return t
}

// add numbers the orbit of the pair p, q.
func (t *pairs) add(g Group, p, q int) {
	id, size := len(t.times), 0
	partners := make(map[int]int)
	for k := range g.Order {
		x, y := g.Image(p, k), g.Image(q, k)
		if t.orbit[x][y] < 0 {
			t.orbit[x][y], t.orbit[y][x] = id, id
			size++
			partners[x]++
			partners[y]++
		}
	}
	ends := [2]ending{{g.class(p), partners[p]}, {g.class(q), partners[q]}}
	if ends[0].class == ends[1].class {
		ends[1].partners = 0
	}
	t.times = append(t.times, g.Order/size)
	t.ends = append(t.ends, ends)
}

// start returns the schedule to climb from.
func start(p Problem, src *random.Source) *state {
	g := p.Group
	s := &state{problem: p, pairs: pairsOf(g), seats: g.Players() / Seats * Seats}
	s.meetings = make([]int, len(s.pairs.times))
	s.met = make([]int, p.Sessions()+1)
	s.met[0] = len(s.meetings)
	s.distinct = make([]int, g.Orbits+g.Fixed)
	s.having = make([]int, g.Players())
	s.having[0] = len(s.distinct)
	for r := range p.Rotating {
		var order []int
		if p.Start != nil {
			order = slices.Clone(p.Start[r])
			s.seats = p.Seated
		} else {
			order = src.Perm(g.Players())
		}
		s.rotating = append(s.rotating, order)
		for i := 0; i < s.seats; i += Seats {
			s.meetTable(order[i:i+Seats], 1)
		}
	}
	for range p.Invariant {
		t := transversal{orbit: src.Perm(g.Orbits), member: make([]int, g.Orbits)}
		for i := range t.member {
			t.member[i] = src.IntN(g.Order)
		}
		s.invariant = append(s.invariant, t)
		s.meetTransversal(t, 1)
	}
	return s
}

// meet counts (by = 1) or takes back (by = -1) meetings of an orbit of pairs.
func (s *state) meet(orbit, by int) {
	old := s.meetings[orbit]
	now := old + by
	s.meetings[orbit] = now
	s.met[old]--
	s.met[now]++
	s.cost += s.price(now) - s.price(old)
	var sign int
	switch {
	case old == 0:
		sign = 1
	case now == 0:
		sign = -1
	default:
		return
	}
	for _, e := range s.pairs.ends[orbit] {
		d := &s.distinct[e.class]
		s.having[*d]--
		*d += sign * e.partners
		s.having[*d]++
	}
}

func (s *state) price(meetings int) int {
	return meetings*(meetings-1)/2 + overMeeting*max(0, meetings-s.problem.Meetings)
}

// meetTable counts the meetings at a table of a rotating session.
func (s *state) meetTable(table []int, by int) {
	for i, p := range table {
		for _, q := range table[:i] {
			orbit := s.pairs.orbit[p][q]
			s.meet(orbit, by*s.pairs.times[orbit])
		}
	}
}

// meetPlayer counts the meetings of p with the rest of a table at seat skip.
func (s *state) meetPlayer(p int, table []int, skip, by int) {
	for i, q := range table {
		if i != skip {
			orbit := s.pairs.orbit[p][q]
			s.meet(orbit, by*s.pairs.times[orbit])
		}
	}
}

// player returns the player at position i of an invariant session.
func (s *state) player(t transversal, i int) int {
	return t.orbit[i]*s.problem.Group.Order + t.member[i]
}

// meetTransversal counts the meetings of an invariant session.
func (s *state) meetTransversal(t transversal, by int) {
	g := s.problem.Group
	for i := range t.orbit {
		for j := i / Seats * Seats; j < i; j++ {
			s.meet(s.pairs.orbit[s.player(t, i)][s.player(t, j)], by)
		}
	}
	moved := g.Order * g.Orbits
	for i := range g.Fixed {
		for j := i / Seats * Seats; j < i; j++ {
			s.meet(s.pairs.orbit[moved+i][moved+j], by)
		}
	}
}

// change makes one random change and returns how to take it back; nil if the
// change would be none.
func (s *state) change(src *random.Source) (undo func()) {
	if pick := src.IntN(s.problem.Rotating + s.problem.Invariant); pick < s.problem.Rotating {
		i, j := src.IntN(s.seats), src.IntN(s.seats)
		if i/Seats == j/Seats {
			return nil
		}
		s.swap(pick, i, j)
		return func() { s.swap(pick, i, j) }
	}
	t := s.invariant[src.IntN(len(s.invariant))]
	i, j := src.IntN(len(t.orbit)), src.IntN(len(t.orbit))
	if i/Seats == j/Seats { // another member of the same orbit
		old, fresh := t.member[i], src.IntN(s.problem.Group.Order)
		if old == fresh {
			return nil
		}
		s.setMember(t, i, fresh)
		return func() { s.setMember(t, i, old) }
	}
	s.swapOrbits(t, i, j)
	return func() { s.swapOrbits(t, i, j) }
}

// swap exchanges two players of different tables of a rotating session.
func (s *state) swap(session, i, j int) {
	order := s.rotating[session]
	a, b := i/Seats*Seats, j/Seats*Seats
	first, second := order[a:a+Seats], order[b:b+Seats]
	s.meetPlayer(order[i], first, i-a, -1)
	s.meetPlayer(order[j], second, j-b, -1)
	order[i], order[j] = order[j], order[i]
	s.meetPlayer(order[i], first, i-a, 1)
	s.meetPlayer(order[j], second, j-b, 1)
}

func (s *state) setMember(t transversal, i, member int) {
	s.meetTransversal(t, -1)
	t.member[i] = member
	s.meetTransversal(t, 1)
}

func (s *state) swapOrbits(t transversal, i, j int) {
	s.meetTransversal(t, -1)
	t.orbit[i], t.orbit[j] = t.orbit[j], t.orbit[i]
	s.meetTransversal(t, 1)
}

// ends returns the most and the fewest different opponents.
func (s *state) ends() (most, fewest int) {
	most = min((Seats-1)*s.problem.Sessions(), len(s.having)-1)
	for s.having[most] == 0 {
		most--
	}
	fewest = most
	for left := len(s.distinct) - s.having[most]; left > 0; left -= s.having[fewest] {
		fewest--
	}
	return most, fewest
}

// total returns the cost that the climb lowers.
func (s *state) total() int {
	if s.problem.Spread == 0 {
		return s.cost
	}
	most, fewest := s.ends()
	return s.cost + s.problem.Spread*(most-fewest)
}

// value returns the objective in the order of its priorities, lower first.
func (s *state) value() [3]int {
	met := len(s.met) - 1
	for s.met[met] == 0 {
		met--
	}
	most, fewest := s.ends()
	return [3]int{met, most - fewest, -most}
}

// schedule writes all sessions out.
func (s *state) schedule() Schedule {
	g := s.problem.Group
	var out Schedule
	for _, order := range s.rotating {
		for k := range g.Order {
			session := make([]int, len(order))
			for i, p := range order {
				session[i] = g.Image(p, k)
			}
			out = append(out, session)
		}
	}
	for _, t := range s.invariant {
		var session []int
		for i := 0; i < len(t.orbit); i += Seats {
			for k := range g.Order {
				for j := i; j < i+Seats; j++ {
					session = append(session, g.Image(s.player(t, j), k))
				}
			}
		}
		for i := range g.Fixed {
			session = append(session, g.Order*g.Orbits+i)
		}
		out = append(out, session)
	}
	return out
}
