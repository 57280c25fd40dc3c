package journal

import (
	"context"
	"errors"
	"time"
)

// ErrConflict is returned by Store.Commit if the log has grown since it was loaded. The
// caller loads it again and decides anew.
var ErrConflict = errors.New("log grown")

// ErrNotFound is returned for a log that does not exist.
var ErrNotFound = errors.New("log unknown")

// Ref names a log in a store that keeps logs of several kinds. An id is used once in a
// store, whatever the kind.
type Ref struct {
	Kind string // name of its LogKind
	ID   ID
}

// LogKind describes the logs of one kind of aggregate to a store.
type LogKind[E any, R Rows] struct {
	Name   string // stored with every log, so it never changes
	Events *Kinds[E]
	// Read computes the rows and deadlines that are kept beside a stored log.
	Read func(id ID, stored *Stored[E]) (R, []Deadline, error)
	// Traces returns the part of a book that belongs to the person with a Discord id:
	// the numbers of the people who are that person, and of the texts that are about
	// no other person.
	Traces func(log []Envelope[E], b *Book, user string) (people, texts []int)
}

// LogKindOf returns the kind of the logs of an aggregate.
func LogKindOf[S Roster, E any, R Rows](name string, a StoredAggregate[S, E, R]) *LogKind[E, R] {
	return &LogKind[E, R]{
		Name: name, Events: a.Kinds(), Traces: a.Traces,
		Read: func(id ID, stored *Stored[E]) (rows R, _ []Deadline, err error) {
			s, err := open(a, id, stored)
			if err != nil {
				return rows, nil, err
			}
			return a.Read(s), a.Deadlines(s.State), nil
		},
	}
}

// Ref returns the reference of a log of the kind.
func (k *LogKind[E, R]) Ref(id ID) Ref { return Ref{k.Name, id} }

// Rows is what is kept beside a log for lists and autocomplete. It is computed from the
// log.
type Rows interface {
	// Heading returns what a list shows of the log.
	Heading() Heading
}

// Heading is what a list shows of a log of any kind.
type Heading struct {
	Guild string // Discord server
	Name  string
	Over  bool // no more events are expected
}

// Listed is a log in a list.
type Listed struct {
	ID ID
	Heading
}

// Stored is an aggregate as loaded from its store.
type Stored[E any] struct {
	Log  []Envelope[E]
	Book Book
}

// Commit is everything that one command changes. Others see all of it or nothing. R are
// its Rows.
type Commit[E, R any] struct {
	Log       ID
	Expect    int64         // Seq of the last event that the decision was made on; 0 = the log is empty
	Events    []Envelope[E] // may be empty if only Answer or Book change
	People    []Person      // new and changed ones
	Texts     []Text        // new and changed ones
	Secret    []byte        // set by the first commit and by one that replaces the secret
	Read      *R            // replaces the read rows; nil leaves them and the deadlines as they are
	Deadlines []Deadline    // all deadlines of the log; the store keeps exactly these
	Posts     []Post        // added, or marked for an edit
	Answer    *Answer       // reply to the interaction
	// InLine is called by a store once the commit has its place: what is committed
	// afterwards is written after it. A store need not call it. Optional.
	InLine func()
}

// Answer is the stored reply to an interaction. The same interaction delivered twice
// gets the same reply.
type Answer struct {
	Cause string
	Body  []byte
	At    time.Time
}

// Deadline is an action that is due at a time. Deadlines follow from the state: the
// event that a deadline causes removes it, so that each takes effect once, even after a
// crash in between.
type Deadline struct {
	Key string // unique in the log
	At  time.Time
}

// PostKind is the kind of content of a post.
type PostKind string

// Post is a message of the bot in a channel. Its row is written in the transaction of
// the events that cause it, and rendered when it is sent, so that it shows the state of
// that moment. A row is posted once and edited whenever it shows something else than the
// state; edits that pile up become one.
type Post struct {
	Key     string // unique in the log
	Kind    PostKind
	Channel string // Discord channel; empty = the thread or message of Parent
	Parent  string // key of the post whose thread this one is in
	Round   int
	Match   int
	Page    int
	Seq     int64 // event that caused the post
	Pings   bool  // mentions people when first posted
	// Series names posts that replace each other: the newest stays, the ones before are
	// taken away.
	Series string
	// Leaves is a channel that is left for Channel. The post under Key is posted again,
	// and the old message becomes a post of its own, of kind LeftBehind, until the post
	// comes back. Without Key, all posts waiting for that channel are posted in
	// Channel.
	Leaves string
}

