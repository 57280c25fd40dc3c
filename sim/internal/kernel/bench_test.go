package kernel

import (
	"fmt"
	"testing"
)

// BenchmarkPlay plays the workload of the naive simulator without looking at what
// comes of it.
func BenchmarkPlay(b *testing.B) {
	for _, shape := range [][2]int{{64, 6}, {256, 8}, {1024, 10}, {2048, 11}} {
		b.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(b *testing.B) {
			r, err := Compile(load(b, "lorcana", nil), shape[1])
			if err != nil {
				b.Fatal(err)
			}
			e := NewSimulator(NewStart(r, shape[0]), Options{DrawChance: 10, PlayChance: 100, Cut: 8})
			e.Seed([32]byte{1}, "bench", 0)
			for b.Loop() {
				e.Play()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*shape[0]/2*shape[1]), "ns/match")
		})
	}
}
