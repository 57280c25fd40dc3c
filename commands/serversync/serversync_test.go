package serversync_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"topcut/commands/serversync"
	"topcut/tournament"
)

// poisoned panics over one server.
type poisoned struct {
	tournament.Servers
	asked chan string
}

func (p poisoned) Server(_ context.Context, guild string) (tournament.Server, error) {
	p.asked <- guild
	if guild == "1" {
		panic("poison")
	}
	return tournament.Server{}, context.Canceled
}

func TestAPanicCostsOneServersPresence(t *testing.T) {
	asked := make(chan string, 100)
	k := &serversync.Keeper{Servers: poisoned{asked: asked}, Log: slog.New(slog.DiscardHandler), Pause: time.Millisecond}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	k.Touch("1")
	<-asked
	k.Touch("2")
	for guild := range asked { // the first may be tried again before
		if guild == "2" {
			break
		}
	}
	stop()
	<-done
}
