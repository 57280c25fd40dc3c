package commands_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
)

// pair returns the players at a table of two, first seat first.
func (h *testServer) pair(table int) (a, b *localdiscord.Person) {
	h.t.Helper()
	return h.at(table, 0), h.at(table, 1)
}

// matchPanel opens the panel of a player's own match.
func (h *testServer) matchPanel(p *localdiscord.Person) localdiscord.Message {
	h.t.Helper()
	i, err := p.Click(h.t.Context(), h.newest(h.channel, p, "[Report]"), "Report")
	if err != nil {
		h.t.Fatal(err)
	}
	a := h.answer(i)
	if a.Message == nil {
		h.t.Fatalf("no panel: %s", h.text(a))
	}
	return *a.Message
}

// TestConfirmIsAboutTheReportThatWasShown: A reports a loss, B opens the panel, A reports
// a win. Whatever B presses on the old panel changes nothing and shows the new report,
// and only that one can be confirmed.
func TestConfirmIsAboutTheReportThatWasShown(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	a, b := h.pair(1)
	h.slash(a, "report", localdiscord.Options{"result": "0-2"})
	h.settle()
	panels := map[string]localdiscord.Message{"Confirm": h.matchPanel(b), "Dispute": h.matchPanel(b)}
	h.slash(a, "report", localdiscord.Options{"result": "2-0"})
	before := h.snapshot().State.Seq
	for label, panel := range panels {
		if got := h.press(b, panel, label); !strings.Contains(got, "has changed since") || !strings.Contains(got, "2–0") {
			t.Errorf("%s on the old panel answers %s", label, got)
		}
	}
	if got := h.slash(b, "confirm", nil); !strings.Contains(got, "was changed") {
		t.Errorf("/confirm answers %s", got)
	}
	if now := h.snapshot().State; now.Seq != before {
		t.Fatalf("%d events were written", now.Seq-before)
	}
	if got := h.press(b, h.matchPanel(b), "Confirm"); !strings.Contains(got, "Confirmed") {
		t.Errorf("Confirm on the new panel answers %s", got)
	}
	h.clean()
}

// TestAChangedReportPingsAnew: the second report is a new question, in a post that pings
// and replaces the first.
func TestAChangedReportPingsAnew(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	a, b := h.pair(1)
	pinged := func() (n int) {
		h.pass(3 * time.Minute)
		h.settle()
		_, pings := h.called("Confirm?")
		return pings[b.ID()]
	}
	for i, result := range []string{"2-0", "2-1", "0-2"} {
		h.slash(a, "report", localdiscord.Options{"result": result})
		if got := pinged(); got != i+1 {
			t.Errorf("after report %d the other side was pinged %d times", i+1, got)
		}
	}
	standing := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "Confirm?") {
			standing++
		}
	}
	if standing != 1 {
		t.Errorf("%d questions stand, want the last", standing)
	}
	// The last report reverses the result: silence does not confirm it.
	h.pass(time.Hour)
	if m, _ := h.snapshot().State.Match(1, 1); m.Confirmed {
		t.Errorf("it is final: %+v", m)
	}
	h.clean()
}

// TestAReportAgainstAGuestWaitsForAnOrganiser: a guest has no account, so the organisers
// get the report, with the results to choose from.
func TestAReportAgainstAGuestWaitsForAnOrganiser(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.players(3)
	h.slash(h.organiser, "player add", localdiscord.Options{"name": "Gus"})
	h.begin()
	s := h.snapshot().State
	m := s.MatchOf(1, 4)
	_, l := s.Match(1, m)
	n := int(l.Seats[1-l.Seat(3)]) + 1
	if got := h.slash(h.person(n), "report", localdiscord.Options{"result": "2-0"}); !strings.Contains(got, "an organiser confirms the report") {
		t.Errorf("the reporter reads %s", got)
	}
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "Confirm?") {
			t.Error("a guest is asked")
		}
	}
	h.pass(time.Hour)
	if match, _ := h.snapshot().State.Match(1, m); match.Confirmed {
		t.Error("the silence of a guest confirmed it")
	}
	panel := h.newest(h.channel, h.organiser, "Only one of them has an account")
	if got := h.press(h.organiser, panel, h.snapshot().Name(n)+" 2–0"); !strings.Contains(got, fmt.Sprintf("**%s 2–0**", h.snapshot().Name(n))) {
		t.Errorf("the ruling answers %s", got)
	}
	h.clean()
}

