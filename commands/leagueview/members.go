package leagueview

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/tournament/notice"
)

// Adding asks for confirmation before a person enters the league. means says what
// becomes of them in its running events.
func Adding(e Env, name notice.Text, yes customid.LeagueAdd, means string) discord.Message {
	ask := e.say("members.ask_add", "name", name, "league", e.Name())
	if yes.Division > 0 {
		ask = e.say("members.ask_add_division", "name", name, "league", e.Name(), "number", yes.Division)
	}
	return e.sure(strings.TrimSpace(ask+"\n"+means), discord.Button{Style: discord.Primary, Label: e.say("button.league_add"), CustomID: e.leagueID(yes)})
}

// Leaving asks for confirmation before a member leaves the league. means says what
// becomes of their matches.
func Leaving(e Env, member int, means string, yes customid.Panel) discord.Message {
	ask := e.say("members.ask_leave", "player", notice.Player(member), "league", e.Name())
	return e.sure(strings.Join([]string{ask, means, e.say("members.past")}, "\n"),
		discord.Button{Style: discord.Danger, Label: e.say("button.league_remove"), CustomID: e.leagueID(yes)})
}

// signupButtons returns the two answers to the sign-up for the next season.
func (e Env) signupButtons() []discord.Button {
	return []discord.Button{
		{Style: discord.Success, Label: e.say("button.signup_in"), CustomID: e.leagueID(customid.LeagueSignup{In: true})},
		{Label: e.say("button.signup_out"), CustomID: e.leagueID(customid.LeagueSignup{})},
	}
}

// AskSignup asks whether the reader plays the next season.
func (e Env) AskSignup(p *layout.Panel) {
	p.Text("**" + e.say("signup.title", "league", text.Raw(discord.Escape(e.league().Signup.Name))) + "**")
	p.Buttons(e.signupButtons()...)
}

// Signup returns the post that asks who plays the next season. It calls no member
// by name; its counts are edited.
func Signup(e Env) discord.Message {
	s := e.league()
	p := e.panel(layout.Gold, "signup.title", "league", text.Raw(discord.Escape(s.Signup.Name)))
	p.Say("signup.text", "league", e.Name())
	p.Note(e.say("signup.counts", "in", len(s.Signup.In), "out", len(s.Signup.Out), "open", len(s.Unanswered())))
	p.Buttons(e.signupButtons()...)
	return p.Message()
}

// Answers lists for organisers who plays the next season, who does not, and who has
// not answered.
func Answers(e Env) discord.Message {
	s := e.league()
	p := e.panel(layout.Late, "signup.title", "league", text.Raw(discord.Escape(s.Signup.Name)))
	for _, list := range []struct {
		code    notice.Code
		members []int
	}{{"signup.open", s.Unanswered()}, {"signup.in", s.Signup.In}, {"signup.out", s.Signup.Out}} {
		names := make([]string, len(list.members))
		for i, m := range list.members {
			names[i] = e.Member(m)
		}
		if len(names) > 0 {
			p.Say(list.code, "n", len(names), "players", e.clipped(names, 60))
		}
	}
	p.Small("signup.ghosts")
	return p.Message()
}
