package posted

import (
	"cmp"
	"slices"

	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// Trouble is the reason why a table of the open round needs an organiser.
type Trouble struct {
	Match int
	What  notice.Code
}

// Kinds of trouble, in order of display.
const (
	TroubleDispute notice.Code = "dispute"
	TroubleJudge   notice.Code = "judge"
	TroubleAbsent  notice.Code = "absent"
	TroubleUnasked notice.Code = "unasked"
	TroubleStopped notice.Code = "stopped"
)

// Troubles returns the tables of a round that need an organiser.
func Troubles(s *tournament.State, round int) []Trouble {
	r := s.Round(round)
	if r == nil || r.Status != tournament.Started && !s.Arranged() {
		return nil
	}
	var out []Trouble
	coming := map[int]int{}
	for number := range s.Contests(round) {
		m, _ := s.Match(round, number)
		if what := troubleOf(s, round, number, m); what != "" {
			out = append(out, Trouble{number, what})
			coming[number] = min(m.Coming, 1)
		}
	}
	// A table that an organiser is already handling comes last.
	sorted.Stable(out, func(a, b Trouble) int {
		return cmp.Or(
			coming[a.Match]-coming[b.Match],
			slices.Index(troubles, a.What)-slices.Index(troubles, b.What),
		)
	})
	return out
}

// troubles are the codes of Trouble in the order in which they are listed.
var troubles = []notice.Code{TroubleDispute, TroubleJudge, TroubleAbsent, TroubleUnasked, TroubleStopped}

// troubleOf returns what a match needs an organiser for, or "".
func troubleOf(s *tournament.State, round, match int, m *tournament.Match) notice.Code {
	switch {
	case m.Confirmed:
		return ""
	case m.Disputed:
		return TroubleDispute
	case m.Judge != 0:
		return TroubleJudge
	case s.ClaimWaits(tournament.Place{Round: round, Match: match}):
		return TroubleAbsent
	case unasked(s, round, match, m):
		return TroubleUnasked
	case s.SilenceStopped(round, match):
		return TroubleStopped
	}
	return ""
}

// StaffPanelDue reports whether there is a panel now: always in a TO channel, but in the
// event's own channel only while something needs an organiser.
func StaffPanelDue(s *tournament.State) bool {
	if s.Settings.TOChannel != "" {
		return true
	}
	r := s.Current()
	return s.Phase == tournament.Running && (len(s.ForOrganisers(s.At)) > 0 || len(s.HaveLeft()) > 0 || s.NextStep() != tournament.StepClose || len(Troubles(s, r.Number)) > 0 || len(s.Blocking(r.Number)) > 0 && r.TimeCalled)
}

// CallsStaff reports whether an event of the log needs an organiser so that it calls one.
func CallsStaff(s *tournament.State, ev tournament.Event) bool {
	switch ev := ev.(type) {
	case *tournament.CheckInEnded, *tournament.AdvanceHeld:
		return true
	case *tournament.Reminded:
		return ev.What == tournament.DueDigest && !ev.Quiet || ev.What == tournament.DueStaff
	case *tournament.PlayersGone: // else the organiser who pairs the round sees it
		return len(ev.Players) > 0 && s.Settings.AutoAdvance
	}
	if s.Arranged() {
		return false // all else waits for the digest, see tournament.DueDigest
	}
	switch ev := ev.(type) {
	case *tournament.ResultDisputed, *tournament.JudgeCalled:
		return true
	case *tournament.TimeCalled:
		return ev.Match == 0 && len(s.Blocking(ev.Round)) > 0
	case *tournament.ForfeitClaimed:
		return s.ClaimWaits(ev.Place)
	case *tournament.ResultReported:
		m, _ := s.Match(ev.Round, ev.Match)
		return m != nil && unasked(s, ev.Round, ev.Match, m)
	}
	return false
}

// unasked reports whether a report waits that no other player at the table can confirm.
func unasked(s *tournament.State, round, match int, m *tournament.Match) bool {
	return m.Report != nil && !m.Confirmed && !m.Disputed && !s.Asks(round, match) && m.Judge == 0
}
