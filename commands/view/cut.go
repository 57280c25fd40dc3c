package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
)

// maxSeeds is how many players of a cut are named in one post.
const maxSeeds = 64

// CutMade announces who plays the elimination stage, best seed first.
func CutMade(e Env) discord.Message {
	s := e.state()
	if s.Cut == nil {
		return Withdrawn(e, "The cut")
	}
	return e.fitted(func(e Env) discord.Message {
		title := fmt.Sprintf("Top %d of %s", len(s.Cut.Seeds), e.title())
		if len(s.Cut.Parts) > 0 {
			title = "The cut of each division of " + e.title()
		}
		if len(s.Cut.Swiss) == 0 {
			title = "The bracket of " + e.title()
		}
		p := newPanel(accentGold, "%s", title)
		all, err := s.Brackets()
		if err != nil {
			return Withdrawn(e, "The cut")
		}
		shown := 0
		for _, b := range all {
			named := first(b.Seeds, max(0, maxSeeds-shown))
			if shown += len(named); len(named) == 0 {
				break
			}
			if b.Division >= 0 {
				p.text("**%s**", e.divisionName(b.Division))
			}
			pad := len(fmt.Sprint(len(named)))
			lines := make([]string, len(named))
			for i, n := range named {
				lines[i] = fmt.Sprintf("`%*d` %s", pad, i+1, e.mention(n))
			}
			p.lines(lines...)
			p.ping(e.users(named)...)
		}
		if left := len(s.Cut.Seeds) - shown; left > 0 {
			p.text("and %s: %s", plural(left, "more player", "more players"), e.command("bracket"))
		}
		if len(s.Cut.Swiss) > 0 {
			p.note("The Swiss standings are final for everybody behind the cut.")
		} else {
			p.note("Given seeds come first, the others are drawn from the event's seed.")
		}
		p.buttons(discord.Button{Label: "Bracket", CustomID: e.id(customid.Bracket)})
		return p.message()
	})
}

// Brackets returns how many brackets the elimination stage has: one, or one for
// each division with a cut of its own; 0 before the cut.
func Brackets(s *tournament.State) int {
	if s.Cut == nil {
		return 0
	}
	return max(1, len(s.Cut.Parts))
}

// BracketOfPlayer returns which of several brackets a player looks at first: the
// one of the own division.
func BracketOfPlayer(s *tournament.State, n int) int {
	if all, err := s.Brackets(); err == nil && s.Player(n) != nil {
		for i, b := range all {
			if b.Division == int(s.Ledger.Players[n-1].Division) {
				return i
			}
		}
	}
	return 0
}

// DivisionBracket shows one bracket of the elimination stage, counted from 0: as
// a picture where it can be drawn, else as text, round by round, who meets whom
// and who won. Where a large bracket does not fit as text, the rounds that are
// over are left out first.
func DivisionBracket(e Env, which int) discord.Message {
	all, err := e.state().Brackets()
	if err != nil || len(all) == 0 {
		return nothing("There is no bracket yet. It is drawn when the cut is made.")
	}
	which = min(max(which, 0), len(all)-1)
	one := &all[which]
	title := "Bracket of " + e.title()
	if one.Division >= 0 {
		title = "Bracket of " + e.divisionName(one.Division)
	}
	p := newPanel(accentGold, "%s", title)
	if champion := one.State.Champion; champion != 0 {
		p.text("Winner: **%s**", e.name(one.Seeds[champion-1]))
	}
	drawn := false
	if f, ok := e.bracketFigure(one); ok {
		drawn = p.gallery(e, f)
	}
	if !drawn {
		e.bracketText(p, one)
	}
	if len(all) > 1 {
		menu := discord.StringSelect{CustomID: e.id(customid.BracketOf), Placeholder: "Choose a bracket"}
		for i, other := range first(all, maxOptions) {
			menu.Options = append(menu.Options, discord.SelectOption{
				Label: discord.Plain(e.groupName(DivisionGroup(other.Division)), 100), Value: fmt.Sprint(i), Default: i == which,
			})
		}
		p.choose(menu)
	}
	switch {
	case drawn:
		p.buttons(discord.Button{Label: "As text", CustomID: e.id(customid.Bracket, which, AsTextArg)})
	case e.Draw != nil && e.AsText:
		p.buttons(discord.Button{Label: "As picture", CustomID: e.id(customid.Bracket, which)})
	}
	return p.message()
}

