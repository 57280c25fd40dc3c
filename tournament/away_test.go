package tournament_test

import (
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
)

// agreedMatch starts a league of four whose players 1 and another have agreed on a time
// some days after its opening, and returns their match, the other, and the opening.
func agreedMatch(t *testing.T, set tournament.Settings, days int) (w *table, at tournament.Place, other int, opened time.Time) {
	t.Helper()
	w = given(t, set, 4)
	w.do(&command.Start{})
	opened = w.snap.State.Rounds[0].StartedAt
	other = w.opponent(1, 1)
	at = w.match(1, other)
	agreed := opened.AddDate(0, 0, days)
	w.do(&command.ProposeTimes{Player: 1, At: at, Times: []time.Time{agreed}}, &command.AcceptTime{Player: other, At: at, Time: agreed})
	return w, at, other, opened
}

func (w *table) fixture(at tournament.Place) *fixture.Fixture {
	m, _ := w.snap.State.Match(at.Round, at.Match)
	return m.Fixture
}

func hours(n int) time.Duration { return time.Duration(n) * time.Hour }

// TestWhoIsAwayAsSaidDoesNotForfeit: a match is agreed for day 3; one of the two is away
// from day 2 to day 5, the other is there and waits. A claim is possible only when the
// first is back and has had the time to appear; then there is all of the time to object.
func TestWhoIsAwayAsSaidDoesNotForfeit(t *testing.T) {
	w, at, other, opened := agreedMatch(t, arranged("roundrobin"), 3)
	back := opened.AddDate(0, 0, 5)
	w.do(&command.BeAway{Player: 1, From: opened.AddDate(0, 0, 2), Until: back})
	w.runs(opened.AddDate(0, 0, 3))
	w.do(&command.BePresent{Player: other, At: at})
	w.runs(w.now.Add(25 * time.Minute))
	w.refused("u", &command.ClaimForfeit{Player: other, At: at}, tournament.WrongPhase, "fixture.wait")
	w.runs(back.Add(19 * time.Minute))
	w.refused("u", &command.ClaimForfeit{Player: other, At: at}, tournament.WrongPhase, "fixture.wait")
	w.runs(back.Add(21 * time.Minute))
	w.do(&command.ClaimForfeit{Player: other, At: at})
	claim := w.fixture(at).Claim.At
	if end := w.snap.State.ClaimEnds(at); !end.Equal(claim.Add(hours(24))) {
		t.Errorf("the time to object is over at %s", end)
	}
	w.replays(t)

	// Back, the first may propose another time although the agreed one has come.
	w, at, other, opened = agreedMatch(t, arranged("roundrobin"), 3)
	w.do(&command.BeAway{Player: 1, From: opened.AddDate(0, 0, 2), Until: back})
	w.runs(opened.AddDate(0, 0, 3).Add(time.Hour))
	w.do(&command.ProposeTimes{Player: 1, At: at, Times: []time.Time{opened.AddDate(0, 0, 6)}}, &command.AcceptTime{Player: other, At: at, Time: opened.AddDate(0, 0, 6)})
	w.replays(t)
}

