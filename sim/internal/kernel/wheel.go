package kernel

// wheel draws the outcomes of matches without a branch, and with few random bits: it
// has cells of equal size, and of each outcome as many as it is likely. There are
// enough of them to be exact: 160 where one match in twenty is drawn and the first turn
// is no advantage.
type wheel []uint8

// newWheel returns the wheel for a chance of a draw and of the player with the first
// turn, both in half percents. Third game and first turn are even.
func newWheel(draw, first int) wheel {
	const whole = 200
	d, f := gcd(draw, whole), gcd(first, whole)
	var w wheel
	for k := range 16 {
		n := (whole - draw) / d
		if k&isDraw != 0 {
			n = draw / d
		}
		if k&starterWins != 0 {
			n *= first / f
		} else {
			n *= (whole - first) / f
		}
		for range n {
			w = append(w, uint8(k))
		}
	}
	return w
}

// spin returns an outcome index. x are 32 random bits.
func (w wheel) spin(x uint64) uint8 { return w[x*uint64(len(w))>>32] }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
