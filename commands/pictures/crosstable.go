package pictures

import (
	"fmt"
	"strconv"
	"strings"
)

// CrosstableData is a round robin: every player against every other.
type CrosstableData struct {
	Title, Subtitle string
	Players         []CrossPlayer // in the order of the rows and columns
	// TotalTitle heads the last column: "Points".
	TotalTitle string
	Note       string
}

// CrossPlayer is one row.
type CrossPlayer struct {
	Name string
	// Cells are the results against each player, in the same order; the player's own is not
	// shown.
	Cells []CrossCell
	Total string
}

// CrossCell is the result of the row's player against the column's. An empty
// text is a match not yet played. A won match is bold.
type CrossCell struct {
	Text string
	Won  bool
}

const (
	crossRows = 24
	crossName = 108
)

// crosstable draws the table. If the columns, or more than 24 rows, do not fit, it
// becomes several pictures, the rows of the first columns first. It refuses rows without
// exactly one cell for each player.
func (pt *Painter) crosstable(d CrosstableData, o Options) ([]Picture, error) {
	o, err := o.check()
	if err != nil {
		return nil, err
	}
	for i, player := range d.Players {
		if len(player.Cells) != len(d.Players) {
			return nil, fmt.Errorf("row %d of the crosstable has %d cells for %d players", i+1, len(player.Cells), len(d.Players))
		}
	}
	set, done := pt.typesetter()
	defer done()
	// A blank page measures what the columns need.
	probe := newPage(set, o, "", "", 1, 1)
	cell, total := float32(26), probe.measure(clean(d.TotalTitle), smallSize, style{bold: true})
	for _, player := range d.Players {
		total = max(total, probe.measure(clean(player.Total), bodySize, style{bold: true, tabular: true}))
		for _, c := range player.Cells {
			cell = max(cell, min(90, probe.measure(clean(c.Text), smallSize, style{bold: true, tabular: true})+5))
		}
	}
	total = min(total, 90)
	number := probe.measure(strconv.Itoa(len(d.Players)), bodySize, style{tabular: true})
	room := inner - 16 - number - 10 - crossName - 4 - total - 8
	columns := chunks(len(d.Players), max(1, int(room/cell)))
	rows := chunks(len(d.Players), crossRows)
	var pictures []Picture
	for _, c := range columns {
		for _, r := range rows {
			p := newPage(set, o, d.Title, d.Subtitle, len(pictures)+1, len(columns)*len(rows))
			g := crossGrid{
				data: &d, rows: r, columns: c, number: number, total: total,
				cell: min(room/float32(max(1, c[1]-c[0])), max(cell, 44)),
			}
			p.crosstable(&g)
			p.note(d.Note)
			pictures = append(pictures, pt.finish(p, o))
		}
	}
	return pictures, nil
}

// crossGrid is the part of a crosstable on one page, and its measures.
type crossGrid struct {
	data          *CrosstableData
	rows, columns [2]int
	number, total float32
	cell          float32
}

func (p *page) crosstable(g *crossGrid) {
	d := g.data
	if len(d.Players) == 0 {
		p.nothing(p.say("picture.no_players"))
		return
	}
	end := float32(pageWidth - margin - 8)
	nameX := margin + 8 + g.number + 10
	firstCell := end - g.total - 8 - g.cell*float32(g.columns[1]-g.columns[0])
	cellX := func(c int) float32 { return firstCell + g.cell*(float32(c-g.columns[0])+0.5) }
	heads := p.y + 14
	p.put(nameX, heads, label{text: p.say("picture.player"), size: smallSize, colour: p.colours.muted})
	for c := g.columns[0]; c < g.columns[1]; c++ {
		p.put(cellX(c), heads, label{text: strconv.Itoa(c + 1), size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: centre})
	}
	p.put(end, heads, label{text: clean(d.TotalTitle), size: smallSize, style: style{bold: true}, colour: p.colours.muted, align: right, width: g.total})
	p.y += 22
	p.rect(box{margin, p.y, inner, 1}, p.colours.line)
	p.y += 3
	for i := g.rows[0]; i < g.rows[1]; i++ {
		player := &d.Players[i]
		b := box{margin, p.y, inner, rowHeight}
		if (i-g.rows[0])%2 == 1 {
			p.rounded(b, 4, p.colours.panel)
		}
		base := middle(b.middle(), bodySize)
		p.put(margin+8+g.number, base, label{text: strconv.Itoa(i + 1), style: style{tabular: true}, colour: p.colours.muted, align: right})
		p.put(nameX, base, label{text: p.cleanName(player.Name), colour: p.colours.text, width: firstCell - 4 - nameX})
		var facts []string
		for c := g.columns[0]; c < g.columns[1]; c++ {
			if c == i {
				p.rounded(box{cellX(c) - 9, b.middle() - 9, 18, 18}, 3, p.colours.rule)
				continue
			}
			cell := &player.Cells[c]
			text := clean(cell.Text)
			if text == "" {
				p.rect(box{cellX(c) - 1.5, b.middle() - 1.5, 3, 3}, p.colours.line)
				continue
			}
			p.put(cellX(c), middle(b.middle(), smallSize), label{text: text, size: smallSize, style: style{bold: cell.Won, tabular: true}, colour: p.colours.text, align: centre, width: g.cell - 2})
			facts = append(facts, p.met(cell, &d.Players[c]))
		}
		p.put(end, base, label{text: clean(player.Total), style: style{bold: true, tabular: true}, colour: p.colours.text, align: right, width: g.total})
		p.y += rowHeight
		head := fmt.Sprintf("%d %s", i+1, p.nameInText(player.Name))
		if total := nonEmpty(textInText(d.TotalTitle), textInText(player.Total)); len(total) > 0 {
			head += ", " + strings.Join(total, " ")
		}
		if len(facts) > 0 {
			head += ": " + strings.Join(facts, ", ")
		}
		p.fact("%s", head)
	}
	p.y = p.paragraph(p.y+8, p.say("picture.crosstable"), p.colours.muted)
}

// met returns a sentence about one cell of a crosstable.
func (p *page) met(cell *CrossCell, opponent *CrossPlayer) string {
	result, player := isolate(clean(cell.Text)), p.nameInText(opponent.Name)
	if cell.Won {
		return p.say("picture.beat", "result", result, "player", player)
	}
	return p.say("picture.against", "result", result, "player", player)
}
