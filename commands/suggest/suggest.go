// Package suggest is what Discord offers while an option is being typed: which names fit,
// in which order, and the value behind each. It reads the value of a player back.
package suggest

import (
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/tournament/names"
)

// Names suggests the names that fit what was typed, best match first, at most as many as
// Discord shows. With nothing typed it keeps the given order. value returns what is sent
// when name i is chosen.
func Names(all []string, typed string, value func(i int) any) []discord.Choice {
	return Labelled(all, typed, func(i int) (string, any) { return discord.Plain(all[i], wire.MaxChoiceText), value(i) })
}

// Labelled is like Names for names that are shown with more than themselves.
func Labelled(all []string, typed string, choice func(i int) (label string, value any)) []discord.Choice {
	var out []discord.Choice
	for _, i := range rank(all, typed) {
		label, value := choice(i)
		out = append(out, discord.Choice{Name: discord.Cut(label, wire.MaxChoiceText), Value: value})
	}
	return out
}

// rank returns the indexes of the names that match what was typed, best match first: as it
// was typed, then without accents.
func rank(all []string, typed string) []int {
	var out []int
	if names.Key(typed) == "" {
		for i := range min(len(all), wire.MaxChoices) {
			out = append(out, i)
		}
		return out
	}
	add := func(wanted string, form func(name string) string) {
		folded := make([]string, len(all))
		for i, n := range all {
			folded[i] = form(n)
		}
		for _, m := range fuzzy.Find(wanted, folded) {
			if len(out) < wire.MaxChoices && !slices.Contains(out, m.Index) {
				out = append(out, m.Index)
			}
		}
	}
	add(names.Key(typed), names.Key)
	for _, wanted := range names.Forms(typed) {
		for k := range 2 {
			add(wanted, func(name string) string {
				forms := names.Forms(name)
				return forms[min(k, len(forms)-1)]
			})
		}
	}
	return out
}

// fits reports whether a result fits what was typed: its words contain it, with or
// without accents, or its value begins with it.
func fits(words, value, typed string) bool {
	if typed = strings.TrimSpace(typed); typed == "" || strings.HasPrefix(value, typed) {
		return true
	}
	for _, wanted := range append(names.Forms(typed), names.Key(typed)) {
		if slices.ContainsFunc(append(names.Forms(words), names.Key(words)), func(form string) bool { return strings.Contains(form, wanted) }) {
			return true
		}
	}
	return false
}
