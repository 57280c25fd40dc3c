package names

import "unicode/utf8"

// Apart returns a name with a part that tells it from others that look the same, in at
// most n characters: "Alex (alex99)". It returns "" if the part has nothing visible or
// leaves no room for the name.
func Apart(name, part string, n int) string {
	if part = Clean(part); part == "" {
		return ""
	}
	short := []rune(name)
	if over := len(short) + utf8.RuneCountInString(part) + len(" ()") - n; over > 0 {
		short = short[:max(len(short)-over, 0)]
	}
	both := Clean(string(short) + " (" + part + ")")
	if utf8.RuneCountInString(both) > n {
		return ""
	}
	return both
}
