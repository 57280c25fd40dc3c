package commands_test

import (
	"slices"
	"strings"
	"testing"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// word is a result as a player reports it, with the expected outcome.
type word struct {
	says string // typed text, or value in the menu
	gets string // how the answer shows it
}

// wrong is an invalid result, with a part of the refusal.
type wrong struct{ says, why string }

// spoken lists how results are reported under a ruleset, by command, by the menu of the
// private panel and by its form, and what is refused.
type spoken struct {
	ruleset string
	players int
	command word
	menu    word // empty if results are numbers
	form    word // empty if the menu has every result
	refused []wrong
}

func vocabularies() []spoken {
	games := func(ruleset string) spoken {
		return spoken{
			ruleset: ruleset, players: 6, command: word{"2-1", "2–1"}, menu: word{"0-2", "2–0"},
			refused: []wrong{{"3-1", "Possible: for example 2-0"}, {"banana", `"banana" isn't a result here`}, {"2-", "isn't a result here"}},
		}
	}
	single := func(ruleset string, more ...wrong) spoken {
		return spoken{
			ruleset: ruleset, players: 6, command: word{"win", "1–0"}, menu: word{"0-1", "1–0"},
			refused: append([]wrong{{"2-0", "Possible: 1-0"}, {"yes", `"yes" isn't a result here`}}, more...),
		}
	}
	mahjong := func(ruleset, scores, short, sum string) spoken {
		return spoken{
			ruleset: ruleset, players: 8, command: word{scores, scores}, form: word{scores, scores},
			refused: []wrong{
				{short, sum},
				{"41200 32500 27300", "has 3 scores, not 4"},
				{"a b c d", `"a" isn't a score`},
				{"win", "has 1 score, not 4"},
			},
		}
	}
	melee := games("magic-melee")
	melee.form = word{"3-0", "3–0"}
	melee.refused[0] = wrong{"7-1", "Possible: "}
	old := games("pokemon-2009")
	old.refused[0].why = "Possible: 1-0"
	old.refused = append(old.refused, wrong{"1-1", "Possible: "}, wrong{"id", "no intentional draws"})
	ygo := games("yugioh")
	ygo.refused = append(ygo.refused, wrong{"id", "no intentional draws"})
	return []spoken{
		games("magic"), melee, games("lorcana"), games("lorcana-playhub"), games("pokemon"), old, ygo,
		single("flesh-and-blood"), single("chess-casual"), single("one-piece", wrong{"draw", "isn't a result here"}),
		{
			ruleset: "meccg", players: 6, command: word{"29-15", "29–15"}, menu: word{"ring", "One Ring"}, form: word{"20-20 weakest", "20–20"},
			refused: []wrong{{"29", "Both totals, yours first"}, {"banana", `"banana" isn't a result here`}, {"29-15 sword", "isn't a result here"}, {"2000-15", "no total of a game"}},
		},
		{
			ruleset: "netrunner", players: 6, command: word{"6-0", "6–0"}, menu: word{"3-3", "3–3 draw"},
			refused: []wrong{{"5-1", "Possible: for example 6-0"}, {"corp", "isn't a result here"}},
		},
		{
			ruleset: "commander-pods", players: 8, command: word{"win", "won"}, menu: word{"draw", "Draw"},
			refused: []wrong{{"seat 9", "is no seat of this table"}, {"2-1", `"2-1" isn't a result here`}},
		},
		mahjong("riichi-helper", "41200 32500 27300 19000", "41200 32500 27300 19100", "120"),
		mahjong("riichi-ema", "41200 32500 27300 19000", "41200 32500 27300 18000", "120"),
		mahjong("riichi-wrc", "50000 40000 40000 -10000", "50000 40000 40000 10000", "120"),
		mahjong("m-league", "36200 27500 22300 14000", "41200 32500 27300 19000", "100"),
	}
}

// TestEveryGameIsReportedInItsOwnWords: under each ruleset one table reports by command,
// one with the menu of the private panel and, if results can be typed, one with its form;
// the opponents confirm. Invalid results are refused with the valid ones, and nothing is
// stored. When time is up, the ruleset's text is posted, and /help says whether the
// ruleset is official.
func TestEveryGameIsReportedInItsOwnWords(t *testing.T) {
	t.Parallel()
	all := map[string]spoken{}
	for _, v := range vocabularies() {
		all[v.ruleset] = v
	}
	for _, id := range rules.IDs() {
		t.Run(id, func(t *testing.T) {
			v, known := all[id]
			for of := id; !known; v, known = all[of] { // like the game that it extends
				rs, err := rules.Load(of)
				if err != nil {
					t.Fatal(err)
				}
				if of = rs.Extends; of == "" {
					t.Fatal("the game has no vocabulary, and extends none that has one")
				}
			}
			v.ruleset = id
			h := newTestServer(t)
			h.toRound1(v.players, localdiscord.Options{"ruleset": v.ruleset, "rounds": 1, "cut": 0})
			h.settle()
			h.ownFacts()
			for _, w := range v.refused {
				h.isRefused(1, w)
			}
			h.reportByCommand(1, v.command)
			if v.menu.says != "" {
				h.reportByMenu(2, v.menu)
			}
			if v.form.says != "" {
				h.reportByForm(v.players/int(h.seats(1)), v.form) // the last table
			}
			h.clean()
		})
	}
}

// seats returns the number of players at a table of the current round.
func (h *testServer) seats(table int) uint8 {
	h.t.Helper()
	s := h.snapshot().State
	_, l := s.Match(len(s.Rounds), s.MatchAt(len(s.Rounds), table))
	return l.N
}

// at returns the person on a seat of a table, from 0.
func (h *testServer) at(table, seat int) *localdiscord.Person {
	h.t.Helper()
	s := h.snapshot().State
	_, l := s.Match(len(s.Rounds), s.MatchAt(len(s.Rounds), table))
	return h.person(int(l.Seats[seat]) + 1)
}

func (h *testServer) isRefused(table int, w wrong) {
	h.t.Helper()
	before := h.snapshot().State.Seq
	got := h.slash(h.at(table, 0), "report", localdiscord.Options{"result": w.says})
	got = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(got), "[Choose a result]"))
	if !strings.Contains(got, w.why) || strings.Contains(got, "\n") {
		h.t.Errorf("/report %q: %s\nwant a sentence with %q", w.says, got, w.why)
	}
	if after := h.snapshot().State.Seq; after != before {
		h.t.Errorf("/report %q is refused and wrote %d events", w.says, after-before)
	}
}

