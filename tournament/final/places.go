// Package final gives the final places of an event and its record, also as if it ended now or
// after rounds that are only supposed.
package final

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
)

// byStage returns the indices of the rows of the standings in the order of final
// places: players of later stages come first, since a player whose event ended with an
// earlier stage never passes them. In groups, players with the same place in their
// group are together, as State.GroupOrder has them.
func byStage(s *tournament.State, t *standings.Table) []int {
	order := make([]int, len(t.Rows))
	for i := range order {
		order[i] = i
	}
	for _, st := range s.Stages {
		if !st.Kind.Ranked() || len(st.Players) == 0 {
			continue
		}
		sorted.Stable(order, func(a, b int) int {
			in := func(i int) int { return min(1+slices.Index(st.Players, int(t.Rows[i].Player)+1), 1) }
			return in(b) - in(a)
		})
	}
	if s.InGroups() {
		return s.GroupOrder(t, order)
	}
	return order
}

// Settled returns the final place of each player if nothing can change it
// any more, otherwise 0.
func Settled(s *tournament.State) (numbered.List[int], error) {
	r := s.Current()
	switch {
	case s.Phase == tournament.Finished:
		return s.Places, nil
	case s.Elimination() == nil && (s.Phase != tournament.Running || s.RoundsLeft() != nil || s.PlannedCut() != nil || r == nil || r.Status != tournament.Done):
		return make(numbered.List[int], len(s.Players)), nil
	}
	return placesFrom(s, 0)
}

// Places returns the places of an event that ends now. In a bracket that ended
// early, the players still in it share the best place.
func Places(s *tournament.State) (numbered.List[int], error) { return placesFrom(s, 1) }

// placesFrom returns the place of each player: inside the cut by the bracket,
// behind it by the Swiss ranking (docs/rules/pokemon.md#pkm-61, PKM-62), and 0 for a
// player without a place. Level players share a place if the ruleset draws no lots.
// Players still in a bracket have the place in.
func placesFrom(s *tournament.State, in int) (numbered.List[int], error) {
	t, err := s.Table(-1)
	if err != nil {
		return nil, err
	}
	return placesOf(s, t, in)
}

// placesOf returns what placesFrom does, with t as the standings before an elimination.
func placesOf(s *tournament.State, t *standings.Table, in int) (numbered.List[int], error) {
	if s.Elimination() == nil {
		return placesIn(s, t, nil, in), nil
	}
	all, err := s.Brackets()
	if err != nil {
		return nil, err
	}
	return placesIn(s, t, all, in), nil
}

// placesIn is placesOf with the brackets of the elimination.
func placesIn(s *tournament.State, t *standings.Table, all []tournament.DivisionBracket, in int) numbered.List[int] {
	places := make(numbered.List[int], len(s.Players))
	next := 1
	inCut := map[int]bool{}
	for _, b := range all {
		for i, n := range b.Seeds {
			*places.At(n) = max(b.State.Places[i], in)
			inCut[n] = true
		}
		next += len(b.Seeds)
	}
	if s.ByDivision() {
		return divisionPlaces(s, t, places, inCut)
	}
	before := -1
	last := 0 // player with the place before, if a level player can share it
	for _, i := range byStage(s, t) {
		n := int(t.Rows[i].Player) + 1
		l := s.Players.At(n)
		switch {
		case l.Disqualified:
			*places.At(n) = 0
		case inCut[n]:
		case l.Absent || l.StandIn || t.Rows[i].Place == 0:
		case last > 0 && before == i-1 && t.Level(i):
			*places.At(n) = numbered.Get(places, last)
			last = n
			next++
		default:
			*places.At(n) = next
			last = n
			next++
		}
		before = i
	}
	return places
}

// divisionPlaces fills in the places behind the cut, counted in each division from 1:
// the places of a division are a permutation (docs/rules/pokemon.md#pkm-106).
func divisionPlaces(s *tournament.State, t *standings.Table, places numbered.List[int], inCut map[int]bool) numbered.List[int] {
	for division := range s.DivisionSizes() {
		var rows []standings.Row
		for _, i := range byStage(s, t) {
			if int(s.Players[t.Rows[i].Player].Division) == division {
				rows = append(rows, t.Rows[i])
			}
		}
		next := 1
		for i := range rows {
			if inCut[int(rows[i].Player)+1] {
				next++
			}
		}
		for i := range rows {
			n := int(rows[i].Player) + 1
			l := s.Players.At(n)
			switch {
			case l.Disqualified:
				*places.At(n) = 0
			case inCut[n] || l.Absent || l.StandIn || rows[i].Place == 0:
			default:
				*places.At(n) = next
				next++
			}
		}
	}
	return places
}
