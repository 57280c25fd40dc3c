package standings

import (
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Scorer computes points from results. It works in whole multiples of a unit that fits
// every value of the ruleset, so that sums of points need no fractions.
type Scorer struct {
	rs      *rules.Ruleset
	players []ledger.Player
	unit    int64 // points are multiples of 1/unit

	outcomes bool // plain win, draw, loss: the common case, decided once

	win, draw, loss, doubleLoss, absent int64
	byOutcome                           [4]int64 // loss, draw, win, by outcome.index
	gameWin, gameDraw                   int64
	bye, awarded                        []int64
}

// NewScorer returns the Scorer of a ruleset for a field of players.
func NewScorer(rs *rules.Ruleset, players []ledger.Player) *Scorer {
	s := &Scorer{rs: rs, players: players, unit: unitOf(rs), outcomes: rs.Scoring.Mode == "outcome"}
	s.win, s.draw, s.loss = s.units(rs.Scoring.Win), s.units(rs.Scoring.Draw), s.units(rs.Scoring.Loss)
	s.byOutcome = [4]int64{s.loss, s.draw, s.win}
	s.doubleLoss, s.absent = s.units(rs.Scoring.DoubleLoss), s.units(rs.Absent.Points)
	s.gameWin, s.gameDraw = s.units(rs.Scoring.GameWin), s.units(rs.Scoring.GameDraw)
	for _, p := range rs.Bye.Points {
		s.bye = append(s.bye, s.units(p))
	}
	for _, p := range rs.Bye.AwardedPts {
		s.awarded = append(s.awarded, s.units(p))
	}
	return s
}

// unitOf returns a common denominator of every value that a result can have.
func unitOf(rs *rules.Ruleset) int64 {
	sc := rs.Scoring
	values := []fraction.Fraction{sc.Win, sc.Draw, sc.Loss, sc.DoubleLoss, sc.PerGame, sc.SweepBonus, sc.GameWin, sc.GameDraw, rs.Absent.Points}
	values = append(values, rs.Bye.Points...)
	values = append(values, rs.Bye.AwardedPts...)
	unit := int64(1)
	if sc.Mode == "place" {
		values = append(values, sc.ByPlace...)
		unit = 12 // places shared by two, three or four
	}
	if m := sc.Margin; m != nil {
		values = append(values, m.Ring, m.WeakestWin, m.WeakestLoss, m.Tie, m.ScenarioWin, m.ScenarioHigh, m.ScenarioLow)
		for _, b := range m.Bands {
			values = append(values, b.Winner, b.Loser)
		}
	}
	if t := rs.Tables; t != nil {
		values = append(values, t.Uma...)
		values = append(values, t.Oka, t.StandIn, fraction.New(1, t.Divisor), fraction.New(1, 1000)) // penalties are thousandths
		for _, f := range t.Floating {
			values = append(values, f.Uma...)
		}
		unit = 12
	}
	for _, v := range values {
		if _, den, ok := v.Parts(); ok {
			unit = lcm(unit, den)
		}
	}
	if t := rs.Tables; t != nil {
		if _, den, ok := t.Carry.Parts(); ok {
			unit *= den
		}
	}
	return unit
}

// units returns r in units; the unit was chosen so that it divides.
func (s *Scorer) units(r fraction.Fraction) int64 {
	num, den, _ := r.Parts()
	return num * (s.unit / den)
}

func (s *Scorer) points(units int64) fraction.Fraction { return fraction.Over(units, s.unit) }

// Score returns the points of each seat for a match of the given round. An unfinished
// match has none. Under wager scoring points depend on the totals before the round,
// which only Compute has, so Score is 0.
func (s *Scorer) Score(round int, m *ledger.Match) [4]fraction.Fraction {
	var out [4]fraction.Fraction
	for i, u := range s.score(round, m, s.rs.Winner(m)) {
		out[i] = s.points(u)
	}
	return out
}

// Score is Scorer.Score for a single match whose byes were not awarded beforehand.
func Score(rs *rules.Ruleset, round int, m *ledger.Match) [4]fraction.Fraction {
	return NewScorer(rs, nil).Score(round, m)
}

func byRound(values []int64, round int) int64 {
	if len(values) == 0 {
		return 0
	}
	return values[min(max(round-1, 0), len(values)-1)]
}

// score is Score in units, for a match whose winner is known.
func (s *Scorer) score(round int, m *ledger.Match, winner int) (pts [4]int64) {
	switch m.Kind {
	case ledger.Bye:
		pts[0] = byRound(s.bye, round)
		if p := m.Seats[0]; len(s.awarded) > 0 && int(p) < len(s.players) && s.players[p].AwardedBye(round) {
			pts[0] = byRound(s.awarded, round)
		}
	case ledger.AssignedLoss:
		pts[0] = s.absent
	case ledger.Forfeit:
		pts[0] = s.win
		for i := 1; i < int(m.N); i++ {
			pts[i] = s.loss
		}
	case ledger.DoubleLoss:
		for i := range m.N {
			pts[i] = s.doubleLoss
		}
	case ledger.IntentionalDraw:
		if s.rs.Scoring.Mode == "reported" && m.Result.Form == ledger.Points {
			return s.played(m, winner)
		}
		for i := range m.N {
			pts[i] = s.draw
		}
	case ledger.Played, ledger.Elsewhere:
		if m.Result.Form != ledger.Unfinished {
			return s.played(m, winner)
		}
	}
	return pts
}

func (s *Scorer) played(m *ledger.Match, winner int) [4]int64 {
	if s.outcomes {
		return s.outcome(m, winner)
	}
	switch s.rs.Scoring.Mode {
	case "per_game":
		return s.perGame(m)
	case "place":
		return s.byPlace(m)
	case "margin":
		return s.margin(m, winner)
	case "table":
		return s.table(m)
	case "reported":
		return [4]int64{int64(m.Result.V[0]) * s.unit, int64(m.Result.V[1]) * s.unit}
	case "wager":
		return [4]int64{}
	}
	return s.outcome(m, winner)
}

func (s *Scorer) outcome(m *ledger.Match, winner int) (pts [4]int64) {
	for i := range int(m.N) {
		switch {
		case winner == ledger.None:
			pts[i] = s.draw
		case winner == i:
			pts[i] = s.win
		default:
			pts[i] = s.loss
		}
	}
	return pts
}

// perGame: points for each game won, and more for winning both.
func (s *Scorer) perGame(m *ledger.Match) (pts [4]int64) {
	for i := range 2 {
		won := int64(m.Result.V[i])
		pts[i] = won * s.units(s.rs.Scoring.PerGame)
		if won == int64(s.rs.Match.Games) {
			pts[i] += s.units(s.rs.Scoring.SweepBonus)
		}
	}
	return pts
}

// byPlace: equal places share the mean of what they occupy.
func (s *Scorer) byPlace(m *ledger.Match) (pts [4]int64) {
	for i := range int(m.N) {
		place, equal := int(m.Result.V[i]), 0
		var sum int64
		for j := range int(m.N) {
			if m.Result.V[j] == m.Result.V[i] {
				sum += s.units(s.rs.Scoring.ByPlace[place-1+equal])
				equal++
			}
		}
		pts[i] = sum / int64(equal)
		if s.rs.Scoring.RoundOff {
			pts[i] -= pts[i] % s.unit
		}
	}
	return pts
}

// margin: MECCG, points by the ratio of marshalling points (docs/rules/meccg.md#mec-23 to
// MEC-35) or by rank in scenario events (MEC-38, MEC-39).
func (s *Scorer) margin(m *ledger.Match, winner int) (pts [4]int64) {
	mg, res := s.rs.Scoring.Margin, &m.Result
	give := func(winner int, high, low fraction.Fraction) [4]int64 {
		pts[winner], pts[1-winner] = s.units(high), s.units(low)
		return pts
	}
	switch res.By {
	case ledger.ByRing:
		return give(int(res.Winner), mg.Ring, fraction.Fraction{})
	case ledger.ByWeakestLink:
		return give(int(res.Winner), mg.WeakestWin, mg.WeakestLoss)
	case ledger.ByScenario:
		return give(int(res.Winner), mg.ScenarioWin, fraction.Fraction{})
	case ledger.ByTie:
		return give(0, mg.Tie, mg.Tie)
	case ledger.ByPoints:
	}
	switch {
	case winner == ledger.None:
		return give(0, mg.Tie, mg.Tie)
	case mg.Scenario:
		return give(winner, mg.ScenarioHigh, mg.ScenarioLow)
	}
	high, low := int64(max(res.V[winner], 0)), int64(max(res.V[1-winner], 0))
	for _, b := range mg.Bands {
		if low == 0 {
			return give(winner, b.Winner, b.Loser)
		}
		if c := fraction.New(high, low).Cmp(b.Ratio); c > 0 || c == 0 && !b.Above {
			return give(winner, b.Winner, b.Loser)
		}
	}
	return pts // a ruleset's last band takes every ratio above 1
}

// table: mahjong, (points - target) / divisor + uma (+ oka for the first), ties sharing
// the mean of their places, less penalties (docs/rules/riichi.md#rii-22). A stand-in
// gets a fixed result.
func (s *Scorer) table(m *ledger.Match) (pts [4]int64) {
	t, n := s.rs.Tables, int(m.N)
	bonus := s.placeBonus(m)
	for i := range n {
		var ahead, equal int
		for j := range n {
			switch a, b := m.Result.V[j], m.Result.V[i]; {
			case a > b, a == b && !t.TiesSplit && j < i:
				ahead++
			case a == b && (t.TiesSplit || j == i):
				equal++
			}
		}
		var sum int64
		for k := ahead; k < ahead+equal; k++ {
			sum += bonus[k]
		}
		pts[i] = (int64(m.Result.V[i])-t.Target)*(s.unit/t.Divisor) + sum/int64(equal) -
			int64(m.Result.Penalties[i])*(s.unit/1000)
		if p := m.Seats[i]; int(p) < len(s.players) && p >= 0 && s.players[p].StandIn {
			pts[i] = s.units(t.StandIn)
		}
	}
	return pts
}

// placeBonus returns uma and oka by place, in units.
func (s *Scorer) placeBonus(m *ledger.Match) (bonus [4]int64) {
	t := s.rs.Tables
	uma := t.Uma
	if len(t.Floating) > 0 {
		floating := 0
		for _, v := range m.Result.V[:m.N] {
			if int64(v) >= t.Start {
				floating++
			}
		}
		for _, f := range t.Floating {
			if f.Players == floating {
				uma = f.Uma
			}
		}
	}
	for i, u := range uma {
		bonus[i] = s.units(u)
	}
	bonus[0] += s.units(t.Oka)
	return bonus
}

// wager moves a share of each loser's total to the winner, rounded up to whole
// points. before holds the totals of the seats; the result is the
// change. Without a winner nothing moves.
func wager(w *rules.Wager, before []int64, winner int) (change [4]int64) {
	if winner == ledger.None {
		return change
	}
	num, den, _ := w.Pays.Parts()
	for i, total := range before {
		if i == winner || total <= 0 {
			continue
		}
		pay := (total*num + den - 1) / den
		change[i] -= pay
		change[winner] += pay
	}
	return change
}
