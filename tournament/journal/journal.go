// Package journal keeps append-only logs and turns commands into their events. It
// knows nothing of tournaments. The subject of a log, such as a tournament or a
// season, is an Aggregate: a state S, which is the fold of its log, and a closed
// set of events E, which are facts and never change.
//
//   - An Envelope is one line of the log: the time, the person, the interaction and
//     the event. Kinds names every kind of event and reads them back strictly: it
//     refuses an unknown kind, version or field, since folding past it would give a
//     wrong state.
//   - Fold builds the state of a whole log. Nothing is ever erased: an event that
//     takes others back lists them, and Fold leaves them out.
//   - A Decision is a command being decided. It holds the state before and after
//     the events emitted so far, each of which was checked and applied. A refused
//     command leaves no trace.
//   - A Director carries out commands, one at a time for each log: it decides,
//     commits in one transaction (Commit) and answers. An interaction takes effect
//     once.
//   - A Book beside the log holds what identifies people and what they wrote, under
//     numbers, so that it can be blanked while log and state stay as they are.
//
// A Store writes Commits. Package db implements it, and db/dbtest tests any
// implementation.
package journal

import (
	"encoding/json"
	"time"
)

// ID is the number of an aggregate and of its log in the store. 0 is no log.
type ID int64

// Envelope is one line of a log of events E.
type Envelope[E any] struct {
	Log     ID        // the log that the line belongs to
	Seq     int64     // 1, 2, … without gaps
	Batch   int64     // Seq of the first event of the same command; one undo takes back a batch
	Time    time.Time // whole milliseconds, UTC
	Actor   int       // person of the book; 0 = the bot itself
	Cause   string    // interaction id, or the key of the deadline that fired
	Kind    string
	Version int
	Event   E
}

// Lines are the lines of a log in order; the Seq of the first is 1.
type Lines[E any] []Envelope[E]

// At returns the line with a Seq, which must exist.
func (l Lines[E]) At(seq int64) *Envelope[E] { return &l[seq-1] }

// Encode returns the stored form of the event.
func (e *Envelope[E]) Encode() ([]byte, error) { return json.Marshal(e.Event) }

// line is an envelope as exports have it.
type line struct {
	Seq     int64           `json:"seq"`
	Batch   int64           `json:"batch"`
	Time    int64           `json:"time"` // unix milliseconds
	Actor   int             `json:"actor,omitempty"`
	Cause   string          `json:"cause,omitempty"`
	Kind    string          `json:"kind"`
	Version int             `json:"version"`
	Data    json.RawMessage `json:"data"`
}

// MarshalJSON writes the envelope with its event in the form of exports. Kinds.Read
// reads it back.
func (e Envelope[E]) MarshalJSON() ([]byte, error) {
	data, err := e.Encode()
	if err != nil {
		return nil, err
	}
	return json.Marshal(line{e.Seq, e.Batch, e.Time.UnixMilli(), e.Actor, e.Cause, e.Kind, e.Version, data})
}
