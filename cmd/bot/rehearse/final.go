package rehearse

import (
	"fmt"

	"topcut/tournament/numbered"

	"topcut/tournament"
	"topcut/tournament/sorted"
	"topcut/tournament/table"
)

// final shows the final standings.
func (s *screen) final(snap *tournament.Snapshot) {
	t := finalTable(snap)
	s.say("")
	s.say("%s", s.paint(bold, "Final standings of "+snap.State.Settings.Name))
	s.table(t)
	s.say("")
}

// table prints a table under a dim heading.
func (s *screen) table(t *table.Table) {
	for i, line := range t.Lines("  ", func(row *table.Row, column int) string { return row.Cells[column].Text }) {
		if i == 0 {
			line = s.paint(dim, line)
		}
		s.say("%s", line)
	}
}

// finalTable returns the table of places: place, name and, for a Swiss event, points,
// record and tiebreakers.
func finalTable(snap *tournament.Snapshot) *table.Table {
	state := snap.State
	out := &table.Table{Columns: []table.Column{{Title: "place", Kind: table.Rank}, {Title: "player", Kind: table.Name}}}
	head := func(title string) {
		out.Columns = append(out.Columns, table.Column{Title: title, Kind: table.Number})
	}
	ranked, err := state.Table(-1)
	swiss := err == nil && state.StageRounds() > 0
	if swiss {
		head("points")
		head("record")
		for _, c := range ranked.Columns {
			if !c.Group {
				head(c.Short)
			}
		}
	}
	type placed struct {
		place, rank int
		cells       []string
	}
	var list []placed
	for n := 1; n <= len(state.Players); n++ {
		if state.Players.At(n).Status != tournament.Registered {
			continue
		}
		p := placed{cells: []string{"-", snap.Name(n)}}
		if numbered.Get(state.Places, n) > 0 {
			p.place = numbered.Get(state.Places, n)
			p.cells[0] = fmt.Sprint(p.place)
		}
		if swiss {
			if row := ranked.Row(int32(n - 1)); row != nil {
				p.rank = row.Rank
				p.cells = append(p.cells, row.Points.String(), fmt.Sprintf("%d-%d-%d", row.Record[0], row.Record[1], row.Record[2]))
				for i, c := range ranked.Columns {
					if !c.Group {
						p.cells = append(p.cells, c.Format(row.Values[i]))
					}
				}
			}
		}
		list = append(list, p)
	}
	sorted.Stable(list, func(a, b placed) int {
		if a.place != b.place && a.place > 0 && b.place > 0 {
			return a.place - b.place
		}
		if (a.place > 0) != (b.place > 0) {
			return b.place - a.place
		}
		return a.rank - b.rank
	})
	for _, p := range list {
		for len(p.cells) < len(out.Columns) {
			p.cells = append(p.cells, "")
		}
		out.Add(p.cells...)
	}
	return out
}
