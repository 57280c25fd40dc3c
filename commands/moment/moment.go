// Package moment reads points in time as people type them: "sat 20:00",
// "tomorrow 8pm", "in 30 min", "samedi 20h", "明日20時", with a time zone behind them or not,
// and time zones. What could be two times is asked about (Read) or refused (Parse), never
// guessed; a time that is over or that a change of clocks leaves out is refused. Days are
// days of the calendar: "in 2 days" is the same time of day.
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
	"topcut/tournament/sorted"
)

// ahead is how far away a time may be: more is probably a wrong year.
const ahead = 400 * 24 * time.Hour

// Parse returns the time that was typed at a moment in a time zone, or in the zone that it
// names, in any language that is read. A weekday is the next one, and of an hour that
// clocks repeat it is the first; what could be two times otherwise is refused. The error
// is a refusal.
func Parse(typed string, now time.Time, zone *time.Location) (time.Time, error) {
	all, err := read(typed, now, zone, true)
	switch {
	case err != nil:
		return time.Time{}, err
	case len(all) > 1:
		return time.Time{}, doubt(typed)
	}
	return all[0], nil
}

// Until reads an end: a time, a length from now with or without the word before it ("2
// weeks"), or that there is none ("for ever"), which is the zero time.
func Until(typed string, now time.Time, zone *time.Location) (time.Time, error) {
	plain := strings.Join(strings.Fields(folded(typed)), " ")
	for i := range lexicons() {
		if slices.Contains(lexicons()[i].Ever, plain) {
			return time.Time{}, nil
		}
	}
	at, err := Parse(typed, now, zone)
	for i := 0; err != nil && i < len(lexicons()); i++ {
		if later, other := Parse(lexicons()[i].In[0]+" "+typed, now, zone); other == nil {
			return later, nil
		}
	}
	return at, err
}

// Read returns the times that what was typed can mean, the earlier first, so that the
// person can be asked: 8 o'clock is twice a day, 3/4 is a day in March and one in April,
// Saturday on a Saturday and next Saturday are one in this week or the next, an hour that
// the end of summer time repeats is two, and EST is two zones in summer. The error is a
// refusal.
func Read(typed string, now time.Time, zone *time.Location) ([]time.Time, error) {
	return read(typed, now, zone, false)
}

// doubt is the refusal of a text that can be read in more than one way: it names the
// zones where those are in doubt.
func doubt(typed string) error {
	if _, zones := zoned(typed); len(zones) > 1 {
		names := make([]string, len(zones))
		for i, z := range zones {
			names[i] = z.String()
		}
		return whichZone("time.zones", typed, names)
	}
	return (&reader{typed: typed}).refuse("time.two_ways")
}

// read returns all readings of a text in the zones that it can name, or only the next
// where a day or an hour comes again.
func read(typed string, now time.Time, zone *time.Location, next bool) ([]time.Time, error) {
	if at, ok := stamp(typed); ok {
		at, err := toCome(at, now)
		return []time.Time{at}, err
	}
	rest, zones := zoned(typed)
	if zones == nil {
		zones = []*time.Location{zone}
	}
	var all []time.Time
	var why error
	for _, z := range zones {
		found, err := languages(reader{typed: strings.TrimSpace(rest), now: now.In(z), next: next})
		if all = append(all, found...); err != nil {
			why = err
		}
	}
	if len(all) == 0 {
		return nil, why
	}
	sorted.Stable(all, time.Time.Compare)
	return slices.CompactFunc(all, time.Time.Equal), nil
}

// languages returns what a text means in the language that passes over the fewest of its
// words ("di 20:00" is Tuesday in German before it is "of 20:00" in Italian), or in all
// of them where several do.
func languages(from reader) (found []time.Time, why error) {
	fewest := 0
	all := lexicons()
	for i := range all {
		r := from
		r.l, r.clock = &all[i], nil
		at, err := r.parse()
		switch {
		case err == nil && (found == nil || r.passed < fewest):
			found, fewest = at, r.passed
		case err == nil && r.passed == fewest:
			found = append(found, at...)
		case err == nil:
		case why == nil || code(why) == unreadable && code(err) != unreadable:
			why = err
		}
	}
	if found != nil {
		why = nil
	}
	return found, why
}

