package season

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/division"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
)

// tiers is a season of two divisions, each with an event of its own, with random
// results, seats taken by members of the other division and by people without one, and
// adjustments.
type tiers struct {
	*history
	events [2]Leg // members are those of the season
}

// playTiers plays a random season of divisions. Points are by other rules than those by which
// the events rank, so that the two orders differ.
func playTiers(t *testing.T, rng *rand.Rand) *tiers {
	t.Helper()
	x := &tiers{history: &history{t: t, rng: rng, person: map[string]int{}, lives: map[string]int{}}}
	x.snap = journal.Begin(Aggregate{}, 7, []byte("a secret of thirty-two bytes ..."))
	must := func(c Command) {
		t.Helper()
		if _, err := x.do(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	rules := randomRules(rng)
	create := Create{Guild: "g", Settings: Settings{Name: "Tiers", Rules: rules, Divisions: &division.Rules{Target: 4, Min: 2, Max: 8, Pause: 1}}}
	create.Settings.Series = &Series{Zone: "UTC", Event: tournament.DefaultSettings("Tiers"), Ruleset: "magic"}
	create.Settings.Series.Event.StartAt = 1
	person := func(i int) Person { return Person{User: fmt.Sprint("u", i), Name: fmt.Sprint("User ", i)} }
	for i := range 8 {
		create.Entrants = append(create.Entrants, Entrant{Person: person(i), Division: i/4 + 1})
	}
	must(create)
	for d := range x.events {
		var people []Person
		for _, i := range rng.Perm(4) {
			people = append(people, person(4*d+i))
		}
		for range rng.IntN(2) { // takes a seat, from the other division or from none
			people = append(people, person([]int{8 + d, 4 * (1 - d)}[rng.IntN(2)]))
		}
		leg := randomEvent(rng, len(people))
		for len(leg.Results) < 3 { // too few to say whose event it is
			leg = randomEvent(rng, len(people))
		}
		leg.Playoff, leg.Weight = false, fraction.Fraction{}
		must(Count{Log: journal.ID(20 + d), People: people, Event: leg})
		x.events[d] = x.snap.State.Events[d].Leg
	}
	for range rng.IntN(3) {
		must(Adjust{Member: 1 + rng.IntN(8), Points: fraction.Int(int64((1 + rng.IntN(9)) * (1 - 2*rng.IntN(2)))), Reason: "judging"})
	}
	if rng.IntN(2) == 0 {
		must(Close{})
	}
	return x
}

// unplaced is the place of members who have none in the event.
const unplaced = 1000

// finished returns the places of the members of a division, and of who took a seat in its
// event.
func (x *tiers) finished(d int) map[int]int {
	out := map[int]int{}
	for m := 1; m <= 4; m++ {
		out[4*d+m] = unplaced
	}
	for _, r := range x.events[d].Results {
		out[r.Member] = cmp.Or(r.Place, unplaced)
	}
	return out
}

// A division that is one event has the order of its event in every table and in the
// plan of the next season, and everyone who played there is in it. Adjustments move
// only the members who have them, in their direction.
func TestADivisionHasTheOrderOfItsEvent(t *testing.T) {
	n := *histories
	guests, closed := 0, 0
	for i := range n {
		x := playTiers(t, rand.New(rand.NewPCG(uint64(i), 28)))
		s := x.snap.State
		tables := s.Tables()
		if len(tables) != 2 {
			t.Fatalf("season %d has %d tables", i, len(tables))
		}
		for d, table := range tables {
			places := x.finished(d)
			if len(places) != len(table.Rows) {
				t.Fatalf("season %d: %d have played in division %d, and %d are in its table", i, len(places), d+1, len(table.Rows))
			}
			var fair []*Row // without an adjustment
			for k := range table.Rows {
				r := &table.Rows[k]
				if s.DivisionOf(r.Member) != d+1 {
					guests++
				}
				if places[r.Member] == 0 {
					t.Fatalf("season %d: member %d is in the table of division %d and has not played there", i, r.Member, d+1)
				}
				if r.Adjusted.IsZero() {
					fair = append(fair, r)
				}
			}
			for k := 1; k < len(fair); k++ {
				above, below := fair[k-1], fair[k]
				if places[above.Member] > places[below.Member] {
					t.Fatalf("season %d, division %d: member %d finished %d. and is above member %d, %d.", i, d+1, above.Member, places[above.Member], below.Member, places[below.Member])
				}
				if places[above.Member] == places[below.Member] && places[below.Member] != unplaced && below.By != Shared && !below.By.after() && table.at[above.Member]+1 == table.at[below.Member] {
					t.Fatalf("season %d, division %d: members %d and %d share a place of the event, and %s parts them", i, d+1, above.Member, below.Member, below.By)
				}
				if above.Place == below.Place && places[above.Member] != places[below.Member] {
					t.Fatalf("season %d, division %d: members %d and %d share a place, and not in the event", i, d+1, above.Member, below.Member)
				}
			}
			x.adjustedMoveRightly(i, table, places)
			x.shownAlike(i, d+1, table)
		}
		if s.Closed != nil {
			closed++
			x.planned(i)
		}
	}
	if guests < n/4 || closed < n/4 {
		t.Errorf("only %d took a seat elsewhere, and %d seasons are closed", guests, closed)
	}
}

// adjustedMoveRightly checks that an adjustment moves its member past those it has to,
// compared with those without one.
func (x *tiers) adjustedMoveRightly(i int, table *Table, places map[int]int) {
	x.t.Helper()
	at := func(r *Row) int { return table.at[r.Member] }
	for k := range table.Rows {
		r := &table.Rows[k]
		if r.Adjusted.IsZero() || places[r.Member] == unplaced {
			continue
		}
		for j := range table.Rows {
			o := &table.Rows[j]
			if !o.Adjusted.IsZero() || places[o.Member] == unplaced || places[o.Member] == places[r.Member] {
				continue
			}
			ahead, was := at(r) < at(o), places[r.Member] < places[o.Member]
			more := r.Points.Cmp(o.Points)
			switch down := r.Adjusted.Sign() < 0; {
			case down && !was && ahead, !down && was && !ahead:
				x.t.Fatalf("season %d: an adjustment of %s moves member %d the wrong way past %d", i, r.Adjusted, r.Member, o.Member)
			case down && more < 0 && ahead, !down && more > 0 && !ahead:
				x.t.Fatalf("season %d: an adjustment of %s leaves member %d where it was, past %d", i, r.Adjusted, r.Member, o.Member)
			}
		}
	}
}

// shownAlike checks that the other views of a table follow it.
func (x *tiers) shownAlike(i, d int, table *Table) {
	x.t.Helper()
	again := x.snap.State.Division(d)
	for k := range table.Rows {
		a, b := &table.Rows[k], &again.Rows[k]
		if a.Member != b.Member || a.Place != b.Place || a.Points.Cmp(b.Points) != 0 {
			x.t.Fatalf("season %d: row %d of division %d is %+v and %+v", i, k, d, a, b)
		}
		for _, n := range table.Explain(a.Member, func(int) string { return "E" }, func(int) string { return "" }) {
			if n.Code == "season.ahead" && k > 0 && a.By == Points && table.event() > 0 {
				x.t.Fatalf("season %d: row %d of division %d is explained by points", i, k, d)
			}
		}
	}
}

// planned checks that no member who finished above another of the same division is
// placed below them in the next season.
func (x *tiers) planned(i int) {
	x.t.Helper()
	s := x.snap.State
	plan, err := s.Plan(x.snap.Book, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	to := map[int]int{}
	for _, p := range slices.Concat(plan.Divisions...) {
		if to[p.Member] > 0 {
			x.t.Fatalf("season %d: member %d is planned twice", i, p.Member)
		}
		to[p.Member] = p.To
	}
	for d := 1; d <= s.Count(); d++ {
		last, place := 0, 0
		table := s.Division(d)
		line := s.Line(d, table)
		for k, r := range table.Rows {
			if s.DivisionOf(r.Member) != d {
				continue
			}
			above, over := k < line.After, to[r.Member] < d
			if line.Means == LineDown {
				over = to[r.Member] <= d
			}
			if above != over {
				x.t.Fatalf("season %d: member %d of division %d goes to %d, and the line %+v is on the other side", i, r.Member, d, to[r.Member], line)
			}
			if to[r.Member] == 0 {
				x.t.Fatalf("season %d: member %d of division %d is not planned", i, r.Member, d)
			}
			if to[r.Member] < last && r.Place != place {
				x.t.Fatalf("season %d: member %d of division %d goes to %d, and one above to %d", i, r.Member, d, to[r.Member], last)
			}
			last, place = to[r.Member], r.Place
		}
	}
}

// A season closed before tables followed their event keeps the order it was closed in.
func TestATableClosedByAnOlderFormulaStaysAsItIs(t *testing.T) {
	x := playTiers(t, rand.New(rand.NewPCG(1, 28)))
	s := *x.snap.State
	s.Closed = &Closed{Formula: 1}
	if s.Input().Single {
		t.Error("the table follows the event")
	}
	if got, want := s.hash(), s.Table().Hash(); got != want {
		t.Errorf("its hash is %s, want %s", got, want)
	}
}
