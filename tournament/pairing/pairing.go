// Package pairing pairs a Swiss round of two-player games.
//
// # The problem
//
// A [Policy] is one list of terms, hard constraints first, each the sum of a cost over
// the pairs of the round. [Swiss] returns a pairing that is optimal in lexicographic
// order: no gain in a later term makes up for the smallest loss in an earlier one.
// Every player is seated exactly once. In an odd field the bye is chosen between the
// hard constraints and the rest, so that it never forces a rematch on others, but no
// closer pairing changes who gets it.
//
// What the terms leave open is drawn from the seed, the number of the round and the
// players. Score groups are shuffled and paired off in shuffled order, which makes the
// first round uniform. The order of players in the input and the order of their
// opponents do not matter.
//
// # The method
//
// Certificate first, matching second. Pairing the list sorted by score two by two is a
// lower bound of the squared differences, and 0 of every other term; pairs are drawn
// group by group, with swaps, a small search inside small groups and a search over the
// floaters. A pairing that meets the bound is optimal, which is nearly always found in
// time proportional to the field. Otherwise package matching solves a sparse graph
// exactly, its prices are checked against every pair of the field, and pairs that
// violate them are added until none is left. In both cases the proof is checked
// separately; [Result.ProvedOptimal] is true only then.
//
// # Separate fields
//
// With [Policy.SeparateDivisions] and [Policy.SeparateFlights], divisions and flights
// that must not mix are paired as separate fields. Each odd field has a bye, and the
// pairing of one does not depend on the others.
//
// # Terms
//
// Hard constraints, usually rematches, are broken only when every possible pairing
// breaks them, as rarely as possible, and each case is a warning. The bye of an odd
// field goes to a player with the fewest byes, by the order of the ruleset; the first
// player is taken whose absence leaves the hard constraints as whole as any other
// absence would. Costs follow, and the draw decides what is left.
//
//	rematches, thirdMeetings         pairs who met before; who met twice before
//	crossDivision, crossFlight       pairs from two divisions or flights
//	tagConflict                      pairs with the same tag (team, nation)
//	pointGap, groupGap               squared difference of points, or of score groups
//	repeatFloat                      players who float again in the same direction
//	sideDebt                         50^debt - 1, the debt being games ahead on a side
//	absoluteSides                    pairs who both must have the same side
//	singleSided, singleSidedIllegal  Netrunner's single-sided cost; pairs it forbids
//	rankGap                          squared difference of ranks inside a score group
//	hoursApart                       quarter hours of a week that the two do not share
//
// Where a very large field has so many terms that their weights do not fit into two
// machine words, the last terms are left out and ProvedOptimal is false.
//
// # Repairs
//
// After a drop, a late entry or a correction, Repair changes as few tables as
// possible: new pairs break no hard constraint that could be kept, then the number of
// changed tables is least, then the bye rule and the costs decide. Tables that stay
// keep their numbers. Change.Reopen breaks named tables up on purpose; Change.Optimal
// asks for a pairing as good as a new one, with as many old tables as such a pairing
// can have.
// Swap exchanges two places. Check takes any pairing and reports its cost and every
// compromise.
//
// # Speed
//
// Nearly all neighbours of the shuffled list end up as opponents, so whether they have
// met is asked for all at once, in one pass over the players as they lie in memory.
// The arrays of a round serve the next one too. docs/reports/pairing.md has figures,
// and what the engine was held against.
package pairing

import (
	"cmp"
	"slices"
	"sync"

	"topcut/tournament/notice"
)

// errNoBye reports an odd field in which no player may sit out.
var errNoBye = notice.Err("pairing.no_bye")

// errByesGiven reports an odd field in which every player who may sit out has had a
// bye, under a ruleset that allows only one.
var errByesGiven = notice.Err("pairing.byes_given")

// Version is recorded with every pairing. It goes up whenever the same input may
// be paired differently, so that a replay knows what it can reproduce.
const Version = 1

// Swiss pairs a round. It returns an error for input that makes no sense (an ID
// used twice, a pair with a player who is not there), and [errNoBye] or
// [errByesGiven] when the bye cannot be given.
func Swiss(in Input) (*Result, error) {
	r, err := newRound(&in)
	if err != nil {
		return nil, err
	}
	defer r.release()
	fields := r.fields()
	for i := range fields {
		if err := r.draw(&fields[i]); err != nil {
			return nil, err
		}
	}
	r.introduce(fields)
	for i := range fields {
		if err := r.settle(&fields[i]); err != nil {
			return nil, err
		}
	}
	return r.result(), nil
}

