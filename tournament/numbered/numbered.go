// Package numbered has lists whose elements people know by number: player 1, round 1,
// match 1. A slice counts from 0 and so do the standings and the simulator; a [List]
// counts from 1 and is where the two meet.
package numbered

import "iter"

// List is a list whose first element has the number 1. Indexing and ranging it as a slice
// counts from 0, as of any slice.
type List[T any] []T

// At returns element n, which must exist.
func (l List[T]) At(n int) *T { return &l[n-1] }

// Find returns element n, or nil if there is none.
func (l List[T]) Find(n int) *T {
	if !l.Has(n) {
		return nil
	}
	return &l[n-1]
}

// Get returns a copy of element n, or the zero value if there is none.
func (l List[T]) Get(n int) (v T) {
	if l.Has(n) {
		v = l[n-1]
	}
	return v
}

// Set replaces element n, which must exist.
func (l List[T]) Set(n int, v T) { l[n-1] = v }

// Has reports whether there is an element n.
func (l List[T]) Has(n int) bool { return n >= 1 && n <= len(l) }

// All returns the elements with their numbers, in order.
func (l List[T]) All() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for i := range l {
			if !yield(i+1, &l[i]) {
				return
			}
		}
	}
}
