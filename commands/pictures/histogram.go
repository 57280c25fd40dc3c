package pictures

import (
	"fmt"
	"math"
	"strconv"
)

// PointsData is how many players end on each number of points.
type PointsData struct {
	Title, Subtitle string
	// Bars from the fewest points to the most.
	Bars []PointsBar
	// XTitle is set below the axis: "Points after round 5".
	XTitle string
	Note   string
}

// PointsBar is one number of points.
type PointsBar struct {
	Label string // "12"
	// Players are how many end here, In how many of them make the cut; both may be expected
	// values, with 0 <= In <= Players. A bar that is neither all in nor all out is the
	// bubble and is marked.
	Players, In float64
}

func (b PointsBar) bubble() bool { return b.In > 0 && b.In < b.Players }

// mostBars is how many bars stay legible side by side.
const mostBars = 32

const (
	plotHeight = 240
	plotLeft   = margin + 8
	plotRight  = pageWidth - margin - 8
)

// pointsDistribution draws the bars: solid for players who make the cut, hatched for
// those who miss it, with an arrow at the bubble.
func (pt *Painter) pointsDistribution(d PointsData, o Options) (Picture, error) {
	if n := len(d.Bars); n > mostBars {
		return Picture{}, fmt.Errorf("a point distribution has at most %d bars, not %d; join the lowest ones", mostBars, n)
	}
	for _, b := range d.Bars {
		if !(0 <= b.In && b.In <= b.Players) {
			return Picture{}, fmt.Errorf("at %s points %v of %v players cannot make the cut", clean(b.Label), b.In, b.Players)
		}
	}
	return alone(pt.draw(o, plan{d.Title, d.Subtitle, d.Note, 1, func(p *page, _ int) { p.points(&d) }}))
}

func (p *page) points(d *PointsData) {
	if len(d.Bars) == 0 {
		p.nothing(p.say("picture.no_points"))
		return
	}
	tallest := 0.0
	for _, b := range d.Bars {
		tallest = max(tallest, b.Players)
	}
	if tallest == 0 {
		tallest = 1
	}
	const flag = 44 // room above the bars for figures and the bubble's flag
	base := p.y + flag + plotHeight
	pitch := float32(plotRight-plotLeft) / float32(len(d.Bars))
	width := min(pitch*0.72, 56)
	every := p.labelStep(pitch, d.Bars)
	phase := 0 // the bubble is among the labelled bars
	for i, b := range d.Bars {
		if b.bubble() {
			phase = i % every
			break
		}
	}
	for i, b := range d.Bars {
		centreX := plotLeft + pitch*(float32(i)+0.5)
		height := float32(b.Players/tallest) * plotHeight
		in := float32(b.In/tallest) * plotHeight
		x := centreX - width/2
		if height-in > 0.01 {
			p.hatch(box{x, base - height, width, height - in}, p.colours.line, p.colours.ground)
		}
		if in > 0 {
			p.rect(box{x, base - in, width, in}, p.colours.accent)
		}
		bubble, labelled := b.bubble(), i%every == phase
		fact := p.say("picture.bar", "points", p.counted("points.whole", textInText(b.Label)), "players", p.counted("card.players", p.count(b.Players)))
		figure := ""
		if b.Players > 0 && p.measure(p.count(b.Players), smallSize, style{tabular: true}) <= pitch*float32(every)-2 {
			figure = p.count(b.Players)
		}
		bold := style{bold: bubble, tabular: true}
		if figure != "" && labelled {
			p.put(centreX, base-height-7, label{text: figure, size: smallSize, style: bold, colour: p.colours.text, align: centre})
		}
		if bubble {
			fact += ", " + p.counted("picture.bar_bubble", p.count(b.In))
			tip := base - height - 24
			p.arrowhead(point{centreX, tip}, 0, 1, 9, p.colours.text)
			text := p.say("picture.bubble")
			half := p.measure(text, smallSize, style{bold: true}) / 2
			at := max(margin+half, min(centreX, pageWidth-margin-half))
			p.put(at, tip-13, label{text: text, size: smallSize, style: style{bold: true}, colour: p.colours.text, align: centre})
		} else if b.Players > 0 && b.In == b.Players {
			fact += ", " + p.say("picture.bar_in")
		} else if b.Players > 0 {
			fact += ", " + p.say("picture.bar_out")
		}
		if labelled {
			p.put(centreX, base+20, label{text: clean(b.Label), size: smallSize, style: bold, colour: p.colours.text, align: centre, width: roomAround(centreX, pitch*float32(every)-2)})
		}
		p.fact("%s", fact)
	}
	p.rect(box{plotLeft, base, plotRight - plotLeft, 1.5}, p.colours.line)
	p.y = base + 28
	p.axisTitle(d.XTitle)
	p.y += 6
	x := float32(margin)
	p.rect(box{x, p.y + 4, 18, 13}, p.colours.accent)
	x += 26
	x += p.put(x, p.y+15, label{text: p.say("picture.makes_it"), size: smallSize, colour: p.colours.muted}) + 28
	p.hatch(box{x, p.y + 4, 18, 13}, p.colours.line, p.colours.ground)
	p.put(x+26, p.y+15, label{text: p.say("picture.misses_it"), size: smallSize, colour: p.colours.muted})
	p.y += 22
}

// labelStep returns how many bars share a label so that labels do not collide.
func (p *page) labelStep(pitch float32, bars []PointsBar) int {
	widest := float32(0)
	for _, b := range bars {
		widest = max(widest, p.measure(clean(b.Label), smallSize, style{bold: true, tabular: true}))
	}
	return max(1, min(len(bars), int((widest+6)/pitch)+1))
}

