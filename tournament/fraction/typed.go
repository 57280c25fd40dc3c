package fraction

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Typed reads a number as people type it: "12.5", "12,5", "+3", "−7/2", "１２．５", in the
// digits of any script, with spaces around it. A comma is a decimal comma, and "1,000.5" is
// refused. Where a number may be in the thousands, see TypedTwoWays.
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

// TypedTwoWays reports whether a typed number is another one to readers of another language,
// and which two it can be: "1,203" and "1.203" are 1203 or 1203/1000.
func TypedTwoWays(s string) (whole int, exact Fraction, ok bool) {
	exact, err := Typed(s)
	if err != nil {
		return 0, exact, false
	}
	whole, err = TypedWhole(s)
	return whole, exact, err == nil && !exact.Equal(Int(int64(whole)))
}

// TypedWhole reads a whole number as people type it, perhaps with its thousands set apart as
// a language does: "1,203", "1.203", "1 203".
func TypedWhole(s string) (int, error) {
	f, err := Typed(together(strings.TrimSpace(s)))
	if err != nil {
		return 0, err
	}
	num, den, ok := f.Parts()
	if n := int(num); ok && den == 1 && int64(n) == num {
		return n, nil
	}
	return 0, fmt.Errorf("%w: %q", errSyntax, s)
}

// together returns a whole number without the signs between its thousands, any other text
// as it is.
func together(s string) string {
	for _, sign := range []string{",", ".", "，", "．", " ", "'", "’", "\u00a0", "\u202f"} {
		groups := strings.Split(s, sign)
		if len(groups) > 1 && wholeInGroups(groups) {
			return strings.Join(groups, "")
		}
	}
	return s
}

// wholeInGroups reports whether groups of digits are a whole number of thousands: the first
// has one to three and no leading zero, all others have three.
func wholeInGroups(groups []string) bool {
	for i, g := range groups {
		if i == 0 {
			g = strings.TrimLeft(g, "+-−")
		}
		n := utf8.RuneCountInString(g)
		if n == 0 || n > 3 || i > 0 && n < 3 || i == 0 && g[0] == '0' || strings.ContainsFunc(g, func(r rune) bool { return !unicode.IsDigit(r) }) {
			return false
		}
	}
	return true
}