// LeftBehind is the kind of the old message of a post that was posted again in another
// channel.
const LeftBehind PostKind = "left"

// DirectMessage is the kind of a message to one person, in place of the ping of a post.
const DirectMessage PostKind = "direct"

// Store keeps the logs of one kind of aggregate. Every error except ErrConflict and
// ErrNotFound is a fault of the database, or a Refusal to read what is stored.
type Store[E, R any] interface {
	// Reserve returns an unused id. Gaps are harmless.
	Reserve(ctx context.Context) (ID, error)
	// Load returns a whole log with its book, or ErrNotFound.
	Load(ctx context.Context, id ID) (*Stored[E], error)
	// Commit writes c: all of it or nothing, whatever happens meanwhile. It returns
	// ErrConflict and writes nothing if the log has grown or the interaction of c.Answer
	// was already answered.
	Commit(ctx context.Context, c *Commit[E, R]) error
	// Answer returns the stored reply to an interaction, or nil if it is new.
	Answer(ctx context.Context, cause string) ([]byte, error)
}

// Obsolete ends the reason of a row that is given up because it became pointless before
// it was posted: a question answered at once, a round taken back. Nothing is lost by
// it.
const Obsolete = "obsolete"

// OutboxRow is a post with its state of delivery.
type OutboxRow struct {
	ID  int64
	Log Ref
	Post
	Want    int64  // least Seq that the message should show
	Shown   int64  // Seq that was last sent; 0 = not posted
	Hash    string // of what the message shows, or what the last attempt was to show
	Message string // Discord message id once posted
	Place   string // channel or thread that it was posted to
	Thread  string // thread opened on it, for posts with this Parent
	Opens   string // message on which the thread that it goes to is to be opened; empty if there is one
	// Began is the time at which a send or an edit began whose result is unknown; zero
	// = none.
	Began time.Time
	Dead  string // why it was given up; empty = it was not
	Again int    // how often it was posted again after its message was deleted
	// Newer reports whether a later post of its series is or will be posted. Said is
	// the Seq of the newest post of the series that was ever posted.
	Newer bool
	Said  int64
	Guild string // the server of the log
}

// EditsDue is the most edits of one channel or thread that are due at once, so that a
// slow one leaves room for the others.
const EditsDue = 20

// Growth is what was added to a log since its posts were looked at.
type Growth struct {
	Log    Ref
	Seq    int64 // the last event
	Looked int64 // the last event when they were looked at; 0 = they never were
}

// Reach says which posts of a log a change may concern.
type Reach struct {
	Lists      int  // the least round of those about a round; those about none are always concerned
	AllMatches bool // those about any match of at least the round Matches
	Matches    int
	Places     []Place // else those about these matches
}

// Place is a match of a round.
type Place struct{ Round, Match int }

// Skip lists due posts that are left out. Nil fields leave out none.
type Skip struct {
	Place func(place string) bool // nothing is read of what is due in such a channel or thread
	Row   func(*OutboxRow) bool
}

