package discord_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

// TestALateAnswerIsReported: what is answered after three seconds, which Discord refuses, is
// reported with its age and logged; what is answered in time is not.
func TestALateAnswerIsReported(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		slow := make(chan bool, 2)
		s := connected(t, localdiscord.Config{Listener: localtest.NewNetwork(true), RateLimits: localdiscord.RateLimits{Off: true}}, func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
			if <-slow {
				time.Sleep(discord.AnswerLimit + time.Second)
			}
			return r.Reply(ctx, discord.Message{Components: []discord.Component{discord.TextDisplay{Content: "Here."}}})
		})
		for _, late := range []bool{false, true} {
			slow <- late
			i, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": "x"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := i.Answer(s.ctx); (err != nil) != late {
				t.Fatalf("answered late %v: %v", late, err)
			}
		}
		select {
		case <-s.late:
		case <-s.ctx.Done():
			t.Fatal("no late answer was reported")
		}
		s.stop()
		if n := len(s.late); n > 0 || strings.Count(s.log.String(), "answered too late") != 1 {
			t.Errorf("%d more late answers were reported\n%s", n, s.log)
		}
	})
}
