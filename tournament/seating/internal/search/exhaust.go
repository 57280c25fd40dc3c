package main

import (
	"slices"

	"topcut/tournament/seating"
)

// prover tries all schedules of a small field for one that is better than a
// value. If there is none, the value is proved best.
//
// The first session is the same in all schedules, by numbering the players, and
// of the second only one of each kind is tried: sessions are of one kind if
// their tables share equally many players with those of the first, up to the
// order of tables. The order of the others does not matter.
type prover struct {
	players, sessions int
	than              seating.Value
	limit             int      // most meetings of a pair that a better schedule may have
	need              int      // least number of different opponents that each player needs in it
	all               [][]pair // the pairs of every way to seat the players
	met               []int    // of pairs
	distinct          []int    // of players
}

// pair is two players and the number of the pair.
type pair struct{ id, p, q int }

// better reports whether any schedule is better than the value.
func better(players, sessions int, than seating.Value) bool {
	v := &prover{
		players: players, sessions: sessions, than: than, limit: than.MaxMeetings,
		met:      make([]int, players*players),
		distinct: make([]int, players),
	}
	bound := seating.Bound(players, sessions)
	fewer := than.MaxMeetings > bound.MaxMeetings
	switch {
	case than.DistinctSpread == 0 && than.MostDistinct == bound.MostDistinct:
		// Only fewer meetings are better.
		v.limit--
		v.need = ((seating.Seats-1)*sessions + v.limit - 1) / max(1, v.limit)
	case than.DistinctSpread == 0 && !fewer:
		// Only more different opponents are better, for all players.
		v.need = than.MostDistinct + 1
	}
	v.partitions(0, nil)
	if sessions == 1 {
		return v.value().Compare(than) < 0
	}
	v.meet(v.all[0], 1)
	kinds := make(map[string]bool)
	for i := range v.all {
		if !v.fits(v.all[i]) {
			continue
		}
		if kind := v.kind(i); !kinds[kind] {
			kinds[kind] = true
			if v.with(i, sessions-2, nil) {
				return true
			}
		}
	}
	return false
}

// partitions lists the ways to seat the players who are not seated.
func (v *prover) partitions(seated uint, pairs []pair) {
	first := 0
	for seated>>first&1 == 1 {
		first++
	}
	if first == v.players {
		v.all = append(v.all, slices.Clone(pairs))
		return
	}
	for a := first + 1; a < v.players; a++ {
		for b := a + 1; b < v.players; b++ {
			for c := b + 1; c < v.players; c++ {
				table := []int{first, a, b, c}
				set := uint(1)<<first | 1<<a | 1<<b | 1<<c
				if set&seated != 0 {
					continue
				}
				next := slices.Clip(pairs)
				for i, q := range table {
					for _, p := range table[:i] {
						next = append(next, pair{p*v.players + q, p, q})
					}
				}
				v.partitions(seated|set, next)
			}
		}
	}
}

// kind names the kind of a session against the first one.
func (v *prover) kind(i int) string {
	table := func(session int) []int {
		of := make([]int, v.players)
		for k, p := range v.all[session] {
			of[p.p], of[p.q] = k/6, k/6
		}
		return of
	}
	first, other := table(0), table(i)
	n := v.players / seating.Seats
	shared := make([][]byte, n)
	for t := range shared {
		shared[t] = slices.Repeat([]byte{'0'}, n)
	}
	for p := range v.players {
		shared[other[p]][first[p]]++
	}
	// The smallest of all orders of the tables of the first session names the
	// kind; tables of the other session are sorted.
	best := ""
	permute(n, func(order []int) {
		rows := make([]string, n)
		for t, row := range shared {
			for _, c := range order {
				rows[t] += string(row[c])
			}
		}
		slices.Sort(rows)
		text := ""
		for _, row := range rows {
			text += row
		}
		if best == "" || text < best {
			best = text
		}
	})
	return best
}

// permute calls yield with every order of the numbers below n.
func permute(n int, yield func([]int)) {
	order := make([]int, 0, n)
	var extend func()
	extend = func() {
		if len(order) == n {
			yield(order)
			return
		}
		for i := range n {
			if !slices.Contains(order, i) {
				order = append(order, i)
				extend()
				order = order[:len(order)-1]
			}
		}
	}
	extend()
}

// with plays one more session and then left others of those that still fit.
func (v *prover) with(i, left int, candidates []int) bool {
	v.meet(v.all[i], 1)
	defer v.meet(v.all[i], -1)
	if !v.hopeful(left) {
		return false
	}
	if left == 0 {
		return v.value().Compare(v.than) < 0
	}
	if candidates == nil {
		for j := range v.all {
			candidates = append(candidates, j)
		}
	}
	var fit []int
	for _, j := range candidates {
		if v.fits(v.all[j]) {
			fit = append(fit, j)
		}
	}
	for k, j := range fit {
		if v.with(j, left-1, fit[k:]) {
			return true
		}
	}
	return false
}

func (v *prover) meet(session []pair, by int) {
	for _, p := range session {
		old := v.met[p.id]
		v.met[p.id] += by
		if old == 0 || v.met[p.id] == 0 {
			v.distinct[p.p] += by
			v.distinct[p.q] += by
		}
	}
}

// fits reports whether no pair would meet too often.
func (v *prover) fits(session []pair) bool {
	for _, p := range session {
		if v.met[p.id] >= v.limit {
			return false
		}
	}
	return true
}

// hopeful reports whether all players can still meet enough different opponents.
func (v *prover) hopeful(left int) bool {
	for _, d := range v.distinct {
		if d+(seating.Seats-1)*left < v.need {
			return false
		}
	}
	return true
}

func (v *prover) value() seating.Value {
	most, fewest := slices.Max(v.distinct), slices.Min(v.distinct)
	return seating.Value{MaxMeetings: slices.Max(v.met), DistinctSpread: most - fewest, MostDistinct: most}
}
