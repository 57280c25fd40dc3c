package kernel

import (
	"math"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/roundrobin"
)

// none marks a round without an opponent.
const none = 1<<16 - 1

// playing is the Simulator.left of a player who has not dropped.
const playing = 255

// Start is the position from which events are simulated. The zero rounds of a new
// event and a ledger's position have the same form.
type Start struct {
	rules   *Rules
	players int
	played  int            // rounds that are over
	source  *ledger.Ledger // the same as a ledger; nil where only records are known

	words  []Word
	met    []uint64 // bit q&63 set: may have met q
	opp    []uint16 // [round*players+player]
	left   []uint8  // rounds after which a player dropped, playing for none
	out    []bool   // is not paired any more
	hidden []bool   // is not ranked at all
	late   []bool
	misses []uint8  // rounds that a latecomer is not there for, from the first on
	byes   []uint8  // byes that count against another one
	floats []floats // by player
	award  []uint64 // bit r: awarded bye in round r, counted from 1
	full   []uint64 // bit r: bye of round r known beforehand, worth one of the pairing
	away   []uint64 // bit r: known beforehand to be absent in round r
	kept   []ledger.Apart
	snaps  []Word // [rounds*players+player]: words after that many rounds; nil if not kept

	// Tables of the round that is being played: pairs still without a result.
	open   [][2]uint16
	under  []under // what is on record of these; nil if matches are not played on boards
	seated []bool  // at an open table
	inPlay bool    // the pairings of round played+1 are published

	locked []uint16 // players with an early place, see Locked

	parts    [][]uint16 // groups of players, see Apart and Together; nil if all are one
	apart    int        // rounds that they play among themselves
	together bool       // the own group, by player in of, comes before the own points
	of       []int
}

// floats are the last rounds (counted from 1, 0 = never) in which a player met one with
// fewer points and one with more.
type floats struct{ down, up uint8 }

// Players returns the size of the field.
func (s *Start) Players() int { return s.players }

// Played returns the number of rounds that are over.
func (s *Start) Played() int { return s.played }

