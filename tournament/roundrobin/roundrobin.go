// Package roundrobin makes the schedule of an event in which all players meet each
// other (docs/rules/magic.md#mtg-29, MTG-60).
//
// It uses the circle method, with the rounds in the order of Berger's tables. With an
// odd field each player has one bye in every leg. Sides are balanced at any time: no
// player is first, or second, more than twice in a row, and after each round of one leg
// a player was first as often as second, or once more or less (in the course of a second
// leg, twice: without it the last opponents would meet again at once).
package roundrobin

import (
	"topcut/tournament/notice"
	"topcut/tournament/random"
)

// maxPlayers is the largest field for which a schedule is made.
const maxPlayers = 256

// NoBye is the Bye of a round in which all players play.
const NoBye = -1

// Pair is one match. Players are numbered from 0; First has the first side
// (white, corp, the play).
type Pair struct {
	First, Second int
}

// Round is one round: every player is in exactly one pair, or has the bye.
type Round struct {
	Pairs []Pair
	Bye   int // the player with the bye, or NoBye
}

// Schedule returns the rounds for n players, 2 to 256, who meet legs times, 1 or 2;
// sides are exchanged in the second leg, which begins with the second round of the
// first. Players who should not be told apart by their numbers are shuffled by the
// caller.
//
// On the circle of an odd field, the players r+i and r−i (modulo n) meet for i = 1 to
// (n−1)/2 in round r, and r has the bye. For every i each player is once the first and
// once the second of them, which balances the sides. In an even field the last player
// meets r, on alternating sides. Rounds are played in steps of half the circle: one step
// after another would leave each player on one side for half the event.
func Schedule(n, legs int) ([]Round, error) {
	circle := n - 1 + n%2
	return schedule(n, legs, (circle+1)/2)
}

// Circle returns the rounds of one leg in the order of the circle, in which each player
// has one half of the event on one side and the other half on the other. Events that
// began before Schedule had its order go on in it.
func Circle(n int) ([]Round, error) { return schedule(n, 1, 1) }

// schedule plays the rounds of the circle in the given steps.
func schedule(n, legs, step int) ([]Round, error) {
	switch {
	case n < 2 || n > maxPlayers:
		return nil, notice.Err("roundrobin.size", "most", maxPlayers, "players", n)
	case legs < 1 || legs > 2:
		return nil, notice.Err("roundrobin.legs", "legs", legs)
	}
	circle := n - 1 + n%2
	rounds := make([]Round, 0, legs*circle)
	for leg := range legs {
		for k := range circle {
			r := (k + leg) * step % circle
			round := Round{Bye: r}
			if n%2 == 0 {
				round = Round{Bye: NoBye, Pairs: []Pair{side((k+leg)%circle%2 == 0, n-1, r)}}
			}
			for i := 1; i <= (circle-1)/2; i++ {
				round.Pairs = append(round.Pairs, Pair{(r + i) % circle, (r - i + circle) % circle})
			}
			if leg == 1 {
				for i, p := range round.Pairs {
					round.Pairs[i] = Pair{p.Second, p.First}
				}
			}
			rounds = append(rounds, round)
		}
	}
	return rounds, nil
}

// side returns the pair with p first, or with q first.
func side(first bool, p, q int) Pair {
	if first {
		return Pair{p, q}
	}
	return Pair{q, p}
}

// Tables returns random table numbers, from 1, for the pairs of a round.
func Tables(pairs int, src *random.Source) []int {
	tables := src.Perm(pairs)
	for i := range tables {
		tables[i]++
	}
	return tables
}
