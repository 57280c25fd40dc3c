package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// grouped returns the settings of a round robin in groups.
func grouped(groups, cut int) tournament.Settings {
	s := settings(0, cut)
	s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { *st = stage.Stage{Kind: stage.RoundRobin, Groups: groups} })
	if cut == 0 {
		s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto})
	}
	return s
}

// TestGroupsSendAsManyEach, in events of any size: groups differ by at most one player,
// the players of a group meet each other once and no others, each group sends the same
// number to the cut, its first before all second ones, and no player meets one of the
// own group again in the first round of the bracket. Players behind the cut are placed
// by their place in the group.
func TestGroupsSendAsManyEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.IntRange(2, 5).Draw(t, "groups")
		each := rapid.IntRange(1, 3).Draw(t, "of each group")
		players := groups*max(2, each) + rapid.IntRange(0, 9).Draw(t, "more players")
		id := rapid.SampledFrom([]string{"magic", "chess-casual", "netrunner"}).Draw(t, "ruleset")
		s := grouped(groups, groups*each)
		s.Stages = s.Stages.WithTree(rapid.SampledFrom([]stage.Kind{stage.Bracket, stage.Reseed, stage.Double}).Draw(t, "bracket"))
		snap := evening(t, load(t, id), s, histories.Options{Players: players}, rapid.Uint64().Draw(t, "seed"), nil)
		end := snap.State
		group := func(n int) int { return int(end.Players[n-1].Flight) }
		sizes := make([]int, groups)
		for n := 1; n <= players; n++ {
			sizes[group(n)-1]++
		}
		if slices.Max(sizes)-slices.Min(sizes) > 1 {
			t.Fatalf("groups of %v", sizes)
		}
		met := map[[2]int]int{}
		for r := range end.Elimination().FirstRound - 1 {
			for i := range end.Ledger.Rounds[r].Matches {
				if m := &end.Ledger.Rounds[r].Matches[i]; m.N == 2 {
					met[[2]int{int(min(m.Seats[0], m.Seats[1])) + 1, int(max(m.Seats[0], m.Seats[1])) + 1}]++
				}
			}
		}
		for a := 1; a <= players; a++ {
			for b := a + 1; b <= players; b++ {
				if want := group(a) == group(b); (met[[2]int{a, b}] == 1) != want || met[[2]int{a, b}] > 1 {
					t.Fatalf("players %d and %d of groups %d and %d met %d times", a, b, group(a), group(b), met[[2]int{a, b}])
				}
			}
		}
		seeds := end.Elimination().Players
		if len(seeds) != groups*each {
			t.Fatalf("%d players are in the cut, want %d", len(seeds), groups*each)
		}
		for tier := range slices.Chunk(seeds, groups) {
			of := map[int]bool{}
			for _, n := range tier {
				of[group(n)] = true
			}
			if len(of) != groups {
				t.Fatalf("the seeds %v of one place in the groups are of %d groups", tier, len(of))
			}
		}
		for i, n := range seeds {
			if j := bracket.FullSize(len(seeds)) - 1 - i; j < len(seeds) && group(seeds[j]) == group(n) {
				t.Fatalf("seeds %d and %d, of group %d, meet in the first round", i+1, j+1, group(n))
			}
		}
		checkGroupPlaces(t, end)
		placesArePermutation(t, end)
		folds(t, snap)
	})
}

