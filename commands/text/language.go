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

// English is the language in which every text is written first, and the one
// that is used where another lacks a text.
const English = "en"

// Pseudo is English with every letter changed: what can be read without effort
// in it was not taken from the catalogue. It exists for tests.
const Pseudo = "en-XA"

// Catalogue is the texts of all languages. It is immutable and may be used
// concurrently. The nil Catalogue speaks English only.
type Catalogue struct{ only string }

// Load reads the texts that are built in. They are constants of the program: every
// Catalogue has the same, read once.
func Load() (*Catalogue, error) {
	_, err := readEnglish()
	return &Catalogue{}, err
}

// Only returns a catalogue that always uses one language.
func (c *Catalogue) Only(language string) *Catalogue { return &Catalogue{only: language} }

// In returns a printer for a language, or for the closest that is offered.
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

// Offered are the languages that people can have, by their BCP 47 tags, English
// first: those that are packed, which only a whole catalogue is. A text that was
// written since is said in English.
var Offered = sync.OnceValue(func() []string {
	return append([]string{English}, slices.Sorted(maps.Keys(packed()))...)
})

// Closest returns the offered language that is closest to a tag, such as the locale of
// a Discord client; English if none is close.
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

// NameOf returns what a language calls itself.
func NameOf(language string) string { return (&Catalogue{only: language}).In("").Say("language.name") }

// languageTexts is the texts of one language.
type languageTexts struct {
	texts     func() map[string]*i18n.Message
	single    func() map[string]template.ParsedTemplate // those of one form
	localizer func() *i18n.Localizer
}

// newTongue returns a language whose texts are read when they are needed.
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

// quoted returns a sentence of a published ruleset in the language. Other sentences,
// such as one of an organiser or of an event from before the ruleset was reworded, are
// returned as they are.
func (t *languageTexts) quoted(sentence string) string {
	if t != nil {
		if m := t.texts()[published()[sentence]]; m != nil {
			return m.Other
		}
	}
	return sentence
}

// published are the keys of what the rulesets of this program say in English.
var published = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for place, sentence := range rules.Sentences() {
		out[sentence] = rulesetKey + place
	}
	return out
})

// rulesetKey begins the keys of translations of rulesets; rules.Sentences has the
// English.
const rulesetKey = "rulesets."

// english is the language of a Printer without one, and of texts that a language lacks.
var english = sync.OnceValue(func() *languageTexts {
	return newTongue(English, func() map[string]*i18n.Message {
		texts, err := readEnglish()
		must(err)
		return texts
	})
})

// must stops the program where what is built into it is wrong; it stops every test
// before.
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

// parse reads a file of texts; its name ends with the language and the ending.
func parse(data []byte, name string) ([]*i18n.Message, error) {
	file, err := i18n.ParseMessageFileBytes(data, name, map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file.Messages, nil
}

// packed are the languages that are built in beside English, by their tags.
var packed = sync.OnceValue(func() map[string]*languageTexts {
	names, err := fs.Glob(files, "catalogue/packed/*.br")
	must(err)
	out := map[string]*languageTexts{}
	for _, name := range names {
		tag := strings.TrimSuffix(path.Base(name), ".br")
		out[tag] = newTongue(tag, func() map[string]*i18n.Message {
			data, err := files.ReadFile(name)
			must(err)
			texts, err := unpack(data)
			must(err)
			return texts
		})
	}
	return out
})

// form is a text in one plural form.
type form struct{ Key, Form, Text string }

// unpack reads the texts of a language as they are built in: a sixth of the size of
// their files, and read in a tenth of their time.
func unpack(data []byte) (map[string]*i18n.Message, error) {
	var list []form
	if err := json.NewDecoder(brotli.NewReader(bytes.NewReader(data))).Decode(&list); err != nil {
		return nil, err
	}
	texts := make(map[string]*i18n.Message, len(list))
	for _, f := range list {
		m := texts[f.Key]
		if m == nil {
			m = &i18n.Message{ID: f.Key}
			texts[f.Key] = m
		}
		if to := inForm(m, f.Form); to != nil {
			*to = f.Text
		}
	}
	return texts, nil
}

// inForm returns a text in the plural form of a name in CLDR; nil = there is no such
// form.
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

// pseudo has every letter of English outside arguments and Markdown links changed.
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

// Elsewhere returns a text of a key without arguments in the languages other than
// English, as Discord wants translations of a command.
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

// discordLocales returns the names under which Discord knows a language.
func discordLocales(tag string) []string {
	if tag == "es" {
		return []string{"es-ES", "es-419"}
	}
	return []string{tag}
}
