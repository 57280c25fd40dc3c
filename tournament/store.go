package tournament

import (
	"context"
	"time"

	"topcut/tournament/journal"
)

// Faults of a Store that callers tell apart.
var (
	ErrConflict = journal.ErrConflict
	ErrNotFound = journal.ErrNotFound
)

// What a journal stores, see there.
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
	People      = journal.People
)

// LeftBehind is the kind of a message in a channel that its event has left.
const LeftBehind = journal.LeftBehind

// Log is the kind of the logs of tournaments.
var Log = journal.LogKindOf("tournament", journal.Domain[*State, Event, Command, ReadRows](aggregate{}))

// ReadRows are what lists and autocomplete need without folding a log. They can be
// rebuilt from it.
type ReadRows struct {
	Row     Row
	Players []PlayerRow
	Record  *Record // once the event is over
	Seq     int64   // of the last line, for Record
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

// PlayerRow says that a Discord user plays in a tournament.
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
	// ByUser returns the tournaments in which a user is known, newest first;
	// guild may be empty for all servers.
	ByUser(ctx context.Context, guild, user string) ([]Found, error)
	// GivenUp returns the posts that were given up in the events of a server that
	// are not over, newest first, without those that were journal.Obsolete.
	GivenUp(ctx context.Context, guild string) ([]OutboxRow, error)
	// Listed returns the logs of another kind in a server, newest first.
	Listed(ctx context.Context, kind, guild string) ([]journal.Listed, error)
	// Known returns the logs of another kind in which a user is known.
	Known(ctx context.Context, kind, user string) ([]journal.ID, error)
}

// Recorded is the record of an event that is over, with the people in it.
type Recorded struct {
	ID     ID
	Seq    int64 // of the last line that it was made of
	Name   string
	People []Identity
	Record
}

// Identity is who a person of an event's book is beyond that event: a user, else
// somebody who was forgotten, else a guest by name.
type Identity struct {
	Person
	Forgotten int // the same in all logs in which they were one user; 0 = not forgotten
}

// Records are the events of a server that are over.
type Records interface {
	// Ends returns how far the record of each event goes: one whose number has changed
	// is another record.
	Ends(ctx context.Context, guild string) (map[ID]int64, error)
	// Recorded returns the records of the events from one number to another.
	Recorded(ctx context.Context, guild string, from, to ID) ([]*Recorded, error)
}

// Server is what a Discord server set with /setup.
type Server struct {
	Guild         string `json:"guild"`
	OrganiserRole string `json:"organiser_role,omitempty"`
	TOChannel     string `json:"to_channel,omitempty"`
	TimeZone      string `json:"time_zone,omitempty"`
	Language      string `json:"language,omitempty"`       // of what is posted; empty = the one that Discord knows of the server
	Ruleset       string `json:"ruleset,omitempty"`        // default ruleset
	LightPictures bool   `json:"light_pictures,omitempty"` // of new events, and of what belongs to none
	ChatResults   bool   `json:"chat_results,omitempty"`   // results are read from messages that mention the bot
	// Columns is what was chosen that the columns of imported tables hold, by heading.
	Columns map[string]string `json:"columns,omitempty"`

	ParticipantRole string `json:"participant_role,omitempty"` // of who plays in an event, while it runs
	ChampionRole    string `json:"champion_role,omitempty"`    // of who won the last event
	TopRole         string `json:"top_role,omitempty"`         // of the best Top of a season, until it is closed
	Top             int    `json:"top,omitempty"`
	ScheduledEvents bool   `json:"scheduled_events,omitempty"` // events with a start stand in Discord's list of events
}

// Holding is something that the bot keeps in a server beside its messages: a role that
// it has given, an event in the list of the server. It is recorded before Discord is
// asked for it and dropped after Discord was asked to take it away, so that a crash
// between the two leaves nothing behind that nobody knows of.
type Holding struct {
	Guild string
	Kind  string
	Key   string
	Value string // what is known of it
}

// Holdings are what the bot keeps in servers.
type Holdings interface {
	Held(ctx context.Context, guild string) ([]Holding, error)
	Hold(ctx context.Context, h Holding) error
	// Drop leaves nothing of them in the file or its journal: a role names who has it.
	Drop(ctx context.Context, hs ...Holding) error
}

// Servers keeps what belongs to servers rather than to one event.
type Servers interface {
	// Server returns the settings of a server; the zero settings with Guild set
	// where nothing was set.
	Server(ctx context.Context, guild string) (Server, error)
	PutServer(ctx context.Context, s Server) error
}

// Upload is a file or a paste that waits for the answer to the preview of its import.
type Upload struct {
	ID          string // the interaction that brought it, in whose name it is imported: once
	Guild, User string
	At          time.Time
	Plan        []byte // what was chosen, JSON
	Body        []byte // as it came
}

// Uploads keeps what waits: one of a member in a server, for an hour.
type Uploads interface {
	PutUpload(ctx context.Context, u Upload) error
	// Upload returns ErrNotFound for what does not wait any more.
	Upload(ctx context.Context, id string, now time.Time) (Upload, error)
	PlanUpload(ctx context.Context, id string, plan []byte) error
	DropUpload(ctx context.Context, id string) error
}
