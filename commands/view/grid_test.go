package view

import (
	"strings"
	"testing"
)

// TestWidthIsWhatIsSeen: Columns returns the width in a fixed-width font.
func TestWidthIsWhatIsSeen(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"Alice", 5},
		{"Zoë", 3},
		{"e\u0301", 1}, // a letter and its accent
		{"佐藤", 4},      // two columns each
		{"김민준", 6},     // Hangul syllables
		{"ไพลิน", 4},   // a vowel sign above takes no column
		{"דניאל", 5},   //
		{"ﾊﾝｶｸ", 4},    // half-width kana
		{"ＡＢ", 4},      // full-width letters
		{"🦊 Fox", 6},   //
		{"👨‍👩‍👧‍👦", 2}, // a family is one picture
		{"👍🏽", 2},      // a skin tone
		{"🇩🇪", 2},      // a flag is a pair
		{"🇩🇪🇫🇷", 4},    //
		{"❤️", 2},      // shown as an emoji because of a selector
		{"⚡️", 2},      // always shown as an emoji
		{"\u2068שלום\u2069", 4},
	} {
		if got := Columns(c.text); got != c.want {
			t.Errorf("Columns(%q) = %d, want %d", c.text, got, c.want)
		}
	}
}

// TestGridAligns: all lines of a table have the same width up to the last column,
// whatever the names are.
func TestGridAligns(t *testing.T) {
	names := []string{"Alice", "佐藤", "👨‍👩‍👧‍👦 family", "שלום עולם", "``` x", "🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪", strings.Repeat("W", 32), strings.Repeat("漢", 32), "\u202eevil"}
	g := grid{head: []string{"#", "Name", "Pts"}, right: []bool{true, false, true}}
	for _, n := range names {
		g.rows = append(g.rows, []string{"1", cell(n, 12), "10"})
	}
	lines := strings.Split(g.String(), "\n")
	if lines[0] != "```" || lines[len(lines)-1] != "```" {
		t.Fatalf("no code block: %q", g.String())
	}
	for _, l := range lines[1 : len(lines)-1] {
		if got, want := Columns(l), Columns(lines[1]); got != want {
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
		if got := cell(c.text, c.columns); got != c.want {
			t.Errorf("cell(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}
