package text

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

//go:embed catalogue/*.en.toml catalogue/packed
var files embed.FS

// English is the language in which every text is written first, and which replaces
// missing translations.
const English = "en"

// Pseudo is English with every letter replaced, for tests: readable text did not come
// from the catalogue.
const Pseudo = "en-XA"

// Catalogue has the texts of all languages. It is immutable and may be used concurrently.
// The nil Catalogue is English only.
type Catalogue struct{ only string }

// Load loads the built-in texts. They are constants of the program: every Catalogue has
// the same, loaded once.
func Load() (*Catalogue, error) {
	_, err := readEnglish()
	return &Catalogue{}, err
}

// Only returns a catalogue that always uses one language.
func (c *Catalogue) Only(language string) *Catalogue { return &Catalogue{only: language} }

// In returns a printer for a language, or for the closest one offered.
func (c *Catalogue) In(language string) Printer {
	switch {
	case c == nil:
		return Printer{}
	case c.only != "":
		language = c.only
	case language != Pseudo:
		language = Closest(language)
	}
	switch language {
	case English:
		return Printer{Language: English}
	case Pseudo:
		return Printer{Language: Pseudo, tongue: pseudo()}
	}
	return Printer{Language: language, tongue: packed()[language]}
}

// Offered are the offered languages by their BCP 47 tags, English first: those that are
// packed, which requires a complete catalogue. A text added since is shown in English.
var Offered = sync.OnceValue(func() []string {
	return append([]string{English}, slices.Sorted(maps.Keys(packed()))...)
})

// Closest returns the offered language closest to a tag, such as the locale of a Discord
// client; English if none is close.
func Closest(tag string) string {
	want, err := language.Parse(tag)
	if err != nil {
		return English
	}
	_, i, confidence := matcher().Match(want)
	if confidence == language.No {
		return English
	}
	return Offered()[i]
}

var matcher = sync.OnceValue(func() language.Matcher {
	var tags []language.Tag
	for _, tag := range Offered() {
		tags = append(tags, language.MustParse(tag))
	}
	return language.NewMatcher(tags)
})

// NameOf returns the name of a language in that language.
func NameOf(language string) string { return (&Catalogue{only: language}).In("").Say("language.name") }

// message is a text in its plural forms; most have only plural.Other. A form that it
// does not have is empty.
type message [plural.Many + 1]string

// forms are the plural forms by their names in CLDR.
var forms = map[string]plural.Form{"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other}

// languageTexts is the texts of one language.
type languageTexts struct {
	tag   language.Tag
	texts func() map[string]message
	// compiled has plural.Other alone of a text without other forms.
	compiled func() map[string][]compiled
}

// newTongue returns a language whose texts are loaded on first use.
func newTongue(tag string, read func() map[string]message) *languageTexts {
	t := &languageTexts{tag: language.MustParse(tag), texts: sync.OnceValue(read)}
	t.compiled = sync.OnceValue(func() map[string][]compiled {
		out := make(map[string][]compiled, len(t.texts()))
		for key, m := range t.texts() {
			list := m[:]
			if m == (message{plural.Other: m[plural.Other]}) {
				list = m[:plural.Other+1]
			}
			forms := make([]compiled, len(list))
			for form, src := range list {
				if src != "" {
					var err error
					forms[form], err = compile(src)
					must(err)
				}
			}
			out[key] = forms
		}
		return out
	})
	return t
}

// quoted returns a sentence of a published ruleset in the language. Other sentences, such
// as an organiser's or those of an older ruleset, are returned unchanged.
func (t *languageTexts) quoted(sentence string) string {
	if t != nil {
		if said := t.texts()[published()[sentence]][plural.Other]; said != "" {
			return said
		}
	}
	return sentence
}

// published maps the English texts of this program's rulesets to their keys.
var published = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for place, sentence := range rules.Sentences() {
		out[sentence] = rulesetKey + place
	}
	return out
})

// rulesetKey is the prefix of the keys of translated rulesets; rules.Sentences has the
// English.
const rulesetKey = "rulesets."

// english is the language of a Printer without one, and of missing translations.
var english = sync.OnceValue(func() *languageTexts {
	return newTongue(English, func() map[string]message {
		texts, err := readEnglish()
		must(err)
		return texts
	})
})

// must panics on an error in embedded data, which any test would find.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

