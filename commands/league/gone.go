package league

import (
	"context"

	"topcut/commands/presence"
	"topcut/tournament"
	"topcut/tournament/season"
)

// gone finds which players of an event have left the server.
func (o *Service) gone(ctx context.Context, event *tournament.Snapshot) presence.Found {
	var sought []presence.Sought
	for n := 1; n <= len(event.State.Players); n++ {
		if users := event.Users(n); len(users) > 0 && event.State.Taking(n) {
			sought = append(sought, presence.Sought{Player: n, Users: users})
		}
	}
	return presence.Find(ctx, o.Members, o.Log, event, sought)
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
