package tournament

import (
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// Series is the league in which an event counts.
type Series struct {
	League ID                // the season's log; 0 = in none
	Weight fraction.Fraction // of its results; 0 = what the league says
	// Playoff: it gives no points and settles who is ahead of those who are level.
	Playoff bool
	// Heard is the league that has counted the event, and HeardSeq the line that says
	// so: whatever comes after it in an event that is over may change what counts.
	Heard    ID
	HeardSeq int64
}

// LeagueEntered lets the event count in a league from the moment that it is over.
type LeagueEntered struct {
	League ID                `json:"league"`          // number of the season; 0 = in none
	Weight fraction.Fraction `json:"weight,omitzero"` // of its results; 0 = what the league says

	Playoff bool `json:"playoff,omitempty"` // it gives no points and settles who is ahead of those who are level
}

func (ev *LeagueEntered) apply(s *State, _ *Envelope) error {
	if s.Phase == Cancelled {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	s.Series.League, s.Series.Weight, s.Series.Playoff = ev.League, ev.Weight, ev.Playoff
	return nil
}

// LeagueHeard says that a league knows how the event stands. It is written after the
// league's own line and is never taken back: an undo is one more thing to be heard.
type LeagueHeard struct {
	League ID `json:"league"` // that counts the event now; 0 = none does
}

func (ev *LeagueHeard) apply(s *State, e *Envelope) error {
	s.Series.Heard, s.Series.HeardSeq = ev.League, e.Seq
	return nil
}

// CountsIn returns the league that counts the event as it stands, 0 for none.
func (s *State) CountsIn() ID {
	if s.Phase != Finished {
		return 0
	}
	return s.Series.League
}

// leagueDeadline is due as long as a league does not know how the event stands.
func (s *State) leagueDeadline(add func(Due)) {
	in := s.CountsIn()
	if in != s.Series.Heard || in != 0 && s.Seq > s.Series.HeardSeq {
		add(Due{Kind: DueLeague, Asked: s.Seq})
	}
}

// EnterLeague lets the event count in a league, or in none.
type EnterLeague struct {
	League  ID
	Weight  fraction.Fraction
	Playoff bool
}

func (c *EnterLeague) decide(d *decision) error {
	switch now := d.after.Series; {
	case c.Weight.Sign() < 0:
		return Refuse(BadInput, "season.weight")
	case now.League == c.League && now.Weight.Equal(c.Weight) && now.Playoff == c.Playoff:
		return Refuse(NoChange, "league.in_already", "event", notice.Text(d.after.Settings.Name))
	}
	return d.emit(&LeagueEntered{League: c.League, Weight: c.Weight, Playoff: c.Playoff})
}
