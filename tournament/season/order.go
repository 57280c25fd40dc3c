package season

import (
	"cmp"
	"slices"

	"topcut/tournament/division"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
)

// This file has the order of a table that is one event: the event's own. Every place
// that shows or uses an order takes it from a Table, so there is no other.

// Over reports whether an event that counts has ended; see AsItStands.
func (s *State) Over(number int) bool { return !slices.Contains(s.UnderWay, number) }

// Past returns the input of the table without the events that are under way.
func (s *State) Past() *Input {
	in := s.Input()
	for n := len(in.Events); n > 0; n-- {
		switch {
		case s.Over(n):
		case n == len(in.Events):
			in.Events = in.Events[:n-1]
		default: // it had ended before, and goes on
			*in.Events.At(n) = Leg{}
		}
	}
	return in
}

// Single reports whether each division is one event, or the season is if it has no
// divisions. A closed table stays as it was frozen, also if that was before tables
// followed their event.
func (s *State) Single() bool {
	x := &s.Settings
	switch {
	case s.Closed != nil && s.Closed.Formula < formulaEvents:
		return false
	case x.Planned != 0 || x.Series == nil:
		return x.Planned == 1
	}
	return x.Series.Cron == "" && x.Tiers() != nil
}

// DivisionOf returns the division in whose table a member stands first: their own or,
// if they have none, the one in whose event they took a seat. It returns 0 if there is
// none. After a pause begins, or once they have left before playing, it is that of
// their results.
func (s *State) DivisionOf(member int) int {
	if member < 1 || member > len(s.Members) {
		return 0
	}
	member = s.now(member)
	if m := s.Members.At(member); m.Division > 0 && m.Away == 0 {
		return m.Division
	}
	if !s.Single() {
		return 0
	}
	for i := range s.Events {
		e := &s.Events[i]
		if !e.Removed && slices.ContainsFunc(e.Results, func(r Result) bool { return s.now(r.Member) == member }) {
			return s.divisionOf(&e.Leg)
		}
	}
	return 0
}

// PlaysIn reports whether a member plays in a division, or would if it had no event
// yet.
func (s *State) PlaysIn(member, division int) bool {
	return s.Members.At(member).plays() && s.DivisionOf(member) == division
}

// divisionOf returns the division of an event, if each division has its own: that of
// most participants, of several the highest. It returns 0 if no participant has one.
func (s *State) divisionOf(e *Leg) int {
	var players []int // by division
	for i := range e.Results {
		m := s.Members.At(s.now(e.Results[i].Member))
		if m.Division == 0 || m.Away > 0 {
			continue
		}
		for len(players) <= m.Division {
			players = append(players, 0)
		}
		players[m.Division]++
	}
	most := 0
	for d := range players {
		if players[d] > players[most] {
			most = d
		}
	}
	return most
}

// DivisionOfEvent returns the division that plays an event by its number, if each has its
// own, or 0.
func (s *State) DivisionOfEvent(number int) int { return s.divisionOf(&s.Events.At(number).Leg) }

// Division returns the standings of a division, or of the season if n is 0. Members who
// took a seat in the event of the division are in it, too.
func (s *State) Division(n int) *Table { return s.division(n, s.Input()) }

// Tables returns the standings of the divisions from the highest, or those of the
// season if it has none.
func (s *State) Tables() []*Table {
	in, count := s.Input(), s.Count()
	if count == 0 {
		return []*Table{Compute(in)}
	}
	out := make([]*Table, count)
	for n := range out {
		out[n] = s.division(n+1, in)
	}
	return out
}

func (s *State) division(n int, in *Input) *Table {
	if n == 0 {
		return Compute(in)
	}
	var t *Table
	if in.Single {
		t = Compute(s.InputOf(n, in))
	} else {
		t = Compute(in).Of(func(member int) bool { return s.Members.At(member).Division == n && s.Members.At(member).Away == 0 })
	}
	if s.Closed != nil {
		t.settle(s.Closed.seed(s.Joins))
	}
	return t
}

// settle orders members who share a place by their places in the events, which are
// public, and what these leave level by lot. They still share the place.
func (t *Table) settle(seed []byte) {
	by := make([]Tie, len(t.Rows))
	for i := range t.Rows {
		by[i] = t.Rows[i].By
	}
	slices.SortStableFunc(t.Rows, func(a, b Row) int {
		return cmp.Or(t.ahead(&a, &b), cmp.Compare(lot(seed, a.Member), lot(seed, b.Member)))
	})
	for i := range t.Rows {
		r := &t.Rows[i]
		t.at[r.Member], r.By = i, by[i]
	}
}

// Line is a line in a table: after how many rows it is drawn, and what it means for
// those above it.
type Line struct {
	After int // 0 = there is no line
	Means PlaceLine
}

// PlaceLine is the meaning of a line.
type PlaceLine string

// The meanings of a line.
const (
	LineFirst PlaceLine = "first" // those above win
	LineTop   PlaceLine = "top"   // those above reach the final
	LineCut   PlaceLine = "cut"   // those above reach the cut of the event under way
	LineUp    PlaceLine = "up"    // those above are promoted
	LineDown  PlaceLine = "down"  // those below are relegated
)

