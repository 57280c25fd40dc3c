package customid

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament"
)

// PlaceValue returns the menu value of a match, for PlaceOf.
func PlaceValue(at tournament.Place) string { return fmt.Sprintf("%d.%d", at.Round, at.Match) }

// PlaceOf parses a menu value of PlaceValue; it returns the zero Place for anything else.
func PlaceOf(value string) (at tournament.Place) {
	if _, err := fmt.Sscanf(value, "%d.%d", &at.Round, &at.Match); err != nil {
		return tournament.Place{}
	}
	return at
}

// TimesValue returns times to the minute as a value of a custom id, for TimesOf.
func TimesValue(list []time.Time) string {
	parts := make([]string, len(list))
	for i, t := range list {
		parts[i] = strconv.FormatInt(t.Unix()/60, 36)
	}
	return strings.Join(parts, "-")
}

// TimesOf parses a value of TimesValue; it returns nil for anything else.
func TimesOf(value string) (out []time.Time) {
	for part := range strings.SplitSeq(value, "-") {
		n, err := strconv.ParseInt(part, 36, 64)
		if err != nil {
			return nil
		}
		out = append(out, time.Unix(n*60, 0).UTC())
	}
	return out
}

// RoundSet writes numbers of rounds as the parameter of a panel.
func RoundSet(rounds []int) string {
	var set uint64
	for _, r := range rounds {
		set |= 1 << uint(r)
	}
	return strconv.FormatUint(set, 36)
}

// ParseRoundSet reads what RoundSet wrote.
func ParseRoundSet(s string) (rounds []int, ok bool) {
	set, err := strconv.ParseUint(s, 36, 64)
	for ; set != 0; set &= set - 1 {
		rounds = append(rounds, bits.TrailingZeros64(set))
	}
	return rounds, err == nil
}

// FieldSeat returns the field for the score of a seat, counted from 0.
func FieldSeat(seat int) string { return fmt.Sprintf("seat%d", seat+1) }

// DayGroup is some days that one choice of a menu stands for.
type DayGroup struct {
	Value string
	Days  []time.Weekday
}

// DayGroups are the choices besides the single days; the first has all.
var DayGroups = []DayGroup{
	{"all", []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}},
	{"work", []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}},
	{"end", []time.Weekday{time.Saturday, time.Sunday}},
}

// DaysOf returns the days that were chosen in a menu of groups and numbers of weekdays; ok is
// false for other values.
func DaysOf(values []string) (days []time.Weekday, ok bool) {
	for _, v := range values {
		if i := slices.IndexFunc(DayGroups, func(g DayGroup) bool { return g.Value == v }); i >= 0 {
			days = append(days, DayGroups[i].Days...)
			continue
		}
		d, err := strconv.Atoi(v)
		if err != nil || d < 0 || d > 6 {
			return nil, false
		}
		days = append(days, time.Weekday(d))
	}
	return days, true
}
