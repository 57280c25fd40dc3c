package discord

import "strings"

// wordJoiner is a character without width that forbids a new line where it stands.
const wordJoiner = "\u2060"

// typeset keeps a score such as 2–1 on one line, since a phone begins a new one behind a
// dash, and takes the space behind a full stop that has its own, as sentences of Japanese
// that were joined have. What stands between backticks is left as it is.
func typeset(text string) string {
	if !strings.Contains(text, "–") && !strings.Contains(text, "。 ") {
		return text
	}
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		runes := []rune(strings.ReplaceAll(parts[i], "。 ", "。"))
		var b strings.Builder
		for k, r := range runes {
			if r == '–' && k > 0 && k+1 < len(runes) && figure(runes[k-1]) && figure(runes[k+1]) {
				b.WriteString(wordJoiner + "–" + wordJoiner)
				continue
			}
			b.WriteRune(r)
		}
		parts[i] = b.String()
	}
	return strings.Join(parts, "`")
}

// figure reports whether a score is written with r.
func figure(r rune) bool { return r >= '0' && r <= '9' || r == '½' }
