package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// The tests of this file hold rules of docs/rules that are texts or
// numbers of a ruleset file and that no procedure elsewhere computes.

func with(t *testing.T, id, option, value string) *rules.Ruleset {
	t.Helper()
	r, err := load(t, id).With(map[string]string{option: value})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func expectWords(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q does not say %q", text, w)
		}
	}
}

// docs/rules/meccg.md#mec-05, MEC-06, MEC-71, MEC-82: rounds by players; below six an
// event is not an official one.
func TestMEC05_Rounds(t *testing.T) {
	r := load(t, "meccg")
	for players, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 8: 3, 9: 4, 32: 5, 33: 6, 64: 6, 65: 7} {
		rounds, cut, note := r.RoundsFor(players)
		if rounds != want || cut != 0 {
			t.Errorf("%d players: %d rounds and a cut to %d, want %d and none", players, rounds, cut, want)
		}
		if got := strings.Contains(fmt.Sprint(note), "not an official"); got != (players < 6) {
			t.Errorf("%d players: the note is %v", players, note)
		}
	}
}

// docs/rules/meccg.md#mec-04, MEC-45, MEC-49: the type of game sets the limits; sealed
// decks are built in 45 minutes.
func TestMEC45_GameLimits(t *testing.T) {
	for kind, want := range map[string]time.Duration{
		"one-deck": 50 * time.Minute, "two-deck": 80 * time.Minute, "three-deck": 2 * time.Hour,
		"campaign": 3 * time.Hour, "sealed": 50 * time.Minute, "scenario": time.Hour,
	} {
		r := with(t, "meccg", "game_type", kind)
		if got := r.Clock(ledger.Swiss); got != want {
			t.Errorf("%s: %s a game, want %s", kind, got, want)
		}
		if build := time.Duration(r.Clocks.DeckBuild); (build == 45*time.Minute) != (kind == "sealed") {
			t.Errorf("%s: decks are built in %s", kind, build)
		}
	}
}

// docs/rules/meccg.md#mec-21: players of the same Fallen-wizard avoid each other.
func TestMEC21_FallenWizards(t *testing.T) {
	r := load(t, "meccg")
	if len(r.Pairing.Cost) == 0 || r.Pairing.Cost[0] != "tagConflict" {
		t.Errorf("the first cost of a pairing is %v", r.Pairing.Cost)
	}
}

// docs/rules/meccg.md#mec-08, MEC-11, MEC-14, MEC-15, MEC-74: one bye in an odd field,
// once a player, which is no game won; two at a table, one game, round 1 at random.
func TestMEC08_ByesAndTables(t *testing.T) {
	r := load(t, "meccg")
	if r.Seats.Odd != "bye" || !slices.Contains(r.Pairing.Hard, "byeOnce") || r.Bye.CountsAsWin || r.Bye.Phantoms != 0 {
		t.Errorf("byes: %+v, %+v", r.Seats, r.Bye)
	}
	if r.Seats.Min != 2 || r.Seats.Max != 2 || r.Match.Games != 1 || r.Pairing.First != "random" {
		t.Errorf("tables: %+v, %+v", r.Seats, r.Match)
	}
}

// docs/rules/meccg.md#mec-53: no player returns.
func TestMEC53_Drops(t *testing.T) {
	r := load(t, "meccg")
	if r.Drop.ReEntry || r.Drop.KeepsPrize || r.Ranking.DroppedPlace {
		t.Errorf("drops: %+v", r.Drop)
	}
}

// docs/rules/meccg.md#mec-54, MEC-59, MEC-60, MEC-72, MEC-76: the texts on ties.
func TestMEC60_TextsOnTies(t *testing.T) {
	r := load(t, "meccg")
	expectWords(t, r.Texts["tiebreakers"], "fewest losses in games between them", "at least 3.5", "play-off", "co-champions who share the prizes")
	if r.Ranking.Final != "playoff" || r.Ranking.Restart != "tiers" {
		t.Errorf("ranking: %+v", r.Ranking)
	}
	if !slices.ContainsFunc(r.Community, func(s string) bool { return strings.Contains(s, "true tie") }) {
		t.Error("the file does not say what a true tie is")
	}
}

