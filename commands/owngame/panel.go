package owngame

import (
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament/customgame"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// perPage is how many games a page of the list has: as many as its menu.
const perPage = wire.MaxOptions

// suggested suggests names while one is typed.
func suggested(all []string, typed string, value func(i int) any) []discord.Choice {
	return suggest.Names(all, typed, value)
}

func button(w text.Printer, label notice.Code, p customid.Panel) discord.Button {
	return discord.Button{Label: w.Say("button." + label), CustomID: customid.New(0, p)}
}

// listPanel lists the games of a server, with a menu that shows one.
func listPanel(e view.Env, all []stores.Game, page int) discord.Message {
	w := words(e)
	part, page := layout.PageOf(all, page, perPage)
	pages := posted.Pages(len(all), perPage)
	p := layout.New(w, layout.Event, layout.Title(w, w.Say("games.title", "n", len(all)), page, pages))
	var lines []string
	choice := discord.StringSelect{CustomID: customid.New(0, customid.GameOf{}), Placeholder: w.Say("games.choose")}
	for i := range part {
		g := &part[i]
		line := notice.Code("games.line")
		if g.Removed {
			line = "games.line_removed"
		}
		lines = append(lines, "- "+w.Say(line, "game", notice.Text(g.Name), "version", g.Version))
		choice.Options = append(choice.Options, discord.SelectOption{Label: discord.Plain(g.Name, wire.MaxOptionText), Value: g.ID})
	}
	if len(all) == 0 {
		p.Say("games.none")
	}
	p.Lines(lines...)
	p.Choose(choice)
	describe := button(w, "game_new", customid.GameOpen{Page: firstPage})
	describe.Style = discord.Primary
	p.Buttons(append([]discord.Button{describe}, layout.Pager(w, page, pages, func(n int) string { return customid.New(0, customid.Games{Page: n}) })...)...)
	p.Small("games.note")
	return p.Message()
}

// beginPanel answers the choice of another game in the form of a new event.
func beginPanel(e view.Env, key string) discord.Message {
	w := words(e)
	p := layout.New(w, layout.Event, w.Say("games.begin"))
	p.Say("games.begin_note")
	describe := button(w, "game_describe", customid.GameOpen{Of: key, Page: firstPage})
	describe.Style = discord.Primary
	p.Buttons(describe, button(w, "games", customid.Games{}))
	return p.Message()
}

// mostScripts is how many scripts of a game its panel shows.
const mostScripts = 6

// picksOf describes the picks and bans of a game in lines.
func picksOf(w text.Printer, g *customgame.Game) (out []string) {
	p := &g.Picks
	if p.Preset == customgame.NoPicks {
		return nil
	}
	n := 0
	for _, l := range p.Lists {
		n += len(l.Items) + l.PerPlayer
	}
	line := w.Say("games.picks", "kind", text.Raw(w.Say("games.preset."+notice.Code(p.Preset))), "n", n)
	if p.Clock > 0 {
		line += " · " + w.Say("games.clock", "span", p.Clock)
	}
	out = append(out, line)
	scripts := g.Scripts()
	for _, s := range scripts[:min(len(scripts), mostScripts)] {
		out = append(out, "- "+code(discord.Cut(s, 150)))
	}
	return out
}

// code shows a text as it is typed.
func code(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }

// facts describes a game in lines.
func facts(w text.Printer, d *draft, g *customgame.Game) []string {
	draws, structure := notice.Code("games.no_draws"), w.Say("games.as_usual")
	if d.Draws {
		draws = "games.draws"
	}
	if d.Structure != "" {
		structure = code(d.Structure)
	}
	kind, ranking := notice.Code("games.base_other"), "games.ranking."+notice.Code(d.Ranking)
	if d.Base != "" {
		kind = "games.base." + notice.Code(d.Base)
	}
	if d.Ranking == customgame.OfBase {
		ranking = "games.ranking.base"
	}
	lines := []string{
		w.Say("games.match", "length", text.Raw(w.Say("games.best_of", "n", d.BestOf)), "draws", text.Raw(w.Say(draws))),
		w.Say("games.structure", "structure", text.Raw(structure)),
		w.Say("games.tiebreakers", "ranking", text.Raw(w.Say(ranking))),
		w.Say("games.kind", "kind", text.Raw(w.Say(kind))),
	}
	lines = append(lines, picksOf(w, g)...)
	if d.About != "" {
		lines = append(lines, "> "+discord.Escape(strings.Join(strings.Fields(d.About), " ")))
	}
	return lines
}

// shown is a game as its panel shows it.
type shown struct {
	customgame.Game
	stored   stores.Game
	versions []stores.Game // newest first
	done     notice.Code   // what has just become of it; "" for nothing
}

// gamePanel shows a game of the server and what can be done with it.
func gamePanel(e view.Env, g *shown) discord.Message {
	w := words(e)
	p := layout.New(w, layout.Event, discord.Escape(g.stored.Name))
	if g.stored.Removed {
		p.Accent = layout.Quiet
	}
	if g.done != "" {
		p.Say(g.done, "version", g.stored.Version)
	} else if g.stored.Removed {
		p.Say("games.removed")
	}
	p.Lines(facts(w, new(draft).of(g.Game), &g.Game)...)
	by := notice.Code("games.version")
	if g.stored.By == "" {
		by = "games.version_only"
	}
	p.Note(w.Say(by, "version", g.stored.Version, "by", text.Raw(discord.MentionUser(g.stored.By)), "at", notice.Time{Time: g.stored.At}) + " " + w.Say("games.events_keep"))
	if g.More {
		p.Small("games.more")
	}
	id := g.stored.ID
	create := button(w, "create", customid.CreateOpen{Ruleset: id})
	create.Style = discord.Success
	edit, file, rules := button(w, "edit", customid.GameOpen{Of: id, Page: firstPage}), button(w, "game_file", customid.GameFile{ID: id}), button(w, "rules", customid.Rules{Ruleset: id})
	trial := button(w, "game_try", customid.GameTry{Of: id})
	shelf := button(w, "game_remove", customid.GameShelf{ID: id})
	if g.stored.Removed {
		shelf = button(w, "game_back", customid.GameShelf{ID: id, Back: true})
		shelf.Style = discord.Success
		p.Buttons(shelf, trial, file, button(w, "games", customid.Games{}))
	} else {
		p.Buttons(create, trial, edit, rules)
		p.Buttons(file, shelf, button(w, "games", customid.Games{}))
	}
	if len(g.versions) > 1 {
		earlier := discord.StringSelect{CustomID: customid.New(0, customid.GameVersion{ID: id}), Placeholder: w.Say("games.earlier")}
		for _, v := range g.versions[1:min(len(g.versions), wire.MaxOptions)] {
			earlier.Options = append(earlier.Options, discord.SelectOption{
				Label: e.Words.Say("games.version_label", "version", v.Version, "game", text.Raw(discord.Plain(v.Name, customgame.MaxName)), "at", text.Raw(v.At.Format(time.DateOnly))), Value: versionValue(v.Version),
			})
		}
		p.Choose(earlier)
	}
	return p.Message()
}

// versionValue is the value of a version in the menu of versions.
func versionValue(version int) string { return strconv.Itoa(version) }

// draftPanel shows a draft: what it says, and what does not fit.
func draftPanel(e view.Env, m *made) discord.Message {
	w := words(e)
	title := w.Say("games.draft")
	if m.Name != "" {
		title = w.Say("games.draft_of", "game", notice.Text(m.Name))
	}
	p := layout.New(w, layout.Late, title)
	p.Lines(facts(w, m.draft, &m.game)...)
	save := button(w, "game_save", customid.GameSave{Draft: m.key})
	save.Style = discord.Success
	buttons := []discord.Button{save, button(w, "game_try", customid.GameTry{Of: m.key})}
	if m.wrong != nil {
		p.Accent = layout.Trouble
		p.Text("⚠️ " + w.Notice(router.Why(m.wrong)))
		buttons = nil
	}
	p.Buttons(append(buttons,
		button(w, "game_first", customid.GameOpen{Of: m.key, Page: firstPage}), button(w, "game_second", customid.GameOpen{Of: m.key, Page: secondPage}),
		button(w, "picks", customid.GameOpen{Of: m.key, Page: picksPage}),
		discord.Button{Label: w.Say("sure.cancel"), CustomID: customid.New(0, customid.GameDrop{Draft: m.key})},
	)...)
	switch {
	case m.file != nil && m.game.More:
		p.Small("games.more_draft")
	case m.ID != "":
		p.Small("games.waits_next", "version", m.Version+1)
	default:
		p.Small("games.waits")
	}
	return p.Message()
}

// savedPanel says that the game for a new event is saved, and goes on with the event.
func savedPanel(e view.Env, g *stores.Game, create customid.CreateOpen) discord.Message {
	w := words(e)
	p := layout.New(w, layout.Event, w.Say("games.saved_for", "game", notice.Text(g.Name)))
	next := button(w, "create", create.Fitted())
	next.Style = discord.Success
	p.Buttons(next, button(w, "games", customid.Games{}))
	return p.Message()
}
