// Package random is the only source of chance in a tournament.
//
// Every random decision (a shuffle inside a score group, who gets the bye, a
// draw that settles what tiebreakers leave equal) is derived from the event's
// joint seed, a label that says what is being decided, and numbers that say
// which one (round, table, trial). The same three always give the same
// decisions, so anybody who knows the seed can replay the event.
//
// The derivation and the algorithms are part of the file format: a revealed
// seed must reproduce old pairings with every later version. They are
// therefore spelt out here and pinned by test vectors.
//
//   - Derivation: SHA-256 over the seed (32 bytes), the length of the label in
//     bytes, the label, and the numbers; lengths and numbers as 8 bytes,
//     big-endian. The length keeps ("a", 1) and ("a\x00…", …) apart.
//   - Generator: PCG-DXSM with 128 bits of state (math/rand/v2), seeded with
//     bytes 0 to 7 and 8 to 15 of the digest, big-endian.
//   - Bounded numbers: Lemire's multiplication with rejection, exactly uniform.
//   - Shuffle: Fisher and Yates from the last position downwards.
package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Source is a stream of random numbers. It is not safe for concurrent use:
// derive one Source for each goroutine with a number of its own.
type Source struct {
	pcg rand.PCG
}

// New returns the stream that belongs to the seed, the label and the numbers.
func New(seed [32]byte, label string, n ...uint64) *Source {
	buf := make([]byte, 0, len(seed)+8+len(label)+8*len(n))
	buf = append(buf, seed[:]...)
	buf = binary.BigEndian.AppendUint64(buf, uint64(len(label)))
	buf = append(buf, label...)
	for _, v := range n {
		buf = binary.BigEndian.AppendUint64(buf, v)
	}
	digest := sha256.Sum256(buf)
	s := new(Source)
	s.pcg.Seed(binary.BigEndian.Uint64(digest[0:8]), binary.BigEndian.Uint64(digest[8:16]))
	return s
}

// Uint64 returns the next 64 random bits.
func (s *Source) Uint64() uint64 { return s.pcg.Uint64() }

// IntN returns a uniform number from 0 to n-1. It panics if n is not positive,
// which is a mistake in the caller.
func (s *Source) IntN(n int) int {
	if n <= 0 {
		panic("random: IntN needs a positive bound")
	}
	return int(s.Uint64N(uint64(n)))
}

// Uint64N returns a uniform number from 0 to n-1. It panics if n is 0.
func (s *Source) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("random: Uint64N needs a positive bound")
	}
	hi, lo := bits.Mul64(s.pcg.Uint64(), n)
	if lo < n {
		// The lowest 2^64 mod n values of lo would make small results too
		// frequent; draw again for those.
		reject := -n % n
		for lo < reject {
			hi, lo = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	return hi
}

// Shuffle puts n elements in uniformly random order. swap exchanges the
// elements at two positions.
func (s *Source) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, int(s.Uint64N(uint64(i+1))))
	}
}

// Slice puts a slice in the order that [Source.Shuffle] would.
func Slice[T any](s *Source, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		n := uint64(i + 1)
		hi, lo := bits.Mul64(s.pcg.Uint64(), n)
		for lo < n && lo < -n%n {
			hi, lo = bits.Mul64(s.pcg.Uint64(), n)
		}
		list[i], list[hi] = list[hi], list[i]
	}
}

// Perm returns the numbers 0 to n-1 in uniformly random order.
func (s *Source) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	Slice(s, p)
	return p
}
