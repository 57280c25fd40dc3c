package standings

import (
	"cmp"
	"slices"

	"topcut/tournament/notice"
)

// mini is the table of the matches that level players have played against each other, by one
// kind of points. Of two who met more than once the mean of these matches counts (FIDE C.07,
// Art. 6.1.2); points are multiplied so that all are whole.
type mini struct {
	has       map[int32]int64
	missing   map[int32]int64 // opponents of the group whom a player has not met
	win, loss int64           // the most and the least that a match can bring
}

// minis returns the tables of a group by match points and by board points.
func (h *history) minis(group []int32) []mini {
	boards := int64(max(h.rs.Boards, h.rs.Match.Games, 1))
	return []mini{
		h.mini(group, h.scored("").in, h.scorer.win, h.scorer.loss),
		h.mini(group, h.boardPointsIn, boards*h.scorer.gameWin, 0),
	}
}

func (h *history) mini(group []int32, in func(p, i int) int64, win, loss int64) mini {
	taken, met, factor := map[[2]int32]int64{}, map[[2]int32]int64{}, int64(1)
	for _, p := range group {
		for i, e := range h.of(int(p)) {
			for _, q := range e.opponents() {
				if slices.Contains(group, q) {
					taken[[2]int32{p, q}] += in(int(p), i)
					met[[2]int32{p, q}]++
				}
			}
		}
	}
	for _, times := range met {
		factor = lcm(factor, times)
	}
	out := mini{has: map[int32]int64{}, missing: map[int32]int64{}, win: factor * win, loss: factor * loss}
	for _, p := range group {
		out.missing[p] = int64(len(group) - 1)
	}
	for pair, times := range met {
		out.has[pair[0]] += taken[pair] * (factor / times)
		out.missing[pair[0]]--
	}
	return out
}

// parts returns a group in parts of level players, the best first. If some pairs have not met,
// a player is apart only if no player behind could reach them, whatever the missing matches bring
// (Art. 6.3).
func (m mini) parts(group []int32) (out [][]int32) {
	least := func(p int32) int64 { return m.has[p] + m.missing[p]*m.loss }
	most := func(p int32) int64 { return m.has[p] + m.missing[p]*m.win }
	group = slices.Clone(group)
	slices.SortStableFunc(group, func(a, b int32) int { return cmp.Compare(least(b), least(a)) })
	complete := !slices.ContainsFunc(group, func(p int32) bool { return m.missing[p] > 0 })
	for i, p := range group {
		switch {
		case complete && i > 0 && m.has[p] == m.has[out[len(out)-1][0]]:
			out[len(out)-1] = append(out[len(out)-1], p)
		case !complete && slices.ContainsFunc(group[i+1:], func(q int32) bool { return most(q) >= least(p) }):
			return append(out, group[i:])
		default:
			out = append(out, []int32{p})
		}
	}
	return out
}

// extendedDirectEncounter orders crews by the matches between those who are level: by match
// points or, if these separate none of them, by board points; each part that is still level
// begins anew with match points (Art. 13.3).
func (r *ranking) extendedDirectEncounter(group []int32) func(a, b int32) int {
	return r.encounters(group, true)
}

// extendedDirectEncounter2024 is extendedDirectEncounter as FIDE's exercises of 2024 read it:
// a part goes on with the points that separated it.
func (r *ranking) extendedDirectEncounter2024(group []int32) func(a, b int32) int {
	return r.encounters(group, false)
}

func (r *ranking) encounters(group []int32, anew bool) func(a, b int32) int {
	place := map[int32]int{}
	var settle func(part []int32, first, at int)
	settle = func(part []int32, first, at int) {
		for k, m := range r.h.minis(part) {
			parts := m.parts(part)
			if k < first || len(parts) < 2 {
				continue
			}
			if first = k; anew {
				first = 0
			}
			for _, next := range parts {
				settle(next, first, at)
				at += len(next)
			}
			return
		}
		for _, p := range part {
			place[p] = at
		}
	}
	if settle(group, 0, 0); !slices.ContainsFunc(group, func(p int32) bool { return place[p] > 0 }) {
		return nil
	}
	return func(a, b int32) int { return place[a] - place[b] }
}

// scheduleStrength returns the board points and, divided so that they weigh as much, the match
// points of the opponents (Art. 13.4): by the most match points of all rounds over the most
// board points of one, rounded down, unless the ruleset has another divisor.
func (h *history) scheduleStrength(divisor int) *column {
	own, opponents, by := h.scored("boards").total, h.buchholz(opposition{since2026: true}), h.strengthDivisor(divisor)
	num := make([]int64, len(own))
	for p := range num {
		num[p] = own[p]*by + opponents.num[p]
	}
	return integers(num, h.scorer.unit*by)
}

func (h *history) strengthDivisor(given int) int64 {
	if given > 0 {
		return int64(given)
	}
	return max(int64(len(h.rounds))*h.scorer.win/(int64(max(h.rs.Boards, h.rs.Match.Games, 1))*max(h.scorer.gameWin, 1)), 1)
}

// levelBefore returns who is level with a player when criterion i is applied.
func (t *Table) levelBefore(row *Row, i int) (group []int32) {
	for k := range t.Rows {
		other := &t.Rows[k]
		level := other.Points.Equal(row.Points)
		for j := 0; j < i && level; j++ {
			level = t.Columns[j].Group || t.ranking.tbs[j].ShowOnly || other.Values[j].Equal(row.Values[j])
		}
		if level {
			group = append(group, other.Player)
		}
	}
	return group
}

// explainEncounters names the matches of a crew against those with whom it is level, with their
// match points and board points. It returns the zero notice if there are none.
func (t *Table) explainEncounters(row *Row, i int) notice.Notice {
	h, p := t.history, int(row.Player)
	points := func(units int64) notice.Number { return notice.Number(h.rs.FormatPoints(h.scorer.points(units))) }
	group := t.levelBefore(row, i)
	var terms []notice.Notice
	for k := range h.rounds {
		e := &h.of(p)[k]
		if slices.ContainsFunc(e.opponents(), func(q int32) bool { return slices.Contains(group, q) }) {
			terms = append(terms, notice.New("tiebreak.in_round", "round", h.rounds[k], "points", points(e.points),
				"how", notice.New("tiebreak.how.boards", "how", describe(e), "boards", points(h.boardPointsIn(p, k)))))
		}
	}
	if len(terms) == 0 {
		return notice.Notice{}
	}
	return notice.New("tiebreak.boards", "title", t.Columns[i].Title, "terms", terms)
}
