// Package plan plans the rounds of a group of a round robin in which not all goes by its
// schedule.
package plan

import (
	"encoding/hex"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/pairing"
	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
)

// A Plan is the schedule of one group of a round robin, by seats: a player who took over
// a seat plays the matches of it.
//
// The schedule is drawn once from the seed of the stage's first round. Where that is
// unknown, because the event was taken over half played, or where a round was not played
// as scheduled, because an organiser paired it or a player was absent, the rest is
// planned anew from there: all who have not met meet once. What follows from the rounds
// played is the same for each later round, so that they all are of one plan.
//
// Who is known to sit out a coming round is planned around: in an odd group that round
// is the one in which the player has no match anyway.
type Plan struct {
	Group
	plan  [][][2]int // seats that meet, by round of the stage
	known int        // rounds of the stage before the plan was last made
}

// A Group is what of the event determines a plan. Rounds count from 1 in the event and
// from 0 in the stage, seats are the numbers of the players who had them first. Where all
// meet twice, each half is a stage of its own, which is drawn with the first.
type Group struct {
	Ledger  *ledger.Ledger
	Number  int // of the group in its stage
	Seats   []int
	First   int // number of the first round
	Rounds  int
	Leg     int      // how often all have met before, in as many rounds
	Seed    [32]byte // of the round to be paired
	Order   func(players int) ([]roundrobin.Round, error)
	SeedOf  func(round int) string // of a round that was paired, in hex; "" if it was played elsewhere
	Holder  func(seat int) int     // the player who has a seat now
	SeatOf  func(player int) int
	Taking  func(player int) bool
	Counts  func(player int) bool // matches of the player to come count, be it as won without play
	SitsOut bool                  // any player is known to sit out a round of the stage
}

// New returns the plan of a group.
func New(g Group) *Plan {
	r := &Plan{Group: g}
	played := r.rounds()
	if !r.drawn() {
		r.takenOver(played)
	}
	for i := r.known; i < played; i++ {
		if !r.asPlanned(i) && !r.around(i) {
			r.again(i + 1)
		}
	}
	if r.crossed(played) {
		r.again(played)
	}
	if r.Leg > 0 {
		r.turn()
	}
	return r
}

// turn gives each pair of the rounds to come the other sides than it had in the leg
// before.
func (r *Plan) turn() {
	before := *r
	before.First -= r.Rounds
	first := map[[2]int]bool{}
	for i := range min(r.Rounds, before.rounds()) {
		for _, p := range before.played(i) {
			first[p] = true
		}
	}
	for _, round := range r.From() {
		for i, p := range round {
			if first[p] {
				round[i] = [2]int{p[1], p[0]}
			}
		}
	}
}

// around plans a round that was played anew for those who were known to sit it out, and
// reports whether it was played by that plan, which it then keeps.
func (r *Plan) around(i int) bool {
	if !r.crossed(i) {
		return false
	}
	plan := r.plan
	if r.again(i); !r.asPlanned(i) {
		r.plan = plan
		return false
	}
	return true
}

// crossed reports whether the plan from a round of the stage on has a match of a player
// who is known to sit out its round.
func (r *Plan) crossed(from int) bool {
	for i := from; i < len(r.plan); i++ {
		if slices.ContainsFunc(r.plan[i], func(p [2]int) bool { return r.sitsOut(p[0], i) || r.sitsOut(p[1], i) }) {
			return true
		}
	}
	return false
}

// sitsOut reports whether the player of a seat is known to sit out a round of the stage.
func (r *Plan) sitsOut(seat, i int) bool {
	return r.Ledger.Players.At(r.Holder(seat)).SitsOut(r.First + i)
}

// sitting returns in how many of the rounds of the stage, from the given one on, the
// player of a seat is known to sit out.
func (r *Plan) sitting(seat, from int) (n int) {
	for i := from; i < r.Rounds; i++ {
		if r.sitsOut(seat, i) {
			n++
		}
	}
	return n
}

