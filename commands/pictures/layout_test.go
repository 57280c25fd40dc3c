package pictures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/table"
)

// place is where a text lies.
type place struct {
	box
	text string
}

func places(s *scene) []place {
	var out []place
	for i := range s.ops {
		if o := &s.ops[i]; o.text != nil {
			height := o.size * capHeight
			out = append(out, place{box{o.at.x, o.at.y - height, o.text.width * o.size, height}, o.text.text})
		}
	}
	return out
}

// checkLayout holds that every text is legible: large enough, inside the
// picture, and not on another text.
func checkLayout(s *scene) error {
	if s.width != pageWidth && s.width != podiumWidth {
		return fmt.Errorf("the picture is %v wide", s.width)
	}
	for i := range s.ops {
		if o := &s.ops[i]; o.text != nil && o.size < 14*s.width/pageWidth {
			return fmt.Errorf("%q is set in %v pixels", o.text.text, o.size)
		}
	}
	all := places(s)
	for i, a := range all {
		if a.x < 0 || a.right() > s.width || a.y < 0 || a.bottom() > s.height {
			return fmt.Errorf("%q leaves the picture: %v", a.text, a.box)
		}
		for _, b := range all[:i] {
			if a.x < b.right()-0.5 && b.x < a.right()-0.5 && a.y < b.bottom()-0.5 && b.y < a.bottom()-0.5 {
				return fmt.Errorf("%q %v lies on %q %v", a.text, a.box, b.text, b.box)
			}
		}
	}
	return nil
}

func TestSamplesAreLegible(t *testing.T) {
	p := newPainter(t)
	for _, s := range samples() {
		for i, picture := range s.pictures(t, p, Options{}) {
			if err := checkLayout(picture.scene); err != nil {
				t.Errorf("%s %d: %v", s.name, i+1, err)
			}
		}
	}
}

