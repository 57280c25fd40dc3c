package sim

import "topcut/sim/internal/kernel"

// Proved is what is certain in a running event, found without playing a single
// tournament.
type Proved struct {
	// Facts has, by player, Clinched, Eliminated, WinAndIn, DrawAndIn or "".
	Facts []string
	// Advice judges an intentional draw at the open table of OddsConfig.Player, nil
	// where there is none.
	Advice *Advice
}

// Prove returns what is certain. It fails where Odds does, and costs some
// milliseconds for a field of hundreds, or a few tenths of a second where all
// results of a last round are tried.
func Prove(c OddsConfig) (*Proved, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	r, err := kernel.Compile(c.Rules, c.Rounds)
	if err != nil {
		return nil, err
	}
	s, err := c.position(r)
	if err != nil {
		return nil, err
	}
	o := &odds{c: c, rules: r, start: s, position: newPosition(r, s, c.Cut)}
	out := &Proved{Advice: o.advice()}
	for p := range s.Players() {
		out.Facts = append(out.Facts, o.position.fact(p))
	}
	return out, nil
}
