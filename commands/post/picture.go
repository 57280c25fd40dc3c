package post

import (
	"context"
	"errors"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/refusal"
	"topcut/commands/wire"
	"topcut/tournament"
)

// withoutFiles returns the message without its files.
func withoutFiles(m discord.Message) discord.Message {
	m.Files = nil
	m.Components = textOnly(m.Components)
	return m
}

// noFiles reports whether a message may have been refused because of its files: the bot
// may not attach any there, or it is refused repeatedly although it seems to have all
// permissions. A single refusal does not cost the pictures.
func (s *Sender) noFiles(ctx context.Context, row *tournament.OutboxRow, channel string, refused error) bool {
	switch s.judge(row, refused, refusal.Files) {
	case refusal.Instead:
		return true
	case refusal.Ask:
		have, err := s.cfg.Channels.MyPermissions(ctx, channel)
		return err == nil && !have.Has(wire.AttachFiles)
	default:
		return false
	}
}

func textOnly(components []discord.Component) []discord.Component {
	var out []discord.Component
	for _, c := range components {
		switch c := c.(type) {
		case discord.MediaGallery, discord.FileRef:
		case discord.Container:
			c.Components = textOnly(c.Components)
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	return out
}

// drawer draws the pictures of one post.
type drawer struct {
	sender *Sender
	ctx    context.Context
	row    *tournament.OutboxRow
	late   bool // a picture was not ready in time
}

func (s *Sender) drawer(ctx context.Context, row *tournament.OutboxRow) *drawer {
	return &drawer{sender: s, ctx: ctx, row: row}
}

// draw returns the pictures of a drawing, or none if they are not ready in time.
func (w *drawer) draw(name string, d pictures.Drawing) []discord.File {
	ctx, cancel := context.WithTimeout(w.ctx, pictureWait)
	defer cancel()
	files, err := w.sender.cfg.Draw(ctx, name, d)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		w.late = true
	case err != nil && w.ctx.Err() == nil:
		w.sender.cfg.Log.Warn("a post goes without its picture", "tournament", w.row.Log.ID, "key", w.row.Key, "picture", name, "error", err)
	}
	return files
}
