package post_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// If an event that advances automatically cannot, the organisers get the panel with the
// next step and the reason.
func TestWhatHoldsAnEventUpStandsInTheNextPanel(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages, s.AutoAdvance, s.TOChannel = s.Stages.WithRounds(1).WithCut(stage.Entry{By: stage.Top, N: 4}), true, "9"
	snap := tournament.Begin(1, make([]byte, 32))
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	var panel *tournament.OutboxRow
	do := func(c command.Command) {
		t.Helper()
		now = now.Add(time.Second)
		after, events, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: "7"}, Cause: fmt.Sprint(len(snap.Log)), Command: c}, now)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		for _, p := range post.Plan(snap, after, events) {
			if p.Kind == "panel" {
				panel = &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p}
			}
		}
		snap = after
	}
	do(&command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs})
	for i := range 4 {
		do(&command.Join{Name: fmt.Sprint("Player ", i+1), ByOrganiser: true})
	}
	do(&command.Start{})
	do(&command.Drop{Player: int(snap.State.Ledger.Rounds[0].Matches[0].Seats[0]) + 1})
	do(&command.Correct{Round: 1, Match: 2, Text: "2-0"})
	if panel == nil || panel.Channel != "9" {
		t.Fatalf("the organisers get no panel: %+v", panel)
	}
	draw(t, snap, now, panel)
	m, _ := post.Render(view.Env{Snap: snap, Now: now}, panel)
	body, err := json.Marshal(m.Components)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Auto-advance stopped: The cut to 4", "Make the cut"} {
		if !strings.Contains(string(body), want) {
			t.Errorf("the panel does not say %q: %s", want, body)
		}
	}
	do(&command.MakeCut{Size: 2})
	m, _ = post.Render(view.Env{Snap: snap, Now: now}, panel)
	if body, err = json.Marshal(m.Components); err != nil || strings.Contains(string(body), "Auto-advance stopped") {
		t.Errorf("after the cut the panel still says: %s", body)
	}
}
