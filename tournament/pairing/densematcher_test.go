package pairing_test

import (
	"math"
	"slices"
)

// denseMatcher is the textbook maximum weight matching in O(n^3) on a full matrix, all
// free vertices growing at once. It shares nothing with the engine. Vertices count from
// 1, blossoms follow; 0 is none.
type denseMatcher struct {
	n, nodes int
	edge     [][]denseEdge // between nodes: the best edge of vertices inside
	price    []int64
	mate     []int // by node: the vertex at the far end of its matched edge
	slack    []int // by node: the outer vertex with the least slack towards it
	root     []int // by node: its top-level node
	parent   []int
	within   [][]int // by blossom and vertex: the child that holds it
	kind     []int8  // -1 unreached, 0 outer, 1 inner
	seen     []int
	round    int
	petals   [][]int
	queue    []int
}

type denseEdge struct {
	u, v int
	w    int64
}

// cheapestPerfect returns the least total cost of a perfect matching; n is even
// and every pair allowed.
func cheapestPerfect(n int, cost func(i, j int) int64) int64 {
	dearest := int64(0)
	for i := range n {
		for j := range i {
			dearest = max(dearest, cost(i, j))
		}
	}
	// With every gain above half of any loss a perfect matching always wins.
	base := (dearest + 1) * int64(n+1)
	size := 2*n + 1
	m := &denseMatcher{
		n: n, nodes: n, edge: make([][]denseEdge, size), price: make([]int64, size), mate: make([]int, size),
		slack: make([]int, size), root: make([]int, size), parent: make([]int, size), within: make([][]int, size),
		kind: make([]int8, size), seen: make([]int, size), petals: make([][]int, size),
	}
	for u := range size {
		m.edge[u] = make([]denseEdge, size)
		m.within[u] = make([]int, n+1)
		if u <= n {
			m.root[u], m.within[u][u], m.price[u] = u, u, base
		}
		for v := range size {
			m.edge[u][v] = denseEdge{u: u, v: v}
			if u != v && 0 < u && u <= n && 0 < v && v <= n {
				m.edge[u][v].w = base - cost(u-1, v-1)
			}
		}
	}
	for m.stage() {
	}
	total := int64(0)
	for u := 1; u <= n; u++ {
		if v := m.mate[u]; v > u {
			total += cost(u-1, v-1)
		} else if v == 0 {
			return math.MaxInt64
		}
	}
	return total
}

func (m *denseMatcher) gap(e denseEdge) int64 {
	return m.price[e.u] + m.price[e.v] - 2*m.edge[e.u][e.v].w
}

