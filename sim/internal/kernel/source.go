package kernel

import (
	"math/bits"

	"topcut/tournament/random"
)

// source is the generator wyrand (Wang Yi, wyhash final version 4): a counter and
// one multiplication of 64 by 64 bits. It is small enough to be inlined, and no
// number waits for the multiplication of the one before. Its period of 2^64 is far
// above what a chunk of trials takes.
type source uint64

// newSource returns the stream of a chunk of trials.
func newSource(seed [32]byte, label string, n uint64) source {
	return source(random.New(seed, label, n).Uint64())
}

// stride is the step of the counter.
const stride = 0xa0761d6478bd642f

func (s *source) next() uint64 {
	*s += stride
	return s.mix()
}

// mix returns the number at the counter. Inner loops count for themselves, which keeps
// the counter in a register.
func (s source) mix() uint64 {
	hi, lo := bits.Mul64(uint64(s), uint64(s)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// coins returns how many of n coins (at most 64) fall on heads.
func (s *source) coins(n int) int { return bits.OnesCount64(s.next() & (1<<n - 1)) }

// below returns a number from 0 to n-1, uniform up to n in 2^32.
func (s *source) below(n int) int { return int(s.next() >> 32 * uint64(n) >> 32) }
