package sim

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"topcut/tournament"
	"topcut/tournament/asof"
)

// Moment is the state of an event after a round was closed, as a question about odds.
type Moment struct {
	After  int // rounds; 0 = before the first
	Config OddsConfig
}

// Moments returns the moments at which the chances over the rounds of an event are
// computed: before round 1, and after each closed round as long as there were odds. The
// seed of each depends only on the event and the round, so that a moment always has the
// same answer. It returns one of the errors of Live if there were no odds from the
// beginning.
func Moments(snap *tournament.Snapshot) ([]Moment, error) {
	var out []Moment
	if _, err := Live(snap.State); err != nil && snap.State.Arranged() && snap.State.Elimination() == nil {
		return nil, err // later data would be read as that of earlier rounds
	}
	for after := range snap.State.LastDone() + 1 {
		then, err := asof.Fold(snap.State.ID, snap.Log, asof.AfterRound(after))
		if err != nil {
			return nil, err
		}
		c, err := Live(then)
		if err != nil && len(out) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		c.Seed = sha256.Sum256(fmt.Appendf(nil, "course %s %d", snap.State.Commitment, after))
		out = append(out, Moment{after, c})
	}
	return out, nil
}

// Course returns the chances of all players at each of an event's Moments, and how they
// may end at the last one. The answers in known, of the first Moments with as many trials,
// are not computed again. It uses one core and stops when ctx is done.
func Course(ctx context.Context, snap *tournament.Snapshot, trials int, known []*OddsResult) ([]*OddsResult, error) {
	moments, err := Moments(snap)
	if err != nil {
		return nil, err
	}
	out := make([]*OddsResult, len(moments))
	for i := range moments {
		brief := i < len(moments)-1
		switch {
		case brief && i < len(known):
			out[i] = known[i].brief()
			continue
		case i == len(known)-1: // a cut was made since
			out[i] = known[i]
			continue
		}
		moments[i].Config.Trials, moments[i].Config.Brief = trials, brief
		if out[i], err = Odds(ctx, moments[i].Config); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// brief returns the answer to the same question with Brief.
func (r *OddsResult) brief() *OddsResult {
	out := *r
	out.Players = slices.Clone(r.Players)
	for i := range out.Players {
		p := &out.Players[i]
		p.Records, p.Seeds, p.Watch = nil, nil, nil
	}
	return &out
}
