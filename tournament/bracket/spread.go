package bracket

import (
	"slices"

	"topcut/tournament/numbered"
	"topcut/tournament/random"
)

// Spread returns which player gets each seed so that players of one group meet as late
// as the bracket allows, whatever the number of groups and of places. group and tier are
// those of the players in the order of their seeds, best first; a player moves only to
// seeds of the same tier, such as the places of all who won their groups, no farther than
// it helps, and in the best tier only if nothing else does. The result has the index of
// the player for each seed.
//
// It searches by exchanges of two players of a tier, from many orders that are always
// the same, and stops at the least number of early meetings that a count allows.
func Spread(group, tier []int) []int {
	s := newSpread(group, tier)
	if len(group) < 2 {
		return s.seats
	}
	all := s.tiers
	s.tiers = all[1:]
	best, least := s.search()
	if !s.reached(least) {
		s.tiers = all
		if other, cost := s.search(); slices.Compare(cost, least) < 0 {
			best = other
		}
	}
	return best
}

// search returns the best of many orders, and its cost.
func (s *spread) search() (best, least []int) {
	rng := random.New([32]byte{}, "spread", uint64(len(s.group)))
	best = slices.Clone(s.seats)
	least = s.climb(best)
	for range spreadTries {
		if s.reached(least) {
			break
		}
		other := slices.Clone(s.seats)
		for _, t := range s.tiers {
			rng.Shuffle(len(t), func(i, j int) { other[t[i]], other[t[j]] = other[t[j]], other[t[i]] })
		}
		if cost := s.climb(other); slices.Compare(cost, least) < 0 {
			best, least = other, cost
		}
	}
	return best, least
}

// reached reports whether fewer early meetings are impossible.
func (s *spread) reached(cost []int) bool { return slices.Compare(cost[:len(cost)-1], s.bound) <= 0 }

// spreadTries is the number of orders from which Spread searches.
const spreadTries = 60

// spread is the search of Spread.
type spread struct {
	group []int              // of each player, numbered from 0
	place numbered.List[int] // of each seed in the full bracket, from top to bottom
	tiers [][]int            // the seeds of each tier
	seats []int              // the players in the order of their seeds
	bound []int              // the least cost of each round
	width int                // of the full bracket
	count []int              // by part of the bracket and group, of cost
}

func newSpread(group, tier []int) *spread {
	s := &spread{width: FullSize(len(group)), place: make(numbered.List[int], len(group))}
	s.count = make([]int, s.width*len(group))
	number := map[int]int{}
	for _, g := range group {
		if _, known := number[g]; !known {
			number[g] = len(number)
		}
		s.group = append(s.group, number[g])
	}
	for at, seed := range SlotOrder(s.width) {
		if seed <= len(group) {
			*s.place.At(seed) = at
		}
	}
	last := -1
	for i := range group {
		s.seats = append(s.seats, i)
		if tier[i] != last {
			s.tiers, last = append(s.tiers, nil), tier[i]
		}
		s.tiers[len(s.tiers)-1] = append(s.tiers[len(s.tiers)-1], i)
	}
	s.bound = s.least()
	return s
}

// cost returns, for each round from the first, how many pairs of one group can meet up
// to it, and last how far players are from their seeds, the best seeds first of all.
func (s *spread) cost(seats []int) []int {
	var out []int
	for block := 2; block < s.width; block *= 2 {
		clear(s.count)
		pairs := 0
		for seed, player := range seats {
			n := &s.count[s.place[seed]/block*len(seats)+s.group[player]]
			pairs += *n
			*n++
		}
		out = append(out, pairs)
	}
	moved := 0
	for seed, player := range seats {
		moved += (seed - player) * (seed - player) * (len(seats) - seed)
	}
	return append(out, moved)
}

// least returns a bound of the cost of each round: each group is shared out among the
// parts of the bracket as evenly as their number allows.
func (s *spread) least() (out []int) {
	size := map[int]int{}
	for _, g := range s.group {
		size[g]++
	}
	for block := 2; block < s.width; block *= 2 {
		parts, pairs := s.width/block, 0
		for _, n := range size {
			each, more := n/parts, n%parts
			pairs += more*(each+1)*each/2 + (parts-more)*each*(each-1)/2
		}
		out = append(out, pairs)
	}
	return out
}

// climb exchanges players of a tier as long as that lowers the cost, and returns it.
func (s *spread) climb(seats []int) []int {
	least := s.cost(seats)
	for {
		best := [2]int{-1, -1}
		for _, t := range s.tiers {
			for i, a := range t {
				for _, b := range t[:i] {
					if s.group[seats[a]] == s.group[seats[b]] {
						continue
					}
					seats[a], seats[b] = seats[b], seats[a]
					if cost := s.cost(seats); slices.Compare(cost, least) < 0 {
						best, least = [2]int{a, b}, cost
					}
					seats[a], seats[b] = seats[b], seats[a]
				}
			}
		}
		if best[0] < 0 {
			return least
		}
		seats[best[0]], seats[best[1]] = seats[best[1]], seats[best[0]]
	}
}
