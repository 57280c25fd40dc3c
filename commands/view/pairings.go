package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

const (
	// A round of up to fewTables tables is split into pages that fit a phone, a larger one
	// into long pages, because a channel accepts about one post a second.
	perPage     = 16
	fewTables   = 4 * perPage
	perLongPage = 30
	// perPageAtOnce are the matches on a page of rounds that open at once: all of eight
	// players.
	perPageAtOnce = 28
)

// Threads reports whether the matches of a round have threads of their own, on a card: a
// setting, for up to tournament.MaxThreads tables.
func Threads(s *tournament.State, round int) bool {
	return s.Settings.Threads && len(tablesOf(s.Ledger.Rounds[round-1].Matches).played) <= tournament.MaxThreads
}

// Threaded reports whether a match has its own thread. That of an arranged match is
// opened when a time is proposed; until then the list of matches is enough.
func Threaded(s *tournament.State, round, match int) bool {
	m, _ := s.Match(round, match)
	return Threads(s, round) && m != nil && (m.Fixture == nil || m.Fixture.Tried())
}

// stageOf returns a stage of the kind, for callers that need only the kind.
func stageOf(elimination bool) ledger.Stage {
	if elimination {
		return ledger.Elimination
	}
	return ledger.Swiss
}

// tables is the content of a list of pairings: the matches by table, and the players who
// sit out.
type tables struct {
	played []int // indexes of matches, by table
	byes   []int // players
	absent []int // players
	per    int   // tables per page
	// elsewhere means that the round was played before the event was imported.
	elsewhere bool
}

func tablesOf(matches []ledger.Match) tables {
	t := tables{per: perPage}
	most := 2 // players at a table
	for i := range matches {
		switch l := &matches[i]; {
		case l.Kind == ledger.Bye:
			t.byes = append(t.byes, seated(l)...)
		case l.Kind == ledger.Elsewhere:
			t.elsewhere = true
		case l.Kind == ledger.AssignedLoss:
			t.absent = append(t.absent, seated(l)...)
		default:
			t.played = append(t.played, i)
			most = max(most, int(l.N))
		}
	}
	if len(t.played) > fewTables { // a page pings its own players, and Discord allows a hundred
		t.per = min(perLongPage, maxPings/most-5)
	}
	slices.SortStableFunc(t.played, func(a, b int) int {
		// Matches without a table come last.
		return int(uint16(matches[a].Table-1)) - int(uint16(matches[b].Table-1))
	})
	return t
}

// PairingPages returns how many posts the pairings of a round need.
func PairingPages(s *tournament.State, round int) int {
	if s.Round(round) == nil {
		return 1
	}
	list, per := posted(s, round)
	return pagesOf(len(list), per)
}

// PairingPage returns the index of the post that lists a match of a round; players who
// sit out are in the last post.
func PairingPage(s *tournament.State, round, match int) int {
	list, per := posted(s, round)
	if i := slices.Index(list, tournament.Place{Round: round, Match: match}); i >= 0 {
		return i / per
	}
	return pagesOf(len(list), per) - 1
}

// posted returns the matches that the posts with the pairings of a round list, and how
// many each post has. Rounds that opened together share their posts.
func posted(s *tournament.State, round int) (list []tournament.Place, per int) {
	first, last := s.OpenedWith(round)
	for r := first; r <= last; r++ {
		t := tablesOf(s.Ledger.Rounds[r-1].Matches)
		for _, i := range t.played {
			list = append(list, tournament.Place{Round: r, Match: i + 1})
		}
		per = t.per
	}
	if first < last {
		per = perPageAtOnce
	}
	return list, per
}

// before returns the standings before a round, or nil if their points say nothing.
func (e Env) before(round int) *standings.Table {
	s := e.state()
	if round < 2 || s.Eliminates(round) {
		return nil
	}
	t, err := s.Table(round - 1)
	if err != nil {
		return nil
	}
	return t
}

// pointsBefore returns a player's points in a table, if it has them.
func (e Env) pointsBefore(t *standings.Table, n int) (string, bool) {
	if t == nil {
		return "", false
	}
	row := t.Row(int32(n - 1))
	if row == nil {
		return "", false
	}
	return pointsOf(e.state().Rules, row), true
}

// Points formats points with their word, as the ruleset shows them.
func Points(w text.Printer, rs *rules.Ruleset, p fraction.Fraction) string {
	return points(w, rs.FormatPoints(p))
}

// pointsOf formats points as the ruleset shows them.
func pointsOf(rs *rules.Ruleset, row *standings.Row) string {
	return rs.FormatPoints(row.Points)
}

