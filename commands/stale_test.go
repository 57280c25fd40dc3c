package commands_test

import (
	"context"
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/localdiscord"
	"topcut/commands/router"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
)

// meanwhile lets the bot carry out a slow command. The call made by press sees the state
// before the command and runs after it. It returns the answer to press.
func (h *testServer) meanwhile(cmd command.Command, press func() *localdiscord.Interaction) string {
	h.t.Helper()
	deciding, proceed, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	id := h.snapshot().State.ID
	go func() {
		_, err := h.director.Do(h.t.Context(), id, command.Request{
			Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Cause: "meanwhile", Command: cmd,
			Answer: func(_, _ *tournament.Snapshot, _ []tournament.Envelope) ([]byte, error) {
				close(deciding)
				<-proceed
				return nil, nil
			},
		})
		done <- err
	}()
	<-deciding
	i := press()
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	first, err := i.Acked(ctx) // once it is deferred, the call waits for its turn
	close(proceed)
	if err != nil {
		h.t.Fatalf("no answer: %v", err)
	}
	if err := <-done; err != nil {
		h.t.Fatalf("%T: %v", cmd, err)
	}
	if first.Type == wire.AnswerMessage {
		h.t.Fatalf("answered without waiting for its turn: %s", h.text(first))
	}
	return h.text(h.answer(i))
}

// TestAReportBehindTheEndOfItsRound: a player chooses a result while the round is closed
// and the next one published. The answer says so, and the new match has no report.
func TestAReportBehindTheEndOfItsRound(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	_, l := h.snapshot().State.Match(1, 1)
	a := h.person(int(l.Seats[0]) + 1)
	i, err := a.Click(t.Context(), h.newest(h.channel, a, "[Report]"), "Report")
	if err != nil {
		t.Fatal(err)
	}
	panel := *h.answer(i).Message
	next := command.All{&command.CloseRound{Resolve: tournament.ResolveDraw}, &command.Pair{}, &command.Publish{}, &command.StartRound{}}
	got := h.meanwhile(next, func() *localdiscord.Interaction {
		return h.pressed(a, panel, "2-0")
	})
	if !strings.Contains(got, "earlier round") {
		t.Errorf("the report is answered: %s", got)
	}
	if n := count[*tournament.ResultReported](h.snapshot()); n != 0 {
		t.Errorf("%d reports, want none", n)
	}
	if got := h.slash(a, "report", localdiscord.Options{"result": "2-0"}); !strings.Contains(got, "Reported: ") {
		t.Errorf("/report, which is about the match of now: %s", got)
	}
	h.clean()
}

// TestTwoOrganisersRuleOnOneTable: the second ruling does not overwrite the first unseen;
// its organiser is shown whose result stands.
func TestTwoOrganisersRuleOnOneTable(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("Staff", wire.ManageEvents))
	got := h.meanwhile(&command.Correct{Round: 1, Table: 1, Text: "2-1"}, func() *localdiscord.Interaction {
		return h.use(otto, "player report", localdiscord.Options{"table": 1, "result": "0-2"})
	})
	if !strings.Contains(got, "Meanwhile something has changed") || !strings.Contains(got, ": Olga ") || !strings.Contains(got, "2–1 → 0–2") {
		t.Errorf("the second ruling is answered: %s", got)
	}
	if _, l := h.snapshot().State.Match(1, 1); l.Result != (ledger.Result{Form: ledger.Games, V: [4]int32{2, 1, 0}}) {
		t.Errorf("the result is %v, want the first ruling", l.Result)
	}
	h.clean()
}

// TestTwoOrganisersChangeSettingsAtOnce: both changes are kept.
func TestTwoOrganisersChangeSettingsAtOnce(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	first := &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
		s.Prizes = "Two boxes"
		return s, nil
	}}
	h.meanwhile(first, func() *localdiscord.Interaction {
		return h.use(h.organiser, "tournament settings", localdiscord.Options{"set": "capacity=12"})
	})
	if s := h.snapshot().State.Settings; s.Prizes != "Two boxes" || s.Capacity != 12 {
		t.Errorf("prizes %q and capacity %d, want Two boxes and 12", s.Prizes, s.Capacity)
	}
	h.clean()
}

// TestAnUndoTakesBackOnlyWhatItsPreviewShows: what happens between the preview and the
// press is not undone with the rest.
func TestAnUndoTakesBackOnlyWhatItsPreviewShows(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	players := h.players(4)
	h.organise("tournament start", "round pair", "round publish")
	h.slash(players[0], "judge", localdiscord.Options{"reason": "slow play"}) // not possible without the round
	preview := *h.answer(h.use(h.organiser, "tournament undo", nil)).Message
	elsewhere := players[1]
	if s := h.snapshot().State; s.MatchOf(1, 1) == s.MatchOf(1, 2) {
		elsewhere = players[2]
	}
	h.slash(elsewhere, "judge", localdiscord.Options{"reason": "a ruling"})
	i, err := h.organiser.Click(t.Context(), preview, "Undo")
	if err != nil {
		t.Fatal(err)
	}
	again := h.answer(i)
	if got := h.text(again); !strings.Contains(got, "Meanwhile something has changed") || !strings.Contains(got, "Undo this?") {
		t.Errorf("a preview that is out of date is answered: %s", got)
	}
	if s := h.snapshot().State; len(s.Rounds) != 1 {
		t.Errorf("%d rounds, want the one that stands", len(s.Rounds))
	}
	if got := h.press(h.organiser, *again.Message, "Undo"); len(h.snapshot().State.Rounds) != 0 {
		t.Errorf("what was shown then is not undone: %s", got)
	}
	h.clean()
}

