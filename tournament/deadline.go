package tournament

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Due identifies an action that is due at a time: its kind and the part of the event
// that it concerns.
type Due struct {
	Kind    DueKind
	Round   int
	Match   int   // of Round
	Minutes int   // of a reminder: minutes before the end
	Asked   int64 // the event to be answered: a report of Match, a call to mix the draw, the end of a round; of a call, its time
}

// DueKind is the kind of a Due.
type DueKind string

// Kinds of Due.
const (
	DueCheckIn       DueKind = "checkin"         // check-in opens
	DueCheckInEnd    DueKind = "checkin_end"     // the time for checking in is over
	DueStart         DueKind = "start"           // the event starts
	DueMixed         DueKind = "mixed"           // the time for mixing the draw is over
	DueBuildWarning  DueKind = "build_warning"   // the reminder before the end of deck building
	DueBuildEnd      DueKind = "build_end"       // the time for building decks is over
	DueNextRound     DueKind = "next_round"      // the break after a round is over
	DueWarning       DueKind = "warning"         // a reminder before the end of a round
	DueTime          DueKind = "time"            // the time of a round is over, or that of one match with more
	DueConfirm       DueKind = "confirm"         // a report is confirmed by silence
	DueLeague        DueKind = "league"          // a league is to be informed of the state of the event
	DueClaim         DueKind = "claim"           // the time to object to a claim, or to come, is over
	DueAwaited       DueKind = "awaited"         // an untimed round waits no longer for who lost a match by a claim
	DueAsk           DueKind = "ask"             // in an unattended event: tables without a report are asked for
	DueLineUp        DueKind = "line_up"         // the time for the line-ups of a round is over
	DueLineUpWarning DueKind = "line_up_warning" // the reminder to captains who have given none
	DueSubstitute    DueKind = "substitute"      // the time for a person of the bench to answer is over
	DuePick          DueKind = "pick"            // the time for a step of picks and bans is over
	DueStale         DueKind = "stale"           // in an unattended event: what holds up a match is settled by rule
	DueOverdue       DueKind = "overdue"         // the window of an arranged match is over
	DueDigest        DueKind = "digest"          // the organisers of an arranged event are called to what is open
	DueCall          DueKind = "call"            // opponents are called to answer the reports of a round
	DueStaff         DueKind = "staff"           // organisers are called to a step that they have not taken
)

// A call is a post that pings. So that a round does not become a series of them, a
// report that is answered soon is not called at all, and the others are called together.
// See docs/design.md.
const (
	callAfter  = 90 * time.Second // after a report, or after what organisers have to go on from
	callEvery  = 3 * time.Minute  // at most
	callAtOnce = 5 * time.Minute  // before the end of a round, from when on no call waits
)

// Key returns the name of a deadline in the store, such as "confirm.r2.m3.s41". Only
// its kind is ever read back: the rest follows from the state.
func (d Due) Key() string {
	key := string(d.Kind)
	for _, part := range []struct {
		name byte
		n    int64
	}{{'r', int64(d.Round)}, {'m', int64(d.Match)}, {'b', int64(d.Minutes)}, {'s', d.Asked}} {
		if part.n != 0 {
			key += fmt.Sprintf(".%c%d", part.name, part.n)
		}
	}
	return key
}

// KindOf returns the kind of the deadline with the given key.
func KindOf(key string) DueKind {
	kind, _, _ := strings.Cut(key, ".")
	return DueKind(kind)
}

// Timer is a Due with its time.
type Timer struct {
	Due
	At time.Time
}

// Deadlines returns the timers of s as the store keeps them.
func Deadlines(s *State) []Deadline {
	var out []Deadline
	for _, t := range Timers(s) {
		out = append(out, Deadline{Key: t.Key(), At: t.At})
	}
	return out
}

