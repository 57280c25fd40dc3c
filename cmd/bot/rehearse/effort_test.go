package rehearse

import (
	"flag"
	"fmt"
	"testing"
)

var large = flag.Bool("large-evenings", false, "count the posts of evenings of 32 and 64 players too")

// asksForLittle holds to little what an evening costs: its organiser until round 1 is
// published, its channels in posts, its players in pings and presses.
func asksForLittle(t *testing.T, got *result, posts int) {
	t.Helper()
	if got.Posts > posts {
		t.Errorf("%d posts, at most %d", got.Posts, posts)
	}
	// The pairings and a report to answer. A ruling pings who plays the match, once: how many
	// there are depends on who disputes, so they are counted apart.
	if got.Beside > 2 {
		t.Errorf("%d pings of a player in one round beside one for each ruling, at most 2", got.Beside)
	}
	if got.Commands != 1 || got.Forms != 1 || got.Presses != 2 {
		t.Errorf("the organiser needs %d commands, %d forms and %d presses to publish round 1, not one form and two presses", got.Commands, got.Forms, got.Presses)
	}
	if got.PerReport > 2.1 || got.PerAnswer != 1 {
		t.Errorf("%v presses a report, %v a confirmation", got.PerReport, got.PerAnswer)
	}
}

// TestAnEveningAsksForLittle counts what an evening of five rounds and a Top 8 costs.
func TestAnEveningAsksForLittle(t *testing.T) {
	t.Parallel()
	atLength(t)
	for players, posts := range map[int]int{16: 18, 32: 18, 64: 24} {
		if players > 16 && !*large {
			continue
		}
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			t.Parallel()
			code, out, errOut, got := rehearse(t, hurried, "--players", fmt.Sprint(players), "--rounds", "5", "--cut", "8", "--quiet")
			if code != exitOK {
				t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
			}
			asksForLittle(t, &got, posts)
		})
	}
}
