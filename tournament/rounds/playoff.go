package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/pairing"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

var _ = madeBy(kind{pair: playoff}, stage.Playoff)

// playoff pairs the players of the play-off as a small separate event: earlier rounds
// count neither as meetings nor as points.
func playoff(s *tournament.State, st *tournament.Stage, r roundRequest) (*madeRound, error) {
	first := st.FirstRound
	points := make(numbered.List[fraction.Fraction], len(s.Players))
	players := make(numbered.List[pairing.Player], len(s.Players))
	for n := first; n <= len(s.Rounds); n++ {
		for i := range s.Ledger.Rounds.At(n).Matches {
			l := &s.Ledger.Rounds.At(n).Matches[i]
			score := standings.Score(s.Rules, n, l)
			for seat, p := range l.Players() {
				points[p] = points[p].Add(score[seat])
				if l.Kind == ledger.Bye {
					players[p].Byes++
				}
				for _, q := range l.Players() {
					if q != p {
						players[p].Opponents = append(players[p].Opponents, q+1)
					}
				}
			}
		}
	}
	field := slices.DeleteFunc(slices.Clone(st.Players), func(n int) bool { return !s.Taking(n) })
	if len(field) < 2 {
		return nil, tournament.Refuse(tournament.WrongPhase, "round.nobody_left")
	}
	sorted.Stable(field, func(a, b int) int { return numbered.Get(points, b).Cmp(numbered.Get(points, a)) })
	u := fraction.Unit(func(yield func(fraction.Fraction) bool) {
		for _, n := range field {
			if !yield(numbered.Get(points, n)) {
				return
			}
		}
	})
	policy, err := swissPolicy(s.Rules, nil, u)
	if err != nil {
		return nil, err
	}
	in := pairing.Input{Seed: r.seed, Round: len(s.Rounds) + 2 - first, Policy: policy}
	for i, n := range field {
		p := *players.At(n)
		p.ID, p.Rank, p.Score = int32(n), int32(i+1), numbered.Get(points, n).Units(u)
		p.Tag = s.Players.At(n).Tag
		in.Players = append(in.Players, p)
	}
	res, err := pairing.Swiss(in)
	if err != nil {
		return nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	pairing.Trace(in, res)
	out := &madeRound{stage: ledger.Playoff, optimal: res.ProvedOptimal, warnings: res.Warnings}
	for _, t := range res.Tables {
		out.pairings = append(out.pairings, tournament.Pairing{Table: t.Number, Part: ledger.Playoff, Players: []int{int(t.A), int(t.B)}, Why: notice.New("why.playoff")})
	}
	for _, b := range res.Byes {
		out.pairings = append(out.pairings, tournament.Pairing{Kind: ledger.Bye, Part: ledger.Playoff, Players: []int{int(b)}, Why: notice.New("why.playoff_bye")})
	}
	return out, nil
}
