package kernel

import (
	"math/bits"

	"topcut/tournament/random"
)

// pcg is the generator PCG64 DXSM with its 64-bit multiplier. Unlike
// math/rand/v2 it can be inlined, so that its state stays in registers.
type pcg struct{ hi, lo uint64 }

const (
	pcgMultiplier = 0xda942042e4dd58b5
	pcgIncrement  = 0x14057b7ef767814f
)

// newPCG returns the stream of a chunk of trials.
func newPCG(seed [32]byte, label string, n uint64) pcg {
	s := random.New(seed, label, n)
	return pcg{s.Uint64(), s.Uint64()}
}

func (g *pcg) next() uint64 {
	hi, lo := g.hi, g.lo
	h, l := bits.Mul64(lo, pcgMultiplier)
	l, c := bits.Add64(l, pcgIncrement, 0)
	g.hi, g.lo = h+hi*pcgMultiplier+c, l
	hi ^= hi >> 32
	hi *= pcgMultiplier
	hi ^= hi >> 48
	return hi * (lo | 1)
}

// below returns a number from 0 to n-1, uniform up to n in 2^32.
func (g *pcg) below(n int) int { return int(g.next() >> 32 * uint64(n) >> 32) }