// TestJoiningABusyEventIsAnnounced: if joining needs no form, a slow event does not miss
// the limit for the first answer.
func TestJoiningABusyEventIsAnnounced(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	late := h.guild.AddPerson("Late")
	got := h.meanwhile(&command.Announce{Text: "Welcome"}, func() *localdiscord.Interaction { return h.use(late, "join", nil) })
	if !strings.Contains(got, "You're in: ") {
		t.Errorf("/join: %s", got)
	}
	h.clean()
}

// TestWhoComesLateIsToldToJoin: while a running event accepts /join, members who are not
// in it are told to use it.
func TestWhoComesLateIsToldToJoin(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "late_until=1"})
	h.players(4)
	h.begin()
	late := h.guild.AddPerson("Late")
	if got := h.slash(late, "status", nil); !strings.Contains(got, "still join late. → `/join`") {
		t.Errorf("in round 1, /status: %s", got)
	}
	h.slash(h.organiser, "round close", localdiscord.Options{"rest": "draw"})
	h.nextRound()
	if got := h.slash(late, "status", nil); !strings.Contains(got, "Ask an organiser") {
		t.Errorf("in round 2, /status: %s", got)
	}
	if got := h.slash(late, "join", nil); !strings.Contains(got, "Ask an organiser") {
		t.Errorf("in round 2, /join: %s", got)
	}
	h.clean()
}

// TestADivisionIsNoFormat: the name of a division is printed exactly as typed.
func TestADivisionIsNoFormat(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "divisions=100%s,Masters"})
	h.slash(h.organiser, "player add", localdiscord.Options{"name": "Gustav", "division": "Masters"})
	if got := h.slash(h.organiser, "player division", localdiscord.Options{"player": "Gustav", "division": "100%s"}); !strings.Contains(got, "Gustav plays in division 100%s.") {
		t.Errorf("/player division: %s", got)
	}
	h.clean()
}

// TestLessTimeIsSaidSo: a clock can be shortened, and both the answer and the post say
// so.
func TestLessTimeIsSaidSo(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	for minutes, want := range map[int]string{-5: "All tables: −5 min.", 1: "All tables: +1 min."} {
		if got := h.slash(h.organiser, "round extend", localdiscord.Options{"minutes": minutes}); !strings.Contains(got, want) {
			t.Errorf("%d minutes are answered %q, want %q", minutes, got, want)
		}
	}
	h.clean()
}

// TestTwoOrganisersCorrectOneResult: of two previews of a correction, the one pressed
// second no longer shows the current result and changes nothing.
func TestTwoOrganisersCorrectOneResult(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "round close", localdiscord.Options{"rest": "draw"})
	press := func(result string) func() string {
		preview := *h.answer(h.use(h.organiser, "player report", localdiscord.Options{"table": 1, "result": result})).Message
		return func() string {
			i, err := h.organiser.Click(t.Context(), preview, "Change the result")
			if err != nil {
				t.Fatal(err)
			}
			return h.text(h.answer(i))
		}
	}
	first, second := press("2-1"), press("0-2")
	if got := first(); !strings.Contains(got, "Table 1, Round 1: ") || !strings.Contains(got, " 2–1**") {
		t.Errorf("the first correction is answered: %s", got)
	}
	if got := second(); !strings.Contains(got, "Meanwhile something has changed") || !strings.Contains(got, " 2–1") {
		t.Errorf("the second correction is answered: %s", got)
	}
	h.clean()
}

// TestADeckSaysUntilWhenItIsReplaced: the answer to a deck follows the ruleset's rule.
func TestADeckSaysUntilWhenItIsReplaced(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"decks=optional": "until round 1 is published",
		"decks=optional, option.game_type=sealed": "between rounds, until the next pairings are published",
	} {
		t.Run(set, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"ruleset": "meccg"})
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": set})
			p := h.players(4)[0]
			if strings.Contains(set, "sealed") { // there are no cards before
				h.slash(h.organiser, "tournament start", nil)
				h.says("Deck building has started", "tournament draft build", nil)
			}
			if got := h.slash(p, "deck submit", localdiscord.Options{"deck": "60 Forest"}); !strings.Contains(got, want) {
				t.Errorf("/deck submit: %s\nwant something with %q", got, want)
			}
			h.clean()
		})
	}
}

// TestEveryPanelIsAnswered: a table with an unhandled button is refused.
func TestEveryPanelIsAnswered(t *testing.T) {
	table, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	var some []commands.Route
	for _, r := range table.Routes() {
		if r.Name() != "confirm" {
			some = append(some, *r)
		}
	}
	if _, err := router.NewTable(some, text.Printer{}); err == nil || !strings.Contains(err.Error(), `panel "confirm"`) {
		t.Errorf("without a route for [Confirm]: %v", err)
	}
}

// TestWhoWasSecondReadsWhoWasFirst: the refusal of what another person has just done names
// the person and the deed, but not the user's own.
func TestWhoWasSecondReadsWhoWasFirst(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("Staff", wire.ManageEvents))
	h.slash(h.organiser, "round pause", nil)
	if got := h.slash(otto, "round pause", nil); !strings.Contains(got, "The clock is paused already. ") || !strings.Contains(got, ": owner of League Hall paused") {
		t.Errorf("the second pause is answered: %s", got)
	}
	if got := h.slash(h.organiser, "round pause", nil); strings.Contains(got, "League Hall paused") {
		t.Errorf("who has paused the clock is told so: %s", got)
	}
	got := h.meanwhile(&command.Correct{Round: 1, Table: 1, Text: "2-1"}, func() *localdiscord.Interaction {
		return h.use(otto, "player report", localdiscord.Options{"table": 1, "result": "0-2"})
	})
	if !strings.Contains(got, ": Olga ") {
		t.Errorf("the second ruling is answered: %s", got)
	}
	h.clean()
}
