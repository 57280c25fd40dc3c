package view

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/leagueview"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/season"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// Fields of PasteModal besides FieldName.
const (
	FieldRuleset = "ruleset"
	FieldRounds  = "rounds"
	FieldCut     = "cut"
)

// Chances is the content of an answer about odds.
type Chances struct {
	Result   *sim.OddsResult // nil if there is none yet
	Advice   *sim.Advice     // about an intentional draw now; may be nil
	Refining bool            // a better answer follows
	Asked    string          // the assumed result; "" for none
	Strength string          // the requested model; "" for equal skill
	Group    int             // index into OddsResult.Groups of the table to show
}

// Odds shows one player's chance of making the cut and the second day: the number or
// fact, the effect of this round's results, and below them the final records and the
// matches to watch.
func Odds(e Env, n int, c Chances) discord.Message {
	p := e.panel(layout.Gold, "odds.of", "player", notice.Player(n))
	if c.Result == nil || len(c.Result.Players) < n {
		p.Note(e.oddsHead(c, 0))
		p.Say("odds.computing")
		p.Buttons(e.oddsButtons(n, c, false)...)
		return p.Message()
	}
	me := c.Result.Players.At(n)
	p.Note(e.oddsHead(c, me.Group))
	cut, group := e.oddsCut(c, me.Group)
	p.Lines(e.verdicts(c, me, cut, group)...)
	if w := c.Result.WhatIf; w != nil {
		lines := e.verdicts(c, &w.PlayerOdds, cut, group)
		lines[0] = e.say("odds.after", "result", text.Raw(wording.Supposed(e.words(), w.If)), "verdict", text.Raw(lines[0]))
		p.Lines(lines...)
		me = &w.PlayerOdds
	}
	p.Text(e.recordGrid(me, !cut.IsZero()))
	if seeds := wording.SeedWords(e.words(), me); seeds != "" {
		p.Say("odds.seeds", "seeds", text.Raw(seeds))
	}
	p.Text(e.drawAdvice(c.Advice))
	if watch := c.Result.Players.At(n).Watch; len(watch) > 0 {
		lines := []string{e.say("odds.watch_title")}
		for _, w := range watch {
			lines = append(lines, e.watchLine(w))
		}
		p.Lines(lines...)
	}
	p.Note(e.oddsNote(c))
	p.Buttons(e.oddsButtons(n, c, false)...)
	return p.Message()
}

// drawAdvice says whether an intentional draw now is safe, in the last two rounds, if the
// user asked.
func (e Env) drawAdvice(a *sim.Advice) string {
	s := e.state()
	switch {
	case a == nil || !s.Rules.Draws.Intentional || len(s.Rounds)+1 < s.PlannedRounds():
		return ""
	case a.Safe && a.Opponent:
		return e.say("odds.id_safe", "n", a.Threats)
	case a.Safe:
		return e.say("odds.id_mine", "n", a.Threats)
	}
	return e.say("odds.id_unsafe", "n", a.Threats)
}

// verdicts returns the chances of a player, that of the second day first.
func (e Env) verdicts(c Chances, me *sim.PlayerOdds, cut rules.Cut, group string) []string {
	var lines []string
	w := e.words()
	if me.DayTwo != nil {
		days := e.average(c, me.Group, func(p *sim.PlayerOdds) float64 { return p.DayTwo.P })
		lines = append(lines, wording.VerdictOf(w, *me.DayTwo, wording.DayTwoAim(w), days).Markdown())
	}
	switch {
	case !cut.IsZero():
		cuts := e.average(c, me.Group, func(p *sim.PlayerOdds) float64 { return p.Cut.P })
		lines = append(lines, wording.VerdictOf(w, me.Cut, wording.CutAim(w, cut, discord.Escape(group)), cuts).Markdown())
	case me.DayTwo == nil:
		lines = append(lines, e.say("odds.no_cut"))
	}
	return lines
}

// average returns the mean chance of the players of a group who are still in.
func (e Env) average(c Chances, group int, of func(*sim.PlayerOdds) float64) float64 {
	sum, n := 0.0, 0
	for i := range c.Result.Players {
		if x := &c.Result.Players[i]; x.Group == group && e.state().PlaysOn(i+1) {
			sum, n = sum+of(x), n+1
		}
	}
	return sum / float64(max(n, 1))
}

