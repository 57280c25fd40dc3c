package pairing_test

import (
	"encoding/gob"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"topcut/tournament/pairing"
)

func TestDev(t *testing.T) {
	reps, _ := strconv.Atoi(os.Getenv("DEVREPS"))
	if reps == 0 {
		t.Skip()
	}
	line := ""
	for _, shape := range shapes {
		if os.Getenv("DEVBIG") != "" && shape.players < 1024 {
			continue
		}
		var mins []time.Duration
		for seed := range uint64(9) {
			in := history(shape.players, shape.played, seed+1)
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			best := time.Hour
			for i := 0; i < reps; i++ {
				s := time.Now()
				r, err := pairing.Swiss(in)
				d := time.Since(s)
				if err != nil || r == nil {
					t.Fatal(err)
				}
				best = min(best, d)
				if d > 3*time.Millisecond && i > 20 {
					break
				}
			}
			mins = append(mins, best)
		}
		slices.Sort(mins)
		line += fmt.Sprintf("%d/%d: %v max %v | ", shape.players, shape.played+1, mins[len(mins)/2], mins[len(mins)-1])
	}
	fmt.Println(line)
}

func TestDevDump(t *testing.T) {
	if os.Getenv("DEVDUMP") == "" {
		t.Skip()
	}
	for _, shape := range shapes {
		var list []pairing.Input
		for seed := range uint64(9) {
			in := history(shape.players, shape.played, seed+1)
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			if r, _ := pairing.Swiss(in); r.Proof == pairing.ProofBound {
				list = append(list, in)
			}
		}
		f, _ := os.Create(fmt.Sprintf("/tmp/pair/in-%d-%d.gob", shape.players, shape.played+1))
		gob.NewEncoder(f).Encode(list)
		f.Close()
	}
}
