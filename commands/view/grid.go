package view

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"topcut/commands/discord"
)

// grid is a table in a code block, aligned by display width: Chinese, Japanese and Korean
// characters and emoji take two columns, combining marks none.
type grid struct {
	head  []string
	right []bool // right-aligned columns
	rows  [][]string
	after int    // rows above the line; 0 for no line
	line  string // the label of the line
}

// String returns the code block.
func (g *grid) String() string {
	widths := make([]int, len(g.head))
	for _, row := range append([][]string{g.head}, g.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], Columns(cell))
		}
	}
	var b strings.Builder
	b.WriteString("```\n")
	for n, row := range append([][]string{g.head}, g.rows...) {
		if g.after > 0 && n == g.after+1 {
			b.WriteString("── " + g.line + " ──\n")
		}
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteByte(' ')
			}
			gap := strings.Repeat(" ", widths[i]-Columns(cell))
			if g.right[i] {
				line.WriteString(gap + cell)
			} else {
				line.WriteString(cell + gap)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
	b.WriteString("```")
	return b.String()
}

// nameRoom returns how wide names in the second column may be so that the table fits on a
// phone without line breaks.
func (g *grid) nameRoom() int {
	room := tableColumns
	for c := range g.head {
		if c == 1 {
			continue
		}
		widest := Columns(g.head[c])
		for _, row := range g.rows {
			widest = max(widest, Columns(row[c]))
		}
		room -= widest + 1
	}
	return min(max(room, leastName), mostName)
}

// cell makes typed text fit for a code block, at most columns wide.
func cell(text string, columns int) string {
	text = strings.ReplaceAll(discord.Plain(text, fullName), "`", "ˋ")
	for n := fullName; Columns(text) > columns && n > 0; n-- {
		text = discord.Cut(text, n)
	}
	return Isolated(text)
}

// Isolated wraps right-to-left text so that it does not reorder the cells beside it.
func Isolated(text string) string {
	if strings.ContainsFunc(text, rightToLeft) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// Columns returns the number of columns of a text in a fixed-width font. An emoji
// sequence is one picture of two columns.
func Columns(s string) int {
	total, last := 0, 0
	joined := false // the last character was a joiner: the next one belongs to the same picture
	flag := false   // the last character was the first half of a flag
	for _, r := range s {
		switch {
		case r == '\u200d':
			joined = true
			continue
		case r == '\ufe0f': // the character before is shown as an emoji
			if last == 1 {
				total, last = total+1, 2
			}
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector), r >= 0x1F3FB && r <= 0x1F3FF:
		case joined:
		case r >= 0x1F1E6 && r <= 0x1F1FF:
			if flag = !flag; flag {
				total += 2
			}
			continue
		case wide(r):
			total, last = total+2, 2
		default:
			total, last = total+1, 1
		}
		joined, flag = false, false
	}
	return total
}

// wide reports whether a character takes two columns, as do emoji that are pictures by
// default.
func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
