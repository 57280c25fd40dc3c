package tournament_test

import (
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
)

// lineUpTime returns an event of four crews of four on two boards whose captains have ten minutes
// for their line-ups after a round is published, in round 1, and gives the line-up of a crew: the
// members with these numbers.
func lineUpTime(t *testing.T) (w *table, gives func(n int, members ...int)) {
	t.Helper()
	s := settings(2, 0)
	s.Crew, s.Boards, s.LineUpMinutes = 4, 2, 10
	w = boardedBy(t, s, 4, 4, 4, 4, 4)
	w.do(&command.Start{}, &command.Pair{}, &command.PublishAndStart{})
	return w, func(n int, members ...int) {
		w.t.Helper()
		c := &command.GiveLineUp{Player: n}
		for _, k := range members {
			c.Persons = append(c.Persons, w.snap.Book.ByUser(seatUser(n, k)))
		}
		w.must(seatUser(n, 1), c)
	}
}

// sits returns the member of a crew who sits at a board of its match in a round.
func (w *table) sits(n, round, board int) string {
	s := w.snap.State
	return w.snap.Book.Person(s.Sitting(tournament.Place{Round: round, Match: tournament.BoardNumber(s.MatchOf(round, n), board)}, n)).User
}

// A captain sees the opponent and then says who plays. The boards of a match are dealt once both
// line-ups are in, those of the others when the time is over; then the round starts.
func TestLineUpsHaveATimeOfTheirOwn(t *testing.T) {
	w, gives := lineUpTime(t)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	c, d := w.player(1, 2, 0), w.player(1, 2, 1)
	r := w.snap.State.Current()
	if r.Status != tournament.Published || len(r.Matches.At(1).Boards) > 0 || !slices.Equal(w.snap.State.LineUpsMissing(r), []int{1, 2, 3, 4}) {
		t.Fatalf("the round is %d, with boards %v, without line-ups of %v", r.Status, r.Matches.At(1).Boards, w.snap.State.LineUpsMissing(r))
	}
	w.refused(seatUser(a, 1), &command.ReportResult{Player: a, Text: "2-0"}, tournament.WrongPhase, "not_started")
	gives(a, 3, 4)
	gives(a, 2, 4) // until the other is in, too
	last := w.snap.Log[len(w.snap.Log)-1]
	if ev := w.snap.State.Shown(last).Event.(*tournament.LineUpGiven); len(ev.Persons) > 0 {
		t.Error("a line-up is shown before the other is in")
	}
	gives(b, 1, 3)
	if got := []string{w.sits(a, 1, 1), w.sits(a, 1, 2), w.sits(b, 1, 1), w.sits(b, 1, 2)}; !slices.Equal(got, []string{seatUser(a, 2), seatUser(a, 4), seatUser(b, 1), seatUser(b, 3)}) {
		t.Errorf("at the boards sit %v", got)
	}
	if ev := w.snap.State.Shown(last).Event.(*tournament.LineUpGiven); len(ev.Persons) == 0 {
		t.Error("a line-up is hidden although both are in")
	}
	gives(c, 3, 4)
	w.fires(tournament.DueLineUpWarning, 1, 0)
	if over := w.timer(tournament.DueLineUp, 1).At; w.now.Sub(r.PublishedAt) < 5*time.Minute || over.Sub(r.PublishedAt) != 10*time.Minute {
		t.Errorf("reminded after %v, over after %v", w.now.Sub(r.PublishedAt), over.Sub(r.PublishedAt))
	}
	w.fires(tournament.DueLineUp, 1, 0)
	r = w.snap.State.Current()
	if got := []string{w.sits(c, 1, 1), w.sits(d, 1, 1), w.sits(d, 1, 2)}; r.Status != tournament.Started || !slices.Equal(got, []string{seatUser(c, 3), seatUser(d, 1), seatUser(d, 2)}) {
		t.Errorf("the round is %d, at the boards sit %v", r.Status, got)
	}
	ev, _ := tournament.Last(w.snap.Log, func(*tournament.LineUpsShown) bool { return true })
	if !slices.Equal(ev.Without, []int{d}) {
		t.Errorf("without line-ups are %v, want %d", ev.Without, d)
	}
	w.must(seatUser(c, 3), &command.ReportResult{Player: c, Text: "2-0"})
	w.replays(t)
}

