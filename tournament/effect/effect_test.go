package effect_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestAFactOfOthersIsFound: each command changes the facts that it is about, of the people
// it is about, and asks where something stood.
func TestAFactOfOthersIsFound(t *testing.T) {
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = s.Stages.WithRounds(3).WithCut(stage.Entry{By: stage.Top, N: 4})
	snap := tournament.Begin(1, make([]byte, 32))
	do := func(list ...command.Command) *tournament.Snapshot {
		t.Helper()
		after := snap
		for _, c := range list {
			var err error
			if after, _, err = command.Decide(after, command.Request{Actor: tournament.Actor{User: "9", Name: "Olga"}, Command: c}, now); err != nil {
				t.Fatalf("%T: %v", c, err)
			}
		}
		return after
	}
	snap = do(&command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs, Open: true})
	for n := 1; n <= 8; n++ {
		snap = do(&command.Join{User: fmt.Sprint(n), Name: fmt.Sprint("Player ", n), ByOrganiser: true})
	}
	snap = do(&command.Start{KeepAll: true}, &command.Pair{}, &command.PublishAndStart{}, &command.ReportResult{Player: 1, Text: "2-0"})
	table := func(n int) int {
		return int(snap.State.Ledger.Rounds.At(1).Matches.At(snap.State.MatchOf(1, n)).Table)
	}
	opponent := 0
	for _, p := range snap.State.Ledger.Rounds.At(1).Matches.At(snap.State.MatchOf(1, 1)).Players() {
		if p != 0 {
			opponent = int(p) + 1
		}
	}
	other := 1 // of those who have not reported
	for other == 1 || other == opponent {
		other++
	}
	reported := "2-0" // from the side of the player named first
	if snap.State.Ledger.Rounds.At(1).Matches.At(snap.State.MatchOf(1, 1)).Seat(0) == 1 {
		reported = "0-2"
	}
	minutes := func(n int) command.Command {
		return &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.RoundMinutes = n
			return s, nil
		}}
	}
	rounds := &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
		s.Stages = s.Stages.WithRounds(2).WithCut(stage.Entry{By: stage.Top, N: 2})
		return s, nil
	}}
	type want struct {
		player        int
		fact          effect.Fact
		before, after notice.Value
		concern       effect.Concern
	}
	five := 5
	for what, c := range map[string]struct {
		do   command.Command
		want want
	}{
		"a drop is an entry":                 {&command.Remove{Player: 1}, want{1, effect.Entry, notice.Word("effect.in"), notice.Word("effect.out"), effect.Ask}},
		"a drop concedes a report":           {&command.Remove{Player: 1}, want{1, effect.Report, notice.Text("2-0"), notice.Text("0-2"), effect.Ask}},
		"a drop ends the opponent's match":   {&command.Remove{Player: 1}, want{opponent, effect.Report, notice.Text("0-2"), notice.Text("2-0"), effect.Ask}},
		"a kept report is no result":         {&command.Remove{Player: 1, Keep: true}, want{opponent, effect.Result, nil, nil, effect.Quiet}},
		"a ruling takes a report's place":    {&command.Correct{Round: 1, Table: table(1), Text: "1-2"}, want{opponent, effect.Report, notice.Text("0-2"), nil, effect.Ask}},
		"a ruling as reported is expected":   {&command.Correct{Round: 1, Table: table(1), Text: reported}, want{opponent, effect.Report, nil, nil, effect.Quiet}},
		"a ruling at an open table is told":  {&command.Correct{Round: 1, Table: table(other), Text: "1-1"}, want{other, effect.Result, nil, notice.Text("1-1"), effect.Tell}},
		"a no-show is told":                  {&command.Correct{Round: 1, Table: table(other), Kind: ledger.DoubleLoss}, want{other, effect.Result, nil, notice.Word("result.double_loss"), effect.Tell}},
		"the rounds are asked about":         {rounds, want{3, effect.Rounds, notice.Int(3), notice.Int(2), effect.Ask}},
		"the cut is asked about":             {rounds, want{3, effect.Cut, notice.Int(4), notice.Int(2), effect.Ask}},
		"the time of rounds is asked about":  {minutes(40), want{4, effect.Announced, notice.Int(50), notice.Int(40), effect.Ask}},
		"a clock of nine hours is asked":     {&command.ExtendClock{Minutes: 500}, want{4, effect.Clock, notice.Time{Time: now.Add(50 * time.Minute)}, notice.Time{Time: now.Add(550 * time.Minute)}, effect.Ask}},
		"a clock that is over at once":       {&command.ExtendClock{Minutes: -50}, want{4, effect.Clock, notice.Time{Time: now.Add(50 * time.Minute)}, notice.Time{Time: now}, effect.Ask}},
		"five minutes more are shown":        {&command.ExtendClock{Minutes: 5}, want{4, effect.Clock, notice.Time{Time: now.Add(50 * time.Minute)}, notice.Time{Time: now.Add(55 * time.Minute)}, effect.Quiet}},
		"five minutes for a table are told":  {&command.ExtendClock{Table: table(other), Minutes: 5}, want{other, effect.Clock, notice.Time{Time: now.Add(50 * time.Minute)}, notice.Time{Time: now.Add(55 * time.Minute)}, effect.Tell}},
		"a fixed table is a term":            {&command.Change{Player: 2, Table: &five}, want{2, effect.Terms, nil, notice.Word("effect.fixed_table"), effect.Tell}},
		"a penalty is a term":                {&command.Penalise{Player: 2, Kind: "warning"}, want{2, effect.Terms, nil, notice.Word("effect.penalty"), effect.Tell}},
		"a cancelled event is out for all":   {&command.Cancel{}, want{5, effect.Entry, notice.Word("effect.in"), notice.Word("effect.cancelled"), effect.Ask}},
		"a report of their own is no result": {&command.ReportResult{Player: other, Text: "2-0"}, want{other, effect.Result, nil, nil, effect.Quiet}},
	} {
		var got *effect.Effect
		list := effect.Of(snap.State, do(c.do).State)
		for i := range list {
			if got == nil && list[i].Player == c.want.player && list[i].Fact == c.want.fact {
				got = &list[i]
			}
		}
		switch {
		case got == nil && c.want.before == nil && c.want.after == nil:
		case got == nil:
			t.Errorf("%s: no such effect in %v", what, list)
		case c.want.concern == effect.Quiet && c.want.after == nil:
			t.Errorf("%s: %v", what, *got)
		case got.Before != c.want.before || c.want.after != nil && got.After != c.want.after || got.Concern != c.want.concern:
			t.Errorf("%s: %v, want %v", what, *got, c.want)
		}
	}
	// Two open tables, of which one is disputed: a draw for both is asked about, for one not.
	was := snap
	snap = do(&command.DisputeReport{Player: opponent})
	for m := 1; m <= 4; m++ {
		if m != snap.State.MatchOf(1, 1) && m != snap.State.MatchOf(1, other) {
			snap = do(&command.Correct{Round: 1, Match: m, Text: "2-0"})
		}
	}
	if !effect.Asks(effect.Of(snap.State, do(&command.CloseRound{Resolve: tournament.ResolveDraw}).State)) {
		t.Error("draws for a disputed and an open table are not asked about")
	}
	if effect.Asks(effect.Of(snap.State, do(&command.Correct{Round: 1, Match: snap.State.MatchOf(1, 1), Text: "1-1"}).State)) {
		t.Error("the ruling of a dispute is asked about")
	}
	snap = was
	// What the same state shows is nothing, and an undo shows it backwards.
	if list := effect.Of(snap.State, snap.State); len(list) > 0 {
		t.Errorf("nothing has happened: %v", list)
	}
	there := effect.Of(snap.State, do(rounds).State)
	back := effect.Of(do(rounds).State, snap.State)
	if len(there) != len(back) || effect.Mark(there) == effect.Mark(back) {
		t.Errorf("there and back: %d and %d effects", len(there), len(back))
	}
}
