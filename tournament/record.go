package tournament

import (
	"topcut/tournament/record"
	"topcut/tournament/standings"
)

// Record returns the record of an event that is over.
func (s *State) Record() (*record.Record, error) {
	last := len(s.Rounds)
	if el := s.Elimination(); el != nil {
		last = el.FirstRound - 1
	}
	t, err := s.Table(last)
	if err != nil {
		return nil, err
	}
	return s.Recorded(t), nil
}

// Recorded returns the record of the event with t, its standings before an elimination.
func (s *State) Recorded(t *standings.Table) *record.Record {
	r := record.Of(s.Rules, s.Facts(), t, s.Places, func(round, match, board, player int) int {
		return s.Sitting(Place{round, BoardNumber(match, board)}, player)
	})
	r.Game, r.Ended = s.Rules.ID, s.EndedAt
	at := map[int]int{} // index in the record by player
	for i := range r.Players {
		n := r.Players[i].Person // record.Of numbers players
		at[n] = i
		p := s.Players.At(n)
		r.Players[i].Person, r.Players[i].Members, r.Players[i].Deck = p.Person, p.Members(), p.Deck != 0
	}
	for _, p := range s.Penalties {
		if i, ok := at[p.Player]; ok {
			r.Players[i].Penalties++
		}
	}
	return r
}