// The last line-up that a round waits for starts it. Undone, it waits on, and the time goes on
// from there; an organiser need not wait.
func TestTheLastLineUpStartsTheRound(t *testing.T) {
	w, gives := lineUpTime(t)
	for n := 1; n <= 4; n++ {
		gives(n, 1, n%3+2)
	}
	if r := w.snap.State.Current(); r.Status != tournament.Started || !r.Deadline.After(w.now) {
		t.Fatal("all line-ups are in, and the round has not started")
	}
	w.do(&command.Undo{})
	r := w.snap.State.Current()
	if !w.snap.State.LineUpsWait(r) || !slices.Equal(w.snap.State.LineUpsMissing(r), []int{4}) || !w.timer(tournament.DueLineUp, 1).At.After(w.now) {
		t.Errorf("after the undo line-ups are missing of %v", w.snap.State.LineUpsMissing(r))
	}
	w.do(&command.StartRound{})
	if r := w.snap.State.Current(); r.Status != tournament.Started || w.sits(4, 1, 1) != seatUser(4, 1) {
		t.Error("an organiser cannot start the round without the last line-up")
	}
	w.replays(t)
}

// Where no captain has anything to choose, or all have chosen before, no round waits; and a round
// that an organiser publishes without starting it is not started by line-ups.
func TestNoRoundWaitsForLineUpsThatAreIn(t *testing.T) {
	s := settings(2, 0)
	s.Crew, s.Boards, s.LineUpMinutes = 3, 2, 10
	w := boardedBy(t, s, 2, 2, 2)
	w.do(&command.Start{}, &command.Pair{}, &command.PublishAndStart{})
	if w.snap.State.Current().Status != tournament.Started {
		t.Error("a round waits for crews that have no more members than boards")
	}
	w, gives := lineUpTime(t)
	w.do(&command.Undo{}, &command.Publish{})
	for n := 1; n <= 4; n++ {
		gives(n, 2, 3)
	}
	if r := w.snap.State.Current(); r.Status != tournament.Published || len(r.Matches.At(1).Boards) != 2 {
		t.Error("a round starts by itself that an organiser has published alone")
	}
	w.do(&command.StartRound{})
	w.finishRound()
	for n := 1; n <= 4; n++ {
		gives(n, 3, 4)
	}
	w.do(&command.Pair{}, &command.PublishAndStart{})
	if r := w.snap.State.Current(); r.Status != tournament.Started || w.sits(1, 2, 1) != seatUser(1, 3) {
		t.Error("a round waits for line-ups that were given before")
	}
	w.replays(t)
}

// A crew that gives no line-up plays as it did last: a captain's choice stands until the next.
func TestChoiceWhoGivesNoLineUpPlaysAsBefore(t *testing.T) {
	w, gives := lineUpTime(t)
	gives(1, 2, 4)
	w.fires(tournament.DueLineUp, 1, 0)
	w.finishRound()
	w.do(&command.Pair{}, &command.PublishAndStart{})
	w.fires(tournament.DueLineUp, 2, 0)
	if got := []string{w.sits(1, 2, 1), w.sits(1, 2, 2), w.sits(2, 2, 1), w.sits(2, 2, 2)}; !slices.Equal(got, []string{seatUser(1, 2), seatUser(1, 4), seatUser(2, 1), seatUser(2, 2)}) {
		t.Errorf("without line-ups sit %v", got)
	}
	w.replays(t)
}

// Time in which people could not reach the bot is given back, and a repair takes only the
// line-ups of the tables that it changes away.
func TestTheTimeForLineUpsIsGivenBack(t *testing.T) {
	w, gives := lineUpTime(t)
	over := w.timer(tournament.DueLineUp, 1).At
	from := w.now
	w.now = w.now.Add(7 * time.Minute)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if got := w.timer(tournament.DueLineUp, 1).At.Sub(over); (got - 7*time.Minute).Abs() > 2*time.Second {
		t.Errorf("an outage of 7 min gives back %v", got)
	}
	if !tournament.DueLineUp.ForSilence() {
		t.Error("the time for line-ups runs out while nobody can be heard")
	}
	a, b, c := w.player(1, 1, 0), w.player(1, 1, 1), w.player(1, 2, 0)
	gives(a, 3, 4)
	gives(b, 2, 3)
	w.do(&command.Repair{Swap: [2]int{b, c}})
	r := w.snap.State.Current()
	if missing := w.snap.State.LineUpsMissing(r); slices.Contains(missing, a) || slices.Contains(missing, b) || len(missing) != 2 || len(w.snap.State.AwaitedLineUps(r)) != 2 {
		t.Errorf("after a repair line-ups are missing of %v", missing)
	}
	w.fires(tournament.DueLineUp, 1, 0)
	if got := []string{w.sits(a, 1, 1), w.sits(b, 1, 1), w.sits(c, 1, 1)}; !slices.Equal(got, []string{seatUser(a, 3), seatUser(b, 2), seatUser(c, 1)}) {
		t.Errorf("after a repair sit %v", got)
	}
	w.replays(t)
}

