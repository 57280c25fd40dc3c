package tournament

import (
	"slices"

	"topcut/tournament/numbered"

	"topcut/tournament/ledger"
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
	return s.recorded(t), nil
}

// RecordNow returns the record of a running event as if it had ended as it stands.
func (s *State) RecordNow() (*record.Record, error) { return s.ifEnded(-1) }

// IfEnded returns the record of a running event as if it had ended after the rounds of
// ledger l.
func (s *State) IfEnded(l *ledger.Ledger) (*record.Record, error) {
	return s.With(l).ifEnded(len(l.Rounds))
}

// IfDecided is IfEnded with the bracket that is under way, or that follows the rounds,
// played to its end. play gives a match a result, with its winner in the first seat.
func (s *State) IfDecided(l *ledger.Ledger, play func(*ledger.Match)) (*record.Record, error) {
	then := s.With(&ledger.Ledger{Players: l.Players, Rounds: slices.Clip(l.Rounds)})
	t, err := then.Table(len(l.Rounds))
	if err != nil {
		return nil, err
	}
	st := then.Elimination()
	if st == nil {
		began, err := then.qualifiersOf(t, 0)
		if err != nil {
			return nil, err
		}
		st = &Stage{Kind: began.Kind, Plan: began.Plan, FirstRound: len(s.Rounds) + 1, Players: began.Players, Ranking: began.Ranking, Parts: began.Parts, Third: began.Third}
	}
	all, err := then.bracketsOf(st, len(s.Rounds))
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := then.decideBracket(st, &all[i], play); err != nil {
			return nil, err
		}
	}
	then.Places = then.placesIn(t, all, 1)
	return then.recorded(t), nil
}

// decideBracket plays a bracket to its end. A player who has left loses.
func (s *State) decideBracket(st *Stage, b *DivisionBracket, play func(*ledger.Match)) (err error) {
	results := s.bracketResults(st, *b, len(s.Rounds))
	for len(b.State.Ready) > 0 {
		round := ledger.Round{Number: int16(len(s.Ledger.Rounds) + 1), Stage: ledger.Elimination}
		for _, id := range b.State.Ready {
			seeds := b.State.Matches.At(id).Players
			if len(seeds) != 2 {
				return Refuse(Unsupported, "bracket.players", "match", id, "players", 2, "named", len(seeds))
			}
			order := []int{seeds[0], seeds[1]}
			a, c := numbered.Get(b.Seeds, seeds[0]), numbered.Get(b.Seeds, seeds[1])
			if s.Taking(a) != s.Taking(c) {
				if s.Taking(c) {
					order[0], order[1] = order[1], order[0]
				}
			} else {
				m := ledger.Match{N: 2, Seats: [4]int32{int32(a - 1), int32(c - 1), ledger.None, ledger.None}}
				if play(&m); int(m.Seats[0]) == c-1 {
					order[0], order[1] = order[1], order[0]
				}
				round.Matches = append(round.Matches, m)
			}
			results[id] = order
		}
		s.Ledger.Rounds = append(s.Ledger.Rounds, round)
		if b.State, err = b.Tree.Resolve(results); err != nil {
			return err
		}
	}
	return nil
}

// ifEnded returns the record of an event as if it had ended with its standings after
// round r; -1 means the present.
func (s *State) ifEnded(r int) (*record.Record, error) {
	t, err := s.Table(r)
	if err != nil {
		return nil, err
	}
	then := *s
	if then.Places, err = s.placesOf(t, 1); err != nil {
		return nil, err
	}
	return then.recorded(t), nil
}

// recorded returns the record of the event with t, its standings before an elimination.
func (s *State) recorded(t *standings.Table) *record.Record {
	r := record.Of(s.Rules, s.Facts(), t, s.Places)
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
