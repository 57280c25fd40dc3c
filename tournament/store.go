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
	// are not over, newest first.
	GivenUp(ctx context.Context, guild string) ([]OutboxRow, error)
}

// Server is what a Discord server set with /setup.
type Server struct {
	Guild         string `json:"guild"`
	OrganiserRole string `json:"organiser_role,omitempty"`
	TOChannel     string `json:"to_channel,omitempty"`
	TimeZone      string `json:"time_zone,omitempty"`
	Ruleset       string `json:"ruleset,omitempty"` // default ruleset
}

// League is a recurring event of a server.
type League struct {
	ID        int64     `json:"id"`
	Guild     string    `json:"guild"`
	Channel   string    `json:"channel"`
	Name      string    `json:"name"`
	Creator   string    `json:"creator"` // Discord id, organiser of the events it makes
	Ruleset   string    `json:"ruleset"`
	Settings  Settings  `json:"settings"`
	Cron      string    `json:"cron"` // five fields; when an event starts
	TimeZone  string    `json:"time_zone"`
	OpenHours int       `json:"open_hours"` // registration opens so many hours before
	NextStart time.Time `json:"next_start"` // start of the next event to be created; zero = ended or not scheduled
	Ended     bool      `json:"ended"`
}

// Servers keeps what belongs to servers rather than to one event.
type Servers interface {
	// Server returns the settings of a server; the zero settings with Guild set
	// where nothing was set.
	Server(ctx context.Context, guild string) (Server, error)
	PutServer(ctx context.Context, s Server) error
	// Leagues returns the leagues of a server, newest first.
	Leagues(ctx context.Context, guild string) ([]League, error)
	// AddLeague stores a new league and returns its id; l.ID is not looked at.
	AddLeague(ctx context.Context, l League) (int64, error)
	// EndLeague ends a league, or returns ErrNotFound.
	EndLeague(ctx context.Context, id int64) error
	// LeagueOpened puts the next start of a league on the calendar, after the event
	// that starts at start was seen to; without a next one the league ends. Where
	// start is not what the league waits for, or it has ended, nothing changes.
	LeagueOpened(ctx context.Context, id int64, start, next time.Time) error
	// DueLeagues returns leagues whose registration opens at or before now.
	DueLeagues(ctx context.Context, now time.Time) ([]League, error)
}
