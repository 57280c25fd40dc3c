// Package commands is what people can do in Discord: every slash command,
// button, select and modal, the permission each of them needs, and what they
// are answered. A route decodes what was typed, asks the domain to decide, and
// shows a view of what came of it; it never touches the session and never
// speaks SQL.
package commands

import (
	"context"
	"log/slog"
	"time"

	"topcut/commands/archive"
	"topcut/commands/discord"
	"topcut/commands/league"
	"topcut/commands/pictures"
	"topcut/commands/post"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

// Rest is what routes ask Discord beyond answering: who can view which channel, the
// look around of /doctor and files that people attached. *discord.Client is one.
type Rest interface {
	MyPermissions(ctx context.Context, channelID string) (discord.Permissions, error)
	Standing(ctx context.Context, guildID string) (discord.Standing, error)
	// MemberPermissions answers at once; known is false for a channel that is gone.
	MemberPermissions(guildID, channelID, userID string, roles []string) (have discord.Permissions, known bool)
	Channel(ctx context.Context, id string) (discord.Channel, error)
	Roles(ctx context.Context, guildID string) ([]discord.Role, error)
	Send(ctx context.Context, channelID string, m discord.Message) (string, error)
	Mentions() []string
	FetchAttachment(ctx context.Context, a discord.Attachment) ([]byte, error)
}

// Sending is the posts on their way; *post.Sender is one.
type Sending interface {
	// Bars returns the channels of a server that the bot is kept out of.
	Bars(guild string) []view.Bar
	// Retry tries everything in a server again now.
	Retry(guild string)
	// Repost posts what was given up in a server, and says how much that is.
	Repost(ctx context.Context, guild string) (int, error)
}

// App answers interactions. Its fields are set before the first one.
type App struct {
	Director *tournament.Director
	Seasons  *season.Director // nil = there are no leagues
	Leagues  *league.Service  // keeps the leagues; nil = there are none
	Archive  *archive.Archive // nil = there are no profiles
	Index    tournament.Index
	Servers  tournament.Servers
	Uploads  tournament.Uploads // files whose import waits for an answer
	People   tournament.People
	Rulesets *rules.Library
	Rest     Rest
	Table    *Table
	Now      func() time.Time // tournament time
	Log      *slog.Logger
	Metrics  Metrics
	// CommandIDs are Discord's ids of the registered commands by name, so that a
	// command can be mentioned as something to click. May be empty.
	CommandIDs func() map[string]string
	Version    string
	// Words says everything, in the language of who reads it; nil speaks English.
	Words *text.Catalogue
	// Sending is what /doctor asks about the posts on their way; Stuck lists the
	// deadlines that cannot be fired, and Unstick tries those of a server at once. All may
	// be nil.
	Sending Sending
	Stuck   func() []post.Stuck
	Unstick func(ctx context.Context, guild string)
	// Database returns what is wrong with the database, nil for nothing. It may be nil.
	Database func() error
	// Unregistered returns why the slash commands of this version are not registered,
	// nil if they are. Late returns since when posts are delayed, zero if they are not.
	// Both may be nil.
	Unregistered func() error
	Late         func(context.Context) time.Time
	// Draw returns a drawing as picture files, or ctx's error where it is not done
	// in time. Nil = everything is text.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)

	// Unmixed starts events without waiting for players to mix the draw.
	Unmixed bool
	// Trials is how many events an answer about chances plays at most; 0 = as many as
	// make it good.
	Trials int
	// SyncServer is called when the roles or listed events of a server may have to
	// change. It may be nil.
	SyncServer func(guild string)
	// Pages are the web pages of events and leagues. Nil = this bot serves none.
	Pages *site.Server

	simulator *simulator // answers questions about chances
	budget    *budget    // what members have left
	drawing   *turns     // at which answers are drawn

	refining *refining // answers that better ones follow
}

// Metrics counts interactions. A nil function counts nothing.
type Metrics struct {
	// Interaction is called with the route, the code of the refusal ("" = done,
	// "error" = a fault) and how long it took.
	Interaction func(route, outcome string, took time.Duration)
}

func (m Metrics) interaction(route string, err error, took time.Duration) {
	if m.Interaction == nil {
		return
	}
	outcome := string(tournament.ClassOf(err))
	if err != nil && outcome == "" {
		outcome = "error"
	}
	m.Interaction(route, outcome, took)
}

// drawingTime is how long an answer waits for its pictures; without them it is
// text.
const drawingTime = 3 * time.Second

// draw returns the pictures of an answer, none where there are none in time.
func (a *App) draw(ctx context.Context, who member, name string, d pictures.Drawing) []discord.File {
	ctx, cancel := context.WithTimeout(ctx, drawingTime)
	defer cancel()
	var files []discord.File
	err := a.drawing.enter(ctx, who)
	if err == nil {
		defer a.drawing.leave()
		files, err = a.Draw(ctx, name, d)
	}
	if err != nil {
		a.Log.Warn("an answer goes without its picture", "picture", name, "error", err)
	}
	return files
}
