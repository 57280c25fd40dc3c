package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// TestUndoWithdrawsWhatWasPosted: the announcement of an undone correction is withdrawn,
// and the cards and standings show the old result again.
func TestUndoWithdrawsWhatWasPosted(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	for _, table := range []int{1, 2} {
		h.slash(h.organiser, "player report", localdiscord.Options{"table": table, "result": "2-0"})
	}
	_, l := h.snapshot().State.Match(1, 1)
	first, second := h.snapshot().Name(int(l.Seats[0])+1), h.snapshot().Name(int(l.Seats[1])+1)
	shows := func(what, text string) {
		t.Helper()
		h.settle()
		if got := h.srv.Render(h.newest(h.channel, h.organiser, what)); !strings.Contains(got, text) {
			t.Errorf("%q does not show %q: %s", what, text, got)
		}
	}
	shows("2 of 2 in", first+" **2–0**")
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "round": 1, "result": "0-2"})
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Change Table 1 · Round 1?"), "Change the result")
	shows("### Table 1 · Round 1", second+" 2–0")
	shows("2 of 2 in", first+" **0–2**")
	h.slash(h.organiser, "tournament undo", nil)
	if got := h.press(h.organiser, h.newest(h.channel, h.organiser, "Undo this?"), "Undo"); !strings.Contains(got, "Undone") {
		t.Fatalf("undo: %s", got)
	}
	shows("2 of 2 in", first+" **2–0**")
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if got := h.srv.Render(m); strings.Contains(got, "set by Olga") {
			t.Errorf("the announcement of the correction stands: %s", got)
		}
	}
	h.clean()
}

// TestTheListOfPairingsShowsTheRoundAsItGoes: publishing opens reporting, with the
// setting even before the clock runs. Results, clock and end are edited into the list.
func TestTheListOfPairingsShowsTheRoundAsItGoes(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "clock_apart=yes"})
	h.players(4)
	h.organise("tournament start", "round pair", "round publish")
	h.settle()
	list := h.newest(h.channel, h.organiser, "0 of 2 in")
	now := func(text string) {
		t.Helper()
		h.settle()
		for _, m := range h.srv.Messages(h.channel, h.organiser) {
			if m.ID == list.ID && !strings.Contains(h.srv.Render(m), text) {
				t.Errorf("the list does not say %q: %s", text, h.srv.Render(m))
			}
		}
	}
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	now("1 of 2 in")
	if r := h.snapshot().State.Current(); !r.Deadline.IsZero() {
		t.Errorf("the clock runs until %v", r.Deadline)
	}
	h.slash(h.organiser, "round start", nil)
	now("1 of 2 in · Ends")
	h.slash(h.organiser, "round extend", localdiscord.Options{"minutes": 5, "table": 2})
	now("Table 2: +5 min")
	h.slash(h.organiser, "round close", localdiscord.Options{"rest": "draw"})
	now("over")
	h.clean()
}

// TestAllTablesGetMoreTimeByOnePress: the button is below the tables that are open when
// time is up.
func TestAllTablesGetMoreTimeByOnePress(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	before := h.snapshot().State.Current().Deadline
	h.pass(51 * time.Minute)
	if got := h.press(h.organiser, h.newest(h.channel, h.organiser, "No report"), "+5 min"); !strings.Contains(got, "+5 min") {
		t.Errorf("the button answers %s", got)
	}
	if got := h.snapshot().State.Current().Deadline.Sub(before); got != 5*time.Minute {
		t.Errorf("the round ends %s later", got)
	}
	h.clean()
}

// TestStartAsksOnceForEachReason: starting with all players despite the check-in asks
// separately about missing decks, and can leave out exactly the players without one.
func TestStartAsksOnceForEachReason(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	players := h.players(4)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=required"})
	for _, p := range players[:3] {
		h.slash(p, "deck submit", localdiscord.Options{"deck": "60 Islands"})
	}
	h.slash(h.organiser, "tournament checkin", localdiscord.Options{"minutes": 5})
	h.slash(players[0], "checkin", nil)
	i := h.use(h.organiser, "tournament start", nil)
	a := h.answer(i)
	if got := h.text(a); !strings.Contains(got, "3 players aren't checked in") {
		t.Fatalf("/tournament start: %s", got)
	}
	i, err := h.organiser.Click(t.Context(), *a.Message, "Start with everybody")
	if err != nil {
		t.Fatal(err)
	}
	a = h.answer(i)
	if got := h.text(a); !strings.Contains(got, "1 player has no decklist") || strings.Contains(got, "Start with everybody") {
		t.Fatalf("the second question: %s", got)
	}
	if got := h.press(h.organiser, *a.Message, "Start without them"); !strings.Contains(got, "has started with 3 players") {
		t.Errorf("the start: %s", got)
	}
	h.clean()
}

