package sim

import "topcut/tournament/notice"

// Proved is what is certain in a running event, found without simulation.
type Proved struct {
	// Facts has, by player, Clinched, Eliminated, WinAndIn, DrawAndIn or "".
	Facts []string
	// Advice judges an intentional draw at the open table of OddsConfig.Player, nil if
	// there is none.
	Advice *Advice

	// Reason returns why the fact about a player holds, or the zero notice.
	Reason func(player int) notice.Notice
}

// Prove returns what is certain. It fails if Odds does, and takes some milliseconds for a
// field of hundreds, or a few tenths of a second if all results of a last round are
// tried.
func Prove(c OddsConfig) (*Proved, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.State != nil {
		return meetProved(c)
	}
	o, err := newOdds(c)
	if err != nil {
		return nil, err
	}
	return &Proved{Facts: o.facts, Advice: o.advice(), Reason: o.reason}, nil
}
