package tournament

import "fmt"

// AsOf folds a log as the event stood after a round was closed, by the results as
// they are now: a correction that came later is in it, a drop, a cut or a stage
// that came later is not. Round 0 is the event when its first round could be
// paired. It is the only way back in time.
func AsOf(id ID, log []Envelope, round int) (*State, error) {
	gone := retractedSeqs(log)
	s := &State{ID: id}
	then := false
	for i := range log {
		e := &log[i]
		if gone[e.Seq] {
			s.Seq = e.Seq
			continue
		}
		switch ev := e.Event.(type) {
		case *RoundClosed:
			if then {
				s.Seq = e.Seq
				continue
			}
		case *RoundPaired:
			then = then || ev.Round > round
		case *ResultCorrected:
			if then && ev.Round > round {
				s.Seq = e.Seq
				continue
			}
		case *StageBegan:
			then = then || s.LastDone() >= round && round > 0
		}
		if corrected, ok := e.Event.(*ResultCorrected); then && (!ok || corrected.Round > round) {
			s.Seq = e.Seq
			continue
		}
		if err := applyTo(s, e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
		}
		if closed, ok := e.Event.(*RoundClosed); ok && closed.Round == round {
			then = true
		}
	}
	return s, nil
}
