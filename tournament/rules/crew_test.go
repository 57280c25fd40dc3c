package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// ownCrews loads a ruleset that extends another by some lines.
func ownCrews(base, lines string) (*rules.Ruleset, error) {
	l, err := rules.LoadDir(fstest.MapFS{"own.toml": {Data: []byte("id = \"own\"\nextends = \"" + base + "\"\n" + lines)}})
	if err != nil {
		return nil, err
	}
	return l.Load("own")
}

// told returns what the rules of a match on n boards say of points and tiebreakers.
func told(rs *rules.Ruleset) string {
	sc := rs.Scoring
	out := fmt.Sprintf("%v %v %v, boards %v %v, bye %v %v", sc.Win, sc.Draw, sc.Loss, sc.GameWin, sc.GameDraw, rs.Bye.Points, rs.Bye.Games)
	for _, t := range rs.Ranking.Tiebreaks {
		out += "; " + t.Func
		if t.Times+t.Of+t.Method != "" || t.Cut > 0 {
			out += fmt.Sprintf(" of %q times %q cut %d method %q", t.Of, t.Times, t.Cut, t.Method)
		}
	}
	return out
}

// TestPresetsOfCrewsStand: events keep the name of a preset, so none is changed.
func TestPresetsOfCrewsStand(t *testing.T) {
	for preset, want := range map[string]string{
		"lichess":  "2 1 0, boards 1 1/2, bye [1] [0 0 4]; boardPoints; directEncounter; boardsWon; sonnebornBerger",
		"olympiad": `2 1 0, boards 1 1/2, bye [1] [0 0 4]; sonnebornBerger of "" times "boards" cut 1 method ""; boardPoints; buchholzCut1`,
		"trios":    "3 1 0, boards 3 1, bye [3] [4 0 0]; omw; gwp; ogw",
	} {
		rs, err := ownCrews("magic", "[crew]\npreset = \""+preset+"\"\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := told(rs.OfBoards(4)); got != want {
			t.Errorf("%s: %s, not %s", preset, got, want)
		}
	}
}

// TestChoiceTheTableOfTeamsByGame: what teams on boards play by where nothing is chosen, and
// what an option of the game chooses. Magic's trios count as Magic without a table.
func TestChoiceTheTableOfTeamsByGame(t *testing.T) {
	of := func(id string, choices map[string]string) *rules.Ruleset {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if rs, err = rs.With(choices); err != nil {
			t.Fatal(err)
		}
		return rs.OfBoards(3)
	}
	chess := of("chess-casual", nil)
	if got := told(chess); !strings.HasPrefix(got, "2 1 0, boards 1 1/2, bye [1] [0 0 3]; boardPoints") {
		t.Errorf("chess: %s", got)
	}
	if got := told(of("chess-casual", map[string]string{"teams": "olympiad"})); !strings.Contains(got, `; sonnebornBerger of "" times "boards" cut 1`) {
		t.Errorf("chess by the Olympiad's table: %s", got)
	}
	if got := told(of("magic", map[string]string{"teams": "lichess", "head_to_head": "on"})); !strings.Contains(got, "; boardPoints; directEncounter;") {
		t.Errorf("Magic by the table of lichess: %s", got)
	}
	for _, id := range []string{"magic", "magic-melee", "lorcana", "lorcana-playhub"} {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		bare := *rs
		bare.Crew = nil
		with, without := *rs.OfBoards(3), *bare.OfBoards(3)
		for _, r := range []*rules.Ruleset{&with, &without} {
			r.Crew, r.Published = nil, nil
		}
		if diff := cmp.Diff(without, with); diff != "" {
			t.Errorf("%s (-without a table +with trios):\n%s", id, diff)
		}
	}
}

