package main

import (
	"strings"
	"unicode"
)

// visible makes text from a file or from Discord safe for a terminal. It drops control
// characters, which could move the cursor or change colours, and invisible characters
// except the joiners that emoji and several scripts need.
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
