package tournament_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/seating"
	"topcut/tournament/stage"
)

// TestRII03_ScheduleBeforePlay: the schedule of a scramble exists before
// anything is played, seats four different people at each table
// (docs/rules/riichi.md#rii-13), and results do not change it (RII-35).
func TestRII03_ScheduleBeforePlay(t *testing.T) {
	play := func(text string) (*table, [][]int) {
		w := mahjong(t, 12, 3)
		if w.snap.State.Schedule() == nil || len(w.snap.State.Rounds) != 0 {
			t.Fatal("no schedule before round 1")
		}
		var seats [][]int
		for r := 1; r <= 3; r++ {
			w.round()
			for m := range w.snap.State.Ledger.Rounds[r-1].Matches {
				_, l := w.snap.State.Match(r, m+1)
				var at []int
				for _, p := range l.Players() {
					at = append(at, int(p)+1)
				}
				if sorted := slices.Compact(slices.Sorted(slices.Values(at))); len(sorted) != 4 {
					t.Errorf("session %d: %v sit at one table", r, at)
				}
				seats = append(seats, at)
			}
			w.score(text)
		}
		return w, seats
	}
	_, one := play("41200 32500 27300 19000")
	_, two := play("19000 27300 32500 41200")
	if d := cmp.Diff(one, two); d != "" {
		t.Errorf("other results gave other tables:\n%s", d)
	}
}

// docs/rules/riichi.md#rii-15, RII-16: in six sessions no player has one wind more than
// twice, and the latest player deals as early as can be.
func TestRII15_WindsOfSixSessions(t *testing.T) {
	for _, players := range []int{8, 16, 32, 64} {
		s, err := seating.New(seating.Config{Players: players, Sessions: 6})
		if err != nil {
			t.Fatal(err)
		}
		if w := s.Winds(); w.Missing != 0 || w.MaxSingle != 2 || w.Lateness.String() != "3/2" {
			t.Errorf("%d players: %+v", players, w)
		}
	}
}

// docs/rules/pokemon.md#pkm-14, PKM-102, PKM-103, PKM-104: all players play every
// round, no two meet twice, no second bye, and each round has as many wins as matches
// and byes together.
func TestPKM104_WinsOfARound(t *testing.T) {
	for seed := range uint64(5) {
		s := evening(t, load(t, "pokemon-2009"), settings(4, 0), histories.Options{Players: 13}, seed, nil).State
		met, byes := map[[2]int32]bool{}, map[int32]int{}
		for r := range s.Ledger.Rounds {
			wins, seats := 0, 0
			for i := range s.Ledger.Rounds[r].Matches {
				m := &s.Ledger.Rounds[r].Matches[i]
				seats += int(m.N)
				if s.Rules.Winner(m) >= 0 {
					wins++
				}
				if m.Kind == ledger.Bye {
					byes[m.Seats[0]]++
					continue
				}
				pair := [2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}
				if met[pair] {
					t.Errorf("seed %d: players %d and %d meet twice", seed, pair[0]+1, pair[1]+1)
				}
				met[pair] = true
			}
			if wins != len(s.Ledger.Rounds[r].Matches) || seats != 13 {
				t.Errorf("seed %d, round %d: %d wins and %d seats", seed, r+1, wins, seats)
			}
		}
		for p, n := range byes {
			if n > 1 {
				t.Errorf("seed %d: player %d has %d byes", seed, p+1, n)
			}
		}
	}
}

// docs/rules/pokemon.md#pkm-80, PKM-83, docs/rules/magic.md#mtg-44: standings stand after
// every round and are kept.
func TestPKM83_StandingsOfAllRoundsAreKept(t *testing.T) {
	kept := map[int][]int32{}
	order := func(s *tournament.State, r int) (out []int32) {
		table, err := s.Table(r)
		if err != nil {
			t.Fatal(err)
		}
		for i := range table.Rows {
			out = append(out, table.Rows[i].Player)
		}
		return out
	}
	snap := evening(t, load(t, "magic"), settings(4, 4), histories.Options{Players: 12}, 2, func(s *tournament.Snapshot) {
		if r := s.State.LastDone(); r > 0 && r <= 4 && kept[r] == nil {
			kept[r] = order(s.State, r)
		}
	})
	for r := 1; r <= 4; r++ {
		if d := cmp.Diff(kept[r], order(snap.State, r)); d != "" || kept[r] == nil {
			t.Errorf("the standings after round %d changed later:\n%s", r, d)
		}
	}
}

// docs/rules/pokemon.md#pkm-01, PKM-82, PKM-108, docs/rules/magic.md#mtg-01: the log has
// what was announced at the start, and posting pairings and starting the round are two
// steps.
func TestPKM108_StepsAreLogged(t *testing.T) {
	w := given(t, settings(3, 4), 8)
	w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "event.not_started")
	w.do(&command.Start{})
	w.refused("organiser", &command.Publish{}, tournament.WrongPhase, "round.no_pairing")
	w.refused("organiser", &command.StartRound{}, tournament.WrongPhase, "round.none_published")
	w.round()
	var kinds []string
	for _, e := range w.snap.Log[len(w.snap.Log)-5:] {
		kinds = append(kinds, e.Kind)
	}
	if !slices.Equal(kinds, []string{"started", "stage_began", "round_paired", "round_published", "round_started"}) {
		t.Errorf("the log has %v", kinds)
	}
	if e := w.snap.Log[len(w.snap.Log)-5].Event.(*tournament.EventStarted); e.Plan[0].Rounds != 3 || e.Plan[1].Size != 4 {
		t.Errorf("announced: %+v", e)
	}
}

