package tournament

import (
	"topcut/tournament/fraction"
)

// Series is the league in which an event counts.
type Series struct {
	League ID                // the season's log; 0 = none
	Weight fraction.Fraction // of its results; 0 = the league's weight
	// Playoff means that the event gives no points and only decides the order of
	// members who are level.
	Playoff bool
	Final   bool // it gives no points and only decides the champion of the season
	// Counted is the league that has counted the event, and CountedSeq the line that
	// records it. Later lines of an event that is over may change what counts.
	Counted    ID
	CountedSeq int64
}

// LeagueEntered makes the event count in a league once it is over.
type LeagueEntered struct {
	League ID                `json:"league"`          // number of the season; 0 = none
	Weight fraction.Fraction `json:"weight,omitzero"` // of its results; 0 = the league's weight

	Playoff bool `json:"playoff,omitempty"` // it gives no points and only decides the order of members who are level
	Final   bool `json:"final,omitempty"`   // it gives no points and only decides the champion of the season
}

func (ev *LeagueEntered) apply(s *State, _ *Envelope) error {
	if s.Phase == Cancelled {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	s.Series.League, s.Series.Weight, s.Series.Playoff, s.Series.Final = ev.League, ev.Weight, ev.Playoff, ev.Final
	return nil
}

// LeagueHeard records that a league has counted the event as it stands. It is written
// after the league's own line and never taken back: the league is informed of an undo
// as well.
type LeagueHeard struct {
	League ID `json:"league"` // the league that counts the event now; 0 = none
}

func (ev *LeagueHeard) apply(s *State, e *Envelope) error {
	s.Series.Counted, s.Series.CountedSeq = ev.League, e.Seq
	return nil
}

// CountsIn returns the league that counts the event in its present state, or 0.
func (s *State) CountsIn() ID {
	if s.Phase != Finished {
		return 0
	}
	return s.Series.League
}

// leagueDeadline adds a deadline while a league has not counted the event as it stands.
func (s *State) leagueDeadline(add func(Due)) {
	in := s.CountsIn()
	if in != s.Series.Counted || in != 0 && s.Seq > s.Series.CountedSeq {
		add(Due{Kind: DueLeague, Asked: s.Seq})
	}
}
