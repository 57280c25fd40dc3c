package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// SitOut shows which coming rounds a player sits out and what that is worth, with a menu
// of the rounds about which the player may ask.
func SitOut(e Env, player int) discord.Message {
	s := e.state()
	l := s.Players.At(player)
	p := e.panel(layout.Round, "sit_out.title")
	p.Text(e.rulebook().OnRequest())
	may := first(s.SitOutRounds(player), maxOptions)
	none := 0
	menu := discord.StringSelect{CustomID: e.id(customid.SitOutPick{}), Placeholder: e.say("sit_out.choose"), Min: &none, Max: len(may)}
	for _, r := range may {
		switch {
		case l.AwardedBye(r):
			p.Text(e.sitsOut("sit_out.bye", r))
		case l.Away(r):
			p.Text(e.sitsOut("sit_out.away", r))
		}
		menu.Options = append(menu.Options, discord.SelectOption{Label: e.round(r), Value: strconv.Itoa(r), Default: l.SitsOut(r)})
	}
	p.Choose(menu)
	return p.Message()
}

// AskSitOut asks a player for confirmation, with what they get for each round. events are
// those of the log that the wish would cause.
func AskSitOut(e Env, rounds []int, events []tournament.Envelope) discord.Message {
	var lines []string
	for i := range events {
		ev, ok := events[i].Event.(*tournament.PlayerSitsOut)
		if !ok {
			continue
		}
		for code, list := range map[notice.Code][]int{"sit_out.bye": ev.Byes, "sit_out.away": ev.Away, "sit_out.plays": ev.Plays} {
			for _, r := range list {
				lines = append(lines, fmt.Sprintf("%02d", r)+e.sitsOut(code, r))
			}
		}
	}
	slices.Sort(lines)
	for i := range lines {
		lines[i] = lines[i][2:]
	}
	return layout.Sure(e.words(), strings.Join(lines, "\n"),
		discord.Button{Style: discord.Primary, Label: e.say("button.sit_out_yes"), CustomID: e.id(customid.SitOutYes{Rounds: customid.RoundSet(rounds)})},
		discord.Button{Label: e.say("button.sit_out"), CustomID: e.id(customid.SitOut{})})
}

// sitsOut says what a player gets for a round, or that they play it.
func (e Env) sitsOut(code notice.Code, round int) string {
	points := e.state().Rules.Bye.AwardedPts
	worth := text.Raw("0")
	if len(points) > 0 {
		worth = text.Raw(numbered.Get(points, min(round, len(points))).String())
	}
	return e.say(code, "round", text.Raw(e.round(round)), "points", worth)
}
