package roundrobin

import (
	"slices"

	"topcut/tournament/pairing"
)

// mostTurns and mostLooks bound the pairs that even turns, and the games that it looks at
// for that.
const (
	mostTurns = 20_000
	mostLooks = 4_000_000
)

// recent is how many turns long a pair is not turned again.
const recent = 8

// even turns single pairs as long as a player has one side more than twice in a row, or
// ends more than one game ahead on a side. Of the pairs of such a player it turns the one
// that leaves the least of both, now and then another, and keeps the best that it found.
// It draws no lots, so equal rounds come out equal.
func even(rounds [][]Pair, sides []pairing.Sides) {
	of := make([][]*Pair, len(sides)) // the pairs of each player, in the order of the rounds
	for _, round := range rounds {
		for i := range round {
			p := &round[i]
			of[p.First], of[p.Second] = append(of[p.First], p), append(of[p.Second], p)
		}
	}
	unfair := make([]int, len(sides))
	total := 0
	for v := range of {
		unfair[v] = unfairness(v, of[v], sides[v])
		total += unfair[v]
	}
	turn := func(p *Pair) {
		*p = Pair{p.Second, p.First}
		for _, v := range []int{p.First, p.Second} {
			total -= unfair[v]
			unfair[v] = unfairness(v, of[v], sides[v])
			total += unfair[v]
		}
	}
	best, turned := total, []*Pair(nil) // since the best
	most := min(mostTurns, mostLooks/(2*len(rounds)*len(rounds)+1))
	for step, at := 0, 0; best > 0 && step < most; step++ {
		for unfair[at] == 0 {
			at = (at + 1) % len(of)
		}
		chosen, least := of[at][step%len(of[at])], -1
		if step%7 > 0 {
			for i := range of[at] {
				p := of[at][(i+step)%len(of[at])]
				if slices.Contains(turned[max(0, len(turned)-recent):], p) {
					continue // it would come back to where it was
				}
				was, first, second := total, unfair[p.First], unfair[p.Second]
				turn(p)
				if least < 0 || total < least {
					chosen, least = p, total
				}
				*p = Pair{p.Second, p.First} // back again, without counting again
				total, unfair[p.First], unfair[p.Second] = was, first, second
			}
		}
		turn(chosen)
		if turned = append(turned, chosen); total < best {
			best, turned = total, turned[:0]
		}
		at = (at + 1) % len(of)
		if total == 0 {
			return
		}
	}
	for _, p := range turned {
		turn(p)
	}
}

// unfairness counts the games of a player beyond two in a row on one side, and those by
// which one side is ahead in the end beyond one.
func unfairness(v int, pairs []*Pair, s pairing.Sides) (sum int) {
	for _, p := range pairs {
		side := pairing.SecondSide
		if p.First == v {
			side = pairing.FirstSide
		}
		if s = s.Add(side); s.Run > 2 || s.Run < -2 {
			sum++
		}
	}
	if len(pairs) == 0 {
		return 0
	}
	return sum + int(max(0, s.Balance-1, -s.Balance-1))
}
