package view

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// rowsPerPage is the number of players on a page of standings.
const rowsPerPage = 20

// GroupStandings shows a page of a group's standings after a round, ranked among
// themselves. after -1 means the last finished round.
func GroupStandings(e Env, after, page int, g Group) discord.Message {
	t, err := e.state().Table(after)
	if err != nil {
		return e.nothing("standings.none")
	}
	if !slices.Contains(Groups(e.state()), g) {
		g = Group{}
	}
	rows := e.groupRows(t, g)
	p, perPage := e.standingsPanel(t, rows, page, g)
	_, page = pageOf(rows, page, perPage)
	p.text(e.splitNote(t.After))
	p.text(e.lockNote(t.After))
	p.text(e.openNote(t.After))
	p.choose(e.groupMenu(t.After, g))
	buttons := e.pager(page, pagesOf(len(rows), perPage), func(n int) string { return e.standingsID(t.After, n, g, e.AsText) })
	switch {
	case perPage == figureRows:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: e.standingsID(t.After, page*figureRows/rowsPerPage, g, true)})
	case e.Draw != nil && e.AsText:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_picture"), CustomID: e.standingsID(t.After, page*rowsPerPage/figureRows, g, false)})
	}
	p.buttons(buttons...)
	return p.message()
}

// standingsID returns the custom id of a page of the standings after a round.
func (e Env) standingsID(after, page int, g Group, asText bool) string {
	return e.id(customid.Standings{After: after, Page: page, Division: g.Division, Flight: g.Flight, AsText: asText})
}

// PostedStandings returns how many posts the standings after a round need: the first
// page, or the first page per division with its own places or per group of a round robin.
// The other pages are a button away, because a channel accepts about one post a second.
func PostedStandings(s *tournament.State) int { return max(1, len(postedGroups(s))) }

// postedGroups returns the groups whose standings are posted one by one; none if the
// field is not divided.
func postedGroups(s *tournament.State) []Group {
	switch {
	case s.ByDivision():
		return divisionGroups(s)
	case s.InGroups():
		return Groups(s)
	}
	return nil
}

// divisionGroups returns the divisions with players.
func divisionGroups(s *tournament.State) []Group {
	return slices.DeleteFunc(Groups(s), func(g Group) bool { return g.Flight > 0 })
}

// StandingsPost returns one of the posts counted by PostedStandings.
func StandingsPost(e Env, after, page int) discord.Message {
	t, err := e.state().Table(after)
	if err != nil || after > len(e.state().Rounds) {
		return e.withdrawn()
	}
	rows, g := t.Rows, Group{}
	if parts := postedGroups(e.state()); len(parts) > 0 {
		g = parts[min(max(page, 0), len(parts)-1)]
		rows = e.groupRows(t, g)
	}
	p, perPage := e.standingsPanel(t, rows, 0, g)
	p.text(e.splitNote(t.After))
	p.text(e.lockNote(t.After))
	p.text(e.openNote(t.After))
	if page == 0 {
		e.race(p, t.After)
	}
	buttons := []discord.Button{{Label: e.say("button.status"), CustomID: e.id(customid.Status{})}}
	if len(rows) > perPage {
		buttons = append(buttons, discord.Button{Label: e.say("button.all_standings"), CustomID: e.standingsID(t.After, 1, g, false)})
	}
	if perPage == figureRows {
		buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: e.standingsID(t.After, 0, g, true)})
	}
	p.buttons(buttons...)
	return p.message()
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
func (e Env) standingsPanel(t *standings.Table, all []standings.Row, page int, g Group) (p *panel, perPage int) {
	title := e.standingsTitle(t.After, g)
	if len(all) > 0 {
		figures := []figure{e.standingsFigure(t, all, page, title)}
		if cross, ok := e.crosstableFigure(t); ok {
			figures = append(figures, cross)
		}
		p = e.titled(accentRound, e.pageTitle(title, page, pagesOf(len(all), figureRows)))
		if p.gallery(e, figures...) {
			rows, _ := pageOf(all, page, figureRows)
			p.note(strings.Join(e.remarks(t, rows), "\n"))
			return p, figureRows
		}
	}
	rows, page := pageOf(all, page, rowsPerPage)
	p = e.titled(accentRound, e.pageTitle(title, page, pagesOf(len(all), rowsPerPage)))
	p.note(string(e.title()))
	if len(rows) == 0 {
		p.say("standings.nobody")
		return p, rowsPerPage
	}
	shown := StandingsTable(e, table.Grid, Standings{Table: t, Rows: rows})
	shown.Cut = e.cut(t, all, page*rowsPerPage)
	p.text(grid(shown))
	p.note(strings.Join(e.notes(shown, t, rows), "\n"))
	return p, rowsPerPage
}

