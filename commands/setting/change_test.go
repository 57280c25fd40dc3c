package setting

import (
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/rules"
	"topcut/tournament/season"
	"topcut/tournament/stage"
)

// typed are values of settings that have no choices.
var typed = map[string][]string{
	"name": {"Saturday"}, "prizes": {"A mat"}, "start_at": {"2026-03-06 18:00", ""}, "time_zone": {"Europe/Berlin"},
	"to_channel": {"123"}, "day_two": {"top 32 rounds 3", "none"}, "stages": {"single", "swiss 3 > top 8 swiss 2 > double 4"},
	"cut_points": {"15"}, "cut_least": {"8"}, "cut_equal": {"8"}, "cut_most": {"16"}, "cut_lock": {"12"},
	"day_two_rounds": {"2"}, "day_two_points": {"12"}, "day_two_top": {"16"}, "objection_hours": {"48"}, "postpone_days": {"7"},
	"capacity": {"32"}, "divisions": {"Juniors; Masters", ""}, "question": {"In-game name", ""}, "gate_role": {"<@&123>", "none"}, "gate_rating": {"1200-1600", "-1600", "1200-", "none"},
}

// TestWhatAChangeTouches changes each setting of different events and compares all others
// as the event then has them, after its game has had its say.
func TestWhatAChangeTouches(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	touched := map[string]map[string]bool{}
	for _, chain := range []string{"swiss > bracket", "swiss 5 > points 9 swiss 2 > double 4", "roundrobin", "single", "draft > swiss 3"} {
		for _, arranged := range []tournament.Opening{tournament.Together, tournament.ByDate} {
			s := tournament.DefaultSettings("Friday Night")
			s.Stages, s.Fixtures.Opens, s.BreakMinutes, s.ClockApart = stage.MustParse(chain), arranged, 5, true
			s.StartAt = time.Date(2026, 7, 1, 16, 30, 0, 0, time.UTC).Unix()
			if arranged == tournament.Together && s.Stages.First().Kind.ByPoints() && len(s.Stages.Prepare) == 0 {
				s.Crew, s.Boards = 3, 3
			}
			if s, err = s.Fit(rs); err != nil {
				continue // the game does not have it
			}
			list := Events()
			for i := range list {
				x := &list[i]
				for _, v := range append(typed[x.Key], x.Choices...) {
					next, err := Apply(s, x.Key, v)
					if err == nil {
						next, err = next.Fit(rs)
					}
					if err != nil || next.Validate() != nil {
						continue
					}
					for j := range list {
						if y := &list[j]; i != j && y.Show(&s) != y.Show(&next) && !(x.When == tournament.WithStages && y.When == x.When) {
							if touched[x.Key] == nil {
								touched[x.Key] = map[string]bool{}
							}
							touched[x.Key][y.Key] = true
						}
					}
					if x.Show(&s) != x.Show(&next) && touched[x.Key] == nil {
						touched[x.Key] = map[string]bool{}
					}
				}
			}
		}
	}
	list := Events()
	for i := range list {
		x := &list[i]
		if touched[x.Key] == nil {
			t.Errorf("%s was not changed", x.Key)
		}
		var got []string
		for j := range list {
			if touched[x.Key][list[j].Key] {
				got = append(got, list[j].Key)
			}
		}
		if !slices.Equal(got, x.Touches) {
			t.Errorf("%s touches %q, says %q", x.Key, got, x.Touches)
		}
	}
}

// TestWhatAChangeOfALeagueTouches is the same for leagues.
func TestWhatAChangeOfALeagueTouches(t *testing.T) {
	values := map[string][]string{
		"name": {"Spring"}, "preset": season.Presets(), "places": {"9 6 3"}, "bye": {"2"}, "equal_places": {"share", "same", "split", "mean"},
		"ties": {"wins", "events"}, "tiers": {"8:2"}, "cron": {"0 19 * * 5"}, "event.stages": {"swiss 3"}, "time_zone": {"Europe/Berlin"}, "language": {"de"},
	}
	list := Leagues()
	for i := range list {
		x := &list[i]
		touched := map[string]bool{}
		for _, base := range []season.Settings{
			{Name: "Winter", Series: &season.Series{Cron: "0 19 * * 4", Zone: "UTC", Event: tournament.DefaultSettings("Winter")}},
			{Name: "Winter", Divisions: DivisionsOf(8, nil), Series: &season.Series{Cron: "0 19 * * 4", Zone: "UTC", Event: tournament.DefaultSettings("Winter")}},
		} {
			base.Rules, _ = season.Preset("records")
			for _, v := range append(values[x.Key], "1", "0", "7") {
				before := base
				series := *base.Series
				before.Series = &series
				if d := base.Divisions; d != nil {
					of := *d
					before.Divisions = &of
				}
				next, err := ApplyLeague(before, x.Key, v)
				if err != nil {
					continue
				}
				for j := range list {
					if y := &list[j]; i != j && y.Show(&base) != y.Show(&next) {
						touched[y.Key] = true
					}
				}
			}
		}
		var got []string
		for j := range list {
			if touched[list[j].Key] {
				got = append(got, list[j].Key)
			}
		}
		if !slices.Equal(got, x.Touches) {
			t.Errorf("%s touches %q, says %q", x.Key, got, x.Touches)
		}
	}
}
