// Package spreadsheet writes the standings of an event for spreadsheets.
package spreadsheet

import (
	"bytes"
	"encoding/csv"
	"fmt"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
	"topcut/tournament/transfer"
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
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	groups := groupColumns(snap.State)
	head := []string{"rank", "player"}
	for _, g := range groups {
		head = append(head, g.name)
	}
	head = append(head, "points", "won", "lost", "drawn")
	for _, col := range t.Columns {
		if !col.Group && col.Func != "points" {
			head = append(head, col.Func)
		}
	}
	if err := w.Write(append(head, "place", "status")); err != nil {
		return nil, err
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{fmt.Sprint(r.Rank), transfer.Cell(snap.Name(int(r.Player) + 1))}
		for _, g := range groups {
			line = append(line, transfer.Cell(g.of(&snap.State.Ledger.Players[r.Player])))
		}
		line = append(line, snap.State.Rules.FormatPoints(r.Points), fmt.Sprint(r.Record[0]), fmt.Sprint(r.Record[1]), fmt.Sprint(r.Record[2]))
		for j, col := range t.Columns {
			if !col.Group && col.Func != "points" {
				line = append(line, col.Format(r.Values[j]))
			}
		}
		place := ""
		if p := places[r.Player]; p > 0 {
			place = fmt.Sprint(p)
		}
		if err := w.Write(append(line, place, statusOf(snap.State, r))); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return buf.Bytes(), w.Error()
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
