package view

import (
	"fmt"
	"strconv"

	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/table"
)

// SeasonRows are the tables of a season with what a table of them shows.
type SeasonRows struct {
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

// Newest events in a text and in a picture; the others are in a file or other command.
const leagueFigures = 8

// SeasonTable returns the table of a season. Results that do not count are marked.
func SeasonTable(e Env, form table.Form, of SeasonRows) *table.Table {
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
		return append(out, seasonColumn{In: in, Column: table.Column{Key: "division", Title: e.say("join.division"), Kind: table.Number}, Cell: func(r *seasonRow) table.Cell {
			return table.Said(strconv.Itoa(r.division))
		}})
	}
	list := append(division(table.CSV|table.JSON), e.seasonColumns(form, &of)...)
	if adjusted {
		list = append(list, seasonColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "adjusted", Title: e.say("column.adjusted"), Kind: table.Exact}, Cell: func(r *seasonRow) table.Cell {
			if r.Adjusted.IsZero() {
				return table.Cell{}
			}
			return table.Cell{Text: r.Adjusted.Plain(0), Exact: r.Adjusted}
		}})
	}
	return table.Make(form, append(list, division(table.Sheet)...), rows)
}

// seasonColumns lists the columns of the table of a division.
func (e Env) seasonColumns(form table.Form, of *SeasonRows) []seasonColumn {
	title := func(grid, page, other notice.Code) string {
		switch form {
		case table.Grid:
			return e.say(grid)
		case table.HTML:
			return e.say(page)
		}
		return e.say(other)
	}
	list := []seasonColumn{
		{Column: table.Column{Key: "place", Title: title("column.rank", "web.place", "column.rank"), Kind: table.Rank}, Cell: func(r *seasonRow) table.Cell {
			return table.Said(strconv.Itoa(r.Place))
		}},
		{Column: table.Column{Key: "player", Title: title("column.name", "web.player", "web.player"), Kind: table.Name}, Cell: func(r *seasonRow) table.Cell {
			if form == table.JSON {
				return table.Said(of.ID(r.Member))
			}
			return table.Said(of.Name(r.Member))
		}},
		{Column: table.Column{Key: "points", Title: title("column.points", "web.season_points", "column.points_long"), Kind: table.Exact, Strong: true}, Cell: func(r *seasonRow) table.Cell {
			return table.Cell{Text: r.Points.Plain(0), Exact: r.Points}
		}},
	}
	if of.Before != nil {
		list = append(list, seasonColumn{In: table.Grid | table.Picture, Column: table.Column{Title: "±", Kind: table.Number}, Cell: func(r *seasonRow) table.Cell {
			return table.Said(moved(of.Before, r.Row))
		}})
	}
	for i, n := range of.Events {
		list = append(list, e.eventColumn(form, of, n, len(of.Events)-i))
	}
	return append(list,
		seasonColumn{In: table.JSON, Column: table.Column{Key: "counted"}, Cell: func(r *seasonRow) table.Cell { return of.results(r.Row, true) }},
		seasonColumn{In: table.JSON, Column: table.Column{Key: "dropped"}, Cell: func(r *seasonRow) table.Cell { return of.results(r.Row, false) }},
		seasonColumn{In: table.JSON, Column: table.Column{Key: "events"}, Cell: func(r *seasonRow) table.Cell { return table.Cell{Data: len(r.Parts)} }},
	)
}

// eventColumn makes the column of an event, of which the newest has age 1.
func (e Env) eventColumn(form table.Form, of *SeasonRows, number, age int) seasonColumn {
	m := seasonColumn{
		In: table.Grid | table.HTML | table.Sheet | table.CSV, Extra: age, Column: table.Column{Title: "E" + strconv.Itoa(number), Kind: table.Exact, Dated: true},
		Cell: func(r *seasonRow) table.Cell { return seasonResult(r.Row, number) },
	}
	if age <= leagueFigures {
		m.In |= table.Picture
	}
	switch form {
	case table.HTML:
		m.Title, m.About, m.Link = strconv.Itoa(number), of.Event(number), fmt.Sprintf("#event-%d", number)
	case table.Sheet, table.CSV:
		m.Key, m.Title = of.Event(number), of.Event(number)
	}
	return m
}

// results returns the names of the events whose results count, or do not.
func (of *SeasonRows) results(r *season.Row, counted bool) table.Cell {
	out := []string{}
	for _, p := range r.Parts {
		if p.Counted == counted {
			out = append(out, of.Event(p.Event))
		}
	}
	return table.Cell{Data: out}
}