// TestTheOrganisersChannelIsOfThisServer: an organiser cannot make the bot
// write in a channel of another server.
func TestTheOrganisersChannelIsOfThisServer(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	foreign := h.srv.AddGuild("Elsewhere").AddChannel("secret")
	if got := h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + foreign.ID()}); !strings.Contains(got, "no such channel here") {
		t.Errorf("a channel of another server: %s", got)
	}
	if got := h.snapshot().State.Settings.TOChannel; got != "" {
		t.Errorf("the channel is set to %s", got)
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	if got := h.snapshot().State.Settings.TOChannel; got != h.office.ID() {
		t.Errorf("the own channel is not set: %q", got)
	}
	h.clean()
}

// TestSettingsTakeValuesWithCommas: everything between two keys is the value of the
// first.
func TestSettingsTakeValuesWithCommas(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	got := h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "prizes=a box, two boosters, rounds=5, divisions=Junior, Senior"})
	if !strings.Contains(got, "Divisions:** Junior; Senior") {
		t.Errorf("the panel does not show what was changed: %s", got)
	}
	s := h.snapshot().State.Settings
	if s.Prizes != "a box, two boosters" || s.Stages.First().Rounds != 5 || strings.Join(s.Divisions, "|") != "Junior|Senior" {
		t.Errorf("prizes %q, rounds %d, divisions %q", s.Prizes, s.Stages.First().Rounds, s.Divisions)
	}
}

// TestUndoTakesBackOnlyWhatThePreviewShowed: if something has happened since the preview,
// its button does nothing.
func TestUndoTakesBackOnlyWhatThePreviewShowed(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	h.slash(h.organiser, "tournament undo", nil)
	preview := h.newest(h.channel, h.organiser, "Undo this?")
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 2, "result": "2-0"})
	before := h.snapshot().State.Seq
	if got := h.press(h.organiser, preview, "Undo"); !strings.Contains(got, "Meanwhile something has changed") {
		t.Errorf("the old preview: %s", got)
	}
	if after := h.snapshot().State.Seq; after != before {
		t.Errorf("the old preview wrote %d events", after-before)
	}
	h.clean()
}

// TestACancelledEventCanBeTakenBack: /tournament undo finds the cancelled event, as its
// answer promises, and not an older finished one.
func TestACancelledEventCanBeTakenBack(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(2, localdiscord.Options{"name": "Older", "rounds": 1, "cut": 0})
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	h.slash(h.organiser, "tournament finish", nil)
	h.create(localdiscord.Options{"name": "Newer"})
	h.slash(h.organiser, "tournament cancel", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Cancel Newer for good?"), "Cancel the event")
	if s := h.snapshot().State; s.Phase != tournament.Cancelled {
		t.Fatalf("the event is %s", s.Phase)
	}
	h.slash(h.organiser, "tournament undo", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Undo this?"), "Undo")
	if s := h.snapshot().State; s.Settings.Name != "Newer" || s.Phase != tournament.Open {
		t.Errorf("after the undo %s is %s", s.Settings.Name, s.Phase)
	}
	h.settle()
	h.clean()
}

// TestGuestsCanBeAddedToADivision: /player bulkadd adds guests to a division.
func TestGuestsCanBeAddedToADivision(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "divisions=Junior, Senior"})
	if got := h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": "Ann, Ben"}); !strings.Contains(got, "Choose one of the divisions: Junior and Senior") {
		t.Errorf("without a division: %s", got)
	}
	if got := h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": "Ann, Ben", "division": "Senior"}); !strings.Contains(got, "2 guests are in") {
		t.Errorf("with a division: %s", got)
	}
}

// TestAnOverlongResultIsRefused: a result too long for a button is refused with a
// sentence.
func TestAnOverlongResultIsRefused(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(2, localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	got := h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "round": 1, "result": strings.Repeat("0", 97) + "1-2"})
	if !strings.Contains(got, "too long for a result") {
		t.Errorf("/player report: %s", got)
	}
}

