package presence

import (
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/ledger"
)

// unseenFor is the time before the first round in which a player was seen if they did
// something.
const unseenFor = 24 * time.Hour

// paired returns the matches of the round that is paired and not over.
func paired(s *tournament.State) []ledger.Match {
	switch r := s.Current(); {
	case s.Preview != nil:
		return s.PreviewMatches
	case r != nil && r.Status != tournament.Done:
		return s.Ledger.Rounds.At(r.Number).Matches
	}
	return nil
}

// unseen returns the players with an account who are paired for the round that is not over
// and have done nothing in the event since the last one that is over was published.
func unseen(snap *tournament.Snapshot, now time.Time) (players []int) {
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
	for _, l := range paired(s) {
		for _, p := range l.Players() {
			if n := int(p) + 1; !seen[n] && s.Taking(n) && snap.User(n) != "" {
				players = append(players, n)
			}
		}
	}
	slices.Sort(players)
	return slices.Compact(players)
}
