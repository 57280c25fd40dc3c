package posted

import (
	"slices"

	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
)

const (
	// A round of up to fewTables tables is split into pages that fit a phone, a larger one
	// into long pages, because a channel accepts about one post a second.
	perPage     = 16
	fewTables   = 4 * perPage
	perLongPage = 30
	// perPageAtOnce are the matches on a page of rounds that open at once: all of eight
	// players.
	perPageAtOnce = 28
)

// Threaded reports whether a match has its own thread. That of an arranged match is
// opened when a time is proposed, at any of its boards; until then the list of matches is enough.
func Threaded(s *tournament.State, round, match int) bool {
	match, _ = tournament.OfBoard(match)
	m, _ := s.Match(round, match)
	if m == nil || !s.Threaded(round) {
		return false
	}
	return slices.ContainsFunc(s.Parts(tournament.Place{Round: round, Match: match}), func(at tournament.Place) bool {
		m, _ := s.Match(at.Round, at.Match)
		return m.Fixture == nil || m.Fixture.Alone()
	})
}

// Tables is the content of a list of pairings: the matches by table, and the players who
// sit out.
type Tables struct {
	Played []int // indexes of matches, by table
	Byes   []int // players
	Absent []int // players
	Per    int   // tables per page
	// Elsewhere means that the round was played before the event was imported.
	Elsewhere bool
}

// TablesOf divides the matches of a round. crew is the number of members of a seat; 0 is one.
func TablesOf(matches []ledger.Match, crew int) Tables {
	t := Tables{Per: perPage}
	most := 2 // players at a table
	for i := range matches {
		switch l := &matches[i]; {
		case l.Kind == ledger.Bye:
			t.Byes = append(t.Byes, numbers(l)...)
		case l.Kind == ledger.Elsewhere:
			t.Elsewhere = true
		case l.Kind == ledger.AssignedLoss:
			t.Absent = append(t.Absent, numbers(l)...)
		default:
			t.Played = append(t.Played, i)
			most = max(most, int(l.N))
		}
	}
	most *= max(1, crew) // a page pings its own players, and Discord allows a hundred
	switch {
	case len(t.Played) > fewTables:
		t.Per = max(1, min(perLongPage, wire.MaxMentionIDs/most-5))
	case crew > 1:
		t.Per = max(1, min(perPage, wire.MaxMentionIDs/most-1))
	}
	sorted.Stable(t.Played, func(a, b int) int {
		// Matches without a table come last.
		return int(uint16(matches[a].Table-1)) - int(uint16(matches[b].Table-1))
	})
	return t
}

// Results returns how many results a round has once it is over, without those of who sits
// out.
func Results(s *tournament.State, round int) (n int) {
	for number := range s.Contests(round) {
		if _, l := s.Match(round, number); l.N > 1 {
			n++
		}
	}
	return n
}

// PairingPages returns how many posts the pairings of a round need.
func PairingPages(s *tournament.State, round int) int {
	if s.Round(round) == nil {
		return 1
	}
	list, per := Pairings(s, round)
	return Pages(len(list), per)
}

// StandingsBelow reports whether the standings after a round stand below its pairings: in their
// last post, once the round is over. A post has room for one table, and not for that of a
// large field beside long pages of pairings.
func StandingsBelow(s *tournament.State, round int) bool {
	r := s.Round(round)
	if r == nil || rules.IsElimination(r.Stage) || s.Arranged() || len(StandingsGroups(s)) > 0 {
		return false
	}
	list, _ := Pairings(s, round)
	return len(list) <= fewTables
}

// Pairings returns the matches that the posts with the pairings of a round list, and how
// many each post has. Rounds that opened together share their posts.
func Pairings(s *tournament.State, round int) (list []tournament.Place, per int) {
	first, last := s.OpenedWith(round)
	for r := first; r <= last; r++ {
		t := TablesOf(s.Ledger.Rounds.At(r).Matches, s.Settings.Crew)
		for _, i := range t.Played {
			list = append(list, tournament.Place{Round: r, Match: i + 1})
		}
		per = t.Per
	}
	if first < last {
		per = perPageAtOnce
	}
	return list, per
}

// numbers returns the players of a match in seat order.
func numbers(l *ledger.Match) []int {
	out := make([]int, 0, l.N)
	for _, p := range l.Players() {
		out = append(out, int(p)+1)
	}
	return out
}
