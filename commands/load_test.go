package commands_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

var (
	loadFor     = flag.Duration("load", 2*time.Second, "how long TestLoad sends interactions")
	loadRate    = flag.Int("load.rate", 100, "interactions a second in TestLoad")
	loadPlayers = flag.Int("load.players", 40, "players of the event in TestLoad")
	loadBurst   = flag.Int("load.burst", 50, "interactions of the burst at the end of TestLoad")
)

// TestLoad sends interactions at a steady rate into a running event, then a
// burst. Every one must be answered, and none may be told to try again. How fast
// is measured and printed, not asserted; the figures of the issue come from
//
//	go test ./commands -run TestLoad -v -load 60s -load.players 400 -load.burst 500
func TestLoad(t *testing.T) {
	h := newHall(t, func(c *localdiscord.Config) {
		c.Conformance.Live, c.Record = false, 50_000 // compared afterwards: it would take the bot's time
	})
	h.create(localdiscord.Options{"rounds": 3, "cut": 0})
	players := make([]*localdiscord.Person, *loadPlayers)
	for i := range players {
		players[i] = h.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
	}
	joins := h.volley(len(players), *loadRate, func(i int) (*localdiscord.Interaction, error) {
		return players[i].Slash(t.Context(), h.channel, "join", nil)
	})
	joins.print(t, "joins")
	h.slash(h.olga, "tournament start", nil)
	h.slash(h.olga, "tournament pair", nil)
	h.slash(h.olga, "tournament publish", nil)
	h.slash(h.olga, "tournament startround", nil)
	act := func(i int) (*localdiscord.Interaction, error) {
		p := players[i%len(players)]
		switch (i / len(players)) % 5 {
		case 0:
			return p.Slash(t.Context(), h.channel, "report", localdiscord.Options{"result": []string{"2-0", "2-1", "0-2", "1-2"}[i%4]})
		case 1:
			return p.Slash(t.Context(), h.channel, "status", nil)
		case 2:
			return p.Slash(t.Context(), h.channel, "standings", nil)
		case 3:
			return p.Autocomplete(t.Context(), h.channel, "explain pairing", localdiscord.Options{"player": "pla"}, "player")
		}
		return p.Slash(t.Context(), h.channel, "judge", localdiscord.Options{"reason": "load"})
	}
	steady := h.volley(int(loadFor.Seconds()*float64(*loadRate)), *loadRate, act)
	steady.print(t, "steady")
	burst := h.volley(*loadBurst, 0, act)
	burst.print(t, "burst")
	h.clean()
	for _, v := range h.srv.Conform() {
		t.Errorf("violation: %v", v)
	}
}

// figures are the latencies of a volley, from sending to the first answer.
type figures struct {
	mu       sync.Mutex
	latency  []time.Duration
	sent     int
	duration time.Duration
}

// volley sends n interactions at a rate (0 = all at once) and waits for all
// answers.
func (h *hall) volley(n, rate int, act func(i int) (*localdiscord.Interaction, error)) *figures {
	h.t.Helper()
	f := &figures{sent: n}
	var wg sync.WaitGroup
	begin := time.Now()
	for i := range n {
		if rate > 0 {
			time.Sleep(time.Until(begin.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		}
		in, err := act(i)
		if err != nil {
			h.t.Fatalf("interaction %d: %v", i, err)
		}
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
			defer cancel()
			a, err := in.Acked(ctx)
			if err != nil {
				h.t.Errorf("interaction %d: %v", i, err)
				return
			}
			f.mu.Lock()
			defer f.mu.Unlock()
			f.latency = append(f.latency, a.Latency)
			if text := h.text(a); strings.Contains(text, "went wrong") || strings.Contains(text, "Try again") {
				h.t.Errorf("interaction %d: %s", i, text)
			}
		})
	}
	wg.Wait()
	f.duration = time.Since(begin)
	return f
}

func (f *figures) print(t *testing.T, what string) {
	if len(f.latency) == 0 {
		return
	}
	slices.Sort(f.latency)
	at := func(p float64) time.Duration {
		return f.latency[int(p*float64(len(f.latency)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%s: %d interactions in %s, acknowledged p50 %s, p99 %s, max %s",
		what, f.sent, f.duration.Round(time.Millisecond), at(0.5), at(0.99), at(1))
}
