package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Key returns what all spellings of one name have in common: without letter case, in one
// normal form (é is one letter or e with an accent behind it) and with single spaces.
// Names with one key are one name.
func Key(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFKC.String(Clean(name))))
}

// transcribed are letters that people write as two where they lack them; others write the
// first of the two.
var transcribed = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ø", "oe")

// plain are letters that are no letter with an accent to Unicode.
var plain = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ħ", "h", "ŧ", "t", "ı", "i", "æ", "ae", "œ", "oe", "ð", "d", "þ", "th")

// Forms returns how a name is typed on a keyboard without its letters: "lukasz" for
// Łukasz, "muller" and "mueller" for Müller.
func Forms(name string) []string {
	key := Key(name)
	return slices.Compact([]string{bare(key), bare(transcribed.Replace(key))})
}

// bare returns a key without accents.
func bare(key string) string {
	return plain.Replace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(key)))
}

// Find returns the indexes of the names that are meant by what was typed: those with the
// same key or, if there is none, those that are typed so without their letters.
func Find(typed string, all []string) []int {
	if found := matching(all, []string{Key(typed)}, func(name string) []string { return []string{Key(name)} }); len(found) > 0 {
		return found
	}
	return matching(all, Forms(typed), Forms)
}

// matching returns the indexes of the names of which one form is wanted.
func matching(all, wanted []string, forms func(string) []string) (found []int) {
	for i, name := range all {
		if slices.ContainsFunc(forms(name), func(form string) bool { return form != "" && slices.Contains(wanted, form) }) {
			found = append(found, i)
		}
	}
	return found
}