// Timers returns everything that is due in s, in the future or overdue.
func Timers(s *State) []Timer {
	var out []Timer
	add := func(at time.Time, due Due) {
		if at = s.held(due, at); !at.IsZero() {
			out = append(out, Timer{due, at})
		}
	}
	s.leagueDeadline(func(due Due) { add(s.At, due) })
	switch s.Phase {
	case Draft, Open, Closed, CheckIn:
		if s.Phase == CheckIn && !s.CheckInEnd.IsZero() {
			add(s.CheckInEnd, Due{Kind: DueCheckInEnd})
		}
		s.mixDeadline(add)
		if s.Settings.StartAt == 0 || !s.Settings.AutoStart {
			break
		}
		start := time.Unix(s.Settings.StartAt, 0).UTC()
		opens := start.Add(-time.Duration(s.Settings.CheckInMinutes) * time.Minute)
		if s.CheckInEnd.After(start) {
			start = s.CheckInEnd // players who could not reach the bot may still check in
		}
		if s.Settings.CheckInMinutes > 0 && s.Phase == Open && !slices.Contains(s.Reminded, Due{Kind: DueCheckIn}) {
			add(opens, Due{Kind: DueCheckIn})
		}
		if s.Phase != Draft && !slices.Contains(s.Reminded, Due{Kind: DueStart}) {
			add(start, Due{Kind: DueStart})
		}
	case Running:
		s.buildDeadlines(add)
		s.fixtureDeadlines(add)
		s.digestDeadline(add)
		s.reportDeadlines(add)
		s.pickDeadlines(add)
		s.benchDeadlines(add)
		s.staffDeadline(add)
		r := s.Current()
		if r == nil || r.Status != Started {
			s.lineUpDeadlines(r, add)
			s.breakDeadline(r, add)
			break
		}
		s.clockDeadlines(r, add)
		s.callDeadline(r, add)
		if !s.Arranged() {
			s.claimDeadlines(r, add)
			s.unattendedDeadlines(r, add)
		}
	case Finished, Cancelled:
	}
	return out
}

// breakDeadline adds the end of the break in which standings are shown before the next
// round follows automatically (docs/rules/pokemon.md#pkm-81).
func (s *State) breakDeadline(r *Round, add func(time.Time, Due)) {
	if r == nil || r.Status != Done || s.Preview != nil || !s.Settings.AutoAdvance || s.Settings.BreakMinutes == 0 {
		return
	}
	if next := (Due{Kind: DueNextRound, Round: r.Number}); !slices.Contains(s.Reminded, next) {
		add(r.ClosedAt.Add(time.Duration(s.Settings.BreakMinutes)*time.Minute), next)
	}
}

// staffStep returns the step for which the event waits for its organisers, who see it in
// the panel of their channel, and since when: publishing the first round, and going on after a
// round. The zero time means that it waits for none.
func (s *State) staffStep() (Due, time.Time) {
	switch r := s.Current(); {
	case s.Phase != Running || s.Settings.TOChannel == "" || s.Arranged():
	case r == nil && s.Preview != nil && s.Preview.Attempt == 0: // another attempt is an organiser's
		return Due{Kind: DueStaff}, s.Preview.PublishedAt
	case r != nil && r.Status == Done && s.Preview == nil && !s.Settings.AutoAdvance:
		return Due{Kind: DueStaff, Round: r.Number, Asked: r.ClosedSeq}, r.ClosedAt
	}
	return Due{}, time.Time{}
}

// CallsStaffLater reports whether the organisers see the next step in their panel and are
// called to it only if they do not take it soon.
func (s *State) CallsStaffLater() bool {
	_, since := s.staffStep()
	return !since.IsZero()
}

// staffDeadline adds the call of the organisers to the next step.
func (s *State) staffDeadline(add func(time.Time, Due)) {
	if due, since := s.staffStep(); !since.IsZero() && !slices.Contains(s.Reminded, due) {
		add(since.Add(callAfter), due)
	}
}

