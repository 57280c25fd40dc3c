package commands_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
)

// pressOn presses the control of a panel in the answer before, or chooses from it.
func (h *testServer) pressOn(who *localdiscord.Person, a localdiscord.Answer, p customid.Panel, values ...string) localdiscord.Answer {
	h.t.Helper()
	if a.Message == nil {
		h.t.Fatalf("there is nothing to press: %s", h.text(a))
	}
	id := control(a.Message.Components, p)
	if id == "" {
		h.t.Fatalf("no %+v in: %s", p, h.text(a))
	}
	var i *localdiscord.Interaction
	var err error
	if len(values) > 0 {
		i, err = who.Select(h.t.Context(), *a.Message, id, values)
	} else {
		i, err = who.Click(h.t.Context(), *a.Message, id)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return h.answer(i)
}

// fills sends the form of the answer before.
func (h *testServer) fills(who *localdiscord.Person, a localdiscord.Answer, fields localdiscord.Fields) localdiscord.Answer {
	h.t.Helper()
	if a.Modal == nil {
		h.t.Fatalf("no form is open: %s", h.text(a))
	}
	i, err := who.SubmitModal(h.t.Context(), a.Modal, fields)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.answer(i)
}

// describe fills in both pages of the form of a game and shows the draft.
func (h *testServer) describe(first, second localdiscord.Fields) localdiscord.Answer {
	h.t.Helper()
	list := h.answer(h.use(h.organiser, "tournament game", nil))
	draft := h.fills(h.organiser, h.pressOn(h.organiser, list, customid.GameOpen{Page: 1}), first)
	return h.fills(h.organiser, h.pressOn(h.organiser, draft, customid.GameOpen{Page: 2}), second)
}

// rulebooks are those of public leagues that need no picks, as their organisers fill in the
// form: a monthly of a fighting game, a league of a shooter, and the cup of a strategy game.
var rulebooks = []struct {
	name, structure string
	players         int
	first           int // games that the winner of a match of the first stage wins
	last            string
}{
	{"Fighters", "double bo3 winners_final bo5 losers_final bo5 final bo5", 6, 2, "3-2"},
	{"Shooter", "swiss 4 bo1 > single 8 bo3", 12, 1, "2-1"},
	{"Strategy", "groups 4 roundrobin bo3 > single 8 bo3 semifinal bo5 final bo7", 16, 2, "4-3"},
}

// TestRulebooksArePlayedFromTheFormToTheChampion: no file on the host, only the form.
func TestRulebooksArePlayedFromTheFormToTheChampion(t *testing.T) {
	t.Parallel()
	for _, book := range rulebooks {
		t.Run(book.name, func(t *testing.T) {
			h := newTestServer(t)
			draft := h.describe(
				localdiscord.Fields{"name": book.name, "result": "3", "draws": "no", "base": "esports"},
				localdiscord.Fields{"structure": book.structure, "ranking": "esports", "about": ""},
			)
			h.pressOn(h.organiser, draft, customid.GameSave{})
			id := "own-" + strings.ToLower(book.name)
			h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Cup", "ruleset": id})
			h.organise("tournament open")
			names := make([]string, book.players)
			for i := range names {
				names[i] = fmt.Sprintf("Guest %02d", i+1)
			}
			h.presses(h.organiser, h.answer(h.use(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(names, ", ")})), fmt.Sprintf("Add %d players", book.players))
			h.organise("tournament start")
			won := ""
			for range 20 {
				if h.snapshot().State.NextStep() == tournament.StepCut {
					h.organise("tournament cut")
				}
				h.organise("round pair", "round publish")
				r := h.snapshot().State.Current()
				if r == nil || r.Status != tournament.Started {
					break
				}
				for _, m := range h.snapshot().State.Blocking(r.Number) {
					_, l := h.snapshot().State.Match(r.Number, m)
					rs := h.snapshot().State.RulesOf(m, l)
					won = fmt.Sprintf("%d-%d", rs.Match.Games/2+1, rs.Match.Games/2)
					if r.Number == 1 && rs.Match.Games/2+1 != book.first {
						t.Errorf("a match of round 1 is best of %d", rs.Match.Games)
					}
					h.says("Table", "player report", localdiscord.Options{"table": int(l.Table), "result": won})
				}
			}
			h.organise("tournament finish")
			if s := h.snapshot().State; s.Phase != tournament.Finished || won != book.last {
				t.Errorf("the event is %s after %d rounds, and its last match ended %s: %s", s.Phase, len(s.Rounds), won, h.slash(h.organiser, "tournament log", nil))
			}
			h.clean()
		})
	}
}

