package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
)

// RepairInput returns the round as it was before pairing, and its present seating.
func RepairInput(s *tournament.State, round int, list []tournament.Pairing, added int) (pairing.Input, pairing.Seating, error) {
	before, paired := s, s.Preview
	if paired == nil {
		before, paired = s.Clone(), s.Current()
		before.Rounds, before.Ledger.Rounds = before.Rounds[:round-1], before.Ledger.Rounds[:round-1]
	}
	if added > 0 && before.Players.At(added).Away(round) { // is there after all
		before = before.Clone()
		before.Players.At(added).AwayRounds = 0
	}
	var now pairing.Seating
	in, err := swissInput(before, jointseed.Round([32]byte{}, round, int(paired.PublishedSeq)))
	if err != nil {
		return in, now, err
	}
	for _, p := range list {
		switch {
		case p.Kind == ledger.Bye:
			now.Byes = append(now.Byes, int32(p.Players[0]))
		case len(p.Players) == 2:
			now.Tables = append(now.Tables, pairing.Table{Number: p.Table, A: int32(p.Players[0]), B: int32(p.Players[1])})
		}
	}
	// Players who are neither seated nor being added stay out: late, or withdrawn
	// before.
	in.Players = slices.DeleteFunc(in.Players, func(p pairing.Player) bool {
		return int(p.ID) != added && !slices.ContainsFunc(list, func(q tournament.Pairing) bool { return slices.Contains(q.Players, int(p.ID)) })
	})
	return in, now, nil
}

// Repaired returns the engine's result as pairings.
func Repaired(s *tournament.State, res *pairing.Result) []tournament.Pairing {
	var out []tournament.Pairing
	for _, t := range res.Tables {
		out = append(out, tournament.Pairing{Table: t.Number, Players: []int{int(t.A), int(t.B)}, Why: whyPaired(t)})
	}
	for _, b := range res.Byes {
		out = append(out, tournament.Pairing{Kind: ledger.Bye, Players: []int{int(b)}, Why: notice.New("why.repair_bye")})
	}
	return out
}
