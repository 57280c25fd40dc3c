package tournament_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// missed returns an event in whose first timed round player a says that b, the opponent, is
// not there.
func missed(t *testing.T, players int) (w *table, at tournament.Place, a, b int) {
	t.Helper()
	w = running(t, players, 3, 0)
	a = w.player(1, 1, 0)
	at, b = tournament.Place{Round: 1, Match: 1}, w.opponent(1, a)
	w.claims(at, a)
	return w, at, a, b
}

func (w *table) claims(at tournament.Place, n int) {
	w.t.Helper()
	w.do(&command.ClaimForfeit{Player: n, At: at})
}

func (w *table) comes(at tournament.Place, n int) {
	w.t.Helper()
	w.do(&command.BePresent{Player: n, At: at})
}

func (w *table) agrees(n int) {
	w.t.Helper()
	w.do(&command.ConfirmReport{Player: n})
}

// fires lets the deadline that ends a claim come.
func (w *table) fires(kind tournament.DueKind, round, match int) {
	w.t.Helper()
	timer := w.timer(kind, round, match)
	w.now = timer.At
	if err := w.fire(timer.Due); err != nil {
		w.t.Fatalf("%s: %v", timer.Key(), err)
	}
}

// A player who is missed has the grace of the ruleset, here ten minutes, from the claim on; then
// the match is lost, and the round stays open for them until its scheduled end.
func TestAMissedPlayerLosesAndMayComeUntilTheEndOfTheRound(t *testing.T) {
	w, at, a, b := missed(t, 4)
	claimed := w.now
	if end := w.snap.State.ClaimEnds(at); !end.Equal(claimed.Add(10 * time.Minute)) {
		t.Fatalf("the time to come ends at %v, claimed at %v", end, claimed)
	}
	other := w.player(1, 2, 0)
	w.reports(other, "2-0")
	w.agrees(w.opponent(1, other))
	w.fires(tournament.DueClaim, 1, 1)
	m, l := w.snap.State.Match(1, 1)
	if m.ConfirmBy != tournament.ByClaim || l.Kind != ledger.Forfeit || int(l.Seats[0])+1 != a {
		t.Fatalf("%+v %+v", m, l)
	}
	r := w.snap.State.Current()
	if got := w.snap.State.Awaited(r); r.Status != tournament.Started || len(got) != 1 || got[0] != b {
		t.Fatalf("the round is %v and waits for %v", r.Status, got)
	}
	w.replays(t)
	w.now = r.Deadline.Add(-2 * time.Second)
	w.comes(at, b)
	if m, l := w.snap.State.Match(1, 1); m.Confirmed || l.Finished() || m.Swapped || m.Claim() != nil {
		t.Fatalf("%+v %+v", m, l)
	}
	w.reports(b, "2-0")
	w.agrees(a)
	if w.snap.State.Current().Status != tournament.Done || !w.snap.State.Taking(b) {
		t.Error("the round is not over when the match is played")
	}
	w.replays(t)
}

// A claim that is not answered until the round has its time stands, the round closes, and who
// did not come is dropped but may come back.
func TestWhoDoesNotComeIsDroppedAndMayComeBack(t *testing.T) {
	w, at, _, b := missed(t, 4)
	other := w.player(1, 2, 0)
	w.reports(other, "2-0")
	w.agrees(w.opponent(1, other))
	w.fires(tournament.DueClaim, 1, 1)
	w.fires(tournament.DueTime, 1, 0)
	s := w.snap.State
	if s.Current().Status != tournament.Done || s.Taking(b) || !s.Players.At(b).NoShow {
		t.Fatalf("%v, %+v", s.Current().Status, s.Players.At(b))
	}
	if err := w.as("", &command.BePresent{Player: b, At: at}); tournament.ClassOf(err) != tournament.WrongPhase {
		t.Errorf("after the round: %v", err)
	}
	if err := w.as("", &command.ComeBack{Player: other}); tournament.ClassOf(err) != tournament.NotAllowed {
		t.Errorf("who was not dropped comes back: %v", err)
	}
	w.do(&command.ComeBack{Player: b})
	if s := w.snap.State; !s.Taking(b) || s.Players.At(b).NoShow {
		t.Error("is still out")
	}
	w.round()
	if w.snap.State.MatchOf(2, b) == 0 {
		t.Error("is not paired")
	}
	w.replays(t)
}

