package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// computing is what an answer says on a busy machine until the chances are there.
const computing = "Computing…"

// odds asks for chances and returns the first answer with numbers in it.
func (h *testServer) odds(p *localdiscord.Person, options localdiscord.Options) string {
	h.t.Helper()
	return h.computed(h.use(p, "odds", options))
}

// computed waits until an answer no longer says that it is in progress.
func (h *testServer) computed(i *localdiscord.Interaction) string {
	h.t.Helper()
	return h.srv.Render(h.awaitText(i, func(m localdiscord.Message) bool { return !h.saying(computing)(m) }))
}

// TestOdds asks for the chance of the cut in a running round: an estimate with
// its interval for the first player, and a what-if.
func TestOdds(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	got := h.odds(players[0], localdiscord.Options{"if": "win"})
	for _, want := range []string{": odds", "average", "After a win", "If you finish", "Estimate from", "Around the cut"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got)
		}
	}
	if got := h.odds(h.organiser, nil); !strings.Contains(got, "not in") {
		t.Errorf("an organiser who does not play is answered %q", got)
	}
	got = h.odds(h.organiser, localdiscord.Options{"everybody": true})
	for _, want := range []string{"Who makes the cut?", "alive", "Player 1"} {
		if !strings.Contains(got, want) {
			t.Errorf("the table lacks %q:\n%s", want, got)
		}
	}
	got = h.odds(players[1], localdiscord.Options{"player": "Player 3"})
	if !strings.Contains(got, "Player 3: odds") {
		t.Errorf("somebody else's chance: %s", got)
	}
	h.clean()
}

// TestOddsPanel presses the buttons of the panel: a what-if, the whole table, and back.
func TestOddsPanel(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	in := h.use(players[0], "odds", nil)
	message := *h.answer(in).Message
	for _, press := range []struct{ button, want string }{
		{"If lost", "After a loss"},
		{"Around the cut", "Who makes the cut?"},
		{"One player", ": odds"},
		{"Refresh", ": odds"},
	} {
		click, err := players[0].Click(t.Context(), message, press.button)
		if err != nil {
			t.Fatalf("%s: %v", press.button, err)
		}
		message = h.awaitText(click, h.saying(press.want))
	}
	h.clean()
}

// TestOddsAreRefined: the first answer is replaced by one from more simulated events
// without another request.
func TestOddsAreRefined(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.app.Trials = 0 // a good answer takes so long that one comes before it
	players := h.toRound1(60, localdiscord.Options{"rounds": 6, "cut": 8})
	in := h.use(players[0], "odds", nil)
	first := h.text(h.answer(in))
	if !strings.Contains(first, "A better estimate follows") {
		t.Skipf("this machine has the last answer at once:\n%s", first)
	}
	better := h.awaitText(in, func(m localdiscord.Message) bool { return !h.saying("A better estimate follows")(m) })
	if h.srv.Render(better) == first {
		t.Error("the answer is not better")
	}
	h.clean()
}

// TestOddsFromPastedStandings: without an event /odds asks for standings, answers from
// them and says what was assumed (docs/rules/lorcana.md#lor-56, LOR-60).
func TestOddsFromPastedStandings(t *testing.T) {
	h := newTestServer(t)
	p := h.guild.AddPerson("Visitor")
	in := h.use(p, "odds", nil)
	if a := h.answer(in); a.Modal == nil {
		t.Fatalf("no form: %s", h.text(a))
	}
	submit := func(fields localdiscord.Fields) string {
		t.Helper()
		modal, ok := p.Modal()
		if !ok {
			if a := h.answer(h.use(p, "odds", localdiscord.Options{"paste": true})); a.Modal == nil {
				t.Fatalf("no form: %s", h.text(a))
			}
			modal, _ = p.Modal()
		}
		done, err := p.SubmitModal(t.Context(), modal, fields)
		if err != nil {
			t.Fatal(err)
		}
		return h.computed(done)
	}
	got := submit(localdiscord.Fields{"standings": "Ada 3-0\nBob 3-0\nCid 2-1\nDee 2-1\n2-1 x4\n1-2 x4\n0-3 x4", "ruleset": "lorcana", "rounds": "4", "cut": "4", "name": "cid"})
	for _, want := range []string{"Pasted standings", "Disney Lorcana", "round 3 of 4", "Cid:", "Game scores are missing", "Names are missing"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got)
		}
	}
	for _, x := range []struct {
		fields localdiscord.Fields
		want   string
	}{
		{localdiscord.Fields{"standings": "hello there", "ruleset": "lorcana"}, "Line 1: There's no record in it"},
		{localdiscord.Fields{"standings": "1-0\n0-1", "ruleset": "lorcana", "rounds": "x"}, "isn't a number"},
		{localdiscord.Fields{"standings": "1-0\n0-1", "ruleset": "lorcana", "rounds": "2", "cut": "9"}, "larger than the field of 2 players"},
		{localdiscord.Fields{"standings": "1-0\n0-1", "ruleset": "lorcana", "rounds": "2", "cut": "1", "name": "Zoe"}, "isn't in these standings"},
	} {
		if got := submit(x.fields); !strings.Contains(got, x.want) {
			t.Errorf("%v: %q, want something with %q", x.fields, got, x.want)
		}
	}
	h.clean()
}

