package kernel

// none marks a round without an opponent.
const none = 1<<16 - 1

// playing is the Event.left of somebody who has not dropped.
const playing = 255

// Start is the position from which events are simulated. The zero rounds of a new
// event and a ledger's position have the same form.
type Start struct {
	rules   *Rules
	players int
	played  int // rounds that are over

	words  []Word
	met    []uint64 // bit q&63 set: may have met q
	opp    []uint16 // [round*players+player]
	left   []uint8  // rounds after which a player dropped, playing for none
	out    []bool   // is not paired any more
	hidden []bool   // is not ranked at all
	late   []bool
	hadBye []bool
	floats []bool
	award  []uint64 // bit r: awarded bye in round r, counted from 1
	snaps  []Word   // [rounds*players+player]: words after so many rounds; nil where not kept

	// Tables of the round that is being played: pairs still without a result.
	open   [][2]uint16
	seated []bool // at an open table
	inPlay bool   // the pairings of round played+1 are published
}

// Players returns the size of the field.
func (s *Start) Players() int { return s.players }

// Played returns the number of rounds that are over.
func (s *Start) Played() int { return s.played }

// NewStart returns a new event of so many players.
func NewStart(r *Rules, players int) *Start {
	s := &Start{
		rules: r, players: players,
		words: make([]Word, players), met: make([]uint64, players), left: make([]uint8, players),
		opp: make([]uint16, players*r.Rounds), out: make([]bool, players), hidden: make([]bool, players),
		late: make([]bool, players), hadBye: make([]bool, players), floats: make([]bool, players), seated: make([]bool, players), award: make([]uint64, players),
	}
	for i := range s.opp {
		s.opp[i] = none
	}
	for i := range s.left {
		s.left[i] = playing
	}
	if r.snaps {
		s.keepSnaps()
	}
	return s
}

func (s *Start) keepSnaps() {
	if s.snaps == nil {
		s.snaps = make([]Word, (s.rules.Rounds+1)*s.players)
	}
}

// Award gives a player a bye in a round (1 is the first).
func (s *Start) Award(player, round int) { s.award[player] |= 1 << round }

// Draws says when two players agree on a draw.
type Draws uint8

// Modes of intentional draws, see EX-23.
const (
	NoDraws Draws = iota
	LiteralDraws
	StrictDraws
)

// Options are what chance and players do.
type Options struct {
	// DrawChance is the chance of an unintended draw, in half percents.
	DrawChance int
	// PlayChance is the chance of who has the first turn, in half percents.
	PlayChance int
	// Agreed draws happen in the last two rounds where both are sure of one of Cut
	// places, or of CutPoints units.
	Agreed    Draws
	Cut       int
	CutPoints int
	// DropLosses is the number of losses after which a player drops, 0 = never.
	DropLosses int
	// DayOne is the number of rounds after which players below DayOnePoints units
	// are out, 0 = never.
	DayOne       int
	DayOnePoints int
	// Detail keeps the words after every round.
	Detail bool
	// Forced lets Player have the given outcome (1, 0, -1) in the first round that
	// is simulated; Agreed draws are recorded as such.
	Forced *Forced
}

// Forced is a result that is not left to chance.
type Forced struct {
	Player  int
	Outcome int
	Agreed  bool
}

// size is the length of arrays that are indexed by player. An index of 16 bits
// then needs no check of bounds; memory beyond the field is never touched.
const size = 1 << 16

// Event plays one tournament after the other in the same memory. It is not safe
// for concurrent use.
type Event struct {
	from    *Start
	rules   *Rules
	players int
	opt     Options
	rng     pcg

	drawLimit  uint64 // of 32 bits
	firstLimit uint64 // of 24 bits
	dropAt     Word   // losses, in place in the Word; more than there can be for never

	words  *[size]Word
	met    *[size]uint64
	opp    []uint16 // [round*players+player], and room for an array of size
	left   []uint8
	out    []bool
	hadBye []bool
	floats []bool
	snaps  []Word
	day    []Word // after the first day

	active []uint16 // players who are paired, in order of number
	gone   []uint16 // players who left in this event
	order  []uint16 // the current round: neighbours meet

	// Players of the next round by points, in random order: bucket v starts at
	// v*players and has count[v] of them.
	buckets []uint16
	count   []uint32
	groups  []uint32 // count at the time the round was lined up
	reach   []int32  // players by the points they can reach

	byesDue bool // somebody has an awarded bye
	keyed   []keyed
	mean    []uint64 // value of the step under way, by player
	parts   []uint8  // of how many opponents it is the mean
	work    []uint16
	tied    []uint16
	picks   []uint16
	pairs   search
}

