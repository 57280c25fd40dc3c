// Package names cleans names, and detects names that people would confuse.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean drops control and invisible format characters, folds white space, and keeps
// joiners, which emoji and several scripts need. It returns "" for a name without a
// visible character.
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

// blanks are letters and symbols without a visible form: the fillers of Hangul and the
// empty pattern of Braille.
const blanks = "\u115f\u1160\u3164\uffa0\u2800"

func visible(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsPunct(r) || unicode.IsSymbol(r)) && !strings.ContainsRune(blanks, r)
}
