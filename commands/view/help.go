package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// Help says what can be done now: for the phase of an event, for players and
// (staff) for organisers, with the facts of its ruleset. Outside an event e is
// nil.
func Help(e *Env, staff bool) discord.Message {
	if e == nil {
		none := Env{}
		p := newPanel(accentEvent, "Topcut runs tournaments in this server")
		p.text("There is no event in this channel now.")
		p.text("**Players:** when an event opens, its card appears in its channel. Press Join there or use %s. All you need later is %s.",
			none.command("join"), none.command("status"))
		p.text("**Organisers:** %s says who may organise here, %s makes an event, %s tells what the bot still lacks.",
			none.command("setup"), none.command("tournament create"), none.command("doctor"))
		return p.message()
	}
	s := e.state()
	p := newPanel(accentEvent, "Help for %s", e.title())
	p.text("**Now:** %s", e.headline())
	p.lines(append([]string{"**For players**"}, e.playerHelp()...)...)
	if staff {
		p.lines(append([]string{"**For organisers**"}, e.staffHelp()...)...)
	}
	p.rule()
	p.lines(facts(s.Rules)...)
	p.lines(sources(s.Rules, 3)...)
	p.buttons(discord.Button{Label: "All rules of this game", CustomID: e.id(customid.Rules)})
	return p.message()
}

// item is a line of help: a command and what it does.
func (e Env) item(command, does string) string {
	return fmt.Sprintf("- %s: %s", e.command(command), does)
}

func (e Env) playerHelp() []string {
	s := e.state()
	var out []string
	switch s.Phase {
	case tournament.Draft, tournament.Closed:
		out = append(out, e.item("status", "your place in the event"))
	case tournament.Open, tournament.CheckIn:
		if s.Phase == tournament.CheckIn {
			out = append(out, e.item("checkin", "say that you are here"))
		}
		out = append(out, e.item("join", "take part"), e.item("leave", "go again"), e.item("status", "your place in the event"))
	case tournament.Running:
		out = append(
			out,
			e.item("status", "your table, opponent, clock and next step"),
			e.item("report", "the result of your match; your opponent confirms"),
			e.item("judge", "call a judge to your table"),
			e.item("pairings", "who meets whom"),
			e.item("standings", "where everybody stands"),
			e.item("odds", "your chance to make the cut"),
			e.item("explain standing", "why you stand where you stand"),
			e.item("drop", "leave the event"),
		)
	case tournament.Finished, tournament.Cancelled:
		out = append(
			out,
			e.item("standings", "the standings"),
			e.item("log", "everything that happened"),
			e.item("forget", "blank your name and decks in finished events"),
		)
	}
	if s.Settings.Decks != tournament.DecksNone && s.Phase < tournament.Running {
		out = append(out, e.item("deck submit", "hand in your deck"))
	}
	return out
}

func (e Env) staffHelp() []string {
	s := e.state()
	switch s.Phase {
	case tournament.Draft:
		return []string{
			e.item("tournament settings", "everything about the event"),
			e.item("tournament open", "open registration"),
		}
	case tournament.Open, tournament.Closed, tournament.CheckIn:
		return []string{
			e.item("to add", "enter a player, with or without an account"),
			e.item("tournament checkin", "ask the players to check in"),
			e.item("tournament start", "start the event"),
		}
	case tournament.Running:
		if s.Settings.Format == tournament.FormatDraft && len(s.Rounds) == 0 {
			return []string{
				e.item("tournament draft seats", "draw the pods and seats"),
				e.item("tournament draft start", "open the first pack"),
				e.item("tournament draft next", "open the next pack"),
				e.item("tournament draft build", "start the clock for building decks"),
				e.item("tournament pair", "pair round 1: opposite seats meet"),
				e.item("tournament undo", "take the last thing back"),
			}
		}
		var flights []string
		if s.Rules.Divisions.Flights != nil && len(s.Rounds) == 0 && s.CutSize > 0 {
			flights = []string{e.item("tournament flights", "split a large division to save rounds")}
		}
		return append(flights,
			e.item("tournament pair", "make a preview of the next round"),
			e.item("tournament publish", "make it binding"),
			e.item("tournament startround", "start the clock"),
			e.item("to report", "enter or correct a result"),
			e.item("tournament repair", "change single tables"),
			e.item("tournament closeround", "end the round"),
			e.item("tournament cut", "make the cut"),
			e.item("tournament undo", "take the last thing back"),
		)
	case tournament.Finished, tournament.Cancelled:
	}
	return []string{
		e.item("tournament export", "the whole event as a file"),
		e.item("tournament undo", "take the end back"),
	}
}

