package tournament_test

import (
	"encoding/hex"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/rounds"
	"topcut/tournament/stage"
)

// champion returns who has place 1, or 0.
func (w *table) champion() int { return slices.Index(w.snap.State.Places, 1) + 1 }

// played plays an event of eight players to its end: the first-named player of each match
// wins.
func played(t *testing.T, chain string) *table {
	t.Helper()
	s := settings(0, 0)
	s.Stages = stage.MustParse(chain)
	w := given(t, s, 8)
	w.do(&command.Start{})
	for w.snap.State.NextStep() != tournament.StepFinish {
		if w.snap.State.NextStep() == tournament.StepCut {
			w.do(&command.MakeCut{})
		}
		w.round()
		w.finishRound()
	}
	w.do(&command.Finish{})
	return w
}

// A result of an event that is over is corrected in one command: places and record
// follow, the event stays over, and an undo brings all of it back.
func TestAResultIsCorrectedAfterTheEnd(t *testing.T) {
	for _, round := range []int{1, 3} {
		w := played(t, "swiss 3")
		before := w.snap.State
		w.now = w.now.AddDate(0, 1, 0)
		m := before.MatchOf(round, w.champion())
		was := w.champion()
		w.do(&command.Correct{Round: round, Match: m, Text: "0-2"})
		s := w.snap.State
		if s.Phase != tournament.Finished || !s.EndedAt.Equal(before.EndedAt) {
			t.Errorf("round %d: the event is %s, over at %s", round, s.Phase, s.EndedAt)
		}
		if w.champion() == was {
			t.Errorf("round %d: the champion stays after a loss", round)
		}
		record, err := s.Record()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range record.Players {
			if p.Person == s.Players[was-1].Person && (p.Won != 2 || p.Place == 1) {
				t.Errorf("round %d: recorded as %+v", round, p)
			}
		}
		if timers := tournament.Timers(s); len(timers) > 0 {
			t.Errorf("round %d: due after the correction: %v", round, timers)
		}
		w.replays(t)
		if back, err := asof.Fold(1, w.snap.Log, asof.AfterRound(round)); err != nil || back.Ledger.Rounds[round-1].Matches[m-1].Result != s.Ledger.Rounds[round-1].Matches[m-1].Result {
			t.Errorf("round %d: as of then the result is another (%v)", round, err)
		}
		w.do(&command.Undo{})
		if !slices.Equal(w.snap.State.Places, before.Places) || w.snap.State.Phase != tournament.Finished {
			t.Errorf("round %d: after the undo the places are %v", round, w.snap.State.Places)
		}
	}
}

// A Swiss result is corrected although the cut has been made: the standings follow, and
// the bracket stays as it was played.
func TestASwissResultIsCorrectedAfterTheCut(t *testing.T) {
	w := played(t, "swiss 3 > single 2")
	before, was := w.snap.State, w.champion()
	w.do(&command.Correct{Round: 1, Match: before.MatchOf(1, was), Text: "0-2"})
	s := w.snap.State
	if w.champion() != was || s.Phase != tournament.Finished {
		t.Errorf("the champion of the bracket is %d, want %d", w.champion(), was)
	}
	old, _ := before.Table(3)
	now, _ := s.Table(3)
	if old.Row(int32(was - 1)).Points.Equal(now.Row(int32(was - 1)).Points) {
		t.Error("the standings do not follow")
	}
	w.replays(t)
}

// A correction that changes who advances in a bracket says so, and takes back the rounds
// after it. What does not follow from it keeps its result, and the rest is named.
func TestACorrectionInABracketReplaysWhatFollows(t *testing.T) {
	w := played(t, "single")
	before := w.snap.State
	_, first := before.Match(1, 1)
	loser := int(first.Seats[1]) + 1
	w.refused("organiser", &command.Correct{Round: 1, Match: 1, Text: "0-2"}, tournament.NeedsForce, "correct.paired")
	w.do(&command.Correct{Round: 1, Match: 1, Text: "0-2", Replay: true})
	s := w.snap.State
	if s.Phase != tournament.Running || len(s.Rounds) != 1 {
		t.Fatalf("the event is %s in round %d", s.Phase, len(s.Rounds))
	}
	w.round()
	s = w.snap.State
	if open := s.Blocking(2); len(open) != 1 || open[0] != s.MatchOf(2, loser) {
		t.Errorf("open in the semifinals: %v, want the match of %d", open, loser)
	}
	if replays := effect.Replayed(before, s); len(replays) != 2 || replays[0].Round != 2 || replays[1].Round != 3 {
		t.Errorf("to be played again: %v, want a semifinal and the final", replays)
	}
	w.finishRound()
	w.round()
	w.finishRound()
	w.now = w.now.Add(time.Hour)
	w.do(&command.Finish{})
	if s = w.snap.State; s.Phase != tournament.Finished || !s.EndedAt.Equal(before.EndedAt) {
		t.Errorf("the event is %s, over at %s, first at %s", s.Phase, s.EndedAt, before.EndedAt)
	}
	w.replays(t)
	for range 30 {
		if s := w.snap.State; s.Phase == tournament.Finished && len(s.Kept) == 0 {
			break
		}
		w.do(&command.Undo{})
	}
	if !slices.Equal(w.snap.State.Places, before.Places) {
		t.Errorf("everything taken back, the places are %v, want %v", w.snap.State.Places, before.Places)
	}
}

