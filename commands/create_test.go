package commands_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// form opens the form for a new event.
func (h *testServer) form(options localdiscord.Options) *localdiscord.Modal {
	h.t.Helper()
	a := h.answer(h.use(h.organiser, "tournament create", options))
	if a.Modal == nil {
		h.t.Fatalf("no form: %s", h.text(a))
	}
	return a.Modal
}

// fill submits a form and returns the answer.
func (h *testServer) fill(m *localdiscord.Modal, fields localdiscord.Fields) localdiscord.Answer {
	h.t.Helper()
	i, err := h.organiser.SubmitModal(h.t.Context(), m, fields)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.answer(i)
}

// presses presses a button of an answer and returns the next answer.
func (h *testServer) presses(p *localdiscord.Person, a localdiscord.Answer, label string) localdiscord.Answer {
	h.t.Helper()
	i, err := p.Click(h.t.Context(), *a.Message, label)
	if err != nil {
		h.t.Fatalf("%v: %s", err, h.text(a))
	}
	return h.answer(i)
}

// One command and one form: the card is up with registration open.
func TestAnEventIsCreatedByOneForm(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "setup", localdiscord.Options{"time_zone": "Europe/Berlin", "ruleset": "lorcana"})
	said := h.text(h.fill(h.form(nil), localdiscord.Fields{"Name": "Weekly", "When": "tomorrow 8pm", "Structure": "Swiss + Top 4"}))
	s := h.snapshot().State
	if s.Phase != tournament.Open || s.Settings.Name != "Weekly" || s.Rules.ID != "lorcana" || s.Settings.Stages.String() != "swiss > bracket 4" {
		t.Errorf("%s: %s %q %s %s", said, s.Phase, s.Settings.Name, s.Rules.ID, s.Settings.Stages)
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	if at := time.Unix(s.Settings.StartAt, 0).In(berlin); at.Hour() != 20 || at.Sub(h.now()) > 48*time.Hour {
		t.Errorf("it starts %v", at)
	}
	if _, err := h.srv.WaitMessage(t.Context(), h.channel, localtest.Containing(h.srv, "Weekly", "[Join]")); err != nil {
		t.Error(err)
	}
	h.players(1)
	h.clean()
}

// The form for a new event reads the start in the time zone of who fills it in, if that is
// known, else in the server's, and says which. The event keeps the zone of the server.
func TestTheFormReadsTimesInTheZoneOfThePerson(t *testing.T) {
	for zone, own := range map[string]string{"Europe/Berlin": "", "Asia/Tokyo": "Asia/Tokyo"} {
		t.Run(zone, func(t *testing.T) {
			h := newTestServer(t)
			h.slash(h.organiser, "setup", localdiscord.Options{"time_zone": "Europe/Berlin"})
			if _, err := h.store.ChangeCalendar(t.Context(), h.guild.ID(), h.organiser.ID(), func(said *tournament.Calendar) { said.Zone = own }); err != nil {
				t.Fatal(err)
			}
			form := h.form(nil)
			if shown, err := json.Marshal(form); err != nil || !strings.Contains(string(shown), "("+zone+")") {
				t.Errorf("the form does not say %s: %s, %v", zone, shown, err)
			}
			day := h.now().AddDate(0, 1, 0).UTC()
			h.fill(form, localdiscord.Fields{"Name": "Weekly", "When": day.Format("2006-01-02") + " 20:00"})
			loc, err := tournament.ParseZone(zone)
			if err != nil {
				t.Fatal(err)
			}
			s := h.snapshot().State.Settings
			if want := time.Date(day.Year(), day.Month(), day.Day(), 20, 0, 0, 0, loc); s.StartAt != want.Unix() || s.TimeZone != "Europe/Berlin" {
				t.Errorf("it starts %v in %s, not %v", time.Unix(s.StartAt, 0).UTC(), s.TimeZone, want)
			}
			h.clean()
		})
	}
}

