package tournament

import (
	"errors"
	"slices"
)

// Undo takes back what one command did: all events of its batch. Nothing is
// erased; a Retracted event says what no longer counts, and the rest of the
// log is folded again. Where a later event would no longer hold, Undo is refused
// and names it, unless Later takes everything after it back too.
type Undo struct {
	Batch int64 // first event of the command; 0 = the last one that can be taken back
	Later bool
}

func (c *Undo) decide(d *decision) error {
	batch := c.Batch
	if batch == 0 {
		if batch = LastBatch(d.log); batch == 0 {
			return Refuse(WrongPhase, "undo.nothing")
		}
	}
	seqs := retractable(d.log, batch, c.Later)
	if len(seqs) == 0 {
		return Refuse(NoChange, "undo.already")
	}
	if err := d.emit(&Retracted{Seqs: seqs}); err != nil {
		return err
	}
	d.retracts = true
	log := append(slices.Clip(d.log), d.events...)
	if _, err := Fold(d.state.ID, log); err != nil {
		var r *Refusal
		if errors.As(err, &r) {
			return Refuse(NeedsForce, "undo.rests", "why", r.said())
		}
		return err
	}
	return nil
}

// retractedSeqs returns the events that no longer count.
func retractedSeqs(log []Envelope) map[int64]bool {
	gone := map[int64]bool{}
	for i := range log {
		if r, ok := log[i].Event.(*Retracted); ok {
			for _, seq := range r.Seqs {
				gone[seq] = true
			}
		}
	}
	return gone
}

// retractable returns the events of a batch that still count, and with later
// also everything after it. A creation and an undo cannot be taken back.
func retractable(log []Envelope, batch int64, later bool) []int64 {
	gone := retractedSeqs(log)
	var out []int64
	for i := range log {
		e := &log[i]
		if e.Batch != batch && !(later && e.Batch > batch) || gone[e.Seq] {
			continue
		}
		switch e.Event.(type) {
		case *Created, *Retracted:
			continue
		}
		out = append(out, e.Seq)
	}
	return out
}

// LastBatch returns the last command that an organiser would think of when
// taking something back: not an undo, not a call for a judge, not a reminder of
// the clock. 0 where there is none.
func LastBatch(log []Envelope) int64 {
	gone := retractedSeqs(log)
	for i := len(log) - 1; i >= 0; i-- {
		if gone[log[i].Seq] {
			continue
		}
		switch log[i].Event.(type) {
		case *Created, *Retracted, *ClockReminded, *TimeCalled, *BuildReminded, *BuildEnded, *JudgeCalled, *Reminded, *AdvanceHeld, *PlayerNoted, *Announced:
			continue
		}
		return log[i].Batch
	}
	return 0
}
