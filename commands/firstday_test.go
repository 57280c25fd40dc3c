package commands_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament/season"
)

// TestTheFirstDayOfASeasonIsChosen: the first day is shown before it is decided, the events
// of the divisions start then, and with them the windows of their first round. A day that
// is past is refused. So it is with the next season, and with events by a schedule.
func TestTheFirstDayOfASeasonIsChosen(t *testing.T) {
	h := openTestServer(t, nil, false)
	league := func(o localdiscord.Options) localdiscord.Options {
		for k, v := range map[string]any{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date", "time_zone": "Europe/Berlin"} {
			o[k] = v
		}
		return o
	}
	day := func(n int) string { return h.now().AddDate(0, 0, n).Format(time.DateOnly) + " 19:00" }
	if got := h.slash(h.organiser, "league-admin create", league(localdiscord.Options{"first_day": day(-2)})); !strings.Contains(got, "in the past") {
		t.Errorf("a day that is past is answered %q", got)
	}
	h.slash(h.organiser, "league-admin create", league(localdiscord.Options{"first_day": day(5)}))
	h.members(8)
	if got := h.slash(h.organiser, "league-admin promote", localdiscord.Options{"first_day": day(-1)}); !strings.Contains(got, "in the past") {
		t.Errorf("a first day that is past is answered %q", got)
	}
	if got := h.slash(h.organiser, "league-admin promote", nil); !strings.Contains(got, "**Start:**") {
		t.Errorf("the plan does not name the first day: %s", got)
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	opens := func(days int) time.Time {
		at := h.now().In(berlin).AddDate(0, 0, days)
		return time.Date(at.Year(), at.Month(), at.Day(), 19, 0, 0, 0, berlin)
	}
	first := opens(10)
	plan := h.answer(h.use(h.organiser, "league-admin promote", localdiscord.Options{"first_day": first.Format("2006-01-02 15:04")}))
	if got := h.text(h.presses(h.organiser, plan, "Put them in")); !strings.Contains(got, "**Start:**") {
		t.Errorf("the answer does not name the first day: %s", got)
	}
	h.pass(0)
	begins := func() {
		t.Helper()
		events, _ := h.playing(h.league().State.ID)
		if len(events) != 1 || events[0].State.Settings.StartAt != first.Unix() {
			t.Fatalf("%d events, not at %s", len(events), first)
		}
		h.pass(first.Sub(h.now()) - time.Hour)
		h.pass(time.Hour)
		h.pass(2 * time.Minute) // in which players may mix the draw
		h.pass(0)
		events, _ = h.playing(h.league().State.ID)
		m, _ := events[0].State.Match(1, 1)
		if m == nil || m.Fixture.Opens.Sub(first).Abs() > 5*time.Minute {
			t.Errorf("the first window does not begin on %s: %+v", first, m)
		}
	}
	begins()
	h.doInSeason(season.Close{})
	first = opens(20)
	plan = h.answer(h.use(h.organiser, "league-admin promote", localdiscord.Options{"first_day": first.Format("2006-01-02 15:04")}))
	h.presses(h.organiser, plan, "Begin Autumn 2")
	h.pass(0)
	begins()

	friday := opens(30)
	for friday.Weekday() != time.Friday {
		friday = friday.AddDate(0, 0, 1)
	}
	got := h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Fridays", "ruleset": "magic", "cron": "0 19 * * 5", "time_zone": "Europe/Berlin", "first_day": opens(30).Format("2006-01-02 15:04")})
	if !strings.Contains(got, friday.Format("2 January 2006")) {
		t.Errorf("the first event by the schedule is not on %s: %s", friday, got)
	}
	h.clean()
}
