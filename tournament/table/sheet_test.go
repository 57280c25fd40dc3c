package table_test

import (
	"strings"
	"testing"

	"topcut/tournament/table"
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
		{"a\u200bb", 2},
	} {
		if got := table.Columns(c.text); got != c.want {
			t.Errorf("Columns(%q) = %d, want %d", c.text, got, c.want)
		}
	}
}

func TestVisibleDropsWhatMovesTheCursor(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31mb": "a[31mb", "a\nb\tc\rd": "a b cd", "\u202eabc": "abc", "👨\u200d👩": "👨\u200d👩", "\u0007": "", "a\ufffdb": "ab",
	} {
		if got := table.Visible(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestCSVRunsNoFormula(t *testing.T) {
	s := &table.Table{Columns: []table.Column{{Key: "player"}, {Key: "points", Kind: table.Number}}}
	for _, name := range []string{"=1+1", "+1", "-1", "@x", "\tx", "a,b", `say "hi"`, "plain"} {
		s.Add(name, "-3")
	}
	var b strings.Builder
	if err := s.CSV(&b); err != nil {
		t.Fatal(err)
	}
	want := "player,points\n'=1+1,-3\n'+1,-3\n'-1,-3\n'@x,-3\n'\tx,-3\n\"a,b\",-3\n\"say \"\"hi\"\"\",-3\nplain,-3\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestTableKeepsRightToLeftNamesInTheirCell(t *testing.T) {
	s := &table.Table{Columns: []table.Column{{Title: "Player"}, {Title: "Points", Kind: table.Number}}}
	s.Add("דניאל", "3")
	s.Add("Ann", "12")
	var b strings.Builder
	if err := s.Sheet(&b); err != nil {
		t.Fatal(err)
	}
	want := "Player  Points\n\u2068דניאל\u2069        3\nAnn         12\n"
	if b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
}
