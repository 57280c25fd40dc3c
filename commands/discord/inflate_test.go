package discord

import (
	"bytes"
	"compress/zlib"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestInflater: what refers to earlier payloads, as far back as deflate allows, is read.
func TestInflater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream bytes.Buffer
		z := zlib.NewWriter(&stream)
		var in inflater
		var said [][]byte
		for range rapid.IntRange(1, 12).Draw(t, "payloads") {
			payload := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "new")
			said = append(said, payload)
			again := said[rapid.IntRange(0, len(said)-1).Draw(t, "again")]
			payload = slices.Concat(payload, bytes.Repeat(again, rapid.SampledFrom([]int{0, 1, 200}).Draw(t, "times")))
			z.Write(payload)
			z.Flush()
			got, err := in.next(bytes.Clone(stream.Bytes()))
			stream.Reset()
			if err != nil || !bytes.Equal(got, payload) {
				t.Fatalf("%d bytes are read as %d: %v", len(payload), len(got), err)
			}
		}
	})
}
