package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
)

// PlayersGone records which players were not in the server when the bot looked, in place
// of those it had seen missing before. It looks for the players it has not seen in the
// event since the last round, and drops none: an organiser does.
type PlayersGone struct {
	Players []int `json:"players,omitempty"`
}

func (ev *PlayersGone) apply(s *State, _ *Envelope) error {
	for _, n := range ev.Players {
		if s.Player(n) == nil {
			return Refuse(NotFound, "player.no_such", "player", n)
		}
	}
	s.Gone = ev.Players
	return nil
}

// returned notes that a person has done something in the event, so their player is no
// longer gone.
func (s *State) returned(person int) {
	if n := s.PlayerOf(person); slices.Contains(s.Gone, n) {
		s.Gone = slices.DeleteFunc(slices.Clone(s.Gone), func(gone int) bool { return gone == n })
	}
}

// HaveLeft returns the players who take part and were not in the server when the bot last
// looked.
func (s *State) HaveLeft() (players []int) {
	for _, n := range s.Gone {
		if s.Taking(n) {
			players = append(players, n)
		}
	}
	return players
}

// unseenFor is the time before the first round in which a player was seen if they did
// something.
const unseenFor = 24 * time.Hour

// paired returns the matches of the round that is paired and not over.
func (s *State) paired() []ledger.Match {
	switch r := s.Current(); {
	case s.Preview != nil:
		return s.PreviewMatches
	case r != nil && r.Status != Done:
		return s.Ledger.Rounds.At(r.Number).Matches
	}
	return nil
}

// Unseen returns the players with an account who are paired for the round that is not over
// and have done nothing in the event since the last one that is over was published.
func Unseen(snap *Snapshot, now time.Time) (players []int) {
	s := snap.State
	since := now.Add(-unseenFor)
	if done := s.LastDone(); done > 0 {
		since = s.Rounds.At(done).PublishedAt
	}
	seen := map[int]bool{}
	for i := range slices.Backward(snap.Log) {
		if snap.Log[i].Time.Before(since) {
			break
		}
		seen[s.PlayerOf(snap.Log[i].Actor)] = true
	}
	for _, l := range s.paired() {
		for _, p := range l.Players() {
			if n := int(p) + 1; !seen[n] && s.Taking(n) && snap.User(n) != "" {
				players = append(players, n)
			}
		}
	}
	slices.Sort(players)
	return slices.Compact(players)
}
