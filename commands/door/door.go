// Package door keeps the ban lists of servers for their organisers: it enters and ends
// bans, tells the organisers' channel, and finds where a banned person still plays.
package door

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

// Desk is where the ban lists of servers are kept.
type Desk struct {
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
func (d *Desk) Ban(ctx context.Context, guild string, b door.Ban, until, interaction string) (*door.Ban, []Place, error) {
	server, err := d.Servers.Server(ctx, guild)
	if err != nil {
		return nil, nil, err
	}
	b.Begin = d.Now()
	if b.End, err = moment.Until(until, b.Begin, moment.Location(server.TimeZone)); err != nil {
		return nil, nil, err
	}
	entered, err := d.Servers.Ban(ctx, guild, b, interaction)
	if err != nil {
		return nil, nil, err
	}
	if entered {
		d.tell(ctx, server, interaction, "ban.told", "who", mention(b.User), "term", b.Term(), "by", mention(b.By))
	}
	return d.banned(ctx, guild, b.User)
}

// End ends the ban of a user by the decision of an organiser.
func (d *Desk) End(ctx context.Context, guild, user, by, interaction string) error {
	server, err := d.Servers.Server(ctx, guild)
	if err != nil {
		return err
	}
	ended, err := d.Servers.Unban(ctx, guild, user)
	if err == nil && ended != nil {
		d.tell(ctx, server, interaction, "ban.ended", "who", mention(user), "by", mention(by))
	}
	return err
}

func mention(user string) text.Raw { return text.Raw(discord.MentionUser(user)) }

// tell posts a line in the organisers' channel, if the server has one. It pings no one.
func (d *Desk) tell(ctx context.Context, server stores.Server, interaction string, key notice.Code, args ...any) {
	if server.TOChannel == "" {
		return
	}
	words := wording.Markdown(d.Words.In(cmp.Or(server.Language, d.Locale)))
	m := discord.Message{Components: []discord.Component{discord.TextDisplay{Content: words.Say(key, args...)}}, Nonce: "ban" + interaction}
	if _, err := d.Send(ctx, server.TOChannel, m); err != nil {
		d.Log.Warn("the organisers are not told of a ban", "server", server.Guild, "error", err)
	}
}

// Place is a player of an unfinished event: the person plays in it, or waits for a place.
type Place struct {
	Event  *tournament.Snapshot
	Player int
}

// banned returns the ban of a user that holds now, nil if there is none, and their places
// in the unfinished events of the server, the newest event first.
func (d *Desk) banned(ctx context.Context, guild, user string) (b *door.Ban, in []Place, err error) {
	list, err := d.Servers.Bans(ctx, guild)
	if err != nil {
		return nil, nil, err
	}
	found, err := d.Index.ByUser(ctx, guild, user)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range found {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := d.Events.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, nil, err
		}
		if n := snap.PlayerByUser(user); snap.State.Seated(n) > 0 {
			in = append(in, Place{snap, n})
		}
	}
	return list.Of(user, d.Now()), in, nil
}
