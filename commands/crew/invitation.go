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

// FullAt returns the event of the log with which one message is full of those who were asked
// after the event said; 0 if it has room for more.
func FullAt(snap *tournament.Snapshot, said int64) (seq int64) {
	var teams []int
	for i := range snap.Log {
		ev, is := snap.Log[i].Event.(*tournament.MemberAsked)
		if !is || snap.Log[i].Seq <= said || !waitsFor(snap.State, ev.Player, ev.Person) {
			continue
		}
		if !slices.Contains(teams, ev.Player) {
			if len(teams) == atOnce {
				return seq
			}
			teams = append(teams, ev.Player)
		}
		seq = snap.Log[i].Seq
	}
	return 0
}

// Invitations asks in the channel of the event all whom teams have asked until the event of
// the log with the sequence number upTo and who have not answered, the newest first. It pings
// those who were asked after the event said. ok is false if there are none.
func Invitations(e wording.Event, said, upTo int64) (m discord.Message, ok bool) {
	s := e.Snap.State
	p := layout.New(e.Printer, layout.Event, e.Say("crew.invitations", "event", e.Title()))
	var teams []int
	var lines []string
	for _, line := range slices.Backward(e.Snap.Log) {
		ev, is := line.Event.(*tournament.MemberAsked)
		if !is || line.Seq > upTo || !waitsFor(s, ev.Player, ev.Person) {
			continue
		}
		if line.Seq > said {
			p.Ping(e.Snap.Book.Person(ev.Person).User)
		}
		if !slices.Contains(teams, ev.Player) {
			teams = append(teams, ev.Player)
			lines = append(lines, e.Say("crew.invitation", "team", notice.Player(ev.Player), "captain", text.Raw(e.Person(s.MembersOf(ev.Player)[0])),
				"players", text.Raw(strings.Join(mentions(e, s.Player(ev.Player).Invited()), " "))))
		}
	}
	if len(lines) == 0 {
		return m, false
	}
	shown, left := layout.Cut(lines, 3400, 8600)
	p.Text(shown)
	if left > 0 {
		p.Small("crew.invitations_more", "more", left)
	}
	p.Buttons(answers(e, 0, e.Say("button.crew_yes"), e.Say("button.crew_no"))...)
	return p.Message(), true
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