// TestBestThirdsGoOn, in events of any size: where the groups do not divide the cut, each
// sends as many on as it divides into, and of the next place those go on who took the most
// points for each of their matches, in exact fractions, then won the most of them. The
// exported file has the same players in the cut.
func TestBestThirdsGoOn(t *testing.T) {
	chosen, unequal := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.IntRange(2, 5).Draw(t, "groups")
		each := rapid.IntRange(1, 3).Draw(t, "of each group")
		more := rapid.IntRange(1, groups-1).Draw(t, "of the next place")
		players := groups*(each+1) + rapid.IntRange(0, 9).Draw(t, "more players")
		s := grouped(groups, groups*each+more)
		snap := evening(t, load(t, rapid.SampledFrom([]string{"magic", "chess-casual"}).Draw(t, "ruleset")), s, histories.Options{Players: players}, rapid.Uint64().Draw(t, "seed"), nil)
		end := snap.State
		seeds := end.Elimination().Players
		if len(seeds) != groups*each+more {
			t.Fatalf("%d players are in the cut, want %d", len(seeds), groups*each+more)
		}
		table, err := end.Table(end.Elimination().FirstRound - 1)
		if err != nil {
			t.Fatal(err)
		}
		next := map[int16]int{}
		type third struct {
			in                    bool
			points, wins, matches fraction.Fraction
		}
		var thirds []third
		for i := range table.Rows {
			r := &table.Rows[i]
			g := end.Players[r.Player].Flight
			in := slices.Contains(seeds, int(r.Player)+1)
			switch next[g]++; {
			case next[g] <= each && !in, next[g] > each+1 && in:
				t.Fatalf("player %d was %d of group %d: in the cut %t", r.Player+1, next[g], g, in)
			case next[g] == each+1:
				n := r.Record[0] + r.Record[1] + r.Record[2]
				thirds = append(thirds, third{in, r.Points, fraction.Int(int64(r.Record[0])), fraction.Int(int64(n))})
			}
		}
		best, places := end.BestNext(table)
		for i, n := range best {
			if slices.Contains(seeds, n) != (i < places) {
				t.Fatalf("%v are the next of the groups, the first %d of them go on; in the cut are %v", best, places, seeds)
			}
		}
		if len(best) != groups || places != more {
			t.Fatalf("%v are the next of %d groups, %d of them go on, want %d", best, groups, places, more)
		}
		for _, in := range thirds {
			for _, out := range thirds {
				if !in.in || out.in {
					continue
				}
				chosen++
				if !in.matches.Equal(out.matches) {
					unequal++
				}
				points := in.points.Mul(out.matches).Cmp(out.points.Mul(in.matches))
				if wins := in.wins.Mul(out.matches).Cmp(out.wins.Mul(in.matches)); points < 0 || points == 0 && wins < 0 {
					t.Fatalf("%+v goes on, %+v does not", in, out)
				}
			}
		}
		placesArePermutation(t, end)
		folds(t, snap)
		f := exported(t, snap)
		taken, err := standings.Compute(f.Ledger, end.Ranking(), standings.Options{After: end.Elimination().FirstRound - 1})
		if err != nil {
			t.Fatal(err)
		}
		on, err := taken.Advance(f.Cut, f.Divisions, f.Flights)
		if err != nil || len(on) != len(seeds) {
			t.Fatalf("the cut %+v of the file takes %d of %d: %v", f.Cut, len(on), len(seeds), err)
		}
	})
	if chosen == 0 || unequal == 0 {
		t.Errorf("%d choices, %d between groups of different sizes, prove nothing", chosen, unequal)
	}
}

// checkGroupPlaces checks that no player behind the cut is placed ahead of one with a
// better place in a group.
func checkGroupPlaces(t tb, s *tournament.State) {
	t.Helper()
	table, err := s.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	place, next := map[int]int{}, map[int16]int{}
	for i := range table.Rows {
		n := int(table.Rows[i].Player) + 1
		g := s.Players[n-1].Flight
		next[g]++
		place[n] = next[g]
	}
	for a, x := range place {
		for b, y := range place {
			behind := !slices.Contains(s.Elimination().Players, a) && !slices.Contains(s.Elimination().Players, b)
			if behind && x < y && s.Places[a-1] > s.Places[b-1] {
				t.Fatalf("player %d was %d of the group and has place %d; player %d was %d and has place %d", a, x, s.Places[a-1], b, y, s.Places[b-1])
			}
		}
	}
}

// TestGroupsOfGivenSeeds: the best seeds are dealt out up and down the groups.
func TestGroupsOfGivenSeeds(t *testing.T) {
	s := grouped(4, 0)
	w := given(t, s, 12)
	for n := 1; n <= 12; n++ {
		w.do(&command.Change{Player: n, Seed: &n})
	}
	w.do(&command.Start{})
	var got []int16
	for i := range w.snap.State.Players {
		got = append(got, w.snap.State.Players[i].Flight)
	}
	if want := []int16{1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("the seeds are in the groups %v, want %v", got, want)
	}
	if st := w.snap.State; st.PlannedRounds() != 3 || st.CutSize() != 8 {
		t.Errorf("%d rounds and a cut to %d, want 3 rounds and the first two of each group", st.PlannedRounds(), st.CutSize())
	}
}

// TestGroupsOfDifferentSizes: the group of three has played after three rounds
// like that of four; of five and four the smaller group waits two rounds. A drop
// leaves the opponents byes, and the next of the group moves up.
func TestGroupsOfDifferentSizes(t *testing.T) {
	w := given(t, grouped(2, 4), 9)
	w.do(&command.Start{})
	if got := w.snap.State.PlannedRounds(); got != 5 {
		t.Fatalf("%d rounds, want the 5 of a group of five", got)
	}
	gone := 0
	for r := 1; r <= 5; r++ {
		w.round()
		if n := len(w.snap.State.Rounds[r-1].Matches); r <= 3 && n != 4 || r > 3 && n != 2 {
			t.Errorf("round %d has %d matches", r, n)
		}
		w.finishRound()
		if r == 1 {
			table, err := w.snap.State.Table(1)
			if err != nil {
				t.Fatal(err)
			}
			gone = int(table.Rows[0].Player) + 1
		}
	}
	w.do(&command.Drop{Player: gone}, &command.MakeCut{})
	of := map[int16]int{}
	for _, n := range w.snap.State.Elimination().Players {
		of[w.snap.State.Players[n-1].Flight]++
	}
	if of[1] != 2 || of[2] != 2 || slices.Contains(w.snap.State.Elimination().Players, gone) {
		t.Errorf("the groups send %v, with player %d gone: %v", of, gone, w.snap.State.Elimination().Players)
	}
	for range 2 {
		w.round()
		w.finishRound()
	}
	w.do(&command.Finish{})
	placesArePermutation(t, w.snap.State)
	folds(t, w.snap)
	got := exported(t, w.snap)
	if group := got.Flights[got.Ledger.Players[0].Flight]; got.Cut.PerFlight != 2 || group != fmt.Sprint(w.snap.State.Players[0].Flight) {
		t.Errorf("the file has the cut %+v and player 1 in group %q", got.Cut, group)
	}
}