const unreadable = "time.unreadable"

func code(err error) notice.Code {
	if r := new(tournament.Refusal); errors.As(err, &r) {
		return r.Notice.Code
	}
	return ""
}

// parse returns the times to come that the text can mean in one language.
func (r *reader) parse() ([]time.Time, error) {
	if err := r.read(tokens(r.l.plain(r.typed))); err != nil {
		return nil, err
	}
	all, err := r.moments()
	if err != nil {
		return nil, err
	}
	var out []time.Time
	for _, at := range all {
		if _, late := toCome(at, r.now); late != nil {
			err = late
		} else {
			out = append(out, at)
		}
	}
	if out == nil {
		return nil, err
	}
	return out, nil
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

// stamp parses a timestamp in Discord's notation.
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

// tokens splits the lower-cased text into words.
func tokens(s string) []string {
	s = isoGap.ReplaceAllString(s, "$1 $2")
	s = strings.NewReplacer(",", " ", "@", " ").Replace(s)
	s = regexp.MustCompile(`(\d)[.](\d{2})\s*([ap])\.?m\b`).ReplaceAllString(s, "${1}:${2}${3}m") // 8.30 pm
	s = glued.ReplaceAllString(s, "${1}${2}m")
	return strings.Fields(s)
}

// reader collects the meaning of the words.
type reader struct {
	l     *lexicon
	typed string
	now   time.Time // in the zone of the result

	after      time.Duration // from now: "in 30 min"
	days       int           // from today: "tomorrow", "in 2 days"
	relative   bool          // after or days are set
	spanned    bool          // as a span: "in 2 days"
	weekday    time.Weekday
	onWeekday  bool
	year       int   // 0 = the next one that fits
	month, day int   // 0 = not said
	swapped    bool  // month and day can be the other way round
	further    bool  // the weekday can be that of a week later: "next friday"
	clock      []int // the hours of the day that are meant; none = not said
	min        int
	undecided  []string
	next       bool // of a day or an hour that comes again only the next is meant
	passed     int  // words that say nothing
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
		if !r.word(words[i]) {
			return r.refuse(unreadable)
		}
	}
	return r.decide()
}

