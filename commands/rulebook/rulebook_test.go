package rulebook_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/rulebook"
	"topcut/commands/text"
	"topcut/tournament/rules"
)

// TestTheRulesSayTheClockOfTheFinal where it is another than that of the cut, and only there.
func TestTheRulesSayTheClockOfTheFinal(t *testing.T) {
	magic, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	minutes := func(n int) *rules.Clock {
		return &rules.Clock{Round: rules.Duration(time.Duration(n) * time.Minute), Text: "Say who leads."}
	}
	for _, tc := range []struct {
		cut, final *rules.Clock
		want       string
	}{
		{minutes(60), minutes(90), "**Round time:** 50 min, in the cut 1 h, in the final 1 h 30 min"},
		{minutes(50), minutes(90), "**Round time:** 50 min, in the final 1 h 30 min"},
		{minutes(60), minutes(0), "**Round time:** 50 min, in the cut 1 h, in the final untimed"},
		{minutes(60), nil, "**Round time:** 50 min, in the cut 1 h\n"},
	} {
		rs := *magic
		rs.Clocks.Elimination, rs.Clocks.Final = tc.cut, tc.final
		if tc.final != nil {
			tc.final.Text = "The jury decides."
		}
		all := strings.Join(rulebook.Of(text.Printer{}, &rs).Paragraphs(), "\n") + "\n"
		if !strings.Contains(all, tc.want) || strings.Contains(all, "The jury decides.") != (tc.final != nil) {
			t.Errorf("want %q in:\n%s", tc.want, all)
		}
	}
}
