package tournament_test

import (
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
)

func TestQuietHoursAreTwoTimesOfDay(t *testing.T) {
	for typed, want := range map[string]tournament.Hours{
		"22:00-08:00": "22:00-08:00", "22-8": "22:00-08:00", " 0:30 – 7:05": "00:30-07:05", "13:00-15:00": "13:00-15:00",
		"": "", "22": "", "22-22": "", "25-8": "", "late-early": "", "22:00-08:00-09:00": "",
	} {
		if got, err := fairclock.ParseHours(typed); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q: %v", typed, got, err)
		}
	}
	s := arranged("roundrobin")
	s.QuietHours = "22-8"
	if s.Validate() == nil {
		t.Error("hours are stored in a form that is not theirs")
	}
}

// TestQuietHoursAreThoseOfTheEvent: in its time zone, past midnight, and over the change of
// summer time; never while people check in or play a round live.
func TestQuietHoursAreThoseOfTheEvent(t *testing.T) {
	s := &tournament.State{Phase: tournament.Running, Settings: arranged("roundrobin")}
	s.Settings.QuietHours = "22:00-08:00"
	berlin := s.Settings.Location()
	for at, want := range map[string]string{
		"2026-03-10 21:59": "", "2026-03-10 22:00": "2026-03-11 08:00", "2026-03-11 00:00": "2026-03-11 08:00",
		"2026-03-11 07:59": "2026-03-11 08:00", "2026-03-11 08:00": "", "2026-03-29 01:30": "2026-03-29 08:00", "2026-10-25 02:30": "2026-10-25 08:00",
	} {
		moment, err := time.ParseInLocation("2006-01-02 15:04", at, berlin)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, until, ok := s.Quiet(moment.UTC()); ok {
			got = until.In(berlin).Format("2006-01-02 15:04")
		}
		if got != want {
			t.Errorf("at %s it is quiet until %q, not %q", at, got, want)
		}
	}
	night := time.Date(2026, 3, 10, 23, 0, 0, 0, berlin)
	live := s.Settings
	live.RoundDays, live.Fixtures = 0, tournament.Fixtures{}
	if _, _, ok := (&tournament.State{Phase: tournament.Running, Settings: live}).Quiet(night); ok {
		t.Error("a round that is played live is quiet")
	}
	if _, _, ok := (&tournament.State{Phase: tournament.CheckIn, Settings: s.Settings}).Quiet(night); ok {
		t.Error("the check-in is quiet")
	}
}

// TestNoReminderInQuietHours: a reminder comes after them, or before them where it
// would come too late; it still comes once.
func TestNoReminderInQuietHours(t *testing.T) {
	s := arranged("roundrobin")
	s.QuietHours = "22:00-08:00"
	w := given(t, s, 4)
	w.do(&command.Start{})
	berlin := s.Location()
	opened := w.snap.State.Rounds[0].StartedAt.In(berlin)
	on := func(day, hour, minute int) time.Time {
		return time.Date(opened.Year(), opened.Month(), opened.Day()+day, hour, minute, 0, 0, berlin)
	}
	agree := func(match int, at time.Time) {
		place := tournament.Place{Round: 1, Match: match}
		w.do(&command.ProposeTimes{Player: w.snap.State.PlayerAt(place, fixture.First), At: place, Times: []time.Time{at.UTC()}})
		w.do(&command.AcceptTime{Player: w.snap.State.PlayerAt(place, fixture.Second), At: place, Time: at.UTC()})
	}
	agree(1, on(3, 8, 30)) // an hour before is 7:30
	agree(2, on(3, 6, 0))  // an hour before is 5:00, and the morning is too late
	w.runs(on(3, 12, 0))
	got := map[string]time.Time{}
	for i := range w.snap.Log {
		e := &w.snap.Log[i]
		if ev, ok := e.Event.(*tournament.FixtureReminded); ok {
			key := ev.What + string(rune('0'+ev.Match))
			if !got[key].IsZero() {
				t.Errorf("%s comes twice", key)
			}
			got[key] = e.Time.In(berlin)
		}
	}
	for key, want := range map[string]time.Time{"soon1": on(3, 8, 0), "soon2": on(2, 21, 55), "tomorrow1": on(2, 8, 30), "tomorrow2": on(2, 8, 0)} {
		if !got[key].Equal(want) {
			t.Errorf("%s comes at %s, not at %s", key, got[key], want)
		}
	}
	w.replays(t)
}

// TestAReminderComesOnceAtAnyFractionOfASecond: a round opens between two whole seconds,
// as it does when the bot or a press opens it. What was said about its window is done.
func TestAReminderComesOnceAtAnyFractionOfASecond(t *testing.T) {
	w := given(t, arranged("roundrobin"), 4)
	w.now = w.now.Add(412 * time.Millisecond)
	w.do(&command.Start{})
	for _, kind := range []fixture.Kind{fixture.NoProposal, fixture.TwoDays, fixture.LastCall} {
		due := w.timer(tournament.DueKind("remind_"+string(kind)), 1, 1)
		w.now = due.At
		if err := w.fire(due.Due); err != nil {
			t.Fatal(err)
		}
		for _, left := range tournament.Timers(w.snap.State) {
			if left.Due == due.Due {
				t.Errorf("%s is due again at %s", due.Key(), left.At)
			}
		}
	}
	w.replays(t)
}

