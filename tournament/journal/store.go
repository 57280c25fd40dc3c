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

// Stored is an aggregate as it lies in its store.
type Stored[E any] struct {
	Log  []Envelope[E]
	Book Book
}

// Commit is everything one command changes, written in one transaction: the
// world sees all of it or nothing. R is what an aggregate keeps beside its log for
// lists and autocomplete, computed from it.
type Commit[E, R any] struct {
	Log       ID
	Expect    int64         // Seq of the last event this decision was made on; 0 = the log is empty
	Events    []Envelope[E] // may be empty where only Answer or Book change
	People    []Person      // new and changed ones
	Texts     []Text        // new and changed ones
	Secret    []byte        // set by the first commit only
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