// oddsHead describes the state of the event and what a group (index into
// OddsResult.Groups) plays for.
func (e Env) oddsHead(c Chances, group int) string {
	s := e.state()
	cut, name := e.oddsCut(c, group)
	parts := []string{string(e.title()), e.say("odds.round", "round", len(s.Rounds), "of", s.PlannedRounds())}
	if laterRounds(s) > 0 {
		parts = append(parts, wording.LaterStage(e.words(), s.Next().Stage, s.Next().Rounds))
	}
	if name != "" {
		parts = append(parts, discord.Escape(name))
	}
	return strings.Join(append(parts, wording.CutPlaces(e.words(), cut)), " · ")
}

// oddsCut returns the cut of a group and its name, or that of the event if groups have no
// cuts of their own.
func (e Env) oddsCut(c Chances, group int) (cut rules.Cut, name string) {
	if c.Result == nil || len(c.Result.Groups) == 0 {
		return e.state().CutRule(), ""
	}
	g := c.Result.Groups[min(group, len(c.Result.Groups)-1)]
	return g.Cut, groupTitle(e.words(), g)
}

// recordGrid formats FinalRecords.
func (e Env) recordGrid(me *sim.PlayerOdds, cut bool) string {
	return layout.Grid(columns.FinalRecords(e.words(), me, cut))
}

func (e Env) watchLine(w sim.Watch) string {
	where := ""
	s := e.state()
	if r := s.Current(); r != nil {
		if m := s.MatchOf(r.Number, int(w.Players[0])+1); m > 0 {
			where = e.table(r.Number, m) + ": "
		}
	}
	return "- " + where + wording.WatchWords(e.words(), w, func(i int) string { return e.name(i + 1) })
}

func (e Env) oddsNote(c Chances) string {
	words := wording.OddsWords(e.words(), c.Result)
	if c.Refining {
		words = append(words, e.say("odds.refining"))
	}
	return strings.Join(words, " ")
}

// oddsButtons returns the buttons for a player's what-ifs and for other tables. line is
// set for buttons under the table around the cut line.
func (e Env) oddsButtons(n int, c Chances, line bool) []discord.Button {
	s := e.state()
	id := func(asked string, next bool) string {
		p := customid.Odds{Player: n, If: asked, Line: next, Strength: c.Strength}
		if next && line && c.Result != nil && len(c.Result.Groups) > 1 {
			p.Group = c.Group + 1
		}
		return e.id(p)
	}
	var out []discord.Button
	if n > 0 && s.PlaysOn(n) && !line {
		if r := s.Current(); r != nil && (r.Status == tournament.Done && len(s.Rounds) < s.PlannedRounds() || e.plays(n)) {
			for _, x := range [][2]string{{e.say("odds.button.won"), sim.IfWin}, {e.say("odds.button.drawn"), sim.IfDraw}, {e.say("odds.button.lost"), sim.IfLoss}} {
				if e.canEnd(n, x[1]) {
					out = append(out, discord.Button{Label: x[0], CustomID: id(x[1], false), Disabled: x[1] == c.Asked})
				}
			}
		}
	}
	if line {
		if n > 0 && s.PlaysOn(n) {
			out = append(out, discord.Button{Style: discord.Primary, Label: e.say("odds.button.single"), CustomID: id("", false)})
		}
		return append(out, discord.Button{Label: e.say("button.refresh"), CustomID: id("", true)})
	}
	if n > 0 && s.LastDone() > 0 {
		out = append(out, discord.Button{Label: e.say("odds.button.course"), CustomID: e.id(customid.Course{Player: n})})
	}
	return append(out, discord.Button{Label: e.say("odds.button.line"), CustomID: id("", true)},
		discord.Button{Label: e.say("button.refresh"), CustomID: id("", false)})
}

// canEnd reports whether a player's next match can end so: the boards that are over may have
// decided it.
func (e Env) canEnd(n int, result string) bool {
	s, lead, open := e.state(), 0, e.state().Rules.Boards
	if s.Current() != nil {
		at := tournament.Place{Round: s.Current().Number, Match: s.MatchOf(s.Current().Number, n)}
		if m, l := s.Match(at.Round, at.Match); m != nil && len(m.Boards) > 0 && !l.Finished() {
			won, _, left := s.BoardsSoFar(at)
			me := l.Seat(int32(n - 1))
			lead, open = won[me]-won[1-me], left
		}
	}
	switch {
	case s.Rules.Boards == 0:
		return result != sim.IfDraw || s.Rules.Draws.Allowed
	case result == sim.IfWin:
		return lead+open > 0
	case result == sim.IfLoss:
		return lead-open < 0
	}
	lead = max(lead, -lead)
	return open >= lead && (s.Rules.Draws.Allowed || open%2 == lead%2)
}

