package library_test

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"topcut/commands/library"
	"topcut/db"
	"topcut/tournament/customgame"
	"topcut/tournament/rules"
	"topcut/tournament/stores"
)

// TestGamesOfAServer: its own games come first, by name, in no other server, each in its latest
// version; one that was removed can be loaded and is not listed.
func TestGamesOfAServer(t *testing.T) {
	ctx := t.Context()
	store, err := db.Open(ctx, db.Config{Path: filepath.Join(t.TempDir(), "test.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	builtIn, err := rules.LoadDir(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	l := &library.Libraries{Rulesets: builtIn, Games: store}
	of := func(guild string) *rules.Library {
		t.Helper()
		lib, err := l.Of(ctx, guild)
		if err != nil {
			t.Fatal(err)
		}
		return lib
	}
	save := func(id, name string, version, best int) {
		t.Helper()
		g := customgame.New(customgame.Esports)
		g.ID, g.Name, g.BestOf, g.Date = id, name, best, "2026-11-29"
		data, err := g.TOML(of("g"))
		if err == nil {
			_, err = store.SaveGame(ctx, stores.Game{Guild: "g", ID: id, Version: version, Name: name, At: time.Unix(1, 0), TOML: data}, name+id)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	save("own-b", "Zeta", 0, 3)
	save("own-z", "alpha", 0, 1)
	if got := of("g").IDs(); !slices.Equal(got, append([]string{"own-z", "own-b"}, builtIn.IDs()...)) {
		t.Errorf("the games are %v", got)
	}
	for _, guild := range []string{"", "other"} {
		if got := of(guild).IDs(); !slices.Equal(got, builtIn.IDs()) {
			t.Errorf("the games of server %q are %v", guild, got)
		}
	}
	if lib := of("g"); lib != of("g") || lib.Name("own-z") != "alpha" || !lib.Own("own-z") || lib.Own("magic") {
		t.Error("the library is another each time, or does not know whose its games are")
	}
	save("own-z", "Beta", 1, 5)
	if rs, err := of("g").Load("own-z"); err != nil || rs.Match.Games != 5 || rs.Name != "Beta" {
		t.Errorf("after a change it is %+v, %v", rs, err)
	}
	if _, err := store.RemoveGame(ctx, "g", "own-z", true); err != nil {
		t.Fatal(err)
	}
	if lib := of("g"); slices.Contains(lib.IDs(), "own-z") || lib.Own("own-z") {
		t.Error("a removed game is listed")
	} else if rs, err := lib.Load("own-z"); err != nil || rs.Name != "Beta" {
		t.Errorf("a league that plays it has %v, %v", rs, err)
	}
}
