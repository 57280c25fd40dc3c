package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// FlightsPost returns the public post of a page of the flights and their players. seq is
// the event that drew the flights.
func FlightsPost(e Env, seq int64, page int) discord.Message {
	ev, ok := eventOf[*tournament.GroupsDrawn](e, seq)
	if !ok {
		return e.withdrawn()
	}
	var order []int // players, flight by flight
	of := map[int]int{}
	for flight := 1; flight <= ev.Count; flight++ {
		for i, n := range ev.Players {
			if ev.Of[i] == flight {
				order, of[n] = append(order, n), flight
			}
		}
	}
	return e.fitted(func(e Env) discord.Message {
		part, page := layout.PageOf(order, page, posted.FlightPlayers)
		title, rule := notice.Code("flights.title"), notice.Code("flights.rule")
		if ev.By == tournament.DrawnGroups {
			title, rule = "groups.title", "groups.rule"
		}
		p := e.panel(layout.Event, title, "who", e.about().Field(ev.Division), "n", ev.Count)
		if page == 0 {
			p.Say(rule, "n", ev.Rounds)
		}
		for begin := 0; begin < len(part); {
			end := begin
			var words []string
			for end < len(part) && of[part[end]] == of[part[begin]] {
				words = append(words, string(e.mention(part[end])))
				end++
			}
			p.Text(fmt.Sprintf("**%s:** %s", e.about().Flight(of[part[begin]]), strings.Join(words, ", ")))
			begin = end
		}
		p.Ping(e.users(part)...)
		p.Buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.Message()
	})
}
