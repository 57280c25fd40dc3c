package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
)

// sideOf returns the side of a seat in a match of round r (from 0).
func sideOf(s *tournament.State, r int, l *ledger.Match, seat int) pairing.Side {
	switch s.Rules.Side(s.Rounds[r].Stage, l, seat) {
	case 0:
		return pairing.FirstSide
	case 1:
		return pairing.SecondSide
	}
	return pairing.NoSide
}

// seatBySides puts the player who has had the first side less often in the bracket into
// the first seat. If neither has, as in the first match of both, the better seed sits
// first and chooses.
func seatBySides(s *tournament.State, p *tournament.Pairing) {
	if !s.Rules.OneSide(ledger.Elimination) || len(p.Players) != 2 {
		return
	}
	balance := func(n int) (sides pairing.Sides) {
		for r := s.Elimination().FirstRound - 1; r < len(s.Rounds); r++ {
			for i := range s.Ledger.Rounds[r].Matches {
				l := &s.Ledger.Rounds[r].Matches[i]
				if seat := l.Seat(int32(n - 1)); seat != ledger.None {
					sides = sides.Add(sideOf(s, r, l, seat))
				}
			}
		}
		return sides
	}
	first, second := s.Rules.Seats.Sides[0], balance(p.Players[1]).Balance
	switch own := balance(p.Players[0]).Balance; {
	case own == second:
		p.Choice, p.Why = true, notice.New("why.picks_side")
		return
	case own > second:
		slices.Reverse(p.Players)
	}
	p.Why = notice.New("why.side_balance", "side", notice.Text(first))
}