func (s *State) clockDeadlines(r *Round, add func(time.Time, Due)) {
	if r.Deadline.IsZero() || !r.PausedAt.IsZero() {
		return
	}
	if s.Arranged() { // each match has a window of its own
		if s.Dated(r) {
			add(r.Deadline, Due{Kind: DueTime, Round: r.Number})
		}
		return
	}
	if !r.TimeCalled {
		for _, before := range s.Reminders(r) {
			at := remindAt(r.Deadline.Add(-time.Duration(before)*time.Minute), r.Deadline, s.clock())
			if !slices.Contains(r.Warned, before) && at.After(r.StartedAt) {
				add(at, Due{Kind: DueWarning, Round: r.Number, Minutes: before})
			}
		}
		add(r.Deadline, Due{Kind: DueTime, Round: r.Number})
	}
	for i := range r.Matches {
		m := &r.Matches[i]
		if m.Extra > 0 && !m.TimeCalled && !s.Ledger.Rounds.At(r.Number).Matches[i].Finished() {
			add(r.Deadline.Add(m.Extra), Due{Kind: DueTime, Round: r.Number, Match: i + 1})
		}
	}
}

func (s *State) reportDeadlines(add func(time.Time, Due)) {
	for r := s.FirstPlayed(); r <= len(s.Rounds); r++ {
		for m := range s.Contests(r) {
			if at := s.SilenceAt(r, m); !at.IsZero() {
				match, _ := s.Match(r, m)
				add(at, Due{Kind: DueConfirm, Round: r, Match: m, Asked: match.Report.Seq})
			}
		}
	}
}

// callDeadline adds the next call to answer the reports of a round, if any is open that
// was made after the last one.
func (s *State) callDeadline(r *Round, add func(time.Time, Due)) {
	last := s.lastCall(r.Number)
	var at time.Time
	for m := range s.Contests(r.Number) {
		if !s.uncalled(r, m) {
			continue
		}
		if call := s.callAt(r, m, last.At); at.IsZero() || call.Before(at) {
			at = call
		}
	}
	if !at.IsZero() {
		add(at, Due{Kind: DueCall, Round: r.Number, Asked: at.Unix()})
	}
}

// Called is a call to answer the reports of a round: the event and its time.
type Called struct {
	Round int
	Seq   int64
	At    time.Time
}

// uncalled reports whether the opponents in match m are still to be called to answer its
// report.
func (s *State) uncalled(r *Round, m int) bool {
	if !s.Asks(r.Number, m) || s.Threaded(r.Number) { // the question stands in the thread
		return false
	}
	match, _ := s.Match(r.Number, m)
	report := match.Report
	return report.Seq > s.lastCall(r.Number).Seq && !s.CallsAtOnce(r.Number, report.At)
}

// lastCall returns the last call of a round, or the zero value.
func (s *State) lastCall(round int) Called {
	for _, c := range slices.Backward(s.Calls) {
		if c.Round == round {
			return c
		}
	}
	return Called{}
}

// callAt returns when the report of match m is called at the latest, if the last call was
// at last: before a third of the time has passed after which silence confirms it, and
// before the end of the round is near.
func (s *State) callAt(r *Round, m int, last time.Time) time.Time {
	match, _ := s.Match(r.Number, m)
	report := match.Report.At
	at := report.Add(callAfter)
	if next := last.Add(callEvery); next.After(at) {
		at = next
	}
	earliest := func(limit time.Time) {
		if limit.Before(at) {
			at = limit
		}
	}
	if s.silenceConfirms(r) {
		earliest(report.Add(time.Duration(s.Settings.ConfirmMinutes) * time.Minute / 3))
	}
	if !r.Deadline.IsZero() && r.PausedAt.IsZero() {
		earliest(r.Deadline.Add(-callAtOnce))
	}
	if at.Before(report) {
		return report
	}
	return at
}

// CallsAtOnce reports whether a report made at a time in a round is called at once: in a
// cut, for which others wait, in an arranged match, which others do not see, and when the
// round is about to end.
func (s *State) CallsAtOnce(round int, at time.Time) bool {
	r := s.Round(round)
	return s.Arranged() || rules.IsElimination(r.Stage) || r.TimeCalled || !r.Deadline.IsZero() && r.PausedAt.IsZero() && !at.Before(r.Deadline.Add(-callAtOnce))
}

