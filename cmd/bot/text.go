package main

import (
	"strings"
	"unicode"
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
