package view_test

import (
	"fmt"
	"testing"

	"topcut/commands/customid"
	"topcut/commands/view"
	"topcut/tournament/command"
	"topcut/tournament/field"
	"topcut/tournament/golden"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
)

// begin lets n players join and starts the event; division returns the division of a
// player.
func (s *story) begin(n int, division func(int) string) {
	s.e.t.Helper()
	s.e.must(&command.OpenRegistration{})
	for i := 1; i <= n; i++ {
		join := &command.Join{User: histories.User(i), Name: histories.Name(i)}
		if division != nil {
			join.Division = division(i)
		}
		s.player(i, join)
	}
	s.e.must(&command.Start{})
}

// round plays a round in which every first player gets the result.
func (s *story) round(result string) {
	s.e.t.Helper()
	s.e.must(&command.Pair{})
	s.e.must(&command.Publish{})
	s.e.must(&command.StartRound{})
	r := len(s.e.snap.State.Rounds)
	for _, m := range s.e.snap.State.Blocking(r) {
		s.e.must(&command.Correct{Round: r, Match: m, Text: result})
	}
}

// TestDraftInWords compares the views of a draft with testdata/draft.txt.
func TestDraftInWords(t *testing.T) {
	set := swiss(0, 0)
	set.Stages = set.Stages.WithPreparation(stage.Draft)
	s := &story{e: create(t, "magic", set)}
	s.begin(13, nil)
	s.show("Card", view.Card(s.env()))
	s.panel("no seats")
	s.e.must(&command.SeatDraft{})
	seated := s.last("draft_seated")
	s.show("DraftSeats", view.DraftSeats(s.env(), seated, 0))
	s.show("DraftStep, seats", view.DraftStep(s.env(), "2 pods are drawn and posted."))
	s.show("Status, seats", view.Status(s.env(), 1))
	s.e.must(&command.OpenPack{First: true})
	s.show("DraftPack, 1", view.DraftPack(s.env(), s.last("pack_opened")))
	s.panel("pack")
	first := s.last("pack_opened")
	s.e.must(&command.OpenPack{})
	s.show("DraftPack, over", view.DraftPack(s.env(), first))
	s.show("DraftPack, 2", view.DraftPack(s.env(), s.last("pack_opened")))
	s.show("Status, pack 2", view.Status(s.env(), 1))
	s.e.must(&command.BuildDecks{})
	built := s.last("deck_building")
	s.show("DeckBuilding", view.DeckBuilding(s.env(), built))
	s.show("BuildReminder", view.BuildReminder(s.env()))
	s.show("BuildOver", view.BuildOver(s.env()))
	s.show("Status, building", view.Status(s.env(), 1))
	s.round("2-0")
	s.show("DeckBuilding, over", view.DeckBuilding(s.env(), built))
	s.show("Pairings", view.Pairings(s.env(), 1, 0))
	s.show("GroupStandings, pod 2", view.GroupStandings(s.env(), 1, 0, field.Group{Flight: 2}))
	s.show("Log", view.LogPage(s.env(), 1, true))
	golden.File(t, "testdata/draft.txt", s.b.String())
}

// TestTieInWords compares the views of a tie at the top with testdata/tie.txt.
func TestTieInWords(t *testing.T) {
	s := &story{e: create(t, "meccg", swiss(1, 0))}
	s.begin(4, nil)
	s.round("tie")
	s.panel("tie")
	for _, c := range []command.Command{&command.PlayOff{}, &command.ShareTitle{}} {
		_, events, err := command.Decide(s.e.snap, command.Request{Actor: organiser(), Cause: "preview", Command: c}, s.e.now)
		if err != nil {
			t.Fatal(err)
		}
		s.show(fmt.Sprintf("TiePreview, %T", c), view.TiePreview(s.env(), events, customid.Sure{Asked: "1", Mark: "2"}))
	}
	s.e.must(&command.PlayOff{})
	s.show("PlayoffPost", view.PlayoffPost(s.env(), s.last("stage_began")))
	s.show("Status", view.Status(s.env(), 1))
	s.round("20-10")
	s.show("Standings, play-off", view.GroupStandings(s.env(), -1, 0, field.Group{}))
	s.round("20-10")
	s.e.must(&command.Finish{})
	s.show("Champion", view.Champion(s.env()))
	golden.File(t, "testdata/tie.txt", s.b.String())
}

