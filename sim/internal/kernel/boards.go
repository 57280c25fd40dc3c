package kernel

import (
	"math/bits"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// Matches of two crews on boards, each of which is won by either side or drawn: who has won
// more has won the match. Boards do not depend on each other. What a match adds to its crews
// depends only on how many boards each has won, so that a whole match is one lot among
// (n+1)(n+2)/2 scores, doubled by who has the first side on the first board. Of a crew with
// fewer members than boards the last boards are lost before: the lot is among the scores of
// those that both can take.

// mostBoards is how many boards a match can have for its scores to be drawn by lots.
const mostBoards = 14

// score is how many boards the first and the second side have won, and how many are drawn.
type score [3]int

// mirror returns the score as the other side sees it.
func (s score) mirror() score { return score{s[1], s[0], s[2]} }

// less returns a score without another.
func (s score) less(o score) score { return score{s[0] - o[0], s[1] - o[1], s[2] - o[2]} }

// result returns a score in ledger form.
func (s score) result() ledger.Result {
	return ledger.Result{Form: ledger.Games, V: [4]int32{int32(s[0]), int32(s[1]), int32(s[2])}}
}

// outcome returns who has won, as 1, 0 or -1: none where each side has lost every board.
func (s score) outcome() (first, second int) {
	switch {
	case s[0] > s[1]:
		return 1, -1
	case s[0] < s[1]:
		return -1, 1
	case s == score{}:
		return -1, -1
	}
	return 0, 0
}

// is reports whether the first side has an outcome.
func (s score) is(outcome int) bool {
	first, _ := s.outcome()
	return first == outcome
}

// won returns the outcome for the first side.
func (s score) won() Outcome {
	switch is, _ := s.outcome(); is {
	case 1:
		return Won
	case -1:
		return Lost
	}
	return Drawn
}

// match returns a match with a score, without seats.
func (s score) match() ledger.Match {
	m := ledger.Match{N: 2, Result: s.result()}
	if s == (score{}) {
		m.Kind = ledger.DoubleLoss
	}
	return m
}

// boards books the scores of a match on boards: those of all boards, then those without one,
// two and more of them, which both have lost. They are in the order of scoresOf, each with the
// first seat on the first side of the first board and with the other.
func (r *Rules) boards() {
	for counted := r.Set.Boards; counted >= 0; counted-- {
		for _, s := range scoresOf(counted) {
			w, m := r.scored(s), s.match()
			r.seats = append(r.seats, [2]Word{w[0] + 1<<firstAt, w[1]}, [2]Word{w[0], w[1] + 1<<firstAt})
			r.matches = append(r.matches, m, m)
		}
	}
}

// indexOf returns the outcome index of a score with the first seat on the first side of the
// first board; the next one is with the other.
func (r *Rules) indexOf(s score) int {
	counted, before := s[0]+s[1]+s[2], 0
	for n := r.Set.Boards; n > counted; n-- {
		before += (n + 1) * (n + 2) / 2
	}
	return 2 * (before + scoreAt(counted, s[0], s[1]))
}

// scoreOf returns the score with an outcome index.
func (r *Rules) scoreOf(outcome int) score {
	v := r.matches[outcome].Result.V
	return score{int(v[0]), int(v[1]), int(v[2])}
}

// scored returns what a score adds to both sides.
func (r *Rules) scored(s score) [2]Word {
	first, second := s.outcome()
	return [2]Word{r.match(first, s), r.match(second, s.mirror())}
}

// scoresOf lists the scores of so many boards.
func scoresOf(boards int) (list []score) {
	for won := range boards + 1 {
		for lost := range boards + 1 - won {
			list = append(list, score{won, lost, boards - won - lost})
		}
	}
	return list
}

// scoreAt returns the place of a score of so many boards in scoresOf.
func scoreAt(boards, won, lost int) int { return won*(2*boards+3-won)/2 + lost }

// chances are those of the scores in scoresOf of boards that the first side wins and loses
// with given chances.
func chances(boards [][2]float64) []float64 {
	at := []float64{1}
	for n, p := range boards {
		next := make([]float64, (n+2)*(n+3)/2)
		for i, s := range scoresOf(n) {
			next[scoreAt(n+1, s[0]+1, s[1])] += at[i] * p[0]
			next[scoreAt(n+1, s[0], s[1]+1)] += at[i] * p[1]
			next[scoreAt(n+1, s[0], s[1])] += at[i] * (1 - p[0] - p[1])
		}
		at = next
	}
	return at
}

// under is a match under way: the score so far, and the boards that have no result, of which
// bit b is board b (from 0).
type under struct {
	score score
	open  uint16
	dealt bool // its boards are on record
}

// whole returns a match on boards that are all open.
func (r *Rules) whole() under { return under{open: 1<<r.Set.Boards - 1} }

// underWay returns what is on record of a match that has no result: nothing but open boards
// if it has none of its own.
func (r *Rules) underWay(round *ledger.Round, at int, m *ledger.Match) under {
	boards := numbered.Get(round.Boards, at)
	u := r.whole()
	u.dealt = len(boards) > 0
	v, _, _, _ := r.Set.CountBoards(m, boards)
	u.score = score{int(v[0]), int(v[1]), int(v[2])}
	for b, board := range numbered.All(boards) {
		if board.Finished() {
			u.open &^= 1 << (b - 1)
		}
	}
	return u
}

// ends lists the scores that a match can end with: a board may be lost by both.
func (u under) ends() (list []score) {
	for counted := bits.OnesCount16(u.open); counted >= 0; counted-- {
		for _, s := range scoresOf(counted) {
			if end := u.plus(s); end != (score{}) {
				list = append(list, end)
			}
		}
	}
	return list
}

func (u under) plus(s score) score {
	for i, n := range u.score {
		s[i] += n
	}
	return s
}

// leadsTo reports whether a match can end with a score if no board that is open is lost by both.
func (u under) leadsTo(end score) bool {
	left := end.less(u.score)
	return min(left[0], left[1], left[2]) >= 0 && left[0]+left[1]+left[2] == bits.OnesCount16(u.open)
}

// plays returns the scores that a match can end with if no board that is open is lost by both,
// in the order of scoresOf.
func (u under) plays() (list []score) {
	for _, s := range scoresOf(bits.OnesCount16(u.open)) {
		list = append(list, u.plus(s))
	}
	return list
}

// ends are the results that a table can end with for one of its players.
type ends struct {
	endings
	outcomes []Outcome
}

// tables returns the results that each open table can end with, for its first and for its
// second player.
func (s *Start) tables() [][2]*ends {
	out := make([][2]*ends, len(s.open))
	whole := s.rules.ends()
	for i := range out {
		if out[i] = [2]*ends{whole, whole}; s.under != nil {
			out[i] = s.rules.endsOf(s.under[i])
		}
	}
	return out
}

// ends returns the results that a table can end with.
func (r *Rules) ends() *ends {
	n := r.endings()
	return &ends{n, n.possible()}
}

// endsOf is ends of a match under way, for both sides.
func (r *Rules) endsOf(u under) (sides [2]*ends) {
	first, second := &ends{}, &ends{}
	for _, end := range u.ends() {
		w, o := r.scored(end), end.won()
		first.endings[o], second.endings[o.Mirror()] = append(first.endings[o], w[0]), append(second.endings[o.Mirror()], w[1])
	}
	first.outcomes, second.outcomes = first.possible(), second.possible()
	return [2]*ends{first, second}
}

// OutcomesAt lists for each open table how it can end for its first player.
func (s *Start) OutcomesAt() [][]Outcome {
	var out [][]Outcome
	for _, table := range s.tables() {
		out = append(out, table[0].outcomes)
	}
	return out
}

// boardVocabulary is readVocabulary for matches on boards: every score of up to so many.
func (r *Rules) boardVocabulary() (out endings, first examples) {
	for _, s := range r.whole().ends() {
		k := s.won()
		if out[k] == nil {
			first[k] = ledger.Match{N: 2, Result: s.result()}
		}
		out[k] = append(out[k], r.scored(s)[0])
	}
	return out, first
}
