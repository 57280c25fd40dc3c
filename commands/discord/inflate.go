package discord

import (
	"bytes"
	"compress/flate"
	"io"
)

// flushed is how each payload of a zlib stream ends.
var flushed = []byte{0x00, 0x00, 0xff, 0xff}

// inflater reads a zlib stream payload by payload, as Discord sends it if a connection asks
// for compress=zlib-stream. The zero inflater is at its beginning.
type inflater struct {
	r    io.ReadCloser // nil at the beginning
	past []byte        // the end of what was read, to which what follows refers
}

// flateWindow is how far back deflate refers.
const flateWindow = 32 << 10

// next returns the payload of the next part. A part ends with flushed, so at a byte; it is
// read as if the stream ended there, and the next as if one began that refers to this one.
func (z *inflater) next(part []byte) ([]byte, error) {
	if z.r == nil {
		if len(part) < 2 || part[0]&0x0f != 8 || part[1]&0x20 != 0 || (uint(part[0])<<8|uint(part[1]))%31 != 0 {
			return nil, errMalformed
		}
		part = part[2:]
		z.r = flate.NewReader(nil)
	}
	in := bytes.NewReader(append(part, 0x01, 0x00, 0x00, 0xff, 0xff)) // an empty last block
	if err := z.r.(flate.Resetter).Reset(in, z.past); err != nil {
		return nil, errMalformed
	}
	payload, err := io.ReadAll(io.LimitReader(z.r, maxInspected+1))
	if err != nil || len(payload) > maxInspected || in.Len() > 0 {
		return nil, errMalformed
	}
	z.past = append(z.past, payload[max(0, len(payload)-flateWindow):]...)
	z.past = z.past[:copy(z.past, z.past[max(0, len(z.past)-flateWindow):])]
	return payload, nil
}
