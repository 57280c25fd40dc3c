package standings

import (
	"math"
	"slices"

	"topcut/tournament/ledger"
)

// Reasons for an order other than tiebreaks, which are 0, 1, …
const (
	byStatus  = -4 // dropped without a place, disqualified
	byBlock   = -3 // block of the final tables
	byPoints  = -2
	byPlayoff = -5
	byFinal   = -6 // seeded draw
	undecided = -7 // level: the order in the list has no meaning
)

// few is the size below which a comparison sort is as fast as any.
const few = 32

// ranking orders players and records what separates neighbours.
type ranking struct {
	h       *history
	tbs     []criterion
	columns []*column // nil for group rules
	plains  []*column // the same without counts, where needed
	points  []int64
	status  []int8 // 0 in the running, 1 dropped without a place, 2 disqualified
	block   []int8
	playoff []int64 // points in play-off rounds; nil without any
	seed    uint64

	order   []int32
	reason  []int    // reason[i] separates order[i-1] and order[i]
	inside  []bool   // by player: is of the group of meetings
	contest *contest // of tiers, made once
}

// run orders the players.
func (r *ranking) run(players []int32) {
	r.order, r.reason = players, make([]int, len(players))
	r.splitBy(0, len(players), byBlock, func(a, b int32) int { return int(r.block[a]) - int(r.block[b]) }, func(lo, hi int) {
		r.splitBy(lo, hi, byStatus, func(a, b int32) int { return int(r.status[a]) - int(r.status[b]) }, func(lo, hi int) {
			r.presort(lo, hi, r.points, false)
			r.splitBy(lo, hi, byPoints, func(a, b int32) int { return compare(r.points[b], r.points[a]) }, func(lo, hi int) {
				if r.h.rs.Ranking.Restart == "tiers" {
					r.tiers(lo, hi)
				} else {
					r.step(lo, hi, 0)
				}
			})
		})
	})
	r.lastOpponents()
	r.rest()
}

// presort sorts order[lo:hi] by value (descending unless lower), then by number, if
// that is faster than a comparison sort: values close together, such as points, are
// counted; others share one key with the number. splitBy then finds all in order.
func (r *ranking) presort(lo, hi int, values []int64, lower bool) {
	const numberBits = 24
	if len(values) >= 1<<numberBits || hi-lo < few {
		return
	}
	part := r.order[lo:hi]
	least, most, ascending := values[part[0]], values[part[0]], true
	for i, p := range part {
		v := values[p]
		least, most = min(least, v), max(most, v)
		ascending = ascending && (i == 0 || part[i-1] < p)
	}
	if least <= -1<<38 || most >= 1<<38 {
		return
	}
	if ascending && most-least < int64(2*len(part)) {
		r.countingSort(part, values, least, most, lower)
		return
	}
	keys := make([]int64, len(part))
	for i, p := range part {
		v := values[p]
		if !lower {
			v = -v
		}
		keys[i] = v<<numberBits | int64(p)
	}
	slices.Sort(keys)
	for i, k := range keys {
		part[i] = int32(k & (1<<numberBits - 1))
	}
}

// countingSort is presort for values from least to most; equals keep their order.
func (r *ranking) countingSort(part []int32, values []int64, least, most int64, lower bool) {
	place := func(p int32) int64 {
		if lower {
			return values[p] - least
		}
		return most - values[p]
	}
	next := make([]int32, most-least+2) // next position by value
	for _, p := range part {
		next[place(p)+1]++
	}
	for v := 1; v < len(next); v++ {
		next[v] += next[v-1]
	}
	for _, p := range slices.Clone(part) {
		v := place(p)
		part[next[v]] = p
		next[v]++
	}
}

// splitBy sorts order[lo:hi], records the reason between parts, and calls then for each
// part of level players.
func (r *ranking) splitBy(lo, hi, reason int, cmp func(a, b int32) int, then func(lo, hi int)) {
	part := r.order[lo:hi]
	full := func(a, b int32) int {
		if c := cmp(a, b); c != 0 {
			return c
		}
		return int(a) - int(b)
	}
	if !slices.IsSortedFunc(part, cmp) {
		slices.SortFunc(part, full)
	}
	start := lo
	for i := lo + 1; i <= hi; i++ {
		if i < hi && cmp(r.order[i-1], r.order[i]) == 0 {
			continue
		}
		if start > lo {
			r.reason[start] = reason
		}
		then(start, i)
		start = i
	}
}

