package text_test

import (
	"math/rand/v2"
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
	"rules.script_own", "deck.own_hint", "deck.own_hint_of", "deck.own_count", // items of a player's own, from two on
}

// TestCountsHaveTheirPluralForms: an English text that says a count before what it counts has
// a form for one, unless it is said of several alone.
func TestCountsHaveTheirPluralForms(t *testing.T) {
	for key, forms := range catalogueOf(t, "en") {
		if len(forms) > 1 || slices.Contains(severalAtLeast, key) {
			continue
		}
		for _, m := range counted.FindAllStringSubmatch(forms[0], -1) {
			if !slices.Contains([]string{"is", "has", "was", "stays", "ties", "goes"}, m[1]) {
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

// TestThousandsAndPercentAreThoseOfTheLanguage: as CLDR has them. Spanish and Polish set the
// thousands apart from five digits on. Exact points stay exact, and what is written can be
// typed.
func TestThousandsAndPercentAreThoseOfTheLanguage(t *testing.T) {
	c := load(t)
	for tag, want := range map[string]string{
		"en": "999 1,203 -12,034 1,234,567 12.5%", "ja": "999 1,203 -12,034 1,234,567 12.5%",
		"de": "999 1.203 -12.034 1.234.567 12,5\u00a0%", "es": "999 1203 -12.034 1.234.567 12,5\u00a0%",
		"fr": "999 1\u202f203 -12\u202f034 1\u202f234\u202f567 12,5\u202f%", "it": "999 1.203 -12.034 1.234.567 12,5%",
		"pl": "999 1203 -12\u00a0034 1\u00a0234\u00a0567 12,5%", "pt-BR": "999 1.203 -12.034 1.234.567 12,5%",
	} {
		p := c.In(tag)
		got := ""
		for _, n := range []notice.Int{999, 1203, -12034, 1234567} {
			got += p.Value(n) + " "
		}
		if got += p.Decimal("12.5%"); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
		if again := p.Decimal(p.Decimal("12.5%")); again != p.Decimal("12.5%") {
			t.Errorf("%s: written twice it is %q", tag, again)
		}
	}
	for range 2000 {
		exact := fraction.New(rand.Int64N(2_000_001)-1_000_000, 1+rand.Int64N(5000))
		for _, tag := range text.Offered() {
			p, said := c.In(tag), c.In(tag).Value(notice.Number(exact.String()))
			if again := p.Decimal(said); again != said {
				t.Fatalf("%s: %s is %q, written again %q", tag, exact, said, again)
			}
			n := rand.IntN(3_000_000) - 1_000_000
			if read, err := fraction.TypedWhole(p.Value(notice.Int(n))); err != nil || read != n {
				t.Fatalf("%s: %d is written %q, which is read as %d, %v", tag, n, p.Value(notice.Int(n)), read, err)
			}
			if read, err := fraction.Typed(said); err != nil || !read.Equal(exact) {
				t.Fatalf("%s: %s is written %q, which is read as %v, %v", tag, exact, said, read, err)
			}
		}
	}
	literal := regexp.MustCompile(`[0-9}][ \x{a0}\x{202f}]?%`)
	for _, tag := range text.Offered() {
		sign := c.In(tag).Say("number.percent")
		for key, forms := range catalogueOf(t, tag) {
			for _, form := range forms {
				for _, found := range literal.FindAllString(form, -1) {
					if found[1:] != sign {
						t.Errorf("%s, %s: %q, where the language writes %q", tag, key, found, sign)
					}
				}
			}
		}
	}
}
