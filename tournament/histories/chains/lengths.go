package chains

import (
	"math/rand/v2"
	"slices"

	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// WithLengths returns a chain with lengths of matches drawn by rng, of whole stages and of their
// last rounds, and ok = false where the game or the chain has but one length.
func WithLengths(c stage.Chain, rs *rules.Ruleset, rng *rand.Rand) (out stage.Chain, ok bool) {
	var known []int
	for _, n := range []int{1, 3, 5} {
		if rs.BestOf(n) != nil {
			known = append(known, n)
		}
	}
	out = c
	out.Stages = slices.Clone(c.Stages)
	for i := range out.Stages {
		st := &out.Stages[i]
		b := &st.Best
		for _, n := range []*int{&b.All, &b.Quarter, &b.Semi, &b.WinnersFinal, &b.LosersFinal, &b.Final} {
			if len(known) < 2 || rng.IntN(2) == 0 {
				continue
			}
			if *n = known[rng.IntN(len(known))]; out.Check() != nil { // this kind of stage has none there
				*n = 0
			}
		}
		ok = ok || *b != stage.Best{}
	}
	return out, ok
}
