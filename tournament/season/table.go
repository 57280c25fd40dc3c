package season

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/numbered"
)

// Leg is the part of one event that counts in the season: its participants and their
// results.
type Leg struct {
	Weight   fraction.Fraction `json:"weight,omitzero"` // of its results; 0 = by attendance
	Results  []Result          `json:"results"`
	Meetings []Meeting         `json:"meetings,omitempty"`
	Playoff  bool              `json:"playoff,omitempty"` // it gives no points and only decides the order of members who are level

	Undecided bool `json:"undecided,omitempty"` // no match was decided: the places are by lot, and the first is no winner
}

// Result is the result of one member in an event.
type Result struct {
	Member       int  `json:"member"`
	Place        int  `json:"place,omitempty"` // 0 = none
	Won          int  `json:"won,omitempty"`   // matches, byes included
	Lost         int  `json:"lost,omitempty"`
	Drawn        int  `json:"drawn,omitempty"`
	Byes         int  `json:"byes,omitempty"`
	Rounds       int  `json:"rounds,omitempty"` // in which the member took part
	Deck         bool `json:"deck,omitempty"`   // a deck was submitted
	Disqualified bool `json:"disqualified,omitempty"`
}

// Meeting is a match of two members.
type Meeting struct {
	A      int `json:"a"`
	B      int `json:"b"`
	Winner int `json:"winner,omitempty"` // A or B; 0 = drawn
}

// Adjustment changes the total of a member.
type Adjustment struct {
	Member int
	Points fraction.Fraction
	Reason int // text of the book; 0 = none
}

// Input is the input of a table.
type Input struct {
	Rules       Rules
	Events      numbered.List[Leg]
	Members     []int // listed even without a result
	Adjustments []Adjustment
	Ratings     map[int]int // of members, for ties; nil while the season is open
	Seed        []byte      // for ties by lot; empty while the lots are secret
	Single      bool        // the table is that of one event, in the event's order, once it has one
}

// Table is the standings of a season.
type Table struct {
	Rows  []Row // in order
	input *Input
	at    map[int]int // row of a member, by number
}

// Row is one member.
type Row struct {
	Member   int
	Place    int // shared by members whom no tie separates
	Points   fraction.Fraction
	Parts    []Part // one for each result, in the order of the events
	Won      int    // matches, in the events that count
	Adjusted fraction.Fraction
	By       Tie // criterion that puts the member behind the row above; Shared if none does
}

// Part is the contribution of one event to a row.
type Part struct {
	Event   int // number from 1
	Result  int // index in the event's results
	Points  fraction.Fraction
	Counted bool // among the best
}

// Compute returns the table.
func Compute(in *Input) *Table {
	t := &Table{input: in, at: map[int]int{}}
	for _, m := range in.Members {
		t.row(m)
	}
	for i := range in.Events {
		if !in.Events[i].Playoff {
			t.count(i + 1)
		}
	}
	for _, a := range in.Adjustments {
		r := t.row(a.Member)
		r.Adjusted = r.Adjusted.Add(a.Points)
	}
	for i := range t.Rows {
		t.Rows[i].choose(in)
	}
	t.rank()
	return t
}

// Decided reports whether an event or an adjustment has given the table an order.
func (t *Table) Decided() bool {
	return len(t.input.Adjustments) > 0 ||
		slices.ContainsFunc(t.input.Events, func(e Leg) bool { return len(e.Results) > 0 && !e.Undecided })
}

// row returns the row of a member, adding one if there is none.
func (t *Table) row(member int) *Row {
	i, ok := t.at[member]
	if !ok {
		i = len(t.Rows)
		t.at[member] = i
		t.Rows = append(t.Rows, Row{Member: member})
	}
	return &t.Rows[i]
}

// Result returns the result that a part of a row is for.
func (t *Table) Result(p *Part) *Result { return &t.input.Events.At(p.Event).Results[p.Result] }

// Row returns the row of a member, or nil if there is none.
func (t *Table) Row(member int) *Row {
	if i, ok := t.at[member]; ok {
		return &t.Rows[i]
	}
	return nil
}

