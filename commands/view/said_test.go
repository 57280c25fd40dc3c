package view_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/view"
	"topcut/tournament/command"
)

// The post at the start is true for the event: it does not mention an elimination that
// the event lacks, and says late entry is possible until the last round after which a new
// player can still be paired.
func TestTheStartSaysNothingOfWhatTheEventLacks(t *testing.T) {
	start := func(rounds, cut int) string {
		e := create(t, "magic", swiss(rounds, cut))
		e.must(&command.OpenRegistration{})
		for i := range 4 {
			e.must(&command.Join{User: user(100 + i), Name: fmt.Sprint("Player ", i), ByOrganiser: true})
		}
		e.must(&command.Start{KeepAll: true})
		return fmt.Sprintf("%+v", view.Started(view.Env{Snap: e.snap, Now: e.now}).Components)
	}
	for _, c := range []struct {
		rounds, cut int
		says, not   string
	}{
		{3, 0, "auto-confirm after 10 min.", "elimination"},
		{3, 2, "except in elimination.", "after 10 min."},
		{3, 0, "until round 2 is over", "until round 3"},
		{2, 0, "until round 1 is over", "until round 2"},
	} {
		if got := start(c.rounds, c.cut); !strings.Contains(got, c.says) || strings.Contains(got, c.not) {
			t.Errorf("%d rounds and a cut of %d: says not %q, or %q:\n%s", c.rounds, c.cut, c.says, c.not, got)
		}
	}
}

// The settings mention a cut and a third place only if there is a cut.
func TestNothingIsAnnouncedOfACutThatIsNot(t *testing.T) {
	for cut, want := range map[int]bool{0: false, 4: true} {
		e := create(t, "magic", swiss(3, cut))
		got := fmt.Sprintf("%+v", view.Settings(view.Env{Snap: e.snap, Now: e.now}).Components)
		for _, says := range []string{"Size of the playoff", "Whether third place is played off"} {
			if strings.Contains(got, says) != want {
				t.Errorf("a cut of %d: %q is announced: %v", cut, says, !want)
			}
		}
	}
}

// A check-in names the missing guests, who have no account to ping.
func TestACheckInNamesMissingGuests(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	e.must(&command.OpenRegistration{})
	e.must(&command.Join{User: user(100), Name: "Alice", ByOrganiser: true})
	e.must(&command.Join{Name: "Gus", ByOrganiser: true})
	e.must(&command.StartCheckIn{Minutes: 15})
	m := view.CheckInCall(view.Env{Snap: e.snap, Now: e.now})
	if got := fmt.Sprintf("%+v", m.Components); !strings.Contains(got, "Gus") || strings.Contains(got, "more") || len(m.Mentions.Users) != 1 {
		t.Errorf("%v are called by\n%s", m.Mentions.Users, got)
	}
}

// A time a week away is shown with its date, a time this evening without.
func TestAMomentFarAwayHasItsDate(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	e.must(&command.OpenRegistration{})
	e.must(&command.Join{User: user(100), Name: "Alice", ByOrganiser: true})
	e.must(&command.StartCheckIn{Minutes: 15})
	for ahead, style := range map[time.Duration]string{0: ":t>", 7 * 24 * time.Hour: ":f>"} {
		got := fmt.Sprintf("%+v", view.CheckInCall(view.Env{Snap: e.snap, Now: e.now.Add(-ahead)}).Components)
		if !strings.Contains(got, style) {
			t.Errorf("%v ahead: %s", ahead, got)
		}
	}
}
