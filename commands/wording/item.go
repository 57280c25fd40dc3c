package wording

import (
	"strconv"
	"strings"

	"topcut/tournament"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// Item returns the name of an item of a step of picks and bans that a player takes. Items that
// players have of their own are known by their number; their names stand in the decklist.
func (e Event) Item(at tournament.Place, step, player int, item string) string {
	s := e.Snap.State
	plan := s.PicksOf(at)
	if plan == nil || player == 0 || item == "" || step < 0 || step >= len(plan.Steps) || plan.Parts[plan.Steps[step].Part].PerPlayer == 0 {
		return item
	}
	if plan.Steps[step].Owner(0) != 0 {
		_, l := s.Match(at.Round, at.Match)
		player = int(l.Seats[0]+l.Seats[1]) + 2 - player
	}
	n, err := strconv.Atoi(item)
	if err != nil {
		return item
	}
	if pool := s.GameRules().OwnItems(); pool != nil {
		if name := ownItem(pool, rules.OwnLines(e.Snap.Book.Text(s.Players.At(player).Deck)), n); name != "" {
			return name
		}
	}
	return e.Say("picks.own", "n", n)
}

// ownItem returns the name of item n of a player, or "". What must differ is enough of it.
func ownItem(pool *rules.Pool, lines numbered.List[string], n int) string {
	name := numbered.Get(lines, n)
	if pool.Distinct != "" {
		name, _, _ = strings.Cut(name, ":")
	}
	return strings.TrimSpace(name)
}
