package pictures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topcut/tournament/table"
)

// TableData is a table of players: a name, perhaps with a rank before it, and columns
// aligned right, the most important first. Those that do not fit beside the names are only
// in the text.
type TableData struct {
	*table.Table
	// PerPage is the most rows of one picture; 0 means 32.
	PerPage int
	// Hidden is the key of the text that says where to find the columns without room; empty
	// means in the text.
	Hidden string
}

const (
	rowsPerPage = 32
	rowHeight   = 36
	columnGap   = 18
	smallGap    = 11 // where smaller type makes room for another column
	// leastName is the least room for a name: some 18 letters.
	leastName = 150
)

// table draws the table, in as many pictures as needed. It refuses rows whose number of
// cells is not the number of columns.
func (pt *Painter) table(d TableData, o Options) ([]Picture, error) {
	for i, row := range d.Rows {
		if len(row.Cells) != len(d.Columns) {
			return nil, fmt.Errorf("row %d of the table has %d cells for %d columns", i+1, len(row.Cells), len(d.Columns))
		}
	}
	perPage := d.PerPage
	if perPage <= 0 {
		perPage = rowsPerPage
	}
	pages := chunks(len(d.Rows), perPage)
	return pt.draw(o, plan{d.Title, d.Subtitle, "", len(pages), func(p *page, i int) {
		p.table(&d, pages[i][0], pages[i][1])
	}})
}

// lead returns the columns of rank and name, -1 for none, and the columns beside them.
func (d *TableData) lead() (rank, name int, figures []int) {
	rank, name = d.Of(table.Rank), d.Of(table.Name)
	for c := range d.Columns {
		if c != rank && c != name {
			figures = append(figures, c)
		}
	}
	return rank, name, figures
}

// at returns the text of a cell; "" for column -1.
func at(t *TableData, row *table.Row, column int) string {
	if column < 0 {
		return ""
	}
	return t.Text(row, column)
}

// table draws the rows from first up to, but not including, end.
func (p *page) table(d *TableData, first, end int) {
	if len(d.Rows) == 0 {
		p.nothing(p.say("picture.no_standings"))
		p.note(d.Note)
		return
	}
	rows := d.Rows[first:end]
	rank, name, figures := d.lead()
	rankWidth, marks := float32(20), map[table.Mark]bool{}
	for i := range rows {
		rankWidth = max(rankWidth, p.measure(clean(at(d, &rows[i], rank)), bodySize, style{tabular: true}))
		if rows[i].Mark != table.NoMark {
			marks[rows[i].Mark] = true
		}
	}
	nameX := margin + 8 + rankWidth + 14
	if len(marks) > 0 {
		nameX += 20
	}
	shown, fit := figures, p.fitTable(d, figures, rows, nameX)
	var hidden []int
	for len(fit.widths) < len(shown) {
		oldest := slices.IndexFunc(shown, func(c int) bool { return d.Columns[c].Dated })
		if oldest < 0 {
			break
		}
		hidden = append(hidden, shown[oldest])
		shown = slices.Delete(slices.Clone(shown), oldest, oldest+1)
		fit = p.fitTable(d, shown, rows, nameX)
	}
	hidden = append(hidden, shown[len(fit.widths):]...)
	shown = shown[:len(fit.widths)]

	heads := p.y + 14
	if name >= 0 {
		p.put(nameX, heads, label{text: clean(d.Columns[name].Title), size: smallSize, colour: p.colours.muted})
	}
	x := float32(pageWidth - margin - 8)
	for i, c := range slices.Backward(shown) {
		p.put(x, heads, label{text: clean(d.Columns[c].Title), size: smallSize, style: style{bold: d.Columns[c].Strong}, colour: p.colours.muted, align: right})
		x -= fit.widths[i] + fit.gap
	}
	p.y += 22
	p.rect(box{margin, p.y, inner, 1}, p.colours.line)
	p.y += 3

	for i := range rows {
		p.tableRow(d, shown, first+i, nameX, rankWidth, &fit)
		p.tableFacts(d, figures, &rows[i])
		if d.Line(first + i + 1) {
			p.cutLine(clean(d.Cut.Label))
		}
	}
	p.y += 4
	p.legend(marks)
	if len(hidden) > 0 {
		titles := make([]string, len(hidden))
		for i, c := range hidden {
			titles[i] = clean(d.Columns[c].Title)
		}
		p.y = p.paragraph(p.y+8, p.say(cmp.Or(d.Hidden, "picture.only_text"), "columns", strings.Join(titles, ", ")), p.colours.muted)
	}
	p.note(d.Note)
}

