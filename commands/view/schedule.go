package view

import (
	"fmt"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/tournament"
)

// winds are the seats of a mahjong table in their order.
var winds = [...]string{"East", "South", "West", "North"}

// scheduleData is the seating of the sessions of a scramble from first up to
// before end, counted from 0, with the winds.
func (e Env) scheduleData(first, end int) pictures.ScheduleData {
	s := e.state()
	d := pictures.ScheduleData{
		Title: "Seating", Subtitle: e.subtitle(), Note: "E, S, W and N are the winds: East, South, West and North.",
	}
	for i, session := range s.Scramble.Sessions[first:end] {
		round := pictures.ScheduleRound{Name: fmt.Sprintf("Session %d", first+i+1)}
		for j, table := range session.Tables {
			seats := pictures.ScheduleTable{Name: fmt.Sprintf("Table %d", j+1)}
			for wind, number := range table {
				seats.Seats = append(seats.Seats, pictures.ScheduleSeat{Wind: winds[wind][:1], Name: e.drawn(number)})
			}
			round.Tables = append(round.Tables, seats)
		}
		if out := e.sittingOut(session); out != "" {
			round.Detail = "sitting out: " + out
		}
		d.Rounds = append(d.Rounds, round)
	}
	return d
}

// drawn is the name of who has drawn a number of the schedule.
func (e Env) drawn(number int) string {
	if numbers := e.state().Scramble.Numbers; number >= 1 && number <= len(numbers) {
		return e.rawName(numbers[number-1])
	}
	return fmt.Sprintf("Number %d", number)
}

func (e Env) sittingOut(session tournament.Session) string {
	names := make([]string, 0, len(session.Out))
	for _, number := range session.Out {
		names = append(names, e.drawn(number))
	}
	return list(names)
}

// scheduleFigure is the seating of the first sessions, as many as a message
// shows; ok is false for an event that is no scramble.
func (e Env) scheduleFigure() (f Figure, ok bool) {
	s := e.state()
	if s.Scramble == nil || len(s.Scramble.Sessions) == 0 {
		return Figure{}, false
	}
	// A picture holds twelve tables and keeps sessions whole.
	each := pagesOf(len(s.Scramble.Sessions[0].Tables), 12)
	return Figure{"seating", e.scheduleData(0, min(len(s.Scramble.Sessions), max(1, maxFigures/each)))}, true
}

// Schedule shows who sits where in one session of a scramble, counted from 0.
func Schedule(e Env, session int) discord.Message {
	s := e.state()
	if s.Scramble == nil || len(s.Scramble.Sessions) == 0 {
		return nothing("This event has no seating drawn in advance.")
	}
	all := s.Scramble.Sessions
	session = min(max(session, 0), len(all)-1)
	return e.fitted(func(e Env) discord.Message {
		p := newPanel(accentRound, "Session %d: who sits where", session+1)
		p.note("%s", e.title())
		drawn := p.gallery(e, Figure{"seating", e.scheduleData(session, session+1)})
		if !drawn {
			lines := make([]string, 0, len(all[session].Tables))
			for j, table := range all[session].Tables {
				line := fmt.Sprintf("**Table %d:**", j+1)
				for wind, number := range table {
					line += fmt.Sprintf(" %s %s", winds[wind][:1], escaped(e.drawn(number), e.limit()))
				}
				lines = append(lines, line)
			}
			p.lines(lines...)
			if out := e.sittingOut(all[session]); out != "" {
				p.text("Sitting out: %s", discord.Escape(out))
			}
			p.note("E, S, W and N are the winds: East, South, West and North.")
		}
		id := func(n int, asText bool) string {
			if asText {
				return e.id(customid.Schedule, n, AsTextArg)
			}
			return e.id(customid.Schedule, n)
		}
		buttons := pager(session, len(all), func(n int) string { return id(n, e.AsText) })
		switch {
		case drawn:
			buttons = append(buttons, discord.Button{Label: "As text", CustomID: id(session, true)})
		case e.Draw != nil && e.AsText:
			buttons = append(buttons, discord.Button{Label: "As picture", CustomID: id(session, false)})
		}
		p.buttons(buttons...)
		return p.message()
	})
}
