// Package names says what can be a name, and when two names would be taken for
// one another.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Clean drops control and invisible format characters, folds white space, and
// keeps joiners, which emoji and several scripts need. A name of which nothing can
// be seen becomes empty.
func Clean(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '\u200d' || r == '\u200c' || r == '\ufe0f':
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, name)
	if !strings.ContainsFunc(name, visible) {
		return ""
	}
	return strings.Join(strings.Fields(name), " ")
}

// blanks are letters and symbols that are drawn as nothing: the fillers of Hangul
// and the empty pattern of Braille.
const blanks = "\u115f\u1160\u3164\uffa0\u2800"

func visible(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsPunct(r) || unicode.IsSymbol(r)) && !strings.ContainsRune(blanks, r)
}

// alike are Cyrillic and Greek letters that look like a Latin one, in lower case.
var alike = strings.NewReplacer(
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ј", "j", "ѕ", "s", "һ", "h", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"ο", "o", "ν", "v", "ρ", "p", "ι", "i", "α", "a", "ϲ", "c", "ϳ", "j",
)

// key is the same for names that look the same: compatible forms, case, joiners
// and letters of other scripts make no difference.
func key(name string) string {
	name = cases.Fold().String(norm.NFKC.String(Clean(name)))
	name = strings.Map(func(r rune) rune {
		if r == '\u200d' || r == '\u200c' || r == '\ufe0f' || strings.ContainsRune(blanks, r) {
			return -1
		}
		return r
	}, name)
	return strings.Join(strings.Fields(alike.Replace(name)), " ")
}

// Same reports whether two names would be taken for one another.
func Same(a, b string) bool { return key(a) == key(b) }
