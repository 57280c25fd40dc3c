package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// totals returns the points of each player before round r.
func totals(s *tournament.State, r int) []fraction.Fraction {
	sum := make([]fraction.Fraction, len(s.Players))
	for i := range r - 1 {
		for j := range s.Ledger.Rounds[i].Matches {
			m := &s.Ledger.Rounds[i].Matches[j]
			points := standings.Score(s.Rules, i+1, m)
			for seat, p := range m.Players() {
				sum[p] = sum[p].Add(points[seat])
			}
		}
	}
	return sum
}

// docs/rules/meccg.md#mec-07: all players play every round, or have the one bye of an
// odd field.
func TestMEC07_AllPlayersPlayEveryRound(t *testing.T) {
	for _, players := range []int{7, 8, 11} {
		s := evening(t, load(t, "meccg"), settings(4, 0), histories.Options{Players: players}, 3, nil).State
		for r := range 4 {
			byes, played := 0, 0
			for i := range s.Ledger.Rounds[r].Matches {
				m := &s.Ledger.Rounds[r].Matches[i]
				if m.Kind == ledger.Bye {
					byes++
				} else {
					played += int(m.N)
				}
			}
			if byes != players%2 || byes+played != players {
				t.Errorf("%d players, round %d: %d play, %d have the bye", players, r+1, played, byes)
			}
		}
	}
}

// docs/rules/meccg.md#mec-16 to MEC-18, docs/rules/pokemon.md#pkm-08: round 2 pairs equal
// totals, best first, at random: of several possible partners now one, now another is
// drawn.
func TestMEC17_EqualTotalsAtRandom(t *testing.T) {
	for _, id := range []string{"meccg", "pokemon-2009"} {
		partners := map[int32]bool{}
		for seed := range uint64(12) {
			w := &table{t: t, snap: tournament.Begin(1, fmt.Appendf(nil, "secret %d", seed)), now: begin}
			w.do(&command.Create{Guild: "g", Channel: "c", Settings: settings(2, 0), Ruleset: load(t, id)}, &command.OpenRegistration{})
			for i := range 8 {
				w.do(&command.Join{User: fmt.Sprint("u", i+1), Name: fmt.Sprint("u", i+1), ByOrganiser: true})
			}
			w.do(&command.Start{}, &command.Pair{Forced: [][]int{{1, 2}, {3, 4}, {5, 6}, {7, 8}}}, &command.Publish{}, &command.StartRound{})
			if id == "meccg" {
				w.score("20-10")
			} else {
				w.score("1-0")
			}
			w.round()
			sum := totals(w.snap.State, 2)
			for i := range w.snap.State.Ledger.Rounds[1].Matches {
				m := &w.snap.State.Ledger.Rounds[1].Matches[i]
				if a, b := sum[m.Seats[0]], sum[m.Seats[1]]; !a.Equal(b) {
					t.Errorf("%s, seed %d: totals %s and %s meet", id, seed, a, b)
				}
				if seat := m.Seat(0); seat >= 0 {
					partners[m.Seats[1-seat]] = true
				}
			}
		}
		if len(partners) < 3 {
			t.Errorf("%s: in twelve events player 1 meets only %d others", id, len(partners))
		}
	}
}

// docs/rules/meccg.md#mec-03: decks stay hidden until the end unless the organiser
// decides otherwise, and no deck text is in the exported file.
func TestMEC03_DecksStayHidden(t *testing.T) {
	if got := tournament.DefaultSettings("x").DecksShown; got != tournament.DecksAtEnd {
		t.Errorf("decks are shown %s", got)
	}
	says := load(t, "meccg").Texts["scouting"]
	if !strings.Contains(says, "private until the end") {
		t.Errorf("the ruleset says %q", says)
	}
	w := given(t, settings(2, 0), 4)
	w.do(&command.SubmitDeck{Player: 1, Text: "4 Gates of Morning", ByOrganiser: true})
	out, err := handover.Export(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out.Log), "Gates of Morning") {
		t.Error("the deck stands in the export")
	}
}

