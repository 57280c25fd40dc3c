package rounds

import (
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// sitsOut reports whether player n has the bye of a round before it is paired: given
// by an organiser, or because the player was already locked into the cut.
func sitsOut(s *tournament.State, n, round int) bool {
	return exempt(s, n, round) || s.Players.At(n).FullBye(round)
}

// exempt reports whether player n has a bye of a round that leaves them the right to one
// of the pairing: awarded by an organiser, or because of a lock.
func exempt(s *tournament.State, n, round int) bool {
	locked := s.Locked(n)
	return s.Players.At(n).AwardedBye(round) || locked > 0 && locked < round
}

// misses reports whether it is known before a round is paired that player n is not there:
// the start of the round assigns the loss.
func misses(s *tournament.State, n, round int) bool {
	l := s.Players.At(n)
	return round <= int(l.LateRounds) || l.Away(round)
}

// whyBye returns why a player who sits out has the bye.
func whyBye(s *tournament.State, n int) notice.Notice {
	if r := s.Locked(n); r > 0 {
		return notice.New("why.locked", "round", r)
	}
	return notice.New("why.awarded")
}

// allOut returns the refusal to pair a round that fewer than two of the players in the
// event play because the others are known to sit it out, or nil.
func allOut(s *tournament.State, round int) error {
	var out []int
	there := 0
	for n := 1; n <= len(s.Players); n++ {
		switch {
		case !s.Taking(n):
		case s.Players.At(n).SitsOut(round):
			out = append(out, n)
		default:
			there++
		}
	}
	if there > 1 || there+len(out) < 2 {
		return nil
	}
	return tournament.Refuse(tournament.WrongPhase, "round.all_out", "round", round, "n", len(out), "players", notice.Players(out[:min(10, len(out))]))
}

// byesOf returns the number of byes of player n that were not awarded beforehand.
func byesOf(s *tournament.State, n int) int {
	count := 0
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			l := &s.Ledger.Rounds[r].Matches[i]
			if l.Kind == ledger.Bye && l.Seats[0] == int32(n-1) && !exempt(s, n, r+1) {
				count++
			}
		}
	}
	return count
}
