package post_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/post"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestTheChampionComesWithThePageToKeep: its file has a readable name and is complete.
func TestTheChampionComesWithThePageToKeep(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = s.Stages.WithRounds(2).WithCut(stage.Entry{})
	snap := tournament.Begin(1, make([]byte, 32))
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	gen := histories.New(histories.Options{Players: 4}, 1)
	step := histories.Step{Actor: tournament.Actor{User: histories.Organiser}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
	for ok, n := true, 0; ok; step, ok = gen.Next(snap) {
		n++
		account(&step)
		after, _, err := command.Decide(snap, command.Request{Actor: step.Actor, Cause: fmt.Sprint(n), Command: step.Command}, now)
		if err == nil {
			snap = after
		}
	}
	if snap.State.Phase != tournament.Finished {
		t.Fatalf("the event is %s", snap.State.Phase)
	}
	lacks := map[string]error{}
	files := func() []discord.File {
		m, ok := post.Render(view.Env{Snap: snap, Now: now, Freeze: site.Frozen, Lacks: func(part string, err error) { lacks[part] = err }},
			&tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: tournament.Post{Key: "champion.1", Kind: "champion", Seq: snap.State.Seq}})
		if !ok {
			t.Fatal("the champion is not announced")
		}
		return m.Files
	}
	if list := files(); len(list) != 1 || list[0].Name != "friday-night-2026-03-06.html" || len(lacks) > 0 {
		t.Fatalf("%d files, without %v", len(list), lacks)
	}
}
