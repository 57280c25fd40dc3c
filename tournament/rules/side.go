package rules

import (
	"slices"
	"strings"

	"topcut/tournament/ledger"
)

// OneSide reports whether each player of a match has one of the game's two sides at a
// stage: white or black, or corp or runner in a single-sided game. A match with a game
// on each side has nothing to balance.
func (r *Ruleset) OneSide(stage ledger.Stage) bool {
	return len(r.Seats.Sides) == 2 && r.games(stage) == 1
}

// games returns of how many games a match of a stage is, best of; 0 = not counted in games.
func (r *Ruleset) games(stage ledger.Stage) int {
	if IsElimination(stage) && r.Match.EliminationGames > 0 {
		return r.Match.EliminationGames
	}
	return r.Match.Games
}

// Side returns the side of a seat of a match as an index into Seats.Sides, or -1 if
// there was none: no such game, or nothing was played. The first seat has the first
// side unless the result has it otherwise, as it may if the better seed chooses.
func (r *Ruleset) Side(stage ledger.Stage, m *ledger.Match, seat int) int {
	if !r.OneSide(stage) || m.N != 2 || m.Kind != ledger.Played && m.Kind != ledger.IntentionalDraw {
		return -1
	}
	if m.Kind == ledger.Played && m.Result.Form == ledger.Points && m.Result.Sides&1 == 0 {
		return 1 - seat
	}
	return seat
}

// SideName names the side of a seat, empty if it has none.
func (r *Ruleset) SideName(stage ledger.Stage, m *ledger.Match, seat int) string {
	side := r.Side(stage, m, seat)
	if side < 0 {
		return ""
	}
	name := r.Seats.Sides[side]
	return strings.ToUpper(name[:1]) + name[1:]
}

// cutSide cuts the side off the end of a result such as "3-0 runner" and returns the
// rest with the index of the side, or -1 if none is named.
func (r *Ruleset) cutSide(stage ledger.Stage, text string) (string, int) {
	score, word, ok := strings.Cut(text, " ")
	if !ok || !r.OneSide(stage) {
		return text, -1
	}
	side := slices.Index(r.Seats.Sides, strings.TrimPrefix(strings.TrimSpace(word), "as "))
	if side < 0 {
		return text, -1
	}
	return score, side
}
