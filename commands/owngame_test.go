package commands_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/golden"
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

// rulebooks are games as their organisers fill in the form, kept in docs/rulebooks: those of
// public leagues, a monthly of a fighting game, a league of a shooter and the cup of a strategy
// game; and three of other kinds.
var rulebooks = []struct {
	name          string
	players       int
	first, second localdiscord.Fields
	picks         localdiscord.Fields // nil if nothing is picked
	wins          int                 // games that the winner of a match of the first stage wins
	last          string
	steps         int // of the first match
}{
	{
		"Fighters", 6, form("3", "no", "esports"), structured("double bo3 winners_final bo5 losers_final bo5 final bo5", "esports"),
		picking("fighter", "[characters]\nAnna\nBruno\nChen\nDara\n[stages]\nDojo\nHarbour\nRooftop", "", ""), 2, "3-2", 6,
	},
	{
		"Platform", 6, form("3", "no", "esports"), structured("double bo3 winners_final bo5 losers_final bo5 final bo5", "esports"),
		picking("striking", "[starters]\nBattlefield\nCastle\nDocks\nForest\nTown\n[all]\nBattlefield\nCastle\nDocks\nForest\nTown\nLagoon\nSummit\nTemple", "", ""), 2, "3-2", 8,
	},
	{
		"Shooter", 12, form("1", "no", "esports"), structured("swiss 4 bo1 > single 8 bo3", "esports"),
		picking("veto", "Abbey, Bridge, Canal, Depot, Estate, Foundry, Garage", "", "Attack, Defence"), 1, "2-1", 8,
	},
	{
		"Strategy", 16, form("3", "no", "esports"), structured("groups 4 roundrobin bo3 > single 8 bo3 semifinal bo5 final bo7", "esports"),
		picking("rts", "Acropolis, Basin, Crater, Delta, Escarpment, Fjord, Gorge", "", ""), 2, "4-3", 7,
	},
	{
		"Conquest", 8, form("5", "no", "cards"), structured("swiss 3 bo5 > single 4 bo5", "cards"),
		picking("conquest", "[decks 4 class]\nDruid\nHunter\nMage\nRogue", "", ""), 3, "3-2", 6,
	},
	{
		"Arena", 8, form("3", "no", "esports"), structured("swiss 3 bo3 > single 4 bo5", "games"),
		picking("typed", "Aqueduct, Blast, Chasm, Dynamo, Elevator, Furnace, Gantry", "bo3: ban A, ban B, ban A, ban B, random 2, left\nbo5: ban A, ban B, random 4, left", ""), 2, "3-2", 7,
	},
	{
		"Football", 8, form("1", "yes", "esports"), structured("groups 4 roundrobin bo1 > single 4 bo1 final bo3", "games"),
		picking("typed", "Arena of the North, Harbour Park, Old Meadow", "bo1: pick A, side B\nbo3: pick A, side B, pick B, side A, left, side A", "Home, Away"), 1, "2-1", 2,
	},
	{
		"Skirmish", 6, form("1", "yes", "chess"), structured("swiss 4", "chess"),
		picking("typed", "Bears, Crows, Foxes, Hares, Moles, Otters", "hidden: ban both, pick both", ""), 1, "1-0", 4,
	},
}

func form(result, draws, base string) localdiscord.Fields {
	return localdiscord.Fields{"result": result, "draws": draws, "base": base}
}

func structured(chain, ranking string) localdiscord.Fields {
	return localdiscord.Fields{"structure": chain, "ranking": ranking, "about": ""}
}

func picking(preset, items, scripts, sides string) localdiscord.Fields {
	return localdiscord.Fields{"preset": preset, "items": items, "scripts": scripts, "sides": sides, "clock": "60"}
}