// round is a pairing task. Players are numbers from 0 in order of rank, so that players
// close in the tournament are close in memory; frequently used data is in separate
// arrays.
type round struct {
	in    *Input
	terms []Term
	has   [numTerms]bool

	*arrays
	// place is the reverse of source where the ranks are not a permutation of 1 to n.
	place []int32
	// bloom has a bit for each opponent, so that most questions whether two
	// players met need no look at the lists. It is nil until many are asked.
	bloom []uint64
	// levels are what score differences are measured in: the number of the score
	// group, 0, or the score in units; nil if the unit is 1.
	levels []int64
	unit   int64
	point  int64 // Policy.PointUnit in units of level
	// extras are the terms besides rematches and the squared differences.
	extras []Term
	// demanding tells whether there are extras or SingleSided.
	demanding bool

	// byID lists the players by ID, once needed; taken marks those who need no opponent
	// any more, nil while there are none.
	byID  []int32
	taken []bool
	// gap is the sum of the squared differences of levels of the certificate's pairs,
	// which are in mate; all other pairs are in seats.
	gap        int64
	seats      []seat
	unclean    bool // some seat may cost something in an extra term
	fixedTable bool // some player has one
	sided      bool // some player has sides noted
	sorted     bool // the input is in order of ID, and no ID is below 1
	numbered   bool // some seat has a number already
	byes       []int32
	proof      Proof
	// repair is nil outside a repair.
	repair *repair
}

// arrays is what every round needs for each player.
type arrays struct {
	// ids, scores and source give each player's ID, score and place in in.Players.
	ids    []int32
	scores []int64
	source []int32
	groups groups
	// members has room for the orders of the fields.
	members []int32
	// mate is a player never met: the neighbour in the drawn order, then the opponent
	// the certificate found, or none. It is empty if nothing is drawn.
	mate []int32
}

// idle are the arrays of rounds that are done. Everything in a large round takes
// longer in memory that is new to the processor's caches, so the next one uses them
// again; they hold numbers only and keep nothing of the caller's alive.
var idle = sync.Pool{New: func() any { return new(arrays) }}

// fit makes room for n players, whatever was there before.
func (a *arrays) fit(n int) {
	a.ids = slices.Grow(a.ids[:0], n)[:n]
	a.scores = slices.Grow(a.scores[:0], n)[:n]
	a.source = slices.Grow(a.source[:0], n)[:n]
	a.members = slices.Grow(a.members[:0], n)[:n]
	a.mate = a.mate[:0]
}

// release ends the use of the arrays.
func (r *round) release() {
	idle.Put(r.arrays)
	r.arrays = nil
}

// seat is a pair on its way to a table.
type seat struct {
	a, b   int32
	number int32 // 0 until tables are given
	why    Why
	clean  bool // known to cost nothing in any extra term
}

// maxSpan bounds the score differences, so that sums of squares fit in an int64.
const maxSpan = 1 << 25

func newRound(in *Input) (*round, error) {
	terms, err := in.Policy.terms()
	if err != nil {
		return nil, err
	}
	r := &round{in: in, terms: terms, proof: ProofBound, arrays: idle.Get().(*arrays)}
	for _, t := range terms {
		r.has[t] = true
	}
	if err := r.read(); err != nil {
		r.release()
		return nil, err
	}
	return r, nil
}

// read takes the input in.
func (r *round) read() error {
	r.fit(len(r.in.Players))
	if !r.fill() {
		if err := r.setPlaces(); err != nil {
			return err
		}
		r.fill()
	}
	if err := r.checkPlayers(); err != nil {
		return err
	}
	if err := r.setLevels(); err != nil {
		return err
	}
	return r.takeForced()
}

// setPlaces sorts players whose ranks are not a permutation.
func (r *round) setPlaces() error {
	players := r.in.Players
	order := make([]int32, len(players))
	for i := range players {
		if p := &players[i]; p.Rank < 0 {
			return notice.Err("pairing.rank", "player", notice.Player(p.ID), "rank", p.Rank)
		}
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		p, q := &players[a], &players[b]
		return cmp.Or(cmp.Compare(p.Rank, q.Rank), cmp.Compare(p.ID, q.ID))
	})
	r.place = make([]int32, len(players))
	for k, i := range order {
		r.place[i] = int32(k)
	}
	return nil
}

// fill puts every player in place. It returns false if the ranks are not a permutation
// of 1 to n and the places are not set.
func (r *round) fill() bool {
	// Locals, because this is where a large field spends much of its time.
	players, place, ids := r.in.Players, r.place, r.ids
	clear(ids)
	scores, source := r.scores[:len(ids)], r.source[:len(ids)]
	fixed, sides, sorted, last := int32(0), 0, true, int32(0)
	for i := range players {
		p := &players[i]
		k := int(p.Rank) - 1
		if place != nil {
			k = int(place[i])
		}
		if uint(k) >= uint(len(ids)) || ids[k] != 0 {
			return false
		}
		ids[k], scores[k], source[k] = p.ID, p.Score, int32(i)
		fixed |= p.FixedTable
		sides |= len(p.OpponentSides)
		if p.ID <= last {
			sorted = false
		}
		last = p.ID
	}
	r.sorted, r.fixedTable, r.sided = sorted, fixed != 0, sides != 0
	return true
}

