package view

import (
	"fmt"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// showDayTwo writes what setDayTwo reads.
func showDayTwo(s *tournament.Settings) string {
	d := s.DayTwo
	if d.Rounds == 0 {
		return "none"
	}
	var words []string
	if d.Points > 0 {
		words = append(words, fmt.Sprintf("points %d", d.Points))
	}
	if d.Least > 0 {
		words = append(words, fmt.Sprintf("top %d", d.Least))
	}
	return strings.Join(append(words, fmt.Sprintf("rounds %d", d.Rounds)), " ")
}

// setDayTwo reads "points 10 rounds 2", "top 32 rounds 3" or both with points.
func setDayTwo(s *tournament.Settings, v string) error {
	fields := strings.Fields(strings.ToLower(v))
	var d tournament.DayTwo
	if len(fields) == 0 || len(fields) == 1 && fields[0] == "none" {
		s.DayTwo = d
		return nil
	}
	at := map[string]*int{"points": &d.Points, "top": &d.Least, "rounds": &d.Rounds}
	for i := 0; i < len(fields); i += 2 {
		to := at[fields[i]]
		if to == nil || i+1 == len(fields) {
			return bad("setting.bad_day_two", v)
		}
		n, err := strconv.Atoi(fields[i+1])
		if err != nil {
			return bad("setting.bad_day_two", v)
		}
		*to = n
	}
	if d.Rounds == 0 || d.Points == 0 && d.Least == 0 {
		return bad("setting.bad_day_two", v)
	}
	s.DayTwo = d
	return nil
}

// dayTwoName says the second phase of an event: who plays on, and how long.
func (e Env) dayTwoName(d tournament.DayTwo) string {
	switch {
	case d.Rounds == 0:
		return ""
	case d.Points == 0:
		return e.say("day_two.best", "n", d.Rounds, "least", d.Least)
	case d.Least == 0:
		return e.say("day_two.points", "n", d.Rounds, "points", d.Points)
	}
	return e.say("day_two.points_best", "n", d.Rounds, "points", d.Points, "least", d.Least)
}

// dayTwoLine is the second day in the log.
func (e Env) dayTwoLine(ev *tournament.DayTwoBegan) string {
	return e.say("day_two.began", "n", len(ev.Players), "rounds", ev.Rounds)
}

// DayTwoPost says who plays on after the first phase of Swiss rounds. seq is the
// number of its event.
func DayTwoPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.DayTwoBegan](e, seq)
	if !ok {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentRound, "day_two.title", "event", e.title())
		p.say("day_two.players", "n", len(ev.Players), "rounds", ev.Rounds, "players", e.clipped(e.mentions(ev.Players), 64))
		p.small("day_two.others")
		p.ping(e.users(ev.Players)...)
		p.buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status)})
		return p.message()
	})
}
