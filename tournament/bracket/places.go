package bracket

import (
	"cmp"
	"slices"

	"topcut/tournament/numbered"

	"topcut/tournament/sorted"
)

// place fills in the places that can no longer change. Groups of players who leave
// together are handled from the best to the worst; each group has as many places as
// players, even while the players are unknown.
func (b *Bracket) place(s *State) {
	next := 1
	for _, sources := range b.finish {
		first := next
		var seeds []int
		complete := true
		for _, from := range sources {
			count, known := b.leavers(s, from)
			next += count
			seeds = append(seeds, known...)
			complete = complete && len(known) == count
		}
		switch {
		case b.config.Ranking == Shared:
			for _, seed := range seeds {
				*s.Places.At(seed) = first
			}
			continue
		case !complete:
			continue
		case b.config.Ranking == ByEliminator && len(seeds) > 1:
			if !b.sortByEliminator(s, seeds) {
				continue
			}
		default:
			slices.Sort(seeds)
		}
		for i, seed := range seeds {
			*s.Places.At(seed) = first + i
		}
	}
}

// leavers returns how many players come out of a source for good, and which of
// them are known.
func (b *Bracket) leavers(s *State, from Source) (count int, known []int) {
	id := from.N
	if id == b.final {
		id = b.deciding(s)
	}
	m := *s.Matches.At(id)
	if from.Kind == WinnerOf {
		if m.Order == nil {
			return 1, nil
		}
		return 1, m.Order[:1]
	}
	if m.Order == nil {
		return len(m.Players) - 1, nil
	}
	return len(m.Players) - 1, m.Order[1:]
}

// sortByEliminator orders seeds by the place of the player who beat them last; equal
// ones (two losers of one pod) by seed. It returns false while one of those places is
// open.
func (b *Bracket) sortByEliminator(s *State, seeds []int) bool {
	by := make(map[int]int, len(seeds))
	for _, m := range s.Matches {
		for i, seed := range m.Order {
			if i > 0 {
				by[seed] = numbered.Get(s.Places, m.Order[0])
			}
		}
	}
	for _, seed := range seeds {
		if by[seed] == 0 {
			return false
		}
	}
	sorted.Stable(seeds, func(x, y int) int {
		return cmp.Or(cmp.Compare(by[x], by[y]), cmp.Compare(x, y))
	})
	return true
}
