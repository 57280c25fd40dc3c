package view_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/setting"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/field"
	"topcut/tournament/golden"
	"topcut/tournament/histories"
)

// story collects the views of one evening as text.
type story struct {
	b strings.Builder
	e *table
}

func (s *story) env() view.Env { return view.Env{Snap: disguise(s.e.snap, nil), Now: s.e.now} }

func (s *story) show(name string, m discord.Message) {
	checkMessage(s.e.t, name, disguise(s.e.snap, nil), m)
	fmt.Fprintf(&s.b, "==== %s\n%s\n", name, draw(m))
}

// outside is show for a view without an event.
func (s *story) outside(name string, m discord.Message) {
	checkMessage(s.e.t, name, nil, m)
	fmt.Fprintf(&s.b, "==== %s\n%s\n", name, draw(m))
}

func (s *story) modal(name string, m discord.Modal) {
	checkModal(s.e.t, name, m)
	fmt.Fprintf(&s.b, "==== %s\n%s\n", name, drawModal(m))
}

func (s *story) player(n int, c command.Command) {
	s.e.t.Helper()
	if err := s.e.do(tournament.Actor{User: histories.User(n), Name: histories.Name(n)}, c); err != nil {
		s.e.t.Fatalf("%T: %v", c, err)
	}
}

// TestEveningInWords plays one small evening step by step and compares all its views with
// testdata/evening.txt, so that any change of wording shows up as a difference.
func TestEveningInWords(t *testing.T) {
	set := swiss(3, 4)
	set.Prizes, set.Stages, set.Capacity, set.CheckInMinutes = "A booster for everybody, a playmat for the winner.", set.Stages.WithThird(true), 9, 15
	set.StartAt = begin.Add(time.Hour).Unix()
	s := &story{e: create(t, "magic", set)}
	s.registration()
	s.firstRound()
	s.laterRounds()
	s.bracket()
	golden.File(t, "testdata/evening.txt", s.b.String())
}

func (s *story) registration() {
	s.show("Card, draft", view.Card(s.env()))
	s.show("Settings", view.Settings(s.env()))
	for _, page := range topics() {
		s.modal("SettingsModal, "+page, view.SettingsModal(s.env(), page))
	}
	s.panel("draft")
	s.e.must(&command.OpenRegistration{})
	for i := 1; i <= 9; i++ {
		s.player(i, &command.Join{User: histories.User(i), Name: histories.Name(i)})
	}
	s.player(21, &command.Join{User: histories.User(21), Name: histories.Name(21)})
	s.e.must(&command.WriteNote{Player: 3, Text: "arrives late"})
	s.show("Card, open", view.Card(s.env()))
	s.show("Status, waiting", view.Status(s.env(), 10))
	s.show("Status, not in", view.Status(s.env(), 0))
	s.modal("JoinModal", view.JoinModal(s.env(), "Alice", ""))
	s.player(2, &command.SubmitDeck{Player: 2, Text: "4 Lightning Bolt\n20 `Mountain`"})
	s.show("Deck", view.Deck(s.env(), 2))
	s.modal("DeckModal", view.DeckModal(s.env(), 2))
	s.player(9, &command.Leave{Player: 9})
	promoted, _ := view.PromotedPost(s.env(), 0)
	s.show("PromotedPost", promoted)
	s.e.must(&command.StartCheckIn{Minutes: 15})
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7} {
		s.player(n, &command.CheckInPlayer{Player: n})
	}
	s.show("Card, check-in", view.Card(s.env()))
	s.show("CheckInCall", view.CheckInCall(s.env()))
	s.panel("check-in")
	s.show("Status, check-in", view.Status(s.env(), 8))
	s.show("Roster", view.Roster(s.env(), 0))
	s.show("Help, check-in", view.Help(s.env(), 0, helped[:4], helpedStaff[:3], nil, nil))
	s.e.must(&command.Start{KeepAll: true})
	s.show("Started", view.Started(s.env()))
}

// topics returns the topics of the settings.
func topics() []string {
	return []string{
		setting.PageGeneral, setting.PageOptions, setting.PageStructure, setting.PageCut, setting.PageDayTwo, setting.PageSpecial, setting.PageRounds, setting.PageMatches, setting.PageDays, setting.PageArranged,
		setting.PageRegistration, setting.PageEntry, setting.PageTeams, setting.PageDecks, setting.PagePosts,
	}
}

// last returns the number of the last event of a kind.
func (s *story) last(kind string) int64 {
	for i := len(s.e.snap.Log) - 1; i >= 0; i-- {
		if s.e.snap.Log[i].Kind == kind {
			return s.e.snap.Log[i].Seq
		}
	}
	s.e.t.Fatalf("nothing of kind %q happened", kind)
	return 0
}