// pairingLine returns the line of a match: its table, its players and, once it is known,
// the result.
func (e Env) pairingLine(m *tournament.Match, l *ledger.Match, pad int, points *standings.Table, name func(int) string) string {
	l = withoutSchedulingDraw(m, l)
	number := strings.Repeat(" ", pad)
	if l.Table > 0 {
		number = fmt.Sprintf("%*d", pad, l.Table)
	}
	players := seated(l)
	if len(players) == 2 && m.Confirmed && l.Finished() {
		if score := e.shortScore(l); score != "" {
			return fmt.Sprintf("`%s` %s **%s** %s", number, name(players[0]), score, name(players[1]))
		}
	}
	words := make([]string, len(players))
	for i, n := range players {
		words[i] = name(n)
		if p, ok := e.pointsBefore(points, n); ok && !m.Confirmed {
			words[i] += " (" + p + ")"
		}
		if seat := e.seatName(m, l, i); seat != "" && len(players) > 2 {
			words[i] = seat + " " + words[i]
		}
	}
	join := " – "
	if len(players) > 2 {
		join = " · "
	}
	line := fmt.Sprintf("`%s` %s", number, strings.Join(words, join))
	switch {
	case m.Confirmed && l.Result.Form == ledger.Scores:
		return fmt.Sprintf("`%s` %s", number, e.outcome(l, name))
	case m.Confirmed && l.Finished():
		return line + ": " + e.outcome(l, e.name) // mention each player once
	case m.Void():
		return line + " · " + e.say("pairings.void")
	case m.Coming != 0:
		return line + " · " + e.say("pairings.coming", "who", text.Raw(e.person(m.Coming)))
	case m.Disputed:
		return line + " · " + e.say("pairings.disputed")
	case m.Report != nil:
		return line + " · " + e.say("pairings.reported")
	}
	return line
}

// shortScore returns the score of a two-player match to put between the names; "" if it
// needs words.
func (e Env) shortScore(l *ledger.Match) string {
	switch l.Kind {
	case ledger.IntentionalDraw:
		return e.say("score.intentional")
	case ledger.DoubleLoss:
		return e.say("score.double_loss")
	case ledger.Forfeit:
		return e.say("score.forfeit")
	case ledger.Played, ledger.Bye, ledger.AssignedLoss, ledger.Elsewhere:
	}
	if l.Result.Form == ledger.Marshalling {
		return ""
	}
	return score(e.state().Rules, l, 0)
}

// listing adds the lines of a page of pairings.
func (e Env) listing(p *panel, r *tournament.Round, l []ledger.Match, t *tables, page int, points *standings.Table, name func(int) string) []int {
	part, at := pageOf(t.played, page, t.per)
	var players []int
	pad := 1
	for _, i := range part {
		pad = max(pad, len(strconv.Itoa(int(l[i].Table))))
	}
	marks := e.matchMarks(r)
	lines := make([]string, 0, len(part))
	for _, i := range part {
		players = append(players, seated(&l[i])...)
		lines = append(lines, e.pairingLine(&r.Matches[i], &l[i], pad, points, name)+e.stepNote(tournament.Place{Round: r.Number, Match: i + 1}, &r.Matches[i])+e.groupMark(&r.Matches[i], &l[i])+marks[i])
	}
	p.lines(lines...)
	if at == pagesOf(len(t.played), t.per)-1 {
		show := func(key notice.Code, list []int) {
			if len(list) == 0 {
				return
			}
			words := make([]string, len(list))
			for i, n := range list {
				words[i] = name(n)
			}
			p.say(key, "players", e.clipped(words, 30))
			players = append(players, list[:min(len(list), 30)]...)
		}
		if t.elsewhere {
			p.say("pairings.elsewhere")
		}
		show("pairings.bye", t.byes)
		show("pairings.absent", t.absent)
	}
	return players
}

// matchMarks returns marks for matches that are not what their round is named after: the
// match for third place beside the final, the lower bracket beside the upper.
func (e Env) matchMarks(r *tournament.Round) []string {
	marks := make([]string, len(r.Matches))
	for i, title := range e.state().MatchTitles(r) {
		if !title.Equal(e.state().RoundTitle(r.Number)) && title.Code != "" {
			marks[i] = " · " + e.words().Notice(title)
		}
	}
	return marks
}

// Pairings shows a page of a published round with its results so far. Round 0 means the
// current one.
func Pairings(e Env, round, page int) discord.Message {
	s := e.state()
	if round == 0 {
		round = len(s.Rounds)
	}
	r := s.Round(round)
	if r == nil {
		return e.nothing("pairings.not_published", "round", round, "pairings", e.command("pairings"))
	}
	before := e.before(round)
	matches := s.Ledger.Rounds[round-1].Matches
	t := tablesOf(matches)
	return e.fitted(func(e Env) discord.Message {
		_, page := pageOf(t.played, page, t.per)
		p := e.titled(accentRound, e.round(round))
		p.note(e.roundLine(r))
		e.listing(p, r, matches, &t, page, before, e.name)
		p.buttons(e.pager(page, pagesOf(len(t.played), t.per), func(n int) string { return e.id(customid.Pairings{Round: round, Page: n}) })...)
		return p.message()
	})
}

