package commands_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands/library"
	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/tournament/fraction"
	"topcut/tournament/rules"
)

// TestEveryKeyOfARulesetIsSeen replaces every value of a game's file, one by one, and
// reads the rules of both versions in Discord. The new value must appear once more than
// before, so that no other equal text is taken for it. Keys that are not shown there are
// listed in notInRules, with where they are shown instead or which test shows their
// effect.
func TestEveryKeyOfARulesetIsSeen(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	files := fstest.MapFS{}
	var changes []*change
	for _, id := range rules.IDs() {
		if _, quoted := documents[id]; quoted || *everyGame {
			for _, g := range games(t, id) {
				changes = append(changes, g.changes(t)...)
			}
		}
	}
	for i, c := range changes {
		c.id = fmt.Sprintf("own-%d", i)
		c.tree["id"] = c.id
		data, err := toml.Marshal(c.tree)
		if err != nil {
			t.Fatal(err)
		}
		files[c.id+".toml"] = &fstest.MapFile{Data: data}
	}
	lib, err := rules.LoadDir(files)
	if err != nil {
		t.Fatal(err)
	}
	h.app.Rulesets = &library.Libraries{Rulesets: lib}
	pages := func(id string) string {
		page := h.answer(h.use(h.organiser, "help", localdiscord.Options{"ruleset": id}))
		says := h.text(page)
		for strings.Contains(h.text(page), "[▶]") {
			i, err := h.organiser.Click(t.Context(), *page.Message, "▶")
			if err != nil {
				t.Fatal(err)
			}
			page = h.answer(i)
			says += "\n" + h.text(page)
		}
		return ungrouped(plain(regexp.MustCompile(`\(\d+ of \d+\)`).ReplaceAllString(says, "")))
	}
	before := ""
	for _, c := range changes {
		says := pages(c.id)
		if c.key == "" {
			before = says
			continue
		}
		if !c.seen(before, says) {
			t.Errorf("%s: %s = %v instead of %v is seen by nobody", c.game, c.key, c.to, c.from)
		}
	}
}

// change is a ruleset with another value for one of its keys; without a key it is the
// unchanged ruleset.
type change struct {
	game, id, key string
	from, to      any
	forms         []string // possible forms of the new value; nil if any change of the text will do
	tree          map[string]any
}

func (c *change) seen(before, after string) bool {
	if c.forms == nil {
		return before != after
	}
	return slices.ContainsFunc(c.forms, func(form string) bool {
		word := regexp.MustCompile(`(^|[^\d.])` + regexp.QuoteMeta(form) + `($|[^\d.]|\.($|\D))`)
		return len(word.FindAllString(after, -1)) > len(word.FindAllString(before, -1))
	})
}

// game is a ruleset in the form of its file, merged with the one that it extends.
type game struct {
	id   string
	file map[string]any
	only []string // for a game with another choice of an option: its own keys
}

// games returns a game, and the game with each choice of its options.
func games(t testing.TB, id string) []*game {
	g := newGame(t, id)
	g.only = leaves(g.file, "")
	out := []*game{g}
	options, _ := g.file["options"].([]any)
	for _, o := range options {
		for _, c := range o.(map[string]any)["choices"].([]any) {
			var set map[string]any
			if err := toml.Unmarshal([]byte(c.(map[string]any)["set"].(string)), &set); err != nil {
				t.Fatal(err)
			}
			if only := leaves(set, ""); only != nil {
				with := newGame(t, id)
				lay(with.file, set)
				delete(with.file, "options") // the remaining ones may not fit this choice
				with.only = only
				out = append(out, with)
			}
		}
	}
	return out
}

func newGame(t testing.TB, id string) *game {
	file := ownFile(t, id)
	delete(file, "example") // it has no rules
	delete(file, "id")
	base, ok := file["extends"].(string)
	delete(file, "extends")
	if ok {
		under := newGame(t, base).file
		lay(under, file)
		file = under
	}
	return &game{id: id, file: file}
}

// lay merges tables recursively and replaces all other values.
func lay(under, over map[string]any) {
	for k, v := range over {
		if sub, ok := v.(map[string]any); ok {
			if old, ok := under[k].(map[string]any); ok {
				lay(old, sub)
				continue
			}
		}
		under[k] = v
	}
}

