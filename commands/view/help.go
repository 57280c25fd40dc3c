package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Help says what can be done now: for the phase of an event, for players and
// (staff) for organisers, with the facts of its ruleset. Outside an event e is
// nil.
func Help(e Env, staff bool) discord.Message {
	if e.Snap == nil {
		p := e.panel(accentEvent, "help.outside")
		p.say("help.no_event")
		p.say("help.players_outside", "join", e.command("join"), "status", e.command("status"))
		p.say("help.staff_outside", "setup", e.command("setup"), "create", e.command("tournament create"), "doctor", e.command("doctor"))
		return p.message()
	}
	s := e.state()
	p := e.panel(accentEvent, "help.title", "event", e.title())
	p.say("help.now", "state", text.Raw(e.headline()))
	p.lines(append([]string{e.say("help.for_players")}, e.items(e.playerHelp())...)...)
	if staff {
		p.lines(append([]string{e.say("help.for_staff")}, e.items(e.staffHelp())...)...)
	}
	p.rule()
	p.say("help.draw", "n", tournament.MixersWanted)
	p.lines(e.ruleFacts(s.Rules)...)
	p.lines(e.sources(s.Rules, 3)...)
	p.buttons(discord.Button{Label: e.say("button.rules"), CustomID: e.id(customid.Rules{})})
	return p.message()
}

// items are lines of help: commands and what they do, by the keys help.do.*.
func (e Env) items(commands []string) []string {
	out := make([]string, len(commands))
	for i, c := range commands {
		key := notice.Code("help.do." + strings.ReplaceAll(c, " ", "_"))
		out[i] = "- " + string(e.command(c)) + ": " + e.say(key)
	}
	return out
}

func (e Env) playerHelp() []string {
	s := e.state()
	var out []string
	switch s.Phase {
	case tournament.Draft, tournament.Closed:
		out = []string{"status"}
	case tournament.Open:
		out = []string{"join", "leave", "status"}
	case tournament.CheckIn:
		out = []string{"checkin", "join", "leave", "status"}
	case tournament.Running:
		out = []string{"status", "report", "judge", "pairings"}
		if s.PlannedRounds() > 0 {
			out = append(out, "standings", "explain standing")
		}
		if s.CutSize() > 0 && s.Elimination() == nil {
			out = append(out, "odds")
		}
		if s.Elimination() != nil {
			out = append(out, "bracket")
		}
		return append(out, "drop")
	case tournament.Finished, tournament.Cancelled:
		return []string{"standings", "log", "forget"}
	}
	if s.Settings.Decks != tournament.DecksNone {
		out = append(out, "deck submit")
	}
	return out
}

func (e Env) staffHelp() []string {
	s := e.state()
	switch s.Phase {
	case tournament.Draft:
		return []string{"tournament settings", "tournament open"}
	case tournament.Open, tournament.Closed, tournament.CheckIn:
		return []string{"player add", "tournament checkin", "tournament start"}
	case tournament.Running:
		if s.Settings.Stages.Prepares(stage.Draft) && len(s.Rounds) == 0 {
			return []string{"tournament draft seats", "tournament draft start", "tournament draft next", "tournament draft build", "round pair", "tournament undo"}
		}
		var out []string
		if s.Rules.Divisions.Flights != nil && len(s.Rounds) == 0 && s.CutSize() > 0 {
			out = append(out, "tournament flights")
		}
		out = append(out, "round pair", "round publish", "round start", "player report", "round repair", "round close")
		if s.CutSize() > 0 && s.Elimination() == nil {
			out = append(out, "tournament cut")
		}
		return append(out, "tournament undo")
	case tournament.Finished, tournament.Cancelled:
	}
	return []string{"tournament export", "tournament undo"}
}

// ruleFacts are the lines that say what a ruleset is.
func (e Env) ruleFacts(rs *rules.Ruleset) []string {
	key := notice.Code("rules.official")
	if rs.Status == "community" {
		key = "rules.community"
	}
	return []string{
		e.say(key, "game", notice.Text(rs.Name), "version", notice.Quote(rs.Version)),
		e.quote(rs.Texts["summary"]),
	}
}

// sources lists the first documents a ruleset follows.
func (e Env) sources(rs *rules.Ruleset, most int) []string {
	var out []string
	for _, src := range first(rs.Sources, most) {
		title := discord.Escape(discord.Plain(src.Title, 120))
		if strings.HasPrefix(src.URL, "https://") && !strings.ContainsAny(src.URL, " ()<>") {
			title = fmt.Sprintf("[%s](<%s>)", title, src.URL)
		}
		if src.Date != "" {
			title += ", " + discord.Escape(discord.Plain(src.Date, 20))
		}
		out = append(out, "-# "+e.say("rules.source", "source", text.Raw(title)))
	}
	if left := len(rs.Sources) - most; left > 0 {
		out = append(out, "-# "+e.say("rules.more_sources", "n", left))
	}
	return out
}
