package site

import (
	"fmt"
	"time"

	"topcut/commands/calendar"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/season"
	"topcut/tournament/sorted"
)

// Calendar returns the dates of an event for calendars: its start, each round that lasts
// days, and the times that players agreed on; nil if no start is set. address is its
// page, or "".
func Calendar(e view.Env, address string) []byte {
	return calendar.Write(e.Snap.State.Settings.Name, append(dates(e, address), appointments(e, address, 0)...))
}

// Appointments returns the agreed times of a player's matches for calendars, or nil if
// there are none.
func Appointments(e view.Env, address string, player int) []byte {
	return calendar.Write(e.Snap.State.Settings.Name, appointments(e, address, player))
}

// appointments returns the agreed times of the matches of a player, or of all players if
// player is 0.
func appointments(e view.Env, address string, player int) (out []calendar.Date) {
	s := e.Snap.State
	for r, round := range numbered.All(s.Rounds) {
		for number := range round.Matches {
			out = append(out, appointmentsOf(e, address, player, tournament.Place{Round: r, Match: number + 1})...)
		}
	}
	return out
}

// appointmentsOf is appointments for one match. Of its boards a reader who sits at one has only
// that.
func appointmentsOf(e view.Env, address string, player int, of tournament.Place) (out []calendar.Date) {
	s := e.Snap.State
	own := s.OwnBoard(of, e.Reader)
	for _, at := range s.Parts(of) {
		m, l := s.Match(at.Round, at.Match)
		if m.Fixture == nil || m.Fixture.Agreed.IsZero() || l.N != 2 || player > 0 && (l.Seat(int32(player-1)) < 0 || own != of && own != at) {
			continue
		}
		first, second := named(e, at, l)
		title := e.Words.Say("calendar.match", "event", text.Raw(s.Settings.Name), "first", text.Raw(first), "second", text.Raw(second))
		date := calendar.Date{
			UID: fmt.Sprintf("e%dr%dm%d.%.16s@topcut", s.ID, at.Round, at.Match, s.Commitment), Start: m.Fixture.Agreed, Title: title, URL: address,
			Changed: s.At, Revision: s.Seq, Cancelled: s.Phase == tournament.Cancelled || unplayed(e, m),
		}
		if m.Over() {
			date.Text = endOf(e, m, l, at)
		}
		out = append(out, date)
	}
	return out
}

// named names the two players of a match, or of a board the persons there.
func named(e view.Env, at tournament.Place, l *ledger.Match) (first, second string) {
	about := wording.About(e.Words, e.Snap).At(at)
	return about.Given(int(l.Seats[0]) + 1), about.Given(int(l.Seats[1]) + 1)
}

// endOf says how a match ended.
func endOf(e view.Env, m *tournament.Match, l *ledger.Match, at tournament.Place) string {
	if m.Void() {
		return e.Words.Say("verdict.void")
	}
	return wording.About(e.Words, e.Snap).At(at).Plain().Notice(wording.ResultOf(e.Snap.State, at.Match, wording.Shown(m, l)))
}

// unplayed reports whether a match is not played at its agreed time: it counts for
// nothing, was decided without play, or has its result before that time.
func unplayed(e view.Env, m *tournament.Match) bool {
	if !m.Over() {
		return false
	}
	decided := e.Snap.State.At
	if at := m.ResultSeq; at > 0 && at <= int64(len(e.Snap.Log)) {
		decided = e.Snap.Log.At(at).Time
	}
	return m.Fixture.End != fixture.Played || decided.Before(m.Fixture.Agreed)
}

