// Package chains lists the chains of stages that tests play. No program imports it.
package chains

import (
	"strings"

	"topcut/tournament/stage"
)

// All returns all chains that package stage takes of these parts: preparation, first stage,
// second stage, cut.
func All() []string {
	var out []string
	for _, preparation := range []string{"", "draft > ", "build > "} {
		for _, first := range []string{
			"swiss 3", "swiss 4 unbeaten", "swiss 3 across", "groups 2 swiss 2", "roundrobin", "roundrobin twice", "groups 2 roundrobin",
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

// Rulesets returns the rulesets of games that have the stages of a chain.
func Rulesets(chain string) []string {
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
