package sim

import (
	"slices"

	"topcut/tournament/fraction"
)

// resultNone is a match without a win or a draw.
const resultNone = resultLoss + 1

// race is what can still be won: the points of each player, the remaining matches, and
// the points for their results. Equal points may end either way.
type race struct {
	base    []fraction.Fraction
	games   [][2]int               // -1 for a player who does not race
	opened  []int                  // the open match of each game; nil if not needed
	ends    [][2]fraction.Fraction // points of both
	results []int                  // of each end, for the first of the two; nil if not needed
	ways    int                    // instead of mostEnds; 0 = that
}

// mostEnds bounds the number of ends to which matches are followed; beyond it, players
// with open points are assumed to end in the worst way.
const mostEnds = 1 << 13

// facts returns for each player and line whether they surely end on one of the first
// places, or surely on none of them. If few enough matches matter it is exact, as far
// as points decide.
func (r *race) facts(lines []int) [][]string {
	best, worst := r.bounds()
	return settled(best, worst, lines)
}

// bounds returns the best and the worst place of each player.
func (r *race) bounds() (best, worst []int) {
	u, ok := r.whole()
	best, worst = make([]int, len(r.base)), make([]int, len(r.base))
	for i := range r.base {
		best[i], worst[i] = 1, len(r.base)
		if ok {
			best[i], worst[i] = u.best(i, nil).place, u.worst(i, nil).place
		}
	}
	return best, worst
}

// settled returns what follows from the best and the worst place of each player.
func settled(best, worst, lines []int) [][]string {
	out := make([][]string, len(best))
	for i := range out {
		out[i] = make([]string, len(lines))
		for k, line := range lines {
			switch {
			case worst[i] <= line:
				out[i][k] = Clinched
			case best[i] > line:
				out[i][k] = Eliminated
			}
		}
	}
	return out
}

// units is a race in whole numbers.
type units struct {
	base    []int64
	games   [][2]int
	ends    [][2]int64
	results []int
	unit    int64 // of them in a point
	ways    int   // in which matches are followed at most
}

// supposed is a result that one player has in one of the games.
type supposed struct{ game, player, result int }

// extreme is a player's worst or best end: level players count against the player, or for
// the player.
type extreme struct {
	place  int
	points int64
}

// worst returns the last place that a player can get.
func (u *units) worst(player int, s *supposed) extreme {
	points, others := u.most(player, s)
	return extreme{others + 1, points}
}

// best returns the first place that a player can get: who is not ahead then is level or behind.
func (u *units) best(player int, s *supposed) extreme {
	turned := &units{games: u.games, results: u.results, ways: u.ways}
	for _, v := range u.base {
		turned.base = append(turned.base, -v)
	}
	for _, e := range u.ends {
		turned.ends = append(turned.ends, [2]int64{-e[0], -e[1]})
	}
	points, behind := turned.most(player, s)
	return extreme{len(u.base) - behind, -points}
}

// most returns the most others who can have at least as many points as a player, and
// these points. The other results are chosen against the player: in the own games the
// least, with the most for the opponent; among others every end that no other dominates
// for both.
func (u *units) most(player int, s *supposed) (points int64, others int) {
	u = u.raised()
	have := append(slices.Clone(u.base), 0) // the last is no player's
	last := len(u.base)
	at := func(i int) int {
		if i < 0 {
			return last
		}
		return i
	}
	var own, rest []int
	for i, g := range u.games {
		if g[0] == player || g[1] == player {
			own = append(own, i)
		} else {
			rest = append(rest, i)
		}
	}
	others = -1
	var follow func(n int)
	follow = func(n int) {
		if n == len(own) {
			if k := u.reach(have, player, rest, at); k > others {
				others, points = k, have[player]
			}
			return
		}
		g := u.games[own[n]]
		me := 0
		if g[1] == player {
			me = 1
		}
		for _, e := range u.against(own[n], me, s) {
			a, b := at(g[me]), at(g[1-me])
			have[a], have[b] = have[a]+e[me], have[b]+e[1-me]
			follow(n + 1)
			have[a], have[b] = have[a]-e[me], have[b]-e[1-me]
		}
	}
	follow(0)
	return points, max(others, 0)
}

// raised returns the race in which every match has already given what it gives to both
// at least, so that no player has more now than in the end.
func (u *units) raised() *units {
	least := u.ends[0][0]
	for _, e := range u.ends {
		least = min(least, e[0], e[1])
	}
	out := *u
	out.base, out.ends = slices.Clone(u.base), nil
	for _, g := range u.games {
		for _, i := range g {
			if i >= 0 {
				out.base[i] += least
			}
		}
	}
	for _, e := range u.ends {
		out.ends = append(out.ends, [2]int64{e[0] - least, e[1] - least})
	}
	return &out
}

