package view_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/histories"
)

var (
	english = regexp.MustCompile(`[A-Za-z]{3,}`)
	// Parts of a text that are not the bot's words: mentions, times, commands, links,
	// identifiers, seeds.
	marks = regexp.MustCompile("<[@t/][^>]*>|`/[^`]*`|\\(<?https?://[^)]*\\)|attachment://\\S+|[0-9a-f]{16,}")
)

// words adds the words of values in JSON to a set.
func words(set map[string]bool, values ...any) {
	for _, v := range values {
		data, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		for _, w := range english.FindAllString(string(data), -1) {
			set[strings.ToLower(w)] = true
		}
	}
}

// shownTexts returns every string in a message or modal that a person reads.
func shownTexts(v any) []string {
	var out []string
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, x := range v {
				walk(k, x)
			}
		case []any:
			for _, x := range v {
				walk(key, x)
			}
		case string:
			if !slices.Contains([]string{"custom_id", "value", "url", "type", "ID", "id"}, key) {
				out = append(out, v)
			}
		}
	}
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var any any
	if err := json.Unmarshal(data, &any); err != nil {
		panic(err)
	}
	walk("", any)
	return out
}

// TestNoWordOutsideTheCatalogue renders every view at every fourth moment of lively
// evenings, or with -languages at all of them, in the pseudo-language: a readable word is missing from the catalogue. Names, the ruleset's
// own texts and typed values are excepted.
func TestNoWordOutsideTheCatalogue(t *testing.T) {
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ruleset  string
		settings tournament.Settings
		players  int
	}{
		{"magic", swiss(3, 4), 11},
		{"riichi-ema", swiss(3, 0), 16},
		{"pokemon", swiss(3, 4), 9},
		{"meccg", swiss(2, 0), 6},
	} {
		e := create(t, c.ruleset, c.settings)
		known := map[string]bool{"topcut": true, "friday": true, "night": true, "olga": true, "utc": true, "europe": true, "berlin": true, "juniors": true, "masters": true}
		words(known, e.snap.State.Rules, forgiven)
		for _, language := range text.Offered() { // each by its own name
			words(known, text.NameOf(language))
		}
		for i := range 40 {
			words(known, histories.Name(i+1))
		}
		leaks := map[string]string{}
		check := func(name string, v any) {
			for _, s := range shownTexts(v) {
				for _, w := range english.FindAllString(marks.ReplaceAllString(s, " "), -1) {
					if !known[strings.ToLower(w)] && leaks[w] == "" {
						leaks[w] = name + ": " + s
					}
				}
			}
		}
		n := 0
		moments(t, e, histories.Lively(c.players), 5, func(s *tournament.Snapshot) {
			if n++; n%8 != 0 && s.State.Phase == tournament.Running && !*everyLanguage {
				return
			}
			drawn := ""
			env := view.Env{Snap: s, Now: e.now, Words: catalogue.In(text.Pseudo)}
			env.Draw = func(name string, d pictures.Drawing) []discord.File {
				drawn = name
				check("picture "+drawn, d.(pictures.Spoken).Drawing)
				return nil
			}
			rounds := []int{len(s.State.Rounds)}
			for _, x := range everything(env, []int{1}, rounds) {
				if x.secret == "" && x.name != "Withdrawn" && x.name != "DraftStep" { // these are given text
					check(x.name, x.m.Components)
				}
			}
			for name, m := range everyModal(env, []int{1}, rounds) {
				check(name, m.Components)
				check(name, m.Title)
			}
		})
		for _, leak := range leaks {
			t.Errorf("%s: %s", c.ruleset, leak)
		}
	}
}

// forgiven are words from elsewhere that views pass on: what can be typed, and the short
// forms of tiebreakers, which are the same in every language.
var forgiven = []string{"round", "draw", "win", "auto", "none", "untimed", "never", "limit", "top", "1sts", "Opp", "Best", "Wins"}
