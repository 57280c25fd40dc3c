package site

import (
	"context"
	"slices"

	"topcut/sim"
	"topcut/tournament"
)

const (
	// liveTrials is how often the rest of a running event is simulated for each of its
	// rounds, which gives ±3 % at worst; for a finished event, whose last chances are facts,
	// only the curve is shown, with fewer trials. A large field gets fewer trials too, so
	// that the whole takes some seconds of one core.
	liveTrials   = 1000
	frozenTrials = 300
	leastTrials  = 200
	mostSeats    = 60_000 // trials times players
)

// course returns the chances over the rounds of an event, or nil if it has none. Those
// that are known already are not computed again.
func course(snap *tournament.Snapshot, known []*sim.OddsResult) []*sim.OddsResult {
	out, err := sim.Course(context.Background(), snap, trialsOf(snap), known)
	if err != nil {
		return nil // a bracket or a table of four: there are no odds
	}
	return out
}

// trialsOf returns how often the rest of an event is simulated.
func trialsOf(snap *tournament.Snapshot) int {
	trials := frozenTrials
	if snap.State.Phase == tournament.Running {
		trials = liveTrials
	}
	return min(trials, max(leastTrials, mostSeats/max(1, len(snap.State.Players))))
}

// charted is the course of an event's chances as computed so far.
type charted struct {
	moment moment
	trials int
	course []*sim.OddsResult
}

// moment is what the course of the chances depends on: the closed rounds and the
// corrections and undos since.
type moment struct {
	rounds  int
	changes int
}

// until returns the chances that are the same at a later moment, by as many trials or
// more: those after closed rounds. Until the first one is closed people come and go.
func (c *charted) until(later moment, trials int) []*sim.OddsResult {
	if c == nil || c.moment.rounds == 0 || c.moment.rounds > later.rounds || c.moment.changes != later.changes || c.trials < trials {
		return nil
	}
	return c.course
}

func momentOf(snap *tournament.Snapshot) moment {
	m := moment{rounds: snap.State.LastDone()}
	for i := range slices.Backward(snap.Log) {
		switch snap.Log[i].Event.(type) {
		case *tournament.ResultCorrected, *tournament.Retracted:
			m.changes++
		}
	}
	return m
}

// chart returns the known course and, if it is out of date, starts to compute a new one
// in the background, one at a time for all events. Readers are notified when it is done.
func (s *Server) chart(snap *tournament.Snapshot) []*sim.OddsResult {
	id, now := snap.State.ID, momentOf(snap)
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.charts[id]
	if snap.State.Phase < tournament.Running || known != nil && known.moment == now {
		return known.latest()
	}
	if !s.charting[id] {
		s.charting[id] = true
		go s.reckon(snap, now, known)
	}
	return known.latest()
}

func (c *charted) latest() []*sim.OddsResult {
	if c == nil {
		return nil
	}
	return c.course
}

func (s *Server) reckon(snap *tournament.Snapshot, at moment, known *charted) {
	id, trials := snap.State.ID, trialsOf(snap)
	s.reckoning <- struct{}{}
	defer func() { <-s.reckoning }()
	var list []*sim.OddsResult
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("panic while the chances of a page were reckoned", "tournament", id, "panic", p)
		}
		s.mu.Lock()
		delete(s.charting, id)
		for old := range s.charts { // any of them: it is computed again on demand
			if len(s.charts) < keptPages {
				break
			}
			delete(s.charts, old)
		}
		s.charts[id] = &charted{at, trials, list}
		s.mu.Unlock()
		s.Changed(id)
	}()
	list = course(snap, known.until(at, trials))
}