func dates(e view.Env, address string) []calendar.Date {
	s := e.Snap.State
	date := func(part string, start, end time.Time, title string) calendar.Date {
		return calendar.Date{
			UID: fmt.Sprintf("e%d%s.%.16s@topcut", s.ID, part, s.Commitment), Start: start, End: end, Title: title, URL: address,
			Changed: s.At, Revision: s.Seq, Cancelled: s.Phase == tournament.Cancelled,
		}
	}
	var out []calendar.Date
	if start := starts(s); !start.IsZero() {
		out = append(out, date("", start, s.EndedAt, s.Settings.Name))
	}
	for i := range s.Rounds {
		if r := &s.Rounds[i]; s.Correspondence() && !r.Deadline.IsZero() {
			title := e.Words.Say("calendar.round", "event", text.Raw(s.Settings.Name), "round", text.Raw(e.Words.Notice(s.RoundTitle(r.Number))))
			out = append(out, date(fmt.Sprintf("r%d", r.Number), r.StartedAt, r.Deadline, title))
		}
	}
	return out
}

// starts returns when an event begins or began; zero if that is not set.
func starts(s *tournament.State) time.Time {
	switch first := s.Round(1); {
	case first != nil:
		return first.PublishedAt
	case s.Settings.StartAt > 0:
		return time.Unix(s.Settings.StartAt, 0).UTC()
	}
	return time.Time{}
}

// SeasonCalendar returns the dates of a season: the counted events, the planned ones, the
// agreed times of their matches, and the dates of its schedule; nil if there are none.
func SeasonCalendar(l *Season) []byte {
	var out []calendar.Date
	s := l.Snap.State
	date := func(part string, d calendar.Date) {
		if d.UID = fmt.Sprintf("l%d%s.%.16s@topcut", s.ID, part, s.Commitment); !d.Start.IsZero() {
			out = append(out, d)
		}
	}
	for _, list := range [][]Week{l.Weeks, l.Coming} {
		for i := range list {
			w := &list[i]
			date(fmt.Sprintf("e%d", w.ID), calendar.Date{
				Start: w.Starts, End: w.Ends, Title: w.Title, URL: w.Address, Changed: w.Changed, Revision: w.Revision, Cancelled: w.Cancelled,
			})
			out = append(out, w.Matches...)
		}
	}
	for _, at := range l.Later {
		date(at.UTC().Format("n20060102T1504"), calendar.Date{Start: at, Title: s.Settings.Name, Changed: s.At, Revision: s.Seq})
	}
	return calendar.Write(s.Settings.Name, out)
}

// NewWeek returns an event for the page of its season.
func NewWeek(e view.Env, address string) Week {
	s := e.Snap.State
	return Week{
		ID: s.ID, Title: s.Settings.Name, Address: address, Starts: starts(s), Ends: s.EndedAt, Changed: s.At, Revision: s.Seq, State: newLive(wording.About(e.Words, e.Snap)).State,
		Cancelled: s.Phase == tournament.Cancelled, Matches: appointments(e, address, 0), Open: arrangedMatches(e),
	}
}

// arrangedMatch is an arranged match that is still to be played.
type arrangedMatch struct {
	First, Second string
	At            time.Time // agreed, or the end of its window
	Agreed        bool
}

// arrangedMatches returns the arranged matches of a running event that are still to be
// played, the next one first.
func arrangedMatches(e view.Env) (out []arrangedMatch) {
	s := e.Snap.State
	if s.Phase != tournament.Running {
		return nil
	}
	for at := range s.EachFixture {
		m, l := s.Match(at.Round, at.Match)
		if m.Over() || m.Fixture.End != "" || l.N != 2 {
			continue
		}
		open := arrangedMatch{At: m.Fixture.PlayBy}
		open.First, open.Second = named(e, at, l)
		if !m.Fixture.Agreed.IsZero() {
			open.At, open.Agreed = m.Fixture.Agreed, true
		}
		out = append(out, open)
	}
	sorted.Stable(out, func(a, b arrangedMatch) int { return a.At.Compare(b.At) })
	return out
}

// removed reports whether an event of the season no longer counts.
func removed(s *season.State, number int) bool {
	return s != nil && numbered.Get(s.Events, number).Removed
}
