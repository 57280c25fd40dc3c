package sim

import (
	"slices"

	"topcut/sim/internal/kernel"
	"topcut/tournament/rules"
)

// earlyPlaces are places in the cut that players get before the cut is made
// (docs/rules/choices.md, "early lock"). A player with one has the bye in every later
// round. If nothing is worth more than a bye, no player without one ends ahead of them,
// so proofs by points and tiebreaks hold for such a cut as for any other.
type earlyPlaces struct {
	taken  []bool // by player
	n      int    // of them, still in
	places int
	units  int  // that give a place
	moves  bool // days are to come, after which some players do not play on
}

// has reports whether a player has an early place.
func (e *earlyPlaces) has(player int) bool { return e != nil && e.taken[player] }

// full reports whether no other player makes the cut.
func (e *earlyPlaces) full() bool { return e != nil && !e.moves && e.n == e.places }

// hold records which places of the cut are taken.
func (p *position) hold(cut rules.Cut, taken []int, days bool) {
	e := &earlyPlaces{taken: make([]bool, len(p.table)), places: cut.Top, units: cut.Lock * int(p.rules.Unit), moves: days}
	least := p.rules.Most() * p.rules.Rounds
	for _, q := range taken {
		if p.start.In(q) {
			e.taken[q] = true
			e.n++
			least = min(least, p.start.Points(q))
		}
	}
	if p.paired {
		least -= p.rules.Most() // the bye of this round
	}
	p.early = e
	if p.rules.ByesAreBest(0) && (e.n == 0 || least >= e.units) { // not if the rule was introduced later
		p.cut.Lock = 0
	}
	p.leaving() // there are more byes than an odd field causes
}

// soon reports whether a result now gives the player an early place: the points
// suffice, rounds remain, and too few others can have as many.
func (p *position) soon(player, result int) bool {
	points, left := p.next(player, result)
	mine := p.start.Points(player) + points
	if left == 0 || mine < p.early.units || p.paired && p.table[player] < 0 {
		return false
	}
	others := 0
	for q := range p.table {
		if q == player || !p.start.In(q) {
			continue
		}
		switch {
		case p.early.taken[q]:
			others++
		case !p.paired && p.start.Points(q)+p.rules.Most() >= mine:
			others++
		case p.paired && p.table[q] < 0 && p.start.Points(q) >= mine:
			others++
		}
	}
	for i, t := range p.open {
		most := 0
		for _, o := range p.tables[i] {
			if i == p.table[player] && !p.ends(i, player, result, o) {
				continue
			}
			n := 0
			for seat, o := range [2]kernel.Outcome{o, o.Mirror()} {
				if q := int(t[seat]); q != player && p.start.In(q) && p.start.Points(q)+p.worth[o] >= mine {
					n++
				}
			}
			most = max(most, n)
		}
		others += most
	}
	return others < p.early.places
}

// ends reports whether an outcome of the first at a table is a result of the player.
func (p *position) ends(table, player, result int, o kernel.Outcome) bool {
	if int(p.open[table][1]) == player {
		o = o.Mirror()
	}
	return slices.Contains(p.outcomesOf(result), o)
}
