package posted

import (
	"slices"

	"topcut/tournament"
)

// Missing is a player who is missed at a table of a live round, or who lost its match so, or
// without whom it plays, and may still come.
type Missing struct {
	tournament.Place
	Players []int // all, if the table is asked for
	Seq     int64 // the event of the claim, of its end, or that asks
}

// Missed returns who is missed in a round up to an event.
func Missed(s *tournament.State, round int, upTo int64) (out []Missing) {
	for m := range s.Contests(round) {
		at := tournament.Place{Round: round, Match: m}
		match, _ := s.Match(round, m)
		if match.Unanswered() {
			out = append(out, Missing{Place: at, Players: s.PlayingAt(at), Seq: match.Live.Asked.Seq})
			continue
		}
		for _, n := range s.Missed(at) {
			switch c := s.ClaimOn(at, n); {
			case s.OpenClaim(at, n):
				out = append(out, Missing{Place: at, Players: []int{n}, Seq: c.Seq})
			case s.MayReturn(at, n, s.At):
				out = append(out, Missing{Place: at, Players: []int{n}, Seq: max(c.Settled, match.ResultSeq)})
			}
		}
	}
	return slices.DeleteFunc(out, func(x Missing) bool { return x.Seq > upTo })
}
