// Package journal is a log that can be kept for ever, and what makes one out of
// commands: it knows nothing of tournaments. What it is about, an event today and
// a league tomorrow, is an Aggregate: a state S, which is the fold of its log, and
// a closed set of events E, which are facts and never change.
//
//   - An Envelope is one line of the log: who, when, by which interaction, and the
//     event. Kinds names every kind of event and reads them back strictly: a kind,
//     a version or a field that is not known is refused, since folding past it
//     would give a wrong state.
//   - Fold builds the state of a whole log. Nothing is ever erased: an event that
//     takes others back says so, and they are left out of the fold.
//   - A Decision is a command being decided: it sees the state before and after
//     the events it has emitted so far, each of which was checked and applied. A
//     refused command leaves no trace.
//   - A Director carries out commands, one at a time for each log: decide, one
//     transaction (Commit), answer. The same interaction takes effect once.
//   - What identifies people and what they wrote lies in a Book beside the log,
//     under numbers, so that it can be blanked while log and state stay as they are.
//
// A Store writes Commits; package db has one, db/internal/dbtest says what any must keep.
package journal

import (
	"encoding/json"
	"time"
)

// ID is the number of an aggregate, and so of its log, in its store; 0 is none.
type ID int64

// Envelope is one line of a log of events E.
type Envelope[E any] struct {
	Log     ID        // whose line it is
	Seq     int64     // 1, 2, … without gaps
	Batch   int64     // Seq of the first event of the same command: what one undo takes back
	Time    time.Time // whole milliseconds, UTC
	Actor   int       // person of the book; 0 = the bot itself
	Cause   string    // interaction id, or the key of the deadline that fired
	Kind    string
	Version int
	Event   E
}

// Encode returns the stored form of the event.
func (e *Envelope[E]) Encode() ([]byte, error) { return json.Marshal(e.Event) }

// line is how an envelope stands in an export.
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

// MarshalJSON writes the envelope with its event, as exports hold it; Kinds.Read
// reads it back.
func (e Envelope[E]) MarshalJSON() ([]byte, error) {
	data, err := e.Encode()
	if err != nil {
		return nil, err
	}
	return json.Marshal(line{e.Seq, e.Batch, e.Time.UnixMilli(), e.Actor, e.Cause, e.Kind, e.Version, data})
}
