package commands_test

import (
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
)

// TestWhatWasDueDuringADowntimeHappensOnce: the bot is down for two hours of the event's
// time, in which a report should have been confirmed by silence, a reminder sent and time
// called. After the restart each happens once, however often the bot polls.
func TestWhatWasDueDuringADowntimeHappensOnce(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(6, localdiscord.Options{"rounds": 2, "cut": 0})
	_, l := h.snapshot().State.Match(1, 1)
	h.slash(players[l.Seats[0]], "report", localdiscord.Options{"result": "2-0"})
	id := h.snapshot().State.ID
	h.ahead.Add(int64(2 * time.Hour))

	// A new process has nothing but the database of the old one.
	again := command.NewDirector(command.Config{
		Store: db.StoreOf(h.store, tournament.Log), Posts: post.Plan, Now: h.now, Committed: func(tournament.ID) { h.sender.Wake() },
	})
	poller := &post.Poller{
		Clocks: h.store, Director: again, Now: h.now, Log: h.app.Log,
	}
	for range 3 {
		poller.Poll(t.Context())
	}
	snap, err := again.Snapshot(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if n := count[*tournament.TimeCalled](snap); n != 1 {
		t.Errorf("time was called %d times, want once", n)
	}
	if n := count[*tournament.ClockReminded](snap); n > 1 {
		t.Errorf("the reminder was given %d times", n)
	}
	m, _ := snap.State.Match(1, 1)
	if n := count[*tournament.ResultConfirmed](snap); n != 1 || m.ConfirmBy != tournament.BySilence {
		t.Errorf("%d confirmations, by %v: want one by silence", n, m.ConfirmBy)
	}
	// No clock ever makes a player lose: the silent tables are still open.
	if open := len(snap.State.Blocking(1)); open != 2 {
		t.Errorf("%d tables are open, want 2", open)
	}
	if left := tournament.Deadlines(snap.State); len(left) != 0 {
		t.Errorf("still due: %v", left)
	}
	h.director.Forgotten(id)
	h.settle()
	h.clean()
}
