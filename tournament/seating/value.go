package seating

import (
	"cmp"

	"topcut/tournament/numbered"
)

// Value is the objective of a scramble, in the order of its priorities.
type Value struct {
	MaxMeetings    int `json:"max_meetings"`    // largest number of meetings of two players
	DistinctSpread int `json:"distinct_spread"` // most minus fewest different opponents
	MostDistinct   int `json:"most_distinct"`   // most different opponents of one player
}

// Compare orders values, better first (docs/rules/riichi.md#rii-11).
func (v Value) Compare(w Value) int {
	return cmp.Or(
		cmp.Compare(v.MaxMeetings, w.MaxMeetings),
		cmp.Compare(v.DistinctSpread, w.DistinctSpread),
		cmp.Compare(w.MostDistinct, v.MostDistinct),
	)
}

// Bound returns a value that no schedule of players who all play every session
// can beat. Where a schedule reaches it, it is proved best. players is a
// multiple of four.
//
// A player meets 3 people a session, so some player is met at least
// 3·sessions/(players−1) times, rounded up. With two or three tables the first
// table of a session has players of an earlier table in common, so from the
// second session on some pair meets twice.
func Bound(players, sessions int) Value {
	slots := (Seats - 1) * sessions
	meetings := (slots + players - 2) / (players - 1)
	if players < Seats*Seats && sessions > 1 {
		meetings = max(meetings, 2)
	}
	return Value{MaxMeetings: meetings, MostDistinct: min(slots, players-1)}
}

// Value measures the scramble. Stand-ins do not count as opponents.
func (s *Schedule) Value() Value {
	met := make(numbered.List[numbered.List[int]], s.Players)
	for i := range met {
		met[i] = make([]int, s.Players)
	}
	for _, session := range s.Sessions {
		for _, table := range session.Tables {
			for i, p := range table {
				for _, q := range table[:i] {
					if p <= s.Players && q <= s.Players {
						*met.At(p).At(q)++
						*met.At(q).At(p)++
					}
				}
			}
		}
	}
	var v Value
	fewest := s.Players
	for _, row := range met {
		distinct := 0
		for _, n := range row {
			v.MaxMeetings = max(v.MaxMeetings, n)
			if n > 0 {
				distinct++
			}
		}
		v.MostDistinct = max(v.MostDistinct, distinct)
		fewest = min(fewest, distinct)
	}
	v.DistinctSpread = v.MostDistinct - fewest
	return v
}
