package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// locking returns the settings of an event with a cut into which the given points lock.
func locking(rounds, cut, points int) tournament.Settings {
	s := settings(rounds, cut)
	s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: cut, Lock: points})
	return s
}

// TestEarlyLockIntoTheCut: of 16 players two have nine points after round 3. They are
// in the Top 4, have byes in rounds 4 and 5, which count as match wins for them, and
// are the first two seeds; a player who reaches the points in round 4 is next.
func TestEarlyLockIntoTheCut(t *testing.T) {
	w := started(t, "magic", locking(5, 4, 9), 16)
	for range 3 {
		if len(w.snap.State.Locks) > 0 {
			t.Fatalf("locked after %d rounds: %v", len(w.snap.State.Rounds), w.snap.State.Locks)
		}
		w.round()
		w.score("2-0")
	}
	first := slices.Clone(w.snap.State.Locks)
	if len(first) != 2 || first[0].Round != 3 || first[1].Round != 3 {
		t.Fatalf("after round 3 locked are %v", first)
	}
	for r := 4; r <= 5; r++ {
		w.round()
		for _, l := range first {
			m, bye := w.snap.State.Match(r, w.snap.State.MatchOf(r, l.Player))
			if bye.Kind != ledger.Bye || !strings.Contains(m.Why.String(), "why.locked round=3") {
				t.Errorf("round %d: player %d, who is locked, has %v: %s", r, l.Player, bye.Kind, m.Why)
			}
		}
		if warnings := w.snap.State.Rounds[r-1].Warnings; len(warnings) > 0 {
			t.Errorf("round %d: %v", r, warnings)
		}
		w.score("2-0")
	}
	s := w.snap.State
	if len(s.Locks) != 4 || s.Locks[2].Round != 4 || s.Locks[3].Round != 4 {
		t.Fatalf("after round 5 locked are %v", s.Locks)
	}
	table, err := s.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range first {
		if row := table.Row(int32(l.Player - 1)); !row.Points.Equal(fraction.Int(15)) || row.Record != [3]int{5, 0, 0} {
			t.Errorf("player %d has %s points, %v, want two byes to be match wins", l.Player, row.Points, row.Record)
		}
	}
	w.do(&command.MakeCut{})
	for i, n := range w.snap.State.Elimination().Players {
		if n != s.Locks[i].Player {
			t.Errorf("seed %d is player %d, want %d, who was locked after round %d", i+1, n, s.Locks[i].Player, s.Locks[i].Round)
		}
	}
	for range 2 {
		w.round()
		w.score("2-0")
	}
	w.do(&command.Finish{})
	placesArePermutation(t, w.snap.State)
	folds(t, w.snap)
	if got := exported(t, w.snap).Cut; got.Top != 4 || got.Lock != 9 {
		t.Errorf("the file has the cut %+v", got)
	}
}

// TestEarlyLockOrdersTheSeeds, in events of any course: a locked player has the points
// at that moment, byes ever after, a place in the cut, and a better seed than all
// players locked later or not at all; never are more locked than there are places.
func TestEarlyLockOrdersTheSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom([]string{"magic", "lorcana", "netrunner", "chess-casual", "commander-pods"}).Draw(t, "ruleset")
		players, points := rapid.IntRange(9, 14).Draw(t, "players"), rapid.IntRange(2, 10).Draw(t, "points")
		opts := histories.Options{Players: players}
		if rapid.Bool().Draw(t, "lively") {
			opts = histories.Lively(players)
		}
		snap := evening(t, load(t, id), locking(4, 4, points), opts, rapid.Uint64().Draw(t, "seed"), nil)
		s := snap.State
		if len(s.Locks) > s.CutSize() {
			t.Fatalf("%d are locked into %d places", len(s.Locks), s.CutSize())
		}
		last := 0
		for _, l := range s.Locks {
			table, err := s.Table(l.Round)
			if err != nil {
				t.Fatal(err)
			}
			if row := table.Row(int32(l.Player - 1)); row.Points.Less(fraction.Int(int64(points))) || l.Round < last {
				t.Fatalf("player %d is locked after round %d with %s points, after somebody of round %d", l.Player, l.Round, row.Points, last)
			}
			last = l.Round
		}
		if s.Elimination() == nil {
			t.Fatalf("there is no cut")
		}
		var want []int // of the locked who are still in
		for _, l := range s.Locks {
			switch {
			case slices.Contains(s.Elimination().Players, l.Player):
				want = append(want, l.Player)
			case s.Taking(l.Player):
				t.Fatalf("player %d is locked and not in the cut %v", l.Player, s.Elimination().Players)
			}
		}
		if got := s.Elimination().Players[:min(len(want), len(s.Elimination().Players))]; !slices.Equal(got, want) {
			t.Fatalf("the first seeds are %v, want %v", got, want)
		}
		placesArePermutation(t, s)
		folds(t, snap)
	})
}

