package site

import (
	"strconv"

	"topcut/commands/text"
	"topcut/tournament/table"
)

// html returns the page of a season.
func (p *seasonPage) html() []byte {
	w := &writer{}
	p.top(w)
	w.put("\n")
	p.head(w)
	w.put(`
<main>
`)
	p.table(w)
	if len(p.Coming) > 0 {
		p.coming(w)
	}
	if len(p.Played) > 0 {
		p.events(w)
	}
	p.why(w)
	w.put(`
</main>
`)
	p.bottom(w)
	return w.Bytes()
}

func (p *seasonPage) head(w *writer) {
	w.put(`<header>
<h1>`, p.name(p.Title), `</h1>`)
	if p.State != "" {
		w.put(`
<p class="state"><b>`, escaped(p.State), `</b></p>`)
	}
	if p.Champion != "" {
		w.put(`
<p class="winner">`, shownText(p.Champion), `</p>`)
	}
	w.put(`
<nav aria-label="`, p.said("web.parts"), `"><ul>
<li><a href="#table">`, p.said("web.season_table"), `</a>`)
	if len(p.Coming) > 0 {
		w.put(`
<li><a href="#coming">`, p.said("web.coming"), `</a>`)
	}
	if len(p.Played) > 0 {
		w.put(`
<li><a href="#events">`, p.said("web.events"), `</a>`)
	}
	w.put(`
<li><a href="#why">`, p.said("web.season_why"), `</a>
</ul></nav>
`)
	p.find(w)
	w.put(`
</header>`)
}

func (p *seasonPage) table(w *writer) {
	w.put(`<section id="table">
<h2>`, p.said("web.season_table"), `</h2>`)
	for i := range p.Divisions {
		d := &p.Divisions[i]
		heading := p.said("web.season_table")
		if d.Number > 0 {
			heading = p.said("promotion.name", "number", d.Number)
			w.put(`
<h3 id="division-`, number(d.Number), `">`, heading, `</h3>`)
		}
		w.put("\n")
		p.frame.table(w, d.Table, heading, "weeks", 5)
	}
	w.put(`
<p class="note">`, p.said("web.season_note"))
	if p.Hash != "" {
		w.put(` `, p.said("web.season_hash"), ` <code>`, escaped(p.Hash), `</code>`)
	}
	w.put(`</p>
</section>`)
}

func (p *seasonPage) coming(w *writer) {
	w.put(`
<section id="coming">
<h2>`, p.said("web.coming"), `</h2>
<ul>`)
	for i := range p.Coming {
		week := &p.Coming[i]
		w.put(`
<li>`, p.week(week), ` · `, escaped(week.State))
		p.open(w, week.Open)
	}
	w.put(`
</ul>
</section>`)
}

// open writes the arranged matches of an event that are still to be played.
func (p *seasonPage) open(w *writer, list []arrangedMatch) {
	if len(list) == 0 {
		return
	}
	w.put(`
<ul>`)
	for i := range list {
		m := &list[i]
		w.put(`
<li>`, p.name(m.First), ` – `, p.name(m.Second), ` · <time class="local" datetime="`, instant(m.At), `"`)
		if start := m.At.Format(startLayout); m.Agreed {
			w.put(`>`, escaped(start))
		} else {
			w.put(` data-say="`, p.said("web.play_by", "time", text.Raw("%")), `">`, p.said("web.play_by", "time", text.Raw(start)))
		}
		w.put(`</time>`)
	}
	w.put(`
</ul>`)
}

// startLayout is how a page shows a start before its script shows it in the reader's zone.
const startLayout = "2006-01-02 15:04 MST"

// week returns the title of an event, as a link to its page if it has one, and its start.
func (p *seasonPage) week(week *Week) markup {
	out := p.name(week.Title)
	if week.Address != "" {
		out = `<a href="` + linked(week.Address) + `">` + out + `</a>`
	}
	if !week.Starts.IsZero() {
		out += ` · <time class="local" datetime="` + instant(week.Starts) + `">` + formatted(week.Starts, startLayout) + `</time>`
	}
	return out
}

func (p *seasonPage) events(w *writer) {
	w.put(`
<section id="events">
<h2>`, p.said("web.events"), `</h2>`)
	for i := range p.Played {
		e := &p.Played[i]
		w.put(`
<details id="event-`, number(e.Number), `"><summary>`, number(e.Number), `. `, p.name(e.Title), `</summary>`)
		if e.Address != "" || !e.Starts.IsZero() {
			w.put(`
<p class="note">`, p.week(&e.Week), `</p>`)
		}
		w.put("\n")
		p.frame.table(w, table.Make(table.HTML, p.resultColumns(), e.Results), shownText(e.Title), "", 0)
		w.put(`
</details>`)
	}
	w.put(`
</section>`)
}

// resultColumns returns the columns of the results of an event.
func (p *seasonPage) resultColumns() []table.Maker[weekResult] {
	return []table.Maker[weekResult]{
		{Column: table.Column{Title: p.say("web.place"), Kind: table.Rank}, Cell: func(r *weekResult) table.Cell {
			if r.Place == 0 {
				return table.Said("–")
			}
			return table.Said(strconv.Itoa(r.Place))
		}},
		{Column: table.Column{Title: p.say("web.player"), Kind: table.Name}, Cell: func(r *weekResult) table.Cell { return table.Said(r.Name) }},
		{Column: table.Column{Title: p.say("web.season_points"), Kind: table.Number}, Cell: func(r *weekResult) table.Cell {
			return table.Cell{Text: r.Points, Out: !r.Counted}
		}},
	}
}

func (p *seasonPage) why(w *writer) {
	w.put(`
<section id="why">
<h2>`, p.said("web.season_why"), `</h2>`)
	for i := range p.Divisions {
		d := &p.Divisions[i]
		if d.Number > 0 {
			w.put(`
<h3>`, p.said("promotion.name", "number", d.Number), `</h3>`)
		}
		for _, r := range d.Rows {
			w.put(`
<details id="`, escaped(r.Anchor), `"><summary>`, number(r.Place), `. `, p.name(r.Name), `</summary><ul>`)
			for _, why := range r.Why {
				w.put(`
<li>`, escaped(why))
			}
			w.put(`
</ul></details>`)
		}
	}
	w.put(`
</section>`)
}
