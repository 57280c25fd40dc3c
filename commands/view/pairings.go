package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rat"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// perPage is how many tables a page of pairings holds.
const perPage = 30

// stageOf returns a stage of the kind, where only the kind matters.
func stageOf(elimination bool) ledger.Stage {
	if elimination {
		return ledger.Elimination
	}
	return ledger.Swiss
}

// tables is the content of a list of pairings: matches at tables in their
// order, and players who sit out.
type tables struct {
	played []int // indices of matches, by table
	byes   []int // players
	absent []int // players
	per    int   // tables a page
	// elsewhere says that the round was played before the event was taken over.
	elsewhere bool
}

func tablesOf(matches []ledger.Match) tables {
	t := tables{per: perPage}
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
			if l.N > 2 { // a page pings its own players, and Discord takes a hundred
				t.per = 20
			}
		}
	}
	slices.SortStableFunc(t.played, func(a, b int) int {
		// Matches without a table come last.
		return int(uint16(matches[a].Table-1)) - int(uint16(matches[b].Table-1))
	})
	return t
}

// PairingPages returns how many posts the pairings of a round take: up to 30
// tables each, 20 where more than two play at one.
func PairingPages(s *tournament.State, round int) int {
	if s.Round(round) == nil {
		return 1
	}
	t := tablesOf(s.Ledger.Rounds[round-1].Matches)
	return pagesOf(len(t.played), t.per)
}

// PairingPage returns the post, from 0, that lists a match of a round; players
// who sit out are on the last.
func PairingPage(s *tournament.State, round, match int) int {
	t := tablesOf(s.Ledger.Rounds[round-1].Matches)
	if i := slices.Index(t.played, match-1); i >= 0 {
		return i / t.per
	}
	return pagesOf(len(t.played), t.per) - 1
}

// before returns the standings before a round, nil where points say nothing.
func (e Env) before(round int) *standings.Table {
	s := e.state()
	if round < 2 || s.Cut != nil && round >= s.Cut.FirstRound {
		return nil
	}
	t, err := s.Table(round - 1)
	if err != nil {
		return nil
	}
	return t
}

// pointsBefore returns a player's points in a table, where it has any.
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

// Points writes points with their word, as the ruleset shows them.
func Points(rs *rules.Ruleset, p rat.Rat) string { return points(rs.FormatPoints(p)) }

// pointsOf writes points as the ruleset shows them.
func pointsOf(rs *rules.Ruleset, row *standings.Row) string {
	return rs.FormatPoints(row.Points)
}

// pairingLine shows a match in a list: the table, who meets whom and, once it
// is known, the result.
func (e Env) pairingLine(m *tournament.Match, l *ledger.Match, pad int, points *standings.Table, name func(int) string) string {
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
	}
	text := fmt.Sprintf("`%s` %s", number, strings.Join(words, " vs "))
	switch {
	case m.Confirmed && l.Finished():
		text = fmt.Sprintf("`%s` %s", number, strings.Join(words, ", "))
		if r := e.outcome(l, name); l.Result.Form == ledger.Scores || r == "" {
			text = fmt.Sprintf("`%s` %s", number, r)
		} else {
			text += ": " + e.outcome(l, e.name) // everybody is mentioned once
		}
	case m.Disputed:
		text += " · disputed"
	case m.Report != nil:
		text += " · reported"
	}
	return text
}

// shortScore returns the score of a match of two between their names, empty
// where it takes words.
func (e Env) shortScore(l *ledger.Match) string {
	switch l.Kind {
	case ledger.IntentionalDraw:
		return "ID"
	case ledger.DoubleLoss:
		return "0-0 (both lost)"
	case ledger.Forfeit:
		return "won by forfeit against"
	case ledger.Played, ledger.Bye, ledger.AssignedLoss:
	}
	switch l.Result.Form {
	case ledger.Games, ledger.Points:
		text := e.state().Rules.FormatResult(*l, 0)
		return strings.TrimSuffix(strings.TrimSuffix(text, " (won)"), " (lost)")
	case ledger.Unfinished, ledger.Scores, ledger.Places, ledger.Marshalling:
	}
	return ""
}

