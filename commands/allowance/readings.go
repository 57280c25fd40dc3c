package allowance

import (
	"context"
	"sync"

	"topcut/tournament"
)

// mostReadings is how many files and pastes of members may be read or wait for it in the
// whole process. Each may be a megabyte.
const mostReadings = 32

// Readings keeps what members bring, such as a tournament file, apart from answers: one
// at a time for each member, mostReadings in all, and one at a time on a processor.
type Readings struct {
	turns *Turns

	mu    sync.Mutex
	under map[Member]*reading
}

// reading is a file or paste that is being read.
type reading struct {
	of   string        // what it is read for
	done chan struct{} // closed when it is over
}

// NewReadings returns readings of which none is under way.
func NewReadings() *Readings { return &Readings{turns: NewTurns(1), under: map[Member]*reading{}} }

var (
	errReading  = tournament.Refuse(tournament.Unavailable, "budget.reading")
	errReadings = tournament.Refuse(tournament.Unavailable, "budget.readings")
)

// Begin admits a reading of a file or paste, and returns a refusal if the member has
// another one under way or too many members have. If it returns nil, the caller must call
// end. Another reading of the same waits for the first.
func (r *Readings) Begin(ctx context.Context, m Member, of string) (end func(), err error) {
	for {
		r.mu.Lock()
		other := r.under[m]
		if other == nil {
			break
		}
		r.mu.Unlock()
		if other.of != of {
			return nil, errReading
		}
		select {
		case <-other.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer r.mu.Unlock()
	if len(r.under) >= mostReadings {
		return nil, errReadings
	}
	own := &reading{of, make(chan struct{})}
	r.under[m] = own
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.under, m)
		close(own.done)
	}, nil
}

// Alone runs f when no other file or paste is being read.
func (r *Readings) Alone(ctx context.Context, m Member, f func() error) error {
	if err := r.turns.Enter(ctx, m); err != nil {
		return err
	}
	defer r.turns.Leave()
	return f()
}
