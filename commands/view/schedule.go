package view

import (
	"strings"

	"topcut/tournament/numbered"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// ScheduleDrawing returns the seating of all sessions of a scramble, with the winds.
func ScheduleDrawing(e Env) pictures.ScheduleData {
	return e.scheduleData(0, len(e.state().Schedule().Schedule.Sessions))
}

// scheduleData returns the seating of the sessions first to end-1 of a scramble, counted
// from 0, with the winds.
func (e Env) scheduleData(first, end int) pictures.ScheduleData {
	s := e.state()
	d := pictures.ScheduleData{
		Title: e.say("schedule.title"), Subtitle: e.subtitle(), Note: e.windKey(),
	}
	for i, session := range s.Schedule().Schedule.Sessions[first:end] {
		round := pictures.ScheduleRound{Name: e.say("round.session", "round", first+i+1)}
		for j, table := range session.Tables {
			seats := pictures.ScheduleTable{Name: e.say("table.number", "table", j+1)}
			played := e.satDown(first+i, j)
			for wind, number := range table {
				name := e.drawn(number)
				if wind < len(played) {
					name = e.rawName(played[wind])
				}
				seats.Seats = append(seats.Seats, pictures.ScheduleSeat{Wind: e.windLetter(wind), Name: name})
			}
			round.Tables = append(round.Tables, seats)
		}
		if out := e.sittingOut(session); out != "" {
			round.Detail = e.say("schedule.out", "players", text.Raw(out))
		}
		d.Rounds = append(d.Rounds, round)
	}
	return d
}

// satDown returns the players at a table of a session by wind, or none before the session
// is published: a stand-in takes only later seats.
func (e Env) satDown(session, table int) []int {
	round := e.state().Schedule().FirstRound + session
	if e.state().Round(round) == nil {
		return nil
	}
	matches := e.state().Ledger.Rounds.At(round).Matches
	for i := range matches {
		if int(matches[i].Table) == table+1 {
			return wording.Seated(&matches[i])
		}
	}
	return nil
}

// drawn returns the name of the player who drew a number of the schedule.
func (e Env) drawn(number int) string {
	if numbers := e.state().Schedule().Schedule.Numbers; number >= 1 && number <= len(numbers) {
		return e.rawName(numbered.Get(numbers, number))
	}
	return e.say("schedule.number", "number", number)
}

// windLetter returns the letter of a wind.
func (e Env) windLetter(seat int) string {
	return e.say([...]notice.Code{"seat.e", "seat.s", "seat.w", "seat.n"}[seat])
}

// windKey explains the letters of the winds.
func (e Env) windKey() string {
	words := make([]string, 4)
	for i := range words {
		words[i] = e.windLetter(i) + " " + e.wind(i)
	}
	return strings.Join(words, " · ")
}

func (e Env) sittingOut(session tournament.Session) string {
	names := make([]string, 0, len(session.Out))
	for _, number := range session.Out {
		names = append(names, e.drawn(number))
	}
	return string(e.list(names))
}

// scheduleFigure returns the seating of the first sessions, as many as fit a message; ok
// is false if the event is not a scramble.
func (e Env) scheduleFigure() (f figure, ok bool) {
	s := e.state()
	if s.Schedule() == nil || len(s.Schedule().Schedule.Sessions) == 0 {
		return figure{}, false
	}
	// A picture holds twelve tables and does not split sessions.
	each := posted.Pages(len(s.Schedule().Schedule.Sessions[0].Tables), 12)
	return figure{"seating", e.scheduleData(0, min(len(s.Schedule().Schedule.Sessions), max(1, maxFigures/each)))}, true
}

// scheduleValue rates the schedule of the event by each aim
// (docs/rules/riichi.md#rii-38); "" if there is none.
func (e Env) scheduleValue() string {
	st := e.state().Schedule()
	if st == nil || st.Schedule.Value.MaxMeetings == 0 {
		return ""
	}
	v := st.Schedule.Value
	times := e.say("explained.schedule.times", "n", v.MaxMeetings)
	if v.MaxMeetings == 2 {
		times = e.say("explained.schedule.twice")
	}
	return wording.Joined(e.say("explained.schedule.meetings", "times", text.Raw(times)), e.say("explained.schedule.spread", "apart", v.DistinctSpread), e.say("explained.schedule.distinct", "most", v.MostDistinct))
}

// Schedule shows the seating of one session of a scramble, counted from 0.
func Schedule(e Env, session int) discord.Message {
	s := e.state()
	if s.Schedule() == nil || len(s.Schedule().Schedule.Sessions) == 0 {
		return e.nothing("schedule.none")
	}
	all := s.Schedule().Schedule.Sessions
	session = min(max(session, 0), len(all)-1)
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentRound, "schedule.session", "round", text.Raw(e.say("round.session", "round", session+1)))
		p.note(string(e.title()))
		drawn := p.gallery(e, figure{"seating", e.scheduleData(session, session+1)})
		if !drawn {
			lines := make([]string, 0, len(all[session].Tables))
			for j, table := range all[session].Tables {
				seats := make([]string, len(table))
				for wind, number := range table {
					seats[wind] = e.windLetter(wind) + " " + e.about().Escaped(e.drawn(number))
				}
				lines = append(lines, "**"+e.say("table.number", "table", j+1)+":** "+strings.Join(seats, " · "))
			}
			p.lines(lines...)
			if out := e.sittingOut(all[session]); out != "" {
				p.say("schedule.sitting_out", "players", notice.Text(out))
			}
			p.note(e.windKey())
		}
		id := func(n int, asText bool) string { return e.id(customid.Schedule{Session: n, AsText: asText}) }
		buttons := e.pager(session, len(all), func(n int) string { return id(n, e.AsText) })
		switch {
		case drawn:
			buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: id(session, true)})
		case e.Draw != nil && e.AsText:
			buttons = append(buttons, discord.Button{Label: e.say("button.as_picture"), CustomID: id(session, false)})
		}
		p.lines(append(e.rulebook().Subjects(s.Rules.Moments.Schedule), e.scheduleValue())...)
		p.buttons(buttons...)
		return p.message()
	})
}
