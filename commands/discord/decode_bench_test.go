package discord

import (
	"testing"
	"time"
)

func BenchmarkDecodeInteraction(b *testing.B) {
	raw := payload(2, `{"name":"to","options":[{"type":1,"name":"report","options":[{"type":4,"name":"table","value":5},{"type":3,"name":"result","value":"2-1"}]}]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decodeInteraction(raw, time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
}
