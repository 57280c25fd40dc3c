package post

import (
	"context"
	"sync"

	"topcut/commands/discord"
	"topcut/commands/forum"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
)

// tagged are the stages that the posts of events in forums were given tags for by this
// process; others are looked at once. It forgets all of them when they are many.
type tagged struct {
	mu     sync.Mutex
	stages map[tournament.ID]forum.Stage
}

const mostTagged = 4096

// take reports whether the tags for a stage of an event are still to be set, and that they
// are from now on.
func (t *tagged) take(id tournament.ID, now forum.Stage) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stages[id] == now {
		return false
	}
	if t.stages == nil || len(t.stages) >= mostTagged {
		t.stages = map[tournament.ID]forum.Stage{}
	}
	t.stages[id] = now
	return true
}

// tag gives the post of a forum in which an event lives the tag of its stage. It is done with
// the card, before that is recorded, so that after a crash it is done again. Where the bot may
// not, the tags stay. It returns false if the next edit of the card is to try again.
func (s *Sender) tag(ctx context.Context, row *tournament.OutboxRow, e view.Env, place string) bool {
	if row.Kind != kindCard {
		return true
	}
	now := forum.StageOf(e.Snap.State.Phase)
	if now == 0 || !s.tagged.take(row.Log.ID, now) {
		return true
	}
	home, err := s.cfg.Channels.Thread(ctx, row.Guild, place)
	if err == nil && !home.Type.Thread() {
		return true
	}
	var in discord.Channel
	if err == nil {
		in, err = s.cfg.Channels.Channel(ctx, home.ParentID)
	}
	if err == nil && in.Type == wire.ChannelForum {
		if tags, ok := forum.Retag(&in, home.Applied, now); ok {
			err = s.cfg.Channels.EditThread(ctx, place, discord.ThreadChange{Tags: tags})
		}
	}
	if err != nil {
		s.cfg.Log.Debug("the tags of a post in a forum could not be changed", "tournament", row.Log.ID, "error", err)
		s.tagged.take(row.Log.ID, 0)
	}
	return err == nil
}