type keyed struct {
	key    uint64
	player uint16
}

// NewEvent returns an Event that starts from s. s is not changed.
func NewEvent(s *Start, o Options) *Event {
	n, r := s.players, s.rules
	totals := r.most*r.Rounds + 1
	e := &Event{
		from: s, rules: r, players: n, opt: o,
		drawLimit: uint64(o.DrawChance) << 32 / 200, firstLimit: uint64(o.PlayChance) << 24 / 200,
		words: new([size]Word), met: new([size]uint64), opp: make([]uint16, n*r.Rounds+size),
		left: make([]uint8, n), out: make([]bool, n), hadBye: make([]bool, n), floats: make([]bool, n),
		active: make([]uint16, 0, n), gone: make([]uint16, 0, n), order: make([]uint16, 0, n), buckets: make([]uint16, totals*n),
		count: make([]uint32, maxPoints+1)[:totals], groups: make([]uint32, totals), reach: make([]int32, 2*totals+2),
		keyed: make([]keyed, 0, n), mean: make([]uint64, n), parts: make([]uint8, n),
		work: make([]uint16, n), tied: make([]uint16, 0, n), picks: make([]uint16, 0, n),
	}
	if o.Detail || r.snaps {
		e.snaps = make([]Word, (r.Rounds+1)*n)
		copy(e.snaps, s.snaps)
	}
	for _, a := range s.award {
		e.byesDue = e.byesDue || a != 0
	}
	copy(e.opp, s.opp)
	copy(e.left, s.left)
	copy(e.out, s.out)
	for p := range n {
		if !s.out[p] {
			e.active = append(e.active, uint16(p))
		}
	}
	return e
}

// Seed sets the stream of random numbers: that of a chunk of trials.
func (e *Event) Seed(seed [32]byte, label string, chunk uint64) {
	e.rng = newPCG(seed, label, chunk)
}

// Detail turns the keeping of words after every round on or off for the next
// event. Options.Detail must have been set when the Event was made.
func (e *Event) Detail(on bool) { e.opt.Detail = on }

// Play plays the event to its end.
func (e *Event) Play() {
	e.reset()
	for round := e.from.played; round < e.rules.Rounds; round++ {
		e.round(round)
	}
}

// reset goes back to the start.
func (e *Event) reset() {
	s := e.from
	copy(e.words[:], s.words)
	copy(e.met[:], s.met)
	copy(e.floats, s.floats)
	copy(e.hadBye, s.hadBye)
	if len(e.gone) > 0 {
		e.bringBack()
	}
	e.dropAt = never
	if e.opt.DropLosses > 0 {
		e.dropAt = Word(e.opt.DropLosses) << lossesAt
	}
	clear(e.count)
	for _, p := range e.active {
		e.collect(p, e.words[p])
	}
}

// never is more losses than there can be.
const never Word = 32 << lossesAt

// bringBack undoes that players left in the event before.
func (e *Event) bringBack() {
	e.gone = e.gone[:0]
	copy(e.left, e.from.left)
	copy(e.out, e.from.out)
	e.active = e.active[:0]
	for p := range e.players {
		if !e.out[p] {
			e.active = append(e.active, uint16(p))
		}
	}
}

// collect puts a player into the bucket of the points of w. The player is put at
// its end and changes places with a random one of it, which is Fisher and Yates
// from the inside out: buckets are shuffled when they are complete.
func (e *Event) collect(p uint16, w Word) {
	v := w >> pointsAt
	k := e.count[v]
	e.count[v] = k + 1
	at := int(v)*e.players + int(k)
	j := at - int(k) + int(e.rng.next()>>32*uint64(k+1)>>32)
	e.buckets[at] = e.buckets[j]
	e.buckets[j] = p
}

func (e *Event) round(round int) {
	first := round == e.from.played
	leaving := len(e.gone)
	if round+1 == e.rules.Rounds {
		e.dropAt = never // there is no next round to stay away from
	}
	if first && e.from.inPlay {
		e.finishRound(round)
	} else {
		e.pair(round)
		e.results(round, first)
	}
	if e.opt.Detail || e.rules.snaps {
		copy(e.snaps[(round+1)*e.players:], e.words[:e.players])
	}
	if round+1 == e.opt.DayOne {
		e.endDayOne()
	}
	if len(e.gone) > leaving {
		e.leave(e.gone[leaving:], round)
	}
}

