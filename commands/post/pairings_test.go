package post_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestEveryTableIsPostedOnce: the pairings of a round need as many posts as they have
// pages, at tables of four, with a bye beside a full page, and in a round with long
// pages. Every player is pinged by one of them.
func TestEveryTableIsPostedOnce(t *testing.T) {
	for _, tc := range []struct {
		ruleset        string
		players, posts int
	}{
		{"commander-pods", 100, 2},
		{"magic", 33, 1},
		{"magic", 35, 2},
		{"magic", 131, 3},
	} {
		rs, err := rules.Load(tc.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		s := tournament.DefaultSettings("Friday Night")
		s.Stages = s.Stages.WithRounds(2).WithCut(stage.Entry{})
		snap := tournament.Begin(1, make([]byte, 32))
		now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
		gen := histories.New(histories.Options{Players: tc.players}, 1)
		step := histories.Step{Actor: tournament.Actor{User: histories.Organiser}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
		pinged, posts := map[string]int{}, 0
		for n := 0; len(snap.State.Rounds) == 0; n++ {
			account(&step)
			after, events, err := command.Decide(snap, command.Request{Actor: step.Actor, Cause: fmt.Sprint(n), Command: step.Command}, now)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range post.Plan(snap, after, events) {
				if p.Kind != "pairings" {
					continue
				}
				posts++
				for _, id := range view.PairingPost(view.Env{Snap: after, Now: now}, 1, p.Page).Mentions.Users {
					pinged[id]++
				}
			}
			snap = after
			step, _ = gen.Next(snap)
		}
		if posts != tc.posts || len(pinged) != tc.players {
			t.Errorf("%s: %d players in %d posts, want %d in %d", tc.ruleset, len(pinged), posts, tc.players, tc.posts)
		}
		for id, n := range pinged {
			if n != 1 {
				t.Errorf("%s: %s is pinged %d times", tc.ruleset, id, n)
			}
		}
	}
}
