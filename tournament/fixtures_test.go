package tournament_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/stage"
)

var fixtureWeeks = flag.Int("weeks", 24, "weeks of arranged matches to simulate")

// arranged returns the settings of a league whose matches players arrange.
func arranged(chain string) tournament.Settings {
	s := settings(0, 0)
	s.Stages = stage.MustParse(chain)
	s.RoundDays, s.TimeZone, s.ConfirmMinutes = 7, "Europe/Berlin", 10
	s.Fixtures = tournament.Fixtures{Opens: tournament.ByDate, Silence: true, Unplayed: tournament.UnplayedVoid}
	return s
}

// runs fires every deadline that is due until a time.
func (w *table) runs(until time.Time) {
	w.t.Helper()
	for {
		timers := tournament.Timers(w.snap.State)
		slices.SortStableFunc(timers, func(a, b tournament.Timer) int { return a.At.Compare(b.At) })
		if len(timers) == 0 || timers[0].At.After(until) {
			break
		}
		if timers[0].At.After(w.now) {
			w.now = timers[0].At
		}
		if err := w.bot(&command.Fire{Key: timers[0].Key()}); err != nil {
			w.t.Fatalf("%s: %v", timers[0].Key(), err)
		}
	}
	if until.After(w.now) {
		w.now = until
	}
}

// bot carries out a command of the bot.
func (w *table) bot(c command.Command) error {
	w.n++
	return w.carry(command.Request{Cause: fmt.Sprint("d", w.n), Command: c, Fresh: fmt.Appendf(nil, "%032d", w.n)})
}

// match returns the match between two players.
func (w *table) match(a, b int) tournament.Place {
	w.t.Helper()
	s := w.snap.State
	for r := range s.Rounds {
		if m := s.MatchOf(r+1, a); m > 0 && m == s.MatchOf(r+1, b) {
			return tournament.Place{Round: r + 1, Match: m}
		}
	}
	w.t.Fatalf("%d and %d have not met", a, b)
	return tournament.Place{}
}

// opponent returns whom player n meets in a round.
func (w *table) opponent(round, n int) int {
	_, l := w.snap.State.Match(round, w.snap.State.MatchOf(round, n))
	for _, p := range l.Players() {
		if int(p)+1 != n {
			return int(p) + 1
		}
	}
	return 0
}

// A late match locks no later round: the next opens on its date beside it, a Swiss
// pairs it as a draw with a warning, and the standings count it when it is played.
func TestALateMatchLocksNoLaterRound(t *testing.T) {
	w := given(t, arranged("swiss 3"), 8)
	w.do(&command.Start{})
	opened := w.snap.State.Rounds[0].StartedAt
	late := w.match(1, w.opponent(1, 1))
	for m := 1; m <= 4; m++ {
		if m != late.Match {
			w.do(&command.Correct{Round: 1, Match: m, Text: "2-0"})
		}
	}
	if len(w.snap.State.Rounds) != 1 {
		t.Fatal("a round opened before its date")
	}
	w.do(&command.ProposeTimes{Player: 1, At: late, Times: []time.Time{opened.AddDate(0, 0, 9)}})
	w.do(&command.AcceptTime{Player: w.opponent(1, 1), At: late, Time: opened.AddDate(0, 0, 9)})
	w.runs(opened.AddDate(0, 0, 8))
	s := w.snap.State
	if len(s.Rounds) != 2 || s.Rounds[0].Status != tournament.Done || len(s.Blocking(1)) != 1 {
		t.Fatalf("%d rounds, the first %d", len(s.Rounds), s.Rounds[0].Status)
	}
	if at := s.Rounds[1].StartedAt.Sub(s.Rounds[0].Deadline); at < 0 || at > time.Minute {
		t.Errorf("round 2 opened %s after its date", at)
	}
	for i := range w.snap.Log {
		if p, ok := w.snap.Log[i].Event.(*tournament.RoundPaired); ok && p.Round == 2 && !slices.Equal(p.AsDraws, []tournament.Place{late}) {
			t.Errorf("round 2 is paired with %v as draws", p.AsDraws)
		}
	}
	points := func() string { tb, _ := s.Table(-1); return tb.Row(0).Points.String() }
	if points() != "0" {
		t.Errorf("%s points for a match that was not played", points())
	}
	if err := w.as("u1", &command.ReportResult{Player: 1, Round: 1, Match: late.Match, Text: "2-1"}); err != nil {
		t.Fatal(err)
	}
	if err := w.as("u", &command.ConfirmReport{Player: w.opponent(1, 1), Round: 1, Match: late.Match}); err != nil {
		t.Fatal(err)
	}
	if s = w.snap.State; points() != "3" {
		t.Errorf("%s points for a late win", points())
	}
	w.replays(t)
}

