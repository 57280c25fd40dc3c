package pairing

import "math/bits"

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
	n := Quarters
	for i, word := range h {
		n -= bits.OnesCount64(word & o[i])
	}
	return int64(n)
}
