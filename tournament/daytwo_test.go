package tournament_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestLOR40_DayTwo: after three rounds all players with six points play two more, then
// the best four a cut. No other player is paired, loses or moves, and the three stages
// are one log and one file.
func TestLOR40_DayTwo(t *testing.T) {
	s := settings(3, 4)
	s.Stages = s.Stages.WithSecond(stage.Entry{By: stage.Points, N: 6}, 2)
	for seed := range uint64(4) {
		var first []int // places after day 1 of those who do not play on
		snap := evening(t, load(t, "magic"), s, histories.Options{Players: 16}, seed, func(snap *tournament.Snapshot) {
			st := snap.State
			if len(st.Stages) < 2 || first != nil {
				return
			}
			table, err := st.Table(3)
			if err != nil {
				t.Fatal(err)
			}
			for i := range table.Rows {
				n := int(table.Rows[i].Player) + 1
				if _, den, _ := table.Rows[i].Points.Parts(); den == 1 && slices.Contains(st.Stages[1].Players, n) != (table.Rows[i].Points.Floor() >= 6) {
					t.Errorf("seed %d: player %d with %s points: on day 2 %v", seed, n, table.Rows[i].Points, st.Stages[1].Players)
				}
				if !slices.Contains(st.Stages[1].Players, n) {
					first = append(first, n)
				}
			}
		})
		end := snap.State
		if end.PlannedRounds() != 5 || len(end.Rounds) != 7 || end.Stages[1].FirstRound != 4 {
			t.Fatalf("seed %d: %d of %d rounds, day 2 from %d", seed, len(end.Rounds), end.PlannedRounds(), end.Stages[1].FirstRound)
		}
		for _, n := range first {
			if end.MatchOf(4, n) != 0 || end.MatchOf(5, n) != 0 || slices.Contains(end.Elimination().Players, n) {
				t.Errorf("seed %d: player %d plays on day 2", seed, n)
			}
			if end.Places[n-1] <= len(end.Stages[1].Players) {
				t.Errorf("seed %d: player %d of day 1 alone has place %d of %d on day 2", seed, n, end.Places[n-1], len(end.Stages[1].Players))
			}
		}
		placesArePermutation(t, end)
		folds(t, snap)
		if got := exported(t, snap); got.Cut.Top != 4 || got.RoundsPlanned != 5 {
			t.Errorf("the file has a cut %+v after %d rounds", got.Cut, got.RoundsPlanned)
		}
	}
}

// exported writes an event as a file and reads it back.
func exported(t tb, snap *tournament.Snapshot) *file.Tournament {
	t.Helper()
	out, err := handover.Export(snap)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := file.Write(&buf, out); err != nil {
		t.Fatal(err)
	}
	back, err := file.Read(buf.Bytes(), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestDayTwoAtLeast: too few with enough points, so the best eight play on; a
// player who has left takes no place on the second day.
func TestDayTwoAtLeast(t *testing.T) {
	s := settings(2, 0)
	s.Stages = s.Stages.WithSecond(stage.Entry{By: stage.Points, N: 6, Least: 8}, 1)
	w := given(t, s, 12)
	w.do(&command.Start{})
	for range 2 {
		w.round()
		w.finishRound()
	}
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	best := int(table.Rows[0].Player) + 1
	w.do(&command.Drop{Player: best})
	w.refused("organiser", &command.Finish{}, tournament.NeedsForce, "stages.left")
	w.round()
	if in := w.snap.State.Stages[1].Players; len(in) != 8 || slices.Contains(in, best) {
		t.Errorf("%v play on", in)
	}
	if got := w.snap.State.Field(); len(got) != 8 {
		t.Errorf("%d are left in the field", len(got))
	}
	w.refused("u99", &command.Join{User: "u99", Name: "Late"}, tournament.WrongPhase, "late.stage")
}

// TestPokemonTwoPhases: the table of the two-phase events determines who goes on.
func TestPokemonTwoPhases(t *testing.T) {
	s := settings(0, 0)
	s.Stages = s.Stages.WithCut(stage.Entry{})
	s.Options = []tournament.Option{{Name: "event", Value: "two-phase"}}
	w := started(t, "pokemon", s, 66)
	if got := w.snap.State; got.StageRounds() != 6 || got.Settings.Stages.String() != "swiss > points 10 swiss 2" {
		t.Errorf("%d rounds of %s", got.StageRounds(), got.Settings.Stages)
	}
}

// docs/rules/pokemon.md#pkm-04, PKM-11, PKM-49: with the option the rounds end as soon as
// one player is unbeaten, who wins; where that player leaves, all rounds are played and
// the winner has a loss.
func TestPKM11_UntilOneIsUnbeaten(t *testing.T) {
	s := settings(5, 0)
	s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Unbeaten = true })
	w := started(t, "pokemon-2009", s, 8)
	for r := 1; r <= 3; r++ {
		if w.snap.State.RoundsOver() {
			t.Fatalf("over after %d rounds", r-1)
		}
		w.round()
		w.score("1-0")
	}
	w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "rounds.unbeaten")
	unbeaten := w.snap
	w.do(&command.Finish{})
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	if row := table.Rows[0]; row.Record != [3]int{3, 0, 0} || w.snap.State.Places[row.Player] != 1 {
		t.Errorf("the winner has %v and place %d", row.Record, w.snap.State.Places[row.Player])
	}

	w.snap = unbeaten
	w.do(&command.Drop{Player: int(table.Rows[0].Player) + 1})
	for range 2 {
		w.round()
		w.score("1-0")
	}
	if !w.snap.State.RoundsOver() || len(w.snap.State.Rounds) != 5 {
		t.Errorf("%d rounds of five, over: %v", len(w.snap.State.Rounds), w.snap.State.RoundsOver())
	}
}

