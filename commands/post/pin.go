package post

import (
	"context"
	"slices"

	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/season"
)

// Pins pins messages. *discord.Client implements it.
type Pins interface {
	MyPermissions(ctx context.Context, channelID string) (wire.Permissions, error)
	Pin(ctx context.Context, channelID, messageID string) error
	Unpin(ctx context.Context, channelID, messageID string) error
}

// pin pins a new post that readers come back to: the card of an event, the table of a
// season. It is done before the post is recorded, so that after a crash it is done again.
// Where the bot may not, the post stands without; /doctor says so.
func (s *Sender) pin(ctx context.Context, row *tournament.OutboxRow, place, message string) {
	if row.Kind == kindCard || row.Kind == kindTable {
		s.pinning(ctx, row, place, func() error { return s.cfg.Pins.Pin(ctx, place, message) })
	}
}

// repin takes the pin from the card of an event that is over, or from the table of a season
// that is closed, so that pins do not pile up. If it goes on after all, it is pinned again.
func (s *Sender) repin(ctx context.Context, row *tournament.OutboxRow, e view.Env) {
	over, again := false, false
	switch {
	case row.Kind == kindCard:
		over = e.Snap.State.Phase >= tournament.Finished
		again = !over && takenBack(e.Snap.Log, row.Shown)
	case row.Kind == kindTable:
		over = e.Season.State.Closed != nil
		again = !over && slices.ContainsFunc(e.Season.Log, func(f season.Envelope) bool {
			_, reopened := f.Event.(*season.Reopened)
			return reopened && f.Seq > row.Shown
		})
	}
	switch {
	case over:
		s.pinning(ctx, row, row.Place, func() error { return s.cfg.Pins.Unpin(ctx, row.Place, row.Message) })
	case again:
		s.pinning(ctx, row, row.Place, func() error { return s.cfg.Pins.Pin(ctx, row.Place, row.Message) })
	}
}

// takenBack reports whether the end of an event was shown and may have been taken back since.
func takenBack(log []tournament.Envelope, shown int64) bool {
	ended, back := false, false
	for i := range log {
		switch log[i].Event.(type) {
		case *tournament.EventFinished, *tournament.EventCancelled:
			ended = ended || log[i].Seq <= shown
		case *tournament.BracketReopened, *tournament.Retracted:
			back = back || log[i].Seq > shown
		}
	}
	return ended && back
}

// pinning does what needs the permission to pin in a channel.
func (s *Sender) pinning(ctx context.Context, row *tournament.OutboxRow, channel string, do func() error) {
	if s.cfg.Pins == nil {
		return
	}
	perms, err := s.cfg.Pins.MyPermissions(ctx, channel)
	if err == nil && !perms.Pins() {
		return
	}
	if err == nil {
		err = do()
	}
	if err != nil {
		s.cfg.Log.Debug("the pin of a post could not be changed", "tournament", row.Log.ID, "key", row.Key, "error", err)
	}
}