// step applies tiebreaks k and later to a group of level players.
func (r *ranking) step(lo, hi, k int) {
	if hi-lo < 2 {
		return
	}
	for ; k < len(r.tbs); k++ {
		t := &r.tbs[k]
		if t.ShowOnly {
			continue
		}
		if c := r.columns[k]; c != nil {
			if hi-lo >= few {
				if c := r.plain(k); c.slow == nil {
					r.presort(lo, hi, c.num, t.Lower)
				}
			}
			r.splitBy(lo, hi, k, r.orderBy(k, nil), func(lo, hi int) { r.step(lo, hi, k+1) })
			return
		}
		if cmp := t.groupOrder(r, r.order[lo:hi]); cmp != nil {
			next := k + 1
			if r.h.rs.Ranking.Restart == "split" {
				next = 0
			}
			r.splitBy(lo, hi, k, cmp, func(a, b int) {
				if b-a == hi-lo {
					r.step(a, b, k+1) // nothing was split
					return
				}
				r.step(a, b, next)
			})
			return
		}
	}
	r.markLevel(lo, hi)
}

// plain returns a column without counts, computed once.
func (r *ranking) plain(k int) *column {
	c := r.columns[k]
	if c.count == nil {
		return c
	}
	if r.plains == nil {
		r.plains = make([]*column, len(r.columns))
	}
	if r.plains[k] == nil {
		r.plains[k] = c.plain()
	}
	return r.plains[k]
}

func (r *ranking) markLevel(lo, hi int) {
	for i := lo + 1; i < hi; i++ {
		r.reason[i] = undecided
	}
}

// orderBy returns the order of a criterion inside a group of level players, which only
// group rules look at, or nil if it does not separate the group.
func (r *ranking) orderBy(k int, group []int32) func(a, b int32) int {
	c := r.columns[k]
	switch {
	case c == nil:
		return r.tbs[k].groupOrder(r, group)
	case r.tbs[k].Lower:
		return c.cmp
	}
	return func(a, b int32) int { return c.cmp(b, a) }
}

// rest orders players level on all criteria: by play-off rounds, then by a draw from
// the seed. If the ruleset shares places or leaves the order to people, they stay
// level.
func (r *ranking) rest() {
	for lo := 0; lo < len(r.order); {
		hi := lo + 1
		for hi < len(r.order) && r.reason[hi] == undecided {
			hi++
		}
		if hi-lo > 1 {
			r.restOf(lo, hi)
		}
		lo = hi
	}
}

func (r *ranking) restOf(lo, hi int) {
	draw := func(lo, hi int) {
		reason := undecided
		if r.h.rs.Ranking.Final == "random" {
			reason = byFinal
		}
		slices.SortFunc(r.order[lo:hi], func(a, b int32) int { return drawOrder(r.seed, a, b) })
		for i := lo + 1; i < hi; i++ {
			r.reason[i] = reason
		}
	}
	if r.playoff == nil {
		draw(lo, hi)
		return
	}
	r.splitBy(lo, hi, byPlayoff, func(a, b int32) int { return compare(r.playoff[b], r.playoff[a]) }, draw)
}

// drawOrder compares players by a hash of seed and player number, so that the order of
// two players does not depend on the other players.
func drawOrder(seed uint64, a, b int32) int {
	x, y := mix(seed, uint64(a)), mix(seed, uint64(b))
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return int(a) - int(b)
}

