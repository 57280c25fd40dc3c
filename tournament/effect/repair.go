package effect

import (
	"fmt"
	"maps"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
)

// Moved returns the players that the repair of a published round moves: those who are
// at another table, with other players or without a match, and last those taken out of
// the round. A match that only changes its number moves no player.
func Moved(before *tournament.State, ev *tournament.RoundRepaired) []int {
	was := map[int]string{}
	place := func(table int, kind ledger.Kind, players []int) string {
		return fmt.Sprint(table, kind, slices.Sorted(slices.Values(players)))
	}
	for i := range before.Ledger.Rounds.At(ev.Round).Matches {
		l := &before.Ledger.Rounds.At(ev.Round).Matches[i]
		var players []int
		for _, q := range l.Players() {
			players = append(players, int(q)+1)
		}
		for _, n := range players {
			was[n] = place(int(l.Table), l.Kind, players)
		}
	}
	var moved []int
	for _, p := range ev.Pairings {
		for _, n := range p.Players {
			if old, seated := was[n]; !seated || old != place(p.Table, p.Kind, p.Players) {
				moved = append(moved, n)
			}
			delete(was, n)
		}
	}
	return append(moved, slices.Sorted(maps.Keys(was))...)
}

// Replayed returns the matches of later rounds that are taken back by after, a state in
// which they are to be played again, and do not keep their results: those of a player who
// is no longer in them, and those after them.
func Replayed(before, after *tournament.State) (out []tournament.Place) {
	st := after.Elimination()
	if st == nil || len(after.Rounds) >= len(before.Rounds) && after.Phase == before.Phase {
		return nil
	}
	for r := max(st.FirstRound, 1); r <= len(before.Rounds); r++ {
		for m := range before.Rounds.At(r).Matches {
			l := &before.Ledger.Rounds.At(r).Matches[m]
			if l.N < 2 || !l.Finished() {
				continue
			}
			if n := after.MatchOf(r, int(l.Seats[0])+1); n > 0 {
				if _, now := after.Match(r, n); now.Finished() && now.Seats == l.Seats {
					continue
				}
			}
			out = append(out, tournament.Place{Round: r, Match: m + 1})
		}
	}
	return out
}
