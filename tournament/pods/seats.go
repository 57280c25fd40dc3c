package pods

import (
	"cmp"
	"slices"

	"topcut/tournament/random"
)

// Sat is where a player has sat: how often in each seat, over all rounds and in the last
// three.
type Sat struct{ All, Lately [Preferred]int }

// mostInFour is how often a player may have the same seat in four rounds.
const mostInFour = 2

// wear is the objective of the seats at a table, lower first.
type wear struct{ tooOften, lately, all int }

func (w wear) compare(v wear) int {
	return cmp.Or(cmp.Compare(w.tooOften, v.tooOften), cmp.Compare(w.lately, v.lately), cmp.Compare(w.all, v.all))
}

func (w wear) plus(v wear) wear {
	return wear{w.tooOften + v.tooOften, w.lately + v.lately, w.all + v.all}
}

func (w wear) minus(v wear) wear {
	return wear{w.tooOften - v.tooOften, w.lately - v.lately, w.all - v.all}
}

// in returns what it costs that a player has a seat once more. Twice how often the player
// had it is the growth of the sum of squares over all seats, which is least where no seat
// is ahead of another by more than one.
func (f Field) in(player, seat int) wear {
	s := f.Sat(player)
	tooOften := max(0, s.Lately[seat]+1-mostInFour)
	if f.Even {
		return wear{tooOften, 2 * s.All[seat], s.Lately[seat]}
	}
	return wear{tooOften, s.Lately[seat] * s.Lately[seat], s.All[seat]}
}

// seat puts the players of a table in the order of their seats: no player has one a third
// time in four rounds if that can be avoided at this table, then as few players as
// possible have one again. What is left open is random.
func (f Field) seat(table []int, src *random.Source) {
	src.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
	if f.Sat != nil {
		best, _ := f.best(table)
		copy(table, best)
	}
}

// best returns the order of the players of a table that wears least, the first found of
// equal ones.
func (f Field) best(table []int) (best []int, least wear) {
	order, used := make([]int, 0, len(table)), make([]bool, len(table))
	var try func(spent wear)
	try = func(spent wear) {
		if best != nil && spent.compare(least) >= 0 {
			return
		}
		if len(order) == len(table) {
			best, least = slices.Clone(order), spent
			return
		}
		at := len(order)
		for i, player := range table {
			if used[i] {
				continue
			}
			used[i] = true
			order = append(order, player)
			try(spent.plus(f.in(player, at)))
			order, used[i] = order[:at], false
		}
	}
	try(wear{})
	return best, least
}

// tooOften returns how many players of a table have a seat for the third time in four
// rounds, in the best order.
func (f Field) tooOften(table []int) int {
	_, w := f.best(table)
	return w.tooOften
}

// spread exchanges players of tables at which a player would have a seat for the third
// time in four rounds, because all there are used to the same one. It prefers an exchange
// that costs nothing, then the one with the smallest gap in points, and makes none that
// adds a repeat or a pair that is to be kept apart. It reports whether the round costs as little as before.
func (p *pairing) spread() (asGood bool) {
	if p.field.Sat == nil {
		return true
	}
	before := p.total()
	for a, s := range p.seats {
		for p.field.tooOften(s) > 0 && p.mend(a) {
		}
	}
	return p.total() == before
}

// levelSteps bounds the exchanges that level looks at.
const levelSteps = 200_000

// leveling is a search for tables of the same cost that wear their seats less.
type leveling struct {
	*pairing
	worn  []wear // of each table in its best order
	steps int    // left
}

// level exchanges players of tables, one pair or two at once, as long as that costs
// nothing and wears the seats less.
func (p *pairing) level() {
	if p.field.Sat == nil || !p.field.Even {
		return
	}
	l := &leveling{pairing: p, steps: levelSteps}
	for _, s := range p.seats {
		_, w := p.field.best(s)
		l.worn = append(l.worn, w)
	}
	for again := true; again; {
		again = false
		for more := range 3 {
			for a, s := range p.seats {
				for l.worn[a] != p.field.least(s) && l.ease([]int{a}, wear{}, cost{}, more) {
					again = true
				}
			}
		}
	}
}

// ease exchanges players between one of the tables and one nearby, and reports whether
// the seats then wear less and the round costs as little, with what was owed before; with
// more, that many exchanges may follow before they do.
func (l *leveling) ease(tables []int, owed wear, debt cost, more int) bool {
	for _, a := range tables {
		for b := max(0, a-reach); b < min(len(l.seats), a+1+reach); b++ {
			if a == b {
				continue
			}
			s, t := l.seats[a], l.seats[b]
			for i, x := range s {
				for j, y := range t {
					if l.steps == 0 {
						return false
					}
					l.steps--
					debt := debt.minus(l.joining(x, s, i)).minus(l.joining(y, t, j))
					debt = debt.plus(l.joining(y, s, i)).plus(l.joining(x, t, j))
					if debt != (cost{}) && more == 0 {
						continue
					}
					first, second := l.worn[a], l.worn[b]
					s[i], t[j] = y, x
					_, l.worn[a] = l.field.best(s)
					_, l.worn[b] = l.field.best(t)
					owed := owed.plus(l.worn[a]).plus(l.worn[b]).minus(first).minus(second)
					if debt == (cost{}) && owed.compare(wear{}) < 0 || more > 0 && l.ease(append(tables[:len(tables):len(tables)], b), owed, debt, more-1) {
						return true
					}
					s[i], t[j] = x, y
					l.worn[a], l.worn[b] = first, second
				}
			}
		}
	}
	return false
}

// least returns what the seats of a table would wear if each player had the best one.
func (f Field) least(table []int) (sum wear) {
	for _, player := range table {
		best := f.in(player, 0)
		for seat := 1; seat < len(table); seat++ {
			if w := f.in(player, seat); w.compare(best) < 0 {
				best = w
			}
		}
		sum = sum.plus(best)
	}
	return sum
}

// mend makes the best exchange for a table, and reports whether there is one.
func (p *pairing) mend(a int) bool {
	s := p.seats[a]
	var least cost
	var found [3]int // seat of a, other table, its seat
	ok := false
	for b, t := range p.seats {
		if b == a {
			continue
		}
		for i, x := range s {
			for j, y := range t {
				old := p.joining(x, s, i).plus(p.joining(y, t, j))
				fresh := p.joining(y, s, i).plus(p.joining(x, t, j))
				change := fresh.minus(old)
				if max(change.apart, change.repeats, change.tags) > 0 || ok && change.compare(least) >= 0 {
					continue
				}
				bad := p.field.tooOften(s) + p.field.tooOften(t)
				s[i], t[j] = y, x
				if p.field.tooOften(s)+p.field.tooOften(t) < bad {
					least, found, ok = change, [3]int{i, b, j}, true
				}
				s[i], t[j] = x, y
			}
		}
	}
	if ok {
		t := p.seats[found[1]]
		s[found[0]], t[found[2]] = t[found[2]], s[found[0]]
	}
	return ok
}
