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
)

// mostUsed is how many colours stay exact if there are more than 256: usually all those
// of text and shapes.
const mostUsed = 176

// encoder writes pictures, whose pixels come in bands, as PNGs with a palette. If emoji
// bring more than 256 colours, the most used ones stay exact, those that differ most from
// them are added, and the others are replaced by the nearest. Its memory is reused for
// the next picture.
type encoder struct {
	colours   histogram
	stretches []stretch
	places    []uint8 // of the pixels, in the palette
	buffer    *png.EncoderBuffer
}

// stretch is a number of equal pixels in a row.
type stretch struct {
	number uint16 // of the colour, in the histogram
	length uint32
}

// begin forgets the last picture.
func (e *encoder) begin() { e.colours, e.stretches = histogram{}, e.stretches[:0] }

// add adds the next pixels, from left to right and from top to bottom.
func (e *encoder) add(pix []uint8) {
	for len(pix) > 0 {
		length := repeats(pix)
		n := e.colours.number(pixel(pix))
		e.colours.counts[n] += length
		e.stretches = append(e.stretches, stretch{n, uint32(length)})
		pix = pix[4*length:]
	}
}

// file returns the encoded picture, after all pixels have been added.
func (e *encoder) file(bounds image.Rectangle) []byte {
	table, index := e.colours.palette()
	if need := bounds.Dx() * bounds.Dy(); cap(e.places) < need {
		e.places = make([]uint8, need)
	}
	out := &image.Paletted{Pix: e.places[:bounds.Dx()*bounds.Dy()], Stride: bounds.Dx(), Rect: bounds, Palette: table}
	rest := out.Pix
	for _, s := range e.stretches {
		for i := range rest[:s.length] {
			rest[i] = index[s.number]
		}
		rest = rest[s.length:]
	}
	var file bytes.Buffer
	// Writing to a bytes.Buffer cannot fail, and the image has a palette of a
	// legal size, so neither can encoding. Better compression costs three
	// times the time and saves a fifth.
	_ = (&png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: e}).Encode(&file, out)
	return bytes.Clone(file.Bytes()) // without spare capacity
}

// Get implements [png.EncoderBufferPool].
func (e *encoder) Get() *png.EncoderBuffer { return e.buffer }

// Put implements [png.EncoderBufferPool].
func (e *encoder) Put(b *png.EncoderBuffer) { e.buffer = b }

// histogram numbers colours in order of appearance and counts their pixels.
type histogram struct {
	colours []uint32
	counts  []int
	numbers map[uint32]uint16
	// recent caches the numbers of colours.
	recent [1024]struct {
		colour uint32
		number uint16
		valid  bool
	}
}

// number returns the colour's number. Beyond 65,535 colours, far more than any picture of
// this package has, all others share the last number.
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

// palette returns at most 256 colours and, for each numbered colour, its index among
// them.
func (h *histogram) palette() (table color.Palette, index []uint8) {
	order := make([]int, len(h.colours))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(h.counts[b], h.counts[a]), cmp.Compare(h.colours[a], h.colours[b]))
	})
	index = make([]uint8, len(order))
	distance := make([]int, len(order)) // to the colour that replaces it, squared
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

// difference returns the squared distance of two colours.
func difference(a, b uint32) int {
	sum := 0
	for shift := 0; shift <= 16; shift += 8 {
		d := int(a>>shift&0xFF) - int(b>>shift&0xFF)
		sum += d * d
	}
	return sum
}

// repeats returns how many pixels at the start of pix are equal; it compares two at a
// time.
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

// pixel returns the colour of an opaque pixel as 0xRRGGBB.
func pixel(p []uint8) uint32 { return binary.BigEndian.Uint32(p) >> 8 }
