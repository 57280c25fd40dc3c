package view

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// rulesRoom is the number of characters of a ruleset on a page.
const rulesRoom = 3000

// Rules shows a page of a ruleset: all its texts, what its numbers mean, its sources, and
// which of its rules are community practice.
func Rules(e Env, rs *rules.Ruleset, page int) discord.Message {
	pages := e.rulePages(rs)
	page = min(max(page, 0), len(pages)-1)
	p := e.titled(accentQuiet, e.pageTitle(rs.Name, page, len(pages)))
	if !strings.Contains(rs.Name, rs.Game) {
		p.note(discord.Escape(rs.Game))
	}
	for _, part := range pages[page] {
		p.text(part)
	}
	p.buttons(e.pager(page, len(pages), func(n int) string {
		var id tournament.ID
		if e.Snap != nil && e.Snap.State.Rules.ID == rs.ID {
			id = e.Snap.State.ID
		}
		return customid.New(id, customid.Rules{Ruleset: rs.ID, Page: n})
	})...)
	return p.message()
}

// rulePages splits the paragraphs of a ruleset into pages.
func (e Env) rulePages(rs *rules.Ruleset) [][]string {
	var out [][]string
	room := 0
	for _, part := range e.ruleParts(rs) {
		n := utf8.RuneCountInString(part)
		if part == "" {
			continue
		}
		if n > room || len(out) == 0 {
			out, room = append(out, nil), rulesRoom
		}
		out[len(out)-1] = append(out[len(out)-1], part)
		room -= n
	}
	return out
}

// ruleParts describes a ruleset in paragraphs.
func (e Env) ruleParts(rs *rules.Ruleset) []string {
	line := func(title notice.Code, words string) string {
		if words == "" {
			return ""
		}
		return e.say("rules.line", "title", notice.Word(title), "text", text.Raw(words))
	}
	out := e.ruleFacts(rs)
	out = append(out, e.chosen(rs)...)
	out = append(out,
		e.say("rules.results", "results", text.Raw(discord.Cut(e.words().Notice(rs.Legal(stageOf(false), max(rs.Seats.Preferred, 2))), 300))),
		line("rules.scoring", joined(e.tableScoring(rs), e.resultPoints(rs))),
		headed(e.say("rules.ranking", "tiebreakers", text.Raw(e.tiebreakersOf(rs)))),
		line("rules.order", e.order(rs)), line("rules.order_round_robin", e.robinOrder(rs)),
		e.ruleClock(rs),
		line("rules.at_time", e.quote(rs.EndOfMatch(stageOf(false)))),
	)
	if cut := rs.EndOfMatch(stageOf(true)); cut != rs.EndOfMatch(stageOf(false)) {
		out = append(out, line("rules.at_time_cut", e.quote(cut)))
	}
	out = append(out,
		line("rules.size", e.size(rs)),
		line("rules.pairing", e.pairing(rs)), line("rules.late", e.lateEntry(rs)), line("rules.drops", e.drops(rs)), line("rules.penalties", e.penalties(rs)),
		line("rules.limited", e.limitedPlay(rs)), line("rules.divisions", e.divisionRules(rs)), line("rules.draws", e.draws(rs)),
		line("rules.elimination", e.elimination(rs)), e.announced(rs, nil),
	)
	out = append(out, e.subjects(rs, slices.DeleteFunc(slices.Sorted(maps.Keys(rs.Texts)), func(subject string) bool {
		return subject == "summary" || subject == "tiebreakers" // shown above
	}))...)
	out = append(out, e.roundTables(rs)...)
	if len(rs.Community) > 0 {
		words := make([]string, 0, len(rs.Community))
		for _, c := range rs.Community {
			words = append(words, "- "+e.quote(c))
		}
		out = append(out, e.say("rules.community_list")+"\n"+strings.Join(words, "\n"))
	}
	return append(out, strings.Join(e.sources(rs, len(rs.Sources)), "\n"))
}

// quote returns a text of a ruleset in the reader's language, or as it is if there is no
// translation.
func (e Env) quote(words string) string { return e.words().Value(notice.Quote(words)) }

// subjects returns several texts of a ruleset.
func (e Env) subjects(rs *rules.Ruleset, subjects []string) []string {
	var out []string
	for _, n := range wording.Subjects(rs, subjects) {
		out = append(out, e.words().Notice(n))
	}
	return out
}