// docs/rules/meccg.md#mec-50: in a sealed event decks change between rounds until the
// next pairing is published; elsewhere they are locked with round 1.
func TestMEC50_DecksBetweenRounds(t *testing.T) {
	for kind, swaps := range map[string]bool{"sealed": true, "two-deck": false} {
		s := settings(2, 0)
		s.Options = []tournament.Option{{Name: "game_type", Value: kind}}
		w := started(t, "meccg", s, 6)
		hand := func(text string) error {
			return w.as("u1", &command.SubmitDeck{Player: 1, Text: text})
		}
		if swaps {
			w.do(&command.BuildDecks{})
		}
		if err := hand("built in 45 minutes"); err != nil {
			t.Fatal(err)
		}
		w.round()
		if err := hand("during the round"); tournament.ClassOf(err) != tournament.WrongPhase {
			t.Errorf("%s, during a round: %v", kind, err)
		}
		w.score("20-10")
		w.do(&command.Pair{}) // a preview is not announced yet
		if err := hand("between the rounds"); (err == nil) != swaps {
			t.Errorf("%s, between rounds: %v", kind, err)
		}
		w.do(&command.Publish{})
		if err := hand("after the announcement"); tournament.ClassOf(err) != tournament.WrongPhase {
			t.Errorf("%s, after the announcement: %v", kind, err)
		}
	}
}

// docs/rules/magic.md#mtg-06, MTG-08: names are entered, two of one name are told apart
// by a refusal, and the start fixes the field.
func TestMTG06_NamesAndStart(t *testing.T) {
	w := given(t, settings(1, 0), 2)
	w.do(&command.Join{Name: "  Zoë   Guest ", ByOrganiser: true})
	if got := w.snap.Name(3); got != "Zoë Guest" {
		t.Errorf("the name is %q", got)
	}
	w.refused("organiser", &command.Join{Name: "zoë guest", ByOrganiser: true}, tournament.Conflict, "join.name_taken")
	w.refused("organiser", &command.Join{Name: "\u200b ", ByOrganiser: true}, tournament.BadInput, "join.nameless")
	w.do(&command.Start{})
	if s := w.snap.State; s.Phase != tournament.Running || len(s.Field()) != 3 {
		t.Errorf("%s with %d players", s.Phase, len(s.Field()))
	}
	w.refused("organiser", &command.Start{}, tournament.NoChange, "event.started")
}

// docs/rules/magic.md#mtg-21: in elimination the tables are drawn.
func TestMTG21_TablesAtRandom(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("single")
	orders := map[string]bool{}
	for seed := range uint64(6) {
		st := evening(t, load(t, "magic"), s, histories.Options{Players: 8}, seed, nil).State
		var slots []int
		for i := range st.Ledger.Rounds[0].Matches {
			if got := int(st.Ledger.Rounds[0].Matches[i].Table); got != i+1 {
				t.Fatalf("seed %d: table %d in place %d", seed, got, i+1)
			}
			slots = append(slots, st.Rounds[0].Matches[i].Slot)
		}
		orders[fmt.Sprint(slots)] = true
	}
	if len(orders) < 4 {
		t.Errorf("in six events the matches of the tree are at tables in %d orders", len(orders))
	}
}

// docs/rules/magic.md#mtg-22, docs/rules/pokemon.md#pkm-49: the tree can be seen at any
// time and changes at the end of a round; the event ends with the one player who has no
// loss.
func TestMTG22_TreeChangesAtTheEndOfARound(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("single")
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	winners := func() (known int) {
		_, st, err := w.snap.State.Bracket()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range st.Matches {
			if m.Winner() != 0 {
				known++
			}
		}
		return known
	}
	w.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
	if got := winners(); got != 0 {
		t.Errorf("in the middle of the round the tree has %d winners", got)
	}
	w.do(&command.Correct{Round: 1, Match: 2, Text: "2-0"})
	if got := winners(); got != 2 {
		t.Errorf("after the round the tree has %d winners", got)
	}
	w.refused("organiser", &command.Finish{}, tournament.NeedsForce, "bracket.unfinished")
	w.round()
	w.finishRound()
	w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "bracket.played")
	w.do(&command.Finish{})
	losses := make([]int, 4)
	for r := range w.snap.State.Ledger.Rounds {
		for i := range w.snap.State.Ledger.Rounds[r].Matches {
			m := &w.snap.State.Ledger.Rounds[r].Matches[i]
			losses[m.Seats[1-w.snap.State.Rules.Winner(m)]]++
		}
	}
	for n, lost := range losses {
		if (lost == 0) != (w.snap.State.Places[n] == 1) {
			t.Errorf("player %d has %d losses and place %d", n+1, lost, w.snap.State.Places[n])
		}
	}
}

