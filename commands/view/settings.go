package view

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/deviation"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Settings returns the organisers' panel of the settings: the event in one sentence, the
// other settings that are on, and one menu that opens the form of a topic.
func Settings(e Env) discord.Message {
	s := e.state()
	p := e.panel(layout.Event, "setting.of", "event", e.title())
	p.Text("**" + e.inShort() + "**")
	var lines []string
	for _, set := range setting.Events() {
		if slices.Contains([]string{"name", "format", "rounds", "cut", "round_minutes", "decks", "stages"}, set.Key) && !(set.Key == "stages" && !setting.Plain(s.Settings.Stages)) {
			continue // part of the sentence
		}
		if shown := set.Shown(e.reader(), &s.Settings); shown != "" && (set.Page != setting.NoPage || set.Key == "stages") {
			lines = append(lines, e.say("setting.line", "setting", notice.Word("setting.title."+set.Key), "value", text.Raw(shown)))
		}
	}
	for _, o := range s.Settings.Options {
		lines = append(lines, e.optionLine(o))
	}
	p.Lines(lines...)
	warnings := e.labels()
	if cut := setting.CutOf(&s.Settings); cut.By == stage.Top && s.Phase < tournament.Running && s.Count(tournament.Registered) < cut.N {
		warnings = append(warnings, "-# ⚠ "+e.say("setting.cut_needs", "n", cut.N, "in", s.Count(tournament.Registered)))
	}
	if cut := setting.CutOf(&s.Settings); cut.By == stage.Top && s.FewForDouble(cut.N) > 0 {
		warnings = append(warnings, "-# ⚠ "+e.say("setting.double_needs", "least", s.FewForDouble(cut.N), "n", cut.N))
	}
	if el, _, ok := s.Settings.Stages.Elimination(); ok && el.Third && setting.NoSemiFinals(el) {
		warnings = append(warnings, "-# ⚠ "+e.say("setting.third_needs"))
	} else if kind := s.Tree(); ok && el.Third && kind != "" && !kind.PlaysThird() {
		warnings = append(warnings, "-# ⚠ "+e.say("setting.third_tree"))
	}
	if s.Settings.Fixtures.Hours && !setting.ByHours(&s.Settings) {
		warnings = append(warnings, "-# ⚠ "+e.say("setting.hours_need"))
	}
	p.Lines(warnings...)
	if s.Phase < tournament.Running {
		for _, line := range append(e.rulebook().Subjects(s.Rules.Moments.Organisers), e.rulebook().Announced(&s.Settings)) {
			p.Note(line)
		}
	}
	if tournament.UntilOver.May(s.Phase) != nil {
		p.Small("setting.over")
		p.Buttons(discord.Button{Label: e.say("button.like_this"), CustomID: e.id(customid.CreateOpen{Like: int64(s.ID)})})
		return p.Message()
	}
	p.Choose(e.topics())
	if s.Phase == tournament.Draft {
		p.Buttons(discord.Button{Style: discord.Success, Label: e.say("button.open"), CustomID: e.id(customid.Open{})})
	}
	return p.Message()
}

// reader returns who reads the settings of the event.
func (e Env) reader() setting.Reader { return setting.Reader{Printer: e.words(), State: e.state()} }

// labels says where the event deviates from what its game's documents sanction or advise.
// This is for organisers only and never posted in the event's channel.
func (e Env) labels() []string {
	var out []string
	for _, label := range deviation.Of(e.state()) {
		out = append(out, "-# ⚠ "+e.words().Notice(label))
	}
	return out
}

// inShort describes the event in one sentence: "Magic: The Gathering Bo3 · rounds by
// attendance + Top 4 · 50 min rounds · no decklists".
func (e Env) inShort() string {
	s := e.state()
	set := &s.Settings
	parts := []string{discord.Escape(s.Rules.Name)}
	if n := s.GameRules().Match.Games; n > 1 && s.Rules.Tables == nil { // of a board, where matches have boards
		parts[0] = e.say("setting.best_of", "game", notice.Text(s.Rules.Name), "n", n)
	}
	parts = append(parts, e.structure())
	switch swiss, cut := wording.RoundTime(e.words(), s, set, ledger.Swiss), wording.RoundTime(e.words(), s, set, ledger.Elimination); {
	case set.RoundDays > 0:
		parts = append(parts, e.say("setting.days_a_round", "n", set.RoundDays))
	case set.Stages.First().Kind.Eliminates():
		parts = append(parts, e.say("setting.round_time", "span", text.Raw(cut)))
	default:
		parts = append(parts, e.say("setting.round_time", "span", text.Raw(swiss)))
	}
	if !s.Rules.NoDecks {
		parts = append(parts, e.say("setting.decklists."+notice.Code(set.Decks)))
	}
	return strings.Join(parts, " · ")
}