// TestATableOfCrewsSaysWhatItChanges: keys of one's own stand over those of the preset, and
// what is in neither is as in a match of two.
func TestATableOfCrewsSaysWhatItChanges(t *testing.T) {
	rs, err := ownCrews("chess-casual", `[crew]
preset = "olympiad"
win = "3"
bye_boards = "loss"
board_draw = "1/3"
tiebreaks = [{ func = "boardPoints" }, { func = "sonnebornBerger", of = "boards", cut = 2 }, { func = "buchholz" }]
`)
	if err != nil {
		t.Fatal(err)
	}
	crews := rs.OfBoards(2)
	if got, want := told(crews), `3 1 0, boards 1 1/3, bye [1] [0 2 0]; boardPoints; sonnebornBerger of "boards" times "" cut 2 method ""; buchholz`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got, want := told(crews.AllPlayAll()), `3 1 0, boards 1 1/3, bye [1] [0 2 0]; boardPoints; sonnebornBerger of "boards" times "" cut 2 method "played"`; got != want {
		t.Errorf("where all play all %s, not %s", got, want)
	}
	if crews.Bye.CountsAsWin {
		t.Error("a bye worth less than a win is a win in the record")
	}
	if got := rs.OfBoards(3).Forfeit.Games; got != [3]int{3, 0, 0} {
		t.Errorf("a match lost without play is %v", got)
	}
	if got := told(rs); !strings.HasPrefix(got, "1 1/2 0, boards 1 1/2, bye [1] [0 0 0]; buchholzCut1") {
		t.Errorf("a match of two is %s", got)
	}
}

// TestATableOfCrewsIsStored: an event that runs keeps the table it began with.
func TestATableOfCrewsIsStored(t *testing.T) {
	rs, err := ownCrews("chess-casual", "[crew]\npreset = \"olympiad\"\ndraw = \"1/2\"\n")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := rs.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	again, err := rules.Thaw(raw)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(again.OfBoards(4)), told(rs.OfBoards(4)); got != want {
		t.Errorf("stored as %s, was %s", got, want)
	}
}

// TestAWrongKeyOfTheTableOfCrewsIsNamed: each gets one sentence.
func TestAWrongKeyOfTheTableOfCrewsIsNamed(t *testing.T) {
	for lines, want := range map[string]string{
		`preset = "fide"`:    "ruleset.unknown key=crew.preset",
		`bye_boards = "won"`: "ruleset.unknown key=crew.bye_boards",
		`win = "0"`:          "ruleset.crew_match",
		`draw = "3"`:         "ruleset.crew_match",
		`loss = "5/2"`:       "ruleset.crew_match",
		`board_win = "0"`:    "ruleset.crew_board",
		`board_draw = "2"`:   "ruleset.crew_board",
		`board_draw = "-1"`:  "ruleset.crew_board",
		`bye = "-1"`:         "ruleset.crew_bye",
		`bye = "3"`:          "ruleset.crew_bye",
		`points = "3"`:       "key=crew.points",
		`tiebreaks = [{ func = "sonnebornBerger", times = "games" }]`:             "ruleset.unknown key=crew.tiebreaks[0].times",
		`tiebreaks = [{ func = "buchholz", of = "games" }]`:                       "ruleset.unknown key=crew.tiebreaks[0].of",
		`tiebreaks = [{ func = "boardPoints" }, { func = "buchholz", cut = -1 }]`: "ruleset.tiebreak_cut key=crew.tiebreaks[1].cut",
		`tiebreaks = [{ func = "omw", floor = "1/2", cap = "1/3" }]`:              "ruleset.cap key=crew.tiebreaks[0]",
	} {
		_, err := ownCrews("chess-casual", "[crew]\n"+lines+"\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", lines, err, want)
		}
	}
	for _, base := range []string{"commander-pods", "m-league", "meccg"} {
		if _, err := ownCrews(base, "[crew]\nwin = \"2\"\n"); err == nil || !strings.Contains(err.Error(), "ruleset.crew_game") {
			t.Errorf("%s: %v", base, err)
		}
	}
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if rs.Seats.Max == 2 && rs.Vocabulary.Form == "games" && rs.Scoring.Mode == "outcome" {
			if own, err := ownCrews(id, "[crew]\npreset = \"lichess\"\n"); err != nil || own.OfBoards(4).Winner(&ledger.Match{Kind: ledger.Forfeit}) != 0 {
				t.Errorf("%s cannot have a table of crews: %v", id, err)
			}
		}
	}
}