var readEnglish = sync.OnceValues(func() (map[string]message, error) {
	texts := map[string]message{}
	names, err := fs.Glob(files, "catalogue/*."+English+".toml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := parse(texts, data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return texts, nil
})

// parse adds the texts of a file. A table of plural forms is one text; any other table
// begins the keys of what is in it.
func parse(texts map[string]message, data []byte) error {
	var file map[string]any
	if err := toml.Unmarshal(data, &file); err != nil {
		return err
	}
	var add func(key string, value any) error
	add = func(key string, value any) error {
		switch value := value.(type) {
		case string:
			return put(texts, key, map[string]any{"other": value})
		case map[string]any:
			if _, counted := value["other"].(string); counted {
				return put(texts, key, value)
			}
			for name, inner := range value {
				if err := add(strings.TrimPrefix(key+"."+name, "."), inner); err != nil {
					return err
				}
			}
			return nil
		}
		return fmt.Errorf("%s is no text", key)
	}
	return add("", file)
}

// put adds a text by its plural forms.
func put(texts map[string]message, key string, said map[string]any) error {
	if _, twice := texts[key]; twice {
		return fmt.Errorf("the text %q stands twice", key)
	}
	var m message
	for name, text := range said {
		form, known := forms[name]
		text, isText := text.(string)
		if !known || !isText {
			return fmt.Errorf("%s: %q is no plural form of a text", key, name)
		}
		m[form] = text
	}
	texts[key] = m
	return nil
}

// packed are the built-in languages besides English, by tag.
var packed = sync.OnceValue(func() map[string]*languageTexts {
	names, err := fs.Glob(files, "catalogue/packed/*.br")
	must(err)
	out := map[string]*languageTexts{}
	for _, name := range names {
		if name == keysFile {
			continue
		}
		tag := strings.TrimSuffix(path.Base(name), ".br")
		out[tag] = newTongue(tag, func() map[string]message {
			texts, err := unpack(packedKeys(), unpackedStrings(name))
			must(err)
			return texts
		})
	}
	return out
})

// keysFile names the texts of all packed languages in the order in which each has them:
// by key, with the CLDR name of the plural form behind a slash.
const keysFile = "catalogue/packed/keys.br"

var packedKeys = sync.OnceValue(func() []string { return unpackedStrings(keysFile) })

func unpackedStrings(name string) (list []string) {
	data, err := files.ReadFile(name)
	must(err)
	must(json.NewDecoder(brotli.NewReader(bytes.NewReader(data))).Decode(&list))
	return list
}

// unpack returns the texts of a packed language, in which an empty text is one that the
// language does not have. Packed, a language has a seventh of the size of its files and
// loads in a tenth of the time.
func unpack(keys, list []string) (map[string]message, error) {
	if len(keys) != len(list) {
		return nil, fmt.Errorf("%d texts are packed for %d keys", len(list), len(keys))
	}
	texts := make(map[string]message, len(list))
	for i, said := range list {
		if said == "" {
			continue
		}
		key, form, _ := strings.Cut(keys[i], "/")
		m := texts[key]
		m[forms[form]] = said
		texts[key] = m
	}
	return texts, nil
}

// pseudo is English with every letter outside arguments and Markdown links replaced.
var pseudo = sync.OnceValue(func() *languageTexts {
	return newTongue(Pseudo, func() map[string]message {
		out := map[string]message{}
		for key, m := range english().texts() {
			for form := range m {
				m[form] = accented(m[form])
			}
			out[key] = m
		}
		for sentence, key := range published() {
			out[key] = message{plural.Other: accented(sentence)}
		}
		return out
	})
})

func accented(src string) string {
	const from, to = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçđéƒǧĥíĵķļɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑǤĤÍĴĶĻṀÑÓƤɊŔŠŤÚṼŴẊÝŽ"
	letters := []rune(to)
	var b strings.Builder
	inside := false
	for _, r := range src {
		switch i := strings.IndexRune(from, r); {
		case r == '{' || r == '}':
			inside = r == '{'
			b.WriteRune(r)
		case !inside && i >= 0:
			b.WriteRune(letters[i])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Elsewhere returns a text without arguments in the languages other than English, by
// Discord locale, for translations of commands.
func Elsewhere(key notice.Code) map[string]string {
	out := map[string]string{}
	for _, tag := range Offered()[1:] {
		if said := packed()[tag].texts()[string(key)][plural.Other]; said != "" {
			for _, locale := range discordLocales(tag) {
				out[locale] = said
			}
		}
	}
	return out
}

// Locale returns the name of a language in Discord.
func Locale(language string) string {
	if language == English {
		return "en-US"
	}
	return discordLocales(language)[0]
}

// discordLocales returns Discord's names for a language.
func discordLocales(tag string) []string {
	if tag == "es" {
		return []string{"es-ES", "es-419"}
	}
	return []string{tag}
}