// TestForeignPanelsAreOutOfDate: a custom id with an event of another server does
// nothing, even for an organiser of this one.
func TestForeignPanelsAreOutOfDate(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(2, localdiscord.Options{"rounds": 2, "cut": 0})
	before := h.snapshot().State.Seq
	for _, r := range h.app.Table.Routes() {
		if r.Panel == nil || r.Panel == (customid.Forget{}) {
			continue
		}
		in := h.interaction(r, h.organiser.ID(), 0x28, 77)
		in.GuildID = h.srv.AddGuild("Elsewhere").ID()
		a := &answers{}
		h.app.Serve(t.Context(), in, a)
		if got := a.last(); !strings.Contains(got, "out of date") {
			t.Errorf("%s from another server answers %q", r.Name(), got)
		}
	}
	if after := h.snapshot().State.Seq; after != before {
		t.Errorf("panels from another server wrote %d events", after-before)
	}
}

// TestEveryCommandHasItsFixedName: the commands of the specification are registered with
// their names and a description. Every command about an event has the option tournament,
// and player options are strings with suggestions.
func TestEveryCommandHasItsFixedName(t *testing.T) {
	h := newTestServer(t)
	have := map[string]bool{}
	for _, r := range h.app.Table.Routes() {
		if r.Path == "" {
			continue
		}
		have[r.Path] = true
		named := false
		for _, o := range r.Options {
			named = named || o.Name == "tournament"
			if (o.Name == "player" || o.Name == "other" || o.Name == "tournament") && !o.Autocomplete {
				t.Errorf("/%s: option %s has no suggestions", r.Path, o.Name)
			}
			if strings.TrimSpace(o.Description) == "" {
				t.Errorf("/%s: option %s has no description", r.Path, o.Name)
			}
		}
		if !named && r.On == 0 && r.Scope != 0 && !strings.HasPrefix(r.Path, "league ") && !strings.HasPrefix(r.Path, "league-admin ") {
			t.Errorf("/%s is about an event and has no option tournament", r.Path)
		}
	}
	for group, names := range map[string]string{
		"":     "join leave checkin report confirm drop status pairings standings bracket clock log judge odds explain help setup doctor profile ratings",
		"deck": "submit show", "member": "merge", "privacy": "mydata forget", "match": "list propose away", "league": "info standings join",
		"league-admin": "create edit events promote add remove next adjust close end page export",
		"tournament":   "create settings open close checkin start cancel finish list staff cut undo log page announce move export import simulate flights game",
		"round":        "pair publish start close repair pause resume extend verdict", "tournament draft": "seats start next build", "tournament tie": "playoff share",
		"player": "add bulkadd drop reinstate disqualify report bye late penalty note fixtable standby seed division tag deck",
	} {
		for _, name := range strings.Fields(names) {
			if path := strings.TrimSpace(group + " " + name); !have[path] {
				t.Errorf("/%s is missing", path)
			}
		}
	}
	for _, c := range h.app.Table.Commands() {
		if len(c.Options) > 25 {
			t.Errorf("/%s has %d options", c.Name, len(c.Options))
		}
	}
}

// TestTheTrailHidesWhatIsPrivate: the public log and explanations show neither notes nor
// an unpublished round.
func TestTheTrailHidesWhatIsPrivate(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "player note", localdiscord.Options{"player": "Player 1", "text": "watch this one"})
	h.slash(h.organiser, "round close", localdiscord.Options{"rest": "draw"})
	h.slash(h.organiser, "round pair", nil)
	s := h.snapshot()
	if s.State.Preview == nil || count[*tournament.PlayerNoted](s) != 1 {
		t.Fatal("no preview or no note")
	}
	for _, command := range []string{"log", "pairings", "status", "explain"} {
		got := h.slash(players[0], command, nil)
		if strings.Contains(got, "watch this") || strings.Contains(got, "note") && command == "log" || strings.Contains(got, "Round 2 · Table") {
			t.Errorf("/%s leaks: %s", command, got)
		}
	}
	if got := h.slash(players[0], "pairings", localdiscord.Options{"round": 2}); !strings.Contains(got, "no round 2 yet") {
		t.Errorf("the preview is shown: %s", got)
	}
	choices, err := players[0].Suggest(t.Context(), h.channel, "report", nil, "result")
	if err != nil || len(choices) != 0 {
		t.Errorf("%d results are suggested between rounds (%v)", len(choices), err)
	}
	h.clean()
}

// TestAPanelThatIsDeletedComesBack: deleting the message of the organisers' panel does
// not remove it for good.
func TestAPanelThatIsDeletedComesBack(t *testing.T) {
	h := newTestServer(t)
	h.srv.Tolerate(10008)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	gone := h.newest(h.office, h.organiser, "Friday Night")
	h.settle()
	if err := h.organiser.Delete(gone); err != nil {
		t.Fatal(err)
	}
	h.players(4)
	if back := h.newest(h.office, h.organiser, "4 players"); back.ID == gone.ID {
		t.Errorf("the panel is message %s still", back.ID)
	}
	h.settle()
	if n := len(h.srv.Messages(h.office, h.organiser)); n != 1 {
		t.Errorf("%d messages in the TO channel, want the panel", n)
	}
	h.clean()
}

