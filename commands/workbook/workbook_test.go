package workbook_test

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"

	"topcut/commands/text"
	"topcut/commands/workbook"
	"topcut/tournament/file"
	"topcut/tournament/rules"
)

const event = `{"version":1,"ruleset":"magic","cut":2,"cut_seeds":["a","b"],"players":[{"id":"a","name":"=HYPERLINK(\"http://x\",\"y\")"},{"id":"b","name":"+1"},{"id":"c","name":"@SUM(A1)","dropped_after":1}],
 "rounds":[{"number":1,"matches":[{"table":1,"players":["a","b"],"games":[2,1,0],"kind":"played"},{"players":["c"],"kind":"bye"}]},
 {"number":2,"stage":"elimination","matches":[{"players":["a","b"],"games":[0,2,0],"kind":"played"}]}]}`

// TestNoNameIsAFormula: a workbook is opened by people; nothing in it may run.
func TestNoNameIsAFormula(t *testing.T) {
	tour, err := file.Read([]byte(event), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	var words text.Printer
	data, err := workbook.Write(tour, words)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := f.GetSheetList(); len(got) != 4 {
		t.Errorf("sheets %v", got)
	}
	names := 0
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for y, row := range rows {
			for x, cell := range row {
				at, _ := excelize.CoordinatesToCellName(x+1, y+1)
				if formula, _ := f.GetCellFormula(sheet, at); formula != "" {
					t.Errorf("%s %s is the formula %q", sheet, at, formula)
				}
				kind, _ := f.GetCellType(sheet, at)
				if cell == tour.Players[0].Name {
					names++
					if kind != excelize.CellTypeSharedString && kind != excelize.CellTypeInlineString {
						t.Errorf("%s %s is of type %v", sheet, at, kind)
					}
				}
			}
		}
	}
	if names != 5 {
		t.Errorf("the name stands %d times", names)
	}
	if v, _ := f.GetCellValue("Standings", "D2"); v != "3" {
		t.Errorf("points %q", v)
	}
}