// TestDivisionsInWords compares the views of an event with divisions with
// testdata/divisions.txt.
func TestDivisionsInWords(t *testing.T) {
	set := swiss(2, 2)
	set.Divisions = []string{"Junior", "Masters"}
	s := &story{e: create(t, "pokemon-2009", set)}
	s.begin(16, func(i int) string { return set.Divisions[i%2] })
	s.round("1-0")
	s.round("1-0")
	s.show("StandingsPost, 0", view.StandingsPost(s.env(), 2, 0))
	s.show("GroupStandings", view.GroupStandings(s.env(), 2, 0, field.Division(1)))
	s.show("Pairings", view.Pairings(s.env(), 2, 0))
	s.show("Status", view.Status(s.env(), 1))
	s.show("ExplainStanding", view.ExplainStanding(s.env(), 1))
	s.e.must(&command.MakeCut{})
	s.show("DivisionBracket, 1", view.DivisionBracket(s.env(), 1))
	s.round("1-0")
	s.show("ExplainPairing, in the cut", view.ExplainPairing(s.env(), s.e.snap.State.Elimination().Players[3], 3))
	s.e.must(&command.Finish{})
	s.show("Card", view.Card(s.env()))
	s.show("Champion", view.Champion(s.env()))
	s.show("FinalPlaces", view.FinalPlaces(s.env(), 0))
	golden.File(t, "testdata/divisions.txt", s.b.String())
}

// TestLockInWords compares the views of players who are in the cut before the rounds are
// over with testdata/lock.txt.
func TestLockInWords(t *testing.T) {
	set := swiss(3, 2)
	set.Stages = stage.MustParse("swiss 3 > bracket 2 lock 6")
	s := &story{e: create(t, "magic", set)}
	s.show("Card, draft", view.Card(s.env()))
	s.begin(8, nil)
	s.show("Started", view.Started(s.env()))
	s.round("2-0")
	s.round("2-0")
	first, post := s.e.snap.State.Locks[0].Player, s.last("cut_locked")
	s.show("LockPost", view.LockPost(s.env(), post))
	s.show("StandingsPost", view.StandingsPost(s.env(), 2, 0))
	s.show("Status", view.Status(s.env(), first))
	s.show("ExplainStanding", view.ExplainStanding(s.env(), first))
	m := s.e.snap.State.MatchOf(2, first)
	s.e.must(&command.Correct{Round: 2, Match: m, Text: "0-2"})
	s.show("LockPost, after a correction", view.LockPost(s.env(), s.last("cut_locked")))
	s.show("Log", view.LogPage(s.env(), 0, true))
	s.round("2-0")
	in := s.e.snap.State.Locks[0].Player
	s.show("ExplainPairing", view.ExplainPairing(s.env(), in, 3))
	s.e.must(&command.MakeCut{})
	golden.File(t, "testdata/lock.txt", s.b.String())
}

// TestGroupsInWords compares the views of a round robin in groups with
// testdata/groups.txt.
func TestGroupsInWords(t *testing.T) {
	set := swiss(0, 0)
	set.Stages = stage.MustParse("groups 2 roundrobin > bracket")
	s := &story{e: create(t, "magic", set)}
	s.show("Card, draft", view.Card(s.env()))
	s.begin(8, nil)
	s.show("Started", view.Started(s.env()))
	s.show("FlightsPost", view.FlightsPost(s.env(), s.last("groups_drawn"), 0))
	for range 3 {
		s.round("2-0")
	}
	s.show("Pairings", view.Pairings(s.env(), 3, 0))
	s.show("StandingsPost, group 2", view.StandingsPost(s.env(), 3, 1))
	s.show("GroupStandings, all", view.GroupStandings(s.env(), 3, 0, field.Group{}))
	s.show("Status", view.Status(s.env(), 1))
	s.show("ExplainStanding", view.ExplainStanding(s.env(), 1))
	s.e.must(&command.MakeCut{})
	s.round("2-0")
	s.round("2-0")
	s.e.must(&command.Finish{})
	s.show("FinalPlaces", view.FinalPlaces(s.env(), 0))
	s.show("Log", view.LogPage(s.env(), 4, true))
	golden.File(t, "testdata/groups.txt", s.b.String())
}

// TestFlightsInWords compares the post of flights with testdata/flights.txt.
func TestFlightsInWords(t *testing.T) {
	set := swiss(0, 8)
	set.Divisions = []string{"Masters"}
	s := &story{e: create(t, "pokemon-2009", set)}
	s.begin(64, func(int) string { return "Masters" })
	s.e.must(&command.SplitFlights{Flights: 2})
	s.show("FlightsPost", view.FlightsPost(s.env(), s.last("groups_drawn"), 0))
	golden.File(t, "testdata/flights.txt", s.b.String())
}

// TestScrambleInWords compares the views of a mahjong event with testdata/scramble.txt.
func TestScrambleInWords(t *testing.T) {
	set := swiss(2, 8)
	s := &story{e: create(t, "riichi-helper", set)}
	s.show("Card, draft", view.Card(s.env()))
	s.begin(8, nil)
	s.show("Started", view.Started(s.env()))
	s.round("41200 32500 27300 19000")
	s.round("41200 32500 27300 19000")
	s.show("StandingsPost, the split", view.StandingsPost(s.env(), 2, 0))
	s.show("Status", view.Status(s.env(), 1))
	golden.File(t, "testdata/scramble.txt", s.b.String())
}
