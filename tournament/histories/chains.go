package histories

import "strings"

// Suited returns the options for an event of a chain: lively, but without drops if
// players enter by groups or with their equals, so that enough players of each are
// left.
func Suited(chain string, players int) Options {
	opts := Lively(players)
	if strings.Contains(chain, "groups") || strings.Contains(chain, "equal") || strings.Contains(chain, "pods") {
		opts.Drops = 0
	}
	return opts
}