// In a live round robin who does not come is out too: the opponents win the matches to come, as
// announced for who leaves, until the player is back.
func TestWhoDoesNotComeToARoundRobinIsDropped(t *testing.T) {
	for _, chain := range []string{"roundrobin", "groups 2 roundrobin > single 2"} {
		s := settings(3, 0)
		s.Stages = stage.MustParse(chain)
		w := given(t, s, 8)
		w.do(&command.Start{})
		w.round()
		a := w.player(1, 1, 0)
		at, b := tournament.Place{Round: 1, Match: 1}, w.opponent(1, a)
		w.claims(at, a)
		w.fires(tournament.DueClaim, 1, 1)
		w.firstWins()
		if w.snap.State.Current().Status == tournament.Started {
			w.fires(tournament.DueTime, 1, 0)
		}
		p := w.snap.State.Players.At(b)
		if w.snap.State.Taking(b) || !p.NoShow || p.Annulled || p.Unplayed {
			t.Fatalf("%s: %+v", chain, p)
		}
		w.round()
		matches := w.snap.State.Ledger.Rounds[1].Matches
		if !slices.ContainsFunc(matches, func(l ledger.Match) bool { return l.Kind == ledger.Bye }) || w.snap.State.MatchOf(2, b) != 0 {
			t.Errorf("%s: the opponent of the next round does not win: %+v", chain, matches)
		}
		w.do(&command.ComeBack{Player: b})
		w.firstWins()
		w.round()
		if l, _ := w.result(3, w.snap.State.MatchOf(3, b)); l.Kind != ledger.Played || l.N != 2 {
			t.Errorf("%s: who is back does not play: %+v", chain, l)
		}
		w.replays(t)
	}
}

// Who comes when it is too late to play the match stays in.
func TestWhoComesAfterTheTimeStaysIn(t *testing.T) {
	w, at, _, b := missed(t, 4)
	w.fires(tournament.DueClaim, 1, 1)
	w.fires(tournament.DueTime, 1, 0) // the other table plays on
	w.comes(at, b)
	if m, _ := w.snap.State.Match(1, 1); !m.LostByClaim() {
		t.Error("the match is open again after the time")
	}
	other := w.player(1, 2, 0)
	w.reports(other, "2-0")
	w.agrees(w.opponent(1, other))
	if s := w.snap.State; s.Current().Status != tournament.Done || !s.Taking(b) {
		t.Errorf("%v, taking part: %v", s.Current().Status, s.Taking(b))
	}
	w.replays(t)
}

// A round waits only for those who have pressed something since the one before began.
func TestARoundWaitsForNoGhost(t *testing.T) {
	for _, pressed := range []bool{false, true} {
		w := running(t, 4, 3, 0)
		for m := 1; pressed && m <= 2; m++ {
			a := w.player(1, m, 0)
			w.reports(a, "2-0")
			w.agrees(w.opponent(1, a))
		}
		w.finishRound()
		w.now = w.snap.State.Current().Deadline // until then a player is not late for the next
		w.round()
		w.claims(tournament.Place{Round: 2, Match: 1}, w.player(2, 1, 0))
		w.do(&command.Correct{Round: 2, Match: 2, Text: "2-0"})
		w.fires(tournament.DueClaim, 2, 1)
		if open := w.snap.State.Current().Status == tournament.Started; open != pressed {
			t.Errorf("pressed something: %v, the round waits: %v", pressed, open)
		}
		w.replays(t)
	}
}

// An untimed round waits as long again as there was to come.
func TestAnUntimedRoundWaitsAsLongAgain(t *testing.T) {
	s := settings(3, 0)
	s.RoundMinutes, s.Grace = tournament.Untimed, 5
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	at := tournament.Place{Round: 1, Match: 1}
	w.claims(at, w.player(1, 1, 0))
	claimed := w.now
	w.do(&command.Correct{Round: 1, Match: 2, Text: "2-0"})
	w.fires(tournament.DueClaim, 1, 1)
	if w.snap.State.Current().Status != tournament.Started {
		t.Fatal("the round is over")
	}
	w.fires(tournament.DueAwaited, 1, 0)
	if over := w.snap.State.Current(); over.Status != tournament.Done || over.ClosedAt.Sub(claimed).Round(time.Minute) != 10*time.Minute {
		t.Errorf("%v after %v", over.Status, over.ClosedAt.Sub(claimed))
	}
	w.replays(t)
}

// Pauses of the clock and outages are given back, and nothing runs before the round began.
func TestTheTimeToComeStandsStill(t *testing.T) {
	w, at, _, _ := missed(t, 4)
	end := w.snap.State.ClaimEnds(at)
	w.now = w.now.Add(3 * time.Minute)
	w.do(&command.PauseClock{})
	if got := w.snap.State.ClaimEnds(at); !got.IsZero() {
		t.Errorf("runs while the clock is paused, until %v", got)
	}
	w.now = w.now.Add(time.Hour)
	w.do(&command.ResumeClock{})
	if got := w.snap.State.ClaimEnds(at).Sub(end); got.Round(time.Minute) != time.Hour {
		t.Errorf("a pause of an hour gives %v back", got)
	}
	from := w.now
	w.now = w.now.Add(5 * time.Minute)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if got := w.snap.State.ClaimEnds(at).Sub(end); got.Round(time.Minute) != 65*time.Minute {
		t.Errorf("a pause of an hour and an outage of five minutes give %v back", got)
	}
	w.replays(t)
}

