package tournament

import "slices"

// PlayersGone records which players were not in the server when the bot looked, in place
// of those it had seen missing before. It looks for the players it has not seen in the
// event since the last round, and drops none: an organiser does.
type PlayersGone struct {
	Players []int `json:"players,omitempty"`
}

func (ev *PlayersGone) apply(s *State, _ *Envelope) error {
	for _, n := range ev.Players {
		if s.Player(n) == nil {
			return Refuse(NotFound, "player.no_such", "player", n)
		}
	}
	s.Gone = ev.Players
	return nil
}

// returned notes that a person has done something in the event, so their player is no
// longer gone.
func (s *State) returned(person int) {
	if n := s.PlayerOf(person); slices.Contains(s.Gone, n) {
		s.Gone = slices.DeleteFunc(slices.Clone(s.Gone), func(gone int) bool { return gone == n })
	}
}

// HaveLeft returns the players who take part and were not in the server when the bot last
// looked.
func (s *State) HaveLeft() (players []int) {
	for _, n := range s.Gone {
		if s.Taking(n) {
			players = append(players, n)
		}
	}
	return players
}
