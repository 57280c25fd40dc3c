package histories

import "strings"

// Suited returns how an evening of a chain goes: lively, but where players enter by
// groups or with their equals, with nobody dropping, so that enough are left of each.
func Suited(chain string, players int) Options {
	opts := Lively(players)
	if strings.Contains(chain, "groups") || strings.Contains(chain, "equal") || strings.Contains(chain, "pods") {
		opts.Drops = 0
	}
	return opts
}