// bracketText adds a bracket as text to a panel: from the current round on
// everything that has room, then earlier rounds.
func (e Env) bracketText(p *panel, one *tournament.DivisionBracket) {
	b, st := one.Tree, one.State
	rounds := b.Rounds()
	texts := make([][]string, len(rounds))
	for i, r := range rounds {
		texts[i] = e.bracketRound(one, r)
	}
	now := st.Round - 1
	if st.Round == 0 {
		now = len(rounds) - 1
	}
	room, bytes := 3300, 8000
	kept := make([]string, len(rounds))
	var left []string
	order := make([]int, 0, len(rounds))
	for i := now; i < len(rounds); i++ {
		order = append(order, i)
	}
	for i := now - 1; i >= 0; i-- {
		order = append(order, i)
	}
	for _, i := range order {
		if len(texts[i]) == 0 {
			continue
		}
		text, more := block(texts[i], room-60, bytes-60)
		if more == len(texts[i]) || more > 0 && i != now {
			left = append(left, e.partName(b, rounds[i]))
			continue
		}
		if more > 0 {
			text += plural(more, "more match", "more matches") + "\n"
		}
		kept[i] = fmt.Sprintf("**%s**\n```\n%s```", e.partName(b, rounds[i]), text)
		room, bytes = room-len([]rune(kept[i])), bytes-len(kept[i])-12
	}
	for _, text := range kept {
		p.text("%s", text)
	}
	if len(left) > 0 {
		p.note("Not shown for lack of room: %s. See %s.", list(left), e.command("pairings"))
	}
}

// bracketRound returns the matches of a round of a bracket, one line each; none
// for a replay that is not needed.
func (e Env) bracketRound(one *tournament.DivisionBracket, r bracket.Round) []string {
	pad := len(fmt.Sprint(one.Tree.Config().Size))
	var rows [][3]string
	var tables []string
	left, middle := 0, 0
	for _, id := range r.Matches {
		state := &one.State.Matches[id-1]
		if !state.Needed {
			continue
		}
		m, _ := one.Tree.Match(id)
		l := e.finalResult(one, id)
		winner := e.bracketWinner(one, l, state)
		if len(state.Players) > 2 {
			sides := make([]string, len(state.Players))
			for i, seed := range state.Players {
				sides[i] = strings.TrimSpace(e.bracketSide(one, m.Sources[i], seed, pad, winner))
			}
			tables = append(tables, strings.Join(sides, ", "))
			continue
		}
		if len(state.Players) < 2 {
			continue
		}
		row := [3]string{1: "-"}
		for i, seed := range state.Players {
			row[2*i] = e.bracketSide(one, m.Sources[i], seed, pad, winner)
		}
		if score := e.bracketScore(one, l, state); score != "" {
			row[1] = score
		}
		left, middle = max(left, width(row[0])), max(middle, width(row[1]))
		rows = append(rows, row)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		gap := middle - width(row[1])
		out[i] = padTo(row[0], left) + " " + strings.Repeat(" ", gap/2) + row[1] + strings.Repeat(" ", gap-gap/2) + " " + row[2]
	}
	return append(out, tables...)
}

// nameColumns is the room for a name in the text bracket.
const nameColumns = 14

func padTo(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-width(text)))
}

