package pairing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/pairing"
)

// arrangements calls f with every way to pair the players off, one of them
// sitting out in an odd field.
func arrangements(players []pairing.Player, f func(pairs [][2]pairing.Player, bye int32)) {
	var pairs [][2]pairing.Player
	var bye int32
	var walk func(open []pairing.Player)
	walk = func(open []pairing.Player) {
		if len(open) == 0 {
			f(pairs, bye)
			return
		}
		first, rest := open[0], open[1:]
		if len(open)%2 == 1 && bye == 0 {
			bye = first.ID
			walk(rest)
			bye = 0
		}
		for i := range rest {
			pairs = append(pairs, [2]pairing.Player{first, rest[i]})
			walk(slices.Delete(slices.Clone(rest), i, i+1))
			pairs = pairs[:len(pairs)-1]
		}
	}
	walk(players)
}

// repairValue returns what a repair minimises, in order: broken hard constraints of
// new pairs, changes, the bye by rank, the other terms.
func repairValue(o oracle, kept map[[2]int32]bool, holder int32, optimal bool, pairs [][2]pairing.Player, bye int32) []int64 {
	hard := len(o.in.Policy.Hard)
	changes, place := int64(0), int64(0)
	sum := make([]int64, len(o.terms))
	for _, p := range pairs {
		c := o.cost(p[0], p[1])
		if kept[[2]int32{min(p[0].ID, p[1].ID), max(p[0].ID, p[1].ID)}] {
			if !optimal {
				clear(c[:hard])
			}
		} else {
			changes++
		}
		sum = plus(sum, c)
	}
	if bye != 0 && bye != holder {
		changes++
		for _, p := range o.in.Players { // candidates ranked below come first
			if q := player(o.in, bye); p.Rank > q.Rank && candidate(o.in, p) {
				place++
			}
		}
	}
	if optimal {
		return slices.Concat(sum[:hard], []int64{place}, sum[hard:], []int64{changes})
	}
	return slices.Concat(sum[:hard], []int64{changes, place}, sum[hard:])
}

func candidate(in pairing.Input, p pairing.Player) bool {
	if p.NoBye {
		return false
	}
	for _, q := range in.Players {
		if !q.NoBye && q.Byes < p.Byes {
			return false
		}
	}
	return true
}

// TestPKM107_RepairChangesTheFewestTables drops, adds and corrects players of a
// paired round and compares the repair with every arrangement.
func TestPKM107_RepairChangesTheFewestTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTask(t, 12)
		in.Policy.Bye = pairing.ByeLowestRanked
		before, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		now := before.Seating()
		change := pairing.Change{Optimal: rapid.Bool().Draw(t, "optimal")}
		in.Players = slices.Clone(in.Players)
		for range rapid.IntRange(0, 2).Draw(t, "drops") {
			if k := rapid.IntRange(0, len(in.Players)-1).Draw(t, "who drops"); k > 0 {
				in.Players = slices.Delete(in.Players, k, k+1)
			}
		}
		if rapid.Bool().Draw(t, "somebody joins") {
			in.Players = append(in.Players, pairing.Player{ID: 999, Rank: 999, Division: 1, Flight: 1})
		}
		if rapid.Bool().Draw(t, "a score is corrected") {
			p := &in.Players[rapid.IntRange(0, len(in.Players)-1).Draw(t, "whose")]
			p.Score += 3
			change.Reopen = append(change.Reopen, p.ID)
		}
		r, err := pairing.Repair(in, now, change)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := seatedOnce(in, r); wrong != nil {
			t.Fatalf("not seated exactly once: %v", wrong)
		}
		if !r.ProvedOptimal {
			t.Fatal("the repair is not proved")
		}
		kept := map[[2]int32]bool{}
		number := map[[2]int32]int{}
		for _, table := range now.Tables {
			if !slices.Contains(change.Reopen, table.A) && !slices.Contains(change.Reopen, table.B) {
				k := [2]int32{min(table.A, table.B), max(table.A, table.B)}
				kept[k], number[k] = true, table.Number
			}
		}
		var holder, bye int32
		for _, id := range now.Byes {
			if !slices.Contains(change.Reopen, id) {
				holder = id
			}
		}
		for _, id := range r.Byes {
			bye = id
		}
		o := newOracle(in)
		var pairs [][2]pairing.Player
		used := map[int]bool{}
		for _, table := range r.Tables {
			pairs = append(pairs, [2]pairing.Player{player(in, table.A), player(in, table.B)})
			if k := [2]int32{min(table.A, table.B), max(table.A, table.B)}; kept[k] && table.Number != number[k] {
				t.Fatalf("%v moved from table %d to %d", k, number[k], table.Number)
			}
			if used[table.Number] {
				t.Fatalf("table %d is used twice", table.Number)
			}
			used[table.Number] = true
		}
		got := repairValue(o, kept, holder, change.Optimal, pairs, bye)
		arrangements(in.Players, func(pairs [][2]pairing.Player, bye int32) {
			if bye != 0 && bye != holder && !candidate(in, player(in, bye)) {
				return
			}
			if v := repairValue(o, kept, holder, change.Optimal, pairs, bye); slices.Compare(v, got) < 0 {
				t.Fatalf("the repair costs %v, %v with bye %d would cost %v", got, pairs, bye, v)
			}
		})
	})
}

