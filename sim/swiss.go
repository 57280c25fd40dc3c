package sim

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"topcut/tournament"
	"topcut/tournament/final"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/record"
	"topcut/tournament/standings"
)

// newLeftToPlay returns what is left of an event whose last stage is a round robin or a
// Swiss: open matches, of earlier rounds too, and rounds that are not paired yet.
func newLeftToPlay(s *tournament.State) (*meetings, error) {
	switch {
	case meetsAll(s):
		return newMeetings(s)
	case s.Phase == tournament.Running && s.Elimination() != nil:
		return nil, ErrSwissOver
	case s.CutSize() > 0:
		return nil, noOdds{errNoRoundRobin}
	}
	return newRest(s)
}

// newRest is newLeftToPlay for an event whose bracket is left, too, if it has one.
func newRest(s *tournament.State) (*meetings, error) {
	next := s.Next()
	switch {
	case s.Phase < tournament.Running:
		return nil, ErrNotStarted
	case s.Phase != tournament.Running:
		return nil, ErrSwissOver
	case next != nil && !next.Kind().Eliminates(), !meetsAll(s) && (s.InGroups() || s.ByDivision()):
		return nil, noOdds{errNoRoundRobin}
	case meetsAll(s):
		g, err := newMeetings(s)
		if err == nil {
			g.bracket = next != nil
		}
		return g, err
	}
	if err := unlike(s); err != nil {
		return nil, noOdds{err}
	}
	if s.Elimination() != nil {
		g, err := meetingsOf(s, s.Facts().Clone())
		if err == nil {
			g.open, g.bracket = nil, true
		}
		return g, err
	}
	g, err := meetingsOf(s, withoutVoid(s, s.Facts().Clone()))
	if err != nil {
		return nil, err
	}
	g.bracket = next != nil
	for _, n := range s.Field() {
		if !s.Players.At(n).StandIn {
			g.field = append(g.field, int32(n-1))
		}
	}
	g.rounds = max(0, s.StageRounds()-len(s.Rounds))
	return g, nil
}

// over reports whether nothing is left.
func (g *meetings) over() bool { return len(g.open) == 0 && g.rounds == 0 && !g.bracket }

// record returns the record of the event when everything that is left is played at random.
func (g *meetings) record(rng *rand.Rand) (*record.Record, error) {
	l := g.playOn(rng)
	if !g.bracket {
		return final.IfEnded(g.s, l)
	}
	return final.IfDecided(g.s, l, func(m *ledger.Match) {
		if g.boards > 0 {
			g.decideBoards(rng, m)
			return
		}
		result := resultWin
		if rng.Float64() >= g.chance(m.Seats) {
			result = resultLoss
		}
		g.decide(rng, m, result)
	})
}

// meet adds a match of two to a round and plays it.
func (g *meetings) meet(rng *rand.Rand, round *ledger.Round, seats [4]int32) {
	round.Matches = append(round.Matches, ledger.Match{N: 2, Seats: seats})
	if m := round.Matches.At(len(round.Matches)); g.boards > 0 {
		g.playBoards(rng, round, round, len(round.Matches), noResult)
	} else {
		g.decide(rng, m, g.result(rng, m.Seats))
	}
}

// pairOn returns a ledger with the rounds that are not paired yet, played at random:
// neighbours by points meet, without rematches where the first who is free has not been
// met; the last without a bye has that of an odd field.
func (g *meetings) pairOn(rng *rand.Rand, l *ledger.Ledger) *ledger.Ledger {
	if g.rounds == 0 {
		return l
	}
	out := &ledger.Ledger{Players: l.Players, Rounds: slices.Clip(l.Rounds)}
	points, met, byes := make([]float64, len(l.Players)), map[[2]int32]bool{}, make([]bool, len(l.Players))
	book := func(round int, m *ledger.Match) {
		score := standings.Score(g.s.Rules, round, m)
		for i, p := range m.Players() {
			num, den, _ := score[i].Parts()
			points[p] += float64(num) / float64(max(den, 1))
		}
		switch {
		case m.N == 2:
			met[[2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}] = true
		case m.Kind == ledger.Bye:
			byes[m.Seats[0]] = true
		}
	}
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			book(r+1, &l.Rounds[r].Matches[i])
		}
	}
	for range g.rounds {
		round := ledger.Round{Number: int16(len(out.Rounds) + 1), Stage: ledger.Swiss}
		field := slices.Clone(g.field)
		rng.Shuffle(len(field), func(i, j int) { field[i], field[j] = field[j], field[i] })
		slices.SortStableFunc(field, func(a, b int32) int { return cmp.Compare(points[b], points[a]) })
		if len(field)%2 == 1 {
			sits := len(field) - 1
			for i := range slices.Backward(field) {
				if !byes[field[i]] {
					sits = i
					break
				}
			}
			round.Matches = append(round.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{field[sits], ledger.None, ledger.None, ledger.None}})
			field = slices.Delete(field, sits, sits+1)
		}
		for len(field) > 1 {
			a, at := field[0], 1
			for i, b := range field[1:] {
				if !met[[2]int32{min(a, b), max(a, b)}] {
					at = i + 1
					break
				}
			}
			g.meet(rng, &round, [4]int32{a, field[at], ledger.None, ledger.None})
			field = slices.Delete(field[1:], at-1, at)
		}
		for i := range round.Matches {
			book(int(round.Number), &round.Matches[i])
		}
		out.Rounds = append(out.Rounds, round)
	}
	return out
}

// unpaired adds to a race what the rounds that are not paired yet may give: any result to
// any player, also a bye.
func (g *meetings) unpaired(r *race, who []int, worth func(*ledger.Match) [2]fraction.Fraction, add func(result int, end [2]fraction.Fraction)) {
	if g.rounds == 0 {
		return
	}
	bye := worth(&ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{0, ledger.None, ledger.None, ledger.None}})
	add(resultWin, [2]fraction.Fraction{bye[0], {}})
	for _, p := range g.field {
		for range g.rounds {
			if at := who[p]; at >= 0 {
				r.games, r.opened = append(r.games, [2]int{at, -1}), append(r.opened, -1)
			}
		}
	}
}
