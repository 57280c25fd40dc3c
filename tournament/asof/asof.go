// Package asof goes back in time: it folds the log of an event as of an earlier moment.
package asof

import "topcut/tournament"

// Moment is a point in an event to which Fold goes back.
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

// Fold folds a log as of a moment, with the results as they are now: later corrections
// are included. No other function goes back in time.
func Fold(id tournament.ID, log []tournament.Envelope, at Moment) (*tournament.State, error) {
	last := at.round // last round whose results are included
	var until int64  // the event before which the moment lies
	if at.paired {
		last--
		until = pairedAt(log, at.round)
	}
	then, locking := false, false // the moment is reached; its round locks players into the cut
	return tournament.FoldIf(id, log, func(s *tournament.State, e *tournament.Envelope) bool {
		switch ev := e.Event.(type) {
		case *tournament.RoundPaired:
			locking = false
			then = then || ev.Round > last && !at.paired || e.Seq == until
		case *tournament.StageBegan:
			locking = false
			then = then || !at.paired && s.LastDone() >= last && last > 0
		}
		counts := !then
		switch ev := e.Event.(type) {
		case *tournament.ResultCorrected:
			counts = counts || ev.Round <= last
		case *tournament.CutLocked:
			counts = counts || locking
		case *tournament.RoundClosed:
			if counts && !at.paired && ev.Round == last {
				then, locking = true, true
			}
		}
		return counts
	})
}

// pairedAt returns the sequence number of the event that paired a round as published,
// or 0 if it is not paired yet.
func pairedAt(log []tournament.Envelope, round int) (seq int64) {
	gone := tournament.RetractedSeqs(log)
	for i := range log {
		if ev, ok := log[i].Event.(*tournament.RoundPaired); ok && ev.Round == round && !gone[log[i].Seq] {
			seq = log[i].Seq
		}
	}
	return seq
}
