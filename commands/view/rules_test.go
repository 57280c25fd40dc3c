package view_test

import (
	"strings"
	"testing"

	"topcut/commands/view"
	"topcut/tournament/rules"
)

// TestRulesOfEveryGame: the page of every ruleset fits into a message, and says
// whether an official text stands behind it.
func TestRulesOfEveryGame(t *testing.T) {
	library := new(rules.Library)
	for _, id := range library.IDs() {
		rs, err := library.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		m := view.Rules(view.Env{}, rs)
		checkMessage(t, "Rules "+id, nil, m)
		text := strings.ReplaceAll(draw(m), `\`, "")
		if community := strings.Contains(text, "community practice, no official document"); community != (rs.Status == "community") {
			t.Errorf("%s: community is said: %v", id, community)
		}
		for _, want := range map[string][]string{
			"lorcana": {"30, 25, 25", "Offered at most once", "10 minutes and more match loss"},
			"pokemon": {"juniors (born 2014 or later)", "Late players rank below"}, "pokemon-2009": {"2, 4, 8, 16 flights of at least 32"},
			"magic": {"The higher seed chooses who starts", "unbeaten"}, "riichi-helper": {"Nobody enters after the start"},
		}[id] {
			if !strings.Contains(text, want) {
				t.Errorf("the rules of %s do not say %q:\n%s", id, want, text)
			}
		}
	}
}
