package pictures

import (
	"fmt"
	"strings"
)

// PodiumData is the result of an event: the winner and the next places.
type PodiumData struct {
	Title, Subtitle string // the event; game, players and day
	// Places are the best in order, the winners first; two to four of them are drawn.
	Places []BracketPlace
	// Final is the score of the last match, from the winner's side; may be empty.
	Final string
}

// The picture of a podium has the size of a card beside a link, 1200 by 675 pixels.
// Discord shows it smaller than others, so its text is larger.
const (
	podiumWidth  = 1200
	podiumHeight = 675
	podiumSmall  = 32
)

// podiumStep is one block of the podium.
type podiumStep struct {
	middle, width, height float32
	size, room            float32 // of the name
}

// podiumSteps are the blocks of the first, second and third place.
var podiumSteps = [3]podiumStep{{600, 360, 290, 72, 1060}, {228, 336, 200, 46, 336}, {972, 336, 160, 46, 336}}

// podium draws the first three on their blocks, and below them the players behind them or
// with the same place. It refuses a list without a winner.
func (pt *Painter) podium(d PodiumData, o Options) (Picture, error) {
	o, err := o.check()
	if err != nil {
		return Picture{}, err
	}
	if len(d.Places) == 0 {
		return Picture{}, fmt.Errorf("a podium needs a winner")
	}
	o.Scale = 1 // its layout is in pixels
	set, done := pt.typesetter()
	defer done()
	c := o.Theme.palette()
	p := &page{set: set, say: o.Say, colours: c, scene: &scene{width: podiumWidth, ground: c.ground}, title: clean(d.Title)}
	p.put(60, 76, label{text: p.title, size: 48, style: style{bold: true}, colour: c.text, width: podiumWidth - 120})
	p.put(60, 122, label{text: clean(d.Subtitle), size: podiumSmall, colour: c.muted, width: podiumWidth - 120})
	p.facts = []string{strings.Join(nonEmpty(textInText(d.Title), textInText(d.Subtitle)), ", ")}

	const base = podiumHeight - 20
	for i, b := range podiumSteps {
		if i >= len(d.Places) {
			break
		}
		top := base - b.height
		p.rounded(box{b.middle - b.width/2, top, b.width, b.height}, 10, c.panel)
		name, colour := p.cleanName(d.Places[i].Name), c.text
		if i == 0 {
			colour = c.accent
			p.cup(point{b.middle, top - 142}, 5, c.accent)
		}
		size := b.size
		for size > podiumSmall && p.measure(name, size, style{bold: true}) > b.room {
			size -= 2 // smaller is better than cut off
		}
		p.put(b.middle, top-24, label{text: name, size: size, style: style{bold: true}, colour: colour, align: centre, width: b.room})
		p.put(b.middle, top+68, label{text: d.Places[i].Place, size: 64, style: style{bold: true}, colour: c.muted, align: centre})
		p.fact("%s", p.say("picture.place", "place", d.Places[i].Place, "player", p.nameInText(d.Places[i].Name)))
	}
	if d.Final != "" {
		p.put(podiumSteps[0].middle, base-50, label{text: clean(d.Final), size: podiumSmall, style: style{tabular: true}, colour: c.text, align: centre, width: podiumSteps[0].width - 24})
		p.fact("%s", isolate(clean(d.Final)))
	}
	for i, more := range d.Places[min(len(d.Places), 3):min(len(d.Places), 4)] {
		// Two texts, so that right-to-left text does not move the number.
		const space = 16
		step, name := podiumSteps[2], p.cleanName(more.Name)
		place := p.measure(more.Place, podiumSmall, style{}) + space
		room := step.width - 24 - place
		x, y := step.middle-(place+min(room, p.measure(name, podiumSmall, style{})))/2, float32(base-32)-float32(i)*40
		p.put(x, y, label{text: more.Place, size: podiumSmall, colour: c.muted})
		p.put(x+place, y, label{text: name, size: podiumSmall, colour: c.muted, width: room})
		p.fact("%s", p.say("picture.place", "place", more.Place, "player", p.nameInText(more.Name)))
	}
	p.y = podiumHeight - margin
	return pt.finish(p, o), nil
}
