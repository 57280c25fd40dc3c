package kernel

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Whatever lots are made of, each thing is drawn as often as it is likely.
func TestLotsAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 256).Draw(t, "chances")
		if rapid.Bool().Draw(t, "most never") {
			for i := range given {
				if i%7 > 0 {
					given[i] = 0
				}
			}
		}
		sum := 0.0
		for _, p := range given {
			sum += p
		}
		if sum == 0 {
			return
		}
		l := newLots(given)
		drawn := make([]float64, 256)
		for i := range l {
			below := float64(l[i].limit) / (1 << 24)
			drawn[l[i].under] += below / 256
			drawn[l[i].over] += (1 - below) / 256
		}
		for k, p := range drawn {
			want := 0.0
			if k < len(given) {
				want = given[k] / sum
			}
			if math.Abs(p-want) > 1e-6 || want == 0 && p > 0 {
				t.Fatalf("%d of %d is drawn %v of the time, not %v", k, len(given), p, want)
			}
		}
		numbers := make([]uint16, len(given))
		for k := range numbers {
			numbers[k] = uint16(1000 - 3*k)
		}
		named := newLots(given).named(numbers)
		for cell := range uint64(256) {
			for _, x := range []uint64{cell << 24, cell<<24 | (1<<24 - 1)} {
				if got, want := named.draw(x), numbers[l.draw(x)]; got != want {
					t.Fatalf("%x is %d under another number, not %d", x, got, want)
				}
			}
			if got := l.draw(cell<<24 | (1<<24 - 1)); l[cell].limit < 1<<24 && got != l[cell].over {
				t.Fatalf("the end of cell %d is %d", cell, got)
			}
		}
	})
}

// The chances of scores are those of all sequences of boards.
func TestChancesOfScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boards := make([][2]float64, rapid.IntRange(0, 7).Draw(t, "boards"))
		for i := range boards {
			win := rapid.Float64Range(0, 1).Draw(t, "win")
			boards[i] = [2]float64{win, rapid.Float64Range(0, 1-win).Draw(t, "loss")}
		}
		want := map[score]float64{}
		var play func(b int, s score, p float64)
		play = func(b int, s score, p float64) {
			if b == len(boards) {
				want[s] += p
				return
			}
			play(b+1, score{s[0] + 1, s[1], s[2]}, p*boards[b][0])
			play(b+1, score{s[0], s[1] + 1, s[2]}, p*boards[b][1])
			play(b+1, score{s[0], s[1], s[2] + 1}, p*(1-boards[b][0]-boards[b][1]))
		}
		play(0, score{}, 1)
		got := chances(boards)
		list := scoresOf(len(boards))
		if len(got) != len(list) {
			t.Fatalf("%d chances of %d scores", len(got), len(list))
		}
		for i, s := range list {
			if scoreAt(len(boards), s[0], s[1]) != i {
				t.Fatalf("%v is not at %d", s, i)
			}
			if math.Abs(got[i]-want[s]) > 1e-9 {
				t.Fatalf("%v has a chance of %v, not %v", s, got[i], want[s])
			}
		}
	})
}
