package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// Settings is the organisers' panel of a page of settings: what is set, a menu
// where there is little to choose from, and a form for the rest. An unknown page
// is the first.
func Settings(e Env, page string) discord.Message {
	s := e.state()
	page = pageNamed(page)
	p := newPanel(accentEvent, "Settings of %s", e.title())
	p.buttons(e.settingsPages(page)...)
	var lines []string
	for _, set := range settings() {
		if set.page == page {
			lines = append(lines, fmt.Sprintf("**%s:** %s", set.title, e.shownSetting(&set)))
		}
	}
	if page == PageStructure {
		lines = append(lines, "**Game:** "+discord.Escape(s.Rules.Name))
	}
	p.lines(lines...)
	if s.Phase >= tournament.Finished {
		p.note("The event is over; its settings stand.")
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
	buttons := []discord.Button{{Style: discord.Primary, Label: "Edit", CustomID: e.id(customid.SettingsEd, page)}}
	if s.Phase == tournament.Draft {
		buttons = append(buttons, discord.Button{Style: discord.Success, Label: "Open registration", CustomID: e.id(customid.Open)})
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
		out = append(out, discord.Button{Label: sentenceStart(name), CustomID: e.id(customid.Settings, name), Disabled: name == page})
	}
	return out
}

// shownSetting writes a setting for people.
func (e Env) shownSetting(set *setting) string {
	s := e.state()
	v := set.show(&s.Settings)
	switch {
	case set.key == "start_at" && s.Settings.StartAt > 0:
		return discord.Timestamp(time.Unix(s.Settings.StartAt, 0), 'F')
	case set.key == "to_channel" && v != "":
		return discord.MentionChannel(v)
	case set.key == "to_channel":
		return "the event's channel"
	case v == "":
		return "none"
	}
	minutes := func(n int) string { return duration(time.Duration(n) * time.Minute) }
	switch set.key {
	case "format":
		return formatName(s.Settings.Format)
	case "cut":
		return s.Settings.Cut.String()
	case "rounds":
		if s.Settings.Rounds == 0 {
			return "by attendance"
		}
	case "round_minutes":
		return e.minutes(s.Settings.RoundMinutes, false)
	case "cut_minutes":
		return e.minutes(s.Settings.CutMinutes, true)
	case "confirm_minutes":
		if n := s.Settings.ConfirmMinutes; n > 0 {
			return minutes(n)
		}
	case "check_in_minutes":
		if n := s.Settings.CheckInMinutes; n > 0 {
			return minutes(n)
		}
	case "decks_shown":
		v = strings.ReplaceAll(v, "_", " ")
	}
	return discord.Escape(v)
}

func (e Env) settingMenu(set *setting) discord.StringSelect {
	now := set.show(&e.state().Settings)
	menu := discord.StringSelect{CustomID: e.id(customid.SettingsSet, set.key, set.page), Placeholder: set.title}
	known := false
	for _, c := range set.choices {
		known = known || c.value == now
		menu.Options = append(menu.Options, discord.SelectOption{Label: c.title, Value: c.value, Default: c.value == now})
	}
	if !known {
		menu.Options = append(menu.Options, discord.SelectOption{Label: sentenceStart(now), Value: now, Default: true})
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
			p.note("More switches of the ruleset: %s.", e.command("tournament settings"))
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
		menu := discord.StringSelect{CustomID: e.id(customid.SettingsSet, optionKey+o.Name, PageStructure), Placeholder: discord.Plain(o.Title, 150)}
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
		Kind: discord.Channels, CustomID: e.id(customid.SettingsSet, "to_channel", PageGeneral),
		Placeholder: "Channel for disputes and warnings", ChannelTypes: []discord.ChannelType{discord.ChannelText},
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
	m := discord.Modal{CustomID: e.id(customid.SettingsFor, page), Title: discord.Plain("Settings: "+page, 45)}
	for _, set := range settings() {
		if set.page != page || set.hint == "" {
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
		m.Components = append(m.Components, discord.Label{Text: set.title, Description: set.hint, Input: input})
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
		was, now := set.show(before), set.show(&ev.Settings)
		if was == now {
			continue
		}
		if now == "" {
			now = "none"
		}
		words = append(words, fmt.Sprintf("%s: %s", lowerTable(set.title), discord.Escape(discord.Plain(now, 40))))
	}
	if !slices.Equal(before.Options, ev.Settings.Options) || len(ev.Ruleset) > 0 {
		words = append(words, "ruleset")
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + clipped(words, 6) + ")"
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
