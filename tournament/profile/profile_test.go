package profile

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/journal"
)

var first = time.Date(2025, 1, 6, 22, 0, 0, 0, time.UTC)

// random are events in which some of the members met.
func random(rng *rand.Rand, events, members int) (out []Tournament) {
	for i := range events {
		e := Tournament{ID: journal.ID(i + 1), Game: []string{"magic", "chess"}[rng.IntN(2)], Ended: first.AddDate(0, 0, 7*i)}
		for place, m := range rng.Perm(members)[:2+rng.IntN(members-1)] {
			e.Places = append(e.Places, Place{Member: m + 1, Place: place + 1, Penalties: rng.IntN(8) / 7, NoShow: rng.IntN(20) == 0})
		}
		e.Field = len(e.Places)
		for round := 1; round <= 4; round++ {
			for k := 0; k+1 < len(e.Places); k += 2 {
				a, b := e.Places[k].Member, e.Places[k+1].Member
				e.Matches = append(e.Matches, Match{Round: round, A: a, B: b, Winner: []int{a, b, 0}[rng.IntN(3)], Unplayed: rng.IntN(10) == 0})
			}
		}
		out = append(out, e)
	}
	return out
}

// What one has won against the other, the other has lost; all opponents together are
// the record.
func TestTheRecordsOfTwoAreMirrored(t *testing.T) {
	for seed := range uint64(50) {
		events := random(rand.New(rand.NewPCG(seed, 1)), 12, 6)
		var none Members
		for a := 1; a <= 6; a++ {
			p := Of(events, &none, a, "", first)
			var sum Record
			for _, v := range p.Opposite {
				sum.Won, sum.Lost, sum.Drawn = sum.Won+v.Record.Won, sum.Lost+v.Record.Lost, sum.Drawn+v.Record.Drawn
				back := Of(events, &none, v.Opponent, "", first).Against(a)
				if back.Record != (Record{v.Record.Lost, v.Record.Won, v.Record.Drawn}) || !cmp.Equal(back.Last, v.Last) {
					t.Fatalf("%d against %d: %+v, and back %+v", a, v.Opponent, v, back)
				}
			}
			if sum != p.Record {
				t.Fatalf("%+v against everybody, %+v in all", sum, p.Record)
			}
			magic, chess := Of(events, &none, a, "magic", first), Of(events, &none, a, "chess", first)
			if magic.Events+chess.Events != p.Events || magic.Record.all()+chess.Record.all() != p.Record.all() {
				t.Fatal("the games do not add up")
			}
		}
	}
}

// A guest who is merged into a user has played as the user, and where both played it
// cannot be.
func TestAMergedGuestHasPlayedAsTheUser(t *testing.T) {
	play := func(me, day, place, winner int) Tournament {
		return Tournament{ID: journal.ID(day), Game: "magic", Ended: first.AddDate(0, 0, day), Field: 8, Places: []Place{{Member: me, Place: place}, {Member: 9, Place: 2}}, Matches: []Match{{Round: 1, A: me, B: 9, Winner: winner}}}
	}
	as := func(guest int) []Tournament {
		return []Tournament{play(1, 1, 1, 1), play(guest, 2, 4, guest), play(1, 3, 3, 9)}
	}
	var members, none Members
	if err := members.Merge(2, 1, as(2)); err != nil {
		t.Fatal(err)
	}
	want := Of(as(1), &none, 1, "", first)
	for _, asked := range []int{1, 2} {
		if diff := cmp.Diff(want, Of(as(2), &members, asked, "", first)); diff != "" {
			t.Errorf("merged (-as one +as two):\n%s", diff)
		}
	}
	if want.Events != 3 || want.Streak != 2 || want.Running != 0 || want.Wins != 1 || want.Best[0].Place != 1 || want.Last[0].Place != 3 {
		t.Errorf("%+v", want)
	}
	for _, tc := range []struct {
		from, into int
		class      journal.Class
	}{{1, 2, journal.NoChange}, {9, 2, journal.Conflict}} {
		if err := members.Merge(tc.from, tc.into, as(2)); journal.ClassOf(err) != tc.class {
			t.Errorf("%+v: %v", tc, err)
		}
		if _, refused := errors.AsType[*journal.Refusal](members.Merge(tc.from, tc.into, as(2))); !refused {
			t.Error("that is no refusal")
		}
	}
}

// Penalties and no-shows expire from view after 18 months.
func TestFaultsExpire(t *testing.T) {
	events := []Tournament{
		{ID: 1, Ended: first, Places: []Place{{Member: 1, Place: 3, Penalties: 2}}},
		{ID: 2, Ended: first.AddDate(0, 6, 0), Places: []Place{{Member: 1, NoShow: true}}},
	}
	var none Members
	for months, want := range map[int]int{17: 2, 18: 1, 23: 1, 24: 0} {
		if got := Of(events, &none, 1, "", first.AddDate(0, months, 0)).Faults; len(got) != want {
			t.Errorf("after %d months %v are seen, want %d", months, got, want)
		}
	}
}

// A profile over 1,000 events of 60 people: less than 100 ms.
func BenchmarkProfile(b *testing.B) {
	events := random(rand.New(rand.NewPCG(1, 1)), 1000, 60)
	var none Members
	for b.Loop() {
		Of(events, &none, 7, "", first)
	}
}
