// Package rulebook describes a ruleset in Markdown: its texts, and in sentences what its
// numbers mean.
package rulebook

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/script"
	"topcut/tournament/stage"
)

// A Book describes one ruleset in one language.
type Book struct {
	words text.Printer
	rules *rules.Ruleset
}

// Of returns the description of a ruleset, in the words of a printer for Markdown.
func Of(w text.Printer, rs *rules.Ruleset) *Book { return &Book{w, rs} }

// span formats a duration.
func (b *Book) span(d time.Duration) text.Raw { return text.Raw(wording.Span(b.words, d)) }

// Paragraphs describes the ruleset in paragraphs: all its texts, what its numbers mean, its
// sources, and which of its rules are community practice. Some are empty.
func (b *Book) Paragraphs() []string {
	line := func(title notice.Code, words string) string {
		if words == "" {
			return ""
		}
		return b.words.Say("rules.line", "title", notice.Word(title), "text", text.Raw(words))
	}
	out := b.Facts()
	out = append(out, b.chosen()...)
	out = append(out,
		b.words.Say("rules.results", "results", text.Raw(discord.Cut(b.words.Notice(b.rules.Legal(ledger.Swiss, max(b.rules.Seats.Preferred, 2))), 300))),
		line("rules.scoring", wording.Joined(b.TableScoring(), b.resultPoints())),
		b.Tiebreakers("rules.ranking"),
		line("rules.order", b.order()), line("rules.order_round_robin", b.robinOrder()),
		b.ruleClock(),
		line("rules.at_time", b.quote(b.rules.EndOfMatch(ledger.Swiss))),
	)
	if cut := b.rules.EndOfMatch(ledger.Elimination); cut != b.rules.EndOfMatch(ledger.Swiss) {
		out = append(out, line("rules.at_time_cut", b.quote(cut)))
	}
	if final := b.rules.EndOfMatch(ledger.Final); final != b.rules.EndOfMatch(ledger.Elimination) {
		out = append(out, line("rules.at_time_final", b.quote(final)))
	}
	out = append(out,
		line("rules.size", b.size()),
		line("rules.pairing", b.pairing()), line("rules.late", b.lateEntry()), line("rules.drops", b.drops()), line("rules.penalties", b.Penalties()),
		line("rules.decks", b.decks()), line("rules.limited", b.limitedPlay()), line("rules.divisions", b.divisionRules()), line("rules.draws", b.draws()),
		line("rules.elimination", b.elimination()), b.Announced(nil),
	)
	out = append(out, b.Subjects(slices.DeleteFunc(slices.Sorted(maps.Keys(b.rules.Texts)), func(subject string) bool {
		return subject == "summary" || subject == "tiebreakers" // shown above
	}))...)
	out = append(out, b.scripts()...)
	out = append(out, b.roundTables()...)
	if len(b.rules.Community) > 0 {
		words := make([]string, 0, len(b.rules.Community))
		for _, c := range b.rules.Community {
			words = append(words, "- "+b.quote(c))
		}
		out = append(out, b.words.Say("rules.community_list")+"\n"+strings.Join(words, "\n"))
	}
	return append(out, strings.Join(b.sources(), "\n"))
}

// quote returns a text of a ruleset in the reader's language, or as it is if there is no
// translation.
func (b *Book) quote(words string) string { return b.words.Value(notice.Quote(words)) }

// Subjects returns several texts of the ruleset.
func (b *Book) Subjects(subjects []string) []string {
	var out []string
	for _, n := range wording.Subjects(b.rules, subjects) {
		out = append(out, b.words.Notice(n))
	}
	return out
}

// chosen describes the options of a ruleset with their current or default choice.
func (b *Book) chosen() []string {
	var out []string
	for _, o := range b.rules.Options {
		value := b.rules.Chosen[o.Name]
		if value == "" {
			value = o.Default
		}
		for _, c := range o.Choices {
			if c.Value == value {
				out = append(out, b.words.Say("rules.line", "title", notice.Quote(o.Title), "text", notice.Quote(c.Title)))
			}
		}
	}
	return out
}

