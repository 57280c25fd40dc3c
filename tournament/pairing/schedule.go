package pairing

// The schedules below work on seeds, numbers from 1 to n in seating or ranking
// order, and return the seed without an opponent as bye (0 for none).

// Halves pairs the upper half with the lower half in order: 1 meets n/2+1, and so
// on. In an odd field the last seed has the bye (EX-29, a first round by seed).
func Halves(n int) (pairs [][2]int, bye int) {
	half := n / 2
	for k := 1; k <= half; k++ {
		pairs = append(pairs, [2]int{k, k + half})
	}
	if n%2 == 1 {
		bye = n
	}
	return pairs, bye
}

// CrossPod pairs the seats of a draft table with the seats opposite (EX-21
// draftCrossPairing). In an odd pod the seat in the middle has the bye.
func CrossPod(n int) (pairs [][2]int, bye int) {
	half := n / 2
	for k := 1; k <= half; k++ {
		pairs = append(pairs, [2]int{k, k + n - half})
	}
	if n%2 == 1 {
		bye = half + 1
	}
	return pairs, bye
}

// RoundRobin returns rounds in which everybody meets everybody once, by the
// circle method; an odd field has one bye a round (0 where there is none).
func RoundRobin(n int) (rounds [][][2]int, byes []int) {
	if n < 2 {
		return nil, nil
	}
	circle := n + n%2 // one place is empty in an odd field
	for r := range circle - 1 {
		var pairs [][2]int
		bye := 0
		for k := range circle / 2 {
			// The last place stands still, the others move one on each round.
			a, b := (r+k)%(circle-1)+1, (r+circle-1-k)%(circle-1)+1
			if k == 0 {
				b = circle
			}
			switch {
			case a > n:
				bye = b
			case b > n:
				bye = a
			default:
				pairs = append(pairs, [2]int{min(a, b), max(a, b)})
			}
		}
		rounds = append(rounds, pairs)
		byes = append(byes, bye)
	}
	return rounds, byes
}

// SeedSide returns the side of a seed in a round paired by [Halves]: odd seeds of
// the upper half take the drawn side, even ones the other, and their opponents
// what is left (EX-29).
func SeedSide(n, seed int, drawn Side) Side {
	half := n / 2
	switch {
	case seed > 2*half:
		return NoSide
	case seed > half:
		return -SeedSide(n, seed-half, drawn)
	case seed%2 == 1:
		return drawn
	}
	return -drawn
}
