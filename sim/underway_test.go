package sim_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/sim"
	"topcut/tournament/season"
)

// randomLeg returns an event of a season that is over, in which some members played.
func randomLeg(rng *rand.Rand, members []int) season.Leg {
	var out season.Leg
	for place, i := range rng.Perm(len(members))[:2+rng.IntN(len(members)-1)] {
		won := rng.IntN(4)
		out.Results = append(out.Results, season.Result{Member: members[i], Place: place + 1, Won: won, Lost: 3 - won, Rounds: 3})
	}
	return out
}

// TestOddsOfASeasonAgreeWithItsTable: while an event is under way, the odds of random
// seasons have the order, the places and the points of the table as it stands, and nothing
// that they prove is otherwise in the table that the season ends with.
func TestOddsOfASeasonAgreeWithItsTable(t *testing.T) {
	lines := []int{1, 2, 4}
	facts, seasons := 0, 60
	for seed := range uint64(seasons) {
		rng := rand.New(rand.NewPCG(seed, 326))
		e := begun(t, "magic", eveningSettings(3, 0), 4+rng.IntN(4))
		for range rng.IntN(3) {
			e.pair()
			e.finish(rng, -1)
		}
		e.pair()
		e.finish(rng, 1+rng.IntN(2))
		cfg := e.leagueOf(nil)
		preset := season.Presets()[rng.IntN(len(season.Presets()))]
		cfg.Input.Rules, _ = season.Preset(preset)
		cfg.Input.Rules.Best, cfg.Input.Single = rng.IntN(3), false
		for range rng.IntN(4) {
			cfg.Input.Events = append(cfg.Input.Events, randomLeg(rng, cfg.Input.Members))
		}
		for range rng.IntN(3) {
			cfg.Left = append(cfg.Left, sim.SeasonEvent{Rounds: 3})
		}
		cfg.Lines, cfg.Trials, cfg.Seed = lines, 60, seed
		odds, err := sim.Season(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		now := e.table(cfg)
		odds.Show(now)
		for i := range odds.Members {
			if m, r := &odds.Members[i], &now.Rows[i]; m.Member != r.Member || m.Place != r.Place || !m.Points.Equal(r.Points) {
				t.Fatalf("season %d (%s): row %d is member %d on place %d with %v in the odds, member %d on place %d with %v in the table",
					seed, preset, i+1, m.Member, m.Place, m.Points, r.Member, r.Place, r.Points)
			}
		}
		for way := range 12 {
			f := e.fork(way)
			f.finish(rng, -1)
			for len(f.snap.State.Rounds) < 3 {
				f.pair()
				f.finish(rng, -1)
			}
			ends := cfg
			in := *cfg.Input
			ends.Input, in.Events = &in, slices.Clip(in.Events)
			for range cfg.Left {
				in.Events = append(in.Events, randomLeg(rng, in.Members))
			}
			end := f.table(ends)
			for i := range odds.Members {
				m := &odds.Members[i]
				place := end.Row(m.Member).Place
				for k, line := range lines {
					fact := m.Lines[k].Fact
					if fact == sim.Clinched && place > line || fact == sim.Eliminated && place <= line {
						t.Fatalf("season %d (%s), %d left: member %d is %s of the first %d and ends on place %d", seed, preset, len(cfg.Left), m.Member, fact, line, place)
					}
					if fact != "" {
						facts++
					}
				}
			}
		}
	}
	t.Logf("%d seasons, %d facts held against an end", seasons, facts)
	if facts == 0 {
		t.Error("nothing was proved")
	}
}
