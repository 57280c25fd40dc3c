package tournament_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// small returns a short event under a ruleset: players, rounds and cut that it can be
// played with.
func small(id string) (players int, s tournament.Settings) {
	switch id {
	case "commander-pods":
		return 15, settings(3, 4)
	case "riichi-helper", "riichi-ema", "riichi-wrc", "m-league":
		s := settings(3, 0)
		s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto})
		return 14, s
	case "meccg":
		return 11, settings(3, 0)
	case "pokemon", "pokemon-2009":
		s := settings(3, 2)
		s.Divisions = []string{"junior", "senior", "masters"}
		return 20, s
	}
	return 11, settings(3, 4)
}

// TestEveryRuleset plays events of every ruleset, calm and lively, from creation to
// final places, and checks what is true of all of them: each player is seated once a
// round (docs/rules/pokemon.md#pkm-101, docs/rules/riichi.md#rii-02), every result is
// in the vocabulary, the stored log folds to the same state and every pairing and draw
// is recomputed alike, undoing a command gives the state before it, places are a
// permutation (PKM-106), and standings do not depend on the order in which matches are
// listed.
func TestEveryRuleset(t *testing.T) {
	if testing.Short() {
		t.Skip("a hundred events of every ruleset take long under the race detector, which has nothing to find here")
	}
	for _, id := range rules.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			rs := load(t, id)
			rapid.Check(t, func(t *rapid.T) {
				players, s := small(id)
				players += rapid.IntRange(0, 2).Draw(t, "more players")
				opts := histories.Options{Players: players}
				if rapid.Bool().Draw(t, "lively") {
					opts = histories.Lively(players)
				}
				undo := rapid.IntRange(1, 60).Draw(t, "undo after command")
				holds(t, rs, s, opts, rapid.Uint64().Draw(t, "seed"), undo)
			})
		})
	}
}

// TestEveryShape holds the same of events that are more than Swiss rounds and a
// cut: flights, groups, early places in the cut, a second day.
func TestEveryShape(t *testing.T) {
	flights := settings(0, 8)
	flights.Divisions = []string{"masters"}
	day := settings(2, 4)
	day.Stages = day.Stages.WithSecond(stage.TopN(8), 2)
	for _, c := range []struct {
		name, ruleset string
		settings      tournament.Settings
		players       int
		flights       int
	}{
		{"flights", "pokemon-2009", flights, 66, 2},
		{"round robin in groups", "chess-casual", grouped(3, 6), 14, 0},
		{"early lock into the cut", "magic", locking(4, 4, 6), 13, 0},
		{"second day", "lorcana", day, 14, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rs := load(t, c.ruleset)
			for seed := range uint64(4) {
				opts := histories.Options{Players: c.players}
				if seed > 0 {
					opts = histories.Lively(c.players)
				}
				opts.Flights = c.flights
				holds(t, rs, c.settings, opts, seed, 20+40*int(seed))
			}
		})
	}
}

// holds plays an event and checks what TestEveryRuleset lists; the command of a
// number is taken back on the way.
func holds(t tb, rs *rules.Ruleset, s tournament.Settings, opts histories.Options, seed uint64, undo int) {
	t.Helper()
	var last *tournament.Snapshot
	checked, commands := 0, 0
	snap := evening(t, rs, s, opts, seed, func(snap *tournament.Snapshot) {
		if n := len(snap.State.Rounds); n > checked {
			checked = n
			seatedOnce(t, snap.State)
		}
		if commands++; commands == undo && last != nil {
			undoes(t, last, snap)
		}
		last = snap
	})
	if snap.State.Phase != tournament.Finished {
		t.Fatalf("the event ended %s", snap.State.Phase)
	}
	resultsAreLegal(t, snap.State)
	folds(t, snap)
	placesArePermutation(t, snap.State)
	orderDoesNotMatter(t, snap.State, seed)
}

func resultsAreLegal(t tb, s *tournament.State) {
	t.Helper()
	check := func(r, number int) {
		match, l := s.Match(r, number)
		if l.Kind != ledger.Played {
			return
		}
		if err := s.RulesOf(number, l).CheckResult(match.Part, l); err != nil {
			t.Fatalf("round %d, match %d: %v", r, number, err)
		}
	}
	for r := range numbered.All(s.Ledger.Rounds) {
		for m, match := range numbered.All(s.Rounds.At(r).Matches) {
			check(r, m)
			for b := range numbered.All(match.Boards) {
				if board, _ := s.Match(r, tournament.BoardNumber(m, b)); board.Confirmed {
					check(r, tournament.BoardNumber(m, b))
				}
			}
		}
	}
}

