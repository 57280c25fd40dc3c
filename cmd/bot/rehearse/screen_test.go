package rehearse

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/table"
)

// TestScreen: posts are printed completely and without markup, edits by their changes,
// private answers shortened, and intermediate steps not at all.
func TestScreen(t *testing.T) {
	var out bytes.Buffer
	s := newScreen(Env{Stdout: &out, Stderr: &bytes.Buffer{}}, false)
	for _, e := range []localdiscord.Entry{
		{Kind: localdiscord.EntryAction, Channel: "#open", Actor: "Ann", Action: "/report 2-1", Text: "a\nb"},
		{Kind: localdiscord.EntryPosted, Channel: "#open", Actor: "Topcut", MessageID: "1", Text: "| ### Table 1\n| Ann\n| No result yet."},
		{Kind: localdiscord.EntryEdited, Channel: "#open", Actor: "Topcut", MessageID: "1", Text: "| ### Table 1\n| Ann\n| Ann won"},
		{Kind: localdiscord.EntryEdited, Channel: "#open", Actor: "Topcut", MessageID: "1", Text: "| ### Table 1\n| Ann\n| Ann won"},
		{Kind: localdiscord.EntryPosted, Channel: "#open", Actor: "Topcut", MessageID: "2", To: "Ann", Text: "1\n2\n3\n4\n5\n6"},
		{Kind: localdiscord.EntryChoices, Channel: "#open", Text: "2-1"},
		{Kind: localdiscord.EntryFailed, Channel: "#open", To: "Ben", Text: "The application did not respond"},
	} {
		s.entry(e)
	}
	want := `#open  Ann /report 2-1 a / b
#open  Topcut
  | Table 1
  | Ann
  | No result yet.
#open  ~ Table 1
  ~ Ann won
    -> only Ann: 1
       2
       3
       4
       (and 2 more lines)
    -> only Ben: The application did not respond
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestQuietShowsNothingOfTheChannels(t *testing.T) {
	var out bytes.Buffer
	s := newScreen(Env{Stdout: &out, Stderr: &bytes.Buffer{}}, true)
	s.entry(localdiscord.Entry{Kind: localdiscord.EntryAction, Actor: "Ann", Action: "/join"})
	s.say("done")
	if out.String() != "done\n" {
		t.Errorf("%q", out.String())
	}
}

func TestProgressWithoutATerminalIsALineForEachRound(t *testing.T) {
	var out, errOut bytes.Buffer
	s := newScreen(Env{Stdout: &out, Stderr: &errOut}, false)
	for _, now := range []progress{
		{phase: tournament.Open, players: 3},
		{phase: tournament.Open, players: 4},
		{phase: tournament.Running, round: 1, of: 2, tables: 2, players: 4},
		{phase: tournament.Running, round: 1, of: 2, tables: 2, done: 1, players: 4},
		{phase: tournament.Running, round: 3, of: 2, players: 4},
	} {
		s.progress(now)
	}
	want := "open: 3 players, 0 interactions\nround 1 of 2: 4 players, 0 interactions\nround 3: 4 players, 0 interactions\n"
	if diff := cmp.Diff(want, errOut.String()); diff != "" {
		t.Error(diff)
	}
}

func TestColoursOnATerminalOnly(t *testing.T) {
	s := newScreen(Env{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, false)
	if s.colour || s.live || s.paint(bold, "x") != "x" {
		t.Error("a buffer is taken for a terminal")
	}
	s.colour = true
	if got := s.paint(bold, "x"); got != "\x1b[1mx\x1b[0m" || s.paint(bold, "") != "" {
		t.Errorf("%q", got)
	}
}

func TestCellsOfATerminal(t *testing.T) {
	for text, want := range map[string]int{"Ann": 3, "佐藤": 4, "🦊 Fox": 6, "e\u0301": 1, "김민준": 6, "": 0} {
		if got := table.Columns(text); got != want {
			t.Errorf("%q takes %d columns, not %d", text, got, want)
		}
	}
}

// TestTheFinalTableIsEven: the columns of every row in the table of places are aligned
// with the heading.
func TestTheFinalTableIsEven(t *testing.T) {
	var out bytes.Buffer
	s := newScreen(Env{Stdout: &out, Stderr: &bytes.Buffer{}}, true)
	places := &table.Table{Columns: []table.Column{{Title: "place", Kind: table.Rank}, {Title: "player", Kind: table.Name}, {Title: "points", Kind: table.Number}}}
	places.Add("1", "佐藤", "9")
	places.Add("10", "Bob", "12")
	s.table(places)
	want := "place  player  points\n    1  佐藤         9\n   10  Bob         12\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(out.String(), " \n") {
		t.Error("a line ends with a space")
	}
}