// TestAnAbsenceStopsTheTimeToObject: from its beginning, and for one that is announced
// later from the announcement on: what has run before is not given back.
func TestAnAbsenceStopsTheTimeToObject(t *testing.T) {
	claimed := func() (w *table, at tournament.Place, claim time.Time) {
		w, at, other, opened := agreedMatch(t, arranged("roundrobin"), 2)
		w.runs(opened.AddDate(0, 0, 2))
		w.do(&command.BePresent{Player: other, At: at})
		w.runs(w.now.Add(20 * time.Minute))
		w.do(&command.ClaimForfeit{Player: other, At: at})
		return w, at, w.fixture(at).Claim.At
	}
	for name, tc := range map[string]struct{ from, until, want int }{ // hours after the claim
		"soon":             {12, 60, 24 + 48},
		"over the end":     {23, 24 * 5, 24 + 97},
		"after the end":    {30, 60, 24},
		"begun long since": {-40, 34, 24 + 24}, // announced ten hours after the claim
	} {
		w, at, claim := claimed()
		w.now = claim.Add(hours(10))
		w.do(&command.BeAway{Player: 1, From: claim.Add(hours(tc.from)), Until: claim.Add(hours(tc.until))})
		said := w.snap.Log[len(w.snap.Log)-1].Time
		want := claim.Add(hours(tc.want))
		if tc.from < 0 {
			want = claim.Add(hours(24) + claim.Add(hours(tc.until)).Sub(said))
		}
		if got := w.snap.State.ClaimEnds(at); !got.Equal(want) {
			t.Errorf("%s: the time to object is over %s after the claim, want %s", name, got.Sub(claim), want.Sub(claim))
		}
		w.runs(want.Add(-time.Minute))
		if w.fixture(at).End != "" {
			t.Errorf("%s: lost before the time to object was over", name)
		}
		w.runs(want)
		if w.fixture(at).End != fixture.Forfeit {
			t.Errorf("%s: %q after it", name, w.fixture(at).End)
		}
		w.replays(t)
	}
}

// TestSilenceOnAReportWaitsForWhoIsAway: a report is confirmed by silence when the player
// asked is back and has had the time to answer.
func TestSilenceOnAReportWaitsForWhoIsAway(t *testing.T) {
	w, at, other, opened := agreedMatch(t, arranged("roundrobin"), 3)
	w.do(&command.BeAway{Player: 1, From: opened.AddDate(0, 0, 2), Until: opened.AddDate(0, 0, 5)})
	w.runs(opened.AddDate(0, 0, 3))
	w.do(&command.ReportResult{Player: other, Round: at.Round, Match: at.Match, Text: "2-0"})
	if got, want := w.snap.State.SilenceAt(at.Round, at.Match), opened.AddDate(0, 0, 6); !got.Equal(want) {
		t.Errorf("silence confirms at %s, want %s", got, want)
	}
	w.replays(t)
}

// TestAbsencesAreAUnionOfDays: a second absence does not replace the first, days that
// overlap extend a window once, and what is taken back counts no longer, except for what
// has been.
func TestAbsencesAreAUnionOfDays(t *testing.T) {
	w := given(t, arranged("roundrobin"), 4)
	w.do(&command.Start{})
	opened := w.snap.State.Rounds[0].StartedAt
	on := func(day int) time.Time { return opened.AddDate(0, 0, day) }
	at := w.match(1, w.opponent(1, 1))
	away := func(from, until int, back bool) {
		t.Helper()
		w.do(&command.BeAway{Player: 1, From: on(from), Until: on(until), Back: back})
	}
	is := func(days ...int) {
		t.Helper()
		var got []int
		for _, x := range w.snap.State.AwayOf(1) {
			got = append(got, int(x.From.Sub(opened)/hours(24)), int(x.Until.Sub(opened)/hours(24)))
		}
		if !slices.Equal(got, days) {
			t.Errorf("away on days %v, want %v", got, days)
		}
	}
	away(1, 3, false)
	away(5, 6, false)
	is(1, 3, 5, 6)
	away(2, 5, false)
	is(1, 6)
	if got := w.fixture(at).Shifted; got != hours(5*24) {
		t.Errorf("the window is longer by %s", got)
	}
	n := len(w.snap.Log)
	away(2, 4, false)
	if len(w.snap.Log) != n {
		t.Error("what is known already is written again")
	}
	away(4, 5, true)
	is(1, 4, 5, 6)
	w.runs(on(2))
	away(0, 30, true)
	is(1, 2)
	if tournament.LastBatch(w.snap.Log) > 0 && w.snap.Log[tournament.LastBatch(w.snap.Log)-1].Kind == "player_away" {
		t.Error("an organiser's undo takes back what a player said of themselves")
	}
	w.replays(t)
}

