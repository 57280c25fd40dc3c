package discord_test

import (
	"context"
	"sync/atomic"
	"testing"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
)

// TestMessagesAreHeardOnlyWhereTheyAreRead: of two sessions none hears of messages until a
// server of one of them reads them. That session alone begins anew, once; the next process
// goes on with both, but for one that is to hear of messages from then on.
func TestMessagesAreHeardOnlyWhereTheyAreRead(t *testing.T) {
	cfg := still()
	cfg.Shards, cfg.MaxConcurrency = 2, 2
	s := newTestServer(t, cfg, echo)
	clubs, channels := [2]*localdiscord.Guild{}, [2]*localdiscord.Channel{}
	for clubs[0] == nil || clubs[1] == nil {
		g := s.srv.AddGuild("Club")
		shard := discord.ShardOf(g.ID(), 2)
		clubs[shard], channels[shard] = g, g.AddChannel("tournament")
	}
	var reading atomic.Int64
	reading.Store(-1)
	b := &echoHandler{change: make(chan struct{}), answer: echo}
	life := func(left []discord.Session) (client *discord.Client, stop func() []discord.Session) {
		client, err := discord.New(discord.Config{
			Token: s.srv.BotToken(), APIBase: s.srv.URL(), AnswerTime: patience, Resume: left, Leave: true,
			Messages: func(shard, of int) bool { return int64(shard) == reading.Load() && of == 2 },
		})
		s.must(err)
		ctx, cancel := context.WithCancel(s.ctx)
		done := make(chan error, 1)
		go func() { done <- client.Run(ctx, b) }()
		s.until(func() bool { return client.Status().Connected })
		return client, func() []discord.Session {
			defer client.Close()
			cancel()
			s.must(<-done)
			s.must(s.srv.WaitOffline(s.ctx))
			return client.Left()
		}
	}
	// heard returns how many mentions and deletions of one in each server are heard of.
	heard := func() (mentions, deletions int) {
		mentions, deletions = count[discord.Mentioned](b), count[discord.MessagesGone](b)
		for i, g := range clubs {
			m, err := g.Owner().Send(s.ctx, channels[i], "<@"+s.srv.BotID()+"> I won 2-1")
			s.must(err)
			s.must(g.Owner().Delete(m))
			before := count[discord.AccessChanged](b)
			g.AddRole("later", 0) // events of a server arrive in their order
			s.until(func() bool { return count[discord.AccessChanged](b) > before })
		}
		return count[discord.Mentioned](b) - mentions, count[discord.MessagesGone](b) - deletions
	}
	client, stop := life(nil)
	if said, gone := heard(); said+gone > 0 {
		t.Errorf("%d mentions and %d deletions are heard of, although no server reads them", said, gone)
	}
	reading.Store(1)
	for range 2 {
		client.Renew()
		s.until(func() bool { return client.Status().Connected && client.Shards()[1].Messages })
		if said, gone := heard(); said != 1 || gone != 1 {
			t.Errorf("%d mentions and %d deletions are heard of, want 1 of each", said, gone)
		}
	}
	if client.Shards()[0].Messages || s.srv.Stats().Identifies != 3 {
		t.Errorf("%d sessions were begun, want 3; %+v", s.srv.Stats().Identifies, client.Shards())
	}
	left := stop()
	_, stop = life(left)
	if said, _ := heard(); said != 1 || s.srv.Stats().Identifies != 3 {
		t.Errorf("the next process hears %d mentions after %d sessions", said, s.srv.Stats().Identifies)
	}
	left = stop()
	reading.Store(0)
	client, stop = life(left)
	if said, _ := heard(); said != 2 || s.srv.Stats().Identifies != 4 { // what is asked for lasts as long as the session
		t.Errorf("a process that reads elsewhere hears %d mentions after %d sessions; %+v", said, s.srv.Stats().Identifies, client.Shards())
	}
	stop()
}