// eight returns a first round of eight or nine.
func eight(t *testing.T, n int) (pairing.Input, pairing.Seating) {
	t.Helper()
	in := pairing.Input{Policy: usual(), Round: 2}
	for i := range int32(n) {
		in.Players = append(in.Players, pairing.Player{ID: i + 1, Rank: i + 1, Score: int64(8-i) / 4 * 3})
	}
	r, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	return in, r.Seating()
}

func changed(a, b pairing.Seating) int {
	n := 0
	for _, x := range b.Tables {
		if !slices.ContainsFunc(a.Tables, func(y pairing.Table) bool { return x.A == y.A && x.B == y.B && x.Number == y.Number }) {
			n++
		}
	}
	return n
}

func TestRepairWithoutAChangeIsTheSameRound(t *testing.T) {
	in, now := eight(t, 9)
	r, err := pairing.Repair(in, now, pairing.Change{})
	if err != nil {
		t.Fatal(err)
	}
	if changed(now, r.Seating()) != 0 || !slices.Equal(now.Byes, r.Byes) {
		t.Errorf("nothing changed, but %v became %v", now, r.Seating())
	}
	for _, table := range r.Tables {
		if table.Reason.Why != pairing.WhyKept {
			t.Errorf("table %d is explained by %v, want kept", table.Number, table.Reason.Why)
		}
	}
}

func TestRepairGivesTheByePartnerToTheOneLeftAlone(t *testing.T) {
	in, now := eight(t, 9)
	gone := now.Tables[0].A
	left := now.Tables[0].B
	in.Players = slices.DeleteFunc(in.Players, func(p pairing.Player) bool { return p.ID == gone })
	r, err := pairing.Repair(in, now, pairing.Change{})
	if err != nil {
		t.Fatal(err)
	}
	if got := changed(now, r.Seating()); got != 1 || len(r.Byes) != 0 {
		t.Fatalf("%d tables changed, byes %v; want one and none", got, r.Byes)
	}
	if a, b := r.Tables[0].A, r.Tables[0].B; min(a, b) != min(left, now.Byes[0]) || max(a, b) != max(left, now.Byes[0]) {
		t.Errorf("table 1 is %d-%d, want %d against %d, who had the bye", a, b, left, now.Byes[0])
	}
}

func TestRepairGivesTheByeToANamedPlayer(t *testing.T) {
	in, now := eight(t, 9)
	id := now.Tables[1].A
	in.Byes = []int32{id}
	r, err := pairing.Repair(in, now, pairing.Change{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{id}, r.Byes); diff != "" {
		t.Fatal(diff)
	}
	if got := changed(now, r.Seating()); got != 1 {
		t.Errorf("%d tables changed, want only the one of the player named", got)
	}
}

func TestSwapExchangesTwoPlaces(t *testing.T) {
	in, now := eight(t, 9)
	a, bye := now.Tables[2].B, now.Byes[0]
	r, err := pairing.Swap(in, now, a, bye)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{a}, r.Byes); diff != "" {
		t.Error(diff)
	}
	if got := changed(now, r.Seating()); got != 1 || r.ProvedOptimal {
		t.Errorf("%d tables changed, proved %v; want 1 and no proof of a forced pairing", got, r.ProvedOptimal)
	}
	if _, err := pairing.Swap(in, now, a, 99); err == nil {
		t.Error("a player who is not seated was swapped")
	}
	if _, err := pairing.Swap(in, now, a, a); err == nil {
		t.Error("a player was swapped with themselves")
	}
}

func TestCheckReportsEveryCompromise(t *testing.T) {
	pol := usual()
	pol.Cost = []pairing.Term{pairing.CrossDivision, pairing.TagConflict, pairing.PointGap, pairing.RepeatFloat, pairing.AbsoluteSides}
	f := newField(pol, []string{"A", "B", "C", "D", "E"})
	f.meet("A-B")
	f.player("A").Score = 3
	f.player("A").Floated = pairing.FloatDown
	f.player("B").Division = 2
	f.player("A").Tag, f.player("B").Tag = 7, 7
	f.player("C").Sides = pairing.Sides{Balance: 2, Run: 2}
	f.player("D").Sides = pairing.Sides{Balance: 2, Run: 2}
	f.player("E").Byes = 1
	f.player("E").NoBye = true
	r, err := pairing.Check(f.in, pairing.Seating{Tables: []pairing.Table{{A: 1, B: 2}, {A: 3, B: 4}}, Byes: []int32{5}})
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Warning{
		{Kind: pairing.WarnRematch, Players: []int32{1, 2}, Count: 1, Forced: true, First: true},
		{Kind: pairing.WarnCrossDivision, Players: []int32{1, 2}, Forced: true},
		{Kind: pairing.WarnSameTag, Players: []int32{1, 2}, Forced: true},
		{Kind: pairing.WarnRepeatFloat, Players: []int32{1}, Count: 1, Forced: true},
		{Kind: pairing.WarnSides, Players: []int32{3, 4}, Forced: true},
		{Kind: pairing.WarnSecondBye, Players: []int32{5}, Count: 1, Forced: true},
		{Kind: pairing.WarnBarredBye, Players: []int32{5}, Forced: true},
	}
	if diff := cmp.Diff(want, r.Warnings); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{1, 1, 1, 9, 1, 1}, reported(r)); diff != "" {
		t.Error(diff)
	}
}

