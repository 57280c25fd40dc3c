package pictures

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// BracketData is an elimination bracket, single or double.
type BracketData struct {
	Title, Subtitle string
	// Rounds in the order of play within each part.
	Rounds []BracketRound
	// Places are the final places, best first, shown on the last page.
	Places []BracketPlace
	// Note is a remark at the foot of every page.
	Note string
}

// Part says to which tree a round belongs.
type Part uint8

// The parts of a bracket. A single elimination is all Upper, its final
// included, and Third for the match for third place. A double elimination has
// Lower and, for the grand final and its reset, Final.
const (
	Upper Part = iota
	Lower
	Final
	Third
)

// named names a part of a bracket.
func (p *page) named(part Part) string {
	switch part {
	case Lower:
		return p.say("picture.lower")
	case Final:
		return p.say("picture.final")
	case Third:
		return p.say("picture.third")
	default:
		return p.say("picture.upper")
	}
}

// BracketRound is one column of matches, from top to bottom.
type BracketRound struct {
	Name    string // "Quarter-finals"
	Part    Part
	Matches []BracketMatch
}

// BracketMatch is one match. ID is its number, unique in the bracket and not
// 0; From are the numbers of the matches its sides come from, 0 for a side
// that was seeded here. Lines are drawn from matches of the same part.
type BracketMatch struct {
	ID   int
	From [2]int
	// Label is set above the match: "Match 12", "Table 3". Give one where
	// another match's side says "Winner of 12".
	Label string
	Sides [2]BracketSide
	// Winner is 1 or 2, or 0 as long as there is none.
	Winner int
}

// BracketSide is one of the two sides of a match.
type BracketSide struct {
	Seed  string // "3"; may be empty
	Name  string // empty while not known
	Score string
	// Pending is shown while the name is unknown; some 16 letters fit: "Winner of 12". A
	// side with neither is empty.
	Pending string
	// Bye says that this side is empty.
	Bye bool
}

// BracketPlace is a final place.
type BracketPlace struct{ Place, Name string }

const (
	// oneBracket is the most entrants of a bracket in one picture, whatever its height.
	oneBracket = 32
	// bracketColumns and bracketLeaves are how many rounds a picture of a larger bracket
	// has, and how many first matches below each other.
	bracketColumns = 3
	bracketLeaves  = 16

	slotHeight  = 26
	matchHeight = 2 * slotHeight
	labelHeight = 18
	matchPitch  = matchHeight + labelHeight + 10
	columnSpace = 28 // beside the first round
	indent      = 24 // of a round against the one before
	pieceSpace  = 14
)

// bracket draws a bracket. Its first round has its own column, one match below the other;
// the later rounds share the other half of the width, each match in its own row between
// its two feeder matches and a little further right. So boxes stay wide enough for names,
// and type is as large as elsewhere, for any number of rounds: up to 32 entrants are one
// picture, as high as necessary. A larger bracket is split by rounds and by subtrees:
// three pictures for 64. It refuses matches without numbers or with equal ones, and
// winners other than 0, 1 and 2.
func (pt *Painter) bracket(d BracketData, o Options) ([]Picture, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	pages := d.pages()
	return pt.draw(o, plan{d.Title, d.Subtitle, d.Note, len(pages), func(p *page, i int) {
		pieces := pages[i]
		if len(d.Rounds) == 0 {
			p.nothing(p.say("picture.no_bracket"))
		}
		for k, piece := range pieces {
			if k > 0 {
				p.y += pieceSpace
			}
			p.bracket(piece, d.double() && (k == 0 || piece.part != pieces[k-1].part))
		}
		if i == len(pages)-1 {
			p.places(d.Places)
		}
	}})
}

func (d *BracketData) check() error {
	seen := map[int]bool{}
	for _, round := range d.Rounds {
		for _, m := range round.Matches {
			switch {
			case m.ID == 0:
				return fmt.Errorf("a match of the bracket's round %q has no number", round.Name)
			case seen[m.ID]:
				return fmt.Errorf("two matches of the bracket have the number %d", m.ID)
			case m.Winner < 0 || m.Winner > 2:
				return fmt.Errorf("the winner of match %d must be 0, 1 or 2, not %d", m.ID, m.Winner)
			}
			seen[m.ID] = true
		}
	}
	return nil
}

// double reports whether the parts need to be named.
func (d *BracketData) double() bool {
	for _, r := range d.Rounds {
		if r.Part == Lower {
			return true
		}
	}
	return false
}

// entrants returns how many players begin in the bracket.
func (d *BracketData) entrants() int {
	n := 0
	for _, r := range d.Rounds {
		for _, m := range r.Matches {
			for i := range m.Sides {
				if s := &m.Sides[i]; r.Part == Upper && m.From[i] == 0 && !s.Bye && s.Pending == "" {
					n++
				}
			}
		}
	}
	return n
}

