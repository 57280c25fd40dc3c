package standings

import (
	"cmp"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/rules"
)

// bounds are the limits that a tiebreak puts on one player's percentage.
type bounds struct {
	floor, ceiling, dropCap *ratio
	dropCapFrom             int64 // rounds from which dropCap holds
}

func boundsOf(t *rules.Tiebreak) bounds {
	b := bounds{dropCapFrom: int64(t.DropCapFrom)}
	for _, limit := range []struct {
		from *fraction.Fraction
		to   **ratio
	}{{t.Floor, &b.floor}, {t.Cap, &b.ceiling}, {t.DropCap, &b.dropCap}} {
		if limit.from != nil {
			r := fractionOf(*limit.from)
			*limit.to = &r
		}
	}
	return b
}

// clamp limits the share of a player with the given number of rounds.
func (b bounds) clamp(r ratio, rounds int64, dropped bool) ratio {
	if b.ceiling != nil && b.ceiling.less(r) {
		r = *b.ceiling
	}
	if dropped && b.dropCap != nil && rounds >= b.dropCapFrom && b.dropCap.less(r) {
		r = *b.dropCap
	}
	if b.floor != nil && r.less(*b.floor) {
		r = *b.floor
	}
	return r
}

// empty returns the value of a mean over no opponents, or of a share of no rounds.
func empty(t *rules.Tiebreak) fraction.Fraction {
	switch {
	case t.NoOpponents != nil:
		return *t.NoOpponents
	case t.Floor != nil:
		return *t.Floor
	}
	return fraction.Fraction{}
}

// share returns num/den inside the bounds; a share of nothing is the floor,
// else 0.
func (h *history) share(t *rules.Tiebreak, num, den func(*tally) int64) *column {
	b := boundsOf(t)
	none := ratio{0, 1}
	if b.floor != nil {
		none = *b.floor
	}
	return ratios(len(h.players), func(p int) ratio {
		d := den(&h.tallies[p])
		if d == 0 {
			return none
		}
		x := &h.tallies[p]
		return b.clamp(ratio{num(x), d}, int64(x.pctRounds), h.dropped(p, h.after))
	})
}

// matchWins returns the match-win percentage: points over the most points of the
// rounds that count (docs/rules/lorcana.md#lor-17, MTR appendix C).
func (h *history) matchWins(t *rules.Tiebreak) *column {
	return h.share(t, func(x *tally) int64 { return x.pctPoints },
		func(x *tally) int64 { return h.scorer.win * int64(x.pctRounds) })
}

// gameWins returns the game-win percentage (docs/rules/lorcana.md#lor-19).
func (h *history) gameWins(t *rules.Tiebreak) *column {
	return h.share(t, func(x *tally) int64 { return x.gamePoints },
		func(x *tally) int64 { return h.scorer.gameWin * int64(x.games) })
}

// winRate is wins and half the draws over the rounds that count
// (docs/rules/pokemon.md#pkm-42).
func (h *history) winRate(t *rules.Tiebreak) *column {
	return h.share(t, func(x *tally) int64 { return int64(x.pctHalves) },
		func(x *tally) int64 { return 2 * int64(x.pctRounds) })
}

// lossRate is losses over the rounds that count; draws are no losses.
func (h *history) lossRate(t *rules.Tiebreak) *column {
	return h.share(t, func(x *tally) int64 { return int64(x.pctLoss) },
		func(x *tally) int64 { return int64(x.pctRounds) })
}

func (h *history) tallied(den int64, value func(*tally) int64) *column {
	num := make([]int64, len(h.players))
	for p := range num {
		num[p] = value(&h.tallies[p])
	}
	return integers(num, den)
}

