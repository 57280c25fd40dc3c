package site

import (
	"fmt"
	"time"

	"topcut/commands/calendar"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/season"
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
	for i := range s.Rounds {
		for j := range s.Rounds[i].Matches {
			m, l := s.Match(i+1, j+1)
			if m.Fixture == nil || m.Fixture.Agreed.IsZero() || l.N != 2 || player > 0 && l.Seat(int32(player-1)) < 0 {
				continue
			}
			title := e.Words.Say("calendar.match", "event", text.Raw(s.Settings.Name), "first", text.Raw(e.Snap.Name(int(l.Seats[0])+1)), "second", text.Raw(e.Snap.Name(int(l.Seats[1])+1)))
			out = append(out, calendar.Date{
				UID: fmt.Sprintf("e%dr%dm%d.%.16s@topcut", s.ID, i+1, j+1, s.Commitment), Start: m.Fixture.Agreed, Title: title, URL: address,
				Changed: m.Fixture.AgreedAt, Revision: s.Seq, Cancelled: s.Phase == tournament.Cancelled,
			})
		}
	}
	return out
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
			title := e.Words.Say("calendar.round", "event", text.Raw(s.Settings.Name), "round", text.Raw(view.Round(e, r.Number)))
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

// SeasonCalendar returns the dates of a season: the counted events, the planned ones, and
// those of its schedule; nil if there are none.
func SeasonCalendar(l *Season) []byte {
	var out []calendar.Date
	s := l.Snap.State
	date := func(part string, start, end time.Time, title, address string, changed time.Time, revision int64) {
		if !start.IsZero() {
			out = append(out, calendar.Date{
				UID: fmt.Sprintf("l%d%s.%.16s@topcut", s.ID, part, s.Commitment), Start: start, End: end, Title: title, URL: address, Changed: changed, Revision: revision,
			})
		}
	}
	for _, list := range [][]Week{l.Weeks, l.Coming} {
		for i := range list {
			w := &list[i]
			date(fmt.Sprintf("e%d", w.ID), w.Starts, w.Ends, w.Title, w.Address, w.Changed, w.Revision)
		}
	}
	for _, at := range l.Later {
		date(at.UTC().Format("n20060102T1504"), at, time.Time{}, s.Settings.Name, "", s.At, s.Seq)
	}
	return calendar.Write(s.Settings.Name, out)
}

// NewWeek returns an event for the page of its season.
func NewWeek(e view.Env, address string) Week {
	s := e.Snap.State
	return Week{
		ID: s.ID, Title: s.Settings.Name, Address: address, Starts: starts(s), Ends: s.EndedAt, Changed: s.At, Revision: s.Seq, State: view.NewLive(e).State,
	}
}

// removed reports whether an event of the season no longer counts.
func removed(s *season.State, number int) bool {
	return s != nil && number <= len(s.Events) && s.Events[number-1].Removed
}
