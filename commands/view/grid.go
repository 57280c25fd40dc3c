package view

import (
	"strings"
	"unicode"

	"topcut/commands/discord"
)

// grid is a table in a code block, aligned by what is seen: a character of
// Chinese, Japanese or Korean and an emoji are two columns wide, a combining
// mark none.
type grid struct {
	head  []string
	right []bool // columns of numbers
	rows  [][]string
	after int    // rows above a line; 0 = none
	line  string // what the line says
}

// String returns the code block.
func (g *grid) String() string {
	widths := make([]int, len(g.head))
	for _, row := range append([][]string{g.head}, g.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], width(cell))
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
			gap := strings.Repeat(" ", widths[i]-width(cell))
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

// nameRoom is how wide names in the second column may be, so that a phone shows the
// table without breaking its lines.
func (g *grid) nameRoom() int {
	room := tableColumns
	for c := range g.head {
		if c == 1 {
			continue
		}
		widest := width(g.head[c])
		for _, row := range g.rows {
			widest = max(widest, width(row[c]))
		}
		room -= widest + 1
	}
	return min(max(room, leastName), mostName)
}

// Marks around a name that is written from right to left, so that it does not
// turn the numbers beside it.
const (
	isolate    = "\u2068"
	popIsolate = "\u2069"
)

// cell makes what a person wrote fit for a code block, at most columns wide.
func cell(text string, columns int) string {
	text = strings.ReplaceAll(discord.Plain(text, fullName), "`", "ˋ")
	for n := fullName; width(text) > columns && n > 0; n-- {
		text = discord.Cut(text, n)
	}
	if strings.ContainsFunc(text, rightToLeft) {
		text = isolate + text + popIsolate
	}
	return text
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// width returns the columns a text takes in a fixed-width font. An emoji
// sequence is drawn as one picture of two columns.
func width(s string) int {
	total, last := 0, 0
	joined := false // the last character was a joiner: what follows is part of the picture
	flag := false   // the last character was the first half of a flag
	for _, r := range s {
		switch {
		case r == '\u200d':
			joined = true
			continue
		case r == '\ufe0f': // the character before is shown as a picture after all
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

// wide reports whether a character takes two columns (Unicode's East Asian
// Width W and F, which includes the emoji shown as pictures by themselves).
func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	return unicode.Is(wideRanges, r)
}

// wideRanges are the wide characters of Unicode 15, with neighbours joined. It
// is never changed.
var wideRanges = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1},
		{0x231A, 0x231B, 1},
		{0x2329, 0x232A, 1},
		{0x23E9, 0x23EC, 1},
		{0x23F0, 0x23F3, 3},
		{0x25FD, 0x25FE, 1},
		{0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1},
		{0x267F, 0x2693, 0x14},
		{0x26A1, 0x26A1, 1},
		{0x26AA, 0x26AB, 1},
		{0x26BD, 0x26BE, 1},
		{0x26C4, 0x26C5, 1},
		{0x26CE, 0x26D4, 6},
		{0x26EA, 0x26EA, 1},
		{0x26F2, 0x26F3, 1},
		{0x26F5, 0x26FA, 5},
		{0x26FD, 0x2705, 8},
		{0x270A, 0x270B, 1},
		{0x2728, 0x274C, 0x24},
		{0x274E, 0x2753, 5},
		{0x2754, 0x2755, 1},
		{0x2757, 0x2757, 1},
		{0x2795, 0x2797, 1},
		{0x27B0, 0x27BF, 15},
		{0x2B1B, 0x2B1C, 1},
		{0x2B50, 0x2B55, 5},
		{0x2E80, 0x303E, 1},
		{0x3041, 0x4DBF, 1},
		{0x4E00, 0xA4CF, 1},
		{0xA960, 0xA97F, 1},
		{0xAC00, 0xD7A3, 1},
		{0xF900, 0xFAFF, 1},
		{0xFE10, 0xFE19, 1},
		{0xFE30, 0xFE6F, 1},
		{0xFF01, 0xFF60, 1},
		{0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{
		{0x16FE0, 0x18DFF, 1},
		{0x1AFF0, 0x1B2FF, 1},
		{0x1F004, 0x1F004, 1},
		{0x1F0CF, 0x1F0CF, 1},
		{0x1F18E, 0x1F18E, 1},
		{0x1F191, 0x1F19A, 1},
		{0x1F200, 0x1F320, 1},
		{0x1F32D, 0x1F335, 1},
		{0x1F337, 0x1F37C, 1},
		{0x1F37E, 0x1F393, 1},
		{0x1F3A0, 0x1F3CA, 1},
		{0x1F3CF, 0x1F3D3, 1},
		{0x1F3E0, 0x1F3F0, 1},
		{0x1F3F4, 0x1F3F4, 1},
		{0x1F3F8, 0x1F43E, 1},
		{0x1F440, 0x1F440, 1},
		{0x1F442, 0x1F4FC, 1},
		{0x1F4FF, 0x1F53D, 1},
		{0x1F54B, 0x1F567, 1},
		{0x1F57A, 0x1F57A, 1},
		{0x1F595, 0x1F596, 1},
		{0x1F5A4, 0x1F5A4, 1},
		{0x1F5FB, 0x1F64F, 1},
		{0x1F680, 0x1F6C5, 1},
		{0x1F6CC, 0x1F6DF, 1},
		{0x1F6EB, 0x1F6FC, 1},
		{0x1F7E0, 0x1F7F0, 1},
		{0x1F90C, 0x1F9FF, 1},
		{0x1FA70, 0x1FAFF, 1},
		{0x20000, 0x3FFFD, 1},
	},
}
