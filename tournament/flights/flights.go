// Package flights splits a large division into groups that play their Swiss
// rounds among themselves, by the Pokémon procedures of 2009
// (docs/rules/pokemon.md#pkm-66 to PKM-79).
//
// Flights save rounds: each doubling of their number saves one. They are a last
// resort; take the smallest number that fits the time. They need
// Swiss plus single elimination and age separated divisions, at least 64 players
// in the division and 32 in each flight. Players are never moved between flights
// later, and all flights send the same number of players, two at least, to the
// elimination stage.
package flights

import (
	"math/bits"
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/random"
)

// Limits of the procedures (docs/rules/pokemon.md#pkm-71, PKM-72, PKM-77).
const (
	MinDivision  = 64
	MinFlight    = 32
	MinPerFlight = 2
)

// counts returns the numbers of flights that exist.
func counts() []int { return []int{2, 4, 8, 16} }

// Sizes returns the sizes of the flights, or why the division cannot be split
// like that. Sizes are as equal as even sizes allow; only if the number of
// players is odd, one flight is odd (docs/rules/pokemon.md#pkm-74). Larger flights come
// first.
func Sizes(players, flights int) ([]int, error) {
	switch {
	case !slices.Contains(counts(), flights):
		return nil, notice.Err("flights.number", "flights", flights)
	case players < MinDivision:
		return nil, notice.Err("flights.too_few", "least", MinDivision, "players", players)
	}
	out := sizes(players, flights)
	if least := slices.Min(out); least < MinFlight {
		return nil, notice.Err("flights.small", "flights", flights, "players", players, "smallest", least, "least", MinFlight)
	}
	return out, nil
}

// sizes deals out pairs of players. An odd player is missing in the last of the
// larger flights.
func sizes(players, flights int) []int {
	pairs := (players + 1) / 2
	out := make([]int, flights)
	for i := range out {
		out[i] = 2 * (pairs / flights)
		if i < pairs%flights {
			out[i] += 2
		}
	}
	larger := (pairs + flights - 1) % flights
	out[larger] -= players % 2
	return out
}

// Rounds returns the Swiss rounds for a flight of the given size: one for each doubling
// (docs/rules/pokemon.md#pkm-22, PKM-73).
func Rounds(players int) int {
	if players < 2 {
		return 0
	}
	return bits.Len(uint(players - 1))
}

// PerFlight returns how many players of each flight advance to a cut, or why
// the cut cannot be shared out equally (docs/rules/pokemon.md#pkm-77).
func PerFlight(cut, flights int) (int, error) {
	switch {
	case flights < 1 || cut%flights != 0:
		return 0, notice.Err("flights.uneven", "cut", cut, "flights", flights)
	case cut/flights < MinPerFlight:
		return 0, notice.Err("flights.places", "cut", cut, "flights", flights, "least", MinPerFlight)
	}
	return cut / flights, nil
}

// Assign deals players out to flights at random: it returns the flight of each,
// counted from 0 (docs/rules/pokemon.md#pkm-74).
func Assign(players, flights int, src *random.Source) ([]int, error) {
	size, err := Sizes(players, flights)
	if err != nil {
		return nil, err
	}
	of := make([]int, 0, players)
	for flight, n := range size {
		of = append(of, slices.Repeat([]int{flight}, n)...)
	}
	src.Shuffle(players, func(i, j int) { of[i], of[j] = of[j], of[i] })
	return of, nil
}

// Late returns the flight, counted from 0, of a player who comes late: the
// smallest one, or a random one of the smallest (docs/rules/pokemon.md#pkm-76). size
// holds the flights as they started, with late players who came before.
func Late(size []int, src *random.Source) int {
	least := slices.Min(size)
	var smallest []int
	for flight, n := range size {
		if n == least {
			smallest = append(smallest, flight)
		}
	}
	return smallest[src.IntN(len(smallest))]
}
