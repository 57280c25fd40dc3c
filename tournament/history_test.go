package tournament_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

var begin = time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)

// evening plays an event to its end and calls after for every command.
func evening(t tb, rs *rules.Ruleset, settings tournament.Settings, opts histories.Options, seed uint64, after func(*tournament.Snapshot), first ...command.Command) *tournament.Snapshot {
	t.Helper()
	secret := sha256.Sum256(fmt.Append(nil, seed))
	snap := tournament.Begin(1, secret[:])
	now, n := begin, 0
	do := func(actor tournament.Actor, c command.Command) error {
		n++
		next, _, err := command.Decide(snap, command.Request{Actor: actor, Cause: fmt.Sprintf("i%d.%d", seed, n), Command: c}, now)
		if err != nil {
			if tournament.ClassOf(err) == "" || tournament.ClassOf(err) == tournament.Corrupt {
				t.Fatalf("%T: %v", c, err)
			}
			return err
		}
		snap = next
		if after != nil {
			after(snap)
		}
		return nil
	}
	org := tournament.Actor{User: histories.Organiser, Name: "Organiser"}
	if err := do(org, &command.Create{Guild: "g", Channel: "c", Settings: settings, Ruleset: rs}); err != nil {
		t.Fatal(err)
	}
	for _, c := range first {
		if err := do(org, c); err != nil {
			t.Fatal(err)
		}
	}
	gen := histories.New(opts, seed)
	refused := 0
	for steps := 0; ; steps++ {
		if steps > 100*opts.Players*20 {
			t.Fatalf("the event does not end: phase %s, round %d", snap.State.Phase, len(snap.State.Rounds))
		}
		step, ok := gen.Next(snap)
		if !ok {
			return snap
		}
		now = now.Add(7 * time.Second)
		if err := do(step.Actor, step.Command); err != nil {
			if refused++; refused > 200 {
				t.Fatalf("%T %+v is refused again and again: %v", step.Command, step.Command, err)
			}
			continue
		}
		refused = 0
	}
}

func load(t tb, id string) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func settings(rounds, cut int) tournament.Settings {
	s := tournament.DefaultSettings("Friday Night")
	s.Stages, s.Decks = s.Stages.WithRounds(rounds).WithCut(stage.Entry{}), tournament.DecksOptional
	if cut > 0 {
		s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: cut})
	}
	return s
}

// tb is what evening needs of a test; rapid's T has it too.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// TestEveryPlayerIsSeatedOnce: in every published round each player who takes part is
// in exactly one match (docs/rules/pokemon.md#pkm-101), and places are a permutation
// (PKM-106).
func TestEveryPlayerIsSeatedOnce(t *testing.T) {
	rs := load(t, "magic")
	for seed := range uint64(20) {
		snap := evening(t, rs, settings(5, 8), histories.Lively(21), seed, func(s *tournament.Snapshot) {
			for r := range s.State.Ledger.Rounds {
				seen := map[int32]int{}
				for i := range s.State.Ledger.Rounds[r].Matches {
					for _, p := range s.State.Ledger.Rounds[r].Matches[i].Players() {
						if seen[p]++; seen[p] > 1 {
							t.Fatalf("seed %d, round %d: player %d sits twice", seed, r+1, p+1)
						}
					}
				}
				if s.State.Ledger.Rounds[r].Stage != ledger.Swiss || s.State.Rounds[r].Status == tournament.Published {
					continue
				}
				for _, n := range s.State.Field() {
					if seen[int32(n-1)] != 1 {
						t.Fatalf("seed %d, round %d: player %d sits nowhere", seed, r+1, n)
					}
				}
			}
		})
		used := map[int]bool{}
		for _, p := range snap.State.Places {
			if p != 0 && used[p] {
				t.Fatalf("seed %d: place %d is given twice: %v", seed, p, snap.State.Places)
			}
			used[p] = true
		}
		if !used[1] || !used[2] {
			t.Fatalf("seed %d: no champion: %v", seed, snap.State.Places)
		}
	}
}

// TestExportReadsBack: an exported evening is a valid tournament file, its
// standings are the event's, and taking it over gives the same Swiss ledger.
func TestExportReadsBack(t *testing.T) {
	rs := load(t, "magic")
	for seed := range uint64(10) {
		snap := evening(t, rs, settings(4, 4), histories.Lively(13), seed, nil)
		exported, err := handover.Export(snap)
		if err != nil {
			t.Fatal(err)
		}
		var buf bytes.Buffer
		if err := file.Write(&buf, exported); err != nil {
			t.Fatal(err)
		}
		back, err := file.Read(buf.Bytes(), rules.Load)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		table, err := standings.Compute(back.Ledger, back.Rules, standings.Options{After: 4})
		if err != nil {
			t.Fatal(err)
		}
		want, err := snap.State.Table(-1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Rows {
			n := want.Rows[i].Player
			if got := table.Row(n); got == nil || !got.Points.Equal(want.Rows[i].Points) {
				t.Errorf("seed %d: player %d: %v, want %v points", seed, n+1, got, want.Rows[i].Points)
			}
		}
	}
}