// bracketPiece is some rounds of one part, drawn side by side.
type bracketPiece struct {
	part   Part
	rounds []BracketRound
	third  []BracketRound
}

// pages puts the pieces into pictures, as many below each other as fit.
func (d *BracketData) pages() [][]bracketPiece {
	if d.entrants() <= oneBracket {
		return [][]bracketPiece{d.pieces(len(d.Rounds), math.MaxInt)}
	}
	var pages [][]bracketPiece
	room := 0
	for _, piece := range d.pieces(bracketColumns, bracketLeaves) {
		n := newTree(piece.rounds).height()
		if n > room {
			pages, room = append(pages, nil), bracketLeaves
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], piece)
		room -= n
	}
	return pages
}

// pieces splits the bracket by part, by rounds, by subtrees.
func (d *BracketData) pieces(columns, leaves int) []bracketPiece {
	parts := map[Part][]BracketRound{}
	for _, r := range d.Rounds {
		parts[r.Part] = append(parts[r.Part], r)
	}
	var out []bracketPiece
	for _, part := range []Part{Upper, Lower, Final} {
		rounds := parts[part]
		if len(rounds) == 0 {
			continue
		}
		for _, bounds := range chunks(len(rounds), columns) {
			for _, section := range sections(rounds[bounds[0]:bounds[1]], leaves) {
				out = append(out, bracketPiece{part: part, rounds: section})
			}
		}
	}
	if len(out) == 0 {
		return []bracketPiece{{part: Third, rounds: parts[Third]}}
	}
	// The match for third place goes beside the last round: that of the grand final, or else
	// of the upper bracket.
	for i := len(out) - 1; i >= 0; i-- {
		if out[i].part != Lower {
			out[i].third = parts[Third]
			break
		}
	}
	return out
}

// sections groups the trees that end in the last rounds so that no more than
// most first matches stand below each other.
func sections(rounds []BracketRound, most int) [][]BracketRound {
	t := newTree(rounds)
	var out [][]BracketRound
	var members map[int]bool
	leaves := 0
	flush := func() {
		if len(members) == 0 {
			return
		}
		section := make([]BracketRound, len(rounds))
		for c, r := range rounds {
			section[c] = BracketRound{Name: r.Name, Part: r.Part}
			for _, m := range r.Matches {
				if members[m.ID] {
					section[c].Matches = append(section[c].Matches, m)
				}
			}
		}
		out = append(out, section)
	}
	for _, root := range t.roots {
		n := t.leaves(root)
		if members == nil || leaves+n > most {
			flush()
			members, leaves = map[int]bool{}, 0
		}
		t.collect(root, members)
		leaves += n
	}
	flush()
	return out
}

// tree is the rounds of a page as trees growing to the left.
type tree struct {
	column   map[int]int
	match    map[int]*BracketMatch
	children map[int][]int
	roots    []int
}

func newTree(rounds []BracketRound) *tree {
	t := &tree{column: map[int]int{}, match: map[int]*BracketMatch{}, children: map[int][]int{}}
	parent := map[int]bool{}
	for c, r := range rounds {
		for i := range r.Matches {
			m := &r.Matches[i]
			t.column[m.ID], t.match[m.ID] = c, m
			for _, from := range m.From {
				if column, ok := t.column[from]; ok && column < c && !parent[from] {
					t.children[m.ID] = append(t.children[m.ID], from)
					parent[from] = true
				}
			}
		}
	}
	for _, r := range rounds {
		for _, m := range r.Matches {
			if !parent[m.ID] {
				t.roots = append(t.roots, m.ID)
			}
		}
	}
	return t
}

// height returns how many matches stand below each other, at least one.
func (t *tree) height() int {
	n := 0
	for _, root := range t.roots {
		n += t.leaves(root)
	}
	return max(n, 1)
}

func (t *tree) leaves(id int) int {
	n := 0
	for _, child := range t.children[id] {
		n += t.leaves(child)
	}
	return max(n, 1)
}

func (t *tree) collect(id int, members map[int]bool) {
	members[id] = true
	for _, child := range t.children[id] {
		t.collect(child, members)
	}
}

// rows are the rows in which the matches of a tree stand, by the middle of each box, and
// the next free row in the column of the first round and in that of all others.
type rows struct {
	at          map[int]float32
	first, next float32
}

