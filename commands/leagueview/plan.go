package leagueview

import (
	"errors"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament/division"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// planLines is the number of lines on a page of a plan.
const planLines = 25

// Plan shows the next division of each member with the reason, and asks for
// confirmation. gone are members who have left the server, and next is the name of the
// next season; "" if the plan is for this season.
func Plan(e Env, plan *division.Plan, gone []int, next string, page int) discord.Message {
	if len(plan.Divisions) == 1 && e.league().Count() < 2 {
		return e.onePlan(plan, gone, next)
	}
	var lines []string
	byLot := e.league().ByLot()
	for d, list := range plan.Divisions {
		lines = append(lines, "**"+e.say("promotion.head", "number", d+1, "n", len(list))+"**")
		isNew := func(x division.Placed) bool { return x.Why == division.Lowest }
		var names []string
		for _, x := range list {
			if isNew(x) {
				names = append(names, e.Member(x.Member))
			}
		}
		if len(names) > 1 { // each for the same reason
			lines = append(lines, "- "+e.say("promotion.new", "players", e.clipped(names, 40)))
			list = slices.DeleteFunc(slices.Clone(list), isNew)
		}
		for i := range list {
			line := "- " + e.words().Notice(list[i].Explain())
			if list[i].Finished > 0 && byLot[list[i].Member] {
				line += " " + e.say("promotion.by_lot")
			}
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return e.nothing("promotion.nobody")
	}
	part, page := layout.PageOf(lines, page, planLines)
	title := e.say("promotion.plan", "league", text.Raw(e.league().Settings.Name))
	if next != "" {
		title = e.say("promotion.plan", "league", text.Raw(next))
	}
	p := e.titled(layout.Late, layout.Title(e.words(), title, page, posted.Pages(len(lines), planLines)))
	p.Text(layout.Block(e.words(), part, layout.MaxRunes-700, layout.MaxBytes-1500))
	buttons := layout.Pager(e.words(), page, posted.Pages(len(lines), planLines), func(n int) string { return e.leagueID(customid.LeaguePlan{Page: n}) })
	return e.askPlan(p, plan, gone, next, e.say("button.division_place"), e.say("promotion.move", "promote", e.command("league-admin promote")), buttons...)
}

// onePlan is Plan where all play in one division: who does, and where they come from.
func (e Env) onePlan(plan *division.Plan, gone []int, next string) discord.Message {
	title := next
	if next == "" {
		title = e.league().Settings.Name
	}
	p := e.panel(layout.Late, "signup.title", "league", text.Raw(discord.Escape(title)))
	names := make([]string, len(plan.Divisions[0]))
	for i, x := range plan.Divisions[0] {
		names[i] = e.signed(x.Member, x.Why)
	}
	p.Say("signup.in", "n", len(names), "players", e.clipped(names, 60))
	return e.askPlan(p, plan, gone, next, e.say("button.league_add"), e.say("promotion.signs"))
}

// askPlan adds to a plan what asks for its confirmation, or why it cannot be carried out.
// place is the label of the button for the running season.
func (e Env) askPlan(p *layout.Panel, plan *division.Plan, gone []int, next, place, note string, buttons ...discord.Button) discord.Message {
	if refused, out := errors.AsType[*journal.Refusal](plan.Check()); out {
		p.Text(e.words().Notice(refused.Notice))
	} else if next == "" && !places(plan) {
		p.Say("season.all_placed")
	} else {
		label := place
		if next != "" {
			label = e.say("button.division_open", "league", text.Raw(next))
		}
		buttons = append(buttons, discord.Button{Style: discord.Primary, Label: discord.Plain(label, wire.MaxButtonLabel), CustomID: e.leagueID(customid.LeagueDivide{Mark: plan.Mark()})})
	}
	if open := e.league().Unanswered(); len(open) > 0 && next != "" {
		p.Say("signup.open", "n", len(open), "players", e.memberNames(open))
	}
	if len(gone) > 0 {
		p.Text(e.say("digest.gone", "list", e.memberNames(gone)) + " · " + string(e.command("league-admin remove")))
	}
	if x := e.league().Settings.Series; x != nil && x.FirstDay().After(e.Now) {
		p.Text(wording.Begins(e.words(), x.FirstDay()))
	}
	p.Note(note)
	p.Buttons(buttons...)
	return p.Message()
}

// Signs for where a member comes from.
var divisionSigns = map[division.Why]string{
	division.Promoted: "▲", division.Filled: "▲", division.Lifted: "▲", division.Relegated: "▼", division.Squeezed: "▼",
	division.Returned: "↩", division.Lapsed: "↩", division.ByRating: "✦", division.Lowest: "✦", division.Moved: "•",
}

// signed returns the name of a member with a sign for where they come from.
func (e Env) signed(member int, why division.Why) string {
	return strings.TrimSpace(divisionSigns[why] + " " + e.Member(member))
}

// Divided returns the post about the divisions, for line seq of the log.
func Divided(e Env, seq int64) discord.Message {
	count := e.league().Count()
	p := e.titled(layout.Gold, string(e.Name()))
	if count > 1 {
		p = e.panel(layout.Gold, "promotion.divided", "league", e.Name())
	}
	at := slices.IndexFunc(e.Season.Log, func(x season.Envelope) bool { return x.Seq == seq })
	f, ok := e.Season.Log[max(at, 0)].Event.(*season.Divided)
	if !ok {
		return e.nothing("promotion.nobody")
	}
	for d := 1; d <= count; d++ {
		var names []string
		for _, x := range f.Members {
			if x.Division == d && x.Away == 0 {
				names = append(names, e.signed(x.Member, x.Why))
			}
		}
		switch {
		case len(names) == 0:
		case count == 1:
			p.Say("signup.in", "n", len(names), "players", e.clipped(names, 40))
		default:
			p.Text("**" + e.say("promotion.head", "number", d, "n", len(names)) + "**: " + string(e.clipped(names, 40)))
		}
	}
	p.Small("promotion.signs")
	return p.Message()
}

// places reports whether a plan for the running season puts a member into another division,
// or one who was in none.
func places(plan *division.Plan) bool {
	return slices.ContainsFunc(slices.Concat(plan.Divisions...), func(x division.Placed) bool { return x.From != x.To })
}
