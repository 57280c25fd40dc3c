package view

import (
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Settings is the organisers' panel of a page of settings: what is set, a menu
// where there is little to choose from, and a form for the rest. An unknown page
// is the first.
func Settings(e Env, page string) discord.Message {
	s := e.state()
	page = pageNamed(page)
	p := e.panel(accentEvent, "setting.of", "event", e.title())
	p.buttons(e.settingsPages(page)...)
	var lines []string
	for _, set := range settings() {
		if shown := e.shownSetting(&set, &s.Settings); set.page == page && shown != "" {
			lines = append(lines, e.say("setting.line", "setting", notice.Word("setting.title."+set.key), "value", text.Raw(shown)))
		}
	}
	if page == PageStructure {
		lines = append(lines, e.say("setting.game", "game", notice.Text(s.Rules.Name)))
		for _, label := range s.Labels() {
			lines = append(lines, "-# ⚠ "+e.words().Notice(label))
		}
	}
	p.lines(lines...)
	if page == PageStructure && s.Phase < tournament.Running {
		for _, line := range append(e.subjects(s.Rules, s.Rules.Moments.Organisers), e.announced(s.Rules)) {
			p.note(line)
		}
	}
	if s.Phase >= tournament.Finished {
		p.small("setting.over")
		return p.message()
	}
	for _, set := range settings() {
		if set.page == page && len(set.choices) > 0 && !(set.key == "format" && s.Phase == tournament.Running) {
			p.choose(e.settingMenu(&set))
		}
	}
	if page == PageStructure && s.Phase < tournament.Running {
		e.optionMenus(p)
	}
	if page == PageGeneral {
		e.channelMenu(p)
	}
	buttons := []discord.Button{{Style: discord.Primary, Label: e.say("button.edit"), CustomID: e.id(customid.SettingsOpen{Page: page})}}
	if s.Phase == tournament.Draft {
		buttons = append(buttons, discord.Button{Style: discord.Success, Label: e.say("button.open"), CustomID: e.id(customid.Open{})})
	}
	p.buttons(buttons...)
	return p.message()
}

func pageNames() []string {
	return []string{PageGeneral, PageStructure, PageRounds, PageRegistration}
}

func pageNamed(page string) string {
	if slices.Contains(pageNames(), page) {
		return page
	}
	return PageGeneral
}

func (e Env) settingsPages(page string) []discord.Button {
	var out []discord.Button
	for _, name := range pageNames() {
		out = append(out, discord.Button{Label: e.say("setting.page." + notice.Code(name)), CustomID: e.id(customid.Settings{Page: name}), Disabled: name == page})
	}
	return out
}

// shownSetting writes a setting for people; empty where it is off.
func (e Env) shownSetting(set *setting, in *tournament.Settings) string {
	if set.shown != nil {
		return set.shown(e, in)
	}
	return discord.Escape(set.show(in))
}

func (e Env) settingMenu(set *setting) discord.StringSelect {
	s := e.state()
	now := set.show(&s.Settings)
	menu := discord.StringSelect{CustomID: e.id(customid.SettingsSet{Key: set.key, Page: set.page}), Placeholder: e.say("setting.title." + notice.Code(set.key))}
	option := func(value, shown string) {
		if shown == "" {
			shown = e.say("setting.off")
		}
		label := e.say("setting.option", "setting", notice.Word("setting.title."+set.key), "value", text.Raw(shown))
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(label, 100), Value: value, Default: value == now})
	}
	for _, value := range set.choices {
		chosen := s.Settings
		if set.set(&chosen, value) == nil {
			option(value, e.shownSetting(set, &chosen))
		}
	}
	if !slices.Contains(set.choices, now) {
		option(now, e.shownSetting(set, &s.Settings))
	}
	return menu
}

// maxOptionMenus is how many switches of a ruleset the panel has menus for.
const maxOptionMenus = 8

// maxOptionName is the longest name of a switch that a custom id has room for.
const maxOptionName = 40

