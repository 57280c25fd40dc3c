package tournament

import "topcut/tournament/journal"

// Undo takes back what one command did, see journal.Decision.Undo.
type Undo struct {
	Batch int64 // first event of the command; 0 = the last one that can be taken back
	Later bool  // everything after it too
}

func (c *Undo) decide(d *decision) error {
	batch := c.Batch
	if batch == 0 {
		if batch = LastBatch(d.Log); batch == 0 {
			return Refuse(WrongPhase, "undo.nothing")
		}
	}
	if err := d.Undo(batch, c.Later); err != nil {
		return err
	}
	d.after = d.After
	d.alike.changed()
	retracted := d.Events[len(d.Events)-1].Event.(*Retracted)
	if err := d.renewSeed(retracted); err != nil {
		return err
	}
	return d.holdClocks(retracted)
}

// LastBatch returns the last command that an organiser would want to take back, or 0:
// no undo, call for a judge or reminder of the clock.
func LastBatch(log []Envelope) int64 {
	return journal.LastBatch(aggregate{}, log, func(ev Event) bool {
		switch ev.(type) {
		case *ClockReminded, *TimeCalled, *BuildReminded, *BuildEnded, *JudgeCalled, *TableTaken, *Reminded, *MissingReminded, *DutyChanged, *RemindersChosen, *Interrupted, *AdvanceHeld, *FixtureReminded, *FixtureOverdue, *PlayerNoted, *Announced:
			return true
		}
		return false
	})
}
