package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
)

// benched returns an event of two crews on two boards in round 1, with people on its bench in this
// order who have ten minutes to answer, and the place of board 1 of the match.
func benched(t *testing.T, people ...string) (w *table, at tournament.Place) {
	t.Helper()
	s := settings(2, 0)
	s.Crew, s.Boards, s.BenchMinutes = 2, 2, 10
	w = boardedBy(t, s, 2)
	for _, user := range people {
		w.must(user, &command.ChangeBench{User: user, Name: user})
	}
	w.begins()
	return w, tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}
}

// seeks has the captain of a crew ask the bench for one who sits at a board.
func (w *table) seeks(at tournament.Place, n int) {
	w.t.Helper()
	w.must(seatUser(n, 1), &command.AskBench{Place: at, Player: n, For: w.snap.State.Sitting(at, n)})
}

// askedNow returns whom of the bench the bot asks, in the order of the requests.
func (w *table) askedNow() (users []string) {
	for _, x := range w.snap.State.OpenBenchRequests() {
		users = append(users, w.snap.Book.Person(x.Person).User)
	}
	return users
}

// The bench is asked one after the other; who takes the board over plays it as the crew does, and
// is out of the crew again once it is over.
func TestTheBenchLendsAPlayerForOneMatch(t *testing.T) {
	w, at := benched(t, "x", "y", "z")
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.refused(seatUser(a, 2), &command.AskBench{Place: at, Player: a, For: w.snap.Book.ByUser(seatUser(a, 1))}, tournament.NotAllowed, "crew.captain")
	w.refused("x", &command.AnswerBench{Place: at, User: "x", Yes: true}, tournament.NotAllowed, "bench.not_asked")
	w.seeks(at, a)
	w.refused(seatUser(a, 1), &command.AskBench{Place: at, Player: a, For: w.snap.State.Sitting(at, a)}, tournament.NoChange, "bench.asked")
	w.refused("y", &command.AnswerBench{Place: at, User: "y", Yes: true}, tournament.NotAllowed, "bench.not_asked")
	w.must("x", &command.AnswerBench{Place: at, User: "x"})
	if got := w.askedNow(); !slices.Equal(got, []string{"y"}) {
		t.Fatalf("after a no, asked are %v", got)
	}
	asked := w.now
	if over := w.timer(tournament.DueSubstitute, 1, at.Match).At; over.Sub(asked) != 10*time.Minute {
		t.Errorf("y has %v to answer", over.Sub(asked))
	}
	w.runs(asked.Add(11 * time.Minute))
	if got := w.askedNow(); !slices.Equal(got, []string{"z"}) {
		t.Fatalf("after silence, asked are %v", got)
	}
	w.must("z", &command.AnswerBench{Place: at, User: "z", Yes: true})
	if got := w.sits(a, 1, 1); got != "z" || w.snap.PlayerByUser("z") != a || len(w.askedNow()) > 0 {
		t.Fatalf("at the board sits %s; z plays for %d", got, w.snap.PlayerByUser("z"))
	}
	w.refused("z", &command.Drop{Player: a}, tournament.NotFound, "crew.not_member")
	w.refused("z", &command.AskBench{Place: at, Player: a, For: w.snap.Book.ByUser("z")}, tournament.NotAllowed, "crew.captain")
	w.do(&command.RemoveMember{Player: a, Person: w.snap.Book.ByUser(seatUser(a, 2)), ByOrganiser: true})
	if got := w.sits(a, 1, 1); got != "z" {
		t.Errorf("when another leaves the crew, %s sits there", got)
	}
	w.must("z", &command.ReportResult{Player: a, Round: 1, Match: at.Match, Text: "2-0"})
	w.must(seatUser(b, 1), &command.ConfirmReport{Player: b, Round: 1, Match: at.Match})
	if got := w.snap.PlayerByUser("z"); got != 0 || w.sits(a, 1, 1) != "z" {
		t.Errorf("after the board z plays for %d", got)
	}
	if data, err := handover.ExportJSON(w.snap); err != nil || !strings.Contains(string(data), `"former": ["z"`) && !strings.Contains(string(data), `"former":["z"`) {
		t.Errorf("the file does not say that z played for the crew: %v %s", err, data)
	}
	w.replays(t)
}

