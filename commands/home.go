package commands

import (
	"context"

	"topcut/commands/discord"
	"topcut/commands/post"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// What an event can do in a channel follows from the type of the channel, by the table in
// package wire: where it can be created and moved to, whether its matches can have threads,
// and what /doctor asks for.

// homeless returns the code of why no event can live in a channel of a type.
func homeless(t wire.ChannelType) notice.Code {
	switch t {
	case wire.ChannelForum:
		return "home.forum"
	case wire.ChannelMedia:
		return "home.media"
	case wire.ChannelCategory:
		return "home.category"
	}
	return "home.elsewhere"
}

// home returns the channel in which an event that is created or moved here lives: that of
// the call, also if it is a thread or the post of a forum.
func (c *call) home() (string, error) {
	if !c.ChannelType.Home().Posts {
		return "", tournament.Refuse(tournament.NotAllowed, homeless(c.ChannelType))
	}
	return c.ChannelID, nil
}

// needs returns the permissions that the bot needs in a channel of a type.
func needs(t wire.ChannelType) wire.Permissions {
	return post.Needs&^wire.SendMessages | t.Home().Write
}

// threadless returns what is said of a channel in which matches get no threads; "" for
// others.
func (c *call) threadless(t wire.ChannelType) string {
	if h := t.Home(); h.Posts && h.Threads == 0 {
		return c.Say("home.no_threads")
	}
	return ""
}

// noThreadsHere refuses to switch on threads for matches where none can be opened. What is
// not known of the channel is no reason.
func (c *call) noThreadsHere(ctx context.Context, s *tournament.State, now tournament.Settings) error {
	if s.Settings.Threads || !now.Threads {
		return nil
	}
	ch, err := c.App.Rest.Thread(ctx, s.Guild, s.Channel)
	if h := ch.Type.Home(); err != nil || !h.Posts || h.Threads != 0 {
		return nil //nolint:nilerr // it is not known
	}
	return tournament.Refuse(tournament.BadInput, "home.no_threads")
}

// withoutThreads switches off the threads of matches where an event moves to a channel in
// which none can be opened.
func withoutThreads(s tournament.Settings) (tournament.Settings, error) {
	s.Threads = false
	return s, nil
}

// checkPlace returns what /doctor says of a channel.
func (c *call) checkPlace(ctx context.Context, channel string, what text.Raw) (found []string) {
	in := text.Raw(discord.MentionChannel(channel))
	perms, err := c.App.Rest.MyPermissions(ctx, channel)
	var at discord.Channel
	if err == nil {
		at, err = c.App.Rest.Thread(ctx, c.GuildID, channel)
	}
	if err != nil {
		return []string{c.Say("doctor.unseen", "what", what, "channel", in)}
	}
	home := at.Type.Home()
	if !home.Posts {
		return []string{c.Say("doctor.no_home", "what", what, "channel", in, "why", text.Raw(c.Say(homeless(at.Type))))}
	}
	if missing := perms.Missing(needs(at.Type)); missing != 0 {
		found = append(found, c.Say("doctor.lacks", "what", what, "channel", in, "permissions", c.permissions(missing)))
	} else {
		found = append(found, c.Say("doctor.posts", "what", what, "channel", in))
	}
	if missing := perms.Missing(discord.ForThreads); missing != 0 && home.Threads != 0 {
		found = append(found, c.Say("doctor.threads", "permissions", c.permissions(missing), "channel", in))
	}
	if !perms.Pins() {
		found = append(found, c.Say("doctor.pins", "channel", in, "permissions", c.permissions(wire.PinMessages)))
	}
	if line := c.threadless(at.Type); line != "" {
		found = append(found, "ℹ️ "+line)
	}
	return found
}

// homelessEvents returns the events of the server whose channel is of a type in which no
// event can live, as an earlier version of the bot let them.
func (c *call) homelessEvents(ctx context.Context) (found []string) {
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return nil
	}
	for _, f := range all {
		if f.Phase >= tournament.Finished || f.Channel == c.ChannelID {
			continue
		}
		if at, err := c.App.Rest.Thread(ctx, c.GuildID, f.Channel); err == nil && !at.Type.Home().Posts {
			found = append(found, c.Say("doctor.no_home", "what", notice.Text(f.Name), "channel", text.Raw(discord.MentionChannel(f.Channel)),
				"why", text.Raw(c.Say(homeless(at.Type))))+c.Next("tournament move"))
		}
	}
	return found
}
