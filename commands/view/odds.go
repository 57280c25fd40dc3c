package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// OddsLine is the view of the odds panel that shows everybody around the line.
const OddsLine = "line"

// Fields of PasteModal beside FieldName.
const (
	FieldRuleset = "ruleset"
	FieldRounds  = "rounds"
	FieldCut     = "cut"
)

// Chances is what is known of the cut.
type Chances struct {
	Result   *sim.OddsResult // nil: nothing yet
	Advice   *sim.Advice     // about an intentional draw now; may be nil
	Refining bool            // a better answer follows
	Asked    string          // the result that is supposed, "" for none
	Strength string          // the model asked for; "" for equal skill
	Group    int             // whose table, of OddsResult.Groups
}

// Odds shows one player's chance of the cut, and of the second day: facts in plain
// words, then the estimate with its interval, final records, advice and whom to watch.
func Odds(e Env, n int, c Chances) discord.Message {
	s := e.state()
	p := newPanel(accentGold, "%s: chance of the cut", e.name(n))
	if c.Result == nil || len(c.Result.Players) < n {
		p.note("%s", e.oddsHead(c, 0))
		p.text("The chances are being computed; they follow here in a few seconds.")
		p.buttons(e.oddsButtons(n, c, "")...)
		return p.message()
	}
	me := &c.Result.Players[n-1]
	p.note("%s", e.oddsHead(c, me.Group))
	cut, group := e.oddsCut(c, me.Group)
	p.lines(e.verdicts(me, cut, group)...)
	if w := c.Result.WhatIf; w != nil {
		lines := e.verdicts(&w.PlayerOdds, cut, group)
		lines[0] = fmt.Sprintf("**After %s now:** %s", Supposed(w.If), lines[0])
		p.lines(lines...)
		me = &w.PlayerOdds
	}
	p.text("%s", recordGrid(me, !cut.IsZero()))
	if seeds := SeedWords(me); seeds != "" {
		p.text("**Seeds:** %s", seeds)
	}
	if c.Advice != nil && s.Rules.Draws.Intentional {
		p.text("**A draw by agreement now:** %s", discord.Escape(c.Advice.Reason))
	}
	if watch := c.Result.Players[n-1].Watch; len(watch) > 0 {
		lines := []string{"**Whom to watch**"}
		for _, w := range watch {
			lines = append(lines, e.watchLine(w))
		}
		p.lines(lines...)
	}
	p.note("%s", oddsNote(c))
	p.buttons(e.oddsButtons(n, c, "")...)
	return p.message()
}

// verdicts are the chances of a player, that of the second day first.
func (e Env) verdicts(me *sim.PlayerOdds, cut rules.Cut, group string) []string {
	var lines []string
	if me.DayTwo != nil {
		lines = append(lines, VerdictOf(*me.DayTwo, DayTwoAim()).markdown())
	}
	switch {
	case !cut.IsZero():
		lines = append(lines, VerdictOf(me.Cut, CutAim(cut, discord.Escape(group))).markdown())
	case me.DayTwo == nil:
		lines = append(lines, "There is no cut here: the Swiss rounds decide.")
	}
	return lines
}

// markdown is the verdict as Discord shows it.
func (v Verdict) markdown() string {
	text := strings.TrimPrefix(v.Lead+" **"+v.Main+"** "+v.Rest, " ")
	if v.Proved != "" {
		text += "\n**Proved:** " + v.Proved
	}
	return text
}

// oddsHead says where the event stands and for what a group (of OddsResult.Groups)
// plays.
func (e Env) oddsHead(c Chances, group int) string {
	s := e.state()
	cut, name := e.oddsCut(c, group)
	parts := []string{e.title(), fmt.Sprintf("round %d of %d", len(s.Rounds), s.SwissRounds)}
	if s.DayTwoPlan.Rounds > 0 && s.DayTwo == nil {
		parts[1] += " of the first day"
		parts = append(parts, s.DayTwoPlan.String())
	}
	if name != "" {
		parts = append(parts, discord.Escape(name))
	}
	return strings.Join(append(parts, CutPlaces(cut)), " · ")
}

// oddsCut returns the cut that a group plays for, and its name; that of the event where
// groups have none of their own.
func (e Env) oddsCut(c Chances, group int) (cut rules.Cut, name string) {
	if c.Result == nil || len(c.Result.Groups) == 0 {
		return e.state().CutRule(), ""
	}
	g := c.Result.Groups[min(group, len(c.Result.Groups)-1)]
	return g.Cut, g.Name
}

