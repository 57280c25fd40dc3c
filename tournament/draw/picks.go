package draw

import (
	"encoding/hex"
	"slices"

	"topcut/tournament"
	"topcut/tournament/random"
)

// Coin returns the player who is drawn when the picks and bans of a match begin.
func Coin(s *tournament.State, at tournament.Place) int {
	_, l := s.Match(at.Round, at.Match)
	return int(l.Seats[random.New(roundSeed(s, at), "coin", uint64(at.Match)).IntN(2)]) + 1
}

// Item returns what is drawn in the present step of the picks and bans of a match, for a player
// who has not chosen, or for no player. A hidden choice of the opponent does not change it.
func Item(s *tournament.State, at tournament.Place, player int) string {
	m, _ := s.Match(at.Round, at.Match)
	options := m.Picks.Options(slices.Index(m.Picks.Players[:], player)) // script.None for no player
	return options[random.New(roundSeed(s, at), "pick", uint64(at.Match), uint64(m.Picks.Next().Number), uint64(player)).IntN(len(options))]
}

// roundSeed returns the seed of a round; zero if it was paired elsewhere.
func roundSeed(s *tournament.State, at tournament.Place) (seed [32]byte) {
	b, _ := hex.DecodeString(s.Round(at.Round).Seed)
	copy(seed[:], b)
	return seed
}