// replays holds that the log folds and replays to what it is.
func (w *table) replays(t *testing.T) {
	t.Helper()
	if _, out, err := replay.Run(1, w.snap.Log); err != nil || !out.Difference.IsZero() {
		t.Errorf("%v, %v", err, out)
	}
}

// No clock makes a player lose: that needs a claim, and time to object.
func TestNoLossWithoutAClaim(t *testing.T) {
	w := given(t, arranged("roundrobin"), 4)
	w.do(&command.Start{})
	opened := w.snap.State.Rounds[0].StartedAt
	idle, open := w.match(1, w.opponent(1, 1)), tournament.Place{Round: 1, Match: 1}
	if idle.Match == 1 {
		open.Match = 2
	}
	claimant := w.snap.State.PlayerAt(open, fixture.Second)
	w.do(&command.ProposeTimes{Player: claimant, At: open, Times: []time.Time{opened.AddDate(0, 0, 4)}})
	w.refused("u", &command.ClaimForfeit{Player: claimant, At: open}, tournament.WrongPhase, "fixture.wait")
	w.runs(opened.Add(131 * time.Hour)) // two days after half of the window, less an hour
	w.refused("u", &command.ClaimForfeit{Player: claimant, At: open}, tournament.WrongPhase, "fixture.wait")
	w.runs(opened.Add(133 * time.Hour))
	w.do(&command.ClaimForfeit{Player: claimant, At: open})
	w.runs(opened.Add(144 * time.Hour))
	if m, _ := w.snap.State.Match(1, open.Match); m.Fixture.End != "" {
		t.Fatal("a claim is settled before the time to object is over")
	}
	undo := w.snap
	w.runs(opened.Add(164 * time.Hour))
	m, l := w.snap.State.Match(1, open.Match)
	if m.Fixture.End != fixture.Forfeit || m.ConfirmBy != tournament.ByClaim || int(l.Seats[0])+1 != claimant {
		t.Errorf("%s by %d, won by player %d, not %d", m.Fixture.End, m.ConfirmBy, l.Seats[0]+1, claimant)
	}
	// People could not be heard for eleven hours of it: the time to object goes on.
	interrupted := &table{t: t, snap: undo, now: opened.Add(156 * time.Hour)}
	if err := interrupted.bot(&command.Interrupt{From: opened.Add(145 * time.Hour), Until: opened.Add(156 * time.Hour)}); err != nil {
		t.Fatal(err)
	}
	interrupted.runs(opened.Add(167 * time.Hour))
	if m, _ := interrupted.snap.State.Match(1, open.Match); m.Fixture.End != "" {
		t.Error("the time in which nobody could be heard counts as silence")
	}
	// A match for which neither player has done anything has no loser.
	w.runs(opened.AddDate(0, 0, 6).Add(23 * time.Hour))
	if m, _ := w.snap.State.Match(1, idle.Match); m.Fixture.End != "" || len(m.Fixture.Reminded) != 3 {
		t.Errorf("%+v", m.Fixture)
	}
	w.runs(opened.AddDate(0, 0, 7).Add(time.Hour))
	if m, _ := w.snap.State.Match(1, idle.Match); m.Fixture.End != fixture.Void {
		t.Errorf("%+v", m.Fixture)
	}
	w.replays(t)
}

