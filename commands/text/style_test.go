package text_test

import (
	"regexp"
	"strings"
	"testing"
)

// translators are words that no organiser or player would use, with what they
// say instead.
var translators = map[string]string{
	`somebody`: "a player, an organiser", `whoever`: "who", `what becomes of`: "what … get",
	`(came|come|goes|go|bring|brought|give|gave) \S+ again`: "back", `stands? in \S+ minutes`: "auto-confirms", `level with`: "tied",
	`silence confirms`: "auto-confirm", `by themselves`: "auto-advance", `asks for`: "needs", `everybody to see`: "public",
}

// long are texts with details that only who asks for them reads, by the beginning
// of their keys.
var long = []string{"web.", "check.", "plan.guide_note", "rules.say.flights", "assumption."}

var sentenceEnd = regexp.MustCompile(`[.!?:](\s|$)|\n`)

// Every sentence of the catalogue is short and in the words of those who play: at
// most 140 characters, an argument counted as a dozen.
func TestTextsAreShortAndInTheReadersWords(t *testing.T) {
	for key, forms := range catalogueOf(t, "en") {
		if strings.HasPrefix(key, "proof.") {
			continue // the proof of a fact is asked for, and exact
		}
		for _, form := range forms {
			for pattern, better := range translators {
				if regexp.MustCompile(`(?i)\b` + pattern + `\b`).MatchString(form) {
					t.Errorf("%s: %q says %q; say %s", key, form, pattern, better)
				}
			}
			detail := false
			for _, prefix := range long {
				detail = detail || strings.HasPrefix(key, prefix)
			}
			for _, s := range sentenceEnd.Split(argument.ReplaceAllString(form, "twelve chars"), -1) {
				if n := len([]rune(s)); n > 140 && !detail {
					t.Errorf("%s: a sentence of %d characters: %q", key, n, s)
				}
			}
		}
	}
}