// tree returns a copy of the file. It removes the options if another key is changed,
// since their values would have to fit.
func (g *game) tree(key string) map[string]any {
	tree := copied(g.file).(map[string]any)
	if !strings.HasPrefix(key, "options.") || tree["options"] == nil {
		delete(tree, "options")
		for _, a := range tree["announce"].([]any) {
			delete(a.(map[string]any), "option")
		}
	}
	return tree
}

func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = copied(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copied(v[i])
		}
		return out
	}
	return v
}

// changes returns the unchanged ruleset and each change, those of options last.
func (g *game) changes(t *testing.T) []*change {
	var out []*change
	for _, options := range []string{"", "options."} {
		out = append(out, &change{game: g.id, tree: g.tree(options)})
		done := map[string]bool{}
		for _, at := range g.only {
			if strings.HasPrefix(at, "options.") != (options != "") || done[kind(at)] && !*everyGame || elsewhere(g.id, at) != nil || empty(g.file, at) {
				continue
			}
			c := &change{game: g.id, key: at}
			done[kind(at)] = g.change(t, c)
			if done[kind(at)] {
				out = append(out, c)
			}
		}
		for key, done := range done {
			if !done {
				t.Errorf("%s: no other value for %s", g.id, key)
			}
		}
	}
	return out
}

// empty reports whether a file leaves a key open.
func empty(tree any, at string) bool {
	v, _ := place(tree, at)
	return v == "" || v == "0s"
}

// leaves returns the paths of all values in a tree.
func leaves(v any, at string) []string {
	var out []string
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = append(out, leaves(v[k], strings.TrimPrefix(at+"."+k, "."))...)
		}
	case []any:
		for i := range v {
			out = append(out, leaves(v[i], at+"."+strconv.Itoa(i))...)
		}
	default:
		out = append(out, at)
	}
	return out
}

// change gives a key another valid value and reports whether there is one.
func (g *game) change(t *testing.T, c *change) bool {
	tree := g.tree(c.key)
	get, _ := place(tree, c.key)
	c.from = get
	for _, to := range candidates(kind(c.key), get) {
		tree := g.tree(c.key)
		if from, set := place(tree, c.key); from == to {
			continue
		} else {
			set(to)
		}
		balance(tree, c.key, c.from, to)
		tree["id"] = "own"
		data, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rules.Thaw(data); err != nil {
			continue
		}
		c.to, c.tree = to, tree
		switch v := to.(type) {
		case int64:
			if !strings.HasSuffix(c.key, ".min") && !strings.HasSuffix(c.key, ".max") { // a row with a single number is shorter
				c.forms = []string{strconv.FormatInt(v, 10)}
			}
		case string:
			if d, err := time.ParseDuration(v); err == nil {
				c.forms = []string{text.Printer{}.Span(d)}
			} else if v == "" {
			} else if r, err := fraction.Parse(v); err == nil {
				p := r.Mul(fraction.Int(100))
				c.forms = []string{v, r.String(), r.Plain(0), r.Plain(1), r.Plain(2), r.Plain(3), p.Plain(0) + "%", p.Plain(1) + "%"}
			} else if v == "Marked words" {
				c.forms = []string{v}
			}
		}
		return true
	}
	return false
}

// candidates returns possible values to replace another one.
func candidates(key string, is any) []any {
	var out []any
	switch v := is.(type) {
	case bool:
		out = append(out, !v)
	case int64:
		for _, to := range []int64{3917, 917, 97, 61, 37, 29, 23, 19, 17, 13, 11, 7, 5, 3, 2, 1, v + 1, v - 1, 2 * v, v / 2} {
			out = append(out, to)
		}
	case string:
		if _, err := time.ParseDuration(v); err == nil && strings.ContainsAny(v, "hms") {
			for _, to := range []string{"4h1m", "3h1m", "97m", "41m", "37m", "29m", "23m", "17m", "11m", "3m"} {
				out = append(out, to)
			}
			break
		}
		if _, err := fraction.Parse(v); err == nil {
			for _, to := range []string{"917", "29/40", "17/40", "19/80", "9/40", "-917", "91/40", "19"} {
				out = append(out, to)
			}
		}
		out = append(append(out, others()[key]...), "Marked words", "")
	}
	return out
}

