package view

import (
	"slices"
	"strings"

	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/tournament/field"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// standingsFigure returns a page of the standings of a group, layout.FigureRows rows per page.
func (e Env) standingsFigure(t *standings.Table, all []standings.Row, page int, title string) layout.Figure {
	rows, page := layout.PageOf(all, page, layout.FigureRows)
	d := e.standingsShown(table.Picture, t, rows, title)
	if len(all) > layout.FigureRows {
		first := page*layout.FigureRows + 1
		d.Subtitle += " · " + e.say("standings.span", "from", first, "to", first+len(rows)-1, "n", len(all))
	}
	d.Cut = e.cut(t, all, page*layout.FigureRows)
	return layout.Figure{Name: "standings", Drawing: pictures.TableData{Table: d}}
}

// StandingsDrawing returns the standings of the whole field as one drawing, for programs
// without Discord.
func StandingsDrawing(e Env, t *standings.Table) pictures.Drawing {
	return pictures.TableData{Table: StandingsTable(e, table.Picture, t, field.Group{})}
}

// StandingsTable returns the standings of a group, with the cut line.
func StandingsTable(e Env, form table.Form, t *standings.Table, g field.Group) *table.Table {
	rows := e.groupRows(t, g)
	d := e.standingsShown(form, t, rows, e.standingsTitle(t.After, g))
	d.Cut = e.cut(t, rows, 0)
	return d
}

// standingsShown returns rows of the standings with all that explains them.
func (e Env) standingsShown(form table.Form, t *standings.Table, rows []standings.Row, title string) *table.Table {
	d := e.standings(t, rows).Make(form, e.words())
	d.Title, d.Subtitle, d.Note = title, e.subtitle(), layout.Legend(d, ": ", " · ")
	if slices.ContainsFunc(rows, func(r standings.Row) bool { return r.Place == 0 }) {
		d.Note = strings.TrimPrefix(d.Note+" · "+e.say("standings.unplaced"), " · ")
	}
	return d
}

// cut returns the line of the cut among all rows of a group, for a table that begins
// after some of them.
func (e Env) cut(t *standings.Table, all []standings.Row, before int) table.Cut {
	after, places := e.cutLine(t, all)
	if after <= before {
		return table.Cut{}
	}
	return table.Cut{After: after - before, Label: e.say("cut.top", "n", places)}
}

// cutLine returns after how many of these rows the cut falls, and how many of the players
// above it make the cut. Players who have dropped and rank above the cut do not count.
// There is no line if an active player above it is not in the cut.
func (e Env) cutLine(t *standings.Table, rows []standings.Row) (after, places int) {
	s := e.state()
	if plan := finals(s); plan != nil && len(field.Groups(s)) == 0 {
		for i := range rows {
			switch {
			case rows[i].Place == 0:
			case places == plan.Size:
				return after, places
			default:
				after, places = i+1, places+1
			}
		}
		return 0, 0 // no player is below them
	}
	in := s.InCut(t)
	for i := range rows {
		n := int(rows[i].Player) + 1
		if !slices.Contains(in, n) {
			continue
		}
		for _, above := range rows[after:i] {
			if s.PlaysOn(int(above.Player)+1) && !s.Players[above.Player].StandIn {
				return 0, 0
			}
		}
		after, places = i+1, places+1
	}
	return after, places
}

// subtitle returns the name of the event for a figure.
func (e Env) subtitle() string { return e.state().Settings.Name }
