package site

import (
	"strings"
	"time"

	"topcut/commands/record"
	"topcut/commands/text"
	"topcut/tournament/table"
)

// html returns the page of an event.
func (p *page) html() []byte {
	w := &writer{}
	p.top(w)
	w.put("\n")
	p.head(w)
	w.put(`
<main>
`)
	for _, part := range p.parts() {
		part.write(w)
		w.put("\n")
	}
	w.put(`</main>
`)
	p.bottom(w)
	return w.Bytes()
}

// part is a section of the page and its link in the navigation.
type part struct {
	id, title markup
	there     bool
	write     func(*writer)
}

// parts returns the sections, what readers look for first in front: before the start who
// plays, in a cut the bracket, in other rounds the pairings, and at the end the places with
// the bracket that led to them.
func (p *page) parts() []part {
	now := part{"pairings", p.said("web.now"), p.playing(), p.pairings}
	places := part{"places", p.said("button.places"), len(p.Places) > 0, p.places}
	bracket := part{"bracket", p.said("bracket.title"), len(p.Diagrams) > 0, p.bracket}
	front := []part{bracket, now, places}
	if p.Over {
		front = []part{places, bracket}
	}
	return append(front, []part{
		{"players", p.said("web.players"), len(p.Field) > 0, p.players},
		{"standings", p.said("button.standings"), newestStandings(p.Played) >= 0, p.standings},
		{"odds", p.said("web.odds"), len(p.Forecast.Rows) > 0, p.odds},
		{"schedule", p.said("schedule.title"), p.Schedule != nil, p.schedule},
		{"crosstable", p.said("crosstable.title"), p.Crosstable != nil, p.crosstable},
		{"rounds", p.said("web.rounds"), len(p.Played) > 0, p.rounds},
		{"seed", p.said("web.check"), p.Check != nil, p.seed},
		{"log", p.said("button.log"), true, p.log},
	}...)
}

func (p *page) head(w *writer) {
	w.put(`<header>
<h1>`, p.name(p.Name), `</h1>
<p class="meta">`, shownText(p.Ruleset), ` · `, shownText(p.Format), ` · `, p.said(p.counting(), "n", p.Players))
	if p.Over {
		w.put(` · `, p.said("structure.rounds", "n", p.Rounds))
	}
	p.dates(w)
	w.put(`</p>`)
	if p.Winner != "" {
		w.put(`
<p class="winner">`, shownText(p.Winner), `</p>`)
	}
	if !p.Over {
		w.put(`
<p class="state"><b>`, escaped(p.Live.State), `</b>`)
		if len(p.Played) == 0 && !p.Begun.IsZero() {
			w.put(` · <time class="local" datetime="`, instant(p.Begun), `">`, formatted(p.Begun, "2006-01-02 15:04"), `</time>`)
		}
		if !p.Live.Ends.IsZero() {
			w.put(` · `, p.clock(p.said("web.until", "time", text.Raw(p.Live.Ends.Format("15:04")))))
		}
		w.put(`</p>`)
	}
	w.put(`
<nav aria-label="`, p.said("web.parts"), `"><ul>`)
	for _, part := range p.parts() {
		if part.there {
			w.put(`
<li><a href="#`, part.id, `">`, part.title, `</a>`)
		}
	}
	w.put(`
</ul></nav>
`)
	p.find(w)
	w.put(`
</header>`)
}

// dates writes when the event began, and when it ended if that was another day. The script
// shows both in the time zone of the reader.
func (p *page) dates(w *writer) {
	if len(p.Played) == 0 {
		return
	}
	day := func(t time.Time) {
		w.put(`<time class="day" datetime="`, instant(t), `">`, formatted(t, time.DateOnly), `</time>`)
	}
	w.put(` · `)
	day(p.Begun)
	if p.Over && formatted(p.Begun, time.DateOnly) != formatted(p.Ended, time.DateOnly) {
		w.put(` – `)
		day(p.Ended)
	}
}

// clock returns the end of the running clock, which the script counts down to.
func (p *page) clock(shown markup) markup {
	ends := instant(p.Live.Ends)
	return `<time class="clock" data-ends="` + ends + `" datetime="` + ends + `">` + shown + `</time>`
}

// playing reports whether a round is being played.
func (p *page) playing() bool { return p.Live.Round != 0 && !p.Over }

