package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/pairing/matching"
)

// cell is a part of a class that also has one price and one place among the
// blossoms: what the prices ask of a pair depends on the cells only.
type cell struct {
	members []int32
	price   matching.Weight
}

// cells splits the members of a class, the highest price first.
func cells(members []int32, p *matching.Prices) []cell {
	list := slices.Clone(members)
	slices.SortStableFunc(list, func(u, v int32) int {
		switch pu, pv := p.Of(u), p.Of(v); {
		case pv.Less(pu):
			return -1
		case pu.Less(pv):
			return 1
		}
		return cmp.Compare(p.Inside(u), p.Inside(v))
	})
	var parts []cell
	for from := 0; from < len(list); {
		u, to := list[from], from+1
		for to < len(list) && p.Of(list[to]) == p.Of(u) && p.Inside(list[to]) == p.Inside(u) {
			to++
		}
		parts = append(parts, cell{list[from:to], p.Of(u)})
		from = to
	}
	return parts
}

// breach collects pairs outside the graph whose prices exceed their cost, a few for
// each player. If there are none, the prices hold for every pair.
func (m *matcher) breach() {
	p := m.solver.Prices()
	parts := make([][]cell, len(m.classes))
	var top matching.Weight
	for c := range m.classes {
		parts[c] = cells(m.classes[c].members, p)
		if h := parts[c][0].price; c == 0 || top.Less(h) {
			top = h
		}
	}
	for c := range m.classes {
		for d := c; d >= 0; d-- {
			if !asks(parts[c][0].price, top, m.gapOnly(c, d)) {
				break // from here on the gap alone costs too much
			}
			base := m.base(int32(c), int32(d))
			for i, x := range parts[c] {
				if !asks(x.price, parts[d][0].price, base) {
					break
				}
				for j, y := range parts[d] {
					if c == d && j > i || !asks(x.price, y.price, base) {
						break
					}
					m.breachCells(p, x, y, base, c == d && i == j)
				}
			}
		}
	}
}

// breachCells does breach for two cells, which may be the same one.
func (m *matcher) breachCells(p *matching.Prices, x, y cell, base matching.Weight, same bool) {
	if same && len(x.members) < 2 {
		return
	}
	if !p.Excess(x.members[0], y.members[len(y.members)-1], base) {
		return
	}
	const few = 3
	for i, u := range x.members {
		got := 0
		for k := range y.members {
			// Each player begins at another place, so that the new edges spread.
			v := y.members[(i+1+k)%len(y.members)]
			if u != v && p.Excess(u, v, m.weight(u, v)) {
				m.edge(u, v)
				if got++; got == few {
					break
				}
			}
		}
	}
}

// asks tells whether two prices together exceed twice the weight.
func asks(p, q, w matching.Weight) bool {
	return matching.Weight{Hi: 2 * w.Hi, Lo: 2 * w.Lo}.Less(matching.Weight{Hi: p.Hi + q.Hi, Lo: p.Lo + q.Lo})
}

// gapOnly returns the part of an edge between two classes that comes from the levels;
// it grows with the distance between the numbers of the classes.
func (m *matcher) gapOnly(c, d int) matching.Weight {
	var w matching.Weight
	gap := m.level(m.order[m.classes[c].members[0]]) - m.level(m.order[m.classes[d].members[0]])
	for k, t := range m.terms {
		switch t {
		case PointGap, GroupGap, SingleSided:
			m.factor[k].add(&w, gap*gap)
		default: // no gap in it
		}
	}
	return w
}