// TestTrees: reseeding pairs best against worst again, placement plays every
// place out (docs/rules/magic.md#mtg-24), and a fixed tree does neither (MTG-59).
func TestTrees(t *testing.T) {
	for tree, matches := range map[stage.Kind]int{stage.Bracket: 7, stage.Single: 7, stage.Reseed: 7, stage.Placement: 12} {
		s := settings(0, 0)
		s.Stages = stage.MustParse(string(tree))
		w := given(t, s, 8)
		for n := 1; n <= 8; n++ {
			w.do(&command.Change{Player: n, Seed: &n})
		}
		w.do(&command.Start{})
		played := 0
		for r := 1; r <= 3; r++ {
			w.round()
			for m := range w.snap.State.Rounds[r-1].Matches {
				_, l := w.snap.State.Match(r, m+1)
				// Seed 8 beats seed 1; else the better one wins.
				text := "2-0"
				if l.Seat(7) >= 0 && l.Seat(0) >= 0 {
					text = "0-2"
				}
				w.do(&command.Correct{Round: r, Match: m + 1, Text: text})
				played++
			}
			if r != 2 {
				continue
			}
			// After 8 has beaten 1: in the tree 8 meets 4; seeded again, 2.
			m := w.snap.State.MatchOf(2, 8)
			_, l := w.snap.State.Match(2, m)
			want := 4
			if tree == stage.Reseed {
				want = 2
			}
			if got := int(l.Seats[1-l.Seat(7)]) + 1; got != want {
				t.Errorf("%q: seed 8 meets seed %d, want %d", tree, got, want)
			}
		}
		if played != matches {
			t.Errorf("%q: %d matches, want %d", tree, played, matches)
		}
		w.do(&command.Finish{})
		placesArePermutation(t, w.snap.State)
		folds(t, w.snap)
		if _, err := handover.Export(w.snap); err != nil {
			t.Error(err)
		}
		exported(t, w.snap)
	}
	s := settings(0, 0)
	s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Kind = "up" })
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "stages.kind") {
		t.Errorf("an unknown tree: %v", err)
	}
}

// docs/rules/magic.md#mtg-56: two and three players draft, and pods of any even number
// meet opposite.
func TestMTG56_DraftsOfAnySize(t *testing.T) {
	for _, players := range []int{2, 3, 6, 10} {
		w := drafting(t, players)
		w.do(&command.SeatDraft{}, &command.OpenPack{First: true}, &command.BuildDecks{})
		w.round()
		met, byes := 0, 0
		for i := range w.snap.State.Ledger.Rounds[0].Matches {
			m := &w.snap.State.Ledger.Rounds[0].Matches[i]
			if m.Kind == ledger.Bye {
				byes++
				continue
			}
			for _, seats := range w.snap.State.Draft.Pods {
				a, b := slices.Index(seats, int(m.Seats[0])+1), slices.Index(seats, int(m.Seats[1])+1)
				if a < 0 {
					continue
				}
				if half := (len(seats) + 1) / 2; b-a != half && a-b != half {
					t.Errorf("%d players: seats %d and %d of %d meet", players, a+1, b+1, len(seats))
				}
				met++
			}
		}
		if met != players/2 || byes != players%2 {
			t.Errorf("%d players: %d matches at opposite seats, %d byes", players, met, byes)
		}
	}
}

// docs/rules/magic.md#mtg-57: the next round may start as soon as all results are in;
// no player is tardy before the old round's time, and none is punished by a clock.
func TestMTG57_EarlyStart(t *testing.T) {
	w := running(t, 4, 2, 0)
	end := w.snap.State.Rounds[0].Deadline
	w.now = w.now.Add(20 * time.Minute)
	w.finishRound()
	w.round()
	if got := w.snap.State.Rounds[1].StartedAt; !got.Before(end) {
		t.Fatalf("round 2 starts at %s, not before %s", got, end)
	}
	if got := w.snap.State.GraceUntil(2); !got.Equal(end) {
		t.Errorf("nobody is tardy before %s, want %s", got, end)
	}
	if got := w.snap.State.GraceUntil(1); !got.Equal(w.snap.State.Rounds[0].StartedAt) {
		t.Errorf("in round 1 nobody is tardy before %s", got)
	}
	if len(w.snap.State.Penalties) != 0 {
		t.Errorf("penalties %v", w.snap.State.Penalties)
	}
	if text := w.snap.State.Rules.Texts["early"]; !strings.Contains(text, "not tardy") {
		t.Errorf("the ruleset says %q", text)
	}
}

// docs/rules/pokemon.md#pkm-28: the cut by attendance has a cap, kept a power of two.
func TestPKM28_CapOfTheCut(t *testing.T) {
	for most, want := range map[int]int{0: 16, 8: 8, 5: 4} {
		s := aged(0, stage.Entry{By: stage.Auto, Max: most})
		s.Divisions = []string{"masters"}
		if got := started(t, "pokemon-2009", s, 64).snap.State.CutSize(); got != want {
			t.Errorf("at most %d: a cut to %d, want %d", most, got, want)
		}
	}
	s := settings(0, 0)
	s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto, Max: 1})
	if err := s.Validate(); tournament.ClassOf(err) != tournament.BadInput {
		t.Errorf("a cap of one: %v", err)
	}
}

