package roundrobin

import "topcut/tournament/pairing"

// Balance chooses which player of each pair has the first side, for players who have had
// the given sides before; sides is indexed by player and not changed.
//
// Two rounds together are chains of pairs, along which each player has one side and then
// the other: so no player is more than one game ahead on a side, nor has one three times
// in a row. Where most players are a game ahead on one side, a round by itself comes
// first and evens that out as far as its pairs allow. Pairs are then turned singly where
// a player is not served fairly yet.
func Balance(rounds [][]Pair, sides []pairing.Sides) {
	now := append([]pairing.Sides(nil), sides...)
	odd := 0
	for _, s := range sides {
		odd += int(s.Balance & 1)
	}
	for left := rounds; len(left) > 0; {
		together := min(2, len(left))
		if 2*odd > len(sides) {
			together, odd = 1, 0
		}
		for _, chain := range chains(left[:together], len(sides)) {
			if as := imbalance(chain, now); as > 0 {
				chain.turn()
				if imbalance(chain, now) >= as {
					chain.turn()
				}
			}
		}
		for _, round := range left[:together] {
			for _, p := range round {
				now[p.First] = now[p.First].Add(pairing.FirstSide)
				now[p.Second] = now[p.Second].Add(pairing.SecondSide)
			}
		}
		left = left[together:]
	}
	even(rounds, sides)
}

// chains orders the pairs of at most two rounds into chains in which each pair has a
// player of the one before, and turns the pairs so that the second of one is the first
// of the next.
func chains(rounds [][]Pair, n int) (out []chain) {
	at := make([][]link, n)
	for r, round := range rounds {
		for i := range round {
			l := link{&round[i], r}
			at[l.First], at[l.Second] = append(at[l.First], l), append(at[l.Second], l)
		}
	}
	done := map[*Pair]bool{}
	walk := func(v int) {
		var c chain
		for next := true; next; {
			next = false
			for _, l := range at[v] {
				if done[l.Pair] {
					continue
				}
				if done[l.Pair] = true; l.First != v {
					l.turn()
				}
				c, v, next = append(c, l), l.Second, true
				break
			}
		}
		if len(c) > 0 {
			out = append(out, c)
		}
	}
	for v := range n { // chains with ends first, then those that are closed
		if len(at[v]) == 1 {
			walk(v)
		}
	}
	for v := range n {
		walk(v)
	}
	return out
}

// link is a pair of a chain and its round.
type link struct {
	*Pair
	round int
}

func (l link) turn() { *l.Pair = Pair{l.Second, l.First} }

type chain []link

func (c chain) turn() {
	for _, l := range c {
		l.turn()
	}
}

// imbalance measures the sides that the players of a chain have in its rounds: the
// square of each balance, and runs of more than two games on one side.
func imbalance(c chain, before []pairing.Sides) (sum int) {
	after := map[int]pairing.Sides{}
	for r := range 2 {
		for _, l := range c {
			if l.round != r {
				continue
			}
			for i, v := range []int{l.First, l.Second} {
				s, ok := after[v]
				if !ok {
					s = before[v]
				}
				s = s.Add([]pairing.Side{pairing.FirstSide, pairing.SecondSide}[i])
				if after[v] = s; s.Run > 2 || s.Run < -2 {
					sum += 4
				}
				sum += int(s.Balance * s.Balance)
			}
		}
	}
	return sum
}
