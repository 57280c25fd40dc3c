package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"

	"topcut/commands/view"
	"topcut/tournament/transfer"
)

// sheet is a table: aligned for reading, or as CSV.
type sheet struct {
	head  []heading
	rows  [][]string
	above []string // lines before the table; not in the CSV
	below []string // lines after the table; not in the CSV
	alone bool     // without rows, print the lines without the headings
}

// heading is the heading of a column and its name in the CSV file.
type heading struct {
	title, name string
	right       bool // right-aligned, for numbers
}

func (s *sheet) add(cells ...string) { s.rows = append(s.rows, cells) }

// text prints the table with aligned columns.
func (s *sheet) text(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, line := range s.above {
		fmt.Fprintln(b, visible(line))
	}
	titles := make([]string, len(s.head))
	for i, h := range s.head {
		titles[i] = h.title
	}
	lines := append([][]string{titles}, s.rows...)
	widths := make([]int, len(s.head))
	if s.alone && len(s.rows) == 0 {
		lines = nil
	}
	for r, line := range lines {
		shown := make([]string, len(line))
		for i, cell := range line {
			shown[i] = visible(cell)
			widths[i] = max(widths[i], view.Columns(shown[i]))
		}
		lines[r] = shown
	}
	for _, line := range lines {
		var out strings.Builder
		for i, cell := range line {
			if i > 0 {
				out.WriteString("  ")
			}
			gap := strings.Repeat(" ", widths[i]-view.Columns(cell))
			if s.head[i].right {
				out.WriteString(gap + view.Isolated(cell))
			} else {
				out.WriteString(view.Isolated(cell) + gap)
			}
		}
		fmt.Fprintln(b, strings.TrimRight(out.String(), " "))
	}
	for _, line := range s.below {
		fmt.Fprintln(b, visible(line))
	}
	return b.Flush()
}

// csv prints the table as CSV.
func (s *sheet) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	names := make([]string, len(s.head))
	for i, h := range s.head {
		names[i] = h.name
	}
	if err := out.Write(names); err != nil {
		return err
	}
	for _, row := range s.rows {
		line := make([]string, len(row))
		for i, cell := range row {
			if line[i] = cell; !s.head[i].right { // our own numbers may be negative
				line[i] = transfer.Cell(cell)
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeJSON prints a value on one line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// output selects the form of a command's result.
type output struct{ json, csv *bool }

func outputFlags(fs *flag.FlagSet) output {
	return output{
		json: fs.Bool("json", false, "print JSON"),
		csv:  fs.Bool("csv", false, "print comma-separated values"),
	}
}

// check returns an error if two forms are selected.
func (o output) check() error {
	if *o.json && *o.csv {
		return usagef("--json and --csv cannot be combined; choose one")
	}
	return nil
}

// write prints the result in the selected form.
func (o output) write(w io.Writer, s *sheet, v any) error {
	switch {
	case *o.json:
		return writeJSON(w, v)
	case *o.csv:
		return s.csv(w)
	}
	return s.text(w)
}