// listing adds the lines of a page of pairings.
func (e Env) listing(p *panel, matches []tournament.Match, l []ledger.Match, t *tables, page int, points *standings.Table, name func(int) string) []int {
	part, at := pageOf(t.played, page, t.per)
	var players []int
	pad := 1
	for _, i := range part {
		pad = max(pad, len(strconv.Itoa(int(l[i].Table))))
	}
	lines := make([]string, 0, len(part))
	for _, i := range part {
		players = append(players, seated(&l[i])...)
		lines = append(lines, e.pairingLine(&matches[i], &l[i], pad, points, name)+e.groupMark(&matches[i], &l[i]))
	}
	p.lines(lines...)
	if at == pagesOf(len(t.played), t.per)-1 {
		show := func(title string, list []int) {
			if len(list) == 0 {
				return
			}
			words := make([]string, len(list))
			for i, n := range list {
				words[i] = name(n)
			}
			p.text("**%s:** %s", title, clipped(words, 30))
			players = append(players, list[:min(len(list), 30)]...)
		}
		if t.elsewhere {
			p.text("This round was played before the event was taken over; only its results are known.")
		}
		show("Bye", t.byes)
		show("Missed the round", t.absent)
	}
	return players
}

// Pairings shows a page of a published round with its results so far. Round 0
// is the current one.
func Pairings(e Env, round, page int) discord.Message {
	s := e.state()
	if round == 0 {
		round = len(s.Rounds)
	}
	r := s.Round(round)
	if r == nil {
		return nothing("Round %d is not published. Use %s for the current round.", round, e.command("pairings"))
	}
	before := e.before(round)
	matches := s.Ledger.Rounds[round-1].Matches
	t := tablesOf(matches)
	return e.fitted(func(e Env) discord.Message {
		_, page := pageOf(t.played, page, t.per)
		p := newPanel(accentRound, "%s", s.RoundText(round))
		p.note("%s", e.roundLine(r))
		e.listing(p, r.Matches, matches, &t, page, before, e.name)
		p.buttons(pager(page, pagesOf(len(t.played), t.per), func(n int) string { return e.id(customid.Pairings, round, n) })...)
		return p.message()
	})
}

// roundLine says where a round stands and how many results are missing.
func (e Env) roundLine(r *tournament.Round) string {
	text := e.title() + " · " + roundStatus(r)
	if r.Status == tournament.Started {
		text += " " + sentence(plural(len(e.state().Blocking(r.Number)), "result is", "results are")+" missing")
		if !r.Deadline.IsZero() && r.PausedAt.IsZero() {
			text += " Time: " + discord.Relative(r.Deadline)
		}
	}
	return text
}

func roundStatus(r *tournament.Round) string {
	return [...]string{"Paired, not started.", "Being played.", "Over."}[r.Status]
}

// PairingPost is the public post of a page of pairings: it pings its own
// players once and has one Report button for all of them. Edited later, it
// shows the results.
func PairingPost(e Env, round, page int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil {
		return Withdrawn(e, fmt.Sprintf("The pairings of round %d", round))
	}
	before := e.before(round)
	matches := s.Ledger.Rounds[round-1].Matches
	t := tablesOf(matches)
	return e.fitted(func(e Env) discord.Message {
		pages := pagesOf(len(t.played), t.per)
		_, page := pageOf(t.played, page, t.per)
		p := newPanel(accentRound, "%s", s.RoundText(round))
		if pages > 1 {
			p = newPanel(accentRound, "%s, page %d of %d", s.RoundText(round), page+1, pages)
		}
		p.note("%s · %s", e.title(), roundStatus(r)) // no counts or times: the post is edited when the round begins and ends
		players := e.listing(p, r.Matches, matches, &t, page, before, e.mention)
		if rs := s.Rules; rs.OneSide(r.Stage) && !rules.IsElimination(r.Stage) {
			p.note("Who has %s is named first.", rs.Seats.Sides[0])
		}
		p.ping(e.users(players)...)
		if r.Status == tournament.Done {
			p.accent = accentQuiet
			return p.message()
		}
		p.buttons(
			discord.Button{Style: discord.Primary, Label: "Report", CustomID: e.id(customid.Report)},
			discord.Button{Label: "My status", CustomID: e.id(customid.Status)},
			discord.Button{Label: "Call judge", CustomID: e.id(customid.Judge)},
		)
		return p.message()
	})
}