// report lets a player report for their table in the current round.
func (s *story) report(m int, seat int, text string) (player, opponent int) {
	_, l := s.e.snap.State.Match(len(s.e.snap.State.Rounds), m)
	player, opponent = int(l.Seats[seat])+1, int(l.Seats[1-seat])+1
	s.player(s.account(player), &command.ReportResult{Player: player, Text: text})
	return player, opponent
}

// account returns the number of the person behind a player: player 10 is person 21.
func (s *story) account(player int) int {
	if player == 10 {
		return 21
	}
	return player
}

func (s *story) firstRound() {
	s.e.must(&command.Pair{})
	s.show("Preview", view.Preview(s.env(), 0, 0))
	s.panel("preview")
	s.e.must(&command.Publish{})
	s.show("PairingPost", view.PairingPost(s.env(), 1, 0))
	s.show("MatchCard, published", view.MatchCard(s.env(), 1, 1))
	s.e.must(&command.StartRound{})
	s.show("PairingPost, started", view.PairingPost(s.env(), 1, 0))
	s.show("Clock", view.Clock(s.env()))
	fmt.Fprintf(&s.b, "==== ThreadName\n%s\n\n", about(s.env()).Thread(1, 1))
	p, o := s.report(1, 1, "2-1")
	s.show("MatchCard, reported", view.MatchCard(s.env(), 1, 1))
	s.show("MatchPanel, of the reporter", view.MatchPanel(s.env(), p))
	s.show("MatchPanel, of the other", view.MatchPanel(s.env(), o))
	s.modal("DisputeModal", view.DisputeModal(s.env(), 1, 1))
	s.call("a question", 0)
	s.player(s.account(o), &command.ConfirmReport{Player: o})
	s.show("MatchPanel, confirmed", view.MatchPanel(s.env(), o))
	p, o = s.report(2, 0, "2-0")
	s.player(s.account(o), &command.DisputeReport{Player: o, Reason: "It was *not* 2-0.\nAsk @everyone."})
	s.show("Status, disputed", view.Status(s.env(), p))
	s.panel("dispute")
	s.show("TablePanel, dispute", view.TablePanel(s.env(), 1, 2))
	s.e.must(&command.Correct{Round: 1, Match: 2, Text: "1-1-1"})
	s.show("TablePanel, settled", view.TablePanel(s.env(), 1, 2))
	s.show("CorrectionPost", view.CorrectionPost(s.env(), s.last("result_corrected")))
	_, l := s.e.snap.State.Match(1, 3)
	caller := int(l.Seats[0]) + 1
	s.player(s.account(caller), &command.CallJudge{Player: caller, Reason: "a trigger"})
	s.panel("judge")
	s.show("TablePanel, judge", view.TablePanel(s.env(), 1, 3))
	s.e.now = s.e.now.Add(time.Minute)
	missing := int(l.Seats[1]) + 1
	s.player(s.account(caller), &command.ClaimForfeit{Player: caller, At: tournament.Place{Round: 1, Match: 3}})
	s.panel("judge, then a claim")
	s.show("TablePanel, claim", view.TablePanel(s.env(), 1, 3))
	s.player(s.account(missing), &command.BePresent{Player: missing, At: tournament.Place{Round: 1, Match: 3}})
	s.modal("JudgeModal", view.JudgeModal(s.env(), tournament.Place{}))
	s.e.must(&command.ExtendClock{Table: 3, Minutes: 5})
	s.show("StaffMore", view.StaffMore(s.env(), ""))
	s.e.now = s.e.snap.State.Round(1).Deadline.Add(-5 * time.Minute)
	s.due()
	s.call("five minutes left", s.e.snap.State.Seq-1)
	s.e.now = s.e.now.Add(12 * time.Minute)
	s.due()
	s.call("time is up", s.e.snap.State.Seq-1)
	s.call("time is up, edited", s.e.snap.State.Seq)
	s.panel("time is up")
	s.show("AskDrop", view.AskDrop(s.env(), caller, nil))
	s.player(s.account(caller), &command.Drop{Player: caller})
	s.finishRound()
	s.show("PairingPost, done", view.PairingPost(s.env(), 1, 0))
	s.show("Standings", view.GroupStandings(s.env(), -1, 0, field.Group{}))
	s.panel("between")
}

// panel shows the organisers' panel before any call.
func (s *story) panel(what string) { s.show("StaffPanel, "+what, view.StaffPanel(s.env(), 0)) }

// call shows the call of the first round to people who were called up to an event.
func (s *story) call(what string, called int64) {
	m, ok := view.Call(s.env(), 1, s.e.snap.State.Seq, called)
	if !ok {
		s.e.t.Fatalf("%s: nobody is called", what)
	}
	s.show("Call, "+what, m)
}