// optionMenus adds a menu for each switch of the ruleset.
func (e Env) optionMenus(p *panel) {
	s := e.state()
	for i, o := range s.Rules.Options {
		if i == maxOptionMenus {
			p.small("setting.more_options", "settings", e.command("tournament settings"))
			return
		}
		if len(o.Name) > maxOptionName {
			continue
		}
		chosen := o.Default
		for _, c := range s.Settings.Options {
			if c.Name == o.Name {
				chosen = c.Value
			}
		}
		menu := discord.StringSelect{CustomID: e.id(customid.SettingsSet{Key: optionKey + o.Name, Page: PageStructure}), Placeholder: discord.Plain(o.Title, 150)}
		for _, c := range first(o.Choices, maxOptions) {
			if c.Value == "" || len(c.Value) > 100 {
				continue
			}
			menu.Options = append(menu.Options, discord.SelectOption{
				Label: discord.Plain(c.Title, 100), Value: c.Value, Description: discord.Plain(o.Title, 100), Default: c.Value == chosen,
			})
		}
		p.choose(menu)
	}
}

func (e Env) channelMenu(p *panel) {
	menu := discord.EntitySelect{
		Kind: discord.Channels, CustomID: e.id(customid.SettingsSet{Key: "to_channel", Page: PageGeneral}),
		Placeholder: e.say("setting.channel"), ChannelTypes: []discord.ChannelType{discord.ChannelText},
	}
	if c := e.state().Settings.TOChannel; c != "" {
		menu.Defaults = []string{c}
	}
	p.parts = append(p.parts, discord.ActionRow{Components: []discord.Component{menu}})
}

// SettingsModal is the form of the settings of a page that are typed. Its
// fields are keys of ApplySetting.
func SettingsModal(e Env, page string) discord.Modal {
	s := e.state()
	page = pageNamed(page)
	m := discord.Modal{CustomID: e.id(customid.SettingsForm{Page: page}), Title: discord.Plain(e.say("setting.form", "page", notice.Word("setting.page."+page)), 45)}
	for _, set := range settings() {
		if set.page != page || !set.typed {
			continue
		}
		input := discord.TextInput{CustomID: set.key, Optional: set.key != "name", Max: 100, Value: set.show(&s.Settings)}
		switch set.key {
		case "name":
			input.Max, input.Min = tournament.MaxNameLen, 1
		case "prizes":
			input.Max, input.Paragraph = 500, true
		case "divisions":
			input.Max = 400
		}
		input.Value = discord.Cut(input.Value, input.Max)
		m.Components = append(m.Components, discord.Label{
			Text: e.say("setting.title." + notice.Code(set.key)), Description: e.say("setting.hint." + notice.Code(set.key)), Input: input,
		})
	}
	return m
}

// changed says which settings an event changed, compared with those before it.
func (e Env) changed(seq int64, ev *tournament.SettingsChanged) string {
	var before *tournament.Settings
	gone := e.retractedBefore(seq)
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if env.Seq >= seq || gone[env.Seq] {
			continue
		}
		switch old := env.Event.(type) {
		case *tournament.Created:
			before = &old.Settings
		case *tournament.SettingsChanged:
			before = &old.Settings
		}
	}
	if before == nil {
		return ""
	}
	var words []string
	for _, set := range settings() {
		if set.key == "to_channel" {
			continue
		}
		if set.show(before) == set.show(&ev.Settings) {
			continue
		}
		now := e.shownSetting(&set, &ev.Settings)
		if now == "" {
			now = e.say("setting.off")
		}
		words = append(words, e.say("setting.changed", "setting", notice.Word("setting.title."+set.key), "value", text.Raw(now)))
	}
	if !slices.Equal(before.Options, ev.Settings.Options) || len(ev.Ruleset) > 0 {
		words = append(words, e.say("setting.ruleset"))
	}
	if len(words) == 0 {
		return ""
	}
	return string(e.clipped(words, 6))
}

// retractedBefore returns the events that had been taken back by a moment.
func (e Env) retractedBefore(seq int64) map[int64]bool {
	gone := map[int64]bool{}
	for i := range e.Snap.Log {
		if r, ok := e.Snap.Log[i].Event.(*tournament.Retracted); ok && e.Snap.Log[i].Seq < seq {
			for _, s := range r.Seqs {
				gone[s] = true
			}
		}
	}
	return gone
}
