package pictures

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// shades is the number of steps of coverage at an edge. Sixteen look like 256 and keep a
// picture without emoji within the 256 colours of a paletted PNG.
const shades = 15

// raster draws scenes into pixels, one after the other. Drawn letters and memory are
// reused for the next scene.
type raster struct {
	fonts  *fontSet
	scale  float32
	whole  image.Rectangle
	img    *image.RGBA // the part of the whole that is being drawn
	out    encoder
	filler *vector.Rasterizer
	mask   *image.Alpha
	glyphs map[glyphKey]glyphMask
	faces  map[fontIndex]*font.Face
}

// maxCachedGlyphs bounds the memory of a raster that is reused: a letter takes about a
// kilobyte. A full cache is emptied.
const maxCachedGlyphs = 4096

// glyphKey is a glyph at a size, shifted right by quarters of a pixel.
type glyphKey struct {
	font    fontIndex
	id      font.GID
	size    float32
	quarter uint8
}

// glyphMask is a drawn glyph: a coverage mask, or a colour picture. Its
// bounds are relative to the glyph's origin.
type glyphMask struct {
	alpha  *image.Alpha
	colour *image.RGBA
}

func newRaster(fonts *fontSet) *raster {
	return &raster{
		fonts: fonts, img: &image.RGBA{}, filler: vector.NewRasterizer(0, 0), mask: &image.Alpha{},
		glyphs: map[glyphKey]glyphMask{}, faces: map[fontIndex]*font.Face{},
	}
}

// bandHeight is how many rows of pixels are drawn at a time: as many as fit in a
// processor's cache. A whole picture would take over 10 MB.
const bandHeight = 128

// png draws the scene, with scale pixels to a layout pixel.
func (r *raster) png(s *scene, scale int) []byte {
	r.out.begin()
	for top, whole := 0, s.bounds(scale); top < whole.Max.Y; top += bandHeight {
		r.begin(s, scale, image.Rect(0, top, whole.Max.X, top+bandHeight))
		for i := range s.ops {
			r.draw(&s.ops[i])
		}
		r.out.add(r.img.Pix)
	}
	return r.out.file(r.whole)
}

// bounds returns the scene's size in pixels.
func (s *scene) bounds(scale int) image.Rectangle {
	return image.Rect(0, 0, int(s.width)*scale, int(s.height)*scale)
}

// begin starts a part of the scene's picture with its ground.
func (r *raster) begin(s *scene, scale int, part image.Rectangle) {
	r.scale, r.whole = float32(scale), s.bounds(scale)
	part = part.Intersect(r.whole)
	pix := r.img.Pix
	if need := 4 * part.Dx() * part.Dy(); cap(pix) < need {
		pix = make([]uint8, need)
	} else {
		pix = pix[:need]
	}
	*r.img = image.RGBA{Pix: pix, Stride: 4 * part.Dx(), Rect: part}
	if len(r.glyphs) > maxCachedGlyphs {
		clear(r.glyphs)
	}
	fill(r.img, part, s.ground)
}

func (r *raster) draw(o *op) {
	switch {
	case o.text != nil:
		r.text(o)
	case o.shape != nil:
		r.shape(o)
	default:
		r.rect(o)
	}
}

func round(f float32) int { return int(math.Floor(float64(f) + 0.5)) }

// rect fills a rectangle with its edges moved to the pixel grid, at least one
// pixel thick: hairlines stay crisp.
func (r *raster) rect(o *op) {
	x0, y0 := round(o.rect.x*r.scale), round(o.rect.y*r.scale)
	x1 := max(round(o.rect.right()*r.scale), x0+1)
	y1 := max(round(o.rect.bottom()*r.scale), y0+1)
	fill(r.img, image.Rect(x0, y0, x1, y1), o.colour)
}

func fill(img *image.RGBA, area image.Rectangle, c color.RGBA) {
	area = area.Intersect(img.Bounds())
	if area.Empty() {
		return
	}
	first := img.Pix[img.PixOffset(area.Min.X, area.Min.Y):][:4*area.Dx()]
	for i := 0; i < len(first); i += 4 {
		first[i], first[i+1], first[i+2], first[i+3] = c.R, c.G, c.B, c.A
	}
	for y := area.Min.Y + 1; y < area.Max.Y; y++ {
		copy(img.Pix[img.PixOffset(area.Min.X, y):], first)
	}
}

