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
)

// LeftBehind is the kind of a message in a channel that its event has left.
const LeftBehind = journal.LeftBehind

// ReadRows are what lists and autocomplete need without folding a log. They can be
// rebuilt from it.
type ReadRows struct {
	Row     Row
	Players []PlayerRow
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

// OutboxRow is a post with what became of it.
type OutboxRow struct {
	ID         int64
	Tournament ID
	Post
	Want    int64  // Seq that the message should show at least
	Shown   int64  // Seq that it showed when last sent; 0 = not posted
	Message string // Discord message id once posted
	Place   string // channel or thread it was posted to
	Thread  string // thread opened on it, for posts that have this one as Parent
	// Began is when a sending or an edit began whose end is not known; zero = none.
	Began time.Time
	Dead  string // why it is given up; empty = alive
	Guild string // the server of the tournament
}

// EditsDue is how many edits of one channel or thread are due at once at most:
// one that is slow leaves room for the others.
const EditsDue = 20

// Outbox is the sender's side of the posts.
type Outbox interface {
	// DuePosts returns rows that want sending, oldest first, at most limit, without
	// those that not names; of one channel or thread at most one new message and
	// EditsDue edits. An edit whose end is not known wants to be made again once it
	// began at or before settled.
	DuePosts(ctx context.Context, now, settled time.Time, limit int, not func(*OutboxRow) bool) ([]OutboxRow, error)
	// Post returns one row by its key, or ErrNotFound.
	Post(ctx context.Context, id ID, key string) (OutboxRow, error)
	// BeginPost records that a sending or an edit begins, so that one that was cut
	// off by a crash is looked for in its channel, or made again.
	BeginPost(ctx context.Context, row int64, now time.Time) error
	// Posted records the message that now shows seq, and when an earlier edit began
	// that may come to be seen yet; zero = none.
	Posted(ctx context.Context, row int64, place, message string, seq int64, unclear time.Time) error
	// Threaded records the thread that was opened on a posted message; what was
	// given up for want of it is taken up again.
	Threaded(ctx context.Context, row int64, thread string) error
	// KillPost gives the row up.
	KillPost(ctx context.Context, row int64, why string) error
	// RevivePost takes a row up again that was given up; anew = as one that was
	// never posted.
	RevivePost(ctx context.Context, row int64, anew bool) error
	// GivenUp returns the posts that were given up in the events of a server that
	// are not over, newest first.
	GivenUp(ctx context.Context, guild string) ([]OutboxRow, error)
	// Unsent returns the posts of a kind that were never posted and are not given up.
	Unsent(ctx context.Context, kind PostKind) ([]OutboxRow, error)
}

// DueDeadline is a deadline whose time has come.
type DueDeadline struct {
	Tournament ID
	Deadline
}

// Clocks is the poller's side of the deadlines.
type Clocks interface {
	// DueDeadlines returns deadlines at or before now, oldest first.
	DueDeadlines(ctx context.Context, now time.Time, limit int) ([]DueDeadline, error)
	// Heard records that people could be heard at a time; LastHeard returns the last
	// that was recorded, zero for none.
	Heard(ctx context.Context, at time.Time) error
	LastHeard(ctx context.Context) (time.Time, error)
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

// People is what /forget needs.
type People interface {
	// Forget blanks the person behind a Discord id in all finished and cancelled
	// tournaments: id, name, decks, texts. It returns how many tournaments were
	// touched.
	Forget(ctx context.Context, user string) (int, error)
}
