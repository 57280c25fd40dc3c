package pictures

import (
	"fmt"
	"testing"
)

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		if _, err := New(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnpack unpacks and parses every font, which happens once in the life
// of a program, as far as names need it.
func BenchmarkUnpack(b *testing.B) {
	for range b.N {
		set, err := loadFonts()
		if err != nil {
			b.Fatal(err)
		}
		for i := range set.fonts {
			if _, err := set.fonts[i].parse(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// benchmark draws and encodes a set of pictures and reports the number, the
// size of all and the size of the largest.
func benchmark(b *testing.B, draw func(*Painter) ([]Picture, error)) {
	p := newPainter(b)
	if _, err := draw(p); err != nil { // unpacks the fonts it needs
		b.Fatal(err)
	}
	total, largest, number := 0, 0, 0
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		pictures, err := draw(p)
		if err != nil {
			b.Fatal(err)
		}
		total, largest, number = 0, 0, len(pictures)
		for _, picture := range pictures {
			size := len(picture.PNG())
			total += size
			largest = max(largest, size)
		}
	}
	b.ReportMetric(float64(number), "pictures")
	b.ReportMetric(float64(total)/1024, "KiB")
	b.ReportMetric(float64(largest)/1024, "KiB/largest")
}

func BenchmarkStandings16(b *testing.B)  { benchmarkStandings(b, 16) }
func BenchmarkStandings128(b *testing.B) { benchmarkStandings(b, 128) }
func BenchmarkStandings512(b *testing.B) { benchmarkStandings(b, 512) }

func benchmarkStandings(b *testing.B, players int) {
	d := standingsSample(players)
	for i := range d.Rows {
		d.Rows[i].Cells[1].Text += fmt.Sprint(i) // no two names alike
	}
	benchmark(b, func(p *Painter) ([]Picture, error) { return p.table(d, Options{}) })
}

func BenchmarkBracket32(b *testing.B) { benchmarkBracket(b, singleElimination(32, 0)) }
func BenchmarkBracket64(b *testing.B) { benchmarkBracket(b, singleElimination(64, 0)) }
func BenchmarkDouble32(b *testing.B)  { benchmarkBracket(b, doubleOf(32)) }

func benchmarkBracket(b *testing.B, d BracketData) {
	for i := range d.Rounds {
		for j := range d.Rounds[i].Matches {
			for k := range d.Rounds[i].Matches[j].Sides {
				if s := &d.Rounds[i].Matches[j].Sides[k]; s.Name != "" {
					s.Name += " " + s.Seed // no two names alike
				}
			}
		}
	}
	benchmark(b, func(p *Painter) ([]Picture, error) { return p.bracket(d, Options{}) })
}

func BenchmarkChances(b *testing.B) {
	benchmark(b, func(p *Painter) ([]Picture, error) { return p.cutChances(chancesSample(), Options{}) })
}