// shape fills an outline.
func (r *raster) shape(o *op) {
	low, high := o.shape[0].to, o.shape[0].to
	for _, s := range o.shape {
		low = point{min(low.x, s.to.x), min(low.y, s.to.y)}
		high = point{max(high.x, s.to.x), max(high.y, s.to.y)}
	}
	area := image.Rect(
		int(math.Floor(float64(low.x*r.scale)))-1, int(math.Floor(float64(low.y*r.scale)))-1,
		int(math.Ceil(float64(high.x*r.scale)))+1, int(math.Ceil(float64(high.y*r.scale)))+1,
	).Intersect(r.whole)
	// The whole shape is filled and only the rows of this band are used, so that an edge has
	// the same bits wherever bands end.
	if area.Intersect(r.img.Rect).Empty() {
		return
	}
	r.filler.Reset(area.Dx(), area.Dy())
	dx, dy := float32(area.Min.X), float32(area.Min.Y)
	at := func(p point) (x, y float32) { return p.x*r.scale - dx, p.y*r.scale - dy }
	for i, s := range o.shape {
		x, y := at(s.to)
		switch s.kind {
		case moveTo:
			if i > 0 {
				r.filler.ClosePath()
			}
			r.filler.MoveTo(x, y)
		case lineTo:
			r.filler.LineTo(x, y)
		case cubeTo:
			x1, y1 := at(s.c1)
			x2, y2 := at(s.c2)
			r.filler.CubeTo(x1, y1, x2, y2, x, y)
		}
	}
	r.filler.ClosePath()
	if need := area.Dx() * area.Dy(); cap(r.mask.Pix) < need {
		r.mask.Pix = make([]uint8, need)
	}
	*r.mask = image.Alpha{Pix: r.mask.Pix[:area.Dx()*area.Dy()], Stride: area.Dx(), Rect: image.Rect(0, 0, area.Dx(), area.Dy())}
	clear(r.mask.Pix)
	r.filler.Draw(r.mask, r.mask.Rect, image.Opaque, image.Point{})
	r.blend(r.mask, area.Min, o.colour)
}

// blend lays colour over the picture where the mask covers it. The mask's
// bounds are moved by at.
func (r *raster) blend(mask *image.Alpha, at image.Point, c color.RGBA) {
	area := mask.Rect.Add(at).Intersect(r.img.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		from := mask.Pix[mask.PixOffset(area.Min.X-at.X, y-at.Y):][:area.Dx()]
		into := r.img.Pix[r.img.PixOffset(area.Min.X, y):][:4*area.Dx()]
		for i, coverage := range from {
			a := (uint32(coverage)*shades + 127) / 255
			if a == 0 {
				continue
			}
			p := into[4*i : 4*i+4 : 4*i+4]
			if a == shades {
				p[0], p[1], p[2] = c.R, c.G, c.B
				continue
			}
			p[0] = mix(p[0], c.R, a)
			p[1] = mix(p[1], c.G, a)
			p[2] = mix(p[2], c.B, a)
		}
	}
}

func mix(under, over uint8, a uint32) uint8 {
	return uint8((uint32(under)*(shades-a) + uint32(over)*a + shades/2) / shades)
}

// tallest is an upper bound, in em, of how far a glyph reaches above or below its origin.
const tallest = 4

// text draws a line of text on a whole pixel row, glyphs on quarter pixels.
func (r *raster) text(o *op) {
	size := o.size * r.scale
	baseline := round(o.at.y * r.scale)
	for _, run := range o.text.runs {
		copies := 1
		if run.bolden {
			copies = 2
		}
		for _, g := range run.glyphs {
			for c := range copies {
				x := o.at.x*r.scale + (g.x+float32(c)*emboldening)*size
				whole := math.Floor(float64(x))
				quarter := uint8((float64(x) - whole) * 4)
				y := baseline + round(g.y*size)
				if reach := int(tallest * size * run.scale); y < r.img.Rect.Min.Y-reach || y > r.img.Rect.Max.Y+reach {
					continue // in another band
				}
				r.glyph(glyphKey{run.font, g.id, size * run.scale, quarter}, image.Pt(int(whole), y), o.colour)
			}
		}
	}
}

