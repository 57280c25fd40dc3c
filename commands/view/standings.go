package view

import (
	"slices"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/tournament/field"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// rowsPerPage is the number of players on a page of standings.
const rowsPerPage = 20

// GroupStandings shows a page of a group's standings after a round, ranked among
// themselves. after -1 means the last finished round.
func GroupStandings(e Env, after, page int, g field.Group) discord.Message {
	t, err := e.state().Table(after)
	if err != nil {
		return e.nothing("standings.none")
	}
	if !slices.Contains(field.Groups(e.state()), g) {
		g = field.Group{}
	}
	rows := e.groupRows(t, g)
	p, perPage := e.standingsPanel(t, rows, page, g)
	_, page = layout.PageOf(rows, page, perPage)
	p.Text(e.splitNote(t.After))
	p.Text(e.lockNote(t.After))
	p.Text(e.openNote(t.After))
	p.Choose(e.groupMenu(t.After, g))
	buttons := layout.Pager(e.words(), page, posted.Pages(len(rows), perPage), func(n int) string { return e.standingsID(t.After, n, g, e.AsText) })
	switch {
	case perPage == layout.FigureRows:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: e.standingsID(t.After, page*layout.FigureRows/rowsPerPage, g, true)})
	case e.Draw != nil && e.AsText:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_picture"), CustomID: e.standingsID(t.After, page*rowsPerPage/layout.FigureRows, g, false)})
	}
	if len(rows) > 0 && t.After == e.state().Counted() {
		buttons = append(buttons, discord.Button{Label: e.say("button.my_place"), CustomID: e.id(customid.Explain{})})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// standingsID returns the custom id of a page of the standings after a round.
func (e Env) standingsID(after, page int, g field.Group, asText bool) string {
	return e.id(customid.Standings{After: after, Page: page, Division: g.Division, Flight: g.Flight, AsText: asText})
}

// StandingsPost returns one of the posts counted by PostedStandings.
func StandingsPost(e Env, after, page int) discord.Message {
	t, err := e.state().Table(after)
	if err != nil || after > len(e.state().Rounds) {
		return e.withdrawn()
	}
	rows, g := t.Rows, field.Group{}
	if parts := posted.StandingsGroups(e.state()); len(parts) > 0 {
		g = parts[min(max(page, 0), len(parts)-1)]
		rows = e.groupRows(t, g)
	}
	p, perPage := e.standingsPanel(t, rows, 0, g)
	p.Text(e.splitNote(t.After))
	p.Text(e.lockNote(t.After))
	p.Text(e.openNote(t.After))
	if page == 0 {
		e.race(p, t.After)
	}
	buttons := []discord.Button{{Label: e.say("button.status"), CustomID: e.id(customid.Status{})}}
	if len(rows) > perPage {
		buttons = append(buttons, discord.Button{Label: e.say("button.all_standings"), CustomID: e.standingsID(t.After, 1, g, false)})
	}
	if perPage == layout.FigureRows {
		buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: e.standingsID(t.After, 0, g, true)})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// swissDone returns the last round that the current standings include.
func (e Env) swissDone() int {
	s := e.state()
	if s.Elimination() != nil {
		return min(s.Counted(), s.Elimination().FirstRound-1)
	}
	return s.Counted()
}

// openUpTo returns the number of unplayed arranged matches up to a round.
func (e Env) openUpTo(round int) (n int) {
	s := e.state()
	for r := 1; s.Arranged() && r <= round; r++ {
		n += len(s.Blocking(r))
	}
	return n
}

// openNote says what is missing from the standings after a round; "" if nothing is.
func (e Env) openNote(after int) string {
	if n := e.openUpTo(after); n > 0 {
		return e.say("standings.open", "n", n)
	}
	return ""
}

// standingsPanel shows a page of rows, as a picture if possible, and returns the number
// of rows per page.
func (e Env) standingsPanel(t *standings.Table, all []standings.Row, page int, g field.Group) (p *layout.Panel, perPage int) {
	title := e.standingsTitle(t.After, g)
	if len(all) > 0 {
		figures := []layout.Figure{e.standingsFigure(t, all, page, title)}
		if cross, ok := drawing.Crosstable(e.about(), t); ok {
			figures = append(figures, layout.Figure{Name: "crosstable", Drawing: cross})
		}
		p = e.titled(layout.Round, layout.Title(e.words(), title, page, posted.Pages(len(all), layout.FigureRows)))
		if p.Gallery(e.draws(), figures...) {
			rows, _ := layout.PageOf(all, page, layout.FigureRows)
			p.Note(strings.Join(e.remarks(t, rows), "\n"))
			return p, layout.FigureRows
		}
	}
	rows, page := layout.PageOf(all, page, rowsPerPage)
	p = e.titled(layout.Round, layout.Title(e.words(), title, page, posted.Pages(len(all), rowsPerPage)))
	p.Note(string(e.title()))
	if len(rows) == 0 {
		p.Say("standings.nobody")
		return p, rowsPerPage
	}
	shown := e.standings(t, rows).Make(table.Grid, e.words())
	shown.Cut = e.cut(t, all, page*rowsPerPage)
	p.Text(layout.Grid(shown))
	p.Note(strings.Join(e.notes(shown, t, rows), "\n"))
	return p, rowsPerPage
}

// standingsTitle returns the title of a group's standings after a round.
func (e Env) standingsTitle(after int, g field.Group) string {
	title := e.say("standings.players")
	switch {
	case after == len(e.state().Rounds) && e.openUpTo(after) > 0:
		title = e.say("standings.now")
	case after > 0:
		title = e.say("standings.after", "round", text.Raw(e.round(after)))
	}
	if name := e.about().Group(g); name != "" {
		return e.say("standings.of_group", "group", text.Raw(name), "title", text.Raw(title))
	}
	return title
}

// standings are rows of the standings for a table of them.
func (e Env) standings(t *standings.Table, rows []standings.Row) columns.Standings {
	return columns.Standings{State: e.state(), Table: t, Rows: rows, Name: e.rawName}
}

// notes explains a grid of rows of the standings.
func (e Env) notes(shown *table.Table, t *standings.Table, rows []standings.Row) []string {
	var out []string
	if words := layout.Legend(shown, " ", " · "); words != "" {
		out = append(out, words)
	}
	if slices.ContainsFunc(rows, func(r standings.Row) bool { return r.Dropped }) {
		out = append(out, e.say("standings.dropped"))
	}
	if slices.ContainsFunc(rows, func(r standings.Row) bool { return r.Place == 0 }) {
		out = append(out, e.say("standings.unplaced"))
	}
	return append(out, e.remarks(t, rows)...)
}

// remarks returns what neither the table nor its picture shows.
func (e Env) remarks(t *standings.Table, rows []standings.Row) []string {
	var out []string
	if e.parted(t) {
		out = append(out, e.say("standings.parted"))
	}
	late := 0
	for i := range rows {
		if rows[i].Late {
			late++
		}
	}
	if late > 0 && e.state().Rules.Entry.RanksLate {
		out = append(out, e.say("standings.late", "n", late))
	}
	return append(out, e.say("standings.why", "explain", e.command("explain")))
}