// answered fails the test unless a report was accepted; then the next seat confirms it
// and the final result is checked.
func (h *testServer) answered(table int, w word, got string) {
	h.t.Helper()
	missing := func(part string) bool { return !strings.Contains(ungrouped(got), part) }
	if missing("Reported: ") || slices.ContainsFunc(strings.Fields(w.gets), missing) {
		h.t.Errorf("the report %q is answered: %s", w.says, got)
		return
	}
	if got := h.slash(h.at(table, 1), "confirm", nil); !strings.Contains(got, "Confirmed: ") {
		h.t.Errorf("the confirmation of %q is answered: %s", w.says, got)
	}
	s := h.snapshot().State
	m, l := s.Match(1, s.MatchAt(1, table))
	if !m.Confirmed || l.Result.Form == ledger.Unfinished && l.Kind == ledger.Played {
		h.t.Errorf("table %d has no result after %q", table, w.says)
	}
}

func (h *testServer) reportByCommand(table int, w word) {
	h.t.Helper()
	h.answered(table, w, h.slash(h.at(table, 0), "report", localdiscord.Options{"result": w.says}))
}

// panel opens the private panel of a table's first player.
func (h *testServer) panel(table int) localdiscord.Message {
	h.t.Helper()
	p := h.at(table, 0)
	i, err := p.Click(h.t.Context(), h.newest(h.channel, p, "[Report]"), "Report")
	if err != nil {
		h.t.Fatal(err)
	}
	return *h.answer(i).Message
}

// pressed presses the button of a result on a player's panel or, if there is none,
// chooses it among the others.
func (h *testServer) pressed(p *localdiscord.Person, panel localdiscord.Message, value string) *localdiscord.Interaction {
	h.t.Helper()
	for _, button := range buttonsOf(panel.Components) {
		if id, ok := customid.Parse(button); ok && customid.Like(id.Panel, customid.ResultPress{Result: value}) {
			i, err := p.Click(h.t.Context(), panel, button)
			if err != nil {
				h.t.Fatal(err)
			}
			return i
		}
	}
	i, err := p.Click(h.t.Context(), panel, "Other…")
	if err != nil {
		h.t.Fatalf("%q has no button, and there are no others: %v", value, err)
	}
	i, err = p.Select(h.t.Context(), *h.answer(i).Message, "", []string{value})
	if err != nil {
		h.t.Fatalf("the menu has no %q: %v", value, err)
	}
	return i
}

// buttonsOf returns the custom ids of all buttons.
func buttonsOf(list []localdiscord.Component) (out []string) {
	for _, c := range list {
		if c.Type == wire.TypeButton {
			out = append(out, c.CustomID)
		}
		out = append(out, buttonsOf(c.Components)...)
	}
	return out
}

func (h *testServer) reportByMenu(table int, w word) {
	h.t.Helper()
	h.answered(table, w, h.text(h.answer(h.pressed(h.at(table, 0), h.panel(table), w.says))))
}

// scored returns the fields of a form for a result: one field, or one per seat.
func scored(m *localdiscord.Modal, result string) localdiscord.Fields {
	if len(m.Components) < 4 {
		return localdiscord.Fields{"result": result}
	}
	fields := localdiscord.Fields{}
	for i, score := range strings.Fields(result) {
		fields[customid.FieldSeat(i)] = score
	}
	return fields
}

