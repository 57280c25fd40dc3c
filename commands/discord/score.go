package discord

import "strings"

// wordJoiner is a zero-width character that prevents a line break.
const wordJoiner = "\u2060"

// typeset keeps a score such as 2–1 on one line, since phones break lines after a dash.
// It also removes the space after a full-width full stop, which joined Japanese sentences
// have. Text between backticks is unchanged.
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

// figure reports whether r can be part of a score.
func figure(r rune) bool { return r >= '0' && r <= '9' || r == '½' }