// docs/rules/pokemon.md#pkm-29: a cut has a power of two of players, so that no player
// has a bye in it.
func TestPKM29_CutWithoutByes(t *testing.T) {
	for _, cut := range []stage.Entry{stage.TopN(6), {By: stage.Points, N: 2}, {By: stage.Equal, N: 4}} {
		for _, divisions := range [][]string{nil, {"junior", "masters"}} {
			w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
			s := withCut(cut)
			s.Divisions = divisions
			w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "pokemon-2009")}, &command.OpenRegistration{})
			for i := range 24 {
				w.do(&command.Join{Name: fmt.Sprint("Guest ", i), Division: division(s, i), ByOrganiser: true})
			}
			w.refused("organiser", &command.Start{}, tournament.BadInput, "cut.power")
		}
	}
	w := started(t, "pokemon-2009", settings(1, 4), 16)
	w.round()
	w.score("1-0")
	w.refused("organiser", &command.MakeCut{Size: 6}, tournament.BadInput, "cut.power")
	w.do(&command.MakeCut{Size: 8})
}

// docs/rules/pokemon.md#pkm-38: before a cut late players enter as in Swiss rounds alone.
func TestPKM38_LateBeforeACut(t *testing.T) {
	for _, cut := range []int{0, 2} {
		w := started(t, "pokemon-2009", settings(3, cut), 8)
		w.round()
		w.do(&command.Join{Name: "Late", ByOrganiser: true})
		if l := w.snap.State.Players[8]; l.LateRounds != 1 {
			t.Errorf("with a cut to %d: %d rounds are lost", cut, l.LateRounds)
		}
		w.score("1-0")
		w.round()
		if w.snap.State.MatchOf(2, 9) == 0 {
			t.Errorf("with a cut to %d: not paired in round 2", cut)
		}
	}
}

// docs/rules/pokemon.md#pkm-65, PKM-68: before a cut divisions play apart or together as
// in Swiss rounds alone, and each division is split into flights for itself.
func TestPKM68_FlightsPerDivision(t *testing.T) {
	for _, cut := range []stage.Entry{{}, stage.TopN(4)} {
		w := started(t, "pokemon-2009", aged(3, cut), 18)
		for range 3 {
			w.round()
			for i := range w.snap.State.Ledger.Rounds[0].Matches {
				m := &w.snap.State.Ledger.Rounds[0].Matches[i]
				if m.N == 2 && w.snap.State.Players[m.Seats[0]].Division != w.snap.State.Players[m.Seats[1]].Division {
					t.Fatalf("cut %s: divisions mix", cut)
				}
			}
			w.score("1-0")
		}
	}
	s := settings(0, 8)
	s.Divisions = []string{"junior", "masters"}
	w := started(t, "pokemon-2009", s, 128)
	w.do(&command.SplitFlights{Division: 1, Flights: 2})
	if a, b := w.snap.State.FlightsOf(0), w.snap.State.FlightsOf(1); a != 1 || b != 2 {
		t.Errorf("%d and %d flights", a, b)
	}
	// docs/rules/pokemon.md#pkm-75: no player is moved, by any command.
	masters := "masters"
	w.refused("organiser", &command.Change{Player: 1, Division: &masters}, tournament.WrongPhase, "division.flights")
}

// docs/rules/pokemon.md#pkm-84: a wrong record is put right before the round starts and
// the fewest are paired anew, or left to the next pairing.
func TestPKM84_WrongRecord(t *testing.T) {
	w := started(t, "pokemon-2009", settings(3, 0), 8)
	w.round()
	w.score("1-0")
	w.do(&command.Pair{}, &command.Publish{})
	before := slices.Clone(w.snap.State.Ledger.Rounds[1].Matches)
	w.do(&command.Correct{Round: 1, Match: 1, Text: "0-1"})
	if got := w.snap.State.Ledger.Rounds[1].Matches; !slices.Equal(before, got) {
		t.Error("a correction pairs the next round by itself")
	}
	loser, winner := w.player(1, 1, 0), w.player(1, 1, 1)
	w.do(&command.Repair{Swap: [2]int{loser, winner}})
	changed := 0
	for i, m := range w.snap.State.Ledger.Rounds[1].Matches {
		if m.Seats != before[i].Seats {
			changed++
		}
	}
	if changed != 2 {
		t.Errorf("%d tables changed, want the two of the players concerned", changed)
	}
	sum := totals(w.snap.State, 2)
	for i := range w.snap.State.Ledger.Rounds[1].Matches {
		m := &w.snap.State.Ledger.Rounds[1].Matches[i]
		if !sum[m.Seats[0]].Equal(sum[m.Seats[1]]) {
			t.Errorf("after the repair %s meets %s", sum[m.Seats[0]], sum[m.Seats[1]])
		}
	}
}