// TestSilenceWaitsForAJudge: while a judge is called about a report, silence makes
// nothing final.
func TestSilenceWaitsForAJudge(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	a, b := h.pair(1)
	h.slash(a, "report", localdiscord.Options{"result": "2-0"})
	h.slash(b, "judge", localdiscord.Options{"reason": "That is wrong"})
	h.slash(h.at(2, 0), "report", localdiscord.Options{"result": "2-0"})
	h.pass(11 * time.Minute)
	if m, _ := h.snapshot().State.Match(1, 1); m.Confirmed {
		t.Error("silence confirmed what a judge is called about")
	}
	if m, _ := h.snapshot().State.Match(1, 2); !m.Confirmed {
		t.Error("silence did not confirm the other table")
	}
	h.clean()
}

// TestAnAnswerIsSaidInTheLanguageOfWhoeverReadsIt: answers are stored as codes. The same
// interaction, delivered again to a user in another language, is answered in that
// language.
func TestAnAnswerIsSaidInTheLanguageOfWhoeverReadsIt(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	a, _ := h.pair(1)
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	foreign := *h.app
	foreign.Words = catalogue.Only(text.Pseudo)
	name := h.snapshot().Name(h.snapshot().PlayerByUser(a.ID()))
	for n, c := range []struct {
		path    string
		user    string
		options map[string]discord.Option
		says    string
	}{
		{"report", a.ID(), map[string]discord.Option{"result": {Type: wire.OptionString, Text: "2-1"}}, "Reported: **" + name + " 2–1**. Waiting for your opponent to confirm. Auto-confirms in 10 min."},
		{"round extend", h.organiser.ID(), map[string]discord.Option{"minutes": {Type: wire.OptionInteger, Int: 5}}, "All tables: +5 min."},
		{"round pause", h.organiser.ID(), nil, "The clock is paused. → `/round resume`"},
		{"round resume", h.organiser.ID(), nil, "The clock is running again. Ends at <t:"},
	} {
		in := h.interaction(&commands.Route{Path: c.path}, c.user, wire.ManageEvents, n)
		in.Options = c.options
		said := [2]string{}
		for i, app := range []*commands.App{h.app, &foreign} {
			got := &answers{}
			app.Serve(t.Context(), in, got)
			said[i] = got.last()
		}
		if !strings.HasPrefix(said[0], c.says) {
			t.Errorf("/%s says %q, want %q", c.path, said[0], c.says)
		}
		if other := strings.NewReplacer(name, "").Replace(said[1]); other == "" || english.MatchString(notWords.ReplaceAllString(other, "")) {
			t.Errorf("/%s again says %q", c.path, said[1])
		}
		if strings.Count(said[0], "<") != strings.Count(said[1], "<") || strings.Contains(said[0], name) != strings.Contains(said[1], name) {
			t.Errorf("/%s says %q, then %q", c.path, said[0], said[1])
		}
	}
	if n := count[*tournament.ClockExtended](h.snapshot()); n != 1 {
		t.Errorf("the clock was extended %d times", n)
	}
}

// TestAReportedScoreIsRuledByOnePress: if results are numbers that cannot be listed, the
// organisers can press the reported one instead of typing it.
func TestAReportedScoreIsRuledByOnePress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ruleset, told, shown string }{
		{"meccg", "39-18", "39–18"},
		{"riichi-helper", "42000 31000 26000 21000", "42,000"},
	} {
		t.Run(c.ruleset, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"ruleset": c.ruleset, "rounds": 2, "cut": 0})
			h.players(1)
			h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(7), ",")})
			h.begin()
			s := h.snapshot().State
			at := s.MatchOf(1, 1)
			h.slash(h.person(1), "report", localdiscord.Options{"result": c.told})
			h.settle()
			m, _ := h.snapshot().State.Match(1, at)
			if m.Report == nil || m.Confirmed {
				t.Fatalf("not reported, or final at once: %+v", m)
			}
			want := m.Report.Result
			panel := h.newest(h.channel, h.organiser, "Only one of them has an account")
			label := regexp.MustCompile(`\[([^]]*` + c.shown + `[^]]*)\]`).FindStringSubmatch(h.srv.Render(panel))
			if label == nil {
				t.Fatalf("no button says what was reported: %s", h.srv.Render(panel))
			}
			h.press(h.organiser, panel, label[1])
			m, l := h.snapshot().State.Match(1, at)
			if !m.Confirmed || l.Result != want {
				t.Errorf("the table has %+v, reported was %+v", l.Result, want)
			}
			h.clean()
		})
	}
}