// The final of an event that is over decides another champion; a result that lets the
// same player advance takes nothing back.
func TestAFinalIsCorrectedAfterTheEnd(t *testing.T) {
	w := played(t, "single")
	was := w.champion()
	w.do(&command.Correct{Round: 1, Match: 1, Text: "2-1"}, &command.Correct{Round: 3, Match: 1, Text: "0-2"})
	if s := w.snap.State; s.Phase != tournament.Finished || w.champion() == was || w.champion() == 0 {
		t.Errorf("the event is %s, its champion %d", s.Phase, w.champion())
	}
	w.do(&command.Correct{Round: 3, Match: 1, Kind: ledger.Forfeit})
	if w.champion() != was {
		t.Errorf("the champion is %d, want %d", w.champion(), was)
	}
	w.replays(t)
}

// An older engine is no difference where it is due: in the second of two round robins
// after a repair in the first, and after the correction of a forfeit by which players had
// not met.
func TestReplayTakesTheEngineThatIsDue(t *testing.T) {
	engines := func(w *table) (out []int) {
		for i := range w.snap.State.Rounds {
			out = append(out, w.snap.State.Rounds[i].Engine)
		}
		return out
	}
	s := settings(0, 0)
	s.Stages = stage.MustParse("groups 2 roundrobin > top 4 roundrobin")
	groups := given(t, s, 8)
	groups.do(&command.Start{})
	for groups.snap.State.NextStep() != tournament.StepFinish {
		groups.do(&command.Pair{})
		if r := groups.snap.State; len(r.Rounds) == 1 {
			groups.do(&command.Repair{Swap: [2]int{int(r.PreviewMatches[0].Seats[1]) + 1, int(r.PreviewMatches[1].Seats[1]) + 1}})
		}
		groups.do(&command.Publish{}, &command.StartRound{})
		groups.finishRound()
		if groups.snap.State.NextStep() == tournament.StepCut {
			groups.do(&command.MakeCut{})
		}
	}
	groups.do(&command.Finish{})
	if got := engines(groups); got[2] <= got[len(got)-1] {
		t.Errorf("the groups are paired by engines %d", got)
	}
	groups.replays(t)

	forfeited := started(t, "chess-casual", settings(4, 0), 8)
	forfeited.round()
	forfeited.do(&command.Correct{Round: 1, Match: 1, Kind: ledger.Forfeit})
	for r := range 3 {
		forfeited.score("1-0")
		forfeited.round()
		if r == 0 {
			forfeited.do(&command.Correct{Round: 1, Match: 1, Text: "1-0"})
		}
	}
	if got := engines(forfeited); got[1] <= got[3] {
		t.Errorf("the Swiss rounds are paired by engines %d", got)
	}
	forfeited.replays(t)
}

// A log that names an older engine in a later round is found out, although its tables are
// those of that engine.
func TestReplayFindsAnEngineThatIsTooOld(t *testing.T) {
	w := started(t, "commander-pods", settings(3, 0), 12)
	w.round()
	w.score("draw")
	before := w.snap.State
	w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
	log := slices.Clone(w.snap.Log)
	for i := range log {
		ev, ok := log[i].Event.(*tournament.RoundPaired)
		if !ok || ev.Round < 2 {
			continue
		}
		seed, err := hex.DecodeString(ev.Seed)
		if err != nil {
			t.Fatal(err)
		}
		older := *ev
		older.Engine = 1
		made, err := rounds.Again(before, &older, [32]byte(seed))
		if err != nil {
			t.Fatal(err)
		}
		older.Pairings, older.Cost, older.Optimal, older.Warnings = made.Pairings, made.Cost, made.Optimal, made.Warnings
		log[i].Event = &older
	}
	if _, out, err := replay.Run(1, log); err != nil || out.Difference.IsZero() {
		t.Errorf("%v, %v", out, err)
	}
	w.replays(t)
}
