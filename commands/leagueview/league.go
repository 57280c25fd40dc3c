package leagueview

import (
	"slices"
	"strconv"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/commands/posted"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/stores"
	"topcut/tournament/table"
)

// Views of a league use Env.Season and treat its members as players.

func (e Env) league() *season.State { return e.Season.State }

// leagueID returns the custom id of a panel of the league.
func (e Env) leagueID(p customid.Panel) string { return customid.New(e.league().ID, p) }

// Name returns the name of the league in Markdown.
func (e Env) Name() text.Raw { return text.Raw(discord.Escape(e.league().Settings.Name)) }

// rawMember returns the name of a member as given.
func (e Env) rawMember(n int) string { return wording.Member(e.Words, e.Season, n) }

// Member returns the name of a member in Markdown.
func (e Env) Member(n int) string { return wording.Name(e.Words, e.rawMember(n), wording.Longest) }

// eventTitle names a counted event by its number.
func (e Env) eventTitle(number int) string {
	if e.Title != nil {
		if title := e.Title(e.league().Events.At(number).Log); title != "" {
			return title
		}
	}
	return e.say("league.event", "number", number)
}

// leagueRows is the number of members on a page of the table in text.
const leagueRows = 20

// eventColumns returns the events that have a column of their own in a table: none where
// the only event is all that the points consist of.
func eventColumns(s *season.State, t *season.Table) []int {
	out := wording.Counted(s, t)
	if len(out) == 1 && !slices.ContainsFunc(t.Rows, func(r season.Row) bool {
		cell := columns.SeasonResult(&r, out[0])
		return cell.Out || cell.Text != r.Points.Plain(0)
	}) {
		return nil
	}
	return out
}

// leagueTable returns rows of the table of a division.
func (e Env) leagueTable(form table.Form, t, before *season.Table, rows []season.Row) *table.Table {
	page := *t
	page.Rows = rows
	return columns.Season{Tables: []*season.Table{&page}, Before: before, Events: eventColumns(e.league(), t), Name: e.rawMember}.Make(form, e.words())
}

// leagueFigure returns a page of the table as a picture.
func (e Env) leagueFigure(t, before *season.Table, division, page int) layout.Figure {
	rows, page := layout.PageOf(t.Rows, page, layout.FigureRows)
	d := e.leagueTable(table.Picture, t, before, rows)
	d.Title, d.Subtitle, d.Cut = e.divisionTitle(division), wording.SeasonState(e.words(), e.league(), t), e.leagueLine(t, division, page*layout.FigureRows)
	return layout.Figure{Name: "league", Drawing: pictures.TableData{Table: d, Hidden: "picture.only_explained"}}
}

// Drawing returns the top of the table as a picture, or nil for an empty table.
func Drawing(e Env) pictures.Drawing {
	first := min(1, e.league().Count())
	t := e.league().Division(first)
	if len(t.Rows) == 0 {
		return nil
	}
	return e.leagueFigure(t, e.league().DivisionBefore(first), first, 0).Drawing
}

// divisionTitle returns the title of the table of a division, or of the season if it has
// one table.
func (e Env) divisionTitle(division int) string {
	if division == 0 || e.league().Count() < 2 {
		return e.league().Settings.Name
	}
	return e.say("promotion.title", "league", text.Raw(e.league().Settings.Name), "number", division)
}

// leagueLine returns the line in the table of a division, whose first rows may be on
// earlier pages: who reaches the final, is promoted, or avoids relegation.
func (e Env) leagueLine(t *season.Table, n, before int) table.Cut {
	line := e.league().Line(n, t)
	if line.After <= before || line.After >= len(t.Rows) {
		return table.Cut{}
	}
	cut := table.Cut{After: line.After - before}
	switch line.Means {
	case season.LineTop:
		cut.Label = e.say("cut.top", "n", e.league().Settings.Rules.Final)
	case season.LineUp:
		cut.Label = e.say("promotion.up")
	case season.LineDown:
		cut.Label = e.say("promotion.down")
	case season.LineFirst, season.LineCut:
	}
	return cut
}

