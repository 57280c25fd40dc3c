package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/deviation"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// TestPKM02_Labels: what the documents do not sanction is played and labelled,
// never changed (docs/rules/meccg.md#mec-06).
func TestPKM02_Labels(t *testing.T) {
	played := func(chain string) tournament.Settings {
		s := settings(0, 0)
		s.Stages = stage.MustParse(chain)
		return s
	}
	clock := func(minutes int) tournament.Settings { // docs/rules/magic.md#mtg-05
		s := settings(0, 0)
		s.RoundMinutes = minutes
		return s
	}
	two := settings(2, 0)
	early := settings(0, 0)
	early.Stages = stage.MustParse("swiss unbeaten")
	flights := settings(0, 8)
	flights.Divisions = []string{"masters"}
	for _, tc := range []struct {
		name, ruleset string
		settings      tournament.Settings
		players       int
		command       command.Command
		words         []string // of each label
	}{
		{"a sanctioned style", "pokemon-2009", played("single"), 8, nil, nil},
		{"round robin", "pokemon-2009", played("roundrobin"), 6, nil, []string{"label.format"}},
		{"too few players", "meccg", settings(0, 0), 5, nil, []string{"rounds.note text=not an official"}},
		{"no line in the table", "lorcana", settings(0, 0), 7, nil, []string{"rounds.outside"}},
		{"no line, but rounds and cut are chosen", "lorcana", settings(3, 4), 7, nil, nil},
		{"enough", "meccg", settings(0, 0), 6, nil, nil},
		{"too few rounds", "magic-melee", two, 17, nil, []string{"label.rounds"}},
		{"an early end", "yugioh", early, 8, nil, []string{"label.unbeaten"}},
		{"an early end that is foreseen", "magic", early, 17, nil, nil},
		{"too large a cut", "pokemon-2009", settings(3, 4), 12, nil, []string{"label.cut"}},
		{"a cut of too few", "pokemon-2009", settings(3, 2), 7, nil, []string{"label.no_cut"}},
		{"too short a clock", "magic", clock(20), 17, nil, []string{"label.clock "}},
		{"too long a clock", "magic", clock(90), 17, nil, []string{"label.clock "}},
		{"no clock", "magic", clock(tournament.Untimed), 17, nil, nil},
		{"flights are a last resort", "pokemon-2009", flights, 64, &command.SplitFlights{Flights: 2}, []string{"last resort: take the smallest number"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := started(t, tc.ruleset, tc.settings, tc.players)
			if tc.command != nil {
				w.do(tc.command) // docs/rules/pokemon.md#pkm-67
			}
			got := deviation.Of(w.snap.State)
			if len(got) != len(tc.words) {
				t.Fatalf("labels %q, want %d", got, len(tc.words))
			}
			for i, word := range tc.words {
				if !strings.Contains(got[i].String(), word) {
					t.Errorf("label %q does not say %q", got[i], word)
				}
			}
			if r := w.snap.State.Settings.Stages.First().Rounds; r > 0 && w.snap.State.PlannedRounds() != r {
				t.Errorf("%d rounds instead of the %d asked for", w.snap.State.PlannedRounds(), r)
			}
		})
	}
}

// TestPKM30_UnequalShares: a cut that takes much more of one division than of
// another is labelled.
func TestPKM30_UnequalShares(t *testing.T) {
	for players, want := range map[int]bool{24: false, 60: true} {
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		s := settings(3, 2)
		s.Divisions = []string{"junior", "masters"}
		w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "pokemon-2009")}, &command.OpenRegistration{})
		for i := range players {
			division := "masters"
			if i < 12 {
				division = "junior"
			}
			w.do(&command.Join{Name: "Guest " + string(rune('A'+i/26)) + string(rune('a'+i%26)), Division: division, ByOrganiser: true})
		}
		w.do(&command.Start{})
		if got := slices.ContainsFunc(deviation.Of(w.snap.State), func(n notice.Notice) bool { return n.Code == "label.unequal" }); got != want {
			t.Errorf("%d players: %q", players, deviation.Of(w.snap.State))
		}
	}
}

// docs/rules/pokemon.md#pkm-27, PKM-29: an organiser's number holds in each division within
// its share, and each division with another one is named.
func TestPKM27_ANumberIsBoundInEachDivision(t *testing.T) {
	s := settings(0, 8)
	s.Divisions = []string{"junior", "senior", "masters"}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "pokemon-2009")}, &command.OpenRegistration{})
	for i := range 51 {
		division := "masters"
		switch {
		case i < 7:
			division = "junior"
		case i < 19:
			division = "senior"
		}
		w.do(&command.Join{Name: fmt.Sprint("Guest ", i), Division: division, ByOrganiser: true})
	}
	check := func() {
		t.Helper()
		var said []string
		for _, n := range deviation.Of(w.snap.State) {
			if strings.HasPrefix(string(n.Code), "label.division") {
				said = append(said, n.String())
			}
		}
		want := []string{"label.division_no_cut division=junior players=7 size=8", "label.division_cut division=senior players=12 size=8 places=2"}
		if !slices.Equal(said, want) {
			t.Errorf("named are %q", said)
		}
		if cut, _ := s.Stages.Cut(); !slices.Equal(w.snap.State.DivisionCuts(cut.Entry), []int{0, 2, 8}) {
			t.Errorf("the cuts are %v", w.snap.State.DivisionCuts(cut.Entry))
		}
	}
	check()
	w.do(&command.Start{})
	check()
	w.replays(t)
}

// docs/rules/meccg.md#mec-46: a sealed event begins with deck building, and its length has
// those 45 minutes; another type of game takes them back.
func TestMEC46_ASealedEventBuildsDecks(t *testing.T) {
	s := settings(3, 0)
	s.Options = []tournament.Option{{Name: "game_type", Value: "sealed"}}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "meccg")}, &command.OpenRegistration{})
	if _, build := w.snap.State.Preparation(); build != 45*time.Minute {
		t.Errorf("%s to build decks", build)
	}
	w.do(&command.ChangeSettings{Edit: func(to tournament.Settings) (tournament.Settings, error) {
		to.Options = nil
		return to, nil
	}})
	if _, build := w.snap.State.Preparation(); build != 0 || len(w.snap.State.Settings.Stages.Prepare) > 0 {
		t.Errorf("%s to build decks with two decks each", build)
	}
	w.do(&command.ChangeSettings{Edit: func(to tournament.Settings) (tournament.Settings, error) {
		to.Options = s.Options
		return to, nil
	}})
	w.guests(6)
	w.do(&command.Start{})
	w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "build.none")
	rounds := 3*50*time.Minute + 2*w.snap.State.Between() + time.Duration(w.snap.State.Rules.Clocks.StartUp)
	if length, _ := w.snap.State.Length(); length != rounds+45*time.Minute {
		t.Errorf("the event takes %s, its rounds %s", length, rounds)
	}
	w.do(&command.BuildDecks{})
	if left := w.snap.State.Build.Deadline.Sub(w.now); left != 45*time.Minute {
		t.Errorf("decks are built in %s", left)
	}
}