// order lists the tiebreakers with the bounds of their percentages, and what settles a
// remaining tie.
func (b *Book) order() string {
	var words []string
	for i := range b.rules.Ranking.Tiebreaks {
		t := &b.rules.Ranking.Tiebreaks[i]
		name := b.words.Value(t.Called())
		var bounds []string
		if t.Floor != nil && t.Floor.Sign() > 0 {
			bounds = append(bounds, b.words.Say("tiebreak.floor", "share", text.Raw(t.Floor.String())))
		}
		if t.DropCap != nil {
			bounds = append(bounds, b.words.Say("tiebreak.drop_cap", "share", text.Raw(t.DropCap.String())))
		}
		if bounds != nil {
			name += " (" + strings.Join(bounds, ", ") + ")"
		}
		words = append(words, name)
	}
	if key := notice.Code("rules.final." + b.rules.Ranking.Final); text.Known(key) {
		words = append(words, b.words.Say(key))
	}
	return strings.Join(words, " › ")
}

// robinOrder is order where all play all, if the ruleset ranks that otherwise.
func (b *Book) robinOrder() string {
	if len(b.rules.Ranking.RoundRobin) == 0 {
		return ""
	}
	return Of(b.words, b.rules.AllPlayAll()).order()
}

// Announced returns what must be announced before round 1. For an event it includes what
// its settings leave open and omits a cut that it does not have; of is nil to show the
// rules of a game.
func (b *Book) Announced(of *tournament.Settings) string {
	var words []string
	for _, a := range b.rules.Announce {
		if !b.states(of, a.Fact) {
			continue
		}
		line := "- " + b.quote(a.Text)
		if of != nil && of.Prizes == "" && a.Fact == "prizes" {
			line += " · " + b.words.Say("rules.unwritten")
		}
		words = append(words, line)
	}
	if len(words) == 0 {
		return ""
	}
	return b.words.Say("rules.announced") + "\n" + strings.Join(words, "\n")
}