// TestTryingAGameStoresNothing: a match against oneself, with a result from the menu and one
// that is typed, writes no event, game or post; no other member can play the draft.
func TestTryingAGameStoresNothing(t *testing.T) {
	h := newTestServer(t)
	draft := h.describe(
		localdiscord.Fields{"name": "Cards", "result": "15", "draws": "yes", "base": "cards"},
		localdiscord.Fields{"structure": "", "ranking": "base", "about": ""},
	)
	h.settle()
	posts := len(h.srv.Messages(h.channel, h.organiser))
	trial := h.pressOn(h.organiser, draft, customid.GameTry{})
	typed := h.fills(h.organiser, h.pressOn(h.organiser, trial, customid.GameTry{Show: customid.GameTryTyped}), localdiscord.Fields{"result": "8-3"})
	h.hasAll(h.text(typed), "8–3", "[Confirm]")
	if got := h.text(h.pressOn(h.organiser, typed, customid.GameTry{Done: true})); !strings.Contains(got, "1-0") {
		t.Errorf("it counts as %s", got)
	}
	h.settle()
	if n := h.events(); n != 0 || len(h.srv.Messages(h.channel, h.organiser)) != posts {
		t.Errorf("%d events came of it", n)
	}
	if all, err := h.store.Games(t.Context(), h.guild.ID()); err != nil || len(all) != 0 {
		t.Errorf("%d games came of it, %v", len(all), err)
	}
	theirs := &answers{}
	h.app.Serve(t.Context(), &discord.Interaction{
		ID: "1000001", Token: "t", AppID: "1", GuildID: h.guild.ID(), ChannelID: h.channel.ID(), Kind: discord.KindComponent, Locale: "en-GB", Received: time.Now(),
		User: discord.User{ID: "999", Name: "Otto"}, Permissions: wire.ManageEvents, CustomID: control(draft.Message.Components, customid.GameSave{}),
	}, theirs)
	h.hasAll(theirs.last(), "draft is gone")
}

// TestASecondEditorIsTold: who saves what was made of an earlier version than the newest
// loses nothing of the other's.
func TestASecondEditorIsTold(t *testing.T) {
	h := newTestServer(t)
	game := h.pressOn(h.organiser, h.describe(
		localdiscord.Fields{"name": "Duel", "result": "3", "draws": "no", "base": "esports"},
		localdiscord.Fields{"structure": "", "ranking": "base", "about": "by Olga"},
	), customid.GameSave{})
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("Staff", wire.ManageEvents))
	fields := func(name string) localdiscord.Fields {
		return localdiscord.Fields{"name": name, "result": "5", "draws": "no", "base": "esports"}
	}
	theirs := h.answer(h.use(otto, "tournament game", localdiscord.Options{"game": "duel"}))
	theirs = h.fills(otto, h.pressOn(otto, theirs, customid.GameOpen{}), fields("Duel by Otto"))
	mine := h.fills(h.organiser, h.pressOn(h.organiser, game, customid.GameOpen{}), fields("Duel by Olga"))
	h.hasAll(h.text(h.pressOn(h.organiser, mine, customid.GameSave{})), "version 2")
	h.hasAll(h.text(h.pressOn(otto, theirs, customid.GameSave{})), "version 2")
	versions, err := h.store.GameVersions(t.Context(), h.guild.ID(), "own-duel")
	if err != nil || len(versions) != 2 || versions[0].Name != "Duel by Olga" {
		t.Errorf("the versions are %+v, %v", versions, err)
	}
}

// TestOnesOwnVersionsAreInMydata: who saved a game reads so, and is no longer named in it
// once forgotten.
func TestOnesOwnVersionsAreInMydata(t *testing.T) {
	h := newTestServer(t)
	h.pressOn(h.organiser, h.describe(
		localdiscord.Fields{"name": "Duel", "result": "3", "draws": "no", "base": "esports"},
		localdiscord.Fields{"structure": "", "ranking": "base", "about": ""},
	), customid.GameSave{})
	var found struct {
		Games []struct{ Game string }
	}
	if err := json.Unmarshal([]byte(h.fileOf(h.answer(h.use(h.organiser, "privacy mydata", nil)))), &found); err != nil || len(found.Games) != 1 || found.Games[0].Game != "own-duel" {
		t.Errorf("mydata has %+v, %v", found, err)
	}
	if _, err := h.store.Forget(t.Context(), h.organiser.ID()); err != nil {
		t.Fatal(err)
	}
	all, err := h.store.Games(t.Context(), h.guild.ID())
	if err != nil || len(all) != 1 || all[0].By != "" {
		t.Errorf("the games are %+v, %v", all, err)
	}
	if got := h.slash(h.organiser, "tournament game", localdiscord.Options{"game": "own-duel"}); strings.Contains(got, "<@") || !strings.Contains(got, "Version 1") {
		t.Errorf("the game is shown as %s", got)
	}
}

// TestRemovedGamesAreInNoList, while own games are first in those that have them.
func TestRemovedGamesAreInNoList(t *testing.T) {
	h := newTestServer(t)
	game := h.pressOn(h.organiser, h.describe(
		localdiscord.Fields{"name": "Duel", "result": "3", "draws": "no", "base": "esports"},
		localdiscord.Fields{"structure": "", "ranking": "base", "about": ""},
	), customid.GameSave{})
	first := func() string {
		form := h.answer(h.use(h.organiser, "tournament create", nil)).Modal
		for _, c := range form.Components {
			if c.Component != nil && c.Component.CustomID == "game" {
				options := c.Component.Options
				if last := options[len(options)-1]; last.Value != "another" {
					t.Errorf("the last choice is %s", last.Value)
				}
				for _, o := range options {
					if strings.HasPrefix(o.Value, "own-") {
						return o.Value
					}
				}
			}
		}
		return ""
	}
	if got := first(); got != "own-duel" {
		t.Errorf("the form has %q", got)
	}
	game = h.pressOn(h.organiser, game, customid.GameShelf{})
	if got := first(); got != "" {
		t.Errorf("once removed the form has %q", got)
	}
	h.pressOn(h.organiser, game, customid.GameShelf{Back: true})
	if got := first(); got != "own-duel" {
		t.Errorf("once put back the form has %q", got)
	}
}