func TestErrorsSayHowToMendThem(t *testing.T) {
	two := []pairing.Player{{ID: 1, Rank: 1}, {ID: 2, Rank: 2}}
	three := append(slices.Clone(two), pairing.Player{ID: 3, Rank: 3})
	barred := slices.Clone(three)
	for i := range barred {
		barred[i].NoBye = true
	}
	seat := func(players []pairing.Player, tables []pairing.Table, byes ...int32) func() error {
		return func() error {
			_, err := pairing.Check(pairing.Input{Players: players}, pairing.Seating{Tables: tables, Byes: byes})
			return err
		}
	}
	swiss := func(in pairing.Input) func() error {
		return func() error { _, err := pairing.Swiss(in); return err }
	}
	for want, f := range map[string]func() error{
		"pairing.seated_twice player=#2":              seat(two, []pairing.Table{{A: 1, B: 2}}, 2),
		"pairing.unseated player=#3":                  seat(three, []pairing.Table{{A: 1, B: 2}}),
		"pairing.absent player=#9":                    seat(two, []pairing.Table{{A: 1, B: 9}}),
		"pairing.twice player=#2":                     swiss(pairing.Input{Players: []pairing.Player{{ID: 2}, {ID: 1}, {ID: 2}}}),
		"pairing.number number=0":                     swiss(pairing.Input{Players: []pairing.Player{{ID: 0}}}),
		"pairing.no_bye":                              swiss(pairing.Input{Players: barred}),
		"pairing.term_twice term=pointGap":            swiss(pairing.Input{Policy: pairing.Policy{Cost: []pairing.Term{pairing.PointGap, pairing.PointGap}}}),
		"pairing.gaps":                                swiss(pairing.Input{Policy: pairing.Policy{Cost: []pairing.Term{pairing.PointGap, pairing.GroupGap}}}),
		"pairing.span":                                swiss(pairing.Input{Policy: usual(), Players: []pairing.Player{{ID: 1, Score: 1 << 40}, {ID: 2}}}),
		"pairing.rank player=#1 rank=-1":              swiss(pairing.Input{Players: []pairing.Player{{ID: 1, Rank: -1}}}),
		"pairing.unit unit=1048576 most=4096":         swiss(pairing.Input{Policy: pairing.Policy{PointUnit: 1 << 20}}),
		"pairing.sides player=#1 opponents=2 sides=1": swiss(pairing.Input{Players: []pairing.Player{{ID: 1, Opponents: []int32{4, 5}, OpponentSides: []pairing.Side{1}}}}),
		"pairing.absent player=#7":                    swiss(pairing.Input{Players: two, Byes: []int32{7}}),
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestFixedTablesAreKept(t *testing.T) {
	in, _ := eight(t, 8)
	in.Players[7].FixedTable = 1
	in.Players[3].FixedTable = 20
	in.Policy.FirstTable = 5
	r, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	at := map[int32]int{}
	var numbers []int
	for _, table := range r.Tables {
		at[table.A], at[table.B] = table.Number, table.Number
		numbers = append(numbers, table.Number)
	}
	if at[8] != 1 && at[4] != at[8] || at[4] != 20 {
		t.Errorf("players 8 and 4 sit at tables %d and %d, want 1 and 20", at[8], at[4])
	}
	if !slices.IsSorted(numbers) {
		t.Errorf("tables come in the order %v", numbers)
	}
}

func TestSeparateFieldsNeverMix(t *testing.T) {
	in := history(90, 3, 5)
	for i := range in.Players {
		in.Players[i].Division = int32(i % 3)
		in.Players[i].Flight = int32(i % 2)
	}
	in.Policy.SeparateDivisions, in.Policy.SeparateFlights = true, true
	r, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := seatedOnce(in, r); wrong != nil {
		t.Fatalf("not seated exactly once: %v", wrong)
	}
	for _, table := range r.Tables {
		if a, b := player(in, table.A), player(in, table.B); a.Division != b.Division || a.Flight != b.Flight {
			t.Errorf("%d of division %d, flight %d meets %d of %d, %d", a.ID, a.Division, a.Flight, b.ID, b.Division, b.Flight)
		}
	}
	if len(r.Byes) != 6 { // 15 players in each of 3 x 2 fields
		t.Errorf("%d byes, want one in each of six odd fields", len(r.Byes))
	}
}
