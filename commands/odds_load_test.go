package commands_test

import (
	"flag"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

var (
	oddsFor     = flag.Duration("odds", time.Second, "how long TestOddsUnderLoad sends interactions")
	oddsPlayers = flag.Int("odds.players", 16, "players of the event in TestOddsUnderLoad")
	oddsRate    = flag.Int("odds.rate", 50, "interactions a second beside /odds in TestOddsUnderLoad")
)

// TestOddsUnderLoad asks for odds twice a second, half of them what-ifs, while
// other interactions come at a steady rate. Every question must be answered with a
// chance. How fast is measured and printed, not asserted; the figures of the issue
// come from
//
//	go test ./commands -run TestOddsUnderLoad -v -odds 30s -odds.players 400
func TestOddsUnderLoad(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	players := h.crowd(*oddsPlayers, 100, localdiscord.Options{"rounds": 9, "cut": 8})
	var wg sync.WaitGroup
	var answers figures
	ask := func(i int) {
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
		wg.Go(func() {
			// A what-if of a player who has reported is refused with a reason.
			h.awaitText(in, func(m localdiscord.Message) bool {
				text := h.srv.Render(m)
				return strings.Contains(text, ": odds") || strings.Contains(text, "nothing to suppose")
			})
			answers.note(time.Since(begin))
		})
	}
	begin := time.Now()
	wg.Go(func() {
		for i := range int(2 * oddsFor.Seconds()) {
			time.Sleep(time.Until(begin.Add(time.Duration(i) * time.Second / 2)))
			ask(i)
		}
	})
	h.volley(int(oddsFor.Seconds()*float64(*oddsRate)), *oddsRate, func(i int) (*localdiscord.Interaction, error) {
		p := players[i%len(players)]
		switch (i / len(players)) % 4 {
		case 0:
			return p.Slash(t.Context(), h.channel, "status", nil)
		case 1:
			return p.Slash(t.Context(), h.channel, "report", localdiscord.Options{"result": someResult(i)})
		case 2:
			return p.Autocomplete(t.Context(), h.channel, "odds", localdiscord.Options{"player": "pla"}, "player")
		}
		return p.Slash(t.Context(), h.channel, "standings", nil)
	}).print(t, "beside /odds")
	wg.Wait()
	answers.duration = time.Since(begin)
	answers.print(t, "/odds")
	h.clean()
	h.audit()
}