// optionLine describes the choice for an option of the ruleset.
func (e Env) optionLine(chosen tournament.Option) string {
	for _, o := range e.state().Rules.Options {
		for _, c := range o.Choices {
			if o.Name == chosen.Name && c.Value == chosen.Value && c.Value != o.Default {
				return e.say("setting.line", "setting", notice.Quote(o.Title), "value", notice.Quote(c.Title))
			}
		}
	}
	return ""
}

// pages returns the topics that apply to the event, in menu order.
func (e Env) pages() []string {
	s := e.state()
	out := []string{setting.PageGeneral, setting.PageGame, setting.PageStructure, setting.PageCut, setting.PageDayTwo, setting.PageSpecial, setting.PageRounds, setting.PageMatches, setting.PageDays, setting.PageArranged, setting.PageRegistration, setting.PageEntry, setting.PageTeams, setting.PageDecks, setting.PagePosts}
	out = slices.DeleteFunc(out, func(p string) bool {
		return p == setting.PageDecks && s.Rules.NoDecks || p == setting.PageTeams && s.Rules.Seats.Max > 2 || p != setting.PageGame && len(e.settingsOf(p)) == 0
	})
	if tournament.WithGame.May(s.Phase) != nil {
		return slices.DeleteFunc(out, func(p string) bool { return p == setting.PageGame })
	}
	at := slices.Index(out, setting.PageGame) + 1
	for n := 0; n*inForm < len(e.options()); n++ {
		out = slices.Insert(out, at+n, optionsPage(n))
	}
	return out
}

// settingsOf returns the settings of a topic that may still be changed.
func (e Env) settingsOf(page string) []setting.Event {
	return slices.DeleteFunc(setting.Events(), func(x setting.Event) bool {
		return x.Page != page || x.When != tournament.UntilOver && x.When.May(e.state().Phase) != nil ||
			x.When == tournament.WithCrews && len(e.state().Players) > 0
	})
}

// inForm is the number of fields in a form.
const inForm = 5

// optionsPage returns the topic of the nth form for options of the ruleset.
func optionsPage(n int) string {
	if n == 0 {
		return setting.PageOptions
	}
	return fmt.Sprintf("%s%d", setting.PageOptions, n+1)
}

// topics returns the menu that opens the form of a topic.
func (e Env) topics() discord.StringSelect {
	menu := discord.StringSelect{CustomID: e.id(customid.SettingsTopic{}), Placeholder: e.say("setting.change")}
	for _, page := range first(e.pages(), maxOptions) {
		option := discord.SelectOption{Value: page, Label: e.topic(page)}
		var about []string
		for _, set := range e.settingsOf(page) {
			about = append(about, e.say("setting.title."+notice.Code(set.Key)))
		}
		option.Description = discord.Cut(strings.Join(about, " · "), wire.MaxOptionText)
		menu.Options = append(menu.Options, option)
	}
	return menu
}

func (e Env) topic(page string) string {
	if n, more := strings.CutPrefix(page, setting.PageOptions); more {
		if n == "" {
			return e.say("setting.page.options")
		}
		return e.say("setting.page.more_options", "number", notice.Text(n))
	}
	return e.say("setting.page." + notice.Code(page))
}

// settingMenu returns the menu of a setting for its form.
func (e Env) settingMenu(set *setting.Event) discord.StringSelect {
	s := e.state()
	now := set.Show(&s.Settings)
	chosen := []string{now}
	if set.Many {
		chosen = strings.Fields(now)
	}
	menu := discord.StringSelect{CustomID: set.Key}
	if set.Many {
		menu.Optional, menu.Min, menu.Max = true, new(0), len(set.Choices)
	}
	option := func(value, shown string) {
		switch {
		case shown != "":
		case value == "auto":
			shown = e.say("setting.auto")
		default:
			shown = e.say("setting.off")
		}
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(shown, wire.MaxOptionText), Value: value, Default: slices.Contains(chosen, value)})
	}
	for _, value := range set.Choices {
		with := s.Settings
		if set.Set(&with, value) == nil {
			shown := set.Written(e.reader(), &with)
			if set.Many {
				shown = e.say("setting.hours_before", "hours", notice.Text(value))
			}
			option(value, shown)
		}
	}
	for _, value := range chosen { // keep what only a command can set
		if !slices.Contains(set.Choices, value) && len(menu.Options) < maxOptions && value != "" {
			option(value, set.Written(e.reader(), &s.Settings))
		}
	}
	if set.Many {
		menu.Max = len(menu.Options)
	}
	return menu
}

