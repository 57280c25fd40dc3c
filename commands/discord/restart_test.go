package discord_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord/localtest"
)

// TestABotThatIsStartedAgainAndAgainKeepsTheDaysSessions: a process that crashes as soon
// as it is connected, and that something starts again at once, spends a fifth of the day's
// sessions and no more: the next one waits, however often it is started meanwhile, since
// Discord's count holds over restarts.
func TestABotThatIsStartedAgainAndAgainKeepsTheDaysSessions(t *testing.T) {
	s := newTestServer(t, still(), echo)
	// life is one process from its start to its crash.
	life := func() (session, waits bool) {
		log := new(localtest.Buffer)
		client, err := discord.New(discord.Config{Token: s.srv.BotToken(), APIBase: s.srv.URL(), Logger: slog.New(slog.NewTextHandler(log, nil))})
		s.must(err)
		defer client.Close()
		b := &echoHandler{answer: echo, change: make(chan struct{})}
		ctx, crash := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- client.Run(ctx, b) }()
		for end := time.Now().Add(patience); !session && !waits; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Error("it neither has a session nor says that it waits")
				break
			}
			session, waits = count[discord.Ready](b) > 0, strings.Contains(log.String(), "the next one begins in")
		}
		crash()
		<-done
		return session, waits
	}
	// Most lives are side by side: for Discord that is the same, and sooner over.
	var sessions atomic.Int32
	var hands sync.WaitGroup
	for range 16 {
		hands.Go(func() {
			for range 12 {
				if session, _ := life(); session {
					sessions.Add(1)
				}
			}
		})
	}
	hands.Wait()
	if n := sessions.Load(); n != 16*12 {
		t.Fatalf("%d sessions of %d starts", n, 16*12)
	}
	for range 14 {
		if session, waits := life(); session {
			sessions.Add(1)
		} else if !waits || sessions.Load() < 200 {
			t.Fatalf("after %d sessions: waits %v", sessions.Load(), waits)
		}
	}
	if n := sessions.Load(); n > 201 {
		t.Errorf("%d sessions of %d starts, want a fifth of the thousand of a day", n, 16*12+14)
	}
}
