package pairing

import "slices"

// meetings returns how often two players met. A meeting that only one of them
// lists counts as well.
func (r *round) meetings(a, b int32) int32 {
	pa, pb := r.player(a), r.player(b)
	var ab, ba int32
	for _, o := range pa.Opponents {
		if o == pb.ID {
			ab++
		}
	}
	for _, o := range pb.Opponents {
		if o == pa.ID {
			ba++
		}
	}
	return max(ab, ba)
}

// met tells whether two players met before.
func (r *round) met(a, b int32) bool {
	ia, ib := r.ids[a], r.ids[b]
	if r.bloom != nil && r.bloom[a]&bit(ib) == 0 && r.bloom[b]&bit(ia) == 0 {
		return false
	}
	la, lb := r.player(a).Opponents, r.player(b).Opponents
	if len(la) == len(lb) {
		for i, o := range la {
			if o == ib || lb[i] == ia {
				return true
			}
		}
		return false
	}
	return slices.Contains(la, ib) || slices.Contains(lb, ia)
}

// setBloom prepares for many questions whether two players met.
func (r *round) setBloom() {
	if r.bloom != nil || !r.has[Rematches] {
		return
	}
	r.bloom = make([]uint64, r.size())
	for k := range r.bloom {
		word := uint64(0)
		for _, o := range r.player(int32(k)).Opponents {
			word |= bit(o)
		}
		r.bloom[k] = word
	}
}

// bit returns the place of a number in a word of 64. IDs count up from 1, which spreads
// them well enough in a Bloom word.
func bit(i int32) uint64 { return 1 << (uint32(i) % 64) }

// value returns the cost of a pair under one term, score differences in units of
// level. With history false the two are taken for players who never met,
// share no tag and are not kept apart, which never makes a pair dearer.
func (r *round) value(t Term, a, b int32, history bool) int64 {
	pa, pb := r.player(a), r.player(b)
	switch t {
	case Rematches:
		return count(history && r.met(a, b))
	case ThirdMeetings:
		return count(history && r.meetings(a, b) >= 2)
	case CrossDivision:
		return count(pa.Division != pb.Division)
	case CrossFlight:
		return count(pa.Flight != pb.Flight)
	case TagConflict:
		return count(history && pa.Tag != 0 && pa.Tag == pb.Tag)
	case KeptApart:
		return count(history && (slices.Contains(pa.Apart, pb.ID) || slices.Contains(pb.Apart, pa.ID)))
	case PointGap, GroupGap:
		d := r.level(a) - r.level(b)
		return d * d
	case RepeatFloat:
		switch {
		case r.score(a) > r.score(b):
			return count(pa.Floated&FloatDown != 0) + count(pb.Floated&FloatUp != 0)
		case r.score(a) < r.score(b):
			return count(pa.Floated&FloatUp != 0) + count(pb.Floated&FloatDown != 0)
		}
		return 0
	case SideDebt:
		debt, _ := r.debt(pa, pb, history)
		return debt - 1
	case AbsoluteSides:
		sa, wa := pa.Sides.Preference()
		sb, wb := pb.Sides.Preference()
		return count(wa == AbsoluteWish && wb == AbsoluteWish && sa == sb)
	case SingleSided:
		return r.singleSided(a, b, history) - r.point*r.point
	case SingleSidedIllegal:
		_, ok := r.debt(pa, pb, history)
		return count(!ok || r.singleSided(a, b, history) >= 100*r.point*r.point ||
			history && r.meetings(a, b) >= 2)
	case RankGap:
		if r.score(a) != r.score(b) {
			return 0
		}
		d := int64(pa.Rank) - int64(pb.Rank)
		return d * d
	case HoursApart:
		return pa.Hours.apart(pb.Hours)
	default:
		return 0
	}
}

func count(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// debt returns 50^debt for the better assignment of sides that is still open,
// and whether one is.
func (r *round) debt(pa, pb *Player, history bool) (int64, bool) {
	if history {
		cost, _, _, ok := sideDebt(pa, pb)
		return cost, ok
	}
	return min(SideDebtCost(pa.Sides.Balance, pb.Sides.Balance),
		SideDebtCost(pb.Sides.Balance, pa.Sides.Balance)), true
}

// singleSided is SingleSidedCost in squared units of level.
func (r *round) singleSided(a, b int32, history bool) int64 {
	sides, _ := r.debt(r.player(a), r.player(b), history)
	return SingleSidedCost(r.level(a)-r.level(b), r.point, history && r.met(a, b), sides)
}

// free tells whether a pair costs nothing besides the squared score difference.
func (r *round) free(a, b int32) bool {
	return !(r.has[Rematches] && r.met(a, b)) && (!r.demanding || r.harmless(a, b))
}

// harmless is free for all terms but Rematches.
func (r *round) harmless(a, b int32) bool {
	for _, t := range r.extras {
		if t == RepeatFloat && r.score(a) == r.score(b) {
			continue
		}
		if r.value(t, a, b, true) != 0 {
			return false
		}
	}
	if r.has[SingleSided] {
		d := r.level(a) - r.level(b)
		return r.value(SingleSided, a, b, true) == d*d
	}
	return true
}

// total returns the cost of the round under one term, in the caller's units. Pairs of
// the certificate cost nothing besides their differences.
func (r *round) total(t Term) int64 {
	sum := int64(0)
	for i := range r.seats {
		if s := &r.seats[i]; !s.clean {
			sum += r.value(t, s.a, s.b, true)
		}
	}
	switch t {
	case PointGap, GroupGap, SingleSided:
		return (sum + r.gap) * r.unit * r.unit
	default:
		return sum
	}
}
