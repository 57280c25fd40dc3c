// Package numbered has lists whose elements people know by number: player 1, round 1,
// match 1. A slice counts from 0 and so do the standings and the simulator; a [List]
// counts from 1 and is where the two meet.
package numbered

import "iter"

// List is a list whose first element has the number 1. Indexing and ranging it as a slice
// counts from 0, as of any slice. It has one method only, since the program keeps each
// method of each type of list: the rest are functions.
type List[T any] []T

// At returns element n, which must exist.
func (l List[T]) At(n int) *T { return &l[n-1] }

// Find returns element n, or nil if there is none.
func Find[T any](l List[T], n int) *T {
	if !Has(l, n) {
		return nil
	}
	return l.At(n)
}

// Get returns a copy of element n, or the zero value if there is none.
func Get[T any](l List[T], n int) (v T) {
	if Has(l, n) {
		v = *l.At(n)
	}
	return v
}

// Has reports whether there is an element n.
func Has[T any](l List[T], n int) bool { return n >= 1 && n <= len(l) }

// All returns the elements with their numbers, in order.
func All[T any](l List[T]) iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for i := range l {
			if !yield(i+1, &l[i]) {
				return
			}
		}
	}
}
