package post

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/testrun"
)

// TestALookReadsEveryPostThatChanges plays lively evenings on which every post stands. A
// post that shows something else after a command is within the reach of its events.
func TestALookReadsEveryPostThatChanges(t *testing.T) {
	seeds := []uint64{1, 18, 0, 2, 3, 4, 5} // in 18 a result of two rounds before is corrected
	for _, seed := range seeds[:testrun.UpTo(2, len(seeds))] {
		s := tournament.DefaultSettings("Friday Night")
		s.Stages, s.Threads = s.Stages.WithRounds(4).WithCut(stage.Entry{By: stage.Top, N: 4}), seed%2 == 0
		ruleset := "magic"
		switch seed % 3 {
		case 1:
			s.Divisions, ruleset = []string{"Junior", "Masters"}, "pokemon-2009"
		case 2:
			s.Stages = s.Stages.WithPreparation(stage.Draft)
		}
		rs, err := rules.Load(ruleset)
		if err != nil {
			t.Fatal(err)
		}
		secret := sha256.Sum256(fmt.Append(nil, seed))
		e := &standing{
			T: t, snap: tournament.Begin(1, secret[:]), now: time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC),
			rows: map[string]*tournament.OutboxRow{},
		}
		gen := histories.New(histories.Lively(14), seed)
		step := histories.Step{Actor: tournament.Actor{User: histories.Organiser}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
		for ok, n := true, 0; ok; step, ok = gen.Next(e.snap) {
			n++
			e.play(command.Request{Actor: step.Actor, Cause: fmt.Sprint(seed, ".", n), Command: step.Command})
		}
		if e.changed < 100 {
			t.Errorf("seed %d: only %d posts have changed", seed, e.changed)
		}
	}
}

// TestADropReadsNoMatchThatIsOver bounds the look after a player has left: an event of many
// rounds has hundreds of posts about matches that are over.
func TestADropReadsNoMatchThatIsOver(t *testing.T) {
	s := &tournament.State{Rounds: make([]tournament.Round, 9)}
	drop := func(annulled bool) []tournament.Envelope {
		return []tournament.Envelope{{Event: &tournament.PlayerDropped{Player: 1, After: 8, Annulled: annulled}}}
	}
	if got, want := reachOf(s, drop(false)), (journal.Reach{AllMatches: true, Matches: 9}); !reflect.DeepEqual(got, want) {
		t.Errorf("a drop in round 9 reaches %+v, want %+v", got, want)
	}
	if got := reachOf(s, drop(true)); !reflect.DeepEqual(got, everything) {
		t.Errorf("annulled results reach %+v, want everything", got)
	}
}

// standing is an event as it is played, with its posts, all of which stand.
type standing struct {
	*testing.T
	snap    *tournament.Snapshot
	now     time.Time
	rows    map[string]*tournament.OutboxRow
	changed int // posts that showed something else after a command
}

// play carries out a command, unless it is refused, and compares the posts.
func (e *standing) play(r command.Request) {
	e.Helper()
	e.now = e.now.Add(9 * time.Second)
	after, events, err := command.Decide(e.snap, r, e.now)
	if err != nil {
		return
	}
	reach := reachOf(after.State, events)
	for key, row := range e.rows {
		if hashOf(view.Env{Snap: e.snap, Now: e.now}, row) == hashOf(view.Env{Snap: after, Now: e.now}, row) {
			continue
		}
		e.changed++
		if !reads(reach, row) {
			e.Errorf("%s changes %s, which is about match %d of round %d, beyond %+v", events[0].Kind, key, row.Match, row.Round, reach)
		}
	}
	for _, p := range Plan(e.snap, after, events) {
		if e.rows[p.Key] == nil && p.Leaves == "" {
			e.rows[p.Key] = &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p, Message: "5"}
			e.direct(p, after.State)
		}
	}
	e.snap = after
}

// direct adds the direct messages of a post to some players and to the organiser.
func (e *standing) direct(p tournament.Post, s *tournament.State) {
	if !p.Pings {
		return
	}
	for _, page := range []int{-s.Creator, 1, 2} {
		if page > len(s.Players) || page > 0 && p.Match > 0 && s.MatchOf(p.Round, page) != p.Match {
			continue
		}
		to := directCopy(&tournament.OutboxRow{Post: p}, s, page, "6")
		e.rows[to.Key] = &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: to, Message: "7"}
	}
}

// reads reports whether a look with this reach reads a row, as Outbox.Living does.
func reads(r journal.Reach, row *tournament.OutboxRow) bool {
	if row.Match == 0 {
		return row.Round == 0 || row.Round >= r.Lists
	}
	return r.AllMatches && row.Round >= r.Matches || slices.Contains(r.Places, journal.Place{Round: row.Round, Match: row.Match})
}
