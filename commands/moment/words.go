package moment

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	words "topcut/tournament/lexicon"
)

// lexicon has a language's words for times, in lower case without accents.
type lexicon struct {
	In       []string       `toml:"in"`      // begins a span: "in 30 min"
	One      []string       `toml:"one"`     // means 1: "in an hour"
	Filler   []string       `toml:"filler"`  // without meaning: "at", "on"
	Unclear  []string       `toml:"unclear"` // ambiguous: "next friday"
	Ever     []string       `toml:"ever"`    // says of an end that there is none: "for ever"
	Day      map[string]int `toml:"day"`     // days from today
	Hour     map[string]int `toml:"hour"`
	Weekdays [7][]string    `toml:"weekdays"` // from Sunday; the first word may be shortened to three letters
	Months   [12][]string   `toml:"months"`
	Minutes  []string       `toml:"minutes"`
	Hours    []string       `toml:"hours"`
	Days     []string       `toml:"days"`
	Weeks    []string       `toml:"weeks"`
	Spelled  [][2]string    `toml:"spelled"` // regular expressions and their replacements, applied before the text is split

	spellings []spelling
}

//go:embed lexicons
var files embed.FS

// spelling replaces one notation of a time by another.
type spelling struct {
	from *regexp.Regexp
	to   string
}

// lexicons are loaded on first use, since most runs of the program do not need them. A
// text is parsed in each; those that understand it must agree.
var lexicons = sync.OnceValue(func() []lexicon {
	out := words.Read[lexicon](files)
	for i := range out {
		for _, s := range out[i].Spelled {
			out[i].spellings = append(out[i].spellings, spelling{regexp.MustCompile(s[0]), s[1]})
		}
	}
	return out
})

// unit returns the length of a unit of time: a duration, or a number of days of the
// calendar.
func (l *lexicon) unit(w string) (length time.Duration, days int, ok bool) {
	switch {
	case slices.Contains(l.Minutes, w):
		return time.Minute, 0, true
	case slices.Contains(l.Hours, w):
		return time.Hour, 0, true
	case slices.Contains(l.Days, w):
		return 0, 1, true
	case slices.Contains(l.Weeks, w):
		return 0, 7, true
	}
	return 0, 0, false
}

func (l *lexicon) weekday(w string) (time.Weekday, bool) {
	d, ok := named(l.Weekdays[:], w)
	return time.Weekday(d), ok
}

func (l *lexicon) month(w string) (int, bool) {
	m, ok := named(l.Months[:], w)
	return m + 1, ok
}

// named returns which of the names a word is: one of its forms, or the first cut to
// three letters, where no other is cut to the same.
func named(names [][]string, w string) (int, bool) {
	w = strings.TrimSuffix(w, ".")
	found, cuts := 0, 0
	for i, forms := range names {
		if slices.Contains(forms, w) {
			return i, true
		}
		if len(forms) > 0 && len(w) == 3 && strings.HasPrefix(forms[0], w) {
			found, cuts = i, cuts+1
		}
	}
	return found, cuts == 1
}

// plain returns what was typed folded, and spelled as words that are read.
func (l *lexicon) plain(typed string) string {
	s := folded(typed)
	for _, r := range l.spellings {
		s = r.from.ReplaceAllString(s, r.to)
	}
	return s
}

// folded returns what was typed in small letters without accents.
func folded(typed string) string {
	s := strings.ReplaceAll(strings.ToLower(norm.NFKC.String(typed)), "’", "'")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 'ł':
			return 'l'
		case unicode.Is(unicode.Mn, r) && r < 0x3000: // the marks of kana are part of it
			return -1
		}
		return r
	}, norm.NFD.String(s))
	return norm.NFC.String(s)
}
