package rehearse

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/tournament"
)

// findings are what the checks at the end came to.
type findings struct {
	fired      int      // timers, each once
	posts      int      // messages of the bot in the channels that the log asks for
	lost       []string // promised or planned, and not there
	doubled    []string // there twice, or without a cause
	stale      []string // messages that do not say what the log says
	compared   int      // messages and threads that were compared with the log
	violations []string // of Discord's rules
}

// audit checks the whole event: promises, interactions, posts, violations.
func (p *play) audit(ctx context.Context) (*findings, error) {
	if err := p.drain(ctx, 2*time.Minute); err != nil {
		return nil, err
	}
	snap, err := p.bot.snapshot(ctx, p.id)
	if err != nil {
		return nil, err
	}
	f := &findings{}
	f.causes(snap, p.claims)
	f.fired = f.timers(snap, p.down)
	f.lost = append(f.lost, p.unkept...)
	expected, err := plannedPosts(snap)
	if err != nil {
		return nil, err
	}
	if err := f.inChannels(ctx, p, snap, expected); err != nil {
		return nil, err
	}
	if err := f.contents(ctx, p, snap, expected); err != nil {
		return nil, err
	}
	for _, v := range p.venue.srv.Violations() {
		f.violations = append(f.violations, v.String())
	}
	return f, nil
}

// causes checks that what people were told stands in the log, and that no
// interaction took effect twice.
func (f *findings) causes(snap *tournament.Snapshot, claims []told) {
	batches := map[string]int64{}
	for i := range snap.Log {
		e := &snap.Log[i]
		if e.Actor == 0 || e.Cause == "" {
			continue
		}
		if b, ok := batches[e.Cause]; ok && b != e.Batch {
			f.doubled = append(f.doubled, fmt.Sprintf("interaction %s took effect twice, in events %d and %d", e.Cause, b, e.Batch))
		}
		batches[e.Cause] = e.Batch
	}
	for _, c := range claims {
		if _, ok := batches[c.interaction]; !ok {
			f.lost = append(f.lost, fmt.Sprintf("somebody was told %q, but the log does not have it", first(c.text)))
		}
	}
}

func first(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// planned is a post that the log asks for.
type planned struct {
	key     string
	post    tournament.Post
	want    int64 // the last event that changes what it says
	seen    int
	message localdiscord.Message // where it was seen
}

// plannedPosts goes through the log command by command and returns, by
// identity, the posts it asks for.
func plannedPosts(snap *tournament.Snapshot) (map[discord.Identity]*planned, error) {
	id := snap.State.ID
	out := map[discord.Identity]*planned{}
	before := &tournament.Snapshot{State: &tournament.State{ID: id}, Book: snap.Book}
	for from := 0; from < len(snap.Log); {
		to := from + 1
		for to < len(snap.Log) && snap.Log[to].Batch == snap.Log[from].Batch {
			to++
		}
		events := snap.Log[from:to]
		state, err := folded(before.State, snap.Log[:to], events)
		if err != nil {
			return nil, err
		}
		after := &tournament.Snapshot{State: state, Book: snap.Book, Log: snap.Log[:to]}
		for _, asked := range post.Plan(before, after, events) {
			mark := post.Identity(id, asked.Key)
			if !asked.Edit && out[mark] == nil {
				out[mark] = &planned{key: asked.Key, post: asked}
			}
			if e := out[mark]; e != nil {
				e.want = snap.Log[to-1].Seq
			}
		}
		before, from = after, to
	}
	return out, nil
}

// folded returns the state after the last events of a log.
func folded(before *tournament.State, log, events []tournament.Envelope) (*tournament.State, error) {
	for i := range events {
		if _, undo := events[i].Event.(*tournament.Retracted); undo {
			return tournament.Fold(before.ID, log)
		}
	}
	state := before
	for i := range events {
		var err error
		if state, err = tournament.Apply(state, &events[i]); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// inChannels compares the posts that the log asks for with the messages that
// are there.
func (f *findings) inChannels(ctx context.Context, p *play, snap *tournament.Snapshot, expected map[discord.Identity]*planned) error {
	for _, c := range p.venue.guild.Channels() {
		for _, m := range p.venue.srv.Messages(c, nil) {
			mark, ok := identityOf(m, expected)
			if m.Private() || m.Author.ID != p.venue.srv.BotID() || !ok {
				continue
			}
			e := expected[mark]
			switch {
			case e == nil:
				f.doubled = append(f.doubled, fmt.Sprintf("a post in #%s that the log does not ask for: %s", c.Name(), first(p.venue.srv.Render(m))))
				continue
			case e.seen > 0:
				f.doubled = append(f.doubled, fmt.Sprintf("the post %s is in #%s twice", e.key, c.Name()))
			}
			e.seen++
			e.message = m
			f.posts++
		}
	}
	for _, e := range expected {
		if e.seen > 0 {
			continue
		}
		row, err := p.bot.read().Post(ctx, p.id, e.key)
		switch {
		case errors.Is(err, tournament.ErrNotFound):
			f.lost = append(f.lost, fmt.Sprintf("the post %s was never planned by the bot", e.key))
		case err != nil:
			return err
		case row.Dead != "" && taken(snap.Log, row.Seq):
			// What it was about was taken back before it could be said.
		case row.Dead == post.Obsolete && post.Lapses(row.Kind):
			// A question that was answered before it could be asked.
		case row.Dead != "":
			f.lost = append(f.lost, fmt.Sprintf("the post %s was given up: %s", e.key, row.Dead))
		default:
			f.lost = append(f.lost, fmt.Sprintf("the post %s is in no channel", e.key))
		}
	}
	return nil
}

// taken reports whether the event with the sequence number was taken back.
func taken(log []tournament.Envelope, seq int64) bool {
	for i := range log {
		if r, ok := log[i].Event.(*tournament.Retracted); ok {
			for _, s := range r.Seqs {
				if s == seq {
					return true
				}
			}
		}
	}
	return false
}

// identityOf returns the identity of a post of the outbox: the planned one that
// it is, or else an unknown one. Discord's own numbers of components are small.
func identityOf(m localdiscord.Message, expected map[discord.Identity]*planned) (discord.Identity, bool) {
	p := discord.Posted{ComponentIDs: m.ComponentIDs()}
	if len(p.ComponentIDs) == 0 || p.ComponentIDs[0] < 1<<30 {
		return discord.Identity{}, false
	}
	for mark := range expected {
		if p.Is(mark) {
			return mark, true
		}
	}
	return discord.Identity{}, true
}
