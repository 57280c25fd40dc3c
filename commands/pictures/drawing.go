package pictures

import "fmt"

// Drawing is plain data that can draw itself: every Data type of this package is one.
type Drawing interface {
	// Draw draws the data, in as many pictures as needed.
	Draw(*Painter, Options) ([]Picture, error)
}

// Spoken is a drawing in a language. Two drawings in the same language are equal if their
// data are.
type Spoken struct {
	Drawing
	Kind, Language string
	Theme          Theme
	Words          Words `json:"-"`
}

// In returns a drawing with the words of a language and in a theme.
func In(language string, words Words, theme Theme, d Drawing) Spoken {
	return Spoken{Drawing: d, Kind: fmt.Sprintf("%T", d), Language: language, Theme: theme, Words: words}
}

// Draw draws it with these words and in this theme.
func (d Spoken) Draw(pt *Painter, o Options) ([]Picture, error) {
	o.Say, o.Theme = d.Words, d.Theme
	return d.Drawing.Draw(pt, o)
}

// Draw draws the table.
func (d TableData) Draw(pt *Painter, o Options) ([]Picture, error) { return pt.table(d, o) }

// Draw draws with [Painter.Pairings].
func (d PairingsData) Draw(pt *Painter, o Options) ([]Picture, error) { return pt.pairings(d, o) }

// Draw draws with [Painter.Bracket].
func (d BracketData) Draw(pt *Painter, o Options) ([]Picture, error) { return pt.bracket(d, o) }

// Draw draws with [Painter.Crosstable].
func (d CrosstableData) Draw(pt *Painter, o Options) ([]Picture, error) { return pt.crosstable(d, o) }

// Draw draws with [Painter.Schedule].
func (d ScheduleData) Draw(pt *Painter, o Options) ([]Picture, error) { return pt.schedule(d, o) }

// Draw draws with [Painter.CutChances].
func (d ChancesData) Draw(pt *Painter, o Options) ([]Picture, error) { return pt.cutChances(d, o) }

// Draw draws with [Painter.Podium].
func (d PodiumData) Draw(pt *Painter, o Options) ([]Picture, error) { return one(pt.podium(d, o)) }

// Draw draws with [Painter.SeatingCircle].
func (d SeatingData) Draw(pt *Painter, o Options) ([]Picture, error) {
	return one(pt.seatingCircle(d, o))
}

// Draw draws with [Painter.PointsDistribution].
func (d PointsData) Draw(pt *Painter, o Options) ([]Picture, error) {
	return one(pt.pointsDistribution(d, o))
}

// Draw draws with [Painter.LuckDistribution].
func (d LuckData) Draw(pt *Painter, o Options) ([]Picture, error) {
	return one(pt.luckDistribution(d, o))
}

// Draw draws with [Painter.ChanceCourse].
func (d CourseData) Draw(pt *Painter, o Options) ([]Picture, error) {
	return one(pt.chanceCourse(d, o))
}

// plan is a drawing with checked data: a number of pages under one heading.
type plan struct {
	title, subtitle, note string
	pages                 int
	page                  func(p *page, i int)
}

// draw makes the pictures of a plan.
func (pt *Painter) draw(o Options, d plan) ([]Picture, error) {
	o, err := o.check()
	if err != nil {
		return nil, err
	}
	set, done := pt.typesetter()
	defer done()
	pictures := make([]Picture, d.pages)
	for i := range pictures {
		p := newPage(set, o, d.title, d.subtitle, i+1, d.pages)
		d.page(p, i)
		p.note(d.note)
		pictures[i] = pt.finish(p, o)
	}
	return pictures, nil
}

// alone returns the picture of a plan of one page.
func alone(pictures []Picture, err error) (Picture, error) {
	if err != nil {
		return Picture{}, err
	}
	return pictures[0], nil
}

func one(p Picture, err error) ([]Picture, error) {
	if err != nil {
		return nil, err
	}
	return []Picture{p}, nil
}
