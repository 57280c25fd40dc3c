package customgame_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament/customgame"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// items returns a list of so many items, as it is typed.
func items(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("Map %d", i+1))
	}
	return strings.Join(out, "\n")
}

// picking returns a game with picks and bans as they are typed.
func picking(t *testing.T, preset customgame.Preset, list, scripts string, edit func(g *customgame.Game)) customgame.Game {
	t.Helper()
	return game(customgame.Esports, func(g *customgame.Game) {
		var err error
		p := &g.Picks
		p.Preset = preset
		if p.Lists, err = customgame.ParseLists(list); err == nil {
			p.Scripts, err = customgame.ParseScripts(scripts, p.Lists)
		}
		if err != nil {
			t.Fatal(err)
		}
		if edit != nil {
			edit(g)
		}
	})
}

// TestChoicePresetsOfPicksAndBans pins the steps of each preset; those of seven maps are of
// the rulebooks of a shooter and of a strategy game.
func TestChoicePresetsOfPicksAndBans(t *testing.T) {
	for _, c := range []struct {
		preset      customgame.Preset
		items, best int
		sides       string
		want        string
	}{
		{customgame.Veto, 7, 1, "", "ban A, ban B, ban A, ban B, ban A, ban B, left"},
		{customgame.Veto, 7, 3, "", "ban A, ban B, pick A, pick B, ban A, ban B, left"},
		{customgame.Veto, 7, 5, "", "ban A, ban B, pick A, pick B, pick A, pick B, left"},
		{customgame.Veto, 7, 7, "", "pick A, pick B, pick A, pick B, pick A, pick B, left"},
		{customgame.Veto, 6, 3, "", "ban A, ban B, pick A, pick B, ban A, left"},
		{customgame.Veto, 6, 5, "", "ban A, pick B, pick A, pick B, pick A, left"},
		{customgame.Veto, 3, 1, "Attack, Defence", "ban A, ban B, left, side A"},
		{customgame.Veto, 7, 3, "Attack, Defence", "ban A, ban B, pick A, side B, pick B, side A, ban A, ban B, left, side A"},
		{customgame.RTS, 7, 1, "", "ban B, ban A 2, ban B 2, ban A, left"},
		{customgame.RTS, 7, 3, "", "ban A, ban B 2, ban A, pick A, pick B, left"},
		{customgame.RTS, 7, 5, "", "ban B, ban A, pick A, pick B 2, pick A, left"},
		{customgame.RTS, 7, 7, "", "pick A, pick B, pick A, pick B, pick A, pick B, left"},
	} {
		g := picking(t, c.preset, items(c.items), "", func(g *customgame.Game) {
			if g.BestOf = c.best; c.sides != "" {
				g.Picks.Sides = strings.Split(c.sides, ", ")
			}
		})
		_, rs := written(t, g)
		if got := rs.Picks(ledger.Swiss).Parts[0].Steps; got != c.want {
			t.Errorf("%s of %d items, best of %d:\n got %s\nwant %s", c.preset, c.items, c.best, got, c.want)
		}
	}
	for _, best := range []int{2, 4} {
		g := picking(t, customgame.Veto, items(7), "", func(g *customgame.Game) { g.BestOf, g.Draws = best, true })
		_, rs := written(t, g)
		swiss, cut := rs.Picks(ledger.Swiss), rs.Picks(ledger.Elimination)
		if swiss == nil || swiss.Games != best || cut == nil || cut.Games != best+1 {
			t.Errorf("best of %d: %+v and, in an elimination, %+v", best, swiss, cut)
		}
	}
}

