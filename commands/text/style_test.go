package text_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands/text"
)

// translators are words that no organiser or player would use, with what they
// say instead.
var translators = map[string]string{
	`somebody`: "a player, an organiser", `whoever`: "who", `what becomes of`: "what … get",
	`(came|come|goes|go|bring|brought|give|gave) \S+ again`: "back", `stands? in \S+ minutes`: "auto-confirms", `level (with|on)`: "tied",
	`silence confirms`: "auto-confirm", `by themselves`: "auto-advance", `asks for`: "needs", `everybody to see`: "public",
}

// long are texts with details that only who asks for them reads, by the beginning
// of their keys.
var long = []string{"web.", "check.", "plan.guide_note", "rules.say.flights", "assumption."}

var sentenceEnd = regexp.MustCompile(`[.!?:;](\s|$)|\n`)

// Every sentence of the catalogue is short and in the words of those who play: at
// most 140 characters, an argument counted as a dozen.
func TestTextsAreShortAndInTheReadersWords(t *testing.T) {
	for key, forms := range catalogueOf(t, "en") {
		if strings.HasPrefix(key, "proof.") {
			continue // the proof of a fact is asked for, and exact
		}
		detail := slices.ContainsFunc(long, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
		for _, form := range forms {
			style(t, key, form, detail)
		}
	}
}

// What the files of rules say to people is said in the same way.
func TestRulesAreShortAndInTheReadersWords(t *testing.T) {
	files, err := filepath.Glob("../../tournament/rules/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, file := range files {
		var tree map[string]any
		if err := toml.Unmarshal(readFile(t, file), &tree); err != nil {
			t.Fatal(err)
		}
		for _, unsaid := range []string{"community", "sources", "example"} {
			delete(tree, unsaid)
		}
		styleOf(t, filepath.Base(file), tree)
	}
}

func styleOf(t *testing.T, key string, value any) {
	t.Helper()
	switch v := value.(type) {
	case string:
		if tree := map[string]any{}; strings.HasSuffix(key, ".set") && toml.Unmarshal([]byte(v), &tree) == nil {
			styleOf(t, key, tree)
			return
		}
		style(t, key, v, false)
	case []any:
		for i := range v {
			styleOf(t, fmt.Sprint(key, ".", i), v[i])
		}
	case map[string]any:
		for k := range v {
			styleOf(t, key+"."+k, v[k])
		}
	}
}

// style holds a text to the words of those who play; details may be long.
func style(t *testing.T, key, form string, detail bool) {
	t.Helper()
	for pattern, better := range translators {
		if regexp.MustCompile(`(?i)\b` + pattern + `\b`).MatchString(form) {
			t.Errorf("%s: %q says %q; say %s", key, form, pattern, better)
		}
	}
	for _, s := range sentenceEnd.Split(argument.ReplaceAllString(form, "twelve chars"), -1) {
		if n := len([]rune(s)); n > 140 && !detail {
			t.Errorf("%s: a sentence of %d characters: %q", key, n, s)
		}
	}
}

// tables are texts that list what a document says, one after the other: as long as the
// list, in whatever language.
var tables = regexp.MustCompile(`^rulesets\.[^.]+\.(texts-(tiebreakers|summary|decks|formats|scenarios)|community-\d+|clocks-elimination-text)$`)

// Other languages take more letters to say the same: up to a fifth more, 168, in what
// English says in 140.
func TestTranslationsAreNearlyAsShort(t *testing.T) {
	const most, usual = 168, 140
	end := regexp.MustCompile(`[.!?:;](\s|$)|\n|[。！？：；]`)
	for _, language := range text.Offered() {
		if language == text.English {
			continue
		}
		beyond := 0
		for key, forms := range catalogueOf(t, language) {
			if strings.HasPrefix(key, "proof.") || tables.MatchString(key) || slices.ContainsFunc(long, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
				continue
			}
			for _, form := range forms {
				for _, s := range end.Split(argument.ReplaceAllString(form, "twelve chars"), -1) {
					n := len([]rune(s))
					if n > most {
						t.Errorf("%s, %s: a sentence of %d characters: %q", language, key, n, s)
					}
					if n > usual {
						beyond++
					}
				}
			}
		}
		t.Logf("%s: %d sentences of more than %d characters", language, beyond, usual)
	}
}
