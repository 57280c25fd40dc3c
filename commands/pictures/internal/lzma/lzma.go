// Package lzma unpacks files of the LZMA format ("LZMA alone": .lzma), which
// packs fonts a sixth smaller than the formats of the standard library. It
// implements the specification in the public LZMA SDK (lzma-specification.txt):
// a header of one byte of properties, four of dictionary size and eight of
// length, then one stream of range-coded bits. The whole result is kept in
// memory and is its own dictionary.
package lzma

import (
	"encoding/binary"
	"errors"
)

// ErrCorrupt says that the data is no LZMA file, or a damaged one.
var ErrCorrupt = errors.New("the LZMA data is damaged")

const (
	headerSize = 13
	unknown    = 1<<64 - 1 // length of a file that ends with a mark

	mostContext  = 4 // bits of context of a byte; xz makes no files of more
	states       = 12
	posStates    = 16
	lengthStates = 4 // of distances: by the length of the match
	minMatch     = 2

	firstSlot   = 4  // slots below are distances by themselves
	contextSlot = 14 // from here on the middle bits are equally likely
	alignBits   = 4
)

// prob is the chance of a 0, in 2,048ths.
type prob uint16

const (
	probBits = 11
	even     = prob(1 << probBits / 2)
	moveBits = 5
	top      = 1 << 24
)

// Decode unpacks a file. limit is the most bytes the result may have. It fails
// with ErrCorrupt on what is not such a file, is cut off, or is longer.
func Decode(data []byte, limit int) (out []byte, err error) {
	if len(data) < headerSize+5 || data[0] >= 9*5*5 || data[headerSize] != 0 {
		return nil, ErrCorrupt
	}
	if lc, lp := data[0]%9, data[0]/9%5; lc+lp > mostContext {
		return nil, ErrCorrupt
	}
	length := binary.LittleEndian.Uint64(data[5:])
	if length != unknown && length > uint64(limit) {
		return nil, ErrCorrupt
	}
	d := newDecoder(data[0])
	d.limit = limit
	if length != unknown {
		d.limit = int(length)
		d.out = make([]byte, 0, length)
	}
	d.in = data[headerSize+5:]
	d.width, d.code = 0xFFFFFFFF, binary.BigEndian.Uint32(data[headerSize+1:])
	d.run(length == unknown)
	if d.broken || length != unknown && uint64(len(d.out)) != length {
		return nil, ErrCorrupt
	}
	return d.out, nil
}

// decoder is the state of the model and of the range coder.
type decoder struct {
	in          []byte
	width, code uint32
	out         []byte
	limit       int
	broken      bool // the input ended, or says what cannot be

	lc          uint
	posMask     int // of positions that tell contexts apart
	literalMask int

	state                    int
	reps                     [4]uint32 // the last distances, less one
	match                    [states][posStates]prob
	rep, repG0, repG1, repG2 [states]prob
	repLong                  [states][posStates]prob
	slots                    [lengthStates][64]prob
	special                  [128]prob
	align                    [1 << alignBits]prob
	matchLength, repLength   lengths
	literals                 [][0x300]prob
}

// lengths is the model of match lengths.
type lengths struct {
	choice, choice2 prob
	low, mid        [posStates][8]prob
	high            [256]prob
}

func newDecoder(properties byte) *decoder {
	lc := uint(properties % 9)
	lp := uint(properties / 9 % 5)
	pb := uint(properties / 9 / 5)
	d := &decoder{lc: lc, posMask: 1<<pb - 1, literalMask: 1<<lp - 1, literals: make([][0x300]prob, 1<<(lc+lp))}
	for s := range states {
		reset(d.match[s][:])
		reset(d.repLong[s][:])
	}
	for _, list := range [][]prob{d.rep[:], d.repG0[:], d.repG1[:], d.repG2[:], d.special[:], d.align[:]} {
		reset(list)
	}
	for i := range d.slots {
		reset(d.slots[i][:])
	}
	for i := range d.literals {
		reset(d.literals[i][:])
	}
	for _, l := range []*lengths{&d.matchLength, &d.repLength} {
		l.choice, l.choice2 = even, even
		for i := range posStates {
			reset(l.low[i][:])
			reset(l.mid[i][:])
		}
		reset(l.high[:])
	}
	return d
}

func reset(list []prob) {
	for i := range list {
		list[i] = even
	}
}

// run decodes until the result is complete or, where marked, its end is.
func (d *decoder) run(marked bool) {
	for !d.broken && (marked || len(d.out) < d.limit) {
		pos := len(d.out) & d.posMask
		if d.bit(&d.match[d.state][pos]) == 0 {
			d.literal()
			continue
		}
		var length int
		if d.bit(&d.rep[d.state]) == 0 {
			length = d.length(&d.matchLength, pos)
			d.reps = [4]uint32{d.distance(length), d.reps[0], d.reps[1], d.reps[2]}
			if d.reps[0] == 0xFFFFFFFF { // the mark of the end
				d.broken = d.broken || !marked
				return
			}
			d.state = after(d.state, 7, 10)
		} else {
			if d.repeat(pos) {
				d.state = after(d.state, 9, 11)
				d.copy(1)
				continue
			}
			length = d.length(&d.repLength, pos)
			d.state = after(d.state, 8, 11)
		}
		d.copy(length + minMatch)
	}
}

// after is the state behind a match: one after a literal, another elsewhere.
func after(state, literal, other int) int {
	if state < 7 {
		return literal
	}
	return other
}

