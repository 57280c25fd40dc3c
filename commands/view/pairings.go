package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/missing"
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

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

// pointsOf formats points as the ruleset shows them.
func pointsOf(rs *rules.Ruleset, row *standings.Row) string {
	return rs.FormatPoints(row.Points)
}

// pairingLine returns the line of a match: its table, its players and, once it is known,
// the result.
func (e Env) pairingLine(m *tournament.Match, l *ledger.Match, pad int, points *standings.Table, name func(int) string, so string) string {
	l = wording.Shown(m, l)
	number := strings.Repeat(" ", pad)
	if l.Table > 0 {
		number = fmt.Sprintf("%*d", pad, l.Table)
	}
	players := wording.Seated(l)
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
	line := fmt.Sprintf("`%s` %s", number, strings.Join(words, join)) + so
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
	return wording.Score(e.state().Rules, l, 0)
}

// listing adds the lines of a page of pairings.
func (e Env) listing(p *layout.Panel, r *tournament.Round, l []ledger.Match, t *posted.Tables, page int, points *standings.Table, name func(int) string) []int {
	part, at := layout.PageOf(t.Played, page, t.Per)
	var players []int
	pad := 1
	for _, i := range part {
		pad = max(pad, len(strconv.Itoa(int(l[i].Table))))
	}
	marks := e.matchMarks(r)
	lines := make([]string, 0, len(part))
	for _, i := range part {
		players = append(players, wording.Seated(&l[i])...)
		so := ""
		if r != e.state().Preview {
			if so = e.soFar(r.Number, i+1); so != "" {
				so = " · " + so
			}
		}
		lines = append(lines, e.pairingLine(&r.Matches[i], &l[i], pad, points, name, so)+e.stepNote(tournament.Place{Round: r.Number, Match: i + 1}, &r.Matches[i])+e.lineUpNote(r, i+1)+e.groupMark(&r.Matches[i], &l[i])+marks[i])
	}
	if e.boards && r != e.state().Preview {
		lines = e.withBoards(r.Number, part, lines)
	}
	p.Lines(lines...)
	if at == posted.Pages(len(t.Played), t.Per)-1 {
		show := func(key notice.Code, list []int) {
			if len(list) == 0 {
				return
			}
			words := make([]string, len(list))
			for i, n := range list {
				words[i] = name(n)
			}
			p.Say(key, "players", e.clipped(words, 30))
			players = append(players, list[:min(len(list), 30)]...)
		}
		if t.Elsewhere {
			p.Say("pairings.elsewhere")
		}
		show("pairings.bye", t.Byes)
		show("pairings.absent", t.Absent)
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
	if l := e.matchesOf(r); bestOf(l) == 0 {
		for i := range l {
			if l[i].Best > 0 && l[i].N == 2 {
				marks[i] += " · " + e.say("pairings.best_of", "n", l[i].Best)
			}
		}
	}
	return marks
}

// matchesOf returns the matches of a round or of the preview.
func (e Env) matchesOf(r *tournament.Round) []ledger.Match {
	if r == e.state().Preview {
		return e.state().PreviewMatches
	}
	return e.state().Ledger.Rounds.At(r.Number).Matches
}

// bestOf returns of how many games all matches of a round are, if that was said and is the same;
// else 0.
func bestOf(l []ledger.Match) (best uint8) {
	for i := range l {
		if l[i].N != 2 {
			continue
		}
		if l[i].Best == 0 || best > 0 && l[i].Best != best {
			return 0
		}
		best = l[i].Best
	}
	return best
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
	matches := s.Ledger.Rounds.At(round).Matches
	t := posted.TablesOf(matches, e.state().Settings.Crew)
	return e.fittedBoards(func(e Env) discord.Message {
		_, page := layout.PageOf(t.Played, page, t.Per)
		p := e.titled(layout.Round, e.heading(round))
		p.Note(e.roundLine(r))
		e.listing(p, r, matches, &t, page, before, e.name)
		p.Buttons(layout.Pager(e.words(), page, posted.Pages(len(t.Played), t.Per), func(n int) string { return e.id(customid.Pairings{Round: round, Page: n}) })...)
		return p.Message()
	})
}

// roundLine describes the state of a round and how many results are missing.
func (e Env) roundLine(r *tournament.Round) string {
	parts := []string{string(e.title()), e.roundStatus(r)}
	if n := bestOf(e.matchesOf(r)); n > 0 {
		parts = append(parts, e.say("pairings.best_of", "n", n))
	}
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
// edited as results come in and the clock changes. When the round is over, its last page has
// the standings below, if there is room.
func PairingPost(e Env, round, page int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil {
		return e.withdrawn()
	}
	if s.Arranged() {
		return e.schedulePost(round, page)
	}
	if r.Status != tournament.Done || page < posted.PairingPages(s, round)-1 || !posted.StandingsBelow(s, round) {
		return e.pairingPost(r, page)
	}
	m := e.fitted(func(e Env) discord.Message {
		above := e
		above.Page = "" // a post has one link
		m, below := above.pairingPost(r, page), StandingsPost(e, round, 0)
		m.Components = append(m.Components, below.Components...)
		m.Files = append(m.Files, below.Files...)
		return m
	})
	if !layout.Fits(m) {
		return e.pairingPost(r, page, discord.Button{Label: e.say("button.all_standings"), CustomID: e.standingsID(round, 0, field.Group{}, false)})
	}
	return m
}

// pairingPost is the post without standings; more are buttons once the round is over.
func (e Env) pairingPost(r *tournament.Round, page int, more ...discord.Button) discord.Message {
	s, round := e.state(), r.Number
	before := e.before(round)
	matches := s.Ledger.Rounds.At(round).Matches
	t := posted.TablesOf(matches, e.state().Settings.Crew)
	fitted := e.fittedBoards
	if r.Status == tournament.Done { // the standings may stand below
		fitted = e.fitted
	}
	return fitted(func(e Env) discord.Message {
		pages := posted.Pages(len(t.Played), t.Per)
		_, page := layout.PageOf(t.Played, page, t.Per)
		p := e.titled(layout.Round, e.heading(round))
		if pages > 1 {
			p = e.panel(layout.Round, "page.title", "title", text.Raw(e.heading(round)), "page", page+1, "pages", pages)
		}
		part, _ := layout.PageOf(t.Played, page, t.Per)
		p.Lines(e.progress(p, r, part)...)
		players := e.listing(p, r, matches, &t, page, before, func(n int) string { return string(e.mention(n)) })
		if rs := s.Rules; rs.OneSide(r.Stage) {
			switch picks := picking(r, part); {
			case picks == 0:
				p.Small("pairings.first", "side", text.Raw(e.side(rs.Seats.Sides[0])))
			case picks == len(part):
				p.Small("pairings.first_picks", e.eitherSide()...)
			}
		}
		p.Ping(e.calledTo(r, players)...)
		if s.Phase == tournament.Cancelled {
			p.Accent = layout.Quiet
			return p.Message()
		}
		if r.Status == tournament.Done {
			p.Accent = layout.Quiet
			if !slices.Contains(s.OpenRounds(), round) {
				p.Buttons(more...)
				return p.Message()
			}
		}
		if s.LineUpsWait(r) {
			p.Buttons(crew.LineUpButton(e.about()), discord.Button{Label: e.say("button.my_match"), CustomID: e.id(customid.Status{})})
			return p.Message()
		}
		p.Buttons(
			discord.Button{Style: discord.Primary, Label: e.say("button.report"), CustomID: e.id(customid.Report{})},
			discord.Button{Label: e.say("button.my_match"), CustomID: e.id(customid.Status{})},
			discord.Button{Label: e.say("button.judge"), CustomID: e.id(customid.Judge{})},
		)
		return p.Message()
	})
}

// calledTo returns whom the list of a round's matches calls. While the round waits for line-ups
// these are the captains who have to give one: who plays is called when it starts.
func (e Env) calledTo(r *tournament.Round, players []int) []string {
	if e.state().LineUpsWait(r) {
		return crew.Captains(e.about(), r.Number, players)
	}
	return e.users(players)
}

// lineUpNote says how many line-ups are in of a match that waits for them.
func (e Env) lineUpNote(r *tournament.Round, match int) string {
	s := e.state()
	at := tournament.Place{Round: r.Number, Match: match}
	if r == s.Preview || !s.AwaitsLineUps(at) {
		return ""
	}
	_, l := s.Match(at.Round, at.Match)
	in := 0
	for _, seat := range l.Players() {
		if !s.GivesLineUp(int(seat)+1, r) {
			in++
		}
	}
	return " · " + e.say("crew.line_ups_so_far", "in", in, "all", int(l.N))
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
func (e Env) progress(p *layout.Panel, r *tournament.Round, part []int) []string {
	in, all := 0, 0
	for _, i := range part {
		list := []tournament.Match{r.Matches[i]}
		if boarded(&r.Matches[i]) {
			list = r.Matches[i].Boards
		}
		for _, m := range list {
			if all++; m.Confirmed || m.Void() {
				in++
			}
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
		head = append(head, e.say("pairings.count", "in", in, "all", all))
	}
	if late {
		head = append(head, e.say("web.arranged", "n", len(e.state().Blocking(r.Number))))
	}
	var more []string
	if e.state().LineUpsWait(r) {
		more = append(more, e.say("crew.line_ups_due", "until", crew.Until(e.about())))
	}
	if r.Status == tournament.Started {
		switch {
		case r.Deadline.IsZero():
		case !r.PausedAt.IsZero():
			p.Accent = layout.Late
			head = append(head, e.say("clock.paused", "span", e.span(max(0, r.Deadline.Sub(r.PausedAt)))))
		case r.TimeCalled:
			p.Accent = layout.Trouble
			head = append(head, e.say("clock.was_up", "relative", relative(r.Deadline)))
		default:
			if len(r.Warned) > 0 {
				p.Accent = layout.Late
			}
			head = append(head, e.say("clock.ends", "time", e.by(r.Deadline)))
		}
		more = append([]string{e.grace(r)}, e.extensions(r)...)
	}
	return append([]string{strings.Join(head, " · ")}, more...)
}

// Preview shows organisers the next round before it is published: tables, byes, the
// engine's compromises, the cost, and who has left the server. Of unheard players Discord
// did not say whether they have.
func Preview(e Env, page, unheard int) discord.Message {
	s := e.state()
	r := s.Preview
	if r == nil {
		return e.nothing("preview.none", "pair", e.command("round pair"))
	}
	before := e.before(r.Number)
	t := posted.TablesOf(s.PreviewMatches, s.Settings.Crew)
	for i := range s.Players {
		in := func(l ledger.Match) bool { return l.Seat(int32(i)) >= 0 } // repaired into the round
		if l := &s.Players[i]; l.Away(r.Number) && s.Taking(i+1) && !slices.ContainsFunc(s.PreviewMatches, in) {
			t.Absent = append(t.Absent, i+1)
		}
	}
	return e.fitted(func(e Env) discord.Message {
		_, page := layout.PageOf(t.Played, page, t.Per)
		pages := posted.Pages(len(t.Played), t.Per)
		p := e.panel(layout.Late, "preview.title", "round", text.Raw(e.heading(r.Number)))
		p.Small("preview.private")
		e.listing(p, r, s.PreviewMatches, &t, page, before, e.name)
		p.Rule()
		p.Lines(e.verdict(r)...)
		for _, pair := range first(rounds.LostMatches(s), maxWarnings) {
			p.Text("⚠ " + e.say("preview.lost", "players", notice.Players(pair[:])))
		}
		if what, players := missing.Players(s); what == missing.Deck && len(players) > 0 { // in a draft decks come late
			p.Text("⚠ " + e.say("preview.no_deck", "players", notice.Players(first(players, maxWarnings))))
		}
		e.haveLeft(p, 4)
		if unheard > 0 {
			p.Small("staff.unheard", "n", unheard)
		}
		buttons := []discord.Button{{Style: discord.Success, Label: e.say("button.publish"), CustomID: e.id(customid.Publish{Round: r.Number, Seq: r.PublishedSeq})}}
		if !rules.IsElimination(r.Stage) { // a bracket has only one pairing
			buttons = append(buttons, discord.Button{Label: e.say("button.pair_again"), CustomID: e.id(customid.Pair{Round: r.Number})})
		}
		p.Buttons(append(buttons, layout.Pager(e.words(), page, pages, func(n int) string { return e.id(customid.Preview{Page: n}) })...)...)
		return p.Message()
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
		if n := wording.ByHours(r); n > 0 {
			out = append(out, e.say("preview.hours", "n", n))
		}
	}
	var cost []string
	for _, c := range r.Cost {
		if c.Value == 0 || c.Term == pairing.HoursApart.String() { // does not occur in the round, or was said
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