// balance adapts other values to a changed key: the row next to one whose bound moved,
// the score that keeps a table's sum, the day of one more session, the result that is a
// draw by agreement.
func balance(tree map[string]any, key string, from, to any) {
	if at := regexp.MustCompile(`^(.*)\.(\d+)\.(min|max)$`).FindStringSubmatch(key); at != nil {
		i, _ := strconv.Atoi(at[2])
		beside, by, end := i+1, int64(1), "min"
		if at[3] == "min" {
			beside, by, end = i-1, -1, "max"
		}
		if rows, _ := place(tree, at[1]); beside >= 0 && beside < len(rows.([]any)) {
			rows.([]any)[beside].(map[string]any)[end] = to.(int64) + by
		}
		return
	}
	more := func(at string, from, to any) {
		v, set := place(tree, at)
		a, _ := fraction.Parse(from.(string))
		b, _ := fraction.Parse(to.(string))
		r, _ := fraction.Parse(v.(string))
		set(r.Add(a).Sub(b).String())
	}
	if uma, ok := strings.CutSuffix(key, "uma."+key[len(key)-1:]); ok {
		other := "uma.3"
		if strings.HasSuffix(key, other) {
			other = "uma.0"
		}
		more(uma+other, from, to)
	}
	switch key {
	case "tables.oka":
		more("tables.uma.3", from, to)
	case "tables.start", "tables.target":
		for _, other := range []string{"tables.start", "tables.target"} {
			if v, set := place(tree, other); other != key {
				set(v.(int64) + to.(int64) - from.(int64))
			}
		}
	case "tables.sessions":
		if days, set := place(tree, "tables.days"); days != nil {
			set(append(days.([]any), slices.Repeat([]any{int64(1)}, int(max(0, to.(int64)-from.(int64))))...))
		}
	case "tables.divisor":
		tree["tables"].(map[string]any)["target"] = tree["tables"].(map[string]any)["start"]
		tree["tables"].(map[string]any)["oka"] = "0"
	case "draws.intentional":
		if all, set := place(tree, "results.swiss"); all != nil {
			set(slices.DeleteFunc(all.([]any), func(v any) bool { return v == "id" }))
		}
	}
}

// others are the values that games use for a word of a closed list.
var others = sync.OnceValue(func() map[string][]any {
	out := map[string][]any{}
	for _, id := range rules.IDs() {
		g := newGame(nil, id)
		for _, at := range leaves(g.file, "") {
			v, _ := place(g.file, at)
			if key := kind(at); !slices.Contains(out[key], v) {
				out[key] = append(out[key], v)
			}
		}
	}
	return out
})

// kind removes the indexes of lists from a path.
func kind(at string) string { return inList.ReplaceAllString(at, "") }

var inList = regexp.MustCompile(`\.\d+`)

// place returns the value at a path and a function that replaces it.
func place(tree any, at string) (any, func(any)) {
	first, rest, more := strings.Cut(at, ".")
	switch v := tree.(type) {
	case map[string]any:
		if !more {
			return v[first], func(to any) { v[first] = to }
		}
		return place(v[first], rest)
	case []any:
		i, _ := strconv.Atoi(first)
		if !more {
			return v[i], func(to any) { v[i] = to }
		}
		return place(v[i], rest)
	}
	return nil, func(any) {}
}

