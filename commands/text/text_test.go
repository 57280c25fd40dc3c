package text_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"topcut/commands/text"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

func load(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestListsAndSpansReadAsTheLanguageHasThem(t *testing.T) {
	p := load(t).In(text.English)
	for want, got := range map[string]string{
		"":               p.List(nil),
		"a":              p.List([]string{"a"}),
		"a, b and c":     p.List([]string{"a", "b", "c"}),
		"1 h 20 min":     p.Span(80 * time.Minute),
		"3 days":         p.Span(72 * time.Hour),
		"50 min":         p.Span(50 * time.Minute),
		"running":        p.Notice(notice.New("phase.running")),
		"‹no.such.text›": p.Say("no.such.text"),
	} {
		if got != want {
			t.Errorf("%q is said, not %q", got, want)
		}
	}
}

// The pseudo-language leaves no letter of the texts as it was, and every
// argument whole.
func TestThePseudoLanguageChangesEveryLetter(t *testing.T) {
	p := load(t).In(text.Pseudo)
	got := p.Say("list.and", "head", text.Raw("Alice"), "last", text.Raw("Bob"))
	if !strings.HasPrefix(got, "Alice ") || !strings.HasSuffix(got, " Bob") || strings.Contains(got, "and") {
		t.Errorf("it says %q", got)
	}
}

// What people typed is escaped once, wherever it stands in a sentence; what the
// catalogue says is not.
func TestTypedTextIsEscapedOnce(t *testing.T) {
	p := load(t).In(text.English)
	p.Escape = func(s string) string { return "<" + s + ">" }
	p.Name = func(n int) string { return fmt.Sprint("<Player ", n, ">") }
	n := notice.New("round.waits", "round", 1, "tables", []notice.Notice{notice.New("blocker.open", "table", 2, "players", notice.Players([]int{3, 4}))})
	if got := p.Notice(n); got != "Round 1 is waiting for table 2 (<Player 3> and <Player 4>)." {
		t.Errorf("%s", got)
	}
	if got := p.Notice(notice.New("settings.zone", "name", notice.Text("[x](y)"))); !strings.HasPrefix(got, "<[x](y)> is no time zone") {
		t.Errorf("%s", got)
	}
}

// A sentence of a published ruleset is read in every language; an organiser's own
// words, and those of an event from before the ruleset was reworded, are shown as they
// are. What a person typed is never taken for a ruleset's word.
func TestRulesetsAreReadInTheReadersLanguage(t *testing.T) {
	const published, own = "Number of Swiss rounds", "Number of Swiss rounds, as we like"
	c := load(t)
	for language, want := range map[string]string{text.English: published, "de": "Zahl der Swiss-Runden", "de-CH": "Zahl der Swiss-Runden"} {
		p := c.In(language)
		p.Escape = func(s string) string { return "<" + s + ">" }
		if got := p.Value(notice.Quote(published)); got != "<"+want+">" {
			t.Errorf("in %s it says %q", language, got)
		}
		if got := p.Value(notice.Quote(own)) + p.Value(notice.Text(published)); got != "<"+own+"><"+published+">" {
			t.Errorf("in %s own words are %q", language, got)
		}
	}
	for place, sentence := range rules.Sentences() {
		if got := c.In(text.Pseudo).Value(notice.Quote(sentence)); got == sentence {
			t.Errorf("%s is not looked up: %q", place, got)
		}
	}
}

// A tiebreaker that has no name here has a title in every ruleset that ranks by it.
func TestEveryTiebreakerHasAName(t *testing.T) {
	p := load(t).In(text.English)
	named := func(tb *rules.Tiebreak) bool { return !strings.Contains(p.Value(tb.Called()), "‹") }
	ranks := map[string]bool{}
	for _, id := range rules.IDs() {
		published, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		variants := []*rules.Ruleset{published}
		for _, o := range published.Options {
			for _, c := range o.Choices {
				variant, err := published.With(map[string]string{o.Name: c.Value})
				if err != nil {
					t.Fatal(err)
				}
				variants = append(variants, variant)
			}
		}
		for _, rs := range variants {
			for i := range rs.Ranking.Tiebreaks {
				tb := &rs.Ranking.Tiebreaks[i]
				if ranks[tb.Func] = true; !named(tb) {
					t.Errorf("%s: %s has no name", id, tb.Func)
				}
			}
		}
	}
	for _, known := range standings.Tiebreakers() {
		if !ranks[known.Func] && !named(&rules.Tiebreak{Func: known.Func}) {
			t.Errorf("%s has no name, and no ruleset gives it one", known.Func)
		}
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A sentence can end with a length of time, which must not bring a full stop of its own.
func TestNoLengthOfTimeEndsWithAFullStop(t *testing.T) {
	c := load(t)
	for _, tag := range text.Offered() {
		for _, d := range []time.Duration{time.Second, time.Minute, 5 * time.Minute, time.Hour, 5 * time.Hour, 48 * time.Hour, 144 * time.Hour} {
			if got := c.In(tag).Span(d); strings.HasSuffix(got, ".") {
				t.Errorf("%s: %q", tag, got)
			}
		}
	}
}
