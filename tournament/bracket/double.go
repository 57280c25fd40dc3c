package bracket

import "topcut/tournament/notice"

// buildDouble builds a double elimination. Losers of the first upper round meet
// each other; from then on the losers of each upper round drop into a lower
// round against those who survived there, and the lower bracket halves itself
// once before the next drop (14 matches for eight players).
func (b *Bracket) buildDouble() error {
	if b.config.Size < MinDouble || b.config.Size > MaxDouble {
		return notice.Err("bracket.double_size", "most", MaxDouble, "players", b.config.Size)
	}
	var out [][]Source
	upper := slots(b.config.Size)
	var lower []Source
	beaten := history{bit: map[int]int{}, won: map[int]uint64{}}
	for first := true; len(upper) > 1; first = false {
		winners, losers := b.pairs(Upper, upper)
		beaten.note(b, losers)
		upper = winners
		if first {
			lower = losers
		} else {
			drop := make([]Source, 0, 2*len(losers))
			for i, k := range beaten.crossing(b, losers, lower) {
				drop = append(drop, losers[k], lower[i])
			}
			lower, losers = b.pairs(Lower, drop)
			out = append(out, losers)
		}
		if len(lower) > 1 {
			lower, losers = b.pairs(Lower, lower)
			out = append(out, losers)
		}
	}
	b.round(Final)
	b.final = b.add(upper[0], lower[0])
	b.round(Final)
	b.replay = b.add(Source{WinnerOf, b.final}, Source{LoserOf, b.final})
	b.matches.At(b.replay).Replay = true

	b.finish = [][]Source{{{WinnerOf, b.final}}, {{LoserOf, b.final}}}
	for i := len(out) - 1; i >= 0; i-- {
		b.finish = appendExit(b.finish, out[i])
	}
	return nil
}

// pairs plays one round of adjacent sources.
func (b *Bracket) pairs(part Part, in []Source) (winners, losers []Source) {
	b.round(part)
	for i := 0; i < len(in); i += 2 {
		w, l := b.play(in[i], in[i+1])
		winners, losers = append(winners, w), append(losers, l)
	}
	b.endRound()
	return winners, losers
}

// history records the upper matches that lead to a match, to keep possible rematches in
// the lower bracket late. Sets are bits over the upper matches in their order; there
// are at most 63.
type history struct {
	bit   map[int]int    // upper match: its bit
	won   map[int]uint64 // upper match: the upper matches its players may have won
	level []int          // upper round of each bit
	round int
}

// note records one more upper round.
func (h *history) note(b *Bracket, losers []Source) {
	h.round++
	for _, l := range losers {
		if l.Kind == Nobody {
			continue
		}
		var behind uint64
		for _, s := range b.matches.At(l.N).Sources {
			if s.Kind == WinnerOf {
				behind |= h.won[s.N] | 1<<h.bit[s.N]
			}
		}
		h.won[l.N] = behind
		h.bit[l.N] = len(h.level)
		h.level = append(h.level, h.round)
	}
}

// lost returns the upper matches whose losers may arrive from the source.
func (h *history) lost(b *Bracket, s Source) uint64 {
	switch s.Kind {
	case LoserOf:
		return 1 << h.bit[s.N]
	case WinnerOf:
		var set uint64
		for _, from := range b.matches.At(s.N).Sources {
			set |= h.lost(b, from)
		}
		return set
	default:
		return 0
	}
}

// crossing returns which of the dropping losers meets lower[i]. It takes the
// order with the least chance of a rematch among four simple ones: reversed,
// halves exchanged, halves reversed, unchanged. A rematch with the victim of a
// late upper round weighs more, since that victim has to win fewer matches to
// be there.
func (h *history) crossing(b *Bracket, losers, lower []Source) []int {
	n := len(losers)
	half := max(n/2, 1)
	orders := []func(i int) int{
		func(i int) int { return n - 1 - i },
		func(i int) int { return (i + half) % n },
		func(i int) int { return i/half*half + half - 1 - i%half },
		func(i int) int { return i },
	}
	var best []int
	var least uint64
	for _, order := range orders {
		perm := make([]int, n)
		var cost uint64
		for i := range perm {
			perm[i] = order(i)
			drop := losers[perm[i]]
			if drop.Kind != LoserOf {
				continue
			}
			again := h.won[drop.N] & h.lost(b, lower[i])
			for bit, level := range h.level {
				if again>>bit&1 == 1 {
					cost += 1 << (2 * level)
				}
			}
		}
		if best == nil || cost < least {
			best, least = perm, cost
		}
	}
	return best
}
