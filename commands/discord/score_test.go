package discord

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestAScoreIsNotBrokenOverTwoLines: figures and a dash between them stay together;
// sentences, and what is lined up in code, are as they were.
func TestAScoreIsNotBrokenOverTwoLines(t *testing.T) {
	for text, want := range map[string]string{
		"**Bob 1–0–1**, ½–½":     "**Bob 1|–|0|–|1**, ½|–|½",
		"Alice – Bob, 2 – 1, –1": "Alice – Bob, 2 – 1, –1",
		"```\n1 2–1\n``` 2–1":    "```\n1 2–1\n``` 2|–|1",
		"2-1":                    "2-1",
	} {
		data, err := json.Marshal(TextDisplay{Content: text})
		var got struct{ Content string }
		if err != nil || json.Unmarshal(data, &got) != nil {
			t.Fatal(err)
		}
		if shown := strings.ReplaceAll(got.Content, wordJoiner, "|"); shown != want {
			t.Errorf("%q becomes %q, want %q", text, shown, want)
		}
	}
}
