package view

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
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