// recordGrid draws FinalRecords.
func recordGrid(me *sim.PlayerOdds, cut bool) string {
	g := grid{right: []bool{false, true, true}}
	g.head, g.rows = FinalRecords(me, cut)
	return g.String()
}

func (e Env) watchLine(w sim.Watch) string {
	where := ""
	s := e.state()
	if r := s.Current(); r != nil {
		if m := s.MatchOf(r.Number, int(w.Players[0])+1); m > 0 {
			where = lowerTable(e.table(r.Number, m)) + ", "
		}
	}
	return "- " + where + WatchWords(w, func(i int) string { return e.name(i + 1) })
}

func oddsNote(c Chances) string {
	words := OddsWords(c.Result)
	if c.Refining {
		words = append(words, "A better answer follows in a moment.")
	}
	return strings.Join(words, " ")
}

// oddsButtons are the what-ifs of a player, and what else there is to see; shown is
// OddsLine under the table.
func (e Env) oddsButtons(n int, c Chances, shown string) []discord.Button {
	s := e.state()
	id := func(asked, next string) string {
		switch {
		case next == OddsLine && shown == OddsLine && c.Result != nil && len(c.Result.Groups) > 1:
			return e.id(customid.Odds, n, asked, next, c.Strength, c.Group)
		case c.Strength != "":
			return e.id(customid.Odds, n, asked, next, c.Strength)
		}
		return e.id(customid.Odds, n, asked, next)
	}
	var out []discord.Button
	if n > 0 && s.PlaysOn(n) && shown == "" {
		if r := s.Current(); r != nil && (r.Status == tournament.Done && len(s.Rounds) < s.SwissRounds || e.plays(n)) {
			for _, x := range [][2]string{{"If won", sim.IfWin}, {"If drawn", sim.IfDraw}, {"If lost", sim.IfLoss}} {
				if x[1] != sim.IfDraw || s.Rules.Draws.Allowed {
					out = append(out, discord.Button{Label: x[0], CustomID: id(x[1], ""), Disabled: x[1] == c.Asked})
				}
			}
		}
	}
	if shown == OddsLine {
		if n > 0 && s.PlaysOn(n) {
			out = append(out, discord.Button{Style: discord.Primary, Label: "One player", CustomID: id("", "")})
		}
		return append(out, discord.Button{Label: "Refresh", CustomID: id("", OddsLine)})
	}
	if n > 0 && s.LastDone() > 0 {
		out = append(out, discord.Button{Label: "Over the rounds", CustomID: e.id(customid.Course, n)})
	}
	return append(out, discord.Button{Label: "Everybody at the line", CustomID: id("", OddsLine)},
		discord.Button{Label: "Refresh", CustomID: id("", "")})
}

// oddsMenu chooses the group whose table is shown; it has no options where there is one.
func (e Env) oddsMenu(n int, c Chances) discord.StringSelect {
	menu := discord.StringSelect{CustomID: e.id(customid.OddsOf, n, c.Strength), Placeholder: "Choose a division"}
	if c.Result == nil || len(c.Result.Groups) < 2 {
		return menu
	}
	for i, g := range c.Result.Groups {
		played := slices.ContainsFunc(c.Result.Players, func(p sim.PlayerOdds) bool { return p.Group == i })
		if played && len(menu.Options) < maxOptions {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(g.Name, 100), Value: strconv.Itoa(i), Default: i == c.Group})
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

// aroundLine is how many players above and below the line are shown.
const aroundLine = 8

// OddsTable shows the chances of everybody around the line, and of player n
// (0 = none) wherever that is.
func OddsTable(e Env, n int, c Chances) discord.Message {
	s := e.state()
	cut, _ := e.oddsCut(c, c.Group)
	title := "Who makes the cut?"
	if cut.IsZero() && s.DayTwoPlan.Rounds > 0 {
		title = "Who plays on?"
	}
	p := newPanel(accentGold, "%s", title)
	p.note("%s", e.oddsHead(c, c.Group))
	t, err := s.Table(-1)
	if err != nil || c.Result == nil {
		p.text("The chances are being computed; they follow here in a few seconds.")
		p.buttons(e.oddsButtons(n, c, OddsLine)...)
		return p.message()
	}
	var rows []*standings.Row
	var clinched, out, open int
	line := 0.0 // expected places
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
		p.text("There is no cut here: the Swiss rounds decide.")
		p.choose(e.oddsMenu(n, c))
		p.buttons(e.oddsButtons(n, c, OddsLine)...)
		return p.message()
	case cut.IsTop():
		line = float64(cut.Top)
	}
	p.text("**%s** in and **%d** out, both proved; **%d** can still go either way.", plural(clinched, "player is", "players are"), out, open)
	g := grid{head: []string{"#", "Name", "Pts", "Rec"}, right: []bool{true, false, true, false, true, true}}
	if days {
		g.head = append(g.head, "Day 2")
	}
	if !cut.IsZero() {
		g.head = append(g.head, "Cut")
	}
	at := int(math.Round(line))
	from, to := max(0, at-aroundLine), min(len(rows), at+aroundLine)
	var shown []int
	for i, r := range rows {
		if (i < from || i >= to) && int(r.Player)+1 != n {
			continue
		}
		shown = append(shown, int(r.Player)+1)
		rank := r.Rank
		if len(c.Result.Groups) > 0 {
			rank = i + 1
		}
		x := &c.Result.Players[r.Player]
		row := []string{strconv.Itoa(rank), cell(e.rawName(int(r.Player)+1), mostName), pointsOf(s.Rules, r), record(r.Record)}
		if days {
			row = append(row, shortVerdict(*x.DayTwo))
		}
		if !cut.IsZero() {
			row = append(row, shortVerdict(x.Cut))
		}
		g.rows = append(g.rows, row)
	}
	if !c.Refining && !cut.IsZero() {
		p.gallery(e, e.lineFigure(c, shown, n))
	}
	p.text("%s", g.String())
	p.note("%s", oddsNote(c))
	p.choose(e.oddsMenu(n, c))
	p.buttons(e.oddsButtons(n, c, OddsLine)...)
	return p.message()
}

