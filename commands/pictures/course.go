package pictures

import (
	"fmt"
	"math"
)

// CourseData is a player's chance after each round, or their rating after each event.
type CourseData struct {
	Title, Subtitle string
	Points          []CoursePoint
	Note            string
	// Rating says that the points are ratings, not chances; Digits is their number of
	// decimals.
	Rating bool
	Digits int
}

// CoursePoint is one moment. Chance, Low and High are fractions as in
// ChanceRow.
type CoursePoint struct {
	Label string // "R3"
	// Result is what happened in that round, set below the label: "W 2-1".
	Result            string
	Chance, Low, High float64
}

// mostMoments is how many points stay legible side by side.
const mostMoments = 20

// chanceCourse draws the chance as a line over the rounds, its interval as a band. It
// accepts 1 to 20 points and refuses chances that are not fractions in order.
func (pt *Painter) chanceCourse(d CourseData, o Options) (Picture, error) {
	if n := len(d.Points); n < 1 || n > mostMoments {
		return Picture{}, fmt.Errorf("the course of a chance has 1 to %d points, not %d", mostMoments, n)
	}
	for i, c := range d.Points {
		if d.Rating {
			if !(c.Low <= c.Chance && c.Chance <= c.High && c.High-c.Low <= mostRating) {
				return Picture{}, fmt.Errorf("point %d: a rating of %v does not lie between %v and %v", i+1, c.Chance, c.Low, c.High)
			}
			continue
		}
		if err := checkChance(c.Low, c.Chance, c.High); err != nil {
			return Picture{}, fmt.Errorf("point %d: %w", i+1, err)
		}
	}
	return alone(pt.draw(o, plan{d.Title, d.Subtitle, d.Note, 1, func(p *page, _ int) { p.course(d) }}))
}

// mostRating is the largest rating for which an axis is drawn.
const mostRating = 1e6

// axisOf returns the start of the axis of a course and a quarter of its length: 0 to 1
// for chances, else round figures around the bands.
func axisOf(d CourseData) (from, step float64) {
	if !d.Rating {
		return 0, 0.25
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range d.Points {
		low, high = min(low, c.Low), max(high, c.High)
	}
	for step = 1; ; step *= 10 {
		for _, round := range []float64{1, 2, 2.5, 5} {
			if step*round != math.Trunc(step*round) {
				continue
			}
			if from = math.Floor(low/(step*round)) * step * round; from+4*step*round >= high {
				return from, step * round
			}
		}
	}
}

func (p *page) course(d CourseData) {
	points := d.Points
	from, step := axisOf(d)
	shown := func(f float64) string { return p.decimal(percent(f)) }
	between, legend := p.interval, "picture.course"
	if d.Rating {
		shown = func(f float64) string { return p.decimal(fmt.Sprintf("%.*f", d.Digits, f)) }
		between = func(low, high float64) string {
			return p.say("picture.interval", "low", shown(low), "high", shown(high))
		}
		legend = "picture.rating_course"
	}
	const axis = 50 // room for "100%"
	top, base := p.y+22, p.y+22+plotHeight
	first, last := float32(margin+axis+22), float32(pageWidth-margin-32)
	x := func(i int) float32 {
		if len(points) == 1 {
			return (first + last) / 2
		}
		return first + (last-first)*float32(i)/float32(len(points)-1)
	}
	y := func(f float64) float32 { return base - float32((f-from)/(4*step))*plotHeight }
	for q := range 5 {
		f := from + step*float64(q)
		tick := p.decimal(fmt.Sprintf("%.0f%%", 100*f))
		if d.Rating {
			tick = fmt.Sprintf("%.0f", f)
		}
		p.rect(box{margin + axis, y(f) - 0.5, inner - axis, 1}, p.colours.rule)
		p.put(margin+axis-10, middle(y(f), smallSize), label{text: tick, size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: right})
	}
	p.rect(box{margin + axis, base - 0.75, inner - axis, 1.5}, p.colours.line)
	if len(points) > 1 {
		var band outline
		var edge []point
		for i, c := range points {
			edge = append(edge, point{x(i), y(c.High)})
		}
		for i := len(points) - 1; i >= 0; i-- {
			edge = append(edge, point{x(i), y(points[i].Low)})
		}
		band.polygon(edge...)
		p.fill(band, p.colours.band)
	} else {
		p.rect(box{x(0) - 8, y(points[0].High), 16, y(points[0].Low) - y(points[0].High)}, p.colours.band)
	}
	way := make([]point, len(points))
	for i, c := range points {
		way[i] = point{x(i), y(c.Chance)}
	}
	p.stroke(2.5, p.colours.accent, way...)
	pitch := last - first
	if len(points) > 1 {
		pitch /= float32(len(points) - 1)
	}
	// bandTop is the highest place of the band within reach of a point.
	bandTop := func(i int, reach float32) float32 {
		highest := y(points[i].High)
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(points) {
				part := min(1, reach/pitch)
				highest = min(highest, y(points[i].High)+part*(y(points[k].High)-y(points[i].High)))
			}
		}
		return min(highest, way[i].y-4)
	}
	lastFigure := -1
	for i, c := range points {
		var ring, dot outline
		ring.disc(way[i], 6.5)
		p.fill(ring, p.colours.ground)
		dot.disc(way[i], 4.5)
		p.fill(dot, p.colours.accent)
		figure, end := shown(c.Chance), i == len(points)-1
		w := p.measure(figure, smallSize, style{bold: true, tabular: true})
		// Figures stand over their points. Those that would collide are left out, but never the
		// last.
		clear := lastFigure < 0 || x(i)-x(lastFigure) >= w+10
		beforeEnd := end || x(len(points)-1)-x(i) >= w+10
		if end || clear && beforeEnd {
			p.figure(x(i), min(bandTop(i, w/2+4)-8, base), top, figure, end)
			lastFigure = i
		}
		room := roomAround(x(i), pitch-4)
		p.put(x(i), base+22, label{text: clean(c.Label), size: smallSize, style: style{bold: end}, colour: p.colours.text, align: centre, width: room})
		p.put(x(i), base+42, label{text: clean(c.Result), size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: centre, width: room})
		fact := textInText(c.Label) + ": " + figure + ", " + between(c.Low, c.High)
		if result := textInText(c.Result); result != "" {
			fact += ", " + result
		}
		p.fact("%s", fact)
	}
	p.y = base + 30
	for _, c := range points {
		if clean(c.Result) != "" {
			p.y = base + 50
			break
		}
	}
	p.y = p.paragraph(p.y+6, p.say(legend), p.colours.muted)
}

// figure sets a value with its baseline at y, or a little above the plot,
// with a patch of the ground that keeps the grid's lines away.
func (p *page) figure(x, y, top float32, text string, bold bool) {
	l := label{text: text, size: smallSize, style: style{bold: bold, tabular: true}, colour: p.colours.text, align: centre}
	y = max(y, top-8)
	w := p.measure(text, smallSize, l.style)
	p.rect(box{x - w/2 - 2, y - 12, w + 4, 14}, p.colours.ground)
	p.put(x, y, l)
}
