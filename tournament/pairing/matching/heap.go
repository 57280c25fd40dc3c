package matching

// event is a change that is due when the search reaches its time: the edge adj[at][arc]
// becomes tight, or (arc < 0) the price of inner blossom at reaches 0. Events are not
// removed early, so the caller of pop checks that one still holds.
type event struct {
	time    Weight
	at, arc int32
}

// heap is a binary heap of events by time, with a stack in front for those that
// are due at once.
type heap struct {
	due   []event
	later []event
}

func (h *heap) reset() {
	h.due = h.due[:0]
	h.later = h.later[:0]
}

func (h *heap) push(e event, now Weight) {
	if !now.Less(e.time) {
		h.due = append(h.due, e)
		return
	}
	h.later = append(h.later, e)
	q := h.later
	i := len(q) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.time.Less(q[up].time) {
			break
		}
		q[i] = q[up]
		i = up
	}
	q[i] = e
}

func (h *heap) pop() (event, bool) {
	if len(h.due) > 0 {
		e := h.due[len(h.due)-1]
		h.due = h.due[:len(h.due)-1]
		return e, true
	}
	q := h.later
	if len(q) == 0 {
		return event{}, false
	}
	first, last := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	h.later = q
	i := 0
	for {
		c := 2*i + 1
		if c >= len(q) {
			break
		}
		if c+1 < len(q) && q[c+1].time.Less(q[c].time) {
			c++
		}
		if !q[c].time.Less(last.time) {
			break
		}
		q[i] = q[c]
		i = c
	}
	if len(q) > 0 {
		q[i] = last
	}
	return first, true
}
