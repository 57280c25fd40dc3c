package fraction

import (
	"fmt"
	"strings"
	"unicode"
)

// Typed reads a number as people type it: "12.5", "12,5", "+3", "−7/2", "１２．５", in the
// digits of any script, with spaces around it. A comma is a decimal comma: numbers that are
// typed are too small to be grouped, and "1,000.5" is refused.
func Typed(s string) (Fraction, error) {
	s = strings.Map(func(r rune) rune {
		switch {
		case r < unicode.MaxASCII:
			return r
		case unicode.Is(unicode.Nd, r):
			return digit(r)
		}
		switch r {
		case '，', '．', '٫': // full-width, Arabic
			return '.'
		case '−', '－', '﹣', '–':
			return '-'
		case '＋':
			return '+'
		case '／', '⁄':
			return '/'
		}
		return r
	}, strings.TrimSpace(s))
	return Parse(strings.TrimPrefix(strings.ReplaceAll(s, ",", "."), "+"))
}

// digit returns the ASCII digit of a decimal digit: those of a script follow each other, and
// a block of them begins with its zero.
func digit(r rune) rune {
	for _, block := range unicode.Nd.R16 {
		if rune(block.Lo) <= r && r <= rune(block.Hi) {
			return '0' + (r-rune(block.Lo))%10
		}
	}
	for _, block := range unicode.Nd.R32 {
		if rune(block.Lo) <= r && r <= rune(block.Hi) {
			return '0' + (r-rune(block.Lo))%10
		}
	}
	return r
}

// TypedWhole reads a whole number as people type it.
func TypedWhole(s string) (int, error) {
	f, err := Typed(s)
	if err != nil {
		return 0, err
	}
	num, den, ok := f.Parts()
	if n := int(num); ok && den == 1 && int64(n) == num {
		return n, nil
	}
	return 0, fmt.Errorf("%w: %q", errSyntax, s)
}
