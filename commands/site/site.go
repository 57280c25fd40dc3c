// Package site shows events and leagues in a browser: a running one as a page that
// follows it, a finished one as a page to keep, both from the same templates. It also
// serves the same data as JSON for other programs, dates for calendars, and overlays for
// a stream.
//
// The pages are read-only. A page loads nothing from elsewhere, sets no cookie, and is
// complete without its script; then a reload shows updates. It is light or dark like the
// reader's system, fits a phone and can be printed. Names appear as text, whatever they
// contain. What was not public in Discord is not on it: no pairings before they are
// published, no pending report, no note, no deck, no account.
//
// The page of a finished event is one file. Its check of the revealed seed runs in the
// reader's browser and recomputes what tournament/seed.go specifies. Whether each pairing
// follows from its seed is checked by `topcut replay` with the tournament file that is
// posted beside the page.
package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/record"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// The templates leave out what HTML lets them leave out, the ends of cells, rows and
// items: an eighth of a page is that otherwise.
//
//go:embed templates/*.html
var templates embed.FS

var (
	//go:embed style.css
	style string
	//go:embed check.js
	checkScript string
	//go:embed follow.js
	followScript string
	//go:embed overlay.css
	overlayStyle string
	//go:embed icon.svg
	icon string
)

// ErrRunning means that the event is not over and its secret not revealed.
var ErrRunning = errors.New("the event is not over; its page is made when it has its final places")

// Frozen returns the page of a finished event as one file, and ErrRunning for an
// event that is not finished.
func Frozen(e view.Env) ([]byte, error) {
	if e.Snap.State.Phase != tournament.Finished {
		return nil, ErrRunning
	}
	e.Now = e.Snap.State.At
	p, err := newPage(e, course(e.Snap, nil))
	if err != nil {
		return nil, err
	}
	p.Frozen = &inlined{
		Policy: fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'", source(checkScript), source(style)),
		Style:  template.CSS(style), Script: template.JS(checkScript),
	}
	return p.execute("event.html", p)
}

// inlined are the parts embedded in a page that stands alone.
type inlined struct {
	Policy string
	Style  template.CSS
	Script template.JS
}

// frame is the common part of all pages.
type frame struct {
	words text.Printer

	Title       string
	Description string   // one line for link previews
	Frozen      *inlined // nil on a live page
	Checked     bool     // the page has a check of the seed

	Address string // absolute address of the page; empty if it has none
	Listed  bool
	Seq     int64
	Still   bool // the page does not follow its event
}

// source returns the hash of a script or style for the Content-Security-Policy.
func source(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// page is the data for the templates.
type page struct {
	frame
	*record.Record

	Live     Live
	Over     bool
	Diagrams []diagram
	Forecast Forecast // without rows until it is computed, and if there are no odds
	WhatIf   string   // address for picking results of the open round; empty for none
	// Check is the data for the check of the seed, with its script's texts; nil before the
	// secret is revealed.
	Check      *SeedCheck
	CheckNotes []string
	CheckData  template.JS

	View   string // of an overlay
	Tag    string // of the page to which the view belongs
	Table  *record.Table
	Newest []*table.Table
	Next   []pairingsPiece
}

// newPage collects the data for the page of an event.
func newPage(e view.Env, course []*sim.OddsResult) (*page, error) {
	r := record.New(e)
	p := &page{Record: &r, Live: newLive(wording.About(e.Words, e.Snap)), Over: e.Snap.State.Phase >= tournament.Finished}
	p.frame = frame{words: e.Words, Title: r.Name, Seq: e.Snap.State.Seq}
	p.Description = strings.Join([]string{plain(r.Ruleset), plain(r.Format), p.say("card.players", "n", r.Players), p.Live.State}, " · ")
	for i := range r.Brackets {
		p.Diagrams = append(p.Diagrams, diagrams(&r.Brackets[i], p.say)...)
	}
	p.Forecast = newForecast(wording.About(e.Words, e.Snap), course)
	c, seeded := NewSeedCheck(wording.About(e.Words, e.Snap))
	if !seeded {
		return p, nil
	}
	// The encoder escapes what could close the element that contains the data.
	data, err := json.Marshal(struct {
		*SeedCheck
		Words map[string]string `json:"words"`
	}{&c, map[string]string{
		"commitment": p.words.Say("check.commitment"), "recommitted": p.words.Say("check.recommitted"), "digest": p.words.Say("check.digest", "n", len(c.Joins)),
		"joint": p.words.Say("check.joint"), "draw": p.words.Say("check.draw"),
		"holds": p.words.Say("check.holds"), "fails": p.words.Say("check.fails"),
	}})
	if err != nil {
		return nil, fmt.Errorf("the seeds cannot be written: %w", err)
	}
	p.Check, p.CheckData, p.Checked = &c, template.JS(data), true
	p.CheckNotes = []string{p.say("check.unmixed")}
	if len(c.Mixers) > 0 {
		p.CheckNotes[0] = p.say("check.mixed", "players", text.Raw(strings.Join(c.Mixers, ", ")))
	}
	if len(c.Secrets) > 1 {
		p.CheckNotes = append(p.CheckNotes, p.say("check.renewed"))
	}
	return p, nil
}

// say returns a text of the catalogue.
func (p *frame) say(key notice.Code, args ...any) string { return plain(p.words.Say(key, args...)) }

// parsed are the templates; their functions for texts are those of the page.
var parsed = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(functions(&frame{})).ParseFS(templates, "templates/*.html"))
})

