package customgame_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"topcut/tournament/customgame"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

func library(t *testing.T) *rules.Library {
	t.Helper()
	lib, err := rules.LoadDir(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// code returns the code of an error.
func code(err error) string {
	if err == nil {
		return "no error"
	}
	return string(notice.Of(err).Code)
}

// game returns a game that a form may have made.
func game(base customgame.Base, edit func(g *customgame.Game)) customgame.Game {
	g := customgame.New(base)
	g.ID, g.Name, g.Server, g.Date = "own-tekken-8", "Tekken 8", "Fight \"Club\"", "2026-11-29"
	if edit != nil {
		edit(&g)
	}
	return g
}

// written returns the file of a game and the ruleset that it is.
func written(t *testing.T, g customgame.Game) ([]byte, *rules.Ruleset) {
	t.Helper()
	data, err := g.TOML(library(t))
	if err != nil {
		t.Fatalf("%+v: %v", g, err)
	}
	rs, err := library(t).And(rules.File{ID: g.ID, Data: data}).Load(g.ID)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return data, rs
}

// every calls f with a game of each base, length, ranking and kind of draws that there can be.
func every(f func(g customgame.Game)) {
	for _, base := range customgame.Bases() {
		for _, ranking := range append(customgame.Rankings(), customgame.OfBase) {
			for best := range 15 {
				for _, draws := range []bool{false, true} {
					if best++; draws || best%2 == 1 {
						f(game(base, func(g *customgame.Game) { g.BestOf, g.Draws, g.Ranking = best, draws, ranking }))
					}
					if draws {
						continue
					}
					best--
				}
			}
		}
	}
}

// TestEveryGameOfTheFormHolds writes all games of the form, reads them as strictly as files of
// the host, plays their worked example, and reads back what the form had.
func TestEveryGameOfTheFormHolds(t *testing.T) {
	n := 0
	every(func(g customgame.Game) {
		n++
		data, rs := written(t, g)
		if len(rs.Examples) != 1 || standings.Check(rs) != nil {
			t.Errorf("%+v: %d examples, %v", g, len(rs.Examples), standings.Check(rs))
		}
		back, again, err := customgame.Parse(library(t), data)
		if err != nil || back.More || fmt.Sprint(back) != fmt.Sprint(g) || string(again) != string(data) {
			t.Errorf("%+v\nis read as\n%+v, %v", g, back, err)
		}
	})
	if n < 200 {
		t.Errorf("only %d games", n)
	}
}

// TestChoiceResultsOfAnOwnGame pins the scores that a match can have.
func TestChoiceResultsOfAnOwnGame(t *testing.T) {
	for _, c := range []struct {
		base               customgame.Base
		best               int
		draws              bool
		swiss, elimination string
	}{
		{customgame.Esports, 1, false, "1-0", "1-0"},
		{customgame.Esports, 3, false, "2-0 2-1", "2-0 2-1"},
		{customgame.Esports, 2, true, "2-0 1-1", "2-0 2-1"},
		{customgame.Esports, 4, true, "3-0 3-1 2-2", "3-0 3-1 3-2"},
		{customgame.Cards, 1, true, "1-0 0-0-1", "1-0"},
		{customgame.Cards, 3, true, "2-0 2-1 1-0 1-1 0-0", "2-0 2-1 1-0"},
		{customgame.Cards, 5, false, "3-0 3-1 3-2", "3-0 3-1 3-2"},
		{customgame.Chess, 1, true, "1-0 0-0-1", "1-0"},
		{customgame.Chess, 2, true, "2-0 1-1 1-0-1 0-0-2", "2-0 2-1"},
		{customgame.Chess, 3, true, "2-0 2-1 3-0 2-0-1 1-1-1 1-0-2 0-0-3", "2-0 2-1"},
		{customgame.Chess, 6, true, "4-0 4-1 4-2 3-3", "4-0 4-1 4-2 4-3"},
	} {
		_, rs := written(t, game(c.base, func(g *customgame.Game) { g.BestOf, g.Draws = c.best, c.draws }))
		swiss, elimination := strings.Join(rs.Vocabulary.Swiss, " "), strings.Join(rs.Vocabulary.Elimination, " ")
		if swiss != c.swiss || elimination != c.elimination {
			t.Errorf("%s best of %d, draws %v: %s and %s, want %s and %s", c.base, c.best, c.draws, swiss, elimination, c.swiss, c.elimination)
		}
	}
}

// TestAnOwnGameIsOfItsStructure: its structure is that of the game's events, and the lengths of
// its matches can be played.
func TestAnOwnGameIsOfItsStructure(t *testing.T) {
	chain := stage.MustParse("swiss 5 bo3 > single 8 bo3 semifinal bo5 final bo9")
	_, rs := written(t, game(customgame.Esports, func(g *customgame.Game) { g.Structure = chain }))
	if got, ok := rs.Structure(); !ok || got.String() != chain.String() {
		t.Errorf("its structure is %q", got.String())
	}
	long := rs.BestOf(9)
	if long == nil {
		t.Fatal("there is no best of 9")
	}
	if _, _, err := long.ParseResult(ledger.Elimination, 0, 2, "5-4"); err != nil {
		t.Error(err)
	}
	if rs.BestOf(11) != nil {
		t.Error("it has a best of 11, which nothing says")
	}
}

// TestWhatNoFormCanSayIsRefused, each with the field that does not fit.
func TestWhatNoFormCanSayIsRefused(t *testing.T) {
	for want, edit := range map[string]func(g *customgame.Game){
		"own_game.id":        func(g *customgame.Game) { g.ID = "magic" },
		"own_game.name":      func(g *customgame.Game) { g.Name = strings.Repeat("é", customgame.MaxName+1) },
		"own_game.base":      func(g *customgame.Game) { g.Base = "" },
		"own_game.best":      func(g *customgame.Game) { g.BestOf = 17 },
		"own_game.even":      func(g *customgame.Game) { g.BestOf, g.Draws = 2, false },
		"own_game.ranking":   func(g *customgame.Game) { g.Ranking = "luck" },
		"own_game.about":     func(g *customgame.Game) { g.About = strings.Repeat("x", customgame.MaxAbout+1) },
		"ruleset.date":       func(g *customgame.Game) { g.Date = "today" },
		"stages.best_number": func(g *customgame.Game) { g.Structure = chain(2) },
	} {
		g := game(customgame.Cards, edit)
		_, err := g.TOML(library(t))
		if code(err) != want {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func chain(best int) stage.Chain {
	c := stage.MustParse("swiss")
	c.Stages[0].Best.All = best
	return c
}

// TestAFileThatSaysMoreIsKept: a file from outside is stored as it is, with an example if it
// had none, and the form knows that it does not have all of it.
func TestAFileThatSaysMoreIsKept(t *testing.T) {
	g := game(customgame.Esports, func(g *customgame.Game) { g.About = "No items, *final destination*." })
	data, _ := written(t, g)
	head, _, _ := strings.Cut(string(data), "[[example]]")
	head = strings.Replace(head, "allowed = false", "allowed = false\n[scoring]\nwin = '2'", 1)
	back, worked, err := customgame.Parse(library(t), []byte("\ufeff"+head))
	if err != nil {
		t.Fatal(err)
	}
	if !back.More || back.Name != g.Name || back.About != g.About || back.BestOf != 3 {
		t.Errorf("read as %+v", back)
	}
	if !strings.HasPrefix(string(worked), strings.TrimRight(head, "\n")) || !strings.Contains(string(worked), "[[example]]") {
		t.Errorf("the file is\n%s", worked)
	}
	wrong := strings.Replace(string(worked), "points = '6'", "points = '5'", 1)
	wrong = strings.Replace(wrong, "points = '4'", "points = '5'", 1)
	if wrong == string(worked) {
		t.Fatalf("nobody has the points to be changed:\n%s", worked)
	}
	if _, _, err := customgame.Parse(library(t), []byte(wrong)); code(err) != "example.fails" {
		t.Errorf("an example that does not hold is taken: %v", err)
	}
}

// TestAFileThatIsNoGameIsRefused in a sentence that names the fault.
func TestAFileThatIsNoGameIsRefused(t *testing.T) {
	data, _ := written(t, game(customgame.Cards, nil))
	text := string(data)
	for want, file := range map[string]string{
		"ruleset.key":        strings.Replace(text, "swiss =", "swis =", 1),
		"ruleset.syntax":     strings.Replace(text, "swiss =", "swiss", 1),
		"own_game.id":        strings.Replace(text, "own-tekken-8", "tekken-8", 1),
		"own_game.large":     text + strings.Repeat("#", customgame.MaxFile),
		"ruleset.none":       strings.Replace(text, "base-cards", "base-dice", 1),
		"ruleset.taken":      strings.Replace(text, "own-tekken-8", "magic", 1),
		"file.utf16":         "\x00" + text,
		"ruleset.chain_best": "chain = \"swiss bo9\"\n" + text,
		"ruleset.chain":      "chain = \"swiss > danish\"\n" + text,
		"ranking.func":       strings.Replace(text, "[match]", "[ranking]\ntiebreaks = [{ func = \"luck\" }]\n[match]", 1),
	} {
		if _, _, err := customgame.Parse(library(t), []byte(file)); code(err) != want {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := customgame.Work(library(t), []byte("id = \"own-pods\"\nextends = \"commander-pods\"\nname = \"Pods\"")); code(err) != "example.by_hand" {
		t.Errorf("a game of four has an example: %v", err)
	}
}

// TestIDsOfOwnGames are made of letters and digits of the name, and each is used once.
func TestIDsOfOwnGames(t *testing.T) {
	var used []string
	taken := func(id string) bool { return slices.Contains(used, id) }
	for _, c := range [][2]string{
		{"Tekken 8", "own-tekken-8"},
		{"TEKKEN: 8!", "own-tekken-8-2"},
		{"鉄拳", "own-game"},
		{"", "own-game-2"},
		{"Ein Spiel mit einem wirklich sehr langen Namen", "own-ein-spiel-mit-einem-wirk"},
	} {
		id := customgame.NewID(c[0], taken)
		if id != c[1] {
			t.Errorf("%s has the id %s, want %s", c[0], id, c[1])
		}
		if _, err := (&customgame.Game{}).TOML(library(t)); err == nil {
			t.Error("an empty game is taken")
		}
		used = append(used, id)
		g := game(customgame.Cards, func(g *customgame.Game) { g.ID = id })
		if err := g.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestTheBasesHold: what own games inherit is a game by itself, with hand-counted standings,
// and no list has it.
func TestTheBasesHold(t *testing.T) {
	for _, base := range customgame.Bases() {
		id := "base-" + string(base)
		rs, err := rules.Load(id)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := rs.ValidateOptions(standings.Known); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if slices.Contains(rules.IDs(), id) || slices.Contains(library(t).IDs(), id) {
			t.Errorf("%s is in a list of games", id)
		}
		e, err := standings.Worked(rs)
		if err != nil {
			t.Error(err)
			continue
		}
		var got []string
		for _, row := range e.Standings {
			got = append(got, row.Player+" "+row.Points.String())
		}
		if points := strings.Join(got, ", "); points != worked[base] {
			t.Errorf("%s: %s, want %s", id, points, worked[base])
		}
	}
}

// worked are the points of the worked example: A beats B and C, E beats B, D beats A, C meets
// D and E in a draw or, without draws, wins; E, D and B have a bye each.
var worked = map[customgame.Base]string{
	customgame.Cards:   "D 7, E 7, A 6, B 3, C 2",
	customgame.Chess:   "D 5/2, E 5/2, A 2, C 1, B 1",
	customgame.Esports: "C 6, D 6, A 6, E 6, B 3",
}

// TestTheRulebooksOfTheDocsHold as any file does, and the form says all that is in them.
func TestTheRulebooksOfTheDocsHold(t *testing.T) {
	files, err := filepath.Glob("../../docs/rulebooks/*.toml")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		g, again, err := customgame.Parse(library(t), data)
		if err != nil || g.More || string(again) != string(data) {
			t.Errorf("%s is read as %+v, %v", name, g, err)
		}
	}
}

// TestGamesOfMatchesAreCounted: games won are those of all matches, of a bye too, as in the
// game difference. D lost 1-2, won 2-0, and had a bye.
func TestGamesOfMatchesAreCounted(t *testing.T) {
	_, rs := written(t, game(customgame.Esports, func(g *customgame.Game) { g.Ranking = customgame.ByGames }))
	for _, row := range rs.Examples[0].Standings {
		if row.Player == "D" && (row.Values["gameDiff"].String() != "3" || row.Values["gameWins"].String() != "5") {
			t.Errorf("D has %v", row.Values)
		}
	}
}