// mix applies the finaliser of SplitMix64 over seed and number; pinned by
// TestSeededOrderIsPinned.
func mix(seed, n uint64) uint64 {
	z := seed + (n+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// meetings calls f for every match between members of the group, from each
// member's side.
func (r *ranking) meetings(group []int32, f func(p, q int32, e *entry)) {
	if r.inside == nil {
		r.inside = make([]bool, len(r.points))
	}
	for _, p := range group {
		r.inside[p] = true
	}
	defer func() {
		for _, p := range group {
			r.inside[p] = false
		}
	}()
	for _, p := range group {
		entries := r.h.of(int(p))
		for i := range entries {
			e := &entries[i]
			for _, q := range e.opponents() {
				if q >= 0 && r.inside[q] {
					f(p, q, e)
				}
			}
		}
	}
}

// headToHeadPair: if exactly two are level and have met, the one who won more of their
// matches is ahead (docs/rules/pokemon.md#pkm-46).
func (r *ranking) headToHeadPair(group []int32) func(a, b int32) int {
	if len(group) != 2 {
		return nil
	}
	wins := map[int32]int{}
	r.meetings(group, func(p, _ int32, e *entry) {
		if e.outcome == won {
			wins[p]++
		}
	})
	if wins[group[0]] == wins[group[1]] {
		return nil
	}
	return func(a, b int32) int { return wins[b] - wins[a] }
}

// headToHeadLosses: the fewest losses in games between members stay
// (docs/rules/meccg.md#mec-55).
func (r *ranking) headToHeadLosses(group []int32) func(a, b int32) int {
	losses := map[int32]int{}
	r.meetings(group, func(p, _ int32, e *entry) {
		if e.outcome == lost {
			losses[p]++
		}
	})
	return func(a, b int32) int { return losses[a] - losses[b] }
}

// directEncounter: points from games inside the group. If some pairs have not met, a
// player is separated only if no other player could still reach the score by winning
// the missing games (FIDE C.07).
func (r *ranking) directEncounter(group []int32) func(a, b int32) int {
	points, games := map[int32]int64{}, map[int32]int64{}
	r.meetings(group, func(p, _ int32, e *entry) {
		points[p] += e.points
		games[p]++
	})
	complete := true
	for _, p := range group {
		complete = complete && games[p] >= int64(len(group)-1)
	}
	if complete {
		return func(a, b int32) int { return compare(points[b], points[a]) }
	}
	ahead := map[int32]int{}
	rest := slices.Clone(group)
	slices.SortStableFunc(rest, func(a, b int32) int { return compare(points[b], points[a]) })
	// What those behind each place could still reach.
	reach := make([]int64, len(rest))
	for i, most := len(rest)-1, int64(math.MinInt64); i >= 0; i-- {
		reach[i] = most
		most = max(most, points[rest[i]]+(int64(len(group)-1)-games[rest[i]])*r.h.scorer.win)
	}
	for i, p := range rest[:len(rest)-1] {
		if reach[i] >= points[p] {
			break
		}
		ahead[p] = i - len(group)
	}
	return func(a, b int32) int { return ahead[a] - ahead[b] }
}

// lastOpponents applies the standing of the last opponent (docs/rules/pokemon.md#pkm-47,
// PKM-91) to every group that is still level: the better the final place of the last
// opponent, the better the player. A bye has no opponent and is skipped. After
// each split the parts start the list again, because two who are left may have
// met.
func (r *ranking) lastOpponents() {
	k := slices.IndexFunc(r.tbs, func(c criterion) bool { return c.Func == lastOpponentPlace })
	if k < 0 {
		return
	}
	for r.splitByLastOpponent(k) {
	}
}

// level is a group of level players: order[lo:hi].
type level struct{ lo, hi int }

// splitByLastOpponent splits one group and reports whether there was one. A group whose
// last opponents are level waits until those are ordered, because their final place
// counts. If that does not separate the group (the same last opponent, or none), or if
// groups wait for each other in a circle, the rest of the document decides: of two
// players, whose last opponent beat the other's; then the opponents of the round
// before, and so on; and finally the draw.
func (r *ranking) splitByLastOpponent(k int) bool {
	groups, place := r.levels()
	for _, g := range groups {
		if r.splitAtDepth(g, k, 0, place) {
			return true
		}
	}
	stuck := r.stuck(groups, place)
	for _, g := range stuck {
		if r.splitByMeeting(g, k) {
			return true
		}
	}
	for depth := 1; depth < len(r.h.rounds); depth++ {
		for _, g := range stuck {
			if r.splitAtDepth(g, k, depth, place) {
				return true
			}
		}
	}
	if len(stuck) == 0 || r.h.rs.Ranking.Final != "random" {
		return false
	}
	r.restOf(stuck[0].lo, stuck[0].hi)
	return true
}

// levels returns the groups of two and more in order, and for each player where their
// group begins.
func (r *ranking) levels() ([]level, []int) {
	var groups []level
	place := make([]int, len(r.h.players))
	for lo := 0; lo < len(r.order); {
		hi := lo + 1
		for hi < len(r.order) && r.reason[hi] == undecided {
			hi++
		}
		for _, p := range r.order[lo:hi] {
			place[p] = lo
		}
		if hi-lo > 1 {
			groups = append(groups, level{lo, hi})
		}
		lo = hi
	}
	return groups, place
}

// stuck returns the groups that wait for no other group, or for themselves in a circle.
func (r *ranking) stuck(groups []level, place []int) []level {
	next := make(map[int]int, len(groups)) // where the group begins that this one waits for
	for _, g := range groups {
		if at, waits := r.waitsFor(g, place); waits {
			next[g.lo] = at
		}
	}
	return slices.DeleteFunc(slices.Clone(groups), func(g level) bool {
		at, waits := next[g.lo]
		if !waits {
			return false
		}
		for range groups {
			if at == g.lo {
				return false
			}
			if at, waits = next[at]; !waits {
				return true
			}
		}
		return true
	})
}

// waitsFor returns where the group begins in which the last opponents of g are level
// with each other, or false if they are one player or one of them is missing.
func (r *ranking) waitsFor(g level, place []int) (at int, waits bool) {
	last := int32(-1)
	for _, p := range r.order[g.lo:g.hi] {
		q, met := r.h.opponentFromEnd(int(p), 0)
		if !met {
			return 0, false
		}
		waits = waits || last >= 0 && q != last
		last = q
	}
	return place[last], waits
}

// splitByMeeting orders two players whose last opponents are level and have met: the
// winner of that match is the better opponent.
func (r *ranking) splitByMeeting(g level, k int) bool {
	if g.hi-g.lo != 2 {
		return false
	}
	last := map[int32]int32{}
	for _, p := range r.order[g.lo:g.hi] {
		q, met := r.h.opponentFromEnd(int(p), 0)
		if !met {
			return false
		}
		last[p] = q
	}
	better := r.headToHeadPair([]int32{last[r.order[g.lo]], last[r.order[g.lo+1]]})
	if better == nil {
		return false
	}
	r.splitBy(g.lo, g.hi, k, func(a, b int32) int { return better(last[a], last[b]) }, func(int, int) {})
	return true
}

// splitAtDepth compares the places of the opponents of the match depth matches before
// the last.
func (r *ranking) splitAtDepth(g level, k, depth int, place []int) bool {
	keys := map[int32]int{}
	for _, p := range r.order[g.lo:g.hi] {
		q, ok := r.h.opponentFromEnd(int(p), depth)
		if !ok {
			return false
		}
		keys[p] = place[q]
	}
	cmp := func(a, b int32) int { return keys[a] - keys[b] }
	if slices.MinFunc(r.order[g.lo:g.hi], cmp) == slices.MaxFunc(r.order[g.lo:g.hi], cmp) {
		return false
	}
	split := false
	r.splitBy(g.lo, g.hi, k, cmp, func(a, b int) {
		if b-a < g.hi-g.lo {
			split = true
			r.step(a, b, 0)
		}
	})
	return split
}

// opponentFromEnd returns the opponent of the match depth matches before the last.
func (h *history) opponentFromEnd(player, depth int) (int32, bool) {
	entries := h.of(player)
	for i := len(entries) - 1; i >= 0; i-- {
		if entries[i].n == 0 {
			continue
		}
		if depth == 0 {
			return entries[i].seats[0], true
		}
		depth--
	}
	return 0, false
}

// playoffPoints returns the sums of points of the play-off rounds, or nil if there are
// none.
func playoffPoints(l *ledger.Ledger, s *Scorer, after int) []int64 {
	var out []int64
	for i := range l.Rounds {
		r := &l.Rounds[i]
		if r.Stage != ledger.Playoff || int(r.Number) > after {
			continue
		}
		if out == nil {
			out = make([]int64, len(l.Players))
		}
		for j := range r.Matches {
			m := &r.Matches[j]
			pts := s.score(int(r.Number), m, s.rs.Winner(m))
			for k, p := range m.Players() {
				out[p] += pts[k]
			}
		}
	}
	return out
}
