package text_test

import (
	"strings"
	"testing"

	"topcut/commands/text"
	"topcut/tournament/notice"
)

// TestWhatNumbersAThingIsAName: the number of a table, a round or an entry of the log is
// written in every text as it is on the page, without a sign between its thousands. A count
// has one, where the language writes it.
func TestWhatNumbersAThingIsAName(t *testing.T) {
	c := load(t)
	for _, tag := range text.Offered() {
		p := c.In(tag)
		list := notice.List{notice.Int(12034), notice.Int(12035)}
		for _, said := range []string{
			p.Say("web.table_number", "table", 12034), p.Say("file.table_twice", "table", 12034, "round", 12035),
			p.Say("log.gap", "entry", 12034, "last", 12035), p.Say("round.waits", "round", 12034, "tables", list),
		} {
			if !strings.Contains(said, "12034") || strings.Contains(said, "035") && !strings.Contains(said, "12035") {
				t.Errorf("%s: a number of a thing is written as a count: %s", tag, said)
			}
		}
		if said := p.Say("blocker.others", "n", 12034); strings.Contains(said, "12034") {
			t.Errorf("%s: a count is written as a name: %s", tag, said)
		}
	}
}
