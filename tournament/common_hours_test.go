package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	weekly "topcut/tournament/hours"
	"topcut/tournament/offer"
)

// pressers are a league whose people only press what is offered.
type pressers struct {
	*simulated
	presses  map[tournament.Place]int // on times, of both players
	setup    int                      // presses to say once when one can play
	agreed   map[tournament.Place]bool
	disliked map[string]bool // an hour does not suit a player after all
}

// usual says when a player can usually play: in most evenings, or late, and on parts of the
// weekend. It counts the presses: one for the button, and one for each menu.
func (w *pressers) usual(n int) {
	week := weekly.Week("")
	var evenings, weekend []time.Weekday
	for d := time.Monday; d <= time.Friday; d++ {
		if w.rng.IntN(10) < 7 {
			evenings = append(evenings, d)
		}
	}
	for _, d := range []time.Weekday{time.Saturday, time.Sunday} {
		if w.rng.IntN(10) < 8 {
			weekend = append(weekend, d)
		}
	}
	w.setup++
	say := func(part int, days ...time.Weekday) {
		week = week.With(weekly.Parts[part], days...)
		w.setup++
	}
	say(2, slices.Concat(evenings, weekend)...)
	if w.rng.IntN(2) == 0 {
		say(3, slices.Concat(evenings, weekend)...)
	}
	say(1, weekend...)
	if w.rng.IntN(2) == 0 {
		say(0, weekend...)
	}
	w.do(&command.SetZone{Player: n, Zone: w.people[n-1].zone.String()})
	w.do(&command.SetWeek{Player: n, Week: week})
}

// likes reports whether an hour suits a player in that very week: four of five at which they
// usually can play, and half of the others.
func (w *pressers) likes(n int, t time.Time) bool {
	key := fmt.Sprint(n, t)
	if _, known := w.disliked[key]; !known {
		w.disliked[key] = w.rng.IntN(5) == 0
		if !w.snap.State.Players[n-1].Week.Has(t.In(w.people[n-1].zone)) {
			w.disliked[key] = w.rng.IntN(2) == 0
		}
	}
	return !w.disliked[key]
}

// look is what a player does who looks at the post of an open match.
func (w *pressers) look(at tournament.Place, n int) {
	s := w.snap.State
	m, _ := s.Match(at.Round, at.Match)
	f, side := m.Fixture, s.SideOf(at, n)
	if !f.Agreed.IsZero() || f.Open != nil && f.Open.By == side {
		return
	}
	press := func(c command.Command) {
		w.presses[at]++
		w.do(c)
	}
	if f.Open != nil {
		for _, t := range f.Open.Times {
			if !w.likes(n, t) || !t.After(w.now) {
				continue
			}
			if w.doubtful(at, t) != "" {
				w.presses[at]++ // it asks back: that came after the time was proposed
			} else {
				press(&command.AcceptTime{Player: n, At: at, Time: t})
				w.hold(at, t)
				return
			}
		}
	}
	common, told := offer.Hours(s, at, w.now)
	if !told { // the opponent never says anything
		return
	}
	for _, h := range common {
		if w.likes(n, h.At) {
			press(&command.ProposeTimes{Player: n, At: at, Times: []time.Time{h.At}})
			return
		}
	}
}

// hold holds that an agreed time suits what both have said.
func (w *pressers) hold(at tournament.Place, t time.Time) {
	w.agreed[at] = true
	if why := w.doubtful(at, t); why != "" {
		w.t.Fatalf("%v is agreed for %s, when %s", at, t, why)
	}
}