// facts are the lines that say what a ruleset is.
func facts(rs *rules.Ruleset) []string {
	status := "official text"
	if rs.Status == "community" {
		status = "community practice, no official document"
	}
	out := []string{fmt.Sprintf("**Rules:** %s, %s, %s", discord.Escape(rs.Name), discord.Escape(rs.Version), status)}
	if text := rs.Texts["summary"]; text != "" {
		out = append(out, discord.Escape(text))
	}
	return out
}

// sources lists the first documents a ruleset follows.
func sources(rs *rules.Ruleset, most int) []string {
	var out []string
	for _, src := range first(rs.Sources, most) {
		line := "-# Source: " + discord.Escape(discord.Plain(src.Title, 120))
		if strings.HasPrefix(src.URL, "https://") && !strings.ContainsAny(src.URL, " ()<>") {
			line = fmt.Sprintf("-# Source: [%s](<%s>)", discord.Escape(discord.Plain(src.Title, 120)), src.URL)
		}
		if src.Date != "" {
			line += ", " + discord.Escape(discord.Plain(src.Date, 20))
		}
		out = append(out, line)
	}
	if left := len(rs.Sources) - most; left > 0 {
		out = append(out, "-# and "+plural(left, "more source", "more sources"))
	}
	return out
}

// NextStep offers organisers what comes next, with its button.
func NextStep(e Env) discord.Message {
	s := e.state()
	p := newPanel(accentEvent, "Next step for %s", e.title())
	p.text("%s", e.headline())
	button := func(label, verb string, args ...any) discord.Button {
		return discord.Button{Style: discord.Primary, Label: label, CustomID: e.id(verb, args...)}
	}
	switch s.Phase {
	case tournament.Draft:
		p.buttons(button("Open registration", customid.Open), discord.Button{Label: "Settings", CustomID: e.id(customid.Settings, "general")})
	case tournament.Open, tournament.Closed:
		p.buttons(button("Start check-in", customid.StartCheck), button("Start the event", customid.Start, ""))
	case tournament.CheckIn:
		p.buttons(button("Start the event", customid.Start, ""))
	case tournament.Finished, tournament.Cancelled:
		p.text("Nothing is left to do.")
	case tournament.Running:
		if why := e.Snap.Book.Text(s.Held); why != "" {
			p.text("⚠️ The event did not go on by itself: %s", discord.Escape(why))
		}
		p.buttons(e.nextButtons(button)...)
	}
	return p.message()
}

func (e Env) nextButtons(button func(label, verb string, args ...any) discord.Button) []discord.Button {
	s := e.state()
	r := s.Current()
	switch {
	case s.Preview != nil:
		return []discord.Button{button("Look at the preview", customid.Preview, 0), {Style: discord.Success, Label: "Publish", CustomID: e.id(customid.Publish, s.Preview.Number, s.Preview.PublishedSeq)}}
	case r != nil && r.Status == tournament.Published:
		return []discord.Button{button("Start the round", customid.StartRound, r.Number)}
	case r != nil && r.Status == tournament.Started:
		return []discord.Button{button("Close the round", customid.CloseRound, r.Number, "")}
	case len(e.draftButtons(false)) > 0:
		return e.draftButtons(false)
	case s.PlayoffOpen():
	case s.Cut == nil && s.SwissRounds > 0 && s.SwissOver():
		if tie := e.tieButtons(); len(tie) > 0 && s.CutSize == 0 {
			return tie
		}
		if s.CutSize > 0 {
			return []discord.Button{button("Make the cut", customid.Cut)}
		}
		return []discord.Button{button("Finish the event", customid.Finish, "")}
	case s.Cut != nil:
		if _, st, err := s.Bracket(); err == nil && st.Champion != 0 && len(st.Ready) == 0 {
			return []discord.Button{button("Finish the event", customid.Finish, "")}
		}
	}
	return []discord.Button{button("Pair the next round", customid.Pair, len(s.Rounds)+1)}
}
