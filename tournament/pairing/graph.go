package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/pairing/matching"
)

// classKey is everything a term looks at besides history, tags, [Player.Apart], rank and hours.
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
	sides := m.hasSides()
	// Classes are numbered from the highest level down.
	byLevel := slices.Clone(m.order)
	slices.SortStableFunc(byLevel, func(a, b int32) int { return cmp.Compare(m.level(b), m.level(a)) })
	index := make(map[classKey]int32)
	m.class = make([]int32, len(m.order))
	for _, i := range byLevel {
		v := m.at[i]
		p := m.player(i)
		k := classKey{level: m.level(i)}
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
				return int(m.player(m.order[u]).Rank) - int(m.player(m.order[v]).Rank)
			})
		}
	}
}

func (m *matcher) edge(u, v int32) {
	m.edges = append(m.edges, matching.Edge{U: u, V: v, W: m.weight(u, v)})
}

// connect adds the edges of the sparse graph: for each player some of the cheapest
// opponents never met, spread evenly over the classes. From the degree of the whole
// field on, every pair has an edge.
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
		for _, near := range m.classes[c].near {
			d := near.class
			list := m.classes[d].members
			from, want, reach := place[v]+1, degree/2, int32(len(list))-1
			if d != c {
				from, want, reach = int32(int(place[v])*len(list)/int(size)), (degree+2)/4, int32(len(list))
			}
			got := 0
			for k := int32(0); k < reach && got < want; k++ {
				u := list[(from+k)%int32(len(list))]
				if w, ok := m.unspoilt(u, v, near.base); ok {
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
	const window = 60
	for c := range m.classes {
		low, high := max(0, c-window), min(len(m.classes), c+window+1)
		list := make([]near, 0, high-low)
		for d := low; d < high; d++ {
			list = append(list, near{int32(d), m.base(int32(c), int32(d))})
		}
		slices.SortStableFunc(list, func(x, y near) int {
			switch {
			case x.base.Less(y.base):
				return -1
			case y.base.Less(x.base):
				return 1
			}
			return 0
		})
		// More classes than a player has edges are useless.
		m.classes[c].near = list[:min(len(list), 4*degree)]
	}
}

// unspoilt returns the weight of a pair that history makes no dearer than the
// classes of the two do.
func (m *matcher) unspoilt(u, v int32, base matching.Weight) (matching.Weight, bool) {
	if m.personal() {
		base = m.between(u, v, false)
	}
	if m.repair == nil && !m.has[TagConflict] && !m.has[KeptApart] && !m.met(m.order[u], m.order[v]) {
		return base, true
	}
	w := m.weight(u, v)
	return w, w == base
}
