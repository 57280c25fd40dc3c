package commands_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament/rules"
	"topcut/tournament/testrun/checkout"
)

var changeKeys = flag.String("change-keys", "", "TestEveryKeyThatIsNotShownActs changes those keys of the games' files that match; . = all, many minutes")

// TestEveryKeyThatIsNotShownActs changes each key of notInRules in a game that has it and
// runs the tests named there with the changed file: one of them must fail. The tests are
// built once and read the files from a folder.
func TestEveryKeyThatIsNotShownActs(t *testing.T) {
	if *changeKeys == "" {
		t.Skip("builds the tests of many packages: -change-keys .")
	}
	wanted := regexp.MustCompile(*changeKeys)
	p := newPlanter(t)
	for _, n := range notInRules {
		spots := map[string][]spot{}
		for _, id := range rules.IDs() {
			for _, s := range p.spots(t, id) {
				if why := elsewhere(id, s.key); why != nil && *why == n.why && wanted.MatchString(kind(s.key)) {
					spots[kind(s.key)] = append(spots[kind(s.key)], s)
				}
			}
		}
		if len(spots) == 0 {
			continue
		}
		named := regexp.MustCompile(`\bTest\w+`).FindAllString(n.why, -1)
		p.build(t, named)
		if said, failed := p.fails(t, nil, named); failed {
			t.Errorf("a test fails where nothing is changed: %s", said)
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(spots)) {
			p.change(t, key, p.likely(spots[key], named), named)
		}
	}
}

// keysWithoutTest are keys whose change none of the named tests finds. In most games they
// repeat what follows from other keys, or exist because each ruleset has them. To remove
// one from the list, name a test that finds it, or show the key.
var keysWithoutTest = []string{
	"advance.per_division", "bye.counts_as_win", "bye.first_round", "bye.games", "bye.in_own_games", "bye.in_own_pct", "bye.phantoms", "bye.points", "bye.who",
	"date", "pairing.avoid_float", "pairing.cost", "pairing.first", "pairing.hard", "pairing.method", "pairing.tables",
	"ranking.tiebreaks.cap", "ranking.tiebreaks.decimals", "ranking.tiebreaks.show_only", "ranking.tiebreaks.title",
	"results.elimination", "results.swiss", "rounds.fixed", "rounds.table", "rounds.tables.rows.unofficial",
	"scoring.decimals", "scoring.draw", "scoring.loss", "scoring.round_off", "scoring.win",
	"seats.max_field", "seats.min", "seats.odd", "seats.preferred", "seats.sides", "tables.carry",
}

// spot is a place of a key: in the file itself, or in the values that a choice sets.
type spot struct{ game, set, key string }

// mostTries bounds the games and places tried for a key.
const mostTries = 40

// planter runs tests with changed game files.
type planter struct {
	folder  string            // from which the tests read them
	tests   map[string]string // package of each test
	bodies  map[string]string // source of each test
	built   map[string]bool   // by package
	overlay string
}

// everyTest calls f with each file of tests of the repository.
func everyTest(f func(path string, data []byte)) error {
	return checkout.Code("..", func(path string) error {
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		f(path, data)
		return err
	})
}

