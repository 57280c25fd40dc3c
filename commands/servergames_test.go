package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/customgame"
	"topcut/tournament/season"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// saveGame saves a game of the server as its next version.
func (h *testServer) saveGame(version, best int) {
	h.t.Helper()
	g := customgame.New(customgame.Esports)
	g.ID, g.Name, g.BestOf, g.Server, g.Date = "own-tekken-8", "Tekken 8", best, "Fight Club", "2026-11-29"
	g.Structure = stage.MustParse("swiss 2 bo1 > single 4 bo3 final bo5")
	lib, err := h.rulesets.Of(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	data, err := g.TOML(lib)
	if err == nil {
		_, err = h.store.SaveGame(h.t.Context(), stores.Game{Guild: h.guild.ID(), ID: g.ID, Name: g.Name, Version: version, At: h.now(), TOML: data}, "save"+time.Duration(version).String())
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// TestAGameOfTheServerIsPlayedHere: it is suggested and in the form before all others but the
// usual game, its structure is that of its events, and an event stays as it began when the game
// is changed and removed.
func TestAGameOfTheServerIsPlayedHere(t *testing.T) {
	h := newTestServer(t)
	h.saveGame(0, 3)
	form := h.form(nil)
	games := form.Components[1].Component.Options
	if len(games) < 2 || games[1].Value != "own-tekken-8" || games[1].Label != "Tekken 8" {
		t.Errorf("the form has %+v", games)
	}
	h.fill(form, localdiscord.Fields{"Name": "Weekly", "Game": "own-tekken-8"})
	s := h.snapshot().State
	if s.Rules.ID != "own-tekken-8" || s.Settings.Stages.String() != "swiss 2 bo1 > single 4 bo3 final bo5" {
		t.Errorf("created is %s, %s", s.Rules.ID, s.Settings.Stages)
	}
	h.fill(h.form(nil), localdiscord.Fields{"Name": "Another", "Game": "own-tekken-8", "Structure": "Swiss + Top 4"})
	if s := h.snapshot().State; s.Settings.Stages.String() != "swiss > bracket 4" {
		t.Errorf("with a structure that was chosen it is %s", s.Settings.Stages)
	}
	id := h.snapshot().State.ID
	h.saveGame(1, 5)
	if _, err := h.store.RemoveGame(t.Context(), h.guild.ID(), "own-tekken-8", true); err != nil {
		t.Fatal(err)
	}
	again := command.NewDirector(command.Config{Store: db.StoreOf(h.store, tournament.Log), Now: h.now})
	read, err := again.Snapshot(t.Context(), id)
	if err != nil || read.State.Rules.Match.Games != 3 {
		t.Errorf("read again the event is %+v, %v", read, err)
	}
	if games := h.form(nil).Components[1].Component.Options; slices.ContainsFunc(games, func(o localdiscord.SelectOption) bool { return o.Value == "own-tekken-8" }) {
		t.Error("a removed game is still in the form")
	}
	h.slash(h.organiser, "setup", localdiscord.Options{"ruleset": "own-tekken-8"})
	if got := h.slash(h.organiser, "help", localdiscord.Options{"ruleset": "own-tekken-8"}); !strings.Contains(got, "Tekken 8") {
		t.Errorf("its rules are %s", got)
	}
	h.clean()
}

// TestALeagueIsOfTheStructureOfItsGame, unless other stages are typed; what its matches that
// players arrange cannot have is a round robin.
func TestALeagueIsOfTheStructureOfItsGame(t *testing.T) {
	h := newTestServer(t)
	h.saveGame(0, 3)
	for name, c := range map[string]struct{ stages, arranged, want string }{
		"own":      {"", "", "swiss 2 bo1 > single 4 bo3 final bo5"},
		"typed":    {"swiss 3 bo1", "", "swiss 3 bo1"},
		"arranged": {"", "by_date", "roundrobin"},
	} {
		options := localdiscord.Options{"name": name, "ruleset": "own-tekken-8"}
		if c.stages != "" {
			options["stages"] = c.stages
		}
		if c.arranged != "" {
			options["arranged"] = c.arranged
		}
		h.slash(h.organiser, "league-admin create", options)
		found, err := h.store.Listed(t.Context(), season.Log.Name, h.guild.ID())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			snap, err := h.app.Seasons.Snapshot(t.Context(), f.ID)
			if err != nil {
				t.Fatal(err)
			}
			if set := snap.State.Settings; set.Name == name && (set.Series == nil || set.Series.Event.Stages.String() != c.want) {
				t.Errorf("%s: the events of the league are %+v, want %s", name, set.Series, c.want)
			}
		}
	}
}

// TestAGameOfTheServerCountsInLeagueAndRatings as any other: its event gives season points, and a
// winner is rated above a loser, under the game's id.
func TestAGameOfTheServerCountsInLeagueAndRatings(t *testing.T) {
	h := newTestServer(t)
	h.saveGame(0, 3)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records"})
	people := h.people("Ann", "Bob", "Cy", "Dee")
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Weekly", "ruleset": "own-tekken-8", "stages": "swiss 1 bo3"})
	h.organise("tournament open")
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Weekly"})
	for _, p := range people {
		h.slash(p, "join", nil)
	}
	h.begin()
	s := h.snapshot().State
	var winners []string
	for _, m := range s.Blocking(1) {
		_, l := s.Match(1, m)
		winners = append(winners, h.snapshot().User(int(l.Seats[0])+1))
		h.says("Table", "player report", localdiscord.Options{"table": int(l.Table), "result": "2-1"})
	}
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	history, err := h.app.Archive.Of(t.Context(), h.guild.ID())
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := history.Ratings("own-tekken-8"); !ok || len(r.Now) != 4 {
		t.Errorf("the ratings are %+v, %v", r, ok)
	}
	for _, p := range people {
		want := "0"
		if slices.Contains(winners, p.ID()) {
			want = "3"
		}
		if got := h.points(p); got != want {
			t.Errorf("%s has %s points in the season, want %s", p.Name(), got, want)
		}
	}
	h.clean()
}