// bracketSide shows one player of a match: seed, name and a mark on the winner.
func (e Env) bracketSide(one *tournament.DivisionBracket, from bracket.Source, seed, pad, winner int) string {
	if seed == 0 {
		return strings.Repeat(" ", pad+1) + origin(one.State, from)
	}
	text := fmt.Sprintf("%*d %s", pad, seed, cell(e.rawName(one.Seeds[seed-1]), nameColumns))
	if seed == winner {
		text += "*"
	}
	return text
}

// origin says which seeds play for a place in a later match, where they are
// known.
func origin(st *bracket.State, from bracket.Source) string {
	if from.Kind != bracket.WinnerOf && from.Kind != bracket.LoserOf {
		return "open"
	}
	m := &st.Matches[from.N-1]
	if !m.Known() || len(m.Players) != 2 {
		return "open"
	}
	if from.Kind == bracket.WinnerOf {
		return fmt.Sprintf("%d or %d", m.Players[0], m.Players[1])
	}
	return fmt.Sprintf("loser of %d and %d", m.Players[0], m.Players[1])
}

// finalResult returns the match of a bracket once its result is final, nil
// before.
func (e Env) finalResult(one *tournament.DivisionBracket, id int) *ledger.Match {
	s := e.state()
	for r := s.Cut.FirstRound; r <= len(s.Rounds); r++ {
		for i := range s.Rounds[r-1].Matches {
			if m, l := s.Match(r, i+1); m.Slot == id+one.Offset && m.Confirmed {
				return l
			}
		}
	}
	return nil
}

// bracketWinner returns the seed that won a match: the one that went on, or the
// one with the better result while the round is still being played; 0 = open.
func (e Env) bracketWinner(one *tournament.DivisionBracket, l *ledger.Match, state *bracket.MatchState) int {
	if w := state.Winner(); w != 0 || l == nil {
		return w
	}
	if seat := e.state().Rules.Winner(l); seat >= 0 {
		return slices.Index(one.Seeds, int(l.Seats[seat])+1) + 1
	}
	return 0
}

// bracketScore returns the score of a bracket match of two between its names,
// from the side of the first.
func (e Env) bracketScore(one *tournament.DivisionBracket, l *ledger.Match, state *bracket.MatchState) string {
	if l == nil || l.N != 2 || len(state.Players) != 2 || state.Players[0] == 0 {
		return ""
	}
	if l.Kind == ledger.Forfeit {
		return "ff"
	}
	seat := l.Seat(int32(one.Seeds[state.Players[0]-1] - 1))
	return strings.TrimSuffix(strings.TrimSuffix(e.state().Rules.FormatResult(*l, max(seat, 0)), " (won)"), " (lost)")
}

// partName names a round of the bracket.
func (e Env) partName(b *bracket.Bracket, r bracket.Round) string {
	c := b.Config()
	if c.Type == bracket.Single {
		switch {
		case r.Part == bracket.Third:
			return "Third place"
		case r.Part == bracket.Lower:
			return fmt.Sprintf("Places, round %d", r.Number)
		}
		matches, rest := len(r.Matches), 0
		for _, later := range b.Rounds()[r.Number:] {
			if later.Part == bracket.Upper || later.Part == bracket.Final {
				rest++
			}
		}
		switch size := 1 << (rest + 1); {
		case size == 2 && matches == 1:
			return "Final"
		case size == 4:
			return "Semi-finals"
		case size == 8:
			return "Quarter-finals"
		default:
			return fmt.Sprintf("Round of %d", size)
		}
	}
	switch r.Part {
	case bracket.Upper:
		return fmt.Sprintf("Upper bracket, round %d", r.Number)
	case bracket.Lower:
		return fmt.Sprintf("Lower bracket, round %d", r.Number)
	case bracket.Third:
		return "Third place"
	case bracket.Final:
	}
	return fmt.Sprintf("Final, round %d", r.Number)
}