// tables writes the tables of a round with their results.
func (p *page) tables(w *writer, list []record.Table) {
	w.beginTable(p.said("web.results"), "tables", p.heading("web.table"), p.headed("web.players"), p.headed("web.result"))
	for i := range list {
		t := &list[i]
		w.put(`
<tr><td>`, shownText(t.Table), `<td class="name">`, p.name(t.Players))
		for _, line := range t.Picks {
			w.put(` <small class="picks">`, shownText(line), `</small>`)
		}
		w.put(`<td class="name">`)
		switch {
		case !t.At.IsZero():
			w.put(`<time class="local" datetime="`, instant(t.At), `" data-say="`, escaped(t.Say), `">`, shownText(t.Result), `</time>`)
		case t.Result != "":
			w.put(p.name(t.Result))
		case !t.Final && p.Live.Match != "":
			w.put(`<span class="mark">`, escaped(p.Live.Match), `</span>`)
		}
	}
	w.endTable()
}

func (p *page) pairings(w *writer) {
	if !p.playing() {
		return
	}
	w.put(`<section id="pairings">`)
	for _, i := range p.Live.Open {
		w.put(`
<h2>`, shownText(p.Played[i].Title), `</h2>
`)
		p.tables(w, p.Played[i].Tables)
	}
	w.put(`
</section>`)
}

// players writes who plays, before the first round.
func (p *page) players(w *writer) {
	if len(p.Field) == 0 {
		return
	}
	w.put(`<section id="players">
<h2>`, p.said("web.players"), `</h2>
<ul class="field">`)
	for _, name := range p.Field {
		w.put(`
<li>`, p.seat(name))
	}
	w.put(`
</ul>
</section>`)
}

func (p *page) places(w *writer) {
	if len(p.Places) == 0 {
		return
	}
	w.put(`<section id="places"`, when(p.Places[0].Division == "", ` class="podium"`), `>
<h2>`, p.said("button.places"), `</h2>
`)
	p.table(w, table.Make(table.HTML, p.placeColumns(), p.Places), p.said("button.places"), "", 1)
	w.put(`
</section>`)
}

// placeColumns returns the columns of the final places, with the division where there are
// several.
func (p *page) placeColumns() []table.Maker[record.Place] {
	list := []table.Maker[record.Place]{
		{Column: table.Column{Title: p.say("web.place"), Kind: table.Rank}, Cell: func(r *record.Place) table.Cell { return table.Said(r.Place) }},
		{Column: table.Column{Title: p.say("web.player"), Kind: table.Name}, Cell: func(r *record.Place) table.Cell { return table.Said(r.Name) }},
	}
	if p.Places[0].Division != "" {
		list = append(list, table.Maker[record.Place]{Column: table.Column{Title: p.say("join.division")}, Cell: func(r *record.Place) table.Cell { return table.Said(r.Division) }})
	}
	return list
}

func (p *page) standings(w *writer) {
	newest := newestStandings(p.Played)
	if newest < 0 {
		return
	}
	w.put(`<section id="standings">
<h2>`, p.said("button.standings"), `</h2>`)
	p.after(w, newest)
	w.put(`
</section>`)
}

// after writes the standings after a round by its index.
func (p *page) after(w *writer, round int) {
	for _, t := range p.Played[round].Standings {
		w.put(`
<h3>`, shownText(t.Title), `</h3>
`)
		p.table(w, t, p.said("button.standings"), "wide", 4)
	}
}

func (p *page) odds(w *writer) {
	if len(p.Forecast.Rows) == 0 {
		return
	}
	w.put(`<section id="odds">
<h2>`, p.said("web.odds"), `</h2>
<p>`, escaped(p.Forecast.Title))
	if p.WhatIf != "" {
		w.put(` · <a href="`, linked(p.WhatIf), `" rel="nofollow">`, p.said("web.whatif_link"), `</a>`)
	}
	w.put(`</p>
`)
	w.beginTable(p.said("web.odds"), "", p.headed("web.player"), p.heading("web.chance"), p.headed("web.course"))
	for i := range p.Forecast.Rows {
		row := &p.Forecast.Rows[i]
		w.put(`
<tr><td class="name">`)
		p.records(w, row)
		w.put(`<td>`, escaped(row.Chance))
		if !row.Fact {
			w.put(`<meter value="`, probability(row.P), `" aria-hidden="true"></meter>`)
		}
		c := &row.Course
		w.put(`<td><svg class="spark" role="img" aria-label="`, escaped(c.Words), `"><polyline points="`, escaped(c.Points), `"/><circle cx="`, escaped(c.X), `" cy="`, escaped(c.Y), `" r="2"/></svg>`)
	}
	w.endTable()
	if !p.Over {
		p.notes(w, p.Forecast.Details)
	}
	w.put(`
</section>`)
}

