// Package stores says what is stored beside the logs of events: lists of events, records of
// finished ones, and what belongs to servers and members.
package stores

import (
	"context"
	"time"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/numbered"
	"topcut/tournament/record"
)

// Found is a tournament in a list.
type Found struct {
	ID tournament.ID
	tournament.Row
}

// Index finds tournaments.
type Index interface {
	// ByGuild returns the tournaments of a server, newest first.
	ByGuild(ctx context.Context, guild string) ([]Found, error)
	// ByUser returns the tournaments in which a user is known, newest first. An empty
	// guild means all servers.
	ByUser(ctx context.Context, guild, user string) ([]Found, error)
	// GivenUp returns the posts that were given up in the events of a server that
	// are not over for long, newest first, without those that were journal.Obsolete.
	GivenUp(ctx context.Context, guild string) ([]tournament.OutboxRow, error)
	// Listed returns the logs of another kind in a server, newest first.
	Listed(ctx context.Context, kind, guild string) ([]journal.Listed, error)
	// Known returns the logs of another kind in which a user is known.
	Known(ctx context.Context, kind, user string) ([]journal.ID, error)
}

// Recorded is the record of an event that is over, with the people in it.
type Recorded struct {
	ID     tournament.ID
	Seq    int64 // of the last line it was made of
	Name   string
	People numbered.List[Identity]
	record.Record
}

// Identity is a person of an event's book beyond that event: a user, a forgotten
// person, or a guest by name.
type Identity struct {
	tournament.Person
	Forgotten int // the same number in all logs of one forgotten user; 0 = not forgotten
}

// Records gives access to the events of a server that are over.
type Records interface {
	// Ends returns the last line of the record of each event. If it has changed, so has
	// the record.
	Ends(ctx context.Context, guild string) (map[tournament.ID]int64, error)
	// Recorded returns the records of the events from one number to another.
	Recorded(ctx context.Context, guild string, from, to tournament.ID) ([]*Recorded, error)
}

// Server holds the settings of a Discord server from /setup.
type Server struct {
	Guild         string `json:"guild"`
	OrganiserRole string `json:"organiser_role,omitempty"`
	TOChannel     string `json:"to_channel,omitempty"`
	TimeZone      string `json:"time_zone,omitempty"`
	Language      string `json:"language,omitempty"`       // of posts; empty = the server's language in Discord
	Ruleset       string `json:"ruleset,omitempty"`        // default ruleset
	LightPictures bool   `json:"light_pictures,omitempty"` // of new events, and of pictures without an event
	ChatResults   bool   `json:"chat_results,omitempty"`   // results are read from messages that mention the bot
	// Columns is the chosen meaning of the columns of imported tables, by heading.
	Columns map[string]string `json:"columns,omitempty"`

	ParticipantRole string `json:"participant_role,omitempty"` // of players of an event, while it runs
	ChampionRole    string `json:"champion_role,omitempty"`    // of the winner of the last event
	TopRole         string `json:"top_role,omitempty"`         // of the best Top of a season, until it is closed
	Top             int    `json:"top,omitempty"`
	ScheduledEvents bool   `json:"scheduled_events,omitempty"` // events with a start are listed among Discord's events
	Greeted         bool   `json:"greeted,omitempty"`          // the bot has said hello
	Invited         int64  `json:"invited,omitempty"`          // when it was invited, for which it said hello
	Appeal          string `json:"appeal,omitempty"`           // where banned people turn to, as organisers wrote it
}

// Holding is something other than messages that the bot keeps in a server: a role that
// it has given, an event in the list of the server. It is recorded before the request
// to Discord and dropped after the request to remove it, so that a crash in between
// leaves nothing unrecorded.
type Holding struct {
	Guild string
	Kind  string
	Key   string
	Value string // its value
}

// Holdings stores what the bot keeps in servers.
type Holdings interface {
	Held(ctx context.Context, guild string) ([]Holding, error)
	Hold(ctx context.Context, h Holding) error
	// Drop removes holdings from the file and its journal completely, since a role
	// names its holder.
	Drop(ctx context.Context, hs ...Holding) error
}