// checkPlayers returns an error for players that make no sense.
func (r *round) checkPlayers() error {
	if !r.sorted {
		ids := slices.Clone(r.ids)
		slices.Sort(ids)
		last := int32(0)
		for k, id := range ids {
			if k > 0 && id == last {
				return notice.Err("pairing.twice", "player", notice.Player(id))
			}
			last = id
		}
		if ids[0] <= 0 {
			return notice.Err("pairing.number", "number", ids[0])
		}
	}
	if !r.sided {
		return nil
	}
	for i := range r.in.Players {
		if p := &r.in.Players[i]; len(p.OpponentSides) > 0 && len(p.OpponentSides) != len(p.Opponents) {
			return notice.Err("pairing.sides", "player", notice.Player(p.ID), "opponents", len(p.Opponents), "sides", len(p.OpponentSides))
		}
	}
	return nil
}

func (r *round) size() int { return len(r.ids) }

func (r *round) player(i int32) *Player { return &r.in.Players[r.source[i]] }

func (r *round) score(i int32) int64 { return r.scores[i] }

func (r *round) level(i int32) int64 {
	if r.levels != nil {
		return r.levels[i]
	}
	return r.scores[i]
}

// setLevels finds the score groups and measures the scores in the largest unit
// that divides all differences.
func (r *round) setLevels() error {
	r.unit, r.point = 1, 1
	for _, t := range r.terms {
		switch t {
		case Rematches, PointGap, SingleSided, GroupGap:
		default:
			r.extras = append(r.extras, t)
		}
	}
	r.demanding = len(r.extras) > 0 || r.has[SingleSided]
	if r.size() == 0 {
		r.groups.list = r.groups.list[:0]
		return nil
	}
	r.groups.set(r.scores)
	switch {
	case r.has[GroupGap]:
		r.levels = make([]int64, r.size())
		for i := range r.levels {
			r.levels[i] = -int64(r.groups.of(r.scores[i]).number)
		}
		return nil
	case !r.has[PointGap] && !r.has[SingleSided]:
		r.levels = make([]int64, r.size())
		return nil
	}
	low, high := r.groups.low(), r.groups.high()
	if span := high - low; span < 0 || span > maxSpan {
		return notice.Err("pairing.span", "low", low, "high", high, "most", int64(maxSpan))
	}
	unit := int64(0)
	for _, g := range r.groups.list {
		unit = gcd(g.score-low, unit)
	}
	r.point = r.in.Policy.pointUnit()
	if r.has[SingleSided] || r.has[SingleSidedIllegal] {
		unit = gcd(r.point, unit)
	}
	if unit > 1 {
		r.levels = make([]int64, r.size())
		for i := range r.levels {
			r.levels[i] = (r.scores[i] - low) / unit
		}
		r.unit = unit
	}
	r.point = max(1, r.point/r.unit)
	return nil
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// find returns the index of a player.
func (r *round) find(id int32) (int32, bool) {
	if r.byID == nil {
		r.byID = make([]int32, r.size())
		for i := range r.byID {
			r.byID[i] = int32(i)
		}
		slices.SortFunc(r.byID, func(a, b int32) int { return cmp.Compare(r.ids[a], r.ids[b]) })
	}
	k, ok := slices.BinarySearchFunc(r.byID, id, func(i, id int32) int { return cmp.Compare(r.ids[i], id) })
	if !ok {
		return 0, false
	}
	return r.byID[k], true
}

// take marks a player as seated.
func (r *round) take(id int32) (int32, error) {
	i, ok := r.find(id)
	if !ok {
		return 0, notice.Err("pairing.absent", "player", notice.Player(id))
	}
	if r.isTaken(i) {
		return 0, notice.Err("pairing.seated_twice", "player", notice.Player(id))
	}
	r.setTaken(i)
	return i, nil
}

func (r *round) isTaken(i int32) bool { return r.taken != nil && r.taken[i] }

func (r *round) setTaken(players ...int32) {
	if r.taken == nil {
		r.taken = make([]bool, r.size())
	}
	for _, i := range players {
		r.taken[i] = true
	}
}

// takeForced seats the pairs and byes decided beforehand.
func (r *round) takeForced() error {
	for _, id := range r.in.Byes {
		i, err := r.take(id)
		if err != nil {
			return err
		}
		r.byes = append(r.byes, i)
	}
	slices.SortFunc(r.byes, func(a, b int32) int { return cmp.Compare(r.ids[a], r.ids[b]) })
	for _, pair := range r.in.Pairs {
		a, err := r.take(pair.A)
		if err != nil {
			return err
		}
		b, err := r.take(pair.B)
		if err != nil {
			return err
		}
		r.seats, r.unclean = append(r.seats, seat{a: a, b: b, why: WhyForced}), true
	}
	return nil
}