// TestTheSilenceOfAGuestSettlesNoClaim: a guest cannot object, nor be present, so that
// the claim waits for the organisers; also when a user takes the seat then.
func TestTheSilenceOfAGuestSettlesNoClaim(t *testing.T) {
	w := given(t, arranged("roundrobin"), 3)
	w.do(&command.Join{Name: "Gus", ByOrganiser: true}, &command.Start{})
	claimant := w.opponent(1, 4)
	at, opened := w.match(4, claimant), w.snap.State.Rounds[0].StartedAt
	w.do(&command.ProposeTimes{Player: claimant, At: at, Times: []time.Time{opened.AddDate(0, 0, 4)}})
	w.runs(opened.Add(133 * time.Hour))
	w.do(&command.ClaimForfeit{Player: claimant, At: at})
	waits := func(until time.Duration) {
		t.Helper()
		w.runs(opened.Add(until))
		if m, _ := w.snap.State.Match(at.Round, at.Match); m.Fixture.End != "" || !slices.Contains(w.snap.State.ForOrganisers(w.now), at) {
			t.Errorf("the claim does not wait for the organisers: %+v", m.Fixture)
		}
	}
	waits(150 * time.Hour)
	w.do(&command.Join{User: "gus", Name: "Gus", ByOrganiser: true})
	waits(166 * time.Hour)
	w.do(&command.ObjectToClaim{Player: 4, At: at, Reason: "I was there"})
	w.replays(t)
}

// A player who leaves early leaves no trace in the table; a waiting player takes the
// seat over, and results stay with the player who played them.
func TestWhoLeavesALeague(t *testing.T) {
	finish := func(w *table, until int) {
		for r := 1; r <= until; r++ {
			for _, m := range w.snap.State.Blocking(r) {
				w.do(&command.Correct{Round: r, Match: m, Text: "2-0"})
			}
			if r < 5 {
				w.runs(w.snap.State.Rounds[r-1].Deadline.Add(time.Minute))
			}
		}
	}
	start := func(rounds int, more ...command.Command) *table {
		w := given(t, arranged("roundrobin"), 6)
		w.do(&command.Start{})
		finish(w, rounds)
		w.do(more...)
		return w
	}
	early := start(1, &command.Drop{Player: 1})
	if tb, err := early.snap.State.Table(-1); err != nil || tb.Row(0).Record != [3]int{} || !early.snap.State.Players[0].Annulled {
		t.Errorf("%v: results of somebody who left after one round stay in the table", err)
	}
	finish(early, 5)
	if rec, err := early.snap.State.Record(); err != nil || len(rec.Matches) != 11 { // 10 of the others, and the one that was played
		t.Errorf("%v: %d matches for ratings, want 11", err, len(rec.Matches))
	}
	late := start(4, &command.Drop{Player: 1})
	if tb, _ := late.snap.State.Table(-1); tb.Row(0).Record[0]+tb.Row(0).Record[1] != 5 {
		t.Errorf("the record is %v", tb.Row(0).Record)
	}
	all := arranged("roundrobin")
	all.Fixtures.ForfeitAll = true
	w := given(t, all, 6)
	w.do(&command.Start{}, &command.Drop{Player: 1})
	if m, _ := w.snap.State.Match(1, w.snap.State.MatchOf(1, 1)); m.Fixture.End != fixture.Forfeit {
		t.Errorf("%+v", m.Fixture)
	}
	seat := start(2, &command.Join{User: "alt", Name: "Alternate"}, &command.Drop{Player: 1})
	s := seat.snap.State
	if alt := s.Player(7); alt.Status != tournament.Registered || alt.SeatOf != 1 || len(s.FixturesOf(7)) != 1 || len(s.FixturesOf(1)) != 0 {
		t.Fatalf("%+v", alt)
	}
	finish(seat, 5)
	met := map[int]bool{}
	for r := 1; r <= 5; r++ {
		met[seat.opponent(r, 1+6*min(1, r/3))] = true
	}
	if len(met) != 5 || seat.snap.State.Phase != tournament.Finished {
		t.Errorf("the seat met %v, the event is %s", met, seat.snap.State.Phase)
	}
	for _, w := range []*table{early, late, w, seat} {
		w.replays(t)
	}
}

