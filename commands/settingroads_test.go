package commands_test

import (
	"errors"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

var everyPhase = flag.Bool("every-phase", false, "change every setting in every phase, not only in running events and half of them before and after")

// otherwise are values of settings that have no choices.
var otherwise = map[string]string{
	"name": "Saturday", "prizes": "A mat", "time_zone": "Europe/Berlin", "day_two": "top 32 rounds 3", "stages": "swiss 5",
	"cut_points": "9", "cut_least": "4", "cut_equal": "4", "cut_most": "8", "cut_lock": "6", "day_two_rounds": "3", "day_two_points": "6",
	"day_two_top": "5", "objection_hours": "48", "postpone_days": "7", "capacity": "32", "divisions": "Juniors; Masters", "question": "In-game name", "gate_rating": "1200-1600",
}

// another returns a value that a setting does not have.
func another(t *testing.T, x *setting.Event, s *tournament.Settings, values map[string]string) string {
	t.Helper()
	for _, v := range append(slices.Clone(x.Choices), values[x.Key]) {
		next, err := setting.Apply(*s, x.Key, v)
		if err == nil && x.Show(&next) != x.Show(s) {
			return v
		}
	}
	t.Fatalf("%s has no other value than %q", x.Key, x.Show(s))
	return ""
}

// TestASettingMayBeChangedByEveryRoadOrByNone changes each setting in each phase by the command
// (which the rehearsal uses too), by the form and as a command of the domain (which is the
// road of the command line). Its term says what all of them answer, except that the plan may
// refuse a change of stages; then all of them refuse it alike.
func TestASettingMayBeChangedByEveryRoadOrByNone(t *testing.T) {
	h := newTestServer(t)
	sentence := func(err error) string {
		var r *tournament.Refusal
		if !errors.As(err, &r) {
			t.Fatal(err)
		}
		return text.Printer{}.Notice(r.Notice)
	}
	values := maps.Clone(otherwise)
	values["gate_role"] = h.guild.AddRole("Members", 0).ID()
	values["to_channel"], values["start_at"] = h.office.ID(), h.now().AddDate(0, 1, 0).UTC().Format("2006-01-02 15:04")
	phases := map[tournament.Phase]int{}
	do := func(c command.Command) error {
		_, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c})
		return err
	}
	edit := func(of func(tournament.Settings) (tournament.Settings, error)) error {
		return do(&command.ChangeSettings{Edit: of})
	}
	walk := func() {
		t.Helper()
		base := h.snapshot().State
		list, first := setting.Events(), len(phases)%2
		for i := range list {
			if !*everyPhase && base.Phase != tournament.Running && i%2 != first {
				continue
			}
			x := &list[i]
			v := another(t, x, &base.Settings, values)
			phases[base.Phase]++
			h.pass(20 * time.Second) // as much as a person may ask in that time
			// A road returns its refusal, "" for none.
			roads := map[string]func() string{
				"the domain": func() string {
					err := edit(func(s tournament.Settings) (tournament.Settings, error) { return setting.Apply(s, x.Key, v) })
					if err == nil {
						return ""
					}
					return sentence(err)
				},
				"the command": func() string {
					return refusalIn(h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": x.Key + "=" + v, "tournament": base.Settings.Name}))
				},
			}
			if x.Page != setting.NoPage {
				roads["the form"] = func() string { return h.byForm(x, v) }
			}
			said := map[string]string{}
			for road, take := range roads {
				said[road] = take()
				s := h.snapshot().State
				if changed := x.Show(&s.Settings) != x.Show(&base.Settings); changed != (said[road] == "") {
					t.Errorf("in %s, %s=%s by %s is now %s, and was told: %q", base.Phase, x.Key, v, road, x.Show(&s.Settings), said[road])
				}
				if said[road] != "" {
					continue
				}
				if err := edit(func(tournament.Settings) (tournament.Settings, error) { return base.Settings, nil }); err != nil {
					t.Fatalf("in %s, %s=%s cannot be taken back: %v", base.Phase, x.Key, v, err)
				}
			}
			want := said["the domain"]
			if err := x.When.May(base.Phase); err != nil {
				want = sentence(err)
			} else if x.When != tournament.WithStages && x.When != tournament.WithCrews && want != "" { // the event decides
				t.Errorf("in %s, %s=%s may be changed, and was told: %s", base.Phase, x.Key, v, want)
			}
			for road, got := range said {
				answer := want
				if road == "the form" && (x.When.May(base.Phase) != nil || x.When == tournament.WithCrews && len(base.Players) > 0) {
					answer = notOffered
				}
				if got != answer {
					t.Errorf("in %s, %s=%s by %s: %q, want %q", base.Phase, x.Key, v, road, got, answer)
				}
			}
		}
	}
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "stages": "swiss 3 > top 6 swiss 2 > bracket 4"})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + h.now().AddDate(0, 2, 0).UTC().Format("2006-01-02 15:04")})
	if *everyPhase {
		walk()
	}
	h.slash(h.organiser, "tournament open", nil)
	h.players(8)
	walk()
	for _, next := range []string{"tournament close", "tournament checkin"} {
		if *everyPhase {
			h.organise(next)
			walk()
		}
	}
	h.slash(h.organiser, "tournament start", localdiscord.Options{"absent": "all"})
	h.nextRound()
	walk()
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament cancel", nil)), "Cancel the event")
	walk()
	if want := map[bool]int{false: 3, true: 6}[*everyPhase]; len(phases) != want {
		t.Errorf("walked in the phases %v, want %d", phases, want)
	}
	h.audit()
}

// notOffered is the answer of a form that does not have a setting.
const notOffered = "the form does not have it"

// byForm changes a setting in the form of its topic and returns the refusal, "" for none.
func (h *testServer) byForm(x *setting.Event, v string) string {
	h.t.Helper()
	panel := h.answer(h.use(h.organiser, "tournament settings", nil))
	if !strings.Contains(h.text(panel), "[Change…") {
		return notOffered
	}
	i, err := h.organiser.Select(h.t.Context(), *panel.Message, "", []string{x.Page})
	if err != nil {
		return notOffered
	}
	form := h.answer(i).Modal
	title := text.Printer{}.Say(notice.Code("setting.title." + x.Key))
	if !slices.ContainsFunc(form.Components, func(c localdiscord.Component) bool { return c.Label == title }) {
		return notOffered
	}
	var value any = v
	switch {
	case x.Many:
		value = strings.Fields(v)
	case len(x.Choices) > 0, x.Key == "to_channel":
		value = []string{v}
	}
	return refusalIn(h.text(h.assented(h.organiser, h.fill(form, localdiscord.Fields{title: value}))))
}

// refusalIn returns the sentence of an answer that is no panel of settings.
func refusalIn(answer string) string {
	if strings.Contains(answer, "Settings of ") {
		return ""
	}
	sentence, _, _ := strings.Cut(answer, "→")
	sentence, _, _ = strings.Cut(sentence, "\n[") // a button
	return strings.TrimSpace(sentence)
}
