// Package summary writes an event that is over as one web page to keep: final
// places, bracket, the results and standings of every round, the public log,
// and a check of the revealed seed that runs in the reader's browser.
//
// The page is one file. It loads nothing, and its Content-Security-Policy lets
// it load nothing and run no script but its own. It is light or dark as the
// reader's system is, fits a phone and can be printed. Names are text in it,
// whatever they contain. What was not public is not in it: no note, no deck, no
// account.
//
// The check recomputes what tournament/seed.go specifies: that the revealed
// secret is the one committed to, the digest over the joins, the joint seed,
// and the seed of every draw. That each pairing follows from its seed is
// checked by `topcut replay` with the tournament file that is posted beside the
// page.
package summary

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/notice"
)

//go:embed check.js
var script string

//go:embed style.css
var style string

// ErrRunning says that the event is not over, and its secret not revealed.
var ErrRunning = errors.New("the event is not over; its page is made when it has its final places")

// Page returns the page of a finished event, and ErrRunning for one that is not
// finished.
func Page(e view.Env) ([]byte, error) {
	if e.Snap.State.Phase != tournament.Finished {
		return nil, ErrRunning
	}
	e.Now = e.Snap.State.At
	r := view.NewRecord(e)
	check, seeded := view.NewSeedCheck(e)
	p := &page{words: e.Words}
	p.head(&r, seeded)
	p.places(r.Places)
	p.brackets(r.Brackets)
	p.schedule(r.Schedule)
	p.crosstable(r.Crosstable)
	p.rounds(r.Played)
	if seeded {
		if err := p.seed(&check); err != nil {
			return nil, err
		}
	}
	p.log(r.Log)
	p.foot()
	return p.out.Bytes(), nil
}

// page is a page under construction.
type page struct {
	out   bytes.Buffer
	words text.Printer
}

// say returns a text of the catalogue, ready for the page: what people wrote in it
// is made fit by plain, and none of our texts has markup.
func (p *page) say(key notice.Code, args ...any) string { return plain(p.words.Say(key, args...)) }

