package posted

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/numbered"
)

// Told is a change for players of a round that another person made and that the call of the
// round says.
type Told struct {
	Seq     int64 // the event of the log that says it
	Players []int // whom it concerns
}

// Changes returns what of the events up to one was changed for players of a round since it
// was published: the newest of each match, player and clock, and nothing that was undone.
func Changes(s *tournament.State, log []tournament.Envelope, round int, upTo int64) (out []Told) {
	gone, seen := tournament.RetractedSeqs(log), map[subject]bool{}
	for i := len(log) - 1; i >= 0 && log[i].Seq > s.Rounds.At(round).PublishedSeq; i-- {
		if log[i].Seq > upTo || gone[log[i].Seq] {
			continue
		}
		of := subjectOf(log[i].Event)
		if players := Concerned(s, &log[i]); len(players) > 0 && !seen[of] {
			seen[of] = true
			out = append(out, Told{log[i].Seq, players})
		}
	}
	slices.Reverse(out)
	return out
}

// Concerned returns whom an event concerns that another person caused: a player who is out,
// in again or penalised, the players of a match of the last round that was ruled, those whose
// clock was changed. What a clock does was announced.
func Concerned(s *tournament.State, e *tournament.Envelope) []int {
	own := func(n int) bool { return e.Actor == 0 || s.Players.At(n).Person == e.Actor }
	var players []int
	switch of := subjectOf(e.Event); of.what {
	case aPlayer, aPenalty:
		players = []int{of.n}
	case aMatch:
		players = seated(s, tournament.Place{Round: of.round, Match: of.n})
	case aClock:
		players = clock(s, e.Event.(*tournament.ClockExtended))
	}
	if slices.ContainsFunc(players, own) {
		return nil
	}
	return players
}

// Personal reports whether an event is about one player, so that it is told where no round is
// played too.
func Personal(ev tournament.Event) bool {
	what := subjectOf(ev).what
	return what == aPlayer || what == aPenalty
}

// subject is what an event is about that is told: a later one about the same takes its
// place.
type subject struct {
	what  topic
	round int // of a match or clock
	n     int // the player, or the match in its round; 0 = the clock of the round
}

type topic uint8

const (
	aPlayer topic = iota + 1
	aPenalty
	aMatch
	aClock
)

// subjectOf returns the zero subject for an event that is not told.
func subjectOf(ev tournament.Event) subject {
	switch ev := ev.(type) {
	case *tournament.PlayerLeft:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerDropped:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerDisqualified:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerReinstated:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerPenalised:
		return subject{what: aPenalty, n: ev.Player}
	case *tournament.ResultCorrected:
		return subject{aMatch, ev.Round, ev.Match}
	case *tournament.ResultConfirmed:
		return subject{aMatch, ev.Round, ev.Match}
	case *tournament.ClockExtended:
		return subject{aClock, ev.Round, ev.Match}
	}
	return subject{}
}

// seated returns who sits at a match of the last round.
func seated(s *tournament.State, at tournament.Place) []int {
	if _, l := s.Match(at.Round, at.Match); l != nil && at.Round == len(s.Rounds) {
		return numbers(l)
	}
	return nil
}

// clock returns whom a changed clock concerns until time is called: a table with more time,
// or all who still play and have less.
func clock(s *tournament.State, ev *tournament.ClockExtended) (players []int) {
	if ev.Round != len(s.Rounds) || ev.Match == 0 && (ev.Minutes > 0 || s.Rounds.At(ev.Round).TimeCalled) {
		return nil
	}
	for m, l := range numbered.All(s.Ledger.Rounds.At(ev.Round).Matches) {
		if (ev.Match == 0 || ev.Match == m) && !l.Finished() && !s.Rounds.At(ev.Round).Matches.At(m).TimeCalled {
			players = append(players, numbers(l)...)
		}
	}
	return players
}
