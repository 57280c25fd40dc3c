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
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"github.com/pelletier/go-toml/v2"
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

// languageTexts is the texts of one language.
type languageTexts struct {
	texts     func() map[string]*i18n.Message
	single    func() map[string]template.ParsedTemplate // texts with a single form
	localizer func() *i18n.Localizer
}

// newTongue returns a language whose texts are loaded on first use.
func newTongue(tag string, read func() map[string]*i18n.Message) *languageTexts {
	t := &languageTexts{texts: sync.OnceValue(read)}
	t.single = sync.OnceValue(func() map[string]template.ParsedTemplate {
		out := map[string]template.ParsedTemplate{}
		for key, m := range t.texts() {
			if *m != (i18n.Message{ID: m.ID, Other: m.Other}) {
				continue
			}
			parsed, err := braces{}.Parse(m.Other, "", "")
			must(err)
			out[key] = parsed
		}
		return out
	})
	t.localizer = sync.OnceValue(func() *i18n.Localizer {
		parsed := language.MustParse(tag)
		bundle := i18n.NewBundle(parsed)
		for _, m := range t.texts() {
			must(bundle.AddMessages(parsed, m))
		}
		return i18n.NewLocalizer(bundle, tag)
	})
	return t
}

// quoted returns a sentence of a published ruleset in the language. Other sentences, such
// as an organiser's or those of an older ruleset, are returned unchanged.
func (t *languageTexts) quoted(sentence string) string {
	if t != nil {
		if m := t.texts()[published()[sentence]]; m != nil {
			return m.Other
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
	return newTongue(English, func() map[string]*i18n.Message {
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

var readEnglish = sync.OnceValues(func() (map[string]*i18n.Message, error) {
	texts := map[string]*i18n.Message{}
	names, err := fs.Glob(files, "catalogue/*."+English+".toml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list, err := parse(data, name)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			if texts[m.ID] != nil {
				return nil, fmt.Errorf("%s: the text %q stands twice", name, m.ID)
			}
			texts[m.ID] = m
		}
	}
	return texts, nil
})

// parse parses a file of texts, whose name ends with the language and the extension.
func parse(data []byte, name string) ([]*i18n.Message, error) {
	file, err := i18n.ParseMessageFileBytes(data, name, map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file.Messages, nil
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
		out[tag] = newTongue(tag, func() map[string]*i18n.Message {
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
func unpack(keys, list []string) (map[string]*i18n.Message, error) {
	if len(keys) != len(list) {
		return nil, fmt.Errorf("%d texts are packed for %d keys", len(list), len(keys))
	}
	texts := make(map[string]*i18n.Message, len(list))
	for i, said := range list {
		if said == "" {
			continue
		}
		key, form, _ := strings.Cut(keys[i], "/")
		m := texts[key]
		if m == nil {
			m = &i18n.Message{ID: key}
			texts[key] = m
		}
		if to := inForm(m, form); to != nil {
			*to = said
		}
	}
	return texts, nil
}

// inForm returns a pointer to a text's plural form by its CLDR name, or nil if there is
// no such form.
func inForm(m *i18n.Message, name string) *string {
	switch name {
	case "zero":
		return &m.Zero
	case "one":
		return &m.One
	case "two":
		return &m.Two
	case "few":
		return &m.Few
	case "many":
		return &m.Many
	case "other":
		return &m.Other
	}
	return nil
}

// pseudo is English with every letter outside arguments and Markdown links replaced.
var pseudo = sync.OnceValue(func() *languageTexts {
	return newTongue(Pseudo, func() map[string]*i18n.Message {
		out := map[string]*i18n.Message{}
		for key, m := range english().texts() {
			changed := *m
			for _, text := range []*string{&changed.Zero, &changed.One, &changed.Two, &changed.Few, &changed.Many, &changed.Other} {
				*text = accented(*text)
			}
			out[key] = &changed
		}
		for sentence, key := range published() {
			out[key] = &i18n.Message{ID: key, Other: accented(sentence)}
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
		if m := packed()[tag].texts()[string(key)]; m != nil {
			for _, locale := range discordLocales(tag) {
				out[locale] = m.Other
			}
		}
	}
	return out
}

// discordLocales returns Discord's names for a language.
func discordLocales(tag string) []string {
	if tag == "es" {
		return []string{"es-ES", "es-419"}
	}
	return []string{tag}
}
