package site

import (
	"slices"

	"topcut/commands/pictures"
	"topcut/tournament/notice"
)

// Sizes of a bracket in units of its drawing, which is scaled to the page.
const (
	boxWidth   = 190
	boxHeight  = 52 // two sides and the label above them
	sideHeight = 20
	columnStep = boxWidth + 34
	rowStep    = boxHeight + 14
	headHeight = 26
	diagramPad = 6
)

// diagram is one part of a bracket as a drawing: an upper bracket, a lower one, a final.
type diagram struct {
	Title         string
	Width, Height int
	Columns       []diagramColumn
	Boxes         []diagramBox
	Lines         []diagramLine
}

type diagramColumn struct {
	X    int
	Name string
}

type diagramBox struct {
	X, Y  int
	Label string
	Sides [2]diagramSide
}

// wonSide is the class of the side that won.
const wonSide = "side won"

type diagramSide struct {
	Y                       int
	Seed, Who, Score, Class string
}

// diagramLine leads from a match to the one its winner plays next.
type diagramLine struct{ X1, Y1, X2, Y2, Bend int }

// diagrams lays out the parts of a bracket: the rounds of a part are columns, and a match
// is in the middle of the matches it comes from.
func diagrams(d *pictures.BracketData, say func(notice.Code, ...any) string) []diagram {
	var out []diagram
	for _, part := range []struct {
		part  pictures.Part
		title notice.Code
	}{{pictures.Upper, ""}, {pictures.Lower, "web.lower"}, {pictures.Final, ""}, {pictures.Third, ""}} {
		var rounds []pictures.BracketRound
		for _, r := range d.Rounds {
			if r.Part == part.part {
				rounds = append(rounds, r)
			}
		}
		if len(rounds) == 0 {
			continue
		}
		g := layOut(rounds, say)
		if part.title != "" {
			g.Title = say(part.title)
		}
		out = append(out, g)
	}
	return out
}

func layOut(rounds []pictures.BracketRound, say func(notice.Code, ...any) string) diagram {
	g := diagram{Width: len(rounds)*columnStep - (columnStep - boxWidth) + 2*diagramPad}
	t := rows{matches: map[int]*pictures.BracketMatch{}, column: map[int]int{}, middle: map[int]int{}, free: make([]int, len(rounds))}
	leads := map[int]bool{} // to a match of the same part
	for column, r := range rounds {
		t.free[column] = headHeight + rowStep/2
		for i := range r.Matches {
			m := &r.Matches[i]
			t.matches[m.ID], t.column[m.ID] = m, column
			for _, from := range m.From {
				leads[from] = true
			}
		}
	}
	for _, r := range rounds {
		for i := range r.Matches {
			if id := r.Matches[i].ID; !leads[id] {
				t.place(id)
			}
		}
	}
	for column, r := range rounds {
		x := diagramPad + column*columnStep
		g.Columns = append(g.Columns, diagramColumn{x, plain(r.Name)})
		for i := range r.Matches {
			m := &r.Matches[i]
			y := t.middle[m.ID]
			for _, from := range t.before(m) {
				start := diagramPad + t.column[from]*columnStep + boxWidth
				g.Lines = append(g.Lines, diagramLine{X1: start, Y1: t.middle[from], X2: x, Y2: y, Bend: x - (columnStep-boxWidth)/2})
			}
			g.Boxes = append(g.Boxes, newBox(m, x, y-boxHeight/2, say))
			g.Height = max(g.Height, y+rowStep/2+diagramPad)
		}
	}
	return g
}

// rows has the vertical positions of a part's matches by id (the middle of each box) and,
// for each column, the middle of the next one.
type rows struct {
	matches map[int]*pictures.BracketMatch
	column  map[int]int
	middle  map[int]int
	leaf    int // the middle of the next match that comes from no other
	free    []int
}

// before returns the matches of the same part from which the players of a match come.
func (t *rows) before(m *pictures.BracketMatch) []int {
	var out []int
	for _, from := range m.From {
		if t.matches[from] != nil && t.column[from] < t.column[m.ID] && !slices.Contains(out, from) {
			out = append(out, from)
		}
	}
	return out
}

// place assigns a row to a match: the middle of the matches it comes from, of which there
// is one if a player had a bye, or else the next free row. Rows are never shared.
func (t *rows) place(id int) {
	if _, placed := t.middle[id]; placed {
		return
	}
	column, before := t.column[id], t.before(t.matches[id])
	y := t.leaf
	if n := len(before); n > 0 {
		sum := 0
		for _, from := range before {
			t.place(from)
			sum += t.middle[from]
		}
		y = sum / n
	}
	y = max(y, t.free[column])
	if len(before) == 0 {
		t.leaf = y + rowStep
	}
	t.middle[id], t.free[column] = y, y+rowStep
}

func newBox(m *pictures.BracketMatch, x, y int, say func(notice.Code, ...any) string) diagramBox {
	b := diagramBox{X: x, Y: y, Label: plain(m.Label)}
	for i, side := range m.Sides {
		s := diagramSide{Y: boxHeight - (2-i)*sideHeight, Seed: plain(side.Seed), Who: plain(side.Name), Score: plain(side.Score), Class: "side"}
		switch {
		case m.Winner == i+1:
			s.Class = wonSide
		case side.Name == "" && side.Bye:
			s.Class, s.Who = "side open", say("score.bye")
		case side.Name == "":
			s.Class, s.Who = "side open", plain(side.Pending)
		}
		b.Sides[i] = s
	}
	return b
}

// short cuts a name to fit a box.
func short(name string) string {
	const most = 19
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
