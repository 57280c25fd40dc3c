package view

import (
	"strconv"
	"strings"

	"topcut/tournament"
	"topcut/tournament/division"
	"topcut/tournament/notice"
	"topcut/tournament/rat"
	"topcut/tournament/season"
)

// leagueSetting is what organisers may set of a league by a key.
type leagueSetting struct {
	key  string
	show func(*season.Settings) string // empty where it is as usual
	set  func(*season.Settings, string) error
}

// leagueSettings are all of them, in the order in which they are shown.
var leagueSettings = []leagueSetting{
	{"name", func(*season.Settings) string { return "" }, func(s *season.Settings, v string) error { s.Name = v; return nil }},
	{"preset", func(*season.Settings) string { return "" }, func(s *season.Settings, v string) error {
		r, ok := season.Preset(v)
		if !ok {
			return tournament.Refuse(tournament.BadInput, "season.no_word", "text", notice.Text(v), "words", notice.Texts(season.Presets()))
		}
		r.Best, r.Final = s.Rules.Best, s.Rules.Final
		s.Rules = r
		return nil
	}},
	{"places", func(s *season.Settings) string {
		var out []string
		for _, p := range s.Rules.Places {
			out = append(out, p.String())
		}
		return strings.Join(out, " ")
	}, func(s *season.Settings, v string) error {
		s.Rules.Places = nil
		for _, word := range strings.Fields(v) {
			p, err := leaguePoints(word)
			if err != nil {
				return err
			}
			s.Rules.Places = append(s.Rules.Places, p)
		}
		return nil
	}},
	fractionSetting("below", func(r *season.Rules) *rat.Rat { return &r.Below }),
	fractionSetting("win", func(r *season.Rules) *rat.Rat { return &r.Win }),
	fractionSetting("draw", func(r *season.Rules) *rat.Rat { return &r.Draw }),
	fractionSetting("loss", func(r *season.Rules) *rat.Rat { return &r.Loss }),
	{"bye", func(s *season.Settings) string {
		if s.Rules.Bye == nil {
			return ""
		}
		return s.Rules.Bye.String()
	}, func(s *season.Settings, v string) error {
		p, err := leaguePoints(v)
		s.Rules.Bye = &p
		return err
	}},
	fractionSetting("attendance", func(r *season.Rules) *rat.Rat { return &r.Attendance }),
	fractionSetting("round", func(r *season.Rules) *rat.Rat { return &r.Round }),
	fractionSetting("deck", func(r *season.Rules) *rat.Rat { return &r.Deck }),
	fractionSetting("perfect", func(r *season.Rules) *rat.Rat { return &r.Perfect }),
	numberSetting("best", func(s *season.Settings) *int { return &s.Rules.Best }),
	numberSetting("events", func(s *season.Settings) *int { return &s.Planned }),
	numberSetting("final", func(s *season.Settings) *int { return &s.Rules.Final }),
	{"equal_places", func(s *season.Settings) string { return s.Rules.Equal.String() }, func(s *season.Settings, v string) error {
		return tournament.RefuseAs(tournament.BadInput, s.Rules.Equal.UnmarshalText([]byte(v)))
	}},
	{"ties", func(s *season.Settings) string {
		var out []string
		for _, t := range s.Rules.Ties {
			out = append(out, t.String())
		}
		return strings.Join(out, " ")
	}, func(s *season.Settings, v string) error {
		s.Rules.Ties = nil
		for _, word := range strings.Fields(v) {
			var t season.Tie
			if err := t.UnmarshalText([]byte(word)); err != nil {
				return tournament.RefuseAs(tournament.BadInput, err)
			}
			s.Rules.Ties = append(s.Rules.Ties, t)
		}
		return nil
	}},
	{"tiers", func(s *season.Settings) string {
		var out []string
		for _, t := range s.Rules.Tiers {
			out = append(out, strconv.Itoa(t.From)+":"+t.Weight.String())
		}
		return strings.Join(out, " ")
	}, func(s *season.Settings, v string) error {
		s.Rules.Tiers = nil
		for _, word := range strings.Fields(v) {
			from, weight, _ := strings.Cut(word, ":")
			n, bad := strconv.Atoi(from)
			w, err := leaguePoints(weight)
			if bad != nil || err != nil {
				return tournament.Refuse(tournament.BadInput, "league.tier", "text", notice.Text(word))
			}
			s.Rules.Tiers = append(s.Rules.Tiers, season.Tier{From: n, Weight: w})
		}
		return nil
	}},
	{"divisions", func(s *season.Settings) string {
		if s.Divisions == nil {
			return ""
		}
		return strconv.Itoa(s.Divisions.Target)
	}, func(s *season.Settings, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil {
			return tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(v))
		}
		s.Divisions = DivisionsOf(n, s.Divisions)
		return nil
	}},
	divisionSetting("up", func(r *division.Rules) *int { return &r.Up }),
	divisionSetting("down", func(r *division.Rules) *int { return &r.Down }),
	divisionSetting("pause", func(r *division.Rules) *int { return &r.Pause }),
	{"cron", func(s *season.Settings) string {
		if s.Series == nil {
			return ""
		}
		return s.Series.Cron
	}, func(s *season.Settings, v string) error { return series(s, func(x *season.Series) { x.Cron = v }) }},
	{"event.stages", func(s *season.Settings) string {
		if s.Series == nil {
			return ""
		}
		return s.Series.Event.Stages.String()
	}, func(s *season.Settings, v string) error {
		if s.Series == nil {
			return tournament.Refuse(tournament.WrongPhase, "league.no_series")
		}
		event, err := ApplySetting(s.Series.Event, "stages", v)
		if err != nil {
			return err
		}
		return series(s, func(x *season.Series) { x.Event = event })
	}},
	{"time_zone", func(s *season.Settings) string {
		if s.Series == nil {
			return ""
		}
		return s.Series.Zone
	}, func(s *season.Settings, v string) error {
		return series(s, func(x *season.Series) { x.Zone, x.Event.TimeZone = v, v })
	}},
	{
		"language", func(s *season.Settings) string { return s.Language },
		func(s *season.Settings, v string) (err error) {
			if s.Language, err = Language(v); err == nil && s.Series != nil {
				return series(s, func(x *season.Series) { x.Event.Language = s.Language })
			}
			return err
		},
	},
	{"open_hours", func(s *season.Settings) string {
		if s.Series == nil {
			return ""
		}
		return strconv.Itoa(s.Series.OpenHours)
	}, func(s *season.Settings, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil {
			return tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(v))
		}
		return series(s, func(x *season.Series) { x.OpenHours = n })
	}},
}

