package journal

import (
	"context"
	"errors"
	"time"
)

// ErrConflict is returned by Store.Commit when the log has grown since it was
// loaded; the caller loads again and decides anew.
var ErrConflict = errors.New("log grown")

// ErrNotFound is returned for a log that does not exist.
var ErrNotFound = errors.New("log unknown")

// Ref names a log in a store that keeps logs of several kinds. Ids are given once
// in a store, whatever the kind.
type Ref struct {
	Kind string // name of its LogKind
	ID   ID
}

// LogKind is what a store knows of the logs of one kind of aggregate.
type LogKind[E any, R Rows] struct {
	Name   string // stored with every log, so it never changes
	Events *Kinds[E]
	// Read returns what is kept beside a stored log, to compute it anew.
	Read func(id ID, stored *Stored[E]) (R, []Deadline, error)
	// Traces returns what of a book belongs to the person behind a Discord id: the
	// numbers of the people that are them, and of the texts that are about nobody else.
	Traces func(log []Envelope[E], b *Book, user string) (people, texts []int)
}

// LogKindOf describes the logs of a domain to its store.
func LogKindOf[S Roster, E, C any, R Rows](name string, domain Domain[S, E, C, R]) *LogKind[E, R] {
	return &LogKind[E, R]{
		Name: name, Events: domain.Kinds(), Traces: domain.Traces,
		Read: func(id ID, stored *Stored[E]) (rows R, _ []Deadline, err error) {
			s, err := open(domain, id, stored)
			if err != nil {
				return rows, nil, err
			}
			return domain.Read(s), domain.Deadlines(s.State), nil
		},
	}
}

// Ref names a log of the kind.
func (k *LogKind[E, R]) Ref(id ID) Ref { return Ref{k.Name, id} }

// Rows are what is kept beside a log for lists and autocomplete, computed from it.
type Rows interface {
	// Heading is what the log shows in a list.
	Heading() Heading
}

// Heading is what any log shows in a list, whatever it is about.
type Heading struct {
	Guild string // Discord server
	Name  string
	Over  bool // nothing more is to be expected
}

// Listed is a log in a list.
type Listed struct {
	ID ID
	Heading
}

// Stored is an aggregate as it lies in its store.
type Stored[E any] struct {
	Log  []Envelope[E]
	Book Book
}

// Commit is everything one command changes, written in one transaction: the
// world sees all of it or nothing. R are its Rows.
type Commit[E, R any] struct {
	Log       ID
	Expect    int64         // Seq of the last event this decision was made on; 0 = the log is empty
	Events    []Envelope[E] // may be empty where only Answer or Book change
	People    []Person      // new and changed ones
	Texts     []Text        // new and changed ones
	Secret    []byte        // set by the first commit, and by one that puts another in its place
	Read      *R            // replaces the read rows; nil leaves them and the deadlines as they are
	Deadlines []Deadline    // all deadlines of the log; the store keeps exactly these
	Posts     []Post        // added, or marked for an edit
	Answer    *Answer       // what the interaction was answered
}

// Answer is the stored reply to an interaction: the same interaction delivered
// twice gets the same answer.
type Answer struct {
	Cause string
	Body  []byte
	At    time.Time
}

// Deadline is something that happens by itself at a time. Deadlines follow from
// the state: the event that a deadline causes is what removes it, so that each
// happens once, whatever crashes in between.
type Deadline struct {
	Key string // unique in the log
	At  time.Time
}

// PostKind says what a post shows.
type PostKind string

// Post is something the bot says in a channel. Its row is written in the
// transaction of the events that cause it and rendered when it is sent, so that
// it shows the state of that moment. A row is posted once and edited as often as
// a later commit asks for it; edits that pile up become one.
type Post struct {
	Key     string // unique in the log
	Kind    PostKind
	Channel string // Discord channel; empty = the thread or message of Parent
	Parent  string // key of the post in whose thread this one stands
	Round   int
	Match   int
	Page    int
	Seq     int64 // event that caused it
	Edit    bool  // only if it was posted before: show the current state
	Pings   bool  // mentions people when first posted
	// Series is what a post is one of that replace each other: the newest stands, those
	// before it are taken away. An Edit with Series and without Key is of all that stand.
	Series string
	// Leaves is a channel that is left for Channel: what was posted there under Key is
	// posted once more, and the old message stays behind as a post of its own, of kind
	// LeftBehind, until the post comes back. Without Key, all that waits to be posted there is posted in Channel.
	Leaves string
}

// LeftBehind is the kind of the message of a post that was posted again elsewhere.
const LeftBehind PostKind = "left"

