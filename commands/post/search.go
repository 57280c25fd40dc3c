package post

import (
	"context"
	"time"

	"topcut/commands/discord"
	"topcut/tournament"
)

// searchLost looks for a message that an earlier attempt with an unknown outcome may have
// posted; the nonce protects for some minutes only. It runs before rendering, since a
// message that is in the channel must be withdrawn if there is nothing to show any more.
// It reports whether the row is done for now. A message that is found is edited next.
func (s *Sender) searchLost(ctx context.Context, row *tournament.OutboxRow) bool {
	if row.Message != "" || row.Began.IsZero() {
		return false
	}
	id, err := s.find(ctx, row)
	switch {
	case err != nil:
		s.failed(ctx, row, err, s.traffic.unclear(row))
	case id != "":
		unclear := time.Time{}
		if row.Shown > 0 { // it was removed before and is to be removed again at once
			unclear = row.Began
		}
		s.posted(ctx, row, row.Channel, id, 1, unclear, "found")
	default:
		return false
	}
	return true
}

const (
	// skew bounds the difference between the host's clock when sending began and Discord's.
	// Hosts have been seen to be an hour and a half ahead.
	skew = 2 * time.Hour
	// mostPages bounds a search to ten thousand messages since sending began.
	mostPages = 100
)

// find searches the messages of a channel for a post by its identity, from the newest
// back to when its sending began.
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
