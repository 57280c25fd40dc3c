package setting

import (
	"errors"
	"strconv"
	"strings"

	"topcut/tournament"
	"topcut/tournament/division"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// Leagues returns the settings of a league in the order of display.
func Leagues() []League {
	return []League{
		league("name", func(*season.Settings) string { return "" }, func(s *season.Settings, v string) error { s.Name = v; return nil }),
		touching(league("preset", func(*season.Settings) string { return "" }, func(s *season.Settings, v string) error {
			r, ok := season.Preset(v)
			if !ok {
				return tournament.Refuse(tournament.BadInput, "season.no_word", "text", notice.Text(v), "words", notice.Texts(season.Presets()))
			}
			r.Best, r.Final = s.Rules.Best, s.Rules.Final
			s.Rules = r
			return nil
		}), "places", "below", "win", "draw", "attendance", "deck", "perfect", "ties"),
		listSetting("places", func(r *season.Rules) *[]fraction.Fraction { return &r.Places }, fraction.Fraction.String, Points),
		fractionSetting("below", func(r *season.Rules) *fraction.Fraction { return &r.Below }),
		fractionSetting("win", func(r *season.Rules) *fraction.Fraction { return &r.Win }),
		fractionSetting("draw", func(r *season.Rules) *fraction.Fraction { return &r.Draw }),
		fractionSetting("loss", func(r *season.Rules) *fraction.Fraction { return &r.Loss }),
		league("bye", func(s *season.Settings) string {
			if s.Rules.Bye == nil {
				return ""
			}
			return s.Rules.Bye.String()
		}, func(s *season.Settings, v string) error {
			p, err := Points(v)
			s.Rules.Bye = &p
			return err
		}),
		fractionSetting("attendance", func(r *season.Rules) *fraction.Fraction { return &r.Attendance }),
		fractionSetting("round", func(r *season.Rules) *fraction.Fraction { return &r.Round }),
		fractionSetting("deck", func(r *season.Rules) *fraction.Fraction { return &r.Deck }),
		fractionSetting("perfect", func(r *season.Rules) *fraction.Fraction { return &r.Perfect }),
		numberSetting("best", func(s *season.Settings) *int { return &s.Rules.Best }),
		numberSetting("events", func(s *season.Settings) *int { return &s.Planned }),
		numberSetting("final", func(s *season.Settings) *int { return &s.Rules.Final }),
		league("equal_places", func(s *season.Settings) string { return s.Rules.Equal.String() }, func(s *season.Settings, v string) error {
			return tournament.RefuseAs(tournament.BadInput, s.Rules.Equal.UnmarshalText([]byte(v)))
		}),
		listSetting("ties", func(r *season.Rules) *[]season.Tie { return &r.Ties }, season.Tie.String, func(word string) (t season.Tie, err error) {
			err = t.UnmarshalText([]byte(word))
			return t, tournament.RefuseAs(tournament.BadInput, err)
		}),
		listSetting("tiers", func(r *season.Rules) *[]season.Tier { return &r.Tiers }, func(t season.Tier) string {
			return strconv.Itoa(t.From) + ":" + t.Weight.String()
		}, func(word string) (season.Tier, error) {
			from, weight, _ := strings.Cut(word, ":")
			n, bad := strconv.Atoi(from)
			w, err := Points(weight)
			if bad != nil || err != nil {
				return season.Tier{}, tournament.Refuse(tournament.BadInput, "league.tier", "text", notice.Text(word))
			}
			return season.Tier{From: n, Weight: w}, nil
		}),
		touching(league("divisions", func(s *season.Settings) string {
			if s.Divisions == nil {
				return ""
			}
			return strconv.Itoa(s.Divisions.Target)
		}, func(s *season.Settings, v string) error {
			n, err := leagueNumber(v)
			if err == nil {
				s.Divisions = DivisionsOf(n, s.Divisions)
			}
			return err
		}), "pause"),
		divisionSetting("up", func(r *division.Rules) *int { return &r.Up }),
		divisionSetting("down", func(r *division.Rules) *int { return &r.Down }),
		divisionSetting("pause", func(r *division.Rules) *int { return &r.Pause }),
		seriesSetting("cron", func(x *season.Series) string { return x.Cron }, func(x *season.Series, v string) error { x.Cron = v; return nil }),
		seriesSetting("event.stages", func(x *season.Series) string { return x.Event.Stages.String() }, setEvent("stages")),
		seriesSetting("time_zone", func(x *season.Series) string { return x.Zone }, func(x *season.Series, v string) error {
			x.Zone, x.Event.TimeZone = v, v
			return nil
		}),
		league("language", func(s *season.Settings) string { return s.Language },
			func(s *season.Settings, v string) (err error) {
				if s.Language, err = Language(v); err == nil && s.Series != nil {
					return series(s, func(x *season.Series) error { x.Event.Language = s.Language; return nil })
				}
				return err
			}),
		seriesSetting("open_hours", func(x *season.Series) string { return strconv.Itoa(x.OpenHours) }, func(x *season.Series, v string) (err error) {
			x.OpenHours, err = leagueNumber(v)
			return err
		}),
	}
}

// league returns a setting of a league.
func league(key string, show func(*season.Settings) string, set func(*season.Settings, string) error) League {
	return League{Key: key, Show: show, Set: set}
}

// touching says which other settings may change with one.
func touching(x League, keys ...string) League {
	x.Touches = keys
	return x
}

// DivisionsOf returns rules for divisions of a size, based on the rules before; nil for
// size 0.
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

func divisionSetting(key string, of func(*division.Rules) *int) League {
	return league(key, func(s *season.Settings) string {
		if s.Divisions == nil || *of(s.Divisions) == 0 {
			return ""
		}
		return strconv.Itoa(*of(s.Divisions))
	}, func(s *season.Settings, v string) error {
		n, err := leagueNumber(v)
		switch {
		case err != nil:
			return err
		case s.Divisions == nil:
			return tournament.Refuse(tournament.WrongPhase, "season.no_divisions")
		}
		r := *s.Divisions
		*of(&r) = n
		s.Divisions = &r
		return nil
	})
}

// seriesSetting returns a setting of the schedule, for leagues that have one.
func seriesSetting(key string, show func(*season.Series) string, set func(*season.Series, string) error) League {
	return league(key, func(s *season.Settings) string {
		if s.Series == nil {
			return ""
		}
		return show(s.Series)
	}, func(s *season.Settings, v string) error {
		return series(s, func(x *season.Series) error { return set(x, v) })
	})
}

// series changes the schedule of a league that has one.
func series(s *season.Settings, change func(*season.Series) error) error {
	if s.Series == nil {
		return tournament.Refuse(tournament.WrongPhase, "league.no_series")
	}
	x := *s.Series
	if err := change(&x); err != nil {
		return err
	}
	s.Series = &x
	return nil
}

// setEvent returns a setter for a setting of every event of the league.
func setEvent(key string) func(*season.Series, string) error {
	return func(x *season.Series, v string) (err error) {
		x.Event, err = Apply(x.Event, key, v)
		var u *UnknownError
		if errors.As(err, &u) {
			u.Key = ofEvents + u.Key
			for i := range u.Near {
				u.Near[i].Key = ofEvents + u.Near[i].Key
			}
		}
		return err
	}
}

// listSetting returns a setting that is a list of values separated by blanks.
func listSetting[T any](key string, of func(*season.Rules) *[]T, write func(T) string, read func(string) (T, error)) League {
	return league(key, func(s *season.Settings) string {
		var out []string
		for _, v := range *of(&s.Rules) {
			out = append(out, write(v))
		}
		return strings.Join(out, " ")
	}, func(s *season.Settings, v string) error {
		var out []T
		for _, word := range strings.Fields(v) {
			x, err := read(word)
			if err != nil {
				return err
			}
			out = append(out, x)
		}
		*of(&s.Rules) = out
		return nil
	})
}

// leagueNumber parses a typed whole number.
func leagueNumber(v string) (int, error) {
	n, err := fraction.TypedWhole(v)
	if err != nil {
		return 0, tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(v))
	}
	return n, nil
}

// Points reads typed points or a typed weight. What has two readings is refused with both.
func Points(typed string) (fraction.Fraction, error) {
	said := notice.Text(typed)
	p, err := fraction.Typed(typed)
	if err != nil {
		return p, tournament.Refuse(tournament.BadInput, "league.number", "text", said)
	}
	if whole, exact, twice := fraction.TypedTwoWays(typed); twice {
		return p, tournament.Refuse(tournament.BadInput, "league.two_numbers", "text", said, "whole", notice.Ungrouped(whole), "exact", notice.Number(exact.String()))
	}
	return p, nil
}

func fractionSetting(key string, of func(*season.Rules) *fraction.Fraction) League {
	return league(key, func(s *season.Settings) string {
		if p := of(&s.Rules); !p.IsZero() {
			return p.String()
		}
		return ""
	}, func(s *season.Settings, v string) (err error) {
		*of(&s.Rules), err = Points(v)
		return err
	})
}

func numberSetting(key string, of func(*season.Settings) *int) League {
	return league(key, func(s *season.Settings) string {
		if n := *of(s); n > 0 {
			return strconv.Itoa(n)
		}
		return ""
	}, func(s *season.Settings, v string) (err error) {
		*of(s), err = leagueNumber(v)
		return err
	})
}