// docs/rules/magic.md#mtg-36, MTG-37, MTG-48: intentional draws, two-headed giant in one
// game that can be chosen as won, lost and drawn, no level score in elimination.
func TestMTG37_Results(t *testing.T) {
	r := load(t, "magic")
	if kind, _, err := r.ParseResult(ledger.Swiss, 0, 2, "0-0-3"); err != nil || kind != ledger.IntentionalDraw {
		t.Errorf("0-0-3 is %s, %v", kind, err)
	}
	for _, text := range []string{"1-1-1", "1-1", "id"} {
		if _, _, err := r.ParseResult(ledger.Elimination, 0, 2, text); err == nil {
			t.Errorf("%s is a result in elimination", text)
		}
	}
	one := with(t, "magic", "match", "best-of-one")
	for _, text := range []string{"1-0", "0-1", "0-0-1"} {
		if kind, _, err := one.ParseResult(ledger.Swiss, 0, 2, text); err != nil || kind != ledger.Played {
			t.Errorf("best of one: %s is %s, %v", text, kind, err)
		}
		if !slices.ContainsFunc(one.Results(ledger.Swiss), func(o rules.ResultOption) bool { return o.Value == text }) {
			t.Errorf("best of one: %s can't be chosen", text)
		}
	}
	if _, _, err := one.ParseResult(ledger.Swiss, 0, 2, "2-0"); err == nil {
		t.Error("2-0 is a result in best of one")
	}
}

// docs/rules/magic.md#mtg-02, MTG-03, MTG-05: formats and the limits of the round timer.
func TestMTG05_RoundTimer(t *testing.T) {
	r := load(t, "magic")
	for _, f := range []string{"draft", "swiss", "single", "round_robin"} {
		if !slices.Contains(r.Formats, f) {
			t.Errorf("%s is missing", f)
		}
	}
	if c := r.Clocks.Swiss; time.Duration(c.Min) != 30*time.Minute || time.Duration(c.Max) != 50*time.Minute {
		t.Errorf("a round lasts %v to %v", time.Duration(c.Min), time.Duration(c.Max))
	}
}

// docs/rules/magic.md#mtg-46, docs/rules/pokemon.md#pkm-03: a ruleset names its
// documents.
func TestMTG46_Sources(t *testing.T) {
	for _, id := range []string{"magic", "pokemon", "pokemon-2009", "meccg", "riichi-helper"} {
		for _, s := range load(t, id).Sources {
			if s.Title == "" || s.Date == "" {
				t.Errorf("%s: the source %+v has no title or date", id, s)
			}
		}
		if len(load(t, id).Sources) == 0 {
			t.Errorf("%s names no document", id)
		}
	}
}

// docs/rules/pokemon.md#pkm-85: a ruleset has an edition and its date.
func TestPKM85_Edition(t *testing.T) {
	for _, id := range rules.IDs() {
		r := load(t, id)
		if _, err := time.Parse(time.DateOnly, r.Date); err != nil || r.Version == "" {
			t.Errorf("%s: edition %q of %q", id, r.Version, r.Date)
		}
	}
	if r := load(t, "pokemon-2009"); r.Date != "2009-09-01" {
		t.Errorf("the procedures are of %s", r.Date)
	}
}

// docs/rules/pokemon.md#pkm-15: divisions by year of birth, by season and not in code.
func TestPKM15_Divisions(t *testing.T) {
	want := []rules.Division{{Name: "junior", BornFrom: 1999}, {Name: "senior", BornFrom: 1995, BornTo: 1998}, {Name: "masters", BornTo: 1994}}
	if got := load(t, "pokemon-2009").Divisions.List; !slices.Equal(got, want) {
		t.Errorf("divisions %+v", got)
	}
}

// docs/rules/pokemon.md#pkm-16, PKM-18, PKM-88: six in each division play apart, empty
// ones do not matter.
func TestPKM16_DivisionMode(t *testing.T) {
	r := load(t, "pokemon-2009")
	for _, c := range []struct {
		sizes []int
		want  string
	}{
		{[]int{6, 6, 6}, "separate"},
		{[]int{5, 11, 16}, "modified"},
		{[]int{0, 6, 30}, "separate"},
		{[]int{1, 0, 30}, "modified"},
	} {
		if got := r.DivisionMode(c.sizes); got != c.want {
			t.Errorf("%v: %q, want %q", c.sizes, got, c.want)
		}
	}
}

// docs/rules/pokemon.md#pkm-29, PKM-30: cuts are powers of two inside the share.
func TestPKM29_CutsArePowersOfTwo(t *testing.T) {
	r := load(t, "pokemon-2009")
	for players := 8; players <= 512; players++ {
		cut := r.LargestCut(players)
		if cut&(cut-1) != 0 || 4*cut > players || players >= 256 && 8*cut > players {
			t.Errorf("%d players: a cut to %d", players, cut)
		}
	}
}

// docs/rules/pokemon.md#pkm-71, PKM-72, PKM-77: flights.
func TestPKM72_Flights(t *testing.T) {
	f := load(t, "pokemon-2009").Divisions.Flights
	if f == nil || !slices.Equal(f.Counts, []int{2, 4, 8, 16}) || f.MinDivision != 64 || f.MinFlight != 32 || f.MinPerFlight != 2 {
		t.Errorf("flights: %+v", f)
	}
}

