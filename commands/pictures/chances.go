package pictures

import (
	"fmt"
	"image/color"
	"math"

	"topcut/tournament/table"
)

// ChancesData is the chance of every player to make the cut.
type ChancesData struct {
	Title, Subtitle string
	Rows            []ChanceRow
	// Note tells the number of trials and the interval: "20,000 trials, 95 % intervals".
	Note string
}

// ChanceRow is one player. Chance, Low and High are fractions from 0 to 1
// with Low <= Chance <= High; Low and High are the ends of the interval.
type ChanceRow struct {
	Name              string
	Chance, Low, High float64
	// Mark says what is proved: Clinched or Eliminated rows have no interval.
	Mark  table.Mark
	Focus bool
}

const chancesPerPage = 24

// cutChances draws one bar with its interval for each player, in as many pictures as
// needed. It refuses chances that are not fractions in order.
func (pt *Painter) cutChances(d ChancesData, o Options) ([]Picture, error) {
	for i, row := range d.Rows {
		if err := checkChance(row.Low, row.Chance, row.High); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	pages := chunks(len(d.Rows), chancesPerPage)
	return pt.draw(o, plan{d.Title, d.Subtitle, d.Note, len(pages), func(p *page, i int) {
		p.chances(d.Rows[pages[i][0]:pages[i][1]])
	}})
}

// checkChance accepts 0 <= low <= chance <= high <= 1.
func checkChance(low, chance, high float64) error {
	if 0 <= low && low <= chance && chance <= high && high <= 1 {
		return nil
	}
	return fmt.Errorf("a chance of %v with an interval from %v to %v is not in order between 0 and 1", chance, low, high)
}

// percent never rounds an estimate to 0% or 100%.
func percent(f float64) string {
	switch {
	case f > 0 && f < 0.005:
		return "<1%"
	case f < 1 && f >= 0.995:
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", 100*f)
}

// estimate formats a chance that is not proved, never as 0% or 100%.
func estimate(f float64) string {
	switch {
	case f < 0.005:
		return "<1%"
	case f >= 0.995:
		return ">99%"
	}
	return percent(f)
}

// interval returns an interval in percent without the sign, its ends rounded outward.
func interval(low, high float64) (from, to string) {
	return fmt.Sprintf("%.0f", math.Floor(100*low+1e-9)), fmt.Sprintf("%.0f", math.Ceil(100*high-1e-9))
}

// interval returns an interval in words.
func (p *page) interval(low, high float64) string {
	from, to := interval(low, high)
	return p.say("picture.interval", "low", from, "high", to)
}

func (p *page) chances(rows []ChanceRow) {
	if len(rows) == 0 {
		p.nothing(p.say("picture.no_players"))
		return
	}
	const (
		nameWidth = 150
		height    = 36
		thick     = 14
	)
	left0 := float32(margin + 8 + nameWidth + 24 + 12)
	spread := p.measure("100\u2013100", smallSize, style{tabular: true})
	figureWidth := p.measure(p.decimal(">99%"), bodySize, style{bold: true, tabular: true})
	end := float32(pageWidth-margin-8) - spread - 10 - figureWidth - 16
	at := func(f float64) float32 { return left0 + (end-left0)*float32(f) }
	top := p.y + 22
	for q := range 5 {
		f := float64(q) / 4
		text := fmt.Sprintf("%.0f", 100*f)
		if q == 4 {
			text = p.decimal("100%")
		}
		p.put(at(f), p.y+14, label{text: text, size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: centre})
	}
	marks := map[table.Mark]bool{}
	for i := range rows {
		row := &rows[i]
		b := box{margin, top + float32(i)*height, inner, height}
		if row.Focus {
			p.rounded(b, 4, p.colours.focus)
			p.rect(box{b.x, b.y + 6, 4, b.h - 12}, p.colours.accent)
		}
	}
	for q := range 5 {
		p.rect(box{at(float64(q)/4) - 0.5, top, 1, float32(len(rows)) * height}, p.colours.rule)
	}
	for i := range rows {
		row := &rows[i]
		y := top + (float32(i)+0.5)*height
		base := middle(y, bodySize)
		p.put(margin+8, base, label{text: p.cleanName(row.Name), style: style{bold: row.Focus}, colour: p.colours.text, width: nameWidth})
		if row.Mark != table.NoMark {
			marks[row.Mark] = true
			p.mark(row.Mark, point{margin + 8 + nameWidth + 16, y})
		}
		if row.Chance > 0 {
			bar := box{at(0), y - thick/2, max(2, at(row.Chance)-at(0)), thick}
			p.rounded(bar, 2, p.colours.accent)
		}
		settled := row.Mark == table.Clinched || row.Mark == table.Eliminated
		figure, words := p.decimal(percent(row.Chance)), p.means(row.Mark)
		if !settled {
			figure, words = p.decimal(estimate(row.Chance)), p.interval(row.Low, row.High)
			ground := p.colours.ground
			if row.Focus {
				ground = p.colours.focus
			}
			p.whisker(at(row.Low), at(row.High), y, ground)
			from, to := interval(row.Low, row.High)
			p.put(pageWidth-margin-8, middle(y, smallSize), label{text: from + "\u2013" + to, size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: right})
		}
		p.put(end+16+figureWidth, base, label{text: figure, style: style{bold: true, tabular: true}, colour: p.colours.text, align: right})
		p.fact("%s: %s, %s", p.nameInText(row.Name), figure, words)
	}
	p.y = top + float32(len(rows))*height + 4
	p.legend(marks)
}

// whisker draws an interval as a line with ends, with a margin in the colour of the
// ground so that it shows on the bar as well as beside it.
func (p *page) whisker(from, to, y float32, ground color.RGBA) {
	bars := func(grow float32, c color.RGBA) {
		p.rect(box{from - 1 - grow, y - 1 - grow, to - from + 2 + 2*grow, 2 + 2*grow}, c)
		p.rect(box{from - 1 - grow, y - 5 - grow, 2 + 2*grow, 10 + 2*grow}, c)
		p.rect(box{to - 1 - grow, y - 5 - grow, 2 + 2*grow, 10 + 2*grow}, c)
	}
	bars(1.5, ground)
	bars(0, p.colours.text)
}
