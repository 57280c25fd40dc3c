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
			return badDayTwo(v)
		}
		n, err := strconv.Atoi(fields[i+1])
		if err != nil {
			return badDayTwo(v)
		}
		*to = n
	}
	if d.Rounds == 0 || d.Points == 0 && d.Least == 0 {
		return badDayTwo(v)
	}
	s.DayTwo = d
	return nil
}

func badDayTwo(v string) error {
	return tournament.RefuseText(tournament.BadInput, "%q is no second day; write none, points 10 rounds 2, top 32 rounds 3, or points 10 top 32 rounds 2.", clip(v))
}

// dayTwoLine is the second day in the log.
func (e Env) dayTwoLine(ev *tournament.DayTwoBegan) string {
	return fmt.Sprintf("The second day began: %s on for %s.", plural(len(ev.Players), "player plays", "players play"), plural(ev.Rounds, "round", "rounds"))
}

// DayTwoPost says who plays on after the first phase of Swiss rounds. seq is the
// number of its event.
func DayTwoPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "The second day")
	}
	ev, ok := env.Event.(*tournament.DayTwoBegan)
	if !ok {
		return Withdrawn(e, "The second day")
	}
	return e.fitted(func(e Env) discord.Message {
		p := newPanel(accentRound, "The second day of %s", e.title())
		p.text("%s on for %s, with the points they have: %s.", plural(len(ev.Players), "player plays", "players play"),
			plural(ev.Rounds, "more round", "more rounds"), clipped(e.mentions(ev.Players), 64))
		p.note("Everybody else has played all rounds and is placed behind them.")
		p.ping(e.users(ev.Players)...)
		p.buttons(discord.Button{Label: "My status", CustomID: e.id(customid.Status)})
		return p.message()
	})
}
