package discord

import (
	"encoding/json"
	"strings"
	"testing"

	"topcut/commands/wire/check"
)

// TestAScoreIsNotBrokenOverTwoLines: figures and a dash between them stay together,
// in a message and in a component; sentences of Japanese follow each other without a
// space; others, and what is lined up in code, are as they were.
func TestAScoreIsNotBrokenOverTwoLines(t *testing.T) {
	for text, want := range map[string]string{
		"**Bob 1–0–1**, ½–½":     "**Bob 1|–|0|–|1**, ½|–|½",
		"Alice – Bob, 2 – 1, –1": "Alice – Bob, 2 – 1, –1",
		"```\n1 2–1\n``` 2–1":    "```\n1 2–1\n``` 2|–|1",
		"2-1":                    "2-1",
		"終わり。 `a。 b` 次。":         "終わり。`a。 b` 次。",
	} {
		for _, wire := range []any{TextDisplay{Content: text}, Message{Content: text}.wire(check.RouteCreate)} {
			data, err := json.Marshal(wire)
			var got struct{ Content string }
			if err != nil || json.Unmarshal(data, &got) != nil {
				t.Fatal(err)
			}
			if shown := strings.ReplaceAll(got.Content, wordJoiner, "|"); shown != want {
				t.Errorf("%q becomes %q, want %q", text, shown, want)
			}
		}
	}
}
