package seating

import "topcut/tournament/random"

// Draw gives each of n people a schedule number: person i (counted from 0) has
// number Draw(n, src)[i], from 1 to n (docs/rules/riichi.md#rii-12). The stream of the
// event's seed makes the draw repeatable; stand-ins are not drawn.
func Draw(n int, src *random.Source) []int {
	numbers := src.Perm(n)
	for i := range numbers {
		numbers[i]++
	}
	return numbers
}

// DrawWinds seats the players of a table of the final sessions at random
// (docs/rules/riichi.md#rii-27).
func DrawWinds(table Table, src *random.Source) Table {
	src.Shuffle(Seats, func(i, j int) { table[i], table[j] = table[j], table[i] })
	return table
}
