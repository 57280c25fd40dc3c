package matching

import "math"

// Weight is the cost of an edge: Hi first, Lo decides between equals. The two
// words give lexicographic costs room without a carry; both may be any number
// from 0 to [MaxWeight] in an edge.
type Weight struct{ Hi, Lo int64 }

// MaxWeight bounds the sum of either word over the edges of any matching. It
// leaves the prices, which are alternating sums of doubled weights, room in 64
// bits.
const MaxWeight = 1 << 57

func (a Weight) add(b Weight) Weight { return Weight{a.Hi + b.Hi, a.Lo + b.Lo} }
func (a Weight) sub(b Weight) Weight { return Weight{a.Hi - b.Hi, a.Lo - b.Lo} }

// half halves a weight whose words are even.
func (a Weight) half() Weight { return Weight{a.Hi >> 1, a.Lo >> 1} }

// Less reports whether a is smaller than b.
func (a Weight) Less(b Weight) bool {
	return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo
}

func (a Weight) negative() bool { return a.Hi < 0 || a.Hi == 0 && a.Lo < 0 }

// latest is later than every event of a search.
func latest() Weight { return Weight{math.MaxInt64, math.MaxInt64} }
