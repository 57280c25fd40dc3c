package journal

import (
	"fmt"
	"time"
)

// Roster is implemented by every state: it knows the players. Players are numbered from
// 1, and people as in the Book.
type Roster interface {
	// PersonOf returns the person of a player, or 0 if there is none.
	PersonOf(player int) int
	// PlayerOf returns the player of a person, or 0 if there is none.
	PlayerOf(person int) int
	// MembersOf returns the persons who hold the seat of a player together, or the one.
	MembersOf(player int) []int
}

// Aggregate describes the subject of a log. S is a pointer to the state, which only the
// methods of the aggregate change.
type Aggregate[S Roster, E any] interface {
	Kinds() *Kinds[E]
	// Empty returns the state before the first event.
	Empty(id ID) S
	Clone(s S) S
	ID(s S) ID
	// Last returns the sequence number of the last event folded into s.
	Last(s S) int64
	// Folded records in s that the log has been folded up to seq, an event of the given
	// time.
	Folded(s S, seq int64, at time.Time)
	// Skipped records in s that the log has been folded up to e, which no longer counts.
	Skipped(s S, e *Envelope[E])
	// Apply changes s by the event of e, or returns an error if the event cannot follow
	// on s. On a stored log it never fails; undo uses the error to find a later event
	// that would no longer hold.
	Apply(s S, e *Envelope[E]) error
	// Creates reports whether an event begins a log.
	Creates(ev E) bool
	// Retracts returns the events that ev takes back, or nil if ev is not an undo.
	Retracts(ev E) []int64
	// Retraction returns the event that takes back the given events.
	Retraction(seqs []int64) E
}

// Apply returns the state after e. Sequence numbers have no gaps. If e cannot follow on
// s, Apply returns an error and s is unchanged.
func Apply[S Roster, E any](a Aggregate[S, E], s S, e *Envelope[E]) (S, error) {
	next := a.Clone(s)
	if err := ApplyTo(a, next, e); err != nil {
		var none S
		return none, err
	}
	return next, nil
}

// ApplyTo changes s in place.
func ApplyTo[S Roster, E any](a Aggregate[S, E], s S, e *Envelope[E]) error {
	if last := a.Last(s); e.Seq != last+1 {
		return Refuse(Corrupt, "log.gap", "entry", e.Seq, "last", last)
	}
	if a.Creates(e.Event) != (e.Seq == 1) {
		return Refuse(Corrupt, "log.creation", "entry", e.Seq)
	}
	if err := a.Apply(s, e); err != nil {
		return err
	}
	a.Folded(s, e.Seq, e.Time)
	return nil
}

// Fold builds the state of a whole log. It leaves out events that a later one takes
// back; all others must hold.
func Fold[S Roster, E any](a Aggregate[S, E], id ID, log []Envelope[E]) (S, error) {
	var none S
	gone := Retracted(a, log)
	s := a.Empty(id)
	for i := range log {
		e := &log[i]
		if !gone[e.Seq] {
			if err := ApplyTo(a, s, e); err != nil {
				return none, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
			}
			continue
		}
		if last := a.Last(s); e.Seq != last+1 {
			return none, Refuse(Corrupt, "log.gap", "entry", e.Seq, "last", last)
		}
		a.Skipped(s, e)
	}
	if len(log) == 0 {
		return none, Refuse(NotFound, "log.none")
	}
	return s, nil
}

// Retracted returns the events of a log that no longer count.
func Retracted[S Roster, E any](a Aggregate[S, E], log []Envelope[E]) map[int64]bool {
	gone := map[int64]bool{}
	for i := range log {
		for _, seq := range a.Retracts(log[i].Event) {
			gone[seq] = true
		}
	}
	return gone
}
