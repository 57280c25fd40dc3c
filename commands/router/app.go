// Package router takes an interaction to its route: it finds the route of a command, button,
// select or form, the event or league that is meant, and whether the user may; it runs the
// route, asks before what changes something for others, and answers, also when the answer is
// late. What each command does is the business of the routes, which it gets as a list.
package router

import (
	"context"
	"log/slog"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/archive"
	"topcut/commands/discord"
	"topcut/commands/forum"
	"topcut/commands/league"
	"topcut/commands/library"
	"topcut/commands/menu"
	"topcut/commands/pictures"
	"topcut/commands/post"
	"topcut/commands/presence"
	"topcut/commands/simulator"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// Rest is what routes need from Discord besides answering: channel access, the checks of
// /doctor and the files that people attach. *discord.Client implements it.
type Rest interface {
	forum.Rest // MemberPermissions does not call Discord. known is false if the channel is gone.
	Standing(ctx context.Context, guildID string) (discord.Standing, error)
	// Thread is Channel, without a request for a channel or thread that the gateway has sent.
	Thread(ctx context.Context, guildID, id string) (discord.Channel, error)
	Roles(ctx context.Context, guildID string) ([]discord.Role, error)
	menu.Accesses
	Send(ctx context.Context, channelID string, m discord.Message) (string, error)
	OpenDirect(ctx context.Context, userID string) (channelID string, err error)
	Enter(ctx context.Context, in *discord.Interaction, guildID, channelID string) error
	Mentions() []string
	FetchAttachment(ctx context.Context, a discord.Attachment) ([]byte, error)
	Guild(ctx context.Context, id string) (discord.Guild, error)
}

// Sending is the state of the outgoing posts. *post.Sender implements it.
type Sending interface {
	// Bars returns the channels of a server in which the bot may not post.
	Bars(guild string) []wording.Bar
	// Retry retries all posts of a server now.
	Retry(guild string)
	// EventOf returns the event that a message is a post of; 0 for other messages.
	EventOf(ctx context.Context, message string) tournament.ID
	// Repost sends again the posts that were given up in a server and returns their number.
	Repost(ctx context.Context, guild string) (int, error)
}

// App answers interactions. Set its fields before the first one arrives.
type App struct {
	Director *command.Director
	Seasons  *season.Director // nil without leagues
	Leagues  *league.Service  // nil without leagues
	Archive  *archive.Archive // nil without profiles
	Presence *presence.Watch
	Index    stores.Index
	Servers  stores.Servers
	// Calendars is what members have said of themselves for all events of a server.
	Calendars stores.Calendars
	Uploads   stores.Uploads // imported files and commands that await confirmation
	People    tournament.People
	Rulesets  *library.Libraries
	Rest      Rest
	Table     *Table
	Now       func() time.Time // tournament time
	Log       *slog.Logger
	Metrics   Metrics
	// CommandIDs returns Discord's ids of the registered commands by name, used to mention
	// them as links. It may return nil.
	CommandIDs func() map[string]string
	Version    string
	// Words is the catalogue of texts, which answers each reader in their language; nil
	// means English.
	Words *text.Catalogue
	// Sending, Stuck and Unstick serve /doctor and may be nil. Stuck lists the deadlines
	// that fail to fire; Unstick retries those of one server at once.
	Sending Sending
	Stuck   func() []post.Stuck
	Unstick func(guild string)
	// Guard sets apart events in which presses crash the process. Nil = none.
	Guard *post.Guard
	// Database returns the fault of the database, or nil. The function may be nil.
	Database func() error
	// Unregistered returns why the slash commands of this version are not registered, or nil
	// if they are. Late returns since when posts and threads are delayed, or zero. Both
	// functions may be nil.
	Unregistered func() error
	Late         func(context.Context) (posts, threads time.Time)
	// LateAnswers returns how many interactions of the last hour were answered too late, and
	// when the last was. It may be nil.
	LateAnswers func() (n int, last time.Time)
	// Draw renders a drawing as picture files. It returns ctx's error if it runs out of
	// time. If Draw is nil, all answers are text.
	Draw func(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error)

	// Unmixed lets events start without waiting for players to mix the draw.
	Unmixed bool
	// Trials bounds how many events a simulation for odds or a plan plays; 0 means enough for
	// a good answer.
	Trials int
	// SyncServer is called when the roles or scheduled events of a server may need an
	// update. It may be nil.
	SyncServer func(guild string)
	// Pages serves the web pages of events and leagues; nil if this bot has none.
	Pages *site.Server

	Simulator *simulator.Simulator // runs the simulations for odds
	budget    *allowance.Budget    // limits what each member may cost
	drawing   *allowance.Turns     // limits how many answers are drawn at once
	readings  *allowance.Readings  // limits how many files and pastes are read at once

	Posts *forum.Posts

	refining *refining // the answers that are still being refined
}

// Metrics counts interactions. A nil function counts nothing.
type Metrics struct {
	// Interaction receives the route, the outcome (the code of a refusal, "" for success,
	// "error" for a fault) and the time taken.
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

// drawingTime is how long an answer waits for its pictures before it falls back to text.
const drawingTime = 3 * time.Second

// Draw returns the pictures of an answer, or none if they are not ready in time.
func (a *App) draw(ctx context.Context, who allowance.Member, name string, d pictures.Drawing) []discord.File {
	ctx, cancel := context.WithTimeout(ctx, drawingTime)
	defer cancel()
	var files []discord.File
	err := a.drawing.Enter(ctx, who)
	if err == nil {
		defer a.drawing.Leave()
		files, err = a.Draw(ctx, name, d)
	}
	if err != nil {
		a.Log.Warn("an answer goes without its picture", "picture", name, "error", err)
	}
	return files
}