// Line returns the line of a division, or of the season if n is 0: below all who go up
// by the plan of the next season as the tables stand, in the highest division above all
// who go down; with one table, below those who reach the final. While the season is open,
// it separates no members who are level.
func (s *State) Line(n int, t *Table) Line {
	if n == 0 || s.Count() < 2 || s.Settings.Tiers() == nil {
		return t.FinalLine(s.Settings.Rules.Final)
	}
	to := map[int]int{}
	for _, p := range slices.Concat(division.New(s.planInput(nil)).Divisions...) {
		to[p.Member] = p.To
	}
	line := Line{0, LineUp}
	if n == 1 {
		line = Line{len(t.Rows), LineDown}
	}
	for i := range t.Rows {
		switch r := &t.Rows[i]; {
		case s.DivisionOf(r.Member) != n || to[r.Member] == 0:
		case line.Means == LineUp && to[r.Member] < n:
			line.After = i + 1
		case line.Means == LineDown && to[r.Member] > n:
			line.After = min(line.After, i)
		}
	}
	if s.Closed != nil {
		return line
	}
	return t.below(line)
}

// FinalLine returns the line below those who reach a final of n.
func (t *Table) FinalLine(n int) Line { return t.below(Line{n, LineTop}) }

// below moves a line below the members who are level with the last one above it.
func (t *Table) below(l Line) Line {
	for l.After > 0 && l.After < len(t.Rows) && t.Rows[l.After].Place == t.Rows[l.After-1].Place {
		l.After++
	}
	return l
}

// InputOf returns the part of the input that the table of a division is computed from,
// if each division has its own event.
func (s *State) InputOf(n int, in *Input) *Input {
	own := *in
	own.Events = slices.Clone(in.Events)
	for i := range own.Events {
		if len(own.Events[i].Results) > 0 && s.divisionOf(&own.Events[i]) != n {
			own.Events[i] = Leg{}
		}
	}
	other := func(member int) bool { return s.DivisionOf(member) != n }
	own.Members = slices.DeleteFunc(slices.Clone(in.Members), other)
	own.Adjustments = slices.DeleteFunc(slices.Clone(in.Adjustments), func(a Adjustment) bool { return other(a.Member) })
	return &own
}

// Moves returns what a change moves in the tables of a season.
func Moves(before, now []*Table) (out []Move) {
	for i := range max(len(before), len(now)) {
		then, after := &Table{}, &Table{}
		if i < len(before) {
			then = before[i]
		}
		if i < len(now) {
			after = now[i]
		}
		out = append(out, Compare(then, after)...)
	}
	return out
}

// event returns the number of the only event of the table, or 0 if the table is not
// that of one event.
func (t *Table) event() int {
	if !t.input.Single {
		return 0
	}
	event := 0
	for i := range t.Rows {
		for _, p := range t.Rows[i].Parts {
			if event > 0 && p.Event != event {
				return 0
			}
			event = p.Event
		}
	}
	return event
}

// Counts reports whether an event has a result in the table.
func (t *Table) Counts(event int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool {
		return slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Event == event })
	})
}

// spot is the position of a row in the order of an event.
type spot struct {
	place    int // how many members without an adjustment are ahead of the row
	unmoved  int // 1 without an adjustment
	points   fraction.Fraction
	finished int // place in the event
}

// compare compares two spots; those without an adjustment have only a place.
func (a spot) compare(b spot) int {
	return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.unmoved, b.unmoved), b.points.Cmp(a.points), cmp.Compare(a.finished, b.finished))
}

// spots returns the order of an event, by member. Members whom the event has share a
// place have equal spots. An adjustment moves its member down behind those who now have
// more points, or up before those who now have fewer, and no other member. Members
// without a place in the event are behind all, by points.
func (t *Table) spots(event int) map[int]spot {
	finished := func(r *Row) int {
		if len(r.Parts) == 0 || r.Parts[0].Event != event {
			return 0
		}
		return t.Result(&r.Parts[0]).Place
	}
	out := make(map[int]spot, len(t.Rows))
	var order, moved []*Row
	for i := range t.Rows {
		switch r := &t.Rows[i]; {
		case finished(r) == 0:
			out[r.Member] = spot{place: len(t.Rows) + 1, points: r.Points}
		case r.Adjusted.IsZero():
			order = append(order, r)
		default:
			moved = append(moved, r)
		}
	}
	slices.SortFunc(order, func(a, b *Row) int { return cmp.Compare(finished(a), finished(b)) })
	ahead := func(place int) int {
		n, _ := slices.BinarySearchFunc(order, place, func(r *Row, place int) int { return cmp.Compare(finished(r), place) })
		return n
	}
	for _, r := range order {
		out[r.Member] = spot{place: ahead(finished(r)), unmoved: 1}
	}
	for _, r := range moved {
		at := ahead(finished(r))
		to := at
		for i, other := range order {
			if c := other.Points.Cmp(r.Points); i >= at && c > 0 && r.Adjusted.Sign() < 0 {
				to = i + 1
			} else if i < at && c < 0 && r.Adjusted.Sign() > 0 {
				to = ahead(finished(other))
				break
			}
		}
		out[r.Member] = spot{place: to, points: r.Points, finished: finished(r)}
	}
	return out
}

// AsItStands returns a season as if the given events under way had ended as they stand.
// Nothing of it is stored.
func AsItStands(s *Snapshot, events []Count) *Snapshot {
	for _, c := range events {
		after, _, err := journal.Decide(Aggregate{}, s, Request{Command: c}, s.State.At)
		if err != nil {
			continue // it does not count, for example since the season is closed
		}
		state := *after.State
		state.Seq, state.UnderWay = s.State.Seq, append(slices.Clip(state.UnderWay), state.EventOf(c.Log))
		s = &Snapshot{State: &state, Book: after.Book, Log: s.Log}
	}
	return s
}

// Level returns the members who are level for the last place of the final or, if there is
// no final, for first place; nil if there is no tie.
func (s *State) Level() []int {
	t := s.Division(min(1, s.Count()))
	_, level := t.Finalists(max(1, s.Settings.Rules.Final))
	return level
}
