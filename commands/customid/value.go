package customid

import (
	"fmt"
	"math/bits"
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
