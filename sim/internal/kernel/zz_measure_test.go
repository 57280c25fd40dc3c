package kernel

import (
	"os"
	"testing"
	"time"
)

func TestZZMeasure(t *testing.T) {
	if os.Getenv("MEASURE") == "" {
		t.Skip("MEASURE")
	}
	for _, all := range []bool{false, true} {
		for _, shape := range [][2]int{{64, 6}, {256, 8}, {1024, 10}, {2048, 11}} {
			r, _ := Compile(load(t, "lorcana", nil), shape[1])
			o := Options{DrawChance: 10, PlayChance: 100, Cut: 8}
			s := NewStart(r, shape[0])
			if all {
				o.Agreed, o.DropLosses, o.PlayChance = StrictDraws, shape[1]-1, 110
				o.DayOne = shape[1] - 2
				o.DayOnePoints = 3 * (o.DayOne / 2)
				s.Award(0, 1)
			}
			e := NewEvent(s, o)
			e.Seed([32]byte{1}, "bench", 0)
			n := max(60000/shape[0]/shape[1], 1)
			best := time.Hour
			for range 400 {
				t0 := time.Now()
				for range n {
					e.Play()
				}
				best = min(best, time.Since(t0))
			}
			t.Logf("%v %v: %.2f ns/match", all, shape, float64(best.Nanoseconds())/float64(n*shape[0]/2*shape[1]))
		}
	}
}
