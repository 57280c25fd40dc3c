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
	oddsFor     = flag.Duration("odds", 2*time.Second, "how long TestOddsUnderLoad sends interactions")
	oddsPlayers = flag.Int("odds.players", 24, "players of the event in TestOddsUnderLoad")
	oddsRate    = flag.Int("odds.rate", 50, "interactions a second beside /odds in TestOddsUnderLoad")
)

// TestOddsUnderLoad asks for odds twice a second, half of them what-ifs, while
// other interactions come at a steady rate. Every question must be answered with a
// chance. How fast is measured and printed, not asserted; the figures of the issue
// come from
//
//	go test ./commands -run TestOddsUnderLoad -v -odds 30s -odds.players 400
func TestOddsUnderLoad(t *testing.T) {
	h := newHall(t)
	h.create(localdiscord.Options{"rounds": 9, "cut": 8})
	players := make([]*localdiscord.Person, *oddsPlayers)
	for i := range players {
		players[i] = h.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
	}
	h.volley(len(players), 100, func(i int) (*localdiscord.Interaction, error) {
		return players[i].Slash(t.Context(), h.channel, "join", nil)
	}).print(t, "joins")
	h.slash(h.olga, "tournament start", nil)
	h.slash(h.olga, "tournament pair", nil)
	h.slash(h.olga, "tournament publish", nil)
	h.slash(h.olga, "tournament startround", nil)
	ctx, cancel := context.WithTimeout(t.Context(), *oddsFor)
	defer cancel()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var first []time.Duration
	wg.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			wg.Go(func() {
				options := localdiscord.Options{}
				if i%2 == 1 {
					options["if"] = "win"
				}
				begin := time.Now()
				in, err := players[(i*7)%len(players)].Slash(t.Context(), h.channel, "odds", options)
				if err != nil {
					t.Errorf("/odds: %v", err)
					return
				}
				wait, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				a, err := in.Answer(wait)
				for ; err == nil && strings.Contains(h.text(a), "being computed"); a, err = in.Next(wait, in.Updates()) {
				}
				took := time.Since(begin)
				if err != nil {
					t.Errorf("/odds: %v", err)
					return
				}
				// A what-if of somebody whose report is in is refused with a reason.
				if text := h.text(a); !strings.Contains(text, "chance of the cut") && !strings.Contains(text, "nothing to suppose") {
					t.Errorf("/odds: %s", text)
				}
				mu.Lock()
				defer mu.Unlock()
				first = append(first, took)
			})
			time.Sleep(500 * time.Millisecond)
		}
	})
	h.volley(int(oddsFor.Seconds()*float64(*oddsRate)), *oddsRate, func(i int) (*localdiscord.Interaction, error) {
		p := players[i%len(players)]
		switch (i / len(players)) % 4 {
		case 0:
			return p.Slash(t.Context(), h.channel, "status", nil)
		case 1:
			return p.Slash(t.Context(), h.channel, "report", localdiscord.Options{"result": []string{"2-0", "2-1", "0-2", "1-2"}[i%4]})
		case 2:
			return p.Autocomplete(t.Context(), h.channel, "odds", localdiscord.Options{"player": "pla"}, "player")
		}
		return p.Slash(t.Context(), h.channel, "standings", nil)
	}).print(t, "beside /odds")
	wg.Wait()
	slices.Sort(first)
	if n := len(first); n > 0 {
		at := func(p float64) time.Duration { return first[int(p*float64(n-1))].Round(time.Millisecond) }
		t.Logf("/odds: %d questions, first answer p50 %s, p99 %s, max %s", n, at(0.5), at(0.99), at(1))
	}
	h.clean()
}
