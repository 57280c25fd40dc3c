package sim

import (
	"math"
	"math/rand/v2"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Matches on boards outside the kernel: each board without a result is played by itself, like
// a match of two persons, and what is on record stays.

// noResult means that no result is assumed.
const noResult = -1

// scoreResults returns how a match of so many boards can end: every score, as if the winner
// sat first. A board may be lost by both, so a score may have fewer than all.
func scoreResults(boards int) (wins, draws []rules.ResultOption) {
	for won := range boards + 1 {
		for lost := range min(won, boards-won) + 1 {
			for drawn := range boards - won - lost + 1 {
				o := rules.ResultOption{Result: ledger.Result{Form: ledger.Games, V: [4]int32{int32(won), int32(lost), int32(drawn)}}}
				switch {
				case won > lost:
					wins = append(wins, o)
				case won+drawn > 0:
					draws = append(draws, o)
				}
			}
		}
	}
	return wins, draws
}

// merge leaves one result of each kind where no tiebreaker counts boards. It reports
// whether the results are all that tiebreakers read of a match.
func (g *meetings) merge() {
	for _, t := range g.s.Rules.Ranking.Tiebreaks {
		if standings.Lookup(t.Func) == nil || standings.ByGames(&t) {
			return
		}
	}
	g.wins, g.draws = g.wins[:1], g.draws[:1]
}

// readsBoards reports whether a tiebreaker may read which board was won, of which an end by
// result alone does not tell.
func (g *meetings) readsBoards() bool {
	return g.boards > 0 && slices.ContainsFunc(g.s.Rules.Ranking.Tiebreaks, func(t rules.Tiebreak) bool {
		known := standings.Lookup(t.Func)
		return known == nil || standings.ByGames(&t) && known.Sim == standings.Beyond
	})
}

// membersOf returns how many boards of a match each crew can take, or nil if matches have none. A
// crew that has named no members can take all.
func membersOf(s *tournament.State) []int {
	boards := s.Rules.Boards
	if boards == 0 {
		return nil
	}
	out := make([]int, len(s.Players))
	for i := range s.Players {
		if out[i] = min(len(s.Players[i].Members()), boards); out[i] == 0 {
			out[i] = boards
		}
	}
	return out
}

// boardsOf returns the boards of a match of a round, as far as they are on record.
func (g *meetings) boardsOf(round *ledger.Round, at int) numbered.List[ledger.Match] {
	list := slices.Clone(numbered.Get(round.Boards, at))
	for len(list) < g.boards {
		list = append(list, ledger.Match{N: 2, Seats: round.Matches.At(at).Seats})
	}
	return list
}

// playBoards plays the boards of a match of a round that have no result on record, in from, and
// enters them and their sum; the first seat has the wanted result of the match, if any.
func (g *meetings) playBoards(rng *rand.Rand, from, round *ledger.Round, at, wanted int) {
	m, list := round.Matches.At(at), g.boardsOf(from, at)
	if len(numbered.Get(from.Boards, at)) == 0 {
		list = g.deal(m, list, wanted)
	}
	results := g.boardResults(rng, m, list, wanted)
	for b := range numbered.All(list) {
		if board := list.At(b); !board.Finished() {
			g.endBoard(m, board, results[0])
			results = results[1:]
		}
	}
	for len(round.Boards) < at {
		round.Boards = append(round.Boards, nil)
	}
	*round.Boards.At(at) = list
	v, _, _, _ := g.s.Rules.CountBoards(m, list)
	m.Kind, m.Result = ledger.Played, ledger.Result{Form: ledger.Games, V: v}
	if v == [4]int32{} {
		m.Kind = ledger.DoubleLoss
	}
}

// deal ends the boards of a match to come for which a crew has no member, as tournament.State
// does. A wanted result that they rule out comes about as if the crews were full.
func (g *meetings) deal(m *ledger.Match, boards numbered.List[ledger.Match], wanted int) numbered.List[ledger.Match] {
	list, games := slices.Clone(boards), g.s.BoardRules.Forfeit.Games
	won := ledger.Result{Form: ledger.Games, V: [4]int32{int32(games[0]), int32(games[1]), int32(games[2])}}
	for b, board := range numbered.All(list) {
		switch first, second := b <= g.members[m.Seats[0]], b <= g.members[m.Seats[1]]; {
		case !first && !second:
			board.Kind, board.Result = ledger.DoubleLoss, g.s.BoardRules.BothLost()
		case !first:
			board.Kind, board.Result = ledger.Forfeit, won
			board.Seats[0], board.Seats[1] = board.Seats[1], board.Seats[0]
		case !second:
			board.Kind, board.Result = ledger.Forfeit, won
		}
	}
	if wanted != noResult && !g.allow(m, list, wanted) {
		return boards
	}
	return list
}

// endBoard enters the result of a board for the first seat of the match.
func (g *meetings) endBoard(m, board *ledger.Match, result int) {
	i := map[int]int{resultWin: 0, resultLoss: 1, resultDraw: 2}[result]
	if i < 2 && board.Seats[0] != m.Seats[0] {
		i = 1 - i
	}
	board.Result = ledger.Result{Form: ledger.Games}
	board.Result.V[i] = 1
}

// boardResults returns random results of the boards that have none, for the first seat of the
// match.
func (g *meetings) boardResults(rng *rand.Rand, m *ledger.Match, list numbered.List[ledger.Match], wanted int) (out []int) {
	v, _, _, open := g.s.Rules.CountBoards(m, list)
	if wanted == noResult {
		for range open {
			out = append(out, g.result(rng, m.Seats))
		}
		return out
	}
	type way struct {
		end    [3]int
		weight float64
	}
	var ways []way
	sum, win := 0.0, g.chance(m.Seats)
	for won := range open + 1 {
		for lost := range open + 1 - won {
			drawn := open - won - lost
			is := resultDraw
			switch d := int(v[0]) + won - int(v[1]) - lost; {
			case d > 0:
				is = resultWin
			case d < 0:
				is = resultLoss
			}
			if is == wanted {
				w := arrangements(won, lost, drawn) * math.Pow(win*(1-g.drawn), float64(won)) *
					math.Pow((1-win)*(1-g.drawn), float64(lost)) * math.Pow(g.drawn, float64(drawn))
				ways = append(ways, way{[3]int{won, lost, drawn}, w})
				sum += w
			}
		}
	}
	at := rng.Float64() * sum
	chosen := ways[rng.IntN(len(ways))] // if none happens by itself
	for _, w := range ways {
		if at < w.weight {
			chosen = w
			break
		}
		at -= w.weight
	}
	for i, result := range []int{resultWin, resultLoss, resultDraw} {
		out = append(out, slices.Repeat([]int{result}, chosen.end[i])...)
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// arrangements returns in how many orders boards are won, lost and drawn so often.
func arrangements(won, lost, drawn int) float64 {
	n := 1.0
	for _, of := range [][2]int{{won, won + lost + drawn}, {lost, lost + drawn}} {
		for k := range of[0] {
			n = n * float64(of[1]-k) / float64(k+1)
		}
	}
	return n
}

// can reports whether a match can still end with a result of its first seat.
func (g *meetings) can(at tournament.Place, result int) bool {
	if g.boards == 0 {
		return true
	}
	return g.allow(g.at(at), g.boardsOf(g.ledger.Rounds.At(at.Round), at.Match), result)
}

// allow reports whether boards that are over let a match end with a result of its first seat.
func (g *meetings) allow(m *ledger.Match, list numbered.List[ledger.Match], result int) bool {
	v, _, _, open := g.s.Rules.CountBoards(m, list)
	lead := int(v[0]) - int(v[1])
	switch result {
	case resultWin:
		return lead+open > 0
	case resultLoss:
		return lead-open < 0
	}
	return lead-open <= 0 && lead+open >= 0
}

// underWay returns a round of a match alone, with the boards of it that are on record.
func (g *meetings) underWay(m *ledger.Match) *ledger.Round {
	out := &ledger.Round{Matches: numbered.List[ledger.Match]{*m}}
	for r := range g.ledger.Rounds {
		for i, open := range numbered.All(g.ledger.Rounds[r].Matches) {
			if open.N == 2 && !open.Finished() && open.Seat(m.Seats[0]) >= 0 && open.Seat(m.Seats[1]) >= 0 {
				out.Boards = numbered.List[numbered.List[ledger.Match]]{numbered.Get(g.ledger.Rounds[r].Boards, i)}
			}
		}
	}
	return out
}

// decideBoards plays a match of a bracket, in which no board is drawn: a level one goes as
// tournament.State has it, and by a coin if all boards on record were drawn.
func (g *meetings) decideBoards(rng *rand.Rand, m *ledger.Match) {
	round, of := g.underWay(m), *g
	of.drawn = 0
	of.playBoards(rng, round, round, 1, noResult)
	won, first, level, _ := g.s.Rules.CountBoards(m, round.Boards[0])
	if first < 0 && rng.Float64() >= g.chance(m.Seats) {
		first = 1
	}
	m.Kind, m.Result = ledger.Played, round.Matches[0].Result
	m.Result.HasWinner = level
	if won[1] > won[0] || level && first == 1 { // who wins sits first, as in other matches
		m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
		m.Result.V[0], m.Result.V[1] = m.Result.V[1], m.Result.V[0]
	}
}
