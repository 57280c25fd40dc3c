// Package columns lists the columns of the tables of events, seasons and ratings. Each
// type has what a kind of table is made from; Make returns the table in one of
// the forms of package table, in the words of a language.
package columns

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/final"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// Standings are rows of the standings of an event with what a table of them shows.
type Standings struct {
	State *tournament.State
	*standings.Table
	Rows   []standings.Row
	Name   func(player int) string   // from 1
	Places []int                     // final places by index, for files and programs
	ID     func(player int32) string // by index, for programs
	Answer func(player int) string   // from 1, to the question of the event; nil = none is asked
}

// Make returns the table in a form. Mahjong has no wins and losses, so records are left
// out there.
func (of Standings) Make(form table.Form, w text.Printer) *table.Table {
	t := table.Make(form, of.columns(form, w), of.Rows)
	t.Numerals = w.Numerals()
	for i := range of.Rows {
		if of.Rows[i].Dropped {
			t.Rows[i].Mark = table.Dropped
		}
	}
	return t
}

// standingsColumn makes a column of the standings.
type standingsColumn = table.Maker[standings.Row]

// columns lists the columns of the standings.
func (of *Standings) columns(form table.Form, w text.Printer) []standingsColumn {
	const people, programs = table.Grid | table.Picture | table.HTML, table.Sheet | table.CSV | table.JSON
	rs := of.State.Rules
	list := []standingsColumn{
		{Column: table.Column{Key: "rank", Title: w.Say("column.rank"), Kind: table.Rank}, Cell: func(r *standings.Row) table.Cell {
			if r.Place == 0 && form&people != 0 {
				return table.Said("-")
			}
			return table.Said(strconv.Itoa(r.Rank))
		}},
		{Column: table.Column{Key: "player", Title: nameTitle(form, w), Kind: table.Name}, Cell: func(r *standings.Row) table.Cell {
			if form == table.JSON {
				return table.Said(of.ID(r.Player))
			}
			return table.Said(of.Name(int(r.Player) + 1))
		}},
		{In: table.JSON, Column: table.Column{Key: "place", Kind: table.Number}, Cell: of.place},
		{In: table.JSON, Column: table.Column{Key: "dropped"}, Cell: func(r *standings.Row) table.Cell { return table.Cell{Data: r.Dropped} }},
	}
	for _, part := range fieldParts(of.State) {
		list = append(list, standingsColumn{In: table.CSV, Column: table.Column{Key: part.key}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(part.of(&of.State.Players[r.Player].Player))
		}})
	}
	if of.Answer != nil {
		list = append(list, standingsColumn{In: table.CSV, Column: table.Column{Key: "answer"}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(of.Answer(int(r.Player) + 1))
		}})
	}
	list = append(list, standingsColumn{
		Column: table.Column{Key: "points", Title: pointsTitle(form, w), Kind: table.Exact, Strong: true, Decimals: rs.Scoring.Decimals},
		Cell:   func(r *standings.Row) table.Cell { return table.Cell{Text: rs.FormatPoints(r.Points), Exact: r.Points} },
	})
	if Recorded(rs) || form&programs != 0 {
		list = append(list, standingsColumn{
			In: people | table.Sheet | table.JSON, Column: table.Column{Key: "record", Title: recordTitle(form, w)},
			Cell: func(r *standings.Row) table.Cell {
				switch {
				case form == table.JSON:
					return table.Cell{Data: r.Record}
				case form == table.Sheet:
					return table.Said(fmt.Sprintf("%d-%d-%d", r.Record[0], r.Record[1], r.Record[2]))
				}
				return table.Said(Record(r.Record))
			},
		})
	}
	for k, key := range []string{"won", "lost", "drawn"} {
		list = append(list, standingsColumn{In: table.CSV, Column: table.Column{Key: key, Kind: table.Number}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(strconv.Itoa(r.Record[k]))
		}})
	}
	return append(append(list, of.tiebreaks(form, w)...),
		standingsColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "place", Title: w.Say("web.place"), Kind: table.Number}, Cell: of.place},
		standingsColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "status"}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(of.status(r, form, w))
		}},
	)
}

// place returns the final place of a player, if it is settled.
func (of *Standings) place(r *standings.Row) table.Cell {
	if n := of.Places[r.Player]; n > 0 {
		return table.Said(strconv.Itoa(n))
	}
	return table.Cell{}
}

