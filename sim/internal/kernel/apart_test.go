package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topcut/tournament/ledger"
)

// Players who are kept apart meet in no simulated round for which that holds, whatever
// round it is and however large the field; in the others they meet as often as anyone, and
// real opponents do not meet again.
func TestPlayersKeptApartDoNotMeet(t *testing.T) {
	rs := load(t, "magic", nil)
	const total, trials = 5, 300
	r, err := Compile(rs, total)
	if err != nil {
		t.Fatal(err)
	}
	for _, players := range []int{12, 64, 80} {
		for _, played := range []int{0, 2} {
			for _, exactly := range []bool{false, true} {
				name := fmt.Sprint(players, " players, ", played, " rounds played, exact: ", exactly)
				l := playedLedger(t, rand.New(rand.NewPCG(uint64(players), uint64(played))), rs, players, played)
				fresh := [][2]int32{} // pairs who have not met
				for b := int32(1); int(b) < players && len(fresh) < 6; b++ {
					if a := b - 1; !met(l, a, b) {
						fresh = append(fresh, [2]int32{a, b})
					}
				}
				for i, p := range fresh {
					to := int16(0)
					if i >= 3 {
						to = 3 // only up to round 3
					}
					l.Apart = ledger.KeepApart(l.Apart, ledger.Apart{A: p[0], B: p[1], To: to})
				}
				start, err := FromLedger(r, l)
				if err != nil {
					t.Fatal(err)
				}
				e := NewSimulator(start, Options{PlayChance: 100, Exact: exactly})
				e.Seed([32]byte{1}, name, 0)
				after := 0
				for range trials {
					e.Play()
					for round := played; round < total; round++ {
						for _, a := range l.Apart {
							q, ok := e.Opponent(int(a.A), round)
							switch {
							case !ok || q != int(a.B):
							case a.In(round + 1):
								t.Fatalf("%s: players %d and %d meet in round %d", name, a.A, a.B, round+1)
							default:
								after++
							}
						}
						for p := range players {
							if q, ok := e.Opponent(p, round); ok && met(l, int32(p), int32(q)) {
								t.Fatalf("%s: players %d and %d meet again in round %d", name, p, q, round+1)
							}
						}
					}
				}
				if after == 0 {
					t.Errorf("%s: nobody who was kept apart up to round 3 meets after it", name)
				}
			}
		}
	}
}

func met(l *ledger.Ledger, a, b int32) bool {
	for i := range l.Rounds {
		for j := range l.Rounds[i].Matches {
			if m := &l.Rounds[i].Matches[j]; m.N == 2 && m.Seat(a) >= 0 && m.Seat(b) >= 0 {
				return true
			}
		}
	}
	return false
}
