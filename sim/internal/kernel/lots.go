package kernel

// lots draws one of up to 256 things without a branch that depends on how likely each is:
// every cell is as likely as the others and holds two things, of which the rest of the
// random bits chooses (Walker's alias method). Each chance is right to 2^-24 of a cell.
type lots [256]struct {
	limit       uint32 // below it of 2^24 the cell stands for under, else for over
	under, over uint16
}

// newLots returns the lots of things with these chances, whose sum is above 0.
func newLots(chances []float64) *lots {
	l, sum := &lots{}, 0.0
	for _, p := range chances {
		sum += p
	}
	var left [len(l)]float64 // of each thing, in cells
	var scarce, ample []uint16
	for k := range left {
		if k < len(chances) {
			left[k] = chances[k] / sum * float64(len(l))
		}
		if left[k] < 1 {
			scarce = append(scarce, uint16(k))
		} else {
			ample = append(ample, uint16(k))
		}
	}
	for _, k := range ample { // those that rounding leaves over fill a cell alone
		l[k].limit, l[k].under, l[k].over = 1<<24, k, k
	}
	for len(scarce) > 0 && len(ample) > 0 {
		k, full := scarce[0], ample[0]
		scarce = scarce[1:]
		l[k].limit, l[k].under, l[k].over = uint32(left[k]*(1<<24)+0.5), k, full
		if left[full] -= 1 - left[k]; left[full] < 1 {
			scarce, ample = append(scarce, full), ample[1:]
		}
	}
	for _, k := range scarce {
		if left[k] > 0.5 { // all but rounding
			l[k].limit, l[k].under, l[k].over = 1<<24, k, k
		}
	}
	return l
}

// named gives the things other numbers, by the order of their chances, and returns l.
func (l *lots) named(numbers []uint16) *lots {
	last := uint16(len(numbers) - 1) // those beyond are never drawn
	for i := range l {
		l[i].under, l[i].over = numbers[min(l[i].under, last)], numbers[min(l[i].over, last)]
	}
	return l
}

// draw returns one of the things. x are 32 random bits.
func (l *lots) draw(x uint64) uint16 {
	c := &l[x>>24&255]
	if uint32(x&(1<<24-1)) < c.limit {
		return c.under
	}
	return c.over
}
