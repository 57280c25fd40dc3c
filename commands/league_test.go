package commands_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// league returns the newest state of the newest league.
func (h *testServer) league() *season.Snapshot {
	h.t.Helper()
	all, err := h.store.Listed(h.t.Context(), season.Log.Name, h.guild.ID())
	if err != nil || len(all) == 0 {
		h.t.Fatalf("no league: %v", err)
	}
	snap, err := h.seasons.Snapshot(h.t.Context(), all[0].ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return snap
}

// agree lets both players of every open match report a win of the first one.
func (h *testServer) agree() {
	h.t.Helper()
	s := h.snapshot()
	r := len(s.State.Rounds)
	for i := range s.State.Ledger.Rounds[r-1].Matches {
		l := &s.State.Ledger.Rounds[r-1].Matches[i]
		if l.N < 2 || s.State.Rounds[r-1].Matches[i].Confirmed {
			continue
		}
		h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
		h.slash(h.person(int(l.Seats[1])+1), "confirm", nil)
	}
}

// TestALeagueRunsUnattended: a league's event opens, starts, advances and ends without an
// organiser, and the next one is scheduled.
func TestALeagueRunsUnattended(t *testing.T) {
	h := newTestServer(t)
	if got := h.slash(h.organiser, "league-admin create", localdiscord.Options{
		"name": "Friday League", "cron": "0 19 * * 5", "time_zone": "Europe/Berlin", "ruleset": "magic", "open_hours": 48, "rounds": 2, "cut": 0,
	}); !strings.Contains(got, "end without an organiser") {
		t.Fatalf("/league-admin create: %s", got)
	}
	start := h.league().State.Next
	if zone, _ := time.LoadLocation("Europe/Berlin"); start.In(zone).Hour() != 19 || start.In(zone).Weekday() != time.Friday {
		t.Fatalf("the next event starts %s", start.In(zone))
	}
	if got := h.slash(h.guild.AddPerson("Reader"), "league info", localdiscord.Options{"show": "leagues"}); !strings.Contains(got, "Friday League") {
		t.Errorf("The leagues: %s", got)
	}
	if wait := start.Add(-48 * time.Hour).Sub(h.now()); wait > 0 {
		h.pass(wait + time.Second)
	} else {
		h.pass(0)
	}
	if s := h.snapshot().State; s.Phase != tournament.Open || !strings.HasPrefix(s.Settings.Name, "Friday League") {
		t.Fatalf("48 hours before the start the event %q is %s", s.Settings.Name, s.Phase)
	}
	if !h.snapshot().State.Settings.Unattended {
		t.Error("the event of the schedule waits for organisers")
	}
	h.players(4)
	h.pass(start.Sub(h.now()) + time.Second)
	h.pass(2 * time.Minute) // no player mixes the draw
	for round := 1; round <= 2; round++ {
		if s := h.snapshot().State; s.Current() == nil || s.Current().Number != round || s.Current().Status != tournament.Started {
			t.Fatalf("round %d is not running: %s", round, s.Phase)
		}
		h.agree()
	}
	if s := h.snapshot().State; s.Phase != tournament.Finished {
		t.Errorf("after two rounds the event is %s", s.Phase)
	}
	if next := h.league().State.Next; !next.After(start.Add(6 * 24 * time.Hour)) {
		t.Errorf("the league goes on %s", next)
	}
	if got := h.slash(h.organiser, "league-admin end", localdiscord.Options{"league": "Friday League"}); !strings.Contains(got, "has ended") {
		t.Errorf("/league-admin end: %s", got)
	}
	if got := h.slash(h.organiser, "league info", localdiscord.Options{"show": "leagues"}); !strings.Contains(got, "There's no league here") {
		t.Errorf("The leagues when all have ended: %s", got)
	}
	h.pass(14 * 24 * time.Hour)
	if found, err := h.store.ByGuild(t.Context(), h.guild.ID()); err != nil || len(found) != 1 {
		t.Errorf("an ended league has %d events (%v)", len(found), err)
	}
	h.settle()
	h.clean()
}

// TestCorrespondenceKeepsTheTimeOfDay: a round of seven days that includes the beginning
// of summer time ends at the same time of day in the event's zone, so it is an hour
// shorter. Reminders come before its end, and time is called then.
func TestCorrespondenceKeepsTheTimeOfDay(t *testing.T) {
	h := newTestServer(t)
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	h.pass(time.Date(2031, 3, 27, 19, 0, 0, 0, zone).Sub(h.now())) // summer time begins on the 30th
	if _, err := h.store.ChangeServer(t.Context(), h.guild.ID(), func(s *stores.Server) { s.TimeZone = "Europe/Berlin" }); err != nil {
		t.Fatal(err)
	}
	h.toRound1(4, localdiscord.Options{"preset": "correspondence", "rounds": 2, "cut": 0})
	r := h.snapshot().State.Current()
	if got := r.Deadline.Sub(r.StartedAt); got != 7*24*time.Hour-time.Hour {
		t.Errorf("the round lasts %s, want seven days by the clock on the wall: 167h", got)
	}
	if got := r.Deadline.In(zone); got.Hour() != r.StartedAt.In(zone).Hour() || got.Minute() != r.StartedAt.In(zone).Minute() {
		t.Errorf("the round ends %s, begun %s", got, r.StartedAt.In(zone))
	}
	for _, c := range []struct {
		before time.Duration
		warned int
	}{{49 * time.Hour, 0}, {47 * time.Hour, 1}, {13 * time.Hour, 1}, {11 * time.Hour, 2}} {
		h.pass(r.Deadline.Add(-c.before).Sub(h.now()))
		if got := len(h.snapshot().State.Current().Warned); got != c.warned {
			t.Errorf("%s before the deadline there were %d reminders, want %d", c.before, got, c.warned)
		}
	}
	h.pass(12 * time.Hour)
	if !h.snapshot().State.Current().TimeCalled {
		t.Error("after the deadline time is not called")
	}
	if n := count[*tournament.ResultConfirmed](h.snapshot()); n != 0 {
		t.Errorf("the deadline settled %d matches by itself", n)
	}
	h.settle()
	h.clean()
}

// TestSilenceConfirmsButNotInElimination: a report without an answer is confirmed after
// the configured time, but not if it would end a player's event.
func TestSilenceConfirmsButNotInElimination(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 1, "cut": 2})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "auto_advance=yes"})
	s := h.snapshot().State
	for m := 1; m <= 2; m++ {
		_, l := s.Match(1, m)
		h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
	}
	h.pass(11 * time.Minute)
	s = h.snapshot().State
	if s.Round(1).Status != tournament.Done {
		t.Fatalf("round 1 has status %d after ten silent minutes", s.Round(1).Status)
	}
	if s.Current() == nil || s.Elimination() == nil {
		t.Fatal("the cut did not follow by itself")
	}
	_, l := s.Match(2, 1)
	h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
	h.pass(48 * time.Hour)
	if m, _ := h.snapshot().State.Match(2, 1); m.Confirmed {
		t.Error("silence has ended a player's event")
	}
	h.settle()
	h.clean()
}