// TestSilenceInQuietHoursIsNoAnswer: the time to answer a report stands still in the
// quiet hours, which are those of the player asked, in their own time zone.
func TestSilenceInQuietHoursIsNoAnswer(t *testing.T) {
	s := arranged("roundrobin")
	w := given(t, s, 4)
	w.do(&command.Start{})
	berlin := s.Location()
	at := w.now.In(berlin)
	w.now = time.Date(at.Year(), at.Month(), at.Day()+1, 23, 0, 0, 0, berlin).UTC()
	w.reports(1, "2-0")
	m := w.snap.State.MatchOf(1, 1)
	loud := w.snap.State.SilenceAt(1, m)
	if at := w.snap.State.Rounds[0].Matches[m-1].Report.At; loud.Sub(at) != 24*time.Hour {
		t.Fatalf("silence says yes after %s", loud.Sub(at))
	}
	s.QuietHours = "22:00-08:00"
	w.do(change(s))
	says := func(zone *time.Location, want time.Time) { // 14 hours of the first day, 10 of the next
		t.Helper()
		if got := w.snap.State.SilenceAt(1, m); !got.Equal(want) {
			t.Errorf("silence says yes at %s, not at %s", got.In(zone), want.In(zone))
		}
	}
	says(berlin, time.Date(at.Year(), at.Month(), at.Day()+3, 18, 0, 0, 0, berlin))
	tokyo, err := tournament.ParseZone("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	w.do(&command.SetZone{Player: w.opponent(1, 1), Zone: "Asia/Tokyo"}) // where the report comes at 7
	says(tokyo, time.Date(at.Year(), at.Month(), at.Day()+3, 18, 0, 0, 0, tokyo))
	w.do(&command.SetZone{Player: 1, Zone: "America/New_York"}) // of the one who reported
	says(tokyo, time.Date(at.Year(), at.Month(), at.Day()+3, 18, 0, 0, 0, tokyo))
	w.replays(t)
}

// TestWhoWantsFewRemindersGetsTheLast: a player who wants few reminders gets only the
// last one about a match; an undo of something else leaves the choice.
func TestWhoWantsFewRemindersGetsTheLast(t *testing.T) {
	w := given(t, arranged("roundrobin"), 4)
	w.do(&command.Start{})
	place := tournament.Place{Round: 1, Match: 1}
	few, other := w.snap.State.PlayerAt(place, fixture.First), w.snap.State.PlayerAt(place, fixture.Second)
	w.do(&command.ChooseReminders{Player: few, Few: true})
	if tournament.LastBatch(w.snap.Log) == w.snap.Log[len(w.snap.Log)-1].Batch {
		t.Error("an organiser's undo takes back what a player chose for themselves")
	}
	for kind, want := range map[fixture.Kind]int{fixture.NoProposal: 1, fixture.Tomorrow: 1, fixture.TwoDays: 1, fixture.Soon: 2, fixture.LastCall: 2} {
		got := w.snap.State.Reminds(&tournament.FixtureReminded{Place: tournament.Place{Round: 1, Match: 1}, What: string(kind)}, w.now)
		if len(got) != want || want == 1 && got[0] != other {
			t.Errorf("%s calls %v", kind, got)
		}
	}
	w.replays(t)
}

// TestWhatWasJustAgreedNeedsOneReminder: the reminder a day before an agreed time calls
// the players only if they agreed on it more than three days before; the one an hour
// before calls them always. Each is noted once.
func TestWhatWasJustAgreedNeedsOneReminder(t *testing.T) {
	for days, want := range map[int]int{2: 0, 5: 2} {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Start{})
		at := tournament.Place{Round: 1, Match: 1}
		when := w.now.AddDate(0, 0, days)
		w.do(&command.ProposeTimes{Player: w.snap.State.PlayerAt(at, fixture.First), At: at, Times: []time.Time{when}})
		w.do(&command.AcceptTime{Player: w.snap.State.PlayerAt(at, fixture.Second), At: at, Time: when})
		calls := map[fixture.Kind][]int{}
		for w.now.Before(when) {
			w.now = w.now.Add(time.Hour)
			from := len(w.snap.Log)
			w.due()
			for _, e := range w.snap.Log[from:] {
				if ev, ok := e.Event.(*tournament.FixtureReminded); ok && at == ev.Place {
					calls[fixture.Kind(ev.What)] = append(calls[fixture.Kind(ev.What)], len(w.snap.State.Reminds(ev, e.Time)))
				}
			}
		}
		if !slices.Equal(calls[fixture.Tomorrow], []int{want}) || !slices.Equal(calls[fixture.Soon], []int{2}) {
			t.Errorf("agreed %d days before: %v", days, calls)
		}
		w.replays(t)
	}
}
