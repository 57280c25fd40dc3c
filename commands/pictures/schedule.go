package pictures

import (
	"fmt"
	"strings"
)

// ScheduleData is the seating of every round of a mahjong event, or of any other game
// with named seats.
type ScheduleData struct {
	Title, Subtitle string
	Rounds          []ScheduleRound
	Note            string
}

// ScheduleRound is one round, hanchan or session.
type ScheduleRound struct {
	Name   string // "Hanchan 3"
	Detail string // "14:30"; may be empty
	Tables []ScheduleTable
}

// ScheduleTable is one table.
type ScheduleTable struct {
	Name  string // "Table 2"
	Seats []ScheduleSeat
}

// ScheduleSeat is a seat and its player. Wind is set in a badge before the
// name; it is meant to be short: "E", "東".
type ScheduleSeat struct {
	Wind, Name string
	// Focus sets the name in bold with a pointer: the player who asked.
	Focus bool
}

// schedulePageTables is the number of tables after which a picture ends. A round is split
// only if it has more.
const schedulePageTables = 12

// schedule draws the rounds with two tables side by side, in as many pictures as needed.
func (pt *Painter) schedule(d ScheduleData, o Options) ([]Picture, error) {
	pages := d.pages()
	return pt.draw(o, plan{d.Title, d.Subtitle, d.Note, len(pages), func(p *page, i int) {
		if len(pages[i]) == 0 {
			p.nothing(p.say("picture.no_schedule"))
		}
		for k := range pages[i] {
			p.round(&pages[i][k])
		}
	}})
}

func (d *ScheduleData) pages() [][]ScheduleRound {
	pages := [][]ScheduleRound{nil}
	tables := 0
	for _, r := range d.Rounds {
		for _, bounds := range chunks(len(r.Tables), schedulePageTables) {
			piece := r
			piece.Tables = r.Tables[bounds[0]:bounds[1]]
			if tables > 0 && tables+len(piece.Tables) > schedulePageTables {
				pages, tables = append(pages, nil), 0
			}
			pages[len(pages)-1] = append(pages[len(pages)-1], piece)
			tables += len(piece.Tables)
		}
	}
	return pages
}

// round draws a heading and the tables below it.
func (p *page) round(r *ScheduleRound) {
	w := p.put(margin, p.y+16, label{text: clean(r.Name), style: style{bold: true}, colour: p.colours.text, width: inner * 2 / 3})
	p.put(margin+w+12, p.y+16, label{text: clean(r.Detail), size: smallSize, style: style{tabular: true}, colour: p.colours.muted, width: inner - w - 12})
	p.y += 28
	const gap, seat, head = 14, 28, 32
	width := float32(inner-gap) / 2
	for first := 0; first < len(r.Tables); first += 2 {
		pair := r.Tables[first:min(first+2, len(r.Tables))]
		seats := 0
		for _, t := range pair {
			seats = max(seats, len(t.Seats))
		}
		height := float32(head + seats*seat + 8)
		for i, t := range pair {
			b := box{margin + float32(i)*(width+gap), p.y, width, height}
			p.rounded(b, 6, p.colours.panel)
			p.put(b.x+12, b.y+21, label{text: clean(t.Name), size: smallSize, style: style{bold: true}, colour: p.colours.muted, width: width - 24})
			badge := float32(leastBadge)
			for _, s := range t.Seats {
				badge = max(badge, min(60, p.measure(clean(s.Wind), smallSize, style{bold: true})+10))
			}
			var facts []string
			for k, s := range t.Seats {
				y := b.y + head + (float32(k)+0.5)*seat
				p.seat(&s, b, y, badge)
				facts = append(facts, strings.Join(nonEmpty(textInText(s.Wind), p.nameInText(s.Name)), " "))
			}
			place := strings.Join(nonEmpty(textInText(r.Name), textInText(r.Detail), textInText(t.Name)), ", ")
			p.fact("%s", fmt.Sprintf("%s: %s", place, strings.Join(facts, ", ")))
		}
		p.y += height + 12
	}
	p.y += 8
}

// leastBadge is the width of a badge with one letter. All badges of a table are as wide
// as the widest, so that the names are aligned.
const leastBadge = 22

func (p *page) seat(s *ScheduleSeat, b box, y, width float32) {
	badge := box{b.x + 12, y - leastBadge/2, width, leastBadge}
	if wind := clean(s.Wind); wind != "" {
		p.frame(badge, 5, 1.5, p.colours.line, p.colours.ground)
		p.put(badge.x+badge.w/2, middle(y, smallSize), label{text: wind, size: smallSize, style: style{bold: true}, colour: p.colours.text, align: centre, width: badge.w - 4})
	}
	x := badge.right() + 10
	end := b.right() - 10
	if s.Focus {
		p.arrowhead(point{end - 8, y}, -1, 0, 9, p.colours.accent)
		end -= 22
	}
	p.put(x, middle(y, bodySize), label{text: p.cleanName(s.Name), style: style{bold: s.Focus}, colour: p.colours.text, width: end - x})
}