// chosen describes the options of a ruleset with their current or default choice.
func (e Env) chosen(rs *rules.Ruleset) []string {
	var out []string
	for _, o := range rs.Options {
		value := rs.Chosen[o.Name]
		if value == "" {
			value = o.Default
		}
		for _, c := range o.Choices {
			if c.Value == value {
				out = append(out, e.say("rules.line", "title", notice.Quote(o.Title), "text", notice.Quote(c.Title)))
			}
		}
	}
	return out
}

// order lists the tiebreakers with the bounds of their percentages, and what settles a
// remaining tie.
func (e Env) order(rs *rules.Ruleset) string {
	var words []string
	for i := range rs.Ranking.Tiebreaks {
		t := &rs.Ranking.Tiebreaks[i]
		name := e.words().Value(t.Called())
		var bounds []string
		if t.Floor != nil && t.Floor.Sign() > 0 {
			bounds = append(bounds, e.say("tiebreak.floor", "share", text.Raw(t.Floor.String())))
		}
		if t.DropCap != nil {
			bounds = append(bounds, e.say("tiebreak.drop_cap", "share", text.Raw(t.DropCap.String())))
		}
		if bounds != nil {
			name += " (" + strings.Join(bounds, ", ") + ")"
		}
		words = append(words, name)
	}
	if key := notice.Code("rules.final." + rs.Ranking.Final); text.Known(key) {
		words = append(words, e.say(key))
	}
	return strings.Join(words, " › ")
}

// robinOrder is order where all play all, if the ruleset ranks that otherwise.
func (e Env) robinOrder(rs *rules.Ruleset) string {
	if len(rs.Ranking.RoundRobin) == 0 {
		return ""
	}
	return e.order(rs.AllPlayAll())
}

// announced returns what must be announced before round 1. For an event it includes what
// its settings leave open and omits a cut that it does not have; of is nil to show the
// rules of a game.
func (e Env) announced(rs *rules.Ruleset, of *tournament.Settings) string {
	var words []string
	for _, a := range rs.Announce {
		if !states(rs, of, a.Fact) {
			continue
		}
		line := "- " + e.quote(a.Text)
		if of != nil && of.Prizes == "" && a.Fact == "prizes" {
			line += " · " + e.say("rules.unwritten")
		}
		words = append(words, line)
	}
	if len(words) == 0 {
		return ""
	}
	return e.say("rules.announced") + "\n" + strings.Join(words, "\n")
}

// states reports whether an event has a fact that its game's document wants announced; of
// is nil for any event of the game.
func states(rs *rules.Ruleset, of *tournament.Settings, fact string) bool {
	finals := rs.Tables == nil || len(rs.Tables.Finals) > 0
	switch fact {
	case "rounds":
		return of == nil || !of.Stages.First().Kind.Eliminates()
	case "cut":
		if of == nil || !finals {
			return finals
		}
		_, cut := of.Stages.Cut()
		return cut || slices.ContainsFunc(of.Stages.Stages, func(st stage.Stage) bool { return st.Kind == stage.Final })
	case "third_place":
		if of == nil {
			return true
		}
		_, _, out := of.Stages.Elimination()
		return out
	}
	return true
}

// tableScoring says what the scores of a mahjong table are worth; "" in other games.
func (e Env) tableScoring(rs *rules.Ruleset) string {
	t := rs.Tables
	if t == nil {
		return ""
	}
	out := []string{e.say("rules.say.uma", "start", int(t.Start), "target", int(t.Target), "uma", row(t.Uma))}
	for _, f := range t.Floating {
		out = append(out, e.say("rules.say.floating", "n", f.Players, "uma", row(f.Uma)))
	}
	return joined(append(out,
		e.when(t.Carry.Sign() > 0 && !t.Carry.Equal(fraction.Int(1)) && len(t.Finals) > 0, "rules.say.carry", "share", t.Carry),
		e.when(rs.Seats.Odd == "standins", "rules.say.stand_in", "points", t.StandIn),
		e.when(t.Oka.Sign() > 0, "rules.say.oka", "points", t.Oka), e.when(t.TiesSplit, "rules.say.ties_split"), e.when(!t.TiesSplit, "rules.say.ties_seat"),
		e.when(t.Chombo.Sign() > 0, "rules.say.chombo", "points", t.Chombo))...)
}

