package matching

// search grows an alternating tree from the free vertex root until it reaches
// another free vertex, and swaps the matching along the path between them. It
// returns false when the tree cannot grow any further: then no perfect matching
// exists.
func (s *Solver) search(root int32) bool {
	s.now = Weight{}
	s.events.reset()
	s.touched = s.touched[:0]
	s.makeOuter(s.top(root), link{none, root})
	found := false
	for !found {
		e, ok := s.events.pop()
		if !ok {
			break
		}
		s.now = e.time
		if e.arc < 0 {
			if b := e.at; s.label[b] == inner && s.parent[b] == none && s.z[b] == s.now.add(s.now) {
				s.expand(b)
			}
			continue
		}
		found = s.tighten(e.at, e.arc)
	}
	s.finish()
	return found
}

// tighten takes an edge that may have become tight and reports whether it led to
// a free vertex.
func (s *Solver) tighten(u, i int32) bool {
	a := &s.adj[u][i]
	v := a.to
	bu, bv := s.top(u), s.top(v)
	if bu == bv {
		return false
	}
	if s.label[bu] != outer {
		u, v, bu, bv = v, u, bv, bu
	}
	if s.label[bu] != outer || s.label[bv] == inner {
		return false
	}
	slack := a.w.sub(s.y[u]).sub(s.y[v]).sub(s.now)
	if s.label[bv] == outer {
		if slack != s.now {
			return false
		}
		s.shrink(u, v)
		return false
	}
	if slack != (Weight{}) {
		return false
	}
	if s.mate[s.base[bv]] == none {
		s.augment(u, v)
		return true
	}
	s.makeInner(bv, link{u, v})
	return false
}

// makeOuter puts an unlabelled top-level node into the tree as an outer one and
// looks at its edges.
func (s *Solver) makeOuter(b int32, by link) {
	s.touched = append(s.touched, b)
	s.label[b], s.from[b] = outer, by
	if int(b) >= s.n {
		s.z[b] = s.z[b].sub(s.now).sub(s.now)
	}
	first := s.head[s.node2set(b)]
	for v := first; v != none; v = s.next[v] {
		s.y[v] = s.y[v].sub(s.now)
	}
	for v := first; v != none; v = s.next[v] {
		s.scan(v)
	}
}

// makeInner puts an unlabelled top-level node into the tree as an inner one, and
// the partner of its base as an outer one behind it.
func (s *Solver) makeInner(b int32, by link) {
	s.markInner(b, by)
	x := s.base[b]
	m := s.mate[x]
	s.makeOuter(s.top(m), link{x, m})
}

func (s *Solver) markInner(b int32, by link) {
	s.touched = append(s.touched, b)
	s.label[b], s.from[b] = inner, by
	for v := s.head[s.node2set(b)]; v != none; v = s.next[v] {
		s.y[v] = s.y[v].add(s.now)
	}
	if int(b) >= s.n {
		s.events.push(event{s.now.add(s.z[b].half()), b, -1}, s.now)
		s.z[b] = s.z[b].add(s.now).add(s.now)
	}
}

// scan files the edges of an outer vertex by the time they get tight.
func (s *Solver) scan(v int32) {
	own := s.set[v]
	y := s.y[v].add(s.now) // the price now
	for i := range s.adj[v] {
		a := &s.adj[v][i]
		set := s.set[a.to]
		if set == own {
			continue
		}
		switch s.label[s.node[set]] {
		case unlabelled:
			time := s.now.add(a.w.sub(y).sub(s.y[a.to]))
			if time.Less(s.reached[set]) {
				s.reached[set] = time
				s.scratch = append(s.scratch, set)
				s.events.push(event{time, v, int32(i)}, s.now)
			}
		case outer:
			slack := a.w.sub(y).sub(s.y[a.to]).sub(s.now)
			s.events.push(event{s.now.add(slack.half()), v, int32(i)}, s.now)
		}
	}
}

// rescan files the edges between a vertex that has just lost its label and the
// outer vertices.
func (s *Solver) rescan(v int32) {
	set := s.set[v]
	for i := range s.adj[v] {
		a := &s.adj[v][i]
		if s.label[s.top(a.to)] != outer {
			continue
		}
		time := a.w.sub(s.y[v]).sub(s.y[a.to])
		if time.Less(s.reached[set]) {
			s.reached[set] = time
			s.scratch = append(s.scratch, set)
			s.events.push(event{time, v, int32(i)}, s.now)
		}
	}
}

// finish turns the offsets of the search into prices, takes the labels off and
// gives up blossoms without a price.
func (s *Solver) finish() {
	for _, b := range s.touched {
		if s.parent[b] != none || s.label[b] == unlabelled {
			continue
		}
		d := s.now
		if s.label[b] == inner {
			d = Weight{}.sub(d)
		}
		for v := s.head[s.node2set(b)]; v != none; v = s.next[v] {
			s.y[v] = s.y[v].add(d)
		}
		if int(b) >= s.n {
			s.z[b] = s.z[b].add(d).add(d)
		}
		s.label[b] = unlabelled
	}
	for _, set := range s.scratch {
		s.reached[set] = latest()
	}
	s.scratch = s.scratch[:0]
	for _, b := range s.touched {
		if int(b) >= s.n && len(s.children[b]) > 0 && s.parent[b] == none && s.z[b] == (Weight{}) {
			s.dissolve(b)
		}
	}
}