// docs/rules/pokemon.md#pkm-92, PKM-93: outside the table the rounds are a suggestion,
// with a note.
func TestPKM92_OutsideTheTable(t *testing.T) {
	r := with(t, "pokemon-2009", "event", "swiss")
	for players, want := range map[int]int{5: 3, 300: 9} {
		rounds, cut, note := r.RoundsFor(players)
		if rounds != want || cut != 0 || !strings.Contains(fmt.Sprint(note), "rounds.outside") {
			t.Errorf("%d players: %d rounds, cut %d, %v", players, rounds, cut, note)
		}
	}
}

// docs/rules/pokemon.md#pkm-98: the document has no times; the file notes that.
func TestPKM98_NoTimes(t *testing.T) {
	r := load(t, "pokemon-2009")
	if r.Clock(ledger.Swiss) != 0 || !slices.ContainsFunc(r.Community, func(s string) bool { return strings.Contains(s, "time limits") }) {
		t.Errorf("a round lasts %s", r.Clock(ledger.Swiss))
	}
}

// docs/rules/riichi.md#rii-21, RII-25, RII-34, RII-39, RII-45: uma, halving as one
// switch, six sessions and two, ten at most.
func TestRII45_Course(t *testing.T) {
	tables := load(t, "riichi-helper").Tables
	if tables.Sessions != 6 || tables.MaxSession != 10 || len(tables.Finals) != 2 {
		t.Errorf("%d sessions and %d finals, at most %d", tables.Sessions, len(tables.Finals), tables.MaxSession)
	}
	if !tables.Carry.Equal(fraction.New(1, 2)) || !load(t, "riichi-ema").Tables.Carry.Equal(fraction.Int(1)) {
		t.Error("the helper's event halves the totals, the EMA's does not")
	}
	if got := tables.Uma; !got[0].Equal(fraction.Int(15)) || !got[1].Equal(fraction.Int(5)) || !got[2].Equal(fraction.Int(-5)) || !got[3].Equal(fraction.Int(-15)) {
		t.Errorf("uma %v", got)
	}
	// docs/rules/riichi.md#rii-20: the finals are on a day of their own.
	if got := tables.Days; !slices.Equal(got, []int{1, 1, 1, 1, 1, 1, 2, 2}) {
		t.Errorf("days %v", got)
	}
}

// docs/rules/riichi.md#rii-44: the order among equal totals is stated.
func TestRII44_EqualTotals(t *testing.T) {
	r := load(t, "riichi-helper")
	var funcs []string
	for _, tb := range r.Ranking.Tiebreaks {
		funcs = append(funcs, tb.Func)
	}
	if !slices.Equal(funcs, []string{"firsts", "highestSession", "scramblePlace"}) || r.Ranking.Final != "random" {
		t.Errorf("tiebreaks %v, then %s", funcs, r.Ranking.Final)
	}
	expectWords(t, r.Texts["tiebreakers"], "hanchan in first place", "best single hanchan", "place after the scramble", "a random draw")
}

// docs/rules/meccg.md#mec-50: cards are exchanged between rounds in sealed events alone.
func TestMEC50_ExchangeBetweenRounds(t *testing.T) {
	for kind, want := range map[string]bool{"sealed": true, "two-deck": false} {
		if got := with(t, "meccg", "game_type", kind).DeckSwaps; got != want {
			t.Errorf("%s: decks may be changed between rounds: %v", kind, got)
		}
	}
}

// docs/rules/magic.md#mtg-53: the rounds come from the table of the rules, since the page
// that the document links is gone.
func TestMTG53_RoundsFromAppendixE(t *testing.T) {
	r := load(t, "magic")
	if r.Rounds.Table != "appendix-e" || !slices.ContainsFunc(r.Sources, func(s rules.Source) bool { return strings.Contains(s.Title, "appendix E") }) {
		t.Errorf("rounds are read from %q; sources %+v", r.Rounds.Table, r.Sources)
	}
	if rounds, cut, _ := r.RoundsFor(33); rounds != 6 || cut != 8 {
		t.Errorf("33 players: %d rounds and a cut to %d", rounds, cut)
	}
}

// docs/rules/pokemon.md#pkm-86: the document refers to sections by numbers it no longer
// has; the tables name the present ones.
func TestPKM86_SectionNumbers(t *testing.T) {
	for table, section := range map[string]string{"swiss": "3.1.3", "single": "3.2.2", "swiss-plus": "3.3.5"} {
		i := slices.IndexFunc(load(t, "pokemon-2009").Rounds.Tables, func(rt rules.RoundTable) bool { return rt.Name == table })
		if i < 0 {
			t.Fatalf("there is no table %s", table)
		}
		expectWords(t, load(t, "pokemon-2009").Rounds.Tables[i].Title, section)
	}
}