// row formats a row of points, the first place or round first.
func row(values []fraction.Fraction) text.Raw {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.String()
	}
	return text.Raw(strings.Join(words, " / "))
}

// resultPoints says what results are worth, unless scores of a table decide.
func (e Env) resultPoints(rs *rules.Ruleset) string {
	s := &rs.Scoring
	byes, none := rs.Seats.Odd == "bye", [3]int{}
	return joined(
		e.when(s.Mode == "outcome", "rules.say.points", "win", s.Win, "draw", s.Draw, "loss", s.Loss),
		e.when(s.Mode == "place", "rules.say.by_place", "points", row(s.ByPlace)),
		e.when(s.Mode == "per_game", "rules.say.per_game", "points", s.PerGame, "bonus", s.SweepBonus),
		e.when(byes, "rules.say.bye_points", "points", row(rs.Bye.Points)),
		e.when(byes && len(rs.Bye.AwardedPts) > 0, "rules.say.awarded_points", "points", row(rs.Bye.AwardedPts)),
		e.onRequest(rs),
		e.when(rs.Absent.Points.Sign() != 0, "rules.say.missed", "points", rs.Absent.Points),
		e.when(!s.DoubleLoss.Equal(s.Loss), "rules.say.double_loss", "points", s.DoubleLoss),
		e.when(rs.Bye.Games != none || rs.Forfeit.Games != none || rs.Drop.Games != none, "rules.say.unplayed",
			"bye", inGames(rs.Bye.Games), "forfeit", inGames(rs.Forfeit.Games), "drop", inGames(rs.Drop.Games)),
	)
}

// onRequest says what players may ask for if they cannot play in coming rounds.
func (e Env) onRequest(rs *rules.Ruleset) string {
	asked := rs.Bye.Requests > 0
	return joined(
		e.when(asked, "rules.say.requests", "n", rs.Bye.Requests),
		e.when(asked && rs.Bye.NotInLast > 0, "rules.say.not_in_last", "n", rs.Bye.NotInLast),
		e.when(rs.Absent.OnRequest, "rules.say.on_request"),
	)
}

// inGames formats a score of games won, lost and, if there are any, drawn.
func inGames(g [3]int) text.Raw {
	score := fmt.Sprintf("%d–%d", g[0], g[1])
	if g[2] > 0 {
		score += fmt.Sprintf("–%d", g[2])
	}
	return text.Raw(score)
}

// size says how many may play, and how long a match and the event take.
func (e Env) size(rs *rules.Ruleset) string {
	games, cut := rs.Match.Games, rs.Match.EliminationGames
	var sessions, most int
	if t := rs.Tables; t != nil {
		sessions, most = t.Sessions, t.MaxSession
	}
	return joined(
		e.when(rs.Seats.MinField > 0, "rules.say.field_least", "n", rs.Seats.MinField),
		e.when(rs.Seats.MaxField > 0, "rules.say.field_most", "n", rs.Seats.MaxField),
		e.when(games > 0, "rules.say.games", "n", games), e.when(cut > 0 && cut != games, "rules.say.games_cut", "n", cut),
		e.when(rs.Rounds.Min > 0, "rules.say.rounds_least", "n", rs.Rounds.Min),
		e.when(sessions > 0, "rules.say.sessions", "n", sessions), e.when(most > 0, "rules.say.sessions_most", "n", most),
	)
}

// roundTables describes the ruleset's tables for the number of rounds.
func (e Env) roundTables(rs *rules.Ruleset) []string {
	var out []string
	for _, t := range rs.Rounds.Tables {
		rows := []string{"**" + e.quote(t.Title) + "**"}
		for _, row := range t.Rows {
			rows = append(rows, e.roundRow(&row))
		}
		out = append(out, strings.Join(rows, "\n"))
	}
	return out
}

