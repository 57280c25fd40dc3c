package posted

import (
	"topcut/tournament"
	"topcut/tournament/numbered"
)

// Missing is a player who is missed at a table of a live round, or who lost its match so and
// may still come.
type Missing struct {
	tournament.Place
	Players []int // both, if the table is asked for
	Seq     int64 // the event of the claim, of its end, or that asks
}

// Missed returns who is missed in a round up to an event.
func Missed(s *tournament.State, round int, upTo int64) (out []Missing) {
	for m, match := range numbered.All(s.Rounds.At(round).Matches) {
		at := tournament.Place{Round: round, Match: m}
		x := Missing{Place: at, Players: []int{s.MissedAt(at)}}
		switch {
		case match.Claimed():
			x.Seq = match.Live.Claim.Seq
		case match.Unanswered():
			x.Seq, x.Players = match.Live.Asked.Seq, numbers(s.Ledger.Rounds.At(round).Matches.At(m))
		case s.MayReturn(at, s.At):
			x.Seq = match.ResultSeq
		}
		if x.Seq > 0 && x.Seq <= upTo {
			out = append(out, x)
		}
	}
	return out
}
