package tournament

import (
	"slices"

	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
)

// byStage returns the indices of the rows of the standings in the order of final
// places: players of later stages come first, since a player whose event ended with an
// earlier stage never passes them. In groups, players with the same place in their
// group are together, as groupOrder has them.
func (s *State) byStage(t *standings.Table) []int {
	order := indices(len(t.Rows))
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
		return s.groupOrder(t, order)
	}
	return order
}

// SettledPlaces returns the final place of each player if nothing can change it
// any more, otherwise 0.
func (s *State) SettledPlaces() (numbered.List[int], error) {
	r := s.Current()
	switch {
	case s.Phase == Finished:
		return s.Places, nil
	case s.Elimination() == nil && (s.Phase != Running || s.RoundsLeft() != nil || s.PlannedCut() != nil || r == nil || r.Status != Done):
		return make(numbered.List[int], len(s.Players)), nil
	}
	return s.placesFrom(0)
}

// FinalPlaces returns the places of an event that ends now. In a bracket that ended
// early, the players still in it share the best place.
func (s *State) FinalPlaces() (numbered.List[int], error) { return s.placesFrom(1) }

// placesFrom returns the place of each player: inside the cut by the bracket,
// behind it by the Swiss ranking (docs/rules/pokemon.md#pkm-61, PKM-62), and 0 for a
// player without a place. Level players share a place if the ruleset draws no lots.
// Players still in a bracket have the place in.
func (s *State) placesFrom(in int) (numbered.List[int], error) {
	t, err := s.Table(-1)
	if err != nil {
		return nil, err
	}
	return s.placesOf(t, in)
}

// placesOf returns what placesFrom does, with t as the standings before an elimination.
func (s *State) placesOf(t *standings.Table, in int) (numbered.List[int], error) {
	if s.Elimination() == nil {
		return s.placesIn(t, nil, in), nil
	}
	all, err := s.Brackets()
	if err != nil {
		return nil, err
	}
	return s.placesIn(t, all, in), nil
}

// placesIn is placesOf with the brackets of the elimination.
func (s *State) placesIn(t *standings.Table, all []DivisionBracket, in int) numbered.List[int] {
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
		return s.divisionPlaces(t, places, inCut)
	}
	before := -1
	last := 0 // player with the place before, if a level player can share it
	for _, i := range s.byStage(t) {
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
