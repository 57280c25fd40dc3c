package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"topcut/commands/columns"
	"topcut/commands/pictures"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament/field"
	"topcut/tournament/histories"
	"topcut/tournament/table"
)

// TestTheStandingsHaveTheirColumnsInEveryForm: what the message in Discord has is also in
// the picture, on the page, in the terminal, in CSV and in JSON.
func TestTheStandingsHaveTheirColumnsInEveryForm(t *testing.T) {
	snap, name := playedFile(t, "magic", histories.Lively(16), -1, swissWithCut(4, 4))
	env := view.Env{Snap: snap, AsText: true}
	ranked, err := snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	of := columns.Standings{State: snap.State, Table: ranked, Rows: ranked.Rows, Name: snap.Name, Places: make([]int, len(ranked.Rows)), ID: func(int32) string { return "" }}
	forms := map[table.Form]*table.Table{}
	for form := table.Grid; form <= table.JSON; form <<= 1 {
		forms[form] = of.Make(form, text.Printer{})
	}
	message, err := json.Marshal(view.GroupStandings(env, -1, 0, field.Group{}))
	if err != nil {
		t.Fatal(err)
	}
	painter, err := pictures.New()
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := view.StandingsDrawing(env, ranked).Draw(painter, pictures.Options{Say: text.Printer{}.Plain()})
	if err != nil {
		t.Fatal(err)
	}
	page, err := site.Frozen(env)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[table.Form]string{
		table.Grid: string(message), table.Picture: string(drawn[0].SVG()) + drawn[0].Text, table.HTML: string(page),
		table.Sheet: ok(t, "standings", name), table.CSV: ok(t, "standings", "--csv", name), table.JSON: ok(t, "standings", "--json", name),
	}
	for _, c := range forms[table.Grid].Columns {
		for form, made := range forms {
			at := slices.IndexFunc(made.Columns, func(m table.Column) bool { return m.Key == c.Key })
			switch {
			case at < 0 && c.Key == "record" && form == table.CSV: // has won, lost and drawn
			case at < 0:
				t.Errorf("the form %b has no column %s", form, c.Key)
			case !regexp.MustCompile(label(form, &made.Columns[at])).MatchString(shown[form]):
				t.Errorf("the form %b does not show the column %s", form, c.Key)
			}
		}
	}
}

// label returns a pattern of what a form shows of a column itself.
func label(form table.Form, c *table.Column) string {
	title := regexp.QuoteMeta(c.Title)
	switch {
	case form == table.CSV:
		return `\b` + c.Key + `\b`
	case form == table.JSON:
		return `"` + c.Key + `":`
	case form == table.HTML:
		return `<th[^>]*>` + title
	case form == table.Picture && (c.Kind == table.Rank || c.Kind == table.Name):
		return "" // the alternative text has no headings for them
	}
	return `(^|\PL)` + title + `($|\PL)`
}