// placed returns the players with a final place, best first; those with equal
// places in order of registration. Where divisions have places of their own, one
// follows the other.
func (e Env) placed() []int {
	s := e.state()
	if s.ByDivision() {
		var out []int
		for n := range s.Places {
			if s.Places[n] > 0 {
				out = append(out, n+1)
			}
		}
		slices.SortStableFunc(out, func(a, b int) int {
			x, y := s.Ledger.Players[a-1].Division, s.Ledger.Players[b-1].Division
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(s.Places[a-1], s.Places[b-1]))
		})
		return out
	}
	var out []int
	for place := 1; place <= len(s.Places) && len(out) < len(s.Places); place++ {
		for i, p := range s.Places {
			if p == place {
				out = append(out, i+1)
			}
		}
	}
	return out
}

// placeLine shows a final place.
func (e Env) placeLine(n int, name string) string {
	place := e.state().Places[n-1]
	medal := [...]string{"", "🥇 ", "🥈 ", "🥉 "}
	if place < len(medal) {
		return fmt.Sprintf("%s**%s**", medal[place], name)
	}
	return fmt.Sprintf("`%d` %s", place, name)
}

// Champion ends the event: the winner, the best places, and the seed with which
// everybody can check every random decision.
func Champion(e Env) discord.Message {
	s := e.state()
	if s.Phase != tournament.Finished {
		return Withdrawn(e, "The end of "+e.title())
	}
	return e.fitted(func(e Env) discord.Message {
		placed := e.placed()
		p := newPanel(accentGold, "🏆 %s", e.title())
		if len(placed) > 0 && s.Places[placed[0]-1] == 1 {
			verb := "wins"
			switch {
			case len(e.winners()) > 1 && s.ByDivision():
				verb = "win"
			case len(e.winners()) > 1:
				verb = "share first place in"
			}
			p.text("**%s %s %s!**", e.winnersText(), verb, e.title())
		}
		best := 8
		if len(placed) > 32 {
			best = 16
		}
		named := e.bestPlaced(placed, best)
		lines := make([]string, 0, len(named))
		for _, n := range named {
			lines = append(lines, e.placeLine(n, e.mention(n))+e.divisionMark(n))
		}
		p.lines(lines...)
		p.ping(e.users(named)...)
		p.text("Thank you to all %s who played, and to everybody who helped.", plural(e.played(), "player", "players"))
		if s.Settings.Prizes != "" {
			p.text("**Prizes:** %s", discord.Escape(s.Settings.Prizes))
		}
		p.rule()
		if s.Secret != "" {
			p.note("Seed revealed: %s\nIts SHA-256 is the commitment given before the start: %s\nAnybody can recompute every pairing from the exported log with replay.", s.Secret, s.Commitment)
		}
		p.buttons(
			discord.Button{Label: "Final places", CustomID: e.id(customid.Places, 0)},
			discord.Button{Label: "Log", CustomID: e.id(customid.Log, 0)},
		)
		return p.message()
	})
}

// played counts who took part.
func (e Env) played() int {
	n := 0
	for i := range e.state().Players {
		if e.state().Players[i].Status == tournament.Registered && !e.state().Ledger.Players[i].Absent {
			n++
		}
	}
	return n
}

// placesPerPage is how many players a page of final places holds.
const placesPerPage = 25

// FinalPlaces shows a page of the final places.
func FinalPlaces(e Env, page int) discord.Message {
	s := e.state()
	if s.Phase != tournament.Finished {
		return nothing("Places are final when the event is over. Until then see %s.", e.command("standings"))
	}
	return e.fitted(func(e Env) discord.Message {
		placed := e.placed()
		part, page := pageOf(placed, page, placesPerPage)
		p := newPanel(accentGold, "Final places of %s", e.title())
		lines := make([]string, 0, len(part))
		for _, n := range part {
			lines = append(lines, e.placeLine(n, e.name(n))+e.divisionMark(n))
		}
		if len(lines) == 0 {
			p.text("Nobody has a place.")
		}
		p.lines(lines...)
		p.buttons(pager(page, pagesOf(len(placed), placesPerPage), func(n int) string { return e.id(customid.Places, n) })...)
		return p.message()
	})
}
