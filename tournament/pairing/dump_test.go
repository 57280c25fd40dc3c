package pairing_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"pgregory.net/rapid"
	"topcut/tournament/pairing"
)

func TestDumpZ(t *testing.T) {
	h := sha256.New()
	k := 0
	for _, n := range []int{8, 16, 64, 100, 256, 1024, 4096} {
		for r := 0; r <= 2*middle(n)-1 && r < n/2; r++ {
			for s := range 3 {
				in := history(n, r, uint64(s+1))
				for v := range 5 {
					switch v {
					case 1:
						in.Policy.Cost = []pairing.Term{pairing.PointGap}
					case 2:
						in.Players = in.Players[:n-1]
					case 3:
						in.Policy.Tables = pairing.TablesRandom
						for i := range in.Players {
							in.Players[i].Division = int32(i*7) % 3
						}
						in.Policy.SeparateDivisions = true
					case 4:
						in.Policy = pairing.AgeModifiedPolicy()
						if n > 300 {
							continue
						}
					}
					res, err := pairing.Swiss(in)
					fmt.Fprintf(h, "%+v %v\n", res, err)
					k++
				}
			}
		}
		fmt.Printf("%d %d %x\n", n, k, h.Sum(nil)[:8])
	}
	g := rapid.Custom(func(t *rapid.T) pairing.Input { return drawTask(t, 40) })
	for i := range 3000 {
		in := g.Example(i)
		res, err := pairing.Swiss(in)
		fmt.Fprintf(h, "%+v %v\n", res, err)
		if err == nil {
			for k := range in.Players {
				in.Players[k].Score += int64(k % 3)
			}
			in.Players = in.Players[:len(in.Players)-1]
			for _, ch := range []pairing.Change{{}, {Optimal: true}, {Reopen: []int32{1}}} {
				rr, err := pairing.Repair(in, res.Seating(), ch)
				fmt.Fprintf(h, "%+v %v\n", rr, err)
			}
		}
	}
	fmt.Printf("rapid %x\n", h.Sum(nil)[:8])
}

func BenchmarkZ(b *testing.B) {
	for _, n := range []int{1024, 4096} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			in := history(n, middle(n), 1)
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pairing.Swiss(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
