package pictures

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// shades is how many steps of coverage an edge has. Sixteen look like 256 and
// keep a picture without emoji within the 256 colours of a paletted PNG.
const shades = 15

// raster draws scenes into pixels, one after the other. What it has drawn of
// letters is kept for the next scene, and so is the memory of its picture.
type raster struct {
	fonts  *fontSet
	scale  float32
	img    *image.RGBA
	filler *vector.Rasterizer
	mask   *image.Alpha
	glyphs map[glyphKey]glyphMask
	faces  map[fontIndex]*font.Face
}

// maxCachedGlyphs bounds the memory of a raster that is used again and again: a
// letter takes about a kilobyte. A cache that is full is emptied.
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

// rasterise draws the scene, with scale pixels to a layout pixel. The picture
// is the raster's own and stands until the next one.
func (r *raster) rasterise(s *scene, scale int) *image.RGBA {
	r.begin(s, scale)
	for i := range s.ops {
		r.draw(&s.ops[i])
	}
	return r.img
}

// begin makes an empty picture of the scene's size and ground.
func (r *raster) begin(s *scene, scale int) {
	r.scale = float32(scale)
	bounds := image.Rect(0, 0, int(s.width)*scale, int(s.height)*scale)
	pix := r.img.Pix
	if need := 4 * bounds.Dx() * bounds.Dy(); cap(pix) < need {
		pix = make([]uint8, need)
	} else {
		pix = pix[:need]
	}
	*r.img = image.RGBA{Pix: pix, Stride: 4 * bounds.Dx(), Rect: bounds}
	if len(r.glyphs) > maxCachedGlyphs {
		clear(r.glyphs)
	}
	fill(r.img, bounds, s.ground)
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
	).Intersect(r.img.Bounds())
	if area.Empty() {
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
		face = r.fonts.face(index)
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

// emojiBox is where an emoji lies around its origin, in em of its run: Noto's
// pictures are 136 by 128 for 109 pixels to the em, a little below the
// baseline.
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

// mostUsed is how many colours stay exact where there are more than 256: all
// those of text and shapes, as a rule.
const mostUsed = 176

// encode writes the picture as a PNG with a palette. Where emoji bring more
// than 256 colours, the most used ones stay exact, those that differ most from
// them are added, and the others take the nearest.
func encode(img *image.RGBA) []byte {
	var h histogram
	type stretch struct {
		number uint16
		length uint32
	}
	stretches := make([]stretch, 0, len(img.Pix)/32)
	for pix := img.Pix; len(pix) > 0; {
		length := repeats(pix)
		n := h.number(pixel(pix))
		h.counts[n] += length
		stretches = append(stretches, stretch{n, uint32(length)})
		pix = pix[4*length:]
	}
	table, index := h.palette()
	out := image.NewPaletted(img.Rect, table)
	rest := out.Pix
	for _, s := range stretches {
		for i := range rest[:s.length] {
			rest[i] = index[s.number]
		}
		rest = rest[s.length:]
	}
	var file bytes.Buffer
	// Writing to a bytes.Buffer cannot fail, and the image has a palette of a
	// legal size, so neither can encoding. Better compression costs three
	// times the time and saves a fifth.
	_ = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, out)
	return file.Bytes()
}

// histogram numbers colours as they come and counts their pixels.
type histogram struct {
	colours []uint32
	counts  []int
	numbers map[uint32]uint16
	// recent finds a colour's number without the map.
	recent [1024]struct {
		colour uint32
		number uint16
		valid  bool
	}
}

// number is the colour's number. Beyond 65,535 colours, which no picture of
// this package comes near, further ones share the last number.
func (h *histogram) number(c uint32) uint16 {
	slot := &h.recent[(c*0x9E3779B1)>>22]
	if slot.valid && slot.colour == c {
		return slot.number
	}
	n, ok := h.numbers[c]
	if !ok {
		if h.numbers == nil {
			h.numbers = map[uint32]uint16{}
		}
		n = uint16(min(len(h.colours), math.MaxUint16))
		if int(n) == len(h.colours) {
			h.colours, h.counts = append(h.colours, c), append(h.counts, 0)
		}
		h.numbers[c] = n
	}
	slot.colour, slot.number, slot.valid = c, n, true
	return n
}

// palette is at most 256 colours and the place in it of every numbered one.
func (h *histogram) palette() (table color.Palette, index []uint8) {
	order := make([]int, len(h.colours))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(h.counts[b], h.counts[a]), cmp.Compare(h.colours[a], h.colours[b]))
	})
	index = make([]uint8, len(order))
	distance := make([]int, len(order)) // to the colour it takes, squared
	for n := range distance {
		distance[n] = math.MaxInt
	}
	keep := func(n int) {
		place := uint8(len(table))
		table = append(table, rgb(h.colours[n]))
		for k, c := range h.colours {
			if d := difference(c, h.colours[n]); d < distance[k] {
				distance[k], index[k] = d, place
			}
		}
	}
	exact := len(order)
	if exact > 256 {
		exact = mostUsed
	}
	for _, n := range order[:exact] {
		keep(n)
	}
	for rest := order[exact:]; len(rest) > 0 && len(table) < 256; {
		farthest := rest[0]
		for _, n := range rest {
			if distance[n] > distance[farthest] {
				farthest = n
			}
		}
		keep(farthest)
	}
	return table, index
}

// difference is the squared distance of two colours.
func difference(a, b uint32) int {
	sum := 0
	for shift := 0; shift <= 16; shift += 8 {
		d := int(a>>shift&0xFF) - int(b>>shift&0xFF)
		sum += d * d
	}
	return sum
}

// repeats is how many pixels at the start of pix are equal; it is looked for
// two at a time.
func repeats(pix []uint8) int {
	first := uint64(binary.LittleEndian.Uint32(pix))
	i := 4
	for pair := first<<32 | first; i+8 <= len(pix) && binary.LittleEndian.Uint64(pix[i:]) == pair; {
		i += 8
	}
	for i+4 <= len(pix) && uint64(binary.LittleEndian.Uint32(pix[i:])) == first {
		i += 4
	}
	return i / 4
}

// pixel is the colour of an opaque pixel as 0xRRGGBB.
func pixel(p []uint8) uint32 { return binary.BigEndian.Uint32(p) >> 8 }
