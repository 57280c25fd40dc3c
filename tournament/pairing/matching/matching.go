// Package matching finds perfect matchings of minimum weight in general graphs
// and proves them.
//
// It is the primal-dual blossom method of Edmonds in the form of Galil, Micali
// and Gabow: one alternating tree grows from one free vertex at a time, the
// next event (grow, shrink, expand, augment) comes from a heap, prices are kept
// as offsets to the time of the tree so that a step costs only what it touches.
// A search from one vertex takes O(m log n); it usually ends after a few steps,
// because it starts from prices under which most of the matching is free.
//
// # Prices
//
// Every vertex v has a price y(v), every blossom B (an odd set of at least three
// vertices) a price z(B) >= 0, such that for every edge
//
//	y(u) + y(v) - sum of z(B) over the blossoms that contain both <= w(u,v).
//
// Any perfect matching then costs at least sum y(v) - sum z(B)(|B|-1)/2, and the
// one found costs exactly that. The proof does not depend on how the prices were
// found: [Solver.Proved] adds both sides up. It covers the edges the solver was
// given; [Prices.Excess] lets a caller with a larger graph look for an edge
// outside that breaks the inequality, and [Solver.Add] brings such edges in and
// keeps what still holds.
//
// Weights are doubled inside, which keeps all prices whole numbers.
package matching

// Edge joins two different vertices at a cost of W.
type Edge struct {
	U, V int32
	W    Weight
}

// arc is an edge seen from one of its ends; w is doubled.
type arc struct {
	w  Weight
	to int32
}

// link is an edge that connects an object: u is the end farther from it, v the end
// inside it. A root has u = none.
type link struct{ u, v int32 }

const none = int32(-1)

// Labels of a top-level node in the alternating tree: outer nodes are an even
// number of steps from the root, inner ones an odd number.
const (
	unlabelled int8 = iota
	outer
	inner
)

// Solver holds a graph, a matching and prices. Nodes 0 to n-1 are the vertices,
// the others blossoms.
type Solver struct {
	n   int
	adj [][]arc
	// mate is the partner of a vertex or none.
	mate []int32
	// y is the price of a vertex, z that of a blossom, both relative to the time
	// of the running search: an outer vertex is worth y + now, an inner one
	// y - now; an outer blossom z + 2 now, an inner one z - 2 now.
	y, z []Weight

	parent []int32
	// base is the only vertex of a node that is not matched inside it.
	base []int32
	// children of a blossom go round its odd cycle, starting with the one that
	// holds the base; ring[i] joins children[i] (end u) and children[i+1] (end v).
	children [][]int32
	ring     [][]link
	label    []int8
	from     []link
	free     []int32 // unused blossom nodes

	// Vertices know their top-level node through the set they are in, so that a
	// shrink renames only the smaller sets.
	set            []int32 // by vertex
	node           []int32 // by set: the top-level node
	head, tail     []int32 // by set: its vertices as a list
	size           []int32 // by set
	next           []int32 // by vertex
	reached        []Weight
	now            Weight
	events         heap
	touched        []int32
	mark           []int32
	stamp          int32
	fresh, scratch []int32
	cycle          []int32 // of the blossom that is being made
	links          []link
}

// New returns a solver for n vertices and the given edges, with feasible prices and an
// empty matching. Weights must not be negative.
func New(n int, edges []Edge) *Solver {
	nodes := n + n/2 + 1
	s := &Solver{
		n: n, adj: make([][]arc, n),
		mate: make([]int32, n), y: make([]Weight, n), z: make([]Weight, nodes),
		parent: make([]int32, nodes), base: make([]int32, nodes),
		children: make([][]int32, nodes), ring: make([][]link, nodes),
		label: make([]int8, nodes), from: make([]link, nodes),
		set: make([]int32, n), node: make([]int32, nodes),
		head: make([]int32, nodes), tail: make([]int32, nodes), size: make([]int32, nodes),
		next: make([]int32, n), reached: make([]Weight, nodes), mark: make([]int32, nodes),
	}
	degree := make([]int32, n)
	for _, e := range edges {
		degree[e.U]++
		degree[e.V]++
	}
	arcs := make([]arc, 2*len(edges))
	for v, d := range degree {
		s.adj[v], arcs = arcs[:0:d], arcs[d:]
	}
	for _, e := range edges {
		s.connect(e)
	}
	for v := range s.mate {
		s.mate[v] = none
		s.parent[v] = none
		s.base[v] = int32(v)
		s.single(int32(v))
		for i, a := range s.adj[v] {
			if h := a.w.half(); i == 0 || h.Less(s.y[v]) {
				s.y[v] = h
			}
		}
	}
	for b := nodes - 1; b >= n; b-- {
		s.free = append(s.free, int32(b))
		s.parent[b] = none
	}
	for i := range s.reached {
		s.reached[i] = latest()
	}
	return s
}

