package sim

import (
	"slices"

	"topcut/tournament/final"
	"topcut/tournament/numbered"

	"topcut/tournament/season"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// rowPlaces are what the best and the worst place of each row of a table follow from that
// has the order of an event. A cut puts the players in it before all others, and leaves
// the order of these as it is. An adjustment only moves its member, down if points are
// taken off and up if some are added, by the points of the season; how far is left open.
type rowPlaces struct {
	g     *meetings
	base  *standings.Table // of the event now
	rows  []int            // by player, the row; -1 = none
	cut   int              // players of the cut to come; 0 = none comes
	plays []bool           // by row, whether the player can reach it
	sign  []int            // by row, that of the adjustments
}

// places returns the best and the worst place of each row of the table of a season that is
// the event. rows maps each player to a row, or to -1.
func (g *meetings) places(rows []int, table []season.Row) (best, worst []int, err error) {
	best, worst = slices.Repeat([]int{1}, len(table)), slices.Repeat([]int{len(table)}, len(table))
	p := &rowPlaces{g: g, rows: rows, plays: make([]bool, len(table)), sign: make([]int, len(table))}
	for i := range table {
		p.sign[i] = table[i].Adjusted.Sign()
	}
	for n, row := range rows {
		if row >= 0 {
			p.plays[row] = g.s.PlaysOn(n+1) && !g.s.Players[n].StandIn
		}
	}
	switch next := g.s.Next(); {
	case g.s.Elimination() != nil:
		if slices.ContainsFunc(p.sign, func(sign int) bool { return sign != 0 }) {
			return best, worst, nil
		}
		return p.inBracket(best, worst)
	case !g.bracket:
	case g.s.InGroups() || g.s.ByDivision() || len(g.s.Locks) > 0 || next.Entry().By != stage.Top && next.Entry().By != stage.Auto:
		return best, worst, nil // who reaches the bracket is not a matter of the table alone
	default:
		p.cut = next.Size
	}
	if p.base, err = g.table(g.ledger); err != nil {
		return nil, nil, err
	}
	best, worst = p.beforeBracket()
	return best, worst, nil
}

// inBracket returns the places while the bracket is played.
func (p *rowPlaces) inBracket(best, worst []int) (first, last []int, err error) {
	settled, err := final.Settled(p.g.s)
	if err != nil {
		return nil, nil, err
	}
	all, err := p.g.s.Brackets()
	if err != nil || len(all) != 1 {
		return best, worst, err
	}
	seeds := all[0].Seeds
	from, to := 1, len(seeds) // the places that are left
	for slices.ContainsFunc(seeds, func(n int) bool { return numbered.Get(settled, n) == from }) {
		from++
	}
	for _, n := range seeds {
		if numbered.Get(settled, n) > from {
			to--
		}
	}
	sharing := map[int]int{}
	for _, place := range settled {
		sharing[place]++
	}
	for n, row := range p.rows {
		switch place := settled[n]; {
		case row < 0:
		case place > 0:
			best[row], worst[row] = place, place+sharing[place]-1
		case slices.Contains(seeds, n+1):
			best[row], worst[row] = from, to
		}
	}
	return best, worst, nil
}

// beforeBracket returns the places while the rounds are played that the standings follow
// from.
func (p *rowPlaces) beforeBracket() (best, worst []int) {
	moved, up := 0, 0 // how many members have adjustments, and how many of them move up
	for _, sign := range p.sign {
		if sign != 0 {
			moved++
		}
		up += max(0, sign)
	}
	best, worst = p.among(func(row int) bool { return p.sign[row] >= 0 })
	if moved > 0 {
		_, worst = p.among(func(row int) bool { return p.sign[row] <= 0 })
	}
	for i, sign := range p.sign {
		if sign == 0 {
			worst[i] += up
			continue
		}
		alone, behind := p.among(func(row int) bool { return row == i || p.sign[row] == 0 })
		if best[i], worst[i] = alone[i], len(p.sign); sign > 0 {
			best[i], worst[i] = 1, behind[i]+moved-1
		}
	}
	return best, worst
}

// among returns the places among some of the rows without what adjustments change; 0 for
// the other rows.
func (p *rowPlaces) among(in func(row int) bool) (best, worst []int) {
	best, worst = p.raced(in)
	if p.cut == 0 {
		return best, worst
	}
	reaches, _ := p.raced(func(row int) bool { return p.plays[row] })
	some := 0
	for row := range best {
		if best[row] > 0 {
			some++
		}
	}
	for row := range best {
		switch {
		case best[row] == 0:
		case !p.plays[row]: // behind the cut, whoever is in it
			worst[row] = some
		default:
			if reaches[row] <= p.cut {
				best[row] = 1
			}
			worst[row] = max(worst[row], min(p.cut, some))
		}
	}
	return best, worst
}

// raced returns the places among some of the rows in the standings that the rounds decide;
// 0 for the other rows.
func (p *rowPlaces) raced(in func(row int) bool) (best, worst []int) {
	var chosen []int
	index := slices.Repeat([]int{-1}, len(p.sign))
	for i := range p.sign {
		if in(i) {
			index[i] = len(chosen)
			chosen = append(chosen, i)
		}
	}
	who := slices.Clone(p.rows)
	for n, row := range p.rows {
		if row >= 0 {
			who[n] = index[row]
		}
	}
	first, last := p.g.standing(who, len(chosen), p.base).bounds()
	best, worst = make([]int, len(p.sign)), make([]int, len(p.sign))
	for k, i := range chosen {
		best[i], worst[i] = first[k], last[k]
	}
	return best, worst
}
