package text_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"topcut/commands/text"
	"topcut/tournament/golden"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

var (
	wholeLanguages = flag.Bool("languages", false, "fail where a text is not translated, or not since its English text changed, as a release does")
	beginLanguage  = flag.String("begin", "", "begin the files that a language lacks, by its BCP 47 tag")
)

// translation is a language as its translators write it.
type translation struct {
	tag   string
	texts map[string]text.Message
}

// translations reads the files of every language but English.
func translations(t *testing.T) (out []translation) {
	t.Helper()
	names, err := filepath.Glob("catalogue/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]map[string]text.Message{}
	for _, name := range names {
		tag := strings.Split(filepath.Base(name), ".")[1]
		if by[tag] == nil {
			by[tag] = map[string]text.Message{}
		}
		readTexts(t, by[tag], name)
	}
	for _, tag := range slices.Sorted(maps.Keys(by)) {
		out = append(out, translation{tag, by[tag]})
	}
	return out
}

// readTexts adds the texts of a file.
func readTexts(t *testing.T, texts map[string]text.Message, name string) {
	t.Helper()
	if err := text.Parse(texts, readFile(t, name)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// A file that a translator got wrong is refused as a whole.
func TestAFileOfTextsIsReadOrRefused(t *testing.T) {
	for file, want := range map[string]string{
		"[a.b]\nc = \"one {n}\"\n[a.d]\none = \"1\"\nother = \"{n}\"": "map[a.b.c:[one {n}     ] a.d:[{n}  1   ]]",
		"a = 1":                              "a is no text",
		"[a]\nother = \"x\"\nplenty = \"y\"": `a: "plenty" is no plural form of a text`,
		"[a]\nother = \"x\"\none = 1":        `a: "one" is no plural form of a text`,
		"known = \"again\"":                  `the text "known" stands twice`,
	} {
		texts := map[string]text.Message{"known": {}}
		err := text.Parse(texts, []byte(file))
		delete(texts, "known")
		if got := fmt.Sprint(texts); err != nil && err.Error() != want || err == nil && got != want {
			t.Errorf("%q: %s, %v", file, got, err)
		}
	}
}

// TestLanguagesAreComplete holds the languages to the English texts: the arguments of
// the English text and no others, the plural forms of the language, and packed what the
// files say. A text that a language lacks, one whose English has changed since, and one
// that is left over are listed by language, with their number: people read English where
// a text is missing or has other arguments, so that who writes an English sentence need
// not write seven others. They fail where -languages asks for whole languages, as a
// release does.
//
// What a translation was made from stands in testdata/LANGUAGE.sources: a hash of
// the English text and one of the translation for each key. UPDATE=1 writes the line of a
// translation that is new or has changed; one whose English text alone has changed is
// listed until it is translated anew, or its line is deleted because it still says the
// same.
func TestLanguagesAreComplete(t *testing.T) {
	if *beginLanguage != "" {
		begin(t, *beginLanguage)
		return
	}
	list := translations(t)
	english := list[slices.IndexFunc(list, func(l translation) bool { return l.tag == "en" })].texts
	maps.Copy(english, rulesetTexts())
	keys := keysOf(list)
	for _, l := range list {
		if l.tag != "en" {
			t.Run(l.tag, func(t *testing.T) { held(t, l, english, keys) })
		}
	}
	packs(t, filepath.Join("catalogue", "packed", "keys.br"), keys)
}

// rulesetTexts returns what the published rulesets say in English, as a file of texts
// would have it: its translations are catalogue/rulesets.LANGUAGE.toml.
func rulesetTexts() map[string]text.Message {
	out := map[string]text.Message{}
	for place, sentence := range rules.Sentences() {
		out["rulesets."+place] = text.Message{plural.Other: sentence}
	}
	return out
}

func held(t *testing.T, l translation, english map[string]text.Message, keys []string) {
	sources, behind := readSources(t, l.tag), behind{}
	update, categories := golden.Updating(t), pluralForms(l.tag)
	for _, key := range slices.Sorted(maps.Keys(english)) {
		from := formsOf(english[key])
		if _, there := l.texts[key]; !there {
			behind.add("missing", key)
			continue
		}
		now, was := source{hash(from), hash(formsOf(l.texts[key]))}, sources[key]
		switch {
		case was.translation != now.translation && !update:
			t.Errorf("%s is new or was changed here, and is not packed: %s", key, golden.Remedy(t))
		case was.translation != now.translation:
			sources[key] = now
		case was.english != now.english:
			behind.add("stale", key)
			continue // the forms and arguments are those of the old text
		}
		formed(t, key, from, formsOf(l.texts[key]), categories)
	}
	for _, key := range slices.Sorted(maps.Keys(l.texts)) {
		if _, there := english[key]; !there {
			behind.add("left over", key)
		}
	}
	behind.tell(t)
	maps.DeleteFunc(sources, func(key string, _ source) bool {
		return english[key] == text.Message{} || l.texts[key] == text.Message{}
	})
	file := filepath.Join("catalogue", "packed", l.tag+".br")
	if update {
		golden.Write(t, sourcesFile(l.tag), written(sources))
	}
	if _, err := os.Stat(file); err != nil && (!update || len(behind["missing"]) > 0) {
		t.Logf("%s is not offered yet; once no text is missing, %s", l.tag, golden.Remedy(t))
		return
	}
	texts := make([]string, len(keys))
	for i, key := range keys {
		id, form, _ := strings.Cut(key, "/")
		texts[i] = l.texts[id][text.Forms[form]]
	}
	packs(t, file, texts)
}

// packs holds a packed file to what it must say.
func packs(t *testing.T, file string, want []string) {
	t.Helper()
	held, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	diff := gocmp.Diff(want, unpacked(t, held))
	switch {
	case diff != "" && golden.Updating(t):
		golden.Write(t, file, pack(t, want))
	case diff != "":
		t.Errorf("%s is not what the files say; %s (-files +packed):\n%s", file, golden.Remedy(t), diff)
	}
}

// behind are the keys in which a language is not what the English texts are today.
type behind map[string][]string

func (b behind) add(what, key string) { b[what] = append(b[what], key) }

// tell lists them, and fails the test where languages are to be whole.
func (b behind) tell(t *testing.T) {
	t.Helper()
	for _, what := range slices.Sorted(maps.Keys(b)) {
		say := t.Logf
		if *wholeLanguages {
			say = t.Errorf
		}
		say("%d texts are %s: %s", len(b[what]), what, strings.Join(b[what], ", "))
	}
}

// formed checks the plural forms and arguments of a translation.
func formed(t *testing.T, key string, from, to map[string]string, categories []string) {
	t.Helper()
	for name, said := range to {
		if len(from) == 1 && name != "other" || len(from) > 1 && !slices.Contains(categories, name) {
			t.Errorf("%s has a form %q that is never chosen", key, name)
		}
		if got, want := argumentsOf(said), argumentsOf(from["other"]); !slices.Equal(got, want) && (name == "other" || slices.ContainsFunc(got, func(a string) bool { return !slices.Contains(want, a) })) {
			t.Errorf("%s takes %v, in English %v: %q", key, got, want, said)
		}
	}
	if len(from) > 1 {
		for _, name := range categories {
			if to[name] == "" {
				t.Errorf("%s lacks the form %q", key, name)
			}
		}
	}
}

// Polish has three forms for whole numbers and Japanese one: 1, 2–4, the rest, 22
// again the second.
func TestPluralFormsAreThoseOfTheLanguage(t *testing.T) {
	for tag, want := range map[string]string{"en": "[one other]", "de": "[one other]", "ja": "[other]", "pl": "[few many one other]"} {
		if got := fmt.Sprint(pluralForms(tag)); got != want {
			t.Errorf("%s has %s, want %s", tag, got, want)
		}
	}
	c := load(t)
	for want, got := range map[string]string{
		"1 Runde": c.In("de").Say("structure.rounds", "n", 1), "5 Runden": c.In("de-AT").Say("structure.rounds", "n", 5),
		"1回戦": c.In("ja").Say("structure.rounds", "n", 1), "5回戦": c.In("ja").Say("structure.rounds", "n", 5),
		"5 rounds": c.In("xx").Say("structure.rounds", "n", 5),
	} {
		if got != want {
			t.Errorf("%q is said, not %q", got, want)
		}
	}
}

// A whole million has a form of its own in newer rules of some languages, which no text
// has: such a number is not a reason to say a sentence in English where five is said.
func TestAMillionIsSaidInTheLanguage(t *testing.T) {
	c := load(t)
	for _, tag := range text.Offered()[1:] {
		for _, n := range []int{1_000_000, 10_000_000} {
			five := c.In(tag).Say("structure.rounds", "n", 5)
			if got := c.In(tag).Say("structure.rounds", "n", n); strings.Contains(got, "rounds") && five != "5 rounds" {
				t.Errorf("%s: %q", tag, got)
			}
		}
	}
}

// Polish says 2 rundy and 22 rundy, but 5, 12 and 25 rund; people it counts in one form
// from two on, and a verb follows its number.
func TestPolishCountsAsPeopleSpeak(t *testing.T) {
	p := load(t).In("pl")
	for key, want := range map[notice.Code][6]string{
		"structure.rounds": {"1 runda", "2 rundy", "5 rund", "12 rund", "22 rundy", "25 rund"},
		"span.days":        {"1 dzień", "2 dni", "5 dni", "12 dni", "22 dni", "25 dni"},
		"card.players":     {"1 gracz", "2 graczy", "5 graczy", "12 graczy", "22 graczy", "25 graczy"},
		"card.waiting":     {"1 osoba czeka", "2 osoby czekają", "5 osób czeka", "12 osób czeka", "22 osoby czekają", "25 osób czeka"},
		"staff.tables":     {"1 otwarty stół", "2 otwarte stoły", "5 otwartych stołów", "12 otwartych stołów", "22 otwarte stoły", "25 otwartych stołów"},
		"lock.free":        {"Zostało 1 miejsce.", "Zostały 2 miejsca.", "Zostało 5 miejsc.", "Zostało 12 miejsc.", "Zostały 22 miejsca.", "Zostało 25 miejsc."},
	} {
		for i, n := range []int{1, 2, 5, 12, 22, 25} {
			if got := p.Say(key, "n", n); got != want[i] {
				t.Errorf("%s of %d is %q, want %q", key, n, got, want[i])
			}
		}
	}
}

// formsOf returns the plural forms that a text has.
func formsOf(m text.Message) map[string]string {
	out := map[string]string{}
	for name, form := range text.Forms {
		if m[form] != "" {
			out[name] = m[form]
		}
	}
	return out
}

// argumentsOf returns the arguments of a text, each once.
func argumentsOf(said string) []string {
	var out []string
	for _, m := range argument.FindAllStringSubmatch(said, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pluralForms returns the forms that CLDR has whole numbers take in a language.
func pluralForms(tag string) (out []string) {
	names := map[plural.Form]string{}
	for name, form := range text.Forms {
		names[form] = name
	}
	for n := range 10000 {
		if name := names[plural.Cardinal.MatchPlural(language.MustParse(tag), n, 0, 0, 0, 0)]; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if !slices.Contains(out, "other") {
		out = append(out, "other") // of fractions; every text with forms has it
	}
	slices.Sort(out)
	return out
}

func hash(forms map[string]string) string {
	h := fnv.New32a()
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		fmt.Fprintf(h, "%s %s\n", name, forms[name])
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// source is which English text a translation was made from.
type source struct{ english, translation string }

var sourceLine = regexp.MustCompile(`(?m)^(\S+) ([0-9a-f]{8}) ([0-9a-f]{8})$`)

func sourcesFile(tag string) string { return filepath.Join("testdata", tag+".sources") }

func readSources(t *testing.T, tag string) map[string]source {
	t.Helper()
	out := map[string]source{}
	data, err := os.ReadFile(sourcesFile(tag))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, m := range sourceLine.FindAllStringSubmatch(string(data), -1) {
		out[m[1]] = source{m[2], m[3]}
	}
	return out
}

// written returns the lines of a file of sources.
func written(sources map[string]source) []byte {
	var b bytes.Buffer
	for _, key := range slices.Sorted(maps.Keys(sources)) {
		fmt.Fprintf(&b, "%s %s %s\n", key, sources[key].english, sources[key].translation)
	}
	return b.Bytes()
}

// begin writes the files that a language lacks with the English texts, in the plural
// forms of the language.
func begin(t *testing.T, tag string) {
	t.Helper()
	names, err := filepath.Glob("catalogue/*.en.toml")
	if err != nil {
		t.Fatal(err)
	}
	sheets := map[string]map[string]text.Message{"catalogue/rulesets.en.toml": rulesetTexts()}
	for _, name := range names {
		sheets[name] = map[string]text.Message{}
		readTexts(t, sheets[name], name)
	}
	for name, sheet := range sheets {
		var b strings.Builder
		lines := map[string]string{}
		for key, m := range sheet {
			forms := formsOf(m)
			if len(forms) == 1 {
				lines[key] = forms["other"]
				continue
			}
			for _, form := range pluralForms(tag) {
				lines[key+"."+form] = cmp.Or(forms[form], forms["other"])
			}
		}
		section := func(key string) string { return key[:max(strings.LastIndex(key, "."), 0)] }
		keys := slices.SortedFunc(maps.Keys(lines), func(a, b string) int {
			return cmp.Or(strings.Compare(section(a), section(b)), strings.Compare(a, b))
		})
		last := ""
		for _, key := range keys {
			if in := section(key); in != last {
				last = in
				fmt.Fprintf(&b, "\n[%s]\n", in)
			}
			fmt.Fprintf(&b, "%s = %s\n", key[strings.LastIndex(key, ".")+1:], strconv.Quote(lines[key]))
		}
		to := strings.TrimSuffix(name, "en.toml") + tag + ".toml"
		if _, err := os.Stat(to); err == nil {
			continue // written by hand
		}
		if err := os.WriteFile(to, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// keysOf returns the keys of the translations in the order in which they are packed, with
// the plural form behind a slash.
func keysOf(list []translation) []string {
	keys := map[string]bool{}
	for _, l := range list {
		if l.tag == "en" {
			continue
		}
		for key, m := range l.texts {
			for form := range formsOf(m) {
				keys[key+"/"+form] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// pack returns the texts of a language, or their keys, as they are built in.
func pack(t *testing.T, list []string) []byte {
	t.Helper()
	plain, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// unpacked reads what is built in.
func unpacked(t *testing.T, data []byte) (list []string) {
	t.Helper()
	if len(data) == 0 {
		return nil
	}
	if err := json.NewDecoder(brotli.NewReader(bytes.NewReader(data))).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}