// TestAnyTextIsLegible gives every kind of picture arbitrary text everywhere.
func TestAnyTextIsLegible(t *testing.T) {
	p := newPainter(t)
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return anyText().Draw(t, label) }
		one := func(p Picture, err error) ([]Picture, error) { return []Picture{p}, err }
		a, b, c := text("a"), text("b"), text("c")
		kinds := []func() ([]Picture, error){
			func() ([]Picture, error) {
				d := sampleTable(b, c)
				d.Title, d.Subtitle, d.Note, d.Cut = a, b, c, table.Cut{After: 1, Label: a}
				d.Columns[3].Strong = true
				d.Add("1", a, "3", b)
				d.Add("2", b, c, "0")
				d.Rows[0].Mark, d.Rows[1].Focus = table.Clinched, true
				return p.table(d, Options{})
			},
			func() ([]Picture, error) {
				return p.pairings(PairingsData{Title: a, Tables: []PairedTable{
					{Table: "1", Players: []PairedPlayer{{Name: a, Detail: b}, {Name: c, Winner: true}}, Result: c},
					{Table: "2", Players: []PairedPlayer{{Name: a, Seat: b, Score: "1"}, {Name: b, Detail: c}, {Name: c, Winner: true, Detail: a}}},
					{Table: "3", Players: []PairedPlayer{{Name: b}}, Result: a},
				}}, Options{})
			},
			func() ([]Picture, error) {
				return p.bracket(BracketData{Title: a, Rounds: []BracketRound{
					{Name: b, Matches: []BracketMatch{{ID: 1, Label: c, Winner: 1, Sides: [2]BracketSide{{Seed: "1", Name: a, Score: b}, {Name: c, Score: "1"}}}, {ID: 2, Sides: [2]BracketSide{{Name: b}, {Pending: a}}}}},
					{Name: c, Matches: []BracketMatch{{ID: 3, From: [2]int{1, 2}, Sides: [2]BracketSide{{Name: a}, {Pending: c}}}}},
				}, Places: []BracketPlace{{"1", a}, {"2", b}}}, Options{})
			},
			func() ([]Picture, error) {
				return p.crosstable(CrosstableData{Title: a, TotalTitle: b, Players: []CrossPlayer{
					{Name: a, Cells: []CrossCell{{}, {Text: c, Won: true}}, Total: c}, {Name: b, Cells: []CrossCell{{Text: a}, {}}, Total: "1"},
				}}, Options{})
			},
			func() ([]Picture, error) {
				return one(p.podium(PodiumData{Title: a, Subtitle: b, Final: c, Places: []BracketPlace{{"1", a}, {"2", b}, {"3", c}, {"3", a}}}, Options{}))
			},
			func() ([]Picture, error) {
				return one(p.seatingCircle(SeatingData{Title: a, Seats: []string{a, b, c, a, b, c}, Passing: b}, Options{}))
			},
			func() ([]Picture, error) {
				return p.schedule(ScheduleData{Title: a, Rounds: []ScheduleRound{{Name: b, Detail: c, Tables: []ScheduleTable{{Name: a, Seats: []ScheduleSeat{{b, c, true}, {"E", a, false}}}, {Name: c}}}}}, Options{})
			},
			func() ([]Picture, error) {
				return p.cutChances(ChancesData{Title: a, Note: c, Rows: []ChanceRow{{Name: b, Chance: 0.5, Low: 0.4, High: 0.6}, {Name: c, Mark: table.Eliminated}}}, Options{})
			},
			func() ([]Picture, error) {
				return one(p.pointsDistribution(PointsData{Title: a, XTitle: c, Bars: []PointsBar{{b, 3, 0}, {c, 2, 1}, {a, 1, 1}}}, Options{}))
			},
			func() ([]Picture, error) {
				return one(p.luckDistribution(LuckData{Title: a, Name: b, Verdict: c, XTitle: a, Value: 9, Bins: []LuckBin{{-1, 0, 1}, {0, 1, 2}}}, Options{}))
			},
			func() ([]Picture, error) {
				return one(p.chanceCourse(CourseData{Title: a, Points: []CoursePoint{{a, b, 0.1, 0, 0.2}, {b, c, 1, 1, 1}, {c, a, 0, 0, 0.1}}}, Options{}))
			},
		}
		pictures, err := kinds[rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")]()
		if err != nil {
			t.Fatal(err)
		}
		for _, picture := range pictures {
			if err := checkLayout(picture.scene); err != nil {
				t.Fatal(err)
			}
			if n := len(utf16.Encode([]rune(picture.Alt))); n > 1024 || n == 0 {
				t.Fatalf("the alt text has %d units", n)
			}
			if err := wellFormed(picture.SVG()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func wellFormed(svg []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestPNGHasTheSizeItSays(t *testing.T) {
	p := newPainter(t)
	for scale := 1; scale <= maxScale; scale++ {
		pictures, err := p.table(standingsSample(4), Options{Scale: scale})
		if err != nil {
			t.Fatal(err)
		}
		size := decode(t, pictures[0].PNG()).Bounds().Size()
		if size.X != pictures[0].Width || size.Y != pictures[0].Height || size.X != scale*pageWidth {
			t.Errorf("scale %d: %v, said to be %d by %d", scale, size, pictures[0].Width, pictures[0].Height)
		}
	}
}

func TestSameDataSameBytesFromManyGoroutines(t *testing.T) {
	shared := newPainter(t)
	want := map[string][]byte{}
	for _, s := range samples() {
		pictures := s.pictures(t, newPainter(t), Options{Scale: 1})
		want[s.name] = append(pictures[0].PNG(), pictures[0].SVG()...)
	}
	var group sync.WaitGroup
	for range 3 {
		for _, s := range samples() {
			group.Go(func() {
				pictures, err := s.draw(shared, Options{Scale: 1})
				if err != nil {
					t.Error(err)
				} else if !bytes.Equal(append(pictures[0].PNG(), pictures[0].SVG()...), want[s.name]) {
					t.Errorf("%s differs", s.name)
				}
			})
		}
	}
	group.Wait()
}

func TestStandingsArePagedEvenly(t *testing.T) {
	p := newPainter(t)
	for players, want := range map[int]int{0: 1, 1: 1, 32: 1, 33: 2, 128: 4, 512: 16} {
		pictures, err := p.table(standingsSample(players), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(pictures) != want {
			t.Errorf("%d players take %d pictures, want %d", players, len(pictures), want)
		}
		rows := 0
		for _, picture := range pictures {
			rows += strings.Count(picture.Text, ": Points ")
			if picture.Height > 2800 {
				t.Errorf("%d players: a picture is %d high", players, picture.Height)
			}
		}
		if rows != players {
			t.Errorf("the text tells of %d players, not %d", rows, players)
		}
	}
}

func TestColumnsThatDoNotFitAreNamed(t *testing.T) {
	titles, cells := []string{}, []string{"1", "Anna"}
	for i := range 9 {
		titles, cells = append(titles, fmt.Sprintf("Column %d", i)), append(cells, fmt.Sprint(1000+i))
	}
	d := sampleTable(titles...)
	d.Add(cells...)
	pictures, err := newPainter(t).table(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	shown := ""
	for _, s := range places(pictures[0].scene) {
		shown += s.text + "\n"
	}
	if !strings.Contains(shown, "Only in the text: Column") {
		t.Errorf("the picture does not say which columns are missing:\n%s", shown)
	}
	if !strings.Contains(pictures[0].Text, "Column 8 1008") {
		t.Errorf("the text lacks the last column: %s", pictures[0].Text)
	}
}

func TestBracketPages(t *testing.T) {
	p := newPainter(t)
	for n, want := range map[int]int{4: 1, 8: 1, 16: 1, 32: 1, 64: 3, 128: 6} {
		d := singleElimination(n, n/4)
		for i := range d.Rounds[0].Matches[:n/4] { // a bye in a picture is the place of a player who might have come
			d.Rounds[0].Matches[i].Sides[1] = BracketSide{Name: "Late"}
		}
		pictures, err := p.bracket(d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(pictures) != want {
			t.Errorf("%d players take %d pictures, want %d", n, len(pictures), want)
		}
		all := ""
		for _, picture := range pictures {
			all += picture.Text
			if err := checkLayout(picture.scene); err != nil {
				t.Errorf("%d players: %v", n, err)
			}
		}
		for id := 1; id < n; id++ {
			if got := strings.Count(all, fmt.Sprintf(", Match %d: ", id)); got != 1 {
				t.Errorf("%d players: match %d is drawn %d times", n, id, got)
			}
		}
		if !strings.HasSuffix(pictures[len(pictures)-1].Text, fmt.Sprintf("Third place: Loser of %d vs Loser of %d\n", n-3, n-2)) {
			t.Errorf("%d players: the match for third place does not end the last page: %s", n, pictures[len(pictures)-1].Text)
		}
	}
}

// bounds returns the rectangle around what is filled, empty for a text.
func (o *op) bounds() box {
	if o.shape == nil {
		return o.rect
	}
	low, high := o.shape[0].to, o.shape[0].to
	for _, s := range o.shape {
		low, high = point{min(low.x, s.to.x), min(low.y, s.to.y)}, point{max(high.x, s.to.x), max(high.y, s.to.y)}
	}
	return box{low.x, low.y, high.x - low.x, high.y - low.y}
}

func (b box) meets(o box) bool {
	return b.x < o.right() && o.x < b.right() && b.y < o.bottom() && o.y < b.bottom()
}

// checkBracket holds that the boxes of a bracket stand clear of each other, and that
// its lines run through no box and no text.
func checkBracket(s *scene, c palette, matches int) error {
	var boxes, lines []box
	for i := range s.ops {
		o := &s.ops[i]
		switch b := o.bounds(); {
		case o.colour != c.line || o.text != nil:
		case o.shape != nil:
			boxes = append(boxes, b)
		case b.w < inner: // not the line above the places
			lines = append(lines, b)
		}
	}
	if len(boxes) != matches {
		return fmt.Errorf("%d boxes for %d matches", len(boxes), matches)
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			if (box{a.x - 4, a.y - 4, a.w + 8, a.h + 8}).meets(b) {
				return fmt.Errorf("the boxes %v and %v touch", a, b)
			}
		}
	}
	for _, l := range lines {
		for _, text := range places(s) {
			if l.meets(text.box) {
				return fmt.Errorf("the line %v runs through %q at %v", l, text.text, text.box)
			}
		}
		for _, b := range boxes {
			if (box{b.x + 2, b.y + 2, b.w - 4, b.h - 4}).meets(l) {
				return fmt.Errorf("the line %v runs through the box %v", l, b)
			}
		}
	}
	return nil
}

// Brackets of all shapes up to 32, single and double, with byes of any number, with
// names of 32 letters and of every script: one picture, in which nothing lies on
// anything else.
func TestABracketOfUpTo32IsOneClearPicture(t *testing.T) {
	p := newPainter(t)
	for _, theme := range []Theme{Dark, Light} {
		rapid.Check(t, func(t *rapid.T) {
			size := rapid.SampledFrom([]int{4, 8, 16, 32}).Draw(t, "size")
			d := singleElimination(size, 0)
			if rapid.Bool().Draw(t, "double") {
				d = doubleOf(size)
			}
			gone := map[int]int{} // a match that is not played, and the one before it
			matches := 0
			for r := range d.Rounds {
				round := &d.Rounds[r]
				first := r == 0 || round.Part == Lower
				var kept []BracketMatch
				for _, m := range round.Matches {
					for i, from := range m.From {
						for before, ok := gone[from]; ok; before, ok = gone[from] {
							from = before
						}
						m.From[i] = from
						if rapid.IntRange(0, 3).Draw(t, "name") == 0 && m.Sides[i].Name != "" {
							m.Sides[i].Name = rapid.SampledFrom([]string{strings.Repeat("W", 32), "🐉🏳️‍🌈" + strings.Repeat("龍", 30), "Maximiliane-Theodora von Wolffen"}).Draw(t, "long")
						}
					}
					if first && rapid.IntRange(0, 2).Draw(t, "bye") == 0 {
						gone[m.ID] = m.From[0]
						continue
					}
					kept = append(kept, m)
				}
				round.Matches = kept
				matches += len(kept)
			}
			pictures, err := p.bracket(d, Options{Theme: theme})
			if err != nil {
				t.Fatal(err)
			}
			if len(pictures) != 1 {
				t.Fatalf("%d pictures", len(pictures))
			}
			if err := checkLayout(pictures[0].scene); err != nil {
				t.Fatal(err)
			}
			if err := checkBracket(pictures[0].scene, theme.palette(), matches); err != nil {
				t.Fatal(err)
			}
			if told := strings.Count(pictures[0].Text, " vs "); told != matches {
				t.Fatalf("%d matches are told, want %d", told, matches)
			}
		})
	}
}

func TestDoubleEliminationOfEightIsOnePictureThatNamesItsParts(t *testing.T) {
	drawn, err := newPainter(t).bracket(doubleElimination(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(drawn) != 1 {
		t.Fatalf("8 players take %d pictures, want 1", len(drawn))
	}
	var parts []string
	for _, line := range strings.Split(drawn[0].Text, "\n") {
		if slices.Contains([]string{"Upper bracket", "Lower bracket", "Final"}, line) {
			parts = append(parts, line)
		}
	}
	if diff := cmp.Diff([]string{"Upper bracket", "Lower bracket", "Final"}, parts); diff != "" {
		t.Error(diff)
	}
	if matches := strings.Count(drawn[0].Text, " vs "); matches != 15 {
		t.Errorf("%d matches are told, want 15", matches)
	}
	if err := checkLayout(drawn[0].scene); err != nil {
		t.Error(err)
	}
}

func TestCrosstableSplitsItsColumns(t *testing.T) {
	p := newPainter(t)
	for n, want := range map[int]int{2: 1, 9: 1, 16: 2, 30: 8} {
		pictures, err := p.crosstable(crosstableSample(n), Options{})
		if err != nil {
			t.Fatal(err)
		}
		results := 0
		for _, picture := range pictures {
			results += strings.Count(picture.Text, " against ")
			if err := checkLayout(picture.scene); err != nil {
				t.Errorf("%d players: %v", n, err)
			}
		}
		empty := 0
		for i := range n {
			for j := range n {
				if i != j && (i+j)%5 == 4 {
					empty++
				}
			}
		}
		if len(pictures) != want || results != n*(n-1)-empty {
			t.Errorf("%d players: %d pictures with %d results, want %d with %d", n, len(pictures), results, want, n*(n-1)-empty)
		}
	}
}

func TestSeatingCirclesOfEverySize(t *testing.T) {
	p := newPainter(t)
	for n := leastSeats; n <= mostSeats; n++ {
		picture, err := p.seatingCircle(SeatingData{Title: "Table", Seats: hostileNames()[:n], Passing: "Pack 1 passes left"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := checkLayout(picture.scene); err != nil {
			t.Errorf("%d seats: %v", n, err)
		}
	}
}

func TestScheduleKeepsRoundsTogether(t *testing.T) {
	pictures, err := newPainter(t).schedule(scheduleSample(7), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(pictures) != 3 {
		t.Errorf("7 rounds of 4 tables take %d pictures, want 3", len(pictures))
	}
	for i, picture := range pictures {
		if got, want := strings.Count(picture.Text, "Table 1: "), []int{3, 3, 1}[i]; got != want {
			t.Errorf("picture %d has %d rounds, want %d", i+1, got, want)
		}
	}
}

func TestNamesOfATableStandBelowEachOther(t *testing.T) {
	table := ScheduleTable{Name: "Table 1"}
	for _, wind := range []string{"E", "S", "W", "N"} {
		table.Seats = append(table.Seats, ScheduleSeat{Wind: wind, Name: "Anna"})
	}
	drawn, err := newPainter(t).schedule(ScheduleData{Rounds: []ScheduleRound{{Tables: []ScheduleTable{table}}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	names, at := 0, map[float32]bool{}
	for _, op := range drawn[0].scene.ops {
		if op.text != nil && op.size == bodySize && op.at.x > margin {
			names++
			at[op.at.x] = true
		}
	}
	if names != 4 || len(at) != 1 {
		t.Errorf("%d names begin at %v, want 4 at one place", names, at)
	}
}

func TestChancesAreNeverRoundedToCertainty(t *testing.T) {
	for chance, want := range map[float64]string{0: "0%", 0.0001: "<1%", 0.01: "1%", 0.5: "50%", 0.994: "99%", 0.9999: ">99%", 1: "100%"} {
		if got := percent(chance); got != want {
			t.Errorf("%v is shown as %s, want %s", chance, got, want)
		}
	}
	for chance, want := range map[float64]string{0: "<1%", 0.5: "50%", 0.9999: ">99%", 1: ">99%"} {
		if got := estimate(chance); got != want {
			t.Errorf("%v, not proved, is shown as %s, want %s", chance, got, want)
		}
	}
	if low, high := interval(0.601, 0.661); low != "60" || high != "67" {
		t.Errorf("the ends of an interval are rounded to %s and %s", low, high)
	}
}

func TestBubbleIsToldInWords(t *testing.T) {
	picture, err := newPainter(t).pointsDistribution(pointsSample(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"15 points: 10 players, the bubble: 2 of them make the cut", "18 points: 4.6 players, all make the cut", "12 points: 18 players, none makes the cut"} {
		if !strings.Contains(picture.Text, want+"\n") || !strings.Contains(picture.Alt, want) {
			t.Errorf("missing %q in %s", want, picture.Text)
		}
	}
}

func TestBadDataIsRefused(t *testing.T) {
	p := newPainter(t)
	second := func(_ any, err error) error { return err }
	for want, err := range map[string]error{
		"a picture's scale must be 1 to 4, not 5":                                                 second(p.table(sampleTable(), Options{Scale: 5})),
		"there is no picture theme 7; use Dark or Light":                                          second(p.table(sampleTable(), Options{Theme: 7})),
		"row 1 of the table has 0 cells for 1 columns":                                            second(p.table(TableData{Table: &table.Table{Columns: make([]table.Column, 1), Rows: make([]table.Row, 1)}}, Options{})),
		"table 1 of the pairings has no players":                                                  second(p.pairings(PairingsData{Tables: make([]PairedTable, 1)}, Options{})),
		`a match of the bracket's round "Final" has no number`:                                    second(p.bracket(BracketData{Rounds: []BracketRound{{Name: "Final", Matches: make([]BracketMatch, 1)}}}, Options{})),
		"two matches of the bracket have the number 1":                                            second(p.bracket(BracketData{Rounds: []BracketRound{{Matches: []BracketMatch{{ID: 1}, {ID: 1}}}}}, Options{})),
		"the winner of match 1 must be 0, 1 or 2, not 3":                                          second(p.bracket(BracketData{Rounds: []BracketRound{{Matches: []BracketMatch{{ID: 1, Winner: 3}}}}}, Options{})),
		"row 1 of the crosstable has 0 cells for 1 players":                                       second(p.crosstable(CrosstableData{Players: make([]CrossPlayer, 1)}, Options{})),
		"a podium needs a winner":                                                                 second(p.podium(PodiumData{}, Options{})),
		"a seating circle has 2 to 16 seats, not 1; draw one picture for each table":              second(p.seatingCircle(SeatingData{Seats: make([]string, 1)}, Options{})),
		"row 1: a chance of 2 with an interval from 0 to 1 is not in order between 0 and 1":       second(p.cutChances(ChancesData{Rows: []ChanceRow{{Chance: 2, High: 1}}}, Options{})),
		"a point distribution has at most 32 bars, not 33; join the lowest ones":                  second(p.pointsDistribution(PointsData{Bars: make([]PointsBar, 33)}, Options{})),
		"at 9 points 2 of 1 players cannot make the cut":                                          second(p.pointsDistribution(PointsData{Bars: []PointsBar{{"9", 1, 2}}}, Options{})),
		"a luck distribution needs at least one bin":                                              second(p.luckDistribution(LuckData{}, Options{})),
		"bin 1 of the luck distribution, 1 to 1 with 0, is not in order":                          second(p.luckDistribution(LuckData{Bins: []LuckBin{{1, 1, 0}}}, Options{})),
		"point 1: a rating of 5 does not lie between 6 and 7":                                     second(p.chanceCourse(CourseData{Rating: true, Points: []CoursePoint{{Chance: 5, Low: 6, High: 7}}}, Options{})),
		"the course of a chance has 1 to 20 points, not 0":                                        second(p.chanceCourse(CourseData{}, Options{})),
		"point 1: a chance of 0.5 with an interval from 0.6 to 1 is not in order between 0 and 1": second(p.chanceCourse(CourseData{Points: []CoursePoint{{Chance: 0.5, Low: 0.6, High: 1}}}, Options{})),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestAltTextSaysWhatItLeavesOut(t *testing.T) {
	facts := []string{"Standings"}
	for i := range 200 {
		facts = append(facts, fmt.Sprintf("%d 🐉 player: 3 points", i+1))
	}
	alt := altOf(facts, bare)
	if n := len(utf16.Encode([]rune(alt))); n > maxAlt || n < maxAlt-100 {
		t.Errorf("the alt text has %d units", n)
	}
	told := strings.Count(alt, "player")
	if want := fmt.Sprintf(". And %d more lines in the text.", 200-told); !strings.HasSuffix(alt, want) {
		t.Errorf("%q does not end in %q", alt, want)
	}
}

// TestAltTextKeepsTheLimit: whatever the last fact fills, the full stop behind it fits too.
func TestAltTextKeepsTheLimit(t *testing.T) {
	for n := maxAlt - 50; n < maxAlt+50; n++ {
		alt := altOf([]string{"Standings", strings.Repeat("x", n/2), strings.Repeat("y", n-n/2)}, bare)
		if got := units(alt); got > maxAlt || !strings.HasSuffix(alt, ".") {
			t.Errorf("of facts with %d units the alt text has %d, and ends in %q", n, got, alt[len(alt)-1:])
		}
	}
}

// The type gets smaller before a column is left out: Magic has three tiebreakers beside
// points and record, also where names are marked as dropped.
func TestTypeGetsSmallerBeforeAColumnIsLeftOut(t *testing.T) {
	d := sampleTable("Points", "Record", "OMW%", "GW%", "OGW%")
	d.Columns[2].Strong = true
	d.Add("1", "Alice", "15", "5-0", "68.00", "100.00", "62.50")
	d.Add("16", "Maximiliane-Theodora von Wolffen", "0", "0-1", "80.00", "33.00", "62.50")
	d.Rows[1].Mark = table.Dropped
	pictures, err := newPainter(t).table(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	shown := ""
	for _, s := range places(pictures[0].scene) {
		shown += s.text + "\n"
	}
	if strings.Contains(shown, "Only in the text") || !strings.Contains(shown, "OGW%") {
		t.Errorf("a column is left out:\n%s", shown)
	}
}

// TestOfASeriesInTimeTheNewestIsShown: columns run from the oldest to the newest, and where
// not all fit the oldest are named instead of drawn.
func TestOfASeriesInTimeTheNewestIsShown(t *testing.T) {
	d := sampleTable("Points")
	d.Columns[2].Strong = true
	d.Add("1", "Anna", "30")
	for n := 1; n <= 30; n++ {
		d.Columns = append(d.Columns, table.Column{Title: fmt.Sprintf("E%d", n), Kind: table.Number, Dated: true})
		d.Rows[0].Cells = append(d.Rows[0].Cells, table.Cell{Text: fmt.Sprint(100 + n), Out: true})
	}
	pictures, err := newPainter(t).table(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	drawn := ""
	for _, s := range places(pictures[0].scene) {
		drawn += s.text + "\n"
	}
	if !strings.Contains(drawn, "\n130\n") || strings.Contains(drawn, "\n101\n") || strings.Index(drawn, "\nE29\n") < strings.Index(drawn, "\nE30\n") {
		t.Errorf("drawn from the right: %s", drawn)
	}
	if !strings.Contains(pictures[0].Text, "E1 101") || !strings.Contains(pictures[0].Text, "E30 130") {
		t.Errorf("the text: %s", pictures[0].Text)
	}
}