// docs/rules/pokemon.md#pkm-81: rounds that follow by themselves leave the standings up
// for the break; without that setting an organiser pairs.
func TestPKM81_StandingsStayPosted(t *testing.T) {
	s := settings(2, 0)
	s.AutoAdvance, s.BreakMinutes = true, 8
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.finishRound()
	if r := w.snap.State.Current(); r.Number != 1 || r.Status != tournament.Done {
		t.Fatalf("round %d is there", r.Number)
	}
	d := w.timer(tournament.DueNextRound, 1)
	if got := d.At.Sub(w.snap.State.Rounds[0].ClosedAt); got != 8*time.Minute {
		t.Errorf("the next round follows after %s", got)
	}
	if err := w.fire(tournament.Due{Kind: tournament.DueNextRound, Round: 1}); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("before its time: %v", err)
	}
	w.now = d.At
	if err := w.fire(tournament.Due{Kind: tournament.DueNextRound, Round: 1}); err != nil {
		t.Fatal(err)
	}
	if r := w.snap.State.Current(); r.Number != 2 || r.Status != tournament.Started {
		t.Errorf("round %d is %v", r.Number, r.Status)
	}
	w.finishRound()
	w.now = w.timer(tournament.DueNextRound, 2).At
	if err := w.fire(tournament.Due{Kind: tournament.DueNextRound, Round: 2}); err != nil || w.snap.State.Phase != tournament.Finished {
		t.Errorf("after the last round: %s, %v", w.snap.State.Phase, err)
	}

	w = running(t, 4, 2, 0)
	w.finishRound()
	if due := tournament.Deadlines(w.snap.State); len(due) != 0 || len(w.snap.State.Rounds) != 1 {
		t.Errorf("without a command: %v", due)
	}
}

// TestMEC13_Standby: a standby plays if the number is odd without, no player has a bye,
// and the standby has neither a loss for sitting out nor a place.
func TestMEC13_Standby(t *testing.T) {
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: settings(3, 0), Ruleset: load(t, "meccg")}, &command.OpenRegistration{})
	for _, name := range []string{"u1", "u2", "u3", "u4", "u5", "u6"} {
		w.do(&command.Join{User: name, Name: name, ByOrganiser: true})
	}
	yes := true
	w.do(&command.Change{Player: 6, Standby: &yes}, &command.Start{})
	w.round()
	for i := range w.snap.State.Ledger.Rounds[0].Matches {
		if m := &w.snap.State.Ledger.Rounds[0].Matches[i]; m.N != 2 {
			t.Errorf("with a standby there is %+v", m)
		}
	}
	w.score("20-10")
	w.do(&command.Drop{Player: 5})
	w.round() // four are left: the standby is not needed
	if w.snap.State.MatchOf(2, 6) != 0 || len(w.snap.State.Ledger.Rounds[1].Matches) != 2 {
		t.Errorf("round 2 has %+v", w.snap.State.Ledger.Rounds[1].Matches)
	}
	w.score("20-10")
	w.refused("organiser", &command.Change{Player: 4, Standby: &yes}, tournament.WrongPhase, "change.standby_late")
	w.do(&command.Finish{Early: true})
	if got := w.snap.State.Places; got[5] != 0 || slices.Max(got) != 4 {
		t.Errorf("places %v", got)
	}
}
