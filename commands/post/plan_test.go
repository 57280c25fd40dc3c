package post_test

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var drawnEvents = flag.Uint64("drawn-events", 5, "evenings of TestEveryPostCanBeDrawn")

// TestEveryPostCanBeDrawn plays lively evenings and renders every post when it is
// planned. Each new post has a kind and a place, says something within Discord's limits,
// and has its identity and one link to the event's page.
func TestEveryPostCanBeDrawn(t *testing.T) {
	shapes := []struct {
		ruleset   string
		draft     bool
		divisions []string
	}{
		{"magic", false, nil},
		{"magic", false, nil},
		{"magic", true, nil},
		{"pokemon-2009", false, []string{"Junior", "Masters"}},
		{"meccg", false, nil},
	}
	for seed := range *drawnEvents {
		shape := shapes[seed%uint64(len(shapes))]
		rs, err := rules.Load(shape.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		s := tournament.DefaultSettings("Friday Night")
		s.Stages, s.TOChannel, s.Threads = s.Stages.WithRounds(4).WithCut(stage.Entry{By: stage.Top, N: 4}), "9", seed%2 == 0
		if s.Divisions = shape.divisions; shape.draft {
			s.Stages = s.Stages.WithPreparation(stage.Draft)
		}
		if shape.ruleset == "meccg" { // ties at the top
			s.Stages = s.Stages.WithRounds(1).WithCut(stage.Entry{})
		}
		secret := sha256.Sum256(fmt.Append(nil, seed))
		snap := tournament.Begin(1, secret[:])
		now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
		rows := map[string]*tournament.OutboxRow{}
		gen := histories.New(histories.Lively(14), seed)
		step := histories.Step{Actor: tournament.Actor{User: histories.Organiser}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
		account(&step)
		for ok, n := true, 0; ok; step, ok = gen.Next(snap) {
			n++
			account(&step)
			now = now.Add(9 * time.Second)
			after, events, err := command.Decide(snap, command.Request{Actor: step.Actor, Cause: fmt.Sprint(seed, ".", n), Command: step.Command}, now)
			if err != nil {
				continue
			}
			planned := post.Plan(snap, after, events)
			for _, p := range planned {
				row := rows[p.Key]
				if p.Series != "" && p.Key == "" {
					t.Fatalf("seed %d: a post of a series without a key: %+v", seed, p)
				}
				if p.Leaves != "" {
					continue
				}
				if p.Kind == "" || p.Channel == "" && p.Parent == "" || p.Seq == 0 {
					t.Fatalf("seed %d: incomplete post %+v", seed, p)
				}
				if row == nil {
					rows[p.Key] = &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p}
				}
				draw(t, after, now, rows[p.Key])
			}
			snap = after
		}
		// At the end render all of them as edits of what was posted.
		for _, row := range rows {
			row.Message = "5"
			draw(t, snap, now, row)
		}
	}
}

// TestARoundIsOnePost: an evening of two rounds has one post for its start, one for each
// round with the standings below once it is over, and one panel, into which the next step is
// edited. Only a step that is not taken for a minute and a half calls in a new panel.
func TestARoundIsOnePost(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages, s.TOChannel = stage.MustParse("swiss 2"), "9"
	secret := sha256.Sum256(nil)
	snap := tournament.Begin(1, secret[:])
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	rows := map[string]*tournament.OutboxRow{}
	made := map[tournament.PostKind]int{}
	n := 0
	do := func(user string, c command.Command) {
		t.Helper()
		n++
		now = now.Add(time.Second)
		after, events, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint("i", n), Command: c}, now)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		for _, p := range post.Plan(snap, after, events) {
			if rows[p.Key] == nil {
				rows[p.Key], made[p.Kind] = &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p}, made[p.Kind]+1
			}
		}
		snap = after
	}
	shows := func(key, want string) {
		t.Helper()
		row := rows[key]
		if row == nil {
			t.Fatalf("there is no post %s: %v", key, made)
		}
		m, ok := post.Render(view.Env{Snap: snap, Now: now}, row)
		parts, err := json.Marshal(m.Components)
		if err != nil || !ok || !strings.Contains(string(parts), want) {
			t.Errorf("the post %s lacks %q: %s", key, want, parts)
		}
	}
	const organiser = "100000000000000000"
	do(organiser, &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs})
	do(organiser, &command.OpenRegistration{})
	for i := range 4 {
		user := fmt.Sprint(100000000000000001 + i)
		do(user, &command.Join{User: user, Name: fmt.Sprint("Player ", i+1)})
	}
	do(organiser, &command.Start{Mix: true, Pair: true})
	mix := fmt.Sprint("mix.", snap.State.Mixing.Asked)
	shows(mix, "oll the dice")
	for i := range 3 {
		do(fmt.Sprint(100000000000000001+i), &command.Mix{Player: i + 1})
	}
	shows(mix, "has started")
	for r := 1; r <= 2; r++ {
		if r > 1 {
			do(organiser, &command.Pair{})
		}
		do(organiser, &command.PublishAndStart{})
		list := fmt.Sprintf("r%d.%d.p0", r, snap.State.Rounds.At(r).PublishedSeq)
		for m := 1; m <= 2; m++ {
			do(organiser, &command.Correct{Round: r, Match: m, Text: "2-0"})
		}
		shows(list, "Standings after")
		do(organiser, &command.Undo{})
		if m, _ := post.Render(view.Env{Snap: snap, Now: now}, rows[list]); strings.Contains(fmt.Sprint(m), "Standings after") {
			t.Errorf("round %d goes on and shows standings", r)
		}
		for key, row := range rows {
			if m, ok := post.Render(view.Env{Snap: snap, Now: now}, row); row.Kind == "told" && ok {
				t.Errorf("%s is undone, and still told: %+v", key, m)
			}
		}
		do(organiser, &command.Correct{Round: r, Match: 2, Text: "2-0"})
		told := rows[fmt.Sprint("told.", snap.State.Rounds.At(r).Matches.At(2).ResultSeq)]
		if told == nil {
			t.Fatalf("the players of round %d are not told: %v", r, made)
		}
		if m, ok := post.Render(view.Env{Snap: snap, Now: now}, told); !ok || len(m.Mentions.Users) != 2 {
			t.Errorf("the players of round %d are not told: %+v", r, m)
		}
		delete(rows, told.Key)
	}
	delete(made, "call")
	delete(made, "undone")
	// The players whose result ends a round are told, and again after its undo.
	if want := map[tournament.PostKind]int{"card": 1, "panel": 1, "mix": 1, "pairings": 2, "told": 4}; !maps.Equal(made, want) {
		t.Errorf("the posts are %v, want %v", made, want)
	}
	now = now.Add(2 * time.Minute)
	do("", &command.Fire{Key: tournament.Due{Kind: tournament.DueStaff, Round: 2, Asked: snap.State.Rounds.At(2).ClosedSeq}.Key()})
	if made["panel"] != 2 {
		t.Error("a step that is not taken calls no organiser")
	}
}

