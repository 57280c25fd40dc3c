package pairing

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/random"
)

// Seating is the present seating of a round: the tables and the players who sit out.
type Seating struct {
	Tables []Table
	Byes   []int32
}

// Seating returns the tables and byes of the result.
func (r *Result) Seating() Seating { return Seating{r.Tables, r.Byes} }

// Change is how [Repair] may alter a round. Players who joined or left, fixed pairs and
// fixed byes follow from the input.
type Change struct {
	// Reopen names players whose tables (or byes) are broken up and paired anew,
	// for instance because their score was corrected (docs/rules/pokemon.md#pkm-84).
	Reopen []int32
	// Optimal asks for a pairing as good as Swiss would make: the terms of the policy come
	// first and the number of changed tables only decides between equals.
	// Otherwise a table is changed only where it must be.
	Optimal bool
}

// sitsOut stands for the bye in place of a partner.
const sitsOut = int32(-2)

// repair is what stands of a round.
type repair struct {
	optimal bool
	with    []int32 // by player: the partner, none or sitsOut
	number  []int32 // by player: the number of the table
}

// mate returns the vertex a vertex is kept with, or none.
func (p *repair) mate(m *matcher, v int32) int32 {
	if v == m.bye {
		return none
	}
	switch w := p.with[m.order[v]]; w {
	case none:
		return none
	case sitsOut:
		return m.bye
	default:
		return m.at[w]
	}
}

// Repair pairs a round that has been paired already after something changed
// (docs/rules/pokemon.md#pkm-84, PKM-107). In order of importance:
//
//  1. new pairs break as few hard constraints as possible (tables that stay are
//     not held against the repair, the organiser has accepted them);
//  2. as few tables and byes as possible change, reopened ones apart;
//  3. the bye goes by the policy, then the other terms are as low as possible.
//
// Pairs that stay keep their table; new ones get the numbers that have become
// free. To give a player the bye, name the player in [Input.Byes]; to seat two
// players together, name them in [Input.Pairs].
func Repair(in Input, now Seating, change Change) (*Result, error) {
	r, err := newRound(&in)
	if err != nil {
		return nil, err
	}
	defer r.release()
	if err := r.keep(now, change); err != nil {
		return nil, err
	}
	r.proof = ProofPrices
	for _, f := range r.fields() {
		if err := r.rematch(&f); err != nil {
			return nil, err
		}
	}
	return r.result(), nil
}

// keep notes what stands of the seating.
func (r *round) keep(now Seating, change Change) error {
	p := &repair{optimal: change.Optimal, with: make([]int32, r.size()), number: make([]int32, r.size())}
	for i := range p.with {
		p.with[i] = none
	}
	open := make(map[int32]bool, len(change.Reopen))
	for _, id := range change.Reopen {
		open[id] = true
	}
	seen := make(map[int32]bool, 2*len(now.Tables))
	seat := func(id int32) (int32, bool, error) {
		if seen[id] {
			return 0, false, notice.Err("pairing.two_tables", "player", notice.Player(id))
		}
		seen[id] = true
		i, ok := r.find(id)
		return i, ok && !r.isTaken(i), nil
	}
	for _, t := range now.Tables {
		a, okA, err := seat(t.A)
		if err != nil {
			return err
		}
		b, okB, err := seat(t.B)
		if err != nil {
			return err
		}
		switch {
		case !okA || !okB || open[t.A] || open[t.B]:
		case r.fieldKey(a) != r.fieldKey(b):
			// Fixed by the organiser across fields; it stays.
			r.setTaken(a, b)
			r.seats, r.unclean = append(r.seats, r.oriented(t, a, b)), true
		default:
			p.with[a], p.with[b] = b, a
			p.number[a], p.number[b] = int32(t.Number), int32(t.Number)
		}
	}
	for _, id := range now.Byes {
		i, ok, err := seat(id)
		if err != nil {
			return err
		}
		if ok && !open[id] {
			p.with[i] = sitsOut
		}
	}
	// A pair fixed in the input may be one that has a table already.
	for k := range r.seats {
		for _, t := range now.Tables {
			s := &r.seats[k]
			if a, b := r.ids[s.a], r.ids[s.b]; a == t.A && b == t.B || a == t.B && b == t.A {
				s.number = int32(t.Number)
			}
		}
	}
	r.repair, r.numbered = p, true
	return nil
}

func (r *round) oriented(t Table, a, b int32) seat {
	return seat{a: a, b: b, number: int32(t.Number), why: WhyKept}
}

// rematch pairs one field of a repair.
func (r *round) rematch(f *field) error {
	var candidates []int32
	if len(f.order)%2 == 1 {
		var err error
		candidates, err = r.byeCandidates(f.order, f.key)
		r.sortCandidates(candidates)
		for _, i := range f.order {
			if r.repair.with[i] == sitsOut && !slices.Contains(candidates, i) {
				candidates = append(candidates, i)
			}
		}
		if len(candidates) == 0 {
			if err == nil {
				err = errNoBye
			}
			return err
		}
	}
	rng := r.random("repair", f.key)
	random.Slice(rng, f.order)
	m := r.newMatcher(f.order, candidates, rng)
	if err := m.solve(); err != nil {
		return err
	}
	m.accept()
	return nil
}

// Swap exchanges the places of two players; either may have the bye. Everything
// else stays, and the result is checked like [Check] does.
func Swap(in Input, now Seating, a, b int32) (*Result, error) {
	if a == b {
		return nil, notice.Err("pairing.swap_self", "player", notice.Player(a))
	}
	found := 0
	other := func(id int32) int32 {
		switch id {
		case a:
			found++
			return b
		case b:
			found++
			return a
		}
		return id
	}
	swapped := Seating{Tables: make([]Table, len(now.Tables)), Byes: make([]int32, len(now.Byes))}
	for i, t := range now.Tables {
		swapped.Tables[i] = Table{Number: t.Number, A: other(t.A), B: other(t.B)}
	}
	for i, id := range now.Byes {
		swapped.Byes[i] = other(id)
	}
	if found != 2 {
		return nil, notice.Err("pairing.swap_absent", "who", []notice.Player{notice.Player(a), notice.Player(b)})
	}
	r, err := Check(in, swapped)
	if err != nil {
		return nil, err
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.A != a && t.A != b && t.B != a && t.B != b {
			t.Reason.Why = WhyKept
		}
	}
	return r, nil
}

// Check returns the costs and compromises of the given pairing. Tables without a number
// (0) get one. It returns an error if an active player is missing, seated twice or
// unknown. [Input.Pairs] and [Input.Byes] are ignored, and nothing is proved.
func Check(in Input, given Seating) (*Result, error) {
	in.Pairs, in.Byes = nil, given.Byes
	r, err := newRound(&in)
	if err != nil {
		return nil, err
	}
	defer r.release()
	r.proof, r.numbered = NoProof, true
	for _, t := range given.Tables {
		a, err := r.take(t.A)
		if err != nil {
			return nil, err
		}
		b, err := r.take(t.B)
		if err != nil {
			return nil, err
		}
		r.seats, r.unclean = append(r.seats, seat{a: a, b: b, number: int32(t.Number), why: WhyForced}), true
	}
	for i := range int32(r.size()) {
		if !r.isTaken(i) {
			return nil, notice.Err("pairing.unseated", "player", notice.Player(r.player(i).ID))
		}
	}
	return r.result(), nil
}
