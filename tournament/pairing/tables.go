package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/random"
)

// result gives tables and sides and writes everything down.
func (r *round) result() *Result {
	r.seatDrawn()
	r.sortSeats()
	r.giveSides()
	if r.in.Policy.Tables == TablesRandom {
		random.Slice(r.random("tables", [2]int32{}), r.seats)
	}
	r.giveNumbers()

	res := &Result{Tables: make([]Table, len(r.seats)), Proof: r.proof, ProvedOptimal: r.proof != NoProof}
	for i := range r.seats {
		r.write(&res.Tables[i], &r.seats[i])
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

// seatDrawn adds the pairs that the certificate made to the seats.
func (r *round) seatDrawn() {
	if !r.drawn {
		return
	}
	for a, b := range r.mate {
		if int(b) <= a {
			continue
		}
		why := WhyEqualScore
		if r.score[a] != r.score[b] {
			why = WhyOddGroup
		}
		r.seats = append(r.seats, seat{a: int32(a), b: b, why: why, clean: true})
	}
}

// sortSeats puts the seats in the order of their better-ranked players.
func (r *round) sortSeats() {
	better := func(s, t seat) int { return cmp.Compare(min(s.a, s.b), min(t.a, t.b)) }
	if !slices.IsSortedFunc(r.seats, better) {
		slices.SortFunc(r.seats, better)
	}
}

// giveNumbers numbers the tables: what has a number keeps it, players with a
// fixed table bring their opponents there (the better-ranked one wins), the
// rest takes the lowest free numbers. The seats end up in the order of the
// numbers.
func (r *round) giveNumbers() {
	first := int32(max(r.in.Policy.FirstTable, 1))
	if !r.fixedTable && !r.numbered {
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
		for _, p := range [2]int32{min(s.a, s.b), max(s.a, s.b)} {
			if t := r.player(p).FixedTable; s.number == 0 && t > 0 && !used[t] {
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

// giveSides puts the better-ranked player into place A or, where the policy knows
// sides, the player with the first side: the assignment that owes less, then what
// the two wish for, then the draw. The seats are in order of rank.
func (r *round) giveSides() {
	if !r.has[SideDebt] && !r.has[AbsoluteSides] && !r.has[SingleSided] && !r.has[SingleSidedIllegal] {
		for i := range r.seats {
			s := &r.seats[i]
			s.a, s.b = min(s.a, s.b), max(s.a, s.b)
		}
		return
	}
	rng := r.random("sides", [2]int32{})
	for i := range r.seats {
		s := &r.seats[i]
		s.a, s.b = min(s.a, s.b), max(s.a, s.b)
		draw := rng.IntN(2) == 0
		pa, pb := r.player(s.a), r.player(s.b)
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
