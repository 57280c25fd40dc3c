package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// visible makes a text from a file or from Discord fit for a terminal: control
// characters, which could move the cursor or colour the screen, and invisible
// ones are dropped, but for the joiners that emoji and several scripts need.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r == '\u200d' || r == '\u200c' || r == '\ufe0f':
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
}

// columns returns how many columns a text takes in a terminal: two for a
// character of Chinese, Japanese or Korean and for an emoji sequence, none for a
// combining mark.
func columns(s string) int {
	total, last := 0, 0
	joined, flag := false, false
	for _, r := range s {
		switch {
		case r == '\u200d': // what follows is part of the same picture
			joined = true
			continue
		case r == '\ufe0f': // the character before is shown as a picture after all
			total, last = total+2-max(last, 1), 2
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), r >= 0x1F3FB && r <= 0x1F3FF, joined:
		case r >= 0x1F1E6 && r <= 0x1F1FF: // two of them are one flag
			if flag = !flag; flag {
				total += 2
			}
			joined = false
			continue
		default:
			last = 1
			if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
				last = 2
			}
			total += last
		}
		joined, flag = false, false
	}
	return total
}

// isolate keeps a text that runs from right to left from turning the cells
// beside it.
func isolate(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
	}) {
		return "\u2068" + s + "\u2069"
	}
	return s
}