// records writes a player of the odds, with the final records that open.
func (p *page) records(w *writer, row *forecastRow) {
	if row.Records == nil {
		w.put(p.name(row.Name))
		return
	}
	class := func(column int) markup { return when(column == 0, ` class="text"`) }
	w.put(`<details><summary>`, p.name(row.Name), `</summary><table><thead><tr>`)
	for i := range row.Records.Columns {
		w.put(`<th`, class(i), `>`, escaped(row.Records.Columns[i].Title))
	}
	w.put(`</thead><tbody>`)
	for i := range row.Records.Rows {
		w.put(`
<tr>`)
		for k := range row.Records.Rows[i].Cells {
			w.put(`<td`, class(k), `>`, escaped(row.Records.Text(&row.Records.Rows[i], k)))
		}
	}
	w.put(`
</tbody></table></details>`)
}

func (p *page) bracket(w *writer) {
	if len(p.Diagrams) == 0 {
		return
	}
	w.put(`<section id="bracket">
<h2>`, p.said("bracket.title"), `</h2>`)
	for i := range p.Diagrams {
		d := &p.Diagrams[i]
		if d.Title != "" {
			w.put(`
<h3>`, escaped(d.Title), `</h3>`)
		}
		width, height := number(d.Width), number(d.Height)
		w.put(`
<div class="scroll bracket" tabindex="0" role="group" aria-label="`, p.said("bracket.title"), `"><svg viewBox="0 0 `, width, ` `, height, `" width="`, width, `" height="`, height, `" aria-hidden="true">`)
		d.draw(w)
		w.put(`
</svg></div>`)
		d.read(w)
	}
	w.put(`
</section>`)
}

// read writes a part of a bracket for readers who cannot see its drawing, and for phones, on
// which it has no room: a list for each round, with full names, in which an open side says
// whose winner plays there.
func (d *diagram) read(w *writer) {
	w.put(`
<div class="unseen rounds">`)
	for _, c := range d.Columns {
		w.put(`<p>`, escaped(c.Name), `</p><ul>`)
		for i := range d.Boxes {
			if b := &d.Boxes[i]; b.X == c.X {
				w.put(`<li>`, escaped(b.Label), `: `)
				for k := range b.Sides {
					s := &b.Sides[k]
					if k > 0 {
						w.put(` – `)
					}
					who := escaped(strings.TrimRight(s.Who+" "+s.Score, " "))
					if s.Class == wonSide {
						who = `<b>` + who + `</b>`
					}
					w.put(who)
				}
			}
		}
		w.put(`</ul>`)
	}
	w.put(`</div>`)
}

// draw writes the drawing of a part of a bracket.
func (d *diagram) draw(w *writer) {
	for _, c := range d.Columns {
		w.put(`
<text class="round" x="`, number(c.X), `" y="16">`, escaped(c.Name), `</text>`)
	}
	for _, l := range d.Lines {
		w.put(`
<path class="way" d="M`, number(l.X1), ` `, number(l.Y1), `H`, number(l.Bend), `V`, number(l.Y2), `H`, number(l.X2), `"/>`)
	}
	for i := range d.Boxes {
		b := &d.Boxes[i]
		w.put(`
<g class="match" transform="translate(`, number(b.X), ` `, number(b.Y), `)"><text class="label" x="2" y="9">`, escaped(b.Label), `</text><rect y="12" width="190" height="40" rx="4"/>`)
		for k := range b.Sides {
			s := &b.Sides[k]
			w.put(`<g class="`, escaped(s.Class), `" transform="translate(0 `, number(s.Y+14), `)"><text class="seed" x="20">`, escaped(s.Seed),
				`</text><text class="who" x="27">`, escaped(short(s.Who)), `</text><text class="score" x="184">`, escaped(s.Score), `</text></g>`)
		}
		w.put(`</g>`)
	}
}

func (p *page) schedule(w *writer) {
	if p.Schedule == nil {
		return
	}
	w.put(`<section id="schedule">
<h2>`, p.said("schedule.title"), `</h2>`)
	for i := range p.Schedule.Rounds {
		r := &p.Schedule.Rounds[i]
		w.put(`
<details><summary>`, shownText(r.Name), `</summary>`)
		w.beginTable(p.said("schedule.title"), "", p.heading("web.table"), p.headed("seat.east"), p.headed("seat.south"), p.headed("seat.west"), p.headed("seat.north"))
		for _, t := range r.Tables {
			w.put(`
<tr><td>`, shownText(t.Name))
			for _, seat := range t.Seats {
				w.put(`<td class="name">`, p.name(seat.Name))
			}
		}
		w.endTable()
		if r.Detail != "" {
			w.put(`<p class="note">`, shownText(r.Detail), `</p>`)
		}
		w.put(`</details>`)
	}
	w.put(`
</section>`)
}

