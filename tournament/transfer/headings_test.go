package transfer_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/unicode/norm"

	"topcut/tournament/transfer"
)

// headingSheet is a file of headings.
type headingSheet struct {
	Player, Score, First, Second []string
	Columns                      map[string][]string
}

// headingSheets are the files of headings by language.
func headingSheets(t *testing.T) map[string]headingSheet {
	t.Helper()
	names, err := filepath.Glob("lexicons/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]headingSheet{}
	for _, name := range names {
		var sheet headingSheet
		if err := toml.Unmarshal(load(t, name), &sheet); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".toml")] = sheet
	}
	return out
}

// meaningOf returns what a column of this heading holds, beside another one: of the loser
// one alone says nothing.
func meaningOf(heading, beside string) string {
	columns, _ := transfer.Columns([]byte(`"`+heading+`";`+beside+"\n1;2\n"), transfer.Options{})
	if len(columns) != 2 {
		return fmt.Sprint(columns)
	}
	return columns[0].Meaning
}

// spelled returns a heading as forms, keyboards and programs write it.
func spelled(heading string) []string {
	return []string{heading, strings.ToUpper(heading), strings.ReplaceAll(heading, " ", "_"), norm.NFD.String(heading), " " + heading + " ", strings.ReplaceAll(heading, " ", "-") + "."}
}

// TestHeadingsAreReadInEveryLanguage has each heading of each language in several
// spellings, with the number of each seat where it stands with one.
func TestHeadingsAreReadInEveryLanguage(t *testing.T) {
	sheets := headingSheets(t)
	keys := slices.Sorted(maps.Keys(sheets["en"].Columns))
	tried := 0
	expect := func(language, heading, want string) {
		for _, text := range spelled(heading) {
			tried++
			got := meaningOf(text, "zz")
			if want == "loser" {
				got = map[string]string{"player2": "loser"}[meaningOf(text, "winner")] + got
			}
			if got != want {
				t.Errorf("%s: %q is %q, want %q", language, text, got, want)
			}
		}
	}
	for language, sheet := range sheets {
		if !slices.Equal(slices.Sorted(maps.Keys(sheet.Columns)), keys) {
			t.Errorf("%s has not the columns of English", language)
		}
		for meaning, list := range sheet.Columns {
			for _, heading := range list {
				if !slices.Contains(sheets["en"].Columns[meaning], heading) && inEnglish(sheets["en"], heading) {
					continue
				}
				expect(language, heading, meaning)
			}
		}
		for seat := range 4 {
			for _, player := range sheet.Player {
				expect(language, fmt.Sprintf("%s %d", player, seat+1), fmt.Sprintf("player%d", seat+1))
				expect(language, fmt.Sprintf("%s%d", player, seat+1), fmt.Sprintf("player%d", seat+1))
			}
			for _, score := range sheet.Score {
				expect(language, fmt.Sprintf("%s %d", score, seat+1), fmt.Sprintf("wins%d", seat+1))
				expect(language, fmt.Sprintf("%s %s %d", score, sheet.Player[0], seat+1), fmt.Sprintf("wins%d", seat+1))
				expect(language, fmt.Sprintf("%s %d %s", sheet.Player[0], seat+1, score), fmt.Sprintf("wins%d", seat+1))
			}
		}
		for seat, list := range [][]string{sheet.First, sheet.Second} {
			for _, name := range list {
				expect(language, name, fmt.Sprintf("player%d", seat+1))
				expect(language, name+" "+sheet.Score[0], fmt.Sprintf("wins%d", seat+1))
			}
		}
	}
	if len(sheets) < 8 || tried < 3000 {
		t.Errorf("%d headings of %d languages", tried, len(sheets))
	}
	for _, none := range []string{"1", "a", "Punkte 5", "player", "player 1 2", "score", "white black", "12", "comment 1"} {
		if got := meaningOf(none, "zz"); strings.HasPrefix(got, "player") || strings.HasPrefix(got, "wins") {
			t.Errorf("%q is %q", none, got)
		}
	}
}

// inEnglish reports whether English has a heading, which then counts.
func inEnglish(en headingSheet, heading string) bool {
	for _, list := range en.Columns {
		if slices.Contains(list, heading) {
			return true
		}
	}
	return false
}

// TestATableOfEachLanguageIsRead reads the same event from tables in the words of each
// language: headings, a bye, a draw, who won without a score.
func TestATableOfEachLanguageIsRead(t *testing.T) {
	for language, sheet := range headingSheets(t) {
		var words struct {
			Draw []string `toml:"draw"`
			Bye  []string `toml:"bye"`
			Win  []string `toml:"win"`
		}
		data, err := os.ReadFile("../rules/lexicons/" + language + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		if err := toml.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		for _, draw := range words.Draw {
			table := fmt.Sprintf("%s;%s 1;%s 2;%s\n1;Ann;Bo;%s\n1;Cy;%s;\n2;Ann;Cy;%s\n2;Bo;%s;\n",
				sheet.Columns["round"][0], sheet.Player[0], sheet.Player[0], sheet.Columns["result"][0], draw, words.Bye[0], words.Win[0], words.Bye[0])
			in, err := transfer.Read([]byte(table), transfer.Options{Ruleset: "chess-casual"})
			if err != nil {
				t.Errorf("%s: %v\n%s", language, err, table)
				continue
			}
			if got := outcomes(t, in.Events[0].Tournament); got != "Ann 3/2, Bo 3/2, Cy 1" {
				t.Errorf("%s: %s\n%s", language, got, table)
			}
		}
		table := fmt.Sprintf("%s,%s,%s\nAnn,Bo,Bo\nCy,Dee,Cy\n", sheet.Columns["name"][0], sheet.Second[len(sheet.Second)-1], sheet.Columns["winner"][0])
		in, err := transfer.Read([]byte(table), transfer.Options{Ruleset: "magic"})
		if err != nil {
			t.Errorf("%s: %v\n%s", language, err, table)
			continue
		}
		if got := outcomes(t, in.Events[0].Tournament); got != "Bo 3, Cy 3, Ann 0, Dee 0" {
			t.Errorf("%s: %s\n%s", language, got, table)
		}
	}
}