// Who is called before the time of the round before is over has until then, and the grace.
func TestNoPlayerIsLateForARoundThatStartsEarly(t *testing.T) {
	w := running(t, 4, 3, 0)
	w.finishRound()
	w.round()
	at := tournament.Place{Round: 2, Match: 1}
	w.claims(at, w.player(2, 1, 0))
	if end, want := w.snap.State.ClaimEnds(at), w.snap.State.Rounds.At(1).Deadline.Add(10*time.Minute); !end.Equal(want) {
		t.Errorf("the time to come ends at %v, want %v", end, want)
	}
}

// Answers: a press, a report and a claim of one's own end a claim; the second one goes to the
// organisers.
func TestAClaimIsAnswered(t *testing.T) {
	w, at, a, b := missed(t, 4)
	w.comes(at, b)
	if m, _ := w.snap.State.Match(1, 1); m.Claimed() {
		t.Error("a press answers nothing")
	}
	w.claims(at, a)
	if m, _ := w.snap.State.Match(1, 1); !m.Claim().Objected || !w.snap.State.ClaimEnds(at).IsZero() {
		t.Error("the second claim is not for the organisers")
	}
	w.replays(t)
	w, at, _, b = missed(t, 4)
	w.claims(at, b) // says that they are there, as a press does
	if m, _ := w.snap.State.Match(1, 1); m.Claimed() {
		t.Error("two claims against each other leave one")
	}
	w, at, _, b = missed(t, 4)
	w.reports(b, "2-0")
	if m, _ := w.snap.State.Match(1, 1); m.Claim() != nil || !w.snap.State.ClaimEnds(at).IsZero() {
		t.Error("a report leaves the claim")
	}
	w.replays(t)
}

// What a claim is refused for, and where silence settles none.
func TestWhereClaimsEndNothing(t *testing.T) {
	w, at, a, b := missed(t, 5)
	for why, err := range map[string]error{
		"twice":         w.as("", &command.ClaimForfeit{Player: a, At: at}),
		"not missed":    w.as("", &command.BePresent{Player: a, At: at}),
		"another match": w.as("", &command.ClaimForfeit{Player: a, At: tournament.Place{Round: 1, Match: 2}}),
		"a bye":         w.as("", &command.ClaimForfeit{Player: w.player(1, 3, 0), At: tournament.Place{Round: 1, Match: 3}}),
	} {
		if tournament.ClassOf(err) == "" {
			t.Errorf("%s: %v", why, err)
		}
	}
	w.do(&command.CallJudge{Player: b})
	if end := w.snap.State.ClaimEnds(at); !end.IsZero() {
		t.Errorf("with a judge called it ends at %v", end)
	}
	for _, final := range []bool{false, true} { // a guest cannot be asked
		s := settings(3, 0)
		s.GuestFinal = final
		w := given(t, s, 1)
		w.guests(1)
		w.do(&command.Start{})
		w.round()
		w.claims(at, 1)
		if settles := !w.snap.State.ClaimEnds(at).IsZero(); settles != final || w.snap.State.ClaimWaits(at) == final {
			t.Errorf("with guest_final=%v silence of a guest settles: %v", final, settles)
		}
	}
	s := settings(3, 0)
	s.Grace = tournament.Never
	w = given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	if err := w.as("", &command.ClaimForfeit{Player: w.player(1, 1, 0), At: at}); tournament.ClassOf(err) != tournament.WrongPhase {
		t.Errorf("where organisers decide: %v", err)
	}
}

var claimEvenings = flag.Int("claims", 60, "evenings with claims to simulate")