// With several crews each person is asked for one board, and a board that has a report, or whose
// player was replaced, asks no longer.
func TestTheBenchIsAskedForOneBoardEach(t *testing.T) {
	w, at := benched(t, "x", "y")
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.seeks(at, a)
	w.seeks(at, b)
	if got := w.askedNow(); !slices.Equal(got, []string{"x", "y"}) {
		t.Fatalf("asked are %v", got)
	}
	second := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 2)}
	w.refused(seatUser(a, 1), &command.AskBench{Place: second, Player: a, For: w.snap.State.Sitting(second, a)}, tournament.Conflict, "bench.empty")
	w.must("x", &command.AnswerBench{Place: at, User: "x", Yes: true})
	w.must("x", &command.ReportResult{Player: a, Round: 1, Match: at.Match, Text: "2-0"})
	if got := w.askedNow(); len(got) > 0 {
		t.Errorf("a board with a report asks %v", got)
	}
	w.refused("y", &command.AnswerBench{Place: at, User: "y", Yes: true}, tournament.NotAllowed, "bench.not_asked")
	w.do(&command.Undo{}, &command.Undo{})
	if got := w.askedNow(); !slices.Equal(got, []string{"y", "x"}) && !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("after the undo, asked are %v", got)
	}
	w.must("x", &command.ChangeBench{User: "x", Off: true})
	w.refused("x", &command.AnswerBench{Place: at, User: "x", Yes: true}, tournament.NotAllowed, "bench.not_asked")
	w.refused("x", &command.ChangeBench{User: "x", Off: true}, tournament.NoChange, "bench.off")
	w.replays(t)
}

// Of the bench those are asked first who were silent least often, then those who have played
// least, then those who have waited longest: who never answers sinks, and all get to play.
func TestChoiceTheBenchIsAskedInTurn(t *testing.T) {
	w, at := benched(t, "silent", "played", "new", "newer")
	a := w.player(1, 1, 0)
	w.seeks(at, a)
	w.runs(w.now.Add(11 * time.Minute))
	w.must("played", &command.AnswerBench{Place: at, User: "played", Yes: true})
	w.finishRound()
	w.round()
	at = tournament.Place{Round: 2, Match: at.Match}
	var got []string
	for _, person := range w.snap.State.BenchFor(at, a, w.snap.State.Sitting(at, a)) {
		got = append(got, w.snap.Book.Person(person).User)
	}
	if want := []string{"new", "newer", "played", "silent"}; !slices.Equal(got, want) {
		t.Errorf("the bench is asked as %v, want %v", got, want)
	}
	w.replays(t)
}

// Who plays in the event is not on its bench, nor is there one without a time to answer; who is
// on it and then joins a crew is not asked.
func TestWhoCanBeOnTheBench(t *testing.T) {
	w, at := benched(t, "x")
	a := w.player(1, 1, 0)
	w.refused(seatUser(1, 2), &command.ChangeBench{User: seatUser(1, 2)}, tournament.Conflict, "crew.in")
	w.refused("x", &command.ChangeBench{User: "x"}, tournament.NoChange, "bench.on")
	w.do(&command.RemoveMember{Player: a, Person: w.snap.Book.ByUser(seatUser(a, 2)), ByOrganiser: true})
	w.do(&command.InviteMates{Player: a, Mates: []command.Mate{{User: "x", Name: "x"}}, ByOrganiser: true})
	w.refused(seatUser(a, 1), &command.AskBench{Place: at, Player: a, For: w.snap.State.Sitting(at, a)}, tournament.Conflict, "bench.empty")
	w = boarded(t, 2, 2, 0).begins()
	w.refused("x", &command.ChangeBench{User: "x"}, tournament.WrongPhase, "bench.none")
	w.refused(seatUser(1, 1), &command.AskBench{Place: at, Player: 1, For: w.snap.State.Sitting(at, 1)}, tournament.WrongPhase, "bench.none")
}

// Time in which people could not reach the bot is given back to who is asked, and when the last
// of the bench has not answered, the request is known to have found no one.
func TestTheTimeOfTheBenchIsGivenBack(t *testing.T) {
	w, at := benched(t, "x")
	a := w.player(1, 1, 0)
	w.seeks(at, a)
	over := w.timer(tournament.DueSubstitute, 1, at.Match).At
	from := w.now
	w.now = w.now.Add(7 * time.Minute)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if got := w.timer(tournament.DueSubstitute, 1, at.Match).At.Sub(over); (got - 7*time.Minute).Abs() > 2*time.Second {
		t.Errorf("an outage of 7 min gives back %v", got)
	}
	if !tournament.DueSubstitute.ForSilence() {
		t.Error("the time to answer runs out while nobody can be heard")
	}
	w.runs(w.now.Add(20 * time.Minute))
	open := w.snap.State.OpenBenchRequests()
	if len(open) != 1 || open[0].Person != 0 || w.sits(a, 1, 1) != seatUser(a, 1) || w.snap.State.Bench[0].Silent != 1 {
		t.Errorf("after the last of the bench was silent: %+v", open)
	}
	w.replays(t)
}