// span parses what follows "in": "30 min", "1h30", "2 days", "a week". A time of day may
// follow days.
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
			if r.word(w) {
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

// word parses one word; it returns false for an unknown one.
func (r *reader) word(w string) bool {
	if slices.Contains(r.l.Filler, w) {
		r.passed++
		return true
	}
	if slices.Contains(r.l.Unclear, w) {
		r.further = true
		return true
	}
	if days, ok := r.l.Day[w]; ok && !r.relative {
		r.days, r.relative = days, true
		return true
	}
	if h, ok := r.l.Hour[w]; ok {
		return r.at(h, 0)
	}
	if d, ok := r.l.weekday(w); ok {
		r.weekday, r.onWeekday = d, true
		return true
	}
	if m, ok := r.l.month(w); ok && r.month == 0 {
		r.month = m
		return true
	}
	if m := clock.FindStringSubmatch(w); m != nil {
		h := whole(m[1])
		if h < 1 || h > 12 {
			return false
		}
		if h %= 12; m[3] == "p" {
			h += 12
		}
		return r.at(h, whole(m[2]))
	}
	if m := hours.FindStringSubmatch(w); m != nil {
		return r.at(whole(m[1]), whole(m[2]))
	}
	if m := regexp.MustCompile(`^(\d{1,2})h(\d{2})?$`).FindStringSubmatch(w); m != nil {
		return r.at(whole(m[1]), whole(m[2]))
	}
	if m := iso.FindStringSubmatch(w); m != nil {
		return r.date(whole(m[1]), whole(m[2]), whole(m[3]))
	}
	if m := slash.FindStringSubmatch(w); m != nil {
		a, b := whole(m[1]), whole(m[2])
		switch {
		case a > 12 || a == b:
			return r.date(full(m[3]), b, a)
		case b > 12:
			return r.date(full(m[3]), a, b)
		}
		r.swapped = true
		return r.date(full(m[3]), a, b)
	}
	if m := dotted.FindStringSubmatch(w); m != nil && m[3] != "" {
		return r.date(full(m[4]), whole(m[2]), whole(m[1]))
	} else if m != nil {
		r.undecided = append(r.undecided, w)
		return true
	}
	if m := nth.FindStringSubmatch(w); m != nil && r.day == 0 {
		r.day = whole(m[1])
		return true
	}
	if whole(strings.TrimSuffix(w, ".")) > 0 || w == "0" {
		r.undecided = append(r.undecided, strings.TrimSuffix(w, "."))
		return true
	}
	return false
}

// decide determines the meaning of bare numbers when the other words are known: the day
// of a named month, a year, or an hour above twelve.
func (r *reader) decide() error {
	for _, w := range r.undecided {
		m := dotted.FindStringSubmatch(w)
		n := whole(w)
		dated := r.day > 0 || r.onWeekday || r.relative
		switch {
		case m != nil && (dated || whole(m[2]) > 12 || whole(m[2]) == 0 || len(m[2]) == 2 && whole(m[1]) == 0) && len(r.clock) == 0:
			if len(m[2]) != 2 || !r.at(whole(m[1]), whole(m[2])) {
				return r.refuse(unreadable)
			}
		case m != nil && (len(r.clock) > 0 || whole(m[1]) > 23) && !dated:
			if !r.date(0, whole(m[2]), whole(m[1])) {
				return r.refuse(unreadable)
			}
		case m != nil:
			return r.refuse("time.two_ways")
		case r.month > 0 && r.day == 0 && n <= 31:
			r.day = n
		case r.day > 0 && r.year == 0 && n >= 2000:
			r.year = n
		case len(r.clock) == 0 && n > 12 && n < 24 && dated:
			r.at(n, 0)
		case len(r.clock) == 0 && n > 0 && n <= 12:
			r.clock = []int{n % 12, n%12 + 12}
		case len(r.clock) == 0 && n < 24:
			return r.refuse("time.two_ways")
		default:
			return r.refuse(unreadable)
		}
	}
	return nil
}

// at sets the time of day; false where it is said twice or none. 24:00 is midnight at the
// end of the day.
func (r *reader) at(hour, min int) bool {
	if len(r.clock) > 0 || hour > 24 || min > 59 || hour == 24 && min > 0 {
		return false
	}
	r.clock, r.min = []int{hour}, min
	return true
}

// date sets the date; false if it is invalid or given twice.
func (r *reader) date(year, month, day int) bool {
	if r.day > 0 || month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	r.year, r.month, r.day = year, month, day
	return true
}

// moments returns what all the words can say together, some of it perhaps over.
func (r *reader) moments() ([]time.Time, error) {
	dated := r.day > 0 || r.month > 0
	switch {
	case r.after > 0:
		return []time.Time{r.now.Add(r.after).Truncate(time.Minute)}, nil
	case dated && (r.relative || r.day == 0 || r.month == 0), r.onWeekday && r.relative:
		return nil, r.refuse(unreadable)
	case r.further && !r.onWeekday:
		return nil, r.refuse("time.two_ways")
	case r.relative && len(r.clock) == 0 && r.days > 0 && r.spanned:
		r.clock, r.min = []int{r.now.Hour()}, r.now.Minute()
	case len(r.clock) == 0:
		return nil, r.refuse("time.hour")
	}
	var out []time.Time
	var why error
	for _, hour := range r.clock {
		all, err := r.onDays(hour)
		if out = append(out, all...); err != nil {
			why = err
		}
	}
	if len(out) == 0 {
		return nil, why
	}
	return out, nil
}

// onDays returns the times of an hour on the days that are meant.
func (r *reader) onDays(hour int) ([]time.Time, error) {
	switch {
	case r.day > 0:
		return r.onDate(hour)
	case r.relative:
		return r.in(r.days, hour)
	case r.onWeekday:
		return r.onWeekdays(hour)
	}
	return r.nextOf(hour, 0, 1)
}

// onDate returns the times of an hour on the date, and on the date read the other way
// round where that is another.
func (r *reader) onDate(hour int) ([]time.Time, error) {
	out, err := r.onMonth(r.month, r.day, hour)
	if !r.swapped {
		return out, err
	}
	other, otherErr := r.onMonth(r.day, r.month, hour)
	switch {
	case err != nil:
		return other, otherErr
	case otherErr != nil:
		return out, nil
	}
	return append(out, other...), nil
}

// onMonth returns the times of an hour on a day of a month, without a year on the next
// one to come.
func (r *reader) onMonth(month, day, hour int) (out []time.Time, err error) {
	if r.year > 0 {
		return r.on(r.year, month, day, hour)
	}
	out, err = r.on(r.now.Year(), month, day, hour)
	if err != nil || !out[len(out)-1].After(r.now) {
		out, err = r.on(r.now.Year()+1, month, day, hour)
	}
	if err == nil && r.onWeekday && out[0].Weekday() != r.weekday {
		return nil, r.refuse("time.weekday")
	}
	return out, err
}

// onWeekdays returns the times of an hour on the next such weekday, and on the one of a
// week later where that can be meant.
func (r *reader) onWeekdays(hour int) ([]time.Time, error) {
	days := (int(r.weekday) - int(r.now.Weekday()) + 7) % 7
	if !r.further && (days > 0 || r.next) {
		return r.nextOf(hour, days, days+7)
	}
	out, err := r.in(days, hour)
	later, laterErr := r.in(days+7, hour)
	switch {
	case err != nil:
		return later, laterErr
	case laterErr != nil:
		return out, nil
	}
	return append(out, later...), nil
}

// nextOf returns the time of an hour in so many days or, if that is over, in so many
// others.
func (r *reader) nextOf(hour, days, others int) ([]time.Time, error) {
	out, err := r.in(days, hour)
	if err == nil && !out[len(out)-1].After(r.now) {
		return r.in(others, hour)
	}
	return out, err
}

// in returns the times of an hour days days from today.
func (r *reader) in(days, hour int) ([]time.Time, error) {
	y, m, d := r.now.Date()
	date := time.Date(y, m, d+days, 12, 0, 0, 0, time.UTC)
	return r.on(date.Year(), int(date.Month()), date.Day(), hour)
}

// on returns the times at which the clocks show the hour on a date: two where clocks are
// set back and both can be meant, none where they are set forward.
func (r *reader) on(year, month, day, hour int) ([]time.Time, error) {
	date := time.Date(year, time.Month(month), day, 12, 0, 0, 0, time.UTC)
	if date.Day() != day || int(date.Month()) != month {
		return nil, r.refuse("time.no_day")
	}
	wall := time.Date(year, time.Month(month), day, hour, r.min, 0, 0, time.UTC) // 24:00 is 0:00 of the next day
	near := time.Date(year, time.Month(month), day, hour, r.min, 0, 0, r.now.Location())
	var out []time.Time
	for _, shift := range []time.Duration{-time.Hour, -30 * time.Minute, 0, 30 * time.Minute, time.Hour} {
		at := near.Add(shift)
		if at.Day() == wall.Day() && at.Hour() == wall.Hour() && at.Minute() == wall.Minute() {
			out = append(out, at)
		}
	}
	switch {
	case len(out) == 0:
		return nil, r.refuse("time.skipped")
	case r.next && !out[0].After(r.now):
		return out[len(out)-1:], nil
	case r.next:
		return out[:1], nil
	}
	return out, nil
}

// whole parses a number; -1 if it is none.
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

// full parses a year of two or four digits; 0 if it is none.
func full(s string) int {
	n := whole(s)
	if n > 0 && n < 100 {
		n += 2000
	}
	return n
}

// clip shortens a typed value for use in a sentence.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
