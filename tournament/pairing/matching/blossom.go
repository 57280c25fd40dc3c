package matching

// shrink makes one outer blossom of the odd cycle that the tight edge (u,v)
// closes in the tree.
func (s *Solver) shrink(u, v int32) {
	root := s.meet(s.top(u), s.top(v))
	b := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	children, ring := s.cycle[:0], s.links[:0]

	// From u's side down to the common node, then turned round.
	ring = append(ring, link{u, v})
	for c := s.top(u); c != root; c = s.top(s.from[c].u) {
		children = append(children, c)
		ring = append(ring, s.from[c])
	}
	children = append(children, root)
	for i, j := 0, len(children)-1; i < j; i, j = i+1, j-1 {
		children[i], children[j] = children[j], children[i]
	}
	for i, j := 0, len(ring)-1; i < j; i, j = i+1, j-1 {
		ring[i], ring[j] = ring[j], ring[i]
	}
	for c := s.top(v); c != root; c = s.top(s.from[c].u) {
		children = append(children, c)
		ring = append(ring, link{s.from[c].v, s.from[c].u})
	}
	s.cycle, s.links = children, ring
	s.children[b], s.ring[b] = append(s.children[b][:0], children...), append(s.ring[b][:0], ring...)

	// Prices: all vertices go on as outer ones, prices of inner blossoms stop.
	twice := s.now.add(s.now)
	s.fresh = s.fresh[:0]
	for _, c := range children {
		if s.label[c] == inner {
			for x := s.head[s.node2set(c)]; x != none; x = s.next[x] {
				s.y[x] = s.y[x].sub(twice)
				s.fresh = append(s.fresh, x)
			}
			if int(c) >= s.n {
				s.z[c] = s.z[c].sub(twice)
			}
		} else if int(c) >= s.n {
			s.z[c] = s.z[c].add(twice)
		}
	}
	s.z[b] = Weight{}.sub(twice)
	s.base[b] = s.base[root]
	s.parent[b] = none
	s.label[b], s.from[b] = outer, s.from[root]
	s.touched = append(s.touched, b)
	s.join(b)
	for _, c := range children {
		s.parent[c] = b
		s.label[c] = unlabelled
	}
	for _, x := range s.fresh {
		s.scan(x)
	}
}

// meet returns the nearest common node of two outer nodes of the tree, going up
// from both in turn so that it costs no more than the cycle is long.
func (s *Solver) meet(a, b int32) int32 {
	s.stamp++
	for {
		if a != none {
			if s.mark[a] == s.stamp {
				return a
			}
			s.mark[a] = s.stamp
			a = s.up(a)
		}
		a, b = b, a
	}
}

// up returns the outer node two steps nearer to the root.
func (s *Solver) up(b int32) int32 {
	t := s.from[b].u
	if t == none {
		return none
	}
	return s.top(s.from[s.top(t)].u)
}

// join makes one set of the sets of b's children.
func (s *Solver) join(b int32) {
	largest := s.node2set(s.children[b][0])
	for _, c := range s.children[b] {
		if t := s.node2set(c); s.size[t] > s.size[largest] {
			largest = t
		}
	}
	for _, c := range s.children[b] {
		t := s.node2set(c)
		if t == largest {
			continue
		}
		for x := s.head[t]; x != none; x = s.next[x] {
			s.set[x] = largest
		}
		s.next[s.tail[largest]] = s.head[t]
		s.tail[largest] = s.tail[t]
		s.size[largest] += s.size[t]
	}
	s.node[largest] = b
}

// split makes the children of b top-level nodes, each with its own set, and frees node
// b.
func (s *Solver) split(b int32) {
	for _, c := range s.children[b] {
		s.raise(c)
	}
	s.release(b)
}

// raise makes a node a top-level node with its own set.
func (s *Solver) raise(c int32) {
	s.parent[c] = none
	s.node[c] = c
	s.head[c], s.size[c] = none, 0
	s.gather(c, c)
}

func (s *Solver) release(b int32) {
	s.label[b] = unlabelled
	s.z[b] = Weight{}
	s.free = append(s.free, b)
}