// place assigns rows to a match and all before it: it stands between its two feeder
// matches, those of the first round beside it. No two of the later rounds have the same
// row, so that they can share a column, and a line between two of them only passes
// matches of earlier rounds, which end further left.
func (t *tree) place(id int, r *rows) {
	if t.column[id] == 0 {
		r.at[id] = r.first
		r.first += matchPitch
		return
	}
	var first, later []int
	for _, child := range t.children[id] {
		if t.column[child] == 0 {
			first = append(first, child)
		} else {
			later = append(later, child)
		}
	}
	before := (len(later) + 1) / 2
	for _, child := range later[:before] {
		t.place(child, r)
	}
	half := float32(max(len(first)-1, 0)) * matchPitch / 2
	if len(first) > 0 {
		r.next = max(r.next, r.first+half)
		r.first = r.next - half
	}
	for _, child := range first {
		t.place(child, r)
	}
	r.at[id] = r.next
	r.next += matchPitch
	for _, child := range later[before:] {
		t.place(child, r)
	}
}

// bracket draws a piece; titled puts the name of its part above it.
func (p *page) bracket(b bracketPiece, titled bool) {
	if titled {
		p.put(margin, p.y+14, label{text: p.named(b.part), size: bodySize, style: style{bold: true}, colour: p.colours.accent})
		p.y += 26
		p.fact("%s", p.named(b.part))
	}
	last := max(len(b.rounds)-1, 0)
	steps := float32(max(last-1, 0))
	width := min((inner-columnSpace-steps*indent)/2, 250)
	columnX := func(c int) float32 {
		if c == 0 {
			return margin
		}
		return margin + width + columnSpace + float32(c-1)*indent
	}
	for c := range b.rounds[:min(len(b.rounds), 2)] {
		p.put(columnX(c), p.y+14, label{text: clean(b.rounds[c].Name), size: smallSize, style: style{bold: true}, colour: p.colours.muted, width: width})
	}
	p.y += 26
	t := newTree(b.rounds)
	top := p.y + labelHeight + matchHeight/2
	r := rows{at: map[int]float32{}, first: top, next: top}
	for _, root := range t.roots {
		t.place(root, &r)
	}
	// A line from the first round enters at the side, others from above or below. The boxes
	// cover their ends.
	room := map[int]float32{} // for the label of a match
	for c, round := range b.rounds {
		for _, m := range round.Matches {
			x, y := columnX(c), r.at[m.ID]
			room[m.ID] = width
			for _, child := range t.children[m.ID] {
				from, y0, y1 := columnX(t.column[child])+width, r.at[child], y
				bend := from + indent/2
				switch {
				case t.column[child] == 0:
					bend = from + columnSpace/2
					p.rect(box{bend, y - 1, x - bend, 2}, p.colours.line)
				case y0 < y:
					y1 -= matchHeight / 2
					room[m.ID] = min(room[m.ID], bend-8-x)
				default:
					y1 += matchHeight / 2
				}
				p.rect(box{from, y0 - 1, bend - from, 2}, p.colours.line)
				p.rect(box{bend - 1, min(y0, y1) - 1, 2, max(y0, y1) - min(y0, y1) + 2}, p.colours.line)
			}
		}
	}
	for c, round := range b.rounds {
		for i := range round.Matches {
			m := &round.Matches[i]
			p.match(m, round.Name, box{columnX(c), r.at[m.ID] - matchHeight/2, width, matchHeight}, room[m.ID], c > 1)
		}
	}
	free := &r.next // below the last of its column
	if last == 0 {
		free = &r.first
	}
	for _, round := range b.third {
		for i := range round.Matches {
			m := &round.Matches[i]
			p.match(m, round.Name, box{columnX(last), *free - matchHeight/2, width, matchHeight}, width, true)
			*free += matchPitch
		}
	}
	if len(r.at)+len(b.third) > 0 {
		p.y = max(r.first, r.next) - labelHeight - matchHeight/2
	}
}

