// Package moment reads points in time as people type them: "sat 20:00",
// "tomorrow 8pm", "in 30 min", "samedi 20h", "明日20時". What could be two times is refused
// and not guessed, and so is a time that is over or that a change of clocks leaves
// out. Days are days of the calendar: "in 2 days" is the same time of day.
package moment

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// ahead is how far off a time may be: more is a slip of the hand in a year.
const ahead = 400 * 24 * time.Hour

// Parse reads what was typed at a moment in a time zone, in any language that is read:
// as the one says that passes over fewest words ("di 20:00" is Tuesday in German before
// it is "of 20:00" in Italian). Where two differ it is refused. The error is a refusal.
func Parse(typed string, now time.Time, zone *time.Location) (time.Time, error) {
	if at, ok := stamp(typed); ok {
		return toCome(at, now)
	}
	var found time.Time
	var passed int
	var why error
	languages := lexicons()
	for i := range languages {
		r := reader{l: &languages[i], typed: strings.TrimSpace(typed), now: now.In(zone), hour: -1}
		at, err := r.parse()
		switch {
		case err == nil && (found.IsZero() || r.passed < passed):
			found, passed = at, r.passed
		case err == nil && r.passed == passed && !at.Equal(found):
			return time.Time{}, r.refuse("time.two_ways")
		case err == nil:
		case why == nil || code(why) == unreadable && code(err) != unreadable:
			why = err
		}
	}
	if found.IsZero() {
		return time.Time{}, why
	}
	return found, nil
}

const unreadable = "time.unreadable"

func code(err error) notice.Code {
	if r := new(tournament.Refusal); errors.As(err, &r) {
		return r.Notice.Code
	}
	return ""
}

// parse reads what was typed in one language.
func (r *reader) parse() (time.Time, error) {
	if err := r.read(tokens(r.l.plain(r.typed))); err != nil {
		return time.Time{}, err
	}
	at, err := r.moment()
	if err != nil {
		return time.Time{}, err
	}
	return toCome(at, r.now)
}

func toCome(at, now time.Time) (time.Time, error) {
	switch {
	case !at.After(now):
		return at, tournament.Refuse(tournament.BadInput, "time.past", "time", at)
	case at.Sub(now) > ahead:
		return at, tournament.Refuse(tournament.BadInput, "time.far", "time", at)
	}
	return at, nil
}

// stamp reads a timestamp as Discord writes it into a message.
func stamp(typed string) (time.Time, bool) {
	m := regexp.MustCompile(`^<t:(\d{1,11})(:[a-zA-Z])?>$`).FindStringSubmatch(strings.TrimSpace(typed))
	if m == nil {
		return time.Time{}, false
	}
	unix, err := strconv.ParseInt(m[1], 10, 64)
	return time.Unix(unix, 0), err == nil
}

var (
	glued  = regexp.MustCompile(`(\d)\s*([ap])\.?m\b\.?`)          // 8 pm, 8 p.m.
	isoGap = regexp.MustCompile(`(\d)t(\d)`)                       // 2026-11-28T20:00
	number = regexp.MustCompile(`^(\d+)([a-z]+)$`)                 // 30min
	mixed  = regexp.MustCompile(`^(\d{1,2})h(\d{1,2})(m|min)?$`)   // 1h30
	clock  = regexp.MustCompile(`^(\d{1,2})(?::(\d{2}))?([ap])m$`) // 8pm, 8:30pm
	hours  = regexp.MustCompile(`^(\d{1,2}):(\d{2})(?::00)?$`)
	dotted = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})(\.(\d{2,4})?)?$`)
	slash  = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?$`)
	iso    = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
	nth    = regexp.MustCompile(`^(\d{1,2})(st|nd|rd|th)$`)
)

// tokens splits what was typed, in small letters, into words.
func tokens(s string) []string {
	s = isoGap.ReplaceAllString(s, "$1 $2")
	s = strings.NewReplacer(",", " ", "@", " ").Replace(s)
	s = regexp.MustCompile(`(\d)[.](\d{2})\s*([ap])\.?m\b`).ReplaceAllString(s, "${1}:${2}${3}m") // 8.30 pm
	s = glued.ReplaceAllString(s, "${1}${2}m")
	return strings.Fields(s)
}

// reader collects what the words say.
type reader struct {
	l     *lexicon
	typed string
	now   time.Time // in the zone of the answer

	after      time.Duration // from now: "in 30 min"
	days       int           // from today: "tomorrow", "in 2 days"
	relative   bool          // after or days are said
	spanned    bool          // as a span: "in 2 days"
	weekday    time.Weekday
	onWeekday  bool
	year       int // 0 = the next one that fits
	month, day int // 0 = not said
	hour, min  int // hour -1 = not said
	undecided  []string
	passed     int // words that say nothing
}