// gather collects the vertices of a node into a set.
func (s *Solver) gather(b, set int32) {
	if int(b) < s.n {
		s.set[b] = set
		if s.size[set] == 0 {
			s.tail[set] = b
		}
		s.next[b] = s.head[set]
		s.head[set] = b
		s.size[set]++
		return
	}
	for _, c := range s.children[b] {
		s.gather(c, set)
	}
}

// dissolve removes an unlabelled top-level blossom without a price, and those inside it
// without a price. What remains is raised only once, however deep it is.
func (s *Solver) dissolve(b int32) {
	for _, c := range s.children[b] {
		if int(c) >= s.n && s.z[c] == (Weight{}) {
			s.parent[c] = none
			s.dissolve(c)
		} else {
			s.raise(c)
		}
	}
	s.children[b] = s.children[b][:0]
	s.release(b)
}

// expand dissolves an inner blossom whose price has fallen to 0: the path of even
// length from where the tree enters to the base stays in the tree, the rest leaves it.
func (s *Solver) expand(b int32) {
	by := s.from[b]
	for v := s.head[s.node2set(b)]; v != none; v = s.next[v] {
		s.y[v] = s.y[v].sub(s.now)
	}
	entry := by.v
	for s.parent[entry] != b {
		entry = s.parent[entry]
	}
	s.split(b)
	for _, c := range s.children[b] {
		s.reached[c] = latest()
	}
	children, ring := s.children[b], s.ring[b]
	k := len(children)
	j := 0
	for children[j] != entry {
		j++
	}
	forward := j%2 == 1
	// step returns the next child on the way to the base and the edge to it.
	step := func(j int) (int, link) {
		if forward {
			return (j + 1) % k, ring[j]
		}
		l := ring[j-1]
		return j - 1, link{l.v, l.u}
	}
	for j != 0 {
		s.markInner(children[j], by)
		var l link
		j, l = step(j)
		s.makeOuter(children[j], link{l.u, l.v})
		j, l = step(j)
		by = l
	}
	s.markInner(children[0], by)
	for _, c := range children {
		if s.label[c] != unlabelled {
			continue
		}
		for x := s.head[c]; x != none; x = s.next[x] {
			s.rescan(x)
		}
	}
	s.children[b] = children[:0]
}

// augment matches u, which is in the tree, with v, which is in a free node
// outside it, and swaps the matching from u back to the root.
func (s *Solver) augment(u, v int32) {
	s.rebase(s.top(v), v)
	s.mate[v] = u
	for {
		b := s.top(u)
		s.rebase(b, u)
		s.mate[u] = v
		t := s.from[b].u
		if t == none {
			return
		}
		by := s.from[s.top(t)]
		s.rebase(s.top(t), by.v)
		s.mate[by.v] = by.u
		u, v = by.u, by.v
	}
}

// rebase turns the matching inside a node so that v becomes its base.
func (s *Solver) rebase(b, v int32) {
	if int(b) < s.n {
		return
	}
	t := v
	for s.parent[t] != b {
		t = s.parent[t]
	}
	s.rebase(t, v)
	children, ring := s.children[b], s.ring[b]
	k := len(children)
	i := 0
	for children[i] != t {
		i++
	}
	// On the even way from t to the old base every second edge becomes matched.
	if i%2 == 1 {
		for j := i + 1; j < k; j += 2 {
			s.couple(children[j], children[(j+1)%k], ring[j])
		}
	} else {
		for j := 0; j < i; j += 2 {
			s.couple(children[j], children[j+1], ring[j])
		}
	}
	rotate(children, i)
	rotate(ring, i)
	s.base[b] = v
}

// couple matches two neighbours on the cycle of a blossom.
func (s *Solver) couple(a, b int32, l link) {
	s.rebase(a, l.u)
	s.rebase(b, l.v)
	s.mate[l.u], s.mate[l.v] = l.v, l.u
}

// rotate moves element i to the front, keeping the order round the circle.
func rotate[T any](list []T, i int) {
	reverse(list[:i])
	reverse(list[i:])
	reverse(list)
}

func reverse[T any](list []T) {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
}