// match draws the box of a match: the winner bold, beside a bar, on a lighter ground; the
// loser in the secondary colour. room is the space above it for its label and, if named,
// the name of its round.
func (p *page) match(m *BracketMatch, round string, b box, room float32, named bool) {
	x := b.x
	if text := clean(m.Label); text != "" {
		x += p.put(x, b.y-5, label{text: text, size: smallSize, colour: p.colours.muted, width: room}) + 8
	}
	if named {
		p.put(x, b.y-5, label{text: clean(round), size: smallSize, style: style{bold: true}, colour: p.colours.muted, width: b.x + room - x})
	}
	p.frame(b, 6, 1.5, p.colours.line, p.colours.panel)
	seed, score := float32(0), float32(0)
	for i := range m.Sides {
		seed = max(seed, p.measure(clean(m.Sides[i].Seed), smallSize, style{tabular: true}))
		score = max(score, p.measure(clean(m.Sides[i].Score), smallSize, style{bold: true, tabular: true}))
	}
	score = min(score, b.w/3)
	for i := range m.Sides {
		side := &m.Sides[i]
		won := m.Winner == i+1
		slot := box{b.x, b.y + float32(i)*slotHeight, b.w, slotHeight}
		y := slot.middle() + 0.5 - float32(i)
		ink := p.colours.text
		if m.Winner != 0 && !won {
			ink = p.colours.muted
		}
		if won {
			p.rounded(box{slot.x + 4, slot.y + 6, 4, slot.h - 12}, 2, p.colours.good)
		}
		x, end := slot.x+13, slot.right()-9
		if seed > 0 {
			p.put(x+seed, middle(y, smallSize), label{text: clean(side.Seed), size: smallSize, style: style{tabular: true}, colour: p.colours.muted, align: right})
			x += seed + 7
		}
		if score > 0 {
			p.put(end, middle(y, smallSize), label{text: clean(side.Score), size: smallSize, style: style{bold: won, tabular: true}, colour: ink, align: right, width: score})
			end -= score + 7
		}
		l := label{size: smallSize, style: style{bold: won}, colour: ink, width: end - x}
		switch {
		case side.Bye:
			l.text, l.colour = p.say("picture.bye"), p.colours.muted
		case side.Name == "":
			l.text, l.colour = clean(side.Pending), p.colours.muted
		default:
			l.text = p.cleanName(side.Name)
		}
		p.put(x, middle(y, smallSize), l)
	}
	p.rect(box{b.x + 8, b.middle() - 0.5, b.w - 16, 1}, p.colours.rule)
	p.fact("%s", p.describe(m, round))
}

// describe returns a sentence about a match.
func (p *page) describe(m *BracketMatch, round string) string {
	sides := [2]string{}
	for i := range m.Sides {
		side := &m.Sides[i]
		switch {
		case side.Bye:
			sides[i] = p.say("picture.bye")
		case side.Name != "":
			sides[i] = p.nameInText(side.Name)
			if seed := textInText(side.Seed); seed != "" {
				sides[i] = p.say("picture.seed", "player", sides[i], "seed", seed)
			}
		case side.Pending != "":
			sides[i] = textInText(side.Pending)
		default:
			sides[i] = p.say("picture.unknown")
		}
	}
	out := strings.Join(nonEmpty(textInText(round), textInText(m.Label)), ", ") + ": " + p.say("picture.versus", "first", sides[0], "second", sides[1])
	if score := nonEmpty(textInText(m.Sides[0].Score), textInText(m.Sides[1].Score)); len(score) == 2 {
		out += ", " + p.say("picture.score", "first", score[0], "second", score[1])
	} else if len(score) == 1 {
		out += ", " + score[0]
	}
	if m.Winner != 0 && !m.Sides[2-m.Winner].Bye {
		out += ", " + p.say("picture.won_by", "player", p.nameInText(m.Sides[m.Winner-1].Name))
	}
	return out
}

// places lists the final places, the winner first and larger.
func (p *page) places(places []BracketPlace) {
	if len(places) == 0 {
		return
	}
	p.y += 10
	p.rect(box{margin, p.y, inner, 1}, p.colours.line)
	p.y += 8
	width := float32(0)
	for _, place := range places {
		width = max(width, p.measure(clean(place.Place), bodySize, style{bold: true, tabular: true}))
	}
	for i, place := range places {
		size, bold := float32(bodySize), false
		if i == 0 {
			size, bold = 20, true
		}
		y := p.y + 16
		p.put(margin+8+width, middle(y, bodySize), label{text: clean(place.Place), style: style{bold: true, tabular: true}, colour: p.colours.muted, align: right})
		x := margin + 8 + width + 14
		w := p.put(x, middle(y, size), label{text: p.cleanName(place.Name), size: size, style: style{bold: bold}, colour: p.colours.text, width: pageWidth - margin - x - 30})
		if i == 0 {
			p.cup(point{x + w + 18, y}, 1, p.colours.good)
		}
		p.y += 32
		p.fact("%s", p.say("picture.place", "place", textInText(place.Place), "player", p.nameInText(place.Name)))
	}
}

// cup draws a winner's cup, 18 by 18 times its scale, around a point.
func (p *page) cup(at point, scale float32, c color.RGBA) {
	on := func(x, y float32) point { return point{at.x + scale*x, at.y + scale*y} }
	var o outline
	o.move(on(-6, -9))
	o.lineTo(on(6, -9))
	o.cube(on(6, -1), on(4, 2), on(1.2, 3))
	o.lineTo(on(1.2, 6))
	o.lineTo(on(-1.2, 6))
	o.lineTo(on(-1.2, 3))
	o.cube(on(-4, 2), on(-6, -1), on(-6, -9))
	o.rounded(box{at.x - scale*5, at.y + scale*6, scale * 10, scale * 3}, scale)
	p.fill(o, c)
	for _, side := range []float32{-1, 1} {
		p.stroke(1.8*scale, c, on(side*6, -7), on(side*9, -7), on(side*8.4, -3), on(side*5, -0.6))
	}
}