func (r *raster) glyph(key glyphKey, at image.Point, c color.RGBA) {
	mask, ok := r.glyphs[key]
	if !ok {
		mask = r.drawGlyph(key)
		r.glyphs[key] = mask
	}
	switch {
	case mask.alpha != nil:
		r.blend(mask.alpha, at, c)
	case mask.colour != nil:
		draw.Draw(r.img, mask.colour.Rect.Add(at), mask.colour, mask.colour.Rect.Min, draw.Over)
	}
}

func (r *raster) face(index fontIndex) *font.Face {
	face, ok := r.faces[index]
	if !ok {
		face = r.fonts.glyphs(index)
		r.faces[index] = face
	}
	return face
}

func (r *raster) drawGlyph(key glyphKey) glyphMask {
	face := r.face(key.font)
	if key.font == emojiFont {
		return drawEmoji(face, key)
	}
	glyph, ok := face.GlyphDataOutline(key.id)
	if !ok || len(glyph.Segments) == 0 {
		return glyphMask{}
	}
	scale := key.size / float32(face.Upem())
	shift := float32(key.quarter) / 4
	at := func(p ot.SegmentPoint) (x, y float32) { return p.X*scale + shift, -p.Y * scale }
	low, high := point{math.MaxFloat32, math.MaxFloat32}, point{-math.MaxFloat32, -math.MaxFloat32}
	for i := range glyph.Segments {
		for _, p := range glyph.Segments[i].ArgsSlice() {
			x, y := at(p)
			low = point{min(low.x, x), min(low.y, y)}
			high = point{max(high.x, x), max(high.y, y)}
		}
	}
	area := image.Rect(int(math.Floor(float64(low.x))), int(math.Floor(float64(low.y))),
		int(math.Ceil(float64(high.x)))+1, int(math.Ceil(float64(high.y)))+1)
	r.filler.Reset(area.Dx(), area.Dy())
	dx, dy := float32(area.Min.X), float32(area.Min.Y)
	for i, s := range glyph.Segments {
		p := s.ArgsSlice()
		var xy [6]float32
		for k := range p {
			x, y := at(p[k])
			xy[2*k], xy[2*k+1] = x-dx, y-dy
		}
		switch s.Op {
		case ot.SegmentOpMoveTo:
			if i > 0 {
				r.filler.ClosePath()
			}
			r.filler.MoveTo(xy[0], xy[1])
		case ot.SegmentOpLineTo:
			r.filler.LineTo(xy[0], xy[1])
		case ot.SegmentOpQuadTo:
			r.filler.QuadTo(xy[0], xy[1], xy[2], xy[3])
		case ot.SegmentOpCubeTo:
			r.filler.CubeTo(xy[0], xy[1], xy[2], xy[3], xy[4], xy[5])
		}
	}
	r.filler.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, area.Dx(), area.Dy()))
	r.filler.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	mask.Rect = area
	return glyphMask{alpha: mask}
}

// emojiBox returns where an emoji lies around its origin, in em of its run: Noto's
// pictures are 136 by 128 for 109 pixels to the em, a little below the baseline.
func emojiBox() box { return box{0, -101.0 / 109, 136.0 / 109, 128.0 / 109} }

func drawEmoji(face *font.Face, key glyphKey) glyphMask {
	bitmap, ok := face.GlyphDataBitmap(key.id)
	if !ok || bitmap.Format != font.PNG {
		return glyphMask{}
	}
	picture, err := png.Decode(bytes.NewReader(bitmap.Data))
	if err != nil {
		return glyphMask{}
	}
	b := emojiBox()
	area := image.Rect(round(b.x*key.size), round(b.y*key.size), round(b.right()*key.size), round(b.bottom()*key.size))
	scaled := image.NewRGBA(area)
	draw.CatmullRom.Scale(scaled, area, picture, picture.Bounds(), draw.Src, nil)
	return glyphMask{colour: scaled}
}
