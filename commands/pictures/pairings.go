package pictures

import (
	"fmt"
	"strings"
)

// PairingsData is the tables of a round.
type PairingsData struct {
	Title, Subtitle string
	Tables          []PairedTable
	// Note is a remark at the foot of every page.
	Note string
	// PerPage is the most tables of one picture; 0 means 24 of two players or
	// 8 of more.
	PerPage int
}

// PairedTable is one table: two players facing each other, one with a bye, or
// three and more listed by seat.
type PairedTable struct {
	Table   string // "12"; may be empty
	Players []PairedPlayer
	// Result stands between two players, or beside one: "2-1", "bye". Empty
	// means not yet played.
	Result string
	// Focus highlights the table.
	Focus bool
}

// PairedPlayer is a player at a table.
type PairedPlayer struct {
	Name string
	// Detail is a remark on the player, such as the record: "9 points, 3-0".
	Detail string
	// Seat and Score are shown at tables of three and more: "East", "42,300".
	Seat, Score string
	// Winner sets the name in bold with a tick.
	Winner bool
}

const (
	pairingsPerPage = 24
	podsPerPage     = 8
	tickRoom        = 20
)

// pairings draws the tables, in as many pictures as needed. It refuses a table without
// players.
func (pt *Painter) pairings(d PairingsData, o Options) ([]Picture, error) {
	perPage := pairingsPerPage
	for i, table := range d.Tables {
		switch n := len(table.Players); {
		case n == 0:
			return nil, fmt.Errorf("table %d of the pairings has no players", i+1)
		case n > 2:
			perPage = podsPerPage
		}
	}
	if d.PerPage > 0 {
		perPage = d.PerPage
	}
	pages := chunks(len(d.Tables), perPage)
	return pt.draw(o, plan{d.Title, d.Subtitle, d.Note, len(pages), func(p *page, i int) {
		if len(d.Tables) == 0 {
			p.nothing(p.say("picture.no_tables"))
		}
		p.tables(d.Tables[pages[i][0]:pages[i][1]])
	}})
}

func (p *page) tables(tables []PairedTable) {
	number, result, detailed := float32(0), p.measure(p.say("picture.vs"), bodySize, style{}), false
	for _, t := range tables {
		number = max(number, p.measure(clean(t.Table), bodySize, style{tabular: true}))
		if len(t.Players) <= 2 {
			result = max(result, p.measure(clean(t.Result), bodySize, style{bold: true, tabular: true}))
		}
		for _, player := range t.Players {
			detailed = detailed || player.Detail != ""
		}
	}
	result = min(result, 110)
	p.rect(box{margin, p.y - 2, inner, 1}, p.colours.line)
	p.y += 2
	for i := range tables {
		t := &tables[i]
		height := float32(rowHeight)
		switch {
		case len(t.Players) > 2:
			height = float32(len(t.Players))*28 + 16
		case detailed:
			height = 52
		}
		b := box{margin, p.y, inner, height}
		p.rowGround(b, t.Focus, i)
		x := margin + 10 + number
		base := middle(b.middle(), bodySize)
		if len(t.Players) > 2 {
			base = middle(b.y+22, bodySize)
		}
		p.put(x, base, label{text: clean(t.Table), style: style{tabular: true}, colour: p.colours.muted, align: right})
		if number > 0 {
			x += 16
		}
		area := box{x, b.y, pageWidth - margin - 10 - x, b.h}
		if len(t.Players) > 2 {
			p.pod(t, area)
		} else {
			p.duel(t, area, result)
		}
		p.y += height
	}
}

// duel draws two players on both sides of their result, or one beside it.
func (p *page) duel(t *PairedTable, b box, result float32) {
	side := (b.w - result - 24) / 2
	centreX := b.x + b.w/2
	text, ink, bold := clean(t.Result), p.colours.text, true
	if text == "" && len(t.Players) == 2 {
		text, ink, bold = p.say("picture.vs"), p.colours.muted, false
	}
	p.put(centreX, middle(b.middle(), bodySize), label{text: text, style: style{bold: bold, tabular: true}, colour: ink, align: centre, width: result + 8})
	p.opponent(&t.Players[0], b.x+side, b, side, right)
	if len(t.Players) == 2 {
		p.opponent(&t.Players[1], b.right()-side, b, side, left)
	}
	p.fact("%s", p.seated(t))
}

// opponent draws a player with the inner edge, towards the result, at x.
func (p *page) opponent(player *PairedPlayer, x float32, b box, width float32, a align) {
	name, detail := b.middle(), clean(player.Detail)
	if detail != "" {
		name = b.y + 18
	}
	inward := float32(tickRoom)
	if a == left {
		inward = -tickRoom
	}
	if player.Winner {
		p.tick(point{x - inward/2 + inward*0.05, name}, 13, p.colours.good)
	}
	x -= inward
	p.put(x, middle(name, bodySize), label{text: p.cleanName(player.Name), style: style{bold: player.Winner}, colour: p.colours.text, align: a, width: width - tickRoom})
	if detail != "" {
		p.put(x, middle(b.y+37, smallSize), label{text: detail, size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: a, width: width - tickRoom})
	}
}

// pod lists the players of a table by seat.
func (p *page) pod(t *PairedTable, b box) {
	seat, score, detail := float32(0), float32(0), float32(0)
	for _, player := range t.Players {
		seat = max(seat, p.measure(clean(player.Seat), smallSize, style{bold: true}))
		score = max(score, p.measure(clean(player.Score), bodySize, style{bold: true, tabular: true}))
		detail = max(detail, p.measure(clean(player.Detail), smallSize, style{tabular: true}))
	}
	detail = min(detail, 130)
	for i := range t.Players {
		player := &t.Players[i]
		y := b.y + 22 + float32(i)*28
		x, end := b.x, b.right()
		if seat > 0 {
			p.put(x, middle(y, smallSize), label{text: clean(player.Seat), size: smallSize, style: style{bold: true}, colour: p.colours.muted, width: 90})
			x += min(seat, 90) + 12
		}
		if score > 0 {
			p.put(end, middle(y, bodySize), label{text: clean(player.Score), style: style{bold: player.Winner, tabular: true}, colour: p.colours.text, align: right})
			end -= score + 14
		}
		if detail > 0 {
			p.put(end, middle(y, smallSize), label{text: clean(player.Detail), size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: right, width: detail})
			end -= detail + 14
		}
		w := p.put(x, middle(y, bodySize), label{text: p.cleanName(player.Name), style: style{bold: player.Winner}, colour: p.colours.text, width: end - x - tickRoom})
		if player.Winner {
			p.tick(point{x + w + 13, y}, 13, p.colours.good)
		}
	}
	p.fact("%s", p.seated(t))
}

// seated returns a sentence about a table.
func (p *page) seated(t *PairedTable) string {
	var players []string
	for _, player := range t.Players {
		s := p.nameInText(player.Name)
		if seat := textInText(player.Seat); seat != "" {
			s = seat + " " + s
		}
		if extra := nonEmpty(textInText(player.Detail), textInText(player.Score)); len(extra) > 0 {
			s += " (" + strings.Join(extra, ", ") + ")"
		}
		if player.Winner {
			s = p.say("picture.winner", "player", s)
		}
		players = append(players, s)
	}
	out := strings.Join(players, ", ")
	if len(players) == 2 {
		out = p.say("picture.versus", "first", players[0], "second", players[1])
	}
	if table := textInText(t.Table); table != "" {
		out = p.say("picture.table", "table", table) + ": " + out
	}
	if result := textInText(t.Result); result != "" {
		out += ": " + result
	}
	return out
}
