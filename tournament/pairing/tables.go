package pairing

import (
	"cmp"
	"slices"
)

// result gives tables and sides and writes everything down.
func (r *round) result() *Result {
	for i := range r.seats {
		s := &r.seats[i]
		if r.before(s.b, s.a) {
			s.a, s.b = s.b, s.a
		}
	}
	r.giveSides()
	if r.in.Policy.Tables == TablesRandom {
		slices.SortFunc(r.seats, r.seatOrder)
		r.source("tables", [2]int32{}).Shuffle(len(r.seats), func(i, j int) { r.seats[i], r.seats[j] = r.seats[j], r.seats[i] })
	} else {
		r.sortSeats()
	}
	r.giveNumbers()

	res := &Result{Tables: make([]Table, len(r.seats)), Proof: r.proof, ProvedOptimal: r.proof != NoProof}
	for i := range r.seats {
		s := &r.seats[i]
		res.Tables[i] = Table{Number: int(s.number), A: r.id[s.a], B: r.id[s.b], Reason: r.reason(s)}
	}
	for _, i := range r.byes {
		res.Byes = append(res.Byes, r.id[i])
	}
	res.Cost = make([]TermCost, len(r.terms))
	for k, t := range r.terms {
		res.Cost[k] = TermCost{t, r.total(t)}
	}
	res.Warnings = r.warnings(res.ProvedOptimal)
	return res
}

// before orders players by rank.
func (r *round) before(a, b int32) bool {
	return r.rank[a] < r.rank[b] || r.rank[a] == r.rank[b] && r.id[a] < r.id[b]
}

// best is the better-ranked player of a pair.
func (r *round) best(s *seat) int32 {
	if r.before(s.b, s.a) {
		return s.b
	}
	return s.a
}

func (r *round) seatOrder(s, t seat) int {
	a, b := r.best(&s), r.best(&t)
	return cmp.Or(cmp.Compare(r.rank[a], r.rank[b]), cmp.Compare(r.id[a], r.id[b]))
}

// sortSeats puts the pairs in order of their better-ranked players. Ranks that
// are a permutation of 1 to n need no comparing.
func (r *round) sortSeats() {
	n := int32(len(r.p))
	place := make([]int32, n+1) // by rank: 1 + the index of the seat
	for i := range r.seats {
		k := r.rank[r.best(&r.seats[i])]
		if k < 1 || k > n || place[k] != 0 {
			slices.SortFunc(r.seats, r.seatOrder)
			return
		}
		place[k] = int32(i) + 1
	}
	sorted := make([]seat, 0, cap(r.seats))
	for _, i := range place {
		if i != 0 {
			sorted = append(sorted, r.seats[i-1])
		}
	}
	r.seats = sorted
}

// giveNumbers numbers the tables: what has a number keeps it, players with a
// fixed table bring their opponents there (the better-ranked one wins), the
// rest takes the lowest free numbers. The seats end up in order of number.
func (r *round) giveNumbers() {
	first := int32(max(r.in.Policy.FirstTable, 1))
	fixed := r.fixedTable
	for i := range r.seats {
		fixed = fixed || r.seats[i].number != 0
	}
	if !fixed {
		for i := range r.seats {
			r.seats[i].number = first + int32(i)
		}
		return
	}
	used := make(map[int32]bool, len(r.seats))
	for i := range r.seats {
		s := &r.seats[i]
		if used[s.number] {
			s.number = 0
		}
		used[s.number] = true
	}
	for i := range r.seats {
		s := &r.seats[i]
		for _, p := range [2]int32{r.best(s), s.a + s.b - r.best(s)} {
			if t := r.p[p].FixedTable; s.number == 0 && t > 0 && !used[t] {
				s.number = t
				used[t] = true
			}
		}
	}
	free := first
	for i := range r.seats {
		s := &r.seats[i]
		if s.number != 0 {
			continue
		}
		for used[free] {
			free++
		}
		s.number = free
		used[free] = true
	}
	slices.SortFunc(r.seats, func(s, t seat) int { return cmp.Compare(s.number, t.number) })
}

// giveSides puts the player with the first side into place A, where the policy
// knows sides: the assignment that owes less, then what the two wish for, then
// the draw.
func (r *round) giveSides() {
	if !r.has[SideDebt] && !r.has[AbsoluteSides] && !r.has[SingleSided] && !r.has[SingleSidedIllegal] {
		return
	}
	slices.SortFunc(r.seats, r.seatOrder)
	rng := r.source("sides", [2]int32{})
	for i := range r.seats {
		s := &r.seats[i]
		draw := rng.IntN(2) == 0
		pa, pb := &r.p[s.a], &r.p[s.b]
		_, aFirst, even, _ := sideDebt(pa, pb)
		if even {
			sideA, wishA := pa.Sides.Preference()
			sideB, wishB := pb.Sides.Preference()
			switch {
			case wishA > wishB:
				aFirst = sideA == FirstSide
			case wishB > wishA:
				aFirst = sideB == SecondSide
			case sideA != sideB:
				aFirst = sideA == FirstSide
			default:
				aFirst = draw
			}
		}
		if !aFirst {
			s.a, s.b = s.b, s.a
		}
	}
}