// TestEarlyLockStopsWhenThePlacesAreGone: of eight with three points after round
// 1 the first two of the standings take the two places. The place of one who
// leaves goes to the next of them at once, and back if the drop is taken back by
// the organiser.
func TestEarlyLockStopsWhenThePlacesAreGone(t *testing.T) {
	w := started(t, "magic", locking(4, 2, 3), 16)
	w.round()
	w.score("2-0")
	table, err := w.snap.State.Table(1)
	if err != nil {
		t.Fatal(err)
	}
	locked := func() string {
		text := ""
		for _, l := range w.snap.State.Locks {
			text += fmt.Sprintf("%d after %d, ", l.Player, l.Round)
		}
		return text
	}
	first := func(places ...int) string {
		text := ""
		for _, p := range places {
			text += fmt.Sprintf("%d after 1, ", table.Rows[p-1].Player+1)
		}
		return text
	}
	if locked() != first(1, 2) {
		t.Fatalf("locked are %s, want %s", locked(), first(1, 2))
	}
	best := int(table.Rows[0].Player) + 1
	w.do(&command.Drop{Player: best})
	if locked() != first(2, 3) {
		t.Errorf("after a drop locked are %s, want %s", locked(), first(2, 3))
	}
	w.do(&command.Reinstate{Player: best})
	if locked() != first(1, 2) {
		t.Errorf("after the drop was taken back locked are %s, want %s", locked(), first(1, 2))
	}
	w.round()
	w.score("2-0")
	if locked() != first(1, 2) {
		t.Errorf("after round 2 locked are %s, want %s", locked(), first(1, 2))
	}
}

// TestEarlyLockFollowsACorrection: a wrong result of the last round locks the
// wrong player; correcting it locks the other, and taking that back the first
// again.
func TestEarlyLockFollowsACorrection(t *testing.T) {
	w := started(t, "magic", locking(3, 2, 6), 4)
	for range 2 {
		w.round()
		w.score("2-0")
	}
	if len(w.snap.State.Locks) != 1 {
		t.Fatalf("locked are %v", w.snap.State.Locks)
	}
	in := w.snap.State.Locks[0].Player
	m := w.snap.State.MatchOf(2, in)
	_, l := w.snap.State.Match(2, m)
	other := int(l.Seats[1-l.Seat(int32(in-1))]) + 1
	w.do(&command.Correct{Round: 2, Match: m, Text: "0-2"})
	if got := w.snap.State.Locks; len(got) != 1 || got[0].Player != other {
		t.Errorf("after the correction locked are %v, want player %d", got, other)
	}
	w.round()
	if r := w.snap.State.MatchOf(3, in); w.snap.State.Ledger.Rounds[2].Matches[r-1].Kind == ledger.Bye {
		t.Errorf("player %d, who is not locked any more, has the bye", in)
	}
	w.do(&command.Undo{}, &command.Undo{}, &command.Undo{}, &command.Undo{})
	if got := w.snap.State.Locks; len(got) != 1 || got[0].Player != in {
		t.Errorf("after taking the correction back locked are %v, want player %d", got, in)
	}
}

// TestWhereNoPlayerIsLocked: a lock needs a fixed number of places in one cut for
// all, and Swiss rounds.
func TestWhereNoPlayerIsLocked(t *testing.T) {
	for _, tc := range []struct {
		stages, words string
	}{
		{"swiss 3 > single points 9 lock 9", "entry.lock_fixed"},
		{"swiss 3 > single 4 lock 1001", "entry.lock_points"},
		{"roundrobin > single 4 lock 9", "stages.lock"},
	} {
		if _, err := stage.Parse(tc.stages); err == nil || !strings.Contains(err.Error(), tc.words) {
			t.Errorf("%s: %v, want a refusal with %q", tc.stages, err, tc.words)
		}
	}
	s := locking(3, 4, 9)
	s.Divisions = []string{"junior", "masters"}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "pokemon")}, &command.OpenRegistration{})
	w.guests(16)
	w.refused("organiser", &command.Start{}, tournament.BadInput, "lock.apart")
	s.Stages = s.Stages.WithCut(stage.TopN(4))
	w.do(change(s), &command.Start{})
	s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 4, Lock: 9})
	w.refused("organiser", change(s), tournament.BadInput, "lock.apart")
}
