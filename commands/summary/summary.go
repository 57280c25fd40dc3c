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
	"topcut/commands/view"
	"topcut/tournament"
)

//go:embed check.js
var script string

//go:embed style.css
var style string

// ErrRunning says that the event is not over, and its secret not revealed.
var ErrRunning = errors.New("the event is not over; its page is made when it has its final places")

// Page returns the page of a finished event, and ErrRunning for one that is not
// finished.
func Page(snap *tournament.Snapshot) ([]byte, error) {
	if snap.State.Phase != tournament.Finished {
		return nil, ErrRunning
	}
	e := view.Env{Snap: snap, Now: snap.State.At}
	r := view.NewRecord(e)
	check, seeded := view.NewSeedCheck(e)
	p := &page{}
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
	out bytes.Buffer
}

// raw writes markup of ours; what is put into it with %s must be escaped.
func (p *page) raw(format string, args ...any) {
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

// text makes what people wrote fit for the page: nothing in it is markup, turns
// the direction of what is around it, or is invisible.
func text(s string) string { return html.EscapeString(discord.Plain(s, 500)) }

// name is a person's name, with a direction of its own.
func name(s string) string {
	shown := text(s)
	if shown == "" {
		shown = "(no name)"
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
<html lang="en">
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
<h1>%s</h1>`, source(script), source(style), text(r.Name), style, name(r.Name))
	begun, ended := r.Begun.Format("2 January 2006"), r.Ended.Format("2 January 2006")
	if begun != ended {
		begun += " to " + ended
	}
	p.raw(`<p class="meta">%s, %s. %d players, %d rounds. <time datetime="%s">%s</time>.</p>`,
		text(r.Ruleset), text(r.Format), r.Players, r.Rounds, r.Begun.Format(time.RFC3339), begun)
	if r.Winner != "" {
		p.raw(`<p class="winner">%s</p>`, text(r.Winner))
	}
	p.raw(`<nav aria-label="Parts of this page"><ul>`)
	for _, part := range []struct {
		id, title string
		there     bool
	}{
		{"places", "Final places", len(r.Places) > 0},
		{"bracket", "Bracket", len(r.Brackets) > 0},
		{"schedule", "Seating", r.Schedule != nil},
		{"crosstable", "Crosstable", r.Crosstable != nil},
		{"rounds", "Rounds", len(r.Played) > 0},
		{"seed", "Check the seed", seeded},
		{"log", "Log", true},
	} {
		if part.there {
			p.raw(`<li><a href="#%s">%s</a></li>`, part.id, part.title)
		}
	}
	p.raw("</ul></nav>\n</header>\n<main>")
}

func (p *page) heading(id, title string) { p.raw(`<h2 id="%s">%s</h2>`, id, title) }

func (p *page) places(list []view.RecordPlace) {
	if len(list) == 0 {
		return
	}
	p.heading("places", "Final places")
	divided := list[0].Division != ""
	p.raw(`<div class="scroll"><table><thead><tr><th class="n" scope="col">Place</th><th scope="col">Player</th>`)
	if divided {
		p.raw(`<th scope="col">Division</th>`)
	}
	p.raw("</tr></thead><tbody>")
	for _, l := range list {
		division := ""
		if divided {
			division = "<td>" + text(l.Division) + "</td>"
		}
		p.raw(`<tr><td class="n">%s</td><td class="name">%s</td>%s</tr>`, text(l.Place), name(l.Name), division)
	}
	p.raw("</tbody></table></div>")
}

func (p *page) brackets(list []pictures.BracketData) {
	for i := range list {
		if i == 0 {
			p.heading("bracket", "Bracket")
		}
		if len(list) > 1 {
			p.raw("<h3>%s</h3>", text(list[i].Title))
		}
		p.bracket(&list[i])
	}
}

// bracket draws the parts of a bracket below each other, the rounds of a part
// beside each other.
func (p *page) bracket(d *pictures.BracketData) {
	for _, part := range []struct {
		part  pictures.Part
		title string
	}{{pictures.Upper, ""}, {pictures.Lower, "Lower bracket"}, {pictures.Final, ""}, {pictures.Third, ""}} {
		begun := false
		for _, round := range d.Rounds {
			if round.Part != part.part {
				continue
			}
			if !begun {
				if part.title != "" {
					p.raw("<h3>%s</h3>", part.title)
				}
				p.raw(`<div class="bracket">`)
				begun = true
			}
			p.raw("<section><h4>%s</h4>", text(round.Name))
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
	p.raw(`<div class="match"><small>%s</small>`, text(m.Label))
	for i, side := range m.Sides {
		class, who := "side", name(side.Name)
		switch {
		case m.Winner == i+1:
			class, who = "side won", who+" ✓"
		case side.Name == "" && side.Bye:
			class, who = "side open", "bye"
		case side.Name == "":
			class, who = "side open", text(side.Pending)
		}
		p.raw(`<div class="%s"><span class="seed">%s</span><span class="who">%s</span><span>%s</span></div>`, class, text(side.Seed), who, text(side.Score))
	}
	p.raw("</div>")
}

func (p *page) schedule(d *pictures.ScheduleData) {
	if d == nil {
		return
	}
	p.heading("schedule", "Seating")
	for _, r := range d.Rounds {
		p.raw(`<details><summary>%s</summary><div class="scroll"><table><thead><tr><th scope="col">Table</th>`, text(r.Name))
		for _, wind := range []string{"East", "South", "West", "North"} {
			p.raw(`<th scope="col">%s</th>`, wind)
		}
		p.raw("</tr></thead><tbody>")
		for _, t := range r.Tables {
			cells := []string{"<td>" + text(t.Name) + "</td>"}
			for _, s := range t.Seats {
				cells = append(cells, `<td class="name">`+name(s.Name)+"</td>")
			}
			p.raw("<tr>%s</tr>", strings.Join(cells, ""))
		}
		p.raw("</tbody></table></div>")
		if r.Detail != "" {
			p.raw(`<p class="note">%s</p>`, text(r.Detail))
		}
		p.raw("</details>")
	}
}

func (p *page) crosstable(d *pictures.CrosstableData) {
	if d == nil {
		return
	}
	p.heading("crosstable", "Crosstable")
	p.raw(`<div class="scroll"><table><thead><tr><th class="n" scope="col">#</th><th scope="col">Player</th>`)
	for i := range d.Players {
		p.raw(`<th class="n" scope="col">%d</th>`, i+1)
	}
	p.raw(`<th class="n" scope="col">%s</th></tr></thead><tbody>`, text(d.TotalTitle))
	for i, player := range d.Players {
		p.raw(`<tr><td class="n">%d</td><td class="name">%s</td>`, i+1, name(player.Name))
		for j, c := range player.Cells {
			shown := text(c.Text)
			switch {
			case i == j:
				shown = "×"
			case c.Won:
				shown = "<b>" + shown + "</b>"
			}
			p.raw(`<td class="n">%s</td>`, shown)
		}
		p.raw(`<td class="n"><b>%s</b></td></tr>`, text(player.Total))
	}
	p.raw("</tbody></table></div>")
}

// rounds writes every round; the last standings are open.
func (p *page) rounds(list []view.RecordRound) {
	if len(list) == 0 {
		return
	}
	p.heading("rounds", "Rounds")
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
		p.raw("<details%s><summary>%s</summary>", open, text(list[i].Title))
		for k := range list[i].Standings {
			p.standings(&list[i].Standings[k])
		}
		p.raw(`<h3>Results</h3><div class="scroll"><table><thead><tr><th class="n" scope="col">Table</th><th scope="col">Players</th><th scope="col">Result</th></tr></thead><tbody>`)
		for _, t := range list[i].Tables {
			p.raw(`<tr><td class="n">%s</td><td class="name">%s</td><td class="name">%s</td></tr>`, text(t.Table), name(t.Players), name(t.Result))
		}
		p.raw("</tbody></table></div></details>")
	}
}

func (p *page) standings(d *pictures.StandingsData) {
	p.raw(`<h3>%s</h3><div class="scroll"><table><thead><tr><th class="n" scope="col">#</th><th scope="col">Player</th>`, text(d.Title))
	for _, c := range d.Columns {
		p.raw(`<th class="n" scope="col">%s</th>`, text(c.Title))
	}
	p.raw("</tr></thead><tbody>")
	for _, r := range d.Rows {
		who := name(r.Name)
		if r.Mark == pictures.Dropped {
			who += " (dropped)"
		}
		p.raw(`<tr><td class="n">%s</td><td class="name">%s</td>`, text(r.Rank), who)
		for _, c := range r.Cells {
			p.raw(`<td class="n">%s</td>`, text(c))
		}
		p.raw("</tr>")
	}
	p.raw("</tbody></table></div>")
	if d.Note != "" {
		p.raw(`<p class="note">%s</p>`, text(d.Note))
	}
}

// seed writes the check with its data. The data is JSON in which the encoder has
// escaped what could end the element it stands in.
func (p *page) seed(c *view.SeedCheck) error {
	data, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return fmt.Errorf("the seeds cannot be written: %w", err)
	}
	p.heading("seed", "Check the seed")
	p.raw(`<p>Before anybody could join, the bot drew a secret and posted its SHA-256, the commitment. Each join then mixed an id that Discord chose into a digest. Every draw of this event follows from both, so that neither the bot nor a player could choose one. Your browser has just recomputed this, from what stands in this file and with nothing else:</p>
<p id="verdict" role="status">The check has not run.</p>
<noscript><p>This browser runs no scripts, so nothing was checked.</p></noscript>
<ol id="steps"></ol>
<p class="note">Compare the commitment with the one in the bot&rsquo;s first post about the start. That each pairing follows from its seed is checked by <code>topcut replay</code> with the tournament file posted beside this page.</p>
<details><summary>What went into the check</summary>
<table><tbody>
<tr><th scope="row">Commitment</th><td><code>%s</code></td></tr>
<tr><th scope="row">Secret</th><td><code>%s</code></td></tr>
<tr><th scope="row">Digest of the joins</th><td><code>%s</code></td></tr>
</tbody></table>
<p class="note">Digest: SHA-256 of the digest so far as hexadecimal digits, a line end and the id of the join, for each join. Joint seed: SHA-256 of &ldquo;topcut seed 1&rdquo;, a line end, the 32 bytes of the secret and the digest as hexadecimal digits. Seed of a draw: SHA-256 of &ldquo;topcut round 1&rdquo;, a line end, the 32 bytes of the joint seed, and round and attempt as eight bytes each, the highest first.</p>
</details>
<script type="application/json" id="seed-data">
%s
</script>
<script>%s</script>`, text(c.Commitment), text(c.Secret), text(c.Digest), data, script)
	return nil
}

func (p *page) log(list []view.RecordLine) {
	p.heading("log", "Log")
	zone := ""
	if len(list) > 0 {
		zone = ", times in " + text(list[0].Time.Location().String())
	}
	p.raw(`<p class="note">What happened, as everybody could read it%s.</p>`, zone)
	p.raw(`<details><summary>%d entries</summary><ol class="log">`, len(list))
	for _, l := range list {
		line := "<bdi>" + text(l.Text) + "</bdi>"
		if l.TakenBack {
			line = "<del>" + line + "</del> (taken back)"
		}
		p.raw(`<li id="log-%d"><time datetime="%s">%s</time>%s</li>`, l.Seq, l.Time.Format(time.RFC3339), l.Time.Format("2 Jan 15:04:05"), line)
	}
	p.raw("</ol></details>")
}

func (p *page) foot() { p.raw("</main>\n</body>\n</html>") }
