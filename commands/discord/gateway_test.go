package discord_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/refusal"
)

func TestRun_comesBackFromEveryGatewayFault(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		beat   time.Duration // of the heart; 0 for Discord's
		fault  func(s *testServer)
		resume bool // the session goes on, so that nothing is lost
	}{
		{"connection cut", 0, func(s *testServer) { s.srv.Faults().Drop() }, true},
		{"asked to reconnect", 0, func(s *testServer) { s.srv.Faults().Reconnect() }, true},
		{"closed with 4000", 0, func(s *testServer) { s.srv.Faults().Close(4000) }, true},
		{"closed with 1001", 0, func(s *testServer) { s.srv.Faults().Close(1001) }, false},
		{"session timed out", 0, func(s *testServer) { s.srv.Faults().Close(4009) }, false},
		{"invalid session", 0, func(s *testServer) { s.srv.Faults().InvalidSession(false) }, false},
		{"invalid session, twice", 0, func(s *testServer) {
			s.srv.Faults().FirstPacket(9, 1)
			s.srv.Faults().InvalidSession(false)
		}, false},
		{"asked to reconnect as the first packet of the resume", 0, func(s *testServer) {
			s.srv.Faults().FirstPacket(7, 1)
			s.srv.Faults().Drop()
		}, true},
		{"asked to reconnect as the first packet, many times", 0, func(s *testServer) {
			s.srv.Faults().FirstPacket(7, 6)
			s.srv.Faults().Drop()
		}, false},
		{"invalid session as the first packet of the resume", 0, func(s *testServer) {
			s.srv.Faults().FirstPacket(9, 1)
			s.srv.Faults().Drop()
		}, false},
		{"session forgotten", 0, func(s *testServer) {
			s.srv.Faults().Drop()
			s.until(func() bool { return s.srv.Stats().Sessions == 0 })
			s.srv.Faults().Expire()
		}, false},
		{"refused twice with a code that passes", 0, func(s *testServer) {
			s.srv.Faults().RefuseNext(4000, 2)
			s.srv.Faults().Drop()
		}, false},
		{"the gateway's address is out of reach", 0, func(s *testServer) {
			s.srv.Faults().Script("GET", "/gateway", localdiscord.Fault502, 2)
			s.srv.Faults().InvalidSession(false)
		}, false},
		{"heartbeats are not acknowledged", time.Second, func(s *testServer) {
			s.srv.Faults().HoldAcks(true)
			s.must(s.bot.wait(s.ctx, func(e discord.Event) bool { _, ok := e.(discord.Disconnected); return ok }))
			s.srv.Faults().HoldAcks(false)
		}, true},
		{"asked for a heartbeat", 0, func(s *testServer) { s.srv.Faults().RequestHeartbeat() }, false},
		{"a packet null", 0, func(s *testServer) { s.srv.Faults().Garbage("null") }, true},
		{"a packet that is no JSON", 0, func(s *testServer) { s.srv.Faults().Garbage("<html>") }, true},
		{"events without data", 0, func(s *testServer) {
			s.srv.Faults().Garbage(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`)
			s.srv.Faults().Garbage(`{"op":0,"s":3,"t":"GUILD_UPDATE","d":{"channels":[null],"members":[null]}}`)
			s.srv.Faults().Garbage(`{"op":0,"s":4,"t":"VOICE_STATE_UPDATE","d":null}`)
		}, false},
		{"storm of events", 0, func(s *testServer) { s.srv.Faults().Storm(3000) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := connected(t, localdiscord.Config{HeartbeatInterval: tt.beat}, echo)
			s.works()
			tt.fault(s)
			s.works()
			if stats := s.srv.Stats(); tt.resume && (stats.Identifies != 1 || stats.Resumes == 0) {
				t.Errorf("%d sessions, %d resumed: the session was given up", stats.Identifies, stats.Resumes)
			}
			s.until(func() bool { return s.client.Status().Connected })
		})
	}
}

// TestRun_resumesNoSessionThatTimedOut: after these codes Discord has no session any more,
// and a bot that asks for it has waited for nothing.
func TestRun_resumesNoSessionThatTimedOut(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4007, 4009} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			s := connected(t, localdiscord.Config{}, echo)
			s.works()
			s.srv.Faults().Close(code)
			s.works()
			if stats := s.srv.Stats(); stats.Identifies != 2 || stats.Connections != 2 {
				t.Errorf("%d sessions on %d connections, want 2 on 2", stats.Identifies, stats.Connections)
			}
		})
	}
}

// TestRun_endsForGood: what a reconnect does not change ends Run when it has come three
// times in a row. Once it may be a stray answer, and the bot goes on.
func TestRun_endsForGood(t *testing.T) {
	t.Parallel()
	fatal := func(code int) func(error) bool {
		return func(err error) bool {
			var closed *discord.FatalCloseError
			return errors.As(err, &closed) && closed.Code == code
		}
	}
	refused := func(err error) bool { return errors.Is(err, discord.ErrTokenRefused) }
	tests := []struct {
		code int
		want func(error) bool
	}{
		{4004, refused},
		{4010, fatal(4010)},
		{4012, fatal(4012)},
		{4013, fatal(4013)},
		{4014, fatal(4014)},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint("at the start, ", tt.code), func(t *testing.T) {
			s := newTestServer(t, localdiscord.Config{}, echo)
			s.srv.Faults().RefuseNext(tt.code, 100)
			if err := s.client.Run(s.ctx, s.bot); !tt.want(err) {
				t.Errorf("error %v", err)
			}
			if n := s.srv.Stats().Connections; n != refusal.Sure {
				t.Errorf("%d connections", n)
			}
		})
		t.Run(fmt.Sprint("later, ", tt.code), func(t *testing.T) {
			s := newTestServer(t, localdiscord.Config{}, echo)
			done := make(chan error, 1)
			go func() { done <- s.client.Run(s.ctx, s.bot) }()
			s.must(s.srv.WaitConnected(s.ctx))
			s.must(s.bot.wait(s.ctx, func(e discord.Event) bool { _, ok := e.(discord.GuildAvailable); return ok }))
			s.srv.Faults().RefuseNext(tt.code, refusal.Sure-1)
			s.srv.Faults().Close(tt.code)
			if err := <-done; !tt.want(err) {
				t.Errorf("error %v", err)
			}
		})
	}
	t.Run("a stray one", func(t *testing.T) {
		s := connected(t, localdiscord.Config{}, echo)
		for _, code := range []int{4004, 4010, 4011} {
			s.srv.Faults().Close(code)
			s.works()
		}
	})
	t.Run("a wrong token", func(t *testing.T) {
		s := newTestServer(t, localdiscord.Config{}, echo)
		wrong, err := discord.New(discord.Config{Token: "wrong", APIBase: s.srv.URL()})
		s.must(err)
		defer wrong.Close()
		if err := wrong.Run(s.ctx, s.bot); !refused(err) {
			t.Errorf("error %v", err)
		}
		if _, err := wrong.Me(s.ctx); !refused(err) {
			t.Errorf("REST: %v", err)
		}
		s.srv.ClearViolations()
	})
}

func TestRun_waitsForADiscordThatIsNotThereYet(t *testing.T) {
	s := newTestServer(t, localdiscord.Config{}, echo)
	s.srv.Faults().Script("GET", "/gateway", localdiscord.FaultCutBefore, 2)
	s.run()
	s.must(s.srv.WaitConnected(s.ctx))
}

// TestRun_aStray401IsNoRevokedToken: a request is refused with 401 while Discord
// knows the token; the bot goes on. A token that is revoked ends it.
func TestRun_aStray401IsNoRevokedToken(t *testing.T) {
	s := connected(t, localdiscord.Config{}, echo)
	for range 3 {
		s.srv.Faults().Script("POST", "/messages", localdiscord.Fault401, 1)
		_, err := s.client.Send(s.ctx, s.channel.ID(), discord.Message{Content: "hello"})
		if err == nil || refusal.Of(err).Definite() {
			t.Errorf("error %v", err)
		}
	}
	s.srv.Faults().Script("GET", "/gateway", localdiscord.Fault401, 1)
	s.srv.Faults().InvalidSession(false)
	s.works()
	if n := s.srv.Stats().Identifies; n != 2 {
		t.Errorf("%d sessions, want 2", n)
	}
}
