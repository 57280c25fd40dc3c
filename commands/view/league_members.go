package view

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
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
			for _, n := range wording.LateCost(s, ev.Player) {
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
	if s.Phase < tournament.Running || s.Players.At(player).Status == tournament.Waiting {
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

// signupButtons returns the two answers to the sign-up for the next season.
func (e Env) signupButtons() []discord.Button {
	return []discord.Button{
		{Style: discord.Success, Label: e.say("button.signup_in"), CustomID: e.leagueID(customid.LeagueSignup{In: true})},
		{Label: e.say("button.signup_out"), CustomID: e.leagueID(customid.LeagueSignup{})},
	}
}

// askSignup asks whether the reader plays the next season.
func (e Env) askSignup(p *panel) {
	p.text("**" + e.say("signup.title", "league", text.Raw(discord.Escape(e.league().Signup.Name))) + "**")
	p.buttons(e.signupButtons()...)
}

// LeagueSignup returns the post that asks who plays the next season. It calls no member
// by name; its counts are edited.
func LeagueSignup(e Env) discord.Message {
	s := e.league()
	p := e.panel(accentGold, "signup.title", "league", text.Raw(discord.Escape(s.Signup.Name)))
	p.say("signup.text", "league", e.leagueName())
	p.note(e.say("signup.counts", "in", len(s.Signup.In), "out", len(s.Signup.Out), "open", len(s.Unanswered())))
	p.buttons(e.signupButtons()...)
	return p.message()
}

// LeagueAnswers lists for organisers who plays the next season, who does not, and who has
// not answered.
func LeagueAnswers(e Env) discord.Message {
	s := e.league()
	p := e.panel(accentLate, "signup.title", "league", text.Raw(discord.Escape(s.Signup.Name)))
	for _, list := range []struct {
		code    notice.Code
		members []int
	}{{"signup.open", s.Unanswered()}, {"signup.in", s.Signup.In}, {"signup.out", s.Signup.Out}} {
		names := make([]string, len(list.members))
		for i, m := range list.members {
			names[i] = e.memberName(m)
		}
		if len(names) > 0 {
			p.say(list.code, "n", len(names), "players", e.clipped(names, 60))
		}
	}
	p.small("signup.ghosts")
	return p.message()
}
