package post

import (
	"context"

	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
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

// unpin takes the pin from the card of an event that is over, or from the table of a season
// that is closed, so that pins do not pile up.
func (s *Sender) unpin(ctx context.Context, row *tournament.OutboxRow, e view.Env) {
	if row.Kind == kindCard && e.Snap.State.Phase >= tournament.Finished || row.Kind == kindTable && e.Season.State.Closed != nil {
		s.pinning(ctx, row, row.Place, func() error { return s.cfg.Pins.Unpin(ctx, row.Place, row.Message) })
	}
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
