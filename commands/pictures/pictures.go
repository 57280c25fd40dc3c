// Package pictures draws tables, brackets and plots of a tournament as PNG
// and as SVG. It draws from plain structs, knows nothing of tournaments and
// imports nothing of ours.
//
// # What every picture keeps to
//
// A picture is laid out 550 pixels wide, the width at which Discord shows
// one, and no text in it is smaller than 14 of these pixels. Options.Scale
// says how many pixels of the PNG one of them becomes; 2, the default, is
// sharp on a phone. Long tables become several pictures instead of smaller
// ones; a bracket of up to 32 is one picture, as high as it has to be.
//
// Nothing is told by colour alone: a winner is bold and ticked, a cut is a
// labelled line, players beyond the cut have hatched bars. Text has a contrast
// of at least 4.5:1, bars, marks and meaningful lines one of 3:1, in both
// themes.
//
// Every picture comes with an alt text of at most 1,024 UTF-16 units, which is
// what Discord takes, and with a Text that tells the same facts in full. Both
// are plain text: who sends them as markdown must escape them.
//
// # Names
//
// Names are taken as they come and may be hostile. Controls, bidirectional
// overrides and invisible fillers are shown as nothing, accents are cut after
// three to a letter, line ends become spaces, and a name with nothing visible
// in it is shown as nameless. Each text is a paragraph of its own: its
// direction follows its first letter, and nothing in it turns its neighbours
// round. What is too wide is cut between visible characters and ends in an
// ellipsis. Text, alt text included, passes through the same filter; there a
// text that runs from right to left is wrapped in Unicode isolates.
//
// # Fonts
//
// Inter sets Latin, Greek and Cyrillic; Noto Sans fonts set Chinese,
// Japanese, Korean, Thai, Arabic, Hebrew, Devanagari and two dozen other
// scripts; Noto Color Emoji draws emoji. They are embedded, all under the SIL
// Open Font License (fonts/OFL.txt), and fonts/make.py says how they were
// made. Ideographs have their Japanese shapes. A character no font has is
// drawn as a box.
//
// # Same data, same bytes
//
// Drawing depends on nothing but its arguments: the same data and options
// give the same bytes on the same platform. Across processors the rounding of
// edges may differ by a shade.
//
// # What there is
//
//	TableData       players with any columns, the cut as a line; 32 rows each
//	PairingsData    24 tables of two each, or 8 of three and more
//	BracketData     single and double elimination; one picture for up to 32
//	CrosstableData  a round robin, about 9 columns and 24 rows each
//	SeatingData     a draft table of 2 to 16 seats and the way of the packs
//	ScheduleData    tables with winds, 12 each, rounds kept together
//	ChancesData     chances of the cut as bars with intervals, 24 players each
//	PointsData      how many end on how many points, the bubble marked
//	LuckData        the spread of luck and one player's place in it
//	CourseData      a chance over the rounds, as a line with a band
//
// Each has Draw, which returns pictures that are rendered when PNG or SVG is called.
// testdata shows what they look like.
//
// # How it works
//
// A picture is built as a scene: a list of filled rectangles, outlines and lines of
// text. go-text/typesetting shapes the text. raster.go fills outlines, 128 rows of
// pixels at a time; palette.go writes a PNG with at most 256 colours; svg.go writes
// the same outlines as paths.
//
// In a bracket of up to 32 the first round has a column of its own, and all later
// rounds share the other: each match has a row between those its players come from, a
// step further right. So text stays legible at a width of 550
// (TestABracketOfUpTo32IsOneClearPicture).
//
// Chances are never rounded to certainty: 0% and 100% are kept for what is proved or
// was never otherwise in any trial, and interval ends are rounded outward.
//
// The fonts are 6.6 MB in the program, 18.1 MB unpacked, and 27 MiB of memory when
// all are parsed. Each is unpacked when a name first needs it. Chinese names have
// Japanese shapes of their characters; ideographs of the extensions A and B are boxes,
// save those of JIS X 0213; emoji newer than Unicode 15 are boxes.
//
// # Golden pictures
//
// go test ./commands/pictures -run Golden compares all kinds in both themes with
// testdata, with a tolerance of 2 per channel. Where a picture differs, *.got.png and
// *.diff.png are written beside it. After a wanted change make golden writes them anew;
// look at them. They were made on amd64; elsewhere rounding may move single edge pixels.
// docs/reports/speed.md has times and sizes.
package pictures

import (
	"fmt"
	"strings"
	"sync"
)

// Painter draws pictures. It is safe for concurrent use.
type Painter struct {
	fonts *fontSet
	// Typesetters and rasters are reused because their caches are worth keeping.
	typesetters, rasters sync.Pool
}

// New parses the fonts for Latin, Greek and Cyrillic; the others are unpacked
// when a name first needs them. One Painter serves a whole program. An error
// means that the program was built with broken fonts.
func New() (*Painter, error) {
	fonts, err := loadFonts()
	if err != nil {
		return nil, err
	}
	p := &Painter{fonts: fonts}
	p.typesetters.New = func() any { return newTypesetter(fonts) }
	p.rasters.New = func() any { return newRaster(fonts) }
	return p, nil
}

// Options are the look of a picture. The zero value is the dark theme at scale 2.
type Options struct {
	Theme Theme
	// Scale is the pixels of the PNG for one layout pixel, 1 to 4; 0 means 2.
	Scale int
	// Say returns the words of a key, with arguments in pairs of name and value;
	// nil = the bare keys.
	Say Words
}

// Words returns the text of a key in some language. Arguments are strings and ints, in
// pairs of name and value; the one named "n" chooses the plural.
type Words func(key string, args ...any) string

// bare returns the keys themselves, for a picture without words.
var bare Words = func(key string, args ...any) string {
	return strings.TrimSuffix(fmt.Sprintln(append([]any{key}, args...)...), "\n")
}

// maxScale keeps the largest page, some 3,700 layout pixels high, far below Discord's
// limits.
const maxScale = 4

func (o Options) check() (Options, error) {
	if o.Scale == 0 {
		o.Scale = 2
	}
	if o.Scale < 1 || o.Scale > maxScale {
		return o, fmt.Errorf("a picture's scale must be 1 to %d, not %d", maxScale, o.Scale)
	}
	if o.Say == nil {
		o.Say = bare
	}
	if o.Theme > Light {
		return o, fmt.Errorf("there is no picture theme %d; use Dark or Light", o.Theme)
	}
	return o, nil
}

// Picture is a drawing that is rendered on demand. It is immutable and safe for
// concurrent use.
type Picture struct {
	// Width and Height are the size of the PNG in pixels.
	Width, Height int
	// Alt describes the picture in at most 1,024 UTF-16 units.
	Alt string
	// Text tells all facts of the picture, one line each, without markdown.
	Text string

	title   string
	scale   int
	scene   *scene
	painter *Painter
}

// PNG renders the picture with a palette of at most 256 colours.
func (p Picture) PNG() []byte {
	r := p.painter.rasters.Get().(*raster)
	defer p.painter.rasters.Put(r)
	return r.png(p.scene, p.scale)
}

// SVG renders the picture with text as outlines; title and desc carry the
// heading and the alt text.
func (p Picture) SVG() []byte { return vectorise(p.painter.fonts, p.scene, p.title, p.Alt) }

// typesetter lends a typesetter; done returns it.
func (p *Painter) typesetter() (t *typesetter, done func()) {
	t = p.typesetters.Get().(*typesetter)
	return t, func() { p.typesetters.Put(t) }
}
