package setting

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/stage"
)

// TestApplySetting: every key accepts the words that organisers would use.
func TestApply(t *testing.T) {
	base := tournament.DefaultSettings("Friday Night")
	for _, c := range []struct {
		key, value string
		want       func(*tournament.Settings)
	}{
		{"name", "Saturday", func(s *tournament.Settings) { s.Name = "Saturday" }},
		{"ROUNDS", " 5 ", func(s *tournament.Settings) { s.Stages = s.Stages.WithRounds(5) }},
		{"rounds", "auto", func(s *tournament.Settings) {}},
		{"cut", "8", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 8}) }},
		{"cut", "0", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{}) }},
		{"cut", "top 8 lock 39", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 8, Lock: 39}) }},
		{"cut", "auto max 8 lock 9", func(s *tournament.Settings) {
			s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto, Max: 8, Lock: 9})
		}},
		{"cut", "Top 4", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 4}) }},
		{"cut", "points 15", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Points, N: 15}) }},
		{"cut", "equal 8 max 12", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Equal, N: 8, Max: 12}) }},
		{"cut", "points 15 min 8", func(s *tournament.Settings) {
			s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Points, N: 15, Least: 8})
		}},
		{"cut", "equal auto", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Equal}) }},
		{"cut", "auto max 8", func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto, Max: 8}) }},
		{"bracket", "Reseed", func(s *tournament.Settings) { s.Stages = s.Stages.WithTree(stage.Reseed) }},
		{"bracket", "auto", func(s *tournament.Settings) {}},
		{"day_two", "points 10 rounds 2", func(s *tournament.Settings) { s.Stages = s.Stages.WithSecond(stage.Entry{By: stage.Points, N: 10}, 2) }},
		{"day_two", "top 32 rounds 3", func(s *tournament.Settings) { s.Stages = s.Stages.WithSecond(stage.TopN(32), 3) }},
		{"day_two", "none", func(s *tournament.Settings) {}},
		{"cross_pods", "yes", func(s *tournament.Settings) {
			s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Across = true })
		}},
		{"until_unbeaten", "yes", func(s *tournament.Settings) {
			s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Unbeaten = true })
		}},
		{"twice", "yes", func(s *tournament.Settings) {
			s.Stages = s.Stages.WithFirst(func(st *stage.Stage) { st.Twice = true })
		}},
		{"break_minutes", "8", func(s *tournament.Settings) { s.BreakMinutes = 8 }},
		{"format", "round robin", func(s *tournament.Settings) { s.Stages = stage.MustParse("roundrobin") }},
		{"third_place", "yes", func(s *tournament.Settings) { s.Stages = s.Stages.WithThird(true) }},
		{"capacity", "32", func(s *tournament.Settings) { s.Capacity = 32 }},
		{"capacity", "None", func(s *tournament.Settings) {}},
		{"capacity", "no limit", func(s *tournament.Settings) {}},
		{"divisions", "Juniors; Masters ;", func(s *tournament.Settings) { s.Divisions = []string{"Juniors", "Masters"} }},
		{"captains_word", "yes", func(s *tournament.Settings) { s.CaptainsWord = true }},
		{"bench_minutes", "30", func(s *tournament.Settings) { s.BenchMinutes = 30 }},
		{"line_up_minutes", "15", func(s *tournament.Settings) { s.LineUpMinutes = 15 }},
		{"ask_tag", "on", func(s *tournament.Settings) { s.AskTag = true }},
		{"decks", "Required", func(s *tournament.Settings) { s.Decks = tournament.DecksRequired }},
		{"decks_shown", "at end", func(s *tournament.Settings) {}},
		{"check_in_minutes", "20", func(s *tournament.Settings) { s.CheckInMinutes = 20 }},
		{"confirm_minutes", "never", func(s *tournament.Settings) { s.ConfirmMinutes = 0 }},
		{"round_minutes", "untimed", func(s *tournament.Settings) { s.RoundMinutes = tournament.Untimed }},
		{"cut_minutes", "80", func(s *tournament.Settings) { s.CutMinutes = 80 }},
		{"round_days", "7", func(s *tournament.Settings) { s.RoundDays = 7 }},
		{"reminder_hours", "48, 24 6", func(s *tournament.Settings) { s.ReminderHours = []int{48, 24, 6} }},
		{"auto_advance", "true", func(s *tournament.Settings) { s.AutoAdvance = true }},
		{"auto_start", "1", func(s *tournament.Settings) { s.AutoStart = true }},
		{"threads", "yes", func(s *tournament.Settings) { s.Threads = true }},
		{"arranged", "by date", func(s *tournament.Settings) {
			s.Fixtures.Opens, s.Fixtures.Silence, s.Threads, s.RoundDays = tournament.ByDate, true, true, 7
		}},
		{"claims_by_silence", "yes", func(s *tournament.Settings) { s.Fixtures.Silence = true }},
		{"unplayed", "void", func(s *tournament.Settings) { s.Fixtures.Unplayed = tournament.UnplayedVoid }},
		{"objection_hours", "48", func(s *tournament.Settings) { s.Fixtures.Objection = 48 }},
		{"prefer_common_hours", "yes", func(s *tournament.Settings) { s.Fixtures.Hours = true }},
		{"postpone_days", "7", func(s *tournament.Settings) { s.Fixtures.ShiftDays = 7 }},
		{"forfeit_all", "yes", func(s *tournament.Settings) { s.Fixtures.ForfeitAll = true }},
		{"late_until", "none", func(s *tournament.Settings) { s.LateUntil = 0 }},
		{"prizes", "", func(s *tournament.Settings) {}},
		{"time_zone", "Europe/Berlin", func(s *tournament.Settings) { s.TimeZone = "Europe/Berlin" }},
		{"start_at", "2026-03-06 18:00", func(s *tournament.Settings) {
			s.StartAt = time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC).Unix()
		}},
		{"to_channel", "<#123456789012345678>", func(s *tournament.Settings) { s.TOChannel = "123456789012345678" }},
		{"option.match", "best-of-one", func(s *tournament.Settings) {
			s.Options = []tournament.Option{{Name: "match", Value: "best-of-one"}}
		}},
	} {
		want := base
		c.want(&want)
		got, err := Apply(base, c.key, c.value)
		if err != nil {
			t.Errorf("%s=%s: %v", c.key, c.value, err)
		} else if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s=%s:\n%s", c.key, c.value, d)
		}
	}
}