// NewStart returns a new event with the given number of players.
func NewStart(r *Rules, players int) *Start {
	s := &Start{
		rules: r, players: players,
		words: make([]Word, players), met: make([]uint64, players), left: make([]uint8, players),
		opp: make([]uint16, players*r.Rounds), out: make([]bool, players), hidden: make([]bool, players),
		late: make([]bool, players), misses: make([]uint8, players), byes: make([]uint8, players), floats: make([]floats, players), seated: make([]bool, players),
		award: make([]uint64, players), full: make([]uint64, players), away: make([]uint64, players),
	}
	for i := range s.opp {
		s.opp[i] = none
	}
	for i := range s.left {
		s.left[i] = playing
	}
	s.source = &ledger.Ledger{Players: make([]ledger.Player, players)}
	for i := range s.source.Players {
		s.source.Players[i].DroppedAfter = ledger.Active
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
func (s *Start) Award(player, round int) {
	s.award[player] |= 1 << round
	s.source.Players[player].ByeRounds |= 1 << round
}

// Draws is when two players agree on a draw.
type Draws uint8

// Modes of intentional draws, see docs/rules/lorcana.md#lor-33. UsualDraws are as often
// as players were seen to agree on them, see Habit.
const (
	NoDraws Draws = iota
	LiteralDraws
	StrictDraws
	UsualDraws
)

// Habit is how often, in half percents, two players agree on a draw with UsualDraws, in
// the last two rounds.
type Habit struct {
	// Safe is for two players who are both sure of the cut by the literal count, or of
	// whom so few are expected to end ahead that they take less than SafeBelow of its
	// places.
	Safe      int
	SafeBelow float64
	// Likely is for two players of whom these take less than LikelyBelow of the places.
	Likely      int
	LikelyBelow float64
}

// Options are what chance and players do.
type Options struct {
	// DrawChance is the chance of an unintended draw, in half percents.
	DrawChance int
	// the chance of the player with the first turn, in half percents
	PlayChance int
	// Agreed draws happen in the last two rounds where both are sure of one of Cut
	// places, or of CutPoints units.
	Agreed    Draws
	Habit     Habit
	Cut       int
	CutPoints int
	// PlainDraws books an agreed draw like any other, not as the ruleset records it.
	PlainDraws bool
	// DropLosses is the number of losses after which a player drops, 0 = never.
	DropLosses int
	// Days are the rounds after which the event ends for some, in order.
	Days []Day
	// Robins are the round robins among the rounds.
	Robins []Robin
	// Lock is the number of units that give one of Cut places early, after any round
	// but the last; 0 = none. A player with such a place has the bye in every later
	// round.
	Lock int
	// Edge returns the log-odds of a's winning against b if the match is decided and
	// neither has the advantage of the first turn; nil if all are equal. Draws are as
	// likely as between equals.
	Edge func(a, b int) float64
	// Members is how many boards of a match the crew of each player can take; nil if all.
	// Further boards of a match to come are lost without play.
	Members []int
	// Exact has package pairing pair the rounds of small fields that the kernel's own
	// steps do not prove to be the best.
	Exact bool
	// Alike means that single players are not distinguished, so that those of a new
	// event may keep their order in the first round.
	Alike bool
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

// memory holds the arrays of the inner loops, which reach all of them from one
// address. Were they to start at the same place of a page of 4,096 bytes, as large
// arrays do, the processor would take a load from one for a load of what was just
// stored to another. With these gaps the parts that a small field uses lie in
// different places: words at 0, seats at 576, taken, starts and count from 768 on, met
// at 2,176, and opponents at 1,344.
type memory struct {
	words [size]Word
	_     [576]byte
	seats [2 * size]uint16 // the current round: neighbours meet
	_     [192]byte
	// By points: where a group starts in seats, how many of it have taken their
	// seats, and how many players there will be in the next round.
	starts [maxPoints + 1]uint32
	_      [160]byte
	taken  [maxPoints + 1]uint32
	_      [160]byte
	count  [maxPoints + 1]uint32
	_      [160]byte
	// What an outcome is worth to the first and to the second player: Rules.seats, in
	// arrays that any byte may index.
	firsts  [256]Word
	seconds [256]Word
	_       [928]byte
	met     [size]uint64
	// Of piles: winners and losers from the front, those who drew from the end; and by match
	// how many before it were decided.
	_      [320]byte
	upper  [size]uint16
	_      [1088]byte
	lower  [size]uint16
	_      [704]byte
	before [size]uint16
}

// oppGap is the place of the opponents in their page, in players.
const oppGap = 1344 / 2

// Simulator plays one tournament after the other in the same memory. It is not safe
// for concurrent use.
type Simulator struct {
	from    *Start
	rules   *Rules
	players int
	opt     Options
	rng     source

	wheel     wheel
	startEdge float64 // log-odds of the player with the first turn
	dropAt    Word    // losses, in place in the Word; more than there can be for never

	memory *memory
	words  *[size]Word // of memory, as the next
	met    *[size]uint64
	opp    []uint16 // [round*players+player], and room for an array of size
	left   []uint8
	out    []bool
	byes   []uint8
	floats []floats
	snaps  []Word

	active   []uint16 // players who are paired, in order of number
	departed bool     // players have left in this event

	order  []uint16 // the part of memory.seats in use
	count  *[maxPoints + 1]uint32
	totals int       // points that are possible
	ahead  []float64 // how many are expected to end above this many points, level ones by half
	groups []group   // score groups of the round that was lined up, from the best down
	odd    []uint16  // groups that end at an odd place of the order
	avoid  int       // rounds in which no player floats the same way twice
	drawn  []uint16  // the order before it was repaired
	saved  []uint16
	grown  int     // costs above those of the drawn order, by what replace did in this round
	mixed  bool    // players may stand outside their group
	reach  []int32 // players by the points they can reach

	unproved bool   // of this round
	failed   int    // first group of the chain for which a search found nothing; -1
	aside    uint64 // bit r: a player sits out round r, counted from 1, as known beforehand, or is late for it
	// Unproved counts the rounds paired so far whose squared point differences and
	// repeated floats are not known to be the fewest possible.
	Unproved int

	keyed  []keyed
	mean   []uint64 // value of the step under way, by player
	shares []float64
	parts  []uint8 // of how many opponents it is the mean
	tied   []uint16
	picks  []uint16
	record *record // nil if the kernel ranks itself
	crews  *crews  // nil if matches are not played on boards
	search search
	deep   deep
	// Of positions with groups only:
	members []uint16
	part    int // that is paired
	pairs   []uint16
	missed  []uint16 // the next day, by tiebreaks or in their group
	mixing  mixing
	// Of round robins: the seats of each group, and the schedules by number of players.
	circles   [][]uint16
	schedules [][]roundrobin.Round
	tiers     []int // by player, the place in the own group
	dealing   []int // by group, how many have one
	// Of events with days or early places only:
	dayEnds []DayEnd // of Options.Days
	early   []uint16 // who has one and plays on, in order
	places  int      // of the cut that are not taken early
	decides bool     // what is ranked now decides who plays on or has an early place
	exact   *exact   // nil unless Options.Exact
	piles   *piles   // nil where a counting sort is quicker, or results are not by lot alone
	// What exact works with: the field in order, and the order before and after repairs.
	field, lined, made []uint16
	proof              certificate
}

type keyed struct {
	key    uint64
	player uint16
}

// group is the part of the order in which players have the same points.
type group struct{ start, end, points uint16 }

// NewSimulator returns a Simulator that starts from s. s is not changed.
func NewSimulator(s *Start, o Options) *Simulator {
	n, r := s.players, s.rules
	totals := r.most*r.Rounds + 1
	m := &memory{}
	for k, words := range r.seats[:min(len(r.seats), len(m.firsts))] { // those of boards are more, and booked one by one
		m.firsts[k], m.seconds[k] = words[0], words[1]
	}
	e := &Simulator{
		from: s, rules: r, players: n, opt: o, wheel: newWheel(o.DrawChance, o.PlayChance),
		memory: m, words: &m.words, met: &m.met, opp: make([]uint16, oppGap+n*r.Rounds+size)[oppGap:],
		left: make([]uint8, n), out: make([]bool, n), byes: make([]uint8, n), floats: make([]floats, n),
		active: make([]uint16, 0, n),
		count:  &m.count, totals: totals,
		groups: make([]group, totals+1), odd: make([]uint16, totals+1), reach: make([]int32, 2*totals+2), ahead: make([]float64, 2*totals+2),
		keyed: make([]keyed, 0, n), mean: make([]uint64, n), parts: make([]uint8, n),
		tied: make([]uint16, 0, n), picks: make([]uint16, 0, n), dayEnds: make([]DayEnd, len(o.Days)),
	}
	if o.Detail || r.snaps {
		e.snaps = make([]Word, (r.Rounds+1)*n)
		copy(e.snaps, s.snaps)
	}
	e.startEdge = math.Log(float64(o.PlayChance) / float64(200-o.PlayChance))
	if slices.Contains(r.Set.Pairing.Cost, "repeatFloat") {
		e.avoid = max(r.Set.Pairing.AvoidFloat, 1)
	}
	for p := range s.award {
		e.aside |= s.known(p) | (2<<s.misses[p] - 2)
	}
	copy(e.opp, s.opp)
	e.record = newRecord(s)
	e.useBoards()
	e.bringBack()
	if o.Exact && len(e.active) <= MostExact {
		e.exact = newExact(s)
	}
	if len(e.active) >= pileFrom && !s.together && o.Lock == 0 && o.Edge == nil && e.record == nil && e.crews == nil {
		e.piles = newPiles(r, e.wheel, n)
	}
	return e
}

// Seed sets the stream of random numbers: that of a chunk of trials.
func (e *Simulator) Seed(seed [32]byte, label string, chunk uint64) {
	e.rng = newSource(seed, label, chunk)
}

// Detail turns the keeping of words after every round on or off for the next
// event. Options.Detail must have been set when the Simulator was made.
func (e *Simulator) Detail(on bool) { e.opt.Detail = on }

// Play plays the event to its end.
func (e *Simulator) Play() {
	e.reset()
	for round := e.from.played; round < e.rules.Rounds; round++ {
		e.round(round)
	}
}

// reset goes back to the start.
func (e *Simulator) reset() {
	s := e.from
	copy(e.words[:], s.words)
	copy(e.met[:], s.met)
	copy(e.floats, s.floats)
	copy(e.byes, s.byes)
	e.places, e.early = e.opt.Cut, e.early[:0]
	if e.departed {
		e.bringBack()
	}
	if e.piles != nil {
		e.piles.begin()
	}
	e.dropAt = never
	if e.opt.DropLosses > 0 {
		e.dropAt = Word(e.opt.DropLosses) << lossesAt
	}
	if e.record != nil {
		e.record.at = 0
		clear(e.record.noted)
	}
	if s.played == 0 && !s.inPlay { // no player has points
		clear(e.count[:e.totals])
		e.count[0] = uint32(len(e.active))
		return
	}
	e.countActive()
	e.lockFirst()
	if e.opt.Lock > 0 && !s.inPlay && s.played < e.rules.Rounds {
		e.lock(s.played - 1) // after a round that is not closed yet
	}
	if d := e.dayAfter(s.played); d != nil && !s.inPlay {
		e.leave(s.played-1, d) // a day is over, and the next not begun
	}
}

// countActive counts the active players by points.
func (e *Simulator) countActive() {
	clear(e.count[:e.totals])
	for _, p := range e.active {
		e.count[e.words[p]>>pointsAt]++
	}
}

// never is more losses than there can be.
const never Word = 32 << lossesAt

// bringBack undoes that players left in the event before.
func (e *Simulator) bringBack() {
	e.departed = false
	copy(e.left, e.from.left)
	copy(e.out, e.from.out)
	e.active = e.active[:0]
	for p := range e.players {
		if !e.out[p] {
			e.active = append(e.active, uint16(p))
		}
	}
}

func (e *Simulator) round(round int) {
	first := round == e.from.played
	if round+1 == e.rules.Rounds {
		e.dropAt = never // there is no next round to stay away from
	}
	if !first || !e.from.inPlay {
		e.sitEarly(round)
	}
	switch {
	case first && e.from.inPlay:
		e.finishRound(round)
	case round < e.from.apart:
		e.playApart(round, first)
	default:
		e.pair(round)
		e.results(round, first)
	}
	if e.opt.Detail || e.rules.snaps {
		copy(e.snaps[(round+1)*e.players:], e.words[:e.players])
	}
	if e.opt.Lock > 0 && round+1 < e.rules.Rounds {
		e.lock(round)
	}
	if d := e.dayAfter(round + 1); d != nil || e.dropAt != never && round+1 >= e.opt.DropLosses {
		e.leave(round, d)
	}
}

// pair puts the players who meet next to each other in e.order and gives byes.
func (e *Simulator) pair(round int) {
	if robin := e.robin(round); robin != nil {
		e.meet(robin, round)
		return
	}
	e.keepApart(round)
	e.lineUp(round)
	e.setAside(round)
	switch {
	case e.from.together && e.exact != nil && e.exact.pair(e, round):
		return
	case e.from.together:
		e.pairTogether(round)
		return
	case round == 0 && e.from.kept == nil:
		if len(e.order)%2 == 1 {
			e.sitOut(round)
		}
		return
	}
	before := -1 // the player with the bye, or none
	if e.exact != nil {
		e.lined = append(e.lined[:0], e.order...)
	}
	if len(e.order)%2 == 1 {
		before = e.sitOut(round)
	}
	if e.arrange(round); e.unproved && e.exact != nil {
		e.again(before, round)
	}
}

// again has package pairing pair a round that was paired already, its bye included.
func (e *Simulator) again(bye, round int) {
	made := append(e.made[:0], e.order...)
	e.made = made
	if bye >= 0 {
		e.takeBack(uint16(bye), round)
	}
	e.order = append(e.order[:0], e.lined...)
	if e.exact.pair(e, round) {
		return
	}
	if bye >= 0 {
		e.byes[bye]++
		e.sit(uint16(bye), round, e.rules.byeIn(round, false), noteBye)
	}
	e.order = append(e.order[:0], made...)
	e.noteAllFloats(round)
}

// takeBack undoes a bye.
func (e *Simulator) takeBack(p uint16, round int) {
	e.count[e.words[p]>>pointsAt]--
	e.words[p] -= e.rules.byeIn(round, false)
	e.byes[p]--
	e.note(round, p, noteNothing)
}

// setAside gives the byes of the round that are known beforehand, and their loss to those
// who are absent or late for it.
func (e *Simulator) setAside(round int) {
	if e.aside>>(round+1)&1 == 0 {
		return
	}
	for i := 0; i < len(e.order); {
		switch p := e.order[i]; {
		case round < int(e.from.misses[p]):
			e.takeAside(i, round, e.rules.absence(), noteAbsent)
		case e.from.known(int(p))>>(round+1)&1 != 0:
			worth, note := e.from.alone(p, round)
			e.byes[p] += uint8(e.from.full[p] >> (round + 1) & 1)
			e.takeAside(i, round, worth, note)
		default:
			i++
		}
	}
}

// known returns the rounds that a player sits out as known beforehand: bit r is round r,
// counted from 1.
func (s *Start) known(p int) uint64 { return s.award[p] | s.full[p] | s.away[p] }

// alone returns what a round is worth to a player who sits it out as known beforehand.
func (s *Start) alone(p uint16, round int) (worth Word, note int) {
	if s.away[p]>>(round+1)&1 != 0 {
		return s.rules.absence(), noteAbsent
	}
	return s.rules.byeIn(round, s.award[p]>>(round+1)&1 != 0), noteBye
}

// takeAside takes the player at a place of the order out of the round.
func (e *Simulator) takeAside(at, round int, worth Word, note int) {
	p := e.order[at]
	e.order = append(e.order[:at], e.order[at+1:]...)
	e.closeUp(at)
	e.sit(p, round, worth, note)
}

// sit books a round without an opponent.
func (e *Simulator) sit(p uint16, round int, worth Word, note int) {
	e.words[p] += worth
	e.note(round, p, note)
	e.opp[round*e.players+int(p)] = none
	e.count[e.words[p]>>pointsAt]++
	if e.piles != nil {
		e.piles.rest = append(e.piles.rest, p)
	}
}

// sitOut gives the bye of an odd field to one of the players with the fewest byes: the
// lowest in the standings, or by lot in the lowest group, or by lot among all. It
// returns the player.
func (e *Simulator) sitOut(round int) int {
	who := e.rules.Set.Bye.Who
	if round == 0 {
		who = e.rules.Set.Bye.FirstRound
		if who == "" {
			who = "random"
		}
	}
	fewest := uint8(playing)
	for at := len(e.order) - 1; at >= 0 && fewest > 0; at-- {
		fewest = min(fewest, e.byes[e.order[at]])
	}
	list := e.picks[:0]
	for at := len(e.order) - 1; at >= 0; at-- {
		p := e.order[at]
		if e.byes[p] != fewest {
			continue
		}
		if len(list) > 0 && who != "random" && !e.samePoints(p, list[0]) {
			break
		}
		list = append(list, p)
	}
	p := list[0] // the order of the lowest group is by lot
	switch who {
	case "random":
		p = list[e.rng.below(len(list))]
	case "lowest":
		p = e.lowest(list, round)
	}
	at := slices.Index(e.order, p)
	e.sitsOut(at, round)
	e.piles.loosen(at, len(e.order)) // those below may have had more byes
	return int(p)
}

// sitsOut gives the bye of an odd field to the player at a place of the order.
func (e *Simulator) sitsOut(at, round int) {
	e.byes[e.order[at]]++
	e.takeAside(at, round, e.rules.byeIn(round, false), noteBye)
}

func (e *Simulator) samePoints(p, q uint16) bool { return e.words[p]>>pointsAt == e.words[q]>>pointsAt }

// leave takes players out of the following rounds: those who have reached dropAt, and
// after a day those who do not play on.
func (e *Simulator) leave(round int, d *Day) {
	if e.dropAt != never {
		e.thin(0, round)
	}
	if d != nil {
		e.endDay(round, d)
	}
}

// thin takes out players who have reached dropAt, or have fewer points than least.
func (e *Simulator) thin(least, round int) {
	// Who leaves cannot be foreseen, so both lists are written without a branch.
	limit := uint64(least)
	keep, gone, stays, goes := e.active, e.tied[:cap(e.tied)], 0, 0
	for _, p := range e.active {
		w := e.words[p]
		out := int((uint64(e.dropAt-1)-uint64(w&lossesMask))>>63 | (uint64(w>>pointsAt)-limit)>>63)
		keep[stays], gone[goes] = p, p
		stays += 1 - out
		goes += out
	}
	e.active = keep[:stays]
	e.takeOut(gone[:goes], round)
}

// takeOut ends the event for players after a round.
func (e *Simulator) takeOut(list []uint16, round int) {
	for _, p := range list {
		w := e.words[p]
		e.count[w>>pointsAt]--
		e.out[p] = true
		if w&lossesMask >= e.dropAt {
			e.left[p] = uint8(round + 1)
		}
		for at := (round+1)*e.players + int(p); at < e.rules.Rounds*e.players; at += e.players {
			e.opp[at] = none
		}
	}
	e.departed = e.departed || len(list) > 0
	if e.piles != nil && len(list) > 0 {
		e.piles.full = false
	}
}