// oddsMenu returns the menu for the group to show; it has no options for a single group.
func (e Env) oddsMenu(n int, c Chances) discord.StringSelect {
	menu := discord.StringSelect{CustomID: e.id(customid.OddsOf{Player: n, Strength: c.Strength}), Placeholder: e.say("odds.choose")}
	if c.Result == nil || len(c.Result.Groups) < 2 {
		return menu
	}
	for i, g := range c.Result.Groups {
		played := slices.ContainsFunc(c.Result.Players, func(p sim.PlayerOdds) bool { return p.Group == i })
		if played && len(menu.Options) < maxOptions {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(groupTitle(e.words(), g), wire.MaxOptionText), Value: strconv.Itoa(i), Default: i == c.Group})
		}
	}
	return menu
}

// plays reports whether a player has an open match.
func (e Env) plays(n int) bool {
	round, match := e.current(n)
	if match == 0 {
		return false
	}
	_, l := e.state().Match(round, match)
	return l.N == 2 && !l.Finished()
}

// aroundLine is the number of players shown above and below the cut line.
const aroundLine = 8

// OddsTable shows the chances of all players around the cut line, and those of player n
// (0 for none) wherever they rank.
func OddsTable(e Env, n int, c Chances) discord.Message {
	s := e.state()
	cut, _ := e.oddsCut(c, c.Group)
	p := e.panel(layout.Gold, "odds.who_cut")
	if cut.IsZero() && laterRounds(s) > 0 {
		p = e.panel(layout.Gold, "odds.who_day_two")
	}
	p.Note(e.oddsHead(c, c.Group))
	t, err := s.Table(-1)
	if err != nil || c.Result == nil {
		p.Say("odds.computing")
		p.Buttons(e.oddsButtons(n, c, true)...)
		return p.Message()
	}
	var rows []*standings.Row
	var clinched, out, open int
	line := 0.0 // expected number of places
	days := false
	for i := range t.Rows {
		x := &c.Result.Players[t.Rows[i].Player]
		if x.Group != c.Group {
			continue
		}
		rows = append(rows, &t.Rows[i])
		chance := x.Cut
		if x.DayTwo != nil {
			if days = true; cut.IsZero() {
				chance = *x.DayTwo
			}
		}
		line += chance.P
		switch chance.Fact {
		case sim.Clinched:
			clinched++
		case sim.Eliminated:
			out++
		default:
			open++
		}
	}
	switch {
	case cut.IsZero() && !days:
		p.Say("odds.no_cut")
		p.Choose(e.oddsMenu(n, c))
		p.Buttons(e.oddsButtons(n, c, true)...)
		return p.Message()
	case cut.IsTop():
		line = float64(cut.Top)
	}
	p.Say("odds.counts", "in", clinched, "out", out, "alive", open)
	of := columns.CutOdds{Result: c.Result, Cut: !cut.IsZero(), Scored: true, Name: func(i int) string { return e.rawName(i + 1) }}
	at := int(math.Round(line))
	from, to := max(0, at-aroundLine), min(len(rows), at+aroundLine)
	var players []int
	for i, r := range rows {
		if (i < from || i >= to) && int(r.Player)+1 != n {
			continue
		}
		players = append(players, int(r.Player)+1)
		rank := r.Rank
		if len(c.Result.Groups) > 0 {
			rank = i + 1
		}
		of.Rows = append(of.Rows, columns.OddsRow{Rank: rank, Player: int(r.Player), Points: pointsOf(s.Rules, r), Record: columns.Record(r.Record)})
	}
	if !c.Refining && !cut.IsZero() {
		p.Gallery(e.draws(), e.lineFigure(c, players, n))
	}
	p.Text(layout.Grid(of.Make(table.Grid, e.words())))
	p.Note(e.oddsNote(c))
	p.Choose(e.oddsMenu(n, c))
	p.Buttons(e.oddsButtons(n, c, true)...)
	return p.Message()
}

