package kernel

import (
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// Games whose wins are not always worth the same. What a win is worth is left to
// chance too:
//
//   - Points reported by the players (Netrunner): with two games a round each is a
//     coin, so that a round is won twice, split or lost twice; with one it is a win, a
//     loss or a draw. A draw by time counts as a split.
//   - Marshalling points (Middle-earth): a decided game is as likely to be worth each
//     of the bands, or to be decided by the weakest link; with scenarios, as likely by
//     the victory conditions as by rank. The One Ring is never won with.

// varied books the outcomes of such a game, by outcome index.
func (r *Rules) varied() {
	r.Varied = true
	scorer := standings.NewScorer(r.Set, make([]ledger.Player, 2))
	r.seats, r.matches = make([][2]Word, outcomes), make([]ledger.Match, outcomes)
	for k := range r.matches {
		m := ledger.Match{N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}}
		switch {
		case k >= noteAgreed:
			m.Kind, m.Result = ledger.IntentionalDraw, r.Set.IDResult()
		case r.Set.Scoring.Mode == "margin":
			m.Result = r.marginResult(k)
		default:
			m.Result = r.reportedResult(k)
		}
		r.matches[k] = m
		r.seats[k] = r.booked(&m, scorer, 1)
		if k&firstSeatStarts != 0 || k == noteAgreed+1 {
			r.seats[k][0] += 1 << firstAt
		} else {
			r.seats[k][1] += 1 << firstAt
		}
	}
}

// firstWins tells whether the first seat wins a decided game.
func firstWins(k int) bool { return (k&starterWins != 0) == (k&firstSeatStarts != 0) }

func (r *Rules) reportedResult(k int) ledger.Result {
	win, draw, loss := int32(r.Set.Scoring.Win.Floor()), int32(r.Set.Scoring.Draw.Floor()), int32(r.Set.Scoring.Loss.Floor())
	res := ledger.Result{Form: ledger.Points, V: [4]int32{draw, draw}}
	switch {
	case k&isDraw != 0, r.Set.Match.Games == 2 && firstWins(k) != (k&thirdGame != 0):
	case firstWins(k):
		res.V = [4]int32{win, loss}
	default:
		res.V = [4]int32{loss, win}
	}
	return res
}

func (r *Rules) marginResult(k int) ledger.Result {
	mg := r.Set.Scoring.Margin
	res := ledger.Result{Form: ledger.Marshalling}
	if k&isDraw != 0 {
		res.By = ledger.ByTie
		return res
	}
	winner := 1
	if firstWins(k) {
		winner = 0
	}
	kind := k & thirdGame / thirdGame
	if k&firstSeatStarts != 0 {
		kind += 2
	}
	switch {
	case mg.Scenario && kind%2 == 0:
		res.By = ledger.ByScenario
	case mg.Scenario:
		res.V[winner] = 1
	case kind < len(mg.Bands):
		b := mg.Bands[kind]
		num, den, _ := b.Ratio.Parts()
		res.V[winner], res.V[1-winner] = int32(10*num), int32(10*den)
		if b.Above {
			res.V[winner]++
		}
	default:
		res.By = ledger.ByWeakestLink
	}
	res.HasWinner, res.Winner = res.By != ledger.ByPoints, int8(winner)
	return res
}

// booked returns what a match of two adds to what its players have collected.
func (r *Rules) booked(m *ledger.Match, scorer *standings.Scorer, round int) (words [2]Word) {
	points := scorer.Score(round, m)
	winner := r.Set.Winner(m)
	v := m.Result.V
	switch {
	case m.Kind == ledger.Forfeit:
		g := r.Set.Forfeit.Games
		v = [4]int32{int32(g[0]), int32(g[1]), int32(g[2])}
	case m.Kind == ledger.IntentionalDraw && m.Result.Form == ledger.Unfinished:
		v = r.Set.IDResult().V
	case m.Result.Form != ledger.Games:
		v = [4]int32{}
	}
	for seat := range words {
		outcome := 0
		switch {
		case winner == seat:
			outcome = 1
		case winner != ledger.None || m.Kind == ledger.DoubleLoss:
			outcome = -1
		}
		pts := r.units(points[seat])
		words[seat] = Word(pts)<<pointsAt + outcomeWord(outcome) + r.counted(pts, outcome+1) +
			r.gamesWord([3]int{int(v[seat]), int(v[1-seat]), int(v[2])})
	}
	return words
}
