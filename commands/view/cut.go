package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/table"
)

// DivisionBracket shows one bracket of the elimination stage, counted from 0, as a
// picture if it can be drawn, else as text round by round. If a large bracket does not
// fit as text, finished rounds are left out first.
func DivisionBracket(e Env, which int) discord.Message {
	all, err := e.state().Brackets()
	if err != nil || len(all) == 0 {
		return e.nothing("bracket.none")
	}
	which = min(max(which, 0), len(all)-1)
	one := &all[which]
	p := e.panel(layout.Gold, "bracket.of", "event", e.title())
	if one.Division >= 0 {
		p = e.panel(layout.Gold, "bracket.of", "event", text.Raw(e.about().Division(one.Division)))
	}
	if champion := one.State.Champion; champion != 0 {
		p.Say("bracket.winner", "player", notice.Player(numbered.Get(one.Seeds, champion)))
	}
	drawn := false
	if d, ok := drawing.Bracket(e.about(), one); ok {
		drawn = p.Gallery(e.draws(), layout.Figure{Name: "bracket", Drawing: d})
	}
	if !drawn {
		e.bracketText(p, one)
	}
	if len(all) > 1 {
		menu := discord.StringSelect{CustomID: e.id(customid.BracketOf{}), Placeholder: e.say("bracket.choose")}
		for i, other := range first(all, maxOptions) {
			menu.Options = append(menu.Options, discord.SelectOption{
				Label: discord.Plain(e.about().Group(field.Division(other.Division)), wire.MaxOptionText), Value: fmt.Sprint(i), Default: i == which,
			})
		}
		p.Choose(menu)
	}
	switch {
	case drawn:
		p.Buttons(discord.Button{Label: e.say("button.as_text"), CustomID: e.id(customid.Bracket{Number: which + 1, AsText: true})})
	case e.Draw != nil && e.AsText:
		p.Buttons(discord.Button{Label: e.say("button.as_picture"), CustomID: e.id(customid.Bracket{Number: which + 1})})
	}
	return p.Message()
}

// bracketText adds a bracket as text to a panel: first the current and later rounds as
// far as they fit, then earlier ones.
func (e Env) bracketText(p *layout.Panel, one *tournament.DivisionBracket) {
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
		lines, more := layout.Cut(texts[i], room-60, bytes-60)
		if more == len(texts[i]) || more > 0 && i != now {
			left = append(left, e.partName(b, rounds[i]))
			continue
		}
		if more > 0 {
			lines += e.say("bracket.more", "n", more) + "\n"
		}
		kept[i] = fmt.Sprintf("**%s**\n```\n%s```", e.partName(b, rounds[i]), lines)
		room, bytes = room-len([]rune(kept[i])), bytes-len(kept[i])-12
	}
	for _, part := range kept {
		p.Text(part)
	}
	if len(left) > 0 {
		p.Small("bracket.left_out", "rounds", e.list(left), "pairings", e.command("pairings"))
	}
}

// bracketRound returns the matches of a round of a bracket, one per line; none for a
// reset match that is not needed.
func (e Env) bracketRound(one *tournament.DivisionBracket, r bracket.Round) []string {
	pad := len(fmt.Sprint(one.Tree.Config().Size))
	var rows [][3]string
	var tables []string
	left, middle := 0, 0
	for _, id := range r.Matches {
		state := one.State.Matches.At(id)
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
		left, middle = max(left, table.Columns(row[0])), max(middle, table.Columns(row[1]))
		rows = append(rows, row)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		gap := middle - table.Columns(row[1])
		out[i] = padTo(row[0], left) + " " + strings.Repeat(" ", gap/2) + row[1] + strings.Repeat(" ", gap-gap/2) + " " + row[2]
	}
	return append(out, tables...)
}

// nameColumns is the width of a name in the text bracket.
const nameColumns = 14

func padTo(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-table.Columns(text)))
}

// bracketSide returns one player of a match: seed, name and a mark for the winner.
func (e Env) bracketSide(one *tournament.DivisionBracket, from bracket.Source, seed, pad, winner int) string {
	if seed == 0 {
		return strings.Repeat(" ", pad+1) + e.origin(one.State, from)
	}
	side := fmt.Sprintf("%*d %s", pad, seed, layout.Cell(e.rawName(numbered.Get(one.Seeds, seed)), nameColumns))
	if seed == winner {
		side += " ✓"
	}
	return side
}

