package view_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/golden"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// TestEveryEventHasASentence compares the sentence of every kind of event with
// testdata/events.txt.
func TestEveryEventHasASentence(t *testing.T) {
	e := create(t, "magic", swiss(3, 2))
	e.must(&command.OpenRegistration{})
	for i, name := range []string{"Alice", "Bob", "Chloé", "Dmitri"} {
		e.must(&command.Join{User: user(100 + i), Name: name, ByOrganiser: true})
	}
	e.must(&command.Start{KeepAll: true})
	e.must(&command.Pair{})
	e.must(&command.Publish{})
	e.must(&command.StartRound{})
	e.must(&command.Announce{Text: "Lunch"})
	e.must(&command.Cancel{Reason: "no light"})
	s := disguise(e.snap, nil)
	text := len(s.Book.Texts)
	won := ledger.Result{Form: ledger.Games, V: [4]int32{2, 1}}
	changed := s.State.Settings
	changed.Stages, changed.Prizes = changed.Stages.WithRounds(5).WithCut(stage.Entry{}), "A mat"
	one, two, late := 1, 2, 1
	at := tournament.Place{Round: 1, Match: 1}
	kinds, unsaid := tournament.Aggregate{}.Kinds(), map[string]bool{}
	for _, name := range kinds.Names() {
		unsaid[name] = true
	}
	var b strings.Builder
	for _, ev := range []tournament.Event{
		&tournament.Created{Commitment: "c0ffee"},
		&tournament.SettingsChanged{Settings: changed},
		&tournament.SettingsChanged{Settings: s.State.Settings},
		&tournament.StaffChanged{Person: 2, Staff: true},
		&tournament.StaffChanged{Person: 2},
		&tournament.Opened{},
		&tournament.RegistrationClosed{},
		&tournament.CheckInStarted{Until: begin},
		&tournament.CheckInEnded{},
		&tournament.Reminded{What: tournament.DueStart},
		&tournament.EventStarted{Plan: plan("swiss 3 > single 8"), Absent: []int{2, 3}},
		&tournament.EventStarted{Plan: plan("swiss 1")},
		&tournament.StageBegan{Kind: stage.Swiss, Rounds: 3},
		&tournament.StageBegan{Kind: stage.Single, Plan: 1, Players: []int{2, 1}, Ranking: []int{2, 1, 3, 4}},
		&tournament.StageBegan{Kind: stage.Single, Players: []int{2, 1, 3, 4}},
		&tournament.EventFinished{Places: []int{2, 1, 3, 4}},
		&tournament.EventFinished{},
		&tournament.PlacesCorrected{},
		&tournament.BracketReopened{After: 1},
		&tournament.SeedRevealed{Secret: "beef"},
		&tournament.EventCancelled{Reason: text},
		&tournament.Announced{Text: text - 1},
		&tournament.Retracted{Seqs: []int64{4, 5}},
		&tournament.ClocksHeld{Clocks: []tournament.HeldClock{{Kind: tournament.DueStart, At: begin}}},
		&tournament.PlayerRegistered{Player: 1, Person: 2},
		&tournament.PlayerRegistered{Player: 1, Person: 2, Waiting: true},
		&tournament.PlayerRegistered{Player: 1, Person: 2, Late: 1},
		&tournament.PlayerLeft{Player: 1},
		&tournament.PlayerPromoted{Player: 1},
		&tournament.SeatClaimed{Player: 1, Guest: 2, Person: 3},
		&tournament.PlayerCheckedIn{Player: 1},
		&tournament.DeckSubmitted{Player: 1, Text: text},
		&tournament.PlayerDropped{Player: 1, After: 1, Reason: text},
		&tournament.PlayerReinstated{Player: 1},
		&tournament.PlayerDisqualified{Player: 1, Reason: text},
		&tournament.PlayerChanged{Player: 1, Tag: &one, Seed: &two, Table: &two, Byes: []int{2, 3}, Late: &late},
		&tournament.PlayerChanged{Player: 1, Apart: []tournament.ApartFrom{{Player: 2}, {Player: 3, Off: true}}},
		&tournament.PlayerChanged{Player: 1},
		&tournament.PlayerPenalised{Player: 1, Kind: "game_loss", Text: text},
		&tournament.PlayerNoted{Player: 1, Text: text},
		&tournament.RoundPaired{Round: 1},
		&tournament.RoundPaired{Round: 1, Attempt: 2, Forced: true},
		&tournament.RoundRepaired{Round: 1, Changed: []int{1, 2}},
		&tournament.RoundPublished{Round: 1},
		&tournament.RoundStarted{Round: 1},
		&tournament.RoundClosed{Round: 1},
		&tournament.ClockPaused{Round: 1},
		&tournament.ClockResumed{Round: 1},
		&tournament.ClockExtended{Round: 1, Minutes: 5},
		&tournament.ClockExtended{Round: 1, Minutes: -5},
		&tournament.ClockExtended{Round: 1, Match: 1, Minutes: 5},
		&tournament.ClockReminded{Round: 1, Before: 5},
		&tournament.TimeCalled{Round: 1},
		&tournament.TimeCalled{Round: 1, Match: 2},
		&tournament.ResultReported{Place: tournament.Place{Round: 1, Match: 1}, Player: 1, Result: won},
		&tournament.ResultConfirmed{Place: tournament.Place{Round: 1, Match: 1}, By: tournament.ByOpponent, Player: 1},
		&tournament.ResultConfirmed{Place: tournament.Place{Round: 1, Match: 1}, By: tournament.BySilence},
		&tournament.ResultConfirmed{Place: tournament.Place{Round: 1, Match: 1}, By: tournament.ByOrganiser},
		&tournament.ResultDisputed{Place: tournament.Place{Round: 1, Match: 1}, Player: 1, Text: text},
		&tournament.ResultCorrected{Place: tournament.Place{Round: 1, Match: 1}, Result: won, By: tournament.ByOrganiser},
		&tournament.ResultCorrected{Place: tournament.Place{Round: 1, Match: 1}, Kind: ledger.Forfeit, By: tournament.ByConcession},
		&tournament.ResultCorrected{Place: tournament.Place{Round: 1, Match: 1}, Kind: ledger.DoubleLoss},
		&tournament.ResultCorrected{Place: tournament.Place{Round: 1, Match: 1}, Kind: ledger.IntentionalDraw},
		&tournament.ResultCorrected{Place: tournament.Place{Round: 1, Match: 9}, Result: won},
		&tournament.ResultCorrected{Place: tournament.Place{Round: 9, Match: 9}, Result: won},
		&tournament.JudgeCalled{Place: tournament.Place{Round: 1, Match: 1}, Player: 1, Text: text},
		&tournament.MissingReminded{},
		&tournament.PlayersGone{Players: []int{1, 2}},
		&tournament.PlayersGone{},
		&tournament.DutyChanged{On: true},
		&tournament.DutyChanged{},
		&tournament.TableTaken{Place: tournament.Place{Round: 1, Match: 1}},
		&tournament.TableTaken{Place: tournament.Place{Round: 1, Match: 1}, Back: true},
		&tournament.ScheduleDrawn{},
		&tournament.StandInSeated{For: 2},
		&tournament.DraftSeated{Pods: [][]int{{1, 2, 3, 4}}},
		&tournament.DraftSeated{Pods: [][]int{{1, 2, 3, 4}}, Attempt: 1},
		&tournament.PackOpened{Pack: 1, Left: true},
		&tournament.PackOpened{Pack: 2},
		&tournament.DeckBuilding{Deadline: begin},
		&tournament.DeckBuilding{},
		&tournament.BuildReminded{},
		&tournament.AdvanceHeld{Reason: notice.New("cut.larger", "size", 8, "n", 5)},
		&tournament.BuildEnded{},
		&tournament.StageBegan{Kind: stage.Playoff, Plan: -1, Players: []int{1, 2}, Rounds: 1},
		&tournament.TieShared{Players: []int{1, 2, 3}},
		&tournament.CutLocked{Locks: []tournament.Lock{{Player: 1, Round: 2}}},
		&tournament.GroupsDrawn{By: tournament.DrawnFlights, Count: 2, Rounds: 5},
		&tournament.GroupsDrawn{By: tournament.DrawnGroups, Count: 2, Rounds: 5},
		&tournament.StageBegan{Kind: stage.Swiss, Plan: 1, Players: []int{1, 2, 3}, Rounds: 2},
		&tournament.StageBegan{Kind: stage.Final, Plan: 1, Rounds: 2},
		&tournament.ChannelMoved{},
		&tournament.Interrupted{From: begin, Until: begin.Add(time.Minute)},
		&tournament.PageOpened{Token: "t"},
		&tournament.PageClosed{},
		&tournament.LeagueEntered{League: 1},
		&tournament.LeagueEntered{},
		&tournament.LeagueHeard{},
		&tournament.EntryClosed{},
		&tournament.EntryOpened{},
		&tournament.PersonListed{Person: 2},
		&tournament.PersonListed{Person: 2, Off: true},
		&tournament.MixAsked{},
		&tournament.DrawMixed{Player: 1},
		&tournament.SeedRenewed{Commitment: "c0ffee"},
		&tournament.PlayerSitsOut{Player: 1, Byes: []int{2}, Plays: []int{3}},
		&tournament.TimesProposed{Place: at, Player: 1, Times: []time.Time{begin}},
		&tournament.TimeAgreed{Place: at, Player: 1, At: begin},
		&tournament.PlayerPresent{Place: at, Player: 1},
		&tournament.ForfeitClaimed{Place: at, Player: 1},
		&tournament.AbsenceAsked{Round: 1, Matches: []int{1}},
		&tournament.ClaimObjected{Place: at, Player: 1, Text: text},
		&tournament.ClaimWithdrawn{Place: at, Player: 1},
		&tournament.PlayerAbsent{Place: at, Player: 1},
		&tournament.PlayerDropped{Player: 1, After: 1, NoShow: true},
		&tournament.PlayerAway{Player: 1, From: begin, Until: begin.Add(24 * time.Hour)},
		&tournament.PlayerAway{Player: 1, From: begin, Until: begin.Add(24 * time.Hour), Back: true},
		&tournament.ZoneSet{Player: 1, Zone: "Europe/Berlin"},
		&tournament.HoursSet{Player: 1, Week: "1e0000000000000000000000000000000000000000"},
		&tournament.RemindersChosen{Player: 1},
		&tournament.RemindersChosen{Player: 1, Few: true},
		&tournament.FixtureExtended{Place: at, Days: 3},
		&tournament.FixtureReminded{Place: at, What: "agreed"},
		&tournament.FixtureOverdue{Place: at},
		&tournament.FixtureVoided{Place: at},
		&tournament.SeatTaken{Player: 1, Of: 2},
		&tournament.MemberAsked{Player: 1, Person: 2},
		&tournament.MemberAnswered{Player: 1, Person: 2, Yes: true},
		&tournament.MemberAnswered{Player: 1, Person: 2},
		&tournament.CrewChanged{Player: 1, Members: []int{2, 1}},
		&tournament.LineUpGiven{Player: 1, Persons: []int{2, 1}},
		&tournament.LineUpsShown{Place: at, Lines: [][]int{{1}, {2}}},
		&tournament.LineUpsShown{Place: at, Lines: [][]int{{1}, {2}}, Without: []int{2}},
		&tournament.Reminded{What: tournament.DueLineUpWarning, Round: 1},
		&tournament.MemberSubstituted{Place: at, Player: 1, Person: 2, For: 1},
		&tournament.BenchChanged{Person: 1},
		&tournament.BenchChanged{Person: 2},
		&tournament.BenchChanged{Person: 1, Off: true},
		&tournament.BenchChanged{Person: 2, Off: true},
		&tournament.SubstituteAsked{Place: at, Player: 1, For: 1, Person: 2},
		&tournament.SubstituteAnswered{Place: at, Player: 1, For: 1, Person: 2, Yes: true},
		&tournament.SubstituteAnswered{Place: at, Player: 1, For: 1, Person: 2},
		&tournament.SubstituteAnswered{Place: at, Player: 1, For: 1, Person: 2, Silent: true},
		&tournament.ScriptBegun{Place: at, Player: 1, Coin: 2},
		&tournament.ItemPicked{Place: at, Player: 1, Item: "Abbey"},
		&tournament.ItemPicked{Place: at, Player: 1},
		&tournament.ItemDrawn{Place: at, Player: 1, Item: "Abbey"},
		&tournament.ItemDrawn{Place: at, Item: "Abbey"},
		&tournament.ItemDrawn{Place: at, Player: 1},
		&tournament.StepPassed{Place: at, Player: 1, Step: 2},
		&tournament.GameReported{Place: at, Game: 1, Player: 1, Winner: 2},
		&tournament.GameWithdrawn{Place: at, Game: 1, Player: 2},
	} {
		env := tournament.Envelope{Seq: int64(len(s.Log)) + 1, Time: begin.Add(time.Hour), Actor: 1, Kind: kinds.NameOf(ev), Event: ev}
		delete(unsaid, env.Kind)
		line := logLine(view.Env{Snap: s, Now: e.now}, env)
		if strings.Contains(line, "can't describe") || !strings.HasSuffix(line, ".") && !strings.Contains(line, ": ") {
			t.Errorf("%T: %q", ev, line)
		}
		fmt.Fprintf(&b, "%-35s %s\n", strings.TrimPrefix(fmt.Sprintf("%T", ev), "*tournament."), line)
	}
	if len(unsaid) > 0 {
		t.Errorf("kinds of events that are not listed here: %v", slices.Sorted(maps.Keys(unsaid)))
	}
	golden.File(t, "testdata/events.txt", b.String())
}

// plan returns the announced plan of a chain whose numbers are all given.
func plan(chain string) []tournament.Planned {
	var out []tournament.Planned
	for _, st := range stage.MustParse(chain).Stages {
		out = append(out, tournament.Planned{Stage: st, Rounds: st.Rounds, Size: st.Entry.N})
	}
	return out
}
