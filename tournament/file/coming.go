package file

import (
	"slices"

	"topcut/tournament/ledger"
)

// BringForward takes the Swiss rounds at the end in which no player has a game yet out of
// the rounds: they are not played, but to be paired. What is in them is known beforehand
// and is kept with the players: byes, and absences.
func (t *Tournament) BringForward() {
	l := t.Ledger
	for n := len(l.Rounds); n > 0 && n < 64 && coming(l.Rounds.At(n)); n-- {
		for i := range l.Rounds.At(n).Matches {
			m := &l.Rounds.At(n).Matches[i]
			SitOut(t, m.Seats[0], n, m.Kind)
		}
		if l.Rounds = l.Rounds[:n-1]; n == 1 {
			l.Rounds = nil
		}
	}
}

// coming reports whether no player has a game in a round.
func coming(r *ledger.Round) bool {
	return r.Stage == ledger.Swiss && len(r.Matches) > 0 && !slices.ContainsFunc(r.Matches, func(m ledger.Match) bool {
		return m.N > 1 || m.Against() != ledger.None || m.Result.Form != ledger.Unfinished
	})
}

// SitOut keeps with a player how they sit out a coming round: by a bye, or absent. Where
// an awarded bye is worth what every bye is, a bye is an awarded one.
func SitOut(t *Tournament, player int32, round int, kind ledger.Kind) {
	lp := &t.Ledger.Players[player]
	to := &lp.AwayRounds
	switch {
	case round <= int(lp.LateRounds) || lp.SitsOut(round):
		return
	case kind == ledger.Bye && len(t.Rules.Bye.AwardedPts) > 0:
		to = &lp.FullRounds
	case kind == ledger.Bye:
		to = &lp.ByeRounds
	}
	*to |= 1 << uint(round)
}