// origin returns which seeds play for a place in a later match, if they are known.
func (e Env) origin(st *bracket.State, from bracket.Source) string {
	if from.Kind != bracket.WinnerOf && from.Kind != bracket.LoserOf {
		return e.say("bracket.open")
	}
	m := st.Matches.At(from.N)
	if !m.Known() || len(m.Players) != 2 {
		return e.say("bracket.open")
	}
	if from.Kind == bracket.WinnerOf {
		return e.say("bracket.either", "one", m.Players[0], "other", m.Players[1])
	}
	return e.say("bracket.loser", "one", m.Players[0], "other", m.Players[1])
}

// finalResult returns the match of a bracket if its result is final, else nil.
func (e Env) finalResult(one *tournament.DivisionBracket, id int) *ledger.Match {
	s := e.state()
	for r := s.Elimination().FirstRound; r <= len(s.Rounds); r++ {
		for i := range s.Rounds.At(r).Matches {
			if m, l := s.Match(r, i+1); m.Slot == id+one.Offset && m.Confirmed {
				return l
			}
		}
	}
	return nil
}

// bracketWinner returns the seed that won a match: the one that advanced, or, while the
// round is being played, the one with the better result; 0 if open.
func (e Env) bracketWinner(one *tournament.DivisionBracket, l *ledger.Match, state *bracket.MatchState) int {
	if w := state.Winner(); w != 0 || l == nil {
		return w
	}
	if seat := e.state().Rules.Winner(l); seat >= 0 {
		return slices.Index(one.Seeds, int(l.Seats[seat])+1) + 1
	}
	return 0
}

// bracketScore returns the score of a two-player bracket match to put between the names,
// from the first player's side.
func (e Env) bracketScore(one *tournament.DivisionBracket, l *ledger.Match, state *bracket.MatchState) string {
	if l == nil || l.N != 2 || len(state.Players) != 2 || state.Players[0] == 0 {
		return ""
	}
	if l.Kind == ledger.Forfeit {
		return e.say("bracket.forfeit")
	}
	seat := l.Seat(int32(numbered.Get(one.Seeds, state.Players[0]) - 1))
	return wording.Score(e.state().Rules, l, max(seat, 0))
}

// partName names a round of the bracket.
func (e Env) partName(b *bracket.Bracket, r bracket.Round) string {
	return e.words().Notice(b.RoundTitle(r.Number))
}

// placeLine shows a final place.
func (e Env) placeLine(n int, name string) string {
	place := numbered.Get(e.state().Places, n)
	medal := [...]string{"", "🥇 ", "🥈 ", "🥉 "}
	if place < len(medal) {
		return fmt.Sprintf("%s**%s**", medal[place], name)
	}
	return fmt.Sprintf("`%d` %s", place, name)
}

// fewPlaced is the largest number of players that the last post of an event lists
// completely.
const fewPlaced = 12

// Champion returns the post that ends the event: the winner, the best places as a picture
// and with mentions, and the button to check every random decision.
func Champion(e Env) discord.Message {
	s := e.state()
	if s.Phase != tournament.Finished {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		placed := field.Placed(e.state())
		if !field.AnyPlayed(e.state()) {
			placed = nil
		}
		p := e.titled(layout.Gold, "🏆 "+string(e.title()))
		if winners := field.Winners(e.state()); len(placed) > 0 && numbered.Get(s.Places, placed[0]) == 1 {
			key := notice.Code("champion.wins")
			if len(winners) > 1 && !s.ByDivision() {
				key = "champion.share"
			}
			p.Say(key, "n", len(winners), "winners", e.about().Winners(), "event", e.title())
		}
		best := 8
		switch {
		case len(placed) <= fewPlaced:
			best = fewPlaced
		case len(placed) > 32:
			best = 16
		}
		named := e.bestPlaced(placed, e.most(best))
		lines := make([]string, 0, len(named))
		for _, n := range named {
			lines = append(lines, e.placeLine(n, string(e.mention(n)))+e.divisionMark(n))
		}
		p.Lines(lines...)
		p.Ping(e.users(named)...)
		p.Say(e.counting("champion.thanks", "champion.thanks_teams"), "n", field.TookPart(e.state()))
		if s.Settings.Prizes != "" {
			p.Say("card.prizes", "prizes", notice.Text(s.Settings.Prizes))
		}
		p.Gallery(e.draws(), e.podiums(placed)...)
		buttons := []discord.Button{
			{Label: e.say("button.places"), CustomID: e.id(customid.Places{})},
			{Label: e.say("button.log"), CustomID: e.id(customid.Log{})},
		}
		if s.Secret != "" {
			buttons = append(buttons, discord.Button{Label: e.say("button.fair", "code", text.Raw(wording.Fingerprint(s.Secrets()[0].Commitment))), CustomID: e.id(customid.Fair{})})
		}
		p.Buttons(buttons...)
		return p.Message()
	})
}

