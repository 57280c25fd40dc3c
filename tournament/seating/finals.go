package seating

import (
	"fmt"
	"slices"
)

// TopCut is the number of players who advance from the scramble (RII-23).
const TopCut = 8

// Empty is a seat at a final table that a stand-in has to take.
const Empty = -1

// Finals is the part of an event after the scramble: two sessions in which the
// Top 8 and the rest of the field play among themselves. Players are numbers of
// the caller's choice; Empty is not one of them. What the totals are, and that
// they are halved at the cut (RII-25), is the business of the scoring.
type Finals struct {
	Top  []int // best first; eight, or nobody in a field below eight
	Rest []int // best first
}

// Cut splits the standings of the scramble, best first. Stand-ins are not in
// them: they fill the tables of the rest (RII-43). A field below eight is not
// cut (RII-42).
func Cut(standings []int) Finals {
	top := TopCut
	if len(standings) < TopCut {
		top = 0
	}
	return Finals{Top: slices.Clone(standings[:top]), Rest: slices.Clone(standings[top:])}
}

// First returns the tables of the first session after the cut: seeds 1, 3, 6, 8
// and 2, 4, 5, 7, then the rest by standing, 9 to 12, 13 to 16 and so on
// (RII-28, RII-29). Seats are not winds yet, see [DrawWinds].
func (f Finals) First() []Table {
	var tables []Table
	if t := f.Top; len(t) == TopCut {
		tables = append(tables, Table{t[0], t[2], t[5], t[7]}, Table{t[1], t[3], t[4], t[6]})
	}
	return append(tables, fours(f.Rest)...)
}

// Sort returns the finals with both groups in the order of compare, which puts
// the better player first; players whom it calls equal keep their order.
func (f Finals) Sort(compare func(a, b int) int) Finals {
	g := Finals{Top: slices.Clone(f.Top), Rest: slices.Clone(f.Rest)}
	slices.SortStableFunc(g.Top, compare)
	slices.SortStableFunc(g.Rest, compare)
	return g
}

// Last returns the tables of the last session, given the finals sorted by the
// totals before it: the best four of the Top 8, the other four, then the rest by
// standing (RII-30 to RII-32).
func (f Finals) Last() []Table { return append(fours(f.Top), fours(f.Rest)...) }

// Places returns all players in the order of their final places. f is sorted as
// for Last, and compare orders by final totals. The four of the first table take
// places 1 to 4, those of the second 5 to 8, and the rest follow by total over
// all their tables (RII-26, RII-30 to RII-33).
func (f Finals) Places(compare func(a, b int) int) ([]int, error) {
	if len(f.Top) != 0 && len(f.Top) != TopCut {
		return nil, fmt.Errorf("seating: the cut has %d players, want %d or none", len(f.Top), TopCut)
	}
	var places []int
	for group := range slices.Chunk(slices.Concat(f.Top), Seats) {
		slices.SortStableFunc(group, compare)
		places = append(places, group...)
	}
	rest := slices.Clone(f.Rest)
	slices.SortStableFunc(rest, compare)
	return append(places, rest...), nil
}

// fours seats players in order; the last table may have empty seats.
func fours(players []int) []Table {
	var tables []Table
	for group := range slices.Chunk(players, Seats) {
		table := Table{Empty, Empty, Empty, Empty}
		copy(table[:], group)
		tables = append(tables, table)
	}
	return tables
}
