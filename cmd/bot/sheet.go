package main

import (
	"encoding/json"
	"flag"
	"io"

	"topcut/tournament/table"
)

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

// form returns the selected form of a table.
func (o output) form() table.Form {
	switch {
	case *o.json:
		return table.JSON
	case *o.csv:
		return table.CSV
	}
	return table.Sheet
}

// table prints a table that is made for the selected form.
func (o output) table(w io.Writer, t *table.Table) error {
	switch {
	case *o.json:
		return t.JSON(w)
	case *o.csv:
		return t.CSV(w)
	}
	return t.Sheet(w)
}

// write prints a table or, as JSON, the value behind it.
func (o output) write(w io.Writer, t *table.Table, v any) error {
	if *o.json {
		return writeJSON(w, v)
	}
	return o.table(w, t)
}