// pair puts the players who meet next to each other in e.order and gives byes.
func (e *Event) pair(round int) {
	e.lineUp()
	if e.byesDue {
		e.takeAwarded(round)
	}
	if len(e.order)%2 == 1 {
		e.sitOut(round)
	}
	if round > 0 {
		e.sendDown()
		e.separate(round)
	}
}

// lineUp empties the buckets into the order, best first.
func (e *Event) lineUp() {
	order := e.order[:cap(e.order)]
	at := 0
	for v := len(e.count) - 1; v >= 0; v-- {
		n := int(e.count[v])
		e.groups[v] = uint32(n)
		if n == 0 {
			continue
		}
		e.count[v] = 0
		at += copy(order[at:], e.buckets[v*e.players:v*e.players+n])
	}
	e.order = order[:at]
}

// takeAwarded gives awarded byes of the round.
func (e *Event) takeAwarded(round int) {
	for i := 0; i < len(e.order); {
		p := e.order[i]
		if e.from.award[p]>>(round+1)&1 == 0 {
			i++
			continue
		}
		e.giveBye(i, round, true)
	}
}

// giveBye takes the player at a place of the order out of the round.
func (e *Event) giveBye(at, round int, awarded bool) {
	p := e.order[at]
	e.groups[e.words[p].Points()]--
	e.order = append(e.order[:at], e.order[at+1:]...)
	e.words[p] += e.rules.byeIn(round, awarded)
	e.opp[round*e.players+int(p)] = none
	e.hadBye[p] = true
	e.collect(p, e.words[p])
}

// sitOut gives the bye of an odd field: to the lowest in the standings who has
// had none, or by lot in the lowest group, or by lot among all.
func (e *Event) sitOut(round int) {
	b := &e.rules.Set.Bye
	who := b.Who
	if round == 0 {
		who = "random"
	}
	n := len(e.order)
	at := -1
	if who == "random" {
		at = e.rng.below(n)
		for tries := 0; e.hadBye[e.order[at]] && tries < n; tries++ {
			at = (at + 1) % n
		}
	}
	for end := n; end > 0 && at < 0; {
		start := end - 1
		for start > 0 && e.samePoints(e.order[start-1], e.order[end-1]) {
			start--
		}
		at = e.lastWithoutBye(start, end, who == "lowest", round)
		end = start
	}
	if at < 0 {
		at = n - 1
	}
	e.giveBye(at, round, false)
}

func (e *Event) samePoints(p, q uint16) bool { return e.words[p]>>pointsAt == e.words[q]>>pointsAt }

// lastWithoutBye returns the place in order[start:end] of the player to sit out,
// -1 where all had a bye.
func (e *Event) lastWithoutBye(start, end int, ranked bool, round int) int {
	group := e.work[:0]
	for _, p := range e.order[start:end] {
		if !e.hadBye[p] {
			group = append(group, p)
		}
	}
	if len(group) == 0 {
		return -1
	}
	last := group[len(group)-1]
	if ranked {
		last = e.lowest(group, round)
	}
	for i := start; i < end; i++ {
		if e.order[i] == last {
			return i
		}
	}
	return -1
}

// endDayOne takes players out who missed the target of the first day.
func (e *Event) endDayOne() {
	e.day = append(e.day[:0], e.words[:e.players]...)
	for v := range min(e.opt.DayOnePoints, len(e.count)) {
		e.gone = append(e.gone, e.buckets[v*e.players:v*e.players+int(e.count[v])]...)
		e.count[v] = 0
	}
}

// leave takes players out of the rounds that follow.
func (e *Event) leave(players []uint16, round int) {
	for _, p := range players {
		e.out[p] = true
		if e.words[p]>>lossesAt&31<<lossesAt >= e.dropAt {
			e.left[p] = uint8(round + 1)
		}
		for r := round + 1; r < e.rules.Rounds; r++ {
			e.opp[r*e.players+int(p)] = none
		}
	}
	keep := e.active[:0]
	for _, p := range e.active {
		if !e.out[p] {
			keep = append(keep, p)
		}
	}
	e.active = keep
}
