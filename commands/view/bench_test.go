package view_test

import (
	"testing"

	"topcut/commands/view"
	"topcut/tournament/growth"
)

// BenchmarkPosts renders the posts for 400 players.
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

// BenchmarkGrowthView renders what organisers and players see of a round.
func BenchmarkGrowthView(b *testing.B) {
	for name, render := range map[string]func(env view.Env) discordMessage{
		"PairingPost":   func(env view.Env) discordMessage { return view.PairingPost(env, 1, 0) },
		"Pairings":      func(env view.Env) discordMessage { return view.Pairings(env, 1, 0) },
		"StaffPanel":    func(env view.Env) discordMessage { return view.StaffPanel(env, 0) },
		"StandingsPost": func(env view.Env) discordMessage { return view.StandingsPost(env, 1, 0) },
		"MatchPanel":    func(env view.Env) discordMessage { return view.MatchPanel(env, 1) },
		"Roster":        func(env view.Env) discordMessage { return view.Roster(env, 0) },
	} {
		b.Run(name, func(b *testing.B) {
			growth.Bench(b, growth.Players(), func(n int) (int, func() func()) {
				e := growth.Begun(b, n)
				env := view.Env{Snap: e.Snap, Now: e.Now()}
				return n, func() func() { render(env); return nil }
			})
		})
	}
}