// TestApplySettingRefuses: invalid values change nothing and are refused with a sentence.
func TestApplySettingRefuses(t *testing.T) {
	base := tournament.DefaultSettings("Friday Night")
	for _, c := range [][2]string{
		{"colour", "red"},
		{"rounds", "many"},
		{"rounds", "-1"},
		{"cut", ""},
		{"cut", "top"},
		{"cut", "top eight"},
		{"cut", "top 8 lock"},
		{"cut", "top 8 lock many"},
		{"cut", "lock 39"},
		{"cut", "equal 8 most 12"},
		{"cut", "bottom 8"},
		{"cut", "auto 8"},
		{"cut", "none max 8"},
		{"cut", "points 15 min"},
		{"bracket", "upside down"},
		{"day_two", "points ten rounds 2"},
		{"day_two", "points 10"},
		{"format", "ladder"},
		{"decks", "maybe"},
		{"decks_shown", "never"},
		{"ask_tag", "perhaps"},
		{"start_at", "tomorrow"},
		{"time_zone", "Atlantis"},
		{"to_channel", "#general"},
		{"reminder_hours", "1 day"},
		{"option.", "x"},
		{"third_place", "perhaps"},
	} {
		got, err := Apply(base, c[0], c[1])
		if tournament.ClassOf(err) != tournament.BadInput {
			t.Errorf("%s=%s: %v, want a refusal", c[0], c[1], err)
		}
		if d := cmp.Diff(base, got); d != "" {
			t.Errorf("%s=%s changed something:\n%s", c[0], c[1], d)
		}
	}
}

// TestSettingsReadWhatTheyShow: the text in a form parses to the same setting, so an
// unchanged form changes nothing, in any order of its fields.
func TestSettingsReadWhatTheyShow(t *testing.T) {
	full := tournament.Settings{
		Name: "Friday Night", Stages: stage.MustParse("swiss 6 unbeaten > points 9 min 8 swiss 2 > placement equal 8 max 12 third"),
		Capacity: 64, Divisions: []string{"Juniors", "Masters"}, AskTag: true, Decks: tournament.DecksRequired,
		DecksShown: tournament.DecksPublic, CheckInMinutes: 20, ConfirmMinutes: 15, RoundMinutes: tournament.Untimed, CutMinutes: 75,
		RoundDays: 7, ReminderHours: []int{48, 6}, AutoAdvance: true, Threads: true, LateUntil: 3, Prizes: "A mat",
		StartAt: time.Date(2026, 7, 1, 16, 30, 0, 0, time.UTC).Unix(), AutoStart: true, TimeZone: "America/New_York", TOChannel: "123",
	}
	for _, s := range []tournament.Settings{full, tournament.DefaultSettings("Friday Night")} {
		all := Events()
		for i := range 2 * len(all) {
			set := all[i%len(all)]
			if i >= len(all) { // in reverse order
				set = all[2*len(all)-1-i]
			}
			got, err := Apply(s, set.Key, set.Show(&s))
			if err != nil {
				t.Fatalf("%s=%s: %v", set.Key, set.Show(&s), err)
			}
			if d := cmp.Diff(s, got); d != "" {
				t.Errorf("%s=%s:\n%s", set.Key, set.Show(&s), d)
			}
		}
	}
}

// TestStartKeepsItsTimeOfDay: time zone and start are in one form, whose fields come in
// any order.
func TestStartKeepsItsTimeOfDay(t *testing.T) {
	base := tournament.DefaultSettings("Friday Night")
	base.StartAt = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC).Unix()
	want := time.Date(2026, 3, 6, 17, 0, 0, 0, time.UTC).Unix() // six in the evening in Berlin
	for _, order := range [][2]string{{"time_zone", "start_at"}, {"start_at", "time_zone"}} {
		s := base
		for _, key := range order {
			value := map[string]string{"time_zone": "Europe/Berlin", "start_at": "2026-03-06 18:00"}[key]
			var err error
			if s, err = Apply(s, key, value); err != nil {
				t.Fatal(err)
			}
		}
		if s.StartAt != want {
			t.Errorf("%v: start %s, want %s", order, time.Unix(s.StartAt, 0).UTC(), time.Unix(want, 0).UTC())
		}
	}
}
