package kernel

import (
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// Outcome is how a match of two can end, for one of them.
type Outcome uint8

// Outcomes of a match.
const (
	Won Outcome = iota
	Drawn
	Lost
	BothLost // a double loss, where the ruleset knows it
	NoTable  // of a player without an open table
)

// Mirror returns the outcome for the other player.
func (o Outcome) Mirror() Outcome {
	switch o {
	case Won:
		return Lost
	case Lost:
		return Won
	default:
		return o
	}
}

// endings holds what every result of the ruleset's vocabulary adds to a player, by
// Outcome. All of one Outcome are worth the same points and differ in games only.
type endings [NoTable][]Word

// examples are one result of each Outcome for the first seat, in ledger form.
type examples [NoTable]ledger.Match

// endings returns the results that a table can end with.
func (r *Rules) endings() endings {
	out, _ := r.vocabulary()
	return out
}

// readVocabulary returns endings, and one result of each in ledger form.
func (r *Rules) readVocabulary() (out endings, first examples) {
	if r.Set.Boards > 0 {
		return r.boardVocabulary()
	}
	scorer := standings.NewScorer(r.Set, make([]ledger.Player, 2))
	for _, o := range r.Set.Results(ledger.Swiss) {
		m := ledger.Match{Kind: o.Kind, N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}, Result: o.Result}
		k := Drawn
		switch {
		case o.Kind == ledger.DoubleLoss:
			k = BothLost
		case r.Set.Winner(&m) == 0:
			k = Won
		case r.Set.Winner(&m) == 1:
			k = Lost
		}
		if out[k] == nil {
			first[k] = m
		}
		out[k] = append(out[k], r.booked(&m, scorer, 1)[0])
	}
	if r.Set.Draws.Allowed && len(out[Drawn]) == 0 {
		out[Drawn], first[Drawn] = []Word{r.seats[isDraw][0]}, r.matches[isDraw]
	}
	return out, first
}

// possible lists the outcomes of a table, seen from one of its players.
func (n *endings) possible() []Outcome {
	var list []Outcome
	for o, words := range n {
		if len(words) > 0 {
			list = append(list, Outcome(o))
		}
	}
	return list
}

// Outcomes lists how a table can end for one of its players.
func (r *Rules) Outcomes() []Outcome {
	n := r.endings()
	return n.possible()
}

// Worth returns the points of an outcome in units; 0 without a table.
func (r *Rules) Worth(o Outcome) int {
	n := r.endings()
	if o == NoTable || len(n[o]) == 0 {
		return 0
	}
	return n[o][0].Points()
}

// SitOuts returns the most byes in the rounds not yet paired if no player joins or
// leaves: one a round in an odd field, those known beforehand, and the rounds that latecomers
// still miss.
func (s *Start) SitOuts() int {
	first := s.paired()
	in, apart := 0, 0
	for p := range s.players {
		if s.out[p] {
			continue
		}
		in++
		for r := first; r < s.rules.Rounds; r++ {
			apart += int(s.known(p) >> (r + 1) & 1)
		}
		apart += max(s.lateRounds(p)-first, 0)
	}
	if in%2 == 1 || apart > 0 { // who sits out can leave an odd rest
		apart += s.rules.Rounds - first
	}
	return apart
}

// lateRounds returns how many rounds a player missed or will miss from the first on.
func (s *Start) lateRounds(p int) int {
	if s.source == nil {
		return 0
	}
	return int(s.source.Players[p].LateRounds)
}

// paired returns the number of rounds whose pairings are known.
func (s *Start) paired() int {
	if s.inPlay {
		return s.played + 1
	}
	return s.played
}

// Closed reports whether every player who is not in has left for good. It is false if
// Only selects some of the players, while the others play on, and if a player is on
// standby to make the number even.
func (s *Start) Closed() bool {
	for p, out := range s.out {
		if out && s.left[p] == playing && (!s.hidden[p] || s.source != nil && s.source.Players[p].StandIn) {
			return false
		}
	}
	return true
}

// LeastAlone returns the fewest points of a round without an opponent, in units.
func (r *Rules) LeastAlone() int {
	least := r.absence().Points()
	for _, w := range append(append([]Word(nil), r.byes...), r.award...) {
		least = min(least, w.Points())
	}
	return least
}