// TestGamesWithPicksHold writes games with every preset, number of items, length and structure:
// each holds, plays in all its lengths, and is read back as it was; or its items are too few.
func TestGamesWithPicksHold(t *testing.T) {
	held, few := 0, 0
	for _, preset := range []customgame.Preset{customgame.Veto, customgame.RTS} {
		for n := 1; n <= 12; n++ {
			for _, best := range []int{1, 2, 3, 5, 7} {
				for _, structure := range []string{"", "swiss 5 bo1 > single 8 bo3 final bo5"} {
					g := picking(t, preset, items(n), "", func(g *customgame.Game) {
						if g.BestOf, g.Draws = best, best%2 == 0; structure != "" {
							g.Structure = stage.MustParse(structure)
						}
						if n%2 == 0 {
							g.Picks.Sides, g.Picks.Clock = []string{"Attack", "Defence"}, time.Minute
						}
					})
					most := best + 1 - best%2
					if structure != "" {
						most = max(most, 5)
					}
					if n < max(most, 2) {
						few++
						if _, err := g.TOML(library(t)); code(err) != "own_game.few_items" {
							t.Errorf("%s of %d items, best of %d, %s: %v", preset, n, best, structure, err)
						}
						continue
					}
					held++
					data, rs := written(t, g)
					back, again, err := customgame.Parse(library(t), data)
					if err != nil || back.More || !reflect.DeepEqual(back.Picks, g.Picks) || string(again) != string(data) {
						t.Errorf("%+v\nis read as\n%+v, %v", g, back, err)
					}
					for _, length := range rs.Match.Best {
						if of := rs.BestOf(length); of == nil || of.Picks(ledger.Swiss) == nil {
							t.Errorf("%s of %d items has no picks in a best of %d", preset, n, length)
						}
					}
				}
			}
		}
	}
	if held < 100 || few < 50 {
		t.Errorf("only %d games hold, and %d have too few items", held, few)
	}
}

// TestChoicePresetsBetweenGames pins the scripts of presets in which items are chosen between
// games, and the lengths for which there are enough: those of a platform fighter, a fighting game
// and card games whose players bring decks.
func TestChoicePresetsBetweenGames(t *testing.T) {
	stages := "[starters]\nA1\nA2\nA3\nA4\nA5\n[all]\n" + items(8)
	for _, c := range []struct {
		preset  customgame.Preset
		items   string
		scripts []string
		lengths []int
		code    string // of the refusal of a best of 3; "" if it holds
	}{
		{customgame.Striking, stages, []string{"loser_of_coin: strike A, strike B 2, strike A, left", "all won_here: ; ban winner 2, pick loser"}, []int{1, 3, 5, 7}, ""},
		{customgame.Striking, items(5), []string{"loser_of_coin: strike A, strike B 2, strike A, left", "won_here: ; ban winner 2, pick loser"}, []int{1, 3, 5}, ""},
		{customgame.Striking, items(3), nil, nil, "script.items"},
		{customgame.Fighter, "[characters]\nAnn\nBob\n[stages]\nDojo\nRoof", []string{"hidden: pick both; keep winner, pick loser", "stages: random; pick loser"}, []int{1, 3, 5, 7}, ""},
		{customgame.Fighter, items(2), []string{"random; pick loser"}, []int{1, 3, 5, 7}, ""},
		{customgame.Conquest, "", []string{"hidden won_here: ban both of_other, pick both; pick both"}, []int{1, 3}, ""},
		{customgame.Conquest, "[decks 4 class]", []string{"hidden won_here: ban both of_other, pick both; pick both"}, []int{1, 3, 5}, ""},
		{customgame.Standing, "[decks 4]\nMage\nRogue", []string{"hidden lost_here: ban both of_other, pick both; keep winner, pick loser"}, []int{1, 3, 5}, ""},
		{customgame.Conquest, items(4), nil, nil, "own_game.no_items"},
		{customgame.Veto, "[decks 4]", nil, nil, "own_game.no_items"},
	} {
		g := game(customgame.Cards, func(g *customgame.Game) { g.Draws = false })
		g.Picks.Preset = c.preset
		var err error
		if g.Picks.Lists, err = customgame.ParseLists(c.items); err != nil {
			t.Fatal(err)
		}
		if len(g.Picks.Lists) == 0 {
			g.Picks.Lists = c.preset.Decks(g.BestOf)
		}
		data, err := g.TOML(library(t))
		if c.code != "" || err != nil {
			if c.code == "" || code(err) != c.code {
				t.Errorf("%s of %q: %v, want %q", c.preset, c.items, err, c.code)
			}
			continue
		}
		back, again, err := customgame.Parse(library(t), data)
		if err != nil || back.More || string(again) != string(data) || back.Picks.Preset != c.preset {
			t.Errorf("%s of %q is read as %+v, %v\n%s", c.preset, c.items, back, err, data)
		}
		_, rs := written(t, g)
		if got := g.Scripts(); !slices.Equal(got, c.scripts) || !slices.Equal(rs.Match.Best, c.lengths) {
			t.Errorf("%s of %q: %q for best of %d, want %q for %d", c.preset, c.items, got, rs.Match.Best, c.scripts, c.lengths)
		}
		typed, err := customgame.ParseScripts(strings.Join(g.Scripts(), "\n"), g.Picks.Lists)
		if err != nil {
			t.Errorf("%q is not read: %v", g.Scripts(), err)
		}
		g.Picks.Preset, g.Picks.Scripts = customgame.Typed, typed
		if len(c.lengths) == 4 {
			if _, err := g.TOML(library(t)); err != nil {
				t.Errorf("%q, typed: %v", c.scripts, err)
			}
		}
	}
}

