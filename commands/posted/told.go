package posted

import (
	"fmt"
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
	gone, seen := tournament.RetractedSeqs(log), map[string]bool{}
	for i := len(log) - 1; i >= 0 && log[i].Seq > s.Rounds.At(round).PublishedSeq; i-- {
		if log[i].Seq > upTo || gone[log[i].Seq] {
			continue
		}
		if players := Concerned(s, &log[i]); len(players) > 0 && !seen[subject(log[i].Event)] {
			seen[subject(log[i].Event)] = true
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
	switch ev := e.Event.(type) {
	case *tournament.PlayerLeft:
		players = []int{ev.Player}
	case *tournament.PlayerDropped:
		players = []int{ev.Player}
	case *tournament.PlayerDisqualified:
		players = []int{ev.Player}
	case *tournament.PlayerReinstated:
		players = []int{ev.Player}
	case *tournament.PlayerPenalised:
		players = []int{ev.Player}
	case *tournament.ResultCorrected:
		players = seated(s, ev.Place)
	case *tournament.ResultConfirmed:
		players = seated(s, ev.Place)
	case *tournament.ClockExtended:
		players = clock(s, ev)
	}
	if slices.ContainsFunc(players, own) {
		return nil
	}
	return players
}

// Personal reports whether an event is about one player, so that it is told where no round is
// played too.
func Personal(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.PlayerLeft, *tournament.PlayerDropped, *tournament.PlayerDisqualified, *tournament.PlayerReinstated, *tournament.PlayerPenalised:
		return true
	}
	return false
}

// subject returns what an event is about: a later one about the same takes its place.
func subject(ev tournament.Event) string {
	switch ev := ev.(type) {
	case *tournament.PlayerLeft:
		return fmt.Sprint("player ", ev.Player)
	case *tournament.PlayerDropped:
		return fmt.Sprint("player ", ev.Player)
	case *tournament.PlayerDisqualified:
		return fmt.Sprint("player ", ev.Player)
	case *tournament.PlayerReinstated:
		return fmt.Sprint("player ", ev.Player)
	case *tournament.PlayerPenalised:
		return fmt.Sprint("penalty ", ev.Player)
	case *tournament.ClockExtended:
		return fmt.Sprint("clock ", ev.Match)
	case *tournament.ResultCorrected:
		return fmt.Sprint("match ", ev.Match)
	case *tournament.ResultConfirmed:
		return fmt.Sprint("match ", ev.Match)
	}
	return ""
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