// standingsTitle returns the title of a group's standings after a round.
func (e Env) standingsTitle(after int, g Group) string {
	title := e.say("standings.players")
	switch {
	case after == len(e.state().Rounds) && e.openUpTo(after) > 0:
		title = e.say("standings.now")
	case after > 0:
		title = e.say("standings.after", "round", text.Raw(e.round(after)))
	}
	if name := e.groupName(g); name != "" {
		return e.say("standings.of_group", "group", text.Raw(name), "title", text.Raw(title))
	}
	return title
}

// pageTitle returns a title in Markdown with the number of the page.
func (e Env) pageTitle(title string, page, pages int) string {
	title = discord.Escape(title)
	if pages > 1 {
		return e.say("page.title", "title", text.Raw(title), "page", min(max(page, 0), pages-1)+1, "pages", pages)
	}
	return title
}

// Standings are rows of the standings with what only files and programs are shown.
type Standings struct {
	*standings.Table
	Rows   []standings.Row
	Places []int              // final places by index
	ID     func(int32) string // of a player by index
}

// StandingsTable returns rows of the standings as a table. Mahjong has no wins and losses,
// so records are left out there.
func StandingsTable(e Env, form table.Form, of Standings) *table.Table {
	t := table.Make(form, e.standingsColumns(form, &of), of.Rows)
	for i := range of.Rows {
		if of.Rows[i].Dropped {
			t.Rows[i].Mark = table.Dropped
		}
	}
	return t
}

// standingsColumn makes a column of the standings.
type standingsColumn = table.Maker[standings.Row]

// standingsColumns lists the columns of the standings.
func (e Env) standingsColumns(form table.Form, of *Standings) []standingsColumn {
	const people, programs = table.Grid | table.Picture | table.HTML, table.Sheet | table.CSV | table.JSON
	rs, recorded := e.state().Rules, recorded(e.state().Rules)
	title := func(short, long notice.Code) string {
		if form == table.Grid {
			return e.say(short)
		}
		return e.say(long)
	}
	list := []standingsColumn{
		{Column: table.Column{Key: "rank", Title: e.say("column.rank"), Kind: table.Rank}, Cell: func(r *standings.Row) table.Cell {
			if r.Place == 0 && form&people != 0 {
				return table.Said("-")
			}
			return table.Said(strconv.Itoa(r.Rank))
		}},
		{Column: table.Column{Key: "player", Title: title("column.name", "web.player"), Kind: table.Name}, Cell: func(r *standings.Row) table.Cell {
			if form == table.JSON {
				return table.Said(of.ID(r.Player))
			}
			return table.Said(e.rawName(int(r.Player) + 1))
		}},
		{In: table.JSON, Column: table.Column{Key: "place", Kind: table.Number}, Cell: of.place},
		{In: table.JSON, Column: table.Column{Key: "dropped"}, Cell: func(r *standings.Row) table.Cell { return table.Cell{Data: r.Dropped} }},
	}
	for _, part := range fieldParts(e.state()) {
		list = append(list, standingsColumn{In: table.CSV, Column: table.Column{Key: part.key}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(part.of(&e.state().Ledger.Players[r.Player]))
		}})
	}
	list = append(list, standingsColumn{
		Column: table.Column{Key: "points", Title: title("column.points", "column.points_long"), Kind: table.Exact, Strong: true, Decimals: rs.Scoring.Decimals},
		Cell:   func(r *standings.Row) table.Cell { return table.Cell{Text: pointsOf(rs, r), Exact: r.Points} },
	})
	recordTitle := title("column.record", "column.record_long")
	if form == table.Sheet {
		recordTitle = e.say("column.wins_losses_draws")
	}
	if recorded || form&programs != 0 {
		list = append(list, standingsColumn{
			In: people | table.Sheet | table.JSON, Column: table.Column{Key: "record", Title: recordTitle},
			Cell: func(r *standings.Row) table.Cell {
				switch form {
				case table.JSON:
					return table.Cell{Data: r.Record}
				case table.Sheet:
					return table.Said(fmt.Sprintf("%d-%d-%d", r.Record[0], r.Record[1], r.Record[2]))
				}
				return table.Said(record(r.Record))
			},
		})
	}
	for k, key := range []string{"won", "lost", "drawn"} {
		list = append(list, standingsColumn{In: table.CSV, Column: table.Column{Key: key, Kind: table.Number}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(strconv.Itoa(r.Record[k]))
		}})
	}
	return append(append(list, e.tiebreakColumns(form, of)...),
		standingsColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "place", Title: e.say("web.place"), Kind: table.Number}, Cell: of.place},
		standingsColumn{In: table.Sheet | table.CSV, Column: table.Column{Key: "status"}, Cell: func(r *standings.Row) table.Cell {
			return table.Said(e.statusOf(r, form))
		}},
	)
}