// Threaded reports whether the matches of a round have threads of their own: a setting,
// for up to MaxThreads tables.
func (s *State) Threaded(round int) bool {
	played := 0
	for _, m := range s.Ledger.Rounds.At(round).Matches {
		if m.Kind != ledger.Bye && m.Kind != ledger.Elsewhere && m.Kind != ledger.AssignedLoss {
			played++
		}
	}
	return s.Settings.Threads && played <= MaxThreads
}

// FirstPlayed returns the first round in which matches may still be played: the current
// one or, if rounds do not wait for each other, the first.
func (s *State) FirstPlayed() int {
	if s.Arranged() {
		return 1
	}
	return max(1, len(s.Rounds))
}

// SilenceAt returns when the report of match m of round r becomes the result without an
// answer, or zero if it never does. Silence confirms a report only if the other player
// was asked about that report and could have disputed it:
//
//   - a report that names another winner than an earlier one of the same player
//     needs an answer;
//   - a player without an account is not asked;
//   - a judge who was called after the report decides, and one who was called
//     shortly before it gets the time to come;
//   - only time that runs against the player asked counts, see package fairclock, and
//     a player who is away for longer than the match can wait needs an organiser.
func (s *State) SilenceAt(r, m int) time.Time {
	round := s.Round(r)
	match, _ := s.Match(r, m)
	if match == nil || round.Status == Published || !s.silenceConfirms(round) || !s.Asks(r, m) || match.Report.Reversed {
		return time.Time{}
	}
	from := match.Report.At
	if match.Judge != 0 {
		if !match.JudgeAt.Before(from) {
			return time.Time{}
		}
		if open := match.JudgeAt.Add(JudgeCallOpen); open.After(from) {
			from = open
		}
	}
	from, long, runs := s.resumed(Due{Kind: DueConfirm, Round: r, Match: m, Asked: match.Report.Seq}, from, time.Duration(s.Settings.ConfirmMinutes)*time.Minute)
	if !runs {
		return time.Time{}
	}
	return s.silenceEnds(Place{r, m}, match.Report.Player, match.Report.At, from, long)
}

// Asks reports whether the report of a match waits for the answer of a player at the
// table who has an account.
func (s *State) Asks(r, m int) bool {
	match, _ := s.Match(r, m)
	if match == nil || match.Report == nil || match.Confirmed || match.Disputed {
		return false
	}
	return s.couldAnswer(Place{r, m}, match.Report.Player, match.Report.At)
}

// couldAnswer reports whether any player at a table except n could be asked about a report
// that n made at a time. A player who took over a guest's seat later could not, nor one
// without whom the table plays.
func (s *State) couldAnswer(at Place, n int, when time.Time) bool {
	_, l := s.Match(at.Round, at.Match)
	return slices.ContainsFunc(l.Players(), func(p int32) bool {
		return !s.AbsentFrom(at, int(p)+1) && s.couldBeAsked(int(p)+1, n, when)
	})
}

// couldBeAsked reports whether a player could be asked about what player n said at a time.
func (s *State) couldBeAsked(player, n int, at time.Time) bool {
	p := s.Players.At(player)
	return player != n && p.Account && !p.AccountAt.After(at)
}

// silenceConfirms reports whether an unanswered report of the round becomes the result.
// In an elimination it never does, since it would end a player's event.
func (s *State) silenceConfirms(r *Round) bool {
	return s.Settings.ConfirmMinutes > 0 && !rules.IsElimination(r.Stage)
}

// Correspondence reports whether rounds last days.
func (s *State) Correspondence() bool { return s.Settings.RoundDays > 0 }

// Reminders returns how many minutes before the end of a round reminders are sent: as the
// ruleset says in a live round (docs/rules/magic.md#mtg-32, docs/rules/meccg.md#mec-47), as
// the organiser chose in a correspondence round.
func (s *State) Reminders(r *Round) []int {
	if !s.Correspondence() {
		var out []int
		for _, w := range s.Rules.Warnings(s.ClockStage(r)) {
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