// CutChance is what /status says about the chances of a player in half a sentence;
// empty where there is nothing to say.
func CutChance(res *sim.OddsResult, n int) string {
	me := &res.Players[n-1]
	half := func(c sim.CutOdds) string {
		switch c.Fact {
		case sim.Clinched:
			return "**in, proved**"
		case sim.Eliminated:
			return "out, proved"
		case sim.WinAndIn:
			return fmt.Sprintf("about %s; a win now is enough, proved", Chance(c.P))
		case sim.DrawAndIn:
			return fmt.Sprintf("about %s; a draw now is enough, proved", Chance(c.P))
		}
		return "about " + Chance(c.P)
	}
	var parts []string
	if res.HasCut(n - 1) {
		parts = append(parts, half(me.Cut))
	}
	if me.DayTwo != nil {
		parts = append(parts, "the second day: "+half(*me.DayTwo))
	}
	return strings.Join(parts, "; ")
}

// Pasted is what PastedOdds talks about.
type Pasted struct {
	*sim.Pasted
	Rules       *rules.Ruleset
	Rounds, Cut int
	Me          int // index of the player asked about; -1 for none
}

// PastedOdds shows the chances of pasted standings, and says what was filled in.
func PastedOdds(d Pasted, c Chances) discord.Message {
	p := newPanel(accentGold, "Who makes the cut?")
	p.note("Pasted standings · %s · round %d of %d · cut to %d", discord.Escape(d.Rules.Name), d.Played, d.Rounds, d.Cut)
	if c.Result == nil {
		p.text("The chances are being computed; they follow here in a few seconds.")
		return p.message()
	}
	if d.Me >= 0 {
		me := &c.Result.Players[d.Me]
		p.text("**%s:** %s", escaped(d.Names[d.Me], fullName), VerdictOf(me.Cut, CutAim(rules.Cut{Top: d.Cut}, "")).markdown())
		p.text("%s", recordGrid(me, true))
	}
	g := grid{head: []string{"Line", "Name", "Rec", "Cut"}, right: []bool{true, false, false, true}}
	from, to := max(0, d.Cut-aroundLine), min(len(d.Standings), d.Cut+aroundLine)
	for i := from; i < to; i++ {
		g.rows = append(g.rows, []string{strconv.Itoa(i + 1), cell(d.Names[i], mostName), d.Standings[i].Record.String(), shortVerdict(c.Result.Players[i].Cut)})
	}
	p.text("%s", g.String())
	lines := make([]string, 0, len(d.Filled))
	for _, f := range d.Filled {
		lines = append(lines, "- "+discord.Escape(f))
	}
	p.text("**Filled in**\n%s", strings.Join(lines, "\n"))
	p.note("%s", oddsNote(c))
	return p.message()
}

