package layout

import (
	"strings"

	"topcut/commands/discord"
	"topcut/commands/wording"
	"topcut/tournament/table"
)

// A grid is at most gridColumns wide, so that it fits on a phone without line breaks.
// Names get the width that the numbers leave.
const (
	gridColumns = 46
	leastName   = 9
	mostName    = 18
)

// Grid formats a table as a code block, aligned by display width: Chinese, Japanese and
// Korean characters and emoji take two columns, combining marks none.
func Grid(t *table.Table) string {
	room := nameRoom(t)
	lines := t.Lines(" ", func(row *table.Row, column int) string {
		c := &row.Cells[column]
		switch {
		case t.Columns[column].Kind != table.Name:
			return t.Shown(row, column)
		case row.Mark == table.Dropped:
			return Cell(c.Text, room-1) + "†"
		}
		return Cell(c.Text, room)
	})
	var b strings.Builder
	b.WriteString("```\n")
	for n, line := range lines {
		if n > 0 && t.Line(n-1) {
			b.WriteString("── " + t.Cut.Label + " ──\n")
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	b.WriteString("```")
	return b.String()
}

// nameRoom returns how wide names may be so that the table fits on a phone without line
// breaks.
func nameRoom(t *table.Table) int {
	room := gridColumns
	for c := range t.Columns {
		if t.Columns[c].Kind == table.Name {
			continue
		}
		widest := table.Columns(t.Columns[c].Title)
		for i := range t.Rows {
			widest = max(widest, table.Columns(t.Shown(&t.Rows[i], c)))
		}
		room -= widest + 1
	}
	return min(max(room, leastName), mostName)
}

// Cell makes typed text fit for a code block, at most columns wide.
func Cell(text string, columns int) string {
	text = strings.ReplaceAll(discord.Plain(text, wording.Longest), "`", "ˋ")
	for n := wording.Longest; table.Columns(text) > columns && n > 0; n-- {
		text = discord.Cut(text, n)
	}
	return table.Isolated(text)
}

// Legend explains the short headings of a table: what separates a heading from its
// meaning, and one from the next.
func Legend(t *table.Table, is, next string) string {
	var words []string
	for i := range t.Columns {
		if c := &t.Columns[i]; c.About != "" {
			words = append(words, c.Title+is+c.About)
		}
	}
	return strings.Join(words, next)
}
