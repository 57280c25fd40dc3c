package tournament

import (
	"time"
)

// StillAt returns a refusal unless player n is playing the given match now. It keeps a
// report sent from an old panel from counting for the next round. Round 0 means the
// current match of the player.
func (s *State) StillAt(n, round, match int) error {
	now := len(s.Rounds)
	if round == 0 || now == 0 {
		return nil
	}
	if m, _ := s.Match(round, match); m != nil && m.Fixture != nil {
		now = round // rounds do not wait for each other
	}
	if round != now {
		if round > now {
			return Refuse(WrongPhase, "match.round_undone")
		}
		return Refuse(WrongPhase, "match.earlier_round")
	}
	if m, _ := s.Match(now, match); m == nil || s.MatchOf(now, n) != (Place{now, match}).OfBoard().Match {
		return Refuse(NotAllowed, "match.not_yours")
	}
	return nil
}

// MatchNow returns the match that a person means who plays as player n: the given one or, if
// none is given, the one in the current round. In an arranged event it is the only match or
// board that they still have to play, see FixturesFor, or that of the player's last round.
// match is 0 if there is none or more than one.
func (s *State) MatchNow(n, person, round, match int) (r, m int) {
	r = len(s.Rounds)
	if !s.Arranged() {
		if m = s.MatchOf(r, n); round == r && m == (Place{r, match}).OfBoard().Match {
			m = match
		}
		return r, m
	}
	if round > 0 {
		return round, match
	}
	mine := s.FixturesFor(n, person)
	switch {
	case len(mine) == 1:
		return mine[0].Round, mine[0].Match
	case len(mine) > 1 && mine[0].OfBoard() == mine[len(mine)-1].OfBoard():
		return mine[0].Round, mine[0].OfBoard().Match
	case len(mine) > 1:
		return r, 0
	}
	for ; r > 0 && m == 0; r-- {
		if m = s.MatchOf(r, n); m > 0 {
			break
		}
	}
	return r, m
}

// Supposing returns the state as it would be after an event, which is not part of it.
func (s *State) Supposing(ev Event) (*State, error) {
	then := s.Clone()
	return then, ev.apply(then, &Envelope{Seq: s.Seq, Time: s.At})
}

// JudgeCallOpen is how long a call for a judge counts as open. Arrivals are not
// recorded, and a table may need a judge again.
const JudgeCallOpen = 10 * time.Minute