func (s *Solver) connect(e Edge) {
	w := e.W.add(e.W)
	s.adj[e.U] = append(s.adj[e.U], arc{w, e.V})
	s.adj[e.V] = append(s.adj[e.V], arc{w, e.U})
}

// single makes a vertex a set of its own.
func (s *Solver) single(v int32) {
	s.set[v], s.node[v] = v, v
	s.head[v], s.tail[v], s.size[v] = v, v, 1
	s.next[v] = none
}

func (s *Solver) top(v int32) int32 { return s.node[s.set[v]] }

// Start matches the given mates (none or a partner for each vertex) as far as the
// present prices allow; the searches do the rest. Unknown edges are ignored. It returns
// the number of free vertices.
func (s *Solver) Start(mates []int32) int {
	left := 0
	for v, m := range mates {
		u := int32(v)
		if s.mate[u] != none || m < 0 || s.mate[m] != none || m == u {
			continue
		}
		for _, a := range s.adj[u] {
			if a.to == m && a.w == s.y[u].add(s.y[m]) {
				s.mate[u], s.mate[m] = m, u
				break
			}
		}
	}
	for v := range s.mate {
		if s.mate[v] == none && !s.settle(int32(v)) {
			left++
		}
	}
	return left
}

// settle raises the price of a free single vertex until an edge is tight and
// takes that edge if its other end is free too.
func (s *Solver) settle(v int32) bool {
	if s.top(v) != v || len(s.adj[v]) == 0 {
		return false
	}
	least := latest()
	for _, a := range s.adj[v] {
		if d := a.w.sub(s.y[v]).sub(s.y[a.to]); d.Less(least) {
			least = d
		}
	}
	s.y[v] = s.y[v].add(least)
	for _, a := range s.adj[v] {
		if s.mate[a.to] == none && s.top(a.to) == a.to && a.w == s.y[v].add(s.y[a.to]) {
			s.mate[v], s.mate[a.to] = a.to, v
			return true
		}
	}
	return false
}

// Solve completes the matching. It returns false, and the free vertex it could
// not match, when the graph has no perfect matching.
func (s *Solver) Solve() (stuck int32, ok bool) {
	for v := range s.mate {
		if s.mate[v] == none && !s.search(int32(v)) {
			return int32(v), false
		}
	}
	return none, true
}

// Mate returns the partner of each vertex, or -1. The slice is the solver's own.
func (s *Solver) Mate() []int32 { return s.mate }

// Add brings in more edges. Where the prices ask too much of one, they are
// lowered at one of its ends and what no longer is tight is unmatched; call
// Solve again.
func (s *Solver) Add(edges []Edge) {
	// Lowering prices and giving up blossoms never makes them ask too much of an
	// edge that was fine before, so one look ahead spares most of the work.
	before := s.Prices()
	excess := make([]bool, len(edges))
	for i, e := range edges {
		excess[i] = before.Excess(e.U, e.V, e.W)
	}
	for i, e := range edges {
		s.connect(e)
		if !excess[i] {
			continue
		}
		slack := e.W.add(e.W).sub(s.y[e.U]).sub(s.y[e.V])
		if !slack.negative() || !slack.add(s.relief(e.U, e.V)).negative() {
			continue
		}
		for s.top(e.U) != e.U {
			s.loosen(s.top(e.U))
		}
		d := e.W.add(e.W).sub(s.y[e.U]).sub(s.y[e.V])
		if d.negative() {
			s.y[e.U] = s.y[e.U].add(d)
			s.unmatch(e.U)
		}
	}
}

func (s *Solver) unmatch(v int32) {
	if m := s.mate[v]; m != none {
		s.mate[v], s.mate[m] = none, none
	}
}

// loosen gives up a top-level blossom outside a search: half its price comes off
// every vertex inside, which keeps the inner edges tight and slackens all edges
// that leave it, the one to the partner of its base included.
func (s *Solver) loosen(b int32) {
	h := s.z[b].half()
	if h != (Weight{}) {
		for v := s.head[s.node2set(b)]; v != none; v = s.next[v] {
			s.y[v] = s.y[v].sub(h)
		}
		s.unmatch(s.base[b])
	}
	s.z[b] = Weight{}
	s.dissolve(b)
}

// node2set returns the set of a top-level node.
func (s *Solver) node2set(b int32) int32 { return s.set[s.base[b]] }