// TestWhereGroupsAreRefused: without the same number of each group in Swiss rounds, and
// without the first of each in a round robin, when that is set; with groups that are too small, beside divisions, and in another
// format; once drawn they are final, and no
// player can join any more.
func TestWhereGroupsAreRefused(t *testing.T) {
	for _, tc := range []struct {
		change  func(*tournament.Settings)
		players int
		words   string
	}{
		{func(s *tournament.Settings) { s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Groups = 5 }) }, 8, "groups.small groups=5 n=8 smallest=1"},
		{func(*tournament.Settings) {}, 130, "groups.large most=64"},
	} {
		s := grouped(2, 0)
		tc.change(&s)
		w := given(t, s, tc.players)
		if err := w.as("organiser", &command.Start{}); tournament.ClassOf(err) == "" || !strings.Contains(fmt.Sprint(err), tc.words) {
			t.Errorf("%d players: %v, want a refusal with %q", tc.players, err, tc.words)
		}
	}
	for words, change := range map[string]func(*tournament.Settings){
		"groups.number":           func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Points, N: 6}) },
		"groups.share size=8":     func(s *tournament.Settings) { s.Stages = stage.MustParse("groups 3 swiss 3 > single 8") },
		"groups.share size=2":     func(s *tournament.Settings) { s.Stages = stage.MustParse("groups 3 roundrobin > single 2") },
		"stages.groups_divisions": func(s *tournament.Settings) { s.Divisions = []string{"a", "b"} },
		"stages.groups most=16":   func(s *tournament.Settings) { s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Groups = 17 }) },
	} {
		s := grouped(2, 0)
		change(&s)
		if err := s.Validate(); tournament.ClassOf(err) != tournament.BadInput || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want a refusal with %q", err, words)
		}
	}
	w := given(t, grouped(2, 0), 8)
	w.do(&command.Start{})
	w.refused("organiser", &command.Join{Name: "Late", ByOrganiser: true}, tournament.WrongPhase, "late.round_robin")
	s := w.snap.State.Settings
	s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Groups = 4 })
	w.refused("organiser", change(s), tournament.WrongPhase, "stages.stands")
	for r := range 3 {
		w.round()
		if got := w.snap.State.Rounds[r].Stage; got != ledger.RoundRobin {
			t.Errorf("round %d is %s", r+1, got)
		}
		w.finishRound()
	}
	w.refused("organiser", &command.MakeCut{Size: 1}, tournament.BadInput, "")
	w.do(&command.MakeCut{Size: 2})
}

// TestRoundRobinTakenOver: the schedule of the first round, played elsewhere, is
// unknown, so that the others are paired by who has not met: whatever it was, four
// players meet each other once.
func TestRoundRobinTakenOver(t *testing.T) {
	for _, first := range [][4]string{{"a", "b", "c", "d"}, {"a", "c", "b", "d"}, {"a", "d", "b", "c"}} {
		f, err := file.Read(fmt.Appendf(nil, `{"version":1,"name":"Groups","ruleset":"magic","format":"round_robin","rounds_planned":3,
			"players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],"rounds":[{"number":1,"stage":"round_robin","matches":[
			{"table":1,"players":[%q,%q],"games":[2,0,0],"kind":"played"},{"table":2,"players":[%q,%q],"games":[2,0,0],"kind":"played"}]}]}`,
			first[0], first[1], first[2], first[3]), rules.Load)
		if err != nil {
			t.Fatal(err)
		}
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(handover.TakeOver{File: f}.Command())
		for range 2 {
			w.round()
			w.finishRound()
		}
		met := map[[2]int32]bool{}
		for r := range w.snap.State.Ledger.Rounds {
			for i := range w.snap.State.Ledger.Rounds[r].Matches {
				m := &w.snap.State.Ledger.Rounds[r].Matches[i]
				met[[2]int32{min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])}] = true
			}
		}
		if len(met) != 6 {
			t.Errorf("after a first round %v only %d of 6 pairs have met", first, len(met))
		}
		w.do(&command.Finish{})
		folds(t, w.snap)
	}
}
