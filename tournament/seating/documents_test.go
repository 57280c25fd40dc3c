package seating_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/random"
	"topcut/tournament/seating"
)

// docs/rules/riichi.md#rii-07: the schedule is the best of a search by the fixed
// priorities; the same field and sessions always give the same one, and the same seed the
// same draw.
func TestRII07_ScheduleIsDeterministic(t *testing.T) {
	for _, players := range []int{12, 20, 29, 40} {
		c := seating.Config{Players: players, Sessions: 6}
		one, two := schedule(t, c), schedule(t, c)
		if d := cmp.Diff(one.Sessions, two.Sessions); d != "" {
			t.Errorf("%d players: two schedules:\n%s", players, d)
		}
	}
	draw := func(seed byte) []int {
		return seating.Draw(40, random.New([32]byte{seed}, "draw"))
	}
	if !slices.Equal(draw(1), draw(1)) || slices.Equal(draw(1), draw(2)) {
		t.Error("the draw does not follow from its seed")
	}
}

// docs/rules/riichi.md#rii-17, RII-19: table numbers come last. Another numbering of
// the tables changes neither meetings nor winds, and cannot leave fewer players at one
// table for two sessions running if the schedule leaves none.
func TestRII19_TableNumbersComeLast(t *testing.T) {
	for _, players := range []int{16, 20, 24, 36} {
		s := schedule(t, seating.Config{Players: players, Sessions: 6})
		value, winds, stays := s.Value(), s.Winds(), s.TableStays()
		for i := range s.Sessions {
			slices.Reverse(s.Sessions[i].Tables) // other numbers, the same tables
		}
		if s.Value() != value || s.Winds() != winds {
			t.Errorf("%d players: numbers of tables change %v to %v", players, value, s.Value())
		}
		src := random.New([32]byte{7}, "tables")
		for range 50 {
			for i := range s.Sessions {
				random.Slice(src, s.Sessions[i].Tables)
			}
			if other := s.TableStays(); other.ThreeInRow < stays.ThreeInRow || other.ThreeInRow == stays.ThreeInRow && other.TwoInRow < stays.TwoInRow {
				t.Fatalf("%d players: by chance %+v, better than %+v", players, other, stays)
			}
		}
	}
}