// TestExportWritesTheCut: the file names the cut as the event was announced.
func TestExportWritesTheCut(t *testing.T) {
	flights := settings(0, 8)
	flights.Divisions = []string{"masters"}
	for _, tc := range []struct {
		name, ruleset string
		settings      tournament.Settings
		players       int
		command       command.Command
		want          string
	}{
		{"none", "magic", settings(3, 0), 8, nil, "{}"},
		{"top", "magic", settings(3, 4), 8, nil, "4"},
		{"points", "magic", withCut(stage.Entry{By: stage.Points, N: 6}), 8, nil, `{"points":6}`},
		{"points or top", "magic", withCut(stage.Entry{By: stage.Points, N: 6, Least: 4}), 8, nil, `{"top":4,"points":6}`},
		{"equal", "magic", withCut(stage.Entry{By: stage.Equal, N: 4, Max: 6}), 8, nil, `{"top":4,"equal_points":true,"max":6}`},
		{"by attendance", "magic", withCut(stage.Entry{By: stage.Auto}), 17, nil, "8"},
		{"per division", "pokemon-2009", aged(3, stage.Entry{By: stage.Top, N: 4}), 48, nil, `{"per_division":{"junior":4,"masters":4,"senior":4}}`},
		{"per flight", "pokemon-2009", flights, 64, &command.SplitFlights{Flights: 2}, `{"per_flight":4}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := started(t, tc.ruleset, tc.settings, tc.players)
			if tc.command != nil {
				w.do(tc.command)
			}
			got, err := exported(t, w.snap).Cut.MarshalJSON()
			if err != nil || string(got) != tc.want {
				t.Errorf("the cut is %s, want %s (%v)", got, tc.want, err)
			}
		})
	}
	// Pods of a draft are groups of their own in the file.
	w := drafting(t, 16)
	w.do(&command.SeatDraft{})
	if got := exported(t, w.snap).Flights; len(got) != 2 {
		t.Errorf("the pods are %q", got)
	}
}

func withCut(c stage.Entry) tournament.Settings {
	s := settings(3, 0)
	s.Stages = s.Stages.WithCut(c)
	return s
}

// The asymmetrical cut of the ruleset by attendance: its fixed places and all players
// level with the last of them, at most sixteen.
func TestAsymmetricalCutByAttendance(t *testing.T) {
	for players, fixed := range map[int]int{10: 2, 20: 4, 40: 6} {
		w := started(t, "pokemon", withCut(stage.Entry{By: stage.Equal}), players)
		if got := w.snap.State.CutSize(); got != fixed {
			t.Errorf("%d players: %d fixed places, want %d", players, got, fixed)
		}
		for range 3 {
			w.round()
			w.score("1-0")
		}
		swiss, err := w.snap.State.Table(-1)
		if err != nil {
			t.Fatal(err)
		}
		w.do(&command.MakeCut{})
		want := fixed
		for want < min(len(swiss.Rows), 16) && swiss.Rows[want].Points.Equal(swiss.Rows[fixed-1].Points) {
			want++
		}
		if got := len(w.snap.State.Elimination().Players); got != want || got < fixed {
			t.Errorf("%d players: %d play on, want %d", players, got, want)
		}
	}
	w := given(t, withCut(stage.Entry{By: stage.Equal}), 8)
	w.refused("organiser", &command.Start{}, tournament.BadInput, "cut.no_equal")
}

// TestCutByPointsOrAtLeast: all players with the points, and the best ones up to the
// least number if those are fewer.
func TestCutByPointsOrAtLeast(t *testing.T) {
	for least, want := range map[int]int{0: 2, 6: 6} {
		w := given(t, withCut(stage.Entry{By: stage.Points, N: 6, Least: least}), 8)
		w.do(&command.Start{})
		for range 2 {
			w.round()
			w.finishRound()
		}
		w.refused("organiser", &command.MakeCut{}, tournament.NeedsForce, "rounds.left")
		w.do(&command.MakeCut{Early: true})
		if got := len(w.snap.State.Elimination().Players); got != want {
			t.Errorf("at least %d: %d play on, want %d", least, got, want)
		}
	}
}
