package presence

import (
	"cmp"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/sorted"
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
// and have done nothing in the event since the last one that is over was published. Of a
// team of which a member has done something it returns the captain if they have not.
func unseen(snap *tournament.Snapshot, now time.Time) (out []Sought) {
	s := snap.State
	since := now.Add(-unseenFor)
	if done := s.LastDone(); done > 0 {
		since = s.Rounds.At(done).PublishedAt
	}
	seen, acted := map[int]bool{}, map[int]bool{}
	for i := range slices.Backward(snap.Log) {
		if snap.Log[i].Time.Before(since) {
			break
		}
		seen[s.PlayerOf(snap.Log[i].Actor)], acted[snap.Log[i].Actor] = true, true
	}
	for _, l := range paired(s) {
		for _, p := range l.Players() {
			n := int(p) + 1
			users := snap.Users(n)
			switch {
			case !s.Taking(n) || len(users) == 0:
			case !seen[n]:
				out = append(out, Sought{Player: n, Users: users})
			case len(users) > 1 && !acted[snap.Book.ByUser(users[0])]:
				out = append(out, Sought{Player: n, Users: users[:1], Seen: true})
			}
		}
	}
	sorted.Stable(out, func(a, b Sought) int { return cmp.Compare(a.Player, b.Player) })
	return slices.CompactFunc(out, func(a, b Sought) bool { return a.Player == b.Player })
}
