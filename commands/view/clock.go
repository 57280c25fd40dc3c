package view

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Clock shows how much time is left in the round.
func Clock(e Env) discord.Message {
	s := e.state()
	r := s.Current()
	if s.Phase != tournament.Running || r == nil {
		return e.nothing("clock.no_round", "state", text.Raw(e.headline()))
	}
	p := e.titled(layout.Clock, e.heading(r.Number))
	switch {
	case r.Status == tournament.Published:
		p.Say("clock.not_started")
	case e.partlyOpen(r):
		p.Text(e.roundStatus(r))
	case r.Status == tournament.Done:
		p.Say("clock.over")
		p.Accent = layout.Quiet
	case r.Deadline.IsZero():
		p.Say("clock.none")
	case !r.PausedAt.IsZero():
		p.Accent = layout.Late
		p.Say("clock.paused", "span", e.span(max(0, r.Deadline.Sub(r.PausedAt))))
	case r.Deadline.After(e.Now):
		p.Say("clock.ends", "time", e.by(r.Deadline))
	default:
		p.Accent = layout.Trouble
		p.Say("clock.was_up", "relative", relative(r.Deadline))
	}
	if r.Status == tournament.Started {
		if e.state().GraceUntil(r.Number).After(e.Now) {
			p.Text(e.grace(r))
		}
		p.Lines(e.extensions(r)...)
		p.Say("clock.missing", "n", len(s.Blocking(r.Number)))
	}
	return p.Message()
}

// extensions names the open tables with more time than the others.
func (e Env) extensions(r *tournament.Round) []string {
	var out []string
	for i, m := range r.Matches { // a clock is of a whole match
		if m.Extra <= 0 || m.Confirmed {
			continue
		}
		if len(out) == 10 {
			return append(out, "…")
		}
		table := text.Raw(e.table(r.Number, i+1))
		if at := e.state().TableDeadline(r.Number, i+1); !at.IsZero() {
			out = append(out, e.say("clock.extra_until", "table", table, "span", e.span(m.Extra), "time", text.Raw(discord.Timestamp(at, 't'))))
			continue
		}
		out = append(out, e.say("clock.extra", "table", table, "span", e.span(m.Extra)))
	}
	return out
}

// grace returns until when a player is not tardy for a round that began before the old
// round's time was up (docs/rules/magic.md#mtg-57); "" if that does not apply.
func (e Env) grace(r *tournament.Round) string {
	until := e.state().GraceUntil(r.Number)
	if e.state().Rules.Texts["early"] == "" || !until.After(r.StartedAt) {
		return ""
	}
	return e.say("clock.early", "time", text.Raw(discord.Timestamp(until, 't')))
}

// closeMenus bounds the open tables that have a menu in ClosePanel: a message holds forty
// components.
const closeMenus = 6

// ClosePanel shows organisers the open tables of a round to be closed, with a menu of
// results for each of the first ones and buttons for all that are left. The ruleset's
// default for unfinished matches comes first.
func ClosePanel(e Env, round int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil || r.Status != tournament.Started || len(s.Blocking(round)) == 0 {
		return e.nothing("silent.none")
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Late, "silent.title", "round", text.Raw(e.round(round)))
		open := s.Blocking(round)
		for _, m := range first(open, closeMenus) {
			match, l := s.Match(round, m)
			e := e.at(round, m)
			p.Text("**" + e.table(round, m) + ":** " + strings.Join(e.names(wording.Seated(l)), " – "))
			if match.Report != nil {
				p.Note(e.quoteReport(l, match.Report))
			}
			p.Buttons(e.chooseRuling(p, round, m)...)
		}
		if left := len(open) - closeMenus; left > 0 {
			p.Say("silent.more", "n", left, "close", e.command("round close"))
		}
		if rules.IsElimination(r.Stage) {
			return p.Message()
		}
		p.Small("silent.rest")
		p.Buttons(e.closeButtons(r)...)
		return p.Message()
	})
}

// closeButtons returns buttons that close a round with one result for all open tables.
func (e Env) closeButtons(r *tournament.Round) []discord.Button {
	s := e.state()
	ruled := s.AtTime(r.Stage)
	button := func(how tournament.Resolution, plain, byRules notice.Code) discord.Button {
		b := discord.Button{Label: e.say(plain), CustomID: e.id(customid.CloseRound{Round: r.Number, Rest: how})}
		if how == ruled {
			b.Label, b.Style, b.CustomID = e.say(byRules), discord.Primary, e.id(customid.CloseRound{Round: r.Number, Rest: tournament.ResolveRules})
		}
		return b
	}
	var out []discord.Button
	if s.Rules.Tables != nil {
		return nil // a table has scores
	}
	if s.Rules.Draws.Allowed {
		out = append(out, button(tournament.ResolveDraw, "button.close_draws", "button.close_draws_rules"))
	}
	out = append(out, button(tournament.ResolveDoubleLoss, "button.close_double", "button.close_double_rules"))
	if len(out) == 2 && ruled == tournament.ResolveDoubleLoss {
		out[0], out[1] = out[1], out[0]
	}
	return out
}
