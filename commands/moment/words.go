package moment

import (
	"strings"
	"time"
)

// lexicon are the words of a language for times.
type lexicon struct {
	in       map[string]bool // begins a span: "in 30 min"
	one      map[string]bool // counts as 1: "in an hour"
	filler   map[string]bool // says nothing: "at", "on"
	unclear  map[string]bool // could be two days: "next friday"
	day      map[string]int  // days from today
	hour     map[string]int
	weekdays [7][]string // from Sunday; each may be cut to three letters
	months   [12][]string
	minutes  []string
	hours    []string
	days     []string
	weeks    []string
}

var english = lexicon{
	in:       words("in"),
	one:      words("a", "an", "one"),
	filler:   words("at", "on", "of", "the", "this", "and", "um", "o'clock", "h"),
	unclear:  words("next"),
	day:      map[string]int{"today": 0, "tonight": 0, "tomorrow": 1, "tmr": 1, "tmrw": 1, "tomorow": 1},
	hour:     map[string]int{"noon": 12},
	weekdays: [7][]string{{"sunday"}, {"monday"}, {"tuesday", "tues"}, {"wednesday"}, {"thursday", "thur", "thurs"}, {"friday"}, {"saturday"}},
	months: [12][]string{
		{"january"}, {"february"}, {"march"}, {"april"}, {"may"}, {"june"}, {"july"}, {"august"}, {"september", "sept"}, {"october"}, {"november"}, {"december"},
	},
	minutes: []string{"m", "min", "mins", "minute", "minutes"},
	hours:   []string{"h", "hr", "hrs", "hour", "hours"},
	days:    []string{"d", "day", "days"},
	weeks:   []string{"w", "wk", "week", "weeks"},
}

func words(list ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range list {
		out[w] = true
	}
	return out
}

// unit is how long a unit of time is: so long, or so many days of the calendar.
func (l *lexicon) unit(w string) (length time.Duration, days int, ok bool) {
	switch {
	case among(l.minutes, w):
		return time.Minute, 0, true
	case among(l.hours, w):
		return time.Hour, 0, true
	case among(l.days, w):
		return 0, 1, true
	case among(l.weeks, w):
		return 0, 7, true
	}
	return 0, 0, false
}

func (l *lexicon) weekday(w string) (time.Weekday, bool) {
	for d, names := range l.weekdays {
		if named(names, w) {
			return time.Weekday(d), true
		}
	}
	return 0, false
}

func (l *lexicon) month(w string) (int, bool) {
	for m, names := range l.months {
		if named(names, w) {
			return m + 1, true
		}
	}
	return 0, false
}

// named reports whether a word is one of the names, or the first cut to its first
// three letters.
func named(names []string, w string) bool {
	w = strings.TrimSuffix(w, ".")
	return among(names, w) || w == names[0][:3]
}

func among(list []string, w string) bool {
	for _, v := range list {
		if v == w {
			return true
		}
	}
	return false
}
