package stage_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/stage"
)

// What the documents write is read, and written the same.
func TestNotationIsWrittenAsItIsRead(t *testing.T) {
	for _, text := range []string{
		"swiss", "swiss 5", "swiss 5 unbeaten", "swiss > bracket", "swiss 5 > single 8", "swiss 5 > single 8 third", "swiss > bracket auto max 16",
		"draft > swiss 3 > single 4", "draft > single", "draft > roundrobin", "draft > swiss across > double 8", "build > swiss > bracket",
		"swiss 7 > top 32 swiss 3 > single 8", "swiss 6 > points 18 min 32 swiss 4 > placement 16",
		"groups 4 roundrobin > double 8", "groups 2 swiss 3 > reseed 4", "roundrobin > single 4", "swiss 3 > top 4 roundrobin",
		"schedule 6 > final", "schedule 6 > final 4", "schedule", "single third", "double", "placement", "pods 4 > tables 16",
		"swiss 9 > single 8 lock 39", "swiss > bracket points 15 min 8", "swiss > bracket equal 8 max 12", "swiss > bracket equal", "swiss 5 > swiss 2",
	} {
		c, err := stage.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := c.String(); got != text {
			t.Errorf("%q is written %q", text, got)
		}
	}
}

// What cannot be played is refused by naming the stage.
func TestWhatCannotBePlayedNamesItsStage(t *testing.T) {
	for text, code := range map[string]string{
		"":                               "stages.empty",
		"swiss >":                        "stages.empty",
		"draft":                          "stages.none",
		"ladder 5":                       "stages.kind kind=ladder",
		"single > swiss 3":               "stages.after_bracket stage=stage.single next=stage.swiss",
		"swiss > schedule":               "stages.only_first stage=stage.schedule",
		"schedule > single 4":            "stages.after_schedule next=stage.single",
		"swiss > final":                  "stages.final_first stage=stage.final",
		"swiss 3 > groups 2 roundrobin":  "stages.groups_later stage=stage.roundrobin",
		"swiss 3 > roundrobin 2":         "stages.rounds_follow stage=stage.roundrobin",
		"swiss > top 8 swiss":            "stages.rounds_later stage=stage.swiss",
		"top 8 swiss 3":                  "stages.entry_first stage=stage.swiss",
		"swiss across":                   "stages.across stage=stage.swiss",
		"roundrobin unbeaten":            "stages.unbeaten stage=stage.roundrobin",
		"double third":                   "stages.third stage=stage.double",
		"swiss 64":                       "stages.rounds stage=stage.swiss most=63 rounds=64",
		"roundrobin > single 4 lock 9":   "stages.lock stage=stage.single",
		"draft > groups 2 swiss 3":       "stages.draft_groups stage=stage.swiss",
		"draft > schedule":               "stages.draft_tables stage=stage.schedule",
		"swiss 3 > single 300":           "entry.size most=256 n=300",
		"swiss 3 > single 8 please":      "stages.word word=please stage=stage.single",
		"swiss 3 > draft > single":       "stages.prepare_first step=draft",
		"draft > build > swiss":          "stages.preparations",
		strings.Repeat("swiss 1 > ", 99): "stages.long",
		strings.TrimSuffix(strings.Repeat("swiss 1 > ", 7), " > "): "stages.too_many",
	} {
		if _, err := stage.Parse(text); err == nil || !strings.HasPrefix(err.Error(), code) {
			t.Errorf("%q: %v, want %s", text, err, code)
		}
	}
}

// Every chain that can be drawn is read back as it was, alone and stage by stage.
func TestEveryChainSurvivesItsNotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := draw(t)
		c, err := stage.Parse(text)
		if err != nil {
			t.Skip()
		}
		back, err := stage.Parse(c.String())
		if err != nil || !back.Equal(c) {
			t.Fatalf("%q is read as %q, and that as %q: %v", text, c, back, err)
		}
		data, err := json.Marshal(c.Stages)
		if err != nil {
			t.Fatal(err)
		}
		var alone []stage.Stage
		if err := json.Unmarshal(data, &alone); err != nil || fmt.Sprint(alone) != fmt.Sprint(c.Stages) {
			t.Fatalf("%s is read as %v: %v", data, alone, err)
		}
	})
}

func draw(t *rapid.T) string {
	pick := func(label string, words ...string) string { return rapid.SampledFrom(words).Draw(t, label) }
	parts := []string{pick("first", "swiss", "swiss 5", "roundrobin", "groups 3 roundrobin", "groups 2 swiss 4", "single", "double third", "schedule 6", "swiss 4 unbeaten")}
	if p := pick("preparation", "", "draft", "build"); p != "" {
		parts = append([]string{p}, parts...)
	}
	if s := pick("second", "", "top 8 swiss 3", "points 9 min 4 swiss 2", "top 6 roundrobin", "equal 8 max 12 swiss 1", "final 8"); s != "" {
		parts = append(parts, s)
	}
	if s := pick("cut", "", "bracket", "single 8 third", "double 4", "reseed auto max 8", "placement points 9", "single equal 4 max 6", "bracket 8 lock 12"); s != "" {
		parts = append(parts, s)
	}
	return strings.Join(parts, " > ")
}

func FuzzParse(f *testing.F) {
	f.Add("draft > swiss 3 > single 4")
	f.Add("swiss 7 > points 18 min 32 swiss 4 > double 8 lock 39")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := stage.Parse(text)
		if err != nil {
			return
		}
		if back, err := stage.Parse(c.String()); err != nil || !back.Equal(c) {
			t.Fatalf("%q is read as %q, and that as %q: %v", text, c, back, err)
		}
	})
}

// TestTheChainsInTheDocsAreChains: what the organisers' page shows can be typed.
func TestTheChainsInTheDocsAreChains(t *testing.T) {
	page, err := os.ReadFile("../../docs/organisers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## An event as a chain of stages")
	_, block, _ := strings.Cut(section, "```\n")
	block, _, _ = strings.Cut(block, "```")
	lines := strings.Split(strings.TrimSpace(block), "\n")
	if len(lines) < 5 {
		t.Fatalf("only %d chains on the page", len(lines))
	}
	for _, line := range lines {
		chain, _, _ := strings.Cut(line, "   ")
		if _, err := stage.Parse(chain); err != nil {
			t.Errorf("%s: %v", chain, err)
		}
	}
}
