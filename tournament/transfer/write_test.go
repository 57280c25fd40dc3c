package transfer_test

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/transfer"
)

var noon = time.Date(2026, 10, 4, 12, 0, 0, 0, time.UTC)

func read(t testing.TB, data string) *transfer.Import {
	t.Helper()
	in, err := transfer.Read([]byte(data), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func write(t testing.TB, tour *file.Tournament, to transfer.Target) string {
	t.Helper()
	to.Now = noon
	out, _, err := transfer.Write(tour, to)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestEverySeedIsFoundAndRead: detection by content, and a tournament file that
// reads back.
func TestEverySeedIsFoundAndRead(t *testing.T) {
	all := seeds()
	for _, format := range transfer.Formats() {
		if got := transfer.Detect([]byte(all[format])); got != format {
			t.Errorf("a file of %s was taken for %q", format, got)
			continue
		}
		in := read(t, all[format])
		if in.Format != format {
			t.Errorf("a file of %s was taken for %s", format, in.Format)
		}
		for _, e := range in.Events {
			readsBack(t, e.Tournament)
		}
	}
}

// TestTOMKeepsEveryByte: an event that has not changed is written as the file it
// came from.
func TestTOMKeepsEveryByte(t *testing.T) {
	files := map[string]string{"seed": tomSeed, "with CRLF": strings.ReplaceAll(tomSeed, "\n", "\r\n"), "with a mark": "\ufeff" + tomSeed}
	if found, _ := filepath.Glob("../../../shared/data/formats/tdf/*.tdf"); len(found) > 0 {
		for _, name := range found {
			files[filepath.Base(name)] = string(load(t, name))
		}
	}
	for name, text := range files {
		in := read(t, text)
		for _, e := range in.Events {
			out := write(t, e.Tournament, transfer.Target{Format: transfer.TOM, Template: []byte(text), Part: e.Part})
			if name == "stage1-registered.tdf" {
				continue // it has no pods yet, so one is added
			}
			if diff := cmp.Diff(text, out); diff != "" {
				t.Errorf("%s, pod %q: %s", name, e.Part, diff)
			}
		}
	}
}

// TestTOMWritesWhatIsNew: results, a drop, a player and a round go into the
// template, everything else stays.
func TestTOMWritesWhatIsNew(t *testing.T) {
	for _, text := range []string{tomSeed, strings.ReplaceAll(tomSeed, "\n", "\r\n")} {
		tour := read(t, text).Events[0].Tournament
		tour.Ledger.Rounds[1].Matches[0].Result = ledger.Result{Form: ledger.Games}
		tour.Ledger.Rounds[1].Matches[1].Result = ledger.Result{Form: ledger.Games, V: [4]int32{1}}
		tour.Ledger.Players[3].DroppedAfter = 2
		seat := func(p ...int32) [4]int32 { return [4]int32{p[0], p[1], ledger.None, ledger.None} }
		tour.Ledger.Rounds = append(tour.Ledger.Rounds, ledger.Round{Number: 3, Matches: []ledger.Match{
			{Table: 1, N: 2, Seats: seat(1, 0), Result: ledger.Result{Form: ledger.Games, V: [4]int32{0, 1}}},
			{Kind: ledger.Bye, N: 1, Seats: seat(2, ledger.None)},
		}})
		tour.RoundsPlanned = 3
		out := write(t, tour, transfer.Target{Format: transfer.TOM, Template: []byte(text)})
		again := read(t, out).Events[0].Tournament
		if diff := cmp.Diff(tour, again); diff != "" {
			t.Errorf("%s\n%s", diff, out)
		}
		for _, kept := range []string{`<unknown mark="1"><deep>x</deep></unknown>`, "<!-- nobody knows this -->", "<staticseat>4</staticseat>", `<match outcome="6">`} {
			if !strings.Contains(out, kept) {
				t.Errorf("%s is gone", kept)
			}
		}
		if strings.Contains(text, "\r\n") && strings.Count(out, "\n") != strings.Count(out, "\r\n") {
			t.Error("lines end in two ways")
		}
	}
}

// TestATemplateWithoutItsPodsGetsThem: a file from before the first round, in which TOM's
// lists are missing or written as empty, is filled.
func TestATemplateWithoutItsPodsGetsThem(t *testing.T) {
	tour := read(t, tomSeed).Events[0].Tournament
	pods := regexp.MustCompile(`(?s)<pods>.*</pods>`)
	options := regexp.MustCompile(`(?s)<finalsoptions>.*</finalsoptions>`)
	for _, list := range [][2]string{{"", ""}, {"<pods/>", "<finalsoptions/>"}} {
		text := options.ReplaceAllString(pods.ReplaceAllString(tomSeed, list[0]), list[1])
		out := write(t, tour, transfer.Target{Format: transfer.TOM, Template: []byte(text)})
		again := read(t, out).Events[0].Tournament
		if diff := cmp.Diff(tour.Ledger.Rounds, again.Ledger.Rounds); diff != "" || again.Cut.Top != tour.Cut.Top {
			t.Errorf("%s\n%s", diff, out)
		}
	}
}

// TestWrittenFilesAreReadAgain: what is written for another program is the same
// event when it is read.
func TestWrittenFilesAreReadAgain(t *testing.T) {
	type kind struct {
		format  transfer.Format
		pattern string
	}
	for _, k := range []kind{{transfer.TOM, "tdf/*.tdf"}, {transfer.NRTM, "nrtm/cobra*"}, {transfer.NRTM, "nrtm/tome*"}, {transfer.TRF, "trf/*.trf"}} {
		texts := map[string]string{"seed": seeds()[k.format]}
		found, _ := filepath.Glob("../../../shared/data/formats/" + k.pattern)
		for _, name := range found {
			if !strings.HasSuffix(name, ".expect.json") && filepath.Base(name) != empty {
				texts[filepath.Base(name)] = string(load(t, name))
			}
		}
		for name, text := range texts {
			for _, e := range read(t, text).Events {
				out := write(t, e.Tournament, transfer.Target{Format: k.format})
				again, err := transfer.Read([]byte(out), transfer.Options{Rounds: e.Tournament.RoundsPlanned})
				if err != nil {
					t.Errorf("%s: %v\n%s", name, err, out)
					continue
				}
				if again.Format != k.format {
					t.Errorf("%s: what was written is taken for %s", name, again.Format)
				}
				if diff := cmp.Diff(e.Tournament, again.Events[0].Tournament); diff != "" {
					t.Errorf("%s %s: %s", name, e.Part, diff)
				}
			}
		}
	}
}

// TestTRFTemplateKeepsOtherColumns: federation, title and unknown lines survive.
func TestTRFTemplateKeepsOtherColumns(t *testing.T) {
	text := "012 Cup\n132 a line of dates\n### a comment\n" +
		"001    1 m GM Ann                               2600 NED 1000001     1990/01/01  1.0    1     2 w 1\r\n" +
		"001    2      Bo                                2500 GER                         0.0    2     1 b 0\r\n302 later\n"
	tour := read(t, text).Events[0].Tournament
	if out := write(t, tour, transfer.Target{Format: transfer.TRF, Template: []byte(text)}); out != text {
		t.Error(cmp.Diff(text, out))
	}
	tour.Ledger.Rounds[0].Matches[0].Result = ledger.Result{Form: ledger.Games, V: [4]int32{0, 1, 0}}
	out := write(t, tour, transfer.Target{Format: transfer.TRF, Template: []byte(text)})
	if want := strings.NewReplacer(" 1.0    1     2 w 1", " 0.0    2     2 w 0", " 0.0    2     1 b 0", " 1.0    1     1 b 1").Replace(text); out != want {
		t.Error(cmp.Diff(want, out))
	}
}

// TestCSVIsNoFormula: a name that a spreadsheet would run is quoted, and read back
// as it was.
func TestCSVIsNoFormula(t *testing.T) {
	names := []string{"=HYPERLINK(\"http://x\")", "+1", "-2", "@SUM(A1)", "Ann, jr \"A\"", "'quoted"}
	tour := read(t, seeds()[transfer.CSV]).Events[0].Tournament
	for _, name := range names {
		tour.Players[0].Name = name
		out := write(t, tour, transfer.Target{Format: transfer.CSV})
		again := read(t, out).Events[0].Tournament
		if !slices.ContainsFunc(again.Players, func(p file.Player) bool { return p.Name == name }) {
			t.Errorf("%q is not read back:\n%s", name, out)
		}
		for _, cell := range strings.FieldsFunc(out, func(r rune) bool { return r == ',' || r == '\n' }) {
			if cell = strings.Trim(cell, `"`); cell != "" && strings.ContainsRune("=+@", rune(cell[0])) {
				t.Errorf("%q gives the cell %q", name, cell)
			}
		}
	}
}

// TestWriteRefusesAnotherGame: a chess file of Magic would be nonsense.
func TestWriteRefusesAnotherGame(t *testing.T) {
	magic := read(t, seeds()[transfer.WER]).Events[0].Tournament
	for _, format := range []transfer.Format{transfer.TOM, transfer.NRTM, transfer.TRF} {
		if _, _, err := transfer.Write(magic, transfer.Target{Format: format}); err == nil || !strings.Contains(err.Error(), "transfer.refused.game") {
			t.Errorf("%s: %v", format, err)
		}
	}
	if _, _, err := transfer.Write(magic, transfer.Target{Format: transfer.WER}); err == nil {
		t.Error("a format is written that is only read")
	}
	other := strings.ReplaceAll(tomSeed, "103", "203")
	tour := read(t, tomSeed).Events[0].Tournament
	if _, _, err := transfer.Write(tour, transfer.Target{Format: transfer.TOM, Template: []byte(other)}); err == nil || !strings.Contains(err.Error(), "template") {
		t.Errorf("a template of another event: %v", err)
	}
}

// TestRefusalsNameTheirPlace: nothing that is not known is guessed.
func TestRefusalsNameTheirPlace(t *testing.T) {
	all := seeds()
	for _, tc := range []struct {
		format    transfer.Format
		old, with string
		want      string
	}{
		{transfer.TOM, `outcome="2"`, `outcome="7"`, "transfer.refused.code at=transfer.line line=87 what=match/outcome code=7"},
		{transfer.TOM, `category="2"`, `category="5"`, "what=pod/category code=5"},
		{transfer.TOM, `<player2 userid="104"/>`, `<player2 userid="999"/>`, "transfer.refused.player"},
		{transfer.TOM, `<player1 userid="103"/>`, `<player1 userid="101"/>`, "transfer.refused.twice"},
		{transfer.TOM, `<unknown mark`, `<!DOCTYPE x><unknown mark`, "transfer.refused.syntax line=14"},
		{transfer.TOM, `</pods>`, `</pod>`, "transfer.refused.syntax"},
		{transfer.WER, `outcome="2"`, `outcome="4"`, "what=match/outcome code=4"},
		{transfer.WER, `<member person="34567"/>`, `<member person="34567"/><member person="9"/>`, "transfer.refused.teams"},
		{transfer.WER, `win="2" loss="1"`, `win="1" loss="2"`, "transfer.refused.result"},
		{transfer.KTS, `<Status>Winner`, `<Status>Loser`, "what=Status code=Loser"},
		{transfer.KTS, `>100000002</Player><Round>1`, `>100000007</Player><Round>1`, "transfer.refused.player"},
		{transfer.TRF, "     1 b 0", "     1 b 1", "transfer.refused.result"},
		{transfer.TRF, "     1 b 0", "     4 b 0", "transfer.refused.round"},
		{transfer.TRF, "         H", "         X", "what=result code=X"},
		{transfer.NRTM, `"eliminationPlayers":[{"id":7,"name":"Ann","seed":1},{"id":9`, `"eliminationPlayers":[{"id":7,"name":"Ann","seed":1},{"id":8`, "transfer.refused.bracket"},
		{transfer.NRTM, `"combinedScore":5`, `"combinedScore":77`, "transfer.refused.result"},
		{transfer.TopDeck, `"1-0-0"`, `"won"`, "transfer.refused.result"},
		{transfer.Melee, `"Points":3`, `"Points":9`, "transfer.refused.rounds"},
		{transfer.Challonge, `"swiss"`, `"free for all"`, "tournament_type"},
		{transfer.CSV, "2 - 1", "two-one", "transfer.refused.result"},
	} {
		text := strings.Replace(all[tc.format], tc.old, tc.with, 1)
		if text == all[tc.format] {
			t.Fatalf("%s has no %q", tc.format, tc.old)
		}
		_, err := transfer.Read([]byte(text), transfer.Options{Format: tc.format})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s with %q: %v, want %s", tc.format, tc.with, err, tc.want)
		}
	}
}

// TestEncodings: Windows-1252, a byte order mark, and names beyond ASCII in fixed
// columns.
func TestEncodings(t *testing.T) {
	latin := bytes.ReplaceAll([]byte(seeds()[transfer.TRF]), []byte("Çelik"), []byte{0xc7, 'e', 'l', 'i', 'k'})
	in, err := transfer.Read(latin, transfer.Options{})
	if err != nil || in.Events[0].Tournament.Players[2].Name != "Çelik, Cy" {
		t.Fatal(in, err)
	}
	in = read(t, "\ufeff"+seeds()[transfer.TRF]) // columns in characters
	if got := in.Events[0].Tournament.Players[2].Name; got != "Çelik, Cy" {
		t.Errorf("name %q", got)
	}
	for format, text := range seeds() { // whatever it holds, and with or without a mark
		for _, mark := range []string{"\ufeff", ""} {
			var wide []byte
			for _, unit := range utf16.Encode([]rune(mark + text)) {
				wide = append(wide, byte(unit), byte(unit>>8))
			}
			if _, err := transfer.Read(wide, transfer.Options{}); err == nil || err.Error() != "file.utf16" {
				t.Errorf("%s in UTF-16: %v", format, err)
			}
		}
	}
}
