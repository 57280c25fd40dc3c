package rules

import (
	"strconv"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// OfBoards returns the ruleset of a match between two crews that is played on n boards, each
// a match of two persons by r: its result counts the boards that each side has won and those
// that are drawn, where r counts games. What is lost without play is lost on all boards. It
// returns nil where results of r are not games won, or score other than by who won.
func (r *Ruleset) OfBoards(n int) *Ruleset {
	if r.form() != ledger.Games || r.Scoring.Mode != "outcome" || r.Seats.Max != 2 {
		return nil
	}
	of, _ := variants.get(variant{r, "boards " + strconv.Itoa(n)}, func() (*Ruleset, error) {
		of := *r
		of.Published, of.Boards = r.asPublished(), n
		of.Match = Match{Games: n, EliminationGames: n}
		of.Vocabulary = Vocabulary{Form: r.Vocabulary.Form, AnyUpTo: n} // fewer than n: a board that both have lost
		for won := n; won >= 0; won-- {
			for lost := min(won, n-won); lost >= 0; lost-- {
				for drawn := n - won - lost; drawn >= 0; drawn-- {
					code := formatScore([3]int32{int32(won), int32(lost), int32(drawn)})
					if won+lost+drawn == n {
						of.Vocabulary.Swiss = append(of.Vocabulary.Swiss, code)
					}
					if won > lost {
						of.Vocabulary.Elimination = append(of.Vocabulary.Elimination, code)
					}
				}
			}
		}
		all := [3]int{n, 0, 0}
		of.Bye.Games, of.Forfeit.Games, of.Drop.Games = all, all, all
		of.Draws.Intentional, of.Draws.ID = false, ""
		of.crewed(n)
		of.Examples, of.Scripts = nil, nil
		return &of, nil
	})
	return of
}

// CanEnd reports whether a match can still end with a result: on boards, whether those that are
// over allow it.
func (r *Ruleset) CanEnd(m *ledger.Match, boards numbered.List[ledger.Match], res ledger.Result) bool {
	if len(boards) == 0 {
		return true
	}
	v, _, _, open := r.CountBoards(m, boards)
	for i, n := range v {
		if res.V[i] < n {
			return false
		}
		open -= int(res.V[i] - n)
	}
	return open >= 0
}

// CountBoards returns how many boards of a match each seat has won and how many are drawn, the
// seat to which the match goes if it is level in a bracket, or ledger.None, whether both have
// won as many, and how many boards have no result.
func (r *Ruleset) CountBoards(m *ledger.Match, boards numbered.List[ledger.Match]) (v [4]int32, first int, level bool, open int) {
	lead, sums := ledger.None, [2]int{}
	for b, board := range numbered.All(boards) {
		if !board.Finished() {
			open++
			continue
		}
		won := r.Winner(board)
		if won < 0 {
			if board.Kind != ledger.DoubleLoss {
				v[2]++
			}
			continue
		}
		seat := m.Seat(board.Seats[won])
		v[seat]++
		sums[seat] += b
		if lead < 0 {
			lead = seat
		}
	}
	switch level = v[0] == v[1]; {
	case sums[0] < sums[1]:
		first = 0
	case sums[1] < sums[0]:
		first = 1
	default:
		first = lead
	}
	return v, first, level, open
}
