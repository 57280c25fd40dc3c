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
}

// Odds shows one player's chance of the cut: facts in plain words, then the
// estimate with its interval, final records, advice and whom to watch.
func Odds(e Env, n int, c Chances) discord.Message {
	s := e.state()
	p := newPanel(accentGold, "%s: chance of the cut", e.name(n))
	p.note("%s · round %d of %d · cut to %d", e.title(), len(s.Rounds), s.SwissRounds, s.CutSize)
	if c.Result == nil || len(c.Result.Players) < n {
		p.text("The chances are being computed; they follow here in a few seconds.")
		p.buttons(e.oddsButtons(n, c.Asked, "")...)
		return p.message()
	}
	me := &c.Result.Players[n-1]
	p.text("%s", verdict(me.Cut, s.CutSize))
	if w := c.Result.WhatIf; w != nil {
		p.text("**After %s now:** %s", supposed(w.If), verdict(w.Cut, s.CutSize))
		me = &w.PlayerOdds
	}
	p.text("%s", finalRecords(me))
	if len(me.Seeds) > 0 && me.Cut.Fact != sim.Eliminated {
		p.text("**Seeds:** %s", seedWords(me.Seeds))
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
	p.buttons(e.oddsButtons(n, c.Asked, "")...)
	return p.message()
}

// verdict says a chance in a sentence: what is proved as a fact, what is not as
// an estimate.
func verdict(c sim.CutOdds, cut int) string {
	switch c.Fact {
	case sim.Clinched:
		return "**In, proved.** No result that is still to come can take the cut away."
	case sim.Eliminated:
		return "**Out, proved.** No result that is still to come can bring the cut."
	}
	text := fmt.Sprintf("%s **About %s** to make the cut to %d, ± %.1f.", likelihood(c.P), chance(c.P), cut, math.Max(0.1, 50*(c.High-c.Low)))
	switch c.Fact {
	case sim.WinAndIn:
		text += "\n**Proved:** a win now is enough."
	case sim.DrawAndIn:
		text += "\n**Proved:** a draw now is enough."
	}
	return text
}

// likelihood is a chance in plain words.
func likelihood(p float64) string {
	switch {
	case p >= 0.95:
		return "Almost certainly in."
	case p >= 0.7:
		return "Looking good."
	case p >= 0.4:
		return "It is open."
	case p >= 0.1:
		return "It will be hard."
	}
	return "It would take a small miracle."
}

// chance writes an estimate in percent; what happened always or never in the
// trials is still no certainty.
func chance(p float64) string {
	switch {
	case p >= 0.9995:
		return ">99.9 %"
	case p < 0.0005:
		return "<0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}

// sure writes a share that may be exact.
func sure(p float64) string {
	if p == 0 || p == 1 {
		return fmt.Sprintf("%.0f %%", 100*p)
	}
	return chance(p)
}

func supposed(result string) string {
	return map[string]string{sim.IfWin: "a win", sim.IfDraw: "a draw", sim.IfLoss: "a loss", sim.IfID: "an agreed draw"}[result]
}

// mostRecords is how many final records are listed.
const mostRecords = 14

func finalRecords(me *sim.PlayerOdds) string {
	g := grid{head: []string{"Final record", "Chance", "then the cut"}, right: []bool{false, true, true}}
	for _, r := range me.Records {
		if r.P >= 0.0005 && len(g.rows) < mostRecords {
			g.rows = append(g.rows, []string{r.Record.String(), sure(r.P), sure(r.Cut.P)})
		}
	}
	return g.String()
}

// seedWords lists the likeliest seeds.
func seedWords(seeds []sim.SeedOdds) string {
	list := slices.Clone(seeds)
	slices.SortStableFunc(list, func(a, b sim.SeedOdds) int { return int(math.Copysign(1, b.P-a.P)) })
	var words []string
	for _, s := range list[:min(len(list), 4)] {
		words = append(words, fmt.Sprintf("%d (%s)", s.Seed, sure(s.P)))
	}
	return "most likely " + strings.Join(words, ", ")
}

func (e Env) watchLine(w sim.Watch) string {
	a, b := int(w.Players[0])+1, int(w.Players[1])+1
	better, worse, high, low := a, b, w.First.P, w.Second.P
	if low > high {
		better, worse, high, low = worse, better, low, high
	}
	where := ""
	s := e.state()
	if r := s.Current(); r != nil {
		if m := s.MatchOf(r.Number, a); m > 0 {
			where = lowerTable(e.table(r.Number, m)) + ", "
		}
	}
	return fmt.Sprintf("- %s%s against %s: %s if %s wins, %s if %s does", where, e.name(a), e.name(b), chance(high), e.name(better), chance(low), e.name(worse))
}

func oddsNote(c Chances) string {
	note := fmt.Sprintf("%d tournaments played on from here, model: %s; ± is the 95 %% interval. Reports that wait for confirmation are taken as they are. Facts need none of them and hold as long as nobody leaves or is penalised.", c.Result.Trials, c.Result.Model)
	if c.Refining {
		note += " A better answer follows in a moment."
	}
	for _, n := range c.Result.Notes {
		note += " " + discord.Escape(n)
	}
	return note
}

func (e Env) oddsButtons(n int, asked, shown string) []discord.Button {
	s := e.state()
	var out []discord.Button
	if n > 0 && s.Taking(n) && shown == "" {
		if r := s.Current(); r != nil && (r.Status == tournament.Done && len(s.Rounds) < s.SwissRounds || e.plays(n)) {
			for _, x := range [][2]string{{"If won", sim.IfWin}, {"If drawn", sim.IfDraw}, {"If lost", sim.IfLoss}} {
				if x[1] != sim.IfDraw || s.Rules.Draws.Allowed {
					out = append(out, discord.Button{Label: x[0], CustomID: e.id(customid.Odds, n, x[1]), Disabled: x[1] == asked})
				}
			}
		}
	}
	if shown == OddsLine {
		if n > 0 && s.Taking(n) {
			out = append(out, discord.Button{Style: discord.Primary, Label: "One player", CustomID: e.id(customid.Odds, n, "", "")})
		}
		return append(out, discord.Button{Label: "Refresh", CustomID: e.id(customid.Odds, n, "", OddsLine)})
	}
	if n > 0 && s.LastDone() > 0 {
		out = append(out, discord.Button{Label: "Over the rounds", CustomID: e.id(customid.Course, n)})
	}
	return append(out, discord.Button{Label: "Everybody at the line", CustomID: e.id(customid.Odds, n, "", OddsLine)},
		discord.Button{Label: "Refresh", CustomID: e.id(customid.Odds, n, "", "")})
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
	p := newPanel(accentGold, "Who makes the cut?")
	p.note("%s · round %d of %d · cut to %d", e.title(), len(s.Rounds), s.SwissRounds, s.CutSize)
	t, err := s.Table(-1)
	if err != nil || c.Result == nil {
		p.text("The chances are being computed; they follow here in a few seconds.")
		p.buttons(e.oddsButtons(n, "", OddsLine)...)
		return p.message()
	}
	var clinched, out, open int
	for i := range t.Rows {
		switch f := c.Result.Players[t.Rows[i].Player].Cut.Fact; {
		case f == sim.Clinched:
			clinched++
		case f == sim.Eliminated:
			out++
		default:
			open++
		}
	}
	p.text("**%s** in and **%d** out, both proved; **%d** can still go either way.", plural(clinched, "player is", "players are"), out, open)
	g := grid{head: []string{"#", "Name", "Pts", "Rec", "Cut"}, right: []bool{true, false, true, false, true}}
	from, to := max(0, s.CutSize-aroundLine), min(len(t.Rows), s.CutSize+aroundLine)
	var shown []int
	for i := range t.Rows {
		r := &t.Rows[i]
		if (i < from || i >= to) && int(r.Player)+1 != n {
			continue
		}
		shown = append(shown, int(r.Player)+1)
		name := cell(e.rawName(int(r.Player)+1), mostName)
		g.rows = append(g.rows, []string{strconv.Itoa(r.Rank), name, pointsOf(s.Rules, r), record(r.Record), shortVerdict(c.Result.Players[r.Player].Cut)})
	}
	if !c.Refining {
		p.gallery(e, e.lineFigure(c.Result, shown, n))
	}
	p.text("%s", g.String())
	p.note("%s", oddsNote(c))
	p.buttons(e.oddsButtons(n, "", OddsLine)...)
	return p.message()
}

// shortVerdict is a chance for a table: "in" and "out" are proved.
func shortVerdict(c sim.CutOdds) string {
	switch c.Fact {
	case sim.Clinched:
		return "in"
	case sim.Eliminated:
		return "out"
	}
	return chance(c.P)
}

// CutChance is what /status says about the cut in half a sentence; empty where
// there is nothing to say.
func CutChance(c sim.CutOdds) string {
	switch c.Fact {
	case sim.Clinched:
		return "**in, proved**"
	case sim.Eliminated:
		return "out, proved"
	case sim.WinAndIn:
		return fmt.Sprintf("about %s; a win now is enough, proved", chance(c.P))
	case sim.DrawAndIn:
		return fmt.Sprintf("about %s; a draw now is enough, proved", chance(c.P))
	}
	return "about " + chance(c.P)
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
		p.text("**%s:** %s", escaped(d.Names[d.Me], fullName), verdict(me.Cut, d.Cut))
		p.text("%s", finalRecords(me))
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
	now, ok := e.factsAfter(after)
	if !ok {
		return m, false
	}
	then, _ := e.factsAfter(after - 1)
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
	if len(fresh)+len(out) == 0 && s.SwissRounds-after > 2 {
		return m, false
	}
	p := newPanel(accentGold, "After round %d of %d: the line", after, s.SwissRounds)
	p.note("%s", e.title())
	who := func(title string, names []string) {
		if len(names) > 0 {
			p.text("**%s:** %s", title, clipped(names, maxLineNames))
		}
	}
	who("Newly sure of the cut", fresh)
	who("In already", in)
	who("Out of reach since this round", out)
	p.text("%s", e.lineWords(after, now))
	p.note("All of this is proved as long as nobody leaves or is penalised. Your own chances: %s", e.command("odds"))
	return p.message(), true
}

// lineWords say where the cut would fall now.
func (e Env) lineWords(after int, facts []string) string {
	s := e.state()
	t, err := s.Table(after)
	if err != nil || s.CutSize > len(t.Rows) {
		return ""
	}
	open := 0
	for i := range t.Rows {
		if f := facts[t.Rows[i].Player]; f != sim.Clinched && f != sim.Eliminated {
			open++
		}
	}
	last := &t.Rows[s.CutSize-1]
	level, above := 0, 0
	for i := range t.Rows {
		switch c := t.Rows[i].Points.Cmp(last.Points); {
		case c == 0:
			level++
		case c > 0:
			above++
		}
	}
	text := fmt.Sprintf("**The line to watch:** %s", points(pointsOf(s.Rules, last)))
	if places := s.CutSize - above; level > places {
		text += fmt.Sprintf(", where %s are level for %s", plural(level, "player", "players"), plural(places, "place", "places"))
	} else {
		text += ", with nobody level across it"
	}
	return text + fmt.Sprintf(". %s can still go either way.", sentenceStart(plural(open, "player", "players")))
}

// factsAfter proves what is certain once so many rounds are over and the next is
// not paired; ok is false where nothing can be proved.
func (e Env) factsAfter(rounds int) (facts []string, ok bool) {
	s := *e.state()
	if rounds < 0 || rounds > len(s.Ledger.Rounds) {
		return nil, false
	}
	s.Cut, s.Phase = nil, tournament.Running
	c, err := sim.Live(&s)
	if err != nil || rounds >= c.Rounds {
		return nil, false
	}
	then := *s.Ledger.Clone()
	then.Rounds = then.Rounds[:rounds]
	for i := range then.Players {
		if p := &then.Players[i]; int(p.DroppedAfter) > rounds {
			p.DroppedAfter = ledger.Active
		}
	}
	c.Ledger = &then
	p, err := sim.Prove(c)
	if err != nil {
		return nil, false
	}
	return p.Facts, true
}
