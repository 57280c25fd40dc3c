package record_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/record"
)

// TestAStoredRecordIsTheRecord: what is read again is what was written, and what was
// cut off or changed is refused rather than half understood, and never a panic.
func TestAStoredRecordIsTheRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		want := record.Record{Game: "magic", Ended: time.UnixMilli(rng.Int64N(1 << 42)).UTC(), Players: []record.Player{}, Matches: []record.Match{}}
		for range rng.IntN(20) {
			var members []int
			for range rng.IntN(4) {
				members = append(members, rng.IntN(500))
			}
			want.Players = append(want.Players, record.Player{
				Members: members,
				Person:  rng.IntN(500), Place: rng.IntN(300), Won: rng.IntN(9), Lost: rng.IntN(9), Drawn: rng.IntN(9), Byes: rng.IntN(3),
				Rounds: rng.IntN(9), Penalties: rng.IntN(2), Deck: rng.IntN(2) > 0, Disqualified: rng.IntN(2) > 0, NoShow: rng.IntN(2) > 0,
			})
		}
		for range rng.IntN(30) {
			m := record.Match{Round: 1 + rng.IntN(12), Unplayed: rng.IntN(2) > 0, Players: []int{}}
			for k := range min(2+rng.IntN(3), len(want.Players)) {
				m.Players, m.Places[k] = append(m.Players, rng.IntN(len(want.Players))), int8(1+rng.IntN(4))
			}
			for range max(0, rng.IntN(6)-2) {
				m.Boards = append(m.Boards, record.Board{
					Persons: [2]int{rng.IntN(500), rng.IntN(500)}, Places: [2]int8{int8(1 + rng.IntN(2)), int8(1 + rng.IntN(2))}, Unplayed: rng.IntN(2) > 0,
				})
			}
			want.Matches = append(want.Matches, m)
		}
		data, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var got record.Record
		if err := got.UnmarshalBinary(data); err != nil || !cmp.Equal(want, got) {
			t.Fatalf("%v\n%s", err, cmp.Diff(want, got))
		}
		for cut := range data {
			if (&record.Record{}).UnmarshalBinary(data[:cut]) == nil {
				t.Fatalf("%d of %d bytes are a record too", cut, len(data))
			}
		}
		data[rng.IntN(len(data))] ^= byte(1 + rng.IntN(255))
		_ = (&record.Record{}).UnmarshalBinary(data)
	}
}