// The file of an event whose round waits for line-ups holds none of them, and is replayed.
func TestAFileHoldsNoLineUpThatARoundWaitsFor(t *testing.T) {
	w, gives := lineUpTime(t)
	gives(1, 3, 4)
	one, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	w, gives = lineUpTime(t)
	gives(1, 2, 4)
	two, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	if string(one) != string(two) {
		t.Error("the file tells which line-up was given")
	}
}

// Where players arrange their boards, line-ups have their time at the start of each round: its
// window opens when they are shown, and the round before goes on meanwhile.
func TestArrangedBoardsWaitForLineUps(t *testing.T) {
	w := arrangedBoards(t, "roundrobin", 2, 4, func(s *tournament.Settings) { s.LineUpMinutes = 24 * 60 }, 3, 3, 3, 3)
	r := w.snap.State.Current()
	if r == nil || r.Status != tournament.Published || len(w.snap.State.FixturesOf(1)) > 0 {
		t.Fatal("boards are arranged before the line-ups are in")
	}
	opened := w.now
	w.must(seatUser(1, 1), &command.GiveLineUp{Player: 1, Persons: []int{w.snap.Book.ByUser(seatUser(1, 2)), w.snap.Book.ByUser(seatUser(1, 3))}})
	w.runs(opened.Add(25 * time.Hour))
	if r = w.snap.State.Current(); r.Status != tournament.Started || w.sits(1, 1, 1) != seatUser(1, 2) || len(w.snap.State.FixturesOf(1)) != 2 {
		t.Fatalf("after a day the round is %d, at board 1 sits %s", r.Status, w.sits(1, 1, 1))
	}
	if long := r.Deadline.Sub(r.StartedAt); long < 6*24*time.Hour {
		t.Errorf("the window is %v long", long)
	}
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, 1), Text: "2-0"})
	w.runs(r.Deadline.Add(time.Hour))
	if next := w.snap.State.Current(); next.Number != 2 || next.Status != tournament.Published {
		t.Fatalf("after the window round %d is %d", next.Number, next.Status)
	}
	w.runs(w.now.Add(24 * time.Hour))
	if next := w.snap.State.Current(); next.Number != 2 || next.Status != tournament.Started || len(w.snap.State.FixturesOf(a)) == 0 || len(w.snap.State.FixturesOf(b)) == 0 {
		t.Errorf("round %d is %d a day later", next.Number, next.Status)
	}
	w.runs(w.now.AddDate(0, 0, 40))
	if s := w.snap.State; len(s.Rounds) != 3 || s.Rounds[2].Status != tournament.Done {
		t.Errorf("%d rounds are played", len(s.Rounds))
	}
	w.replays(t)
	s := arranged("roundrobin")
	s.Crew, s.Boards, s.LineUpMinutes, s.Fixtures.Opens = 3, 2, 60, tournament.AtOnce
	if err := s.Validate(); tournament.ClassOf(err) != tournament.BadInput {
		t.Errorf("line-ups have a time where all rounds open at once: %v", err)
	}
}

// Random events whose captains have a time for their line-ups hold what every chain of stages
// holds, and each command is taken back to the start.
func TestEveryChainHoldsWithATimeForLineUps(t *testing.T) {
	h := newChainHall(t)
	for i, chain := range []string{"swiss 3 > single 4", "roundrobin", "single"} {
		s := settings(0, 0)
		s.Stages = stage.MustParse(chain)
		s.Crew, s.Boards, s.LineUpMinutes, s.CaptainsWord = 4, 2, 10, true
		opts := histories.Suited(chain, 8)
		opts.Captain, opts.Undo = 20, 30
		t.Run(chain, func(t *testing.T) { h.holds(t, load(t, "magic"), s, opts, uint64(i)) })
	}
}
