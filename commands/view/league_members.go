package view

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// LeagueAdding asks for confirmation before a person enters the league. means says what
// becomes of them in its running events.
func LeagueAdding(e Env, name notice.Text, yes customid.LeagueAdd, means string) discord.Message {
	ask := e.say("members.ask_add", "name", name, "league", e.leagueName())
	if yes.Division > 0 {
		ask = e.say("members.ask_add_division", "name", name, "league", e.leagueName(), "number", yes.Division)
	}
	return Confirmation(e, strings.TrimSpace(ask+"\n"+means), discord.Button{Style: discord.Primary, Label: e.say("button.league_add"), CustomID: e.leagueID(yes)})
}

// LeagueLeaving asks for confirmation before a member leaves the league. means says what
// becomes of their matches.
func LeagueLeaving(e Env, member int, means string, yes customid.Panel) discord.Message {
	ask := e.say("members.ask_leave", "player", notice.Player(member), "league", e.leagueName())
	return Confirmation(e, strings.Join([]string{ask, means, e.say("members.past")}, "\n"),
		discord.Button{Style: discord.Danger, Label: e.say("button.league_remove"), CustomID: e.leagueID(yes)})
}

// Entering says what becomes of a member who enters the event of their division by the
// given events of its log. e has the event as it is then.
func Entering(e Env, events []tournament.Envelope) string {
	s := e.state()
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.PlayerReinstated:
			return e.say("members.enters_again", "event", e.title())
		case *tournament.PlayerRegistered:
			switch {
			case s.Phase < tournament.Running:
				return e.say("members.enters", "event", e.title())
			case ev.Waiting:
				return e.say("members.enters_waiting", "event", e.title())
			}
			out := []string{e.say("members.enters_late", "event", e.title())}
			for _, n := range LateCost(s, ev.Player) {
				out = append(out, e.words().Notice(n))
			}
			return strings.Join(out, " ")
		}
	}
	return ""
}

// Leaving says what becomes of the results and the open matches of a player who goes out
// of the event by the given events of its log. e has the event as it is before.
func Leaving(e Env, player int, events []tournament.Envelope) string {
	s := e.state()
	if s.Phase < tournament.Running || s.Players[player-1].Status == tournament.Waiting {
		return e.say("members.before", "event", e.title())
	}
	played, open := s.PlayedBy(player)
	args := []any{"event", e.title(), "n", played}
	code := notice.Code("members.forfeits")
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.SeatTaken:
			return e.say("members.passes_on", append(args, "other", text.Raw(e.name(ev.Player)))...)
		case *tournament.PlayerDropped:
			if ev.Annulled {
				code = "members.annuls"
			}
		}
	}
	if open == 0 && code == "members.forfeits" {
		code = "members.stays"
	}
	return e.say(code, args...)
}
