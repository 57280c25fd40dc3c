// Package namelist reads lists of names as people type, paste and upload them, and shows
// what an event would take of them before they are added.
package namelist

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"topcut/tournament/names"
	"topcut/tournament/transfer"
)

// Read returns the names in texts. Lines and commas of any script separate names alike,
// numbers and bullets before them are dropped, and what stands in quotes is one name. Of a
// table with headings it returns the column of the names. A text that is a single name
// stays as it is.
func Read(texts ...string) (out []string) {
	for _, text := range texts {
		out = append(out, read(text)...)
	}
	return out
}

func read(text string) (out []string) {
	if table := transfer.Names(text); table != nil {
		return table
	}
	pieces := 0
	for line := range strings.FieldsFuncSeq(text, endsLine) {
		for _, piece := range split(unnumbered(strings.TrimSpace(line))) {
			if piece == "" {
				continue
			}
			pieces++
			if name := names.Clean(unnumbered(piece)); name != "" {
				out = append(out, name)
			}
		}
	}
	if one := strings.TrimSpace(text); pieces == 1 && !strings.ContainsFunc(one, isComma) {
		return []string{one}
	}
	return out
}

func endsLine(r rune) bool { return strings.ContainsRune("\r\n\v\f\u0085\u2028\u2029", r) }

func isComma(r rune) bool { return strings.ContainsRune(",，、،", r) }

// split returns the parts of a line between its commas, and between semicolons before a
// blank. A comma in quotes separates nothing, if every quote is closed.
func split(line string) (out []string) {
	quotes := strings.Count(line, `"`)%2 == 0
	within, from := false, 0
	for i, r := range line {
		_, width := utf8.DecodeRuneInString(line[i:])
		rest := line[i+width:]
		switch {
		case r == '"' && quotes:
			within = !within
		case within:
		case isComma(r), r == ';' && (rest == "" || unicode.IsSpace(rune(rest[0]))):
			out = append(out, unquoted(line[from:i]))
			from = len(line) - len(rest)
		}
	}
	return append(out, unquoted(line[from:]))
}

// unquoted returns a part without blanks and quotes around it.
func unquoted(part string) string {
	part = strings.TrimSpace(part)
	if inner, ok := strings.CutPrefix(part, `"`); ok {
		if inner, ok = strings.CutSuffix(inner, `"`); ok && !strings.Contains(inner, `"`) {
			return strings.TrimSpace(inner)
		}
	}
	return part
}

// numbering is a bullet, the box of a checklist or a number with its sign.
var numbering = regexp.MustCompile(`^(?:[-*–—]\s+|[•·‣▪●○◦]\s*|\[[ xX✓]?\]\s+|#\p{Nd}{1,4}\s+|\p{Nd}{1,4}\t\s*|\(?\p{Nd}{1,4}\s?(?:[.)．）、]{1,2}\s*|:\s+))`)

// unnumbered returns a name without the numbers and bullets before it.
func unnumbered(name string) string {
	for range 3 { // "- [ ] 1. Ann"
		off := numbering.FindString(name)
		rest := name[len(off):]
		first, _ := utf8.DecodeRuneInString(rest)
		if names.Clean(rest) == "" || unicode.IsDigit(first) && strings.ContainsFunc(off, unicode.IsDigit) {
			return name // nothing is behind it, or 3.14
		}
		name = rest
	}
	return name
}