func newPlanter(t *testing.T) *planter {
	p := &planter{folder: t.TempDir(), tests: map[string]string{}, bodies: map[string]string{}, built: map[string]bool{}}
	err := everyTest(func(path string, data []byte) {
		for _, f := range regexp.MustCompile(`(?ms)^func (Test\w+)\(.*?^}`).FindAllSubmatch(data, -1) {
			p.tests[string(f[1])], p.bodies[string(f[1])] = filepath.Dir(path), string(f[0])
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	source, err := filepath.Abs("../tournament/rules/library.go")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	embeds := "//go:embed *.toml\nvar embedded embed.FS"
	if !strings.Contains(string(data), embeds) {
		t.Fatal("library.go embeds the files otherwise")
	}
	reads := strings.Replace(string(data), embeds, `var embedded = os.DirFS(os.Getenv("RULES_FOLDER"))`, 1)
	changed := filepath.Join(t.TempDir(), "library.go")
	p.write(t, changed, []byte(strings.Replace(reads, `"embed"`, `"os"`, 1)))
	over, err := json.Marshal(map[string]any{"Replace": map[string]string{source: changed}})
	if err != nil {
		t.Fatal(err)
	}
	p.overlay = filepath.Join(t.TempDir(), "overlay.json")
	p.write(t, p.overlay, over)
	return p
}

func (p *planter) write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// build builds the packages of the tests, each once.
func (p *planter) build(t *testing.T, named []string) {
	t.Helper()
	for _, name := range named {
		dir := p.tests[name]
		if p.built[dir] {
			continue
		}
		p.built[dir] = true
		out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-overlay", p.overlay, "-o", p.program(dir), dir).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", dir, err, out)
		}
	}
}

func (p *planter) program(dir string) string {
	return filepath.Join(filepath.Dir(p.overlay), strings.ReplaceAll(strings.TrimPrefix(dir, "../"), "/", "_")+".test")
}

// fails runs tests with some files changed and reports whether one fails.
func (p *planter) fails(t *testing.T, changed map[string][]byte, named []string) (string, bool) {
	t.Helper()
	for _, id := range rules.IDs() {
		data := changed[id]
		if data == nil {
			var err error
			if data, err = os.ReadFile("../tournament/rules/" + id + ".toml"); err != nil {
				t.Fatal(err)
			}
		}
		p.write(t, filepath.Join(p.folder, id+".toml"), data)
	}
	of := map[string][]string{}
	for _, name := range named {
		of[p.tests[name]] = append(of[p.tests[name]], name)
	}
	for dir, names := range of {
		run := exec.CommandContext(t.Context(), p.program(dir), "-test.run", "^("+strings.Join(names, "|")+")$", "-test.failfast", "-test.timeout", "90s")
		run.Dir, run.Env = dir, append(os.Environ(), "RULES_FOLDER="+p.folder)
		if out, err := run.CombinedOutput(); err != nil {
			return string(out), true
		}
	}
	return "", false
}

// spots returns all keys of a game's own file and those that its choices set.
func (p *planter) spots(t *testing.T, id string) []spot {
	var out []spot
	file := ownFile(t, id)
	for _, at := range leaves(file, "") {
		out = append(out, spot{game: id, key: at})
		if kind(at) == "options.choices.set" {
			for _, inner := range leaves(p.set(t, file, at), "") {
				out = append(out, spot{game: id, set: at, key: inner})
			}
		}
	}
	return out
}

func (p *planter) set(t *testing.T, file any, at string) map[string]any {
	words, _ := place(file, at)
	var set map[string]any
	if err := toml.Unmarshal([]byte(words.(string)), &set); err != nil {
		t.Fatal(err)
	}
	return set
}

// ownFile returns a game's file without what it extends.
func ownFile(t testing.TB, id string) map[string]any {
	data, err := os.ReadFile("../tournament/rules/" + id + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := toml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// likely moves the games that the tests mention to the front.
func (p *planter) likely(at []spot, named []string) []spot {
	of := func(s spot) bool {
		return slices.ContainsFunc(named, func(name string) bool { return strings.Contains(p.bodies[name], `"`+s.game+`"`) })
	}
	first := slices.DeleteFunc(slices.Clone(at), func(s spot) bool { return !of(s) })
	return append(first, slices.DeleteFunc(at, of)...)
}

// change tries other values for a key until a test fails.
func (p *planter) change(t *testing.T, key string, at []spot, named []string) {
	tried := 0
	for _, s := range at {
		if tried == mostTries {
			break
		}
		for _, to := range p.values(t, s) {
			changed, ok := p.changed(t, s, to)
			if !ok {
				continue
			}
			tried++
			if said, failed := p.fails(t, map[string][]byte{s.game: changed}, named); failed {
				if slices.Contains(keysWithoutTest, key) {
					t.Logf("%s is found now", key)
				}
				t.Logf("%s of %s = %v: found by %s", s.key, s.game, to, regexp.MustCompile(`(--- FAIL: |running tests:\s+)Test\w+|panic: .*`).FindString(said))
				return
			}
			break // one value per place
		}
	}
	if tried > 0 && !slices.Contains(keysWithoutTest, key) {
		t.Errorf("%s: %d changes, none found by %s", key, tried, strings.Join(named, ", "))
	}
}

// values returns possible replacements for a value.
func (p *planter) values(t *testing.T, s spot) []any {
	file := ownFile(t, s.game)
	if s.set != "" {
		file = p.set(t, file, s.set)
	}
	is, _ := place(file, s.key)
	if at, ok := strings.CutSuffix(s.key, ".default"); ok { // another of its own choices
		choices, _ := place(file, at+".choices")
		var out []any
		for _, c := range choices.([]any) {
			if v := c.(map[string]any)["value"]; v != is {
				out = append(out, v)
			}
		}
		return out
	}
	return slices.DeleteFunc(candidates(kind(s.key), is), func(v any) bool { return v == is })
}

// changed returns a game's file with another value; false if the result is not a valid
// ruleset, or not a valid base of those that extend it.
func (p *planter) changed(t *testing.T, s spot, to any) ([]byte, bool) {
	file := ownFile(t, s.game)
	tree := file
	if s.set != "" {
		tree = p.set(t, file, s.set)
	}
	from, put := place(tree, s.key)
	put(to)
	if file["extends"] == nil && s.set == "" {
		balance(tree, s.key, from, to)
	}
	if s.set != "" {
		_, put := place(file, s.set)
		put(string(marshal(t, tree)))
	}
	data := marshal(t, file)
	// It is read as a server's own ruleset, with those that extend it.
	own := fstest.MapFS{}
	for _, id := range rules.IDs() {
		file := file
		if id != s.game {
			file = ownFile(t, id)
			if file["extends"] != s.game {
				continue
			}
			file["extends"] = "own-" + s.game
		}
		file = copied(file).(map[string]any)
		file["id"] = "own-" + id
		own["own-"+id+".toml"] = &fstest.MapFile{Data: marshal(t, file)}
	}
	_, err := rules.LoadDir(own)
	return data, err == nil
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data, err := toml.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