// Table shows a page of the table of a division; 0 is the first one, if there are
// any.
func Table(e Env, division, page int) discord.Message {
	s := e.league()
	if division == 0 {
		division = min(1, s.Count())
	}
	t := s.Division(division)
	if len(t.Rows) == 0 {
		p := e.titled(layout.Round, string(e.Name()))
		p.Say("league.nobody")
		p.Note(e.leagueNext())
		return p.Message()
	}
	before := s.DivisionBefore(division)
	p := e.titled(layout.Round, discord.Escape(e.divisionTitle(division)))
	perPage := layout.FigureRows
	if !p.Gallery(e.draws(), e.leagueFigure(t, before, division, page)) {
		perPage = leagueRows
		rows, at := layout.PageOf(t.Rows, page, perPage)
		p = e.titled(layout.Round, layout.Title(e.words(), e.divisionTitle(division), at, posted.Pages(len(t.Rows), perPage)))
		p.Note(wording.SeasonState(e.words(), e.league(), t))
		shown := e.leagueTable(table.Grid, t, before, rows)
		shown.Cut = e.leagueLine(t, division, at*perPage)
		p.Text(layout.Grid(shown))
	}
	_, page = layout.PageOf(t.Rows, page, perPage)
	if division <= 1 {
		p.Note(wording.Champions(e.words(), e.Season))
	}
	p.Note(e.leagueNext())
	if len(eventColumns(s, t)) > 0 {
		p.Note(e.say("league.why", "explain", e.command("league standings")))
	}
	buttons := layout.Pager(e.words(), page, posted.Pages(len(t.Rows), perPage), func(n int) string {
		return e.leagueID(customid.LeagueTable{Page: n, AsText: e.AsText, Division: division})
	})
	switch {
	case perPage == layout.FigureRows:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_text"), CustomID: e.leagueID(customid.LeagueTable{Page: page * layout.FigureRows / leagueRows, AsText: true, Division: division})})
	case e.Draw != nil && e.AsText:
		buttons = append(buttons, discord.Button{Label: e.say("button.as_picture"), CustomID: e.leagueID(customid.LeagueTable{Page: page * leagueRows / layout.FigureRows, Division: division})})
	}
	p.Buttons(append(buttons, discord.Button{Label: e.say("button.my_place"), CustomID: e.leagueID(customid.LeagueExplain{})})...)
	if s.Count() > 1 {
		p.Choose(e.divisionMenu(customid.LeagueDivision{AsText: e.AsText}, division))
	}
	return p.Message()
}

// divisionMenu returns the menu of the divisions of the league, of which one is shown.
func (e Env) divisionMenu(panel customid.Panel, shown int) discord.StringSelect {
	menu := discord.StringSelect{CustomID: e.leagueID(panel), Placeholder: e.say("promotion.choose")}
	for d := 1; d <= min(e.league().Count(), wire.MaxOptions); d++ {
		menu.Options = append(menu.Options, discord.SelectOption{Label: e.say("promotion.name", "number", d), Value: strconv.Itoa(d), Default: d == shown})
	}
	return menu
}

// leagueNext says when the next event comes; "" if that is not known.
func (e Env) leagueNext() string {
	if s := e.league(); !s.Next.IsZero() && s.Closed == nil {
		return e.say("league.next", "time", text.Raw(discord.Timestamp(s.Next, 'F')), "relative", text.Raw(discord.Relative(s.Next)))
	}
	return ""
}

// Explain shows the sources of a member's total, result by result.
func Explain(e Env, member int) discord.Message {
	s := e.league()
	t := s.Division(s.DivisionOf(member))
	r := t.Row(member)
	if r == nil {
		return e.nothing("season.nothing", "player", notice.Player(member))
	}
	p := e.panel(layout.Round, "league.explain", "place", r.Place, "player", notice.Player(member), "league", e.Name())
	var lines []string
	for _, n := range t.Explain(member, func(event int) string { return e.eventTitle(event) }, e.Season.Book.Text) {
		lines = append(lines, "- "+e.words().Notice(n))
	}
	p.Text(layout.Block(e.words(), lines, layout.MaxRunes-300, layout.MaxBytes-1200))
	return p.Message()
}

