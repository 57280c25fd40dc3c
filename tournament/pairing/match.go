package pairing

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/pairing/matching"
	"topcut/tournament/random"
)

// matchAround solves a field the certificate did not settle. The first candidate
// sits out if the others can then be paired within the hard constraints;
// otherwise the bye takes part in the matching, right behind those constraints.
func (r *round) matchAround(f *field) error {
	m := r.newMatcher(f.order, nil, f.rng)
	if err := m.solve(); err != nil {
		return err
	}
	if f.candidates == nil || m.legal() {
		m.accept()
		if f.candidates != nil {
			r.byes = append(r.byes, f.candidates[0])
		}
		return nil
	}
	r.sortCandidates(f.candidates)
	all := append(slices.Clone(f.order), f.candidates[0])
	m = r.newMatcher(all, f.candidates, f.rng)
	if err := m.solve(); err != nil {
		return err
	}
	m.accept()
	return nil
}

// matcher is a field as a weighted graph. Vertices are positions in order; a bye is one
// more vertex.
type matcher struct {
	*round
	rng   *random.Source
	order []int32
	// bye is the vertex of the bye, or none; rank is each candidate's place in
	// the order of preference, -1 for the others.
	bye  int32
	rank []int32
	at   []int32 // the vertex of each player

	factor []factor // by position in terms: what one unit of cost weighs
	// byeFactor is what one place in the order of candidates weighs,
	// changeFactor what a new pair weighs in a repair.
	byeFactor, changeFactor factor

	class   []int32 // by vertex
	classes []class
	solver  *matching.Solver
	edges   []matching.Edge
	whole   bool // every pair is in the graph
	proved  bool
	cut     bool // the last terms found no room in the weights
}

// class is a set of players with the same cost against every player they never met.
type class struct {
	members []int32 // vertices
	near    []near  // the other classes and itself, the cheapest to meet first
}

// near is a class as a neighbour, and what a pair costs at least.
type near struct {
	class int32
	base  matching.Weight
}

func (r *round) newMatcher(order, candidates []int32, rng *random.Source) *matcher {
	r.setBloom()
	m := &matcher{round: r, rng: rng, order: order, bye: none, at: make([]int32, r.size())}
	for v, i := range order {
		m.at[i] = int32(v)
	}
	if candidates != nil {
		m.bye = int32(len(order))
		m.rank = make([]int32, len(order))
		for v := range m.rank {
			m.rank[v] = none
		}
		for k, i := range candidates {
			m.rank[m.at[i]] = int32(k)
		}
	}
	return m
}

// vertices returns the number of vertices.
func (m *matcher) vertices() int {
	if m.bye != none {
		return len(m.order) + 1
	}
	return len(m.order)
}

// solve finds the best pairing and proves it.
func (m *matcher) solve() error {
	if err := m.setFactors(); err != nil {
		return err
	}
	m.setClasses()
	n := m.vertices()
	const small = 40
	degree := 4
	if n <= small {
		degree = n
	}
	m.edges = make([]matching.Edge, 0, n/2+min(n*n/2, 2*degree*n))
	mates := m.draft()
	m.connect(degree)
	m.solver = matching.New(n, m.edges)
	m.solver.Start(mates)
	for {
		if stuck, ok := m.solver.Solve(); !ok {
			if m.whole {
				return notice.Err("pairing.nobody", "player", notice.Player(m.player(m.order[stuck]).ID))
			}
			degree *= 4
			m.edges = m.edges[:0]
			m.connect(degree)
			m.solver.Add(m.edges)
			continue
		}
		m.edges = m.edges[:0]
		if !m.whole {
			m.breach()
		}
		if len(m.edges) == 0 {
			break
		}
		m.solver.Add(m.edges)
	}
	m.proved = !m.cut && m.solver.Proved()
	return nil
}

// weight returns the cost of an edge.
func (m *matcher) weight(u, v int32) matching.Weight {
	var w matching.Weight
	if u == m.bye || v == m.bye {
		if u == m.bye {
			u = v
		}
		if !m.keeps(u, m.bye) {
			m.byeFactor.add(&w, int64(m.rank[u]))
			m.changeFactor.add(&w, 1)
		}
		return w
	}
	return m.between(u, v, true)
}

// between returns the cost of a pair; with history false it is what a pair of their
// classes costs that never met and is not kept from before.
func (m *matcher) between(u, v int32, history bool) matching.Weight {
	var w matching.Weight
	a, b := m.order[u], m.order[v]
	kept := history && m.keeps(u, v)
	hard := len(m.in.Policy.Hard)
	for k, t := range m.terms {
		if kept && k < hard && !m.repair.optimal {
			continue // the organiser has accepted it
		}
		if x := m.value(t, a, b, history); x != 0 {
			m.factor[k].add(&w, x)
		}
	}
	if m.repair != nil && !kept {
		m.changeFactor.add(&w, 1)
	}
	return w
}

