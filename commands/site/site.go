// Package site shows events and leagues in a browser: a running one as a page that
// follows it, a finished one as a page to keep, both by the same code. It also
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
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/record"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/notice"
)

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

// keptStyle is the style of a page that stands alone: without that of live pages.
var keptStyle, _, _ = strings.Cut(style, "/* live */\n")

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
		Policy: fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'", source(checkScript), source(keptStyle)),
		Style:  markup(keptStyle), Script: markup(checkScript),
	}
	return p.html(), nil
}

// inlined are the parts embedded in a page that stands alone.
type inlined struct {
	Policy        string
	Style, Script markup
}

// frame is the common part of all pages.
type frame struct {
	words text.Printer
	teams map[string]string // the members of each team by its name

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

// page is the page of an event.
type page struct {
	frame
	*record.Record

	Live     liveState
	Over     bool
	Diagrams []diagram
	Forecast forecast // without rows until it is computed, and if there are no odds
	WhatIf   string   // address for picking results of the open round; empty for none
	// Check is the data for the check of the seed, with its script's texts; nil before the
	// secret is revealed.
	Check      *SeedCheck
	CheckNotes []string
	CheckData  markup
}

// newPage collects the data for the page of an event.
func newPage(e view.Env, course []*sim.OddsResult) (*page, error) {
	r := record.New(e)
	p := &page{Record: &r, Live: newLive(wording.About(e.Words, e.Snap)), Over: e.Snap.State.Phase >= tournament.Finished}
	p.frame = frame{words: e.Words, teams: r.Teams, Title: r.Name, Seq: e.Snap.State.Seq}
	p.Description = strings.Join([]string{plain(r.Ruleset), plain(r.Format), p.say(p.counting(), "n", r.Players), p.Live.State}, " · ")
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
	p.Check, p.CheckData, p.Checked = &c, markup(data), true
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

// newestStandings returns the index of the last round with standings, or -1.
func newestStandings(list []record.Round) int {
	for i := len(list) - 1; i >= 0; i-- {
		if len(list[i].Standings) > 0 {
			return i
		}
	}
	return -1
}

// plain makes typed text safe for a page: it cannot change the direction of the text
// around it and has no invisible characters. Markup still must escape it.
func plain(s string) string { return discord.Plain(s, 500) }

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