// Events lists the events that count, with the winners, and those still to come.
// running are unfinished events that will count.
func Events(e Env, running []stores.Found) discord.Message {
	s := e.league()
	p := e.panel(layout.Round, "league.events", "league", e.Name())
	var lines []string
	for _, n := range wording.Counted(s, nil) {
		ev := s.Events.At(n)
		var winners []string
		for i := range ev.Results {
			if ev.Results[i].Place == 1 && !ev.Undecided {
				winners = append(winners, e.Member(s.Now(ev.Results[i].Member)))
			}
		}
		line := e.say("league.event_line", "number", n, "event", text.Raw(discord.Escape(e.eventTitle(n))), "n", len(ev.Results), "winners", e.clipped(winners, 3))
		if w := s.Settings.Rules.Weight(&ev.Leg); w.String() != "1" {
			line += " " + e.say("league.weight", "weight", w)
		}
		lines = append(lines, line)
	}
	for _, f := range running {
		lines = append(lines, e.say("league.event_open", "event", text.Raw(discord.Escape(f.Name)), "phase", f.Phase.Word(), "channel", text.Raw(discord.MentionChannel(f.Channel))))
	}
	if len(lines) == 0 {
		lines = append(lines, e.say("league.no_events"))
	}
	p.Text(layout.Block(e.words(), lines, layout.MaxRunes-400, layout.MaxBytes-1500))
	p.Note(e.leagueNext())
	return p.Message()
}