// base returns the least an edge between two classes can cost, kept pairs apart.
func (m *matcher) base(c, d int32) matching.Weight {
	u, v := m.classes[c].members[0], m.classes[d].members[0]
	if c == d {
		if len(m.classes[c].members) < 2 {
			return matching.Weight{Hi: matching.MaxWeight}
		}
		v = m.classes[c].members[1]
	}
	w := m.between(u, v, false)
	if !m.personal() {
		return w
	}
	for k, t := range m.terms {
		if t == RankGap || t == HoursApart {
			m.factor[k].add(&w, -m.value(t, m.order[u], m.order[v], false))
		}
	}
	return w
}

// personal reports whether a term looks at what tells members of a class apart.
func (m *matcher) personal() bool { return m.has[RankGap] || m.has[HoursApart] }

// draft pairs players of equal level off as far as that costs nothing, for the
// solver to start from, and notes the edges.
func (m *matcher) draft() []int32 {
	mates := make([]int32, m.vertices())
	for v := range mates {
		mates[v] = none
	}
	if m.repair != nil {
		for v := range m.order {
			if u := m.repair.mate(m, int32(v)); u != none {
				mates[v] = u
			}
		}
		return mates
	}
	c := certificate{round: m.round, effort: 8 * len(m.order)}
	list := slices.Clone(m.order)
	m.sortByLevel(list)
	for from := 0; from < len(list) && c.effort > 0; {
		to := from + 1
		for to < len(list) && m.level(list[to]) == m.level(list[from]) {
			to++
		}
		part := list[from : from+(to-from)&^1]
		c.pairUp(part)
		for k := 0; k < len(part); k += 2 {
			if a, b := part[k], part[k+1]; m.free(a, b) {
				u, v := m.at[a], m.at[b]
				mates[u], mates[v] = v, u
				m.edge(u, v)
			}
		}
		from = to
	}
	return mates
}

// legal tells whether the pairing found breaks no hard constraint.
func (m *matcher) legal() bool {
	for u, v := range m.solver.Mate() {
		for _, t := range m.in.Policy.Hard {
			if int(v) < u && m.value(t, m.order[u], m.order[v], true) != 0 {
				return false
			}
		}
	}
	return true
}

// keeps tells whether two vertices stay together in a repair.
func (m *matcher) keeps(u, v int32) bool {
	return m.repair != nil && m.repair.mate(m, u) == v
}

// accept takes over the pairing, after exchanging partners at random between pairs of
// equal cost.
func (m *matcher) accept() {
	mate := slices.Clone(m.solver.Mate())
	m.mix(mate)
	for u, v := range mate {
		switch {
		case v == m.bye:
			m.byes = append(m.byes, m.order[u])
		case int(v) > u && int32(u) != m.bye:
			m.seats = append(m.seats, m.seat(int32(u), v))
		}
	}
	m.explain()
	switch {
	case !m.proved:
		m.proof = NoProof
	case m.proof == ProofBound:
		m.proof = ProofPrices
	}
}

// mix exchanges partners between pairs of equal cost: the optimum the solver
// happens to find is not drawn evenly among all.
func (m *matcher) mix(mate []int32) {
	if m.repair != nil {
		return
	}
	list := make([]int32, 0, len(mate)/2)
	for u, v := range mate {
		if int(v) > u && v != m.bye {
			list = append(list, int32(u))
		}
	}
	const sweeps = 2
	for range sweeps {
		random.Slice(m.rng, list)
		slices.SortStableFunc(list, func(a, b int32) int { return int(m.class[a]) - int(m.class[b]) })
		for k := 0; k+1 < len(list); k += 2 {
			a, x := list[k], list[k+1]
			b, y := mate[a], mate[x]
			if m.rng.IntN(2) == 0 {
				x, y = y, x
			}
			old, fresh := m.weight(a, b), m.weight(a, x)
			wxy, wby := m.weight(x, y), m.weight(b, y)
			old.Hi, old.Lo = old.Hi+wxy.Hi, old.Lo+wxy.Lo
			fresh.Hi, fresh.Lo = fresh.Hi+wby.Hi, fresh.Lo+wby.Lo
			if old == fresh {
				mate[a], mate[x], mate[b], mate[y] = x, a, y, b
				list[k+1] = b
			}
		}
	}
}

func (m *matcher) seat(u, v int32) seat {
	s := seat{a: m.order[u], b: m.order[v]}
	m.unclean = true
	switch {
	case m.repair == nil:
	case m.keeps(u, v):
		s.why, s.number = WhyKept, m.repair.number[s.a]
	default:
		s.why = WhyRepair
	}
	return s
}
