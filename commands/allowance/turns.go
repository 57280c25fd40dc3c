package allowance

import (
	"context"
	"slices"
	"sync"
)

// Turns admits a limited number of callers at a time, round-robin by member, so that a
// member with sixty questions does not delay the others.
type Turns struct {
	mu      sync.Mutex
	free    int
	order   []Member // members who wait, in the order of their next turn
	waiting map[Member][]chan struct{}
}

// NewTurns returns turns for so many callers at a time.
func NewTurns(atOnce int) *Turns { return &Turns{free: atOnce, waiting: map[Member][]chan struct{}{}} }

// Enter waits for a turn. After it returned nil, the caller must call Leave.
func (t *Turns) Enter(ctx context.Context, m Member) error {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	if len(t.waiting[m]) == 0 {
		t.order = append(t.order, m)
	}
	t.waiting[m] = append(t.waiting[m], turn)
	t.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	i := slices.Index(t.waiting[m], turn)
	if i >= 0 {
		t.keep(m, slices.Delete(t.waiting[m], i, i+1))
	}
	t.mu.Unlock()
	if i < 0 {
		t.Leave() // the turn came at the same moment
	}
	return ctx.Err()
}

// keep stores the callers of a member that still wait. The caller holds the lock.
func (t *Turns) keep(m Member, rest []chan struct{}) {
	if t.waiting[m] = rest; len(rest) == 0 {
		delete(t.waiting, m)
		t.order = slices.DeleteFunc(t.order, func(o Member) bool { return o == m })
	}
}

// Leave passes the turn to the next in line.
func (t *Turns) Leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.order) == 0 {
		t.free++
		return
	}
	m := t.order[0]
	turn := t.waiting[m][0]
	t.order = append(t.order[1:], m)
	t.keep(m, t.waiting[m][1:])
	close(turn)
}

// Wanted reports whether any caller is waiting for a turn.
func (t *Turns) Wanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.order) > 0
}