// TestTypedPicksAreRead as they are typed, written into the file, and shown again so.
func TestTypedPicksAreRead(t *testing.T) {
	for _, c := range []struct{ items, scripts, shown string }{
		{items(5), "ban A, ban B 2, ban A, left", "ban A, ban B 2, ban A, left"},
		{"A, B, C", "bo1:  ban A,  ban B, left", "bo1: ban A, ban B, left"},
		{
			"[maps]\nAbbey\n Bridge \n\nCanal\n[heroes]\nAnna\nBen\nCid\nDot", "maps seed bo1: ban A, pick B\nheroes hidden bo1: ban both, pick both",
			"bo1 seed: ban A, pick B\nbo1 heroes hidden: ban both, pick both",
		},
		{items(3), "loser_of_coin bo3: pick A, pick B, left\ncoin: ban B, pick A", "bo3 loser_of_coin: pick A, pick B, left\nban B, pick A"},
	} {
		g := picking(t, customgame.Typed, c.items, c.scripts, func(g *customgame.Game) {
			if g.BestOf = 1; strings.Contains(c.scripts, "bo3") {
				g.Structure = stage.MustParse("swiss > single 4 bo3")
			}
		})
		data, _ := written(t, g)
		back, _, err := customgame.Parse(library(t), data)
		if err != nil || back.More {
			t.Errorf("%q is read as %+v, %v\n%s", c.scripts, back, err, data)
			continue
		}
		lists, err := customgame.ParseLists(back.Picks.ItemText())
		if err != nil || !reflect.DeepEqual(lists, back.Picks.Lists) {
			t.Errorf("the items of %q are shown as %q", c.scripts, back.Picks.ItemText())
		}
		if got := back.Picks.ScriptText(); got != c.shown {
			t.Errorf("%q is shown as %q", c.scripts, got)
		}
	}
}

