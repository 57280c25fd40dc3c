package commands_test

import (
	"fmt"
	"testing"

	"topcut/commands/consent"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
)

// BenchmarkPressOf400 measures what an organiser's press costs in a round of 400 players,
// from the decision to the disk, without and with the question whom it concerns.
func BenchmarkPressOf400(b *testing.B) {
	h := newTestServer(b)
	h.create(localdiscord.Options{"rounds": 9, "cut": 8})
	id := h.snapshot().State.ID
	do := func(c command.Command, cause string, answer func(_, _ *tournament.Snapshot, _ []tournament.Envelope) ([]byte, error)) {
		if _, err := h.director.Do(b.Context(), id, command.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Cause: cause, Command: c, Answer: answer}); err != nil {
			b.Fatal(err)
		}
	}
	var joins command.All
	for n := range 400 {
		joins = append(joins, &command.Join{Name: fmt.Sprint("Player ", n+1), ByOrganiser: true})
	}
	for _, c := range []command.Command{joins, &command.Start{KeepAll: true}, &command.Pair{}, &command.PublishAndStart{}} {
		do(c, "", nil)
	}
	h.settle()
	n := 0
	for _, asks := range []bool{false, true} {
		b.Run(fmt.Sprintf("asks=%v", asks), func(b *testing.B) {
			for b.Loop() {
				n++
				do(&command.ExtendClock{Minutes: 1 - 2*(n%2)}, fmt.Sprint("press ", n), func(before, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
					if !asks {
						return nil, nil
					}
					return nil, consent.Check(tournament.Outcome{ID: id, Before: before, After: after, Events: events}, h.organiser.ID(), "", false)
				})
			}
		})
	}
}
