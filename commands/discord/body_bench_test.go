package discord

import (
	"fmt"
	"testing"

	"topcut/commands/wire/check"
)

// pairingsPage returns a message of 26 components, as a page of pairings has.
func pairingsPage() Message {
	var parts, row []Component
	for i := range 16 {
		parts = append(parts, TextDisplay{Content: fmt.Sprintf("`%d` **Ana Lima** and **Bo Chen** <t:1790000000:R> and some more words about it", i)})
	}
	for i := range 4 {
		row = append(row, Button{Label: fmt.Sprintf("Page %d", i), CustomID: fmt.Sprintf("1:event:page:%d", i)})
	}
	parts = append(parts, ActionRow{Components: row[:2]}, ActionRow{Components: row[2:]}, Separator{}, TextDisplay{Content: "The end"})
	m := Message{Components: []Component{Container{Components: parts}}, Nonce: "1"}
	m.Mentions.Users = []string{"100000000000000001", "100000000000000002"}
	return m
}

// TestAMessageIsCheckedInFewAllocations counts what it takes to encode and check a large
// message: about as many as reading its JSON takes.
func TestAMessageIsCheckedInFewAllocations(t *testing.T) {
	m := pairingsPage()
	const most = 380 // 342 were measured
	took := testing.AllocsPerRun(10, func() {
		if _, err := m.body(check.RouteCreate); err != nil {
			t.Fatal(err)
		}
	})
	if took > most {
		t.Errorf("%v allocations, at most %d", took, most)
	}
}

// BenchmarkBody encodes and checks it.
func BenchmarkBody(b *testing.B) {
	m := pairingsPage()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.body(check.RouteCreate); err != nil {
			b.Fatal(err)
		}
	}
}
