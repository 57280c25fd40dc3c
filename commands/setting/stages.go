package setting

import (
	"strconv"
	"strings"

	"topcut/tournament"
	"topcut/tournament/stage"
)

// The settings of this file are views of the chain of stages: each shows a part of it and
// changes only that part.

// field accesses the value of a setting.
type field[T any] struct {
	get func(*tournament.Settings) T
	set func(*tournament.Settings, T)
}

// at accesses a field of the settings themselves.
func at[T any](of func(*tournament.Settings) *T) field[T] {
	return field[T]{func(s *tournament.Settings) T { return *of(s) }, func(s *tournament.Settings, v T) { *of(s) = v }}
}

// part accesses a part of the chain of stages.
func part[T any](get func(stage.Chain) T, with func(stage.Chain, T) stage.Chain) field[T] {
	return field[T]{func(s *tournament.Settings) T { return get(s.Stages) }, func(s *tournament.Settings, v T) { s.Stages = with(s.Stages, v) }}
}

// setFormat replaces the chain by the usual one of a format, with the cut if the new
// chain can have one.
func setFormat(s *tournament.Settings, v string) error {
	word := strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(v))
	c, ok := stage.Usual(word)
	if !ok {
		return bad("setting.bad_format", v)
	}
	if word == s.Stages.Format() {
		return nil
	}
	if cut, had := s.Stages.Cut(); had && cut.Entry.By != stage.Auto && !c.First().Kind.Eliminates() && c.First().Kind != stage.Schedule {
		c = c.WithCut(cut.Entry).WithTree(cut.Kind).WithThird(cut.Third)
	}
	if first := s.Stages.First(); c.First().Kind == stage.Swiss && first.Kind == stage.Swiss {
		c = c.WithRounds(first.Rounds)
	}
	s.Stages = c
	return nil
}

// Plain reports whether the settings of this file fully describe a chain.
func Plain(c stage.Chain) bool {
	rounds := 0
	for i, st := range c.Stages {
		switch {
		case st.Kind.Eliminates() || st.Kind == stage.Final:
		case i > 0 && (st.Kind != stage.Swiss || st.Entry.By != stage.Points && st.Entry.By != stage.Top):
			return false
		default:
			rounds++
		}
	}
	return rounds <= 2 && !c.Prepares(stage.Build)
}

// CutOf returns who enters the elimination after the rounds; the zero Entry for none.
func CutOf(s *tournament.Settings) stage.Entry {
	cut, _ := s.Stages.Cut()
	return cut.Entry
}

// showCut formats the cut for setCut.
func showCut(s *tournament.Settings) string {
	switch e := CutOf(s); e.By {
	case stage.All:
		return "none"
	case stage.Top:
		return "top " + e.String()
	case stage.Auto, stage.Points, stage.Equal:
		return e.String()
	}
	return ""
}

func setCut(s *tournament.Settings, v string) error {
	word := strings.ToLower(strings.TrimSpace(v))
	if word == "none" || word == "0" {
		s.Stages = s.Stages.WithCut(stage.Entry{})
		return nil
	}
	e, err := stage.ParseEntry(strings.TrimSuffix(word, " auto"))
	if err != nil {
		return bad("setting.bad_cut", v)
	}
	s.Stages = s.Stages.WithCut(e)
	return nil
}

// cutSettings returns settings for the parts of a cut besides its number of players.
func cutSettings() []Event {
	entry := func(key string, get func(stage.Entry) int, with func(stage.Entry, int) stage.Entry) Event {
		return amount(number(key, PageCut, "none", "", field[int]{
			func(s *tournament.Settings) int { return get(CutOf(s)) },
			func(s *tournament.Settings, n int) {
				if n != get(CutOf(s)) {
					s.Stages = s.Stages.WithCut(with(CutOf(s), n))
				}
			},
		}), "", "")
	}
	by := func(kind stage.By) (func(stage.Entry) int, func(stage.Entry, int) stage.Entry) {
		return func(e stage.Entry) int {
				if e.By == kind {
					return e.N
				}
				return 0
			}, func(e stage.Entry, n int) stage.Entry {
				if n == 0 {
					return stage.Entry{By: stage.Auto, Lock: e.Lock}
				}
				return stage.Entry{By: kind, N: n, Lock: e.Lock}
			}
	}
	points, withPoints := by(stage.Points)
	equal, withEqual := by(stage.Equal)
	return []Event{
		entry("cut_points", points, withPoints),
		entry("cut_least", func(e stage.Entry) int { return e.Least }, func(e stage.Entry, n int) stage.Entry { e.Least = n; return e }),
		entry("cut_equal", equal, withEqual),
		entry("cut_most", func(e stage.Entry) int { return e.Max }, func(e stage.Entry, n int) stage.Entry { e.Max = n; return e }),
		entry("cut_lock", func(e stage.Entry) int { return e.Lock }, func(e stage.Entry, n int) stage.Entry { e.Lock = n; return e }),
		thirdSetting(), // after all settings that decide whether there are semi-finals
	}
}

