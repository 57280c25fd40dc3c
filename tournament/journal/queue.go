package journal

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// queue serialises the decisions on one log and keeps its newest snapshot.
//
// The next command is decided while earlier ones are being written, so that they share
// a transaction. Each is decided on the one before it. Nothing of this leaves the
// Director before it is stored: readers see the newest stored snapshot, and a result, a
// refusal too, waits for what it was decided on. If a write fails, the store refuses
// what was decided on it, since the log ends elsewhere, and those commands are decided
// again on what is stored.
type queue[S Roster, E any] struct {
	turn    chan struct{} // holds one token; its holder may decide
	users   int           // callers between Director.queue and release; guarded by Director.mu
	idle    *list.Element // in Director.idle; guarded by Director.mu
	mu      sync.Mutex
	waiting int
	current *Snapshot[S, E] // stored; nil = must be loaded
	writes  []*write[S, E]  // each decided on the one before
	failed  bool            // one of them, or one that they were decided on, was not written
}

// write is a decision that is being written.
type write[S Roster, E any] struct {
	cause  string
	after  *Snapshot[S, E]
	ended  chan struct{} // closed when it and those before it are written, or have failed
	failed bool          // set before ended is closed
}

// maxWaiting bounds the number of callers waiting for one log. A longer queue means
// that something is stuck, so further callers are refused at once.
const maxWaiting = 2000

// maxWrites bounds the number of decisions being written, and so of the snapshots kept
// for them.
const maxWrites = 32

var (
	errUnwritten = fmt.Errorf("not written before: %w", ErrConflict)
	errPanic     = errors.New("store panicked")
)

func newQueue[S Roster, E any]() *queue[S, E] {
	q := &queue[S, E]{turn: make(chan struct{}, 1)}
	q.turn <- struct{}{}
	return q
}

func (q *queue[S, E]) snapshot() *Snapshot[S, E] {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.current
}

func (q *queue[S, E]) keep(s *Snapshot[S, E]) {
	q.mu.Lock()
	q.current = s
	q.mu.Unlock()
}

// enter waits for the token of the log. If it returns nil, the caller must call leave.
func (q *queue[S, E]) enter(ctx context.Context) error {
	q.mu.Lock()
	if q.waiting >= maxWaiting {
		q.mu.Unlock()
		return Refuse(Unavailable, "event.busy")
	}
	q.waiting++
	q.mu.Unlock()
	defer func() { q.mu.Lock(); q.waiting--; q.mu.Unlock() }()
	select {
	case <-q.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (q *queue[S, E]) leave() { q.turn <- struct{}{} }

// prior returns the write to decide on, or nil if nothing is being written. It waits for
// all writes if settled is set, one has failed or is of the same cause, or there are too
// many. The caller has the turn.
func (q *queue[S, E]) prior(ctx context.Context, cause string, settled bool) (*write[S, E], error) {
	q.mu.Lock()
	same := slices.ContainsFunc(q.writes, func(w *write[S, E]) bool { return w.cause == cause && cause != "" })
	wait := settled || q.failed || same || len(q.writes) >= maxWrites
	last := q.last()
	q.mu.Unlock()
	if !wait {
		return last, nil
	}
	return nil, last.wait(ctx)
}

// last returns the newest write, or nil. The caller holds q.mu.
func (q *queue[S, E]) last() *write[S, E] {
	if len(q.writes) == 0 {
		return nil
	}
	return q.writes[len(q.writes)-1]
}

// settle waits for all writes.
func (q *queue[S, E]) settle(ctx context.Context) error {
	_, err := q.prior(ctx, "", true)
	return err
}

// begin adds a write. The caller has the turn.
func (q *queue[S, E]) begin(cause string, after *Snapshot[S, E]) *write[S, E] {
	w := &write[S, E]{cause: cause, after: after, ended: make(chan struct{})}
	q.mu.Lock()
	q.writes = append(q.writes, w)
	q.mu.Unlock()
	return w
}

// end ends the write w, which was decided on prior, after those before it. err is why it
// failed: after a fault of the database it is unknown whether it was written, so what is
// in memory may be stale.
func (q *queue[S, E]) end(w, prior *write[S, E], err error) {
	_ = prior.wait(context.Background()) // which does not end
	q.mu.Lock()
	defer q.mu.Unlock()
	w.failed = err != nil
	q.failed = q.failed || w.failed
	if q.current = w.after; q.failed {
		q.current = nil
	}
	if q.writes = slices.Delete(q.writes, 0, 1); len(q.writes) == 0 {
		q.failed = false
	}
	close(w.ended)
}

// wait waits until w, if it is not nil, has ended.
func (w *write[S, E]) wait(ctx context.Context) error {
	if w == nil {
		return nil
	}
	select {
	case <-w.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// confirm returns refusal, the error of a decision on w, once w is stored.
func (w *write[S, E]) confirm(ctx context.Context, refusal error) error {
	if err := w.wait(ctx); err != nil {
		return err
	}
	if w != nil && w.failed {
		return errUnwritten
	}
	return refusal
}