// fitTable fits columns in type of the usual size, or in smaller type if that makes room
// for another.
func (p *page) fitTable(d *TableData, columns []int, rows []table.Row, nameX float32) fit {
	f := p.fitColumns(d, columns, rows, nameX, bodySize, columnGap)
	if len(f.widths) < len(columns) {
		if small := p.fitColumns(d, columns, rows, nameX, smallSize, smallGap); len(small.widths) > len(f.widths) {
			return small
		}
	}
	return f
}

// fit is the set of columns that fit beside the names, and their layout.
type fit struct {
	widths          []float32 // of the columns from the left
	size, gap, name float32   // of their type, between them, and what they leave to a name
}

// fitColumns adds columns from the left as long as names of a given size keep their room.
func (p *page) fitColumns(d *TableData, columns []int, rows []table.Row, nameX, size, gap float32) fit {
	f := fit{size: size, gap: gap, name: pageWidth - margin - 8 - nameX}
	for _, c := range columns {
		column := &d.Columns[c]
		w := p.measure(clean(column.Title), smallSize, style{bold: column.Strong})
		for i := range rows {
			w = max(w, p.measure(clean(at(d, &rows[i], c)), size, style{bold: column.Strong || rows[i].Focus, tabular: true}))
		}
		if f.name-w-gap < leastName*size/bodySize {
			break
		}
		f.widths = append(f.widths, w)
		f.name -= w + gap
	}
	return f
}

// rowGround draws what lies behind a row: a bar at the row of the reader, and every second
// row a shade apart, so that the eye keeps to the line.
func (p *page) rowGround(b box, focus bool, index int) {
	switch {
	case focus:
		p.rounded(b, 4, p.colours.focus)
		p.rect(box{b.x, b.y + 6, 4, b.h - 12}, p.colours.accent)
	case index%2 == 1:
		p.rounded(b, 4, p.colours.panel)
	}
}

func (p *page) tableRow(d *TableData, columns []int, index int, nameX, rankWidth float32, fit *fit) {
	row := &d.Rows[index]
	b := box{margin, p.y, inner, rowHeight}
	p.rowGround(b, row.Focus, index)
	base := middle(b.middle(), fit.size)
	ink := p.colours.text
	if row.Mark == table.Dropped {
		ink = p.colours.muted
	}
	p.put(margin+8+rankWidth, base, label{text: clean(at(d, row, d.Of(table.Rank))), size: fit.size, style: style{bold: row.Focus, tabular: true}, colour: p.colours.muted, align: right})
	p.mark(row.Mark, point{nameX - 13, b.middle()})
	p.put(nameX, base, label{text: p.cleanName(at(d, row, d.Of(table.Name))), size: fit.size, style: style{bold: row.Focus}, colour: ink, width: fit.name})
	x := float32(pageWidth - margin - 8)
	for i, c := range slices.Backward(columns) {
		bold := d.Columns[c].Strong || row.Focus
		l := label{text: clean(at(d, row, c)), size: fit.size, style: style{bold: bold, tabular: true}, colour: ink, align: right}
		if row.Cells[c].Out {
			l.colour = p.colours.muted
			w := p.put(x, base, l)
			p.rect(box{x - w - 2, b.middle() - 0.5, w + 4, 1.5}, p.colours.muted)
		} else {
			p.put(x, base, l)
		}
		x -= fit.widths[i] + fit.gap
	}
	p.y += rowHeight
}

// tableFacts adds a row in words: all its columns, also those without room.
func (p *page) tableFacts(d *TableData, columns []int, row *table.Row) {
	facts := []string{}
	for _, c := range columns {
		fact := strings.Join(nonEmpty(textInText(d.Columns[c].Title), textInText(at(d, row, c))), " ")
		if row.Cells[c].Out {
			fact = p.say("picture.struck", "fact", fact)
		}
		facts = append(facts, fact)
	}
	facts = append(facts, nonEmpty(p.means(row.Mark))...)
	rank, name := at(d, row, d.Of(table.Rank)), at(d, row, d.Of(table.Name))
	p.fact("%s: %s", strings.Join(nonEmpty(textInText(rank), p.nameInText(name)), " "), strings.Join(facts, ", "))
}

// cutLine draws the labelled line between the players who are in and those who are not.
func (p *page) cutLine(text string) {
	if text == "" {
		text = p.say("picture.cut")
	}
	const height = 28
	y := p.y + height/2
	l := label{text: text, size: smallSize, style: style{bold: true}, colour: p.colours.accent, align: centre, width: inner - 120}
	w := min(p.measure(l.text, l.size, l.style), l.width)/2 + 12
	p.dashes(margin, pageWidth/2-w, y, 2, p.colours.accent)
	p.dashes(pageWidth/2+w, pageWidth-margin, y, 2, p.colours.accent)
	p.put(pageWidth/2, middle(y, smallSize), l)
	p.y += height
	p.fact("%s", isolate(text))
}