// All rounds of a round robin open at once; a report means the match that it names, or
// the only one there is.
func TestAllRoundsAtOnce(t *testing.T) {
	set := arranged("roundrobin")
	set.Fixtures.Opens = tournament.AtOnce
	w := given(t, set, 4)
	w.do(&command.Start{})
	s := w.snap.State
	if len(s.Rounds) != 3 || len(s.FixturesOf(1)) != 3 {
		t.Fatalf("%d rounds, %d matches of player 1", len(s.Rounds), len(s.FixturesOf(1)))
	}
	w.refused("u1", &command.ReportResult{Player: 1, Text: "2-0"}, tournament.BadInput, "fixtures.which")
	w.do(&command.BeAway{Player: 1, From: w.now, Until: w.now.AddDate(0, 0, 3)})
	for _, at := range w.snap.State.FixturesOf(1) {
		if m, _ := w.snap.State.Match(at.Round, at.Match); m.Fixture.Shifted < 71*time.Hour {
			t.Errorf("a window is shifted by %s for somebody who is away", m.Fixture.Shifted)
		}
	}
	for len(w.snap.State.FixturesOf(1)) > 1 {
		at := w.snap.State.FixturesOf(1)[0]
		w.do(&command.Verdict{At: at, End: fixture.Forfeit, Loser: 1})
		if _, l := w.snap.State.Match(at.Round, at.Match); l.Seats[1] != 0 {
			t.Error("the wrong player lost")
		}
	}
	w.do(&command.ReportResult{Player: 1, Text: "2-0"})
	for _, at := range w.snap.State.FixturesOf(2) {
		w.do(&command.Verdict{At: at, End: fixture.SchedulingDraw})
	}
	for at := range w.snap.State.EachFixture {
		w.do(&command.Correct{Round: at.Round, Match: at.Match, Text: "2-0"})
	}
	if w.snap.State.Phase != tournament.Finished {
		t.Errorf("the event is %s", w.snap.State.Phase)
	}
	w.replays(t)
}

// Every command of an arranged event can be taken back, down to its start.
func TestAnArrangedEventIsTakenBackStepByStep(t *testing.T) {
	w := leagueOf(t, rand.New(rand.NewPCG(5, 5)), arranged("swiss 3 > single 2"), 6, 0)
	w.season()
	for tournament.LastBatch(w.snap.Log) > 0 {
		w.do(&command.Undo{})
	}
	if s := w.snap.State; len(s.Players) != 0 || s.Phase > tournament.Open {
		t.Errorf("%d players, %s", len(s.Players), s.Phase)
	}
}

// habits is how a player takes part in a league.
type habits struct {
	ghost, forgets, objects, postpones bool
	travels                            bool // is away now and then, and says so
	zone                               *time.Location
}

// simulated is a league that people play in simulated time.
type simulated struct {
	*table
	rng     *rand.Rand
	people  []habits
	crashes int // in 1000 transactions
	asked   int // actions of organisers
	// silences are the results that silence decided.
	silences int
	waits    map[tournament.Place]time.Time
}

func leagueOf(t *testing.T, rng *rand.Rand, set tournament.Settings, players, crashes int) *simulated {
	t.Helper()
	w := &simulated{table: given(t, set, players), rng: rng, crashes: crashes, waits: map[tournament.Place]time.Time{}}
	w.meet(players)
	return w
}

// meet returns how each of the players takes part.
func (w *simulated) meet(players int) {
	w.t.Helper()
	for range players {
		zone, err := time.LoadLocation([]string{"Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"}[w.rng.IntN(4)])
		if err != nil {
			w.t.Fatal(err)
		}
		w.people = append(w.people, habits{
			ghost: w.rng.IntN(20) == 0, forgets: w.rng.IntN(200) == 0, objects: w.rng.IntN(20) == 0, postpones: w.rng.IntN(10) == 0, travels: w.rng.IntN(4) == 0, zone: zone,
		})
	}
}