// TestClaimsAreNoWeapon plays evenings without an organiser at the tables: a fifth of the
// players are ghosts, who never press anything; some play and do not read Discord until late
// in the round, and their opponents claim. Nobody who presses "I am here" before the end of
// a round has lost a match of it by a claim when it closes, or is absent from it, and every
// ghost who was claimed is out before the next pairing. In every third evening tables are of
// three and four.
func TestClaimsAreNoWeapon(t *testing.T) {
	attacks, ghosts, returned := 0, 0, 0
	for seed := range uint64(*claimEvenings) {
		rng := rand.New(rand.NewPCG(seed, 33))
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.gathersFor([]string{"magic", "magic", "commander-pods"}[seed%3], settings(3, 0), 6+rng.IntN(8))
		w.do(&command.Start{})
		ghost := make([]bool, len(w.snap.State.Players)+1)
		for n := range ghost {
			ghost[n] = rng.IntN(5) == 0
		}
		for round := 1; round <= 3 && w.snap.State.Phase == tournament.Running && w.snap.State.Count(tournament.Registered) > 0; round++ {
			if taking := w.snap.State.Field(); len(taking) < w.snap.State.Rules.Seats.Min {
				break
			}
			w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
			returned += w.playsWithClaims(rng, ghost, &attacks)
			for m, match := range w.snap.State.Current().Matches {
				at := tournament.Place{Round: round, Match: m + 1}
				for _, lost := range w.snap.State.Missed(at) {
					if !match.LostByClaim() && !w.snap.State.AbsentFrom(at, lost) {
						continue
					}
					if !ghost[lost] {
						t.Fatalf("seed %d: player %d was there and has lost by a claim", seed, lost)
					}
					if ghosts++; round < 3 && w.snap.State.Taking(lost) && len(w.snap.State.Field()) > 3 {
						t.Fatalf("seed %d: ghost %d is to be paired again", seed, lost)
					}
				}
			}
		}
		w.replays(t)
	}
	t.Logf("%d ghosts lost, %d claims against players who were there, %d of them settled before they came", ghosts, attacks, returned)
	if attacks == 0 || ghosts == 0 || returned == 0 {
		t.Error("the evenings have no claims of each kind")
	}
}

// playsWithClaims plays the current round to its end, and returns how many players came after
// they had lost by a claim.
func (w *table) playsWithClaims(rng *rand.Rand, ghost []bool, attacks *int) (returned int) {
	w.t.Helper()
	r := w.snap.State.Current()
	end := r.Deadline
	elsewhere := map[tournament.Place]int{}
	for _, m := range w.snap.State.Blocking(r.Number) {
		at := tournament.Place{Round: r.Number, Match: m}
		a, b := w.player(r.Number, m, 0), w.player(r.Number, m, 1)
		if len(w.snap.State.PlayingAt(at)) > 2 {
			if n := w.playsAtATable(rng, at, ghost); n > 0 {
				*attacks++
				elsewhere[at] = n
			}
			continue
		}
		switch {
		case ghost[a] && ghost[b]:
		case ghost[b]:
			w.claims(at, a)
		case ghost[a]:
			w.claims(at, b)
		case rng.IntN(3) == 0:
			*attacks++
			w.claims(at, a)
			elsewhere[at] = b
		default:
			w.reports(a, "2-0")
			w.agrees(b)
		}
	}
	w.runs(end.Add(-time.Minute))
	for at, n := range elsewhere {
		m, l := w.snap.State.Match(at.Round, at.Match)
		if m.LostByClaim() || w.snap.State.AbsentFrom(at, n) {
			returned++
		}
		w.comes(at, n)
		if l.N > 2 {
			w.reports(n, "win")
			others := slices.DeleteFunc(w.snap.State.PlayingAt(at), func(other int) bool { return other == n })
			w.agrees(others[0])
			continue
		}
		w.reports(n, "2-1")
		w.agrees(w.opponent(at.Round, n))
	}
	w.runs(end.Add(time.Minute))
	if w.snap.State.Current().Status == tournament.Started { // two ghosts at a table
		w.do(&command.CloseRound{Resolve: tournament.ResolveDoubleLoss})
	}
	return returned
}

// playsAtATable lets the players of a table of three or four miss the ghosts among them and
// sometimes one who plays elsewhere, whom it returns. The others play at once.
func (w *table) playsAtATable(rng *rand.Rand, at tournament.Place, ghost []bool) (elsewhere int) {
	w.t.Helper()
	there := slices.DeleteFunc(w.snap.State.PlayingAt(at), func(n int) bool { return ghost[n] })
	if len(there) == 0 {
		return 0
	}
	missed := slices.DeleteFunc(w.snap.State.PlayingAt(at), func(n int) bool { return !ghost[n] })
	if len(there) > 1 && rng.IntN(3) == 0 {
		elsewhere = there[1]
		missed = append(missed, elsewhere)
	}
	for _, of := range missed {
		w.misses(at, there[0], of)
	}
	if len(missed) > 0 {
		w.runs(w.now.Add(6 * time.Minute))
	}
	if m, _ := w.snap.State.Match(at.Round, at.Match); elsewhere == 0 && len(there) > 1 && !m.Confirmed {
		w.reports(there[0], "win")
		w.agrees(there[1])
	}
	return elsewhere
}
