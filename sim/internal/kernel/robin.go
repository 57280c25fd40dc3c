package kernel

import (
	"cmp"
	"slices"

	"topcut/tournament/roundrobin"
)

// Robin is a round robin: the rounds from From (0 is the first of the event) up to To,
// in which all players who are in then meet each other within their group, once in each
// of the legs.
type Robin struct{ From, To, Legs int }

// robin returns the round robin to which a round belongs; nil for a Swiss round.
func (e *Simulator) robin(round int) *Robin {
	for i := range e.opt.Robins {
		if r := &e.opt.Robins[i]; r.From <= round && round < r.To {
			return r
		}
	}
	return nil
}

// meet seats a round of a round robin, whose seats are drawn in its first round. A
// player whose opponent has left has a bye; a player who sits out scores nothing, and
// so does a group that has played all its rounds.
func (e *Simulator) meet(robin *Robin, round int) {
	nth, leg := round-robin.From, (robin.To-robin.From)/robin.Legs // rounds
	for len(e.circles) <= e.part {
		e.circles = append(e.circles, nil)
	}
	if nth == 0 {
		e.circles[e.part] = append(e.circles[e.part][:0], e.active...)
		e.drawLots(e.circles[e.part])
	}
	seats := e.circles[e.part]
	clear(e.count[:e.totals])
	e.order, e.groups, e.odd, e.mixed = e.memory.seats[:0], e.groups[:0], e.odd[:0], true
	var made roundrobin.Round
	if rounds := e.schedule(len(seats)); nth%leg < len(rounds)/2 {
		made = rounds[nth/leg*len(rounds)/2+nth%leg]
	}
	for _, pair := range made.Pairs {
		switch a, b := seats[pair.First], seats[pair.Second]; {
		case !e.out[a] && !e.out[b]:
			e.order = append(e.order, a, b)
		case !e.out[a]:
			e.standUp(a, round)
		case !e.out[b]:
			e.standUp(b, round)
		}
	}
	for i, p := range seats {
		if !e.out[p] && (len(made.Pairs) == 0 || i == made.Bye) {
			e.sit(p, round, 0, noteNothing)
		}
	}
	e.noteAllFloats(round)
}

// standUp gives a bye for a match whose other player has left.
func (e *Simulator) standUp(p uint16, round int) {
	e.byes[p]++
	e.sit(p, round, e.rules.byeIn(round, false), noteBye)
}

// schedule returns the schedule of two legs of the given number of players; nil for one.
func (e *Simulator) schedule(players int) []roundrobin.Round {
	for len(e.schedules) <= players {
		rounds, _ := roundrobin.Schedule(len(e.schedules), 2)
		e.schedules = append(e.schedules, rounds)
	}
	return e.schedules[players]
}

// dealt moves the players who go on to the front, if the same number of each group do:
// the first of all groups in the order of the standings, then the second ones, at most
// each of a group and places in all: of the last place those with the most points for each
// match, then the most wins. It returns their number.
func (e *Simulator) dealt(list []uint16, places, each, rounds int) int {
	e.rankAll(list, rounds)
	if e.tiers == nil {
		e.tiers, e.dealing = make([]int, e.players), make([]int, len(e.from.parts))
	}
	clear(e.dealing)
	in := 0
	for _, p := range list {
		g := e.from.of[p]
		if e.tiers[p] = e.dealing[g]; e.tiers[p] < each {
			in++
		}
		e.dealing[g]++
	}
	slices.SortStableFunc(list, func(a, b uint16) int { return e.tiers[a] - e.tiers[b] })
	if places > 0 && places < in {
		from := slices.IndexFunc(list, func(p uint16) bool { return e.tiers[p] == each-1 })
		e.across(list[from:in])
		in = places
	}
	return in
}

// across orders players who have the same place in different groups as
// standings.Table.AcrossGroups does.
func (e *Simulator) across(tier []uint16) {
	matches := func(p uint16) int {
		r := e.words[p].Record()
		return max(1, r.Wins()+r.Losses()+r.Draws())
	}
	if slices.ContainsFunc(tier, func(p uint16) bool { return matches(p) != matches(tier[0]) }) {
		e.drawLots(tier)
	}
	slices.SortStableFunc(tier, func(a, b uint16) int {
		x, y := e.words[a], e.words[b]
		return cmp.Or(
			y.Points()*matches(a)-x.Points()*matches(b),
			y.Record().Wins()*matches(a)-x.Record().Wins()*matches(b),
		)
	})
}

// Dealt returns the players who go on at the end of an event if the same number of each
// group do, of the given places (0 = no limit). The next call reuses the slice.
func (e *Simulator) Dealt(places, each int) []uint16 {
	list := append(e.picks[:0], e.active...)
	return list[:e.dealt(list, places, each, e.rules.Rounds)]
}
