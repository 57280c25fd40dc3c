package commands

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// export attaches the event as a file.
func export(_ context.Context, c *Call) (Reply, error) {
	if err := c.spend(spendUpkeep); err != nil {
		return Reply{}, err
	}
	name := fileName(c.Snap.State.Settings.Name)
	var f discord.File
	switch c.Text("format") {
	case "csv":
		data, err := StandingsCSV(c.Snap)
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".csv", ContentType: "text/csv", Description: c.say("export.csv"), Data: data}
	case "html":
		if c.Snap.State.Phase != tournament.Finished {
			return Reply{}, tournament.Refuse(tournament.WrongPhase, "export.not_over")
		}
		data, err := site.Frozen(c.env())
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".html", ContentType: "text/html", Description: c.say("export.html"), Data: data}
	default:
		data, err := tournament.ExportJSON(c.Snap)
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".json", ContentType: "application/json", Description: c.say("export.json"), Data: data}
	}
	m := view.Text(c.say("export.here"))
	m.Files = []discord.File{f}
	m.Components = append(m.Components, discord.FileRef{URL: "attachment://" + f.Name})
	return private(m), nil
}

// StandingsCSV returns the standings after the last closed round, with the
// division, flight or draft pod of each player where there are several. A cell
// that a spreadsheet would take for a formula is quoted with an apostrophe.
func StandingsCSV(snap *tournament.Snapshot) ([]byte, error) {
	t, err := snap.State.Table(-1)
	if err != nil {
		return nil, err
	}
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
	if err := w.Write(append(head, "place")); err != nil {
		return nil, err
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{fmt.Sprint(r.Rank), cell(snap.Name(int(r.Player) + 1))}
		for _, g := range groups {
			line = append(line, cell(g.of(&snap.State.Ledger.Players[r.Player])))
		}
		line = append(line, snap.State.Rules.FormatPoints(r.Points), fmt.Sprint(r.Record[0]), fmt.Sprint(r.Record[1]), fmt.Sprint(r.Record[2]))
		for j, col := range t.Columns {
			if !col.Group && col.Func != "points" {
				line = append(line, col.Format(r.Values[j]))
			}
		}
		place := ""
		if p := snap.State.Places; int(r.Player) < len(p) && p[r.Player] > 0 {
			place = fmt.Sprint(p[r.Player])
		}
		if err := w.Write(append(line, place)); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return buf.Bytes(), w.Error()
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

// cell keeps a spreadsheet from running what somebody has called themselves.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// fileName makes a safe file name of an event's name.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == ' ', r == '-', r == '_':
			return '-'
		}
		return -1
	}, name)
	if name = strings.Trim(name, "-"); name == "" {
		return "event"
	}
	return name[:min(len(name), 60)]
}