// notInRules lists patterns of keys (and games) whose values are not in the rules, with
// where people see them instead and the test for that, or the test that shows their
// effect.
var notInRules = []struct{ keys, why string }{
	{`options\.\d+\.(name|default|choices\.\d+\.(value|set))`, "typed, and what it changes; the titles are shown: TestPKM50_WhatADocumentWantsSaidIsSaidAtTheStart, TestMEC45_GameLimits"},
	{`options\.\d+\.choices\.[1-9]\d*\.title`, "in the menu of the settings: TestEveryRuleOfAFileIsSeen"},
	{`commander-pods:(bye|results)\..*`, "a pod has its own results, and byes by an option: TestPodsByesAndRepair, TestChoicePhantomsOnlyForMatchWins, TestEveryFormOfResultCanBeReported"},
	{`(riichi-(wrc|ema)|m-league):(tables\.carry|announce\.\d+\.text)`, "of the finals, which are not played there: TestNothingIsAnnouncedOfACutThatIsNot"},
	{`moments\..*`, "names of texts, held to their moments: TestEveryRuleOfAFileIsSeen"},
	{`date`, "that of the version and of the sources, which are shown: TestRulesOfEveryGame"},
	{`formats\.\d+`, "an organiser is told where an event is played in another one: TestPKM02_Labels"},
	{`announce\.\d+\.(fact|option)`, "said at the start: TestPKM50_WhatADocumentWantsSaidIsSaidAtTheStart"},
	{`bracket\.(third|type)`, "a setting, said at the start: TestPKM50_WhatADocumentWantsSaidIsSaidAtTheStart"},
	{`bracket\.(places|pod_size|draw_goes)`, "one value in words; it acts: TestPKM62_PlacementBySwissSeed, TestPodsCutAtTablesOfFour"},
	{`builds`, "the event begins with it: TestMEC46_ASealedEventBuildsDecks"},
	{`no_decks|deck_swaps`, "whoever hands in a deck is told: TestMEC50_CardsAreExchangedBetweenRounds"},
	{`deck\.free\.\d+|(pokemon.*|commander-pods):deck\.(min|max)`, "which names are not counted, and two bounds that are one number; who hands in a deck is told: TestADeckThatBreaksACountIsShownFirst"},
	{`clocks\.(between|start_up)`, "said at the start: TestMEC46_TheLengthOfTheEventIsSaid"},
	{`clocks\.draft`, "said at the start: TestADraftFromSeatsToFinalPlaces"},
	{`clocks\.\w+\.warn\.\d+`, "the reminder comes at its time: TestEveryRuleOfAFileIsSeen"},
	{`clocks\.\w+\.at_time`, "what a round is closed with: TestARoundIsClosedAsTheRulesSay"},
	{`absent\.(loss|round)`, "act in records and percentages, and are said to who comes late: TestPKM89_MissedRoundsAreLosses"},
	{`bye\.(counts_as_win|in_own_pct|in_own_games)`, "act in records and percentages: TestMEC08_ByesAndTables, TestSwissPercentages"},
	{`(riichi-\w+|m-league):(bye|pairing|forfeit|match|seats|draws)\..*|(riichi-\w+|m-league):drop\.games\.\d+`, "a schedule has no byes, pairings or games: TestRII03_ScheduleBeforePlay"},
	{`crew\..*`, "of teams that play on boards, to whom it is said: TestTheTableOfTeamsIsSaidAndExplained, TestChoiceTheTableOfTeamsByGame"},
	{`drop\.loses_elimination`, "acts where somebody leaves a match: TestPKM56_NoDropFromElimination"},
	{`forfeit\.opponent`, "acts in the percentages: TestForfeitOfEitherPlayer"},
	{`pairing\.(cost\.\d+|hard\.\d+|avoid_float|method|tables)`, "/explain pairing says them of a table; they act: TestMEC21_FallenWizards, TestMEC08_ByesAndTables, TestMTG26_TablesFollowTheBetterRank"},
	{`ranking\.(restart|dropped_place)`, "in the text on tiebreakers; they act: TestMeccgTiers, TestChoiceMahjongDropHasNoPlace"},
	{
		`ranking\.(tiebreaks|round_robin)\.\d+\.(cap|drop_cap_from|no_opponents|min_points|decimals|lower|freeze|method|short|show_only|title|func)`,
		"named in their order, in words in the text on tiebreakers, and /explain says them of a player: TestSwissPercentages, TestStandingsOfPokemon2009, TestStandingsOfPokemonToday, TestChoiceDropCapFromTheSecondRound, TestMeccgTiers, TestSinglePercentages, TestFleshAndBloodTiebreakers, TestUnplayedRoundsByYear",
	},
	{`results\.(form|any_up_to|elimination\.\d+)`, "offered at a table of the cut: TestEveryFormOfResultCanBeReported"},
	{`rounds\.(table|count_by|fixed)|rounds\.tables\.\d+\.name`, "decide what is announced as rounds and cut: TestPublishedRoundTables, TestPKM100_RoundsByTheLargestDivision, TestRII45_Course"},
	{`rounds\.tables\.\d+\.rows\.\d+\.(format|unofficial)`, "said in the note of the row, and to organisers: TestPublishedRoundTables, TestPKM02_Labels"},
	{`scoring\.(mode|decimals|game_win|game_draw|round_off)`, "in words in the summary, and in the points of the standings: TestSwissPercentages, TestMEC80_HalfPointsAreExact"},
	{`(meccg|netrunner|commander-pods|lorcana.*|riichi-\w+|m-league):scoring\.(win|draw|loss)`, "other points count there, which the summary says: TestMeccgPoints, TestNetrunnerStrengthOfSchedule"},
	{`scoring\.margin\..*`, "in words in the summary: TestMeccgPoints, TestMEC23_RingByGameType, TestMEC38_Scenario"},
	{`scoring\.wager\..*`, "in words in the option's title: TestWagerGoesToTheWinner"},
	{`seats\.(min|max|preferred|odd)`, "the tables that are posted: TestTableSizes"},
	{`seats\.sides\.\d+`, "named beside each seat: TestColourPreferences, TestNetrunnerCutSides"},
	{`advance\.(equal.*|per_division|binds)`, "decide what is announced as the cut: TestEqualCut, TestLargestCutPerDivision, TestPKM27_ANumberIsBoundInEachDivision"},
	{`draws\.(allowed|intentional|id)`, "go with the results that exist, and are said: TestEveryRuleOfAFileIsSeen"},
	{`tables\.(days|divisor|unit|finals).*`, "the course of the schedule and what a score comes to: TestFinalsOfTheLiveEvent, TestRII20_NewDayEndsARow, TestRiichiSessionScores"},
	{`drop\.re_entry|sources\.\d+\.url`, "shown where they are set: TestMEC53_Drops"},
}

