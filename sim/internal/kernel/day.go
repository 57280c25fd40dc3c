package kernel

import "slices"

// Day ends the event for players after some of its rounds: who plays on is chosen
// like a cut.
type Day struct {
	Rounds int
	Top    int // number of places,
	Units  int // or all players with this many units, 0 = by places alone
	// Equal also takes all players level with the last place, at most Most in all (0 =
	// no limit).
	Equal bool
	Most  int
	// Each is the most players of each of the groups that play apart, Top in all (0 =
	// no limit); 0 if groups do not matter.
	Each int
}

// DayEnd is the position at the end of a day: what each player had, who was in then,
// and who of them plays on.
type DayEnd struct {
	Words  []Word
	Active []uint16
	On     []uint16
}

// dayAfter returns the day that ends after the given number of rounds, or nil.
func (e *Simulator) dayAfter(rounds int) *Day {
	for i := range e.opt.Days {
		if e.opt.Days[i].Rounds == rounds {
			return &e.opt.Days[i]
		}
	}
	return nil
}

// endDay ends the event for those who do not play on after a day.
func (e *Simulator) endDay(round int, d *Day) {
	e.bringEarly()
	end := &e.dayEnds[slices.IndexFunc(e.opt.Days, func(o Day) bool { return o.Rounds == d.Rounds })]
	end.Words, end.Active = append(end.Words[:0], e.words[:e.players]...), append(end.Active[:0], e.active...)
	least, missed := e.goOn(d)
	e.thin(least, round)
	if len(missed) > 0 {
		e.takeOut(missed, round)
		e.active = slices.DeleteFunc(e.active, func(p uint16) bool { return e.out[p] })
	}
	end.On = append(end.On[:0], e.active...)
	e.early = slices.DeleteFunc(e.early, func(p uint16) bool { return e.out[p] }) // the place is lost, until the cut is made
	e.takeEarly(e.early, round)
}

// Ended returns what became of the i-th of Options.Days. The next event overwrites it.
func (e *Simulator) Ended(i int) *DayEnd { return &e.dayEnds[i] }

// goOn returns the points below which no player plays on after a day, and the others
// who do not either.
func (e *Simulator) goOn(d *Day) (least int, missed []uint16) {
	if d.Top == 0 && d.Each == 0 {
		return d.Units, nil
	}
	e.decides = true
	defer func() { e.decides = false }()
	if d.Each > 0 {
		e.missed = append(e.missed[:0], e.active...)
		return 0, e.missed[e.dealt(e.missed, d.Top, d.Each, d.Rounds):]
	}
	line := e.line(d.Top, d.Units)
	if d.Equal {
		line.level(d.Most)
	}
	if line.Clean() || line.Places == 0 {
		return line.Points, nil
	}
	level, in := e.bubble(line, d.Rounds)
	e.missed = append(e.missed[:0], level[in:]...)
	return line.Points, e.missed
}

// Locked returns the same position in which players have an early place in the cut,
// in this order.
func (s *Start) Locked(players []int) *Start {
	t := *s
	t.locked = nil
	for _, p := range players {
		if !s.out[p] {
			t.locked = append(t.locked, uint16(p))
		}
	}
	return &t
}

// Early returns the players with an early place who take it, in order. Line, Bubble
// and Seeds do not look at them.
func (e *Simulator) Early() []uint16 { return e.early }

// lockFirst gives the early places of the position.
func (e *Simulator) lockFirst() {
	e.early = append(e.early, e.from.locked...)
	e.places -= len(e.early)
	e.takeEarly(e.early, e.from.played)
}

// lock gives early places to players who have the points after a round, in the order of
// the standings.
func (e *Simulator) lock(round int) {
	if e.places <= 0 {
		return
	}
	list := e.picks[:0]
	for _, p := range e.active {
		if w := e.words[p]; w.Points() >= e.opt.Lock && w&lossesMask < e.dropAt {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return
	}
	e.decides = true
	e.rankAll(list, round+1)
	e.decides = false
	list = list[:min(e.places, len(list))]
	e.early = append(e.early, list...)
	e.places -= len(list)
	e.takeEarly(list, round)
}

// takeEarly takes players with an early place out of what is paired and counted.
func (e *Simulator) takeEarly(list []uint16, round int) {
	if len(list) == 0 {
		return
	}
	e.takeOut(list, round)
	e.active = slices.DeleteFunc(e.active, func(p uint16) bool { return e.out[p] })
}

// bringEarly brings those with an early place back among the others.
func (e *Simulator) bringEarly() {
	for _, p := range e.early {
		e.out[p] = false
		e.active = append(e.active, p)
		e.count[e.words[p]>>pointsAt]++
	}
}

// sitEarly gives those with an early place the bye of a round.
func (e *Simulator) sitEarly(round int) {
	for _, p := range e.early {
		e.words[p] += e.rules.byeIn(round, e.from.award[p]>>(round+1)&1 != 0)
		e.note(round, p, noteBye)
		e.opp[round*e.players+int(p)] = none
	}
}

// ByesAreBest reports whether nothing is worth more than a bye in the rounds after the
// given number.
func (r *Rules) ByesAreBest(after int) bool {
	for round := after; round < r.Rounds; round++ {
		if r.byeIn(round, false).Points() < r.most || r.byeIn(round, true).Points() < r.most {
			return false
		}
	}
	return true
}