func (h *testServer) reportByForm(table int, w word) {
	h.t.Helper()
	p := h.at(table, 0)
	i, err := p.Click(h.t.Context(), h.newest(h.channel, p, "[Report]"), "Report")
	if err != nil {
		h.t.Fatal(err)
	}
	a := h.answer(i)
	if a.Modal == nil { // if not all results are numbers, a panel comes first
		if i, err = p.Click(h.t.Context(), *a.Message, "Enter the result"); err != nil {
			h.t.Fatal(err)
		}
		a = h.answer(i)
	}
	if a.Modal == nil {
		h.t.Fatalf("no form opens: %s", h.text(a))
	}
	in, err := p.SubmitModal(h.t.Context(), a.Modal, scored(a.Modal, w.says))
	if err != nil {
		h.t.Fatal(err)
	}
	h.answered(table, w, h.text(h.answer(in)))
}

// ownFacts checks what the event says about its ruleset: in /help whether it is official
// or community practice, and at the end of the time how a match ends.
func (h *testServer) ownFacts() {
	h.t.Helper()
	s := h.snapshot().State
	want := "official"
	if s.Rules.Status == "community" {
		want = "community practice"
	}
	if got := h.slash(h.at(1, 0), "help", nil); !strings.Contains(got, want) || !strings.Contains(got, s.Rules.Name) {
		h.t.Errorf("/help does not say %q: %s", want, got)
	}
	length := s.RoundLength(ledger.Swiss)
	if length == 0 {
		return
	}
	h.pass(length)
	text := h.srv.Render(h.posted("Time!"))
	end := s.Rules.EndOfMatch(s.Current().Stage)
	if first, _, _ := strings.Cut(end, ";"); end == "" || !strings.Contains(text, first) {
		h.t.Errorf("at the end of the time: %s\nwant %s", text, end)
	}
}

// TestRulingsInEveryVocabulary: if two reports differ, organisers decide in their channel
// with a menu of results or, if results are numbers, in a form. Invalid results are
// refused and decide nothing.
func TestRulingsInEveryVocabulary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ruleset      string
		players      int
		one, other   string // reports of the first and the second seat
		menu, form   string // the ruling
		wrong, shows string
	}{
		{"magic", 4, "2-0", "2-0", "1-2", "", "", " 2–1"},
		{"meccg", 4, "29-15", "ring", "weakest-lost", "", "", "(Weakest Link)"},
		{"meccg", 4, "29-15", "29-15", "", "24-23", "24", "24–23"},
		{"netrunner", 4, "6-0", "6-0", "3-3", "", "", "3–3 draw"},
		{"commander-pods", 4, "win", "draw", "seat 3", "", "", "won"},
		{"riichi-ema", 8, "41200 32500 27300 19000", "32500 41200 27300 19000", "", "40000 32500 27500 20000", "40000 32500 27500 20100", "40,000"},
	} {
		t.Run(c.ruleset+" "+c.menu+c.form, func(t *testing.T) {
			h := newTestServer(t)
			h.toRound1(c.players, localdiscord.Options{"ruleset": c.ruleset, "rounds": 1, "cut": 0})
			h.settle()
			h.slash(h.at(1, 0), "report", localdiscord.Options{"result": c.one})
			if got := h.slash(h.at(1, 1), "report", localdiscord.Options{"result": c.other}); !strings.Contains(got, "reports differ") {
				t.Fatalf("the second report: %s", got)
			}
			h.settle()
			i, err := h.organiser.Click(t.Context(), h.newest(h.channel, h.organiser, "⚖ Table 1"), "Decide…")
			if err != nil {
				t.Fatal(err)
			}
			post := *h.answer(i).Message
			if c.menu != "" {
				i, err = h.organiser.Select(t.Context(), post, "", []string{c.menu})
			} else {
				enter := func(text string) *localdiscord.Interaction {
					t.Helper()
					open, err := h.organiser.Click(t.Context(), post, "Enter the result")
					if err != nil {
						t.Fatal(err)
					}
					form := h.answer(open).Modal
					in, err := h.organiser.SubmitModal(t.Context(), form, scored(form, text))
					if err != nil {
						t.Fatal(err)
					}
					return in
				}
				before := h.snapshot().State.Seq
				if got := h.text(h.answer(enter(c.wrong))); strings.Contains(got, "Table 1, ") || h.snapshot().State.Seq != before {
					t.Errorf("the ruling %q: %s", c.wrong, got)
				}
				i = enter(c.form)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := h.text(h.answer(i)); !strings.HasPrefix(got, "Table 1, ") || !strings.Contains(got, c.shows) {
				t.Errorf("the ruling: %s", got)
			}
			m, _ := h.snapshot().State.Match(1, h.snapshot().State.MatchAt(1, 1))
			if !m.Confirmed || m.Disputed {
				t.Error("the dispute is not settled")
			}
			h.clean()
		})
	}
}
