package text_test

import (
	"regexp"
	"slices"
	"testing"

	"topcut/commands/text"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// counted is a count before what it counts, in the plural.
var counted = regexp.MustCompile(`\{n\} (?:[a-z]+ )?([a-z]+s)\b`)

// severalAtLeast are the texts that are said of two or more alone.
var severalAtLeast = []string{
	"groups.small", "cut.larger", "cut.no_equal", "cut.none_by_attendance", // fields that a cut or groups were meant for
	"later.points", "later.points_least", // points that no player has after one round
	"fixtures.which", "verdict.what", "transfer.decided.mirrored", // one has its own text, or none
	"rules.say.cut_share", "setting.cut_needs", // sizes of cuts
	"ruleset.crowded", "join.often", "budget.empty", "budget.leagues", // limits
	"log.late", "tier.bounds", // rules that hold from two on
}

// TestCountsHaveTheirPluralForms: an English text that says a count before what it counts has
// a form for one, unless it is said of several alone.
func TestCountsHaveTheirPluralForms(t *testing.T) {
	for key, forms := range catalogueOf(t, "en") {
		if len(forms) > 1 || slices.Contains(severalAtLeast, key) {
			continue
		}
		for _, m := range counted.FindAllStringSubmatch(forms[0], -1) {
			if !slices.Contains([]string{"is", "has", "was", "stays", "ties"}, m[1]) {
				t.Errorf("%s has no form for one: %s", key, forms[0])
			}
		}
	}
	for _, key := range severalAtLeast {
		if forms := catalogueOf(t, "en")[key]; len(forms) != 1 || !counted.MatchString(forms[0]) {
			t.Errorf("%s need not be listed", key)
		}
	}
}

// TestNumbersAreWrittenAsInTheLanguage: with a decimal comma, or with a point in English and
// Japanese, whatever kind of argument has them.
func TestNumbersAreWrittenAsInTheLanguage(t *testing.T) {
	c := load(t)
	for _, tag := range text.Offered() {
		p := c.In(tag)
		want := "1" + p.Say("number.point") + "5" // of a language that is begun
		switch tag {
		case "en", "ja":
			want = "1.5"
		case "de", "es", "fr", "it", "pl", "pt-BR":
			want = "1,5"
		}
		for _, v := range []notice.Value{notice.Number("1.5"), notice.Points{Fraction: fraction.New(3, 2)}} {
			if got := p.Value(v); got != want {
				t.Errorf("%s: a %T of 3/2 is written %s, want %s", tag, v, got, want)
			}
		}
	}
}
