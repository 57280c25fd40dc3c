package bracket

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// group is a part of a single elimination that plays for the places from lead+1 on.
// main marks the tree of players without a loss.
type group struct {
	slots []Source
	lead  int
	main  bool
}

func (g group) part() Part {
	switch {
	case g.main && len(g.slots) > 2:
		return Upper
	case g.main:
		return Final
	case g.lead == 2 && len(g.slots) == 2:
		return Third
	default:
		return Lower
	}
}

// buildSingle builds a single elimination level by level. At each level every
// group plays once; its winners go on for the upper half of its places and,
// where they play on at all, its losers for the lower half.
func (b *Bracket) buildSingle() error {
	if b.config.Size < 2 || b.config.Size > MaxSingle {
		return notice.Err("bracket.single_size", "most", MaxSingle, "players", b.config.Size)
	}
	groups := []group{{slots: slots(b.config.Size), main: true}}
	var out [][]Source // losers who leave, worst first
	for len(groups[0].slots) > 1 {
		next := make([][2]group, len(groups))
		for _, part := range []Part{Upper, Lower, Third, Final} {
			b.round(part)
			for i, g := range groups {
				if g.part() == part {
					next[i] = b.level(g)
				}
			}
			b.endRound()
		}
		width := len(groups[0].slots)
		groups = groups[:0]
		for _, pair := range next {
			winners, losers := pair[0], pair[1]
			groups = append(groups, winners)
			thirdPlace := b.config.Third && winners.main && width == 4
			switch {
			case b.config.Placement, thirdPlace:
				groups = append(groups, losers)
			case winners.main:
				out = append(out, losers.slots)
			default: // third place is decided: fourth leaves
				groups = append(groups, losers)
			}
		}
	}
	b.final = len(b.matches)
	sorted.Stable(groups, func(x, y group) int { return x.lead - y.lead })
	for _, g := range groups {
		b.finish = appendExit(b.finish, g.slots)
		if g.main { // the finalist leaves with the last level, before third place
			if n := len(out) - 1; n >= 0 {
				b.finish = appendExit(b.finish, out[n])
				out = out[:n]
			}
		}
	}
	for _, losers := range slices.Backward(out) {
		b.finish = appendExit(b.finish, losers)
	}
	return nil
}

// level plays one round of g and returns its winners and its losers.
func (b *Bracket) level(g group) [2]group {
	half := len(g.slots) / 2
	winners := group{lead: g.lead, main: g.main}
	losers := group{lead: g.lead + half}
	fresh := g.main && b.config.Reseed && len(b.rounds) > 1 // the first round follows the seeds anyway
	for i := range half {
		x, y := g.slots[2*i], g.slots[2*i+1]
		if fresh {
			x, y = Source{Survivor, i + 1}, Source{Survivor, len(g.slots) - i}
		}
		played := len(b.matches)
		w, l := b.play(x, y)
		if len(b.matches) > played {
			b.matches[played].From, b.matches[played].To = g.lead+1, min(g.lead+len(g.slots), b.config.Size)
		}
		winners.slots = append(winners.slots, w)
		losers.slots = append(losers.slots, l)
	}
	return [2]group{winners, losers}
}

// appendExit appends the sources that are not empty as one group of places.
func appendExit(finish [][]Source, sources []Source) [][]Source {
	var real []Source
	for _, s := range sources {
		if s.Kind != Nobody {
			real = append(real, s)
		}
	}
	if len(real) == 0 {
		return finish
	}
	return append(finish, real)
}
