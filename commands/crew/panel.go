package crew

import (
	"slices"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Panel shows a member of a team who is in it and who is asked. Its captain can ask and take
// out mates until the event begins; all can leave.
func Panel(e wording.Event, player, reader int) discord.Message {
	s := e.Snap.State
	l := s.Player(player)
	p := layout.New(e.Printer, layout.Event, e.Player(player)+" · "+string(e.Title()))
	names := people(e, l.Members())
	if len(names) > 0 {
		names[0] = e.Say("crew.captain_mark", "name", text.Raw(names[0]))
	}
	p.Say("crew.members", "players", text.Raw(e.List(names)))
	if len(l.Invited()) > 0 {
		p.Say("crew.open", "players", text.Raw(e.List(people(e, l.Invited()))))
	}
	if Room(s, player) > 0 {
		p.Say("crew.room", "size", Room(s, player))
	}
	if s.SizeOfLineUp(player) > 0 {
		p.Say("crew.line_up", "players", text.Raw(e.List(people(e, s.NextLineUp(player)))))
		if Leads(s, player, reader) && s.Phase < tournament.Finished {
			p.Choose(lineUp(e, player))
			p.Small("crew.line_up_hidden")
		}
	}
	var buttons []discord.Button
	switch {
	case s.Phase >= tournament.Running:
		p.Small("crew.started")
	case Leads(s, player, reader):
		p.Choose(out(e, player))
		if Room(s, player) > 0 {
			buttons = append(buttons, discord.Button{Style: discord.Primary, Label: e.Say("button.crew_ask"), CustomID: customid.New(s.ID, customid.CrewAsk{})})
		}
	}
	if len(l.Members()) > 1 { // who is alone withdraws the team
		buttons = append(buttons, discord.Button{Style: discord.Danger, Label: e.Say("button.crew_leave"), CustomID: customid.New(s.ID, customid.CrewLeave{})})
	}
	p.Buttons(append(buttons, discord.Button{Label: e.Say("button.refresh"), CustomID: customid.New(s.ID, customid.Crew{})})...)
	return p.Message()
}

// Leads reports whether a person is the captain of a team.
func Leads(s *tournament.State, player, person int) bool {
	return slices.Index(s.Player(player).Members(), person) == 0
}

// out returns the menu with which a captain takes out a mate, or takes back an invitation.
func out(e wording.Event, player int) discord.StringSelect {
	l := e.Snap.State.Player(player)
	menu := discord.StringSelect{CustomID: customid.New(e.Snap.State.ID, customid.CrewOut{}), Placeholder: e.Say("crew.take_out")}
	for _, no := range slices.Concat(l.Members()[1:], l.Invited()) {
		menu.Options = append(menu.Options, option(e, no))
	}
	return menu
}

// option is a person in a menu.
func option(e wording.Event, person int) discord.SelectOption {
	name := discord.Plain(e.Snap.Book.Person(person).Name, wire.MaxOptionText)
	if name == "" {
		name = e.Say("player.forgotten")
	}
	return discord.SelectOption{Label: name, Value: strconv.Itoa(person)}
}

// lineUp returns the menu with which a captain says who sits at the boards from the next round
// on.
func lineUp(e wording.Event, player int) discord.StringSelect {
	s := e.Snap.State
	size, next := s.SizeOfLineUp(player), s.NextLineUp(player)
	menu := discord.StringSelect{CustomID: customid.New(s.ID, customid.CrewLineUp{}), Placeholder: e.Say("crew.line_up_menu", "n", size), Min: &size, Max: size}
	for _, person := range s.MembersOf(player) {
		o := option(e, person)
		o.Default = slices.Contains(next, person)
		menu.Options = append(menu.Options, o)
	}
	return menu
}

// Leave asks a member whether they leave their team.
func Leave(e wording.Event, player int) discord.Message {
	return layout.Sure(e.Printer, e.Say("crew.leave", "team", notice.Player(player)),
		discord.Button{Style: discord.Danger, Label: e.Say("button.crew_leave_yes"), CustomID: customid.New(e.Snap.State.ID, customid.CrewLeave{Sure: true})})
}

// Button opens the panel of a player's team; there is none where one person holds a seat.
func Button(e wording.Event) []discord.Button {
	if !e.Snap.State.Crewed() {
		return nil
	}
	return []discord.Button{{Label: e.Say("button.crew"), CustomID: customid.New(e.Snap.State.ID, customid.Crew{})}}
}
