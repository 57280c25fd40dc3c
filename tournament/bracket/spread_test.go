package bracket_test

import (
	"slices"
	"testing"

	"topcut/tournament/bracket"
)

// meetings returns how many pairs of one group can meet up to each round.
func meetings(group, order []int) (upTo []int) {
	width := bracket.FullSize(len(group))
	at := make([]int, len(group))
	for place, seed := range bracket.SlotOrder(width) {
		if seed <= len(group) {
			at[seed-1] = place
		}
	}
	for block := 2; block <= width; block *= 2 {
		pairs := 0
		for i := range order {
			for j := range i {
				if group[order[i]] == group[order[j]] && at[i]/block == at[j]/block {
					pairs++
				}
			}
		}
		upTo = append(upTo, pairs)
	}
	return upTo
}

// TestPlayersOfOneGroupMeetAsLateAsTheBracketAllows tries each number of groups and of
// players who go on of each: of k players, in a bracket with as many halves, quarters or
// eighths, two meet only when these meet.
func TestPlayersOfOneGroupMeetAsLateAsTheBracketAllows(t *testing.T) {
	for groups := 1; groups <= 16; groups++ {
		for on := 1; on <= 8 && groups*on <= 48; on++ {
			size := groups * on
			if size < 2 {
				continue
			}
			var group, tier []int
			for place := range on {
				for g := range groups {
					group, tier = append(group, g), append(tier, place)
				}
			}
			order := bracket.Spread(group, tier)
			for i, player := range slices.Sorted(slices.Values(order)) {
				if player != i || tier[order[i]] != tier[i] {
					t.Fatalf("%d groups, %d each: %v moves players out of their tiers", groups, on, order)
				}
			}
			for r, pairs := range meetings(group, order) {
				parts := bracket.FullSize(size) >> (r + 1)
				least := groups * (on%parts*(on/parts+1)*(on/parts)/2 + (parts-on%parts)*(on/parts)*(on/parts-1)/2)
				if pairs > least {
					t.Errorf("%d groups, %d each: %d pairs of one group can meet up to round %d, %d would be the fewest", groups, on, pairs, r+1, least)
				}
			}
		}
	}
}

// TestAFieldOfOneOrNoneStaysAsItIs: every player of the groups may have left.
func TestAFieldOfOneOrNoneStaysAsItIs(t *testing.T) {
	for n := range 2 {
		if got := bracket.Spread(make([]int, n), make([]int, n)); len(got) != n {
			t.Errorf("%d players: %v", n, got)
		}
	}
}