// Servers stores what belongs to servers rather than to one event.
type Servers interface {
	// Server returns the settings of a server, or the zero settings with Guild set if
	// there are none.
	Server(ctx context.Context, guild string) (Server, error)
	// ReadingChat returns the servers in which results are read from messages.
	ReadingChat(ctx context.Context) (guilds []string, err error)
	// ChangeServer changes the settings of a server in one transaction and returns them.
	ChangeServer(ctx context.Context, guild string, change func(s *Server)) (Server, error)
	// Bans returns the ban list of a server, the newest entry first.
	Bans(ctx context.Context, guild string) (door.List, error)
	// Ban enters a ban that an interaction brought, in place of an earlier one of the
	// account. It reports whether that changed the list: once for an interaction.
	Ban(ctx context.Context, guild string, b door.Ban, cause string) (changed bool, err error)
	// Unban takes an account off the list and returns its entry, or nil if there is none.
	Unban(ctx context.Context, guild, user string) (*door.Ban, error)
	// Invitations returns the invitation list of an event or league, by name. That of a
	// league has the number of its first season.
	Invitations(ctx context.Context, log journal.ID) ([]door.Invitation, error)
	// Invite puts accounts and names on an invitation list, or refuses all.
	Invite(ctx context.Context, log journal.ID, in []door.Invitation) error
	// Uninvite takes accounts and names off an invitation list, also accounts by the name
	// under which they are on it.
	Uninvite(ctx context.Context, log journal.ID, off []door.Invitation) error
	// Invited reports whether an account of a user name, or a guest (user ""), is on one of
	// the lists. A name on a list belongs to the account that first uses it.
	Invited(ctx context.Context, user, name string, logs ...journal.ID) (bool, error)
}

// MaxGames is how many games of its own a server can have.
const MaxGames = 50

// Game is a version of a game that the organisers of a server have described.
type Game struct {
	Guild   string
	ID      string // of its ruleset
	Version int    // 1, 2, …
	Name    string
	By      string // Discord id of who saved it; "" once that person is forgotten
	At      time.Time
	Removed bool   // it is in no list any more
	TOML    []byte // the ruleset file, when it is saved
}

// Games stores the games of servers.
type Games interface {
	// Games returns the latest version of each game of a server by name, also of those that
	// are removed, without their files.
	Games(ctx context.Context, guild string) ([]Game, error)
	// GameVersions returns the versions of a game that are kept, the latest first, without
	// their files.
	GameVersions(ctx context.Context, guild, id string) ([]Game, error)
	// GameFile returns the ruleset file of a version of a game, or journal.ErrNotFound.
	GameFile(ctx context.Context, guild, id string, version int) ([]byte, error)
	// SaveGame stores a game as the version after g.Version, which is 0 for a new one, and
	// returns that version. It refuses what was made of an earlier version than the latest,
	// and more than MaxGames. An interaction, the cause, saves a game once.
	SaveGame(ctx context.Context, g Game, cause string) (version int, err error)
	// RemoveGame takes a game off the lists of a server, or puts it back. It reports whether
	// that changed anything.
	RemoveGame(ctx context.Context, guild, id string, removed bool) (changed bool, err error)
}

// Calendars stores the calendars of members.
type Calendars interface {
	// Calendar returns the calendar of a member in a server, empty if there is none.
	Calendar(ctx context.Context, guild, user string) (tournament.Calendar, error)
	// Calendars returns all of a server, by user.
	Calendars(ctx context.Context, guild string) (map[string]tournament.Calendar, error)
	// ChangeCalendar changes one in one transaction and returns it.
	ChangeCalendar(ctx context.Context, guild, user string, change func(c *tournament.Calendar)) (tournament.Calendar, error)
}

// Upload is a file or a paste that waits for the answer to the preview of its import.
type Upload struct {
	ID          string // the interaction that brought it; it is imported once in its name
	Guild, User string
	At          time.Time
	Plan        []byte // what was chosen, JSON
	Body        []byte // unchanged
}

// Uploads stores waiting uploads: one for a member in a server, for an hour.
type Uploads interface {
	PutUpload(ctx context.Context, u Upload) error
	// Upload returns ErrNotFound if the upload no longer waits.
	Upload(ctx context.Context, id string, now time.Time) (Upload, error)
	PlanUpload(ctx context.Context, id string, plan []byte) error
	DropUpload(ctx context.Context, id string) error

	// PutQuestion stores a command that waits: some for a member in a server, for an hour.
	PutQuestion(ctx context.Context, q Question) error
	// Question returns ErrNotFound if it no longer waits.
	Question(ctx context.Context, id string, now time.Time) (Question, error)
}

// Question is a command that waits until what it changes for others is agreed to.
type Question struct {
	ID          string // the interaction that asked
	Guild, User string
	At          time.Time
	Act         []byte // what was typed, chosen or pressed, JSON
}
