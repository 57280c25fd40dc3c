package tournament

import (
	"fmt"
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Deadlines returns everything that is due in the future of s, or overdue.
func Deadlines(s *State) []Deadline {
	var out []Deadline
	add := func(at time.Time, format string, args ...any) {
		out = append(out, Deadline{Key: fmt.Sprintf(format, args...), At: at})
	}
	switch s.Phase {
	case Draft, Open, Closed, CheckIn:
		if s.Phase == CheckIn && !s.CheckInEnd.IsZero() {
			add(s.CheckInEnd, "checkin.end")
		}
		s.mixDeadline(add)
		if s.Settings.StartAt == 0 || !s.Settings.AutoStart {
			break
		}
		start := time.Unix(s.Settings.StartAt, 0).UTC()
		opens := start.Add(-time.Duration(s.Settings.CheckInMinutes) * time.Minute)
		if s.CheckInEnd.After(start) {
			start = s.CheckInEnd // whoever could not be heard may still check in
		}
		if s.Settings.CheckInMinutes > 0 && s.Phase == Open && !slices.Contains(s.Reminded, "checkin.open") {
			add(opens, "checkin.open")
		}
		if s.Phase != Draft && !slices.Contains(s.Reminded, "start") {
			add(start, "start")
		}
	case Running:
		s.buildDeadlines(add)
		r := s.Current()
		if r == nil || r.Status != Started {
			s.breakDeadline(r, add)
			break
		}
		s.clockDeadlines(r, add)
		s.reportDeadlines(r, add)
	case Finished, Cancelled:
	}
	return out
}

// breakDeadline is the end of the time for which standings are up before the
// next round follows by itself (PKM-81).
func (s *State) breakDeadline(r *Round, add func(time.Time, string, ...any)) {
	if r == nil || r.Status != Done || s.Preview != nil || !s.Settings.AutoAdvance || s.Settings.BreakMinutes == 0 {
		return
	}
	if key := fmt.Sprintf("r%d.next", r.Number); !slices.Contains(s.Reminded, key) {
		add(r.ClosedAt.Add(time.Duration(s.Settings.BreakMinutes)*time.Minute), "%s", key)
	}
}

func (s *State) clockDeadlines(r *Round, add func(time.Time, string, ...any)) {
	if r.Deadline.IsZero() || !r.PausedAt.IsZero() {
		return
	}
	if !r.TimeCalled {
		for _, before := range s.Reminders(r.Stage) {
			at := r.Deadline.Add(-time.Duration(before) * time.Minute)
			if !slices.Contains(r.Warned, before) && at.After(r.StartedAt) {
				add(at, "r%d.warn.%d", r.Number, before)
			}
		}
		add(r.Deadline, "r%d.time", r.Number)
	}
	for i := range r.Matches {
		m := &r.Matches[i]
		if m.Extra > 0 && !m.TimeCalled && !s.Ledger.Rounds[r.Number-1].Matches[i].Finished() {
			add(r.Deadline.Add(m.Extra), "r%d.m%d.time", r.Number, i+1)
		}
	}
}

func (s *State) reportDeadlines(r *Round, add func(time.Time, string, ...any)) {
	for i := range r.Matches {
		if at := s.SilenceAt(r.Number, i+1); !at.IsZero() {
			add(at, "r%d.m%d.confirm.%d", r.Number, i+1, r.Matches[i].Report.Seq)
		}
	}
}

// SilenceAt returns when the report of match m of round r becomes the result by
// itself, zero for never. Silence says yes only where somebody was asked about
// that very report and could have said no:
//
//   - a report that gives the match to somebody else than an earlier one of the
//     same player did waits for an answer;
//   - nobody is asked who has no account;
//   - a judge who was called after the report decides, and one who was called
//     shortly before it is given the time to come;
//   - only time counts in which people could be heard, see Interrupted.
func (s *State) SilenceAt(r, m int) time.Time {
	round := s.Round(r)
	match, _ := s.Match(r, m)
	if match == nil || round.Status != Started || !s.SilenceConfirms(round) || !s.Asks(r, m) || match.Report.Reversed {
		return time.Time{}
	}
	from := match.Report.At
	if match.Judge != 0 {
		if !match.JudgeAt.Before(from) {
			return time.Time{}
		}
		if open := match.JudgeAt.Add(judgeCallOpen); open.After(from) {
			from = open
		}
	}
	return s.heardFor(from, time.Duration(s.Settings.ConfirmMinutes)*time.Minute)
}

// Asks reports whether the report of a match waits for an answer of somebody at
// the table who has an account.
func (s *State) Asks(r, m int) bool {
	match, l := s.Match(r, m)
	if match == nil || match.Report == nil || match.Confirmed || match.Disputed {
		return false
	}
	return s.answerable(l, match.Report.Player)
}

// answerable reports whether anybody at a table beside player n has an account.
func (s *State) answerable(l *ledger.Match, n int) bool {
	for _, p := range l.Players() {
		if other := int(p) + 1; other != n && s.Players[p].Account {
			return true
		}
	}
	return false
}

// SilenceConfirms reports whether an unanswered report of the round becomes
// the result by itself: never in elimination, where it would end a player's
// event.
func (s *State) SilenceConfirms(r *Round) bool {
	return s.Settings.ConfirmMinutes > 0 && !rules.IsElimination(r.Stage)
}

// Correspondence reports whether rounds last days.
func (s *State) Correspondence() bool { return s.Settings.RoundDays > 0 }

// Reminders returns how many minutes before the end of a round of a stage a
// reminder is given: those of the ruleset in a live round (MTG-32, MEC-47), what
// the organiser chose in a correspondence one.
func (s *State) Reminders(stage ledger.Stage) []int {
	if !s.Correspondence() {
		var out []int
		for _, w := range s.Rules.Warnings(stage) {
			out = append(out, max(1, int(w/time.Minute)))
		}
		return out
	}
	hours := s.Settings.ReminderHours
	if len(hours) == 0 {
		hours = []int{24}
	}
	out := make([]int, 0, len(hours))
	for _, h := range hours {
		out = append(out, h*60)
	}
	return out
}
