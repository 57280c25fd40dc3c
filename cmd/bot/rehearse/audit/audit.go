// Package audit compares the channels of an event with its log when no post is waiting:
// every post that the log causes must be there once and match the log, and every thread
// must be open or closed as it should be. A message that stands must show what the bot's
// own views make of the whole log, read afresh, so the check covers all kinds of posts.
package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/stores"
)

// Subject is an event in the channels of a local Discord.
type Subject struct {
	Server *localdiscord.Server
	Guild  *localdiscord.Guild
	Outbox interface {
		Post(ctx context.Context, id tournament.ID, key string) (tournament.OutboxRow, error)
		Server(ctx context.Context, guild string) (stores.Server, error)
		GivenUp(ctx context.Context, guild string) ([]tournament.OutboxRow, error)
	}
	Snap  *tournament.Snapshot // freshly read
	Pages string               // base URL of the pages of events; "" if there are none
	Now   time.Time            // the event's
	Words *text.Catalogue      // texts in the language of the event; nil means English
	// Shared means that other events post into the same channels; posts that this event's
	// log does not cause are ignored.
	Shared bool

	staffRole string // the server's organiser role, if it has one
	givenUp   []tournament.OutboxRow
}

// Findings are the results.
type Findings struct {
	Posts    int      // the bot's messages in the channels that the log causes
	Compared int      // messages and threads compared with the log
	Lost     []string // promised or planned, but missing
	Doubled  []string // there twice, or without a cause
	Stale    []string // messages that do not match the log
	// Pairings maps the messages with pairings to their rounds.
	Pairings map[string]int
	// Made counts the posts that were made, those removed since included, by kind.
	Made map[tournament.PostKind]int
}

// Compare adds the faults of an event in its channels.
func (f *Findings) Compare(ctx context.Context, e Subject) error {
	server, err := e.Outbox.Server(ctx, e.Guild.ID())
	if err != nil {
		return err
	}
	e.staffRole = server.OrganiserRole
	if e.givenUp, err = post.GivenUp(ctx, e.Outbox, e.Snap.State); err != nil {
		return err
	}
	expected, err := Plan(e.Snap)
	if err != nil {
		return err
	}
	if err := f.inChannels(ctx, e, expected); err != nil {
		return err
	}
	if err := f.made(ctx, e, expected); err != nil {
		return err
	}
	return f.contents(ctx, e, expected)
}

// Posts are the posts caused by the log of an event, by identity.
type Posts map[discord.Identity]*Planned

// Planned is a post that the log causes.
type Planned struct {
	tournament.Post

	key     string
	seen    int
	message localdiscord.Message // the message found for it
}

// Plan replays the log command by command and returns the posts it causes.
func Plan(snap *tournament.Snapshot) (Posts, error) {
	id := snap.State.ID
	out := Posts{}
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
			if mark := post.Identity(id, asked.Key); asked.Leaves == "" && out[mark] == nil {
				out[mark] = &Planned{Post: asked, key: asked.Key}
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

// inChannels compares the posts that the log causes with the existing messages.
func (f *Findings) inChannels(ctx context.Context, in Subject, expected Posts) error {
	for _, c := range in.Guild.Channels() {
		for _, m := range in.Server.Messages(c, nil) {
			e, ok := expected.Find(m)
			if m.Private() || m.Author.ID != in.Server.BotID() || !ok {
				continue
			}
			if e == nil && in.Shared {
				continue
			}
			switch {
			case e == nil:
				f.Doubled = append(f.Doubled, fmt.Sprintf("a post in #%s that the log does not ask for: %s", c.Name(), firstLine(in.Server.Render(m))))
				continue
			case e.seen > 0:
				f.Doubled = append(f.Doubled, fmt.Sprintf("the post %s is in #%s twice", e.key, c.Name()))
			}
			e.seen++
			e.message = m
			f.Posts++
			if e.Post.Kind == "pairings" {
				if f.Pairings == nil {
					f.Pairings = map[string]int{}
				}
				f.Pairings[m.ID] = e.Post.Round
			}
		}
	}
	for _, e := range expected {
		if e.seen > 0 {
			continue
		}
		row, err := in.Outbox.Post(ctx, in.Snap.State.ID, e.key)
		switch {
		case errors.Is(err, tournament.ErrNotFound):
			f.Lost = append(f.Lost, fmt.Sprintf("the post %s was never planned by the bot", e.key))
		case err != nil:
			return err
		case row.Dead != "" && taken(in.Snap.Log, row.Seq):
			// Its event was undone before it could be sent.
		case (row.Dead == journal.Obsolete || row.Message == "" && row.Shown > 0) && post.Lapses(row.Kind):
			// A question answered before it was asked, or removed.
		case row.Dead != "":
			f.Lost = append(f.Lost, fmt.Sprintf("the post %s was given up: %s", e.key, row.Dead))
		default:
			f.Lost = append(f.Lost, fmt.Sprintf("the post %s is in no channel", e.key))
		}
	}
	return nil
}

// made counts the posts that the log caused and that were made.
func (f *Findings) made(ctx context.Context, in Subject, expected Posts) error {
	f.Made = map[tournament.PostKind]int{}
	for _, e := range expected {
		row, err := in.Outbox.Post(ctx, in.Snap.State.ID, e.key)
		if errors.Is(err, tournament.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if n := row.Again + min(int(row.Shown), 1); n > 0 {
			f.Made[e.Kind] += n
		}
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// taken reports whether the event with the sequence number was undone.
func taken(log []tournament.Envelope, seq int64) bool {
	return slices.ContainsFunc(log, func(e tournament.Envelope) bool {
		r, ok := e.Event.(*tournament.Retracted)
		return ok && slices.Contains(r.Seqs, seq)
	})
}

// Find returns the planned post of a message, or nil if the log causes no such post, and
// reports whether the message comes from an outbox at all. Component ids assigned by
// Discord itself are small.
func (p Posts) Find(m localdiscord.Message) (*Planned, bool) {
	posted := discord.Posted{ComponentIDs: m.ComponentIDs()}
	if len(posted.ComponentIDs) == 0 || posted.ComponentIDs[0] < 1<<30 {
		return nil, false
	}
	for mark, planned := range p {
		if posted.Is(mark) {
			return planned, true
		}
	}
	return nil, true
}