// Fairness shows what is needed to check the draw of a finished event: each secret with
// the commitment published before it was used.
func Fairness(e Env) discord.Message {
	s := e.state()
	if s.Secret == "" {
		return e.withdrawn()
	}
	p := e.panel(layout.Gold, "fair.title", "event", e.title())
	p.Say("fair.how")
	key := notice.Code("champion.seed")
	for _, one := range s.Secrets() {
		p.Small(key, "seed", text.Raw(one.Secret), "commitment", text.Raw(one.Commitment))
		key = "fair.renewed"
	}
	return p.Message()
}

// podiums returns the podium of the event, or of each division, as pictures.
func (e Env) podiums(placed []int) []layout.Figure {
	s := e.state()
	brackets, err := s.Brackets()
	if err != nil {
		brackets = nil
	}
	subtitle := strings.Join([]string{s.Rules.Name, e.say("card.players", "n", field.TookPart(e.state())), s.At.In(s.Settings.Location()).Format(time.DateOnly)}, " · ")
	const most = 4
	var out []layout.Figure
	add := func(division int, title string, of []int) {
		d := pictures.PodiumData{Title: title, Subtitle: subtitle}
		for _, n := range first(of, most) {
			d.Places = append(d.Places, pictures.BracketPlace{Place: strconv.Itoa(numbered.Get(s.Places, n)), Name: e.rawName(n)})
		}
		for i := range brackets {
			if brackets[i].Division == division {
				d.Final = e.finalScore(&brackets[i])
			}
		}
		if len(d.Places) > 1 && d.Places[0].Place == "1" && len(out) < layout.MaxFigures {
			out = append(out, layout.Figure{Name: "podium-" + strconv.Itoa(len(out)+1), Drawing: d})
		}
	}
	if !s.ByDivision() {
		add(-1, s.Settings.Name, placed)
		return out
	}
	for len(placed) > 0 {
		division := int(s.Players.At(placed[0]).Division)
		n := 0
		for n < len(placed) && int(s.Players.At(placed[n]).Division) == division {
			n++
		}
		add(division, s.Settings.Name+" · "+e.about().Division(division), placed[:n])
		placed = placed[n:]
	}
	return out
}

// finalScore returns the score of the final match of a bracket from the winner's side; ""
// if there was none.
func (e Env) finalScore(one *tournament.DivisionBracket) string {
	d, ok := drawing.Bracket(e.about(), one)
	if !ok {
		return ""
	}
	result := ""
	for _, r := range d.Rounds {
		for _, m := range r.Matches {
			if (r.Part == pictures.Upper || r.Part == pictures.Final) && m.Winner > 0 && m.Sides[0].Score != "" {
				l, winner := drawing.BracketResult(e.about(), one, m.ID), numbered.Get(one.Seeds, one.State.Matches.At(m.ID).Winner())
				result = wording.Score(e.state().Rules, l, l.Seat(int32(winner-1)))
			}
		}
	}
	if result == "" {
		return ""
	}
	return e.say("champion.final", "score", text.Raw(result))
}

// placesPerPage is the number of players on a page of final places.
const placesPerPage = 25

// FinalPlaces shows a page of the final places.
func FinalPlaces(e Env, page int) discord.Message {
	s := e.state()
	if s.Phase != tournament.Finished {
		return e.nothing("places.not_yet", "standings", e.command("standings"))
	}
	return e.fitted(func(e Env) discord.Message {
		placed := field.Placed(e.state())
		part, page := layout.PageOf(placed, page, placesPerPage)
		p := e.panel(layout.Gold, "places.title", "event", e.title())
		lines := make([]string, 0, len(part))
		for _, n := range part {
			lines = append(lines, e.placeLine(n, e.name(n))+e.divisionMark(n))
		}
		if len(lines) == 0 {
			p.Say("places.nobody")
		}
		p.Lines(lines...)
		p.Buttons(layout.Pager(e.words(), page, posted.Pages(len(placed), placesPerPage), func(n int) string { return e.id(customid.Places{Page: n}) })...)
		return p.Message()
	})
}