// keyPatterns are the compiled patterns of notInRules.
var keyPatterns = sync.OnceValue(func() (out []*regexp.Regexp) {
	for _, n := range notInRules {
		out = append(out, regexp.MustCompile("^("+n.keys+")$"))
	}
	return out
})

func elsewhere(game, at string) *string {
	for i, keys := range keyPatterns() {
		if keys.MatchString(at) || keys.MatchString(game+":"+at) {
			return &notInRules[i].why
		}
	}
	return nil
}

// TestEveryReasonNotToShowAKeyHasItsTest: each pattern matches a key of a file, each
// named test exists, and each key of the structure is used in one of our files.
func TestEveryReasonNotToShowAKeyHasItsTest(t *testing.T) {
	used, kinds := map[string]bool{}, map[string]bool{}
	for _, id := range rules.IDs() {
		for _, g := range games(t, id) {
			for _, at := range g.only {
				kinds[kind(at)] = true
				if why := elsewhere(id, at); why != nil {
					used[*why] = true
				}
			}
		}
	}
	var tests strings.Builder
	err := everyTest(func(_ string, data []byte) { tests.Write(data) })
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notInRules {
		if !used[n.why] {
			t.Errorf("no file has a key for %s", n.keys)
		}
		named := regexp.MustCompile(`\bTest\w+`).FindAllString(n.why, -1)
		if named == nil {
			t.Errorf("no test is named for %s", n.keys)
		}
		for _, name := range named {
			if !strings.Contains(tests.String(), "func "+name+"(") {
				t.Errorf("%s does not exist", name)
			}
		}
	}
	keys, err := os.ReadFile("../tournament/rules/testdata/keys.txt") // from the structure, by reflection
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(keys)) {
		key, is, _ := strings.Cut(strings.TrimSpace(line), " ")
		key = strings.Replace(key, "ranking.round_robin.", "ranking.tiebreaks.", 1) // the same structure
		key = strings.Replace(key, "crew.tiebreaks.", "ranking.tiebreaks.", 1)
		if is == "table" || strings.HasSuffix(is, "of table") || strings.HasPrefix(key, "example") || strings.HasPrefix(is, "map") || key == "id" || key == "extends" {
			continue
		}
		if !kinds[key] && !slices.Contains(unusedKeys, key) {
			t.Errorf("no file has %s", key)
		}
		if kinds[key] && slices.Contains(unusedKeys, key) {
			t.Errorf("a file has %s", key)
		}
	}
}

// unusedKeys are keys that no built-in game uses but a server's own ruleset may.
var unusedKeys = []string{
	"advance.equal.format", "advance.equal.go_on", "advance.equal.more", "advance.equal.note", "advance.equal.rounds", "advance.equal.unofficial",
	"bracket.reseed", "clocks.elimination.max", "clocks.final.at_time", "clocks.final.hard_stop", "clocks.final.max", "clocks.final.min",
	"clocks.final.round", "clocks.final.text", "clocks.final.warn", "no_show.both", "ranking.tiebreaks.short",
	"crew.board_draw", "crew.board_win", "crew.bye", "crew.bye_boards", "crew.draw", "crew.loss", "crew.win", // presets say them
	"ranking.tiebreaks.cut", "ranking.tiebreaks.of", "ranking.tiebreaks.times", "ranking.tiebreaks.divisor",
	"chain",                                                                                                                             // evening own-game
	"pool", "pool.items", "script.best", "script.clock", "script.first", "script.hidden", "script.pool", "script.sides", "script.start", // evening map-veto
	"script.between", "script.barred", // evening counter-picks
	"pool.distinct", "pool.per_player", "script.late", // evening conquest
}