// undoes checks that taking back the last command of after gives before, but for
// the sequence number.
func undoes(t tb, before, after *tournament.Snapshot) {
	t.Helper()
	e := after.Log[len(after.Log)-1]
	switch e.Event.(type) {
	case *tournament.Retracted, *tournament.ClocksHeld:
		return // an undo, which may end with the clocks that it holds, is not undone
	}
	if before.State.Seq == after.State.Seq {
		return // some commands only name a person
	}
	undone, _, err := command.Decide(after, command.Request{Cause: "undo", Command: &command.Undo{Batch: e.Batch}, Fresh: make([]byte, 32)}, begin)
	if err != nil {
		t.Fatalf("%s cannot be undone: %v", e.Kind, err)
	}
	got, want := *withoutHolds(undone.State), *withoutHolds(before.State)
	got.Seq, got.At = want.Seq, want.At
	if want.Phase < tournament.Running {
		got.Mixing = want.Mixing // the next start asks anew
	}
	if _, revealed := e.Event.(*tournament.SeedRevealed); revealed {
		got.Commitment, got.Spent = want.Commitment, want.Spent // a public secret draws nothing more
	}
	if d := difference(&want, &got); d != "" {
		t.Fatalf("undoing %s:\n%s", e.Kind, d)
	}
}

// orderDoesNotMatter lists the matches of each round in another order and
// compares the standings.
func orderDoesNotMatter(t tb, s *tournament.State, seed uint64) {
	t.Helper()
	compute := func(l *ledger.Ledger) []standings.Row {
		table, err := standings.Compute(l, s.Rules, standings.Options{After: standings.All, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return table.Rows
	}
	other := s.Facts().Clone()
	rng := rand.New(rand.NewPCG(seed, 2))
	for r := range other.Rounds {
		ms := other.Rounds[r].Matches
		rng.Shuffle(len(ms), func(a, b int) { ms[a], ms[b] = ms[b], ms[a] })
	}
	if d := cmp.Diff(compute(s.Facts()), compute(other)); d != "" {
		t.Fatalf("another order of the matches gives other standings:\n%s", d)
	}
}

// seatedOnce checks the newest round.
func seatedOnce(t tb, s *tournament.State) {
	t.Helper()
	r := len(s.Rounds)
	seen := map[int32]int{}
	for i := range s.Ledger.Rounds[r-1].Matches {
		for _, p := range s.Ledger.Rounds[r-1].Matches[i].Players() {
			if seen[p]++; seen[p] > 1 {
				t.Fatalf("round %d: player %d sits twice", r, p+1)
			}
		}
	}
	stage := s.Ledger.Rounds[r-1].Stage
	if stage != ledger.Swiss && stage != ledger.Scramble && stage != ledger.FinalTables {
		return
	}
	for _, n := range s.Field() {
		spare := s.Players[n-1].StandIn && stage == ledger.FinalTables || int(s.Players[n-1].LateRounds) >= r
		if seen[int32(n-1)] != 1 && !spare {
			t.Fatalf("round %d: player %d sits nowhere", r, n)
		}
	}
}

// folds checks that the log as it is stored gives the state again.
func folds(t tb, snap *tournament.Snapshot) {
	t.Helper()
	data, err := json.Marshal(snap.Log)
	if err != nil {
		t.Fatal(err)
	}
	log, err := tournament.ReadLog(snap.State.ID, data)
	if err != nil {
		t.Fatal(err)
	}
	state, replayed, err := replay.Run(snap.State.ID, log)
	if err != nil {
		t.Fatal(err)
	}
	if !replayed.Difference.IsZero() || !replayed.SeedKnown {
		t.Fatalf("replay: %+v", replayed)
	}
	if d := difference(snap.State, state); d != "" {
		t.Fatalf("the folded state differs:\n%s", d)
	}
}

// difference returns the cmp difference of two states, computed only if they are not
// equal to the last bit: it takes twenty times as long.
func difference(want, got *tournament.State) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, cmp.AllowUnexported(rules.Ruleset{}, tournament.State{}, tournament.Player{}, tournament.Match{}))
}

// placesArePermutation checks that places run from 1 without gaps, in each
// division where those have their own; those who share a place leave the next
// ones out.
func placesArePermutation(t tb, s *tournament.State) {
	t.Helper()
	if !s.ByDivision() {
		permutation(t, s, func(int) bool { return true })
		return
	}
	for d := range s.Settings.Divisions {
		permutation(t, s, func(n int) bool { return int(s.Players[n-1].Division) == d })
	}
}

func permutation(t tb, s *tournament.State, in func(n int) bool) {
	t.Helper()
	count := map[int]int{}
	placed := 0
	for i, p := range s.Places {
		if p > 0 && in(i+1) {
			count[p]++
			placed++
		}
	}
	for at := 1; at <= placed; {
		if count[at] == 0 {
			t.Fatalf("nobody has place %d: %v", at, s.Places)
		}
		at += count[at]
	}
}

// TestUndoAfterDoInEveryRuleset: taking back the last command gives the state
// before it, but for its sequence number.
func TestUndoAfterDoInEveryRuleset(t *testing.T) {
	for _, id := range rules.IDs() {
		t.Run(id, func(t *testing.T) {
			rs := load(t, id)
			players, s := small(id)
			var last *tournament.Snapshot
			evening(t, rs, s, histories.Options{Players: players}, 7, func(snap *tournament.Snapshot) {
				defer func() { last = snap }()
				if last == nil {
					return
				}
				undoes(t, last, snap)
			})
		})
	}
}
