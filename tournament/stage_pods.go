package tournament

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/pods"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// podRounds is a stage of rounds at tables of three and four (package
// pods). It ends and takes late players as Swiss rounds do.
type podRounds struct{ swissRounds }

var _ = playedAs(podRounds{}, stage.Pods)

func (podRounds) fits(rs *rules.Ruleset) bool { return rs.Pairing.Method == "pods" }

// podCut reports whether the elimination stage is played at tables of four.
func (s *State) podCut() bool { return s.Rules.Bracket.PodSize == pods.Preferred }

// podCutSize returns the largest cut of at most n players that can be played at tables
// of four with one winner each, or 0.
func podCutSize(n int) int {
	size := 0
	for _, v := range bracket.PodSizes() {
		if v <= n {
			size = v
		}
	}
	return size
}

// checkPodCut returns a refusal for a cut that cannot be played at tables of four.
func checkPodCut(n int) error {
	if n > 0 && !slices.Contains(bracket.PodSizes(), n) {
		return Refuse(BadInput, "cut.tables", "size", n)
	}
	return nil
}

// finishOrder orders the seeds of a bracket match by its result, the winner first. A
// drawn table of four is won by its best seed if the ruleset says so.
func (s *State) finishOrder(l *ledger.Match, seedOf map[int32]int) []int {
	order := make([]int, 0, l.N)
	for _, p := range l.Players() {
		order = append(order, seedOf[p])
	}
	winner := s.Rules.Winner(l)
	switch {
	case winner >= 0:
		order[0], order[winner] = order[winner], order[0]
	case l.N > 2 && s.Rules.Bracket.DrawGoes == "best_rank":
		slices.Sort(order)
	default:
		return nil
	}
	slices.Sort(order[1:])
	return order
}
