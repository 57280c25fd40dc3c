package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/rounds"
	"topcut/tournament/stage"
)

// chess returns an event of chess with players of accounts u1, u2, …, before its start.
func chess(t *testing.T, players int, set tournament.Settings) *table {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: set, Ruleset: load(t, "chess-casual")}, &command.OpenRegistration{})
	for i := range players {
		user := fmt.Sprint("u", i+1)
		if err := w.as(user, &command.Join{User: user, Name: fmt.Sprint("Player ", i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// sitsOut asks that player n sits out rounds, and holds which are byes and which absences
// then.
func (w *table) sitsOut(n int, rounds, byes, away []int) {
	w.t.Helper()
	if err := w.as(w.user(n), &command.SitOut{Player: n, Rounds: rounds}); err != nil {
		w.t.Fatal(err)
	}
	l := w.snap.State.Players[n-1]
	var gotByes, gotAway []int
	for r := len(w.snap.State.Rounds) + 1; r <= tournament.MaxRounds; r++ {
		if l.AwardedBye(r) {
			gotByes = append(gotByes, r)
		}
		if l.Away(r) {
			gotAway = append(gotAway, r)
		}
	}
	if !slices.Equal(gotByes, byes) || !slices.Equal(gotAway, away) {
		w.t.Errorf("player %d asks for rounds %v: byes %v, absent %v, want %v and %v", n, rounds, gotByes, gotAway, byes, away)
	}
}

// A player of chess asks for byes worth half a point as the ruleset has it: two at most,
// none for the last round; what is beyond that is an absence. What they asked for is
// theirs to take back until the round is paired, and no undo of an organiser does it.
func TestAPlayerAsksToSitOutComingRounds(t *testing.T) {
	w := chess(t, 8, settings(4, 0))
	w.sitsOut(1, []int{1}, []int{1}, nil) // before round 1
	w.sitsOut(2, []int{1, 2, 3, 4}, []int{1, 2}, []int{3, 4})
	w.sitsOut(3, []int{4}, nil, []int{4})
	w.sitsOut(3, []int{2, 4}, []int{2}, []int{4})
	w.sitsOut(3, nil, nil, nil)
	w.sitsOut(4, []int{1, 2}, []int{1, 2}, nil)
	w.sitsOut(4, []int{2, 3}, []int{2, 3}, nil) // one for another
	w.sitsOut(4, nil, nil, nil)
	w.refused("u3", &command.SitOut{Player: 3}, tournament.NoChange, "sit_out.same")
	w.refused("u3", &command.SitOut{Player: 3, Rounds: []int{5}}, tournament.BadInput, "sit_out.round")
	if last := tournament.LastBatch(w.snap.Log); w.snap.Log[last-1].Kind == "player_sits_out" {
		t.Error("an organiser's undo takes back what a player asked for")
	}
	w.do(&command.Start{})
	w.do(&command.Pair{})
	w.refused("u4", &command.SitOut{Player: 4, Rounds: []int{1}}, tournament.WrongPhase, "sit_out.paired")
	w.refused("organiser", &command.Change{Player: 4, Byes: []int{1}}, tournament.WrongPhase, "change.bye_paired")
	w.do(&command.Publish{}, &command.StartRound{})
	w.sitsOut(2, []int{3, 4}, []int{}, []int{3, 4}) // plays round 2; the worth of a round stays as it was
	w.sitsOut(1, []int{2, 3}, []int{2}, []int{3})   // the bye of round 1 counts
	w.firstWins()
	for len(w.snap.State.Rounds) < 4 {
		w.round()
		w.firstWins()
	}
	want := map[[2]int]ledger.Kind{{1, 1}: ledger.Bye, {1, 2}: ledger.Bye, {1, 3}: ledger.AssignedLoss, {2, 1}: ledger.Bye, {2, 3}: ledger.AssignedLoss, {2, 4}: ledger.AssignedLoss}
	s := w.snap.State
	for at, kind := range want {
		l := s.Ledger.Rounds[at[1]-1].Matches[s.MatchOf(at[1], at[0])-1]
		if l.N != 1 || l.Kind != kind || s.Players[at[0]-1].DroppedAfter != ledger.Active {
			t.Errorf("player %d in round %d: %+v", at[0], at[1], l)
		}
	}
	w.replays(t)
	data, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	again := read(t, string(data))
	for i := range s.Players {
		if got, is := again.Ledger.Players[i], s.Players[i]; got.ByeRounds != is.ByeRounds {
			t.Errorf("player %d has byes %b in the file, %b in the event", i+1, got.ByeRounds, is.ByeRounds)
		}
	}
}

// What was asked for a coming round survives an export and a take-over, and the player can
// still take it back there.
func TestWhatAPlayerAskedForSurvivesATakeOver(t *testing.T) {
	w := chess(t, 6, settings(4, 0))
	w.sitsOut(1, []int{2}, []int{2}, nil)
	w.do(&command.Start{})
	w.round()
	w.sitsOut(2, []int{4}, nil, []int{4})
	w.firstWins()
	data, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	x := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	x.do(handover.TakeOver{File: read(t, string(data))}.Command())
	if s := x.snap.State; !s.Players[0].AwardedBye(2) || !s.Players[1].Away(4) {
		t.Fatalf("after the take-over: %+v", s.Players[:2])
	}
	x.sitsOut(1, []int{3}, []int{3}, nil)
	x.round()
	if s := x.snap.State; s.Ledger.Rounds[1].Matches[s.MatchOf(2, 1)-1].N != 2 {
		t.Error("player 1 has no opponent in round 2")
	}
}

// A ruleset that says nothing of it leaves it to the organisers, as do round robins, where
// an opponent would lose a match, and rounds for which a bye with all points is awarded.
func TestWhereOnlyOrganisersLetPlayersSitOut(t *testing.T) {
	magic := given(t, settings(4, 0), 6)
	magic.refused("u1", &command.SitOut{Player: 1, Rounds: []int{2}}, tournament.NotAllowed, "sit_out.none")
	set := settings(0, 0)
	set.Stages = stage.Chain{Stages: []stage.Stage{{Kind: stage.RoundRobin}}}
	robin := chess(t, 6, set)
	robin.refused("u1", &command.SitOut{Player: 1, Rounds: []int{2}}, tournament.NotAllowed, "sit_out.none")
	w := chess(t, 6, settings(4, 0))
	w.do(&command.Change{Player: 1, Full: []int{2}})
	if got := w.snap.State.SitOutRounds(1); !slices.Equal(got, []int{1, 3, 4}) {
		t.Errorf("player 1 may ask for rounds %v", got)
	}
	w.do(&command.Start{})
	w.round()
	w.do(&command.Drop{Player: 1})
	w.refused("u1", &command.SitOut{Player: 1, Rounds: []int{3}}, tournament.NotAllowed, "sit_out.none")
	rs := load(t, "chess-casual")
	rs.Absent.OnRequest = false
	x := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	x.do(&command.Create{Guild: "g", Channel: "c", Settings: settings(4, 0), Ruleset: rs}, &command.OpenRegistration{})
	for i := range 4 {
		x.do(&command.Join{Name: fmt.Sprint("Guest ", i), ByOrganiser: true})
	}
	x.sitsOut(1, []int{1, 2}, []int{1, 2}, nil)
	x.refused("u1", &command.SitOut{Player: 1, Rounds: []int{1, 2, 3}}, tournament.NotAllowed, "sit_out.most")
	x.refused("u2", &command.SitOut{Player: 2, Rounds: []int{4}}, tournament.NotAllowed, "sit_out.most")
}

// An organiser takes back what a player asked for, also by an undo of that; and a player
// who waited for a place keeps what was said for coming rounds.
func TestAnOrganiserLetsAPlayerPlayAfterAll(t *testing.T) {
	w := chess(t, 6, settings(4, 0))
	w.sitsOut(1, []int{2}, []int{2}, nil)
	w.do(&command.Change{Player: 1, Plays: []int{2}})
	if w.snap.State.Players[0].SitsOut(2) {
		t.Error("player 1 sits out round 2 still")
	}
	w.refused("organiser", &command.Change{Player: 1, Plays: []int{2}}, tournament.NoChange, "change.plays_already")
	w.do(&command.Undo{})
	if !w.snap.State.Players[0].AwardedBye(2) {
		t.Error("the undo has not brought the bye back")
	}

	set := settings(4, 0)
	set.Capacity = 6
	w = chess(t, 7, set)
	w.do(&command.Change{Player: 7, Byes: []int{2}, Full: []int{3}, Away: []int{4}})
	w.do(&command.Start{})
	w.round()
	w.do(&command.Join{User: "u7", Name: "Player 7", ByOrganiser: true})
	if l := w.snap.State.Players[7]; !l.AwardedBye(2) || !l.FullBye(3) || !l.Away(4) {
		t.Errorf("who was admitted sits out %+v", l)
	}
}

// worth returns what player n gets for the coming rounds: "bye", "absent" or "" of each
// up to the given one.
func (w *table) worth(n, upTo int) (out []string) {
	l := w.snap.State.Players[n-1]
	for r := 1; r <= upTo; r++ {
		switch {
		case l.AwardedBye(r):
			out = append(out, "bye")
		case l.Away(r):
			out = append(out, "absent")
		default:
			out = append(out, "")
		}
	}
	return out
}

// A bye that a player asked for is an absence where the event turns out to have so few
// rounds that it is in the last one: after players have left before the start, and after
// an organiser has chosen fewer rounds. A bye that an organiser gave stays.
func TestARequestedByeIsInNoLastRound(t *testing.T) {
	w := chess(t, 20, settings(0, 0))
	w.sitsOut(1, []int{1, 4}, []int{1, 4}, nil)
	w.sitsOut(2, []int{3}, []int{3}, nil)
	w.do(&command.Change{Player: 3, Byes: []int{3}})
	for n := 9; n <= 20; n++ {
		if err := w.as(w.user(n), &command.Leave{Player: n}); err != nil {
			t.Fatal(err)
		}
	}
	w.do(&command.Start{})
	if got := w.snap.State.PlannedRounds(); got != 3 {
		t.Fatalf("8 players play %d rounds", got)
	}
	want := map[int][]string{1: {"bye", "", "", ""}, 2: {"", "", "absent", ""}, 3: {"", "", "bye", ""}}
	for n, is := range want {
		if got := w.worth(n, 4); !slices.Equal(got, is) {
			t.Errorf("player %d of 8: %q, want %q", n, got, is)
		}
	}
	w.do(&command.Undo{})
	if got := w.worth(1, 4); !slices.Equal(got, []string{"bye", "", "", "bye"}) {
		t.Errorf("after the start was undone: %q", got)
	}
	w.do(&command.Start{})
	for len(w.snap.State.Rounds) < 3 {
		w.round()
		w.firstWins()
	}
	s := w.snap.State
	if l := s.Ledger.Rounds[2].Matches[s.MatchOf(3, 2)-1]; l.Kind != ledger.AssignedLoss {
		t.Errorf("player 2 in the last round: %+v", l)
	}
	w.replays(t)

	x := chess(t, 8, settings(5, 0))
	x.sitsOut(1, []int{3, 4}, []int{3, 4}, nil)
	x.do(&command.Start{})
	x.round()
	x.firstWins()
	x.do(&command.ChangeSettings{Edit: func(old tournament.Settings) (tournament.Settings, error) {
		old.Stages = settings(3, 0).Stages
		return old, nil
	}})
	if got := x.worth(1, 5); !slices.Equal(got, []string{"", "", "absent", "", ""}) {
		t.Errorf("after the rounds became fewer: %q", got)
	}
	x.replays(t)
}

// A round that fewer than two players play because the others sit it out is refused with
// that reason, in Swiss rounds and in a round robin.
func TestARoundThatAllSitOutIsRefused(t *testing.T) {
	robin := settings(0, 0)
	robin.Stages = stage.Chain{Stages: []stage.Stage{{Kind: stage.RoundRobin}}}
	for name, set := range map[string]tournament.Settings{"Swiss": settings(3, 0), "round robin": robin} {
		w := chess(t, 4, set)
		for n := 1; n <= 4; n++ {
			w.do(&command.Change{Player: n, Away: []int{2}})
		}
		w.do(&command.Start{})
		w.round()
		w.firstWins()
		w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "round.all_out")
		w.do(&command.Change{Player: 1, Plays: []int{2}}, &command.Change{Player: 2, Plays: []int{2}})
		if err := w.as("organiser", &command.Pair{}); err != nil {
			t.Errorf("%s: two players are there: %v", name, err)
		}
	}
}

// The preview of a round robin names the matches for which no round is left, because one
// of the two sits out.
func TestMatchesLostByAnAbsenceAreNamed(t *testing.T) {
	set := settings(0, 0)
	set.Stages = stage.Chain{Stages: []stage.Stage{{Kind: stage.RoundRobin}}}
	for _, n := range []int{4, 5, 6, 7, 8} {
		w := chess(t, n, set)
		w.do(&command.Change{Player: 1, Away: []int{2}}, &command.Start{})
		named := map[[2]int]bool{}
		for len(w.snap.State.Rounds) < w.snap.State.StageRounds() {
			w.do(&command.Pair{})
			for _, pair := range rounds.LostMatches(w.snap.State) {
				named[pair] = true
			}
			w.do(&command.Publish{}, &command.StartRound{})
			w.firstWins()
		}
		met, _ := meetings(w.snap.State)
		for a := 1; a <= n; a++ {
			for b := a + 1; b <= n; b++ {
				if lost := met[[2]int{a - 1, b - 1}] == 0; lost != (named[[2]int{a, b}] || named[[2]int{b, a}]) {
					t.Errorf("%d players: %d and %d: lost %v, named %v", n, a, b, lost, !lost)
				}
			}
		}
		if want := 1 - n%2; len(named) != want {
			t.Errorf("%d players: %d matches are named, want %d", n, len(named), want)
		}
	}
}
