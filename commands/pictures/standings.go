package pictures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// StandingsData is a table of players in their order.
type StandingsData struct {
	Title, Subtitle string
	// Columns are the figures beside rank and name, most important first. The last ones that
	// do not fit beside the names are only in the text.
	Columns []Column
	Rows    []StandingsRow
	// Dated is the first column of a series in time, of which the oldest columns are left
	// out first instead of the newest; 0 means none.
	Dated int
	// CutAfter draws a line after that many rows; 0 draws none. CutLabel is its label; empty
	// means the plain word for the cut.
	CutAfter int
	CutLabel string
	// Note is a remark at the foot of every page.
	Note string
	// PerPage is the most rows of one picture; 0 means 32.
	PerPage int
	// Hidden is the key of the text that says where to find the columns without room; empty
	// means in the text.
	Hidden string
}

// Column is one column of figures, aligned right.
type Column struct {
	Title string
	// Strong sets the column in bold: the figure that ranks the players.
	Strong bool
}

// StandingsRow is one player.
type StandingsRow struct {
	Rank  string // "1", "T5"; may be empty
	Name  string
	Cells []string // one for each column
	// Struck are the columns whose figure does not count; it is struck through.
	Struck []int
	Mark   Mark
	// Focus highlights the row: the player who asked.
	Focus bool
}

const (
	standingsPerPage = 32
	rowHeight        = 36
	columnGap        = 18
	smallGap         = 11 // where smaller type makes room for another column
	// leastName is the least room for a name: some 18 letters.
	leastName = 150
)

// standings draws the table, in as many pictures as needed. It refuses rows whose number
// of cells is not the number of columns.
func (pt *Painter) standings(d StandingsData, o Options) ([]Picture, error) {
	for i, row := range d.Rows {
		if len(row.Cells) != len(d.Columns) {
			return nil, fmt.Errorf("row %d of the standings has %d cells for %d columns", i+1, len(row.Cells), len(d.Columns))
		}
	}
	perPage := d.PerPage
	if perPage <= 0 {
		perPage = standingsPerPage
	}
	pages := chunks(len(d.Rows), perPage)
	return pt.draw(o, plan{d.Title, d.Subtitle, "", len(pages), func(p *page, i int) {
		p.standings(&d, pages[i][0], pages[i][1])
	}})
}

// standings draws the rows from first up to, but not including, end.
func (p *page) standings(d *StandingsData, first, end int) {
	if len(d.Rows) == 0 {
		p.nothing(p.say("picture.no_standings"))
		p.note(d.Note)
		return
	}
	rows := d.Rows[first:end]
	rankWidth, marks := float32(20), map[Mark]bool{}
	for _, row := range rows {
		rankWidth = max(rankWidth, p.measure(clean(row.Rank), bodySize, style{tabular: true}))
		if row.Mark != NoMark {
			marks[row.Mark] = true
		}
	}
	nameX := margin + 8 + rankWidth + 14
	if len(marks) > 0 {
		nameX += 20
	}
	whole, fit := d, p.fitTable(d.Columns, rows, nameX)
	var hidden []Column
	for d.Dated > 0 && d.Dated < len(d.Columns) && len(fit.widths) < len(d.Columns) {
		hidden = append(hidden, d.Columns[d.Dated])
		d = d.without(d.Dated)
		rows = d.Rows[first:end]
		fit = p.fitTable(d.Columns, rows, nameX)
	}
	hidden = append(hidden, d.Columns[len(fit.widths):]...)

	heads := p.y + 14
	p.put(nameX, heads, label{text: p.say("picture.player"), size: smallSize, colour: p.colours.muted})
	x := float32(pageWidth - margin - 8)
	for c := len(fit.widths) - 1; c >= 0; c-- {
		p.put(x, heads, label{text: clean(d.Columns[c].Title), size: smallSize, style: style{bold: d.Columns[c].Strong}, colour: p.colours.muted, align: right})
		x -= fit.widths[c] + fit.gap
	}
	p.y += 22
	p.rect(box{margin, p.y, inner, 1}, p.colours.line)
	p.y += 3

	for i, row := range rows {
		p.standingsRow(d, &row, first+i, nameX, rankWidth, &fit)
		p.standingsFacts(whole, &whole.Rows[first+i])
		if first+i+1 == d.CutAfter && d.CutAfter < len(d.Rows) {
			p.cutLine(clean(d.CutLabel))
		}
	}
	p.y += 4
	p.legend(marks)
	if len(hidden) > 0 {
		titles := make([]string, len(hidden))
		for i, column := range hidden {
			titles[i] = clean(column.Title)
		}
		p.y = p.paragraph(p.y+8, p.say(cmp.Or(d.Hidden, "picture.only_text"), "columns", strings.Join(titles, ", ")), p.colours.muted)
	}
	p.note(d.Note)
}

