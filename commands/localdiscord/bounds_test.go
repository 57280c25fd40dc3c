package localdiscord

import (
	"context"
	"fmt"
	"testing"
	"time"

	"topcut/commands/wire"
)

// TestALongRunStaysWithinBounds plays hours on a clock that is put forward and looks at what
// the server still holds.
func TestALongRunStaysWithinBounds(t *testing.T) {
	clock := NewLeapClock()
	s, err := New(Config{Clock: clock, MessagesPerChannel: 100, TranscriptSize: 50, FileBytes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	g := s.AddGuild("Club")
	ch := g.AddChannel("general")
	ann := g.AddPerson("Ann")
	s.mu.Lock()
	s.register(s.commands, "", Command{Command: wire.Command{Name: "go", Description: "Go"}})
	s.mu.Unlock()
	ctx := context.Background()
	for n := range 3000 {
		if _, err := ann.Slash(ctx, ch, "go", nil); err != nil {
			t.Fatal(err)
		}
		if _, err := ann.Send(ctx, ch, fmt.Sprint("message ", n), File{Name: "a.txt", Data: make([]byte, 100)}); err != nil {
			t.Fatal(err)
		}
		s.mu.Lock()
		s.spend(ruleMessageSend(), fmt.Sprint(n), true)
		s.nonces.add(s.now(), fmt.Sprint(n), "1")
		s.mu.Unlock()
		clock.Leap(5 * time.Second)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for what, n := range map[string][2]int{
		"interactions":        {len(s.interactions.byID), 200},
		"tokens":              {len(s.interactions.byToken), 200},
		"queued interactions": {len(s.interactions.queue), 200},
		"messages":            {len(s.messages), 100},
		"channel messages":    {len(ch.state.messages), 100},
		"transcript":          {len(s.transcript.items), 50},
		"file bytes":          {s.files.used, 1000},
		"files":               {len(s.files.files), 10},
		"file order":          {len(s.files.order), 100},
		"nonces":              {len(s.nonces.posts), 70},
		"pending timers":      {len(clock.timers), 5},
	} {
		if n[0] > n[1] {
			t.Errorf("%d %s are kept, at most %d were expected", n[0], what, n[1])
		}
	}
	if got := s.transcript.total; got < 6000 {
		t.Errorf("the transcript has seen %d entries only", got)
	}
}

func TestARingKeepsTheNewest(t *testing.T) {
	r := newRing[int](3)
	for n := 1; n <= 5; n++ {
		r.add(n)
	}
	if got := fmt.Sprint(r.all(), r.after(4), r.after(9), r.after(1)); got != "[3 4 5] [5] [] [3 4 5]" {
		t.Errorf("got %s", got)
	}
}

// BenchmarkInteraction is one slash command from the person's key press to the
// bot's answer on their screen, without the bot's own work.
func BenchmarkInteraction(b *testing.B) {
	s, err := New(Config{RateLimits: RateLimits{Off: true}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	g := s.AddGuild("Club")
	ch := g.AddChannel("general")
	ann := g.AddPerson("Ann")
	s.mu.Lock()
	s.register(s.commands, "", Command{Command: wire.Command{Name: "go", Description: "Go"}})
	s.mu.Unlock()
	ctx := context.Background()
	raw := []byte(`{"type":4,"data":{"content":"x","flags":64}}`)
	for b.Loop() {
		i, err := ann.Slash(ctx, ch, "go", nil)
		if err != nil {
			b.Fatal(err)
		}
		route, params := s.router.find("POST", "/interactions/"+i.ID()+"/"+i.Token()+"/callback")
		a, _ := s.decide(&request{route: route, method: "POST", version: 9, params: params, raw: raw}, nil)
		if a.status != 204 {
			b.Fatalf("answer is %d", a.status)
		}
	}
}

// TestConformanceThatFallsBehindTakesSamples: what waits for the check stays
// bounded, and every kind of exchange is among it.
func TestConformanceThatFallsBehindTakesSamples(t *testing.T) {
	c := newConformance(Conformance{Live: true}, 0) // no workers
	for range 3 * longBacklog {
		c.add(Exchange{Kind: "rest", Method: "GET", Path: "/api/v9/users/@me", Status: 200})
	}
	c.add(Exchange{Kind: "rest", Method: "GET", Path: "/api/v9/gateway", Status: 200})
	waiting := len(c.backlog)
	if most := longBacklog + 2*longBacklog/sampledEvery + 1; waiting < longBacklog || waiting > most {
		t.Errorf("%d exchanges wait, want %d to %d", waiting, longBacklog, most)
	}
	if waiting+c.skipped != 3*longBacklog+1 {
		t.Errorf("%d wait and %d are left out of %d", waiting, c.skipped, 3*longBacklog+1)
	}
	if last := c.backlog[waiting-1]; last.Path != "/api/v9/gateway" {
		t.Errorf("the first of a kind is left out, %s was the last taken in", last.Path)
	}
}
