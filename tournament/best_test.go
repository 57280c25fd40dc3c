package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Swiss rounds of one game, a bracket of three, the final of five: each match takes the results
// of its own length and no other, by every road, and the file of the event says the lengths.
func TestEachStageIsOfItsLength(t *testing.T) {
	five := 0
	for seed := range uint64(6) {
		s := settings(3, 4)
		s.Stages = stage.MustParse("swiss 3 bo1 > single 4 bo3 third final bo5")
		snap := evening(t, load(t, "magic"), s, histories.Options{Players: 9, Rulings: 100, Disputes: 100}, seed, nil)
		for r, round := range numbered.All(snap.State.Ledger.Rounds) {
			for m, l := range numbered.All(round.Matches) {
				match, _ := snap.State.Match(r, m)
				want := uint8(1)
				if rules.IsElimination(match.Part) {
					want = 3
				}
				if match.Part == ledger.Elimination && r == len(snap.State.Rounds) {
					want = 5
				}
				most := max(l.Result.V[0], l.Result.V[1])
				if l.Best != want || most > int32(want+1)/2 {
					t.Errorf("seed %d, round %d: best of %d with %v, not of %d", seed, r, l.Best, l.Result.V, want)
				}
				if most == 3 {
					five++
				}
			}
		}
		if _, out, err := replay.Run(1, snap.Log); err != nil || !out.Difference.IsZero() {
			t.Errorf("seed %d: %v, %v", seed, err, out)
		}
		data, err := handover.ExportJSON(snap)
		if err != nil {
			t.Fatal(err)
		}
		f, err := file.Read(data, rules.Load)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Ledger.Rounds[len(f.Ledger.Rounds)-1].Matches[0].Best; f.Stages.String() != s.Stages.String() || got != 5 && got != 3 {
			t.Errorf("the file says %s, best of %d", f.Stages, got)
		}
	}
	if five == 0 {
		t.Error("no final was won with three games")
	}
}

// A result of another length is refused where it is reported, and by organisers.
func TestAResultOfAnotherLengthIsRefused(t *testing.T) {
	s := settings(2, 0)
	s.Stages = stage.MustParse("swiss 2 bo1")
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	n := w.player(1, 1, 0)
	w.refused(w.user(n), &command.ReportResult{Player: n, Text: "2-1"}, tournament.BadInput, "typed.unknown")
	w.refused("9", &command.Correct{Round: 1, Match: 1, Text: "2-0"}, tournament.BadInput, "typed.unknown")
	w.must(w.user(n), &command.ReportResult{Player: n, Text: "1-0"})
	s.Stages = stage.MustParse("swiss 2 bo7")
	if _, err := s.Fit(load(t, "magic")); err == nil {
		t.Error("Magic is played as best of seven")
	}
	s.Stages = stage.MustParse("swiss 2 bo3")
	if _, err := s.Fit(load(t, "chess-casual")); err == nil {
		t.Error("a round of chess is best of three")
	}
}
