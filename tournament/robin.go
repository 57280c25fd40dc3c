package tournament

import (
	"encoding/hex"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
)

// robin is the schedule of one group of a round robin, by seats: a player who took over
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
type robin struct {
	s     *State
	st    *Stage
	group int
	seed  [32]byte // of the round to be paired
	seats []int

	plan  [][][2]int // seats that meet, by round of the stage
	known int        // rounds of the stage before the plan was last made
}

func (s *State) robin(st *Stage, group int, seed [32]byte) *robin {
	r := &robin{s: s, st: st, group: group, seed: seed, seats: s.inGroup(st, group)}
	played := len(s.Rounds) - st.FirstRound + 1
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
	return r
}

// around plans a round that was played anew for those who were known to sit it out, and
// reports whether it was played by that plan, which it then keeps.
func (r *robin) around(i int) bool {
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
func (r *robin) crossed(from int) bool {
	for i := from; i < len(r.plan); i++ {
		if slices.ContainsFunc(r.plan[i], func(p [2]int) bool { return r.sitsOut(p[0], i) || r.sitsOut(p[1], i) }) {
			return true
		}
	}
	return false
}

// sitsOut reports whether the player of a seat is known to sit out a round of the stage.
func (r *robin) sitsOut(seat, i int) bool {
	return r.s.Ledger.Players.At(r.s.holder(seat)).SitsOut(r.st.FirstRound + i)
}

// sitting returns in how many of the rounds of the stage, from the given one on, the
// player of a seat is known to sit out.
func (r *robin) sitting(seat, from int) (n int) {
	for i := from; i < r.st.Rounds; i++ {
		if r.sitsOut(seat, i) {
			n++
		}
	}
	return n
}

// byes returns the byes of the round to be paired: awarded ones, and those of players
// without a match whose number of matches still to be met is more than the plan has.
func (r *robin) byes() (out []Pairing) {
	now := len(r.s.Rounds) - r.st.FirstRound + 1
	for _, seat := range r.seats {
		n := r.s.holder(seat)
		l := r.s.Ledger.Players.At(n)
		busy := slices.ContainsFunc(r.next(), func(p [2]int) bool { return p[0] == seat || p[1] == seat })
		switch {
		case busy || !r.s.Taking(n) || l.Away(now+r.st.FirstRound):
		case l.SitsOut(now + r.st.FirstRound):
			out = append(out, Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.awarded")})
		case r.lost(seat, now) > 0:
			out = append(out, Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.scheduled_out")})
		}
	}
	return out
}

// lost returns how many matches a seat lacks that the plan has no round for, without
// those for which its player had a bye or was absent.
func (r *robin) lost(seat, now int) int {
	n := -r.sitting(seat, now)
	for _, other := range r.seats {
		if other != seat && !r.s.Players.At(r.s.holder(other)).Annulled {
			n++
		}
	}
	for i := range now {
		for j := range r.s.Ledger.Rounds[r.st.FirstRound-1+i].Matches {
			m := &r.s.Ledger.Rounds[r.st.FirstRound-1+i].Matches[j]
			for _, p := range m.Players() {
				if r.s.seatOf(int(p)+1) == seat {
					n--
				}
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

// LostMatches returns the pairs of players of a round robin who have not met and for whose
// match the paired round and the plan behind it have no place, because one of them sits
// out a round that was known beforehand. The other has a bye instead.
func (s *State) LostMatches() (out [][2]int) {
	st := s.Stage()
	if s.Preview == nil || st == nil || !st.Kind.MeetsAll() || !s.knownOut(st) {
		return nil
	}
	var seed [32]byte
	if b, err := hex.DecodeString(s.Preview.Seed); err == nil {
		copy(seed[:], b)
	}
	now := len(s.Rounds) - st.FirstRound + 1
	for _, group := range s.groupNumbers(st) {
		r := s.robin(st, group, seed)
		pairs, _ := r.unmet(now, false)
		for _, p := range pairs {
			a, b := r.seats[p.First], r.seats[p.Second]
			planned := slices.ContainsFunc(r.plan[min(now, len(r.plan)):], func(round [][2]int) bool {
				return slices.ContainsFunc(round, func(q [2]int) bool { return samePair(q, [2]int{a, b}) })
			})
			if !planned && r.sitting(a, 0)+r.sitting(b, 0) > 0 {
				out = append(out, [2]int{s.holder(a), s.holder(b)})
			}
		}
	}
	return out
}

// knownOut reports whether any player is known to sit out a round of a stage.
func (s *State) knownOut(st *Stage) bool {
	return slices.ContainsFunc(s.Ledger.Players, func(l ledger.Player) bool { return l.Known(st.FirstRound-1) != 0 })
}

// next returns the seats that meet in the round to be paired.
func (r *robin) next() [][2]int {
	if i := len(r.s.Rounds) - r.st.FirstRound + 1; i < len(r.plan) {
		return r.plan[i]
	}
	return nil
}

// replanned reports whether a group of a stage is not played by its drawn schedule.
func (s *State) replanned(st *Stage) bool {
	played := len(s.Rounds) - st.FirstRound + 1
	return slices.ContainsFunc(s.groupNumbers(st), func(group int) bool {
		r := &robin{s: s, st: st, group: group, seats: s.inGroup(st, group)}
		if !r.drawn() {
			return true
		}
		for i := range played {
			if !r.asPlanned(i) {
				return true
			}
		}
		return false
	})
}

// drawn makes the schedule from its seed, and returns false if that is unknown. In an odd
// group each player sits out once, which is no match, scores nothing and counts for
// nothing (docs/rules/magic.md#mtg-60).
func (r *robin) drawn() bool {
	draw, known := r.s.scheduleSeed(r.st)
	if len(r.s.Rounds) < r.st.FirstRound {
		draw, known = r.seed, true
	}
	if !known {
		return false
	}
	rng := random.New(draw, "round robin", uint64(r.group))
	seats := slices.Clone(r.seats)
	rng.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	schedule, err := r.st.order(len(seats))
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
func (r *robin) takenOver(played int) {
	first := r.st.FirstRound - 1
	n := 0
	for n < played && r.s.Rounds[first+n].Seed == "" {
		n++
	}
	r.again(n)
}

// asPlanned reports whether a round of the stage was played by the plan: nothing else
// was played, and only who has left did not play.
func (r *robin) asPlanned(i int) bool {
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
		in := r.s.Taking(r.s.holder(p[0])) && r.s.Taking(r.s.holder(p[1]))
		return in && !slices.ContainsFunc(played, func(pair [2]int) bool { return samePair(p, pair) })
	})
}

func samePair(p, q [2]int) bool { return p == q || p[0] == q[1] && p[1] == q[0] }

// played returns the seats that met in a round of the stage. A match that was voided
// counts: it is not played again.
func (r *robin) played(i int) (out [][2]int) {
	round := r.st.FirstRound - 1 + i
	for j := range r.s.Ledger.Rounds[round].Matches {
		l := &r.s.Ledger.Rounds[round].Matches[j]
		if l.N != 2 {
			continue
		}
		if pair := [2]int{r.s.seatOf(int(l.Seats[0]) + 1), r.s.seatOf(int(l.Seats[1]) + 1)}; slices.Contains(r.seats, pair[0]) {
			out = append(out, pair)
		}
	}
	return out
}

// again plans the rounds of the stage from the given one on: with everything that is
// left, or only with the matches that are. Where the rounds are too few for all of them,
// it keeps to the plan there was, without what has been played, unless more can be met.
func (r *robin) again(from int) {
	r.known = from
	rounds := max(r.st.Rounds-from, 1)
	for len(r.plan) < from {
		r.plan = append(r.plan, nil)
	}
	out := func(player, round int) bool { return player < len(r.seats) && r.sitsOut(r.seats[player], from+round) }
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
		if r.s.knownOut(r.st) { // a plan for all of them may lose fewer matches
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
func (r *robin) without(from int, pairs []roundrobin.Pair) (out [][][2]int) {
	for i := from; i < len(r.plan); i++ {
		out = append(out, slices.DeleteFunc(slices.Clone(r.plan[i]), func(p [2]int) bool {
			return r.sitsOut(p[0], i) || r.sitsOut(p[1], i) || !slices.ContainsFunc(pairs, func(q roundrobin.Pair) bool { return samePair(p, [2]int{r.seats[q.First], r.seats[q.Second]}) })
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
func (r *robin) source(from int) *random.Source {
	seed := r.seed
	if i := r.st.FirstRound - 1 + from; i < len(r.s.Rounds) {
		seed = [32]byte{}
		if b, err := hex.DecodeString(r.s.Rounds[i].Seed); err == nil {
			copy(seed[:], b)
		}
	}
	return random.New(seed, "rest of a round robin", uint64(r.group))
}

// unmet returns the pairs of seats, by their index in r.seats, that have not met before
// a round of the stage. With all it has, beside the players who are in, those who have
// left, and the place of who sits out in an odd group as one more: a player who meets
// one of them sits out. n is the number of places.
func (r *robin) unmet(from int, all bool) (out []roundrobin.Pair, n int) {
	n = len(r.seats)
	place := map[int]int{}
	for i, seat := range r.seats {
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
func (r *robin) in(i, from int) bool {
	left := r.s.Ledger.Players.At(r.s.holder(r.seats[i])).DroppedAfter
	return left == ledger.Active || int(left) > r.st.FirstRound-1+from
}

// sided returns the seats of a plan with the sides of the game in balance.
func (r *robin) sided(from int, plan [][]roundrobin.Pair) [][][2]int {
	plays := func(p roundrobin.Pair) bool {
		return max(p.First, p.Second) < len(r.seats) && r.in(p.First, from) && r.in(p.Second, from)
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
			out[i] = append(out[i], [2]int{r.seats[p.First], r.seats[p.Second]})
		}
		for _, p := range round {
			if !plays(p) && max(p.First, p.Second) < len(r.seats) { // with who has left: a bye
				out[i] = append(out[i], [2]int{r.seats[p.First], r.seats[p.Second]})
			}
		}
	}
	return out
}

// sides returns the sides that each seat had before a round of the stage.
func (r *robin) sides(from int) []pairing.Sides {
	out := make([]pairing.Sides, len(r.seats))
	for i := range from {
		for _, p := range r.played(i) {
			for j, side := range []pairing.Side{pairing.FirstSide, pairing.SecondSide} {
				if k := slices.Index(r.seats, p[j]); k >= 0 {
					out[k] = out[k].Add(side)
				}
			}
		}
	}
	return out
}
