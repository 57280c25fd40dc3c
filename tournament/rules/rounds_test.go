package rules_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

func readExample(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/examples/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// numbers reads "5", 5, "2|3", "top8 (7+4)", "none".
func numbers(v any) []int {
	text, _ := v.(string)
	if n, ok := v.(float64); ok {
		text = strconv.Itoa(int(n))
	}
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "top"), " ")
	var out []int
	for _, part := range strings.Split(text, "|") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// docs/rules/pokemon.md#pkm-16, PKM-18, PKM-22 to PKM-26, docs/rules/meccg.md#mec-05,
// docs/rules/magic.md#mtg-28: every row and boundary of the published tables.
func TestPublishedRoundTables(t *testing.T) {
	var ex struct {
		Cases []struct {
			Table   string
			Players int
			Rounds  any
			Cut     string
		}
		AwardedByes struct {
			Cases []struct{ Players, OneBye, TwoByes, ThreeByes, Effective, Rounds int }
		}
		AgeModified struct {
			Divisions map[string]int
			Rounds    int
		}
		AgeSeparatedCheck []struct {
			Divisions []int
			Mode      string
		}
		Log2 struct {
			Cases []struct{ N, Rounds int }
		}
	}
	readExample(t, "18_round_tables", &ex)
	tables := map[string][2]string{
		"mtg-mtr-E":                {"magic", "appendix-e"},
		"lorcana-2026-07":          {"lorcana", "2026"},
		"pokemon-challenge-2026":   {"pokemon", "challenge"},
		"pokemon-cup-2026":         {"pokemon", "cup"},
		"pokemon-2009-swiss":       {"pokemon-2009", "swiss"},
		"pokemon-2009-single-elim": {"pokemon-2009", "single"},
		"pokemon-2009-swiss-plus":  {"pokemon-2009", "swiss-plus"},
		"meccg":                    {"meccg", "council"},
		"ygo-tier1-2":              {"yugioh", "tier-1-2"},
		"ygo-tier3-4":              {"yugioh", "tier-3-4"},
		"fab":                      {"flesh-and-blood", "fab"},
		"cedh-topdeck":             {"commander-pods", "topdeck"},
	}
	seen := map[string]bool{}
	for _, tc := range ex.Cases {
		where, ok := tables[tc.Table]
		if !ok {
			t.Errorf("no table for %s", tc.Table)
			continue
		}
		seen[tc.Table] = true
		row, ok := load(t, where[0]).Row(where[1], tc.Players)
		if ok != (tc.Rounds != nil) {
			t.Errorf("%s, %d players: found %v", tc.Table, tc.Players, ok)
			continue
		}
		if diff := cmp.Diff(numbers(tc.Rounds), row.Rounds, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s, %d players: rounds (-want +got):\n%s", tc.Table, tc.Players, diff)
		}
		if diff := cmp.Diff(numbers(tc.Cut), row.Cuts, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s, %d players: cut %q (-want +got):\n%s", tc.Table, tc.Players, tc.Cut, diff)
		}
		if single := strings.Contains(tc.Cut, "single") || tc.Table == "pokemon-2009-single-elim"; ok && single != (row.Format == "single") {
			t.Errorf("%s, %d players: format %q", tc.Table, tc.Players, row.Format)
		}
	}
	if len(seen) != len(tables) {
		t.Errorf("only %d of %d tables were tried", len(seen), len(tables))
	}
	for _, tc := range ex.AwardedByes.Cases {
		l := &ledger.Ledger{Players: make([]ledger.Player, tc.Players)}
		at := 0
		for byes, n := range []int{0, tc.OneBye, tc.TwoByes, tc.ThreeByes} {
			for range n {
				for round := 1; round <= byes; round++ {
					l.Players[at].ByeRounds |= 1 << round
				}
				at++
			}
		}
		for i := range l.Players {
			l.Players[i].DroppedAfter = ledger.Active
		}
		magic := load(t, "magic")
		if got := magic.Attendance(l); got != tc.Effective {
			t.Errorf("%d players with byes count as %d, want %d", tc.Players, got, tc.Effective)
		}
		if rounds, _, _ := magic.RoundsFor(tc.Effective); rounds != tc.Rounds {
			t.Errorf("%d players: %d rounds, want %d", tc.Effective, rounds, tc.Rounds)
		}
	}
	l := &ledger.Ledger{}
	for i, name := range []string{"junior", "senior", "masters"} {
		for range ex.AgeModified.Divisions[name] {
			l.Players = append(l.Players, ledger.Player{Division: int16(i), DroppedAfter: ledger.Active})
		}
	}
	p09 := load(t, "pokemon-2009", "event", "swiss")
	if rounds, _, _ := p09.RoundsFor(p09.Attendance(l)); rounds != ex.AgeModified.Rounds {
		t.Errorf("age modified: %d rounds, want %d", rounds, ex.AgeModified.Rounds)
	}
	for _, tc := range ex.AgeSeparatedCheck {
		want := tc.Mode
		switch {
		case strings.HasPrefix(want, "separated"), strings.HasPrefix(want, "open question"):
			want = "separate"
		}
		if got := p09.DivisionMode(tc.Divisions); got != want {
			t.Errorf("divisions of %v play %q, want %q", tc.Divisions, got, want)
		}
	}
	for _, tc := range ex.Log2.Cases {
		if got := rules.CeilLog2(tc.N); got != tc.Rounds {
			t.Errorf("ceil(log2 %d) = %d, want %d", tc.N, got, tc.Rounds)
		}
	}
}

