package names

import (
	"strings"
	"unicode"
)

// Cut shortens a name to at most n characters, the last of which is then "…". It does not
// cut through a letter with its marks, an emoji sequence or a row of flags.
func Cut(name string, n int) string {
	runes := []rune(name)
	if len(runes) <= n {
		return name
	}
	end := n - 1
	for end > 0 && joined(runes[end-1], runes[end]) {
		end--
	}
	return strings.TrimRight(string(runes[:end]), " ") + "…"
}

// joined reports whether b may belong to what a ends.
func joined(a, b rune) bool {
	return a == '\u200d' || unicode.In(b, unicode.M, unicode.Sk, unicode.Cf) || isRegional(a) && isRegional(b)
}

// isRegional reports whether r is a half of a flag.
func isRegional(r rune) bool { return r >= '\U0001f1e6' && r <= '\U0001f1ff' }