// due fires all deadlines that are due.
func (s *story) due() {
	for _, d := range tournament.Deadlines(s.e.snap.State) {
		if !d.At.After(s.e.now) {
			if err := s.e.do(tournament.Actor{}, &command.Fire{Key: d.Key}); err != nil {
				s.e.t.Fatal(err)
			}
		}
	}
}

// finishRound enters the missing results and closes the round.
func (s *story) finishRound() {
	r := len(s.e.snap.State.Rounds)
	for i, m := range s.e.snap.State.Blocking(r) {
		s.e.must(&command.Correct{Round: r, Match: m, Text: []string{"2-0", "0-2", "2-1"}[(i+r)%3]})
	}
	if s.e.snap.State.Current().Status != tournament.Done {
		s.e.must(&command.CloseRound{})
	}
}

func (s *story) laterRounds() {
	s.e.must(&command.Pair{})
	s.e.must(&command.Publish{})
	s.show("PairingPost, round 2", view.PairingPost(s.env(), 2, 0))
	s.e.must(&command.StartRound{})
	s.e.must(&command.PauseClock{})
	s.show("MatchThread, paused", view.MatchThread(s.env(), 2, 1))
	s.show("Card, running", view.Card(s.env()))
	s.show("Help, running", view.Help(s.env(), 0, helped[3:], nil, nil, nil))
	s.e.must(&command.ResumeClock{})
	s.e.must(&command.Join{User: histories.User(30), Name: histories.Name(30), ByOrganiser: true})
	s.panel("late")
	s.finishRound()
	s.show("ExplainPairing", view.ExplainPairing(s.env(), 1, 2))
	s.show("ExplainStanding", view.ExplainStanding(s.env(), 1))
	before := disguise(s.e.snap, nil)
	after, events, err := command.Decide(s.e.snap, command.Request{Actor: organiser(), Cause: "try", Command: &command.Correct{Round: 1, Match: 1, Text: "2-0"}}, s.e.now)
	if err != nil {
		s.e.t.Fatal(err)
	}
	out, yes := &tournament.Outcome{Before: before, After: disguise(after, nil), Events: events}, customid.Sure{Asked: "1", Mark: "2"}
	s.show("CorrectionPreview", view.CorrectionPreview(s.env(), out, &command.Correct{Round: 1, Match: 1}, view.Effects{}, yes))
	last := tournament.LastBatch(s.e.snap.Log)
	after, events, err = command.Decide(s.e.snap, command.Request{Actor: organiser(), Cause: "try", Command: &command.Undo{Batch: last}}, s.e.now)
	if err != nil {
		s.e.t.Fatal(err)
	}
	out = &tournament.Outcome{Before: before, After: disguise(after, nil), Events: events}
	s.show("UndoPreview", view.UndoPreview(s.env(), out, effect.Of(before.State, after.State), yes))
	s.e.must(&command.Undo{Batch: last})
	s.show("UndonePost", view.UndonePost(s.env(), s.last("retracted")))
	s.show("Withdrawn", view.Withdrawn(s.env(), "The standings after round 2"))
	s.finishRound()
	s.e.must(&command.Announce{Text: "Pizza is here. *Ten* minutes."})
	s.show("AnnouncementPost", view.AnnouncementPost(s.env(), s.last("announced")))
	s.e.must(&command.Pair{})
	s.e.must(&command.Publish{})
	s.e.must(&command.StartRound{})
	s.finishRound()
	s.show("LogPage", view.LogPage(s.env(), 0, false))
}

func (s *story) bracket() {
	s.e.must(&command.MakeCut{})
	s.show("Status, in the cut", view.Status(s.env(), s.e.snap.State.Elimination().Players[0]))
	for s.e.snap.State.Phase == tournament.Running {
		if err := s.e.do(organiser(), &command.Pair{}); err != nil {
			s.e.must(&command.Finish{})
			break
		}
		s.e.must(&command.Publish{})
		s.show("Bracket", view.DivisionBracket(s.env(), 0))
		s.e.must(&command.StartRound{})
		s.finishRound()
	}
	s.show("Bracket, over", view.DivisionBracket(s.env(), 0))
	s.show("Champion", view.Champion(s.env()))
	s.show("FinalPlaces", view.FinalPlaces(s.env(), 0))
	s.show("Card, finished", view.Card(s.env()))
	s.show("Status, finished", view.Status(s.env(), 1))
	s.show("Rules", view.Rules(s.env(), s.e.snap.State.Rules, 0))
	s.outside("Help, outside", view.Help(view.Env{}, 0, nil, nil, nil, nil))
}