// Lost returns how many matches a seat lacks that the plan has no round for, without
// those for which its player had a bye or was absent.
func (r *Plan) Lost(seat int) int {
	now := r.rounds()
	n := -r.sitting(seat, now)
	for _, other := range r.Seats {
		if other != seat && r.Counts(r.Holder(other)) {
			n++
		}
	}
	for i := range now {
		for j := range r.Ledger.Rounds[r.First-1+i].Matches {
			m := &r.Ledger.Rounds[r.First-1+i].Matches[j]
			in := func(p int32) bool { return r.SeatOf(int(p)+1) == seat }
			gone := func(p int32) bool { return !in(p) && !r.Counts(r.Holder(r.SeatOf(int(p)+1))) }
			if slices.ContainsFunc(m.Players(), in) && !slices.ContainsFunc(m.Players(), gone) {
				n--
			}
		}
	}
	for _, round := range r.plan[min(now, len(r.plan)):] {
		for _, p := range round {
			if p[0] == seat || p[1] == seat {
				n--
			}
		}
	}
	return n
}

// Next returns the seats that meet in the round to be paired.
func (r *Plan) Next() [][2]int {
	if i := r.rounds(); i < len(r.plan) {
		return r.plan[i]
	}
	return nil
}

// From returns the seats that meet in the rounds to come, from the one to be paired on.
func (r *Plan) From() [][][2]int { return r.plan[min(r.rounds(), len(r.plan)):] }

// rounds returns how many rounds of the stage were paired.
func (r *Plan) rounds() int { return max(0, len(r.Ledger.Rounds)-r.First+1) }

// drawnWith returns the number of the round from whose seed the schedule is drawn.
func (r *Plan) drawnWith() int { return r.First - r.Leg*r.Rounds }

// Unplaced returns the pairs of seats who have not met and for whose match the round to be
// paired and the plan behind it have no place, because one of them sits out a round that
// was known beforehand. The other has a bye instead.
func (r *Plan) Unplaced() (out [][2]int) {
	pairs, _ := r.unmet(r.rounds(), false)
	for _, p := range pairs {
		a, b := r.Seats[p.First], r.Seats[p.Second]
		planned := slices.ContainsFunc(r.From(), func(round [][2]int) bool {
			return slices.ContainsFunc(round, func(q [2]int) bool { return samePair(q, [2]int{a, b}) })
		})
		if !planned && r.sitting(a, 0)+r.sitting(b, 0) > 0 {
			out = append(out, [2]int{a, b})
		}
	}
	return out
}

// AsDrawn reports whether the rounds of a group were all played by its drawn schedule.
func AsDrawn(g Group) bool {
	r := &Plan{Group: g}
	if !r.drawn() {
		return false
	}
	for i := range r.rounds() {
		if !r.asPlanned(i) {
			return false
		}
	}
	return true
}

// drawn makes the schedule from its seed, and returns false if that is unknown. In an odd
// group each player sits out once, which is no match, scores nothing and counts for
// nothing (docs/rules/magic.md#mtg-60).
func (r *Plan) drawn() bool {
	draw := r.Seed
	if len(r.Ledger.Rounds) >= r.drawnWith() {
		b, err := hex.DecodeString(r.SeedOf(r.drawnWith()))
		if err != nil || copy(draw[:], b) != len(draw) {
			return false
		}
	}
	rng := random.New(draw, "round robin", uint64(r.Number))
	seats := slices.Clone(r.Seats)
	rng.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	schedule, err := r.Order(len(seats))
	if err != nil {
		return true // fewer than two players meet in no round
	}
	for _, round := range schedule {
		var pairs [][2]int
		for _, p := range round.Pairs {
			pairs = append(pairs, [2]int{seats[p.First], seats[p.Second]})
		}
		r.plan = append(r.plan, pairs)
	}
	return true
}

// takenOver plans the rounds behind those that were played elsewhere, which have no
// seed.
func (r *Plan) takenOver(played int) {
	n := 0
	for n < played && r.SeedOf(r.First+n) == "" {
		n++
	}
	r.again(n)
}