// A refused form is answered with the reason, and Edit brings it back as it was filled
// in.
func TestARefusedFormComesBackFilledIn(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	for _, c := range []struct {
		fields localdiscord.Fields
		want   string
	}{
		{localdiscord.Fields{"Name": "Sunday: a night of 50 % draws", "When": "today 0:00"}, "in the past"},
		{localdiscord.Fields{"Name": "Sunday", "When": "next sat 20:00"}, "could be two times"},
		{localdiscord.Fields{"Name": " friday night "}, "already running in this channel"},
		{localdiscord.Fields{"Name": "Sunday", "Game": "chess-casual", "Structure": "top8"}, ""},
	} {
		a := h.fill(h.form(nil), c.fields)
		if c.want == "" {
			if h.snapshot().State.Settings.Name != "Sunday" {
				t.Errorf("not created: %s", h.text(a))
			}
			continue
		}
		if got := h.text(a); !strings.Contains(got, c.want) {
			t.Fatalf("%v: %s, want %q", c.fields, got, c.want)
		}
		again := h.presses(h.organiser, a, "Edit").Modal
		if again == nil {
			t.Fatal("the form does not come back")
		}
		if got := again.Components[0].Component.Value; string(got) != strings.TrimSpace(c.fields["Name"].(string)) {
			t.Errorf("the name comes back as %q", got)
		}
		if got := again.Components[2].Component.Value; c.fields["When"] != nil && string(got) != c.fields["When"] {
			t.Errorf("the time comes back as %q", got)
		}
	}
	h.clean()
}

// An earlier event is the template for the next: its settings, its game, and its time one
// week later.
func TestLastWeekIsATemplate(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "lorcana", "cut": 8, "capacity": 24})
	start := h.now().Add(time.Hour)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + start.UTC().Format("2006-01-02 15:04") + ", decks=required"})
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament cancel", nil)), "Cancel the event")
	h.pass(26 * time.Hour)
	h.fill(h.form(localdiscord.Options{"like": "Friday Night"}), nil)
	s := h.snapshot().State
	want := start.Truncate(time.Minute).AddDate(0, 0, 7)
	if s.ID != 2 || s.Settings.Capacity != 24 || s.Settings.Decks != tournament.DecksRequired || s.Rules.ID != "lorcana" || s.Settings.Stages.String() != "swiss > bracket 8" {
		t.Errorf("the next one is %+v", s.Settings)
	}
	if got := time.Unix(s.Settings.StartAt, 0); s.Phase != tournament.Open || !got.Equal(want) {
		t.Errorf("it starts %v, want %v", got, want)
	}
	h.clean()
}

// A command that can mean several events is run for the one that is picked, with the
// options as typed.
func TestOfSeveralEventsOneIsPicked(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"name": "Modern"})
	h.create(localdiscord.Options{"name": "Legacy"})
	anna := h.guild.AddPerson("Anna")
	a := h.answer(h.use(anna, "join", localdiscord.Options{"name": "Anna; the one"}))
	if got := h.text(a); !strings.Contains(got, "Several events are possible") {
		t.Errorf("a text that does not fit into a menu: %s", got)
	}
	a = h.answer(h.use(anna, "join", localdiscord.Options{"name": "Annika"}))
	if got := h.text(a); !strings.Contains(got, "Which event?") {
		t.Fatal(got)
	}
	i, err := anna.Select(t.Context(), *a.Message, "", []string{"Modern"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(i)); !strings.Contains(got, "You're in: ") {
		t.Errorf("picked: %s", got)
	}
	snap, err := h.director.Snapshot(t.Context(), 1)
	if err != nil || snap.Name(1) != "Annika" {
		t.Errorf("Anna is %q in the event she picked (%v)", snap.Name(1), err)
	}
	h.clean()
}

// offered returns the options of a game that a form of an event offers where no match is
// played on boards: TestTheTableOfTeamsIsSaidAndExplained chooses the table of teams.
func offered(rs *rules.Ruleset) []rules.Option {
	return slices.DeleteFunc(slices.Clone(rs.Options), func(o rules.Option) bool { return o.Name == rules.TeamsOption })
}

