package league

import (
	"context"
	"slices"
	"sync"
	"time"

	"topcut/tournament"
	"topcut/tournament/season"
)

// Members looks up people in servers. *discord.Client implements it.
type Members interface {
	IsMember(ctx context.Context, guildID, userID string) (bool, error)
}

const (
	// lookFor bounds the time for which people are looked up; of those who are left nothing
	// is known then.
	lookFor = 10 * time.Second
	// lookAtOnce is how many people are looked up at once.
	lookAtOnce = 4
)

// presence is what a look-up has found.
type presence int

const (
	unknown presence = iota // Discord did not answer in time
	here
	left
)

// look returns which users are in a server.
func (o *Service) look(ctx context.Context, guild string, users []string) []presence {
	out := make([]presence, len(users))
	if o.Members == nil {
		return out
	}
	ctx, stop := context.WithTimeout(ctx, lookFor)
	defer stop()
	var wg sync.WaitGroup
	for first := range min(lookAtOnce, len(users)) {
		wg.Go(func() {
			for i := first; i < len(users); i += lookAtOnce {
				in, err := o.Members.IsMember(ctx, guild, users[i])
				switch {
				case err != nil:
					o.Log.Warn("looking for a member failed", "guild", guild, "error", err)
					return // the others are looked up with the next digest
				case in:
					out[i] = here
				default:
					out[i] = left
				}
			}
		})
	}
	wg.Wait()
	return out
}

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
	for i, p := range o.look(ctx, event.State.Guild, users) {
		if p == left || p == unknown && slices.Contains(event.State.Digested.Gone, numbers[i]) {
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
	for i, p := range o.look(ctx, s.State.Guild, users) {
		if p == left {
			out = append(out, numbers[i])
		}
	}
	return out
}