// roundRow describes one row of such a table.
func (e Env) roundRow(row *rules.RoundRow) string {
	players := fmt.Sprintf("%d–%d", row.Min, row.Max)
	switch row.Max {
	case 0:
		players = fmt.Sprintf("%d+", row.Min)
	case row.Min:
		players = strconv.Itoa(row.Min)
	}
	out := e.say("rules.say.row", "players", text.Raw(players), "rounds", text.Raw(strings.Join(wording.Numbers(row.Rounds), " / ")))
	if len(row.Cuts) > 0 {
		out += ", " + e.say("rules.say.row_cut", "cuts", text.Raw(strings.Join(wording.Numbers(row.Cuts), " / ")))
	}
	if row.More > 0 {
		out += ", " + e.say("rules.say.row_more", "points", row.GoOn, "n", row.More)
	}
	if row.Note != "" {
		out += " (" + e.quote(row.Note) + ")"
	}
	return "- " + out
}

// ruleClock says how long rounds last and may last; "" without a clock.
func (e Env) ruleClock(rs *rules.Ruleset) string {
	swiss, cut := rs.Clock(stageOf(false)), rs.Clock(stageOf(true))
	var out string
	switch {
	case swiss == 0 && cut == 0:
		return ""
	case swiss == 0:
		out = e.say("card.round_times", "span", text.Raw(e.say("clock.untimed")), "cut", e.span(cut))
	case swiss == cut:
		out = e.say("card.round_time", "span", e.span(swiss))
	case cut == 0:
		out = e.say("card.round_times", "span", e.span(swiss), "cut", text.Raw(e.say("clock.untimed")))
	default:
		out = e.say("card.round_times", "span", e.span(swiss), "cut", e.span(cut))
	}
	parts := []string{out}
	least, most := rs.ClockRange(stageOf(false))
	switch {
	case most > 0:
		parts = append(parts, e.say("rules.say.clock", "least", e.span(least), "most", e.span(most)))
	case least > 0:
		parts = append(parts, e.say("rules.say.clock_least", "least", e.span(least)))
	}
	if cutLeast, cutMost := rs.ClockRange(stageOf(true)); cutLeast > 0 && (cutLeast != least || cutMost != most) {
		parts = append(parts, e.say("rules.say.clock_cut", "least", e.span(cutLeast)))
	}
	return strings.Join(parts, "\n")
}

// pairing says how pairings and byes are determined.
func (e Env) pairing(rs *rules.Ruleset) string {
	p, b := &rs.Pairing, &rs.Bye
	if p.Method == "scramble" {
		return ""
	}
	byes := rs.Seats.Odd == "bye"
	return joined(
		e.when(p.First == "random", "rules.say.first_random"), e.when(p.First == "halves", "rules.say.first_halves"),
		e.when(slices.Contains(p.Hard, "noRematch"), "rules.say.no_rematch"),
		e.when(byes, "rules.say.bye_"+notice.Code(b.Who)), e.when(byes && b.Who != "random" && b.FirstRound == "random", "rules.say.bye_first"),
	)
}

// joined joins the parts that are not empty.
func joined(parts ...string) string {
	var words []string
	for _, p := range parts {
		if p != "" {
			words = append(words, p)
		}
	}
	return strings.Join(words, " ")
}

// when returns a text of the catalogue if ok, else "".
func (e Env) when(ok bool, key notice.Code, args ...any) string {
	if !ok {
		return ""
	}
	return e.say(key, args...)
}

func (e Env) lateEntry(rs *rules.Ruleset) string {
	t := rs.Entry
	return joined(
		e.quote(t.Text),
		e.when(t.LateUntil == 0, "rules.say.no_late"),
		e.when(t.LateUntil > 0, "rules.say.late_until", "round", t.LateUntil),
		e.when(t.RanksLate, "rules.say.ranks_late"),
		e.when(t.MayRefuse, "rules.say.may_refuse"),
	)
}

func (e Env) drops(rs *rules.Ruleset) string {
	d := rs.Drop
	return joined(
		e.quote(d.Text),
		e.when(d.NoShow, "rules.say.no_show"),
		e.when(d.KeepsPrize, "rules.say.keeps_prize"),
		e.when(!d.ReEntry, "rules.say.no_re_entry"),
	)
}

// penalties lists the kinds of penalties. The bot records what an organiser gives and
// does not change results by itself.
func (e Env) penalties(rs *rules.Ruleset) string {
	var parts []string
	level := ""
	for _, p := range rs.Penalties {
		if p.Level != level {
			level = p.Level
			parts = append(parts, e.say("rules.say.level", "level", notice.Quote(level)))
		}
		key := notice.Code("rules.say.tardy")
		switch {
		case p.To == 0:
			key = "rules.say.tardy_from"
		case p.From == 0:
			key = "rules.say.tardy_to"
		}
		parts = append(parts, e.say(key, "from", p.From, "to", p.To, "effect", notice.Quote(p.Effect)))
	}
	return strings.Join(parts, " ")
}