func (m *denseMatcher) lower(u, x int) {
	if m.slack[x] == 0 || m.gap(m.edge[u][x]) < m.gap(m.edge[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

func (m *denseMatcher) findSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edge[u][x].w > 0 && m.root[u] != x && m.kind[m.root[u]] == 0 {
			m.lower(u, x)
		}
	}
}

func (m *denseMatcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, y := range m.petals[x] {
		m.enqueue(y)
	}
}

func (m *denseMatcher) setRoot(x, b int) {
	m.root[x] = b
	if x > m.n {
		for _, y := range m.petals[x] {
			m.setRoot(y, b)
		}
	}
}

// evenWay returns the place of a petal, after turning the flower so that the way
// from the base to it is of even length.
func (m *denseMatcher) evenWay(b, petal int) int {
	k := slices.Index(m.petals[b], petal)
	if k%2 == 1 {
		slices.Reverse(m.petals[b][1:])
		return len(m.petals[b]) - k
	}
	return k
}

func (m *denseMatcher) setMate(u, v int) {
	e := m.edge[u][v]
	m.mate[u] = e.v
	if u <= m.n {
		return
	}
	petal := m.within[u][e.u]
	k := m.evenWay(u, petal)
	for i := range k {
		m.setMate(m.petals[u][i], m.petals[u][i^1])
	}
	m.setMate(petal, v)
	m.petals[u] = slices.Concat(m.petals[u][k:], m.petals[u][:k])
}

func (m *denseMatcher) augment(u, v int) {
	for {
		next := m.root[m.mate[u]]
		m.setMate(u, v)
		if next == 0 {
			return
		}
		m.setMate(next, m.root[m.parent[next]])
		u, v = m.root[m.parent[next]], next
	}
}

func (m *denseMatcher) common(u, v int) int {
	m.round++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.round {
				return u
			}
			m.seen[u] = m.round
			if u = m.root[m.mate[u]]; u != 0 {
				u = m.root[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

func (m *denseMatcher) blossom(u, base, v int) {
	b := m.n + 1
	for b <= m.nodes && m.root[b] != 0 {
		b++
	}
	m.nodes = max(m.nodes, b)
	m.price[b], m.kind[b], m.mate[b] = 0, 0, m.mate[base]
	m.petals[b] = []int{base}
	climb := func(x int) {
		for x != base {
			y := m.root[m.mate[x]]
			m.petals[b] = append(m.petals[b], x, y)
			m.enqueue(y)
			x = m.root[m.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(m.petals[b][1:])
	climb(v)
	m.setRoot(b, b)
	for x := 1; x <= m.nodes; x++ {
		m.edge[b][x].w, m.edge[x][b].w = 0, 0
	}
	clear(m.within[b])
	for _, petal := range m.petals[b] {
		for x := 1; x <= m.nodes; x++ {
			if m.edge[b][x].w == 0 || m.gap(m.edge[petal][x]) < m.gap(m.edge[b][x]) {
				m.edge[b][x], m.edge[x][b] = m.edge[petal][x], m.edge[x][petal]
			}
		}
		for x := 1; x <= m.n; x++ {
			if m.within[petal][x] != 0 {
				m.within[b][x] = petal
			}
		}
	}
	m.findSlack(b)
}

func (m *denseMatcher) expand(b int) {
	for _, petal := range m.petals[b] {
		m.setRoot(petal, petal)
	}
	entry := m.within[b][m.edge[b][m.parent[b]].u]
	k := m.evenWay(b, entry)
	for i := 0; i < k; i += 2 {
		x, y := m.petals[b][i], m.petals[b][i+1]
		m.parent[x] = m.edge[y][x].u
		m.kind[x], m.kind[y] = 1, 0
		m.slack[x] = 0
		m.findSlack(y)
		m.enqueue(y)
	}
	m.kind[entry], m.parent[entry] = 1, m.parent[b]
	for _, x := range m.petals[b][k+1:] {
		m.kind[x] = -1
		m.findSlack(x)
	}
	m.root[b] = 0
}

// tight uses a tight edge and reports whether the matching has grown.
func (m *denseMatcher) tight(e denseEdge) bool {
	u, v := m.root[e.u], m.root[e.v]
	switch m.kind[v] {
	case -1:
		m.parent[v], m.kind[v] = e.u, 1
		next := m.root[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.kind[next] = 0
		m.enqueue(next)
	case 0:
		base := m.common(u, v)
		if base == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.blossom(u, base, v)
	}
	return false
}

func (m *denseMatcher) stage() bool {
	m.queue = m.queue[:0]
	for x := range m.nodes + 1 {
		m.kind[x], m.slack[x] = -1, 0
	}
	for x := 1; x <= m.nodes; x++ {
		if m.root[x] == x && m.mate[x] == 0 {
			m.parent[x], m.kind[x] = 0, 0
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		for len(m.queue) > 0 {
			u := m.queue[0]
			m.queue = m.queue[1:]
			if m.kind[m.root[u]] == 1 {
				continue
			}
			for v := 1; v <= m.n; v++ {
				if m.edge[u][v].w <= 0 || m.root[u] == m.root[v] {
					continue
				}
				if m.gap(m.edge[u][v]) != 0 {
					m.lower(u, m.root[v])
				} else if m.tight(m.edge[u][v]) {
					return true
				}
			}
		}
		d := int64(math.MaxInt64)
		for x := 1; x <= m.nodes; x++ {
			if m.root[x] != x {
				continue
			}
			if x > m.n && m.kind[x] == 1 {
				d = min(d, m.price[x]/2)
			}
			if m.slack[x] != 0 {
				gap := m.gap(m.edge[m.slack[x]][x])
				switch m.kind[x] {
				case -1:
					d = min(d, gap)
				case 0:
					d = min(d, gap/2)
				}
			}
		}
		for u := 1; u <= m.n; u++ {
			switch m.kind[m.root[u]] {
			case 0:
				if m.price[u] <= d {
					return false
				}
				m.price[u] -= d
			case 1:
				m.price[u] += d
			}
		}
		for b := m.n + 1; b <= m.nodes; b++ {
			if m.root[b] == b {
				switch m.kind[b] {
				case 0:
					m.price[b] += 2 * d
				case 1:
					m.price[b] -= 2 * d
				}
			}
		}
		m.queue = m.queue[:0]
		for x := 1; x <= m.nodes; x++ {
			if s := m.slack[x]; m.root[x] == x && s != 0 && m.root[s] != x && m.gap(m.edge[s][x]) == 0 {
				if m.tight(m.edge[s][x]) {
					return true
				}
			}
		}
		for b := m.n + 1; b <= m.nodes; b++ {
			if m.root[b] == b && m.kind[b] == 1 && m.price[b] == 0 {
				m.expand(b)
			}
		}
	}
}
