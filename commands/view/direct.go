package view

import (
	"cmp"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/picks"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Direct returns the direct message to a player whom a post pings for an event of the log:
// about a match of a round if they have one there, and else what happened. Its buttons are
// those of the panel of the player, so that they need not go to the channel.
func Direct(e Env, player, round, match int, seq int64) discord.Message {
	s := e.state()
	p := e.titled(layout.Round, string(e.title()))
	buttons := e.directButtons(player, round, match)
	switch m, l := s.Match(round, match); {
	case m != nil && m.Fixture != nil:
		at := tournament.Place{Round: round, Match: match}
		p.Text(e.openLine(at, player))
		if s.Phase == tournament.Running {
			offered := e.offer(p, at, player)
			if m.Fixture.Open == nil { // else to answer comes first
				offered, buttons = buttons, offered
			}
			buttons = append(buttons, offered...)
		}
	case m != nil:
		p.Text("**" + string(e.where(round, match)) + "**")
		if l.N > 1 {
			p.Lines(e.at(round, match).against(m, l, player))
		}
		p.Lines(e.matchState(round, match, player)...)
		picks.Add(e.about(), p, tournament.Place{Round: round, Match: match}, player)
		if r := s.Current(); r.Number == round && r.Status != tournament.Done {
			p.Say("status.next", "step", text.Raw(e.nextStep(player)))
		}
	case s.Phase != tournament.Running:
		p.Say("status.next", "step", text.Raw(e.nextStep(player)))
	case seq > 0 && seq <= int64(len(e.Snap.Log)) && !logline.Private(e.Snap.Log.At(seq).Event):
		p.Text(logline.Line(e.about(), *e.Snap.Log.At(seq)))
	}
	return e.sentFrom(p, s.Channel, "status", buttons...)
}

// DirectStaff returns the direct message to an organiser whom a post pings: the newest event
// up to a sequence number that calls organisers, or names some.
func DirectStaff(e Env, seq int64) discord.Message {
	s := e.state()
	p := e.titled(layout.Event, string(e.title()))
	for i := min(seq, int64(len(e.Snap.Log))); i > 0; i-- {
		line := e.Snap.Log.At(i)
		if _, named := line.Event.(*tournament.StaffChanged); named || posted.CallsStaff(s, line.Event) {
			p.Text(logline.Line(e.about(), *line))
			break
		}
	}
	return e.sentFrom(p, cmp.Or(s.Settings.TOChannel, s.Channel), "help")
}

// sentFrom ends a direct message with the channel that it is from and the command that
// switches direct messages off.
func (e Env) sentFrom(p *layout.Panel, channel, command string, buttons ...discord.Button) discord.Message {
	p.Small("direct.where", "channel", text.Raw(discord.MentionChannel(channel)), "status", e.command(command))
	p.Buttons(append(buttons, discord.Button{Label: e.say("button.open_channel"), URL: "https://discord.com/channels/" + e.state().Guild + "/" + channel})...)
	return p.Message()
}

// directButtons returns the buttons of a direct message: what the player can do at the match,
// or before the start. Behind them the match may be over.
func (e Env) directButtons(player, round, match int) []discord.Button {
	s := e.state()
	m, _ := s.Match(round, match)
	at, current := e.own(player)
	switch {
	case m != nil && m.Fixture != nil && s.Phase == tournament.Running:
		return e.fixtureButtons(tournament.Place{Round: round, Match: match}, player)
	case m == nil && s.Phase < tournament.Running:
		return e.statusButtons(player)
	case m != nil && at == round && current == match && !m.Confirmed && s.Current().Status == tournament.Started:
		return e.openButtons(round, match, player)
	case s.Phase == tournament.Running:
		return []discord.Button{{Label: e.say("button.my_match"), CustomID: e.id(customid.Status{})}}
	}
	return nil
}

// directButton switches direct messages on or off, as long as an event may send one.
func (e Env) directButton() []discord.Button {
	if e.state().Phase >= tournament.Finished {
		return nil
	}
	label := "button.direct_on"
	if e.Direct.On() {
		label = "button.direct_off"
	}
	return []discord.Button{{Label: e.say(notice.Code(label)), CustomID: e.id(customid.Direct{On: !e.Direct.On()})}}
}