func (e Env) limitedPlay(rs *rules.Ruleset) string {
	c := &rs.Clocks
	seconds := func(list []int) text.Raw { return text.Raw(strings.Join(wording.Numbers(list), ", ")) }
	return joined(
		e.when(len(c.DraftPicks) > 0, "rules.say.picks", "seconds", seconds(c.DraftPicks)),
		e.when(len(c.DraftReview) > 0, "rules.say.review", "seconds", seconds(c.DraftReview)),
		e.when(c.DraftBuild > 0, "rules.say.draft_build", "span", e.span(time.Duration(c.DraftBuild))),
		e.when(c.DeckBuild > 0, "rules.say.sealed_build", "span", e.span(time.Duration(c.DeckBuild))),
	)
}

// ageRange says who belongs to a division by age; "" if age does not matter.
func (e Env) ageRange(d rules.Division) string {
	from, to := text.Raw(strconv.Itoa(d.BornFrom)), text.Raw(strconv.Itoa(d.BornTo))
	switch {
	case d.BornFrom > 0 && d.BornTo > 0:
		return e.say("division.born_between", "from", from, "to", to)
	case d.BornFrom > 0:
		return e.say("division.born_from", "from", from)
	case d.BornTo > 0:
		return e.say("division.born_to", "to", to)
	}
	return ""
}

func (e Env) divisionRules(rs *rules.Ruleset) string {
	var parts []string
	for _, d := range rs.Divisions.List {
		name := discord.Escape(d.Name)
		if born := e.ageRange(d); born != "" {
			name += " (" + born + ")"
		}
		parts = append(parts, name)
	}
	list := strings.Join(parts, ", ")
	if list == "" {
		return ""
	}
	said := []string{list + "."}
	if n := rs.Divisions.MinSeparate; n > 0 {
		said = append(said, e.say("rules.say.separate", "n", n))
	}
	if f := rs.Divisions.Flights; f != nil {
		said = append(said, e.say("rules.say.flights", "division", f.MinDivision, "flights", text.Raw(strings.Join(wording.Numbers(f.Counts), ", ")),
			"flight", f.MinFlight, "cut", f.MinPerFlight))
	}
	if len(said) == 1 {
		return list
	}
	return joined(said...)
}

func (e Env) draws(rs *rules.Ruleset) string {
	return joined(
		e.when(!rs.Draws.Allowed, "rules.say.no_draws"),
		e.when(rs.Draws.Allowed && !rs.Draws.Intentional, "rules.say.no_ids"),
		e.when(rs.Draws.Intentional, "rules.say.ids"),
		e.when(rs.Draws.Intentional && rs.Draws.ID != "", "rules.say.id_as", "score", notice.Text(rs.Draws.ID)),
		e.when(rs.Draws.MaxRequests > 0, "rules.say.offers", "n", rs.Draws.MaxRequests),
	)
}

func (e Env) elimination(rs *rules.Ruleset) string {
	stop, cut := rs.HardStop(stageOf(false)), rs.HardStop(stageOf(true))
	a := &rs.Advance
	return joined(
		e.when(a.MaxShare.Sign() > 0, "rules.say.cut_share", "share", a.MaxShare, "large", a.LargeShare, "n", a.LargeFrom),
		e.when(a.PowerOfTwo && a.MaxShare.Sign() > 0, "rules.say.cut_power"),
		e.when(rs.Bracket.Choice == "higher_seed", "rules.say.higher_seed"),
		e.when(rs.Bracket.Reseed, "rules.say.reseed"),
		e.when(rs.Bracket.DrawGoes == "best_rank", "rules.say.draw_goes"),
		e.when(rs.Bracket.Type != "" && rs.Bracket.Places == "swiss_rank", "rules.say.places_swiss_rank"),
		e.when(rs.Rounds.Early, "rules.say.early"),
		e.when(stop > 0, "rules.say.hard_stop", "span", e.span(stop)),
		e.when(cut > 0 && cut != stop, "rules.say.hard_stop_cut", "span", e.span(cut)),
	)
}
