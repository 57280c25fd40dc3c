package pictures

import (
	"sort"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

const (
	// em is the size at which text is shaped; measures are scaled from it.
	em = 1000
	// emojiSize is the size of emoji beside text of size 1: the pictures fill a quarter more
	// than their em, which is too large in a line.
	emojiSize = 0.88
	// capHeight and xHeight of Inter, in em.
	capHeight = 0.727
	// emboldening is how far apart, in em, the two copies are that make a bold
	// of a regular outline.
	emboldening = 0.035
	ellipsis    = "…"
)

// style is the look of a text except its size.
type style struct {
	bold bool
	// tabular gives every digit the same width, so that figures align.
	tabular bool
}

// placedGlyph is one glyph of a run with its place from the start of the
// line, in em; y grows downward.
type placedGlyph struct {
	id   font.GID
	x, y float32
}

// run is a stretch of one line in one font.
type run struct {
	font   fontIndex
	bolden bool
	scale  float32
	glyphs []placedGlyph
}

// line is shaped text, in visual order. It is immutable.
type line struct {
	runs  []run
	width float32 // in em
	text  string  // what is shown, in logical order
}

// typesetter turns text into lines. It has caches and is for one goroutine at a time.
type typesetter struct {
	fonts  *fontSet
	faces  []*font.Face
	shaper shaping.HarfbuzzShaper
	bidi   bidi.Paragraph
	lines  map[lineKey]*line
	chosen map[rune]fontIndex
}

type lineKey struct {
	text  string
	style style
}

// maxCachedLines bounds the memory of a typesetter that is reused; a full cache is
// emptied.
const maxCachedLines = 8192

func newTypesetter(fonts *fontSet) *typesetter {
	t := &typesetter{
		fonts: fonts, faces: make([]*font.Face, len(fonts.fonts)),
		lines: map[lineKey]*line{}, chosen: map[rune]fontIndex{},
	}
	t.shaper.SetFontCacheSize(len(fonts.fonts))
	return t
}

func (t *typesetter) face(index fontIndex) *font.Face {
	if t.faces[index] == nil {
		t.faces[index] = t.fonts.face(index)
	}
	return t.faces[index]
}

// shape sets a cleaned text as a paragraph of its own: its first letter gives its
// direction, and nothing in it affects other texts.
func (t *typesetter) shape(text string, s style) *line {
	key := lineKey{text, s}
	if l, ok := t.lines[key]; ok {
		return l
	}
	l := t.shapeRunes([]rune(text), s)
	if len(t.lines) >= maxCachedLines {
		clear(t.lines)
	}
	t.lines[key] = l
	return l
}

func (t *typesetter) shapeRunes(text []rune, s style) *line {
	l := &line{text: string(text)}
	features := []shaping.FontFeature{}
	if s.tabular {
		features = append(features, shaping.FontFeature{Tag: ot.MustNewTag("tnum"), Value: 1})
	}
	for _, piece := range t.pieces(text) {
		r := run{font: piece.font, scale: 1}
		if s.bold {
			r.font = t.fonts.fonts[piece.font].bold
			r.bolden = r.font == piece.font && piece.font != emojiFont
		}
		if piece.font == emojiFont {
			r.scale = emojiSize
		}
		direction := di.DirectionLTR
		if piece.level%2 == 1 {
			direction = di.DirectionRTL
		}
		out := t.shaper.ShapeNoExtents(shaping.Input{
			Text: text, RunStart: piece.start, RunEnd: piece.end,
			Direction: direction, Face: t.face(r.font), FontFeatures: features,
			Size: fixed.I(em), Script: piece.script, Language: "en",
		})
		r.glyphs = make([]placedGlyph, len(out.Glyphs))
		for i, g := range out.Glyphs {
			r.glyphs[i] = placedGlyph{
				id: g.GlyphID,
				x:  l.width + r.scale*emOf(g.XOffset),
				y:  -r.scale * emOf(g.YOffset),
			}
			l.width += r.scale * emOf(g.Advance)
			if r.bolden && g.Advance != 0 {
				l.width += emboldening
			}
		}
		l.runs = append(l.runs, r)
	}
	return l
}

func emOf(f fixed.Int26_6) float32 { return float32(f) / 64 / em }

// piece is a stretch of text with one font, one direction and one script.
type piece struct {
	start, end int
	font       fontIndex
	level      bidi.Level
	script     language.Script
}

// pieces splits text and returns the parts in visual order (Unicode annex 9,
// rule L2).
func (t *typesetter) pieces(text []rune) []piece {
	if len(text) == 0 {
		return nil
	}
	levels := make([]bidi.Level, len(text))
	runs := t.bidi.Segment(text, bidi.Neutral)
	for i := range runs.NumRuns() {
		r := runs.Run(i)
		for k := r.Start; k < r.End; k++ {
			levels[k] = r.Level
		}
	}
	var out []piece
	start := 0
	for _, cluster := range graphemes(text) {
		next := piece{
			start: start, end: start + len(cluster), level: levels[start],
			font: t.choose(cluster), script: scriptOf(cluster),
		}
		start = next.end
		if len(out) == 0 {
			out = append(out, next)
			continue
		}
		last := &out[len(out)-1]
		// A space belongs to the word before it, so that a phrase is one run.
		if cluster[0] == ' ' && last.font != emojiFont && t.fonts.covers(last.font, ' ') {
			next.font = last.font
		}
		if next.script == language.Common {
			next.script = last.script
		} else if last.script == language.Common {
			last.script = next.script
		}
		if next.font == last.font && next.level == last.level && next.script == last.script {
			last.end = next.end
		} else {
			out = append(out, next)
		}
	}
	reorder(out)
	return out
}

// choose is fontSet.choose with a cache for single characters.
func (t *typesetter) choose(cluster []rune) fontIndex {
	if len(cluster) > 1 {
		return t.fonts.choose(cluster)
	}
	index, ok := t.chosen[cluster[0]]
	if !ok {
		index = t.fonts.choose(cluster)
		t.chosen[cluster[0]] = index
	}
	return index
}

// scriptOf returns the script of the first character of a cluster that has one.
func scriptOf(cluster []rune) language.Script {
	for _, r := range cluster {
		if s := language.LookupScript(r); s != language.Inherited && s != language.Common {
			return s
		}
	}
	return language.Common
}

// reorder puts pieces from logical into visual order.
func reorder(pieces []piece) {
	highest := bidi.Level(0)
	for _, p := range pieces {
		highest = max(highest, p.level)
	}
	for level := highest; level > 0; level-- {
		for i := 0; i < len(pieces); i++ {
			end := i
			for end < len(pieces) && pieces[end].level >= level {
				end++
			}
			for a, b := i, end-1; a < b; a, b = a+1, b-1 {
				pieces[a], pieces[b] = pieces[b], pieces[a]
			}
			i = max(i, end-1)
		}
	}
}

// fit sets text in at most width em. A text that is too wide is cut between visible
// characters and ends in an ellipsis; if not even that fits, the line is empty.
func (t *typesetter) fit(text string, s style, width float32) *line {
	whole := t.shape(text, s)
	if whole.width <= width {
		return whole
	}
	clusters := graphemes([]rune(text))
	shortened := func(n int) *line {
		var head []rune
		for _, c := range clusters[:n] {
			head = append(head, c...)
		}
		for len(head) > 0 && head[len(head)-1] == ' ' {
			head = head[:len(head)-1]
		}
		return t.shapeRunes(append(head, []rune(ellipsis)...), s)
	}
	// n is the first count that is too wide. Widths grow with the count except for kerning
	// and joining, so the loop below may step back.
	n := sort.Search(len(clusters), func(n int) bool { return shortened(n).width > width })
	for n > 0 {
		n--
		if l := shortened(n); l.width <= width {
			return l
		}
	}
	return &line{}
}
