// Package spreadsheet writes the standings of an event for spreadsheets.
package spreadsheet

import (
	"fmt"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// FinalCSV is CSV of the standings after the last closed round, with the places
// that are settled.
func FinalCSV(snap *tournament.Snapshot) ([]byte, error) {
	t, err := snap.State.Table(-1)
	if err != nil {
		return nil, err
	}
	places, err := snap.State.SettledPlaces()
	if err != nil {
		return nil, err
	}
	return CSV(snap, t, places)
}

// CSV returns standings with the place of each player by index, and with
// the division, flight or draft pod where there are several.
func CSV(snap *tournament.Snapshot, t *standings.Table, places []int) ([]byte, error) {
	rows, rs := len(t.Rows), snap.State.Rules
	var all []*Column
	column := func(head string, set func(c *Column, i int, r *standings.Row)) {
		c := NewColumn(head, rows)
		for i := range t.Rows {
			set(c, i, &t.Rows[i])
		}
		all = append(all, c)
	}
	column("rank", func(c *Column, i int, r *standings.Row) { c.Text(i, fmt.Sprint(r.Rank)) })
	column("player", func(c *Column, i int, r *standings.Row) { c.Text(i, snap.Name(int(r.Player)+1)) })
	for _, g := range groupColumns(snap.State) {
		column(g.name, func(c *Column, i int, r *standings.Row) { c.Text(i, g.of(&snap.State.Ledger.Players[r.Player])) })
	}
	column("points", func(c *Column, i int, r *standings.Row) { c.Number(i, r.Points, rs.Scoring.Decimals) })
	for k, head := range []string{"won", "lost", "drawn"} {
		column(head, func(c *Column, i int, r *standings.Row) { c.Text(i, fmt.Sprint(r.Record[k])) })
	}
	for j, col := range t.Columns {
		if col.Group || col.Func == "points" {
			continue
		}
		column(col.Func, func(c *Column, i int, r *standings.Row) {
			if col.Percent {
				c.cells[i] = r.Values[j].Percent()
			} else {
				c.Number(i, r.Values[j], col.Decimals)
			}
		})
	}
	column("place", func(c *Column, i int, r *standings.Row) {
		if p := places[r.Player]; p > 0 {
			c.Text(i, fmt.Sprint(p))
		}
	})
	column("status", func(c *Column, i int, r *standings.Row) { c.Text(i, statusOf(snap.State, r)) })
	return Write(all)
}

// statusOf says in a word why a player stands otherwise than the others.
func statusOf(s *tournament.State, r *standings.Row) string {
	switch {
	case r.Disqualified:
		return "disqualified"
	case r.Dropped:
		return "dropped"
	case r.Late:
		return "late"
	case s.Locked(int(r.Player)+1) > 0:
		return "locked"
	}
	return ""
}

// groupColumn is a column of the standings that says to which part of the field
// a player belongs.
type groupColumn struct {
	name string
	of   func(*ledger.Player) string
}

// groupColumns returns the parts into which the field of an event is divided.
func groupColumns(s *tournament.State) []groupColumn {
	var out []groupColumn
	if names := s.Settings.Divisions; len(names) > 1 {
		out = append(out, groupColumn{"division", func(l *ledger.Player) string { return names[min(int(l.Division), len(names)-1)] }})
	}
	if len(s.Drawn) > 0 {
		out = append(out, groupColumn{"flight", func(l *ledger.Player) string { return fmt.Sprint(l.Flight) }})
	}
	if s.Draft != nil && len(s.Draft.Pods) > 1 {
		out = append(out, groupColumn{"pod", func(l *ledger.Player) string { return fmt.Sprint(l.Flight + 1) }})
	}
	return out
}
