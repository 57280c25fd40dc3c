package seating

import "slices"

// chooseStandIns renumbers a schedule whose stand-ins are not chosen yet: those
// numbers become stand-ins who leave the best value for the others. Stand-ins
// get the last numbers.
func (s *Schedule) chooseStandIns() {
	count := s.StandIns
	if count == 0 {
		return
	}
	full := s.Players + count
	met := make([][]bool, full+1)
	for i := range met {
		met[i] = make([]bool, full+1)
	}
	distinct := make([]int, full+1)
	for _, session := range s.Sessions {
		for _, table := range session.Tables {
			for _, p := range table {
				for _, q := range table {
					if p != q && !met[p][q] {
						met[p][q] = true
						distinct[p]++
					}
				}
			}
		}
	}
	// The largest number of meetings hardly depends on the choice; the spread and
	// the most different opponents of those who stay decide.
	// If stand-ins meet fewer people than there are, a spread of one with nobody
	// ahead of the old most is as good as can be, and the search ends.
	best := make([]int, 0, count)
	bestSpread, bestMost := full, 0
	top := slices.Max(distinct)
	done := false
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) < count {
			for p := from; p <= full && !done; p++ {
				choose(p+1, append(chosen, p))
			}
			return
		}
		most, fewest := 0, full
		for p := 1; p <= full; p++ {
			d, in := distinct[p], true
			for _, c := range chosen {
				if c == p {
					in = false
				}
				if met[p][c] {
					d--
				}
			}
			if in {
				most, fewest = max(most, d), min(fewest, d)
			}
		}
		if spread := most - fewest; spread < bestSpread || spread == bestSpread && most > bestMost {
			best = append(best[:0], chosen...)
			bestSpread, bestMost = spread, most
			done = spread <= 1 && most == top && count*top < s.Players
		}
	}
	choose(1, make([]int, 0, count))

	number := make([]int, full+1)
	person, standIn := 1, s.Players+1
	for p := 1; p <= full; p++ {
		next := &person
		for _, c := range best {
			if c == p {
				next = &standIn
			}
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
