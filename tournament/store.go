package tournament

import (
	"context"
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/journal"
	"topcut/tournament/record"
)

// Errors of a Store that callers distinguish.
var (
	ErrConflict = journal.ErrConflict
	ErrNotFound = journal.ErrNotFound
)

// Types of package journal for stores.
type (
	Stored   = journal.Stored[Event]
	Commit   = journal.Commit[Event, ReadRows]
	Store    = journal.Store[Event, ReadRows]
	Answer   = journal.Answer
	Deadline = journal.Deadline
	Post     = journal.Post
	PostKind = journal.PostKind

	OutboxRow   = journal.OutboxRow
	Outbox      = journal.Outbox
	DueDeadline = journal.DueDeadline
	Clocks      = journal.Clocks
	Attempts    = journal.Attempts
	People      = journal.People
)

// LeftBehind is the kind of a message in a channel that its event has left.
const LeftBehind = journal.LeftBehind

// Log is the kind of tournament logs.
var Log = journal.LogKindOf("tournament", journal.Domain[*State, Event, Command, ReadRows](aggregate{}))

// ReadRows are the rows for lists and autocomplete, which need no fold of a log. They
// can be rebuilt from it.
type ReadRows struct {
	Row     Row
	Players []PlayerRow
	Record  *record.Record // once the event is over
	Seq     int64          // of the last line, for Record
}

// Heading implements journal.Rows.
func (r ReadRows) Heading() journal.Heading {
	return journal.Heading{Guild: r.Row.Guild, Name: r.Row.Name, Over: r.Row.Phase >= Finished}
}

// Row is what lists show of a tournament.
type Row struct {
	Guild, Channel string
	Name, Ruleset  string
	Phase          Phase
	Round          int
	Players        int
	CreatedAt      time.Time
	OpenToServer   bool
}

// PlayerRow records that a Discord user plays in a tournament.
type PlayerRow struct {
	User   string
	Player int
	Status PlayerStatus
}

// Found is a tournament in a list.
type Found struct {
	ID ID
	Row
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
	GivenUp(ctx context.Context, guild string) ([]OutboxRow, error)
	// Listed returns the logs of another kind in a server, newest first.
	Listed(ctx context.Context, kind, guild string) ([]journal.Listed, error)
	// Known returns the logs of another kind in which a user is known.
	Known(ctx context.Context, kind, user string) ([]journal.ID, error)
}

// Recorded is the record of an event that is over, with the people in it.
type Recorded struct {
	ID     ID
	Seq    int64 // of the last line it was made of
	Name   string
	People []Identity
	record.Record
}

// Identity is a person of an event's book beyond that event: a user, a forgotten
// person, or a guest by name.
type Identity struct {
	Person
	Forgotten int // the same number in all logs of one forgotten user; 0 = not forgotten
}

// Records gives access to the events of a server that are over.
type Records interface {
	// Ends returns the last line of the record of each event. If it has changed, so has
	// the record.
	Ends(ctx context.Context, guild string) (map[ID]int64, error)
	// Recorded returns the records of the events from one number to another.
	Recorded(ctx context.Context, guild string, from, to ID) ([]*Recorded, error)
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
	PutServer(ctx context.Context, s Server) error
}

// Calendar is what a member has said of themselves for all events of a server. Events
// take it over into their logs, where deadlines follow from it.
type Calendar struct {
	Zone string          `json:"zone,omitempty"` // IANA name
	Away fairclock.Spans `json:"away,omitempty"`
}

// Calendars stores the calendars of members.
type Calendars interface {
	// Calendar returns the calendar of a member in a server, empty if there is none.
	Calendar(ctx context.Context, guild, user string) (Calendar, error)
	// Calendars returns all of a server, by user.
	Calendars(ctx context.Context, guild string) (map[string]Calendar, error)
	// ChangeCalendar changes one in one transaction and returns it.
	ChangeCalendar(ctx context.Context, guild, user string, change func(c *Calendar)) (Calendar, error)
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
}
