package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/random"
)

// result gives tables and sides and writes everything down.
func (r *round) result() *Result {
	r.giveSides()
	order := r.tableOrder()
	r.giveNumbers(order)

	res := &Result{Tables: make([]Table, len(order)), Proof: r.proof, ProvedOptimal: r.proof != NoProof}
	for i, k := range order {
		r.write(&res.Tables[i], &r.seats[k])
	}
	for _, i := range r.byes {
		res.Byes = append(res.Byes, r.id[i])
	}
	res.Cost = make([]TermCost, len(r.terms))
	for k, t := range r.terms {
		res.Cost[k] = TermCost{t, r.total(t)}
	}
	res.Warnings = r.warnings(order, res.ProvedOptimal)
	return res
}

// tableOrder returns the seats in the order in which they take tables.
func (r *round) tableOrder() []int32 {
	order := r.byBestRank()
	if r.in.Policy.Tables == TablesRandom {
		random.Slice(r.random("tables", [2]int32{}), order)
	}
	return order
}

// byBestRank lists the seats by their better-ranked players.
func (r *round) byBestRank() []int32 {
	at := make([]int32, r.size()) // by player: 1 + the seat
	for i := range r.seats {
		s := &r.seats[i]
		at[min(s.a, s.b)] = int32(i) + 1
	}
	order := make([]int32, 0, len(r.seats))
	for _, i := range at {
		if i != 0 {
			order = append(order, i-1)
		}
	}
	return order
}

// giveNumbers numbers the tables: what has a number keeps it, players with a
// fixed table bring their opponents there (the better-ranked one wins), the
// rest takes the lowest free numbers. The order ends up that of the numbers.
func (r *round) giveNumbers(order []int32) {
	first := int32(max(r.in.Policy.FirstTable, 1))
	if !r.fixedTable && !r.numbered {
		for i, k := range order {
			r.seats[k].number = first + int32(i)
		}
		return
	}
	used := make(map[int32]bool, len(order))
	for _, k := range order {
		s := &r.seats[k]
		if used[s.number] {
			s.number = 0
		}
		used[s.number] = true
	}
	for _, k := range order {
		s := &r.seats[k]
		for _, p := range [2]int32{min(s.a, s.b), max(s.a, s.b)} {
			if t := r.player(p).FixedTable; s.number == 0 && t > 0 && !used[t] {
				s.number = t
				used[t] = true
			}
		}
	}
	free := first
	for _, k := range order {
		s := &r.seats[k]
		if s.number != 0 {
			continue
		}
		for used[free] {
			free++
		}
		s.number = free
		used[free] = true
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(r.seats[a].number, r.seats[b].number) })
}

// giveSides puts the better-ranked player into place A or, where the policy knows
// sides, the player with the first side: the assignment that owes less, then what the two wish for, then
// the draw.
func (r *round) giveSides() {
	if !r.has[SideDebt] && !r.has[AbsoluteSides] && !r.has[SingleSided] && !r.has[SingleSidedIllegal] {
		for i := range r.seats {
			s := &r.seats[i]
			s.a, s.b = min(s.a, s.b), max(s.a, s.b)
		}
		return
	}
	rng := r.random("sides", [2]int32{})
	for _, k := range r.byBestRank() {
		s := &r.seats[k]
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