func (p *page) crosstable(w *writer) {
	if p.Crosstable == nil {
		return
	}
	w.put(`<section id="crosstable">
<h2>`, p.said("crosstable.title"), `</h2>
`)
	headings := []markup{`<th>#`, p.headed("web.player")}
	for i := range p.Crosstable.Players {
		headings = append(headings, `<th>`+number(i+1))
	}
	w.beginTable(p.said("crosstable.title"), "", append(headings, `<th>`+shownText(p.Crosstable.TotalTitle))...)
	for i := range p.Crosstable.Players {
		player := &p.Crosstable.Players[i]
		w.put(`
<tr><td>`, number(i+1), `<td class="name">`, p.name(player.Name))
		for k, c := range player.Cells {
			switch {
			case i == k:
				w.put(`<td>×`)
			case c.Won:
				w.put(`<td><b>`, shownText(c.Text), `</b>`)
			default:
				w.put(`<td>`, shownText(c.Text))
			}
		}
		w.put(`<td><b>`, shownText(player.Total), `</b>`)
	}
	w.endTable()
	w.put(`
</section>`)
}

func (p *page) rounds(w *writer) {
	if len(p.Played) == 0 {
		return
	}
	w.put(`<section id="rounds">
<h2>`, p.said("web.rounds"), `</h2>`)
	newest := newestStandings(p.Played)
	for i := range p.Played {
		r := &p.Played[i]
		w.put(`
<details`, when(p.Frozen != nil && i == newest, ` open`), ` id="round-`, number(i+1), `"><summary>`, shownText(r.Title), `</summary>`)
		if i != newest { // those are above
			p.after(w, i)
		}
		w.put(`
<h3>`, p.said("web.results"), `</h3>
`)
		p.tables(w, r.Tables)
		w.put(`
</details>`)
	}
	w.put(`
</section>`)
}

func (p *page) seed(w *writer) {
	if p.Check == nil {
		return
	}
	w.put(`<section id="seed">
<h2>`, p.said("web.check"), `</h2>
<p>`, p.said("web.check_how"), `</p>
<p id="verdict" role="status">`, p.said("web.not_run"), `</p>
<noscript><p>`, p.said("web.no_script"), `</p></noscript>`)
	for _, note := range p.CheckNotes {
		w.put(`
<p>`, escaped(note), `</p>`)
	}
	w.put(`
<ol id="steps"></ol>
<p class="note">`, p.said("web.compare"), `</p>
<details><summary>`, p.said("web.went_in"), `</summary>
<table><tbody>`)
	code := func(title markup, value string) {
		w.put(`
<tr><th scope="row">`, title, `<td><code>`, escaped(value), `</code>`)
	}
	for _, s := range p.Check.Secrets {
		code(p.said("web.commitment"), s.Commitment)
		code(p.said("web.secret"), s.Secret)
	}
	code(p.said("web.digest"), p.Check.Digest)
	w.put(`
</tbody></table>
<p class="note">`, p.said("web.recipe"), `</p>
</details>
<script type="application/json" id="seed-data">`, p.CheckData, `</script>
</section>`)
}

func (p *page) log(w *writer) {
	w.put(`<section id="log">
<h2>`, p.said("button.log"), `</h2>`)
	if len(p.Log) > 0 {
		zone := p.Log[0].Time.Location().String()
		w.put(`
<p class="note" data-zone="`, escaped(zone), `">`, p.said("web.log_note", "zone", text.Raw(zone)), `</p>`)
	}
	w.put(`
<details><summary>`, p.said("web.entries", "n", len(p.Log)), `</summary><ol class="log">`)
	var day markup
	for i := range p.Log {
		line := &p.Log[i]
		// The script reads the days with their distance from UTC, and shows all in the time
		// zone of the reader.
		if on := formatted(line.Time, "2006-01-02Z07:00"); on != day {
			day = on
			w.put(`
<li data-day="`, on, `"><b>`, formatted(line.Time, time.DateOnly), `</b>`)
		}
		w.put(`
<li><time>`, formatted(line.Time, time.TimeOnly), `</time>`, struck(line.TakenBack, p.name(line.Text)))
		if line.TakenBack {
			w.put(` `, p.said("web.undone"))
		}
	}
	w.put(`
</ol></details>
</section>`)
}