// TestAnAbsenceWithoutEndIsNoEscape: a player who is away again and again does not lose
// by silence, but when the window can be extended no more, the organisers decide.
func TestAnAbsenceWithoutEndIsNoEscape(t *testing.T) {
	w, at, other, opened := agreedMatch(t, arranged("roundrobin"), 2)
	w.runs(opened.AddDate(0, 0, 2))
	w.do(&command.BePresent{Player: other, At: at})
	w.runs(w.now.Add(20 * time.Minute))
	w.do(&command.ClaimForfeit{Player: other, At: at})
	last := opened.AddDate(0, 0, 7+14) // two weeks more than its window
	for day := 2; day < 40; day++ {
		w.runs(opened.AddDate(0, 0, day).Add(hours(6)))
		if w.now.Before(opened.AddDate(0, 0, 38)) {
			w.do(&command.BeAway{Player: 1, From: w.now, Until: w.now.AddDate(0, 0, 5)})
		}
		if waits := slices.Contains(w.snap.State.ForOrganisers(w.now), at); waits == w.now.Before(last) {
			t.Fatalf("on day %d it waits for the organisers: %v", day, waits)
		}
		if w.fixture(at).End != "" {
			t.Fatalf("on day %d it is over: %s", day, w.fixture(at).End)
		}
	}
	noticed := 0
	for i := range w.snap.Log {
		if ev, ok := w.snap.Log[i].Event.(*tournament.FixtureOverdue); ok && ev.Match == at.Match && ev.Round == at.Round {
			noticed++
		}
	}
	if noticed != 1 {
		t.Errorf("the organisers were notified %d times", noticed)
	}
	w.do(&command.Verdict{At: at, End: fixture.Forfeit, Loser: 1})
	w.replays(t)
}

// TestAReminderWaitsForWhoIsAway: inside announced days of one of the two, a reminder goes
// to the other only; in days of both it comes when the first is back, unless that is too
// late for it. It comes once.
func TestAReminderWaitsForWhoIsAway(t *testing.T) {
	for name, tc := range map[string]struct {
		first, second [2]int // hours of the window
		at            int    // hour at which the reminder of half of the window comes
		who           []bool // first, second
	}{
		"nobody":        {[2]int{}, [2]int{}, 84, []bool{true, true}},
		"one":           {[2]int{24, 600}, [2]int{}, 156, []bool{false, true}},
		"both":          {[2]int{24, 600}, [2]int{24, 400}, 400, []bool{false, true}},
		"back together": {[2]int{24, 400}, [2]int{48, 400}, 400, []bool{true, true}},
		"too late":      {[2]int{24, 600}, [2]int{24, 600}, 252, []bool{false, false}},
	} {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Start{})
		at := tournament.Place{Round: 1, Match: 1}
		opened, sides := w.fixture(at).Opens, []int{w.snap.State.PlayerAt(at, fixture.First), w.snap.State.PlayerAt(at, fixture.Second)}
		for i, span := range [][2]int{tc.first, tc.second} {
			if span[1] > 0 {
				w.do(&command.BeAway{Player: sides[i], From: opened.Add(hours(span[0])), Until: opened.Add(hours(span[1]))})
			}
		}
		w.runs(opened.Add(hours(480))) // the window is extended by two weeks where one is away
		n := 0
		for i := range w.snap.Log {
			ev, ok := w.snap.Log[i].Event.(*tournament.FixtureReminded)
			if !ok || ev.What != string(fixture.NoProposal) || ev.Round != 1 || ev.Match != 1 {
				continue
			}
			n++
			if got := w.snap.Log[i].Time.Sub(opened); got != hours(tc.at) {
				t.Errorf("%s away: reminded after %v, not %d hours", name, got, tc.at)
			}
			who := w.snap.State.Reminds(ev, w.snap.Log[i].Time)
			for i, want := range tc.who {
				if slices.Contains(who, sides[i]) != want {
					t.Errorf("%s away: %v are reminded", name, who)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s away: reminded %d times", name, n)
		}
		w.replays(t)
	}
}