// TestWhatOrganisersDecideNeverReachesTheChannel: if an event deviates from what the
// documents of its game sanction or advise, the settings panel says so, and then the
// organisers' panel while the draw is mixed and until round 1 is over, also after an
// automatic start. The channel never says it.
func TestWhatOrganisersDecideNeverReachesTheChannel(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		settings localdiscord.Options
		players  int
		says     []string
	}{
		{localdiscord.Options{"ruleset": "lorcana"}, 7, []string{"has no line for 7 players", "choose rounds and cut"}},
		{localdiscord.Options{"ruleset": "meccg"}, 5, []string{"not an official Council event"}},
		{localdiscord.Options{"ruleset": "magic-melee", "rounds": 2, "cut": 8}, 17, []string{"Fewer than the"}},
		{localdiscord.Options{"ruleset": "pokemon-2009", "rounds": 3, "cut": 4}, 12, []string{"Top 4 is larger"}},
		{localdiscord.Options{"ruleset": "pokemon-2009", "format": "round_robin"}, 6, []string{"sanctions"}},
	} {
		t.Run(fmt.Sprint(tc.settings["ruleset"], tc.players), func(t *testing.T) {
			h := openTestServer(t, nil, false)
			h.app.Unmixed = false
			h.create(tc.settings)
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + h.now().UTC().Add(2*time.Hour).Format("2006-01-02 15:04") + ", auto_start=true, to_channel=" + h.office.ID()})
			h.players(tc.players)
			settings := h.slash(h.organiser, "tournament settings", nil)
			start := h.snapshot().State.Settings.StartAt
			h.pass(time.Unix(start, 0).Sub(h.now()) + time.Second)
			h.settle()
			panel := h.srv.Render(h.newest(h.office, h.organiser, "Friday Night"))
			h.pass(time.Hour) // no player mixes the draw
			h.settle()
			begun := h.srv.Render(h.newest(h.office, h.organiser, "Friday Night"))
			if phase := h.snapshot().State.Phase; phase != tournament.Running {
				t.Fatalf("the event is not running but %s", phase)
			}
			for _, words := range tc.says {
				for where, text := range map[string]string{"settings panel": settings, "panel at the start": panel, "panel in round 1": begun} {
					if !strings.Contains(text, words) {
						t.Errorf("the %s does not say %q: %s", where, words, text)
					}
				}
			}
			for _, m := range h.srv.Messages(h.channel, h.organiser) {
				for _, words := range tc.says {
					if got := h.srv.Render(m); !m.Private() && strings.Contains(got, words) {
						t.Errorf("the channel is told: %s", got)
					}
				}
			}
			h.clean()
		})
	}
}

// TestAReasonIsForOrganisersAlone: the reason for a drop or a penalty is shown only to
// organisers: in their log, list of players and panel.
func TestAReasonIsForOrganisersAlone(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(nil)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	h.players(6)
	h.slash(h.organiser, "tournament start", nil)
	h.nextRound()
	member := h.guild.AddPerson("Mo")
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": "p1", "reason": "broke a table"})
	h.slash(h.organiser, "player penalty", localdiscord.Options{"player": "p2", "kind": "warning", "reason": "slow play"})
	h.settle()
	log, list, panel := h.slash(h.organiser, "tournament log", nil), h.slash(h.organiser, "tournament list", localdiscord.Options{"players": true}), h.srv.Render(h.newest(h.office, h.organiser, "Friday Night"))
	for where, text := range map[string]string{"log": log, "list of players": list, "panel": panel} {
		if !strings.Contains(text, "Reason: broke a table") {
			t.Errorf("the %s does not say why: %s", where, text)
		}
	}
	if !strings.Contains(log, "Reason: slow play") {
		t.Errorf("the log of the organisers does not say why somebody was warned: %s", log)
	}
	public := h.slash(member, "log", nil)
	for _, m := range h.srv.Messages(h.channel, member) {
		public += h.srv.Render(m)
	}
	for _, words := range []string{"broke a table", "slow play"} {
		if strings.Contains(public, words) {
			t.Errorf("everybody reads %q: %s", words, public)
		}
	}
	h.clean()
}