// place returns the final place of a player, if it is settled.
func (s *Standings) place(r *standings.Row) table.Cell {
	if n := s.Places[r.Player]; n > 0 {
		return table.Said(strconv.Itoa(n))
	}
	return table.Cell{}
}

// tiebreakColumns lists the columns of the tiebreakers, in the order of the ruleset and in
// its words. People see those that separate players; in pictures and on pages those that
// are only shown come after those that rank.
func (e Env) tiebreakColumns(form table.Form, of *Standings) []standingsColumn {
	words := e.words()
	if form != table.Grid {
		words.Escape = nil
	}
	var list, last []standingsColumn
	useful := 0
	for i, c := range of.Columns {
		if c.Group {
			continue // a rule about level players, which has no value of its own
		}
		m := standingsColumn{
			In: table.Sheet,
			Column: table.Column{
				Key: c.Func, Title: c.Short, About: words.Value(c.Title), Kind: table.Ratio, Decimals: c.Decimals, Within: "tiebreakers",
			},
			Cell: func(r *standings.Row) table.Cell {
				return table.Cell{Text: strings.TrimSuffix(c.Format(r.Values[i]), "%"), Exact: r.Values[i]}
			},
		}
		if c.Percent {
			m.Unit = "%"
		}
		if c.Func != "points" {
			m.In |= table.CSV
		}
		if !slices.ContainsFunc(of.Columns[:i], func(x standings.Column) bool { return x.Func == c.Func && !x.Group }) {
			m.In |= table.JSON
		}
		if c.Percent || !level(of.Table, i) { // equal for all otherwise, such as "on time"
			useful++
			m.In, m.Extra = m.In|table.Grid|table.Picture|table.HTML, useful
		}
		if c.ShowOnly && form&(table.Picture|table.HTML) != 0 {
			last = append(last, m)
		} else {
			list = append(list, m)
		}
	}
	return append(list, last...)
}

func level(t *standings.Table, column int) bool {
	for i := range t.Rows {
		if !t.Rows[i].Values[column].Equal(t.Rows[0].Values[column]) {
			return false
		}
	}
	return true
}

// statusOf says in a word why a player stands otherwise than the others.
func (e Env) statusOf(r *standings.Row, form table.Form) string {
	locked := e.state().Locked(int(r.Player) + 1)
	switch {
	case r.Disqualified:
		return "disqualified"
	case r.Dropped:
		return "dropped"
	case r.Late:
		return "late"
	case locked > 0 && form == table.Sheet:
		return e.say("lock.since", "round", locked)
	case locked > 0:
		return "locked"
	}
	return ""
}

// fieldPart says to which part of the field a player belongs.
type fieldPart struct {
	key string
	of  func(*ledger.Player) string
}

// fieldParts returns the parts into which the field of an event is divided.
func fieldParts(s *tournament.State) []fieldPart {
	var out []fieldPart
	if names := s.Settings.Divisions; len(names) > 1 {
		out = append(out, fieldPart{"division", func(l *ledger.Player) string { return names[min(int(l.Division), len(names)-1)] }})
	}
	if len(s.Drawn) > 0 {
		out = append(out, fieldPart{"flight", func(l *ledger.Player) string { return fmt.Sprint(l.Flight) }})
	}
	if s.Draft != nil && len(s.Draft.Pods) > 1 {
		out = append(out, fieldPart{"pod", func(l *ledger.Player) string { return fmt.Sprint(l.Flight + 1) }})
	}
	return out
}

// StandingsCSV returns the standings after the last closed round, with the places that are
// settled, for a spreadsheet.
func StandingsCSV(snap *tournament.Snapshot) ([]byte, error) {
	t, err := snap.State.Table(-1)
	if err != nil {
		return nil, err
	}
	places, err := snap.State.SettledPlaces()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = StandingsTable(Env{Snap: snap}, table.CSV, Standings{Table: t, Rows: t.Rows, Places: places}).CSV(&out)
	return out.Bytes(), err
}

// notes explains a grid of rows of the standings.
func (e Env) notes(shown *table.Table, t *standings.Table, rows []standings.Row) []string {
	var out []string
	if words := legend(shown, " ", " · "); words != "" {
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
	return append(out, e.say("standings.why", "explain", e.command("explain standing")))
}