// count adds the points of an event to every row.
func (t *Table) count(number int) {
	e, rules := t.input.Events.At(number), &t.input.Rules
	sharing := e.sharing()
	weight := rules.Weight(e)
	var terms []term
	for i := range e.Results {
		res := &e.Results[i]
		r := t.row(res.Member)
		if r.Parts == nil {
			r.Parts = make([]Part, 0, len(t.input.Events)-number+1)
		}
		points := fraction.Fraction{}
		terms = rules.worth(terms[:0], res, sharing)
		for k := range terms {
			points = points.Add(terms[k].points)
		}
		r.Parts = append(r.Parts, Part{Event: number, Result: i, Points: points.Mul(weight)})
	}
}

// sharing returns how many members share each place.
func (e *Leg) sharing() []int {
	last := 0
	for i := range e.Results {
		last = max(last, e.Results[i].Place)
	}
	out := make([]int, last+1)
	for i := range e.Results {
		if res := &e.Results[i]; !res.Disqualified {
			out[res.Place]++
		}
	}
	return out
}

// term is one reason for points.
type term struct {
	why    reason
	n      int // place or number
	points fraction.Fraction
}

// reason is what points are given for.
type reason uint8

const (
	forPlace reason = iota
	forShared
	forWins
	forByes
	forDraws
	forLosses
	forAttendance
	forRounds
	forDeck
	forPerfect
)

// worth appends to out the terms of the points of a result before the weight of the
// event.
func (r *Rules) worth(out []term, res *Result, sharing []int) []term {
	if res.Disqualified {
		return out
	}
	add := func(why reason, n int, each fraction.Fraction) {
		if n == 0 || each.IsZero() {
			return
		}
		if n > 1 {
			each = each.Mul(fraction.Int(int64(n)))
		}
		out = append(out, term{why, n, each})
	}
	if res.Place > 0 {
		n := sharing[res.Place]
		t := term{forPlace, res.Place, r.shared(res.Place, n)}
		if n > 1 {
			t.why = forShared
		}
		if len(r.Places) > 0 || !r.Below.IsZero() {
			out = append(out, t)
		}
	}
	won := res.Won
	if r.Bye != nil {
		won -= res.Byes
		add(forByes, res.Byes, *r.Bye)
	}
	add(forWins, won, r.Win)
	add(forDraws, res.Drawn, r.Draw)
	add(forLosses, res.Lost, r.Loss)
	add(forAttendance, 1, r.Attendance)
	add(forRounds, res.Rounds, r.Round)
	if res.Deck {
		add(forDeck, 1, r.Deck)
	}
	if res.Won > 0 && res.Lost == 0 && res.Drawn == 0 {
		add(forPerfect, 1, r.Perfect)
	}
	return out
}

// choose marks the results that count and sums them.
func (r *Row) choose(in *Input) {
	result := func(p *Part) *Result { return &in.Events.At(p.Event).Results[p.Result] }
	if best := in.Rules.Best; best > 0 && best < len(r.Parts) {
		order := make([]int, len(r.Parts))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			pa, pb := &r.Parts[a], &r.Parts[b]
			if da, db := result(pa).Disqualified, result(pb).Disqualified; da != db {
				if da {
					return -1
				}
				return 1
			}
			return cmp.Or(pb.Points.Cmp(pa.Points), cmp.Compare(a, b))
		})
		for i, k := range order {
			r.Parts[k].Counted = i < best || result(&r.Parts[k]).Disqualified
		}
	} else {
		for i := range r.Parts {
			r.Parts[i].Counted = true
		}
	}
	r.Points = r.Adjusted
	for i := range r.Parts {
		if p := &r.Parts[i]; p.Counted {
			r.Points = r.Points.Add(p.Points)
			r.Won += result(p).Won
		}
	}
}

// span is a range of rows still level: from from up to, not including, to.
type span struct{ from, to int }

