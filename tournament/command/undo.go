package command

import (
	"time"

	"topcut/tournament"
)

// holding returns the clocks that an undo at now has set back, from the state before it
// to after, and how they go on. What it takes back began at since.
//
//   - A clock that goes on as before the undo is not held. One that only shows another
//     time now stands still if that time has passed.
//   - A clock that did not exist before the undo goes on with the time that it had left
//     at since: what was taken back has cost it nothing.
//   - If it had no time left, what it did is what was taken back. It stands still until
//     an organiser goes on.
//   - An appointment, such as the start of the event, stays as announced. If it has
//     passed, it stands still.
func holding(before, after *tournament.State, since, now time.Time) (held []tournament.HeldClock) {
	was := map[tournament.Due]time.Time{}
	for _, t := range tournament.Timers(before) {
		was[t.Due] = t.At
	}
	for _, t := range tournament.Timers(after) {
		old, ran := was[t.Due]
		c := tournament.HeldClock{Kind: t.Kind, Round: t.Round, Match: t.Match, Minutes: t.Minutes, Asked: t.Asked, At: t.At}
		switch left := t.At.Sub(since); {
		case t.Kind == tournament.DueLeague || ran && (old.Equal(t.At) || t.At.After(now)):
			continue
		case !ran && t.Kind == tournament.DueWarning && left > 0: // goes with the time of its round
			continue
		case t.Kind.Appointment() && t.At.After(now):
			continue
		case !ran && !t.Kind.Appointment() && left > 0:
			c.Left = left.Milliseconds()
		}
		held = append(held, c)
	}
	return held
}

// askedAgain returns the matches whose report waits for an answer after an undo, and did not
// before it. Their opponents may not have been asked yet, or have read that it is settled.
func askedAgain(before, after *tournament.State) (again []tournament.Place) {
	for r := after.FirstPlayed(); r <= len(after.Rounds); r++ {
		for m := range after.Contests(r) {
			if !after.Asks(r, m) {
				continue
			}
			was, _ := before.Match(r, m)
			is, _ := after.Match(r, m)
			if !before.Asks(r, m) || was.Report.Seq != is.Report.Seq {
				again = append(again, tournament.Place{Round: r, Match: m})
			}
		}
	}
	return again
}

// holdClocks holds the clocks that an undo has set back, and asks anew about the reports that
// wait again.
func (d *decision) holdClocks(gone *tournament.Retracted) error {
	held := tournament.ClocksHeld{Clocks: holding(d.Before, d.after, d.Log.At(gone.Seqs[0]).Time, d.now), Again: askedAgain(d.Before, d.after)}
	if len(held.Clocks) == 0 && len(held.Again) == 0 {
		return nil
	}
	return d.emit(&held)
}

// Undo takes back what one command did, see journal.Decision.Undo.
type Undo struct {
	Batch int64 // first event of the command; 0 = the last one that can be taken back
	Later bool  // everything after it too
}

func (c *Undo) decide(d *decision) error {
	batch := c.Batch
	if batch == 0 {
		if batch = tournament.LastBatch(d.Log); batch == 0 {
			return tournament.Refuse(tournament.WrongPhase, "undo.nothing")
		}
	}
	if err := d.Undo(batch, c.Later); err != nil {
		return err
	}
	d.after = d.After
	d.alike.changed()
	if err := d.admitReturned(); err != nil {
		return err
	}
	retracted := d.Events[len(d.Events)-1].Event.(*tournament.Retracted)
	if err := d.renewSeed(retracted); err != nil {
		return err
	}
	return d.holdClocks(retracted)
}
