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
	inPlay bool // the pairings of round played+1 are published
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
		late: make([]bool, players), hadBye: make([]bool, players), floats: make([]bool, players), award: make([]uint64, players),
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
	// Agreed draws happen in the last two rounds where both are sure of Cut places.
	Agreed Draws
	Cut    int
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

// Event plays one tournament after the other in the same memory. It is not safe
// for concurrent use.
type Event struct {
	Start
	from *Start
	opt  Options
	rng  pcg

	drawLimit  uint64 // of 32 bits
	firstLimit uint64 // of 24 bits

	active  []uint16 // players who are paired, in order of number
	moving  bool     // active changes during an event
	order   []uint16 // the current round: neighbours meet
	byes    []uint16
	count   [maxPoints + 1]int32 // players by points
	base    [maxPoints + 1]int32 // first place of a group in order
	fill    [maxPoints + 1]int32
	top     int     // highest points
	reach   []int32 // players by the points they can reach
	floated bool

	keyed []keyed
	mean  []uint64 // value of the step under way, by player
	parts []uint8  // of how many opponents it is the mean
	work  []uint16
	tied  []uint16
	picks []uint16
	pairs search
}

type keyed struct {
	key    uint64
	player uint16
}

// NewEvent returns an Event that starts from s. s is not changed.
func NewEvent(s *Start, o Options) *Event {
	n := s.players
	e := &Event{Start: *NewStart(s.rules, n), from: s, opt: o}
	e.played, e.open, e.inPlay, e.late, e.hidden, e.award = s.played, s.open, s.inPlay, s.late, s.hidden, s.award
	if o.Detail || s.rules.snaps {
		e.keepSnaps()
	}
	copy(e.opp, s.opp)
	copy(e.snaps, s.snaps)
	e.drawLimit = uint64(o.DrawChance) << 32 / 200
	e.firstLimit = uint64(o.PlayChance) << 24 / 200
	e.active = make([]uint16, 0, n)
	e.order = make([]uint16, n)
	e.byes = make([]uint16, 0, n)
	e.keyed = make([]keyed, 0, n)
	e.mean = make([]uint64, n)
	e.parts = make([]uint8, n)
	e.tied = make([]uint16, 0, n)
	e.picks = make([]uint16, 0, n)
	e.work = make([]uint16, n)
	e.reach = make([]int32, 2*maxPoints+2)
	e.moving = true
	for _, a := range s.award {
		e.floated = e.floated || a != 0
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
	for round := e.played; round < e.rules.Rounds; round++ {
		e.round(round)
	}
}

func (e *Event) reset() {
	s := e.from
	copy(e.words, s.words)
	copy(e.met, s.met)
	copy(e.floats, s.floats)
	copy(e.hadBye, s.hadBye)
	if !e.moving {
		return
	}
	copy(e.left, s.left)
	copy(e.out, s.out)
	e.active = e.active[:0]
	for p := range e.players {
		if !s.out[p] {
			e.active = append(e.active, uint16(p))
		}
	}
	if s.played < e.rules.Rounds {
		rest := e.opp[s.played*e.players:]
		copy(rest, s.opp[s.played*e.players:])
	}
	e.moving = e.opt.DropLosses > 0 || e.opt.DayOne > 0
}

func (e *Event) round(round int) {
	first := round == e.played
	if first && e.inPlay {
		e.finishRound(round)
	} else {
		e.pair(round)
		e.results(round, first)
	}
	if e.opt.Detail || e.rules.snaps {
		copy(e.snaps[(round+1)*e.players:], e.words)
	}
	if e.opt.DropLosses > 0 || round+1 == e.opt.DayOne {
		e.leave(round)
	}
}

// pair puts the players who meet next to each other in e.order and gives byes.
func (e *Event) pair(round int) {
	e.arrange(round)
	if len(e.order)%2 == 1 {
		e.sitOut(round)
	}
	if round > 0 {
		e.sendDown()
		e.separate(round)
	}
}

// arrange sorts the active players by points into e.order, shuffled inside each
// group: every player is put at the end of the group and changes places with a
// random one of it, which is Fisher and Yates from the inside out.
func (e *Event) arrange(round int) {
	e.order = e.order[:cap(e.order)]
	words, order := e.words, e.order
	players := e.active
	if e.floated {
		players = e.withoutByes(round)
	}
	e.countPoints(players)
	pos := int32(0)
	for v := e.top; v >= 0; v-- {
		e.base[v], e.fill[v] = pos, pos
		pos += e.count[v]
	}
	rng := e.rng
	i := 0
	for ; i+1 < len(players); i += 2 {
		x := rng.next()
		p, q := players[i], players[i+1]
		v := words[p] >> pointsAt
		at, base := e.fill[v], e.base[v]
		j := base + int32(x&0xffffffff*uint64(at-base+1)>>32)
		e.fill[v] = at + 1
		order[at] = order[j]
		order[j] = p

		v = words[q] >> pointsAt
		at, base = e.fill[v], e.base[v]
		j = base + int32(x>>32*uint64(at-base+1)>>32)
		e.fill[v] = at + 1
		order[at] = order[j]
		order[j] = q
	}
	if i < len(players) {
		p := players[i]
		v := words[p] >> pointsAt
		at, base := e.fill[v], e.base[v]
		j := base + int32(rng.next()>>32*uint64(at-base+1)>>32)
		e.fill[v] = at + 1
		order[at] = order[j]
		order[j] = p
	}
	e.rng = rng
	e.order = order[:len(players)]
}

func (e *Event) countPoints(players []uint16) {
	clear(e.count[:e.rules.Win*e.rules.Rounds+1])
	top := Word(0)
	for _, p := range players {
		v := e.words[p] >> pointsAt
		e.count[v&maxPoints]++
		top = max(top, v)
	}
	e.top = int(top)
}

// withoutByes returns the active players but those with an awarded bye, which
// they get.
func (e *Event) withoutByes(round int) []uint16 {
	players := e.work[:0]
	for _, p := range e.active {
		if e.award[p]>>(round+1)&1 != 0 {
			e.giveBye(p, round, true)
			continue
		}
		players = append(players, p)
	}
	return players
}

func (e *Event) giveBye(p uint16, round int, awarded bool) {
	e.words[p] += e.rules.byeIn(round, awarded)
	e.opp[round*e.players+int(p)] = none
	e.hadBye[p] = true
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
	p := e.order[at]
	e.count[e.words[p].Points()]--
	copy(e.order[at:], e.order[at+1:])
	e.order = e.order[:n-1]
	e.giveBye(p, round, false)
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

// leave takes players out who dropped after the round or missed the target of
// the first day.
func (e *Event) leave(round int) {
	keep := e.active[:0]
	for _, p := range e.active {
		w := e.words[p]
		drops := e.opt.DropLosses > 0 && w.Record().Losses() >= e.opt.DropLosses
		missed := round+1 == e.opt.DayOne && w.Points() < e.opt.DayOnePoints
		if !drops && !missed {
			keep = append(keep, p)
			continue
		}
		e.out[p] = true
		if drops {
			e.left[p] = uint8(round + 1)
		}
		for r := round + 1; r < e.rules.Rounds; r++ {
			e.opp[r*e.players+int(p)] = none
		}
	}
	e.active = keep
}
