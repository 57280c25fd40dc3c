package site

import (
	"bytes"
	"fmt"
	"html"

	"topcut/commands/text"
	"topcut/tournament/season"
)

// SeasonPage is what the page of a season shows.
type SeasonPage struct {
	Name   string
	Table  *season.Table
	Events []string         // by number, from event 1 at [0]
	Reason func(int) string // of an adjustment
	Words  text.Printer     // names the members
}

// Season returns the page of a season: the table with a column for each event, what is
// dropped struck through, and below it why everybody stands where they stand. Like the
// page of an event it is one file that loads nothing; it runs no script at all.
func Season(s *SeasonPage) []byte {
	var out bytes.Buffer
	raw := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	escaped := func(text string) string { return html.EscapeString(plain(text)) }
	name := func(text string) string { return "<bdi>" + escaped(text) + "</bdi>" }
	raw(`<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src %s; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
</head>
<body>
<header>
<h1>%s</h1>
</header>
<main>`, escaped(s.Words.Say("web.language")), source(style), escaped(s.Name), style, name(s.Name))
	raw(`<h2 id="table">%s</h2>`, escaped(s.Words.Say("season.table")))
	raw(`<div class="scroll"><table><thead><tr><th class="n" scope="col">%s</th><th scope="col">%s</th><th class="n" scope="col">%s</th>`,
		escaped(s.Words.Say("web.place")), escaped(s.Words.Say("web.player")), escaped(s.Words.Say("season.points")))
	for _, e := range s.Events {
		raw(`<th class="n" scope="col">%s</th>`, name(e))
	}
	raw("</tr></thead><tbody>")
	for i := range s.Table.Rows {
		r := &s.Table.Rows[i]
		raw(`<tr><td class="n">%d</td><td class="name"><a href="#m%d">%s</a></td><td class="n">%s</td>`, r.Place, r.Member, name(s.Words.Name(r.Member)), r.Points.Plain(0))
		cells := make([]string, len(s.Events))
		for k := range r.Parts {
			part := &r.Parts[k]
			cell := part.Points.Plain(0)
			if !part.Counted {
				cell = "<del>" + cell + "</del>"
			}
			cells[part.Event-1] = cell
		}
		for _, cell := range cells {
			raw(`<td class="n">%s</td>`, cell)
		}
		raw("</tr>")
	}
	raw("</tbody></table></div>")
	raw(`<h2 id="why">%s</h2>`, escaped(s.Words.Say("season.why")))
	for i := range s.Table.Rows {
		r := &s.Table.Rows[i]
		raw(`<details id="m%d"><summary>%d. %s</summary><ul>`, r.Member, r.Place, name(s.Words.Name(r.Member)))
		for _, line := range s.Table.Explain(r.Member, func(event int) string { return s.Events[event-1] }, s.Reason) {
			raw("<li>%s</li>", escaped(s.Words.Notice(line)))
		}
		raw("</ul></details>")
	}
	raw("</main>\n</body>\n</html>")
	return out.Bytes()
}