func TestRoundsForReportsChoices(t *testing.T) {
	for _, tc := range []struct {
		ruleset     string
		players     int
		rounds, cut int
		note        string
	}{
		{"magic", 40, 6, 8, "[]"},
		{"magic", 6, 3, 0, "[rounds.note text=single elimination, no Swiss]"},
		{"pokemon-2009", 40, 6, 8, "[rounds.choice rounds=[5 6] cut=[8 4 2]]"},
		{"lorcana", 6, 3, 0, "[rounds.outside players=6 n=3]"},
		{"meccg", 4, 2, 0, "[rounds.note text=not an official Council event, which needs 6 players]"},
		{"netrunner", 20, 5, 0, "[]"},
		{"riichi-helper", 16, 6, 0, "[]"},
		{"magic", 1, 0, 0, "[rounds.too_few]"},
	} {
		rounds, cut, note := load(t, tc.ruleset).RoundsFor(tc.players)
		if rounds != tc.rounds || cut != tc.cut || fmt.Sprint(note) != tc.note {
			t.Errorf("%s, %d players: %d rounds, cut %d, %v", tc.ruleset, tc.players, rounds, cut, note)
		}
	}
}

// docs/rules/pokemon.md#pkm-27: a quarter of each division, down to a power of two; the
// shares give exactly the largest cuts of the published table.
func TestLargestCutPerDivision(t *testing.T) {
	r := load(t, "pokemon-2009")
	for n, want := range map[int]int{9: 2, 16: 4, 40: 8, 7: 0, 512: 64} {
		if got := r.LargestCut(n); got != want {
			t.Errorf("a division of %d may cut to %d, want %d", n, got, want)
		}
	}
	for n := 6; n <= 512; n++ {
		row, ok := r.Row("swiss-plus", n)
		if !ok {
			t.Fatalf("no row for %d", n)
		}
		want := 0
		if len(row.Cuts) > 0 {
			want = row.Cuts[0]
		}
		if got := r.LargestCut(n); got != want {
			t.Errorf("%d players: %d by share, %d by table", n, got, want)
		}
	}
}

// The fixed places of the asymmetrical cut.
func TestEqualCut(t *testing.T) {
	r := load(t, "pokemon")
	for n, want := range map[int]int{8: 0, 9: 2, 16: 2, 17: 4, 33: 6, 65: 8, 500: 8} {
		places, most, ok := r.EqualCut(n)
		if places != want || ok != (want > 0) || ok && most != 16 {
			t.Errorf("%d players: %d places of at most %d, %v", n, places, most, ok)
		}
	}
}

