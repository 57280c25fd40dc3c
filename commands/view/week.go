package view

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/moment"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/hours"
	"topcut/tournament/notice"
	"topcut/tournament/offer"
)

// weekButton opens the panel of when a player can usually play. It stands out for one who has
// not said it; 0 is any player.
func (e Env) weekButton(player int) discord.Button {
	b := discord.Button{Label: e.say("button.week"), CustomID: e.id(customid.Week{})}
	if p := e.state().Player(player); p != nil && p.Week == "" {
		b.Style, b.Label = discord.Primary, e.say("button.week_say")
	} else if p == nil {
		b.Label = e.say("button.week_say")
	}
	return b
}

// untold reports whether a player of matches that are still open has not said when they can
// usually play.
func (e Env) untold(list []tournament.Place) bool {
	s := e.state()
	for _, at := range list {
		m, l := s.Match(at.Round, at.Match)
		if !e.arranging(m) {
			continue
		}
		for _, p := range l.Players() {
			if s.Players[p].Week == "" && s.Players[p].Account && s.Settings.Boards == 0 {
				return true
			}
		}
	}
	return false
}

// offer adds the hours that are offered for an open match, as the reader's clock shows them,
// and returns a button for each, which proposes it. Players who have not said when they can
// play are asked instead.
func (e Env) offer(p *layout.Panel, at tournament.Place, player int) (buttons []discord.Button) {
	s := e.state()
	m, _ := s.Match(at.Round, at.Match)
	if f := m.Fixture; !e.arranging(m) || !f.Agreed.IsZero() || f.Claim != nil || !e.Now.Before(f.DueBy()) {
		return nil
	}
	list, told := offer.Hours(s, at, e.Now)
	if !told {
		if player == 0 && e.untold([]tournament.Place{at}) {
			buttons = append(buttons, e.weekButton(0))
		}
		return buttons
	}
	var lines []string
	head := notice.Code("week.near")
	for i, h := range list {
		if open := m.Fixture.Open; open != nil && slices.ContainsFunc(open.Times, h.At.Equal) {
			continue
		}
		line := e.say("week.hour", "n", i+1, "time", wording.Moment(h.At), "relative", relative(h.At))
		for side, unusual := range h.Unusual {
			if unusual {
				line += " · " + e.say("week.unusual", "player", notice.Player(s.PlayerAt(at, fixture.Side(side))))
			}
		}
		lines = append(lines, line)
		buttons = append(buttons, discord.Button{Label: e.say("button.hour", "n", i+1), CustomID: e.id(customid.TimePropose{Round: at.Round, Match: at.Match, At: h.At.Unix()})})
		if h.Unusual == [2]bool{} {
			head, buttons[len(buttons)-1].Style = "week.offered", discord.Primary
		}
	}
	if len(list) == 0 {
		p.Say("week.no_hour")
	} else if len(lines) > 0 {
		p.Lines(append([]string{e.say(head)}, lines...)...)
	}
	return buttons
}

// Week asks a member when they can usually play, and shows what they have said. Hours are
// those of a time zone: the member's or, until they have said which, that of the server.
func Week(e Env, said tournament.Calendar, zone string) discord.Message {
	p := e.panel(layout.Round, "week.title")
	loc, err := tournament.ParseZone(zone)
	if err != nil {
		loc = time.UTC
	}
	key := notice.Code("week.zone")
	if said.Zone == "" {
		key = "week.zone_guess"
	}
	p.Say(key, "zone", text.Raw(zone), "time", text.Raw(e.Now.In(loc).Format("15:04")))
	for i, part := range hours.Parts {
		p.Choose(e.dayMenu(i, said.Week.Days(part)))
	}
	list := moment.UsualZones
	if !slices.Contains(list, zone) {
		list = append([]string{zone}, list...)
	}
	menu := discord.StringSelect{CustomID: customid.New(0, customid.WeekZone{}), Placeholder: e.say("fixture.form.zone")}
	for _, name := range list {
		if at, err := tournament.ParseZone(name); err == nil {
			menu.Options = append(menu.Options, discord.SelectOption{Label: strings.ReplaceAll(name, "_", " ") + " " + e.Now.In(at).Format("15:04"), Value: name, Default: name == zone})
		}
	}
	p.Choose(menu)
	buttons := []discord.Button{{Label: e.say("button.week_zone"), CustomID: customid.New(0, customid.WeekZoneOpen{})}}
	if said.Week != "" {
		p.Say("week.said")
		buttons = append(buttons, discord.Button{Style: discord.Danger, Label: e.say("button.week_clear"), CustomID: customid.New(0, customid.WeekClear{})})
	}
	p.Buttons(buttons...)
	p.Small("week.holds", "away", e.command("match away"))
	return p.Message()
}

// dayMenu is the menu of the days on which a member can play in a part of the day.
func (e Env) dayMenu(part int, on []time.Weekday) discord.StringSelect {
	none := 0
	hour := func(h int) text.Raw { return text.Raw(strconv.Itoa(h)) }
	named := e.say(notice.Code("week.part."+strconv.Itoa(part)), "from", hour(hours.Parts[part].From), "until", hour(hours.Parts[part].Until))
	m := discord.StringSelect{CustomID: customid.New(0, customid.WeekPick{Part: part}), Placeholder: named, Min: &none}
	add := func(value, days string, chosen bool) {
		m.Options = append(m.Options, discord.SelectOption{Label: discord.Cut(e.say("week.option", "days", text.Raw(days), "part", text.Raw(named)), wire.MaxOptionText), Value: value, Default: chosen})
	}
	covered := map[time.Weekday]bool{}
	for _, g := range customid.DayGroups {
		all := !slices.ContainsFunc(g.Days, func(d time.Weekday) bool { return covered[d] || !slices.Contains(on, d) })
		for _, d := range g.Days {
			covered[d] = covered[d] || all
		}
		add(g.Value, e.say(notice.Code("week.days."+g.Value)), all)
	}
	for _, d := range customid.DayGroups[0].Days {
		add(strconv.Itoa(int(d)), e.say(notice.Code("date.weekday."+strings.ToLower(d.String()[:3]))), !covered[d] && slices.Contains(on, d))
	}
	m.Max = len(m.Options)
	return m
}

// ZoneModal asks for a time zone that is not in the menu.
func ZoneModal(e Env) discord.Modal {
	return discord.Modal{
		CustomID: customid.New(0, customid.WeekForm{}), Title: e.say("week.title"),
		Components: []discord.Component{discord.Label{
			Text: e.say("fixture.form.zone"), Description: e.say("fixture.form.zone_hint"), Input: discord.TextInput{CustomID: FieldZone, Max: 60},
		}},
	}
}
