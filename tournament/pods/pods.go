// Package pods seats multiplayer games: tables
// of four, with tables of three or byes where four does not divide the field. It
// also makes draft pods (docs/rules/magic.md#mtg-09 to MTG-17).
//
// A round is chosen by strict priorities: table sizes as close to four as the
// policy allows, then the fewest repeated pairs of opponents, then the smallest
// point gap, which is the sum of the squared differences in points over all
// pairs of opponents, then seats that spread each player over those of all rounds. Small fields are solved exactly; for larger ones a
// deterministic search says whether its answer is proved best.
package pods

import "topcut/tournament/notice"

// Preferred is the size of a table.
const Preferred = 4

// Policy determines the seating of a field that does not fill tables of four.
type Policy uint8

// Ways to seat the remaining players.
const (
	Threes Policy = iota // up to three tables of three
	Byes                 // up to three byes
)

// Sizes is how a field is divided.
type Sizes struct {
	Four, Three, Byes int
}

// Split divides a field. Five players cannot be divided into threes and fours:
// one has a bye and four play. It refuses fields too small for a table.
func Split(players int, policy Policy) (Sizes, error) {
	switch {
	case policy > Byes:
		return Sizes{}, notice.Err("pods.policy", "policy", int(policy))
	case players < 3 || policy == Byes && players < Preferred:
		return Sizes{}, notice.Err("pods.too_few", "players", players)
	}
	rest := players % Preferred
	if policy == Byes || players == 5 {
		return Sizes{Four: players / Preferred, Byes: rest}, nil
	}
	three := (Preferred - rest) % Preferred
	return Sizes{Four: (players - 3*three) / Preferred, Three: three}, nil
}
