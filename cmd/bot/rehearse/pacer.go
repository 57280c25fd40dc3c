package rehearse

import (
	"context"
	"math"

	"topcut/tournament"
	"topcut/tournament/histories"
)

// pacer decides when, and for which people, a play acts while a user watches. Its methods
// may be called concurrently.
type pacer interface {
	// await waits until people may act, and returns how many steps they may take before the
	// event is read again. An error ends the play.
	await(ctx context.Context, p *play) (most int, err error)
	// skips reports whether the person with the user id is not played now.
	skips(user string) bool
	// idle is called when no played person has anything to do; waiting is what the others
	// could do. It returns when the event should be read again.
	idle(ctx context.Context, snap *tournament.Snapshot, waiting []histories.Step) error
}

func (p *play) await(ctx context.Context) (most int, err error) {
	if p.pacer == nil {
		return math.MaxInt, ctx.Err()
	}
	return p.pacer.await(ctx, p)
}

func (p *play) skipped(user string) bool { return p.pacer != nil && p.pacer.skips(user) }