// asPlanned reports whether a round of the stage was played by the plan: nothing else
// was played, and only who has left did not play.
func (r *Plan) asPlanned(i int) bool {
	var plan [][2]int
	if i < len(r.plan) {
		plan = r.plan[i]
	}
	played := r.played(i)
	for _, pair := range played {
		if !slices.ContainsFunc(plan, func(p [2]int) bool { return samePair(p, pair) }) {
			return false
		}
	}
	return !slices.ContainsFunc(plan, func(p [2]int) bool {
		in := r.Taking(r.Holder(p[0])) && r.Taking(r.Holder(p[1]))
		return in && !slices.ContainsFunc(played, func(pair [2]int) bool { return samePair(p, pair) })
	})
}

func samePair(p, q [2]int) bool { return p == q || p[0] == q[1] && p[1] == q[0] }

// played returns the seats that met in a round of the stage. A match that was voided
// counts: it is not played again.
func (r *Plan) played(i int) (out [][2]int) {
	round := r.First - 1 + i
	for j := range r.Ledger.Rounds[round].Matches {
		l := &r.Ledger.Rounds[round].Matches[j]
		if l.N != 2 {
			continue
		}
		if pair := [2]int{r.SeatOf(int(l.Seats[0]) + 1), r.SeatOf(int(l.Seats[1]) + 1)}; slices.Contains(r.Seats, pair[0]) {
			out = append(out, pair)
		}
	}
	return out
}

// again plans the rounds of the stage from the given one on: with everything that is
// left, or only with the matches that are. Where the rounds are too few for all of them,
// it keeps to the plan there was, without what has been played, unless more can be met.
func (r *Plan) again(from int) {
	r.known = from
	rounds := max(r.Rounds-from, 1)
	for len(r.plan) < from {
		r.plan = append(r.plan, nil)
	}
	out := func(player, round int) bool { return player < len(r.Seats) && r.sitsOut(r.Seats[player], from+round) }
	var plan [][]roundrobin.Pair
	for _, all := range []bool{true, false} {
		pairs, n := r.unmet(from, all)
		var complete bool
		plan, complete = roundrobin.Rest(n, rounds, pairs, out, r.source(from))
		if complete {
			break
		}
		if all {
			continue // with places of who has left or sits out, which the plan does not have
		}
		if r.Group.SitsOut { // a plan for all of them may lose fewer matches
			if whole := besides(n, rounds, pairs, out, r.source(from)); count(whole) > count(plan) {
				plan = whole
			}
		}
		if old := r.without(from, pairs); count(old) >= count(plan) {
			r.plan = append(r.plan[:from:from], old...)
			return
		}
	}
	r.plan = append(r.plan[:from:from], r.sided(from, plan)...)
}

// besides plans rounds as if all players were in each, and returns the plan without the
// matches of those who sit out. It leaves out matches of two players who both have more
// of them than there are rounds.
func besides(n, rounds int, pairs []roundrobin.Pair, out func(player, round int) bool, src *random.Source) [][]roundrobin.Pair {
	degree := make([]int, n)
	for _, p := range pairs {
		degree[p.First]++
		degree[p.Second]++
	}
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p roundrobin.Pair) bool {
		lost := degree[p.First] > rounds && degree[p.Second] > rounds
		if lost {
			degree[p.First]--
			degree[p.Second]--
		}
		return lost
	})
	plan, _ := roundrobin.Rest(n, rounds, pairs, nil, src)
	for i := range plan {
		plan[i] = slices.DeleteFunc(plan[i], func(p roundrobin.Pair) bool { return out(p.First, i) || out(p.Second, i) })
	}
	return plan
}

// without returns what the present plan has of the pairs from a round of the stage on.
func (r *Plan) without(from int, pairs []roundrobin.Pair) (out [][][2]int) {
	for i := from; i < len(r.plan); i++ {
		out = append(out, slices.DeleteFunc(slices.Clone(r.plan[i]), func(p [2]int) bool {
			return r.sitsOut(p[0], i) || r.sitsOut(p[1], i) || !slices.ContainsFunc(pairs, func(q roundrobin.Pair) bool { return samePair(p, [2]int{r.Seats[q.First], r.Seats[q.Second]}) })
		}))
	}
	return out
}

