package main

import (
	"strings"
	"testing"

	"topcut/commands/view"
)

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "佐藤": 4, "김민준": 6, "é": 1, "e\u0301": 1, "ไพลิน": 4, "🦊": 2, "👨\u200d👩\u200d👧": 2, "👍🏽": 2, "🇩🇪": 2, "🇩🇪🇫🇷": 4,
		"❤\ufe0f": 2, "ＡＢ": 4, "a\u200bb": 2,
	} {
		if got := view.Columns(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestVisibleDropsWhatMovesTheCursor(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31mb": "a[31mb", "a\nb\tc\rd": "a b cd", "\u202eabc": "abc", "👨\u200d👩": "👨\u200d👩", "\u0007": "", "a\ufffdb": "ab",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestCSVRunsNoFormula(t *testing.T) {
	s := &sheet{head: []heading{{name: "player"}, {name: "points", right: true}}}
	for _, name := range []string{"=1+1", "+1", "-1", "@x", "\tx", "a,b", `say "hi"`, "plain"} {
		s.add(name, "-3")
	}
	var b strings.Builder
	if err := s.csv(&b); err != nil {
		t.Fatal(err)
	}
	want := "player,points\n'=1+1,-3\n'+1,-3\n'-1,-3\n'@x,-3\n'\tx,-3\n\"a,b\",-3\n\"say \"\"hi\"\"\",-3\nplain,-3\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestTableKeepsRightToLeftNamesInTheirCell(t *testing.T) {
	s := &sheet{head: []heading{{title: "Player"}, {title: "Points", right: true}}}
	s.add("דניאל", "3")
	s.add("Ann", "12")
	var b strings.Builder
	if err := s.text(&b); err != nil {
		t.Fatal(err)
	}
	want := "Player  Points\n\u2068דניאל\u2069        3\nAnn         12\n"
	if b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
}