// against returns the ends of a game that hurt the player on one side of it and are not
// outdone by another; only those of the supposed result, where it is of this game.
func (u *units) against(game, me int, s *supposed) [][2]int64 {
	var possible [][2]int64
	for i, e := range u.ends {
		if s != nil && s.game == game && !ofSide(u.results[i], me, s.result) {
			continue
		}
		possible = append(possible, e)
	}
	return undone(possible, func(a, b [2]int64) bool { return a[me] <= b[me] && a[1-me] >= b[1-me] })
}

// ofSide reports whether a result of the first of two is one of the player on a side: a
// loss may be of both.
func ofSide(first, me, result int) bool {
	if me == 1 && first != resultNone {
		first = resultLoss - first // a win of the first is a loss of the second
	}
	return first == result || first == resultNone && result == resultLoss
}

// undone returns the ends that none outdoes.
func undone(ends [][2]int64, outdoes func(a, b [2]int64) bool) (out [][2]int64) {
	for i, e := range ends {
		if !slices.ContainsFunc(ends[:i], func(o [2]int64) bool { return outdoes(o, e) }) &&
			!slices.ContainsFunc(ends[i+1:], func(o [2]int64) bool { return o != e && outdoes(o, e) }) {
			out = append(out, e)
		}
	}
	return out
}

// reach returns the most players, one excepted, who can have at least as many points as
// that one, who has no game left.
func (u *units) reach(have []int64, player int, rest []int, at func(int) int) int {
	have = slices.Clone(have)
	target, last := have[player], len(have)-1
	best := undone(u.ends, func(a, b [2]int64) bool { return a[0] >= b[0] && a[1] >= b[1] })
	most := best[0][0]
	for _, e := range best {
		most = max(most, e[0], e[1])
	}
	// Games of a player whose points no longer matter are won by the other; one such
	// game may decide another.
	matter := func(i int) bool {
		if i == last || have[i] >= target {
			return false
		}
		reach := have[i]
		for _, g := range rest {
			if at(u.games[g][0]) == i || at(u.games[g][1]) == i {
				reach += most
			}
		}
		return reach >= target
	}
	rest = slices.Clone(rest)
	for changed := true; changed; {
		changed = false
		for k, g := range slices.Backward(rest) {
			a, b := at(u.games[g][0]), at(u.games[g][1])
			ma, mb := matter(a), matter(b)
			if ma && mb {
				continue
			}
			if ma {
				have[a] += side(best, 0)
			}
			if mb {
				have[b] += side(best, 1)
			}
			rest, changed = slices.Delete(rest, k, k+1), true
		}
	}
	ways := 1
	for range rest {
		if ways *= len(best); ways > u.ways {
			break
		}
	}
	count := func() (n int) {
		for i, v := range have[:last] {
			if i != player && v >= target {
				n++
			}
		}
		return n
	}
	if ways > u.ways {
		for i := range have[:last] {
			if matter(i) {
				have[i] = target
			}
		}
		return count()
	}
	found := 0
	var follow func(n int)
	follow = func(n int) {
		if n == len(rest) {
			found = max(found, count())
			return
		}
		a, b := u.games[rest[n]][0], u.games[rest[n]][1]
		for _, e := range best {
			have[a], have[b] = have[a]+e[0], have[b]+e[1]
			follow(n + 1)
			have[a], have[b] = have[a]-e[0], have[b]-e[1]
		}
	}
	follow(0)
	return found
}

// side returns the most that an end gives to one side.
func side(ends [][2]int64, me int) int64 {
	most := ends[0][me]
	for _, e := range ends {
		most = max(most, e[me])
	}
	return most
}

// whole returns the race in the smallest part of a point that everything in it is made
// of; false if that is too small.
func (r *race) whole() (u *units, ok bool) {
	unit := int64(1)
	part := func(x fraction.Fraction) {
		_, den, fits := x.Parts()
		if !fits || unit > 1<<30 || den > 1<<30 {
			unit = 0
		}
		if unit > 0 {
			a, b := unit, den
			for b > 0 {
				a, b = b, a%b
			}
			unit = unit / a * den
		}
	}
	for _, x := range r.base {
		part(x)
	}
	for _, e := range r.ends {
		part(e[0])
		part(e[1])
	}
	if unit == 0 {
		return nil, false
	}
	in := func(x fraction.Fraction) int64 {
		num, _, fits := x.Mul(fraction.Int(unit)).Parts()
		ok = ok && fits && num < 1<<50 && num > -1<<50
		return num
	}
	ok = true
	u = &units{games: r.games, results: r.results, unit: unit, ways: r.ways}
	if u.ways == 0 {
		u.ways = mostEnds
	}
	for _, x := range r.base {
		u.base = append(u.base, in(x))
	}
	for _, e := range r.ends {
		u.ends = append(u.ends, [2]int64{in(e[0]), in(e[1])})
	}
	return u, ok
}
