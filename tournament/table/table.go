// Package table has tables as data: headings, rows, the line of the cut, and what is only
// for some forms. The columns of a kind of table are listed once, for all forms; Make
// makes the table of one of them.
//
// A terminal sheet, CSV and JSON are written here. The grid of a Discord message is
// written by commands/view, a picture by commands/pictures and a page by commands/site.
package table

import "topcut/tournament/fraction"

// Form is a form in which a table is shown, or several of them.
type Form uint8

// The forms.
const (
	Grid    Form = 1 << iota // a code block in Discord, which must fit on a phone
	Picture                  // PNG and SVG
	HTML                     // a web page, and the JSON beside it
	Sheet                    // aligned text in a terminal
	CSV                      // a spreadsheet
	JSON                     // a list of objects for programs
)

// Table is a table in one form.
type Table struct {
	Title, Subtitle string
	Above           []string // lines before a sheet
	Below           []string // lines after a sheet
	Note            string   // explains the table
	Columns         []Column
	Rows            []Row
	Cut             Cut
	Numerals        Numerals // of the language in which people read it
}

// Cut is a line between rows.
type Cut struct {
	After int // rows above it; no line if there are none above or none below
	Label string
}

// Row is a line of a table.
type Row struct {
	Cells []Cell // one for each column
	Mark  Mark
	Focus bool // the row of the reader
}

// Mark is something certain about a player, with a sign of its own.
type Mark uint8

// The marks.
const (
	NoMark     Mark = iota
	Clinched        // has made the cut in any case
	Eliminated      // cannot make the cut any more
	Dropped         // has dropped
)

// Column is a column of a table.
type Column struct {
	Key    string `json:"-"` // its name in CSV and JSON
	Title  string // its heading
	About  string // what a short heading means
	Kind   Kind
	Strong bool   // the figure that ranks
	Dated  bool   // of a series in time, of which the oldest columns are left out first
	Unit   string // behind each value in a sheet and in CSV; elsewhere the heading has it
	Within string // the object in JSON to which its key belongs
	// Decimals is the least number of decimals of an exact number in CSV.
	Decimals int
	Link     string // the address behind the heading on a page
	Optional bool   // JSON leaves out its key where it has no value
}

// Kind says what the cells of a column are.
type Kind uint8

// The kinds of columns.
const (
	Text   Kind = iota
	Rank        // the position of the row
	Name        // of a player, shortened where there is little room
	Number      // as text
	Exact       // a fraction
	Ratio       // a fraction that programs also get as a number
)

// right reports whether a column is aligned right.
func (k Kind) right() bool { return k != Text && k != Name }

// Cell is a value of a row.
type Cell struct {
	Text  string            // as people read it; empty for no value
	Exact fraction.Fraction // in columns of kind Exact and Ratio
	Data  any               `json:",omitempty"` // in JSON instead of the text
	Out   bool              // does not count
	Link  string            // the address behind it on a page
}

// Maker makes a column of tables whose rows are values of type R.
type Maker[R any] struct {
	Column
	In    Form // the forms that have it; 0 means all
	Extra int  // its importance among columns that a phone may have no room for, from 1
	Cell  func(*R) Cell
}

// gridExtras is the number of less important columns in a grid.
const gridExtras = 3

// Make makes the columns and rows of a table in a form.
func Make[R any](form Form, makers []Maker[R], rows []R) *Table {
	t := &Table{Rows: make([]Row, len(rows))}
	var shown []*Maker[R]
	for i := range makers {
		m := &makers[i]
		if m.In != 0 && m.In&form == 0 || form == Grid && m.Extra > gridExtras {
			continue
		}
		shown, t.Columns = append(shown, m), append(t.Columns, m.Column)
	}
	cells := make([]Cell, len(rows)*len(shown))
	for i := range rows {
		t.Rows[i].Cells, cells = cells[:len(shown):len(shown)], cells[len(shown):]
		for c, m := range shown {
			t.Rows[i].Cells[c] = m.Cell(&rows[i])
		}
	}
	return t
}

// Said returns a cell with a text.
func Said(text string) Cell { return Cell{Text: text} }

// Text returns the text of a cell as people read it in the language of the table.
func (t *Table) Text(row *Row, column int) string {
	text := row.Cells[column].Text
	if k := t.Columns[column].Kind; k != Text && k != Name {
		return t.Numerals.Write(text)
	}
	return text
}

// Shown returns the text of a cell as people read it, in brackets if it does not count.
func (t *Table) Shown(row *Row, column int) string {
	if row.Cells[column].Out {
		return "(" + t.Text(row, column) + ")"
	}
	return t.Text(row, column)
}

// Add appends a row of texts.
func (t *Table) Add(texts ...string) {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	t.Rows = append(t.Rows, Row{Cells: cells})
}

// Of returns the index of the first column of a kind, or -1.
func (t *Table) Of(kind Kind) int {
	for i := range t.Columns {
		if t.Columns[i].Kind == kind {
			return i
		}
	}
	return -1
}

// Line reports whether the line of the cut comes after a number of rows.
func (t *Table) Line(rows int) bool {
	return rows > 0 && rows == t.Cut.After && rows < len(t.Rows)
}
