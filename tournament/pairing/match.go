package pairing

import (
	"cmp"
	"fmt"
	"slices"

	"topcut/tournament/pairing/matching"
	"topcut/tournament/random"
)

// matchAround solves a field the certificate did not settle. The first candidate
// sits out if the others can then be paired within the hard constraints;
// otherwise the bye takes part in the matching, right behind those constraints.
func (r *round) matchAround(order, members, candidates []int32, key [2]int32, rng *random.Source) error {
	m := r.newMatcher(order, nil, rng)
	if err := m.solve(); err != nil {
		return err
	}
	if candidates == nil || m.legal() {
		m.accept()
		if candidates != nil {
			r.byes = append(r.byes, candidates[0])
		}
		return nil
	}
	r.sortCandidates(candidates)
	all := append(slices.Clone(order), candidates[0])
	m = r.newMatcher(all, candidates, rng)
	if err := m.solve(); err != nil {
		return err
	}
	m.accept()
	return nil
}

// matcher is a field as a weighted graph. Vertices are positions in order; where
// the bye takes part it is one more vertex.
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
}

// factor is a power of ten in a number system made for the task: the weight of
// one unit in the upper or the lower word.
type factor struct {
	unit  int64
	upper bool
}

func (f factor) add(w *matching.Weight, v int64) {
	if f.upper {
		w.Hi += f.unit * v
	} else {
		w.Lo += f.unit * v
	}
}

// class is a set of players who cost the same against everybody they never met.
type class struct {
	members []int32 // vertices
	near    []int32 // all classes, the cheapest to meet first
}