// roundLine describes the state of a round and how many results are missing.
func (e Env) roundLine(r *tournament.Round) string {
	parts := []string{string(e.title()), e.roundStatus(r)}
	if r.Status == tournament.Started {
		parts = append(parts, e.say("clock.missing", "n", len(e.state().Blocking(r.Number))))
		if !r.Deadline.IsZero() && r.PausedAt.IsZero() {
			parts = append(parts, discord.Relative(r.Deadline))
		}
	}
	return strings.Join(parts, " · ")
}

// partlyOpen reports whether a round was closed with matches that are still to be played.
func (e Env) partlyOpen(r *tournament.Round) bool {
	return r.Status == tournament.Done && slices.Contains(e.state().OpenRounds(), r.Number)
}

// roundStatus describes the state of a round: it is over once all its matches are.
func (e Env) roundStatus(r *tournament.Round) string {
	if e.partlyOpen(r) {
		return e.say("web.arranged", "n", len(e.state().Blocking(r.Number)))
	}
	return e.say([...]notice.Code{"pairings.paired", "pairings.playing", "pairings.over"}[r.Status])
}

// PairingPost returns the public post of a page of pairings, with which the round is
// played: it pings its own players once, has one Report button for all of them, and is
// edited as results come in and the clock changes.
func PairingPost(e Env, round, page int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil {
		return e.withdrawn()
	}
	if s.Arranged() {
		return e.schedulePost(round, page)
	}
	before := e.before(round)
	matches := s.Ledger.Rounds[round-1].Matches
	t := tablesOf(matches)
	return e.fitted(func(e Env) discord.Message {
		pages := pagesOf(len(t.played), t.per)
		_, page := pageOf(t.played, page, t.per)
		p := e.titled(accentRound, e.round(round))
		if pages > 1 {
			p = e.panel(accentRound, "page.title", "title", text.Raw(e.round(round)), "page", page+1, "pages", pages)
		}
		part, _ := pageOf(t.played, page, t.per)
		p.lines(e.progress(p, r, part)...)
		players := e.listing(p, r, matches, &t, page, before, func(n int) string { return string(e.mention(n)) })
		if rs := s.Rules; rs.OneSide(r.Stage) {
			switch picks := picking(r, part); {
			case picks == 0:
				p.small("pairings.first", "side", text.Raw(e.side(rs.Seats.Sides[0])))
			case picks == len(part):
				p.small("pairings.first_picks", e.eitherSide()...)
			}
		}
		p.ping(e.users(players)...)
		if s.Phase == tournament.Cancelled {
			p.accent = accentQuiet
			return p.message()
		}
		if r.Status == tournament.Done {
			p.accent = accentQuiet
			if !slices.Contains(s.OpenRounds(), round) {
				return p.message()
			}
		}
		p.buttons(
			discord.Button{Style: discord.Primary, Label: e.say("button.report"), CustomID: e.id(customid.Report{})},
			discord.Button{Label: e.say("button.my_match"), CustomID: e.id(customid.Status{})},
			discord.Button{Label: e.say("button.judge"), CustomID: e.id(customid.Judge{})},
		)
		return p.message()
	})
}

// picking counts the given matches in which the first player chooses the side.
func picking(r *tournament.Round, part []int) (n int) {
	for _, i := range part {
		if r.Matches[i].Choice {
			n++
		}
	}
	return n
}

// progress returns the lines above a list of matches: how many have a result, and how
// much time is left, which Discord counts down. A round past its date is not over while
// an arranged match is open.
func (e Env) progress(p *panel, r *tournament.Round, part []int) []string {
	in := 0
	for _, i := range part {
		if r.Matches[i].Confirmed || r.Matches[i].Void() {
			in++
		}
	}
	late := e.partlyOpen(r)
	head := []string{string(e.title())}
	if e.state().Phase == tournament.Cancelled {
		return []string{strings.Join(append(head, e.headline()), " · ")}
	}
	if r.Status != tournament.Started && !late {
		head = append(head, e.roundStatus(r))
	}
	if r.Status != tournament.Published && len(part) > 0 {
		head = append(head, e.say("pairings.count", "in", in, "all", len(part)))
	}
	if late {
		head = append(head, e.say("web.arranged", "n", len(e.state().Blocking(r.Number))))
	}
	var more []string
	if r.Status == tournament.Started {
		switch {
		case r.Deadline.IsZero():
		case !r.PausedAt.IsZero():
			p.accent = accentLate
			head = append(head, e.say("clock.paused", "span", e.span(max(0, r.Deadline.Sub(r.PausedAt)))))
		case r.TimeCalled:
			p.accent = accentTrouble
			head = append(head, e.say("clock.was_up", "relative", relative(r.Deadline)))
		default:
			if len(r.Warned) > 0 {
				p.accent = accentLate
			}
			head = append(head, e.say("clock.ends", "time", e.by(r.Deadline)))
		}
		more = append([]string{e.grace(r)}, e.extensions(r)...)
	}
	return append([]string{strings.Join(head, " · ")}, more...)
}

