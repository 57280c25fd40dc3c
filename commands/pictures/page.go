package pictures

import (
	"fmt"
	"image/color"
	"strings"
	"unicode/utf16"

	"topcut/tournament/table"
)

// The layout, in layout pixels. Text below smallSize is not used anywhere.
const (
	pageWidth = 550
	margin    = 20
	inner     = pageWidth - 2*margin

	titleSize = 22
	bodySize  = 16
	smallSize = 14

	// maxAlt is Discord's limit for the description of an attachment.
	maxAlt = 1024
)

// align says on which side of its place a text lies.
type align uint8

const (
	left align = iota
	right
	centre
)

// label is a text with its look, but without its place. Its text must be clean.
type label struct {
	text   string
	size   float32 // 0: bodySize
	style  style
	colour color.RGBA
	align  align
	width  float32 // at most this wide; 0: no limit
}

// page is a picture that is being drawn. Drawing goes down from y.
type page struct {
	set     *typesetter
	say     Words
	colours palette
	scene   *scene
	title   string
	y       float32
	facts   []string
}

// newPage starts a page with its heading. part and parts are the numbers in "page 2 of
// 5". An empty subtitle takes no room.
func newPage(set *typesetter, o Options, title, subtitle string, part, parts int) *page {
	p := &page{set: set, say: o.Say, colours: o.Theme.palette(), scene: &scene{width: pageWidth}}
	p.scene.ground = p.colours.ground
	p.title = clean(title)
	p.y = 18
	room := float32(inner)
	if parts > 1 {
		pages := p.say("picture.part", "part", part, "parts", parts)
		w := p.put(pageWidth-margin, p.y+21, label{text: pages, size: smallSize, colour: p.colours.muted, align: right, style: style{tabular: true}})
		room -= w + 16
		p.title += fmt.Sprintf(" (%s)", pages)
	}
	p.put(margin, p.y+21, label{text: clean(title), size: titleSize, style: style{bold: true}, colour: p.colours.text, width: room})
	p.y += 32
	if s := clean(subtitle); s != "" {
		p.y = p.paragraph(p.y, s, p.colours.muted)
		p.y += 4
	}
	p.y += 8
	heading := nonEmpty(textInText(title), textInText(subtitle))
	if parts > 1 {
		heading = append(heading, p.say("picture.page", "part", part, "parts", parts))
	}
	p.facts = []string{strings.Join(heading, ", ")}
	return p
}

// fact adds one line to the picture in words.
func (p *page) fact(format string, args ...any) {
	p.facts = append(p.facts, fmt.Sprintf(format, args...))
}

// finish ends the page below y.
func (pt *Painter) finish(p *page, o Options) Picture {
	p.scene.height = float32(round(p.y + margin))
	return Picture{
		Width: int(p.scene.width) * o.Scale, Height: int(p.scene.height) * o.Scale,
		Alt: altOf(p.facts, p.say), Text: strings.Join(p.facts, "\n") + "\n",
		title: p.title, scale: o.Scale, scene: p.scene, painter: pt,
	}
}

// decimal returns a number with a decimal point, and perhaps the sign of percent, as the
// language of the page writes it.
func (p *page) decimal(number string) string {
	return table.Numerals{Point: p.say("number.point"), Percent: p.say("number.percent")}.Write(number)
}

// altOf joins as many facts as an alt text can hold and says how many it left out.
func altOf(facts []string, say Words) string {
	reserve := units(". " + say("picture.more", "n", 9999))
	var alt strings.Builder
	used := len(".") // the final full stop
	for i, fact := range facts {
		if i > 0 {
			fact = ". " + fact
		}
		n := units(fact)
		room := maxAlt - used
		if i < len(facts)-1 {
			room -= reserve
		}
		if n > room {
			if i == 0 {
				return string(utf16.Decode(utf16.Encode([]rune(fact))[:maxAlt/2]))
			}
			alt.WriteString(". " + say("picture.more", "n", len(facts)-i))
			break
		}
		alt.WriteString(fact)
		used += n
	}
	return alt.String() + "."
}

// units returns the length of a text as Discord counts it.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// nothing draws a text instead of missing data.
func (p *page) nothing(text string) {
	p.y = p.paragraph(p.y, text, p.colours.muted)
	p.fact("%s", text)
}

// put draws a label with its baseline at y and returns its width.
func (p *page) put(x, y float32, l label) float32 {
	if l.size == 0 {
		l.size = bodySize
	}
	var set *line
	if l.width != 0 {
		set = p.set.fit(l.text, l.style, max(0, l.width)/l.size)
	} else {
		set = p.set.shape(l.text, l.style)
	}
	width := set.width * l.size
	if len(set.runs) == 0 {
		return 0
	}
	switch l.align {
	case right:
		x -= width
	case centre:
		x -= width / 2
	default: // begins at x
	}
	p.scene.ops = append(p.scene.ops, op{colour: l.colour, text: set, at: point{x, y}, size: l.size})
	return width
}

// roomAround returns the width that a text centred on x may have on the page, at most
// width.
func roomAround(x, width float32) float32 {
	const edge = 6
	return min(width, 2*(x-edge), 2*(pageWidth-edge-x))
}

// middle returns the baseline at which capitals of a size are centred on y.
func middle(y, size float32) float32 { return y + capHeight*size/2 }

// measure returns the width of a clean text.
func (p *page) measure(text string, size float32, s style) float32 {
	return p.set.shape(text, s).width * size
}

