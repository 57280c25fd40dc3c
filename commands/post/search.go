package post

import (
	"context"
	"time"

	"topcut/commands/discord"
	"topcut/tournament"
)

// sought looks for a message that may have been sent, by a send without a known
// outcome: the nonce guards some minutes only. It comes before rendering, since a
// message that is in the channel has to be withdrawn if there is nothing to show any
// more. It reports whether that was all for now; a message that is found is edited
// next.
func (s *Sender) sought(ctx context.Context, row *tournament.OutboxRow) bool {
	if row.Message != "" || row.Began.IsZero() {
		return false
	}
	id, err := s.find(ctx, row)
	switch {
	case err != nil:
		s.failed(ctx, row, err, row.Began)
	case id != "":
		unclear := time.Time{}
		if row.Shown > 0 { // taken away before: due at once, to be taken away again
			unclear = row.Began
		}
		s.posted(ctx, row, row.Channel, id, 1, unclear, "found")
	default:
		return false
	}
	return true
}

const (
	// skew is by how much our clock, when a sending began, and Discord's may differ:
	// hosts have been seen to be an hour and a half ahead.
	skew = 2 * time.Hour
	// mostPages bounds a search: ten thousand messages since the sending began.
	mostPages = 100
)

// find looks for a post among the messages of its channel by its identity, from
// the newest back to the time when its sending began.
func (s *Sender) find(ctx context.Context, row *tournament.OutboxRow) (string, error) {
	want, before := Identity(row.Log.ID, row.Key), ""
	for range mostPages {
		page, err := s.cfg.Channels.Messages(ctx, row.Channel, before)
		if err != nil {
			return "", err
		}
		for _, p := range page {
			if p.Is(want) {
				return p.ID, nil
			}
			before = p.ID
		}
		if len(page) < discord.MessagePage || page[len(page)-1].Sent.Before(row.Began.Add(-skew)) {
			return "", nil
		}
	}
	s.cfg.Log.Warn("a post was not found among the newest messages of its channel and is sent again", "tournament", row.Log.ID, "key", row.Key)
	return "", nil
}