// doubtful returns what speaks against a time for a match, without package hours; "" if
// nothing.
func (w *pressers) doubtful(at tournament.Place, t time.Time) string {
	s := w.snap.State
	for side := fixture.First; side <= fixture.Second; side++ {
		n := s.PlayerAt(at, side)
		for _, a := range s.Away {
			if a.Player == n && !t.Before(a.From) && t.Before(a.Until) {
				return fmt.Sprintf("player %d is away", n)
			}
		}
		local := t.In(w.people[n-1].zone)
		if h := local.Hour(); h < 8 {
			return fmt.Sprintf("it is %s for player %d", local.Format("15:04"), n)
		}
		for _, other := range s.FixturesOf(n) {
			m, _ := s.Match(other.Round, other.Match)
			if other != at && !m.Fixture.Agreed.IsZero() && m.Fixture.Agreed.Sub(t).Abs() < fixture.Playing {
				return fmt.Sprintf("player %d has a match at %s", n, m.Fixture.Agreed)
			}
		}
	}
	return ""
}

// play lets the league go on to its end: people look at their open matches a few times a
// day, and what is agreed is played.
func (w *pressers) play() (matches int) {
	for i := 0; w.snap.State.Phase == tournament.Running && i < 48*7*40; i++ {
		w.runs(w.now.Add(30 * time.Minute).Truncate(30 * time.Minute))
		w.travel()
		for at, m := range w.snap.State.EachFixture {
			if f := m.Fixture; !f.Agreed.IsZero() && w.now.After(f.Agreed.Add(time.Hour)) {
				w.do(&command.Correct{Round: at.Round, Match: at.Match, Text: "2-0"})
				continue
			}
			for side := fixture.First; side <= fixture.Second; side++ {
				n := w.snap.State.PlayerAt(at, side)
				hour := w.now.In(w.people[n-1].zone).Hour()
				if !w.people[n-1].ghost && hour >= 8 && hour < 23 && !w.snap.State.AwayOf(n).Contains(w.now) && w.rng.IntN(12) == 0 {
					w.look(at, n)
				}
			}
		}
		w.organise()
	}
	for r := range w.snap.State.Rounds {
		for m := range w.snap.State.Rounds[r].Matches {
			if w.snap.State.Rounds[r].Matches[m].Fixture != nil {
				matches++
			}
		}
	}
	return matches
}

// TestMostMatchesAreAgreedByPressesAlone: in leagues over four time zones, with absences and
// all changes of summer time, of people who type nothing and whom one hour in five does not
// suit after all, four matches in five are agreed, by two presses in the median, although one
// person in twenty never does anything. None is agreed in an absence that was said, in a
// night, or beside another match. -weeks 10000 for more.
func TestMostMatchesAreAgreedByPressesAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 10))
	weeks, matches, agreed, people, setup := 0, 0, 0, 0, 0
	var presses []int
	for i := 0; weeks < *fixtureWeeks; i++ {
		set := arranged([]string{"roundrobin", "swiss 5"}[i%2])
		if i%4 > 1 {
			set.QuietHours = "22:00-08:00"
		}
		players := 6 + 2*rng.IntN(3)
		w := &pressers{
			simulated: leagueOf(t, rng, set, players, 0), presses: map[tournament.Place]int{}, agreed: map[tournament.Place]bool{}, disliked: map[string]bool{},
		}
		w.now = begin.AddDate(0, 0, 7*(i*5%52))
		for n := 1; n <= players; n++ {
			if !w.people[n-1].ghost {
				w.usual(n)
			}
		}
		w.do(&command.Start{})
		matches += w.play()
		if w.snap.State.Phase != tournament.Finished {
			t.Fatalf("the event is %s", w.snap.State.Phase)
		}
		w.replays(t)
		for at := range w.agreed {
			presses = append(presses, w.presses[at])
		}
		agreed += len(w.agreed)
		people += players
		setup += w.setup
		weeks += int(w.now.Sub(w.snap.State.Rounds[0].StartedAt).Hours()/24/7) + 1
	}
	slices.Sort(presses)
	median := presses[len(presses)/2]
	t.Logf("%d weeks, %d matches, %d agreed by presses (%.1f %%), median %d presses, at most %d; %.1f presses of each person once", weeks, matches, agreed, 100*float64(agreed)/float64(matches), median, presses[len(presses)-1], float64(setup)/float64(people))
	if 5*agreed < 4*matches || median != 2 {
		t.Errorf("%d of %d agreed, median %d presses", agreed, matches, median)
	}
}