// tiebreaks lists the columns of the tiebreakers, in the order of the ruleset and in
// its words. People see those that separate players; in pictures and on pages those that
// are only shown come after those that rank.
func (of *Standings) tiebreaks(form table.Form, w text.Printer) []standingsColumn {
	if form != table.Grid {
		w.Escape = nil // only Discord reads Markdown
	}
	var list, last []standingsColumn
	useful := 0
	for i, c := range of.Columns {
		if c.Group {
			continue // a rule about level players, which has no value of its own
		}
		m := standingsColumn{
			In: table.Sheet,
			Column: table.Column{
				Key: c.Key, Title: c.Short, About: w.Value(c.Title), Kind: table.Ratio, Decimals: c.Decimals, Within: "tiebreakers",
			},
			Cell: func(r *standings.Row) table.Cell {
				return table.Cell{Text: strings.TrimSuffix(c.Format(r.Values[i]), "%"), Exact: r.Values[i]}
			},
		}
		if c.Percent {
			m.Unit = "%"
		}
		if c.Func != "points" {
			m.In |= table.CSV
		}
		if !slices.ContainsFunc(of.Columns[:i], func(x standings.Column) bool { return x.Key == c.Key && !x.Group }) {
			m.In |= table.JSON
		}
		if c.Percent || !level(of.Table, i) { // equal for all otherwise, such as "on time"
			useful++
			m.In, m.Extra = m.In|table.Grid|table.Picture|table.HTML, useful
		}
		if c.ShowOnly && form&(table.Picture|table.HTML) != 0 {
			last = append(last, m)
		} else {
			list = append(list, m)
		}
	}
	return append(list, last...)
}

func level(t *standings.Table, column int) bool {
	for i := range t.Rows {
		if !t.Rows[i].Values[column].Equal(t.Rows[0].Values[column]) {
			return false
		}
	}
	return true
}

// status says in a word why a player stands otherwise than the others.
func (of *Standings) status(r *standings.Row, form table.Form, w text.Printer) string {
	locked := of.State.Locked(int(r.Player) + 1)
	switch {
	case r.Disqualified:
		return "disqualified"
	case r.Dropped:
		return "dropped"
	case r.Late:
		return "late"
	case locked > 0 && form == table.Sheet:
		return w.Say("lock.since", "round", locked)
	case locked > 0:
		return "locked"
	}
	return ""
}

// fieldPart says to which part of the field a player belongs.
type fieldPart struct {
	key string
	of  func(*ledger.Player) string
}

// fieldParts returns the parts into which the field of an event is divided.
func fieldParts(s *tournament.State) []fieldPart {
	var out []fieldPart
	if names := s.Settings.Divisions; len(names) > 1 {
		out = append(out, fieldPart{"division", func(l *ledger.Player) string { return names[min(int(l.Division), len(names)-1)] }})
	}
	if len(s.Drawn) > 0 {
		out = append(out, fieldPart{"flight", func(l *ledger.Player) string { return fmt.Sprint(l.Flight) }})
	}
	if s.Draft != nil && len(s.Draft.Pods) > 1 {
		out = append(out, fieldPart{"pod", func(l *ledger.Player) string { return fmt.Sprint(l.Flight + 1) }})
	}
	return out
}

// StandingsCSV returns the standings after the last closed round, with the places that are
// settled, for a spreadsheet.
func StandingsCSV(snap *tournament.Snapshot) ([]byte, error) {
	t, err := snap.State.Table(-1)
	if err != nil {
		return nil, err
	}
	places, err := final.Settled(snap.State)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	of := Standings{State: snap.State, Table: t, Rows: t.Rows, Name: snap.Name, Places: places}
	if snap.State.Settings.Question != "" {
		of.Answer = func(n int) string { return snap.Book.Text(snap.State.Players.At(n).Answer) }
	}
	err = of.Make(table.CSV, text.Printer{}).CSV(&out)
	return out.Bytes(), err
}

// nameTitle returns the heading of names.
func nameTitle(form table.Form, w text.Printer) string {
	if form == table.Grid {
		return w.Say("column.name")
	}
	return w.Say("web.player")
}

// pointsTitle returns the heading of points.
func pointsTitle(form table.Form, w text.Printer) string {
	if form == table.Grid {
		return w.Say("column.points")
	}
	return w.Say("column.points_long")
}

// recordTitle returns the heading of records.
func recordTitle(form table.Form, w text.Printer) string {
	switch {
	case form == table.Grid:
		return w.Say("column.record")
	case form == table.Sheet:
		return w.Say("column.wins_losses_draws")
	}
	return w.Say("column.record_long")
}

// Recorded reports whether matches are won and lost under a ruleset.
func Recorded(rs *rules.Ruleset) bool { return rs.Tables == nil && rs.Scoring.Mode != "table" }

// Record formats how many matches are won, lost and, if any are, drawn.
func Record(r [3]int) string {
	if r[2] == 0 {
		return fmt.Sprintf("%d-%d", r[0], r[1])
	}
	return fmt.Sprintf("%d-%d-%d", r[0], r[1], r[2])
}