// PasteModal asks for standings of an event that runs elsewhere.
func PasteModal(games []*rules.Ruleset, chosen string) discord.Modal {
	menu := discord.StringSelect{CustomID: FieldRuleset}
	for _, rs := range first(games, maxOptions) {
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(rs.Name, 100), Value: rs.ID, Default: rs.ID == chosen})
	}
	return discord.Modal{
		CustomID: customid.New(customid.OddsForm, 0), Title: "Odds from pasted standings",
		Components: []discord.Component{
			discord.Label{
				Text: "Standings", Description: "Name and record a line, or the whole table; records alone will do.",
				Input: discord.TextInput{CustomID: FieldStandings, Paragraph: true, Min: 3, Max: maxDeckField, Placeholder: "Ada 3-0\nBob 2-1\n2-1 x4"},
			},
			discord.Label{Text: "Game", Input: menu},
			discord.Label{Text: "Swiss rounds in all", Description: "By attendance if left out.", Input: discord.TextInput{CustomID: FieldRounds, Optional: true, Max: 2}},
			discord.Label{Text: "Size of the cut", Description: "By attendance if left out.", Input: discord.TextInput{CustomID: FieldCut, Optional: true, Max: 3}},
			discord.Label{Text: "Your name in it", Description: "To see your own chances more closely.", Input: discord.TextInput{CustomID: FieldName, Optional: true, Max: 100}},
		},
	}
}

// maxLineNames is how many names a post about the line lists of one kind.
const maxLineNames = 24

// Line is the post after a round: who is in, who has gone out, and the line to
// watch, all of it proved. ok is false where nothing is proved yet and the line
// is far.
func Line(e Env, after int) (m discord.Message, ok bool) {
	c, now, ok := e.factsAfter(after)
	if !ok {
		return m, false
	}
	_, then, _ := e.factsAfter(after - 1)
	s := e.state()
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
		case f == sim.Eliminated && was != sim.Eliminated && s.Ledger.Players[i].DroppedAfter == ledger.Active:
			out = append(out, e.name(i+1))
		}
	}
	if len(fresh)+len(out) == 0 && c.Rounds-after > 2 {
		return m, false
	}
	p := newPanel(accentGold, "After round %d of %d: the line", after, c.Rounds)
	p.note("%s", e.title())
	who := func(title string, names []string) {
		if len(names) > 0 {
			p.text("**%s:** %s", title, clipped(names, maxLineNames))
		}
	}
	who("Newly sure of the cut", fresh)
	who("In already", in)
	who("Out of reach since this round", out)
	p.lines(e.lineWords(after, &c, now)...)
	p.note("All of this is proved as long as nobody leaves or is penalised. Your own chances: %s", e.command("odds"))
	return p.message(), true
}

// lineWords say where the cut would fall now, of each group that has its own.
func (e Env) lineWords(after int, then *sim.OddsConfig, facts []string) []string {
	t, err := e.state().Table(after)
	if err != nil {
		return nil
	}
	if then.Shape.Cuts == nil {
		return []string{"**The line to watch:** " + e.lineOf(t.Rows, then.Cut.Top, facts)}
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
			lines = append(lines, fmt.Sprintf("**The line to watch, %s:** %s", discord.Escape(then.Shape.Names[g]), line))
		}
	}
	return lines
}

// lineOf is lineWords for those who compete for the same places; empty without any.
func (e Env) lineOf(rows []standings.Row, places int, facts []string) string {
	if places == 0 {
		places = e.state().CutSize
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
	last := &rows[places-1]
	level, above := 0, 0
	for i := range rows {
		switch c := rows[i].Points.Cmp(last.Points); {
		case c == 0:
			level++
		case c > 0:
			above++
		}
	}
	text := points(pointsOf(e.state().Rules, last))
	if places -= above; level > places {
		text += fmt.Sprintf(", where %s are level for %s", plural(level, "player", "players"), plural(places, "place", "places"))
	} else {
		text += ", with nobody level across it"
	}
	return text + fmt.Sprintf(". %s can still go either way.", sentenceStart(plural(open, "player", "players")))
}

// factsAfter proves what is certain of the cut once so many rounds are over and the
// next is not paired; ok is false where nothing can be proved.
func (e Env) factsAfter(rounds int) (c sim.OddsConfig, facts []string, ok bool) {
	if rounds < 0 || rounds > len(e.state().Ledger.Rounds) {
		return c, nil, false
	}
	c, err := sim.Live(sim.AsOf(e.state(), rounds))
	if err != nil || rounds >= c.Rounds || c.Cut.IsZero() && c.Shape.Cuts == nil {
		return c, nil, false
	}
	p, err := sim.Prove(c)
	if err != nil {
		return c, nil, false
	}
	return c, p.Facts, true
}