// paragraph sets small text between the margins from y on and returns where it ends.
func (p *page) paragraph(y float32, text string, colour color.RGBA) float32 {
	const leading = 20
	words := strings.Fields(text)
	for len(words) > 0 {
		n := 1
		for n < len(words) && p.measure(strings.Join(words[:n+1], " "), smallSize, style{}) <= inner {
			n++
		}
		p.put(margin, y+14, label{text: strings.Join(words[:n], " "), size: smallSize, colour: colour, width: inner})
		words = words[n:]
		y += leading
	}
	return y
}

// note ends a page with a remark in small text, if there is one.
func (p *page) note(text string) {
	if text = clean(text); text != "" {
		p.y = p.paragraph(p.y+8, text, p.colours.muted)
		p.fact("%s", isolate(text))
	}
}

func (p *page) rect(b box, c color.RGBA) {
	p.scene.ops = append(p.scene.ops, op{colour: c, rect: b})
}

func (p *page) fill(o outline, c color.RGBA) {
	p.scene.ops = append(p.scene.ops, op{colour: c, shape: o})
}

func (p *page) rounded(b box, radius float32, c color.RGBA) {
	var o outline
	o.rounded(b, radius)
	p.fill(o, c)
}

// frame draws the edge of a rectangle, inside it, around a ground.
func (p *page) frame(b box, radius, width float32, edge, ground color.RGBA) {
	p.rounded(b, radius, edge)
	p.rounded(box{b.x + width, b.y + width, b.w - 2*width, b.h - 2*width}, radius-width, ground)
}

func (p *page) stroke(width float32, c color.RGBA, points ...point) {
	var o outline
	o.stroke(width, points...)
	p.fill(o, c)
}

// dashes draws a horizontal dashed line from x to end, centred on y.
func (p *page) dashes(x, end, y, thickness float32, c color.RGBA) {
	const dash, gap = 6, 4
	for ; x < end; x += dash + gap {
		p.rect(box{x, y - thickness/2, min(dash, end-x), thickness}, c)
	}
}

// hatch fills a rectangle with slanted lines and an edge: the look of players who are
// out.
func (p *page) hatch(b box, c, ground color.RGBA) {
	p.rect(b, c)
	const edge, pitch, thick = 1.5, 7, 1.5
	in := box{b.x + edge, b.y + edge, b.w - 2*edge, b.h - 2*edge}
	if in.w <= 0 || in.h <= 0 {
		return
	}
	p.rect(in, ground)
	var o outline
	// Lines of slope one, x+y = k, clipped to the rectangle by hand.
	for k := in.x + in.y + pitch; k < in.right()+in.bottom(); k += pitch {
		from := point{max(in.x, k-in.bottom()), 0}
		from.y = k - from.x
		to := point{min(in.right(), k-in.y), 0}
		to.y = k - to.x
		const h = thick / 2 * 0.7071
		o.polygon(point{from.x - h, from.y - h}, point{to.x - h, to.y - h}, point{to.x + h, to.y + h}, point{from.x + h, from.y + h})
	}
	if o != nil {
		p.fill(o, c)
	}
}

// tick draws a check mark in a square of the given size around a point.
func (p *page) tick(at point, size float32, c color.RGBA) {
	u := size / 2
	p.stroke(size/6, c, point{at.x - 0.8*u, at.y + 0.05*u}, point{at.x - 0.22*u, at.y + 0.62*u}, point{at.x + 0.8*u, at.y - 0.6*u})
}

// cross draws an X in a square of the given size around a point.
func (p *page) cross(at point, size float32, c color.RGBA) {
	u := size / 2 * 0.62
	p.stroke(size/6, c, point{at.x - u, at.y - u}, point{at.x + u, at.y + u})
	p.stroke(size/6, c, point{at.x + u, at.y - u}, point{at.x - u, at.y + u})
}

// arrowhead draws a filled triangle with its tip at a point, turned to where
// (dx, dy), of length one, looks.
func (p *page) arrowhead(tip point, dx, dy, size float32, c color.RGBA) {
	back := point{tip.x - dx*size, tip.y - dy*size}
	var o outline
	o.polygon(tip, point{back.x - dy*size*0.55, back.y + dx*size*0.55}, point{back.x + dy*size*0.55, back.y - dx*size*0.55})
	p.fill(o, c)
}

// means returns what a mark means, "" for none.
func (p *page) means(m table.Mark) string {
	switch m {
	case table.Clinched:
		return p.say("picture.clinched")
	case table.Eliminated:
		return p.say("picture.eliminated")
	case table.Dropped:
		return p.say("picture.dropped")
	default:
		return ""
	}
}

func (p *page) mark(m table.Mark, at point) {
	switch m {
	case table.Clinched:
		p.tick(at, 13, p.colours.good)
	case table.Eliminated:
		p.cross(at, 13, p.colours.bad)
	case table.Dropped:
		p.stroke(2.2, p.colours.muted, point{at.x - 4.5, at.y}, point{at.x + 4.5, at.y})
	default: // nothing to draw
	}
}

// legend explains the marks that were used.
func (p *page) legend(used map[table.Mark]bool) {
	x := float32(margin)
	for m := table.Clinched; m <= table.Dropped; m++ {
		if !used[m] {
			continue
		}
		if x == margin {
			p.y += 8
		}
		p.mark(m, point{x + 7, p.y + 10})
		x += 20
		x += p.put(x, p.y+15, label{text: p.means(m), size: smallSize, colour: p.colours.muted}) + 24
	}
	if x > margin {
		p.y += 22
	}
}

// nonEmpty returns the texts that are not empty.
func nonEmpty(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// chunks splits n things into pages of at most size, as even as possible, and
// returns the bounds of each. Nothing is one empty page.
func chunks(n, size int) [][2]int {
	pages := max(1, (n+size-1)/size)
	out := make([][2]int, 0, pages)
	for i := range pages {
		out = append(out, [2]int{n * i / pages, n * (i + 1) / pages})
	}
	return out
}
