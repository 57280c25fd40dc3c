package site

import (
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

// diagram is one part of a bracket as a drawing: an upper bracket, a lower one, a
// final.
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

type diagramSide struct {
	Y                       int
	Seed, Who, Score, Class string
}

// diagramLine leads from a match to the one its winner plays next.
type diagramLine struct{ X1, Y1, X2, Y2, Bend int }

// diagrams lays the parts of a bracket out: the rounds of a part are columns, and a
// match stands in the middle of those it comes from.
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
	most := 0
	for _, r := range rounds {
		most = max(most, len(r.Matches))
	}
	g := diagram{Width: len(rounds)*columnStep - (columnStep - boxWidth) + 2*diagramPad, Height: headHeight + most*rowStep + diagramPad}
	middles := map[int]int{} // of the match with that id
	for column, r := range rounds {
		x := diagramPad + column*columnStep
		g.Columns = append(g.Columns, diagramColumn{x, plain(r.Name)})
		for i := range r.Matches {
			m := &r.Matches[i]
			sum, n := 0, 0
			for _, from := range m.From {
				if y, drawn := middles[from]; drawn && from != 0 {
					sum, n = sum+y, n+1
				}
			}
			y := headHeight + (2*i+1)*most*rowStep/(2*len(r.Matches))
			if n > 0 {
				y = sum / n
			}
			for _, from := range m.From {
				if at, drawn := middles[from]; drawn && from != 0 {
					g.Lines = append(g.Lines, diagramLine{X1: x - (columnStep - boxWidth), Y1: at, X2: x, Y2: y, Bend: x - (columnStep-boxWidth)/2})
				}
			}
			if m.ID != 0 {
				middles[m.ID] = y
			}
			g.Boxes = append(g.Boxes, newBox(m, x, y-boxHeight/2, say))
		}
	}
	return g
}

func newBox(m *pictures.BracketMatch, x, y int, say func(notice.Code, ...any) string) diagramBox {
	b := diagramBox{X: x, Y: y, Label: plain(m.Label)}
	for i, side := range m.Sides {
		s := diagramSide{Y: boxHeight - (2-i)*sideHeight, Seed: plain(side.Seed), Who: short(plain(side.Name)), Score: plain(side.Score), Class: "side"}
		switch {
		case m.Winner == i+1:
			s.Class = "side won"
		case side.Name == "" && side.Bye:
			s.Class, s.Who = "side open", say("score.bye")
		case side.Name == "":
			s.Class, s.Who = "side open", plain(side.Pending)
		}
		b.Sides[i] = s
	}
	return b
}

// short cuts a name to what fits into a box.
func short(name string) string {
	const most = 19
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
