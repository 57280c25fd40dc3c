// Package presence finds out which players have left the server of an event. It asks
// Discord about those whom the bot has not seen in the event for a round, and records the
// answer in the log for the organisers; it drops no player.
package presence

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
)

// Members tells who is in a server. *discord.Client implements it.
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

// Answer is what a look-up has found.
type Answer int

// The answers.
const (
	Unknown Answer = iota // Discord did not answer in time
	Here
	Left
)

// Look returns which users are in a server. Discord has said twice of each who has left
// that they have. Without in, nothing is known.
func Look(ctx context.Context, in Members, log *slog.Logger, guild string, users []string) []Answer {
	out := make([]Answer, len(users))
	if in == nil {
		return out
	}
	ctx, stop := context.WithTimeout(ctx, lookFor)
	defer stop()
	var wg sync.WaitGroup
	for first := range min(lookAtOnce, len(users)) {
		wg.Go(func() {
			for i := first; i < len(users); i += lookAtOnce {
				here, err := in.IsMember(ctx, guild, users[i])
				if err == nil && !here { // one stray answer is not believed
					here, err = in.IsMember(ctx, guild, users[i])
				}
				switch {
				case err != nil:
					log.Warn("looking for a member failed", "guild", guild, "error", err)
					return // the others are looked up the next time
				case here:
					out[i] = Here
				default:
					out[i] = Left
				}
			}
		})
	}
	wg.Wait()
	return out
}

// Sought is a player of an event who is looked for: those of the accounts with the seat of
// which nothing was seen.
type Sought struct {
	Player int
	Users  []string
	Seen   bool // another member of the team was seen
}

// Found is what Discord has said about players.
type Found struct {
	Gone    []int // who have left the server: of a team all members
	Away    []int // persons of teams who have left while a mate is there
	Unknown []int // about whom Discord did not answer
}

// Find looks for players of an event. Of one about whom Discord does not answer it finds
// what was found last.
func Find(ctx context.Context, in Members, log *slog.Logger, snap *tournament.Snapshot, sought []Sought) (out Found) {
	var users []string
	for i := range sought {
		users = append(users, sought[i].Users...)
	}
	found := Look(ctx, in, log, snap.State.Guild, users)
	for i := range sought {
		of := &sought[i]
		members := found[:len(of.Users)]
		found = found[len(of.Users):]
		switch {
		case of.Seen || slices.Contains(members, Here):
			for k, answer := range members {
				if answer == Left {
					out.Away = append(out.Away, snap.Book.ByUser(of.Users[k]))
				}
			}
		case !slices.Contains(members, Unknown), slices.Contains(snap.State.Gone, of.Player):
			out.Gone = append(out.Gone, of.Player)
		default:
			out.Unknown = append(out.Unknown, of.Player)
		}
	}
	return out
}

// Watch looks for the players of events. Set its fields before use.
type Watch struct {
	Members Members
	Events  *command.Director
	Now     func() time.Time // tournament time
	Log     *slog.Logger

	mu     sync.Mutex
	looked map[tournament.ID]int // the round of an event before which all players were looked for
}

// pairing returns the round that an event is pairing or has just paired; 0 if there is
// none, or its players are looked for with its digests.
func pairing(s *tournament.State) int {
	switch r := s.Current(); {
	case s.Phase != tournament.Running || s.Arranged():
		return 0
	case s.Preview != nil:
		return s.Preview.Number
	case r != nil && r.Status != tournament.Done:
		return r.Number
	}
	return 0
}

// due returns the round for whose pairing the players of an event are to be looked for
// now; 0 for none.
func (w *Watch) due(s *tournament.State) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if round := pairing(s); round != w.looked[s.ID] {
		return round
	}
	return 0
}

func (w *Watch) done(id tournament.ID, round int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.looked == nil {
		w.looked = map[tournament.ID]int{}
	}
	w.looked[id] = round
}

// askFor is how long an organiser who pairs a round waits for Discord.
const askFor = 3 * time.Second

// Ask is Note for an organiser who waits for the answer. A fault of the bot is logged.
func (w *Watch) Ask(ctx context.Context, snap *tournament.Snapshot) (after *tournament.Snapshot, unknown int) {
	ctx, stop := context.WithTimeout(ctx, askFor)
	defer stop()
	after, unknown, err := w.Note(ctx, snap)
	if err != nil {
		w.Log.Error("who has left the server is not recorded", "tournament", snap.State.ID, "error", err)
	}
	return after, unknown
}

// Note looks for the players of an event that has paired a round, once for each round, and
// records who has left the server. It returns the event after that, and the number of
// players about whom Discord did not answer.
func (w *Watch) Note(ctx context.Context, snap *tournament.Snapshot) (after *tournament.Snapshot, unknown int, err error) {
	s := snap.State
	round := w.due(s)
	if round == 0 {
		return snap, 0, nil
	}
	found := Find(ctx, w.Members, w.Log, snap, unseen(snap, w.Now()))
	if unknown = len(found.Unknown); unknown == 0 {
		w.done(s.ID, round)
	}
	out, err := w.Events.Do(ctx, s.ID, command.Request{
		Cause:   fmt.Sprintf("presence:%d:%d", round, s.Seq),
		Command: &command.NoteGone{Players: found.Gone, Away: found.Away, Seq: s.Seq},
	})
	switch {
	case tournament.ClassOf(err) != "": // nothing is new, or the event is over
		return snap, unknown, nil
	case err != nil:
		return snap, unknown, err
	}
	return out.After, unknown, nil
}
