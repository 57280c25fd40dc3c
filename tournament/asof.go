package tournament

import "fmt"

// Moment is a point in an event to which AsOf goes back.
type Moment struct {
	round  int
	paired bool
}

// AfterRound is the moment after a round was closed: a drop, a cut or a stage that came
// later is not in it. Round 0 is the event when its first round could be paired.
func AfterRound(round int) Moment { return Moment{round: round} }

// BeforePairing is the moment before a round was paired as it was published, with the
// drops, the cut or the stage since the round before. A round that has not been
// paired is one of today.
func BeforePairing(round int) Moment { return Moment{round: round, paired: true} }

// AsOf folds a log as the event stood at a moment, by the results as they are now: a
// correction that came later is in it. It is the only way back in time.
func AsOf(id ID, log []Envelope, at Moment) (*State, error) {
	gone := retractedSeqs(log)
	s := &State{ID: id}
	last := at.round // whose results are in it
	var until int64  // the event before which the moment lies
	if at.paired {
		last--
		until = pairedAt(log, gone, at.round)
	}
	then, locking := false, false // the moment is reached; its round locks players into the cut
	for i := range log {
		e := &log[i]
		if gone[e.Seq] {
			s.Seq = e.Seq
			continue
		}
		switch ev := e.Event.(type) {
		case *RoundPaired:
			locking = false
			then = then || ev.Round > last && !at.paired || e.Seq == until
		case *StageBegan:
			locking = false
			then = then || !at.paired && s.LastDone() >= last && last > 0
		}
		in := !then
		switch ev := e.Event.(type) {
		case *ResultCorrected:
			in = in || ev.Round <= last
		case *CutLocked:
			in = in || locking
		}
		if !in {
			s.Seq = e.Seq
			continue
		}
		if err := applyTo(s, e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
		}
		if closed, ok := e.Event.(*RoundClosed); ok && !at.paired && closed.Round == last {
			then, locking = true, true
		}
	}
	return s, nil
}

// pairedAt returns the event that paired a round as it was published, 0 where it is
// still to be paired.
func pairedAt(log []Envelope, gone map[int64]bool, round int) (seq int64) {
	for i := range log {
		if ev, ok := log[i].Event.(*RoundPaired); ok && ev.Round == round && !gone[log[i].Seq] {
			seq = log[i].Seq
		}
	}
	return seq
}