// Info shows the rules of the season by their setting keys, to one of its members
// unless member is 0. asks says that the sign-up for the next season waits for the reader's
// answer, which comes first.
func Info(e Env, member int, staff, asks bool) discord.Message {
	s := e.league()
	p := e.titled(layout.Event, string(e.Name()))
	if asks {
		e.AskSignup(p)
	}
	lines := []string{wording.SeasonState(e.words(), e.league(), nil)}
	if next := e.leagueNext(); next != "" {
		lines = append(lines, next)
	}
	if s.Settings.Channel != "" {
		lines = append(lines, e.say("league.channel", "channel", text.Raw(discord.MentionChannel(s.Settings.Channel))))
	}
	if needs := s.Settings.Gate().Needs(); len(needs) > 0 {
		lines = append(lines, e.say("gate.card", "needs", needs))
	}
	p.Lines(lines...)
	var rules []string
	for _, x := range setting.Leagues() {
		if value := x.Show(&s.Settings); value != "" {
			rules = append(rules, e.say("league.setting", "what", text.Raw(e.say("league.rule."+notice.Code(x.Key))), "value", notice.Text(value)))
		}
	}
	p.Lines(rules...)
	if s.Closed != nil {
		p.Small("league.digest", "hash", text.Raw(s.Closed.Hash))
	}
	if staff && s.Closed == nil {
		p.Small("league.to_edit", "edit", e.command("league-admin edit"))
	}
	show := func(label notice.Code, what customid.LeagueView) discord.Button {
		return discord.Button{Label: e.say(label), CustomID: e.leagueID(customid.LeagueInfo{Show: what})}
	}
	buttons := []discord.Button{
		{Label: e.say("button.league_table"), CustomID: e.leagueID(customid.LeagueTable{})},
		show("button.league_events", customid.LeagueEvents), show("button.league_odds", customid.LeagueOdds), show("button.league_list", customid.LeagueList),
	}
	if member > 0 {
		buttons = append(buttons, discord.Button{Label: e.say("button.league_leave"), CustomID: e.leagueID(customid.LeagueLeaves{})})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// mostMoved bounds the listed members that a change moves.
const mostMoved = 15

// MovedMembers lists the members that a change moves: "Ann: 3 → 1, 12 points".
func (e Env) MovedMembers(list []season.Move) []string {
	var out []string
	for i, m := range list {
		if i == mostMoved {
			return append(out, e.say("list.left", "n", len(list)-i))
		}
		switch {
		case m.Now == 0:
			out = append(out, "- "+e.say("league.gone", "player", notice.Player(m.Member), "before", m.Before))
		case m.Before == 0:
			out = append(out, "- "+e.say("league.new", "player", notice.Player(m.Member), "place", m.Now, "points", text.Raw(wording.PointsText(e.words(), m.Points.String()))))
		case m.Before == m.Now:
			out = append(out, "- "+e.say("league.stays", "player", notice.Player(m.Member), "place", m.Now, "then", m.Then, "points", text.Raw(wording.PointsText(e.words(), m.Points.String()))))
		default:
			out = append(out, "- "+e.say("league.moves", "player", notice.Player(m.Member), "before", m.Before, "place", m.Now, "then", m.Then, "points", text.Raw(wording.PointsText(e.words(), m.Points.String()))))
		}
	}
	return out
}

// Moves shows what was done to a season and which members that moves.
func Moves(e Env, done string, list []season.Move) discord.Message {
	return layout.Text(strings.Join(append([]string{done}, e.MovedMembers(list)...), "\n"))
}

// Closing asks for confirmation before the table is frozen.
func Closing(e Env, open int) discord.Message {
	s := e.league()
	t := s.Division(min(1, s.Count()))
	p := e.panel(layout.Late, "answer.sure")
	p.Say("league.ask_close", "league", e.Name())
	if s.Settings.Rules.Final > 1 && len(s.Final.Champions) == 0 {
		p.Say("league.final_decides")
	}
	if open > 0 {
		p.Say("league.still_open", "n", open)
	}
	shown := e.leagueTable(table.Grid, t, nil, t.Rows[:min(len(t.Rows), 10)])
	shown.Cut = e.leagueLine(t, min(1, s.Count()), 0)
	p.Text(layout.Grid(shown))
	buttons := []discord.Button{{Style: discord.Danger, Label: e.say("button.close_league"), CustomID: e.leagueID(customid.LeagueClose{Events: len(s.Events)})}}
	if level := s.Level(); len(level) > 0 && s.Settings.Series != nil && slices.Contains(s.Settings.Rules.Ties, season.Playoff) {
		p.Say("league.level_playoff", "players", e.memberNames(level))
		buttons = append(buttons, discord.Button{Label: e.say("button.league_playoff"), CustomID: e.leagueID(customid.LeagueFinal{Playoff: true})})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// Reopening asks for confirmation before a closed season is opened again, and shows
// which members move then.
func Reopening(e Env, moves []season.Move) discord.Message {
	p := e.panel(layout.Late, "answer.sure")
	p.Say("league.ask_reopen", "league", e.Name())
	if len(moves) > 0 {
		p.Lines(e.MovedMembers(moves)...)
	}
	p.Buttons(discord.Button{Style: discord.Danger, Label: e.say("button.reopen_league"), CustomID: e.leagueID(customid.LeagueReopen{Seq: e.league().Seq})})
	return p.Message()
}

// memberNames lists members in Markdown.
func (e Env) memberNames(members []int) text.Raw {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = e.Member(m)
	}
	return e.clipped(names, 16)
}

// Closed returns the public post that the table is final.
func Closed(e Env) discord.Message {
	s := e.league()
	if s.Closed == nil {
		p := e.titled(layout.Quiet, string(e.Name()))
		p.Say("league.open_again")
		return p.Message()
	}
	t := s.Division(min(1, s.Count()))
	p := e.panel(layout.Gold, "league.closed", "league", e.Name())
	if champion := wording.Champions(e.words(), e.Season); champion != "" {
		p.Lines(champion)
	} else if s.Settings.Rules.Final > 1 {
		p.Say("league.final_decides")
	}
	if final := s.Settings.Rules.Final; final > 0 {
		in, level := t.Finalists(final)
		p.Say("league.finalists", "n", len(in), "players", e.memberNames(in))
		if len(level) > 0 {
			p.Say("league.level", "players", e.memberNames(level))
		}
	}
	e.goingUpAndDown(p)
	p.Small("league.fingerprint", "code", text.Raw(wording.Fingerprint(s.Closed.Hash)), "info", e.command("league info"))
	buttons := []discord.Button{{Label: e.say("button.league_table"), CustomID: e.leagueID(customid.LeagueTable{})}}
	if s.Settings.Rules.Final > 1 && s.Settings.Series != nil && s.Final.Log == 0 {
		buttons = append(buttons, discord.Button{Style: discord.Primary, Label: e.say("button.league_final"), CustomID: e.leagueID(customid.LeagueFinal{})})
	}
	if s.Settings.Tiers() != nil {
		label := e.say("button.division_plan")
		if s.Count() < 2 {
			label = e.say("signup.title", "league", text.Raw(s.NextName()))
		}
		buttons = append(buttons, discord.Button{Label: discord.Plain(label, wire.MaxButtonLabel), CustomID: e.leagueID(customid.LeaguePlan{})})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// goingUpAndDown names those who go up and down by the plan as it stands, for each
// division that they go to.
func (e Env) goingUpAndDown(p *layout.Panel) {
	s := e.league()
	if s.Settings.Divisions == nil || s.Count() < 2 {
		return
	}
	plan, err := s.Plan(e.Season.Book, nil)
	if err != nil {
		return
	}
	var lines []string
	for d, list := range plan.Divisions {
		var up, down []int
		for _, x := range list {
			switch {
			case x.From > d+1:
				up = append(up, x.Member)
			case x.From > 0 && x.From < d+1:
				down = append(down, x.Member)
			}
		}
		if len(up) > 0 {
			lines = append(lines, e.say("league.rises", "number", d+1, "players", e.memberNames(up)))
		}
		if len(down) > 0 {
			lines = append(lines, e.say("league.falls", "number", d+1, "players", e.memberNames(down)))
		}
	}
	p.Lines(lines...)
}

// Held asks the organisers what to do with a closed table after a correction of an
// event that counts in it.
func Held(e Env, event tournament.ID) discord.Message {
	s := e.league()
	number := s.EventOf(event)
	if !slices.Contains(s.Held, event) || number == 0 {
		p := e.titled(layout.Quiet, string(e.Name()))
		p.Say("league.held_over")
		return p.Message()
	}
	p := e.panel(layout.Trouble, "league.held", "league", e.Name())
	p.Say("league.held_text", "number", number)
	p.Buttons(discord.Button{Style: discord.Primary, Label: e.say("button.see_moves"), CustomID: e.leagueID(customid.LeagueHeld{Event: int64(event)})})
	return p.Message()
}

// Correction shows organisers which members a correction would move in a closed
// table.
func Correction(e Env, event tournament.ID, list []season.Move) discord.Message {
	p := e.panel(layout.Late, "answer.sure")
	p.Say("season.closed_moves", "n", len(list))
	p.Lines(e.MovedMembers(list)...)
	p.Buttons(
		discord.Button{Style: discord.Danger, Label: e.say("button.correct_table"), CustomID: e.leagueID(customid.LeagueCorrect{Event: int64(event)})},
		discord.Button{Label: e.say("button.leave_table"), CustomID: e.leagueID(customid.LeagueCorrect{Event: int64(event), Leave: true})},
	)
	return p.Message()
}

// Odds shows who can still win and reach the final or, in one of several divisions,
// who is promoted and relegated: facts first, then estimates. left is the number of
// coming events.
func Odds(e Env, odds *sim.SeasonOdds, lines []int, means []season.PlaceLine, division, left int) discord.Message {
	var p *layout.Panel
	moves := e.league().Count() > 1
	switch {
	case moves:
		p = e.panel(layout.Round, "league.odds_division", "league", e.Name(), "number", division)
	case left > 0:
		p = e.panel(layout.Round, "league.odds", "league", e.Name(), "n", left)
	default:
		p = e.panel(layout.Round, "odds.who_places")
		p.Note(string(e.Name()))
	}
	p.Text(Chances(e.words(), odds, lines, means, e.rawMember))
	if odds.Trials > 0 {
		p.Small("league.model", "n", odds.Trials, "model", odds.Model)
	}
	if moves {
		p.Small("league.odds_moves")
		p.Choose(e.divisionMenu(customid.LeagueOddsOf{}, division))
	}
	return p.Message()
}

// Chances returns a table with a row for each member, as many as fit, and a column
// for each line.
func Chances(w text.Printer, odds *sim.SeasonOdds, lines []int, means []season.PlaceLine, name func(int) string) string {
	of := columns.SeasonOdds{Trials: odds.Trials, Name: name}
	for k, places := range lines {
		if means[k] == season.LineDown {
			places = len(odds.Members) - places
		}
		of.Lines = append(of.Lines, columns.SeasonLine{Means: means[k], Places: places})
	}
	for i := range odds.Members[:min(len(odds.Members), leagueRows)] {
		m := &odds.Members[i]
		row := columns.SeasonEnds{Member: m.Member, Place: m.Place, Points: m.Points}
		for k := range m.Lines {
			chance := &m.Lines[k]
			if means[k] == season.LineDown {
				chance = new(chance.Below())
			}
			row.Ends = append(row.Ends, chance)
		}
		of.Rows = append(of.Rows, row)
	}
	return layout.Grid(of.Make(table.Grid, w))
}
