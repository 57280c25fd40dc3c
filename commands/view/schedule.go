package view

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament/notice"
)

// scheduleFigure returns the seating of the first sessions, as many as fit a message; ok
// is false if the event is not a scramble.
func (e Env) scheduleFigure() (f layout.Figure, ok bool) {
	s := e.state()
	if s.Schedule() == nil || len(s.Schedule().Schedule.Sessions) == 0 {
		return layout.Figure{}, false
	}
	// A picture holds twelve tables and does not split sessions.
	each := posted.Pages(len(s.Schedule().Schedule.Sessions[0].Tables), 12)
	return layout.Figure{Name: "seating", Drawing: drawing.Schedule(e.about(), 0, min(len(s.Schedule().Schedule.Sessions), max(1, layout.MaxFigures/each)))}, true
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
		p := e.panel(layout.Round, "schedule.session", "round", text.Raw(e.say("round.session", "round", session+1)))
		p.Note(string(e.title()))
		drawn := p.Gallery(e.draws(), layout.Figure{Name: "seating", Drawing: drawing.Schedule(e.about(), session, session+1)})
		if !drawn {
			lines := make([]string, 0, len(all[session].Tables))
			for j, table := range all[session].Tables {
				seats := make([]string, len(table))
				for wind, number := range table {
					seats[wind] = drawing.WindLetter(e.about(), wind) + " " + e.about().Escaped(drawing.Drawn(e.about(), number))
				}
				lines = append(lines, "**"+e.say("table.number", "table", j+1)+":** "+strings.Join(seats, " · "))
			}
			p.Lines(lines...)
			if out := drawing.SittingOut(e.about(), all[session]); out != "" {
				p.Say("schedule.sitting_out", "players", notice.Text(out))
			}
			p.Note(drawing.WindKey(e.about()))
		}
		id := func(n int, asText bool) string { return e.id(customid.Schedule{Session: n, AsText: asText}) }
		buttons := layout.Pager(e.words(), session, len(all), func(n int) string { return id(n, e.AsText) })
		switch {
		case drawn:
			buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: id(session, true)})
		case e.Draw != nil && e.AsText:
			buttons = append(buttons, discord.Button{Label: e.say("button.as_picture"), CustomID: id(session, false)})
		}
		p.Lines(append(e.rulebook().Subjects(s.Rules.Moments.Schedule), e.scheduleValue())...)
		p.Buttons(buttons...)
		return p.Message()
	})
}