// Store keeps the logs of one kind of aggregate. Every error but ErrConflict and
// ErrNotFound is a fault of the database, or a Refusal of what is stored.
type Store[E, R any] interface {
	// Reserve returns an unused id. Gaps do no harm.
	Reserve(ctx context.Context) (ID, error)
	// Load returns a whole log with its book, or ErrNotFound.
	Load(ctx context.Context, id ID) (*Stored[E], error)
	// Commit writes c in one transaction, or returns ErrConflict and writes
	// nothing: the log has grown, or the interaction of c.Answer has been answered.
	Commit(ctx context.Context, c *Commit[E, R]) error
	// Answer returns what an interaction was answered, nil where it is new.
	Answer(ctx context.Context, cause string) ([]byte, error)
}

// Obsolete ends the reason why a row is given up that has nothing to say any more before
// it was ever posted: a question answered at once, a round taken back. It is no loss.
const Obsolete = "obsolete"

// OutboxRow is a post with what became of it.
type OutboxRow struct {
	ID  int64
	Log Ref
	Post
	Want    int64  // Seq that the message should show at least
	Shown   int64  // Seq that it showed when last sent; 0 = not posted
	Message string // Discord message id once posted
	Place   string // channel or thread it was posted to
	Thread  string // thread opened on it, for posts that have this one as Parent
	// Began is when a sending or an edit began whose end is not known; zero = none.
	Began time.Time
	Dead  string // why it is given up; empty = alive
	// Newer reports whether a later post of its series stands or will; Said is the Seq
	// of the newest one of it that was ever posted.
	Newer bool
	Said  int64
	Guild string // the server of the log
}

// EditsDue is how many edits of one channel or thread are due at once at most:
// one that is slow leaves room for the others.
const EditsDue = 20

// Skip says which posts that are due are left out. What is nil leaves out none.
type Skip struct {
	Place func(place string) bool // nothing is read of what is due in such a channel or thread
	Row   func(*OutboxRow) bool
}

// Outbox is the sender's side of the posts of all logs.
type Outbox interface {
	// DuePosts returns rows that want sending, oldest first, at most limit, without
	// those that skip names; of one channel or thread at most one new message and
	// EditsDue edits. An edit whose end is not known wants to be made again once it
	// began at or before settled.
	DuePosts(ctx context.Context, now, settled time.Time, limit int, skip Skip) ([]OutboxRow, error)
	// Post returns one row by its key, or ErrNotFound.
	Post(ctx context.Context, log ID, key string) (OutboxRow, error)
	// BeginPost records that a sending or an edit begins, so that one that was cut
	// off by a crash is looked for in its channel, or made again.
	BeginPost(ctx context.Context, row int64, now time.Time) error
	// Posted records the message that now shows seq, and when an earlier edit began
	// that may come to be seen yet; zero = none.
	Posted(ctx context.Context, row int64, place, message string, seq int64, unclear time.Time) error
	// TookPost records that the message was taken away. The row wants to be looked at
	// once more when now is settled: what was sent before may land once more.
	TookPost(ctx context.Context, row int64, now time.Time) error
	// Threaded records the thread that was opened on a posted message; what was
	// given up for want of it is taken up again.
	Threaded(ctx context.Context, row int64, thread string) error
	// KillPost gives the row up.
	KillPost(ctx context.Context, row int64, why string) error
	// Supersede gives up as Obsolete what waits of the row's series for an earlier Seq
	// and was never begun, but not its newest post.
	Supersede(ctx context.Context, row, before int64) error
	// RevivePost takes a row up again that was given up; anew = as one that was
	// never posted.
	RevivePost(ctx context.Context, row int64, anew bool) error
	// GivenUp returns the posts that were given up in the logs of a server that are
	// not over, newest first, without those that were Obsolete.
	GivenUp(ctx context.Context, guild string) ([]OutboxRow, error)
	// RenewSeries makes what stands of a series due to be edited: something beside the
	// log has changed that it shows. It reports whether anything stands.
	RenewSeries(ctx context.Context, log ID, series string) (bool, error)
	// Unsent returns the posts of a kind that were never posted and are not given up.
	Unsent(ctx context.Context, kind PostKind) ([]OutboxRow, error)
}

// DueDeadline is a deadline whose time has come.
type DueDeadline struct {
	Log Ref
	Deadline
}

// Clocks is the poller's side of the deadlines of all logs.
type Clocks interface {
	// DueDeadlines returns deadlines at or before now, oldest first.
	DueDeadlines(ctx context.Context, now time.Time, limit int) ([]DueDeadline, error)
	// Heard records that people could be heard at a time; LastHeard returns the last
	// that was recorded, zero for none.
	Heard(ctx context.Context, at time.Time) error
	LastHeard(ctx context.Context) (time.Time, error)
}

// People is what /forget and /mydata need.
type People interface {
	// Personal returns what is stored about the person behind a Discord id.
	Personal(ctx context.Context, user string) (*Personal, error)
	// Forget blanks the person behind a Discord id in all logs that are over: id,
	// name, texts. It returns how many logs were touched.
	Forget(ctx context.Context, user string) (int, error)
}
