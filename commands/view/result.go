package view

import (
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// outcome describes a result, the winner first: "Alice 2–1". It returns "" for a match
// without one.
func (e Env) outcome(l *ledger.Match, name func(int) string) string {
	w := e.words()
	w.Name = name
	return w.Notice(wording.Outcome(e.rules(), l))
}

// result describes the result of a match in Markdown: "Alice 2–1", or "No result".
func (e Env) result(l *ledger.Match) string {
	return e.words().Notice(wording.ResultOf(e.state(), e.place.Match, l))
}

// table names the place of a match: "Table 5", "Third-place match".
func (e Env) table(round, match int) string {
	m, l := e.state().Match(round, match)
	switch {
	case m == nil:
	case m.Part == ledger.ThirdPlace && match == (tournament.Place{Match: match}).OfBoard().Match:
		return e.say("table.third_place")
	case l.Table > 0:
		return e.say("table.number", "table", tournament.TableName(match, l))
	}
	return e.say("table.match", "match", match)
}

// round names a round: "Round 3", "Quarter-finals", "Session 2".
func (e Env) round(r int) string { return e.words().Notice(e.state().RoundTitle(r)) }

// heading names a round above a post about it.
func (e Env) heading(r int) string { return e.about().Heading(r) }

// seatName names a seat if seats differ: the winds of a mahjong table, the sides of an
// asymmetric game.
func (e Env) seatName(m *tournament.Match, l *ledger.Match, seat int) string {
	rs := e.rules()
	switch {
	case l.N == 4 && rs.Tables != nil:
		return e.wind(seat)
	case m.Choice && seat == 0:
		return e.say("seat.picks")
	case m.Choice:
		return ""
	}
	return e.side(rs.SideName(m.Part, l, seat))
}

// wind names the wind of a seat at a mahjong table.
func (e Env) wind(seat int) string {
	return e.say([...]notice.Code{"seat.east", "seat.south", "seat.west", "seat.north"}[seat])
}

// eitherSide names both sides of a game, for a player who chooses.
func (e Env) eitherSide() []any {
	sides := e.state().Rules.Seats.Sides
	return []any{"one", text.Raw(e.side(sides[0])), "other", text.Raw(e.side(sides[1]))}
}

// side returns the words for a side of a game, given its name in the ruleset.
func (e Env) side(name string) string {
	switch strings.ToLower(name) {
	case "white":
		return e.say("seat.white")
	case "black":
		return e.say("seat.black")
	case "corp":
		return e.say("seat.corp")
	case "runner":
		return e.say("seat.runner")
	}
	return discord.Escape(name)
}