// picksThrough plays the picks and bans of a match by presses in the panels of its players, and
// returns how many choices were made. With trouble the first step comes too late, the second is
// taken back, and the bot ends before the third.
func (h *testServer) picksThrough(at tournament.Place, trouble bool) int {
	h.t.Helper()
	panel := func(n int) (*localdiscord.Person, localdiscord.Answer) {
		p := h.plays(h.snapshot(), n)
		return p, h.answer(h.use(p, "status", nil))
	}
	_, l := h.snapshot().State.Match(at.Round, at.Match)
	for _, seat := range l.Seats[:2] {
		if p, a := panel(int(seat) + 1); h.snapshot().State.MayPick(at) && control(a.Message.Components, customid.VetoBegin{}) != "" {
			h.pressOn(p, a, customid.VetoBegin{})
		}
	}
	if p, a := panel(int(l.Seats[0]) + 1); h.snapshot().State.MayPick(at) { // both choose first
		h.pressOn(p, a, customid.Veto{Round: at.Round, Match: at.Match})
	}
	played := false
	for n := 0; ; n++ {
		if s := h.snapshot().State; s.PickTurn(at) == nil {
			if due := s.GameDue(at); due == 0 || played {
				break
			}
			p, a := panel(int(l.Seats[0]) + 1) // the first game is reported, so that the next one is picked
			h.pressOn(p, a, customid.GameWon{Round: at.Round, Match: at.Match, Game: 1, Player: int(l.Seats[0]) + 1})
			played = true
			continue
		}
		waits := h.snapshot().State.PickWaits(at)
		switch {
		case trouble && n == 0:
			h.pass(61 * time.Second)
			if now := h.snapshot().State.PickWaits(at); len(now) > 0 && now[0] == waits[0] && h.snapshot().State.PickTurn(at).Number == 0 {
				h.t.Error("a step whose time is up still waits")
			}
			continue
		case trouble && n == 2:
			h.stop()
			if err := h.srv.WaitOffline(h.t.Context()); err != nil {
				h.t.Fatal(err)
			}
			h.start(false)
		}
		p, a := panel(waits[0])
		h.pressOn(p, a, customid.Veto{Round: at.Round, Match: at.Match})
		if trouble && n == 1 {
			h.undo()
			if now := h.snapshot().State.PickWaits(at); len(now) == 0 || !slices.Contains(now, waits[0]) {
				h.t.Errorf("a step that was taken back waits for %d", now)
			}
		}
	}
	m, _ := h.snapshot().State.Match(at.Round, at.Match)
	return len(m.Picks.Seen())
}

// TestRulebooksArePlayedFromTheFormToTheChampion: no file on the host, only the form. In the first
// match of each round all picks and bans are played, in the very first with a late step, an undo
// and the end of the bot in the middle. The files of docs/rulebooks are what the form saves.
func TestRulebooksArePlayedFromTheFormToTheChampion(t *testing.T) {
	t.Parallel()
	for _, book := range rulebooks {
		t.Run(book.name, func(t *testing.T) {
			h := newTestServer(t)
			book.first["name"] = book.name
			draft := h.describe(book.first, book.second)
			if book.picks != nil {
				draft = h.fills(h.organiser, h.pressOn(h.organiser, draft, customid.GameOpen{Page: 3}), book.picks)
			}
			game := h.pressOn(h.organiser, draft, customid.GameSave{})
			id := "own-" + strings.ToLower(book.name)
			golden.File(t, "../docs/rulebooks/"+strings.ToLower(book.name)+".toml", h.fileOf(h.pressOn(h.organiser, game, customid.GameFile{})))
			h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Cup", "ruleset": id})
			h.organise("tournament open")
			for i := range book.players {
				p := h.guild.AddPerson(fmt.Sprintf("Player %02d", i+1))
				if a := h.answer(h.use(p, "join", nil)); a.Modal != nil {
					h.fills(p, a, localdiscord.Fields{"deck": "Mage: Burn; Druid: Ramp; Hunter; Rogue"})
				}
			}
			h.organise("tournament start")
			won := ""
			h.playsOn(func(r *tournament.Round) {
				for i, m := range h.snapshot().State.Blocking(r.Number) {
					_, l := h.snapshot().State.Match(r.Number, m)
					rs := h.snapshot().State.RulesOf(m, l)
					won = fmt.Sprintf("%d-%d", rs.Match.Games/2+1, rs.Match.Games/2)
					if r.Number == 1 && rs.Match.Games/2+1 != book.wins {
						t.Errorf("a match of round 1 is best of %d", rs.Match.Games)
					}
					if at := (tournament.Place{Round: r.Number, Match: m}); i == 0 && book.picks != nil {
						if n := h.picksThrough(at, r.Number == 1); r.Number == 1 && n != book.steps {
							t.Errorf("%d choices were made, want %d", n, book.steps)
						}
					}
					h.says("Table", "player report", localdiscord.Options{"table": int(l.Table), "result": won})
				}
			})
			h.organise("tournament finish")
			if s := h.snapshot().State; s.Phase != tournament.Finished || won != book.last {
				t.Errorf("the event is %s after %d rounds, and its last match ended %s: %s", s.Phase, len(s.Rounds), won, h.slash(h.organiser, "tournament log", nil))
			}
			h.clean()
		})
	}
}

