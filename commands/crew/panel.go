package crew

import (
	"fmt"
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
// out mates until the event begins, and say who plays; all can leave. An organiser does what
// a captain does at any time, but does not read who plays next.
func Panel(e wording.Event, player, reader int, organiser bool) discord.Message {
	s := e.Snap.State
	l := s.Player(player)
	captain := Leads(s, player, reader)
	of := 0 // the reader's own team
	if organiser {
		of = player
	}
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
	p.Buttons(lineUp(e, p, player, of, captain)...)
	if menu := substitutes(e, player, of); (captain || organiser) && len(menu.Options) > 0 {
		p.Choose(menu)
		p.Small("crew.sub_hint")
	}
	askBench(e, p, player, of, captain || organiser)
	var buttons []discord.Button
	switch {
	case s.Phase >= tournament.Finished:
	case s.Phase >= tournament.Running && !organiser:
		p.Small("crew.started")
	case captain || organiser:
		p.Choose(out(e, player, of))
		if Room(s, player) > 0 && !organiser {
			buttons = append(buttons, discord.Button{Style: discord.Primary, Label: e.Say("button.crew_ask"), CustomID: customid.New(s.ID, customid.CrewAsk{})})
		}
	}
	if len(l.Members()) > 1 && slices.Contains(l.Members(), reader) && !organiser { // who is alone withdraws the team
		buttons = append(buttons, discord.Button{Style: discord.Danger, Label: e.Say("button.crew_leave"), CustomID: customid.New(s.ID, customid.CrewLeave{})})
	}
	p.Buttons(append(buttons, discord.Button{Label: e.Say("button.refresh"), CustomID: customid.New(s.ID, customid.Crew{Player: of})})...)
	return p.Message()
}

// Leads reports whether a person is the captain of a team.
func Leads(s *tournament.State, player, person int) bool {
	return slices.Index(s.Player(player).Members(), person) == 0
}

// out returns the menu with which a captain takes out a mate, or takes back an invitation. An
// organiser can take out the captain, too.
func out(e wording.Event, player, of int) discord.StringSelect {
	l := e.Snap.State.Player(player)
	menu := discord.StringSelect{CustomID: customid.New(e.Snap.State.ID, customid.CrewOut{Player: of}), Placeholder: e.Say("crew.take_out")}
	members := l.Members()
	if of == 0 {
		members = members[1:]
	}
	for _, no := range slices.Concat(members, l.Invited()) {
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

// lineUp adds to a panel who sits at the boards from the next round on, or in the one that waits
// for line-ups, and for captain and organisers the menu to choose them. It returns the button with
// which a captain confirms whom the team has anyway.
func lineUp(e wording.Event, p *layout.Panel, player, of int, captain bool) (keep []discord.Button) {
	s := e.Snap.State
	if s.SizeOfLineUp(player) == 0 {
		return nil
	}
	r := s.Current()
	asked := s.GivesLineUp(player, r)
	waits, against := asked, notice.Player(0)
	if r != nil {
		match := s.MatchOf(r.Number, player)
		if waits = s.AwaitsLineUps(tournament.Place{Round: r.Number, Match: match}); waits {
			against = opponent(s, r.Number, match, player)
		}
	}
	var next []int
	if of == 0 {
		next = s.NextLineUp(player)
		names := text.Raw(e.List(people(e, next)))
		switch {
		case asked:
			p.Say("crew.line_up_asked", "team", against, "until", Until(e), "players", names)
		case waits:
			p.Say("crew.line_up_now", "team", against, "players", names)
		default:
			p.Say("crew.line_up", "players", names)
		}
	}
	if !captain && of == 0 || s.Phase >= tournament.Finished {
		return nil
	}
	p.Choose(lineUpMenu(e, player, of, next))
	switch {
	case of > 0:
	case asked:
		keep = []discord.Button{{Style: discord.Success, Label: e.Say("button.line_up_keep"), CustomID: customid.New(s.ID, customid.CrewKeep{})}}
		p.Small("crew.line_up_secret")
	case waits:
		p.Small("crew.line_up_open", "until", Until(e))
	default:
		p.Small("crew.line_up_hidden")
	}
	return keep
}

// opponent returns the other player of a match of two.
func opponent(s *tournament.State, round, match, player int) notice.Player {
	_, l := s.Match(round, match)
	for _, seat := range l.Players() {
		if n := int(seat) + 1; n != player {
			return notice.Player(n)
		}
	}
	return 0
}

// Until says until when the round that waits for line-ups takes them.
func Until(e wording.Event) text.Raw {
	s, style := e.Snap.State, 't'
	due := s.LineUpsDue(s.Current())
	if due.IsZero() {
		return text.Raw(e.Say("crew.until_start"))
	}
	if s.Settings.LineUpMinutes >= 12*60 {
		style = 'f'
	}
	return text.Raw(e.Say("time.by", "time", text.Raw(discord.Timestamp(due, style)), "relative", text.Raw(discord.Relative(due))))
}

// lineUpMenu returns the menu with which a captain says who sits at the boards; those next are
// chosen already.
func lineUpMenu(e wording.Event, player, of int, next []int) discord.StringSelect {
	s := e.Snap.State
	size := s.SizeOfLineUp(player)
	menu := discord.StringSelect{CustomID: customid.New(s.ID, customid.CrewLineUp{Player: of}), Placeholder: e.Say("crew.line_up_menu", "n", size), Min: &size, Max: size}
	for _, person := range s.MembersOf(player) {
		o := option(e, person)
		o.Default = slices.Contains(next, person)
		menu.Options = append(menu.Options, o)
	}
	return menu
}

// substitutes returns the menu with which a captain puts a member who sits at no board in the
// place of one who does. It has no options if there is none, or no board is without a report.
func substitutes(e wording.Event, player, of int) discord.StringSelect {
	s := e.Snap.State
	menu := discord.StringSelect{CustomID: customid.New(s.ID, customid.CrewSub{Player: of}), Placeholder: e.Say("crew.sub_menu")}
	for _, x := range s.Substitutes(player) {
		_, board := tournament.OfBoard(x.Match)
		in, out := option(e, x.Person), option(e, x.For)
		label := e.Say("crew.sub_option", "board", board, "in", notice.Text(in.Label), "out", notice.Text(out.Label))
		if s.Arranged() {
			label = e.Round(x.Round) + ": " + label
		}
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(label, wire.MaxOptionText), Value: SubValue(x)})
	}
	menu.Options = menu.Options[:min(len(menu.Options), wire.MaxOptions)]
	return menu
}

// SubValue is the value of a substitution in the menu: the round, the board and both persons.
func SubValue(x tournament.MemberSubstituted) string {
	return fmt.Sprintf("%d.%d.%d.%d", x.Round, x.Match, x.Person, x.For)
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
