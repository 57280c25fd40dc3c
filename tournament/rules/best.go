package rules

import (
	"slices"
	"strconv"

	"topcut/tournament/ledger"
)

// BestOf returns the ruleset for matches that are best of n games, and nil where the game is not
// played so: n is neither its own length nor one that match.best lists. The results follow
// from those of the game's own length: a match is won by more than half of n, with as many
// drawn games as the game knows; where time may end a match early, or level, it may here. A bye
// and a win without play stay worth the games of the game's own length, so that no percentage
// depends on the stage in which somebody had none.
func (r *Ruleset) BestOf(n int) *Ruleset {
	if n == r.Match.Games {
		return r
	}
	if !r.hasBestOf(n) {
		return nil
	}
	of, _ := variants.get(variant{r, "best of " + strconv.Itoa(n)}, func() (*Ruleset, error) {
		of := *r
		of.Published = r.asPublished()
		own := r.Match.Games
		of.Match = Match{Games: n, EliminationGames: n, Best: r.Match.Best}
		of.Vocabulary.Swiss = bestCodes(r.Vocabulary.Swiss, own, n)
		of.Vocabulary.Elimination = bestCodes(r.Vocabulary.Elimination, own, n)
		if r.Draws.ID == formatScore([3]int32{0, 0, int32(own)}) {
			of.Draws.ID = formatScore([3]int32{0, 0, int32(n)})
		}
		of.Examples = nil
		return &of, nil
	})
	return of
}

// hasBestOf reports whether matches may be best of n games.
func (r *Ruleset) hasBestOf(n int) bool {
	return n == r.Match.Games || slices.Contains(r.Match.Best, n) && r.form() == ledger.Games && r.Scoring.Mode == "outcome"
}

// Of returns the ruleset by which a match is played: of as many games as the match says.
func (r *Ruleset) Of(m *ledger.Match) *Ruleset {
	if m.Best > 0 {
		if of := r.BestOf(int(m.Best)); of != nil {
			return of
		}
	}
	return r
}

// Lengths returns the ruleset and, for an elimination, those of longer matches, which a file
// seldom says: the shorter first.
func (r *Ruleset) Lengths(stage ledger.Stage) []*Ruleset {
	out := []*Ruleset{r}
	if !IsElimination(stage) {
		return out
	}
	for _, n := range slices.Sorted(slices.Values(r.Match.Best)) {
		if of := r.BestOf(n); of != nil && n > max(r.Match.Games, r.Match.EliminationGames) {
			out = append(out, of)
		}
	}
	return out
}

// Fit checks a result as CheckResult does, and says in the match of how many games it is if
// only a longer match has this result.
func (r *Ruleset) Fit(stage ledger.Stage, m *ledger.Match) error {
	err := r.CheckResult(stage, m)
	for _, of := range r.Lengths(stage)[1:] {
		if err == nil {
			break
		}
		if err = of.CheckResult(stage, m); err == nil {
			m.Best = uint8(of.Match.Games)
		}
	}
	return err
}

// bestCodes returns the results of a best of n from those of a best of own.
func bestCodes(codes []string, own, n int) (out []string) {
	const won, early, level = 0, 1, 2
	var drawn [3][]int32 // how many drawn games each kind of result may have
	var words []string
	for _, code := range codes {
		score, ok := parseScore(code)
		if !ok {
			words = append(words, code)
			continue
		}
		kind := early
		switch {
		case score[0] == score[1]:
			kind = level
		case 2*int(score[0]) > own:
			kind = won
		}
		if !slices.Contains(drawn[kind], score[2]) {
			drawn[kind] = append(drawn[kind], score[2])
		}
	}
	add := func(kind int, a, b int32) {
		for _, d := range drawn[kind] {
			if n > 1 || a+b+d <= 1 {
				out = append(out, formatScore([3]int32{a, b, d}))
			}
		}
	}
	wins := int32(n+1) / 2
	for b := range wins {
		add(won, wins, b)
	}
	for a := wins - 1; a > 0; a-- {
		for b := range a {
			add(early, a, b)
		}
	}
	for a := wins - 1; a >= 0; a-- {
		add(level, a, a)
	}
	return append(out, words...)
}