// SettingsModal returns the form of a topic. Its fields are keys of setting.Apply, or
// FieldGame. An unknown topic means the first.
func SettingsModal(e Env, page string) discord.Modal {
	s := e.state()
	if !slices.Contains(e.pages(), page) {
		page = setting.PageGeneral
	}
	m := discord.Modal{CustomID: e.id(customid.SettingsForm{Page: page}), Title: discord.Plain(e.topic(page), wire.MaxModalTitle)}
	if strings.HasPrefix(page, setting.PageOptions) {
		m.Components = e.optionMenus(page)
		return m
	}
	for _, set := range e.settingsOf(page) {
		label := discord.Label{Text: e.say("setting.title." + notice.Code(set.Key))}
		switch {
		case set.Key == "to_channel":
			menu := discord.EntitySelect{Kind: discord.Channels, CustomID: set.Key, ChannelTypes: []wire.ChannelType{wire.ChannelText}, Optional: true, Min: new(0), Max: 1}
			if c := s.Settings.TOChannel; c != "" {
				menu.Defaults = []string{c}
			}
			label.Description, label.Input = e.say("setting.channel"), menu
		case set.Key == "gate_role":
			menu := discord.EntitySelect{Kind: discord.Roles, CustomID: set.Key, Optional: true, Min: new(0), Max: 1}
			if id := s.Settings.Gate.Role; id != "" {
				menu.Defaults = []string{id}
			}
			label.Description, label.Input = e.say("setting.hint.gate_role"), menu
		case len(set.Choices) > 0:
			label.Input = e.settingMenu(&set)
		default:
			label.Description, label.Input = e.say("setting.hint."+notice.Code(set.Key)), e.settingInput(&set)
		}
		m.Components = append(m.Components, label)
	}
	return m
}

// settingInput returns the text field of a typed setting.
func (e Env) settingInput(set *setting.Event) discord.TextInput {
	s := e.state()
	input := discord.TextInput{CustomID: set.Key, Optional: set.Key != "name", Max: 100}
	if set.Shown(e.reader(), &s.Settings) != "" {
		input.Value = set.Show(&s.Settings)
	}
	switch set.Key {
	case "name":
		input.Max, input.Min = tournament.MaxNameLen, 1
	case "prizes":
		input.Max, input.Paragraph = 500, true
	case "question":
		input.Max = tournament.MaxQuestion
	case "divisions":
		input.Max, input.Paragraph = 400, true
		input.Value = strings.ReplaceAll(input.Value, "; ", "\n")
	}
	input.Value = discord.Cut(input.Value, input.Max)
	return input
}

// options returns the options of the ruleset that mean something to the event.
func (e Env) options() []rules.Option {
	s := e.state()
	return slices.DeleteFunc(slices.Clone(s.Rules.Options), func(o rules.Option) bool {
		return o.Name == rules.TeamsOption && s.Settings.Boards == 0
	})
}

// optionMenus returns the menus of the ruleset options on a page.
func (e Env) optionMenus(page string) (out []discord.Component) {
	s := e.state()
	for i, o := range e.options() {
		if optionsPage(i/inForm) != page {
			continue
		}
		chosen := o.Default
		for _, c := range s.Settings.Options {
			if c.Name == o.Name {
				chosen = c.Value
			}
		}
		menu := discord.StringSelect{CustomID: setting.OptionKey + o.Name}
		for _, c := range first(o.Choices, maxOptions) {
			if c.Value == "" || len(c.Value) > 100 {
				continue
			}
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(e.Words.Value(notice.Quote(c.Title)), wire.MaxOptionText), Value: c.Value, Default: c.Value == chosen})
		}
		title := e.Words.Value(notice.Quote(o.Title))
		label := discord.Label{Text: discord.Plain(title, wire.MaxLabel), Input: menu}
		if len([]rune(title)) > 45 {
			label.Description = discord.Plain(title, wire.MaxLabelDescription)
		}
		if len(menu.Options) > 0 {
			out = append(out, label)
		}
	}
	return out
}

// GameModal returns the form to choose the game.
func GameModal(e Env, games []Game) discord.Modal {
	return discord.Modal{
		CustomID: e.id(customid.SettingsForm{Page: setting.PageGame}), Title: e.topic(setting.PageGame),
		Components: []discord.Component{discord.Label{Text: e.say("create.game"), Input: gameMenu("ruleset", games, e.state().Rules.ID)}},
	}
}
