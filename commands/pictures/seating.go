package pictures

import (
	"fmt"
	"math"
	"strconv"
)

// SeatingData is the seats of one draft table.
type SeatingData struct {
	Title, Subtitle string
	// Seats are the players clockwise from seat 1, 2 to 16 of them.
	Seats []string
	// Passing is set in the middle of the table: "Pack 1 passes left". The arrow around it
	// points clockwise, to the next seat, or the other way if Reverse is set.
	Passing string
	Reverse bool
	Note    string
}

const (
	leastSeats = 2
	mostSeats  = 16
	seatRadius = 19
)

// seatingCircle draws the table from above: seat 1 at the top, the others
// clockwise.
func (pt *Painter) seatingCircle(d SeatingData, o Options) (Picture, error) {
	if n := len(d.Seats); n < leastSeats || n > mostSeats {
		return Picture{}, fmt.Errorf("a seating circle has %d to %d seats, not %d; draw one picture for each table", leastSeats, mostSeats, n)
	}
	return alone(pt.draw(o, plan{d.Title, d.Subtitle, d.Note, 1, func(p *page, _ int) { p.circle(&d) }}))
}

func (p *page) circle(d *SeatingData) {
	n := len(d.Seats)
	// A round table for eight; more seats make it longer, not wider, so that the names keep
	// their room.
	const across = 105
	along := float32(across + max(0, n-8)*15)
	hub := point{pageWidth / 2, p.y + 34 + seatRadius + along}
	at := func(turn float64, inset float32) point {
		sin, cos := math.Sincos(2 * math.Pi * turn)
		return point{hub.x + (across-inset)*float32(sin), hub.y - (along-inset)*float32(cos)}
	}
	var edge, top outline
	edge.ellipse(hub, across, along)
	p.fill(edge, p.colours.line)
	top.ellipse(hub, across-2, along-2)
	p.fill(top, p.colours.panel)
	if text := clean(d.Passing); text != "" {
		const from, to, steps, inset = -0.14, 0.14, 24, seatRadius + 16
		var way []point
		for i := 0; i <= steps; i++ {
			way = append(way, at(from+(to-from)*float64(i)/steps, inset))
		}
		p.stroke(2.5, p.colours.muted, way...)
		tip, before := way[len(way)-1], way[len(way)-2]
		if d.Reverse {
			tip, before = way[0], way[1]
		}
		dx, dy := tip.x-before.x, tip.y-before.y
		length := float32(math.Hypot(float64(dx), float64(dy)))
		dx, dy = dx/length, dy/length
		p.arrowhead(point{tip.x + dx*9, tip.y + dy*9}, dx, dy, 15, p.colours.muted)
		p.put(hub.x, middle(hub.y, smallSize), label{text: text, size: smallSize, colour: p.colours.text, align: centre, width: 2*(across-inset) + 10})
	}
	for i, name := range d.Seats {
		turn := float64(i) / float64(n)
		seat := at(turn, 0)
		disc := outline{}
		disc.disc(seat, seatRadius)
		p.fill(disc, p.colours.accent)
		p.put(seat.x, middle(seat.y, bodySize), label{text: strconv.Itoa(i + 1), style: style{bold: true}, colour: p.colours.inverse, align: centre})
		l := label{text: p.cleanName(name), colour: p.colours.text}
		side := math.Sin(2 * math.Pi * turn)
		const gap = seatRadius + 9
		switch {
		case math.Abs(side) < 0.05:
			l.align, l.width = centre, 220
			y := seat.y - gap - 2
			if seat.y > hub.y {
				y = seat.y + gap + bodySize*capHeight + 2
			}
			p.put(seat.x, y, l)
		case side > 0:
			l.width = pageWidth - margin - seat.x - gap
			p.put(seat.x+gap, middle(seat.y, bodySize), l)
		default:
			l.align, l.width = right, seat.x-gap-margin
			p.put(seat.x-gap, middle(seat.y, bodySize), l)
		}
		p.fact("%s", p.say("picture.seat", "seat", i+1, "player", p.nameInText(name)))
	}
	p.y = hub.y + along + seatRadius + 34
	if text := textInText(d.Passing); text != "" {
		p.fact("%s", text)
	}
}