// account gives the simulated players ids as Discord has them.
func account(step *histories.Step) {
	var n int
	if _, err := fmt.Sscanf(step.Actor.User, "player-%d", &n); err == nil {
		step.Actor.User = fmt.Sprint(100_000_000_000_000_000 + n)
	}
	if step.Actor.User == histories.Organiser {
		step.Actor.User = "100000000000000000"
	}
	if j, ok := step.Command.(*command.Join); ok && j.User != "" {
		j.User = step.Actor.User
	}
}

func draw(t *testing.T, snap *tournament.Snapshot, now time.Time, row *tournament.OutboxRow) {
	t.Helper()
	const page = "https://events.example.org/e/1-abc"
	m, ok := post.Render(view.Env{Snap: snap, Now: now, Page: page}, row)
	if !ok && (row.Kind == "call" || row.Series != "" && row.Message != "") {
		return // no call is open any more: it is deleted
	}
	if !ok {
		t.Fatalf("the post %s (%s) says nothing", row.Key, row.Kind)
	}
	if err := m.Check(); err != nil {
		t.Errorf("the post %s: %v", row.Key, err)
	}
	if row.Message != "" && len(m.Mentions.Users) > 0 {
		t.Errorf("the edit of %s pings %v", row.Key, m.Mentions.Users)
	}
	if want := post.Identity(1, row.Key); m.Identity != want {
		t.Errorf("the post %s has the identity %v, want %v", row.Key, m.Identity, want)
	}
	parts, err := json.Marshal(m.Components)
	if err != nil {
		t.Fatal(err)
	}
	links := 1
	if row.Kind == "asked" {
		links = 0 // a question to the opponent in the match thread
	}
	if n := strings.Count(string(parts), page); n != links {
		t.Errorf("the post %s (%s) has %d links to the page of the event", row.Key, row.Kind, n)
	}
}
