package rehearse

import (
	"context"
	"fmt"
	"strings"
	"time"

	"topcut/cmd/bot/rehearse/audit"
	"topcut/commands/text"
	"topcut/tournament"
)

// findings are the results of the checks at the end.
type findings struct {
	audit.Findings
	fired      int      // timers, each once
	pings      int      // the most of one player in one round
	beside     int      // the most beside one for each ruling
	violations []string // of Discord's rules
}

// atRest is how long after the last fault and the last step posts may still be waiting.
const atRest = time.Minute

// audit checks the whole event: confirmed results, interactions, posts, violations.
func (p *play) audit(ctx context.Context) (*findings, error) {
	// A removed message may appear once more until the bot has searched for it.
	err := p.rest(ctx, atRest, nothingWaits)
	if err != nil {
		return nil, err
	}
	snap, err := p.bot.snapshot(ctx, p.id)
	if err != nil {
		return nil, err
	}
	words, err := text.Load()
	if err != nil {
		return nil, err
	}
	f := &findings{}
	f.causes(snap, p.claims)
	f.fired = f.timers(snap, p.down, p.leaps)
	f.Lost = append(f.Lost, p.unkept...)
	shown := audit.Subject{
		Server: p.venue.srv, Guild: p.venue.guild, Outbox: p.bot.read(), Snap: snap, Pages: p.bot.pages, Now: p.clock.now(), Words: words,
	}
	if err := f.Compare(ctx, shown); err != nil {
		return nil, err
	}
	f.pings, f.beside = pings(p.venue.srv.Transcript(0), f.Pairings, p.venue.organiser.ID(), rulings(snap))
	for _, v := range p.venue.srv.Violations() {
		f.violations = append(f.violations, v.String())
	}
	return f, nil
}

// nothingWaits reports whether no post is due or may still appear.
func nothingWaits(waiting, watched int) bool { return waiting+watched == 0 }

// causes checks that the log contains what people were promised, and that no interaction
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
