package discord_test

import (
	"context"
	"sync"
	"testing"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
)

// TestTheNextProcessGoesOnWithTheSessions: one process stops while people in all servers
// press on, and the next begins. Each interaction reaches one of them, once, and no session
// of the day is spent. What the gateway told the first of a server, the second asks for.
func TestTheNextProcessGoesOnWithTheSessions(t *testing.T) {
	cfg := still()
	cfg.Shards, cfg.MaxConcurrency = 2, 2
	s := newTestServer(t, cfg, echo)
	people, channels := []*localdiscord.Person{s.ann}, []*localdiscord.Channel{s.channel}
	for range 3 {
		g := s.srv.AddGuild("Club")
		channels, people = append(channels, g.AddChannel("tournament")), append(people, g.AddPerson("Ben"))
	}
	_, err := s.client.BulkOverwrite(s.ctx, "", []discord.Command{echoCommand()})
	s.must(err)
	var mu sync.Mutex
	heard := map[string]int{}
	b := &echoHandler{change: make(chan struct{}), answer: func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
		mu.Lock()
		heard[in.ID]++
		mu.Unlock()
		return echo(ctx, in, r)
	}}
	var left []discord.Session
	var asked []*localdiscord.Interaction
	press := func() {
		for i, p := range people {
			in, err := p.Slash(s.ctx, channels[i], "echo", localdiscord.Options{"text": "hello"})
			s.must(err)
			asked = append(asked, in)
		}
	}
	const lives = 4
	for life := range lives {
		client, err := discord.New(discord.Config{Token: s.srv.BotToken(), APIBase: s.srv.URL(), AnswerTime: patience, Resume: left, Leave: true})
		s.must(err)
		ctx, stop := context.WithCancel(s.ctx)
		done := make(chan error, 1)
		go func() { done <- client.Run(ctx, b) }()
		s.must(s.srv.WaitConnected(s.ctx))
		s.until(func() bool { return client.Status().Connected })
		press()
		if life > 0 {
			s.until(func() bool {
				_, known := client.MemberPermissions(s.guild.ID(), s.channel.ID(), s.ann.ID(), nil)
				return known
			})
		}
		stop()
		press()
		s.must(<-done)
		s.must(s.srv.WaitOffline(s.ctx))
		if life < lives-1 {
			press() // there is no process
		}
		left = client.Left()
		client.Close()
		if len(left) != 2 {
			t.Fatalf("%d sessions are left, want 2", len(left))
		}
	}
	last, err := discord.New(discord.Config{Token: s.srv.BotToken(), APIBase: s.srv.URL(), AnswerTime: patience, Resume: left})
	s.must(err)
	defer last.Close()
	s.client = last
	s.bot = b
	s.run()
	for _, in := range asked {
		if _, err := in.Answer(s.ctx); err != nil {
			t.Error(err)
		}
	}
	s.until(func() bool { return count[discord.Ready](b) == 2*(lives+1) }) // after what was missed
	mu.Lock()
	defer mu.Unlock()
	for _, in := range asked {
		if n := heard[in.ID()]; n != 1 {
			t.Errorf("interaction %s came %d times", in.ID(), n)
		}
	}
	if st := s.srv.Stats(); st.Identifies != 2 || st.Resumes != 2*lives || st.ResumesAstray != 0 {
		t.Errorf("%d sessions were begun and %d resumed, %d of these elsewhere; want 2, %d, 0", st.Identifies, st.Resumes, st.ResumesAstray, 2*lives)
	}
}