func TestClock(t *testing.T) {
	for _, tc := range []struct {
		ruleset string
		option  []string
		stage   ledger.Stage
		want    time.Duration
		warn    []time.Duration
	}{
		{"magic", nil, ledger.Swiss, 50 * time.Minute, []time.Duration{5 * time.Minute}},
		{"magic", nil, ledger.Elimination, 0, []time.Duration{5 * time.Minute}}, // for a clock that an organiser sets
		{"magic", nil, ledger.Final, 0, []time.Duration{5 * time.Minute}},
		{"chess-casual", nil, ledger.Swiss, 0, []time.Duration{5 * time.Minute}},
		{"meccg", nil, ledger.Swiss, 80 * time.Minute, []time.Duration{15 * time.Minute}},
		{"meccg", nil, ledger.Playoff, 80 * time.Minute, []time.Duration{15 * time.Minute}},
		{"meccg", []string{"game_type", "campaign"}, ledger.Swiss, 3 * time.Hour, []time.Duration{15 * time.Minute}},
		{"pokemon", nil, ledger.ThirdPlace, 75 * time.Minute, []time.Duration{5 * time.Minute}},
		{"riichi-ema", nil, ledger.Scramble, 90 * time.Minute, []time.Duration{15 * time.Minute, 5 * time.Minute}},
		{"riichi-helper", nil, ledger.Scramble, 75 * time.Minute, []time.Duration{15 * time.Minute, 5 * time.Minute}},
		{"riichi-helper", nil, ledger.FinalTables, 75 * time.Minute, []time.Duration{15 * time.Minute, 5 * time.Minute}},
		{"riichi-wrc", nil, ledger.Scramble, 90 * time.Minute, []time.Duration{15 * time.Minute, 5 * time.Minute}},
		{"m-league", nil, ledger.Scramble, 90 * time.Minute, []time.Duration{15 * time.Minute, 5 * time.Minute}},
		{"commander-pods", nil, ledger.Swiss, 80 * time.Minute, []time.Duration{15 * time.Minute, 5 * time.Minute}},
	} {
		r := load(t, tc.ruleset, tc.option...)
		if got := r.Clock(tc.stage); got != tc.want {
			t.Errorf("%s %v: clock %v, want %v", tc.ruleset, tc.option, got, tc.want)
		}
		if diff := cmp.Diff(tc.warn, r.Warnings(tc.stage)); diff != "" {
			t.Errorf("%s: warnings (-want +got):\n%s", tc.ruleset, diff)
		}
	}
	for _, id := range rules.IDs() {
		for _, stage := range stages() {
			if load(t, id).EndOfMatch(stage) == "" {
				t.Errorf("%s says nothing at the end of stage %d", id, stage)
			}
		}
	}
}

// docs/rules/pokemon.md#pkm-31, PKM-36, PKM-37, docs/rules/meccg.md#mec-53: late entry,
// lateness, drops.
func TestLateEntryAndDrops(t *testing.T) {
	var ex struct {
		Tardiness []struct {
			Ruleset string
			Minutes [2]*int
			Penalty string
		}
	}
	readExample(t, "26_late_drop_tardy", &ex)
	for _, tc := range ex.Tardiness {
		game, level, _ := strings.Cut(tc.Ruleset, " ")
		want := rules.Penalty{Level: level, From: *tc.Minutes[0], Effect: tc.Penalty}
		if tc.Minutes[1] != nil {
			want.To = *tc.Minutes[1]
		}
		found := false
		for _, p := range load(t, game).Penalties {
			found = found || p == want
		}
		if !found {
			t.Errorf("%s has no penalty %+v", game, want)
		}
	}
	p09, meccg, netrunner, lorcana := load(t, "pokemon-2009"), load(t, "meccg"), load(t, "netrunner"), load(t, "lorcana")
	for _, tc := range []struct {
		what string
		ok   bool
	}{
		{"pokemon-2009: a loss for each round started, below players on time, may be refused", p09.Entry.RanksLate && p09.Entry.MayRefuse && p09.Absent.Round && p09.Absent.Loss},
		{"netrunner: no added losses", !netrunner.Absent.Loss},
		{"lorcana: a paired match is conceded 0-2", lorcana.Drop.Games == [3]int{2, 0, 0}},
		{"lorcana: no-shows are dropped", lorcana.Drop.NoShow},
		{"meccg: no return, no place, no prize", !meccg.Drop.ReEntry && !meccg.Ranking.DroppedPlace && !meccg.Drop.KeepsPrize},
	} {
		if !tc.ok {
			t.Errorf("not so: %s", tc.what)
		}
	}
}

// docs/rules/pokemon.md#pkm-01, PKM-50: what an organiser must announce.
func TestPKM01_Announcements(t *testing.T) {
	for _, id := range []string{"pokemon", "pokemon-2009"} {
		facts := map[string]bool{}
		for _, a := range load(t, id).Announce {
			facts[a.Fact] = true
		}
		for _, fact := range []string{"rounds", "cut", "prizes", "third_place"} {
			if !facts[fact] {
				t.Errorf("%s does not ask to announce %s", id, fact)
			}
		}
	}
}

// The time to come of a player who is missed is that of a named document, or marked as ours.
func TestEachTimeToComeHasItsSource(t *testing.T) {
	ours := func(c string) bool {
		return strings.Contains(c, "a player who is missed has") || strings.HasPrefix(c, "everything here")
	}
	graces := 0
	for _, id := range rules.IDs() {
		r, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if r.NoShow.Grace == 0 {
			continue
		}
		if graces++; r.NoShow.From == "" && !slices.ContainsFunc(r.Community, ours) {
			t.Errorf("%s: %v: from %q, community %q", id, r.NoShow.Grace, r.NoShow.From, r.Community)
		}
	}
	if graces < 10 {
		t.Errorf("%d rulesets have a time to come", graces)
	}
}