// Pasted is the input of PastedOdds.
type Pasted struct {
	*sim.Pasted
	Rules       *rules.Ruleset
	Rounds, Cut int
	Me          int // index of the player in question; -1 for none
}

// PastedOdds shows the chances from pasted standings and says what was assumed.
func PastedOdds(e Env, d Pasted, c Chances) discord.Message {
	w := e.words()
	p := e.panel(layout.Gold, "odds.who_cut")
	p.Small("odds.pasted", "game", notice.Text(d.Rules.Name), "round", d.Played, "of", d.Rounds, "cut", text.Raw(wording.CutPlaces(w, rules.Cut{Top: d.Cut})))
	if c.Result == nil {
		p.Say("odds.computing")
		return p.Message()
	}
	if d.Me >= 0 {
		me := &c.Result.Players[d.Me]
		p.Text("**" + e.escaped(d.Names[d.Me], fullName) + ":** " + wording.VerdictOf(w, me.Cut, wording.CutAim(w, rules.Cut{Top: d.Cut}, ""), 0).Markdown())
		p.Text(e.recordGrid(me, true))
	}
	of := columns.CutOdds{Result: c.Result, Cut: true, Name: func(i int) string { return d.Names[i] }}
	from, to := max(0, d.Cut-aroundLine), min(len(d.Standings), d.Cut+aroundLine)
	for i := from; i < to; i++ {
		of.Rows = append(of.Rows, columns.OddsRow{Rank: i + 1, Player: i, Record: d.Standings[i].Record.String()})
	}
	p.Text(layout.Grid(of.Make(table.Grid, w)))
	lines := []string{e.say("odds.filled")}
	for _, f := range d.Filled {
		lines = append(lines, "- "+w.Notice(f))
	}
	p.Lines(lines...)
	p.Note(e.oddsNote(c))
	return p.Message()
}

// PlacesOdds shows who can still finish first in an event that its rounds decide, and what
// follows from places in a league that it is the whole of.
func PlacesOdds(e Env, odds *sim.SeasonOdds, lines []int, means []season.PlaceLine) discord.Message {
	p := e.panel(layout.Gold, "odds.who_places")
	p.Note(string(e.title()))
	name := e.rawName
	if e.Season != nil {
		name = func(n int) string { return wording.Member(e.Words, e.Season, n) }
	}
	p.Text(leagueview.Chances(e.words(), odds, lines, means, name))
	if odds.Trials > 0 {
		p.Small("odds.model_any_order", "n", odds.Trials, "model", odds.Model)
	}
	return p.Message()
}

// PasteModal asks for standings of an event that runs elsewhere.
func PasteModal(e Env, games []*rules.Ruleset, chosen string) discord.Modal {
	menu := discord.StringSelect{CustomID: FieldRuleset}
	for _, rs := range first(games, maxOptions) {
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(rs.Name, wire.MaxOptionText), Value: rs.ID, Default: rs.ID == chosen})
	}
	return discord.Modal{
		CustomID: customid.New(0, customid.OddsForm{}), Title: e.say("paste.title"),
		Components: []discord.Component{
			discord.Label{
				Text: e.say("paste.standings"), Description: e.say("paste.standings_hint"),
				Input: discord.TextInput{CustomID: FieldStandings, Paragraph: true, Min: 3, Max: maxDeckField, Placeholder: "Ada 3-0\nBob 2-1\n2-1 x4"},
			},
			discord.Label{Text: e.say("paste.game"), Input: menu},
			discord.Label{Text: e.say("paste.rounds"), Description: e.say("paste.attendance"), Input: discord.TextInput{CustomID: FieldRounds, Optional: true, Max: 2}},
			discord.Label{Text: e.say("paste.cut"), Description: e.say("paste.attendance"), Input: discord.TextInput{CustomID: FieldCut, Optional: true, Max: 3}},
			discord.Label{Text: e.say("paste.name"), Description: e.say("paste.name_hint"), Input: discord.TextInput{CustomID: FieldName, Optional: true, Max: 100}},
		},
	}
}

// maxLineNames bounds the names listed for each fact in a post about the cut line.
const maxLineNames = 24

