package final

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/record"
)

// RecordNow returns the record of a running event as if it had ended as it stands.
func RecordNow(s *tournament.State) (*record.Record, error) { return ifEnded(s, -1) }

// IfEnded returns the record of a running event as if it had ended after the rounds of
// ledger l.
func IfEnded(s *tournament.State, l *ledger.Ledger) (*record.Record, error) {
	return ifEnded(s.With(l), len(l.Rounds))
}

// IfDecided is IfEnded with the bracket that is under way, or that follows the rounds,
// played to its end. play gives a match a result, with its winner in the first seat.
func IfDecided(s *tournament.State, l *ledger.Ledger, play func(*ledger.Match)) (*record.Record, error) {
	then := s.With(&ledger.Ledger{Players: l.Players, Rounds: slices.Clip(l.Rounds)})
	t, err := then.Table(len(l.Rounds))
	if err != nil {
		return nil, err
	}
	st := then.Elimination()
	if st == nil {
		began, err := then.QualifiersOf(t, 0)
		if err != nil {
			return nil, err
		}
		st = &tournament.Stage{Kind: began.Kind, Plan: began.Plan, FirstRound: len(s.Rounds) + 1, Players: began.Players, Ranking: began.Ranking, Parts: began.Parts, Third: began.Third}
	}
	all, err := then.BracketsOf(st, len(s.Rounds))
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := decideBracket(then, st, &all[i], play); err != nil {
			return nil, err
		}
	}
	then.Places = placesIn(then, t, all, 1)
	return then.Recorded(t), nil
}

// decideBracket plays a bracket to its end. A player who has left loses.
func decideBracket(s *tournament.State, st *tournament.Stage, b *tournament.DivisionBracket, play func(*ledger.Match)) (err error) {
	results := s.BracketResults(st, *b, len(s.Rounds))
	for len(b.State.Ready) > 0 {
		round := ledger.Round{Number: int16(len(s.Ledger.Rounds) + 1), Stage: ledger.Elimination}
		for _, id := range b.State.Ready {
			seeds := b.State.Matches.At(id).Players
			if len(seeds) != 2 {
				return tournament.Refuse(tournament.Unsupported, "bracket.players", "match", id, "players", 2, "named", len(seeds))
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
func ifEnded(s *tournament.State, r int) (*record.Record, error) {
	t, err := s.Table(r)
	if err != nil {
		return nil, err
	}
	then := *s
	if then.Places, err = placesOf(s, t, 1); err != nil {
		return nil, err
	}
	return then.Recorded(t), nil
}