// TestALeagueComesAtMostHourly: cron expressions that never match, match every minute or
// are invalid are refused with an explanation.
func TestALeagueComesAtMostHourly(t *testing.T) {
	h := newTestServer(t)
	for cron, want := range map[string]string{
		"* * * * *": "more than once an hour", "banana": "isn't a cron expression", "0 0 30 2 *": "never comes", "@daily": "five fields",
		"CRON_TZ=UTC 0 1 * * *": "has its own option",
	} {
		if got := h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "L", "cron": cron}); !strings.Contains(got, want) {
			t.Errorf("%q: %s", cron, got)
		}
	}
	if all, err := h.store.Listed(t.Context(), season.Log.Name, h.guild.ID()); err != nil || len(all) != 0 {
		t.Errorf("%d leagues are stored (%v)", len(all), err)
	}
	h.clean()
}

// TestALeagueWithoutACreatorIsOrganisedByOrganisers: in a league without a known creator,
// other members are not taken for the creator.
func TestALeagueWithoutACreatorIsOrganisedByOrganisers(t *testing.T) {
	h := newTestServer(t)
	_, err := h.seasons.Create(t.Context(), season.Request{
		Cause: "made by the host", Command: season.Create{Guild: h.guild.ID(), Settings: season.Settings{Name: "Spring", Channel: h.channel.ID()}},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.guild.ShowCommands(h.guild.ID())
	if got := h.slash(h.guild.AddPerson("Stranger"), "league-admin end", nil); h.league().State.Ended {
		t.Errorf("a stranger ended the league: %s", got)
	}
	if got := h.slash(h.organiser, "league-admin end", nil); !h.league().State.Ended {
		t.Errorf("an organiser cannot end the league: %s", got)
	}
}