func (r *round) newMatcher(order, candidates []int32, rng *random.Source) *matcher {
	m := &matcher{round: r, rng: rng, order: order, bye: none, at: make([]int32, len(r.p))}
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

// vertices is the number of vertices.
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
	degree := 10
	if n <= small {
		degree = n
	}
	mates := m.draft()
	m.connect(degree)
	m.solver = matching.New(n, m.edges)
	m.solver.Start(mates)
	for {
		if stuck, ok := m.solver.Solve(); !ok {
			if m.whole {
				return fmt.Errorf("pairing: player %d has nobody to meet", m.p[m.order[stuck]].ID)
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
	m.proved = m.solver.Proved()
	return nil
}

// setFactors lays the terms out in two words such that one unit of a term weighs
// more than all later terms of a whole round together.
func (m *matcher) setFactors() error {
	pairs := int64(m.vertices()/2) + 1
	var most [numTerms]int64
	for t := range most {
		most[t] = m.bound(Term(t))
	}
	hard := len(m.in.Policy.Hard)
	m.factor = make([]factor, len(m.terms))
	next := factor{unit: 1}
	lay := func(sum int64, what any) (factor, error) {
		if sum > matching.MaxWeight/(next.unit*4) {
			if next.upper || sum > matching.MaxWeight/4 {
				return factor{}, fmt.Errorf("pairing: the costs do not fit in two machine words at %v; use fewer terms or a larger unit of score", what)
			}
			next = factor{unit: 1, upper: true}
		}
		f := next
		next.unit *= sum + 1
		return f, nil
	}
	var err error
	layTerms := func(from, to int) {
		for k := to - 1; k >= from && err == nil; k-- {
			m.factor[k], err = lay(most[m.terms[k]]*pairs, m.terms[k])
		}
	}
	if m.repair != nil && m.repair.optimal && err == nil {
		m.changeFactor, err = lay(pairs, "changed tables")
	}
	layTerms(hard, len(m.terms))
	if m.bye != none && err == nil {
		m.byeFactor, err = lay(int64(len(m.order)), "bye")
	}
	if m.repair != nil && !m.repair.optimal && err == nil {
		m.changeFactor, err = lay(pairs, "changed tables")
	}
	layTerms(0, hard)
	return err
}

// bound is the highest cost of a pair under one term.
func (m *matcher) bound(t Term) int64 {
	first := &m.p[m.order[0]]
	lowLevel, highLevel := m.level[m.order[0]], m.level[m.order[0]]
	lowRank, highRank := first.Rank, first.Rank
	var balance int32
	for _, i := range m.order {
		p := &m.p[i]
		lowLevel, highLevel = min(lowLevel, m.level[i]), max(highLevel, m.level[i])
		lowRank, highRank = min(lowRank, p.Rank), max(highRank, p.Rank)
		balance = max(balance, p.Sides.Balance, -p.Sides.Balance)
	}
	gap := highLevel - lowLevel
	debt := SideDebtCost(balance, 0)
	switch t {
	case PointGap, GroupGap:
		return gap * gap
	case RepeatFloat:
		return 2
	case SideDebt:
		return debt
	case SingleSided:
		return gap*gap + (debt+5)*m.point*m.point
	case RankGap:
		d := int64(highRank) - int64(lowRank)
		return d * d
	}
	return 1
}

// weight is the cost of an edge.
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

// between is the cost of a pair; with history false it is what a pair of their
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

// base is the least an edge between two classes can cost, kept pairs apart.
func (m *matcher) base(c, d int32) matching.Weight {
	u, v := m.classes[c].members[0], m.classes[d].members[0]
	if c == d {
		if len(m.classes[c].members) < 2 {
			return matching.Weight{Hi: matching.MaxWeight}
		}
		v = m.classes[c].members[1]
	}
	if !m.has[RankGap] {
		return m.between(u, v, false)
	}
	w := m.between(u, v, false)
	for k, t := range m.terms {
		if t == RankGap {
			m.factor[k].add(&w, -m.value(t, m.order[u], m.order[v], false))
		}
	}
	return w
}

// classKey is everything a term looks at besides history, tags and rank.
type classKey struct {
	score, level     int64
	division, flight int32
	floated          Float
	sides            Sides
}

// setClasses sorts the vertices into classes.
func (m *matcher) setClasses() {
	division := m.has[CrossDivision]
	flight := m.has[CrossFlight]
	float := m.has[RepeatFloat]
	sides := m.has[SideDebt] || m.has[AbsoluteSides] || m.has[SingleSided] || m.has[SingleSidedIllegal]
	// Classes are numbered from the highest level down.
	byLevel := slices.Clone(m.order)
	slices.SortStableFunc(byLevel, func(a, b int32) int { return cmp.Compare(m.level[b], m.level[a]) })
	index := make(map[classKey]int32)
	m.class = make([]int32, len(m.order))
	for _, i := range byLevel {
		v := m.at[i]
		p := &m.p[i]
		k := classKey{level: m.level[i]}
		if float || m.has[RankGap] {
			k.score = p.Score
		}
		if division {
			k.division = p.Division
		}
		if flight {
			k.flight = p.Flight
		}
		if float {
			k.floated = p.Floated
		}
		if sides {
			k.sides = p.Sides
		}
		c, ok := index[k]
		if !ok {
			c = int32(len(m.classes))
			index[k] = c
			m.classes = append(m.classes, class{})
		}
		m.class[v] = c
		m.classes[c].members = append(m.classes[c].members, v)
	}
	if m.has[RankGap] {
		for c := range m.classes {
			slices.SortStableFunc(m.classes[c].members, func(u, v int32) int {
				return int(m.p[m.order[u]].Rank) - int(m.p[m.order[v]].Rank)
			})
		}
	}
}

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
		for to < len(list) && m.level[list[to]] == m.level[list[from]] {
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

func (m *matcher) edge(u, v int32) {
	m.edges = append(m.edges, matching.Edge{U: u, V: v, W: m.weight(u, v)})
}

// connect adds the edges of the sparse graph: everybody with some of the cheapest
// opponents never met, spread evenly over the classes. From the degree of the
// whole field on, every pair is there.
func (m *matcher) connect(degree int) {
	n := int32(len(m.order))
	if m.bye != none {
		for v := range n {
			if m.rank[v] >= 0 || m.keeps(v, m.bye) {
				m.edge(v, m.bye)
			}
		}
	}
	if degree >= int(n)-1 {
		m.whole = true
		for u := range n {
			for v := range u {
				m.edge(u, v)
			}
		}
		return
	}
	if m.repair != nil {
		for v := range n {
			if u := m.repair.mate(m, v); u > v && u != m.bye {
				m.edge(u, v)
			}
		}
	}
	m.setNear(degree)
	place := make([]int32, n)
	for c := range m.classes {
		for k, v := range m.classes[c].members {
			place[v] = int32(k)
		}
	}
	for v := range n {
		c := m.class[v]
		size := int32(len(m.classes[c].members))
		found := 0
		for _, d := range m.classes[c].near {
			list := m.classes[d].members
			from, want, reach := place[v]+1, degree/2, int32(len(list))-1
			if d != c {
				from, want, reach = int32(int(place[v])*len(list)/int(size)), (degree+2)/4, int32(len(list))
			}
			got := 0
			for k := int32(0); k < reach && got < want; k++ {
				u := list[(from+k)%int32(len(list))]
				if w := m.weight(u, v); w == m.between(u, v, false) {
					m.edges = append(m.edges, matching.Edge{U: u, V: v, W: w})
					got++
				}
			}
			if found += got; found >= degree+degree/2 {
				break
			}
		}
	}
}

// setNear lists for each class the others, the cheapest first. Of very many
// classes only those around it in score are looked at.
func (m *matcher) setNear(degree int) {
	type entry struct {
		w matching.Weight
		c int32
	}
	const window = 60
	entries := make([]entry, 0, min(len(m.classes), 2*window+1))
	for c := range m.classes {
		entries = entries[:0]
		for d := max(0, c-window); d < min(len(m.classes), c+window+1); d++ {
			entries = append(entries, entry{m.base(int32(c), int32(d)), int32(d)})
		}
		slices.SortStableFunc(entries, func(x, y entry) int {
			switch {
			case x.w.Less(y.w):
				return -1
			case y.w.Less(x.w):
				return 1
			}
			return 0
		})
		// More classes than anybody takes edges to are of no use.
		near := make([]int32, 0, min(len(entries), 4*degree))
		for _, e := range entries[:cap(near)] {
			near = append(near, e.c)
		}
		m.classes[c].near = near
	}
}

// breach collects pairs outside the graph of whom the prices ask more than they
// cost, at most a few for each player.
func (m *matcher) breach() {
	p := m.solver.Prices()
	var top matching.Weight
	highest := make([]matching.Weight, len(m.classes))
	for c := range m.classes {
		list := slices.Clone(m.classes[c].members)
		slices.SortFunc(list, func(u, v int32) int {
			switch pu, pv := p.Of(u), p.Of(v); {
			case pv.Less(pu):
				return -1
			case pu.Less(pv):
				return 1
			}
			return int(u - v)
		})
		m.classes[c].members = list
		highest[c] = p.Of(list[0])
		if c == 0 || top.Less(highest[c]) {
			top = highest[c]
		}
	}
	const few = 4
	for c := range m.classes {
		for d := c; d >= 0; d-- {
			if !asks(highest[c], top, m.gapOnly(c, d)) {
				break // from here on the gap alone costs too much
			}
			base := m.base(int32(c), int32(d))
			if !asks(highest[c], highest[d], base) {
				continue
			}
			for _, u := range m.classes[c].members {
				if !asks(p.Of(u), highest[d], base) {
					break
				}
				got := 0
				for _, v := range m.classes[d].members {
					if !asks(p.Of(u), p.Of(v), base) {
						break
					}
					if u == v || c == d && v > u {
						continue
					}
					if p.Excess(u, v, base) && p.Excess(u, v, m.weight(u, v)) {
						m.edge(u, v)
						if got++; got == few {
							break
						}
					}
				}
			}
		}
	}
}

// asks tells whether two prices together exceed twice the weight.
func asks(p, q, w matching.Weight) bool {
	return matching.Weight{Hi: 2 * w.Hi, Lo: 2 * w.Lo}.Less(matching.Weight{Hi: p.Hi + q.Hi, Lo: p.Lo + q.Lo})
}

// gapOnly is the part of an edge between two classes that comes from the levels;
// it grows with the distance between the numbers of the classes.
func (m *matcher) gapOnly(c, d int) matching.Weight {
	var w matching.Weight
	gap := m.level[m.order[m.classes[c].members[0]]] - m.level[m.order[m.classes[d].members[0]]]
	for k, t := range m.terms {
		switch t {
		case PointGap, GroupGap, SingleSided:
			m.factor[k].add(&w, gap*gap)
		}
	}
	return w
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

// accept takes the pairing over, after exchanging partners at random where that
// costs nothing.
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
	const sweeps = 4
	for range sweeps {
		m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
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
