package tournament_test

import (
	"testing"

	"topcut/tournament"
)

// Two things that are due at once are two deadlines: the store tells them apart by
// their keys.
func TestEveryTimerHasAKeyOfItsOwn(t *testing.T) {
	seen := map[string]tournament.Due{}
	for _, kind := range []tournament.DueKind{
		tournament.DueCheckIn, tournament.DueCheckInEnd, tournament.DueStart, tournament.DueMixed, tournament.DueBuildWarning, tournament.DueBuildEnd,
		tournament.DueNextRound, tournament.DueWarning, tournament.DueTime, tournament.DueConfirm,
	} {
		for n := range 3 * 3 * 3 * 3 {
			few := []int{0, 1, 11}
			due := tournament.Due{Kind: kind, Round: few[n%3], Match: few[n/3%3], Minutes: few[n/9%3], Asked: int64(few[n/27])}
			if other, taken := seen[due.Key()]; taken {
				t.Errorf("%+v and %+v are both %s", due, other, due.Key())
			}
			seen[due.Key()] = due
		}
	}
}