// DivisionsOf returns the rules of divisions of a size, like those before; nil for none.
func DivisionsOf(size int, before *division.Rules) *division.Rules {
	if size == 0 {
		return nil
	}
	out := division.Default()
	if before != nil {
		out = *before
	}
	out.Target = size
	return &out
}

func divisionSetting(key string, of func(*division.Rules) *int) leagueSetting {
	return leagueSetting{key, func(s *season.Settings) string {
		if s.Divisions == nil || *of(s.Divisions) == 0 {
			return ""
		}
		return strconv.Itoa(*of(s.Divisions))
	}, func(s *season.Settings, v string) error {
		n, err := strconv.Atoi(v)
		switch {
		case err != nil:
			return tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(v))
		case s.Divisions == nil:
			return tournament.Refuse(tournament.WrongPhase, "season.no_divisions")
		}
		r := *s.Divisions
		*of(&r) = n
		s.Divisions = &r
		return nil
	}}
}

// series changes how events come by themselves, where they do.
func series(s *season.Settings, change func(*season.Series)) error {
	if s.Series == nil {
		return tournament.Refuse(tournament.WrongPhase, "league.no_series")
	}
	x := *s.Series
	change(&x)
	s.Series = &x
	return nil
}

// leaguePoints reads a fraction that somebody typed.
func leaguePoints(v string) (rat.Rat, error) {
	p, err := rat.Parse(strings.TrimSpace(v))
	if err != nil {
		return p, tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(v))
	}
	return p, nil
}

func fractionSetting(key string, of func(*season.Rules) *rat.Rat) leagueSetting {
	return leagueSetting{key, func(s *season.Settings) string {
		if p := of(&s.Rules); !p.IsZero() {
			return p.String()
		}
		return ""
	}, func(s *season.Settings, v string) (err error) {
		*of(&s.Rules), err = leaguePoints(v)
		return err
	}}
}

func numberSetting(key string, of func(*season.Settings) *int) leagueSetting {
	return leagueSetting{key, func(s *season.Settings) string {
		if n := *of(s); n > 0 {
			return strconv.Itoa(n)
		}
		return ""
	}, func(s *season.Settings, v string) error {
		n, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil {
			return tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(v))
		}
		*of(s) = n
		return nil
	}}
}

// SetLeague returns the settings of a league with one changed by its key.
func SetLeague(s season.Settings, key, value string) (season.Settings, error) {
	var keys []string
	for _, x := range leagueSettings {
		if x.key == key {
			return s, x.set(&s, value)
		}
		keys = append(keys, x.key)
	}
	if of, ok := strings.CutPrefix(key, "event."); ok { // what every event of it is like
		if s.Series == nil {
			return s, tournament.Refuse(tournament.WrongPhase, "league.no_series")
		}
		event, err := ApplySetting(s.Series.Event, of, value)
		if err != nil {
			return s, err
		}
		return s, series(&s, func(x *season.Series) { x.Event = event })
	}
	return s, tournament.Refuse(tournament.BadInput, "season.no_word", "text", notice.Text(key), "words", notice.Texts(keys))
}