// try carries out a command; the process may die before it is written.
func (w *simulated) try(n int, c command.Command) {
	before := w.snap
	err := w.as(fmt.Sprint("u", n), c)
	if errors.Is(err, errFault) {
		return
	}
	if err != nil && tournament.ClassOf(err) == "" {
		w.t.Fatal(err)
	}
	if w.rng.IntN(1000) < w.crashes {
		w.snap = before
	}
}

// season plays the event to its end.
func (w *simulated) season() {
	w.do(&command.Start{})
	w.weeks()
}

// weeks plays a started event to its end.
func (w *simulated) weeks() {
	for i := 0; w.snap.State.Phase == tournament.Running && i < 48*7*40; i++ {
		w.runs(w.now.Add(30 * time.Minute).Truncate(30 * time.Minute))
		w.travel()
		for at := range w.snap.State.EachFixture {
			for side := fixture.First; side <= fixture.Second; side++ {
				if n := w.snap.State.PlayerAt(at, side); !w.people[n-1].ghost && !w.snap.State.AwayOf(n).Contains(w.now) {
					w.act(at, n, side)
				}
			}
		}
		w.organise()
	}
}

// travel lets players say their zone and when they are away; some take it back.
func (w *simulated) travel() {
	for i, p := range w.people {
		n := i + 1
		if !p.travels || !w.snap.State.Taking(n) {
			continue
		}
		if w.snap.State.Players[i].TimeZone == "" {
			w.try(n, &command.SetZone{Player: n, Zone: p.zone.String()})
		}
		if w.rng.IntN(48*7) == 0 {
			from := w.now.Add(hours(w.rng.IntN(72)))
			w.try(n, &command.BeAway{Player: n, From: from, Until: from.Add(hours(12 + w.rng.IntN(72))), Back: w.rng.IntN(4) == 0})
		}
	}
}

// organise is what the organisers do: they look once a day.
func (w *simulated) organise() {
	for _, at := range w.snap.State.ForOrganisers(w.now) {
		if w.waits[at].IsZero() {
			w.waits[at] = w.now
		}
		if w.now.Sub(w.waits[at]) < 20*time.Hour {
			continue
		}
		w.asked++
		c := &command.Verdict{At: at, End: fixture.SchedulingDraw}
		if w.snap.State.Eliminates(at.Round) {
			c.End, c.Loser = fixture.Forfeit, w.snap.State.PlayerAt(at, fixture.First)
		}
		w.do(c)
	}
}

// act is what a player does for a match in half an hour.
func (w *simulated) act(at tournament.Place, n int, side fixture.Side) {
	s := w.snap.State
	m, l := s.Match(at.Round, at.Match)
	p := w.people[n-1]
	if hour := w.now.In(p.zone).Hour(); m == nil || m.Confirmed || m.Fixture.End != "" || hour < 8 || hour > 22 {
		return
	}
	f, other := m.Fixture, side.Other()
	now := w.now
	switch {
	case m.Report != nil:
		if m.Report.Player != n && w.rng.IntN(4) == 0 {
			w.try(n, &command.ConfirmReport{Player: n, Round: at.Round, Match: at.Match})
		}
	case f.Claim != nil && f.Claim.By != side:
		if p.objects {
			w.try(n, &command.ObjectToClaim{Player: n, At: at})
		}
	case !f.Agreed.IsZero() && !now.Before(f.Agreed):
		switch {
		case f.Here[side].IsZero() && !p.forgets:
			w.try(n, &command.BePresent{Player: n, At: at})
		case !f.Here[other].IsZero() && !f.Here[side].IsZero():
			w.try(n, &command.ReportResult{Player: n, Round: at.Round, Match: at.Match, Text: []string{"2-0", "2-1", "1-2"}[w.rng.IntN(3)]})
		case w.rng.IntN(4) == 0:
			w.try(n, &command.ClaimForfeit{Player: n, At: at})
		}
	case f.Open != nil && f.Open.By != side && w.suits(f.Open, p) != nil && w.rng.IntN(8) == 0:
		w.try(n, &command.AcceptTime{Player: n, At: at, Time: *w.suits(f.Open, p)})
	case f.Open != nil && f.Open.By == side && w.rng.IntN(10) == 0:
		w.try(n, &command.ClaimForfeit{Player: n, At: at})
	case (f.Open == nil || f.Open.By != side && w.suits(f.Open, p) == nil) && f.Agreed.IsZero() && w.rng.IntN(12) == 0:
		days := 1 + w.rng.IntN(3)
		if p.postpones && l.N == 2 && f.Shifted == 0 {
			days += 7
		}
		y, m, d := now.AddDate(0, 0, days).In(p.zone).Date()
		w.try(n, &command.ProposeTimes{Player: n, At: at, Times: []time.Time{time.Date(y, m, d, 20, 30, 0, 0, p.zone)}})
	}
}

