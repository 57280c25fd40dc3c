package crew

import (
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// atOnce is how many teams one message can ask for, whatever their names are.
const atOnce = 5

// Added reports whether an event puts a person into a team by the word of another person.
func Added(e *tournament.Envelope) bool {
	ev, is := e.Event.(*tournament.MemberAnswered)
	return is && ev.Yes && e.Actor != ev.Person
}

// told returns the team and the person about whom an event says that the team waits for their
// answer or, with in, that they are in it by the word of another person. ok is false if it says
// neither, or that is no longer so.
func told(s *tournament.State, e *tournament.Envelope) (team, person int, in, ok bool) {
	switch ev := e.Event.(type) {
	case *tournament.MemberAsked:
		return ev.Player, ev.Person, false, waitsFor(s, ev.Player, ev.Person)
	case *tournament.MemberAnswered:
		return ev.Player, ev.Person, true, Added(e) && takesPart(s, ev.Player) && slices.Contains(s.Player(ev.Player).Members(), ev.Person)
	}
	return 0, 0, false, false
}

// FullAt returns the event of the log with which one message is full of those who are told
// something after the event said; 0 if it has room for more.
func FullAt(snap *tournament.Snapshot, said int64) (seq int64) {
	var teams []int
	for i := range snap.Log {
		e := &snap.Log[i]
		if e.Seq <= said {
			continue
		}
		team, _, _, ok := told(snap.State, e)
		if !ok {
			continue
		}
		if !slices.Contains(teams, team) {
			if len(teams) == atOnce {
				return seq
			}
			teams = append(teams, team)
		}
		seq = e.Seq
	}
	return 0
}

// Invitations asks in the channel of the event all whom teams have asked until the event of
// the log with the sequence number upTo and who have not answered, and tells those who were put
// into a team, the newest first. It pings those who were asked or put in after the event said.
// ok is false if there are none.
func Invitations(e wording.Event, said, upTo int64) (m discord.Message, ok bool) {
	var pings []string
	var list []newsOfTeam
	for _, line := range slices.Backward(e.Snap.Log) {
		team, person, in, ok := told(e.Snap.State, &line)
		if !ok || line.Seq > upTo {
			continue
		}
		if line.Seq > said {
			pings = append(pings, e.Snap.Book.Person(person).User)
		}
		i := slices.IndexFunc(list, func(o newsOfTeam) bool { return o.team == team && o.in == in && (!in || o.by == line.Actor) })
		if i < 0 {
			i = len(list)
			list = append(list, newsOfTeam{team: team, in: in, by: line.Actor})
		}
		list[i].people = append(list[i].people, person)
	}
	if len(list) == 0 {
		return m, false
	}
	return invitations(e, list, pings), true
}

// newsOfTeam is whom a team asks, or who was put into it by another person's word.
type newsOfTeam struct {
	team, by int
	in       bool
	people   []int // may name one twice
}

// line returns the line of a message.
func (n newsOfTeam) line(e wording.Event) string {
	if n.in {
		slices.Sort(n.people)
		return e.Say("crew.newcomer", "team", notice.Player(n.team), "who", text.Raw(e.Person(n.by)), "players", text.Raw(strings.Join(mentions(e, slices.Compact(n.people)), " ")))
	}
	s := e.Snap.State
	return e.Say("crew.invitation", "team", notice.Player(n.team), "captain", text.Raw(e.Person(s.MembersOf(n.team)[0])),
		"players", text.Raw(strings.Join(mentions(e, s.Player(n.team).Invited()), " ")))
}

// invitations is the message of Invitations.
func invitations(e wording.Event, list []newsOfTeam, pings []string) discord.Message {
	var lines []string
	title, buttons := notice.Code("crew.newcomers"), []discord.Button(nil)
	for _, news := range list {
		if lines = append(lines, news.line(e)); !news.in {
			title = "crew.invitations"
		}
	}
	p := layout.New(e.Printer, layout.Event, e.Say(title, "event", e.Title()))
	p.Ping(pings...)
	shown, left := layout.Cut(lines, 3400, 8600)
	p.Text(shown)
	if left > 0 {
		p.Small("crew.invitations_more", "more", left)
	}
	if title == "crew.invitations" {
		buttons = answers(e, 0, e.Say("button.crew_yes"), e.Say("button.crew_no"))
	}
	if slices.ContainsFunc(list, func(news newsOfTeam) bool { return news.in }) {
		p.Small("crew.newcomers_hint")
		buttons = append(buttons, discord.Button{Style: discord.Danger, Label: e.Say("button.crew_leave"), CustomID: customid.New(e.Snap.State.ID, customid.CrewLeave{})})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// Which asks a person which of the teams that have asked them they join.
func Which(e wording.Event, teams []int) discord.Message {
	p := layout.New(e.Printer, layout.Event, "")
	p.Say("crew.which")
	for _, n := range teams[:min(len(teams), mostTeams)] {
		p.Buttons(answers(e, n, e.Plain().Say("button.crew_yes_to", "team", notice.Player(n)), e.Plain().Say("button.crew_no_to", "team", notice.Player(n)))...)
	}
	return p.Message()
}

// mostTeams bounds the teams that are listed with buttons.
const mostTeams = 10

// answers returns the buttons that answer a team, or for team 0 the one that has asked the
// presser.
func answers(e wording.Event, team int, yes, no string) []discord.Button {
	id := e.Snap.State.ID
	return []discord.Button{
		{Style: discord.Success, Label: yes, CustomID: customid.New(id, customid.CrewAnswer{Player: team, Yes: true})},
		{Label: no, CustomID: customid.New(id, customid.CrewAnswer{Player: team})},
	}
}

// mentions returns the mentions of persons, and the names of those without an account.
func mentions(e wording.Event, persons []int) []string {
	out := make([]string, len(persons))
	for i, no := range persons {
		if out[i] = e.Person(no); e.Snap.Book.Person(no).User != "" {
			out[i] = discord.MentionUser(e.Snap.Book.Person(no).User)
		}
	}
	return out
}
