package rules

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/pelletier/go-toml/v2"
)

// prose are the keys of a file whose values are words for people. Names of games, of
// divisions and of documents are the same in every language.
var prose = map[string]bool{
	"version": true, "community": true, "sides": true, "texts": true, "title": true, "short": true, "text": true, "effect": true, "level": true, "note": true,
}

// Sentences returns the words for people in the published rulesets, each once, by the
// place of its first use: "magic.penalties-0-effect". Translations are made from them
// (commands/text), so that a ruleset is the only source of its English.
var Sentences = sync.OnceValue(func() map[string]string {
	out, seen := map[string]string{}, map[string]bool{}
	l, err := embeddedLibrary()
	if err != nil {
		return nil // unreachable: the files are part of the binary
	}
	var walk func(at, key string, v any)
	walk = func(at, key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if key == "texts" {
					walk(at+"-"+k, key, v[k])
				} else if k != "sources" && k != "example" {
					walk(at+"-"+k, k, v[k])
				}
			}
		case []any:
			for i, sub := range v {
				walk(at+"-"+named(sub, i), key, sub)
			}
		case string:
			var set map[string]any
			switch {
			case key == "set" && toml.Unmarshal([]byte(v), &set) == nil:
				walk(at, "", set)
			case prose[key] && strings.ContainsFunc(v, unicode.IsLetter) && !seen[v]:
				out[strings.Replace(at, ".-", ".", 1)], seen[v] = v, true
			}
		}
	}
	for _, id := range slices.Concat(l.IDs(), slices.Sorted(maps.Keys(l.bases))) {
		var tree map[string]any
		if toml.Unmarshal(l.files[id], &tree) != nil {
			return nil // unreachable, as above
		}
		walk(id+".", "", tree)
	}
	return out
})

// named returns the name of a row of a list in the place of a sentence: its own name,
// which stays when another row is added before it, otherwise its number.
func named(row any, i int) string {
	table, _ := row.(map[string]any)
	word := func(key string) string { s, _ := table[key].(string); return s }
	return cmp.Or(word("value"), word("name"), word("fact"), word("func"), strconv.Itoa(i))
}
