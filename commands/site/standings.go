package site

import (
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// table writes a table. It gets the class if it has more than most figures beside rank
// and name, so that it can be drawn smaller.
func (p *frame) table(w *writer, t *table.Table, label, class markup, most int) {
	if len(t.Columns) <= most+2 {
		class = ""
	}
	var headings []markup
	for i := range t.Columns {
		c := &t.Columns[i]
		head := "<th" + when(c.Kind == table.Name, ` class="text"`)
		if c.Link != "" {
			head += ` title="` + shownText(c.About) + `"><a href="` + linked(c.Link) + `">` + shownText(c.Title) + `</a>`
		} else {
			head += `>` + shownText(c.Title)
		}
		headings = append(headings, head)
	}
	w.beginTable(label, class, headings...)
	for i := range t.Rows {
		w.put(`
<tr`, when(i+1 == t.Cut.After, ` class="cut"`), `>`)
		for k := range t.Rows[i].Cells {
			p.cell(w, t, &t.Rows[i], k)
		}
	}
	w.endTable()
	if t.Note != "" {
		w.put(`
<p class="note">`, shownText(t.Note), `</p>`)
	}
}

// cell writes a cell of a table. Behind a name are the marks of its row.
func (p *frame) cell(w *writer, t *table.Table, row *table.Row, column int) {
	c := &row.Cells[column]
	if t.Columns[column].Kind != table.Name {
		w.put(`<td>`, struck(c.Out, shownText(t.Text(row, column))))
		return
	}
	w.put(`<td class="name">`)
	if c.Link != "" {
		w.put(`<a href="`, linked(c.Link), `">`, p.seat(c.Text), `</a>`)
	} else {
		w.put(p.seat(c.Text))
	}
	switch row.Mark {
	case table.Clinched:
		w.put(` <span class="mark">✓</span>`)
	case table.Eliminated:
		w.put(` <span class="mark">✗</span>`)
	case table.Dropped:
		w.put(` `, p.said("web.dropped"))
	case table.NoMark:
	}
}

// struck returns markup struck out if it does not count.
func struck(out bool, m markup) markup {
	if !out {
		return m
	}
	return `<del>` + m + `</del>`
}

// heading returns the heading of a column of figures, headed of a column of text.
func (p *frame) heading(key notice.Code) markup { return `<th>` + p.said(key) }
func (p *frame) headed(key notice.Code) markup  { return `<th class="text">` + p.said(key) }
