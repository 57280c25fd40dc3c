package db

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament/journal"
	"topcut/tournament/stores"
)

// shelf saves games of a server, each under a new interaction.
type shelf struct {
	t *testing.T
	d *DB
	n int
}

func (s *shelf) save(id string, version int, text string) (int, error) {
	s.n++
	return s.d.SaveGame(s.t.Context(), stores.Game{
		Guild: "g", ID: id, Version: version, Name: strings.ToUpper(id), By: "u1", At: noon.Add(time.Duration(s.n) * time.Minute), TOML: []byte(text),
	}, fmt.Sprint("i", s.n))
}

// list returns the games of the server: id, version, "-" if it is removed.
func (s *shelf) list() (out []string) {
	s.t.Helper()
	all, err := s.d.Games(s.t.Context(), "g")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, g := range all {
		out = append(out, fmt.Sprint(g.ID, g.Version, map[bool]string{true: "-"}[g.Removed]))
	}
	return out
}

func (s *shelf) is(want ...string) {
	s.t.Helper()
	if got := s.list(); !slices.Equal(got, want) {
		s.t.Errorf("the games are %v, want %v", got, want)
	}
}

func (s *shelf) must(version int, err error) int {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	return version
}

// TestGamesOfAServerHaveVersions: a change is a new version, of two changes of one version the
// second is refused, an interaction that comes twice saves once, the last versions are kept.
func TestGamesOfAServerHaveVersions(t *testing.T) {
	d := openTest(t)
	s := &shelf{t: t, d: d}
	s.must(s.save("own-b", 0, "b1"))
	s.must(s.save("own-a", 0, "a1"))
	s.is("own-a1", "own-b1")
	s.must(s.save("own-a", 1, "a2"))
	if _, err := s.save("own-a", 1, "a2 too"); journal.ClassOf(err) != journal.Conflict {
		t.Errorf("a change of an earlier version: %v", err)
	}
	if _, err := s.save("own-a", 0, "another a"); journal.ClassOf(err) != journal.Conflict {
		t.Errorf("a new game of a used id: %v", err)
	}
	s.n = 2 // the interaction that brought a2
	if v, err := s.save("own-a", 1, "a2 again"); v != 2 || err != nil {
		t.Errorf("an interaction that comes twice saves version %d, %v", v, err)
	}
	s.n = 100
	for v := 2; v < keptVersions+3; v++ {
		s.must(s.save("own-a", v, fmt.Sprint("a", v+1)))
	}
	s.is("own-a13", "own-b1")
	kept, err := d.GameVersions(t.Context(), "g", "own-a")
	if err != nil || len(kept) != keptVersions || kept[0].Version != 13 || kept[9].Version != 4 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	if text, err := d.GameFile(t.Context(), "g", "own-a", 13); string(text) != "a13" || err != nil {
		t.Errorf("version 13 is %q, %v", text, err)
	}
	if _, err := d.GameFile(t.Context(), "g", "own-a", 3); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("version 3 is still there: %v", err)
	}
	if other, err := d.Games(t.Context(), "other"); len(other) > 0 || err != nil {
		t.Errorf("another server has %v, %v", other, err)
	}
}

// TestARemovedGameComesBack: it keeps its versions and its id, and a change puts it back too.
func TestARemovedGameComesBack(t *testing.T) {
	d := openTest(t)
	s := &shelf{t: t, d: d}
	s.must(s.save("own-a", 0, "a1"))
	remove := func(removed, want bool) {
		t.Helper()
		if changed, err := d.RemoveGame(t.Context(), "g", "own-a", removed); changed != want || err != nil {
			t.Errorf("removed %t: changed %t, %v", removed, changed, err)
		}
	}
	remove(false, false)
	remove(true, true)
	remove(true, false)
	s.is("own-a1-")
	if text, err := d.GameFile(t.Context(), "g", "own-a", 1); string(text) != "a1" || err != nil {
		t.Errorf("its file is %q, %v", text, err)
	}
	remove(false, true)
	s.is("own-a1")
	remove(true, true)
	s.must(s.save("own-a", 1, "a2"))
	s.is("own-a2")
	if changed, err := d.RemoveGame(t.Context(), "g", "own-none", true); changed || err != nil {
		t.Errorf("a game that is not there: %t, %v", changed, err)
	}
}

// TestAServerHasOnlySoManyGames: those that are removed do not count, and the oldest of them
// go when as many are removed.
func TestAServerHasOnlySoManyGames(t *testing.T) {
	d := openTest(t)
	s := &shelf{t: t, d: d}
	for i := range stores.MaxGames {
		s.must(s.save(fmt.Sprintf("own-%02d", i), 0, "x"))
	}
	_, err := s.save("own-more", 0, "x")
	if journal.ClassOf(err) != journal.BadInput {
		t.Errorf("one more is %v", err)
	}
	s.must(s.save("own-00", 1, "changed"))
	for i := range stores.MaxGames {
		id := fmt.Sprintf("own-%02d", i)
		if _, err := d.RemoveGame(t.Context(), "g", id, true); err != nil {
			t.Fatal(err)
		}
		s.must(s.save("own-new-"+id[4:], 0, "x"))
	}
	if _, err := d.RemoveGame(t.Context(), "g", "own-07", false); journal.ClassOf(err) != journal.BadInput {
		t.Errorf("a removed one comes back beyond the bound: %v", err)
	}
	if _, err := d.RemoveGame(t.Context(), "g", "own-new-00", true); err != nil {
		t.Fatal(err)
	}
	s.must(s.save("own-last", 0, "x"))
	if all := s.list(); len(all) != 2*stores.MaxGames-1 || slices.Contains(all, "own-011-") || slices.Contains(all, "own-021-") || !slices.Contains(all, "own-002-") {
		t.Errorf("%d games: %v", len(all), all)
	}
}

// TestAGameStaysWithoutWhoIsForgotten: the game is the server's; of the person nothing stays.
func TestAGameStaysWithoutWhoIsForgotten(t *testing.T) {
	d := openTest(t)
	s := &shelf{t: t, d: d}
	s.must(s.save("own-a", 0, "a1"))
	p, err := d.Personal(t.Context(), "u1")
	if err != nil || len(p.Games) != 1 || p.Games[0] != (journal.PersonalGame{Guild: "g", ID: "own-a", Version: 1, Name: "OWN-A", At: noon.Add(time.Minute).UnixMilli()}) {
		t.Errorf("of the person is kept %+v, %v", p.Games, err)
	}
	if _, err := d.Forget(t.Context(), "u1"); err != nil {
		t.Fatal(err)
	}
	if p, err := d.Personal(t.Context(), "u1"); err != nil || len(p.Games) > 0 {
		t.Errorf("still kept is %+v, %v", p.Games, err)
	}
	s.is("own-a1")
	if all, err := d.Games(t.Context(), "g"); err != nil || all[0].By != "" {
		t.Errorf("the author is %+v, %v", all, err)
	}
}
