package league

import (
	"context"
	"slices"

	"topcut/commands/presence"
	"topcut/tournament"
	"topcut/tournament/season"
)

// gone returns the players of an event who have left the server. If that cannot be found
// out about a player, it stays as it was.
func (o *Service) gone(ctx context.Context, event *tournament.Snapshot) (players []int) {
	var users []string
	var numbers []int
	for n := 1; n <= len(event.State.Players); n++ {
		if user := event.User(n); user != "" && event.State.Taking(n) {
			users, numbers = append(users, user), append(numbers, n)
		}
	}
	for i, found := range presence.Look(ctx, o.Members, o.Log, event.State.Guild, users) {
		if found == presence.Left || found == presence.Unknown && slices.Contains(event.State.Gone, numbers[i]) {
			players = append(players, numbers[i])
		}
	}
	return players
}

// Gone returns those of the members who have left the server.
func (o *Service) Gone(ctx context.Context, s *season.Snapshot, members []int) (out []int) {
	var users []string
	var numbers []int
	for _, m := range members {
		if user := s.User(m); user != "" {
			users, numbers = append(users, user), append(numbers, m)
		}
	}
	for i, found := range presence.Look(ctx, o.Members, o.Log, s.State.Guild, users) {
		if found == presence.Left {
			out = append(out, numbers[i])
		}
	}
	return out
}
