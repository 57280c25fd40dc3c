package sim

import (
	"context"
	"crypto/sha256"
	"fmt"
	"reflect"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// played returns an event of n players to its end.
func played(t testing.TB, n int, stages string) *tournament.Snapshot {
	t.Helper()
	return playedIn(t, "magic", n, stages, 1)
}

// playedIn is played in another game.
func playedIn(t testing.TB, game string, n int, stages string, seed uint64) *tournament.Snapshot {
	t.Helper()
	rs, err := rules.Load(game)
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = stage.MustParse(stages)
	secret := sha256.Sum256(fmt.Append([]byte(stages), seed))
	snap := tournament.Begin(1, secret[:])
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	gen := histories.New(histories.Options{Players: n}, seed)
	step := histories.Step{Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
	for ok, i := true, 0; ok; step, ok = gen.Next(snap) {
		i++
		now = now.Add(9 * time.Second)
		if after, _, err := command.Decide(snap, command.Request{Actor: step.Actor, Cause: fmt.Sprint(i), Command: step.Command}, now); err == nil {
			snap = after
		}
	}
	if snap.State.Phase != tournament.Finished {
		t.Fatalf("the event ended in phase %s", snap.State.Phase)
	}
	return snap
}

// TestABriefAnswerHasTheSameChances: it has nothing else, which takes most of the memory.
func TestABriefAnswerHasTheSameChances(t *testing.T) {
	moments, err := Moments(played(t, 14, "swiss 4 > bracket 4"))
	if err != nil {
		t.Fatal(err)
	}
	c := moments[2].Config
	c.Trials = 100
	whole, err := Odds(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Brief = true
	brief, err := Odds(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got := whole.brief(); !reflect.DeepEqual(got, brief) {
		t.Errorf("made brief it is %+v, not %+v", got, brief)
	}
	for i := range whole.Players {
		want := whole.Players[i]
		if len(want.Records) == 0 {
			t.Errorf("player %d has no records in %+v", i+1, want)
		}
		want.Records, want.Seeds, want.Watch = nil, nil, nil
		if got := brief.Players[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("player %d: %+v, not %+v", i+1, got, want)
		}
	}
}

// TestOnlyNewMomentsOfACourseAreComputed: with the answers after each round kept, the
// course of the next one is the same as without.
func TestOnlyNewMomentsOfACourseAreComputed(t *testing.T) {
	snap := played(t, 14, "swiss 4 > bracket 4")
	want, err := Course(t.Context(), snap, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	var known []*OddsResult
	for i := range snap.Log {
		if _, closed := snap.Log[i].Event.(*tournament.RoundClosed); !closed {
			continue
		}
		then, err := tournament.Fold(snap.State.ID, snap.Log[:i+1])
		if err != nil {
			t.Fatal(err)
		}
		before := known
		known, err = Course(t.Context(), &tournament.Snapshot{State: then, Log: snap.Log[:i+1], Book: snap.Book}, 100, before)
		if err != nil {
			t.Fatal(err)
		}
		if then.LastDone() == len(want)-1 {
			break
		}
	}
	if !reflect.DeepEqual(known, want) {
		t.Errorf("round by round: %+v\nat once: %+v", known, want)
	}
	for i := range known {
		other := *known[i]
		other.Trials = 7
		known[i] = &other
	}
	again, err := Course(t.Context(), snap, 100, known)
	if err != nil {
		t.Fatal(err)
	}
	for i := range again {
		if again[i].Trials != 7 {
			t.Errorf("moment %d was known and computed again", i)
		}
	}
}

// The chances over the rounds end with the truth: after the last Swiss round exactly
// those who went on were in.
func TestTheCourseEndsWithTheCut(t *testing.T) {
	snap := played(t, 14, "swiss 4 > bracket 4")
	course, err := Course(t.Context(), snap, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(course) != 5 {
		t.Fatalf("%d moments in 4 rounds", len(course))
	}
	for i, p := range course[4].Players {
		want := Eliminated
		if place := snap.State.Places[i]; place <= 4 {
			want = Clinched
		}
		if p.Cut.Fact != want {
			t.Errorf("player %d, who came in as %d, was %q", i+1, snap.State.Places[i], p.Cut.Fact)
		}
	}
}

func BenchmarkCourse(b *testing.B) {
	for _, n := range []int{16, 64, 256} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			snap := played(b, n, "swiss 7 > bracket 8")
			for b.Loop() {
				if _, err := Course(context.Background(), snap, 1000, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
