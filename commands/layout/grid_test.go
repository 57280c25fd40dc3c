package layout_test

import (
	"strings"
	"testing"

	"topcut/commands/layout"
	"topcut/tournament/table"
)

// TestGridAligns: all lines of a table have the same width up to the last column,
// whatever the names are.
func TestGridAligns(t *testing.T) {
	names := []string{"Alice", "佐藤", "👨‍👩‍👧‍👦 family", "שלום עולם", "``` x", "🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪", strings.Repeat("W", 32), strings.Repeat("漢", 32), "\u202eevil"}
	shown := &table.Table{Columns: []table.Column{{Title: "#", Kind: table.Rank}, {Title: "Name", Kind: table.Name}, {Title: "Pts", Kind: table.Number}}}
	for _, n := range names {
		shown.Add("1", n, "10")
	}
	lines := strings.Split(layout.Grid(shown), "\n")
	if lines[0] != "```" || lines[len(lines)-1] != "```" {
		t.Fatalf("no code block: %q", lines)
	}
	for _, l := range lines[1 : len(lines)-1] {
		if got, want := table.Columns(l), table.Columns(lines[1]); got != want {
			t.Errorf("%q is %d columns wide, the head %d", l, got, want)
		}
		if strings.Contains(l, "`") {
			t.Errorf("%q can close the code block", l)
		}
	}
}

// TestCellCutsByColumns: a name is cut by columns, not characters, and never inside an
// emoji.
func TestCellCutsByColumns(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"Alice", 5, "Alice"},
		{"Alexander", 5, "Alex…"},
		{"佐藤太郎", 5, "佐藤…"},
		{"👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"},
		{"a`b", 9, "aˋb"},
		{"two\nlines", 9, "two lines"},
	} {
		if got := layout.Cell(c.text, c.columns); got != c.want {
			t.Errorf("Cell(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}
