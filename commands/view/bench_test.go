package view_test

import (
	"testing"

	"topcut/commands/view"
)

// BenchmarkPosts renders the posts that 400 players wait for.
func BenchmarkPosts(b *testing.B) {
	e := crowd(b, 400, 0)
	env := view.Env{Snap: disguise(e.snap, nil), Now: e.now}
	for name, render := range map[string]func() discordMessage{
		"PairingPost": func() discordMessage { return view.PairingPost(env, 2, 3) },
		"Standings":   func() discordMessage { return view.StandingsPost(env, 1, 3) },
		"Status":      func() discordMessage { return view.Status(env, 200) },
		"Panel":       func() discordMessage { return view.MatchPanel(env, 200) },
		"Log":         func() discordMessage { return view.LogPage(env, 0, false) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				render()
			}
		})
	}
}