// docs/rules/magic.md#mtg-07, MTG-20, MTG-50, docs/rules/pokemon.md#pkm-51, PKM-95: given
// seeds meet as in the standard bracket; without seeds the draw decides.
func TestMTG07_Seeds(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("single")
	w := given(t, s, 8)
	for n := 1; n <= 8; n++ {
		seed := 9 - n
		w.do(&command.Change{Player: n, Seed: &seed})
	}
	w.do(&command.Start{})
	w.round()
	var pairs []string
	for i := range w.snap.State.Ledger.Rounds[0].Matches {
		m := &w.snap.State.Ledger.Rounds[0].Matches[i]
		pairs = append(pairs, fmt.Sprintf("%d-%d", 8-m.Seats[0], 8-m.Seats[1]))
	}
	slices.Sort(pairs)
	if !slices.Equal(pairs, []string{"1-8", "2-7", "3-6", "4-5"}) {
		t.Errorf("the first round is %v", pairs)
	}
	draws := map[string]bool{}
	for seed := range uint64(6) {
		snap := evening(t, load(t, "magic"), s, histories.Options{Players: 8}, seed, nil)
		draws[fmt.Sprint(snap.State.Elimination().Players)] = true
	}
	if len(draws) < 5 {
		t.Errorf("six events drew %d orders of seeds", len(draws))
	}
}

// docs/rules/magic.md#mtg-31, MTG-32, MTG-34, MTG-61, MTG-62: the round's clock, its
// reminder at five minutes, its end with the last score; an unlimited round has no clock,
// and a table can have more time.
func TestMTG31_RoundClock(t *testing.T) {
	w := running(t, 4, 2, 0)
	start := w.snap.State.Rounds[0].StartedAt
	if got := w.timer(tournament.DueWarning, 1).At.Sub(start); got != 45*time.Minute {
		t.Errorf("the reminder comes after %s", got)
	}
	if got := w.timer(tournament.DueTime, 1, 0).At.Sub(start); got != 50*time.Minute {
		t.Errorf("time is up after %s", got)
	}
	_, l := w.snap.State.Match(1, 1)
	w.do(&command.ExtendClock{Table: int(l.Table), Minutes: 3})
	if got := w.timer(tournament.DueTime, 1, 1).At.Sub(start); got != 53*time.Minute {
		t.Errorf("time is up at the table after %s", got)
	}
	w.finishRound()
	if w.snap.State.Rounds[0].Status != tournament.Done || len(tournament.Deadlines(w.snap.State)) != 0 {
		t.Error("the last score does not end the round")
	}
	w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{Minutes: tournament.Untimed})
	if due := tournament.Deadlines(w.snap.State); len(due) != 0 {
		t.Errorf("an unlimited round has deadlines %v", due)
	}
}

// docs/rules/magic.md#mtg-19, MTG-51: in an odd field one player has the bye.
func TestMTG19_OddField(t *testing.T) {
	w := running(t, 7, 2, 0)
	byes := 0
	for i := range w.snap.State.Ledger.Rounds[0].Matches {
		if w.snap.State.Ledger.Rounds[0].Matches[i].Kind == ledger.Bye {
			byes++
		}
	}
	if byes != 1 || len(w.snap.State.Ledger.Rounds[0].Matches) != 4 {
		t.Errorf("%d byes in %d matches", byes, len(w.snap.State.Ledger.Rounds[0].Matches))
	}
}

// docs/rules/magic.md#mtg-60: in a round robin of an odd field each player sits out
// once, which scores nothing.
func TestMTG60_RoundRobinSitsOut(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("roundrobin")
	w := given(t, s, 5)
	w.do(&command.Start{})
	for range 5 {
		w.round()
		w.finishRound()
	}
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range table.Rows {
		if r := table.Rows[i].Record; r[0]+r[1]+r[2] != 4 || !table.Rows[i].Points.Equal(w.snap.State.Rules.Scoring.Win.Mul(fraction.Int(int64(r[0])))) {
			t.Errorf("player %d: %v and %s points", table.Rows[i].Player+1, r, table.Rows[i].Points)
		}
	}
}

// docs/rules/pokemon.md#pkm-59, PKM-64, docs/rules/magic.md#mtg-24: the losers of the
// semi-finals play for third place where that was announced.
func TestPKM64_ThirdPlace(t *testing.T) {
	s := settings(2, 4)
	s.Stages = s.Stages.WithThird(true)
	snap := evening(t, load(t, "magic"), s, histories.Options{Players: 8}, 1, nil)
	last := snap.State.Rounds[len(snap.State.Rounds)-1]
	third := slices.IndexFunc(last.Matches, func(m tournament.Match) bool { return m.Part == ledger.ThirdPlace })
	if third < 0 {
		t.Fatal("no match for third place beside the final")
	}
	l := snap.State.Ledger.Rounds[last.Number-1].Matches[third]
	if got := snap.State.Places[l.Seats[snap.State.Rules.Winner(&l)]]; got != 3 {
		t.Errorf("its winner has place %d", got)
	}
}

// docs/rules/meccg.md#mec-51, MEC-52: a player who drops after a round is not paired
// again and has no place.
func TestMEC52_DropAfterARound(t *testing.T) {
	w := started(t, "meccg", settings(2, 0), 6)
	w.round()
	w.score("20-10")
	if err := w.as("u3", &command.Drop{Player: 3}); err != nil {
		t.Fatal(err)
	}
	w.round()
	if w.snap.State.MatchOf(2, 3) != 0 {
		t.Error("a player who dropped is paired")
	}
	w.score("20-10")
	w.do(&command.Finish{Early: true})
	if got := w.snap.State.Places[2]; got != 0 {
		t.Errorf("a player who dropped has place %d", got)
	}
}
