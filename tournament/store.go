package tournament

import (
	"context"
	"errors"
	"time"
)

// ErrConflict is returned by Store.Commit when the log has grown since it was
// loaded; the caller loads again and decides anew.
var ErrConflict = errors.New("the log has grown in the meantime")

// ErrNotFound is returned for a tournament that does not exist.
var ErrNotFound = errors.New("no such tournament")

// Stored is a tournament as it lies in its store.
type Stored struct {
	Log  []Envelope
	Book Book
}

// Commit is everything one command changes, written in one transaction: the
// world sees all of it or nothing.
type Commit struct {
	Tournament ID
	Expect     int64      // Seq of the last event this decision was made on; 0 = the log is empty
	Events     []Envelope // may be empty where only Answer or Book change
	People     []Person   // new and changed ones
	Texts      []Text     // new and changed ones
	Secret     []byte     // set by the first commit only
	Row        Row        // replaces the read row
	Players    []PlayerRow
	Deadlines  []Deadline // all deadlines of the tournament; the store keeps exactly these
	Posts      []Post     // added, or marked for an edit
	Answer     *Answer    // what the interaction was answered
}

// Row is the read row of a tournament: what lists and autocomplete need
// without folding a log. It can be rebuilt from the log.
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

// Answer is the stored reply to an interaction: the same interaction delivered
// twice gets the same answer.
type Answer struct {
	Cause string
	Body  []byte
	At    time.Time
}

// PostKind says what a post shows.
type PostKind string

// Post is something the bot says in a channel. Its row is written in the
// transaction of the events that cause it and rendered when it is sent, so that
// it shows the state of that moment. A row is posted once and edited as often as
// a later commit asks for it; edits that pile up become one.
type Post struct {
	Key     string // unique in the tournament
	Kind    PostKind
	Channel string // Discord channel; empty = the thread or message of Parent
	Parent  string // key of the post in whose thread this one stands
	Round   int
	Match   int
	Page    int
	Seq     int64 // event that caused it
	Edit    bool  // only if it was posted before: show the current state
	Pings   bool  // mentions people when first posted
}

// OutboxRow is a post with what became of it.
type OutboxRow struct {
	ID         int64
	Tournament ID
	Post
	Want     int64     // Seq that the message should show at least
	Shown    int64     // Seq that it showed when last sent; 0 = not posted
	Message  string    // Discord message id once posted
	Place    string    // channel or thread it was posted to
	Thread   string    // thread opened on it, for posts that have this one as Parent
	Began    time.Time // when sending last began; zero = never
	Attempts int       // in vain, since it was last posted or edited
	NotUntil time.Time
	Dead     string // why it is given up; empty = alive
}

// Store keeps tournaments. Every error but ErrConflict and ErrNotFound is a
// fault of the database.
type Store interface {
	// Reserve returns an unused tournament id. Gaps do no harm.
	Reserve(ctx context.Context) (ID, error)
	// Load returns a whole tournament, or ErrNotFound.
	Load(ctx context.Context, id ID) (*Stored, error)
	// Commit writes c in one transaction, or returns ErrConflict and writes
	// nothing: the log has grown, or the interaction of c.Answer has been answered.
	// A zero Row leaves row, players and deadlines as they are.
	Commit(ctx context.Context, c *Commit) error
	// Answer returns what an interaction was answered, nil where it is new.
	Answer(ctx context.Context, cause string) ([]byte, error)
}

// EditsDue is how many edits of one channel or thread are due at once at most:
// one that is slow leaves room for the others.
const EditsDue = 20

// Outbox is the sender's side of the posts.
type Outbox interface {
	// DuePosts returns rows that want sending and may be sent now, oldest
	// first, at most limit; of one channel or thread at most one new message and
	// EditsDue edits.
	DuePosts(ctx context.Context, now time.Time, limit int) ([]OutboxRow, error)
	// Post returns one row by its key, or ErrNotFound.
	Post(ctx context.Context, id ID, key string) (OutboxRow, error)
	// BeginPost records that sending begins, so that a row whose sending was cut
	// off by a crash is first looked for in its channel.
	BeginPost(ctx context.Context, row int64, now time.Time) error
	// Posted records the message that now shows seq.
	Posted(ctx context.Context, row int64, place, message string, seq int64) error
	// Threaded records the thread that was opened on a posted message.
	Threaded(ctx context.Context, row int64, thread string) error
	// DelayPost makes the row wait and counts an attempt.
	DelayPost(ctx context.Context, row int64, until time.Time) error
	// KillPost gives the row up.
	KillPost(ctx context.Context, row int64, why string) error
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
