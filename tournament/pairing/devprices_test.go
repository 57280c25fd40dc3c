package pairing_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"topcut/tournament/pairing"
)

func TestDevPrices(t *testing.T) {
	if os.Getenv("DEVPRICES") == "" {
		t.Skip()
	}
	for _, shape := range shapes[:5] {
		var mins []time.Duration
		for seed := range uint64(40) {
			in := history(shape.players, shape.played, seed+1)
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			r, _ := pairing.Swiss(in)
			if r.Proof == pairing.ProofBound {
				continue
			}
			best := time.Hour
			for range 40000 / shape.players {
				s := time.Now()
				pairing.Swiss(in)
				best = min(best, time.Since(s))
			}
			mins = append(mins, best)
		}
		slices.Sort(mins)
		fmt.Print(shape.players, "/", shape.played+1, ": ", len(mins), " median ", mins[len(mins)/2], " max ", mins[len(mins)-1], " | ")
	}
	fmt.Println()
}
