package rehearse

import (
	"context"
	"fmt"
	"strings"
	"time"

	"topcut/cmd/bot/rehearse/audit"
	"topcut/tournament"
)

// findings are what the checks at the end came to.
type findings struct {
	audit.Findings
	fired      int      // timers, each once
	pings      int      // of one player in one round, at most
	violations []string // of Discord's rules
}

// atRest is how long after the last fault and the last step something may wait to be
// posted.
const atRest = time.Minute

// audit checks the whole event: promises, interactions, posts, violations.
func (p *play) audit(ctx context.Context) (*findings, error) {
	// What was taken away may land once more, until it has been looked for.
	err := p.rest(ctx, atRest, nothingWaits)
	if err != nil {
		return nil, err
	}
	snap, err := p.bot.snapshot(ctx, p.id)
	if err != nil {
		return nil, err
	}
	f := &findings{}
	f.causes(snap, p.claims)
	f.fired = f.timers(snap, p.down, p.leaps)
	f.Lost = append(f.Lost, p.unkept...)
	shown := audit.Subject{
		Server: p.venue.srv, Guild: p.venue.guild, Outbox: p.bot.read(), Snap: snap, Pages: p.bot.pages, Now: p.clock.now(),
	}
	if err := f.Compare(ctx, shown); err != nil {
		return nil, err
	}
	f.pings = pings(p.venue.srv.Transcript(0), f.Pairings, p.venue.organiser.ID())
	for _, v := range p.venue.srv.Violations() {
		f.violations = append(f.violations, v.String())
	}
	return f, nil
}

// nothingWaits reports whether nothing is to be posted, or may land once more.
func nothingWaits(waiting, watched int) bool { return waiting+watched == 0 }

// causes checks that the log has what people were promised, and that no interaction
// took effect twice.
func (f *findings) causes(snap *tournament.Snapshot, claims []promise) {
	batches := map[string]int64{}
	for i := range snap.Log {
		e := &snap.Log[i]
		if e.Actor == 0 || e.Cause == "" {
			continue
		}
		if b, ok := batches[e.Cause]; ok && b != e.Batch {
			f.Doubled = append(f.Doubled, fmt.Sprintf("interaction %s took effect twice, in events %d and %d", e.Cause, b, e.Batch))
		}
		batches[e.Cause] = e.Batch
	}
	for _, c := range claims {
		if _, ok := batches[c.interaction]; !ok {
			f.Lost = append(f.Lost, fmt.Sprintf("somebody was told %q, but the log does not have it", first(c.text)))
		}
	}
}

func first(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