// Outbox gives the sender the posts of all logs.
type Outbox interface {
	// DuePosts returns at most limit rows to send, oldest first, without those in not.
	// Of one channel or thread it returns at most one new message and EditsDue edits.
	// An edit with unknown result is due again if it began at or before settled.
	DuePosts(ctx context.Context, now, settled time.Time, limit int, skip Skip) ([]OutboxRow, error)
	// DueAt returns the rows that are due in a channel or thread.
	DueAt(ctx context.Context, place string) ([]int64, error)
	// Post returns one row by its key, or ErrNotFound.
	Post(ctx context.Context, log ID, key string) (OutboxRow, error)
	// Grown returns the logs that have grown since their posts were looked at. Living
	// returns those posts of a log that stand and that a change reaches. Looked records what
	// they should show as of seq, by row: those that show something else are due.
	Grown(ctx context.Context) ([]Growth, error)
	Living(ctx context.Context, log ID, reach Reach) ([]OutboxRow, error)
	Looked(ctx context.Context, log ID, seq int64, reach Reach, hashes map[int64]string) error
	// LookAgain makes all logs that are not over count as grown.
	LookAgain(ctx context.Context) error
	// BeginPost records that a send or an edit begins, and the hash of what the message
	// then shows; empty = as before. If a crash cuts it off, the message is looked for in its
	// channel, or the edit is repeated.
	BeginPost(ctx context.Context, row int64, now time.Time, hash string) error
	// Posted records that the message now shows seq. began is the time of an earlier
	// edit that may still take effect; zero = none.
	Posted(ctx context.Context, row int64, place, message string, seq int64, unclear time.Time) error
	// TookPost records that the message was taken away. The row is due again when now
	// is settled, since an earlier send may still take effect.
	TookPost(ctx context.Context, row int64, now time.Time) error
	// Threaded records the thread that was opened on a posted message. Posts that were
	// given up because it was missing are due again.
	Threaded(ctx context.Context, row int64, thread string) error
	// Unthread records that the thread on a posted message was deleted. What stood in it is
	// due again, in another thread.
	Unthread(ctx context.Context, row int64) error
	// Detach lets a post that waits for a thread go to a channel instead.
	Detach(ctx context.Context, row int64, channel string) error
	// AddPosts adds posts beside the events of a log, each once by its key.
	AddPosts(ctx context.Context, log ID, posts []Post) error
	// KillPost gives the row up.
	KillPost(ctx context.Context, row int64, why string) error
	// Supersede gives up as Obsolete what waits of the row's series for an earlier Seq
	// and was never begun, but not its newest post.
	Supersede(ctx context.Context, row, before int64) error
	// RevivePost makes a row due again that was given up. With anew, because its message
	// was deleted, it is posted again.
	RevivePost(ctx context.Context, row int64, anew bool) error
	// PostsAs returns the posts that stand as some messages. StandingPosts returns those
	// that stand in any channel, of the logs that are not over.
	PostsAs(ctx context.Context, messages []string) ([]OutboxRow, error)
	StandingPosts(ctx context.Context) ([]OutboxRow, error)
	// GivenUp returns the posts that were given up in logs of a server that are not
	// over for long, newest first, without those that are Obsolete.
	GivenUp(ctx context.Context, guild string) ([]OutboxRow, error)
	// RenewSeries makes the posts of a series due for an edit, because something beside
	// the log has changed that they show. It reports whether there are any.
	RenewSeries(ctx context.Context, log ID, series string) (bool, error)
	// Unsent returns the posts of a kind that were never posted and are not given up.
	Unsent(ctx context.Context, kind PostKind) ([]OutboxRow, error)
}

// DueDeadline is a deadline that is due.
type DueDeadline struct {
	Log   Ref
	Guild string // whose log it is
	Deadline
}

// Clocks gives the poller the deadlines of all logs.
type Clocks interface {
	// DueDeadlines returns deadlines at or before now, oldest first.
	DueDeadlines(ctx context.Context, now time.Time, limit int) ([]DueDeadline, error)
	// NoteReachable records that people could reach the bot at a time. LastReachable
	// returns the last time recorded, or zero.
	NoteReachable(ctx context.Context, at time.Time) error
	LastReachable(ctx context.Context) (time.Time, error)
}

// Attempts keeps what is being done, to find out what the process ended in.
type Attempts interface {
	// Attempt records some work on a log, EndAttempt that it came to an end. Attempts
	// returns what did not.
	Attempt(ctx context.Context, a Attempt) error
	EndAttempt(ctx context.Context, id ID, work string) error
	Attempts(ctx context.Context) ([]Attempt, error)
}

// Attempt is some work on a log that did not come to an end.
type Attempt struct {
	Log     ID
	Guild   string // whose log it is, as Attempts returns it
	Name    string // of what the log is about, the same
	Work    string // the kind of work, such as firing deadlines
	Key     string // what exactly is being done
	Crashes int    // how often in a row the process crashed in it
	Kills   int    // how often in a row the process was killed in it
	Open    bool   // it is being done, or was when the process ended
	Version string // of the program that began it
}

// People is the storage behind /privacy forget and /privacy mydata.
type People interface {
	// Personal returns all that is stored about the person with a Discord id.
	Personal(ctx context.Context, user string) (*Personal, error)
	// Forget blanks id, name and texts of the person with a Discord id in all logs that
	// are over. It returns the number of logs changed.
	Forget(ctx context.Context, user string) (int, error)
}
