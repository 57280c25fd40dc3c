package tournament_test

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
)

var everyChain = flag.Bool("chains", false, "play every chain of stages, not a sample of them")

// chains are all that package stage takes of these parts: preparation, first
// stage, second stage, cut.
func chains() []string {
	var out []string
	for _, preparation := range []string{"", "draft > ", "build > "} {
		for _, first := range []string{
			"swiss 3", "swiss 4 unbeaten", "swiss 3 across", "groups 2 swiss 2", "roundrobin", "groups 2 roundrobin",
			"single", "single third", "reseed", "placement", "double", "pods 3", "schedule 3",
		} {
			for _, second := range []string{"", "swiss 1", "top 6 swiss 2", "points 3 min 4 swiss 1", "equal 4 max 6 swiss 1", "top 4 roundrobin", "final", "final 4", "top 6 swiss 1 > top 4 swiss 1"} {
				for _, cut := range []string{"", "bracket 4", "bracket auto", "bracket 4 lock 6", "single 4 third", "double 4", "reseed 4", "placement 4", "single points 3 min 2", "bracket equal 4 max 6"} {
					text := preparation + first
					for _, more := range []string{second, cut} {
						if more != "" {
							text += " > " + more
						}
					}
					if _, err := stage.Parse(text); err == nil {
						out = append(out, text)
					}
				}
			}
		}
	}
	return out
}

// rulesetsOf returns games whose stages these are.
func rulesetsOf(chain string) []string {
	switch {
	case strings.Contains(chain, "schedule"):
		return []string{"riichi-helper"}
	case strings.Contains(chain, "pods"):
		return []string{"commander-pods"}
	case strings.Contains(chain, "draft"), strings.Contains(chain, "build"):
		return []string{"magic"}
	}
	return []string{"magic", "lorcana", "netrunner", "chess-casual", "one-piece"}
}

// TestEveryChainOfStages plays chains of stages from registration to final
// places, with drops, late entries, corrections and undo, and holds of each what
// TestEveryRuleset holds of usual events. A chain that a game refuses is refused
// when the event is created or started, by a notice.
func TestEveryChainOfStages(t *testing.T) {
	all := chains()
	if len(all) < 300 {
		t.Fatalf("only %d chains", len(all))
	}
	played, refused := 0, map[string]int{}
	for _, chain := range all {
		h := fnv.New64a()
		h.Write([]byte(chain))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		if !*everyChain && rng.IntN(16) > 0 {
			continue
		}
		ids := rulesetsOf(chain)
		rs := load(t, ids[rng.IntN(len(ids))])
		s := settings(0, 0)
		s.Stages = stage.MustParse(chain)
		s.LateUntil = 2
		players := 8 + rng.IntN(14)
		if strings.Contains(chain, "pods") || strings.Contains(chain, "schedule") {
			players = 16 + rng.IntN(5)
		}
		if code := startRefused(t, rs.ID, s, players); code != "" {
			refused[code]++
			continue
		}
		played++
		opts := histories.Calm(players)
		if rng.IntN(2) == 0 {
			opts = histories.Lively(players)
		}
		if s.Stages.First().Groups > 1 || strings.Contains(chain, "equal") || strings.Contains(chain, "pods") {
			opts.Drops = 0 // enough are left of each group
		}
		if !t.Run(chain, func(t *testing.T) { holds(t, rs, s, opts, rng.Uint64(), 5+rng.IntN(80)) }) {
			t.Logf("%s with %d players of %s", chain, players, rs.ID)
		}
	}
	t.Logf("%d of %d chains played, refused: %v", played, len(all), refused)
}

// startRefused returns why a chain cannot be created or started in a game, empty
// where it can.
func startRefused(t *testing.T, id string, s tournament.Settings, players int) string {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	err := w.as("olga", &tournament.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, id)})
	if err == nil {
		w.do(&tournament.OpenRegistration{})
		w.guests(players)
		err = w.as("olga", &tournament.Start{})
	}
	if err == nil {
		return ""
	}
	if tournament.ClassOf(err) == "" {
		t.Errorf("%s of %s: %v is no refusal", s.Stages, id, err)
	}
	code, _, _ := strings.Cut(err.Error(), " ")
	return code
}