// race adds to the standings after a round who is in, who is out, and where the cut line
// is, as far as proved. It adds nothing while nothing is proved and the cut is far off.
func (e Env) race(p *layout.Panel, after int) {
	s := e.state()
	if s.Settings.QuietLine || s.CutSize() == 0 || after < 2 || after >= s.PlannedRounds() || s.Settings.Stages.First().Kind != stage.Swiss {
		return
	}
	c, now, ok := e.factsAfter(after)
	if !ok {
		return
	}
	_, then, _ := e.factsAfter(after - 1)
	var in, fresh, out []string
	for i, f := range now {
		was := ""
		if i < len(then) {
			was = then[i]
		}
		switch {
		case f == sim.Clinched && was == sim.Clinched:
			in = append(in, e.name(i+1))
		case f == sim.Clinched:
			fresh = append(fresh, e.name(i+1))
		case f == sim.Eliminated && was != sim.Eliminated && s.Players[i].DroppedAfter == ledger.Active:
			out = append(out, e.name(i+1))
		}
	}
	if len(fresh)+len(out) == 0 && c.Rounds-after > 2 {
		return
	}
	who := func(key notice.Code, names []string) {
		if len(names) > 0 {
			p.Say(key, "players", e.clipped(names, maxLineNames))
		}
	}
	who("race.newly_in", fresh)
	who("race.in", in)
	who("race.out", out)
	p.Lines(e.lineWords(after, &c, now)...)
	p.Small("race.note", "odds", e.command("odds"))
}

// lineWords says where the cut would fall now, for each group with its own cut.
func (e Env) lineWords(after int, then *sim.OddsConfig, facts []string) []string {
	t, err := e.state().Table(after)
	if err != nil {
		return nil
	}
	// Players who entered after that round are not in it.
	t.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(r standings.Row) bool { return int(r.Player) >= len(facts) })
	if then.Shape.Cuts == nil {
		return []string{e.lineOf(t.Rows, then.Cut.Top, facts)}
	}
	var lines []string
	for g, cut := range then.Shape.Cuts {
		var rows []standings.Row
		for i := range t.Rows {
			if then.Shape.Of[t.Rows[i].Player] == g {
				rows = append(rows, t.Rows[i])
			}
		}
		if line := e.lineOf(rows, cut.Top, facts); line != "" {
			lines = append(lines, e.say("race.group", "group", notice.Text(groupTitle(e.words(), then.Shape.Group(g, cut))), "line", text.Raw(line)))
		}
	}
	return lines
}

// lineOf is lineWords for the players who compete for the same places; "" for none.
func (e Env) lineOf(rows []standings.Row, places int, facts []string) string {
	if places == 0 {
		places = e.state().CutSize()
	}
	if places == 0 || places > len(rows) {
		return ""
	}
	open := 0
	for i := range rows {
		if f := facts[rows[i].Player]; f != sim.Clinched && f != sim.Eliminated {
			open++
		}
	}
	reaching := rows[:places]
	last := &reaching[len(reaching)-1]
	level, above := 0, 0
	for i := range rows {
		switch c := rows[i].Points.Cmp(last.Points); {
		case c == 0:
			level++
		case c > 0:
			above++
		}
	}
	points := e.points(pointsOf(e.state().Rules, last))
	if places -= above; level > places {
		return e.say("race.bubble", "points", points, "tied", level, "n", places) + " " + e.say("race.alive", "n", open)
	}
	return e.say("race.line", "points", points) + " " + e.say("race.alive", "n", open)
}

// factsAfter proves what is certain about the cut after a number of rounds, before the
// next is paired; ok is false if nothing can be proved.
func (e Env) factsAfter(rounds int) (c sim.OddsConfig, facts []string, ok bool) {
	if rounds < 0 || rounds > len(e.state().Ledger.Rounds) {
		return c, nil, false
	}
	then, err := asof.Fold(e.state().ID, e.Snap.Log, asof.AfterRound(rounds))
	if err != nil {
		return c, nil, false
	}
	c, err = sim.Live(then)
	if err != nil || rounds >= c.Rounds || c.Cut.IsZero() && c.Shape.Cuts == nil {
		return c, nil, false
	}
	p, err := sim.Prove(c)
	if err != nil {
		return c, nil, false
	}
	return c, p.Facts, true
}

// groupTitle returns the name of a group with places of its own; "" if it needs none.
func groupTitle(w text.Printer, g sim.OddsGroup) string {
	if !g.Title.IsZero() {
		return w.Notice(g.Title)
	}
	return g.Name
}
