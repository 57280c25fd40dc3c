package sim

import (
	"errors"

	"topcut/sim/internal/kernel"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Errors of Live, as sentences without a full stop.
var (
	ErrNotStarted = errors.New("the event has not started; odds come with the first round")
	ErrSwissOver  = errors.New("the Swiss rounds are over, so nothing is left to estimate")
	ErrNoCut      = errors.New("this event has no cut")
	ErrNoOdds     = errors.New("odds are for Swiss events with one cut for all; this one is cut by division, flight, pod or day")
)

// Live returns the position of a running event: its ledger, which is not copied,
// rounds and cut. It fails with one of the errors above where there are no odds.
func Live(s *tournament.State) (OddsConfig, error) {
	switch {
	case s.Phase < tournament.Running:
		return OddsConfig{}, ErrNotStarted
	case s.Phase != tournament.Running || s.Cut != nil:
		return OddsConfig{}, ErrSwissOver
	case s.CutSize == 0:
		return OddsConfig{}, ErrNoCut
	case s.Settings.Format != tournament.FormatSwiss, s.ByDivision(), len(s.Flights) > 0, s.DayTwoPlan.Rounds > 0:
		return OddsConfig{}, ErrNoOdds
	}
	c := OddsConfig{Rules: s.Rules, Ledger: &s.Ledger, Rounds: s.SwissRounds, Cut: s.CutRule(), Player: -1}
	c.Reported = reported(s)
	return c, nil
}

// reported returns the ledger with the reports of the current round entered that
// nobody disputes, nil where there are none.
func reported(s *tournament.State) *ledger.Ledger {
	r := s.Current()
	if r == nil || r.Status == tournament.Done {
		return nil
	}
	var out *ledger.Ledger
	for i := range r.Matches {
		m := &r.Matches[i]
		if m.Report == nil || m.Confirmed || m.Disputed {
			continue
		}
		if out == nil {
			out = s.Ledger.Clone()
		}
		l := &out.Rounds[r.Number-1].Matches[i]
		l.Kind, l.Result = m.Report.Kind, m.Report.Result
	}
	return out
}

// Playable returns why events of a game cannot be simulated, nil where they can.
func Playable(rs *rules.Ruleset) error {
	_, err := kernel.Compile(rs, 1)
	return err
}
