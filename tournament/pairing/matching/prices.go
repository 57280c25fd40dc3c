package matching

// Prices are the prices of a solver at one moment, arranged for many questions.
// All of them are twice the prices of the package comment, to fit the doubled
// weights.
type Prices struct {
	y []Weight
	// Blossoms without a price do not matter here. inside is the innermost priced
	// blossom around a vertex, or none; up the next one around a blossom; deep how
	// many there are from it outwards, and relief the sum of their prices.
	inside []int32
	up     []int32
	deep   []int32
	relief []Weight
}

// Prices returns the present prices.
func (s *Solver) Prices() *Prices {
	nodes := len(s.parent)
	p := &Prices{
		y: s.y, inside: make([]int32, s.n),
		up: make([]int32, nodes), deep: make([]int32, nodes), relief: make([]Weight, nodes),
	}
	for v := range p.inside {
		p.inside[v] = none
	}
	type visit struct{ node, around int32 }
	var open []visit
	for b := s.n; b < nodes; b++ {
		if len(s.children[b]) > 0 && s.parent[b] == none {
			open = append(open, visit{int32(b), none})
		}
	}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if int(at.node) < s.n {
			p.inside[at.node] = at.around
			continue
		}
		around := at.around
		if z := s.z[at.node]; z != (Weight{}) {
			b := at.node
			p.up[b], p.deep[b], p.relief[b] = around, 1, z
			if around != none {
				p.deep[b], p.relief[b] = p.deep[around]+1, z.add(p.relief[around])
			}
			around = b
		}
		for _, c := range s.children[at.node] {
			open = append(open, visit{c, around})
		}
	}
	return p
}

// Of returns the price of a vertex.
func (p *Prices) Of(v int32) Weight { return p.y[v] }

// Inside returns the innermost priced blossom around v, or -1.
func (p *Prices) Inside(v int32) int32 { return p.inside[v] }

// shared returns the sum of the prices of the blossoms that contain both.
func (p *Prices) shared(u, v int32) Weight {
	a, b := p.inside[u], p.inside[v]
	for a != b {
		switch {
		case a == none || b == none:
			return Weight{}
		case p.deep[a] >= p.deep[b]:
			a = p.up[a]
		default:
			b = p.up[b]
		}
	}
	if a == none {
		return Weight{}
	}
	return p.relief[a]
}

// Excess reports whether the prices of an edge exceed its weight.
func (p *Prices) Excess(u, v int32, w Weight) bool {
	d := w.add(w).sub(p.y[u]).sub(p.y[v])
	return d.negative() && d.add(p.shared(u, v)).negative()
}

// relief is Prices.Relief for one question between changes.
func (s *Solver) relief(u, v int32) Weight {
	var sum Weight
	if s.top(u) != s.top(v) {
		return sum
	}
	s.stamp++
	for b := s.parent[u]; b != none; b = s.parent[b] {
		s.mark[b] = s.stamp
	}
	for b := s.parent[v]; b != none; b = s.parent[b] {
		if s.mark[b] == s.stamp {
			sum = sum.add(s.z[b])
		}
	}
	return sum
}

// Proved adds up both sides of the proof: the matching is perfect, every edge of
// the graph fits the prices, and the prices add up to the cost.
func (s *Solver) Proved() bool {
	var primal, dual Weight
	prices := s.Prices()
	for v := range s.mate {
		u, m := int32(v), s.mate[v]
		if m == none || s.mate[m] != u {
			return false
		}
		found := false
		var best Weight
		for _, a := range s.adj[u] {
			if prices.Excess(u, a.to, a.w.half()) {
				return false
			}
			if a.to == m && (!found || a.w.Less(best)) {
				found, best = true, a.w
			}
		}
		if !found {
			return false
		}
		// Each edge of the matching is seen from both ends: the sums are twice the
		// doubled cost and twice the doubled prices.
		primal = primal.add(best)
		dual = dual.add(s.y[u]).add(s.y[u])
	}
	for b := s.n; b < len(s.children); b++ {
		if len(s.children[b]) == 0 || s.z[b] == (Weight{}) {
			continue
		}
		members := int64(s.count(int32(b)))
		if s.z[b].negative() || members%2 == 0 {
			return false
		}
		dual.Hi -= s.z[b].Hi * (members - 1)
		dual.Lo -= s.z[b].Lo * (members - 1)
	}
	return primal == dual
}

// count returns how many vertices a node has.
func (s *Solver) count(b int32) int {
	if int(b) < s.n {
		return 1
	}
	total := 0
	for _, c := range s.children[b] {
		total += s.count(c)
	}
	return total
}