// functions returns the functions that the templates call.
func functions(p *frame) template.FuncMap {
	return template.FuncMap{
		"say":   func(key string, args ...any) string { return p.say(notice.Code(key), args...) },
		"plain": plain,
		"name":  p.name,
		"raw":   func(s string) text.Raw { return text.Raw(s) },
		"inc":   func(i int) int { return i + 1 },
		"dec":   func(i int) int { return i - 1 },
		"clock": func(t time.Time) string { return t.Format("15:04") },
		"instant": func(t time.Time) string {
			if t.IsZero() {
				return ""
			}
			return t.UTC().Format(time.RFC3339)
		},
		"day":     func(t time.Time) string { return t.Format(time.DateOnly) },
		"second":  func(t time.Time) string { return t.Format(time.TimeOnly) },
		"start":   func(t time.Time) string { return t.Format("2006-01-02 15:04 MST") },
		"asset":   func(name, ending string) string { return "/s/" + assetName(name, ending) },
		"dropped": func(m table.Mark) bool { return m == table.Dropped },
		"mark":    markSign,
		"newest":  newestStandings,
		"shown":   shownTable,
		"named":   func(c table.Column) bool { return c.Kind == table.Name },
	}
}

// markSign returns the sign before a name; its title explains it.
func markSign(m table.Mark) string {
	switch m {
	case table.Clinched:
		return "✓"
	case table.Eliminated:
		return "✗"
	default:
		return ""
	}
}

// shown is a table as a page shows it.
type shown struct {
	*table.Table
	Label string // for who cannot see it
	Class string // of the element, if it has more than so many figures beside the names
}

// shownTable returns a table of a page. It gets the class if it has more than most
// figures beside rank and name.
func shownTable(t *table.Table, label, class string, most int) shown {
	if len(t.Columns) <= most+2 {
		class = ""
	}
	return shown{t, label, class}
}

// newestStandings returns the index of the last round with standings, or -1.
func newestStandings(list []record.Round) int {
	for i := len(list) - 1; i >= 0; i-- {
		if len(list[i].Standings) > 0 {
			return i
		}
	}
	return -1
}

// execute renders the page with one of the templates.
func (p *frame) execute(name string, page any) ([]byte, error) {
	t, err := parsed().Clone()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Funcs(functions(p)).ExecuteTemplate(&out, name, page)
	return out.Bytes(), err
}

// plain makes typed text safe for a page: it cannot change the direction of the text
// around it and has no invisible characters. The templates escape it.
func plain(s string) string { return discord.Plain(s, 500) }

// name returns a person's name with its own text direction.
func (p *frame) name(s string) template.HTML {
	shown := plain(s)
	if shown == "" {
		shown = p.say("player.nameless")
	}
	return template.HTML("<bdi>" + template.HTMLEscapeString(shown) + "</bdi>")
}

// assets are the files of live pages by name. The name changes with the content, so that
// browsers may cache them forever.
var assets = map[string]string{
	assetName("style", ".css"): style, assetName("overlay", ".css"): overlayStyle,
	assetName("follow", ".js"): followScript, assetName("check", ".js"): checkScript, assetName("icon", ".svg"): icon,
}

func assetName(name, ending string) string {
	content := map[string]string{"style.css": style, "overlay.css": overlayStyle, "follow.js": followScript, "check.js": checkScript, "icon.svg": icon}[name+ending]
	sum := sha256.Sum256([]byte(content))
	return name + "-" + hex.EncodeToString(sum[:6]) + ending
}

// Divided reports whether divisions have their own places.
func (p *page) Divided() bool { return len(p.Places) > 0 && p.Places[0].Division != "" }