// TestSimulate plans an event in Discord and looks at each of its tables.
func TestSimulate(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	p := h.guild.AddPerson("Planner")
	h.guild.ShowCommands(h.guild.ID())
	in := h.use(p, "tournament simulate", localdiscord.Options{"players": 64, "preset": "set-championship", "ruleset": "lorcana", "day2": "3-1-0"})
	a := h.answer(in)
	text := h.text(a)
	for _, want := range []string{"Disney Lorcana: 64 players, 6 rounds, Top 8", "always made the cut", "simulated events", "draws 5%"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
	message := *a.Message
	for _, table := range []struct{ value, want string }{
		{"points", "Point distribution"},
		{"ids", "ID guide"},
		{"luck", "went first"},
		{"points:2", "**Into Swiss rounds** after round 4"},
		{"explain", "nobody's percentage is below 1/3"},
		{"summary", "The last player in"},
	} {
		chosen, err := p.Select(t.Context(), message, "", []string{table.value})
		if err != nil {
			t.Fatalf("%s: %v", table.value, err)
		}
		message = h.awaitText(chosen, h.saying(table.want))
	}
	for _, x := range []struct {
		options localdiscord.Options
		want    string
	}{
		{localdiscord.Options{"players": 8, "cut": 9}, "larger than the field of 8 players"},
		{localdiscord.Options{"players": 8, "draws": "12.3"}, "in steps of 0.5"},
		{localdiscord.Options{"players": 8, "rounds": 3, "day2": "9-9-9"}, "leaves no rounds"},
		{localdiscord.Options{"players": 8, "byes": "x"}, "isn't a round"},
		{localdiscord.Options{"players": 30, "stages": "roundrobin"}, "With the round robin that makes 29 rounds"},
		{localdiscord.Options{"players": 8, "stages": "single"}, "not single elimination"},
		{localdiscord.Options{"players": 8, "stages": "swiss 3 > single 4", "rounds": 4}, "Leave those out"},
		{localdiscord.Options{"players": 8, "ruleset": "commander-pods"}, "can't be simulated"},
		{nil, "Say how many play"},
		{localdiscord.Options{"players": 16, "ruleset": "magic", "ids": "literal", "id_score": "recorded"}, "IDs as the game records them"},
	} {
		if got := h.slash(p, "tournament simulate", x.options); !strings.Contains(got, x.want) {
			t.Errorf("%v: %q, want something with %q", x.options, got, x.want)
		}
	}
	h.clean()
}

// TestABetterAnswerNeverComesOverWhatWasChosenSince: a user who switches to another table
// while a better answer is computed keeps that table.
func TestABetterAnswerNeverComesOverWhatWasChosenSince(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	p := h.guild.AddPerson("Planner")
	h.guild.ShowCommands(h.guild.ID())
	in := h.use(p, "tournament simulate", localdiscord.Options{"players": 500, "ruleset": "magic"})
	chosen, err := p.Select(t.Context(), *h.answer(in).Message, "", []string{"points"})
	if err != nil {
		t.Fatal(err)
	}
	h.awaitText(chosen, h.saying("Point distribution"))
	before := in.Updates()
	h.awaitText(chosen, func(m localdiscord.Message) bool {
		return h.saying("Point distribution")(m) && !h.saying("A better estimate follows")(m)
	})
	if n := in.Updates(); n != before {
		t.Errorf("%d answers to the question before came after that to the new one", n-before)
	}
	h.clean()
}

// TestSimulateAChain plans a chain of stages. The menu has tables for the entry into each
// stage and keeps the chain.
func TestSimulateAChain(t *testing.T) {
	h := newTestServer(t)
	p := h.guild.AddPerson("Planner")
	chain := "swiss 3 > top 16 swiss 2 > single 4 lock 12"
	h.guild.ShowCommands(h.guild.ID())
	in := h.use(p, "tournament simulate", localdiscord.Options{"players": 32, "stages": chain, "ruleset": "lorcana"})
	message := *h.answer(in).Message
	for _, table := range []struct{ value, want string }{
		{"points:2", "**Into Swiss rounds** after round 3: 16.0 players"},
		{"luck", "**Into single elimination** after round 5: 4.0 players"},
		{"summary:2", "6 points always made the cut"},
	} {
		chosen, err := p.Select(t.Context(), message, "", []string{table.value})
		if err != nil {
			t.Fatalf("%s: %v", table.value, err)
		}
		message = h.awaitText(chosen, h.saying(table.want))
		if text := h.text(localdiscord.Answer{Message: &message}); !strings.Contains(text, "32 players, "+chain) {
			t.Errorf("the panel has lost its chain:\n%s", text)
		}
	}
	h.clean()
}

// TestStatusShowsTheChance: /status shows the chance of making the cut, and nothing in an
// event without a cut.
func TestStatusShowsTheChance(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	// A panel waits only a moment for the odds; a later one has them.
	h.until("the panel says something of the cut", func() bool {
		got := h.slash(players[0], "status", nil)
		return strings.Contains(got, "Cut:") && strings.Contains(got, "%")
	})
	h.clean()
}

// TestTheLineIsPosted: after round 2 of 3 the standings say who is in, who is out and
// where the cut line is; with the setting off they do not.
func TestTheLineIsPosted(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		t.Run(fmt.Sprint(on), func(t *testing.T) {
			h := newTestServer(t)
			players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 2})
			if !on {
				if got := h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "line_post=no"}); strings.Contains(got, "each round:** on") {
					t.Fatalf("the setting: %s", got)
				}
			}
			for round := 1; round <= 2; round++ {
				for table := 1; table <= 4; table++ {
					h.slash(h.organiser, "player report", localdiscord.Options{"table": table, "result": "2-0"})
				}
				h.slash(h.organiser, "round close", nil)
				if round == 1 {
					h.slash(h.organiser, "round pair", nil)
					h.slash(h.organiser, "round publish", nil)
				}
			}
			text := h.srv.Render(h.newest(h.channel, players[0], "Standings after Round 2"))
			for _, said := range []string{"**Out:**", "alive"} {
				if strings.Contains(text, said) != on {
					t.Errorf("the standings say %q: %v\n%s", said, !on, text)
				}
			}
			h.clean()
		})
	}
}
