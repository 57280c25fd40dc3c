package view_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
)

// TestNothingPrivateIsShown: the text of notes, decks, disputes and calls for a judge
// appears only in the views made for them, and not in the log. Only organisers see that a
// note was written.
func TestNothingPrivateIsShown(t *testing.T) {
	e := create(t, "magic", swiss(3, 4))
	opts := histories.Lively(10)
	opts.Disputes, opts.Judge = 300, 200
	notes := 0
	secrets := map[string]string{
		"deck": "Lightning Bolt", "dispute": "agreed on something else", "judge": "question about a trigger", "note": "SMELLS OF TROUBLE",
	}
	look := func(s *tournament.Snapshot) {
		env := view.Env{Snap: disguise(s, nil), Now: e.now}
		all := everything(env, []int{1, 2, 3}, []int{len(s.State.Rounds)})
		seqs := make([]int64, len(s.Log))
		var log strings.Builder
		for i := range s.Log {
			seqs[i] = s.Log[i].Seq
			line := logLine(env, s.Log[i])
			if line == "" || strings.Contains(line, "cannot describe") || len([]rune(line)) > 700 {
				t.Fatalf("%s: %q", s.Log[i].Kind, line)
			}
			log.WriteString(line + "\n")
		}
		for _, v := range append(all, posts(env, seqs[max(0, len(seqs)-10):])...) {
			text := draw(v.m)
			for kind, words := range secrets {
				if !strings.Contains(v.secret, kind) && strings.Contains(text, words) {
					t.Fatalf("%s shows the words of a %s:\n%s", v.name, kind, text)
				}
			}
			if !strings.Contains(v.name, "staff") && strings.Contains(text, "wrote a note") {
				t.Fatalf("%s shows that there is a note:\n%s", v.name, text)
			}
		}
		for kind, words := range secrets {
			if strings.Contains(log.String(), words) {
				t.Fatalf("the log shows the words of a %s", kind)
			}
		}
	}
	moments(t, e, opts, 11, func(s *tournament.Snapshot) {
		if s.State.Phase == tournament.Running && notes < 3 {
			notes++
			e.must(&command.WriteNote{Player: notes, Text: "SMELLS OF TROUBLE"})
		}
		look(s)
	})
	if staff := draw(lastPageOfNotes(e)); !strings.Contains(staff, "wrote a note") {
		t.Error("organisers do not see that notes were written")
	}
}

// lastPageOfNotes returns the organisers' log page with the notes.
func lastPageOfNotes(e *table) (m discordMessage) {
	for page := range 100 {
		m = view.LogPage(view.Env{Snap: disguise(e.snap, nil), Now: e.now}, page, true)
		if strings.Contains(draw(m), "wrote a note") {
			break
		}
	}
	return m
}

// TestLogNamesWhoSatThere: a log line about a match keeps its players when the round is
// undone and paired again.
func TestLogNamesWhoSatThere(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	gen := histories.New(histories.Options{Players: 8}, 4)
	for e.snap.State.Phase != tournament.Running {
		step, _ := gen.Next(e.snap)
		if err := e.do(step.Actor, step.Command); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	for attempt := range 4 {
		first := e.snap.State.Seq + 1
		for range attempt + 1 { // each attempt has its own seed
			e.must(&command.Pair{Again: true})
		}
		e.must(&command.Publish{})
		e.must(&command.StartRound{})
		e.must(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
		env := view.Env{Snap: disguise(e.snap, nil), Now: e.now}
		last := e.snap.Log[len(e.snap.Log)-1]
		_, l := e.snap.State.Match(1, 1)
		want := fmt.Sprintf("(%s – %s)", e.snap.Name(int(l.Seats[0])+1), e.snap.Name(int(l.Seats[1])+1))
		if line := logLine(env, last); !strings.Contains(line, want) {
			t.Fatalf("%q does not name %s", line, want)
		}
		lines = append(lines, want)
		if attempt < 3 {
			e.must(&command.Undo{Batch: first, Later: true})
		}
	}
	env := view.Env{Snap: disguise(e.snap, nil), Now: e.now}
	var now []string
	different := false
	for i := range e.snap.Log {
		if e.snap.Log[i].Kind == "result_corrected" {
			line := logLine(env, e.snap.Log[i])
			now = append(now, line)
			if !strings.Contains(line, lines[len(now)-1]) {
				t.Errorf("%q named %s when it happened", line, lines[len(now)-1])
			}
			different = different || lines[len(now)-1] != lines[0]
		}
	}
	if len(now) != 4 || !different {
		t.Fatalf("the example does not pair anew: %v", lines)
	}
}

// TestUndonePostsAreWithdrawn: a post about an undone event says so, without buttons and
// pings.
func TestUndonePostsAreWithdrawn(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	gen := histories.New(histories.Options{Players: 8}, 4)
	for e.snap.State.Current() == nil {
		step, _ := gen.Next(e.snap)
		if err := e.do(step.Actor, step.Command); err != nil {
			t.Fatal(err)
		}
	}
	e.must(&command.StartRound{})
	_, l := e.snap.State.Match(1, 1)
	e.must(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
	corrected := e.snap.Log[len(e.snap.Log)-1].Seq
	e.must(&command.Remove{Player: int(l.Seats[0]) + 1})
	for range 5 {
		e.must(&command.Undo{})
		if len(e.snap.State.Rounds) == 0 {
			break
		}
	}
	env := view.Env{Snap: disguise(e.snap, nil), Now: e.now}
	for name, m := range map[string]discordMessage{
		"PairingPost": view.PairingPost(env, 1, 0), "MatchCard": view.MatchCard(env, 1, 1), "MatchThread": view.MatchThread(env, 1, 1),
		"TablePanel": view.TablePanel(env, 1, 1), "CorrectionPost": view.CorrectionPost(env, corrected),
		"StandingsPost": view.StandingsPost(env, 1, 0), "Champion": view.Champion(env),
	} {
		if text := draw(m); !strings.Contains(text, "undid this") || len(ids(m.Components)) > 0 || len(m.Mentions.Users) > 0 {
			t.Errorf("%s is not withdrawn:\n%s", name, text)
		}
	}
}
