package pairing

import (
	"topcut/tournament/notice"
	"topcut/tournament/pairing/matching"
)

// factor is a power of ten in a number system made for the task: the weight of
// one unit in the upper or the lower word.
type factor struct {
	unit  int64
	upper bool
}

func (f factor) add(w *matching.Weight, v int64) {
	if f.upper {
		w.Hi += f.unit * v
	} else {
		w.Lo += f.unit * v
	}
}

// errWeights reports costs beyond what two words can weigh.
var errWeights = notice.Err("pairing.weights")

// setFactors assigns the terms to two words such that one unit of a term weighs more
// than all later terms of a whole round together. If a very large field has very many
// terms, the last of them are left out, and nothing is proved.
func (m *matcher) setFactors() error {
	hard := len(m.in.Policy.Hard)
	for keep := len(m.terms); keep >= hard; keep-- {
		if m.lay(hard, keep) {
			m.cut = keep < len(m.terms)
			return nil
		}
	}
	return errWeights
}

// lay is setFactors for the first keep terms; it returns false if they find no
// room.
func (m *matcher) lay(hard, keep int) bool {
	pairs := int64(m.vertices()/2) + 1
	m.factor = make([]factor, len(m.terms))
	next, fits := factor{unit: 1}, true
	take := func(most, times int64) factor {
		const room = matching.MaxWeight / 4
		if most > room/times || most*times > room/next.unit {
			if next.upper || most > room/times {
				fits = false
				return factor{}
			}
			next = factor{unit: 1, upper: true}
		}
		f := next
		next.unit *= most*times + 1
		return f
	}
	changes := m.repair != nil
	if changes && m.repair.optimal {
		m.changeFactor = take(1, pairs)
	}
	for k := keep - 1; k >= hard; k-- {
		m.factor[k] = take(m.bound(m.terms[k]), pairs)
	}
	if m.bye != none {
		m.byeFactor = take(int64(len(m.order)), 1)
	}
	if changes && !m.repair.optimal {
		m.changeFactor = take(1, pairs)
	}
	for k := hard - 1; k >= 0; k-- {
		m.factor[k] = take(m.bound(m.terms[k]), pairs)
	}
	return fits
}

// bound returns the highest cost of a pair under one term.
func (m *matcher) bound(t Term) int64 {
	switch t {
	case PointGap, GroupGap:
		gap := m.widest()
		return gap * gap
	case RepeatFloat:
		return 2
	case SideDebt:
		return m.worstDebt()
	case SingleSided:
		gap := m.widest()
		return gap*gap + (m.worstDebt()+5)*m.point*m.point
	case RankGap:
		// Only ranks inside one score are compared.
		type span struct{ low, high int32 }
		spans := make(map[int64]span)
		widest := int64(0)
		for _, i := range m.order {
			rank := m.player(i).Rank
			s, ok := spans[m.score(i)]
			if !ok {
				s = span{rank, rank}
			}
			s = span{min(s.low, rank), max(s.high, rank)}
			spans[m.score(i)] = s
			widest = max(widest, int64(s.high)-int64(s.low))
		}
		return widest * widest
	case HoursApart:
		return Quarters
	default:
		return 1
	}
}

// widest returns the largest difference of levels.
func (m *matcher) widest() int64 {
	low, high := m.level(m.order[0]), m.level(m.order[0])
	for _, i := range m.order {
		low, high = min(low, m.level(i)), max(high, m.level(i))
	}
	return high - low
}

// worstDebt returns the highest cost of sides.
func (m *matcher) worstDebt() int64 {
	var balance int32
	for _, i := range m.order {
		b := m.player(i).Sides.Balance
		balance = max(balance, b, -b)
	}
	return SideDebtCost(balance, 0)
}
