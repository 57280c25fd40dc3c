package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// TestPKM99_DropInAMatchConcedesIt: in every game of two a player can leave in
// the middle of a match, which the other one wins (docs/rules/meccg.md#mec-83,
// docs/rules/magic.md#mtg-45).
func TestPKM99_DropInAMatchConcedesIt(t *testing.T) {
	for _, id := range rules.IDs() {
		rs := load(t, id)
		if rs.Seats.Max > 2 {
			continue
		}
		t.Run(id, func(t *testing.T) {
			w := started(t, id, settings(3, 0), 8)
			w.round()
			leaver, winner := w.player(1, 1, 0), w.player(1, 1, 1)
			if err := w.as(w.user(leaver), &command.Drop{Player: leaver}); err != nil {
				t.Fatal(err)
			}
			_, l := w.snap.State.Match(1, 1)
			if got := rs.Winner(l); got != 1 {
				t.Errorf("the winner is seat %d", got)
			}
			if err := rs.CheckResult(w.snap.State.Rounds[0].Stage, l); err != nil {
				t.Error(err)
			}
			w.finish(1)
			table, err := w.snap.State.Table(1)
			if err != nil {
				t.Fatal(err)
			}
			if got := table.Row(int32(winner - 1)).Points; !got.Equal(rs.Scoring.Win) && id != "netrunner" {
				t.Errorf("the win is worth %s, want %s", got, rs.Scoring.Win)
			}
		})
	}
}

// finish closes round r with double losses at the tables that play on.
func (w *table) finish(r int) {
	w.t.Helper()
	if w.snap.State.Rounds[r-1].Status != tournament.Done {
		w.do(&command.CloseRound{Resolve: tournament.ResolveDoubleLoss})
	}
}
