package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/leagueview"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/season"
)

// Help shows what can be done now in an event, by players and, if staff is not empty, by
// organisers, with facts about its ruleset. First comes what waits: for the given player,
// unless it is 0, the next step and the open matches with their deadlines; the sign-up of
// the given leagues; and for organisers what is open in an event whose matches players
// arrange. Outside an event it shows general help, after the given events that run.
func Help(e Env, player int, players, staff []string, running []*tournament.Snapshot, signups []*season.Snapshot) discord.Message {
	if e.Snap == nil {
		p := e.panel(layout.Event, "help.outside")
		e.askSignups(p, signups)
		for _, snap := range first(running, mostHelped) {
			of := e
			of.Snap = snap
			p.Text("**" + string(of.title()) + "** · " + of.headline())
			if of.waiting(p) {
				p.Lines(of.items([]string{"round verdict"})...)
			}
		}
		if len(running) == 0 {
			p.Say("help.no_event")
		}
		p.Say("help.players_outside", "join", e.command("join"), "status", e.command("status"))
		p.Say("help.staff_outside", "setup", e.command("setup"), "create", e.command("tournament create"), "doctor", e.command("doctor"))
		p.Buttons(e.eventsButton())
		return p.Message()
	}
	return e.fitted(func(e Env) discord.Message { return e.help(player, players, staff, signups) })
}

// help is Help for an event.
func (e Env) help(player int, players, staff []string, signups []*season.Snapshot) discord.Message {
	s := e.state()
	p := e.panel(layout.Event, "help.title", "event", e.title())
	p.Say("help.now", "state", text.Raw(e.headline()))
	if player > 0 {
		p.Say("status.next", "step", text.Raw(e.nextStep(player)))
		for _, at := range first(e.fixtures(player), mostHelped) {
			p.Text(e.openLine(at, player))
		}
	}
	e.askSignups(p, signups)
	if len(staff) > 0 {
		e.waiting(p)
	}
	p.Lines(append([]string{e.say("help.for_players")}, e.items(players)...)...)
	if len(staff) > 0 {
		p.Lines(append([]string{e.say("help.for_staff")}, e.items(staff)...)...)
	}
	if s.Phase < tournament.Finished {
		p.Say("help.direct", "button", text.Raw(e.say("button.direct_on")), "status", e.command("status"))
	}
	p.Rule()
	p.Say("help.draw", "n", tournament.MixersWanted)
	for _, one := range s.Secrets() {
		p.Small("started.fair_only", "commitment", text.Raw(one.Commitment))
	}
	p.Lines(e.rulebook().Facts()...)
	buttons := []discord.Button{{Label: e.say("button.rules"), CustomID: e.id(customid.Rules{})}, e.eventsButton()}
	if player > 0 {
		buttons = append(buttons, discord.Button{Style: discord.Primary, Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
	}
	if player > 0 || len(staff) > 0 {
		buttons = append(buttons, e.directButton()...)
	}
	p.Buttons(buttons...)
	return p.Message()
}

// eventsButton returns the button for the events of the server.
func (e Env) eventsButton() discord.Button {
	event := tournament.ID(0)
	if e.Snap != nil {
		event = e.state().ID
	}
	return discord.Button{Label: e.say(wording.CommandKey("tournament list", "about")), CustomID: customid.New(event, customid.Events{})}
}

// waiting shows organisers what is open in an event whose matches players arrange, and
// reports whether a match waits for their verdict.
func (e Env) waiting(p *layout.Panel) bool {
	if s := e.state(); s.Phase != tournament.Running || !s.Arranged() {
		return false
	}
	undecided := e.undecided()
	if len(undecided) > 0 {
		e.verdictLines(p, first(undecided, mostHelped))
	}
	p.Lines(e.idle(undecided).lines(e)...)
	return len(undecided) > 0
}

// askSignups asks whether the reader plays the next season of leagues.
func (e Env) askSignups(p *layout.Panel, leagues []*season.Snapshot) {
	for _, l := range first(leagues, mostHelped) {
		leagueview.Env{Season: l, Words: e.Words}.AskSignup(p)
	}
}

// mostHelped bounds the matches and leagues of each kind in /help.
const mostHelped = 5

// items returns lines of help: commands and what they do.
func (e Env) items(commands []string) []string {
	out := make([]string, len(commands))
	for i, c := range commands {
		out[i] = "- " + string(e.command(c)) + ": " + e.say(wording.CommandKey(c, "about"))
	}
	return out
}