// dayTwoSettings returns the settings for the second stage of rounds.
func dayTwoSettings() []Event {
	part := func(key string, get func(stage.Stage) int, with func(stage.Stage, int) stage.Stage) Event {
		return amount(number(key, PageDayTwo, "none", "", field[int]{
			func(s *tournament.Settings) int { second, _ := s.Stages.Second(); return get(second) },
			func(s *tournament.Settings, n int) {
				second, _ := s.Stages.Second()
				second = with(second, n)
				if second.Entry.By != stage.Points && second.Entry.By != stage.Top {
					second.Entry = stage.TopN(defaultDayTwo)
				}
				s.Stages = s.Stages.WithSecond(second.Entry, second.Rounds)
			},
		}), "", "")
	}
	return []Event{
		part("day_two_rounds", func(st stage.Stage) int { return st.Rounds }, func(st stage.Stage, n int) stage.Stage { st.Rounds = n; return st }),
		part("day_two_points", func(st stage.Stage) int {
			if st.Entry.By == stage.Points {
				return st.Entry.N
			}
			return 0
		}, func(st stage.Stage, n int) stage.Stage {
			switch {
			case n > 0:
				st.Entry = stage.Entry{By: stage.Points, N: n, Least: st.Entry.Least}
			case st.Entry.By == stage.Points:
				st.Entry = stage.TopN(defaultDayTwo)
			}
			return st
		}),
		part("day_two_top", func(st stage.Stage) int {
			if st.Entry.By == stage.Points {
				return st.Entry.Least
			}
			return st.Entry.N
		}, func(st stage.Stage, n int) stage.Stage {
			switch {
			case st.Entry.By == stage.Points:
				st.Entry.Least = n
			case n > 0:
				st.Entry = stage.TopN(n)
			}
			return st
		}),
	}
}

// defaultDayTwo is the number of players on day 2 if only its rounds are set.
const defaultDayTwo = 32

// treeWord returns the word for the kind of elimination.
func treeWord(c stage.Chain) string {
	st, _, ok := c.Elimination()
	switch {
	case !ok || st.Kind == stage.Bracket || st.Kind == stage.Tables:
		return "auto"
	case st.Kind == stage.Single:
		return "fixed"
	}
	return string(st.Kind)
}

func setTree(s *tournament.Settings, v string) error {
	kinds := map[string]stage.Kind{"auto": stage.Bracket, "fixed": stage.Single, "reseed": stage.Reseed, "placement": stage.Placement, "double": stage.Double}
	kind, ok := kinds[strings.ToLower(v)]
	if !ok {
		return bad("setting.bad_bracket", v)
	}
	s.Stages = s.Stages.WithTree(kind)
	return nil
}

// showDayTwo formats the second day for setDayTwo.
func showDayTwo(s *tournament.Settings) string {
	second, ok := s.Stages.Second()
	if !ok {
		return "none"
	}
	words := []string{}
	switch e := second.Entry; e.By {
	case stage.Points:
		if words = append(words, "points", strconv.Itoa(e.N)); e.Least > 0 {
			words = append(words, "top", strconv.Itoa(e.Least))
		}
	case stage.Top:
		words = append(words, "top", strconv.Itoa(e.N))
	case stage.All, stage.Auto, stage.Equal:
	}
	return strings.Join(append(words, "rounds", strconv.Itoa(second.Rounds)), " ")
}

// setDayTwo parses "points 10 rounds 2", "top 32 rounds 3", or a combination of both
// entries.
func setDayTwo(s *tournament.Settings, v string) error {
	fields := strings.Fields(strings.ToLower(v))
	if len(fields) == 0 || len(fields) == 1 && fields[0] == "none" {
		s.Stages = s.Stages.WithSecond(stage.Entry{}, 0)
		return nil
	}
	var points, top, rounds int
	at := map[string]*int{"points": &points, "top": &top, "rounds": &rounds}
	for i := 0; i < len(fields); i += 2 {
		to := at[fields[i]]
		if to == nil || i+1 == len(fields) {
			return bad("setting.bad_day_two", v)
		}
		n, err := strconv.Atoi(fields[i+1])
		if err != nil || n < 1 {
			return bad("setting.bad_day_two", v)
		}
		*to = n
	}
	if rounds == 0 || points == 0 && top == 0 {
		return bad("setting.bad_day_two", v)
	}
	e := stage.TopN(top)
	if points > 0 {
		e = stage.Entry{By: stage.Points, N: points, Least: top}
	}
	s.Stages = s.Stages.WithSecond(e, rounds)
	return nil
}

// Cuts reports whether rounds are followed by an elimination.
func Cuts(c stage.Chain) bool {
	_, ok := c.Cut()
	return ok
}