// playsOn plays an event with a cut to its end; play gives the open matches of a round results.
func (h *testServer) playsOn(play func(r *tournament.Round)) {
	h.t.Helper()
	for range 20 {
		if h.snapshot().State.NextStep() == tournament.StepCut {
			h.organise("tournament cut")
		}
		h.organise("round pair", "round publish")
		r := h.snapshot().State.Current()
		if r == nil || r.Status != tournament.Started {
			return
		}
		play(r)
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
	read := func() []localdiscord.Message { // what all read; a slow answer comes as a message of its own
		return slices.DeleteFunc(h.srv.Messages(h.channel, h.organiser), func(m localdiscord.Message) bool { return m.Private() })
	}
	posts := len(read())
	trial := h.pressOn(h.organiser, draft, customid.GameTry{})
	typed := h.fills(h.organiser, h.pressOn(h.organiser, trial, customid.GameTry{Show: customid.GameTryTyped}), localdiscord.Fields{"result": "8-3"})
	h.hasAll(h.text(typed), "8–3", "[Confirm]")
	if got := h.text(h.pressOn(h.organiser, typed, customid.GameTry{Done: true})); !strings.Contains(got, "1-0") {
		t.Errorf("it counts as %s", got)
	}
	h.settle()
	if n, now := h.events(), len(read()); n != 0 || now != posts {
		t.Errorf("%d events came of it, and %d posts became %d", n, posts, now)
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

// TestTryingPlaysThePicksOfEveryPreset, with the games between them, to the standings: the presser
// presses for both sides.
func TestTryingPlaysThePicksOfEveryPreset(t *testing.T) {
	h := newTestServer(t)
	maps := "Abbey\nBridge\nCanal\nDepot\nEstate\nFoundry\nGarage"
	for preset, items := range map[string]string{
		"veto": maps, "rts": maps, "striking": maps, "fighter": "[characters]\nAnn\nBob\n[stages]\nDojo\nRoof", "conquest": "", "standing": "[decks 4 class]",
		"typed": strings.Join(slices.Collect(func(yield func(string) bool) {
			for i := range 90 {
				if !yield(fmt.Sprint("Hero ", i)) {
					return
				}
			}
		}), "\n"),
	} {
		base, scripts := "esports", ""
		if preset == "conquest" || preset == "standing" {
			base = "cards"
		}
		if preset == "typed" { // longer than a button keeps, and in menus
			scripts = "bo3: ban A 9, ban B 9, pick A, pick B, pick A"
		}
		first := form("3", "no", base)
		first["name"] = "Try " + preset
		draft := h.describe(first, structured("", "base"))
		draft = h.fills(h.organiser, h.pressOn(h.organiser, draft, customid.GameOpen{Page: 3}), picking(preset, items, scripts, ""))
		at, presses := h.pressOn(h.organiser, draft, customid.GameTry{}), 0
		for ; presses < 60 && !strings.Contains(h.text(at), "This is how it counts"); presses++ {
			next, value := "", ""
			for _, id := range buttonsOf(at.Message.Components) {
				if p, ok := customid.Parse(id); ok {
					if of, tries := p.Panel.(customid.GameTry); tries && next == "" && (of.Picked != "" || of.Result != "" || of.Done) {
						next = id
					}
				}
			}
			if menu := control(at.Message.Components, customid.GameTry{Show: customid.GameTryPick + "0"}); menu != "" {
				next, value = menu, "3"
				for _, o := range optionsOf(at.Message.Components, menu) {
					value = o.Value
				}
			}
			if next == "" {
				t.Fatalf("%s: nothing to press after %d presses: %s", preset, presses, h.text(at))
			}
			var i *localdiscord.Interaction
			var err error
			if value != "" {
				i, err = h.organiser.Select(t.Context(), *at.Message, next, []string{value})
			} else {
				i, err = h.organiser.Click(t.Context(), *at.Message, next)
			}
			if err != nil {
				t.Fatal(err)
			}
			at = h.answer(i)
		}
		if presses < 4 || presses == 60 {
			t.Errorf("%s took %d presses: %s", preset, presses, h.text(at))
		}
	}
	if n := h.events(); n != 0 {
		t.Errorf("%d events came of it", n)
	}
	h.clean()
}

// optionsOf returns the choices of a menu.
func optionsOf(list []localdiscord.Component, id string) []localdiscord.SelectOption {
	for _, c := range list {
		if c.CustomID == id {
			return c.Options
		}
		if found := optionsOf(c.Components, id); found != nil {
			return found
		}
	}
	return nil
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
