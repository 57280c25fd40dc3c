package pairing

import (
	"cmp"
	"math"
	"slices"

	"topcut/tournament/random"
)

// result gives tables and sides and writes everything down.
func (r *round) result() *Result {
	res := &Result{Tables: r.tables(), Scores: r.groups.scores(), Proof: r.proof, ProvedOptimal: r.proof != NoProof}
	for _, i := range r.byes {
		res.Byes = append(res.Byes, r.ids[i])
	}
	res.Cost = make([]TermCost, len(r.terms))
	for k, t := range r.terms {
		res.Cost[k] = TermCost{t, r.total(t)}
	}
	res.Warnings = r.warnings(res.ProvedOptimal)
	return res
}

// tables returns the tables with all players seated.
func (r *round) tables() []Table {
	drawn := r.drawn()
	if len(drawn) > 0 && len(r.seats) == 0 && r.groups.ranked && r.has[Rematches] && !r.fixedTable && !r.hasSides() && r.in.Policy.Tables == TablesByRank {
		return r.drawnTables(drawn)
	}
	r.seatDrawn(drawn)
	r.sortSeats()
	r.giveSides()
	if r.in.Policy.Tables == TablesRandom {
		random.Slice(r.random("tables", [2]int32{}), r.seats)
	}
	r.giveNumbers()
	list := make([]Table, len(r.seats))
	for i := range r.seats {
		s, t := &r.seats[i], &list[i]
		g := r.groups.of(r.score(s.a))
		t.Number, t.A, t.B = int(s.number), r.ids[s.a], r.ids[s.b]
		t.Reason = Reason{Group: g.number, OtherGroup: r.groups.of(r.score(s.b)).number, GroupSize: g.size, Why: s.why}
		if !s.clean || !r.has[Rematches] {
			t.Reason.Meetings = int16(min(r.meetings(s.a, s.b), math.MaxInt16))
		}
	}
	return list
}

// drawnTables is tables for a round without rematches that the certificate has
// paired as a whole, as it does nearly every large one, where ranks follow the scores:
// the pairs come in the order of the tables, one score group after the other.
func (r *round) drawnTables(drawn []int32) []Table {
	tables := make([]Table, len(drawn))
	number, from, end := r.firstTable(), 0, int32(0)
	for _, g := range r.groups.list {
		end += g.size
		size, _ := slices.BinarySearch(drawn[from:], end)
		r.seatGroup(tables[from:from+size], drawn[from:from+size], g, end, number+from)
		from += size
	}
	return tables
}

// seatGroup writes down the tables of the players of a group, which ends before rank
// end; the first table has the given number.
func (r *round) seatGroup(tables []Table, drawn []int32, g group, end int32, number int) {
	ids, mate := r.ids, r.mate
	reason := Reason{Group: g.number, OtherGroup: g.number, GroupSize: g.size, Why: WhyEqualScore}
	for k, a := range drawn {
		b := mate[a]
		t := &tables[k]
		t.Number, t.A, t.B, t.Reason = number+k, ids[a], ids[b], reason
		if b >= end {
			t.Reason.OtherGroup, t.Reason.Why = r.groups.of(r.scores[b]).number, WhyOddGroup
		}
	}
}

// seatDrawn adds the pairs of the certificate to the seats.
func (r *round) seatDrawn(drawn []int32) {
	for _, a := range drawn {
		b := r.mate[a]
		s := seat{a: a, b: b, why: WhyEqualScore, clean: true}
		if r.score(a) != r.score(b) {
			s.why = WhyOddGroup
		}
		r.seats = append(r.seats, s)
	}
}

func (r *round) firstTable() int { return max(r.in.Policy.FirstTable, 1) }

// sortSeats puts the seats in the order of their better-ranked players.
func (r *round) sortSeats() {
	slices.SortFunc(r.seats, func(s, t seat) int { return cmp.Compare(min(s.a, s.b), min(t.a, t.b)) })
}

// giveNumbers numbers the tables: what has a number keeps it, players with a
// fixed table bring their opponents there (the better-ranked one wins), the
// rest takes the lowest free numbers. The seats end up in the order of the
// numbers.
func (r *round) giveNumbers() {
	first := r.firstTable()
	if !r.fixedTable && !r.numbered {
		for i := range r.seats {
			r.seats[i].number = int32(first + i)
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
	free := int32(first)
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

// hasSides tells whether the policy looks at sides.
func (r *round) hasSides() bool {
	return r.has[SideDebt] || r.has[AbsoluteSides] || r.has[SingleSided] || r.has[SingleSidedIllegal]
}

// giveSides puts the better-ranked player into place A or, if the policy has sides, the
// player with the first side: the assignment with the lower debt, then by the
// preferences of the two, then by lot. The seats are in order of rank.
func (r *round) giveSides() {
	if !r.hasSides() {
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
