package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/random"
)

// field is a part of the players that is paired on its own.
type field struct {
	key [2]int32 // what tells it apart, see fieldKey
	// order lists the players who have an opponent: as drawn, later such that
	// neighbours meet.
	order []int32
	start []int32 // where each group begins in the drawn order, and the end
	// candidates may have the bye of an odd field. The first is not in order.
	candidates []int32
	rng        *random.Source // of the draw
}

// fields splits the players who still need an opponent into the parts that are
// paired on their own, each in order of rank.
func (r *round) fields() []field {
	members := r.members
	for i := range members {
		members[i] = int32(i)
	}
	if r.taken != nil {
		members = slices.DeleteFunc(members, r.isTaken)
	}
	if pol := &r.in.Policy; pol.SeparateDivisions || pol.SeparateFlights {
		slices.SortStableFunc(members, func(a, b int32) int {
			ka, kb := r.fieldKey(a), r.fieldKey(b)
			return cmp.Or(cmp.Compare(ka[0], kb[0]), cmp.Compare(ka[1], kb[1]))
		})
	}
	var parts []field
	for from := 0; from < len(members); {
		key, to := r.fieldKey(members[from]), len(members)
		if key != r.fieldKey(members[to-1]) {
			to = from + 1
			for r.fieldKey(members[to]) == key {
				to++
			}
		}
		parts = append(parts, field{key: key, order: members[from:to:to]})
		from = to
	}
	return parts
}

// fieldKey tells separate fields apart.
func (r *round) fieldKey(i int32) (key [2]int32) {
	if r.in.Policy.SeparateDivisions {
		key[0] = r.player(i).Division
	}
	if r.in.Policy.SeparateFlights {
		key[1] = r.player(i).Flight
	}
	return key
}

// random returns the random numbers of one kind of decision in one field.
func (r *round) random(label string, key [2]int32) *random.Source {
	return random.New(r.in.Seed, "pairing/"+label, uint64(r.in.Round), uint64(uint32(key[0])), uint64(uint32(key[1])))
}

// draw chooses the bye of an odd field and shuffles its groups.
func (r *round) draw(f *field) error {
	if len(f.order)%2 == 1 {
		var err error
		if f.candidates, err = r.byeCandidates(f.order, f.key); err != nil {
			return err
		}
		k, _ := slices.BinarySearch(f.order, f.candidates[0])
		f.order = slices.Delete(f.order, k, k+1)
	}
	f.rng = r.random("draw", f.key)
	f.start = r.shuffleLevels(f.order, f.rng)
	return nil
}

// introduce sets mate for all neighbours in the drawn orders who never met. Nearly
// all end up as pairs, so these questions are worth answering in bulk: one pass over
// the players as they lie in memory is faster than looking each pair up. Where the
// policy does not mind rematches, neighbours count as if they had never met.
func (r *round) introduce(fields []field) {
	r.mate = slices.Grow(r.mate, r.size())[:r.size()]
	mate, ids := r.mate, r.ids
	apart := len(mate) // players in no order
	for i := range fields {
		apart -= len(fields[i].order)
	}
	if apart > 0 {
		for i := range mate {
			mate[i] = none
		}
	}
	for i := range fields {
		order := fields[i].order
		for k := 1; k < len(order); k += 2 {
			a, b := order[k-1], order[k]
			mate[a], mate[b] = b, a
		}
	}
	if !r.has[Rematches] {
		return
	}
	players, place := r.in.Players, r.place
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		if place != nil {
			a = place[i]
		}
		b := mate[a]
		if b == none {
			continue
		}
		list, id := p.Opponents, ids[b]
		k := len(list) - 1
		for k >= 0 && list[k] != id {
			k--
		}
		if k >= 0 {
			mate[a], mate[b] = none, none
		}
	}
}

// settle pairs a field that has been drawn.
func (r *round) settle(f *field) error {
	order, mate := f.order, r.mate
	if !r.certify(f) {
		err := r.matchAround(f)
		for _, i := range order {
			mate[i] = none
		}
		return err
	}
	for k := 1; k < len(order); k += 2 {
		if a, b := order[k-1], order[k]; mate[a] != b {
			mate[a], mate[b] = b, a
		}
	}
	if f.candidates != nil {
		r.byes = append(r.byes, f.candidates[0])
	}
	return nil
}

// drawn lists the better-ranked players of the pairs that the certificate made, in
// order of rank, once all fields are settled.
func (r *round) drawn() []int32 {
	list, n := r.members, 0 // the orders of the fields are done with
	for a, b := range r.mate {
		list[n] = int32(a)
		n += int(uint32(int32(a)-b) >> 31) // 1 where a < b, without a branch on what is a toss-up
	}
	return list[:n]
}