// raw writes markup of ours; what is put into it with %s must be escaped.
func (p *page) raw(format string, args ...any) {
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

// plain makes what people wrote fit for the page: nothing in it is markup, turns
// the direction of what is around it, or is invisible.
func plain(s string) string { return html.EscapeString(discord.Plain(s, 500)) }

// name is a person's name, with a direction of its own.
func (p *page) name(s string) string {
	shown := plain(s)
	if shown == "" {
		shown = p.say("player.nameless")
	}
	return "<bdi>" + shown + "</bdi>"
}

// source is the hash of a script or style in a Content-Security-Policy.
func source(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (p *page) head(r *view.Record, seeded bool) {
	p.raw(`<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
</head>
<body>
<header>
<h1>%s</h1>`, plain(p.words.Say("web.language")), source(script), source(style), plain(r.Name), style, p.name(r.Name))
	begun, ended := r.Begun.Format(time.DateOnly), r.Ended.Format(time.DateOnly)
	if begun != ended {
		begun += " – " + ended
	}
	p.raw(`<p class="meta">%s · %s · %s · %s · <time datetime="%s">%s</time></p>`,
		plain(r.Ruleset), plain(r.Format), p.say("card.players", "n", r.Players), p.say("structure.rounds", "n", r.Rounds), r.Begun.Format(time.RFC3339), begun)
	if r.Winner != "" {
		p.raw(`<p class="winner">%s</p>`, plain(r.Winner))
	}
	p.raw(`<nav aria-label="%s"><ul>`, p.say("web.parts"))
	for _, part := range []struct {
		id    string
		title notice.Code
		there bool
	}{
		{"places", "button.places", len(r.Places) > 0},
		{"bracket", "bracket.title", len(r.Brackets) > 0},
		{"schedule", "schedule.title", r.Schedule != nil},
		{"crosstable", "crosstable.title", r.Crosstable != nil},
		{"rounds", "web.rounds", len(r.Played) > 0},
		{"seed", "web.check", seeded},
		{"log", "button.log", true},
	} {
		if part.there {
			p.raw(`<li><a href="#%s">%s</a></li>`, part.id, p.say(part.title))
		}
	}
	p.raw("</ul></nav>\n</header>\n<main>")
}

func (p *page) heading(id string, title notice.Code) {
	p.raw(`<h2 id="%s">%s</h2>`, id, p.say(title))
}

func (p *page) places(list []view.RecordPlace) {
	if len(list) == 0 {
		return
	}
	p.heading("places", "button.places")
	divided := list[0].Division != ""
	p.raw(`<div class="scroll"><table><thead><tr><th class="n" scope="col">%s</th><th scope="col">%s</th>`, p.say("web.place"), p.say("web.player"))
	if divided {
		p.raw(`<th scope="col">%s</th>`, p.say("join.division"))
	}
	p.raw("</tr></thead><tbody>")
	for _, l := range list {
		division := ""
		if divided {
			division = "<td>" + plain(l.Division) + "</td>"
		}
		p.raw(`<tr><td class="n">%s</td><td class="name">%s</td>%s</tr>`, plain(l.Place), p.name(l.Name), division)
	}
	p.raw("</tbody></table></div>")
}

func (p *page) brackets(list []pictures.BracketData) {
	for i := range list {
		if i == 0 {
			p.heading("bracket", "bracket.title")
		}
		if len(list) > 1 {
			p.raw("<h3>%s</h3>", plain(list[i].Title))
		}
		p.bracket(&list[i])
	}
}

// bracket draws the parts of a bracket below each other, the rounds of a part
// beside each other.
func (p *page) bracket(d *pictures.BracketData) {
	for _, part := range []struct {
		part  pictures.Part
		title notice.Code
	}{{pictures.Upper, ""}, {pictures.Lower, "web.lower"}, {pictures.Final, ""}, {pictures.Third, ""}} {
		begun := false
		for _, round := range d.Rounds {
			if round.Part != part.part {
				continue
			}
			if !begun {
				if part.title != "" {
					p.raw("<h3>%s</h3>", p.say(part.title))
				}
				p.raw(`<div class="bracket">`)
				begun = true
			}
			p.raw("<section><h4>%s</h4>", plain(round.Name))
			for i := range round.Matches {
				p.match(&round.Matches[i])
			}
			p.raw("</section>")
		}
		if begun {
			p.raw("</div>")
		}
	}
}

func (p *page) match(m *pictures.BracketMatch) {
	p.raw(`<div class="match"><small>%s</small>`, plain(m.Label))
	for i, side := range m.Sides {
		class, who := "side", p.name(side.Name)
		switch {
		case m.Winner == i+1:
			class, who = "side won", who+" ✓"
		case side.Name == "" && side.Bye:
			class, who = "side open", p.say("score.bye")
		case side.Name == "":
			class, who = "side open", plain(side.Pending)
		}
		p.raw(`<div class="%s"><span class="seed">%s</span><span class="who">%s</span><span>%s</span></div>`, class, plain(side.Seed), who, plain(side.Score))
	}
	p.raw("</div>")
}

func (p *page) schedule(d *pictures.ScheduleData) {
	if d == nil {
		return
	}
	p.heading("schedule", "schedule.title")
	for _, r := range d.Rounds {
		p.raw(`<details><summary>%s</summary><div class="scroll"><table><thead><tr><th scope="col">%s</th>`, plain(r.Name), p.say("web.table"))
		for _, wind := range []notice.Code{"seat.east", "seat.south", "seat.west", "seat.north"} {
			p.raw(`<th scope="col">%s</th>`, p.say(wind))
		}
		p.raw("</tr></thead><tbody>")
		for _, t := range r.Tables {
			cells := []string{"<td>" + plain(t.Name) + "</td>"}
			for _, s := range t.Seats {
				cells = append(cells, `<td class="name">`+p.name(s.Name)+"</td>")
			}
			p.raw("<tr>%s</tr>", strings.Join(cells, ""))
		}
		p.raw("</tbody></table></div>")
		if r.Detail != "" {
			p.raw(`<p class="note">%s</p>`, plain(r.Detail))
		}
		p.raw("</details>")
	}
}

func (p *page) crosstable(d *pictures.CrosstableData) {
	if d == nil {
		return
	}
	p.heading("crosstable", "crosstable.title")
	p.raw(`<div class="scroll"><table><thead><tr><th class="n" scope="col">#</th><th scope="col">%s</th>`, p.say("web.player"))
	for i := range d.Players {
		p.raw(`<th class="n" scope="col">%d</th>`, i+1)
	}
	p.raw(`<th class="n" scope="col">%s</th></tr></thead><tbody>`, plain(d.TotalTitle))
	for i, player := range d.Players {
		p.raw(`<tr><td class="n">%d</td><td class="name">%s</td>`, i+1, p.name(player.Name))
		for j, c := range player.Cells {
			shown := plain(c.Text)
			switch {
			case i == j:
				shown = "×"
			case c.Won:
				shown = "<b>" + shown + "</b>"
			}
			p.raw(`<td class="n">%s</td>`, shown)
		}
		p.raw(`<td class="n"><b>%s</b></td></tr>`, plain(player.Total))
	}
	p.raw("</tbody></table></div>")
}

// rounds writes every round; the last standings are open.
func (p *page) rounds(list []view.RecordRound) {
	if len(list) == 0 {
		return
	}
	p.heading("rounds", "web.rounds")
	last := -1
	for i := range list {
		if len(list[i].Standings) > 0 {
			last = i
		}
	}
	for i := range list {
		open := ""
		if i == last {
			open = " open"
		}
		p.raw("<details%s><summary>%s</summary>", open, plain(list[i].Title))
		for k := range list[i].Standings {
			p.standings(&list[i].Standings[k])
		}
		p.raw(`<h3>%s</h3><div class="scroll"><table><thead><tr><th class="n" scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>`,
			p.say("web.results"), p.say("web.table"), p.say("web.players"), p.say("web.result"))
		for _, t := range list[i].Tables {
			p.raw(`<tr><td class="n">%s</td><td class="name">%s</td><td class="name">%s</td></tr>`, plain(t.Table), p.name(t.Players), p.name(t.Result))
		}
		p.raw("</tbody></table></div></details>")
	}
}

func (p *page) standings(d *pictures.StandingsData) {
	p.raw(`<h3>%s</h3><div class="scroll"><table><thead><tr><th class="n" scope="col">#</th><th scope="col">%s</th>`, plain(d.Title), p.say("web.player"))
	for _, c := range d.Columns {
		p.raw(`<th class="n" scope="col">%s</th>`, plain(c.Title))
	}
	p.raw("</tr></thead><tbody>")
	for _, r := range d.Rows {
		who := p.name(r.Name)
		if r.Mark == pictures.Dropped {
			who += " " + p.say("web.dropped")
		}
		p.raw(`<tr><td class="n">%s</td><td class="name">%s</td>`, plain(r.Rank), who)
		for _, c := range r.Cells {
			p.raw(`<td class="n">%s</td>`, plain(c))
		}
		p.raw("</tr>")
	}
	p.raw("</tbody></table></div>")
	if d.Note != "" {
		p.raw(`<p class="note">%s</p>`, plain(d.Note))
	}
}

// checked is the data of the check, with the words that the script says.
type checked struct {
	*view.SeedCheck
	Words map[string]string `json:"words"`
}

func (p *page) checkWords(c *view.SeedCheck) map[string]string {
	return map[string]string{
		"commitment": p.words.Say("check.commitment"), "digest": p.words.Say("check.digest", "n", len(c.Joins)),
		"joint": p.words.Say("check.joint"), "draw": p.words.Say("check.draw"),
		"holds": p.words.Say("check.holds"), "fails": p.words.Say("check.fails"),
	}
}

// seed writes the check with its data. The data is JSON in which the encoder has
// escaped what could end the element it stands in.
func (p *page) seed(c *view.SeedCheck) error {
	notes := []string{p.words.Say("check.unmixed")}
	if len(c.Mixers) > 0 {
		notes[0] = p.words.Say("check.mixed", "players", text.Raw(strings.Join(c.Mixers, ", ")))
	}
	if len(c.Secrets) > 1 {
		notes = append(notes, p.words.Say("check.renewed"))
	}
	data, err := json.MarshalIndent(checked{c, p.checkWords(c)}, "", " ")
	if err != nil {
		return fmt.Errorf("the seeds cannot be written: %w", err)
	}
	p.heading("seed", "web.check")
	p.raw(`<p>%s</p>
<p id="verdict" role="status">%s</p>
<noscript><p>%s</p></noscript>`, p.say("web.check_how"), p.say("web.not_run"), p.say("web.no_script"))
	for _, note := range notes {
		p.raw(`<p>%s</p>`, plain(note))
	}
	p.raw(`<ol id="steps"></ol>
<p class="note">%s</p>
<details><summary>%s</summary>
<table><tbody>`, p.say("web.compare"), p.say("web.went_in"))
	for _, one := range c.Secrets {
		p.raw(`<tr><th scope="row">%s</th><td><code>%s</code></td></tr>
<tr><th scope="row">%s</th><td><code>%s</code></td></tr>`, p.say("web.commitment"), plain(one.Commitment), p.say("web.secret"), plain(one.Secret))
	}
	p.raw(`<tr><th scope="row">%s</th><td><code>%s</code></td></tr>
</tbody></table>
<p class="note">%s</p>
</details>
<script type="application/json" id="seed-data">
%s
</script>
<script>%s</script>`, p.say("web.digest"), plain(c.Digest), p.say("web.recipe"), data, script)
	return nil
}

func (p *page) log(list []view.RecordLine) {
	p.heading("log", "button.log")
	if len(list) > 0 {
		p.raw(`<p class="note">%s</p>`, p.say("web.log_note", "zone", text.Raw(list[0].Time.Location().String())))
	}
	p.raw(`<details><summary>%s</summary><ol class="log">`, p.say("web.entries", "n", len(list)))
	for _, l := range list {
		line := "<bdi>" + plain(l.Text) + "</bdi>"
		if l.TakenBack {
			line = "<del>" + line + "</del> " + p.say("web.undone")
		}
		p.raw(`<li id="log-%d"><time datetime="%s">%s</time>%s</li>`, l.Seq, l.Time.Format(time.RFC3339), l.Time.Format(time.DateTime), line)
	}
	p.raw("</ol></details>")
}

func (p *page) foot() { p.raw("</main>\n</body>\n</html>") }