// rank orders the rows by points, or by their event if the table is that of one event,
// then by one tie after another, each only among rows that all earlier ones left level.
func (t *Table) rank() {
	parted := make([]Tie, len(t.Rows)) // the criterion that puts the row at this place behind the one above
	level := []span{{0, len(t.Rows)}}
	event := t.event()
	if event > 0 {
		spots := t.spots(event)
		level = t.part(level, Event, parted, func(a, b *Row) int { return spots[a.Member].compare(spots[b.Member]) })
	} else {
		level = t.part(level, Points, parted, func(a, b *Row) int { return b.Points.Cmp(a.Points) })
	}
	for _, tie := range t.input.Rules.Ties {
		if len(level) == 0 {
			break
		}
		if event > 0 && !tie.after() {
			continue
		}
		if by := t.order(tie, level); by != nil {
			level = t.part(level, tie, parted, by)
		}
	}
	slices.SortFunc(level, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for _, s := range level {
		slices.SortStableFunc(t.Rows[s.from:s.to], func(a, b Row) int { return cmp.Compare(a.Member, b.Member) })
		for i := s.from + 1; i < s.to; i++ {
			parted[i] = Shared
		}
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		t.at[r.Member], r.By = i, parted[i]
		if r.Place = i + 1; r.By == Shared {
			r.Place = t.Rows[i-1].Place
		}
	}
}

// part orders each span by a criterion and returns the spans still level.
func (t *Table) part(spans []span, tie Tie, parted []Tie, by func(a, b *Row) int) (level []span) {
	for _, s := range spans {
		rows := t.Rows[s.from:s.to]
		slices.SortStableFunc(rows, func(a, b Row) int { return by(&a, &b) })
		from := 0
		for i := 1; i <= len(rows); i++ {
			if i < len(rows) && by(&rows[i-1], &rows[i]) == 0 {
				continue
			}
			if i < len(rows) {
				parted[s.from+i] = tie
			}
			if i-from > 1 {
				level = append(level, span{s.from + from, s.from + i})
			}
			from = i
		}
	}
	return level
}

// order returns the comparison of a tie, or nil if it never separates rows.
func (t *Table) order(tie Tie, level []span) func(a, b *Row) int {
	switch tie {
	case Results:
		results := make(map[int][]fraction.Fraction, len(t.Rows))
		for _, s := range level {
			for i := s.from; i < s.to; i++ {
				results[t.Rows[i].Member] = t.Rows[i].best()
			}
		}
		return func(a, b *Row) int { return compareResults(results[b.Member], results[a.Member]) }
	case HeadToHead:
		score := t.headToHead(level)
		return func(a, b *Row) int { return cmp.Compare(score[b.Member], score[a.Member]) }
	case Wins:
		return func(a, b *Row) int { return cmp.Compare(b.Won, a.Won) }
	case FewerEvents:
		return func(a, b *Row) int { return cmp.Compare(len(a.Parts), len(b.Parts)) }
	case ByRating:
		if len(t.input.Ratings) == 0 {
			return nil
		}
		return func(a, b *Row) int {
			return cmp.Compare(t.input.Ratings[b.Member], t.input.Ratings[a.Member])
		}
	case Playoff:
		if settled := t.settled(); len(settled) > 0 {
			return func(a, b *Row) int { return slices.Compare(settled[a.Member], settled[b.Member]) }
		}
		return nil
	case Draw:
		if len(t.input.Seed) == 0 {
			return nil
		}
		return func(a, b *Row) int { return cmp.Compare(lot(t.input.Seed, a.Member), lot(t.input.Seed, b.Member)) }
	case Points, Shared, Event:
	}
	return nil
}

// lot returns the lot of a member. The lowest is first.
func lot(seed []byte, member int) string {
	h := sha256.New()
	h.Write([]byte("topcut-season-lot-1\n"))
	h.Write(seed)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(member)))
	return string(h.Sum(nil))
}

// best returns the points of the counted results, best first.
func (r *Row) best() []fraction.Fraction {
	out := make([]fraction.Fraction, 0, len(r.Parts))
	for i := range r.Parts {
		if r.Parts[i].Counted {
			out = append(out, r.Parts[i].Points)
		}
	}
	slices.SortFunc(out, func(a, b fraction.Fraction) int { return b.Cmp(a) })
	return out
}