func (r *reader) refuse(code notice.Code) error {
	return tournament.Refuse(tournament.BadInput, code, "value", notice.Text(clip(r.typed)))
}

func (r *reader) read(words []string) error {
	if len(words) == 0 {
		return r.refuse(unreadable)
	}
	if slices.Contains(r.l.In, words[0]) {
		return r.span(words[1:])
	}
	for i := 0; i < len(words); i++ {
		ok, err := r.word(words[i])
		if err != nil {
			return err
		}
		if !ok {
			return r.refuse(unreadable)
		}
	}
	return r.decide()
}

// span reads what comes after "in": "30 min", "1h30", "2 days", "a week". A time of
// day may follow days.
func (r *reader) span(words []string) error {
	r.relative, r.spanned = true, true
	if len(words) == 0 {
		return r.refuse(unreadable)
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if m := mixed.FindStringSubmatch(w); m != nil {
			r.after += time.Duration(whole(m[1]))*time.Hour + time.Duration(whole(m[2]))*time.Minute
			continue
		}
		n, unit := 0, ""
		timed := r.days > 0 && slices.Contains(r.l.Filler, words[i-1]) // "in 2 days at 20h"
		switch m := number.FindStringSubmatch(w); {
		case m != nil && !timed:
			n, unit = whole(m[1]), m[2]
		case i+1 < len(words) && slices.Contains(r.l.One, w):
			n, unit = 1, words[i+1]
			i++
		case i+1 < len(words) && whole(w) > 0:
			n, unit = whole(w), words[i+1]
			i++
		case slices.Contains(r.l.Filler, w):
			continue
		case r.days > 0 && r.after == 0:
			if ok, err := r.word(w); err != nil || ok {
				if err != nil {
					return err
				}
				continue
			}
			return r.refuse(unreadable)
		}
		d, days, ok := r.l.unit(unit)
		if !ok || n > 10000 {
			return r.refuse(unreadable)
		}
		r.after += time.Duration(n) * d
		r.days += n * days
	}
	if r.days == 0 && r.after == 0 || r.days > 0 && r.after > 0 {
		return r.refuse(unreadable)
	}
	return r.decide()
}

// word reads one word; false where it says nothing known.
func (r *reader) word(w string) (bool, error) {
	if slices.Contains(r.l.Filler, w) {
		r.passed++
		return true, nil
	}
	if slices.Contains(r.l.Unclear, w) {
		return true, r.refuse("time.two_ways")
	}
	if days, ok := r.l.Day[w]; ok && !r.relative {
		r.days, r.relative = days, true
		return true, nil
	}
	if h, ok := r.l.Hour[w]; ok {
		return r.at(h, 0), nil
	}
	if d, ok := r.l.weekday(w); ok {
		r.weekday, r.onWeekday = d, true
		return true, nil
	}
	if m, ok := r.l.month(w); ok && r.month == 0 {
		r.month = m
		return true, nil
	}
	if m := clock.FindStringSubmatch(w); m != nil {
		h := whole(m[1])
		if h < 1 || h > 12 {
			return false, nil
		}
		if h %= 12; m[3] == "p" {
			h += 12
		}
		return r.at(h, whole(m[2])), nil
	}
	if m := hours.FindStringSubmatch(w); m != nil {
		return r.at(whole(m[1]), whole(m[2])), nil
	}
	if m := regexp.MustCompile(`^(\d{1,2})h(\d{2})?$`).FindStringSubmatch(w); m != nil {
		return r.at(whole(m[1]), whole(m[2])), nil
	}
	if m := iso.FindStringSubmatch(w); m != nil {
		return r.date(whole(m[1]), whole(m[2]), whole(m[3])), nil
	}
	if m := slash.FindStringSubmatch(w); m != nil {
		a, b := whole(m[1]), whole(m[2])
		switch {
		case a > 12 || a == b:
			return r.date(full(m[3]), b, a), nil
		case b > 12:
			return r.date(full(m[3]), a, b), nil
		}
		return true, r.refuse("time.two_ways")
	}
	if m := dotted.FindStringSubmatch(w); m != nil && m[3] != "" {
		return r.date(full(m[4]), whole(m[2]), whole(m[1])), nil
	} else if m != nil {
		r.undecided = append(r.undecided, w)
		return true, nil
	}
	if m := nth.FindStringSubmatch(w); m != nil && r.day == 0 {
		r.day = whole(m[1])
		return true, nil
	}
	if whole(strings.TrimSuffix(w, ".")) > 0 || w == "0" {
		r.undecided = append(r.undecided, strings.TrimSuffix(w, "."))
		return true, nil
	}
	return false, nil
}

