package standings

import (
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// tomRound is the last digit to which TOM rounds a share: hundredths of a percent.
const tomRound = 10_000

// tom is owp or oowp as Tournament Operations Manager 1.86 computes it. It
// differs from the handbook's reading in four points, fitted to the standings of
// 51 divisions that TOM finalised:
//
//   - a bye that was awarded beforehand is a round won, and an opponent with
//     100 % in the player's own owp; a bye of the pairing is neither;
//   - the cap for players who dropped holds only for those with fewer rounds than
//     were played, so that leaving after the last one is no drop;
//   - owp and oowp of a player who dropped stay as they were at the drop, for the
//     own place too;
//   - both are rounded to hundredths of a percent, half to even, and oowp is the
//     mean of rounded values.
func (h *history) tom(t *rules.Tiebreak) *column {
	r := &tomReading{h: h, bounds: boundsOf(t), frozen: make([]bool, len(h.players)), owp: make([]fraction.Fraction, len(h.players)), oowp: make([]fraction.Fraction, len(h.players))}
	var drops []int
	for p := range h.players {
		if d := int(h.players[p].DroppedAfter); h.dropped(p, h.after) && d < h.after && !slices.Contains(drops, d) {
			drops = append(drops, d)
		}
	}
	slices.Sort(drops)
	for _, d := range append(drops, h.after) {
		r.settle(d)
	}
	if t.Func == "owp" {
		return rats(r.owp)
	}
	return rats(r.oowp)
}

// tomReading holds both percentages while rounds are processed.
type tomReading struct {
	h         *history
	bounds    bounds
	frozen    []bool
	owp, oowp []fraction.Fraction
}

// settle computes the percentages after a round and keeps those of the players
// who dropped in it.
func (r *tomReading) settle(round int) {
	h := r.h
	upto := 0
	for upto < len(h.rounds) && h.rounds[upto] <= round {
		upto++
	}
	rates := make([]fraction.Fraction, len(h.players))
	for p := range rates {
		rates[p] = r.rate(p, upto, round)
	}
	for p := range rates {
		if r.frozen[p] {
			continue
		}
		var values []fraction.Fraction
		for i, e := range h.of(p)[:upto] {
			for _, q := range e.seats[:e.n] {
				values = append(values, rates[q])
			}
			if e.kind == bye && h.players[p].AwardedBye(h.rounds[i]) {
				values = append(values, fraction.Int(1))
			}
		}
		r.owp[p] = rounded(fraction.Mean(values, fraction.Fraction{}))
	}
	for p := range rates {
		if r.frozen[p] {
			continue
		}
		var values []fraction.Fraction
		for _, e := range h.of(p)[:upto] {
			for _, q := range e.seats[:e.n] {
				values = append(values, r.owp[q])
			}
		}
		r.oowp[p] = rounded(fraction.Mean(values, fraction.Fraction{}))
	}
	for p := range rates {
		d := h.players[p].DroppedAfter
		r.frozen[p] = r.frozen[p] || d != ledger.Active && int(d) <= round
	}
}

// rate returns the share of rounds won by a player, ties counting half.
func (r *tomReading) rate(p, upto, round int) fraction.Fraction {
	h := r.h
	var halves, rounds, parts int64
	for i, e := range h.of(p)[:upto] {
		switch {
		case e.kind == missing || e.kind == open:
			continue
		case e.kind != bye:
			rounds++
			halves += int64(max(e.outcome+1, 0)) * flag(e.outcome != nothing)
		case h.players[p].AwardedBye(h.rounds[i]):
			rounds++
			halves += 2
		}
		parts++
	}
	share := ratio{0, 1}
	if rounds > 0 {
		share = ratio{halves, 2 * rounds}
	}
	share = r.bounds.clamp(share, rounds, h.dropped(p, round) && parts < int64(len(h.rounds)))
	return fraction.New(share.num, share.den)
}

// rounded rounds to hundredths of a percent, half to even.
func rounded(v fraction.Fraction) fraction.Fraction {
	scaled := v.Mul(fraction.Int(tomRound))
	n := scaled.Floor()
	switch rest := scaled.Sub(fraction.Int(n)); rest.Cmp(fraction.New(1, 2)) {
	case 0:
		n += n & 1
	case 1:
		n++
	}
	return fraction.New(n, tomRound)
}