// compareResults compares results one by one; a missing result is 0.
func compareResults(a, b []fraction.Fraction) int {
	at := func(list []fraction.Fraction, i int) fraction.Fraction {
		if i < len(list) {
			return list[i]
		}
		return fraction.Fraction{}
	}
	for i := range max(len(a), len(b)) {
		if c := at(a, i).Cmp(at(b, i)); c != 0 {
			return c
		}
	}
	return 0
}

// headToHead returns the half points of level members from their matches against each
// other: two for a win, one for a draw.
func (t *Table) headToHead(level []span) map[int]int {
	among := make(map[int]int, len(t.Rows))
	for i, s := range level {
		for k := s.from; k < s.to; k++ {
			among[t.Rows[k].Member] = i + 1
		}
	}
	score := map[int]int{}
	for i := range t.input.Events {
		if t.input.Events[i].Playoff {
			continue
		}
		for _, m := range t.input.Events[i].Meetings {
			a := among[m.A]
			switch {
			case a == 0 || a != among[m.B]:
			case m.Winner == 0:
				score[m.A]++
				score[m.B]++
			default:
				score[m.Winner] += 2
			}
		}
	}
	return score
}

// settled returns the places of members in the play-offs, the last one first. A member
// without a place in one of them comes after those with one. It returns nil if there
// was no play-off.
func (t *Table) settled() map[int][]int {
	var out map[int][]int
	for i := range t.input.Events {
		e := &t.input.Events[i]
		if !e.Playoff {
			continue
		}
		if out == nil {
			out = make(map[int][]int, len(t.Rows))
		}
		for k := range t.Rows {
			m := t.Rows[k].Member
			place := MaxMembers + 1
			if at := slices.IndexFunc(e.Results, func(r Result) bool { return r.Member == m && r.Place > 0 && !r.Disqualified }); at >= 0 {
				place = e.Results[at].Place
			}
			out[m] = slices.Insert(out[m], 0, place)
		}
	}
	return out
}

// Of returns the standings of the members for which in returns true among themselves.
func (t *Table) Of(in func(member int) bool) *Table {
	out := &Table{input: t.input, at: map[int]int{}}
	for i := range t.Rows {
		if in(t.Rows[i].Member) {
			out.Rows = append(out.Rows, t.Rows[i])
		}
	}
	out.rank()
	return out
}

// Hash returns the hash that closing writes into the log: of places, members, points
// and the results that count.
func (t *Table) Hash() string {
	h := sha256.New()
	fmt.Fprintln(h, "topcut-season-table-1")
	for i := range t.Rows {
		r := &t.Rows[i]
		fmt.Fprint(h, r.Place, " ", r.Member, " ", r.Points)
		for k := range r.Parts {
			if p := &r.Parts[k]; p.Counted {
				fmt.Fprint(h, " ", p.Event, ":", p.Points)
			}
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Finalists returns the best n members, best first, for a final, and in level the
// members who share its last place if it cannot take all of them; a play-off or the
// organisers then decide.
func (t *Table) Finalists(n int) (in, level []int) {
	if n >= len(t.Rows) {
		n = len(t.Rows)
	} else if n > 0 && t.Rows[n].Place == t.Rows[n-1].Place {
		place := t.Rows[n].Place
		for i := range t.Rows {
			if t.Rows[i].Place == place {
				level = append(level, t.Rows[i].Member)
			}
		}
		n = place - 1
	}
	for i := range n {
		in = append(in, t.Rows[i].Member)
	}
	return in, level
}

// Move is the effect of a change of the season on one member.
type Move struct {
	Member       int
	Before, Now  int // places; 0 = not in the table
	Points, Then fraction.Fraction
}

// Compare returns the members with another place or other points, in the order of the
// table now.
func Compare(before, now *Table) (out []Move) {
	for i := range now.Rows {
		r := &now.Rows[i]
		m := Move{Member: r.Member, Now: r.Place, Points: r.Points}
		if was := before.Row(r.Member); was != nil {
			m.Before, m.Then = was.Place, was.Points
		}
		if m.Before != m.Now || !m.Then.Equal(m.Points) {
			out = append(out, m)
		}
	}
	for i := range before.Rows {
		if r := &before.Rows[i]; now.Row(r.Member) == nil {
			out = append(out, Move{Member: r.Member, Before: r.Place, Then: r.Points})
		}
	}
	return out
}
