package table

import (
	"encoding/csv"
	"io"
	"strings"

	"topcut/tournament/fraction"
)

// exactPlaces is the number of decimals in CSV of a number that has more.
const exactPlaces = 4

// CSV writes the table as comma-separated values. Numbers are decimals; where one of a
// column is rounded, the column after it has the fractions. A number that does not count
// is in square brackets, since round ones would make it negative. No text is one that a
// spreadsheet takes for a formula; see Quote.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rounded := make([]bool, len(t.Columns))
	var line []string
	for c := range t.Columns {
		head := Quote(t.Columns[c].Key)
		if line = append(line, head); t.rounds(c) {
			rounded[c], line = true, append(line, strings.TrimPrefix(head, "'")+"_exact")
		}
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for i := range t.Rows {
		line = line[:0]
		for c := range t.Columns {
			shown, exact := t.csvCell(c, &t.Rows[i].Cells[c])
			if line = append(line, shown); rounded[c] {
				line = append(line, exact)
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// rounds reports whether a column has a number that CSV rounds.
func (t *Table) rounds(column int) bool {
	for i := range t.Rows {
		if _, exact := t.csvCell(column, &t.Rows[i].Cells[column]); exact != "" {
			return true
		}
	}
	return false
}

// csvCell returns a cell of CSV and, if it is rounded, its fraction.
func (t *Table) csvCell(column int, c *Cell) (shown, exact string) {
	col := &t.Columns[column]
	switch {
	case c.Text == "":
		return "", ""
	case col.Kind == Number:
		return c.Text, "" // our own, which may be negative
	case col.Kind != Exact && col.Kind != Ratio:
		return Quote(c.Text), ""
	case col.Unit != "":
		return c.Text + col.Unit, ""
	}
	if shown = c.Exact.Plain(col.Decimals); !same(c.Exact, shown) {
		shown = c.Exact.Decimal(max(exactPlaces, col.Decimals))
	}
	if !same(c.Exact, shown) {
		exact = Quote(c.Exact.String())
	}
	if c.Out {
		shown = "[" + shown + "]"
	}
	return shown, exact
}

// same reports whether a decimal is exactly a number.
func same(v fraction.Fraction, shown string) bool {
	is, err := fraction.Parse(shown)
	return err == nil && is.Equal(v)
}
