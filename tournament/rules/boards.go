package rules

import (
	"strconv"

	"topcut/tournament/ledger"
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
		of.Examples = nil
		return &of, nil
	})
	return of
}
