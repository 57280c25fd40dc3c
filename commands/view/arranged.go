package view

import (
	"slices"
	"strings"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// schedulePost returns the public post of a page of matches that players arrange, of one
// round or of those that opened together: both names, the result, the time or what comes
// next. The first page with a player pings them. Its menu reaches all that can be done about
// a match, which gets a post of its own when a time is proposed.
func (e Env) schedulePost(round, page int) discord.Message {
	s := e.state()
	first, last := s.OpenedWith(round)
	list, per := posted.Pairings(s, round)
	part, page := layout.PageOf(list, page, per)
	pages := posted.Pages(len(list), per)
	title := e.opened(round)
	return e.fittedBoards(func(e Env) discord.Message {
		p := e.titled(layout.Round, title)
		if pages > 1 {
			p = e.panel(layout.Round, "page.title", "title", text.Raw(title), "page", page+1, "pages", pages)
		}
		if first < last {
			p.Lines(e.scheduleProgress(part)...)
		} else {
			p.Lines(e.progress(p, s.Round(round), matchesOf(part, round))...)
		}
		for r := first; r <= last; r++ {
			e.scheduleRound(p, r, matchesOf(part, r), first < last, page == pages-1)
		}
		above := e.seatedAt(list[:page*per])
		p.Pings = slices.DeleteFunc(p.Pings, func(user string) bool { return above[user] })
		if s.Phase == tournament.Cancelled || !slices.ContainsFunc(s.OpenRounds(), func(r int) bool { return first <= r && r <= last }) {
			p.Accent = layout.Quiet
			return p.Message()
		}
		if s.LineUpsWait(s.Round(last)) {
			p.Buttons(crew.LineUpButton(e.about()))
		}
		buttons := []discord.Button{
			{Style: discord.Primary, Label: e.say("button.my_matches"), CustomID: e.id(customid.Matches{})},
			{Label: e.say("button.report"), CustomID: e.id(customid.Report{})},
			{Label: e.say("button.judge"), CustomID: e.id(customid.Judge{})},
		}
		if e.untold(part) {
			buttons = slices.Insert(buttons, 1, e.weekButton(0))
		}
		p.Buttons(buttons...)
		return p.Message()
	})
}

// seatedAt returns the users who are seated at one of the matches.
func (e Env) seatedAt(list []tournament.Place) map[string]bool {
	out := map[string]bool{}
	for _, at := range list {
		_, l := e.state().Match(at.Round, at.Match)
		for _, user := range e.users(wording.Seated(l)) {
			out[user] = true
		}
	}
	return out
}

// opened names a round, or the rounds that opened together with it.
func (e Env) opened(round int) string {
	if first, last := e.state().OpenedWith(round); first < last {
		return e.say("structure.rounds", "n", last-first+1)
	}
	return e.round(round)
}

// matchesOf returns the indexes of the matches of a round in a list.
func matchesOf(list []tournament.Place, round int) (out []int) {
	for _, at := range list {
		if at.Round == round {
			out = append(out, at.Match-1)
		}
	}
	return out
}

// scheduleRound adds the given matches of a round and, after its last match, its byes.
func (e Env) scheduleRound(p *layout.Panel, round int, part []int, named, ends bool) {
	s := e.state()
	matches := s.Ledger.Rounds.At(round).Matches
	t := posted.TablesOf(matches, s.Settings.Crew)
	if named {
		ends = len(part) > 0 && len(t.Played) > 0 && slices.Contains(part, t.Played[len(t.Played)-1])
	}
	if len(part) == 0 && !ends {
		return
	}
	if t.Played, t.Per = part, max(len(part), 1); !ends {
		t.Byes, t.Absent, t.Elsewhere = nil, nil, false
	}
	lines := layout.New(e.words(), 0, "")
	players := e.listing(lines, s.Round(round), matches, &t, 0, nil, func(n int) string { return string(e.mention(n)) })
	p.Ping(e.calledTo(s.Round(round), players)...)
	var all []string
	if named {
		all = append(all, "**"+e.round(round)+"**")
	}
	for _, c := range lines.Parts {
		all = append(all, c.(discord.TextDisplay).Content)
	}
	p.Lines(all...)
}

// scheduleProgress returns the lines above matches of rounds that opened together: how
// many have a result, and until when they are to be played.
func (e Env) scheduleProgress(list []tournament.Place) []string {
	s := e.state()
	in := 0
	for _, at := range list {
		if m, _ := s.Match(at.Round, at.Match); m.Over() {
			in++
		}
	}
	head := []string{string(e.title())}
	if s.Phase == tournament.Cancelled {
		return []string{strings.Join(append(head, e.headline()), " · ")}
	}
	head = append(head, e.say("pairings.count", "in", in, "all", len(list)))
	if len(list) == 0 || in == len(list) {
		return []string{strings.Join(head, " · ")}
	}
	by := s.Round(list[0].Round).Deadline
	return []string{strings.Join(head, " · "), e.say("fixture.panel.window", "time", wording.Moment(by), "relative", relative(by))}
}

// stepNote returns what is known of an open arranged match beside its names. It is left
// out where a list would be too long otherwise.
func (e Env) stepNote(at tournament.Place, m *tournament.Match) string {
	if m.Fixture == nil || m.Fixture.End != "" || m.Report != nil || m.Fixture.Step(e.Now) == fixture.Published || 0 < e.short && e.short < fullName {
		return ""
	}
	state, _ := e.fixtureState(at)
	return " · " + state
}
