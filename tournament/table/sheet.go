package table

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Sheet writes the table with aligned columns, for a terminal.
func (t *Table) Sheet(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, line := range t.Above {
		fmt.Fprintln(b, Visible(line))
	}
	for _, line := range t.Lines("  ", func(row *Row, column int) string {
		shown := t.Shown(row, column)
		if shown != "" {
			shown += t.Columns[column].Unit
		}
		return Isolated(Visible(shown))
	}) {
		fmt.Fprintln(b, line)
	}
	for _, line := range t.Below {
		fmt.Fprintln(b, Visible(line))
	}
	return b.Flush()
}

// Lines returns the headings and the rows as aligned lines with a gap between columns.
// show returns a cell as it is shown.
func (t *Table) Lines(gap string, show func(row *Row, column int) string) []string {
	if len(t.Columns) == 0 {
		return nil
	}
	cells := make([]string, 0, len(t.Columns)*(len(t.Rows)+1))
	for i := range t.Columns {
		cells = append(cells, Visible(t.Columns[i].Title))
	}
	for i := range t.Rows {
		for c := range t.Columns {
			cells = append(cells, show(&t.Rows[i], c))
		}
	}
	widths, most := make([]int, len(t.Columns)), make([]int, len(cells))
	for i, cell := range cells {
		most[i] = Columns(cell)
		widths[i%len(widths)] = max(widths[i%len(widths)], most[i])
	}
	lines := make([]string, len(t.Rows)+1)
	var line strings.Builder
	for n := range lines {
		line.Reset()
		for c := range t.Columns {
			if c > 0 {
				line.WriteString(gap)
			}
			at := n*len(t.Columns) + c
			if t.Columns[c].Kind.right() {
				pad(&line, widths[c]-most[at])
				line.WriteString(cells[at])
			} else {
				line.WriteString(cells[at])
				pad(&line, widths[c]-most[at])
			}
		}
		lines[n] = strings.TrimRight(line.String(), " ")
	}
	return lines
}

func pad(b *strings.Builder, spaces int) {
	for range spaces {
		b.WriteByte(' ')
	}
}

// Visible makes typed text fit for one line of a terminal: without line breaks, and
// without what moves the cursor or changes the direction of the text.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r >= ' ' && r <= '~':
			return r
		case r == '\u200d' || r == '\u200c' || r == '\ufe0f':
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
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
		case r >= ' ' && r <= '~' && !joined:
			total, last, flag = total+1, 1, false
			continue
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
