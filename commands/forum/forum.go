// Package forum opens a post in a forum for an event, which then lives in it.
package forum

import (
	"context"
	"slices"
	"strings"
	"sync"

	"topcut/commands/discord"
	"topcut/commands/refusal"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// Rest is the part of Discord that is used. *discord.Client implements it.
type Rest interface {
	Channel(ctx context.Context, id string) (discord.Channel, error)
	MyPermissions(ctx context.Context, channelID string) (wire.Permissions, error)
	MemberPermissions(guildID, channelID, userID string, roles []string) (have wire.Permissions, known bool)
	StartPost(ctx context.Context, forumID, name string, tags []string, first discord.Message) (string, error)
	DeleteThread(ctx context.Context, id string) error
}

// needs are the permissions that the bot needs in a forum to open a post and to go on in it.
const needs = wire.ViewChannel | wire.SendMessages | wire.SendMessagesInThreads | wire.EmbedLinks | wire.AttachFiles | wire.ReadMessageHistory

// open opens a post in a forum of a server for an event, asked for by a member who may
// post there, and returns its id. It refuses where that cannot be. words are those of the
// server.
func open(ctx context.Context, rest Rest, words text.Printer, in *discord.Interaction, forumID, event string) (string, error) {
	ch, err := rest.Channel(ctx, forumID)
	if err != nil || ch.GuildID != in.GuildID || ch.Type != wire.ChannelForum {
		return "", tournament.Refuse(tournament.NotFound, "forum.none")
	}
	if have, known := rest.MemberPermissions(in.GuildID, forumID, in.User.ID, in.Roles); known && !have.Has(wire.ViewChannel|wire.SendMessages) {
		return "", tournament.Refuse(tournament.NotAllowed, "not_here.write")
	}
	have, err := rest.MyPermissions(ctx, forumID)
	if err != nil {
		return "", err
	}
	if missing := have.Missing(needs); missing != 0 {
		return "", tournament.Refuse(tournament.NotAllowed, "forum.lacks", "channel", notice.Text(ch.Name), "permissions", notice.Text(string(wording.Permissions(words, missing))))
	}
	tags, ok := tagsFor(&ch, have.Has(wire.ManageThreads))
	if !ok {
		return "", tournament.Refuse(tournament.NotAllowed, "forum.tag", "channel", notice.Text(ch.Name))
	}
	said := words.Say("forum.first", "event", notice.Text(event))
	first := discord.Message{Components: []discord.Component{discord.TextDisplay{Content: said}}}
	id, err := rest.StartPost(ctx, forumID, event, tags, first)
	if m := refusal.Of(err); err != nil && (m == refusal.Refused || m.Closed() || m.Gone()) {
		return "", tournament.Refuse(tournament.NotAllowed, "forum.refused", "channel", notice.Text(ch.Name))
	}
	return id, err
}

// Close takes back a post whose event was not made. It may stay where the bot may not
// delete it, which harms nothing.
func Close(ctx context.Context, rest Rest, id string) {
	_ = rest.DeleteThread(context.WithoutCancel(ctx), id)
}

// Posts opens posts in forums, and knows those that this process has opened.
type Posts struct {
	Rest Rest

	mu      sync.Mutex
	opened  map[string]bool
	pending map[string]int // by server
}

// Open opens a post in a forum, see open.
func (p *Posts) Open(ctx context.Context, words text.Printer, in *discord.Interaction, forumID, event string) (string, error) {
	p.begin(in.GuildID, 1, "")
	id, err := open(ctx, p.Rest, words, in, forumID, event)
	p.begin(in.GuildID, -1, id)
	return id, err
}

// begin counts the posts that are being opened in a server, and records one that was.
func (p *Posts) begin(guild string, n int, opened string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.opened == nil {
		p.opened, p.pending = map[string]bool{}, map[string]int{}
	}
	p.pending[guild] += n
	if opened != "" {
		p.opened[opened] = true
	}
}

// Sweep deletes the posts of a server that an earlier process opened and in which no event
// lives, because it was killed before that was made. What cannot be told apart from a post
// that is being opened now stays until the next start.
func (p *Posts) Sweep(ctx context.Context, events stores.Index, e discord.GuildAvailable) error {
	p.mu.Lock()
	old := slices.DeleteFunc(slices.Clone(e.Begun), func(id string) bool { return p.opened[id] || p.pending[e.ID] > 0 })
	p.mu.Unlock()
	if len(old) == 0 {
		return nil
	}
	all, err := events.ByGuild(ctx, e.ID)
	if err != nil {
		return err
	}
	for _, id := range old {
		if !slices.ContainsFunc(all, func(f stores.Found) bool { return f.Channel == id }) {
			Close(ctx, p.Rest, id)
		}
	}
	return nil
}

// tagsFor returns the tags of a new post, by id: none where the forum needs none, else one
// that sounds like a tournament or the first that the bot may set. It returns false if
// there is none.
func tagsFor(ch *discord.Channel, manages bool) (tags []string, ok bool) {
	if ch.Flags&wire.ChannelTagNeeded == 0 {
		return nil, true
	}
	mine := slices.DeleteFunc(slices.Clone(ch.Tags), func(t wire.Tag) bool { return t.Moderated && !manages })
	if len(mine) == 0 {
		return nil, false
	}
	best := max(0, slices.IndexFunc(mine, func(t wire.Tag) bool {
		name := strings.ToLower(t.Name)
		return slices.ContainsFunc([]string{"tourn", "turnier", "torneo", "tournoi", "torneio", "turniej", "大会", "event"}, func(word string) bool { return strings.Contains(name, word) })
	}))
	return []string{mine[best].ID}, true
}
