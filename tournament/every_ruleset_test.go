package tournament_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// small is a short event under a ruleset: players, rounds and cut that it can be
// played with.
func small(id string) (players int, s tournament.Settings) {
	switch id {
	case "commander-pods":
		return 15, settings(3, 4)
	case "riichi-helper", "riichi-ema", "riichi-wrc", "m-league":
		s := settings(3, 0)
		s.Cut.Kind = tournament.CutAuto
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

// TestEveryRuleset plays every ruleset from its creation to final places and
// checks after every command that everybody is seated once (PKM-101, RII-02),
// and at the end that the stored log folds to the same state, that every
// pairing and draw is recomputed alike, and that places are a permutation
// (PKM-106).
func TestEveryRuleset(t *testing.T) {
	for _, id := range rules.IDs() {
		t.Run(id, func(t *testing.T) {
			rs := load(t, id)
			players, s := small(id)
			for seed := range uint64(6) {
				opts := histories.Lively(players)
				if seed == 0 {
					opts = histories.Calm(players)
				}
				checked := 0
				snap := evening(t, rs, s, opts, seed, func(snap *tournament.Snapshot) {
					if n := len(snap.State.Rounds); n > checked {
						checked = n
						seatedOnce(t, snap.State)
					}
				})
				if snap.State.Phase != tournament.Finished {
					t.Fatalf("seed %d: the event ended %s", seed, snap.State.Phase)
				}
				for r := range snap.State.Ledger.Rounds {
					for i := range snap.State.Ledger.Rounds[r].Matches {
						m := &snap.State.Ledger.Rounds[r].Matches[i]
						if m.Kind != ledger.Played {
							continue
						}
						if err := snap.State.Rules.CheckResult(snap.State.Rounds[r].Matches[i].Part, m); err != nil {
							t.Fatalf("seed %d, round %d, match %d: %v", seed, r+1, i+1, err)
						}
					}
				}
				folds(t, snap)
				placesArePermutation(t, snap.State)
			}
		})
	}
}

// seatedOnce checks the newest round.
func seatedOnce(t *testing.T, s *tournament.State) {
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
		spare := s.Ledger.Players[n-1].StandIn && stage == ledger.FinalTables || int(s.Ledger.Players[n-1].LateRounds) >= r
		if seen[int32(n-1)] != 1 && !spare {
			t.Fatalf("round %d: player %d sits nowhere", r, n)
		}
	}
}

// folds checks that the log as it is stored gives the state again.
func folds(t *testing.T, snap *tournament.Snapshot) {
	t.Helper()
	data, err := json.Marshal(snap.Log)
	if err != nil {
		t.Fatal(err)
	}
	var log []tournament.Envelope
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	state, replayed, err := tournament.Replay(1, log)
	if err != nil {
		t.Fatal(err)
	}
	if replayed.Difference != "" || !replayed.SeedKnown {
		t.Fatalf("replay: %+v", replayed)
	}
	if d := cmp.Diff(snap.State, state, cmp.AllowUnexported(rules.Ruleset{})); d != "" {
		t.Fatalf("the folded state differs:\n%s", d)
	}
}

// placesArePermutation checks that places run from 1 without gaps, in each
// division where those have their own; those who share a place leave the next
// ones out.
func placesArePermutation(t *testing.T, s *tournament.State) {
	t.Helper()
	if !s.ByDivision() {
		permutation(t, s, func(int) bool { return true })
		return
	}
	for d := range s.Settings.Divisions {
		permutation(t, s, func(n int) bool { return int(s.Ledger.Players[n-1].Division) == d })
	}
}

func permutation(t *testing.T, s *tournament.State, in func(n int) bool) {
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
			evening(t, rs, s, histories.Calm(players), 7, func(snap *tournament.Snapshot) {
				defer func() { last = snap }()
				if last == nil {
					return
				}
				e := snap.Log[len(snap.Log)-1]
				undone, _, err := tournament.Decide(snap, tournament.Request{Cause: "undo", Command: &tournament.Undo{Batch: e.Batch}}, begin)
				if err != nil {
					t.Fatalf("%s cannot be undone: %v", e.Kind, err)
				}
				got, want := *undone.State, *last.State
				got.Seq, got.At = want.Seq, want.At
				if d := cmp.Diff(&want, &got); d != "" {
					t.Fatalf("undoing %s:\n%s", e.Kind, d)
				}
			})
		})
	}
}