// states reports whether an event has a fact that its game's document wants announced; of
// is nil for any event of the game.
func (b *Book) states(of *tournament.Settings, fact string) bool {
	finals := b.rules.Tables == nil || len(b.rules.Tables.Finals) > 0
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

// TableScoring says what the scores of a mahjong table are worth; "" in other games.
func (b *Book) TableScoring() string {
	t := b.rules.Tables
	if t == nil {
		return ""
	}
	out := []string{b.words.Say("rules.say.uma", "start", int(t.Start), "target", int(t.Target), "uma", row(t.Uma))}
	for _, f := range t.Floating {
		out = append(out, b.words.Say("rules.say.floating", "n", f.Players, "uma", row(f.Uma)))
	}
	return wording.Joined(append(out,
		b.when(t.Carry.Sign() > 0 && !t.Carry.Equal(fraction.Int(1)) && len(t.Finals) > 0, "rules.say.carry", "share", t.Carry),
		b.when(b.rules.Seats.Odd == "standins", "rules.say.stand_in", "points", t.StandIn),
		b.when(t.Oka.Sign() > 0, "rules.say.oka", "points", t.Oka), b.when(t.TiesSplit, "rules.say.ties_split"), b.when(!t.TiesSplit, "rules.say.ties_seat"),
		b.when(t.Chombo.Sign() > 0, "rules.say.chombo", "points", t.Chombo))...)
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
func (b *Book) resultPoints() string {
	s := &b.rules.Scoring
	byes, none := b.rules.Seats.Odd == "bye", [3]int{}
	return wording.Joined(
		b.when(s.Mode == "outcome", "rules.say.points", "win", s.Win, "draw", s.Draw, "loss", s.Loss),
		b.when(s.Mode == "place", "rules.say.by_place", "points", row(s.ByPlace)),
		b.when(s.Mode == "per_game", "rules.say.per_game", "points", s.PerGame, "bonus", s.SweepBonus),
		b.when(byes, "rules.say.bye_points", "points", row(b.rules.Bye.Points)),
		b.when(byes && len(b.rules.Bye.AwardedPts) > 0, "rules.say.awarded_points", "points", row(b.rules.Bye.AwardedPts)),
		b.OnRequest(),
		b.when(b.rules.Absent.Points.Sign() != 0, "rules.say.missed", "points", b.rules.Absent.Points),
		b.when(!s.DoubleLoss.Equal(s.Loss), "rules.say.double_loss", "points", s.DoubleLoss),
		b.when(b.rules.Bye.Games != none || b.rules.Forfeit.Games != none || b.rules.Drop.Games != none, "rules.say.unplayed",
			"bye", inGames(b.rules.Bye.Games), "forfeit", inGames(b.rules.Forfeit.Games), "drop", inGames(b.rules.Drop.Games)),
	)
}

// OnRequest says what players may ask for if they cannot play in coming rounds.
func (b *Book) OnRequest() string {
	asked := b.rules.Bye.Requests > 0
	return wording.Joined(
		b.when(asked, "rules.say.requests", "n", b.rules.Bye.Requests),
		b.when(asked && b.rules.Bye.NotInLast > 0, "rules.say.not_in_last", "n", b.rules.Bye.NotInLast),
		b.when(b.rules.Absent.OnRequest, "rules.say.on_request"),
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
func (b *Book) size() string {
	games, cut := b.rules.Match.Games, b.rules.Match.EliminationGames
	var sessions, most int
	if t := b.rules.Tables; t != nil {
		sessions, most = t.Sessions, t.MaxSession
	}
	return wording.Joined(
		b.when(b.rules.Seats.MinField > 0, "rules.say.field_least", "n", b.rules.Seats.MinField),
		b.when(b.rules.Seats.MaxField > 0, "rules.say.field_most", "n", b.rules.Seats.MaxField),
		b.when(games > 0, "rules.say.games", "n", games), b.when(cut > 0 && cut != games, "rules.say.games_cut", "n", cut),
		b.when(len(b.rules.Match.Best) > 0, "rules.say.games_best", "list", text.Raw(strings.Join(wording.Numbers(b.rules.Match.Best), ", "))),
		b.when(b.rules.Rounds.Min > 0, "rules.say.rounds_least", "n", b.rules.Rounds.Min),
		b.when(sessions > 0, "rules.say.sessions", "n", sessions), b.when(most > 0, "rules.say.sessions_most", "n", most),
	)
}

// scripts describes the picks and bans before a match.
func (b *Book) scripts() []string {
	var out []string
	for _, s := range b.rules.Scripts {
		pool := b.rules.Pools[s.Pool]
		items := b.quote(strings.Join(pool.Items, ", "))
		if pool.PerPlayer > 0 {
			items = b.words.Say("rules.script_own", "n", pool.PerPlayer)
		}
		line := b.words.Say("rules.script", "steps", notice.Text(cmp.Or(s.Start, "–")), "items", text.Raw(items))
		if s.Best > 0 {
			line = b.words.Say("rules.script_best", "n", s.Best, "script", text.Raw(line))
		}
		clock := notice.Code("rules.script_clock")
		if s.Late == script.Pass {
			clock = "rules.script_pass"
		}
		out = append(out, wording.Joined(line,
			b.when(s.Between != "", "rules.script_between", "steps", notice.Text(s.Between)),
			b.when(s.Barred == script.Played || s.Barred == script.WonHere || s.Barred == script.LostHere, "rules.script_"+notice.Code(s.Barred)),
			b.when(s.First == script.FirstNamed, "rules.script_first"), b.when(s.Hidden, "rules.script_hidden"),
			b.when(s.Clock > 0, clock, "span", time.Duration(s.Clock)),
		))
	}
	return out
}

// roundTables describes the ruleset's tables for the number of rounds.
func (b *Book) roundTables() []string {
	var out []string
	for _, t := range b.rules.Rounds.Tables {
		rows := []string{"**" + b.quote(t.Title) + "**"}
		for _, row := range t.Rows {
			rows = append(rows, b.roundRow(&row))
		}
		out = append(out, strings.Join(rows, "\n"))
	}
	return out
}

// roundRow describes one row of such a table.
func (b *Book) roundRow(row *rules.RoundRow) string {
	players := fmt.Sprintf("%d–%d", row.Min, row.Max)
	switch row.Max {
	case 0:
		players = fmt.Sprintf("%d+", row.Min)
	case row.Min:
		players = strconv.Itoa(row.Min)
	}
	out := b.words.Say("rules.say.row", "players", text.Raw(players), "rounds", text.Raw(strings.Join(wording.Numbers(row.Rounds), " / ")))
	if len(row.Cuts) > 0 {
		out += ", " + b.words.Say("rules.say.row_cut", "cuts", text.Raw(strings.Join(wording.Numbers(row.Cuts), " / ")))
	}
	if row.More > 0 {
		out += ", " + b.words.Say("rules.say.row_more", "points", row.GoOn, "n", row.More)
	}
	if row.Note != "" {
		out += " (" + b.quote(row.Note) + ")"
	}
	return "- " + out
}

// ruleClock says how long rounds last and may last; "" without a clock.
func (b *Book) ruleClock() string {
	swiss, cut, final := b.rules.Clock(ledger.Swiss), b.rules.Clock(ledger.Elimination), b.rules.Clock(ledger.Final)
	if swiss == 0 && cut == 0 && final == 0 {
		return ""
	}
	span := func(long time.Duration) string {
		if long == 0 {
			return b.words.Say("clock.untimed")
		}
		return wording.Span(b.words, long)
	}
	parts := []string{wording.RoundTimes(b.words, span(swiss), span(cut), span(final))}
	least, most := b.rules.ClockRange(ledger.Swiss)
	switch {
	case most > 0:
		parts = append(parts, b.words.Say("rules.say.clock", "least", b.span(least), "most", b.span(most)))
	case least > 0:
		parts = append(parts, b.words.Say("rules.say.clock_least", "least", b.span(least)))
	}
	if cutLeast, cutMost := b.rules.ClockRange(ledger.Elimination); cutLeast > 0 && (cutLeast != least || cutMost != most) {
		parts = append(parts, b.words.Say("rules.say.clock_cut", "least", b.span(cutLeast)))
	}
	return strings.Join(parts, "\n")
}

// pairing says how pairings and byes are determined.
func (b *Book) pairing() string {
	p, bye := &b.rules.Pairing, &b.rules.Bye
	if p.Method == "scramble" {
		return ""
	}
	byes := b.rules.Seats.Odd == "bye"
	return wording.Joined(
		b.when(p.First == "random", "rules.say.first_random"), b.when(p.First == "halves", "rules.say.first_halves"),
		b.when(slices.Contains(p.Hard, "noRematch"), "rules.say.no_rematch"),
		b.when(byes, "rules.say.bye_"+notice.Code(bye.Who)), b.when(byes && bye.Who != "random" && bye.FirstRound == "random", "rules.say.bye_first"),
	)
}

// when returns a text of the catalogue if ok, else "".
func (b *Book) when(ok bool, key notice.Code, args ...any) string {
	if !ok {
		return ""
	}
	return b.words.Say(key, args...)
}

func (b *Book) lateEntry() string {
	t := b.rules.Entry
	return wording.Joined(
		b.quote(t.Text),
		b.when(t.LateUntil == 0, "rules.say.no_late"),
		b.when(t.LateUntil > 0, "rules.say.late_until", "round", t.LateUntil),
		b.when(t.RanksLate, "rules.say.ranks_late"),
		b.when(t.MayRefuse, "rules.say.may_refuse"),
	)
}

func (b *Book) drops() string {
	d := b.rules.Drop
	return wording.Joined(
		b.quote(d.Text),
		b.when(b.rules.NoShow.Grace > 0 && b.rules.Seats.Max == 2, "absence.rule", "span", b.span(time.Duration(b.rules.NoShow.Grace))),
		b.when(b.rules.NoShow.Grace > 0 && b.rules.Seats.Max > 2, "absence.rule_table", "span", b.span(time.Duration(b.rules.NoShow.Grace))),
		b.when(b.rules.NoShow.From != "", "absence.rule_from", "source", notice.Text(b.rules.NoShow.From)),
		b.when(d.NoShow, "rules.say.no_show"),
		b.when(d.KeepsPrize, "rules.say.keeps_prize"),
		b.when(!d.ReEntry, "rules.say.no_re_entry"),
	)
}

// Penalties lists the kinds of penalties. The bot records what an organiser gives and
// does not change results by itself.
func (b *Book) Penalties() string {
	var parts []string
	level := ""
	for _, p := range b.rules.Penalties {
		if p.Level != level {
			level = p.Level
			parts = append(parts, b.words.Say("rules.say.level", "level", notice.Quote(level)))
		}
		key := notice.Code("rules.say.tardy")
		switch {
		case p.To == 0:
			key = "rules.say.tardy_from"
		case p.From == 0:
			key = "rules.say.tardy_to"
		}
		parts = append(parts, b.words.Say(key, "from", p.From, "to", p.To, "effect", notice.Quote(p.Effect)))
	}
	return strings.Join(parts, " ")
}

// decks says how many cards a decklist has.
func (b *Book) decks() string {
	d := b.rules.Deck
	if d.Min == 0 {
		return ""
	}
	return wording.Joined(
		b.when(true, "rules.say.deck_min", "n", d.Min), b.when(d.Max > 0, "rules.say.deck_max", "n", d.Max),
		b.when(d.Side > 0, "rules.say.deck_side", "n", d.Side), b.when(d.Extra > 0, "rules.say.deck_extra", "n", d.Extra),
		b.when(d.Copies > 0, "rules.say.deck_copies", "n", d.Copies), b.when(d.Limited > 0, "rules.say.deck_limited", "n", d.Limited),
		b.when(d.From != "", "absence.rule_from", "source", notice.Text(d.From)),
	)
}

func (b *Book) limitedPlay() string {
	c := &b.rules.Clocks
	seconds := func(list []int) text.Raw { return text.Raw(strings.Join(wording.Numbers(list), ", ")) }
	return wording.Joined(
		b.when(len(c.DraftPicks) > 0, "rules.say.picks", "seconds", seconds(c.DraftPicks)),
		b.when(len(c.DraftReview) > 0, "rules.say.review", "seconds", seconds(c.DraftReview)),
		b.when(c.DraftBuild > 0, "rules.say.draft_build", "span", b.span(time.Duration(c.DraftBuild))),
		b.when(c.DeckBuild > 0, "rules.say.sealed_build", "span", b.span(time.Duration(c.DeckBuild))),
	)
}

// AgeRange says who belongs to a division by age; "" if age does not matter.
func AgeRange(w text.Printer, d *rules.Division) string {
	from, to := text.Raw(strconv.Itoa(d.BornFrom)), text.Raw(strconv.Itoa(d.BornTo))
	switch {
	case d.BornFrom > 0 && d.BornTo > 0:
		return w.Say("division.born_between", "from", from, "to", to)
	case d.BornFrom > 0:
		return w.Say("division.born_from", "from", from)
	case d.BornTo > 0:
		return w.Say("division.born_to", "to", to)
	}
	return ""
}

func (b *Book) divisionRules() string {
	var parts []string
	for _, d := range b.rules.Divisions.List {
		name := discord.Escape(d.Name)
		if born := AgeRange(b.words, &d); born != "" {
			name += " (" + born + ")"
		}
		parts = append(parts, name)
	}
	list := strings.Join(parts, ", ")
	if list == "" {
		return ""
	}
	said := []string{list + "."}
	if n := b.rules.Divisions.MinSeparate; n > 0 {
		said = append(said, b.words.Say("rules.say.separate", "n", n))
	}
	if f := b.rules.Divisions.Flights; f != nil {
		said = append(said, b.words.Say("rules.say.flights", "division", f.MinDivision, "flights", text.Raw(strings.Join(wording.Numbers(f.Counts), ", ")),
			"flight", f.MinFlight, "cut", f.MinPerFlight))
	}
	if len(said) == 1 {
		return list
	}
	return wording.Joined(said...)
}

func (b *Book) draws() string {
	return wording.Joined(
		b.when(!b.rules.Draws.Allowed, "rules.say.no_draws"),
		b.when(b.rules.Draws.Allowed && !b.rules.Draws.Intentional, "rules.say.no_ids"),
		b.when(b.rules.Draws.Intentional, "rules.say.ids"),
		b.when(b.rules.Draws.Intentional && b.rules.Draws.ID != "", "rules.say.id_as", "score", notice.Text(b.rules.Draws.ID)),
		b.when(b.rules.Draws.MaxRequests > 0, "rules.say.offers", "n", b.rules.Draws.MaxRequests),
	)
}

func (b *Book) elimination() string {
	stop, cut := b.rules.HardStop(ledger.Swiss), b.rules.HardStop(ledger.Elimination)
	a := &b.rules.Advance
	return wording.Joined(
		b.when(a.MaxShare.Sign() > 0, "rules.say.cut_share", "share", a.MaxShare, "large", a.LargeShare, "n", a.LargeFrom),
		b.when(a.PowerOfTwo && a.MaxShare.Sign() > 0, "rules.say.cut_power"),
		b.when(b.rules.Bracket.Choice == "higher_seed", "rules.say.higher_seed"),
		b.when(b.rules.Bracket.Reseed, "rules.say.reseed"),
		b.when(b.rules.Bracket.DrawGoes == "best_rank", "rules.say.draw_goes"),
		b.when(b.rules.Bracket.Type != "" && b.rules.Bracket.Places == "swiss_rank", "rules.say.places_swiss_rank"),
		b.when(b.rules.Rounds.Early, "rules.say.early"),
		b.when(stop > 0, "rules.say.hard_stop", "span", b.span(stop)),
		b.when(cut > 0 && cut != stop, "rules.say.hard_stop_cut", "span", b.span(cut)),
	)
}

// Facts returns the lines that introduce the ruleset.
func (b *Book) Facts() []string {
	key := notice.Code("rules.official")
	if b.rules.Status == "community" {
		key = "rules.community"
	}
	return []string{
		b.words.Say(key, "game", notice.Text(b.rules.Name), "version", notice.Quote(b.rules.Version)),
		b.quote(b.rules.Texts["summary"]),
		b.crews(),
	}
}

// crews says what a match of crews on boards is worth, unless the summary of a match of two
// players holds for it.
func (b *Book) crews() string {
	rs := b.rules
	if rs.Boards == 0 || rs.Crew == nil || rs.Texts["summary"] != "" {
		return ""
	}
	points := func(f fraction.Fraction) text.Raw { return text.Raw(f.Plain(0)) }
	board := func(n int, worth fraction.Fraction) fraction.Fraction { return worth.Mul(fraction.Int(int64(n))) }
	sc, bye := &rs.Scoring, rs.Bye.Games
	return b.words.Say("rules.crew", "boards", rs.Boards, "win", points(sc.Win), "draw", points(sc.Draw), "loss", points(sc.Loss),
		"board_win", points(sc.GameWin), "board_draw", points(sc.GameDraw), "bye", points(rs.Bye.Points[0]),
		"bye_boards", points(board(bye[0], sc.GameWin).Add(board(bye[2], sc.GameDraw))))
}

// sources lists the documents that the ruleset follows.
func (b *Book) sources() []string {
	var out []string
	for _, src := range b.rules.Sources {
		title := discord.Escape(discord.Plain(src.Title, 120))
		if strings.HasPrefix(src.URL, "https://") && !strings.ContainsAny(src.URL, " ()<>") {
			title = fmt.Sprintf("[%s](<%s>)", title, src.URL)
		}
		if src.Date != "" {
			title += ", " + discord.Escape(discord.Plain(src.Date, 20))
		}
		out = append(out, "-# "+b.words.Say("rules.source", "source", text.Raw(title)))
	}
	return out
}

// AnnouncedOptions describes the options that the game's document wants announced before
// round 1 (docs/rules/meccg.md#mec-04: the type of game), with the choices of an event.
func (b *Book) AnnouncedOptions(of []tournament.Option) []string {
	var out []string
	for _, a := range b.rules.Announce {
		for _, o := range b.rules.Options {
			value := o.Default
			for _, set := range of {
				if set.Name == o.Name {
					value = set.Value
				}
			}
			for _, c := range o.Choices {
				if a.Option == o.Name && c.Value == value {
					out = append(out, b.words.Say("setting.line", "setting", notice.Quote(o.Title), "value", notice.Quote(c.Title)))
				}
			}
		}
	}
	return out
}

// Tiebreakers says how players with equal points are ranked, under a heading of the
// catalogue.
func (b *Book) Tiebreakers(heading notice.Code) string {
	return strings.Replace(b.words.Say(heading, "tiebreakers", text.Raw(b.tiebreakers())), " \n", "\n", 1)
}

func (b *Book) tiebreakers() string {
	if own := b.rules.Texts["tiebreakers"]; own != "" {
		return itemised(b.quote(own))
	}
	var words []string
	for _, t := range b.rules.Ranking.Tiebreaks {
		if !t.ShowOnly {
			words = append(words, b.words.Value(t.Called()))
		}
	}
	switch b.rules.Ranking.Final {
	case "random":
		words = append(words, b.words.Say("tiebreak.random"))
	case "playoff":
		words = append(words, b.words.Say("tiebreak.playoff"))
	case "shared":
		words = append(words, b.words.Say("tiebreak.shared"))
	}
	return strings.Join(words, " › ")
}

var sentenceEnd = regexp.MustCompile(`。|\. `)

// itemised returns a text in Markdown as a list of its sentences, to follow a heading. A first
// sentence with semicolons is a list itself.
func itemised(words string) string {
	var items []string
	for i, sentence := range strings.Split(sentenceEnd.ReplaceAllString(words, "$0\n"), "\n") {
		if i == 0 && strings.Contains(sentence, ";") {
			items = strings.Split(strings.TrimRight(sentence, ` \.`), ";") // in Markdown the full stop is escaped
			continue
		}
		items = append(items, sentence)
	}
	var out strings.Builder
	for _, item := range items {
		if item = strings.TrimSpace(item); item != "" {
			out.WriteString("\n- " + item)
		}
	}
	return out.String()
}