func count[T any](rounds [][]T) (n int) {
	for _, round := range rounds {
		n += len(round)
	}
	return n
}

// source returns the draws of a plan, from the seed of the first round that it has.
func (r *Plan) source(from int) *random.Source {
	seed := r.Seed
	if from < r.rounds() {
		seed = [32]byte{}
		if b, err := hex.DecodeString(r.SeedOf(r.First + from)); err == nil {
			copy(seed[:], b)
		}
	}
	return random.New(seed, "rest of a round robin", uint64(r.Number))
}

// unmet returns the pairs of seats, by their index in r.Seats, that have not met before
// a round of the stage. With all it has, beside the players who are in, those who have
// left, and the place of who sits out in an odd group as one more: a player who meets
// one of them sits out. n is the number of places.
func (r *Plan) unmet(from int, all bool) (out []roundrobin.Pair, n int) {
	n = len(r.Seats)
	place := map[int]int{}
	for i, seat := range r.Seats {
		place[seat] = i
	}
	met := map[[2]int]bool{}
	matches := make([]int, n)
	for i := range from {
		for _, p := range r.played(i) {
			a, aIn := place[p[0]]
			b, bIn := place[p[1]]
			if aIn && bIn {
				met[[2]int{min(a, b), max(a, b)}] = true
				matches[a]++
				matches[b]++
			}
		}
	}
	in := func(i int) bool { return r.in(i, from) }
	for b := range n {
		for a := range b {
			if !met[[2]int{a, b}] && in(a) && in(b) {
				out = append(out, roundrobin.Pair{First: a, Second: b})
			}
		}
	}
	if !all {
		return out, n
	}
	for i := range n {
		if !in(i) {
			continue
		}
		sat := from - matches[i] // rounds in which the player had no match
		if n%2 == 1 {
			if sat--; sat < 0 {
				out = append(out, roundrobin.Pair{First: i, Second: n})
			}
		}
		for j := range n {
			if in(j) || met[[2]int{min(i, j), max(i, j)}] {
				continue
			}
			if sat--; sat < 0 {
				out = append(out, roundrobin.Pair{First: i, Second: j})
			}
		}
	}
	return out, n + n%2
}

// in reports whether the player of a seat had not left when a round of the stage was
// paired. Whoever leaves later keeps the place in the plan, so that it stays the same.
func (r *Plan) in(i, from int) bool {
	left := r.Ledger.Players.At(r.Holder(r.Seats[i])).DroppedAfter
	return left == ledger.Active || int(left) > r.First-1+from
}

// sided returns the seats of a plan with the sides of the game in balance.
func (r *Plan) sided(from int, plan [][]roundrobin.Pair) [][][2]int {
	plays := func(p roundrobin.Pair) bool {
		return max(p.First, p.Second) < len(r.Seats) && r.in(p.First, from) && r.in(p.Second, from)
	}
	matches := make([][]roundrobin.Pair, len(plan))
	for i, round := range plan {
		for _, p := range round {
			if plays(p) {
				matches[i] = append(matches[i], p)
			}
		}
	}
	roundrobin.Balance(matches, r.sides(from))
	out := make([][][2]int, len(plan))
	for i, round := range plan {
		for _, p := range matches[i] {
			out[i] = append(out[i], [2]int{r.Seats[p.First], r.Seats[p.Second]})
		}
		for _, p := range round {
			if !plays(p) && max(p.First, p.Second) < len(r.Seats) { // with who has left: a bye
				out[i] = append(out[i], [2]int{r.Seats[p.First], r.Seats[p.Second]})
			}
		}
	}
	return out
}

// sides returns the sides that each seat had before a round of the stage.
func (r *Plan) sides(from int) []pairing.Sides {
	out := make([]pairing.Sides, len(r.Seats))
	for i := range from {
		for _, p := range r.played(i) {
			for j, side := range []pairing.Side{pairing.FirstSide, pairing.SecondSide} {
				if k := slices.Index(r.Seats, p[j]); k >= 0 {
					out[k] = out[k].Add(side)
				}
			}
		}
	}
	return out
}
