package commands

import (
	"context"
	"sync"

	"topcut/commands/discord"
	"topcut/tournament"
)

// mostReadings is how many files and pastes of members may be read or wait for it in the
// whole process. Each may be a megabyte.
const mostReadings = 32

// readings keeps what members bring, such as a tournament file, apart from answers: one
// at a time for each member, mostReadings in all, and one at a time on a processor.
type readings struct {
	turns *turns

	mu    sync.Mutex
	under map[member]*reading
}

// reading is a file or paste that is being read.
type reading struct {
	of   string        // what it is read for, see Call.readFor
	done chan struct{} // closed when it is over
}

func newReadings() *readings { return &readings{turns: newTurns(1), under: map[member]*reading{}} }

var (
	errReading  = tournament.Refuse(tournament.Unavailable, "budget.reading")
	errReadings = tournament.Refuse(tournament.Unavailable, "budget.readings")
)

// begin admits a reading of a file or paste, and returns a refusal if the member has
// another one under way or too many members have. If it returns nil, the caller must call
// end. Another reading of the same waits for the first.
func (r *readings) begin(ctx context.Context, m member, of string) (end func(), err error) {
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

// reads reports whether a call brings a file or paste.
func (r *Route) reads(in *discord.Interaction) bool {
	return r.Reads || len(in.Attachments) > 0
}

// readFor names what a file or paste is read for: the button that was pressed, however
// often, or else the interaction, however often it was delivered.
func (c *Call) readFor() string {
	if c.Kind == discord.KindComponent {
		return c.Message.ID + " " + c.CustomID
	}
	return c.ID
}

// alone runs f when no other file or paste is being read.
func (c *Call) alone(ctx context.Context, f func() error) error {
	turns := c.App.readings.turns
	if err := turns.enter(ctx, c.member()); err != nil {
		return err
	}
	defer turns.leave()
	return f()
}
