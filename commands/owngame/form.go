package owngame

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/router"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament/customgame"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// Fields of the form.
const (
	fieldName      = "name"
	fieldResult    = "result"
	fieldDraws     = "draws"
	fieldBase      = "base"
	fieldStructure = "structure"
	fieldRanking   = "ranking"
	fieldAbout     = "about"
	fieldItems     = "items"
	fieldPreset    = "preset"
	fieldScripts   = "scripts"
	fieldSides     = "sides"
	fieldClock     = "clock"
)

// Pages of the form.
const (
	firstPage  = 1
	secondPage = 2
	picksPage  = 3
)

const yes, no = "yes", "no"

// asBase is the choice of a ranking that leaves it to the base, which has no name.
const asBase = "base"

// lengths are the lengths of matches to choose from.
var lengths = []int{1, 2, 3, 5, 7, 9, 11, 13, 15}

func words(e view.Env) text.Printer { return wording.Markdown(e.Words) }

// form is a page of the form, filled in with a draft.
func form(e view.Env, d *draft, p customid.GameOpen) discord.Modal {
	w := e.Words
	m := discord.Modal{CustomID: customid.New(0, customid.GameForm(p)), Title: w.Say("games.form", "page", p.Page)}
	if d.Name != "" {
		m.Title = discord.Plain(w.Say("games.form_of", "game", text.Raw(d.Name), "page", p.Page), wire.MaxModalTitle)
	}
	switch p.Page {
	case picksPage:
		m.Title, m.Components = w.Say("button.picks"), third(w, d)
	case secondPage:
		m.Components = second(w, d)
	default:
		m.Components = first(w, d)
	}
	return m
}

func first(w text.Printer, d *draft) []discord.Component {
	var results, bases []discord.SelectOption
	for _, n := range d.lengths() {
		results = append(results, discord.SelectOption{Label: w.Say("games.best_of", "n", n), Value: strconv.Itoa(n), Default: n == d.BestOf})
	}
	for _, b := range customgame.Bases() {
		bases = append(bases, discord.SelectOption{
			Label: w.Say("games.base." + notice.Code(b)), Description: w.Say("games.base_hint." + notice.Code(b)), Value: string(b), Default: b == d.Base,
		})
	}
	return []discord.Component{
		discord.Label{Text: w.Say("games.field_name"), Input: discord.TextInput{
			CustomID: fieldName, Min: 1, Max: customgame.MaxName, Value: discord.Plain(d.Name, customgame.MaxName), Placeholder: w.Say("games.field_name_hint"),
		}},
		discord.Label{Text: w.Say("games.field_result"), Description: w.Say("games.field_result_hint"), Input: discord.StringSelect{CustomID: fieldResult, Options: results}},
		discord.Label{Text: w.Say("games.field_draws"), Description: w.Say("games.field_draws_hint"), Input: discord.StringSelect{CustomID: fieldDraws, Options: []discord.SelectOption{
			{Label: w.Say("games.draws_no"), Value: no, Default: !d.Draws}, {Label: w.Say("games.draws_yes"), Value: yes, Default: d.Draws},
		}}},
		discord.Label{Text: w.Say("games.field_base"), Description: w.Say("games.field_base_hint"), Input: discord.StringSelect{CustomID: fieldBase, Options: bases}},
	}
}

// lengths returns the lengths of matches to choose from, with that of the draft.
func (d *draft) lengths() []int {
	out := append(slices.Clone(lengths), d.BestOf)
	slices.Sort(out)
	return slices.Compact(out)
}

func second(w text.Printer, d *draft) []discord.Component {
	rankings := []discord.SelectOption{{Label: w.Say("games.ranking.base"), Value: asBase, Default: d.Ranking == customgame.OfBase}}
	for _, r := range customgame.Rankings() {
		rankings = append(rankings, discord.SelectOption{Label: w.Say("games.ranking." + notice.Code(r)), Value: string(r), Default: r == d.Ranking})
	}
	return []discord.Component{
		discord.Label{Text: w.Say("games.field_structure"), Description: w.Say("games.field_structure_hint"), Input: discord.TextInput{
			CustomID: fieldStructure, Optional: true, Max: stage.MaxText, Value: discord.Cut(d.Structure, stage.MaxText), Placeholder: "swiss 5 bo1 > single 8 bo3 final bo5",
		}},
		discord.Label{Text: w.Say("games.field_ranking"), Description: w.Say("games.field_ranking_hint"), Input: discord.StringSelect{CustomID: fieldRanking, Options: rankings}},
		discord.Label{Text: w.Say("games.field_about"), Description: w.Say("games.field_about_hint"), Input: discord.TextInput{
			CustomID: fieldAbout, Paragraph: true, Optional: true, Max: customgame.MaxAbout, Value: discord.Cut(d.About, customgame.MaxAbout),
		}},
	}
}