// choose chooses a value of a game option in the form of its topic. If there are two such
// forms, the second has the options that are not in the first.
func (h *testServer) choose(panel localdiscord.Answer, option, value string) localdiscord.Answer {
	h.t.Helper()
	for _, topic := range []string{"options", "options2"} {
		i, err := h.organiser.Select(h.t.Context(), *panel.Message, "", []string{topic})
		if err != nil {
			h.t.Fatal(err)
		}
		form := h.answer(i).Modal
		if form == nil {
			h.t.Fatalf("no form for %s", topic)
		}
		if slices.ContainsFunc(form.Components, func(c localdiscord.Component) bool {
			return c.Component != nil && c.Component.CustomID == "option."+option
		}) {
			return h.fill(form, localdiscord.Fields{"option." + option: []string{value}})
		}
	}
	h.t.Fatalf("no form has the option %s", option)
	return panel
}

// The settings are one sentence and one menu; each topic is a form of at most five
// fields that changes only what was changed in it.
func TestSettingsAreAPanelWithAFormForEachTopic(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "lorcana", "cut": 4})
	panel := h.answer(h.use(h.organiser, "tournament settings", nil))
	if got := h.text(panel); !strings.Contains(got, "Disney Lorcana Bo3 · rounds by attendance + Top 4 · 50 min rounds · no decklists") || !strings.Contains(got, "[Change… v ") {
		t.Errorf("the panel: %s", got)
	}
	topic := func(value string, fields localdiscord.Fields) string {
		t.Helper()
		i, err := h.organiser.Select(t.Context(), *panel.Message, "", []string{value})
		if err != nil {
			t.Fatal(err)
		}
		form := h.answer(i).Modal
		if form == nil || len(form.Components) > 5 {
			t.Fatalf("the form of %s: %+v", value, form)
		}
		a := h.fill(form, fields)
		if a.Message != nil && strings.Contains(h.text(a), "[Change…") {
			panel = a
		}
		return h.text(a)
	}
	for value, fields := range map[string]localdiscord.Fields{
		"general": {"When": "tomorrow 8pm"}, "structure": {"Rounds": []string{"5"}, "Cut": []string{"top 8"}, "Third-place match": []string{"yes"}},
		"rounds": {"Round time": []string{"40"}}, "matches": {"Auto-confirm reports after": []string{"15"}, "Match threads": []string{"yes"}},
		"days":         {"Reminders": []string{"24", "6"}, "Quiet hours": []string{"22:00-08:00"}},
		"registration": {"Player cap": "24", "Divisions": "Juniors\nMasters", "Check-in time": []string{"10"}}, "decks": {"Decklists": []string{"required"}},
		"posts": {"Prizes": "A playmat", "Organisers' channel": []string{h.office.ID()}}, "day_two": {"Rounds on day 2": "2", "Players on day 2": "16"}, "special": nil, "cut": nil,
	} {
		if fields["When"] != nil {
			fields = localdiscord.Fields{"Start": fields["When"]}
		}
		if got := topic(value, fields); !strings.Contains(got, "[Change…") {
			t.Errorf("%s: %s", value, got)
		}
	}
	s := h.snapshot().State.Settings
	if s.Stages.String() != "swiss 5 > top 16 swiss 2 > bracket 8 third" || s.RoundMinutes != 40 || s.ConfirmMinutes != 15 || !s.Threads || s.Capacity != 24 ||
		!slices.Equal(s.ReminderHours, []int{24, 6}) || s.QuietHours != "22:00-08:00" || len(s.Divisions) != 2 || s.CheckInMinutes != 10 || s.Decks != tournament.DecksRequired || s.TOChannel != h.office.ID() || s.StartAt == 0 {
		t.Errorf("the settings are %+v", s)
	}
	if got := topic("cut", localdiscord.Fields{"Match points for the cut": "15", "At least so many make the cut": "8"}); !strings.Contains(got, "Match points for the cut") {
		t.Errorf("a cut by points: %s", got)
	}
	if got := topic("registration", localdiscord.Fields{"Player cap": "many"}); !strings.Contains(got, "whole number") {
		t.Errorf("a number that is none: %s", got)
	}
	if got := topic("game", localdiscord.Fields{"Game": []string{"chess-casual"}}); !strings.Contains(got, "Chess") {
		t.Errorf("another game: %s", got)
	}
	h.clean()
}
