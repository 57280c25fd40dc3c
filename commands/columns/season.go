package columns

import (
	"fmt"
	"strconv"

	"topcut/commands/text"
	"topcut/tournament/season"
	"topcut/tournament/table"
)

// Season is the table of a season, or those of its divisions.
type Season struct {
	Tables []*season.Table         // of the divisions from the highest; one if there are none
	Before *season.Table           // the same before the newest event; nil for no moves
	Events []int                   // the numbers of the events with a column, oldest first
	Event  func(number int) string // the name of an event in files and on pages
	Name   func(member int) string
	ID     func(member int) string // for programs
	// Adjusted keeps the column of adjustments where no member has one.
	Adjusted bool
}

// seasonRow is a row of the table of a division.
type seasonRow struct {
	*season.Row
	division int // from 1
}

// seasonColumn makes a column of the table of a season.
type seasonColumn = table.Maker[seasonRow]

// leagueFigures is the number of events in a picture, the newest; the others are in a
// file or other command.
const leagueFigures = 8

// Make returns the table in a form. Results that do not count are marked.
func (of Season) Make(form table.Form, w text.Printer) *table.Table {
	var rows []seasonRow
	adjusted := of.Adjusted
	for d, t := range of.Tables {
		for i := range t.Rows {
			rows = append(rows, seasonRow{&t.Rows[i], d + 1})
			adjusted = adjusted || !t.Rows[i].Adjusted.IsZero()
		}
	}
	division := func(in table.Form) (out []seasonColumn) {
		if len(of.Tables) < 2 {
			return nil
		}
		return append(out, seasonColumn{In: in, Column: table.Column{Key: "division", Title: w.Say("join.division"), Kind: table.Number}, Cell: func(r *seasonRow) table.Cell {
			return table.Said(strconv.Itoa(r.division))
		}})
	}
	list := append(division(table.CSV|table.JSON), of.columns(form, w)...)
	if adjusted {
		list = append(list, seasonColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "adjusted", Title: w.Say("column.adjusted"), Kind: table.Exact}, Cell: func(r *seasonRow) table.Cell {
			if r.Adjusted.IsZero() {
				return table.Cell{}
			}
			return table.Cell{Text: r.Adjusted.Plain(0), Exact: r.Adjusted}
		}})
	}
	return written(w, table.Make(form, append(list, division(table.Sheet)...), rows))
}

// columns lists the columns of the table of a division.
func (of *Season) columns(form table.Form, w text.Printer) []seasonColumn {
	rank, points := w.Say("column.rank"), pointsTitle(form, w)
	if form == table.HTML {
		rank, points = w.Say("web.place"), w.Say("web.season_points")
	}
	list := []seasonColumn{
		{Column: table.Column{Key: "place", Title: rank, Kind: table.Rank}, Cell: func(r *seasonRow) table.Cell {
			return table.Said(strconv.Itoa(r.Place))
		}},
		{Column: table.Column{Key: "player", Title: nameTitle(form, w), Kind: table.Name}, Cell: func(r *seasonRow) table.Cell {
			if form == table.JSON {
				return table.Said(of.ID(r.Member))
			}
			return table.Said(of.Name(r.Member))
		}},
		{Column: table.Column{Key: "points", Title: points, Kind: table.Exact, Strong: true}, Cell: func(r *seasonRow) table.Cell {
			return table.Cell{Text: r.Points.Plain(0), Exact: r.Points}
		}},
	}
	if of.Before != nil {
		list = append(list, seasonColumn{In: table.Grid | table.Picture, Column: table.Column{Title: "±", Kind: table.Number}, Cell: func(r *seasonRow) table.Cell {
			return table.Said(moved(of.Before, r.Row))
		}})
	}
	for i, n := range of.Events {
		list = append(list, of.event(form, n, len(of.Events)-i))
	}
	return append(list,
		seasonColumn{In: table.JSON, Column: table.Column{Key: "counted"}, Cell: func(r *seasonRow) table.Cell { return of.results(r.Row, true) }},
		seasonColumn{In: table.JSON, Column: table.Column{Key: "dropped"}, Cell: func(r *seasonRow) table.Cell { return of.results(r.Row, false) }},
		seasonColumn{In: table.JSON, Column: table.Column{Key: "events"}, Cell: func(r *seasonRow) table.Cell { return table.Cell{Data: len(r.Parts)} }},
	)
}

// event makes the column of an event, of which the newest has age 1.
func (of *Season) event(form table.Form, number, age int) seasonColumn {
	m := seasonColumn{
		In: table.Grid | table.HTML | table.Sheet | table.CSV, Extra: age, Column: table.Column{Title: "E" + strconv.Itoa(number), Kind: table.Exact, Dated: true},
		Cell: func(r *seasonRow) table.Cell { return SeasonResult(r.Row, number) },
	}
	if age <= leagueFigures {
		m.In |= table.Picture
	}
	switch {
	case form == table.HTML:
		m.Title, m.About, m.Link = strconv.Itoa(number), of.Event(number), fmt.Sprintf("#event-%d", number)
	case form&(table.Sheet|table.CSV) != 0:
		m.Key, m.Title = of.Event(number), of.Event(number)
	}
	return m
}

// results returns the names of the events whose results count, or do not.
func (of *Season) results(r *season.Row, counted bool) table.Cell {
	out := []string{}
	for _, p := range r.Parts {
		if p.Counted == counted {
			out = append(out, of.Event(p.Event))
		}
	}
	return table.Cell{Data: out}
}

// SeasonResult returns what a member got from an event.
func SeasonResult(r *season.Row, event int) table.Cell {
	for i := range r.Parts {
		if p := &r.Parts[i]; p.Event == event {
			return table.Cell{Text: p.Points.Plain(0), Exact: p.Points, Out: !p.Counted}
		}
	}
	return table.Cell{}
}

// moved returns how many places a member moved since the event before: "▲2", "▼1".
func moved(before *season.Table, r *season.Row) string {
	if before == nil {
		return ""
	}
	was := before.Row(r.Member)
	switch {
	case was == nil, was.Place == r.Place:
		return ""
	case was.Place > r.Place:
		return "▲" + strconv.Itoa(was.Place-r.Place)
	}
	return "▼" + strconv.Itoa(r.Place-was.Place)
}