// asNone is the choice of no picks and bans, which has no name.
const asNone = "none"

// clocks are the clocks of a step to choose from.
var clocks = []time.Duration{0, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}

// third is the page of picks and bans.
func third(w text.Printer, d *draft) []discord.Component {
	presets := []discord.SelectOption{{Label: w.Say("games.preset.none"), Value: asNone, Default: d.Preset == customgame.NoPicks}}
	for _, p := range append(customgame.Presets(), customgame.Typed) {
		presets = append(presets, discord.SelectOption{
			Label: w.Say("games.preset." + notice.Code(p)), Description: w.Say("games.preset_hint." + notice.Code(p)), Value: string(p), Default: p == d.Preset,
		})
	}
	all, times := clocks, []discord.SelectOption(nil)
	if !slices.Contains(all, d.Clock) {
		all = append(slices.Clone(all), d.Clock)
		slices.Sort(all)
	}
	for _, c := range all {
		label := w.Say("games.no_clock")
		if c > 0 {
			label = w.Say("games.clock", "span", c)
		}
		times = append(times, discord.SelectOption{Label: label, Value: strconv.Itoa(int(c / time.Second)), Default: c == d.Clock})
	}
	return []discord.Component{
		discord.Label{Text: w.Say("games.field_preset"), Input: discord.StringSelect{CustomID: fieldPreset, Options: presets}},
		discord.Label{Text: w.Say("games.field_items"), Description: w.Say("games.field_items_hint"), Input: discord.TextInput{
			CustomID: fieldItems, Paragraph: true, Optional: true, Max: customgame.MaxPicks, Value: discord.Cut(d.Items, customgame.MaxPicks),
		}},
		discord.Label{Text: w.Say("games.field_scripts"), Description: w.Say("games.field_scripts_hint"), Input: discord.TextInput{
			CustomID: fieldScripts, Paragraph: true, Optional: true, Max: customgame.MaxPicks, Value: discord.Cut(d.Scripts, customgame.MaxPicks), Placeholder: "bo3: ban A, ban B, pick A, pick B, left",
		}},
		discord.Label{Text: w.Say("games.field_sides"), Description: w.Say("games.field_sides_hint"), Input: discord.TextInput{
			CustomID: fieldSides, Optional: true, Max: maxSides, Value: discord.Cut(d.Sides, maxSides),
		}},
		discord.Label{Text: w.Say("games.field_clock"), Description: w.Say("games.field_clock_hint"), Input: discord.StringSelect{CustomID: fieldClock, Options: times}},
	}
}

// maxSides is the most characters of the two sides of a game.
const maxSides = 125

// fill takes over what was filled in on a page. A file is then no longer what is saved.
func (d *draft) fill(page int, field func(string) string) error {
	d.file = nil
	switch page {
	case picksPage:
		seconds, err := strconv.Atoi(field(fieldClock))
		if err != nil {
			return router.ErrOldPanel
		}
		d.Items, d.Scripts, d.Sides = strings.TrimSpace(field(fieldItems)), strings.TrimSpace(field(fieldScripts)), strings.TrimSpace(field(fieldSides))
		if d.Preset = customgame.Preset(field(fieldPreset)); d.Preset == asNone {
			d.Preset = customgame.NoPicks
		}
		d.Clock = time.Duration(seconds) * time.Second
		return nil
	case secondPage:
		d.Structure = strings.Join(strings.Fields(field(fieldStructure)), " ")
		d.About = strings.TrimSpace(field(fieldAbout))
		if d.Ranking = customgame.Ranking(field(fieldRanking)); d.Ranking == asBase {
			d.Ranking = customgame.OfBase
		}
		return nil
	}
	n, err := strconv.Atoi(field(fieldResult))
	if page != firstPage || err != nil {
		return router.ErrOldPanel
	}
	d.Name = strings.Join(strings.Fields(field(fieldName)), " ")
	d.BestOf, d.Draws, d.Base = n, field(fieldDraws) == yes, customgame.Base(field(fieldBase))
	return nil
}