// TestPicksAreRefusedByTheirWord: what no event could play is not saved, and the sentence has
// the word that does not fit.
func TestPicksAreRefusedByTheirWord(t *testing.T) {
	for _, c := range []struct {
		preset               customgame.Preset
		items, scripts, code string
		word                 string
	}{
		{customgame.Typed, items(3), "ban C", "script.who", "ban C"},
		{customgame.Typed, items(3), "veto A", "script.verb", "veto"},
		{customgame.Typed, items(3), "ban A 3, left", "script.items", "ban A 3"},
		{customgame.Typed, items(3), "ban A, left", "script.left", "left"},
		{customgame.Typed, items(3), "bo1: ban A, ban B", "script.games", "ban B"},
		{customgame.Typed, items(3), "bo9: ban A, ban B, left", "script.best", ""},
		{customgame.Typed, items(3), "bo1 stages: ban A, ban B, left", "own_game.script_word", "stages"},
		{customgame.Typed, items(3), "bo1 hiden: ban A, ban B, left", "own_game.script_word", "hiden"},
		{customgame.Typed, items(3), "box: ban A, ban B, left", "own_game.script_word", "box"},
		{customgame.Typed, "Abbey\nabbey", "pick A", "script.item_twice", "abbey"},
		{customgame.Typed, "[Maps]\nAbbey", "", "own_game.list", "[Maps]"},
		{customgame.Typed, "[seed]\nAbbey", "", "own_game.list", "[seed]"},
		{customgame.Typed, "[a]\nAbbey\n[a]\nBridge", "", "own_game.list", "[a]"},
		{customgame.Typed, "[a]\n[b]\nAbbey", "", "own_game.list_empty", "a"},
		{customgame.Typed, items(3), "", "own_game.no_script", ""},
		{customgame.Veto, items(3), "ban A", "own_game.picks_typed", ""},
		{customgame.NoPicks, items(3), "", "own_game.picks_none", ""},
		{customgame.Veto, "", "", "own_game.no_items", ""},
		{customgame.Veto, items(2), "", "own_game.few_items", ""},
		{customgame.Veto, items(customgame.MaxPicks / 6), "", "own_game.items_long", ""},
		{"coins", items(3), "", "own_game.preset", "coins"},
	} {
		g := game(customgame.Esports, nil)
		if g.BestOf = 1; c.code == "own_game.few_items" {
			g.BestOf = 3
		}
		g.Picks.Preset = c.preset
		var err error
		if g.Picks.Lists, err = customgame.ParseLists(c.items); err == nil {
			if g.Picks.Scripts, err = customgame.ParseScripts(c.scripts, g.Picks.Lists); err == nil {
				_, err = g.TOML(library(t))
			}
		}
		if code(err) != c.code {
			t.Errorf("%q of %q: %v, want %s", c.scripts, c.items, err, c.code)
			continue
		}
		if word := fmt.Sprint(notice.Of(err).Arg("word")); c.word != "" && word != c.word {
			t.Errorf("%q of %q is refused by %q, want %q", c.scripts, c.items, word, c.word)
		}
	}
}

// TestPicksOfAnExampleAreHeld: a file whose worked example picks otherwise than its steps do is
// refused, whether it is a choice, one too few, or the length of a match.
func TestPicksOfAnExampleAreHeld(t *testing.T) {
	data, err := os.ReadFile("../../docs/rulebooks/shooter.toml")
	if err != nil {
		t.Fatal(err)
	}
	file := string(data)
	first := file[strings.Index(file, "choices"):]
	line := first[strings.Index(first, "\n")+1:]
	line = line[:strings.Index(line, "\n")+1]
	for want, changed := range map[string]string{
		"":                     file,
		"example.picks":        strings.Replace(file, line, strings.Replace(line, "Abbey", "Bridge", 1), 1),
		"example.picks_length": strings.Replace(file, "[[example.picks]]\nbest = 1", "[[example.picks]]\nbest = 5", 1),
	} {
		if want != "" && changed == file {
			t.Fatalf("%s: nothing is changed by %q", want, line)
		}
		if _, _, err := customgame.Parse(library(t), []byte(changed)); err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), "why="+want+" ")) {
			t.Errorf("%q: %v", want, err)
		}
	}
	short := strings.Replace(file, line, "", 1)
	if _, _, err := customgame.Parse(library(t), []byte(short)); err == nil || !strings.Contains(err.Error(), "why=example.picks ") {
		t.Errorf("a choice that is missing: %v", err)
	}
}