// count returns a number of players, with one decimal if it is not whole.
func (p *page) count(f float64) string {
	return p.decimal(strconv.FormatFloat(math.Round(10*f)/10, 'f', -1, 64))
}

// counted returns the text of a key about a number, which is in the plural if it is not whole.
func (p *page) counted(key, number string) string {
	if n, err := strconv.Atoi(number); err == nil {
		return p.say(key, "n", n)
	}
	return p.say(key, "n", number)
}

func (p *page) axisTitle(text string) {
	if text = clean(text); text != "" {
		p.put(pageWidth/2, p.y+14, label{text: text, size: smallSize, colour: p.colours.muted, align: centre, width: inner})
		p.y += 22
	}
}

// LuckData is the distribution of luck over players or trials, and the luck of one
// player.
type LuckData struct {
	Title, Subtitle string
	// Bins from the least luck to the most, each reaching to the next.
	Bins []LuckBin
	// Value is the player's luck on the scale of the bins; Name and Verdict
	// say whose it is and what it means: "luckier than 92% of all players".
	Value         float64
	Name, Verdict string
	// XTitle is set below the axis: "Points more than expected".
	XTitle string
	Note   string
}

// LuckBin is the share of players or trials whose luck is between From and To.
type LuckBin struct{ From, To, Share float64 }

// luckDistribution draws the bins and the player's place among them. It refuses bins that
// are empty, out of order or negative.
func (pt *Painter) luckDistribution(d LuckData, o Options) (Picture, error) {
	if len(d.Bins) == 0 {
		return Picture{}, fmt.Errorf("a luck distribution needs at least one bin")
	}
	last := math.Inf(-1)
	for i, b := range d.Bins {
		if !(b.From < b.To && b.Share >= 0) || last > b.From {
			return Picture{}, fmt.Errorf("bin %d of the luck distribution, %v to %v with %v, is not in order", i+1, b.From, b.To, b.Share)
		}
		last = b.To
	}
	return alone(pt.draw(o, plan{d.Title, d.Subtitle, d.Note, 1, func(p *page, _ int) { p.luck(&d) }}))
}

func (p *page) luck(d *LuckData) {
	lowest, highest := d.Bins[0].From, d.Bins[len(d.Bins)-1].To
	tallest := 0.0
	for _, b := range d.Bins {
		tallest = max(tallest, b.Share)
	}
	if tallest == 0 {
		tallest = 1
	}
	at := func(v float64) float32 {
		return plotLeft + (plotRight-plotLeft)*float32((v-lowest)/(highest-lowest))
	}
	name, verdict := p.cleanName(d.Name), clean(d.Verdict)
	figure := p.signed(d.Value)
	base := p.y + 66 + plotHeight
	for _, b := range d.Bins {
		height := float32(b.Share/tallest) * plotHeight
		if height > 0 {
			p.rect(box{at(b.From) + 1, base - height, at(b.To) - at(b.From) - 2, height}, p.colours.line)
		}
	}
	p.rect(box{plotLeft, base, plotRight - plotLeft, 1.5}, p.colours.line)
	step := niceStep((highest - lowest) / 8)
	for k := math.Ceil(lowest/step - 1e-9); k*step <= highest+step*1e-9; k++ {
		x := at(k * step)
		p.rect(box{x - 0.5, base, 1, 5}, p.colours.line)
		p.put(x, base+21, label{text: p.signed(k * step), size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: centre})
	}
	// The player's place: a pin from the flag down to the axis.
	value := max(lowest, min(highest, d.Value))
	x := at(value)
	fw := p.measure(figure, bodySize, style{bold: true, tabular: true})
	width := min(p.measure(name, bodySize, style{bold: true})+fw+36, inner)
	flag := box{max(margin, min(x-width/2, pageWidth-margin-width)), p.y, width, 30}
	p.rect(box{x - 4, flag.bottom(), 8, base - flag.bottom()}, p.colours.ground)
	p.rect(box{x - 1.25, flag.bottom(), 2.5, base - flag.bottom()}, p.colours.accent)
	p.rounded(flag, 5, p.colours.accent)
	p.put(flag.x+12, middle(flag.middle(), bodySize), label{text: name, style: style{bold: true}, colour: p.colours.inverse, width: width - 24 - fw - 11})
	p.put(flag.right()-12, middle(flag.middle(), bodySize), label{text: figure, style: style{bold: true, tabular: true}, colour: p.colours.inverse, align: right})
	p.y = base + 30
	p.axisTitle(d.XTitle)
	p.fact("%s", p.nameInText(d.Name)+": "+figure)
	if verdict != "" {
		p.y += 4
		p.put(pageWidth/2, p.y+16, label{text: verdict, style: style{bold: true}, colour: p.colours.text, align: centre, width: inner})
		p.y += 28
		p.fact("%s", isolate(verdict))
	}
	total := 0.0
	for _, b := range d.Bins {
		total += b.Share
	}
	for _, b := range d.Bins {
		if total > 0 {
			p.fact("%s", p.say("picture.bin", "from", p.signed(b.From), "to", p.signed(b.To), "share", p.decimal(fmt.Sprintf("%.1f%%", 100*b.Share/total))))
		}
	}
}

// niceStep returns the least of 1, 2 and 5 times a power of ten that is at least f.
func niceStep(f float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(f)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= f*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// signed returns a figure with its sign and at most two decimals; the minus is as wide
// as the plus.
func (p *page) signed(f float64) string {
	s := p.decimal(strconv.FormatFloat(math.Round(100*f)/100, 'f', -1, 64))
	switch {
	case s == "0" || s == "-0":
		return "0"
	case s[0] == '-':
		return "\u2212" + s[1:]
	}
	return "+" + s
}