// decide decides what bare numbers mean, now that the other words are known: the day of
// a month that was named, a year, or an hour that no clock of twelve has.
func (r *reader) decide() error {
	for _, w := range r.undecided {
		m := dotted.FindStringSubmatch(w)
		n := whole(w)
		dated := r.day > 0 || r.onWeekday || r.relative
		switch {
		case m != nil && (dated || whole(m[2]) > 12 || whole(m[2]) == 0 || len(m[2]) == 2 && whole(m[1]) == 0) && r.hour < 0:
			if len(m[2]) != 2 || !r.at(whole(m[1]), whole(m[2])) {
				return r.refuse(unreadable)
			}
		case m != nil && (r.hour >= 0 || whole(m[1]) > 23) && !dated:
			if !r.date(0, whole(m[2]), whole(m[1])) {
				return r.refuse(unreadable)
			}
		case m != nil:
			return r.refuse("time.two_ways")
		case r.month > 0 && r.day == 0 && n <= 31:
			r.day = n
		case r.day > 0 && r.year == 0 && n >= 2000:
			r.year = n
		case r.hour < 0 && n > 12 && n < 24 && (dated || r.day > 0):
			r.at(n, 0)
		case r.hour < 0 && n < 24:
			return r.refuse("time.two_ways")
		default:
			return r.refuse(unreadable)
		}
	}
	return nil
}

// at sets the time of day; false where it is said twice or none.
func (r *reader) at(hour, min int) bool {
	if r.hour >= 0 || hour > 23 || min > 59 {
		return false
	}
	r.hour, r.min = hour, min
	return true
}

// date sets the date; false where it is said twice or none.
func (r *reader) date(year, month, day int) bool {
	if r.day > 0 || month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	r.year, r.month, r.day = year, month, day
	return true
}

// moment returns what all the words say together.
func (r *reader) moment() (time.Time, error) {
	dated := r.day > 0 || r.month > 0
	switch {
	case r.after > 0:
		return r.now.Add(r.after).Truncate(time.Minute), nil
	case dated && (r.relative || r.day == 0 || r.month == 0), r.onWeekday && r.relative:
		return time.Time{}, r.refuse(unreadable)
	case r.relative && r.hour < 0 && r.days > 0 && r.spanned:
		r.hour, r.min = r.now.Hour(), r.now.Minute()
	case r.hour < 0:
		return time.Time{}, r.refuse("time.hour")
	}
	switch {
	case dated && r.year > 0:
		return r.on(r.year, r.month, r.day)
	case dated:
		at, err := r.on(r.now.Year(), r.month, r.day)
		if err != nil || !at.After(r.now) {
			at, err = r.on(r.now.Year()+1, r.month, r.day)
		}
		if err == nil && r.onWeekday && at.Weekday() != r.weekday {
			return at, r.refuse("time.weekday")
		}
		return at, err
	case r.relative:
		return r.in(r.days)
	case r.onWeekday:
		days := (int(r.weekday) - int(r.now.Weekday()) + 7) % 7
		at, err := r.in(days)
		if err == nil && !at.After(r.now) {
			return r.in(days + 7)
		}
		return at, err
	}
	at, err := r.in(0)
	if err == nil && !at.After(r.now) {
		return r.in(1)
	}
	return at, err
}

// in returns the time of day days days from today.
func (r *reader) in(days int) (time.Time, error) {
	y, m, d := r.now.Date()
	date := time.Date(y, m, d+days, 12, 0, 0, 0, r.now.Location())
	return r.on(date.Year(), int(date.Month()), date.Day())
}

// on returns the time of day on a date. Where clocks are set back it is the first of
// two; where they are set forward there may be none.
func (r *reader) on(year, month, day int) (time.Time, error) {
	at := time.Date(year, time.Month(month), day, r.hour, r.min, 0, 0, r.now.Location())
	if at.Day() != day || int(at.Month()) != month {
		if d := time.Date(year, time.Month(month), day, 12, 0, 0, 0, r.now.Location()); d.Day() == day {
			return at, r.refuse("time.skipped")
		}
		return at, r.refuse("time.no_day")
	}
	if at.Hour() != r.hour || at.Minute() != r.min {
		return at, r.refuse("time.skipped")
	}
	for _, back := range []time.Duration{time.Hour, 30 * time.Minute} {
		if early := at.Add(-back); early.Hour() == r.hour && early.Minute() == r.min {
			return early, nil
		}
	}
	return at, nil
}

// whole reads a number; -1 where it is none.
func whole(s string) int {
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// full reads a year of two or four digits; 0 for none.
func full(s string) int {
	n := whole(s)
	if n > 0 && n < 100 {
		n += 2000
	}
	return n
}

// clip shortens a typed value that would fill a sentence.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