// Preview shows organisers the next round before it is binding: tables, byes,
// what the engine had to accept, and what it cost.
func Preview(e Env, page int) discord.Message {
	s := e.state()
	r := s.Preview
	if r == nil {
		return nothing("No round is waiting to be published. Pair the next one with %s.", e.command("tournament pair"))
	}
	before := e.before(r.Number)
	t := tablesOf(s.PreviewMatches)
	return e.fitted(func(e Env) discord.Message {
		_, page := pageOf(t.played, page, t.per)
		pages := pagesOf(len(t.played), t.per)
		p := newPanel(accentLate, "Preview of %s", s.RoundText(r.Number))
		p.note("Only organisers see this. Nothing is binding before you publish it.")
		e.listing(p, r.Matches, s.PreviewMatches, &t, page, before, e.name)
		p.rule()
		p.lines(e.verdict(r)...)
		p.buttons(append([]discord.Button{
			{Style: discord.Success, Label: "Publish", CustomID: e.id(customid.Publish, r.Number, r.PublishedSeq)},
			{Label: "Pair again", CustomID: e.id(customid.Pair, r.Number)},
		}, pager(page, pages, func(n int) string { return e.id(customid.Preview, n) })...)...)
		return p.message()
	})
}

// maxWarnings is how many warnings a preview shows.
const maxWarnings = 8

// verdict says how good a pairing is.
func (e Env) verdict(r *tournament.Round) []string {
	var out []string
	for i, w := range r.Warnings {
		if i == maxWarnings {
			out = append(out, fmt.Sprintf("… and %s.", plural(len(r.Warnings)-i, "more warning", "more warnings")))
			break
		}
		out = append(out, "⚠ "+e.withNames(w))
	}
	if len(r.Warnings) == 0 {
		out = append(out, "No warnings: nobody meets again, and nobody has a second bye.")
	}
	switch {
	case r.Forced:
		out = append(out, "An organiser fixed or changed pairings of this round.")
	case r.Optimal:
		out = append(out, "Proved: no pairing is better by this ruleset.")
	}
	var cost []string
	for _, c := range r.Cost {
		cost = append(cost, fmt.Sprintf("%s %d", termName(c.Term), c.Value))
	}
	if len(cost) > 0 {
		out = append(out, "-# Cost, by weight: "+strings.Join(cost, " · "))
	}
	return out
}

// termName says a cost term of the pairing in words.
func termName(term string) string {
	switch term {
	case "rematches":
		return "rematches"
	case "thirdMeetings":
		return "third meetings"
	case "crossDivision":
		return "pairs across divisions"
	case "crossFlight":
		return "pairs across flights"
	case "tagConflict":
		return "pairs of one tag"
	case "pointGap":
		return "squared point gaps"
	case "groupGap":
		return "squared score group gaps"
	case "repeatFloat":
		return "repeated floats"
	case "sideDebt":
		return "side debt"
	case "absoluteSides":
		return "clashing sides"
	case "rankGap":
		return "rank gaps"
	}
	return discord.Escape(term)
}

// withNames puts names in the place of "#12" in a sentence of ours about
// player 12.
func (e Env) withNames(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i + 1
		for text[i] == '#' && end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if n, err := strconv.Atoi(text[i+1 : end]); text[i] == '#' && err == nil {
			b.WriteString(e.name(n))
		} else {
			b.WriteString(text[i:end])
		}
		i = end
	}
	return b.String()
}
