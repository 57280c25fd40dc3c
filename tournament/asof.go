package tournament

import "fmt"

// Moment is a point in an event to which AsOf goes back.
type Moment struct {
	round  int
	paired bool
}

// AfterRound returns the moment after a round was closed, without any later drop, cut
// or stage. Round 0 is the moment at which the first round could be paired.
func AfterRound(round int) Moment { return Moment{round: round} }

// BeforePairing returns the moment before a published round was paired, including
// drops, a cut or a new stage since the round before. For a round that is not paired
// yet it is the present.
func BeforePairing(round int) Moment { return Moment{round: round, paired: true} }

// AsOf folds a log as of a moment, with the results as they are now: later corrections
// are included. No other function goes back in time.
func AsOf(id ID, log []Envelope, at Moment) (*State, error) {
	gone := retractedSeqs(log)
	s := &State{ID: id}
	last := at.round // last round whose results are included
	var until int64  // the event before which the moment lies
	if at.paired {
		last--
		until = pairedAt(log, gone, at.round)
	}
	then, locking := false, false // the moment is reached; its round locks players into the cut
	for i := range log {
		e := &log[i]
		if gone[e.Seq] {
			aggregate{}.Skipped(s, e)
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

// pairedAt returns the sequence number of the event that paired a round as published,
// or 0 if it is not paired yet.
func pairedAt(log []Envelope, gone map[int64]bool, round int) (seq int64) {
	for i := range log {
		if ev, ok := log[i].Event.(*RoundPaired); ok && ev.Round == round && !gone[log[i].Seq] {
			seq = log[i].Seq
		}
	}
	return seq
}
