package view_test

import (
	"strings"
	"testing"

	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestRulesOfEveryGame: the pages of every ruleset fit into messages and say whether the
// ruleset is official.
func TestRulesOfEveryGame(t *testing.T) {
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		var text string
		for page := 0; page < 9; page++ {
			m := view.Rules(view.Env{}, rs, page)
			checkMessage(t, "Rules "+id, nil, m)
			text += strings.ReplaceAll(draw(m), `\`, "")
		}
		if community := strings.Contains(text, ", community practice\n"); community != (rs.Status == "community") {
			t.Errorf("%s: community is said: %v", id, community)
		}
		for _, want := range map[string][]string{
			"lorcana": {"30, 25, 25", "At most 1 offer per match", "10 minutes and more: match loss"},
			"pokemon": {"(born 2014 or later)", "Late players rank below", "4–8 players: 3 rounds"}, "pokemon-2009": {"2, 4, 8, 16 flights of at least 32"},
			"magic": {"The higher seed chooses who starts", "undefeated"}, "riichi-helper": {"No entry after the start", "uma 15 / 5 / -5 / -15", "A chombo takes 20 points"},
		}[id] {
			if !strings.Contains(text, want) {
				t.Errorf("the rules of %s do not say %q:\n%s", id, want, text)
			}
		}
	}
}

// Equal tags avoid each other in few games. In the others the form promises nothing.
func TestTheFormPromisesToKeepTeammatesApartWherePointsPair(t *testing.T) {
	const promise = "Teammates aren't paired if it can be avoided."
	for _, c := range []struct{ id, stages, want string }{
		{"meccg", "swiss > single 2", promise},
		{"magic", "swiss > single 2", promise},
		{"commander-pods", "pods 3", promise},
		{"magic", "roundrobin", ""},
		{"magic", "single", ""},
		{"riichi-helper", "schedule 3 > final 4", ""},
	} {
		id, want := c.id, c.want
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		s := tournament.DefaultSettings("Teams")
		s.AskTag, s.Stages = true, stage.MustParse(c.stages)
		e := &table{t: t, snap: tournament.Begin(77, make([]byte, 32)), now: begin}
		e.must(&command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs, Open: true})
		form := view.JoinModal(view.Env{Snap: e.snap, Now: e.now}, "Ada", "")
		found := false
		for _, part := range form.Components {
			if label, ok := part.(discord.Label); ok && label.Text == "Team" {
				if found = true; label.Description != want {
					t.Errorf("%s, %s: the field says %q, want %q", id, c.stages, label.Description, want)
				}
			}
		}
		if !found {
			t.Errorf("%s: the form does not ask for a team", id)
		}
	}
}
