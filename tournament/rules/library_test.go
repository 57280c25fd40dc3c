package rules_test

import (
	"errors"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

func load(t *testing.T, id string, options ...string) *rules.Ruleset {
	t.Helper()
	r, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	if len(options) == 0 {
		return r
	}
	choices := map[string]string{}
	for i := 0; i < len(options); i += 2 {
		choices[options[i]] = options[i+1]
	}
	r, err = r.With(choices)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryRulesetLoadsWithEachOfItsOptions(t *testing.T) {
	for _, id := range rules.IDs() {
		if err := load(t, id).ValidateOptions(); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestALoadedRulesetIsTheCallersOwn loads each ruleset twice: both are equal, and a change
// in one cannot be seen in the other.
func TestALoadedRulesetIsTheCallersOwn(t *testing.T) {
	for _, id := range rules.IDs() {
		a, b := load(t, id), load(t, id)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s differs when it is loaded again", id)
		}
		if at := shared(reflect.ValueOf(a), reflect.ValueOf(b)); at != "" {
			t.Errorf("%s is shared with who loaded it before: %s", id, at)
		}
	}
}

// shared returns where two equal values have memory in common that can be changed.
func shared(a, b reflect.Value) string {
	switch kind := a.Kind(); {
	case kind == reflect.Pointer, kind == reflect.Map, kind == reflect.Slice:
		if !a.IsNil() && a.Pointer() == b.Pointer() && (a.Kind() == reflect.Pointer || a.Len() > 0) {
			return a.Type().String()
		}
	}
	switch kind := a.Kind(); {
	case kind == reflect.Pointer:
		if !a.IsNil() {
			return shared(a.Elem(), b.Elem())
		}
	case kind == reflect.Slice:
		for i := range a.Len() {
			if at := shared(a.Index(i), b.Index(i)); at != "" {
				return at
			}
		}
	case kind == reflect.Map:
		for _, k := range a.MapKeys() {
			if at := shared(a.MapIndex(k), b.MapIndex(k)); at != "" {
				return at
			}
		}
	case kind == reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				if at := shared(a.Field(i), b.Field(i)); at != "" {
					return f.Name + " " + at
				}
			}
		}
	}
	return ""
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := rules.Load("magic"); err != nil {
			b.Fatal(err)
		}
	}
}

// An organiser who tries one kind of event and then another gets the last choice, and
// without options the ruleset as it was.
func TestAnOptionIsChangedAsOftenAsOneLikesAndBack(t *testing.T) {
	published := load(t, "pokemon")
	r := published
	for _, choices := range []map[string]string{
		{"event": "challenge"}, {"event": "two-phase", "freeze_owp": "tom"}, {"freeze_owp": "off"}, {"event": "cup"}, {},
	} {
		again, err := r.With(choices)
		if err != nil {
			t.Fatalf("%v: %v", choices, err)
		}
		fresh, err := published.With(choices)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fresh, again); diff != "" {
			t.Errorf("%v after others is not %v at once:\n%s", choices, choices, diff)
		}
		r = again
	}
	if r != published {
		t.Error("without options the ruleset is not the published one")
	}
}

func TestOptionsAreLaidOver(t *testing.T) {
	before := load(t, "magic")
	bo1 := load(t, "magic", "match", "best-of-one")
	if bo1.Match.Games != 1 || bo1.Chosen["match"] != "best-of-one" || bo1.Bye.Games != [3]int{1, 0, 0} {
		t.Errorf("best of one: %+v, chosen %v, bye %v", bo1.Match, bo1.Chosen, bo1.Bye.Games)
	}
	if diff := cmp.Diff(before.Options, bo1.Options); diff != "" || len(bo1.Options) == 0 {
		t.Errorf("a choice changed the options:\n%s", diff)
	}
	if diff := cmp.Diff(before, load(t, "magic")); diff != "" {
		t.Errorf("With changed its receiver:\n%s", diff)
	}
	for _, tc := range []struct{ name, value, want string }{
		{"match", "best-of-nine", "ruleset.option_value option=match ruleset=magic value=best-of-nine known=[best-of-three best-of-one]"},
		{"mach", "x", "ruleset.option ruleset=magic option=mach known=[match bye"},
	} {
		if _, err := before.With(map[string]string{tc.name: tc.value}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("With(%s=%s): %v, want %q", tc.name, tc.value, err, tc.want)
		}
	}
}