// suits returns a proposed time at which the player is awake, or nil.
func (w *simulated) suits(open *fixture.Proposal, p habits) *time.Time {
	for i := range open.Times {
		if hour := open.Times[i].In(p.zone).Hour(); open.Times[i].After(w.now) && hour >= 8 && hour < 23 {
			return &open.Times[i]
		}
	}
	return nil
}

// checked holds what every league must keep, and counts how its matches ended.
func (w *simulated) checked(ends map[fixture.End]int) (matches int) {
	s := w.snap.State
	if s.Phase != tournament.Finished {
		w.t.Fatalf("the event is %s after %s", s.Phase, w.now.Sub(s.CreatedAt))
	}
	w.fair()
	named := []fixture.End{fixture.Played, fixture.AgreedDraw, fixture.SchedulingDraw, fixture.Forfeit, fixture.DoubleForfeit, fixture.Void}
	for r := range s.Rounds {
		for number := range s.Contests(r + 1) {
			if m, _ := s.Match(r+1, number); m.Fixture != nil {
				f := m.Fixture
				matches++
				if ends[f.End]++; !slices.Contains(named, f.End) {
					w.t.Fatalf("a match ended %q", f.End)
				}
			}
		}
	}
	reminded := map[tournament.FixtureReminded]bool{}
	claimed := map[tournament.Place]time.Time{} // open and not objected to
	for i := range w.snap.Log {
		e := &w.snap.Log[i]
		switch ev := e.Event.(type) {
		case *tournament.FixtureReminded:
			if reminded[*ev] {
				w.t.Fatalf("reminded twice: %+v", ev)
			}
			reminded[*ev] = true
		case *tournament.ForfeitClaimed:
			claimed[ev.Place] = e.Time
		case *tournament.ClaimObjected:
			delete(claimed, ev.Place)
		case *tournament.TimesProposed:
			delete(claimed, ev.Place)
		case *tournament.ResultCorrected:
			at := claimed[ev.Place]
			if ev.Kind == ledger.Forfeit && ev.By != tournament.ByOrganiser && (at.IsZero() || e.Time.Sub(at) < 24*time.Hour) {
				w.t.Fatalf("lost without a claim and time to object: %+v", ev)
			}
		}
	}
	w.replays(w.t)
	return matches
}