// repeat chooses one of the last distances and reports whether a single byte
// follows.
func (d *decoder) repeat(pos int) (short bool) {
	if d.bit(&d.repG0[d.state]) == 0 {
		return d.bit(&d.repLong[d.state][pos]) == 0
	}
	which := 1
	if d.bit(&d.repG1[d.state]) != 0 {
		which = 2 + int(d.bit(&d.repG2[d.state]))
	}
	distance := d.reps[which]
	copy(d.reps[1:which+1], d.reps[:which])
	d.reps[0] = distance
	return false
}

// literal decodes a byte; after a match the byte that the match would have gone
// on with is part of its context.
func (d *decoder) literal() {
	previous := 0
	if n := len(d.out); n > 0 {
		previous = int(d.out[n-1])
	}
	probs := &d.literals[(len(d.out)&d.literalMask)<<d.lc|previous>>(8-d.lc)]
	symbol := uint32(1)
	if d.state >= 7 {
		at := len(d.out) - int(d.reps[0]) - 1
		if at < 0 {
			d.broken = true
			return
		}
		expected := uint32(d.out[at])
		for symbol < 0x100 {
			want := expected >> 7 & 1
			expected <<= 1
			got := d.bit(&probs[(1+want)<<8+symbol])
			symbol = symbol<<1 | got
			if got != want {
				break
			}
		}
	}
	symbol = d.bits(probs[:0x100], symbol)
	switch {
	case d.state < 4:
		d.state = 0
	case d.state < 10:
		d.state -= 3
	default:
		d.state -= 6
	}
	d.put(byte(symbol))
}

func (d *decoder) put(b byte) {
	if len(d.out) >= d.limit {
		d.broken = true
		return
	}
	d.out = append(d.out, b)
}

// copy repeats bytes from the last distance back.
func (d *decoder) copy(length int) {
	from := len(d.out) - int(d.reps[0]) - 1
	if from < 0 || len(d.out)+length > d.limit {
		d.broken = true
		return
	}
	for range length { // the source may be what is being written
		d.out = append(d.out, d.out[from])
		from++
	}
}

func (d *decoder) length(l *lengths, pos int) int {
	if d.bit(&l.choice) == 0 {
		return int(d.tree(l.low[pos][:], 3))
	}
	if d.bit(&l.choice2) == 0 {
		return 8 + int(d.tree(l.mid[pos][:], 3))
	}
	return 16 + int(d.tree(l.high[:], 8))
}

// distance decodes how far back a match of a length is, less one.
func (d *decoder) distance(length int) uint32 {
	slot := d.tree(d.slots[min(length, lengthStates-1)][:], 6)
	if slot < firstSlot {
		return slot
	}
	direct := uint(slot>>1 - 1)
	distance := (2 | slot&1) << direct
	if slot < contextSlot {
		return distance + d.reverse(d.special[distance-slot:], direct)
	}
	distance += d.direct(direct-alignBits) << alignBits
	return distance + d.reverse(d.align[:], alignBits)
}

// tree decodes bits, the highest first, each in the context of those before.
func (d *decoder) tree(probs []prob, bits uint) uint32 {
	return d.bits(probs[:1<<bits], 1) - 1<<bits
}

// bits is bit for as many bits as there is room for in probs, each in the
// context of symbol with those before it. Where the input ends it returns the
// first symbol that is large enough. Most of the time is spent here, so
// the state of the range coder is kept out of memory.
func (d *decoder) bits(probs []prob, symbol uint32) uint32 {
	width, code, in := d.width, d.code, d.in
	for symbol < uint32(len(probs)) {
		p := probs[symbol]
		bound := width >> probBits * uint32(p)
		if code < bound {
			width = bound
			probs[symbol] = p + (1<<probBits-p)>>moveBits
			symbol <<= 1
		} else {
			width -= bound
			code -= bound
			probs[symbol] = p - p>>moveBits
			symbol = symbol<<1 | 1
		}
		if width < top {
			if len(in) == 0 {
				d.broken = true
				return uint32(len(probs))
			}
			width <<= 8
			code = code<<8 | uint32(in[0])
			in = in[1:]
		}
	}
	d.width, d.code, d.in = width, code, in
	return symbol
}

// reverse decodes bits, the lowest first.
func (d *decoder) reverse(probs []prob, bits uint) uint32 {
	m, symbol := uint32(1), uint32(0)
	for i := range bits {
		b := d.bit(&probs[m])
		m = m<<1 | b
		symbol |= b << i
	}
	return symbol
}

// direct decodes bits that are equally likely, the highest first.
func (d *decoder) direct(bits uint) uint32 {
	symbol := uint32(0)
	for range bits {
		d.width >>= 1
		d.code -= d.width
		borrowed := 0 - d.code>>31 // all ones where the bit is 0
		d.code += d.width & borrowed
		d.normalise()
		symbol = symbol<<1 + borrowed + 1
	}
	return symbol
}

// bit decodes one bit and moves its chance towards it.
func (d *decoder) bit(p *prob) uint32 {
	bound := d.width >> probBits * uint32(*p)
	if d.code < bound {
		d.width = bound
		*p += (1<<probBits - *p) >> moveBits
		d.normalise()
		return 0
	}
	d.width -= bound
	d.code -= bound
	*p -= *p >> moveBits
	d.normalise()
	return 1
}

func (d *decoder) normalise() {
	if d.width >= top {
		return
	}
	d.width <<= 8
	d.code <<= 8
	if len(d.in) == 0 {
		d.broken = true
		return
	}
	d.code |= uint32(d.in[0])
	d.in = d.in[1:]
}
