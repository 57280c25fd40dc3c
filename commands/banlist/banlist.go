// Package banlist keeps the ban lists of servers for their organisers: it enters and ends
// bans, tells the organisers' channel, and finds where a banned person still plays.
package banlist

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"topcut/commands/discord"
	"topcut/commands/moment"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// Editor changes the ban lists of servers.
type Editor struct {
	Servers stores.Servers
	Index   stores.Index
	Events  *command.Director
	Now     func() time.Time
	Log     *slog.Logger
	Words   *text.Catalogue
	Locale  string // of a server that has set no language
	Send    func(ctx context.Context, channel string, m discord.Message) (string, error)
}

// Ban enters a ban that an interaction brought. until is what was typed. It returns the
// entry, nil if it is over already, and where the person still has a place.
func (e *Editor) Ban(ctx context.Context, guild string, b door.Ban, until, interaction string) (*door.Ban, []Place, error) {
	server, err := e.Servers.Server(ctx, guild)
	if err != nil {
		return nil, nil, err
	}
	b.Begin = e.Now()
	if b.End, err = moment.Until(until, b.Begin, moment.Location(server.TimeZone)); err != nil {
		return nil, nil, err
	}
	entered, err := e.Servers.Ban(ctx, guild, b, interaction)
	if err != nil {
		return nil, nil, err
	}
	if entered {
		e.tell(ctx, server, interaction, "ban.told", "who", mention(b.User), "term", b.Term(), "by", mention(b.By))
	}
	return e.banned(ctx, guild, b.User)
}

// End ends the ban of a user by the decision of an organiser.
func (e *Editor) End(ctx context.Context, guild, user, by, interaction string) error {
	server, err := e.Servers.Server(ctx, guild)
	if err != nil {
		return err
	}
	ended, err := e.Servers.Unban(ctx, guild, user)
	if err == nil && ended != nil {
		e.tell(ctx, server, interaction, "ban.ended", "who", mention(user), "by", mention(by))
	}
	return err
}

func mention(user string) text.Raw { return text.Raw(discord.MentionUser(user)) }

// tell posts a line in the organisers' channel, if the server has one. It pings no one.
func (e *Editor) tell(ctx context.Context, server stores.Server, interaction string, key notice.Code, args ...any) {
	if server.TOChannel == "" {
		return
	}
	words := wording.Markdown(e.Words.In(cmp.Or(server.Language, e.Locale)))
	m := discord.Message{Components: []discord.Component{discord.TextDisplay{Content: words.Say(key, args...)}}, Nonce: "ban" + interaction}
	if _, err := e.Send(ctx, server.TOChannel, m); err != nil {
		e.Log.Warn("the organisers are not told of a ban", "server", server.Guild, "error", err)
	}
}

// Place is a player of an unfinished event: the person plays in it, or waits for a place.
type Place struct {
	Event  *tournament.Snapshot
	Player int
}

// banned returns the ban of a user that holds now, nil if there is none, and their places
// in the unfinished events of the server, the newest event first.
func (e *Editor) banned(ctx context.Context, guild, user string) (b *door.Ban, in []Place, err error) {
	list, err := e.Servers.Bans(ctx, guild)
	if err != nil {
		return nil, nil, err
	}
	found, err := e.Index.ByUser(ctx, guild, user)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := e.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, nil, err
		}
		if n := snap.PlayerByUser(user); len(snap.State.Seated(n)) > 0 {
			in = append(in, Place{snap, n})
		}
	}
	return list.Of(user, e.Now()), in, nil
}