// Preview shows organisers the next round before it is published: tables, byes, the
// engine's compromises, and the cost.
func Preview(e Env, page int) discord.Message {
	s := e.state()
	r := s.Preview
	if r == nil {
		return e.nothing("preview.none", "pair", e.command("round pair"))
	}
	before := e.before(r.Number)
	t := tablesOf(s.PreviewMatches)
	for i := range s.Players {
		in := func(l ledger.Match) bool { return l.Seat(int32(i)) >= 0 } // repaired into the round
		if l := &s.Ledger.Players[i]; l.Away(r.Number) && s.Taking(i+1) && !slices.ContainsFunc(s.PreviewMatches, in) {
			t.absent = append(t.absent, i+1)
		}
	}
	return e.fitted(func(e Env) discord.Message {
		_, page := pageOf(t.played, page, t.per)
		pages := pagesOf(len(t.played), t.per)
		p := e.panel(accentLate, "preview.title", "round", text.Raw(e.round(r.Number)))
		p.small("preview.private")
		e.listing(p, r, s.PreviewMatches, &t, page, before, e.name)
		p.rule()
		p.lines(e.verdict(r)...)
		if what, missing := s.Missing(); what == tournament.MissingDeck && len(missing) > 0 { // in a draft decks come late
			p.text("⚠ " + e.say("preview.no_deck", "players", notice.Players(first(missing, maxWarnings))))
		}
		buttons := []discord.Button{{Style: discord.Success, Label: e.say("button.publish"), CustomID: e.id(customid.Publish{Round: r.Number, Seq: r.PublishedSeq})}}
		if !rules.IsElimination(r.Stage) { // a bracket has only one pairing
			buttons = append(buttons, discord.Button{Label: e.say("button.pair_again"), CustomID: e.id(customid.Pair{Round: r.Number})})
		}
		p.buttons(append(buttons, e.pager(page, pages, func(n int) string { return e.id(customid.Preview{Page: n}) })...)...)
		return p.message()
	})
}

// maxWarnings bounds the warnings in a preview.
const maxWarnings = 8

// verdict rates a pairing, with only the warnings about the given players if there are
// any. A bracket or a schedule leaves no choice to rate.
func (e Env) verdict(r *tournament.Round, about ...int) []string {
	var out []string
	warnings := slices.Clone(r.Warnings)
	if len(about) > 0 {
		warnings = slices.DeleteFunc(warnings, func(w notice.Notice) bool { return elsewhere(w, about) })
	}
	for i, w := range warnings {
		if i == maxWarnings {
			out = append(out, e.say("preview.more_warnings", "n", len(warnings)-i))
			break
		}
		out = append(out, "⚠ "+e.words().Notice(w))
	}
	chosen := r.Stage == ledger.Swiss
	if chosen && len(r.Warnings) == 0 {
		out = append(out, e.say("preview.no_warnings"))
	}
	switch {
	case r.Forced && len(about) == 0: // a forced table has its own reason
		out = append(out, e.say("preview.forced"))
	case chosen && r.Optimal && !r.Forced:
		out = append(out, e.say("preview.optimal"))
	}
	var cost []string
	for _, c := range r.Cost {
		if c.Value == 0 { // does not occur in the round
			continue
		}
		cost = append(cost, fmt.Sprintf("%s %d", e.say("cost."+notice.Code(snake(c.Term))), c.Value))
	}
	if len(cost) > 0 && chosen && !r.Forced { // the cost of the engine's choice, not of an organiser's
		out = append(out, "-# "+e.say("preview.cost", "terms", text.Raw(strings.Join(cost, " · "))))
	}
	return out
}

// elsewhere reports whether a warning is about other players only.
func elsewhere(w notice.Notice, players []int) bool {
	named, ok := w.Arg("players").(notice.List)
	return ok && !slices.ContainsFunc(named, func(v notice.Value) bool {
		n, is := v.(notice.Player)
		return is && slices.Contains(players, int(n))
	})
}

// snake converts "pointGap" to "point_gap".
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