// fair holds that no silence decided in an absence of the player it ran against, nor in
// their night, counted from the log without package fairclock.
func (w *simulated) fair() {
	type span struct{ from, until time.Time }
	away, zone := map[int][]span{}, map[int]*time.Location{}
	reporter := map[tournament.Place]int{}
	quiet := w.snap.State.Settings.QuietHours != ""
	silent := func(e *tournament.Envelope, n int) {
		w.silences++
		for _, x := range away[n] {
			if !e.Time.Before(x.from) && e.Time.Before(x.until) {
				w.t.Fatalf("entry %d decides against player %d, who is away until %s", e.Seq, n, x.until)
			}
		}
		local := e.Time.In(w.snap.State.Settings.Location())
		if zone[n] != nil {
			local = e.Time.In(zone[n])
		}
		if quiet && (local.Hour() >= 22 || local.Hour() < 8) {
			w.t.Fatalf("entry %d decides against player %d at %s", e.Seq, n, local)
		}
	}
	for i := range w.snap.Log {
		e := &w.snap.Log[i]
		switch ev := e.Event.(type) {
		case *tournament.ZoneSet:
			zone[ev.Player], _ = time.LoadLocation(ev.Zone)
		case *tournament.PlayerAway:
			if !ev.Back {
				away[ev.Player] = append(away[ev.Player], span{ev.From, ev.Until})
				continue
			}
			var left []span
			for _, x := range away[ev.Player] {
				left = append(left, span{x.from, minTime(x.until, ev.From)}, span{maxTime(x.from, ev.Until), x.until})
			}
			away[ev.Player] = left
		case *tournament.ResultReported:
			reporter[ev.Place] = ev.Player
		case *tournament.ResultConfirmed:
			if at := ev.Place; ev.By == tournament.BySilence {
				silent(e, w.snap.State.PlayerAt(at, w.snap.State.SideOf(at, reporter[at]).Other()))
			}
		case *tournament.ResultCorrected:
			if ev.By == tournament.ByClaim {
				_, l := w.snap.State.Match(ev.Round, ev.Match)
				silent(e, int(l.Seats[1])+1)
			}
		}
	}
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Weeks of arranged matches with 5 % ghosts, players who postpone, both changes of
// summer time and a process that dies in 5 % of the transactions: every match ends in a
// named way, every reminder comes once, no player loses without a claim and the time to
// object to it, nor by a silence in an absence that was announced or in their night, and
// organisers act at most once in 50 matches. -weeks 10000 for more.
func TestEveryFixtureEndsInANamedWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 20))
	ends := map[fixture.End]int{}
	weeks, matches, asked, silences := 0, 0, 0, 0
	for i := 0; weeks < *fixtureWeeks; i++ {
		set := arranged([]string{"roundrobin", "swiss 5 > single 4", "groups 2 roundrobin > single 2"}[i%3])
		if i%2 == 1 {
			set.QuietHours = "22:00-08:00"
		}
		w := leagueOf(t, rng, set, 8+rng.IntN(5), 50)
		w.now = begin.AddDate(0, 0, 7*(i%52))
		w.season()
		matches += w.checked(ends)
		asked += w.asked
		silences += w.silences
		weeks += int(w.now.Sub(w.snap.State.Rounds[0].StartedAt).Hours()/24/7) + 1
	}
	t.Logf("%d weeks, %d matches: %v, %d actions of organisers, %d decided by silence", weeks, matches, ends, asked, silences)
	if 50*asked > matches && matches > 1000 {
		t.Errorf("organisers acted %d times in %d matches", asked, matches)
	}
	if ends[fixture.Forfeit] == 0 && matches > 1000 || ends[fixture.Played] < matches/2 {
		t.Error("hardly anything happened")
	}
}

// arrangedLog returns a league with everything that an arranged event has in its log.
func arrangedLog(t *testing.T) *tournament.Snapshot {
	t.Helper()
	w := leagueOf(t, rand.New(rand.NewPCG(3, 11)), arranged("roundrobin > single 2"), 7, 0)
	w.people = append(w.people, w.people[0])
	w.people[1].ghost, w.people[2].ghost = true, true
	w.do(&command.Start{})
	first := func(n int) tournament.Place { return w.snap.State.FixturesOf(n)[0] }
	w.do(
		&command.Join{User: "u8", Name: "Player 8"}, &command.SetZone{Player: 2, Zone: "Asia/Tokyo"}, &command.BeAway{Player: 4, From: w.now, Until: w.now.AddDate(0, 0, 2)},
		&command.ExtendFixture{At: first(5), Days: 1},
	)
	w.runs(w.now.AddDate(0, 0, 15))
	w.do(&command.Drop{Player: 1})
	var at tournament.Place
	for at = range w.snap.State.EachFixture {
		break
	}
	one, other := w.snap.State.PlayerAt(at, fixture.First), w.snap.State.PlayerAt(at, fixture.Second)
	w.do(&command.ProposeTimes{Player: other, At: at, Times: []time.Time{w.now.AddDate(0, 0, 3)}})
	w.runs(w.now.AddDate(0, 0, 2))
	w.do(&command.ClaimForfeit{Player: other, At: at}, &command.ObjectToClaim{Player: one, At: at, Reason: "I was ill"})
	w.weeks()
	return w.snap
}
