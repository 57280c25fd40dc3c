package posted

import (
	"topcut/tournament"
	"topcut/tournament/numbered"
)

// Missing is a player who is missed at a table of a live round, or who lost its match so and
// may still come.
type Missing struct {
	tournament.Place
	Player int
	Seq    int64 // the event of the claim, or of its end
}

// Missed returns who is missed in a round up to an event.
func Missed(s *tournament.State, round int, upTo int64) (out []Missing) {
	for m, match := range numbered.All(s.Rounds.At(round).Matches) {
		at := tournament.Place{Round: round, Match: m}
		x := Missing{Place: at, Player: s.MissedAt(at)}
		switch {
		case match.Claimed():
			x.Seq = match.Live.Claim.Seq
		case s.MayReturn(at, s.At):
			x.Seq = match.ResultSeq
		}
		if x.Seq > 0 && x.Seq <= upTo {
			out = append(out, x)
		}
	}
	return out
}
