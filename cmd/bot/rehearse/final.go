package rehearse

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"topcut/tournament"
)

// final shows the final standings.
func (s *screen) final(snap *tournament.Snapshot) {
	rows := finalRows(snap)
	s.say("")
	s.say("%s", s.paint(bold, "Final standings of "+snap.State.Settings.Name))
	s.table(rows)
	s.say("")
}

// table prints rows with aligned columns, the second left-aligned, the others
// right-aligned. The first row is the heading.
func (s *screen) table(rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells(cell))
		}
	}
	for i, row := range rows {
		var b strings.Builder
		for j, cell := range row {
			pad := strings.Repeat(" ", widths[j]-cells(cell))
			if j == 1 {
				b.WriteString(cell + pad + "  ")
			} else {
				b.WriteString(pad + cell + "  ")
			}
		}
		line := strings.TrimRight(b.String(), " ")
		if i == 0 {
			line = s.paint(dim, line)
		}
		s.say("%s", line)
	}
}

// cells returns the number of terminal columns of a text.
func cells(text string) int {
	n := 0
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// finalRows returns the table of places: place, name and, for a Swiss event, points,
// record and tiebreakers.
func finalRows(snap *tournament.Snapshot) [][]string {
	state := snap.State
	head := []string{"place", "player"}
	table, err := state.Table(-1)
	swiss := err == nil && state.StageRounds() > 0
	if swiss {
		head = append(head, "points", "record")
		for _, c := range table.Columns {
			if !c.Group {
				head = append(head, c.Short)
			}
		}
	}
	type placed struct {
		place, rank int
		cells       []string
	}
	var list []placed
	for n := 1; n <= len(state.Players); n++ {
		if state.Players[n-1].Status != tournament.Registered {
			continue
		}
		p := placed{cells: []string{"-", snap.Name(n)}}
		if n <= len(state.Places) && state.Places[n-1] > 0 {
			p.place = state.Places[n-1]
			p.cells[0] = fmt.Sprint(p.place)
		}
		if swiss {
			if row := table.Row(int32(n - 1)); row != nil {
				p.rank = row.Rank
				p.cells = append(p.cells, row.Points.String(), fmt.Sprintf("%d-%d-%d", row.Record[0], row.Record[1], row.Record[2]))
				for i, c := range table.Columns {
					if !c.Group {
						p.cells = append(p.cells, c.Format(row.Values[i]))
					}
				}
			}
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b placed) int {
		if a.place != b.place && a.place > 0 && b.place > 0 {
			return a.place - b.place
		}
		if (a.place > 0) != (b.place > 0) {
			return b.place - a.place
		}
		return a.rank - b.rank
	})
	rows := [][]string{head}
	for _, p := range list {
		rows = append(rows, p.cells)
	}
	return rows
}
