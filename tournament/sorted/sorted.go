// Package sorted sorts where speed does not matter by one algorithm that all types share: each
// type of package slices has a copy of its own in the program, of five to ten kilobytes.
package sorted

import "sort"

// Stable sorts like slices.SortStableFunc.
func Stable[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