// gamesWorthAtLeast returns the number of games worth at least the given points
// (docs/rules/meccg.md#mec-57).
func (h *history) gamesWorthAtLeast(t *rules.Tiebreak) *column {
	least := h.scorer.units(t.MinPoints)
	num := make([]int64, len(h.players))
	for p := range num {
		for _, e := range h.of(p) {
			num[p] += flag(e.kind == played && e.points >= least)
		}
	}
	return integers(num, 1)
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// points returns the total of each player, including the start of wager scoring.
func (h *history) points() *column {
	start := int64(0)
	if w := h.rs.Scoring.Wager; w != nil {
		start = w.Start * h.scorer.unit
	}
	return h.tallied(h.scorer.unit, func(x *tally) int64 { return start + x.points })
}

func (h *history) sumOverOpponents() *column {
	pts := h.points()
	num := make([]int64, len(h.players))
	for p := range num {
		for _, e := range h.of(p) {
			for _, q := range e.seats[:e.n] {
				num[p] += pts.num[q]
			}
		}
	}
	return integers(num, h.scorer.unit)
}

// pointsPerRound: byes are in the points and the rounds.
func (h *history) pointsPerRound() *column {
	return ratios(len(h.players), func(p int) ratio {
		t := &h.tallies[p]
		if t.rounds == 0 {
			return ratio{0, 1}
		}
		return ratio{t.points, int64(t.rounds) * h.scorer.unit}
	})
}

// frozen replaces the owp of each player who dropped by the value at the drop: from the
// results up to then, with the cap for players who had dropped by then.
func (h *history) frozen(t *rules.Tiebreak, owp *column) *column {
	b := boundsOf(t)
	out := owp.exact()
	if out == owp {
		out = &column{slow: slices.Clone(owp.slow)}
	}
	var rates []fraction.Fraction
	for p := range h.players {
		if !h.dropped(p, h.after) {
			continue
		}
		last := int(h.players[p].DroppedAfter)
		rates = rates[:0]
		for i, e := range h.of(p) {
			if h.rounds[i] > last {
				break
			}
			for _, q := range e.seats[:e.n] {
				halves, rounds := h.halvesUntil(int(q), last)
				r := ratio{0, 1}
				if rounds > 0 {
					r = ratio{halves, 2 * rounds}
				}
				r = b.clamp(r, rounds, h.dropped(int(q), last))
				rates = append(rates, fraction.New(r.num, r.den))
			}
		}
		out.slow[p] = fraction.Mean(rates, empty(t))
	}
	return ratios(len(out.slow), func(p int) ratio { return fractionOf(out.slow[p]) })
}

// halvesUntil counts as tally does, up to a round.
func (h *history) halvesUntil(player, round int) (halves, rounds int64) {
	for i, e := range h.of(player) {
		if h.rounds[i] > round {
			break
		}
		switch e.kind {
		case played, forfeit:
			rounds++
			halves += int64(e.outcome) + 1
		case bye:
			if h.rs.Bye.InOwnPct {
				rounds++
				halves += 2
			}
		case absent:
			rounds += flag(h.rs.Absent.Round)
		}
	}
	return halves, rounds
}

func (h *history) lossRoundsSquared() []int64 {
	num := make([]int64, len(h.players))
	for p := range num {
		for i, e := range h.of(p) {
			if e.outcome == lost && e.kind != missing {
				num[p] += int64(h.rounds[i]) * int64(h.rounds[i])
			}
		}
	}
	return num
}

// ygoNumber is AABBBCCCDDD: points; opponents' and opponents' opponents'
// share of wins in thousandths, cut off and at most 999; the squares of the
// rounds lost.
func (h *history) ygoNumber() *column {
	none := &rules.Tiebreak{}
	wins := h.share(none, func(x *tally) int64 { return int64(x.pctWins) },
		func(x *tally) int64 { return int64(x.pctRounds) })
	ow := h.meanOverOpponents(wins, 0, fraction.Fraction{})
	oow := h.meanOverOpponents(ow, 0, fraction.Fraction{})
	thousandths := func(c *column, p int) int64 { return min(c.at(p).Mul(fraction.Int(1000)).Floor(), 999) }
	num := h.lossRoundsSquared()
	for p := range num {
		points := h.tallies[p].points / h.scorer.unit
		num[p] = points*1e9 + thousandths(ow, p)*1e6 + thousandths(oow, p)*1e3 + min(num[p], 999)
	}
	return integers(num, 1)
}

// pooledNumber is AABBBCCC as KTS 3.0 wrote it: points; the opponents' points
// over the most that all their rounds together could give; the same over the
// opponents of all opponents. A draw is worth what it is worth in points. It has
// no squares of lost rounds.
func (h *history) pooledNumber() *column {
	n := len(h.players)
	own := make([][2]int64, n) // points, and the most they could be
	for p := range own {
		x := &h.tallies[p]
		own[p] = [2]int64{x.pctPoints, h.scorer.win * int64(x.pctRounds)}
	}
	over := h.pool(own)
	twice := h.pool(over)
	thousandths := func(of [2]int64) int64 {
		if of[1] == 0 {
			return 0
		}
		return min(of[0]*1000/of[1], 999)
	}
	num := make([]int64, n)
	for p := range num {
		num[p] = h.tallies[p].points/h.scorer.unit*1e6 + thousandths(over[p])*1e3 + thousandths(twice[p])
	}
	return integers(num, 1)
}

// pool adds up both values over the opponents of each player.
func (h *history) pool(of [][2]int64) [][2]int64 {
	out := make([][2]int64, len(of))
	for p := range out {
		for _, e := range h.of(p) {
			for _, q := range e.seats[:e.n] {
				out[p][0] += of[q][0]
				out[p][1] += of[q][1]
			}
		}
	}
	return out
}

// maxCumulative is the number of rounds up to which powers of four fit.
const maxCumulative = 24

// cumulative is CTB(r) = CTB(r-1)/4 + wins after round r. A round without an entry is a
// round without a win.
func (h *history) cumulative() *column {
	n := len(h.rounds)
	if n > maxCumulative {
		return h.longCumulative()
	}
	den := int64(1)
	for range max(n-1, 0) {
		den *= 4
	}
	num := make([]int64, len(h.players))
	for p := range num {
		var ctb, wins int64 // ctb in units of 1/den
		for _, e := range h.of(p) {
			wins += flag(e.kind != missing && e.outcome == won)
			ctb = ctb/4 + wins*den
		}
		num[p] = ctb
	}
	return integers(num, den)
}

func (h *history) longCumulative() *column {
	out := make([]fraction.Fraction, len(h.players))
	for p := range out {
		var wins int64
		for _, e := range h.of(p) {
			wins += flag(e.kind != missing && e.outcome == won)
			out[p] = out[p].Quo(fraction.Int(4)).Add(fraction.Int(wins))
		}
	}
	return rats(out)
}

// progressive returns the sum of the running totals.
func (h *history) progressive() *column {
	num := make([]int64, len(h.players))
	for p := range num {
		var total int64
		for _, e := range h.of(p) {
			total += e.points
			num[p] += total
		}
	}
	return integers(num, h.scorer.unit)
}

// opposition is how the scores of opponents are added up.
type opposition struct {
	of, times       string // what is added up, and by what it is multiplied, as rulesets say it
	product         bool   // each times what was taken from it, as Sonneborn-Berger
	cutLow, cutHigh int
	since2026       bool
}

// opposing returns the way of a tiebreaker.
func opposing(t *rules.Tiebreak, cutLow, cutHigh int, product bool) opposition {
	return opposition{of: t.Of, times: t.Times, product: product, cutLow: cutLow + t.Cut, cutHigh: cutHigh, since2026: t.Method != "2024"}
}

// buchholz returns the sum of the opponents' adjusted scores, each times the points
// taken from it for Sonneborn-Berger (FIDE C.07):
//   - the adjusted score counts a draw for every round that the player was absent
//     from and that only rounds not played by choice follow (Art. 16.3.2);
//   - an own round without play counts a dummy: the own score, and since 2026 at most
//     a draw a round (Art. 16.4.2), or after a forfeit the scheduled opponent's
//     adjusted score (16.4.1);
//   - the cut takes voluntarily unplayed rounds (awarded bye, absence, lost
//     forfeit) first, then the lowest (16.5);
//   - an open match is in no sum.
func (h *history) buchholz(o opposition) *column {
	sums, taken := h.scored(o.of), h.scored(o.times)
	adjusted := make([]int64, len(h.players))
	for p := range adjusted {
		adjusted[p] = h.adjustedScore(p, sums)
	}
	num := make([]int64, len(h.players))
	var terms []term
	for p := range num {
		own := sums.total[p]
		terms = terms[:0]
		for i, e := range h.of(p) {
			score := own
			if o.since2026 {
				score = min(own, sums.draw*int64(len(h.rounds)))
			}
			voluntary := false
			switch e.kind {
			case open:
				continue
			case played:
				score = adjusted[e.seats[0]]
			case forfeit:
				if score = own; o.since2026 {
					score = min(own, adjusted[e.seats[0]])
				}
				voluntary = e.outcome == lost
			case bye:
				voluntary = h.players[p].AwardedBye(h.rounds[i])
			case absent, missing:
				voluntary = true
			}
			value := score
			if o.product {
				value *= taken.in(p, i)
			}
			terms = append(terms, term{score, value, voluntary})
		}
		num[p] = sumAfterCut(terms, o.cutLow, o.cutHigh)
	}
	return integers(num, h.denominator(o.product))
}

// denominator returns the denominator of a sum of points, or of products of two.
func (h *history) denominator(product bool) int64 {
	if product {
		return h.scorer.unit * h.scorer.unit
	}
	return h.scorer.unit
}

// sonnebornOfPlayed returns the points of the opponents, each times the points taken from
// it, with every match as it counts: where all play all, a match without play counts as
// played, and a bye has no opponent.
func (h *history) sonnebornOfPlayed(o opposition) *column {
	sums, taken := h.scored(o.of), h.scored(o.times)
	num := make([]int64, len(h.players))
	var terms []term
	for p := range num {
		terms = terms[:0]
		for i, e := range h.of(p) {
			for _, q := range e.opponents() {
				terms = append(terms, term{score: sums.total[q], value: taken.in(p, i) * sums.total[q]})
			}
		}
		num[p] = sumAfterCut(terms, o.cutLow, 0)
	}
	return integers(num, h.denominator(true))
}

// koya returns the points taken from opponents who have at least half of the points of
// their matches.
func (h *history) koya() *column {
	taken, matches := make([]int64, len(h.players)), make([]int64, len(h.players))
	for p := range taken {
		for _, e := range h.of(p) {
			if len(e.opponents()) > 0 {
				taken[p] += e.points
				matches[p]++
			}
		}
	}
	num := make([]int64, len(h.players))
	for p := range num {
		for _, e := range h.of(p) {
			for _, q := range e.opponents() {
				if 2*taken[q] >= matches[q]*h.scorer.win {
					num[p] += e.points
				}
			}
		}
	}
	return integers(num, h.scorer.unit)
}

// virtualBuchholz is buchholz as FIDE had it before 2023, and as much software of
// organisers shows it:
//   - an opponent's rounds without play count as drawn;
//   - an own round without play was against a virtual opponent, who began it level
//     with the player, had the other part of its point, and drew all rounds after:
//     own score before + (1 - own points of the round) + 1/2 for each later round;
//   - the cut takes the lowest.
func (h *history) virtualBuchholz(cutLow, cutHigh int, product bool) *column {
	draw, win := h.scorer.draw, h.scorer.win
	adjusted := make([]int64, len(h.players))
	for p := range adjusted {
		for _, e := range h.of(p) {
			switch e.kind {
			case open:
			case played:
				adjusted[p] += e.points
			default:
				adjusted[p] += draw
			}
		}
	}
	num := make([]int64, len(h.players))
	var terms []term
	for p := range num {
		var before int64
		terms = terms[:0]
		for i, e := range h.of(p) {
			value := before + win - e.points + draw*int64(len(h.rounds)-i-1)
			switch e.kind {
			case open:
				continue
			case played:
				value = adjusted[e.seats[0]]
			}
			before += e.points
			if product {
				value *= e.points
			}
			terms = append(terms, term{score: value, value: value})
		}
		num[p] = sumAfterCut(terms, cutLow, cutHigh)
	}
	return integers(num, h.denominator(product))
}

// term is what one round adds: the score of the opponent, and that times what was taken
// from it where the sum is one of products.
type term struct {
	score, value int64
	voluntary    bool
}

func (h *history) adjustedScore(p int, of scored) int64 {
	score := of.total[p]
	entries := h.of(p)
	for i := len(entries) - 1; i >= 0; i-- {
		switch e := &entries[i]; {
		case e.kind == missing || e.kind == absent:
			score += of.draw - of.in(p, i)
		case e.kind == bye && h.players[p].AwardedBye(h.rounds[i]), e.kind == forfeit && e.outcome == lost:
			// not played by choice either: it counts as what it brought
		default:
			return score
		}
	}
	return score
}

// sumAfterCut returns the sum without the opponents of the lowest scores and of the highest,
// of equal ones that which adds less. In place of a lowest one goes a round not played by
// choice, the lowest of these, unless it adds less (Art. 14.1, 16.5).
func sumAfterCut(terms []term, low, high int) int64 {
	slices.SortFunc(terms, func(a, b term) int { return cmp.Or(compare(a.score, b.score), compare(a.value, b.value)) })
	for range min(low, len(terms)) {
		cut := max(slices.IndexFunc(terms, func(t term) bool { return t.voluntary }), 0)
		if terms[cut].value < terms[0].value {
			cut = 0
		}
		terms = slices.Delete(terms, cut, cut+1)
	}
	terms = terms[:len(terms)-min(high, len(terms))]
	var sum int64
	for _, x := range terms {
		sum += x.value
	}
	return sum
}
