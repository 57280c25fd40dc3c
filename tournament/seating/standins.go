package seating

import "math/bits"

// chooseStandIns renumbers a schedule whose stand-ins are not chosen yet, with those
// numbers as stand-ins that leave the best value for the other players. Stand-ins get
// the last numbers.
func (s *Schedule) chooseStandIns() {
	count := s.StandIns
	if count == 0 {
		return
	}
	full := s.Players + count
	met := make([]uint64, full+1) // set of opponents; number p is bit p-1
	for _, session := range s.Sessions {
		for _, table := range session.Tables {
			for _, p := range table {
				for _, q := range table {
					if p != q {
						met[p] |= 1 << (q - 1)
					}
				}
			}
		}
	}
	top := 0
	for _, set := range met {
		top = max(top, bits.OnesCount64(set))
	}
	// The largest number of meetings hardly depends on the choice; the spread and the
	// most different opponents of the other players decide. If stand-ins meet fewer
	// people than there are, a spread of one with no player above the old most is
	// optimal, and the search ends.
	var best uint64
	bestSpread, bestMost := full, 0
	done := false
	var choose func(from, left int, chosen uint64)
	choose = func(from, left int, chosen uint64) {
		if left > 0 {
			for p := from; p <= full && !done; p++ {
				choose(p+1, left-1, chosen|1<<(p-1))
			}
			return
		}
		most, fewest := 0, full
		for p := 1; p <= full; p++ {
			if chosen>>(p-1)&1 == 0 {
				d := bits.OnesCount64(met[p] &^ chosen)
				most, fewest = max(most, d), min(fewest, d)
			}
		}
		if spread := most - fewest; spread < bestSpread || spread == bestSpread && most > bestMost {
			best, bestSpread, bestMost = chosen, spread, most
			done = spread <= 1 && most == top && count*top < s.Players
		}
	}
	choose(1, count, 0)

	number := make([]int, full+1)
	person, standIn := 1, s.Players+1
	for p := 1; p <= full; p++ {
		next := &person
		if best>>(p-1)&1 == 1 {
			next = &standIn
		}
		number[p] = *next
		*next++
	}
	for i := range s.Sessions {
		for j := range s.Sessions[i].Tables {
			for seat, p := range s.Sessions[i].Tables[j] {
				s.Sessions[i].Tables[j][seat] = number[p]
			}
		}
	}
}
