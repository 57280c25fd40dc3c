package handover

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// lineUps names who sits at the boards of rounds of the file, where others do so than in the
// round before.
func (t *takeOver) lineUps(parts []ledger.Round) (out []tournament.Event) {
	s := t.State()
	for i := range parts {
		for m, boards := range numbered.All(parts[i].Boards) {
			if *boards == nil {
				continue
			}
			for _, p := range parts[i].Matches.At(m).Players() {
				n := int(p) + 1
				members, line := s.Players.At(n).Members(), t.f.Sat(int(parts[i].Number), p)
				persons := make([]int, len(line))
				for b, k := range line {
					persons[b] = numbered.Get(numbered.List[int](members), k)
				}
				sits := append(slices.Clip(s.NextLineUp(n)), make([]int, len(persons))...)[:len(persons)]
				if !slices.Equal(sits, persons) {
					out = append(out, &tournament.LineUpGiven{Player: n, Persons: persons})
				}
			}
		}
	}
	return out
}

// fill seats members at the boards that a crew has left empty in the last round of the file:
// from the next one on none is.
func (t *takeOver) fill() error {
	for n := 1; n <= len(t.f.Players); n++ {
		s := t.State()
		next := s.NextLineUp(n)
		if !slices.Contains(next, 0) || !s.PlaysOn(n) {
			continue
		}
		persons := slices.DeleteFunc(slices.Clone(next), func(person int) bool { return person == 0 })
		for _, person := range s.Players.At(n).Members() {
			if len(persons) < s.Settings.Boards && !slices.Contains(persons, person) {
				persons = append(persons, person)
			}
		}
		if err := t.Emit(&tournament.LineUpGiven{Player: n, Persons: persons}); err != nil {
			return err
		}
	}
	return nil
}
