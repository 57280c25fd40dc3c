package view

import (
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/missing"
	"topcut/tournament/notice"
)

// mostIdle bounds the matches or players that each line of a digest names.
const mostIdle = 12

// idle is what is open in an arranged event besides verdicts.
type idle struct {
	untimed []tournament.Place // no time is agreed, and no answer is late
	silent  []tournament.Place // a proposal has had no answer for a day
	away    []tournament.Absence
	gone    []int // players who were not in the server before the last digest and have done nothing since
	ghosts  []int // players with half of a window behind them who have done nothing since the event started
}

// idle returns what is open besides the matches that wait for a verdict.
func (e Env) idle(undecided []tournament.Place) (out idle) {
	s := e.state()
	for at, m := range s.EachFixture {
		if m.Report != nil || slices.Contains(undecided, at) {
			continue
		}
		switch m.Fixture.Step(e.Now) {
		case fixture.Published:
			out.untimed = append(out.untimed, at)
		case fixture.Proposed:
			if missing.Owes(s, at, m.Fixture, m.Fixture.Open.By.Other(), e.Now) {
				out.silent = append(out.silent, at)
			} else {
				out.untimed = append(out.untimed, at)
			}
		case fixture.Agreed, fixture.Claimed, fixture.Objected, fixture.Overdue, fixture.Ended:
		}
	}
	for _, a := range s.Away {
		if a.Until.After(e.Now) && s.Taking(a.Player) {
			out.away = append(out.away, a)
		}
	}
	acted := map[int]bool{}
	for i := range slices.Backward(e.Snap.Log) {
		if _, ok := e.Snap.Log[i].Event.(*tournament.EventStarted); ok {
			break
		}
		acted[s.PlayerOf(e.Snap.Log[i].Actor)] = true
	}
	out.gone = s.HaveLeft()
	for n := 1; n <= len(s.Players); n++ {
		late := slices.ContainsFunc(s.FixturesOf(n), func(at tournament.Place) bool {
			m, _ := s.Match(at.Round, at.Match)
			return !e.Now.Before(m.Fixture.Half())
		})
		if s.Taking(n) && !acted[n] && late && !slices.Contains(out.gone, n) {
			out.ghosts = append(out.ghosts, n)
		}
	}
	return out
}

// lines describes what is open, one kind in each line.
func (o idle) lines(e Env) (lines []string) {
	s := e.state()
	add := func(key notice.Code, list []string) {
		if len(list) > 0 {
			lines = append(lines, e.say(key, "list", e.clipped(list, mostIdle)))
		}
	}
	var untimed, silent, away []string
	for _, at := range o.untimed {
		_, l := s.Match(at.Round, at.Match)
		untimed = append(untimed, strings.Join(e.at(at.Round, at.Match).names(wording.Seated(l)), " – "))
	}
	for _, at := range o.silent {
		m, _ := s.Match(at.Round, at.Match)
		asked := s.PlayerAt(at, m.Fixture.Open.By.Other())
		silent = append(silent, e.at(at.Round, at.Match).say("digest.asked", "player", notice.Player(asked), "relative", relative(m.Fixture.Open.At)))
	}
	for _, a := range o.away {
		away = append(away, e.say("digest.until", "player", notice.Player(a.Player), "time", wording.Day(a.Until)))
	}
	add("digest.untimed", untimed)
	add("digest.silent", silent)
	add("digest.away", away)
	add("digest.gone", e.names(o.gone))
	add("digest.ghosts", e.names(o.ghosts))
	return lines
}

// digest shows what is open in an arranged event besides the verdicts, with what
// organisers can do about it: decide or extend matches, drop players.
func (e Env) digest(p *layout.Panel, undecided []tournament.Place) {
	open := e.idle(undecided)
	p.Lines(open.lines(e)...)
	e.verdictMenu(p, slices.Concat(undecided, open.silent, open.untimed))
	if len(open.silent)+len(open.ghosts)+len(open.gone) > 0 {
		p.Buttons(discord.Button{Label: e.say("staff.form.drop"), CustomID: e.id(customid.StaffOpen{What: "drop"})})
	}
}
