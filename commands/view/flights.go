package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// playersPerFlightPage keeps a post of flights below a hundred pings and
// Discord's length.
const playersPerFlightPage = 64

// FlightPages returns how many posts the flights of a division take.
func FlightPages(drawn *tournament.FlightsDrawn) int {
	return pagesOf(len(drawn.Players), playersPerFlightPage)
}

// FlightsPost is the public post of a page of who plays in which flight. seq is
// the number of the event that drew the flights.
func FlightsPost(e Env, seq int64, page int) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "The flights")
	}
	ev, ok := env.Event.(*tournament.FlightsDrawn)
	if !ok {
		return Withdrawn(e, "The flights")
	}
	var order []int // players, flight by flight
	of := map[int]int{}
	for flight := 1; flight <= ev.Flights; flight++ {
		for i, n := range ev.Players {
			if ev.Of[i] == flight {
				order, of[n] = append(order, n), flight
			}
		}
	}
	return e.fitted(func(e Env) discord.Message {
		part, page := pageOf(order, page, playersPerFlightPage)
		word := e.flightWord()
		p := newPanel(accentEvent, "%s plays in %d %ss", e.flighted(ev.Division), ev.Flights, word)
		switch {
		case page > 0:
		case word == groupWord:
			p.text("Everybody meets everybody of the own group, which takes %s. Each group sends the same number of players to the cut.", plural(ev.Rounds, "round", "rounds"))
		default:
			p.text("Nobody meets a player of another flight in the Swiss rounds, of which there are %d now. Each flight sends the same number of players to the cut.", ev.Rounds)
		}
		for begin := 0; begin < len(part); {
			end := begin
			var words []string
			for end < len(part) && of[part[end]] == of[part[begin]] {
				words = append(words, e.mention(part[end]))
				end++
			}
			p.text("**%s %d:** %s", sentenceStart(word), of[part[begin]], strings.Join(words, ", "))
			begin = end
		}
		p.ping(e.users(part)...)
		p.buttons(discord.Button{Label: "My status", CustomID: e.id(customid.Status)})
		return p.message()
	})
}

// Words for what a field is split into.
const (
	flightWord = "flight"
	groupWord  = "group"
)

// flightWord says what the field is split into: a round robin into groups.
func (e Env) flightWord() string {
	if e.state().InGroups() {
		return groupWord
	}
	return flightWord
}

// flighted names what is split into flights: a division, or the field.
func (e Env) flighted(division int) string {
	if d := e.state().Settings.Divisions; division >= 0 && division < len(d) {
		return discord.Escape(d[division])
	}
	return sentenceStart("the field of " + e.title())
}

// flightLine says in the log that a division was split.
func (e Env) flightLine(who string, ev *tournament.FlightsDrawn) string {
	if e.flightWord() == groupWord {
		return fmt.Sprintf("The groups of the round robin were drawn: %d groups, %s.", ev.Flights, plural(ev.Rounds, "round", "rounds"))
	}
	return fmt.Sprintf("%s split %s into %d flights; %s from now on.", who, lowerFirst(e.flighted(ev.Division)), ev.Flights, plural(ev.Rounds, "Swiss round is played", "Swiss rounds are played"))
}
