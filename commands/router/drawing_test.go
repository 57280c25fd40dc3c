package router

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"

	"topcut/commands/allowance"
	"topcut/commands/discord"
	"topcut/commands/pictures"
)

// TestOneMembersPicturesCostAnotherOneTurn: one picture is drawn at a time, and everyone
// who waits gets one before anyone gets a second one.
func TestOneMembersPicturesCostAnotherOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		next := make(chan struct{})
		a := &App{Log: slog.New(slog.DiscardHandler), drawing: allowance.NewTurns(1)}
		a.Draw = func(_ context.Context, name string, _ pictures.Drawing) ([]discord.File, error) {
			order = append(order, name)
			<-next
			return nil, nil
		}
		ask := func(who string) {
			go a.draw(t.Context(), allowance.Member{Guild: "g", User: who}, who, nil)
			synctest.Wait()
		}
		for range 10 {
			ask("hog")
		}
		ask("ann")
		for range 11 {
			next <- struct{}{}
			synctest.Wait()
		}
		// One was being drawn and one was next; ann's comes after those.
		if fmt.Sprint(order[:4]) != "[hog hog ann hog]" || len(order) != 11 {
			t.Errorf("the pictures are drawn in the order %v", order)
		}
	})
}