// TestAChoiceIsNotTakenForTwo: the cached ruleset of two choices is not returned for
// one choice whose value reads like both.
func TestAChoiceIsNotTakenForTwo(t *testing.T) {
	magic := load(t, "magic")
	if _, err := magic.With(map[string]string{"bye": "counted", "match": "best-of-one"}); err != nil {
		t.Fatal(err)
	}
	if _, err := magic.With(map[string]string{"bye": "counted match:best-of-one"}); err == nil {
		t.Error("a value that no option has is taken")
	}
}

func TestUnknownRulesetNamesTheKnown(t *testing.T) {
	_, err := rules.Load("magick")
	if err == nil || !strings.Contains(err.Error(), "ruleset.none id=magick known=[") {
		t.Errorf("Load(magick) = %v", err)
	}
}

// own is a minimal ruleset of a server.
const own = `id = "league"
name = "Our league"
version = "1"
date = "2026-01-01"
extends = "magic"
`

func TestLoadDir(t *testing.T) {
	lib, err := rules.LoadDir(fstest.MapFS{"league.toml": {Data: []byte(own + "[scoring]\nwin = \"2\"\n")}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := lib.Load("league")
	if err != nil {
		t.Fatal(err)
	}
	if r.Scoring.Win.String() != "2" || r.Scoring.Draw.String() != "1" || len(r.Ranking.Tiebreaks) != 3 {
		t.Errorf("league = %+v", r.Scoring)
	}
	if base, err := lib.Load("magic"); err != nil || base.Scoring.Win.String() != "3" {
		t.Errorf("the base changed: %v, %v", base, err)
	}
	for range 2 {
		if got := lib.Name("league") + lib.Name("magic") + lib.Name("magick"); got != "Our leagueMagic: The Gathering" {
			t.Errorf("the names are %q", got)
		}
	}
}

// TestARulesetWithoutOptionsAnnouncesNone: a ruleset that takes the options of its base
// away keeps the facts to announce, without the choice that is gone.
func TestARulesetWithoutOptionsAnnouncesNone(t *testing.T) {
	file := strings.Replace(own, `"magic"`, `"chess-casual"`, 1) + "options = []\n"
	lib, err := rules.LoadDir(fstest.MapFS{"league.toml": {Data: []byte(file)}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := lib.Load("league")
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range load(t, "chess-casual").Announce {
		if r.Announce[i].Text != a.Text || r.Announce[i].Option != "" {
			t.Errorf("announced is %+v", r.Announce[i])
		}
	}
}

func TestLoadDirRefuses(t *testing.T) {
	for _, tc := range []struct{ name, file, data, want string }{
		{"unknown key", "league.toml", own + "[scoring]\nwun = \"2\"\n", "ruleset.key line=7 key=scoring.wun"},
		{"no number", "league.toml", own + "[scoring]\nwin = \"two\"\n", `line=7 why=toml: no number: "two"`},
		{"syntax", "league.toml", own + "= 3\n", "line=6"},
		{"taken id", "magic.toml", strings.ReplaceAll(own, "league", "magic"), "ruleset.taken file=magic.toml id=magic"},
		{"wrong name", "liga.toml", own, "ruleset.misnamed file=liga id=league"},
		{"no such base", "league.toml", strings.Replace(own, `"magic"`, `"magix"`, 1), "ruleset.none id=magix"},
		{"circle", "league.toml", strings.Replace(own, `"magic"`, `"league"`, 1), "ruleset.cycle id=league"},
		{"check of the caller", "league.toml", own + "[[ranking.tiebreaks]]\nfunc = \"luck\"\ntitle = \"luck\"\n", `no luck`},
		{"draw in elimination", "league.toml", own + "[results]\nelimination = [\"1-1\"]\n", "ruleset.elimination_draw key=results.elimination value=1-1"},
		{"code twice", "league.toml", own + "[results]\nswiss = [\"2-0\", \"2-0\"]\n", "ruleset.twice key=results.swiss value=2-0"},
		{"loser's side", "league.toml", own + "[results]\nswiss = [\"0-2\"]\n", "ruleset.winners_side"},
		{"no bye", "league.toml", own + "[bye]\npoints = []\n", "ruleset.empty key=bye.points"},
		{"cut above field", "league.toml", own + "[rounds]\ntable = \"t\"\n[[rounds.tables]]\nname = \"t\"\nrows = [{min = 4, max = 8, rounds = [3], cuts = [8]}]\n", "cut=8 players=4"},
		{"hole in a table", "league.toml", own + "[rounds]\ntable = \"t\"\n[[rounds.tables]]\nname = \"t\"\nrows = [{min = 4, max = 8, rounds = [3]}, {min = 10, max = 0, rounds = [4]}]\n", "ruleset.gap"},
		{"seats", "league.toml", own + "[seats]\nmax = 4\npreferred = 4\n", "ruleset.seats_method max=4"},
		{"bad option", "league.toml", own + "[[options]]\nname = \"x\"\ndefault = \"a\"\n[[options.choices]]\nvalue = \"a\"\n[[options.choices]]\nvalue = \"b\"\nset = \"[scoring]\\nwun = '1'\"\n", "options[0].choices[1].set: ruleset.key line=2 key=scoring.wun"},
		{"bad date", "league.toml", strings.Replace(own, "2026-01-01", "soon", 1), "ruleset.date value=soon"},
		{"chosen", "league.toml", own + "[chosen]\nmatch = \"best-of-one\"\n", "ruleset.chosen"},
		{"duration", "league.toml", own + "[clocks.swiss]\nround = \"50 minutes\"\n", "line=7"},
		{"too large", "league.toml", own + strings.Repeat("# long\n", 50000), "ruleset.large"},
		{"too many keys", "league.toml", own + "[texts]\n" + strings.Repeat("a = 1\n", 2048), "ruleset.crowded file=league.toml"},
		{"too deep", "league.toml", own + "a = " + strings.Repeat("[", 2048), "ruleset.crowded file=league.toml"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := rules.LoadDir(fstest.MapFS{tc.file: {Data: []byte(tc.data)}}, func(r *rules.Ruleset) error {
				if r.Ranking.Tiebreaks[0].Func == "luck" {
					return errors.New("no luck")
				}
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("LoadDir = %v, want %q", err, tc.want)
			}
		})
	}
}

// Every sentence of a published ruleset, with any of its choices, is among the
// sentences that translations are made from, at a place that a file of texts can name.
func TestSentencesAreAllThatTheRulesetsSay(t *testing.T) {
	known := map[string]bool{"": true}
	place := regexp.MustCompile(`^[a-z0-9-]+\.[A-Za-z0-9_-]+$`)
	for at, sentence := range rules.Sentences() {
		if known[sentence] {
			t.Errorf("%q stands twice", sentence)
		}
		known[sentence] = true
		if !place.MatchString(at) {
			t.Errorf("%q is no place", at)
		}
	}
	add := func(id string, sentences ...string) {
		for _, s := range sentences {
			if !known[s] && strings.ContainsFunc(s, unicode.IsLetter) {
				t.Errorf("%s says %q, which is no sentence", id, s)
			}
		}
	}
	for _, id := range rules.IDs() {
		published := load(t, id)
		variants := []*rules.Ruleset{published}
		for _, o := range published.Options {
			add(id, o.Title)
			for _, c := range o.Choices {
				add(id, c.Title)
				variant, err := published.With(map[string]string{o.Name: c.Value})
				if err != nil {
					t.Fatal(err)
				}
				variants = append(variants, variant)
			}
		}
		for _, r := range variants {
			add(id, r.Version, r.Entry.Text, r.Drop.Text, r.EndOfMatch(ledger.Swiss), r.EndOfMatch(ledger.Elimination), r.EndOfMatch(ledger.Final))
			add(id, r.Community...)
			add(id, r.Seats.Sides...)
			add(id, slices.Collect(maps.Values(r.Texts))...)
			for _, a := range r.Announce {
				add(id, a.Text)
			}
			for _, p := range r.Penalties {
				add(id, p.Level, p.Effect)
			}
			for _, tb := range r.Ranking.Tiebreaks {
				add(id, tb.Title, tb.Short)
			}
			for _, table := range r.Rounds.Tables {
				add(id, table.Title)
				for _, row := range table.Rows {
					add(id, row.Note)
				}
			}
		}
	}
}
