package kernel

import "topcut/tournament/random"

// pcg is the generator PCG RXS M XS with 64 bits (O'Neill 2014, section 6.3.4):
// two multiplications a number, and small enough to be inlined, so that its state
// stays in a register. Its period of 2^64 is far above what a chunk of trials
// takes.
type pcg uint64

// newPCG returns the stream of a chunk of trials.
func newPCG(seed [32]byte, label string, n uint64) pcg {
	return pcg(random.New(seed, label, n).Uint64())
}

func (g *pcg) next() uint64 {
	s := uint64(*g)
	*g = pcg(s*6364136223846793005 + 1442695040888963407)
	w := (s>>(s>>59+5) ^ s) * 12605985483714917081
	return w>>43 ^ w
}

// below returns a number from 0 to n-1, uniform up to n in 2^32.
func (g *pcg) below(n int) int { return int(g.next() >> 32 * uint64(n) >> 32) }
