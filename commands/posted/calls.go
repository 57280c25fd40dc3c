package posted

import (
	"cmp"
	"math"
	"slices"

	"topcut/tournament"
	"topcut/tournament/sorted"
)

// AskedAtOnce bounds the questions of one Call, so that it fits into a message. Two
// hundred reports at the same moment take five messages.
const AskedAtOnce = 40

// AtOnce returns how many questions one Call has room for: it mentions all members of a crew,
// and of a board, whose name is longer, who sits there.
func AtOnce(s *tournament.State) int {
	if s.Settings.Boards > 0 {
		return AskedAtOnce / 4
	}
	return max(1, AskedAtOnce/max(1, s.Settings.Crew))
}

// Question is a reported result that an opponent has to confirm.
type Question struct {
	Match int
	Seq   int64 // the event of the report
	Asked int64 // the event since which it waits: the report, or an undo
}

// Questions returns the open questions of a round up to an event, the longest open first.
func Questions(s *tournament.State, round int, upTo int64) []Question {
	var out []Question
	for number := range s.Contests(round) {
		m, _ := s.Match(round, number)
		if s.Asks(round, number) && m.Report.Asked <= upTo && !Threaded(s, round, number) { // else the Question is in the thread
			out = append(out, Question{number, m.Report.Seq, m.Report.Asked})
		}
	}
	sorted.Stable(out, func(a, b Question) int { return cmp.Or(cmp.Compare(a.Asked, b.Asked), cmp.Compare(a.Seq, b.Seq)) })
	return out
}

// Unasked returns how many open questions of a round, after the event of the last call,
// are still to be asked, and the event of the oldest.
func Unasked(s *tournament.State, round int, called, upTo int64) (n int, oldest int64) {
	if s.Round(round) == nil {
		return 0, 0
	}
	ask := func(asked int64) {
		if asked <= called {
			return
		}
		if n++; n == 1 || asked < oldest {
			oldest = asked
		}
	}
	for _, q := range Questions(s, round, upTo) {
		ask(q.Asked)
	}
	for _, x := range Missed(s, round, upTo) {
		ask(x.Seq)
	}
	return n, oldest
}

// FullAt returns the event at which the open questions since the last call fill a Call;
// math.MaxInt64 if they do not.
func FullAt(s *tournament.State, round int, called int64) int64 {
	asked := Questions(s, round, math.MaxInt64)
	asked = asked[slices.IndexFunc(append(asked, Question{Asked: math.MaxInt64}), func(q Question) bool { return q.Asked > called }):]
	if len(asked) < AtOnce(s) {
		return math.MaxInt64
	}
	full := asked[:AtOnce(s)]
	return full[len(full)-1].Asked
}
