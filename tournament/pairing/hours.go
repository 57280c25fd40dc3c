package pairing

import (
	"math/bits"
	"slices"
)

// Quarters is the number of quarter hours of a week.
const Quarters = 7 * 24 * 4

// Hours is a set of the quarter hours of a week, the same week for all players: bit i%64 of
// word i/64 is quarter hour i.
type Hours [(Quarters + 63) / 64]uint64

// Add adds a quarter hour to the set.
func (h *Hours) Add(quarter int) { h[quarter/64] |= 1 << (quarter % 64) }

// apart returns the number of quarter hours of a week that are not in both sets. A player
// whose hours are not known is as far from each opponent as two players are who share none:
// they draw no opponent to them, and hours that they come to say make no pair dearer.
func (h *Hours) apart(o *Hours) int64 {
	if h == nil || o == nil {
		return Quarters
	}
	n := Quarters
	for i, word := range h {
		n -= bits.OnesCount64(word & o[i])
	}
	return int64(n)
}

// ByHours returns a function that reports whether a table of a round is there for the hours in
// common: the round drawn without regard to them lacks it and has fewer of them.
func ByHours(in Input, res *Result) (func(Table) bool, error) {
	never := func(Table) bool { return false }
	last := len(in.Policy.Cost) - 1
	if last < 0 || in.Policy.Cost[last] != HoursApart {
		return never, nil
	}
	with := in.Policy
	in.Policy.Cost = in.Policy.Cost[:last]
	drawn, err := Swiss(in)
	if err != nil {
		return nil, err
	}
	tables := drawn.Tables
	in.Policy = with
	if drawn, err = Check(in, drawn.Seating()); err != nil {
		return nil, err
	}
	if apart := func(r *Result) int64 { return r.Cost[len(r.Cost)-1].Value }; apart(res) >= apart(drawn) {
		return never, nil
	}
	return func(t Table) bool {
		alike := func(o Table) bool { return o.A == t.A && o.B == t.B || o.A == t.B && o.B == t.A }
		return t.Reason.Why <= WhyOddGroup && !slices.ContainsFunc(tables, alike)
	}, nil
}
