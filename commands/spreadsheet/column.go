package spreadsheet

import (
	"bytes"
	"encoding/csv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/transfer"
)

// Column is a column of a table. Numbers are decimals; where one of them is rounded, the
// column after it has the fractions.
type Column struct {
	head  string
	cells []string
	exact []string // nil while no number is rounded
}

// NewColumn returns an empty column of a table with so many rows.
func NewColumn(head string, rows int) *Column {
	return &Column{head: transfer.Cell(head), cells: make([]string, rows)}
}

// Text sets the cell of a row to a text, which stays one.
func (c *Column) Text(row int, text string) { c.cells[row] = transfer.Cell(text) }

// Number sets the cell of a row to a number with at least so many decimals.
func (c *Column) Number(row int, v fraction.Fraction, least int) {
	shown := v.Plain(least)
	if !same(v, shown) {
		shown = v.Decimal(max(places, least))
	}
	if c.cells[row] = shown; same(v, shown) {
		return
	}
	if c.exact == nil {
		c.exact = make([]string, len(c.cells))
	}
	c.exact[row] = transfer.Cell(v.String())
}

// same reports whether a decimal is exactly a number.
func same(v fraction.Fraction, shown string) bool {
	is, err := fraction.Parse(shown)
	return err == nil && is.Equal(v)
}

// Bracket marks the number of a row as one that does not count. Round brackets would make
// it negative.
func (c *Column) Bracket(row int) { c.cells[row] = "[" + c.cells[row] + "]" }

// places are the decimals of a number that has more.
const places = 4

// Write returns a table of columns as CSV.
func Write(columns []*Column) ([]byte, error) {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	line := func(of func(c *Column) (cell, exact string)) error {
		var cells []string
		for _, c := range columns {
			cell, exact := of(c)
			if cells = append(cells, cell); c.exact != nil {
				cells = append(cells, exact)
			}
		}
		return w.Write(cells)
	}
	err := line(func(c *Column) (string, string) { return c.head, strings.TrimPrefix(c.head, "'") + "_exact" })
	for row := range columns[0].cells {
		if err == nil {
			err = line(func(c *Column) (cell, exact string) {
				if c.exact != nil {
					exact = c.exact[row]
				}
				return c.cells[row], exact
			})
		}
	}
	w.Flush()
	if err == nil {
		err = w.Error()
	}
	return buf.Bytes(), err
}
