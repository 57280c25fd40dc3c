package post

import (
	"context"

	"topcut/commands/view"
	"topcut/tournament"
)

// Pins pins messages. *discord.Client implements it.
type Pins interface {
	Pin(ctx context.Context, channelID, messageID string) error
	Unpin(ctx context.Context, channelID, messageID string) error
}

// pin pins a new post that readers come back to: the card of an event, the table of a
// season. It is done before the post is recorded, so that after a crash it is done again.
// Where the bot may not, the post stands without; /doctor says so.
func (s *Sender) pin(ctx context.Context, row *tournament.OutboxRow, place, message string) {
	if s.cfg.Pins == nil || row.Kind != kindCard && row.Kind != kindTable {
		return
	}
	if err := s.cfg.Pins.Pin(ctx, place, message); err != nil {
		s.cfg.Log.Debug("a post could not be pinned", "tournament", row.Log.ID, "key", row.Key, "error", err)
	}
}

// unpin takes the pin from the card of an event that is over, so that pins do not pile up.
func (s *Sender) unpin(ctx context.Context, row *tournament.OutboxRow, e view.Env) {
	if s.cfg.Pins == nil || row.Kind != kindCard || e.Snap.State.Phase < tournament.Finished {
		return
	}
	if err := s.cfg.Pins.Unpin(ctx, row.Place, row.Message); err != nil {
		s.cfg.Log.Debug("a post could not be unpinned", "tournament", row.Log.ID, "key", row.Key, "error", err)
	}
}