// without returns the table without a column.
func (d *StandingsData) without(column int) *StandingsData {
	out := *d
	out.Columns = slices.Delete(slices.Clone(d.Columns), column, column+1)
	out.Rows = slices.Clone(d.Rows)
	for i := range out.Rows {
		row := &out.Rows[i]
		row.Cells = slices.Delete(slices.Clone(row.Cells), column, column+1)
		var struck []int
		for _, c := range row.Struck {
			if c > column {
				c--
			} else if c == column {
				continue
			}
			struck = append(struck, c)
		}
		row.Struck = struck
	}
	return &out
}

// fitTable fits columns in type of the usual size, or in smaller type if that makes room
// for another.
func (p *page) fitTable(columns []Column, rows []StandingsRow, nameX float32) fit {
	f := p.fitColumns(columns, rows, nameX, bodySize, columnGap)
	if len(f.widths) < len(columns) {
		if small := p.fitColumns(columns, rows, nameX, smallSize, smallGap); len(small.widths) > len(f.widths) {
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
func (p *page) fitColumns(columns []Column, rows []StandingsRow, nameX, size, gap float32) fit {
	f := fit{size: size, gap: gap, name: pageWidth - margin - 8 - nameX}
	for c, column := range columns {
		w := p.measure(clean(column.Title), smallSize, style{bold: column.Strong})
		for _, row := range rows {
			w = max(w, p.measure(clean(row.Cells[c]), size, style{bold: column.Strong || row.Focus, tabular: true}))
		}
		if f.name-w-gap < leastName*size/bodySize {
			break
		}
		f.widths = append(f.widths, w)
		f.name -= w + gap
	}
	return f
}

func (p *page) standingsRow(d *StandingsData, row *StandingsRow, index int, nameX, rankWidth float32, fit *fit) {
	b := box{margin, p.y, inner, rowHeight}
	switch {
	case row.Focus:
		p.rounded(b, 4, p.colours.focus)
		p.rect(box{b.x, b.y + 6, 4, b.h - 12}, p.colours.accent)
	case index%2 == 1:
		p.rounded(b, 4, p.colours.panel)
	}
	base := middle(b.middle(), fit.size)
	ink := p.colours.text
	if row.Mark == Dropped {
		ink = p.colours.muted
	}
	p.put(margin+8+rankWidth, base, label{text: clean(row.Rank), size: fit.size, style: style{bold: row.Focus, tabular: true}, colour: p.colours.muted, align: right})
	p.mark(row.Mark, point{nameX - 13, b.middle()})
	p.put(nameX, base, label{text: p.cleanName(row.Name), size: fit.size, style: style{bold: row.Focus}, colour: ink, width: fit.name})
	x := float32(pageWidth - margin - 8)
	for c := len(fit.widths) - 1; c >= 0; c-- {
		bold := d.Columns[c].Strong || row.Focus
		l := label{text: clean(row.Cells[c]), size: fit.size, style: style{bold: bold, tabular: true}, colour: ink, align: right}
		if slices.Contains(row.Struck, c) {
			l.colour = p.colours.muted
			w := p.put(x, base, l)
			p.rect(box{x - w - 2, b.middle() - 0.5, w + 4, 1.5}, p.colours.muted)
		} else {
			p.put(x, base, l)
		}
		x -= fit.widths[c] + fit.gap
	}
	p.y += rowHeight
}

// standingsFacts adds a row in words: all its columns, also those without room.
func (p *page) standingsFacts(d *StandingsData, row *StandingsRow) {
	facts := []string{}
	for c, column := range d.Columns {
		fact := strings.Join(nonEmpty(textInText(column.Title), textInText(row.Cells[c])), " ")
		if slices.Contains(row.Struck, c) {
			fact = p.say("picture.struck", "fact", fact)
		}
		facts = append(facts, fact)
	}
	facts = append(facts, nonEmpty(p.means(row.Mark))...)
	p.fact("%s: %s", strings.Join(nonEmpty(textInText(row.Rank), p.nameInText(row.Name)), " "), strings.Join(facts, ", "))
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
